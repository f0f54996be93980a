// Searches: puzzles, what a change of rules changes, and variants of a game.
#include <algorithm>

#include <glint/diff.hpp>
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/explore/explore.hpp"
#include "interpreter/lab/json/diff_json.hpp"
#include "interpreter/python/engine/binding.hpp"
#include "interpreter/report/study.hpp"
#include "lang/source/stop.hpp"

namespace glint::python {
namespace {

using view::Json;

/// (solutions, count, best, complete, positions, plies)
py::tuple solved(const Position& position, std::uint64_t limit, std::uint64_t max_solutions, std::uint64_t max_returned) {
  const Position own = position.detach();
  const Solved found = taken(without_python([&] {
    return solve(own, {.limit = limit, .max_solutions = max_solutions, .max_returned = max_returned});
  }));
  py::list solutions;
  for (const Solution& one : found.solutions) solutions.append(one.moves);
  return py::make_tuple(solutions, found.count, found.best, found.complete, found.positions, found.plies);
}

/// {"identical", "text", "play"}, as `glint diff --json` has them. `progress(positions, games)`, or None.
std::string differences(const Game& before, const Game& now, std::uint64_t limit, std::uint64_t games, int plies,
                        std::uint64_t seed, const py::object& progress) {
  DiffOptions options{.limit = limit, .games = games, .plies = plies, .seed = seed};
  if (!progress.is_none())
    options.progress = [&](const SearchProgress& now_at) {
      Call::python([&] { progress(now_at.positions, now_at.games); });
    };
  return taken(without_python([&]() -> Result<std::string> {
    const TextDiff text = diff_text(before, now);
    options.text = &text;
    Json json = {{"identical", text.is_identical}, {"text", json_of(text)}, {"play", nullptr}};
    if (text.is_identical) return view::json_line(json);
    const Result<PlayDiff> play = diff_play(before, now, options);
    if (!play) return play.errors();
    json["play"] = json_of(*play);
    return view::json_line(json);
  }));
}

/// Threads of Python do the work: `each(count, work)` calls work(0), work(1), ... and returns when all are done.
class Host : public ExploreHost {
 public:
  Host(py::object files, py::object each, py::object note)
      : files_(std::move(files)), each_(std::move(each)), note_(std::move(note)) {}

  Result<Game> build(const std::string& script, const std::string& name) override {
    return Game::from_text(script, name + ".glint", {}, &files_, limits());
  }
  void each(std::size_t count, const std::function<void(std::size_t)>& work) override {
    Call::python([&] {
      each_(count, py::cpp_function([&](std::size_t number, const Cancel& cancel) {
              without_python([&] { return work(number), 0; }, &cancel);
            }));
    });
    if (Call::stops()) throw lang::Stopped{};
  }
  void note(const std::string& what) override {
    if (!note_.is_none()) Call::python([&] { note_(what); });
  }

 private:
  Files files_;
  py::object each_, note_;
};

Json measured(const Finalist& one, const ExplorePlan& plan, const Exploration& found, const Game& game) {
  Json all = Json::object();
  for (const MeasureKind& kind : measures_in(game, found.fresh_plan))
    if (std::any_of(plan.wants.begin(), plan.wants.end(), [&](const Want& want) { return want.measure == kind.id; }))
      if (const auto measure = measure_of(kind, one.fresh, found.fresh_looks)) all[kind.id] = report::estimate_json(*measure);
  return all;
}

/// {"stages": [[NAME, CAME, LEFT, GAMES]], "candidates": [[NAME, TITLE, WHAT, SCRIPT, LEFT_AT, REASON]], "finalists":
/// [[NUMBER, RANK, RACE_RANK, LOSS, LOW, HIGH, MEASURES]]}
std::string explored(const Game& game, const Settings& settings, const std::vector<std::string>& wants,
                     const std::vector<std::string>& vary, const std::vector<std::string>& fix, std::uint64_t seed,
                     std::uint64_t games, std::size_t candidates, std::size_t kept, const std::string& bot,
                     int max_plies, py::object files, py::object each, py::object note) {
  ExplorePlan plan;
  for (const std::string& want : wants) plan.wants.push_back(taken(read_want(want)));
  plan.may = {vary, fix};
  plan.seed = seed;
  plan.games = games;
  plan.candidates = candidates;
  plan.kept = kept;
  plan.racer = bot;
  plan.max_plies = max_plies;
  Host host(std::move(files), std::move(each), std::move(note));
  return taken(without_python([&]() -> Result<std::string> {
    try {
      const VariedParent parent(game, game.id(), settings);
      if (auto error = check_plan(plan, parent)) return *error;
      if (const std::uint64_t fewest = fewest_games(plan); plan.games < fewest)
        return plain_error("the budget of " + std::to_string(plan.games) + " games is too small",
                           "take at least " + std::to_string(fewest) + ", or fewer candidates");
      const Exploration found = explore(parent, plan, host);
      Json all = {{"stages", Json::array()}, {"candidates", Json::array()}, {"finalists", Json::array()}};
      for (const StageCount& stage : found.stages)
        all["stages"].push_back({stage.name, stage.came, stage.left, stage.games});
      for (const Explored& one : found.candidates)
        all["candidates"].push_back({one.name, one.title, one.what, one.script,
                                     one.gone ? Json(found.stages[one.gone_at].name) : Json(),
                                     one.gone ? Json(one.gone->why) : Json()});
      for (const Finalist& one : found.finalists)
        all["finalists"].push_back({one.number, one.rank, one.race_rank, one.loss.value, one.loss.low, one.loss.high,
                                    measured(one, plan, found, game)});
      return view::json_line(all);
    } catch (const lang::Stopped&) {
      return plain_error(lang::Code::G0614, "the exploration was stopped");
    }
  }));
}

}  // namespace

void add_searches(py::module_& module) {
  module.def("solve", &solved);
  module.def("diff", &differences);
  module.def("explore", &explored);
}

}  // namespace glint::python
