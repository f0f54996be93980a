#include "interpreter/lab/study/measures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <tuple>

#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/players/methods.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

/// Makes the list of measures.
struct Collector {
  using Counts = std::function<Counted(const StudyTally&)>;

  void share(std::string id, std::string meaning, Counts counted, double shift = 0) {
    all.push_back({std::move(id), std::move(meaning), MeasureKind::Form::share, true, 1, shift, {0, 1}, counted});
  }
  void share_of_games(std::string id, std::string meaning, std::function<std::uint64_t(const StudyTally&)> hits) {
    share(std::move(id), std::move(meaning), [hits = std::move(hits)](const StudyTally& tally) {
      return Counted{hits(tally), tally.games};
    });
  }

  void mean(std::string id, std::string meaning, Interval possible,
            std::function<const Histogram&(const StudyTally&)> of, double scale = 1, bool is_percent = false) {
    const auto counted = [of = std::move(of)](const StudyTally& tally) { return Counted{0, 0, &of(tally)}; };
    all.push_back({std::move(id), std::move(meaning), MeasureKind::Form::mean, is_percent, scale, 0, possible, counted});
  }
  template <class Part>
  void mean(std::string id, std::string meaning, Interval possible, Part StudyTally::*of, Histogram Part::*counts,
            double scale = 1, bool is_percent = false) {
    mean(std::move(id), std::move(meaning), possible,
        [=](const StudyTally& tally) -> const Histogram& { return tally.*of.*counts; }, scale, is_percent);
  }

  std::vector<MeasureKind> all;
};

std::uint64_t won_games(const StudyTally& tally) {
  return std::accumulate(tally.endings.wins.begin(), tally.endings.wins.end(), std::uint64_t{0});
}

/// The bounds of the values by the rules; where these set none, twice the largest value seen.
Interval possible_of(const MeasureKind& kind, const Sample& sample) {
  Interval possible = kind.possible;
  if (std::isinf(possible.high)) possible.high = 2 * std::max(1.0, sample.back().value);
  return possible;
}

/// The number of digits after the point that an interval of this width justifies.
int digits_for(double value) {
  const double size = std::fabs(value);
  return size >= 1000 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
}

}  // namespace

std::vector<MeasureKind> measures_in(const Game& game, const StudyPlan& plan) {
  const std::vector<std::string> seats = game.players();
  const Program& program = game.program();
  const bool alone = game.is_team() || seats.size() < 2;
  Collector found;
  using Tally = const StudyTally&;
  using Course = StudyTally::Course;
  using Positions = StudyTally::Positions;
  if (alone) {
    // Not in games that end with a score alone.
    if (program.entries.has_winners) {
      found.share_of_games("wins", "games won", [](Tally tally) { return tally.endings.wins[0]; });
      found.share_of_games("losses", "games lost", [](Tally tally) { return tally.endings.losses; });
    }
  } else {
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
      found.share_of_games("wins." + seats[seat], "games won by this seat",
                           [=](Tally tally) { return tally.endings.wins[seat]; });
      found.all.back().seat = static_cast<int>(seat);
      found.all.back().who = seats[seat];
    }
    if (plan.rotates)
      for (std::size_t i = 0; i < plan.players.size(); ++i)
        found.share_of_games("bot." + std::to_string(i + 1), "games won by " + plan.players[i] + ", in any seat",
                             [=](Tally tally) { return tally.endings.wins_of_players[i]; });
    found.share_of_games("decisive", "decisive games: one player wins (Browne's completion)", won_games);
    found.share_of_games("ties", "games that end without a winner",
                         [](Tally tally) { return tally.endings.ties + tally.endings.losses; });
    if (!play_facts(program).nobody_first)
      found.share("first_player_advantage",
          "share of the decisive games won by the player with the first choice, minus an even share (1 in " +
              std::to_string(seats.size()) + ")",
          [](Tally tally) {
            return Counted{tally.endings.begun_won, tally.endings.begun};
          },
          -1.0 / static_cast<double>(seats.size()));
  }
  const std::string stopped_at = "games stopped at the limit of " + std::to_string(plan.max_plies) + " plies";
  found.share_of_games("unfinished", plan.records ? "games that people left before the end" : stopped_at,
                       [](Tally tally) { return tally.endings.unfinished; });
  if (program.entries.score >= 0) {
    const rules::Type& type = program.rules.judging.score->value.type;
    const Interval possible{static_cast<double>(type.lo), static_cast<double>(type.hi)};
    for (std::size_t p = 0; p < (game.is_team() ? 1 : seats.size()); ++p) {
      found.mean(alone ? "score" : "score." + seats[p], "final score", possible,
                 [p](Tally tally) -> const Histogram& { return tally.endings.scores[p]; });
      found.all.back().seat = static_cast<int>(p);
      found.all.back().who = alone ? "" : seats[p];
    }
  }
  const double plies = plan.max_plies, cells = program.geometry.cells;
  found.mean("length", "plies (moves of one player) in a finished game", {0, plies}, &StudyTally::course, &Course::lengths);
  found.mean("branching_factor", "legal moves per ply, averaged over each game",
             {1, std::numeric_limits<double>::infinity()}, &StudyTally::course, &Course::branching, 1e-3);
  const auto aside = [&found] { found.all.back().is_compared = false; };
  found.mean("effective_branching", "the same as a geometric average: as many moves at every ply would make as large a game",
             {1, std::numeric_limits<double>::infinity()}, &StudyTally::course, &Course::effective, 1e-3);
  aside();
  found.mean("forced_plies", "share of the plies of a game with only one move to choose", {0, 1}, &StudyTally::course,
             &Course::forced, 1 / StudyTally::kShare, true);
  aside();
  found.mean("tree_size", "the decimal logarithm of the product of all branching factors of a finished game",
             {0, std::numeric_limits<double>::infinity()}, &StudyTally::course, &Course::tree, 1e-3);
  aside();
  if (has_leaders(program, plan)) {
    found.mean("lead_changes", "times the lead changes hands in a game (Browne)",
               {0, std::numeric_limits<double>::infinity()}, &StudyTally::course, &Course::lead_changes);
    found.mean("drama", "winner trailing: share of the plies of a decisive game at which another player led (after Browne's drama)", {0, 1},
               &StudyTally::course, &Course::behind, 1 / StudyTally::kShare, true);
    found.mean("decided_at", "how far into a decisive game the winner takes the lead for good; 100 % is the last ply (Browne's "
               "decisiveness, counted from the start)",
               {0, 1}, &StudyTally::course, &Course::settled, 1 / StudyTally::kShare, true);
    for (std::size_t quarter = 0; quarter < 3; ++quarter) {
      const std::string after = std::to_string(25 * (quarter + 1));
      found.share("leader_wins." + after, "finished games that the player wins who leads after " + after + " % of the plies",
                  [=](Tally tally) { return Counted{tally.course.led_won[quarter], tally.course.led[quarter]}; });
      aside();
    }
    using Counts = Histogram Course::*;
    for (const auto& [id, meaning, counts] :
         {std::tuple<const char*, const char*, Counts>{
              "permanence", "what the moves of a game gain and the replies do not take back (after Browne)", &Course::permanence},
          {"response", "gains of a game that the reply takes back whole (after Browne)", &Course::response},
          {"killer_moves", "how far the strongest move of a game goes from its player's worst lead of the game to the best (after Browne)",
           &Course::killer}}) {
      if (seats.size() != 2 || play_facts(program).has_together) break;  // see LeadJudge
      found.mean(id, meaning, {0, 1}, &StudyTally::course, counts, 1 / StudyTally::kShare, true);
      aside();
    }
  }
  found.mean("filled", "occupied cells, averaged over each game", {0, 1}, &StudyTally::positions, &Positions::filled, 1e-3 / cells, true);
  if (!program.reactions.emitter_sets.empty()) {
    found.mean("emitters", "pieces that emit beams, averaged over each game", {0, cells}, &StudyTally::positions,
               &Positions::emitters, 1e-3);
    found.mean("lit", "lit cells (beams start in them or pass through), averaged over each game", {0, 1},
               &StudyTally::positions, &Positions::lit, 1e-3 / cells, true);
  }
  return std::move(found.all);
}

std::string instead_of_measure(const Game& game, const StudyPlan& plan, const std::string& id) {
  if (id == "first_player_advantage" && play_facts(game.program()).nobody_first && game.players().size() > 1)
    return "all choose together, so nobody is first; a seat may be favoured: `wins." + game.players()[0] + "`";
  std::vector<std::string> known;
  for (const MeasureKind& kind : measures_in(game, plan)) known.push_back(kind.id);
  const std::string near = lang::nearest(id, known);
  return near.empty() ? "there are: " + lang::joined(known) : "did you mean `" + near + "`?";
}

std::optional<Measure> measure_of(const MeasureKind& kind, const StudyTally& tally, double apart) {
  const double alpha = kAlpha / apart;
  const Counted counted = kind.counted(tally);
  Measure measure{kind};
  if (!counted.values) {
    if (counted.count == 0) return std::nullopt;
    measure.hits = counted.hits;
    measure.count = counted.count;
    measure.value = static_cast<double>(counted.hits) / static_cast<double>(counted.count) + kind.shift;
    measure.interval = clopper_pearson(counted.hits, counted.count, alpha);
    measure.interval.low += kind.shift;
    measure.interval.high += kind.shift;
    return measure;
  }
  if (counted.values->empty()) return std::nullopt;
  measure.sample = sample_of(*counted.values, kind.scale);
  measure.count = count_of(*counted.values);
  measure.value = average_of(measure.sample);
  measure.possible = possible_of(kind, measure.sample);
  measure.unseen = unseen_of(measure.sample, measure.possible);
  measure.interval = of_average(measure.sample, measure.unseen, alpha);
  return measure;
}

std::vector<Measure> measures_of(const Game& game, const StudyPlan& plan, const StudyTally& tally) {
  std::vector<Measure> all;
  const double apart = looks_apart(plan.looks);
  for (const MeasureKind& kind : measures_in(game, plan))
    if (std::optional<Measure> measure = measure_of(kind, tally, apart)) all.push_back(std::move(*measure));
  return all;
}

std::vector<std::string> findings_of(const Game& game, const StudyPlan& plan, const StudyTally& tally,
                                     const std::vector<CoveredLine>& lines) {
  std::vector<std::string> found;
  const rules::Rules& rules = game.program().rules;
  if (tally.endings.unfinished > 0)
    found.push_back(lang::counted(tally.endings.unfinished, "game is", "games are") + " unfinished, stopped after " +
                    std::to_string(plan.max_plies) +
                    " plies; lengths, scores and leads cover only the others");
  for (std::size_t move = 0; move < rules.moves.size(); ++move) {
    const std::vector<int>& lists = game.program().moves[move].list.entries;
    if (std::all_of(lists.begin(), lists.end(), [](int entry) { return entry < 0; })) continue;  // `offer nothing`
    if (tally.choices.moves_possible[move] == 0)
      found.push_back("the move `" + rules.moves[move].name + "` was never legal");
    else if (tally.choices.moves_played[move] == 0)
      found.push_back("the move `" + rules.moves[move].name + "` was never chosen, though it was legal at " +
                      lang::counted(tally.choices.moves_possible[move], "ply", "plies"));
  }
  for (std::size_t kind = 0; kind < rules.kinds.size(); ++kind) {
    std::uint64_t seen = 0;
    for (int owner = -1; owner < static_cast<int>(rules.players.size()); ++owner)
      seen += tally.positions.pieces_seen[pieces_at(game.program(), static_cast<int>(kind), owner)];
    if (seen == 0 && tally.positions.samples > 0)
      found.push_back("the piece `" + rules.kinds[kind].name + "` was on the board in none of the " +
                      std::to_string(tally.positions.samples) + " positions sampled");
  }
  constexpr std::uint64_t kMostListed = 5;
  const std::string in_games = " in " + lang::counted(tally.covered, "game");
  const std::vector<CoveredFile> files = files_of(lines);
  for (const CoveredFile& file : files) {
    if (file.of - file.ran > kMostListed) {
      found.push_back(std::to_string(file.of - file.ran) + " of " + std::to_string(file.of) + " lines of " +
                      (files.size() > 1 ? file.name : "the rules") + " never ran" + in_games +
                      ": --coverage lists them");
      continue;
    }
    for (const CoveredLine& line : lines)
      if (line.runs == 0 && line.file == file.name)
        found.push_back(line.file + ":" + std::to_string(line.line) + " never ran" + in_games + ": " + line.text);
  }
  if (tally.choices.forced > 0) found.push_back(forced_text(tally));
  for (std::size_t i = 0; i < std::min(plan.players.size(), tally.choices.guessed_by_players.size()); ++i) {
    const std::uint64_t guessed = tally.choices.guessed_by_players[i];
    if (guessed == 0) continue;
    const std::string who = plan.rotates ? "bot " + std::to_string(i + 1) : rules.players[i].name;
    found.push_back("`" + plan.players[i] + "`, " + who + ", chose " + std::to_string(guessed) + " of " +
                    lang::counted(tally.choices.chosen_by_players[i], "move") +
                    " at random: it found no position consistent with what it has seen");
  }
  return found;
}

std::string forced_text(const StudyTally& tally) {
  return "at " + lang::counted(tally.choices.forced, "ply", "plies") + " the restricted element was the only choice, so it was chosen";
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

std::optional<Measure> share_of(const Counted& counted, double apart) {
  MeasureKind kind;
  kind.is_percent = true;
  kind.counted = [counted](const StudyTally&) { return counted; };
  return measure_of(kind, StudyTally(), apart);
}

const Measure* find_measure(const std::vector<Measure>& measures, std::string_view id) {
  const auto at = std::find_if(measures.begin(), measures.end(), [&](const Measure& one) { return one.id == id; });
  return at == measures.end() ? nullptr : &*at;
}

std::optional<Measure> time_of(const std::vector<Measure>& measures) {
  const Measure *length = find_measure(measures, "length"), *tree = find_measure(measures, "tree_size");
  if (!length || !tree) return std::nullopt;
  const auto minutes = [](double plies, double choices) {
    return (kSecondsEach * plies + kSecondsMore * choices * std::log2(10.0)) / 60;
  };
  const Interval plies = length->sample.size() > 1 ? length->interval : Interval{length->value, length->value};
  Measure time;
  time.count = length->count;
  time.value = minutes(length->value, tree->value);
  time.interval = {minutes(plies.low, tree->interval.low), minutes(plies.high, tree->interval.high)};
  return time;
}

std::string plain_text(const Measure& measure, double value) {
  return measure.is_percent ? number_text(100 * value, 1) : number_text(value, digits_for(measure.value));
}

std::string value_text(const Measure& measure, double value) {
  const std::string text = plain_text(measure, value);
  return (measure.shift != 0 && value > 0 ? "+" : "") + text + measure.unit();
}

std::string interval_text(const Measure& measure) {
  // The interval of a value that never varied depends more on the limit of plies than on the game.
  if (measure.form == MeasureKind::Form::mean && measure.sample.size() == 1 && measure.count > 1) return "always";
  return plain_text(measure, measure.interval.low) + " .. " + plain_text(measure, measure.interval.high);
}

// ---- words

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string grouped_count(std::uint64_t number, const std::string& one) {
  return grouped(number) + " " + one + (number == 1 ? "" : "s");
}

std::string number_text(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", std::fabs(value) < 100'000 ? digits : 0, value);
  // No "-0".
  if (std::string_view(text).find_first_not_of("-0.") == std::string_view::npos && text[0] == '-') return text + 1;
  return text;
}

std::string range_text(const Measure& measure) {
  std::string text = interval_text(measure);
  if (const std::size_t at = text.find(" .. "); at != std::string::npos) text.replace(at, 4, " to ");
  return text;
}

std::string with_interval(const std::string& what, const std::string& range) {
  return what + " (95 % confidence interval " + range + ")";
}

std::string percent_text(double share) { return number_text(100 * share, 0) + " %"; }

std::string stated(const Measure& one, bool is_first) {
  const std::string value = value_text(one, one.value), range = range_text(one);
  if (one.form == Measure::Form::mean && one.sample.size() == 1 && one.count > 1) return value;
  return is_first ? with_interval(value, range) : value + " (" + range + ")";
}
std::string stated(double share, const Interval& interval) {
  return with_interval(percent_text(share), number_text(100 * interval.low, 0) + " to " + number_text(100 * interval.high, 0));
}

}  // namespace glint
