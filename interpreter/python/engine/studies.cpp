// Bots, and studies: series of games in parts, which threads of Python play side by side.
#include <sstream>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/study/played_again.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/python/engine/binding.hpp"
#include "interpreter/report/comparison.hpp"
#include "interpreter/report/document.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint::python {
namespace {

/// A bot of Python: `choose(position, only)` answers the number of a listed move; `only`: the numbers to choose from, or
/// None.
class Guest : public Player {
 public:
  explicit Guest(py::object choose) : choose_(std::move(choose)) {}
  ~Guest() override {
    const py::gil_scoped_acquire held;
    choose_ = py::object();
  }

  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only) override {
    std::optional<std::uint64_t> chosen;
    Call::python([&] {
      const py::object numbers = only != nullptr ? py::cast(*only) : py::none();
      chosen = choose_(position.detach(), numbers).cast<std::uint64_t>();
    });
    if (chosen) return *chosen;
    return plain_error(lang::Code::G0614, "a bot raised an exception");  // which is on its way
  }

 private:
  py::object choose_;
};

/// What a bot of ours chooses, as (number of a listed move, value, whether it is a guess).
py::tuple chosen(const std::string& spec, std::uint64_t seed, const Position& position) {
  const auto player = taken(make_player(spec, seed, position.game()));
  const Position own = position.detach();
  const std::uint64_t number = taken(without_python([&] { return player->choose(own); }));
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

class Study {
 public:
  /// `guests`: by player, a function of Python that makes `choose` of a guest from the seed of a game; None for our bots.
  Study(const std::string& label, const Game& game, const std::vector<std::string>& players, std::vector<py::object> guests,
        bool rotates, std::uint64_t seed, std::uint64_t games, int max_plies, const Settings& draws, int playouts)
      : one_{label, game, {}, {}}, guests_(std::move(guests)) {
    StudyPlan plan;
    plan.players = players;
    plan.rotates = rotates;
    plan.seed = seed;
    plan.games = games;
    plan.max_plies = max_plies;
    plan.draws = draws;
    plan.playouts = playouts;
    for (std::size_t i = 0; i < players.size(); ++i)
      if (guests_[i].is_none()) check(cannot_play(taken(read_player_spec(players[i])), game));
    plan.guest = [this](std::size_t player, std::uint64_t seed_of_game) {
      std::unique_ptr<Player> made;
      if (!guests_[player].is_none()) Call::python([&] { made = std::make_unique<Guest>(guests_[player](seed_of_game)); });
      return made;
    };
    one_.part.header = header_of(game, label, plan);
    one_.part.tally = StudyTally(game.program());
    one_.log = empty_log();
  }
  Study(const Study&) = delete;
  Study& operator=(const Study&) = delete;

  /// Plays some games. Several threads may do so at once.
  Played play(std::uint64_t begin, std::uint64_t end, const Cancel& cancel) const {
    Played played{StudyTally(one_.game.program()), empty_log(), end};
    const std::optional<Error> error = without_python(
        [&]() -> std::optional<Error> {
          StudyPlayer player(one_.game, one_.part.header.plan);
          for (std::uint64_t number = begin; number < end; ++number) {
            if (auto wrong = player.play(number, played.tally)) return wrong;
            played.log.add(player.counted());
          }
          return std::nullopt;
        },
        &cancel);
    check(error);
    return played;
  }
  /// Counts games that follow those that are counted.
  void add(const Played& played) {
    one_.part.tally.add(played.tally);
    one_.log.add(played.log);
    one_.part.done = played.end;
  }
  /// The document of `glint study --json`, and what `glint study` prints.
  std::string document() const { return view::json_line(report::json_of(report::study_document(one_.game, one_.part, {}))); }
  std::string text() const { return printed(report::study_document(one_.game, one_.part, {})); }
  /// A game played again, as (seed, draws, moves).
  py::tuple again(std::uint64_t number) const {
    const PlayedAgain played = taken(without_python([&] {
      return play_again(one_.game, one_.label, one_.part.header.plan, number);
    }));
    return py::make_tuple(played.record.seed, played.record.draws, played.record.moves);
  }
  const report::Variation& variation() const { return one_; }

 private:
  GameLog empty_log() const { return GameLog(measures_in(one_.game, one_.part.header.plan)); }

  report::Variation one_;
  std::vector<py::object> guests_;
};

/// The list `comparison` of `glint compare --json`, and what the command prints; the first is the base.
std::pair<std::string, std::string> compared(const std::vector<const Study*>& studies) {
  std::vector<report::Variation> all;
  for (const Study* study : studies) all.push_back(study->variation());
  return {view::json_line(report::comparison_json(all, 0)), printed(report::comparison_document(all, 0, {}))};
}

}  // namespace

void add_studies(py::module_& module) {
  py::class_<Played>(module, "Played");
  py::class_<Study>(module, "Study")
      .def(py::init<const std::string&, const Game&, const std::vector<std::string>&, std::vector<py::object>, bool,
                    std::uint64_t, std::uint64_t, int, const Settings&, int>())
      .def("play", &Study::play)
      .def("add", &Study::add)
      .def("document", &Study::document)
      .def("text", &Study::text)
      .def("again", &Study::again);
  module.def("compared", &compared);
  module.def("choose", &chosen);
  module.def("bots", [] {
    py::list all;
    for (const PlayerInfo& one : player_infos()) all.append(py::make_tuple(one.name, one.forms, one.summary));
    return all;
  });
}

}  // namespace glint::python
