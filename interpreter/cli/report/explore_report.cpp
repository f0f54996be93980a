#include "interpreter/cli/report/explore_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <ostream>

#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/report/explore_games.hpp"
#include "interpreter/report/study_words.hpp"
#include "interpreter/report/terminal.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {

using report::padded;
namespace {

std::string loss_text(double loss) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", loss);
  return text;
}

/// "1st", "2nd", "3rd", "4th"
std::string ordinal(std::size_t rank) {
  const std::size_t tens = rank % 100, ones = rank % 10;
  const bool is_teen = tens >= 11 && tens <= 13;
  return std::to_string(rank) + (!is_teen && ones == 1   ? "st"
                                 : !is_teen && ones == 2 ? "nd"
                                 : !is_teen && ones == 3 ? "rd"
                                                         : "th");
}

std::vector<const Finalist*> ranked(const Exploration& found) {
  std::vector<const Finalist*> all;
  for (const Finalist& one : found.finalists)
    if (one.number != 0) all.push_back(&one);
  return all;
}
const Finalist* parent_of(const Exploration& found) {
  for (const Finalist& one : found.finalists)
    if (one.number == 0) return &one;
  return nullptr;
}

std::string wants_text(const ExplorePlan& plan) {
  return lang::joined(plan.wants, "; ", [](const Want& want) { return want.text; });
}

Json loss_json(const Loss& loss) { return Json{{"value", loss.value}, {"low", loss.low}, {"high", loss.high}}; }

Json measures_json(const std::vector<Measure>& measures) {
  Json json = Json::object();
  for (const Measure& measure : measures)
    json[measure.id] = Json{{"value", measure.value},
                            {"low", measure.interval.low},
                            {"high", measure.interval.high},
                            {"of", measure.count}};
  return json;
}

}  // namespace

std::uint64_t games_played(const Exploration& found) {
  std::uint64_t games = 0;
  for (const StageCount& stage : found.stages) games += stage.games;
  return games;
}

std::vector<Measure> wanted_measures(const ExploreReport& report, const StudyTally& tally) {
  std::vector<Measure> measures;
  const std::vector<MeasureKind> kinds = measures_in(report.parent.game(), report.found.fresh_plan);
  for (const Want& want : report.plan.wants) {
    const bool is_there = std::any_of(measures.begin(), measures.end(),
                                      [&](const Measure& measure) { return measure.id == want.measure; });
    if (is_there) continue;
    for (const MeasureKind& kind : kinds) {
      if (kind.id != want.measure) continue;
      if (std::optional<Measure> measure = measure_of(kind, tally, report.found.fresh_looks))
        measures.push_back(std::move(*measure));
    }
  }
  return measures;
}

std::string reasons_text(const ExploreReport& report, std::size_t stage) {
  std::map<Reason, std::size_t> counts;
  for (const Explored& one : report.found.candidates)
    if (one.gone && one.gone_at == stage) ++counts[one.gone->reason];
  return lang::joined(counts, ", ",
                      [](const auto& each) { return std::to_string(each.second) + " " + name_of(each.first); });
}

std::string explore_warning(const ExploreReport& report) {
  const Exploration& found = report.found;
  std::optional<Rejection> fault = found.parent_fault;
  std::string players = "random players";
  if (const Finalist* parent = parent_of(found); !fault && parent != nullptr) {
    fault = fault_of(report.parent.game(), found.fresh_plan, parent->fresh);
    players = report.plan.racer;
  }
  if (!fault) return "";
  std::string text = report.parent.game().title() + " itself would be left out, were it a variant (" +
                     name_of(fault->reason) + "): with " + players + ", " + fault->why +
                     ". So the results for its variants may mean little";
  if (fault->reason == Reason::never_ends) text += "; try a larger --max-plies";
  return text + ".";
}

/// How many games would decide whether a finalist is as wanted, if its averages stay: an interval narrows with the root of
/// the games.
static std::string needed_text(const ExploreReport& report, const Finalist& one) {
  constexpr double kMost = 1e6;
  double times = 1;
  for (const Measure& measure : wanted_measures(report, one.fresh))
    for (const Want& want : report.plan.wants) {
      if (want.measure != measure.id || (measure.interval.low >= want.low && measure.interval.high <= want.high)) continue;
      const double low = (measure.value - measure.interval.low) / std::max(1e-9, measure.value - want.low);
      const double high = (measure.interval.high - measure.value) / std::max(1e-9, want.high - measure.value);
      times = std::max(times, std::max(low, high) * std::max(low, high));
    }
  const double games = times * static_cast<double>(report.plan.games);
  if (games > kMost) return "its averages are too near the bounds for games to decide it";
  return "a budget of about " + grouped(static_cast<std::uint64_t>(std::ceil(games / 1000)) * 1000) + " games would decide it";
}

std::vector<std::string> explore_verdict(const ExploreReport& report) {
  const Exploration& found = report.found;
  const std::vector<const Finalist*> all = ranked(found);
  std::vector<std::string> sentences;
  if (all.empty()) {
    sentences.push_back("None of " + lang::counted(found.candidates.size() - 1, "variant") + " of " +
                        report.parent.game().title() + " remained: the table says why.");
    return sentences;
  }
  const Finalist& best = *all.front();
  const Finalist* parent = parent_of(found);
  const std::string name = lang::marked(found.candidates[best.number].name);
  std::string first = best.loss.high == 0   ? name + " meets all wants, with 95 % confidence"
                      : best.loss.value > 0 ? name + " comes closest to what is wanted: its loss is " +
                                                  loss_text(best.loss.value) + " (at most " + loss_text(best.loss.high) + ")"
                                            : name + " is as wanted on average, but that is not decided (loss at most " +
                                                  loss_text(best.loss.high) + "): " + needed_text(report, best);
  if (parent != nullptr) {
    first += ". " + report.parent.game().title() + " itself has a loss of " + loss_text(parent->loss.value);
    if (best.loss.high < parent->loss.low)
      first += ", which is more with 95 % confidence";
    else if (best.loss.value < parent->loss.value)
      first += "; these games do not show that the difference is real";
    else
      first += ", so no variant comes closer than the game itself";
  }
  sentences.push_back(first + ".");

  // Where the race put another one first.
  const Finalist& raced = **std::min_element(
      all.begin(), all.end(), [](const Finalist* a, const Finalist* b) { return a->race_rank < b->race_rank; });
  if (raced.loss.value > best.loss.value)
    sentences.push_back("The ranking flips with fresh games: `" + found.candidates[raced.number].name +
                        "` led the race and is now " + ordinal(raced.rank) +
                        (best.loss.high < raced.loss.low ? ", worse with 95 % confidence."
                                                         : "; these games do not show that the difference is real."));
  else if (all.size() > 1)
    sentences.push_back(raced.number == best.number ? "It led the race, too."
                                                    : "In the race it was " + ordinal(best.race_rank) + ".");
  return sentences;
}

/// The first broken variants, each with the reason. Variants that were only outranked are not listed.
static void print_left_out(const Exploration& found, std::ostream& out) {
  constexpr std::size_t kMost = 10;
  std::vector<const Explored*> broken;
  for (const Explored& one : found.candidates)
    if (one.gone && one.gone->reason != Reason::outranked) broken.push_back(&one);
  if (broken.empty()) return;
  out << "\nLeft out" << (broken.size() > kMost ? ", for example" : "") << '\n';
  for (std::size_t i = 0; i < broken.size() && i < kMost; ++i) {
    const Rejection& why = *broken[i]->gone;
    out << "  " << padded(broken[i]->name, 24) << "  " << name_of(why.reason) << (why.why.empty() ? "" : ": ")
        << why.why << "\n      " << broken[i]->what << '\n';
  }
  if (broken.size() > kMost)
    out << "  and " << grouped(broken.size() - kMost) << " more: --html FILE and --json list them all\n";
}

/// How many of the single changes were tried, where not all were.
static std::string tried_text(const ExploreReport& report) {
  const std::set<std::size_t> allowed = [&] {
    const std::vector<std::size_t> all = report.parent.allowed(report.plan.may);
    return std::set<std::size_t>(all.begin(), all.end());
  }();
  std::set<std::size_t> tried;
  for (const Explored& one : report.found.candidates) tried.insert(one.made.begin(), one.made.end());
  if (tried.size() >= allowed.size()) return "";
  return grouped(tried.size()) + " of " + grouped(allowed.size()) + " single changes that may be made were tried.";
}

void print_exploration(const ExploreReport& report, Console& console) {
  const Exploration& found = report.found;
  std::ostream& out = console.out;
  out << report.parent.game().title() << ": " << lang::counted(found.candidates.size() - 1, "variant") << ", "
      << grouped(games_played(found)) << " games, seed " << report.plan.seed << '\n'
      << "wanted: " << wants_text(report.plan) << "\n\n";
  if (const std::string warning = explore_warning(report); !warning.empty()) out << "warning: " << warning << "\n\n";
  for (const std::string& sentence : explore_verdict(report)) out << sentence << '\n';
  if (const std::string tried = tried_text(report); !tried.empty()) out << tried << '\n';
  out << "(" << kLossMeaning << ")\n";

  out << "\nStages\n"
      << "  " << padded("", 14) << padded("entered", 9, true) << padded("remained", 10, true) << padded("games", 12, true)
      << "   left out\n";
  for (std::size_t i = 0; i < found.stages.size(); ++i) {
    const StageCount& stage = found.stages[i];
    out << "  " << padded(stage.name, 14) << padded(grouped(stage.came), 9, true)
        << padded(grouped(stage.left), 10, true) << padded(grouped(stage.games), 12, true) << "   "
        << reasons_text(report, i) << '\n';
  }
  print_left_out(found, out);

  const std::vector<const Finalist*> all = ranked(found);
  if (!all.empty()) out << "\nThe best variants, by fresh games of " << report.plan.racer << '\n';
  std::size_t rank = 0;
  const auto figures = [&](const Finalist& one) {
    for (const Measure& measure : wanted_measures(report, one.fresh))
      out << "      " << padded(measure.id, 24) << padded(value_text(measure, measure.value), 14, true) << "   "
          << interval_text(measure) << '\n';
  };
  for (const Finalist* one : all) {
    const Explored& candidate = found.candidates[one->number];
    out << "  " << padded(std::to_string(++rank), 3, true) << "  " << candidate.name << "   loss "
        << loss_text(one->loss.value) << "   in the race " << ordinal(one->race_rank);
    if (candidate.tests.of > 0)
      out << "; " << candidate.tests.held << " of " << candidate.tests.of << " tests of the game hold";
    out << "\n      " << candidate.what << '\n';
    figures(*one);
  }
  if (const Finalist* parent = parent_of(found)) {
    out << "   -   " << report.parent.game().title() << " itself   loss " << loss_text(parent->loss.value) << '\n';
    figures(*parent);
  }
  out << "\nAll intervals hold at once in 95 of 100 explorations.";
  if (!report.folder.empty() && !all.empty())
    out << " Scripts are in " << report.folder << ": try `glint play " << report.folder << "/"
        << found.candidates[all.front()->number].name << ".glint`.";
  out << '\n';
}

Json exploration_json(const ExploreReport& report, ExploreHost& host) {
  const Exploration& found = report.found;
  Json json = Json::object();
  json.update({{"game", report.parent.game().id()},
               {"title", report.parent.game().title()},
               {"seed", report.plan.seed},
               {"wanted", list_of(report.plan.wants, [](const Want& want) { return Json(want.text); })},
               {"budget", report.plan.games},
               {"games", games_played(found)},
               {"bot", report.plan.racer},
               {"warning", explore_warning(report)},
               {"verdict", Json(explore_verdict(report))}});
  Json stages = Json::array();
  for (std::size_t i = 0; i < found.stages.size(); ++i) {
    const StageCount& stage = found.stages[i];
    Json reasons = Json::object();
    for (const Reason reason : all_reasons()) {
      std::uint64_t count = 0;
      for (const Explored& one : found.candidates) count += one.gone && one.gone->reason == reason && one.gone_at == i;
      if (count > 0) reasons[name_of(reason)] = count;
    }
    stages.push_back(Json{{"name", stage.name},
                          {"entered", static_cast<std::uint64_t>(stage.came)},
                          {"remained", static_cast<std::uint64_t>(stage.left)},
                          {"games", stage.games},
                          {"left_out", reasons}});
  }
  json["stages"] = stages;
  json["finalists"] = list_of(found.finalists, [&](const Finalist& one) {
    const Explored& candidate = found.candidates[one.number];
    return Json{{"name", candidate.name},
                {"is_parent", one.number == 0},
                {"what", candidate.what},
                {"script", candidate.script},
                {"loss", loss_json(one.loss)},
                {"rank", static_cast<std::uint64_t>(one.rank)},
                {"race_rank", static_cast<std::uint64_t>(one.race_rank)},
                {"tests_held", static_cast<std::uint64_t>(candidate.tests.held)},
                {"tests", static_cast<std::uint64_t>(candidate.tests.of)},
                {"measures", measures_json(wanted_measures(report, one.fresh))},
                {"game", representative_json(report, one, host)}};
  });
  Json left_out = Json::array();
  for (const Explored& one : found.candidates)
    if (one.gone)
      left_out.push_back(
          Json{{"name", one.name}, {"what", one.what}, {"reason", name_of(one.gone->reason)}, {"why", one.gone->why}});
  json["left_out"] = left_out;
  return json;
}

}  // namespace glint::cli
