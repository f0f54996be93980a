#include "interpreter/cli/report/study_report.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <utility>

#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/lab/search/moves_to_error.hpp"
#include "interpreter/lab/study/played_again.hpp"
#include "interpreter/report/document.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/svg/text.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {

using report::Panel;
using report::percent;
using report::ShownGames;
using report::tabs;

namespace {

/// "39 plies, 2 lead changes, winner trailing 46.2 % of plies, decided after 93.0 %".
std::string course_text(const StudyTally& tally) {
  std::string text = lang::counted(tally.plies, "ply", "plies");
  if (tally.endings.unfinished > 0) text += ", unfinished";
  if (tally.course.dramatic.is_set)
    text += ", " + lang::counted(static_cast<std::uint64_t>(tally.course.dramatic.value), "lead change");
  const auto percent_of = [](std::int64_t part) {
    return percent(static_cast<std::uint64_t>(part), static_cast<std::uint64_t>(StudyTally::kShare));
  };
  if (tally.course.turning.is_set)
    text += ", winner trailing " + percent_of(tally.course.turning.then) + " of plies, decided after " +
            percent_of(tally.course.turning.value);
  return text;
}

/// The course of this game, if the study has kept it; else null.
const std::string* kept_of(const StudyPart& part, std::uint64_t number) {
  return number < part.games.size() ? &part.games[static_cast<std::size_t>(number)] : nullptr;
}

std::uint64_t find_game(const StudyPart& part, const std::string& which) {
  if (!is_chosen_by_name(which, part.header.plan)) return *whole_number(which);
  for (const ChosenGame& one : chosen_games(part.tally))
    if (one.name == which) return one.game;
  stop(kNo, "the study has no `" + which + "` game",
       which == "dramatic" || which == "turning" ? "it needs to know who leads: a `heuristic` or `score` in the "
                                                   "script, or --evaluate; and at least one decisive game"
                                                 : "none of its games finished");
}

/// After how many plies the winner took the lead for good; 0: never, or nobody knows.
std::size_t turn_of(const PlayedAgain& played) {
  const Extreme& turning = played.tally.course.turning;
  if (!turning.is_set || turning.value <= 0) return 0;
  const double plies = static_cast<double>(played.record.moves.size());
  return static_cast<std::size_t>(std::min(plies, std::round(static_cast<double>(turning.value) / StudyTally::kShare * plies)));
}

/// After how many plies a page shows the board: some moments evenly spread, the last, and where the lead turned.
std::set<std::size_t> moments_of(const PlayedAgain& played) {
  constexpr std::size_t kMoments = 6;
  const std::size_t plies = played.record.moves.size();
  std::set<std::size_t> moments;
  for (std::size_t i = 1; i <= kMoments; ++i) moments.insert((plies * i + kMoments - 1) / kMoments);
  moments.insert(turn_of(played));
  moments.erase(0);
  return moments;
}

struct GamePanels {
  std::string course;            // its boards to click through, and its moves
  std::string lead, lead_words;  // the board two thirds on, for the top of the page; "after 20 of 30 plies"
};

/// `name` tells its buttons from those of other games; `leads`: with `lead`.
GamePanels panels_of(const Game& game, const PlayedAgain& played, const std::string& name, bool leads) {
  constexpr std::size_t kMostCells = 2000;
  GamePanels made;
  made.course = "<p class=\"sub\">" + lang::counted(played.record.moves.size(), "ply", "plies") + ", " +
                view::escape(played.record.result.empty() ? "unfinished" : played.record.result) + "</p>\n";
  Record begin = played.record;
  begin.moves.clear();
  const std::vector<std::string>& moves = played.record.moves;
  const std::set<std::size_t> moments = moments_of(played);
  const std::size_t lead_at = (2 * moves.size() + 2) / 3;
  Result<Replayed> at = replay(game, begin);
  if (!at) return made;
  const bool draws = game.cells().size() <= kMostCells;
  std::vector<Panel> panels;
  std::string list;
  for (std::size_t ply = 1; ply <= moves.size(); ++ply) {
    const int player = at->position.to_move();
    const std::string move =
        (player >= 0 ? game.players()[static_cast<std::size_t>(player)] + ": " : "") + moves[ply - 1];
    if (at->position.play(moves[ply - 1])) return made;
    list += "<li>" + view::escape(move) + "</li>\n";
    const std::string words = "after " + std::to_string(ply) + " of " + std::to_string(moves.size()) + " plies";
    if (!draws || (moments.count(ply) == 0 && !(leads && ply == lead_at))) continue;
    const std::string picture = view::svg(view::scene_of(at->position));
    if (moments.count(ply) > 0)
      panels.push_back({"ply " + std::to_string(ply),
                        "<p class=\"sub\">" + words + ", " + view::escape(move) +
                            (ply == turn_of(played) ? "; here the winner took the lead for good" : "") +
                            "</p>\n<div class=\"board\">" + picture + "</div>\n"});
    if (leads && ply == lead_at) {
      made.lead = picture;
      made.lead_words = words;
    }
  }
  if (!panels.empty()) made.course += tabs(name, panels, panels.size() - 1);
  made.course += "<details><summary>All moves</summary>\n<ol>\n" + list + "</ol>\n</details>\n";
  return made;
}

}  // namespace

bool is_chosen_by_name(const std::string& which, const StudyPlan& plan) {
  const std::vector<std::string>& names = names_of_chosen_games();
  if (std::find(names.begin(), names.end(), which) != names.end()) return true;
  const auto number = whole_number(which);
  if (!number)
    stop(kUsage, "--show takes a game number, or one of " + lang::joined(names) + "; found `" + which + "`",
         did_you_mean(which, names));
  if (*number >= plan.games)
    stop(kUsage, "--show: the study has no game " + which,
         plan.games == 0   ? "no game of it has been played"
         : plan.games == 1 ? "its only game is 0"
                           : "its games are 0 to " + std::to_string(plan.games - 1));
  return false;
}

ShownGames shown_games(const Game& game, const StudyPart& part, const GamesToShow& which) {
  // A game may be chosen for several reasons.
  struct Shown {
    std::uint64_t number = 0;
    std::string names, why;  // the button; HTML
    GamePanels panels = {};
  };
  std::vector<Shown> games;
  for (const ChosenGame& one : chosen_games(part.tally)) {
    const auto known =
        std::find_if(games.begin(), games.end(), [&](const Shown& each) { return each.number == one.game; });
    const std::string why = "<b>" + one.name + "</b>: " + view::escape(one.why);
    if (known == games.end()) {
      if (games.size() == which.most) continue;
      games.push_back({one.game, one.name, why});
    } else {
      known->names += ", " + one.name;
      known->why += "; " + why;
    }
  }
  const StudyPlan& plan = part.header.plan;
  NumberQueue queue(games.size());
  on_threads(std::min(which.threads, static_cast<int>(games.size())), [&](int) {
    while (const auto i = queue.take()) {
      const auto played = play_again(game, part.header.game, plan, games[*i].number, kept_of(part, games[*i].number));
      if (played) games[*i].panels = panels_of(game, *played, which.name + "g" + std::to_string(*i), *i == 0);
    }
  });
  if (games.empty()) return {};
  ShownGames shown;
  std::vector<Panel> panels;
  for (const Shown& one : games) {
    panels.push_back({one.names, "<h3>Game " + std::to_string(one.number) + "</h3>\n<p class=\"sub\">" + one.why + "</p>\n" +
                                     one.panels.course});
    if (!one.panels.lead.empty())
      shown.lead = "<div class=\"board\">" + one.panels.lead + "</div>\n<p class=\"sub\">Game " +
                   std::to_string(one.number) + ", " + view::escape(one.panels.lead_words) + "</p>\n";
  }
  shown.games = tabs(which.name + "game", panels, 0, "games");
  return shown;
}

void show_study_game(Console& console, const Game& game, const StudyPart& part, const std::string& which,
                     const ShownForms& forms) {
  const StudyPlan& plan = part.header.plan;
  const std::uint64_t number = find_game(part, which);
  const std::string* const kept = kept_of(part, number);
  if (!kept && plays_by_time(plan))
    console.err << "note: a bot in this study has a time budget, so a replayed game may go differently\n";
  Result<PlayedAgain> played = play_again(game, part.header.game, plan, number, kept);
  if (!played) {
    Error error = played.errors()[0];
    add_help(error, "this is in game " + std::to_string(number) + " of the study");
    stop(kept && error.code.empty() ? kUsage : kNo, {with_moves(game, error)});
  }
  if (forms.save) create_file(*forms.save, write_record(played->record));
  if (forms.json) {
    console.out << write_record(played->record);
    return;
  }
  std::ostream& out = console.out;
  out << game.title() << ": game " << number << " of the study with seed " << plan.seed << '\n';
  std::string seats;
  for (const auto& [seat, player] : played->record.seats) seats += (seats.empty() ? "" : ", ") + seat + ": " + player;
  out << seats << "\n\n";
  print_moves(out, game, played->record, static_cast<int>(played->record.moves.size()));
  out << '\n';
  print_board(out, played->end, console.style);
  out << '\n' << course_text(played->tally) << '\n';
  if (forms.save) out << "Saved in " << lang::escaped(*forms.save) << "; `glint replay` and `glint play` read it.\n";
}

// ---- reports

void report_document(Console& console, const report::Document& document, const ReportForms& forms) {
  // The printed answer comes first, so that it is not lost if the page cannot be written.
  if (forms.json)
    console.out << json_text(report::json_of(document));
  else if (forms.html != "-")
    report::print(console.out, document, console.style);
  if (forms.html) write_output(*forms.html, Output::page, report::page_of(document), console);
}

report::Document study_report(const Game& game, const StudyPart& part, const ReportForms& forms, Asked asked) {
  const auto play_again = [&game, &part, threads = forms.threads] { return shown_games(game, part, {"", threads}); };
  return report::study_document(game, part,
                                {coverage_of(game, part.tally), forms.coverage, play_again, std::move(asked)});
}

void report_variations(Console& console, const std::vector<Variation>& variations, std::size_t base,
                       const ReportForms& forms, const PeoplesGames* people) {
  // The page stays of a readable size, however many studies it compares.
  const std::size_t most = std::max<std::size_t>(1, GamesToShow{}.most / variations.size());
  const auto play_again = [&, most](std::size_t i) {
    return shown_games(variations[i].game, variations[i].part, {"v" + std::to_string(i) + "-", forms.threads, most});
  };
  report::Document document = report::comparison_document(variations, base, play_again);
  if (people) report::add_people(document, variations, *people);
  report_document(console, document, forms);
}

}  // namespace glint::cli
