#include "interpreter/lab/study/measures.hpp"

#include <cmath>
#include <cstdio>

#include "interpreter/game/make_program.hpp"

namespace glint {
namespace {

Moments moments_of(const Histogram& histogram) {
  Moments moments;
  for (const auto& [value, times] : histogram) moments.add(value, times);
  return moments;
}

struct Collector {
  void share(std::string id, std::string title, std::string meaning, std::uint64_t hits, std::uint64_t trials,
             double shift = 0) {
    if (trials == 0) return;
    Measure measure{std::move(id), std::move(title), std::move(meaning), Measure::Form::share, true};
    measure.shift = shift;
    measure.hits = hits;
    measure.count = trials;
    measure.value = static_cast<double>(hits) / static_cast<double>(trials) + shift;
    measure.interval = clopper_pearson(hits, trials);
    measure.interval.low += shift;
    measure.interval.high += shift;
    all.push_back(std::move(measure));
  }

  void mean(std::string id, std::string title, std::string meaning, const Moments& moments, double scale = 1,
            bool is_percent = false, bool can_be_negative = false) {
    if (moments.count == 0) return;
    Measure measure{std::move(id), std::move(title), std::move(meaning), Measure::Form::mean, is_percent};
    measure.scale = scale;
    measure.moments = moments;
    measure.count = moments.count;
    measure.value = moments.mean() * scale;
    measure.interval = of_mean(moments);
    measure.interval.low *= scale;
    measure.interval.high *= scale;
    // Student's interval may go beyond the possible values of a share or a count.
    if (!can_be_negative) measure.interval.low = std::max(0.0, measure.interval.low);
    if (is_percent) measure.interval.high = std::min(1.0, measure.interval.high);
    all.push_back(std::move(measure));
  }

  std::vector<Measure> all;
};

std::string number_text(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  // No "-0".
  if (std::string_view(text).find_first_not_of("-0.") == std::string_view::npos && text[0] == '-') return text + 1;
  return text;
}

/// The number of digits after the point that an interval of this width justifies.
int digits_for(double value) {
  const double size = std::fabs(value);
  return size >= 1000 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
}

std::string plural(std::uint64_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace

std::vector<Measure> measures_of(const Game& game, const StudyPlan& plan, const StudyTally& tally) {
  const std::vector<std::string> seats = game.players();
  const bool alone = game.is_team() || seats.size() < 2;
  Collector found;
  if (alone) {
    if (tally.wins[0] + tally.losses > 0) {
      found.share("wins", "won", "games that end as won", tally.wins[0], tally.games);
      found.share("losses", "lost", "games that end as lost", tally.losses, tally.games);
    }
  } else {
    for (std::size_t seat = 0; seat < seats.size(); ++seat)
      found.share("wins." + seats[seat], seats[seat] + " wins", "games that this seat wins, by score too",
                  tally.wins[seat], tally.games);
    if (plan.rotates)
      for (std::size_t i = 0; i < plan.players.size(); ++i)
        found.share("player." + std::to_string(i + 1),
                    "player " + std::to_string(i + 1) + ", " + plan.players[i] + ", wins",
                    "games that this player wins, wherever it sits", tally.wins_of_players[i], tally.games);
    std::uint64_t won = 0;
    for (const std::uint64_t wins : tally.wins) won += wins;
    found.share("decided", "somebody wins", "games that somebody wins: Browne's completion", won, tally.games);
    found.share("ties", "ties", "games that end, and nobody wins", tally.ties + tally.losses, tally.games);
    found.share("first_advantage", "advantage of who begins",
                "share of won games that went to who had the first choice, less an even share (1 of " +
                    std::to_string(seats.size()) + ")",
                tally.begun_won, tally.begun, -1.0 / static_cast<double>(seats.size()));
  }
  found.share("capped", "cut off", "games given up after " + std::to_string(plan.max_plies) + " plies", tally.capped,
              tally.games);
  for (std::size_t p = 0; p < tally.scores.size(); ++p)
    found.mean(alone ? "score" : "score." + seats[p], alone ? "score" : "score of " + seats[p], "the score at the end",
               moments_of(tally.scores[p]), 1, false, true);
  found.mean("length", "plies", "decisions in a game that comes to its end", moments_of(tally.lengths));
  found.mean("branching", "moves to choose from", "of each game the average at a ply", tally.branching, 1e-3);
  found.mean("lead_changes", "changes of lead", "how often in a game somebody else takes the lead (Browne)",
             tally.lead_changes);
  found.mean("drama", "winner behind",
             "of a won game, the share of plies at which somebody else led (after Browne's drama)", tally.behind, 1e-6,
             true);
  found.mean("decisiveness", "open until",
             "of a won game, the share of plies up to where the winner takes the lead for good (after Browne's "
             "decisiveness)",
             tally.settled, 1e-6, true);
  const auto cells = static_cast<double>(game.cells().size());
  found.mean("filled", "board filled", "cells where something stands, of each game the average", tally.filled,
             1e-3 / cells, true);
  found.mean("beams", "beams", "pieces that send out beams, of each game the average", tally.beams, 1e-3);
  found.mean("lit", "board lit", "cells that a beam leaves, of each game the average", tally.lit, 1e-3 / cells, true);
  return std::move(found.all);
}

std::vector<std::string> findings_of(const Game& game, const StudyPlan& plan, const StudyTally& tally,
                                     const std::vector<CoveredLine>& lines) {
  std::vector<std::string> found;
  const rules::Rules& rules = game.program().rules;
  if (tally.capped > 0)
    found.push_back(plural(tally.capped, "game was", "games were") + " cut off after " +
                    std::to_string(plan.max_plies) +
                    " plies: what is told of lengths, scores and leads is about the others");
  for (std::size_t move = 0; move < rules.moves.size(); ++move) {
    const std::vector<int>& lists = game.program().moves[move].list.entries;
    if (std::all_of(lists.begin(), lists.end(), [](int entry) { return entry < 0; })) continue;  // `offer nothing`
    if (tally.moves_possible[move] == 0)
      found.push_back("the move `" + rules.moves[move].name + "` could never be chosen");
    else if (tally.moves_played[move] == 0)
      found.push_back("the move `" + rules.moves[move].name + "` was never chosen, though it could have been at " +
                      plural(tally.moves_possible[move], "ply", "plies"));
  }
  for (std::size_t kind = 0; kind < rules.kinds.size(); ++kind) {
    std::uint64_t seen = 0;
    for (int owner = -1; owner < static_cast<int>(rules.players.size()); ++owner)
      seen += tally.pieces_seen[pieces_at(game.program(), static_cast<int>(kind), owner)];
    if (seen == 0 && tally.samples > 0)
      found.push_back("the piece `" + rules.kinds[kind].name + "` stood in none of " + std::to_string(tally.samples) +
                      " positions looked at");
  }
  constexpr std::uint64_t kMostListed = 5;
  const std::string in_games = " in " + plural(tally.covered, "game", "games");
  const std::vector<CoveredFile> files = files_of(lines);
  for (const CoveredFile& file : files) {
    if (file.of - file.ran > kMostListed) {
      found.push_back(std::to_string(file.of - file.ran) + " of " + std::to_string(file.of) + " lines of " +
                      (files.size() > 1 ? file.name : "the rules") + " never ran" + in_games +
                      ": --coverage says which");
      continue;
    }
    for (const CoveredLine& line : lines)
      if (line.runs == 0 && line.file == file.name)
        found.push_back(line.file + ":" + std::to_string(line.line) + " never ran" + in_games + ": " + line.text);
  }
  if (tally.forced > 0) found.push_back(forced_text(tally));
  for (std::size_t i = 0; i < std::min(plan.players.size(), tally.guessed_by_players.size()); ++i) {
    const std::uint64_t guessed = tally.guessed_by_players[i];
    if (guessed == 0) continue;
    const std::string who = plan.rotates ? "player " + std::to_string(i + 1) : rules.players[i].name;
    found.push_back("`" + plan.players[i] + "`, " + who + ", chose " + std::to_string(guessed) + " of " +
                    plural(tally.chosen_by_players[i], "move", "moves") +
                    " at random: it found no position that fits what it sees");
  }
  return found;
}

std::string forced_text(const StudyTally& tally) {
  return "at " + plural(tally.forced, "ply", "plies") +
         " nothing could be chosen but what was to be left out, so it was chosen";
}

std::vector<CoveredLine> coverage_of(const Game& game, const StudyTally& tally) {
  if (tally.covered == 0) return {};
  const Result<Game> written = built_for_coverage(game);
  if (!written) return {};
  std::vector<CoveredLine> lines = CoveredLines(written->program()).lines();
  if (lines.size() != tally.rules.size()) return {};
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i].runs = tally.rules[i];
  return lines;
}

std::string plain_text(const Measure& measure, double value) {
  return measure.is_percent ? number_text(100 * value, 1) : number_text(value, digits_for(measure.value));
}

std::string value_text(const Measure& measure, double value) {
  const std::string text = plain_text(measure, value);
  return (measure.shift != 0 && value > 0 ? "+" : "") + text + measure.unit();
}

std::string interval_text(const Measure& measure) {
  if (!measure.has_interval()) return "?";
  return plain_text(measure, measure.interval.low) + " .. " + plain_text(measure, measure.interval.high);
}

}  // namespace glint
