// The lab: bots, studies in parts, which threads of Python play side by side, puzzles, the effects of a change of
// rules, and variants of a game.
#include <algorithm>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <sstream>
#include <tuple>

#include <glint/diff.hpp>
#include "interpreter/lab/explore/explore.hpp"
#include "interpreter/lab/json/diff_json.hpp"
#include "interpreter/lab/search/solve.hpp"
#include "interpreter/lab/study/played_again.hpp"
#include "interpreter/lab/study/questions.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/learn/values_file.hpp"
#include "interpreter/players/exact/exact_values.hpp"
#include "interpreter/python/engine/binding.hpp"
#include "interpreter/report/document.hpp"
#include "interpreter/report/study.hpp"

namespace glint::python {
namespace {

using view::Json;

/// A bot of Python: `choose(position, only)` returns the number of a listed move; `only`: the numbers to choose from,
/// or None.
struct Guest : Player {
  explicit Guest(py::object choose) : choose_of(std::move(choose)) {}
  ~Guest() override {
    const py::gil_scoped_acquire held;
    choose_of = py::object();
  }

  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only) override {
    std::optional<std::uint64_t> chosen;
    Call::python([&] { chosen = choose_of(position.detach(), only).cast<std::uint64_t>(); });
    if (chosen) return *chosen;
    return plain_error(lang::Code::G0614, "a bot raised an exception");  // which is on its way
  }

  py::object choose_of;
};

/// The values that `glint learn` has learnt for a game; null: none.
using Learned = std::shared_ptr<LearnedValues>;
JudgeMaker judge_of(const Learned& learned) {
  return learned ? judge_by(std::shared_ptr<const Values>(learned, &learned->values)) : JudgeMaker{};
}

void check_bot(const std::string& spec, const Game& game) { check(cannot_play(taken(read_player_spec(spec)), game)); }

/// The choice of one of Glint's bots (`only`: among these), as (number of a listed move, value, whether it is a guess).
py::tuple chosen(const std::string& spec, std::uint64_t seed, const Position& position, const Learned& learned,
                 const std::optional<std::vector<std::uint64_t>>& only) {
  const auto player = taken(make_player(spec, seed, position.game(), {}, judge_of(learned)));
  const Position own = position.detach();
  const std::uint64_t number = taken(without_python([&] { return player->choose(own, only ? &*only : nullptr); }));
  return py::make_tuple(number, player->value(), player->guessed());
}

struct Played {
  StudyTally tally;
  GameLog log;
  std::uint64_t end = 0;
};

std::string printed(const report::Document& document) {
  std::ostringstream out;
  report::print(out, document, {});
  return out.str();
}

struct Study {
  /// `guests`: by player, a function of Python that makes `choose` of a guest from the seed of a game; None for our bots.
  /// `learned`: None, if no bot is `learned`. `without`: (is a piece, its number or a move's, seat), as Restriction.
  Study(const std::string& label, const Game& game, const std::vector<std::string>& players, std::vector<py::object> guests,
        bool rotates, std::uint64_t seed, std::uint64_t games, int max_plies, const Settings& draws, int playouts,
        const Learned& learned, const std::vector<std::tuple<bool, int, int>>& without, std::uint64_t looks)
      : one{label, game, {}, {}}, guests(std::move(guests)) {
    StudyPlan plan{.players = players, .learned = judge_of(learned), .rotates = rotates, .seed = seed, .games = games,
                   .max_plies = max_plies, .draws = draws, .playouts = playouts, .without = {}, .looks = looks};
    for (const auto& [is_piece, number, seat] : without)
      plan.without.push_back({is_piece ? Restriction::Kind::piece : Restriction::Kind::move, number, seat});
    plan.guest = [this](std::size_t player, std::uint64_t seed_of_game) {
      std::unique_ptr<Player> made;
      const py::object& guest = this->guests[player];
      if (!guest.is_none()) Call::python([&] { made = std::make_unique<Guest>(guest(seed_of_game)); });
      return made;
    };
    one.part.header = header_of(game, label, plan);
    one.part.tally = StudyTally(game.program());
    one.log = empty_log();
  }
  /// A question to a study, which the question keeps alive, because its plan refers to the study.
  Study(const Study& asked, py::object self, const Question& question)
      : one{asked.one.label, asked.one.game, {}, {}}, guests{std::move(self)}, question(question) {
    one.part.header = question.header;
    one.part.tally = StudyTally(one.game.program());
    one.log = empty_log();
  }
  Study(const Study&) = delete;
  Study& operator=(const Study&) = delete;

  /// Plays some games. Several threads may do so at once.
  Played play(std::uint64_t begin, std::uint64_t end, const Cancel& cancel) const {
    const auto play = [&] {
      Played played{StudyTally(one.game.program()), empty_log(), end};
      StudyPlayer player(one.game, one.part.header.plan);
      for (std::uint64_t number = begin; number < end; ++number) {
        check(player.play(number, played.tally));
        played.log.add(player.counted());
      }
      return played;
    };
    return without_python(play, &cancel);
  }
  /// Counts games that follow those that are counted.
  void add(const Played& played) {
    one.part.tally.add(played.tally);
    one.log.add(played.log);
  }
  report::Document document() const { return report::study_document(one.game, one.part, {.asked = asked}); }
  /// True if enough is known for `--until` of `glint study`. Raises GlintError if this study has no such measure.
  bool is_known(const std::string& until) const {
    const Want want = taken(read_want(until));
    check(check_want(want, one.game, one.part.header.plan));
    return glint::is_known(want, one.game, one.part.header.plan, one.part.tally);
  }
  /// There will be no more games: the study is complete.
  void end_here() { one.part.header.plan.games = one.part.tally.games; }
  /// A game played again, as (seed, draws, moves).
  py::tuple again(std::uint64_t number) const {
    const Record record =
        taken(without_python([&] { return play_again(one.game, one.label, one.part.header.plan, number); })).record;
    return py::make_tuple(record.seed, record.draws, record.moves);
  }
  GameLog empty_log() const { return GameLog(measures_in(one.game, one.part.header.plan)); }

  report::Variation one;
  std::vector<py::object> guests;
  Asked asked;
  Question question;  // whose answer this is
};

/// Questions to better bots and about first moves, as (study to be played, games, whether at random); Asking::proven.
py::list questions_to(const py::object& self, bool strong, const std::string& proven, bool openings) {
  Study& study = self.cast<Study&>();
  const auto all = taken(questions_of(study.one.game, study.one.part.header, {strong, proven, openings}, study.asked));
  return list_of(all, [&](const Question& each) {
    const StudyPlan& plan = each.header.plan;
    return py::make_tuple(std::make_unique<Study>(study, self, each), plan.games, all_random(plan));
  });
}

/// The list `comparison` of `glint compare --json`, and what the command prints; the first is the base.
std::pair<std::string, std::string> compared(const std::vector<const Study*>& studies) {
  std::vector<report::Variation> all;
  for (const Study* study : studies) all.push_back(study->one);
  return {view::json_line(report::comparison_json(all, 0)), printed(report::comparison_document(all, 0, {}))};
}

/// (solutions, count, best, complete, positions, plies). `progress(moves tried)`.
py::tuple solved(const Position& position, std::uint64_t limit, std::uint64_t max_solutions, std::uint64_t max_returned,
                 const py::object& progress) {
  const Position own = position.detach();
  const auto note = [&, tried = std::uint64_t{0}]() mutable {
    if ((++tried & 0xFF) == 0) Call::python([&] { progress(tried); });
    return false;
  };
  const Solved found = taken(without_python([&] {
    return solve_until(note, own, {.limit = limit, .max_solutions = max_solutions, .max_returned = max_returned});
  }));
  const py::list solutions = list_of(found.solutions, [](const Solution& one) { return py::cast(one.moves); });
  return py::make_tuple(solutions, found.count, found.best, found.complete, found.positions, found.plies);
}

/// (decided, value for the player to move, plies, perfect play, positions, depth), as ExactValue. `progress(positions)`
py::tuple valued(const Position& position, std::uint64_t limit, bool symmetries, const py::object& progress) {
  check(ExactValues::refusal(position, "solve(value=True)"));
  const auto note = [&](const SearchProgress& at) { Call::python([&] { progress(at.positions); }); };
  ExactValues values(position.detach(), {limit, symmetries, false, note});
  check(without_python([&] { return values.run(); }));
  const std::vector<std::string> line = taken(perfect_play(values, position)).moves;
  const auto [value, plies] = values.value();
  return py::make_tuple(values.is_decided(), value, plies, line, values.positions(), values.depth());
}

/// {"identical", "text", "play"}, as `glint diff --json` has them. `progress(positions, games)`.
std::string differences(const Game& before, const Game& now, std::uint64_t limit, std::uint64_t games, int plies,
                        std::uint64_t seed, const py::object& progress) {
  const auto note = [&](const SearchProgress& at) { Call::python([&] { progress(at.positions, at.games); }); };
  return without_python([&] {
    const TextDiff text = diff_text(before, now);
    Json json = {{"identical", text.is_identical}, {"text", json_of(text)}, {"play", nullptr}};
    if (!text.is_identical)
      json["play"] = json_of(taken(diff_play(before, now, {.limit = limit, .games = games, .plies = plies, .seed = seed,
                                                          .text = &text, .progress = note})));
    return view::json_line(json);
  });
}

/// Threads of Python do the work: `each(count, work)` calls work(0), work(1), ... and returns when all are done.
struct Host : ExploreHost {
  Host(py::object files, py::object each, py::object note)
      : files(std::move(files)), each_of(std::move(each)), note_of(std::move(note)) {}

  Result<Game> build(const std::string& script, const std::string& name) override {
    return Game::from_text(script, name + ".glint", {}, &files, limits());
  }
  void each(std::size_t count, const std::function<void(std::size_t)>& work) override {
    // Python may return too early, because Ctrl-C can break any wait of it. The work lives here, so a thread that uses
    // it is waited for, and later calls are refused.
    struct Door {
      std::shared_mutex within;
      const std::function<void(std::size_t)>* work;
    };
    const auto door = std::make_shared<Door>();
    door->work = &work;
    Call::python([&] {
      each_of(count, py::cpp_function([door](std::size_t number, const Cancel& cancel) {
                const auto enter = [&] {
                  const std::shared_lock entered(door->within);
                  return door->work != nullptr && ((*door->work)(number), true);
                };
                without_python(enter, &cancel);
              }));
    });
    const std::unique_lock shut(door->within);
    door->work = nullptr;
    if (Call::stops()) throw lang::Stopped{};
  }
  void note(const std::string& what) override {
    Call::python([&] { note_of(what); });
  }

  Files files;
  py::object each_of, note_of;
};

std::string explored(const Game& game, const Settings& settings, const std::vector<std::string>& wants,
                     const std::vector<std::string>& vary, const std::vector<std::string>& fix, std::uint64_t seed,
                     std::uint64_t games, std::size_t candidates, std::size_t kept, const std::string& bot,
                     int max_plies, py::object files, py::object each, py::object note) {
  ExplorePlan plan{.wants = {}, .may = {vary, fix}, .seed = seed, .games = games, .candidates = candidates, .racer = bot,
                   .max_plies = max_plies, .kept = kept};
  for (const std::string& want : wants) plan.wants.push_back(taken(read_want(want)));
  Host host(std::move(files), std::move(each), std::move(note));
  return without_python([&] {
    const VariedParent parent(game, game.id(), settings);
    check(check_plan(plan, parent));
    const Exploration found = explore(parent, plan, host);
    return view::json_line(report::exploration_json(game, plan, found));
  });
}

}  // namespace

void add_lab(py::module_& module) {
  py::class_<LearnedValues, Learned>(module, "Learned")
      .def(py::init([](const Game& game, const std::string& file) {
        return std::make_shared<LearnedValues>(taken(read_values(game, file)));
      }))
      .def("proven", [](const LearnedValues& one) { return one.passed() ? one.matches[0].learned : ""; });
  py::class_<Played>(module, "Played");
  py::class_<Study>(module, "Study")
      .def(py::init<const std::string&, const Game&, const std::vector<std::string>&, std::vector<py::object>, bool,
                    std::uint64_t, std::uint64_t, int, const Settings&, int, const Learned&,
                    const std::vector<std::tuple<bool, int, int>>&, std::uint64_t>())
      .def("play", &Study::play)
      .def("add", &Study::add)
      .def("ask", &questions_to)
      .def("take", [](const Study& answer) { answer.question.take(answer.one.part.tally, answer.one.log); })
      .def("is_known", &Study::is_known)
      .def("end_here", &Study::end_here)
      .def("document", [](const Study& study) { return view::json_line(report::json_of(study.document())); })
      .def("text", [](const Study& study) { return printed(study.document()); })
      .def("again", &Study::again);
  module.def("compared", &compared);
  module.def("choose", &chosen);
  module.def("bots", [] {
    return list_of(player_infos(), [](const PlayerInfo& one) { return py::make_tuple(one.name, one.forms, one.summary); });
  });
  module.def("check_bot", &check_bot);
  module.def("solve", &solved);
  module.def("value", &valued);
  module.def("diff", &differences);
  module.def("explore", &explored);
}

}  // namespace glint::python
