// What each way of making rules quicker is worth, in each game: the game as it is against the same without that one.
#include <iterator>

#include "interpreter/measure/bench.hpp"
#include "tests/bench/suite/games.hpp"
#include "tests/bench/suite/measure.hpp"
#include "tests/bench/suite/suite.hpp"
#include "tests/dump/dump.hpp"

namespace glint::bench {
namespace {

Game game_without(const std::string& path, Lowerings without) {
  const Result<Game> built = built_without(load(path), without);
  if (!built) give_up(built.error_text());
  return *built;
}

/// What a Program tells the machine to do, besides its code.
std::string kept_up(const Program& program) {
  std::string flags;
  for (const bool one : {program.lowered.kept_light, program.lowered.kept_tries, program.lowered.reactions,
                         program.lowered.unsplit, program.lowered.listed, program.lowered.turns})
    flags += one ? '1' : '0';
  for (const MoveCode& move : program.moves) flags += move.is_sure ? '1' : '0', flags += move.keeps_worth ? '1' : '0';
  return flags;
}

/// A game, and the same without some lowerings.
struct Compared {
  Compared(const std::string& path, Lowerings without)
      : Compared(game_without(path, {}), game_without(path, without)) {}
  Compared(const Game& game, const Game& other)
      : is_same(dump(game.program()) == dump(other.program()) && kept_up(game.program()) == kept_up(other.program())),
        with(game, 1),
        less(other, 1) {}
  bool is_same;
  RandomPlay with, less;
};

}  // namespace

Table lowerings() {
  Table table{.id = "lowerings",
              .title = "what each lowering is worth",
              .note = "Plies/s of random play with all of them, over plies/s without this one, or without any: 1 is "
                      "nothing. Empty: the game's program is the same without it.",
              .columns = {},
              .ratios = {},
              .rows = {}};
  const std::vector<std::string>& paths = played_scripts();
  for (const std::string& path : paths) table.columns.push_back({name_of(path), 2});
  const auto add = [&](const std::string& name, Lowerings without) {
    std::vector<std::function<Compared&()>> games;
    for (const std::string& path : paths) games.push_back(lazily([=] { return Compared(path, without); }));
    const auto measure = [=](double seconds) {
      const double part = seconds / static_cast<double>(2 * games.size());
      const auto pace = [&](RandomPlay& play) { return pace_of(part, [&] { return play.play(); }).plies; };
      Values values;
      for (const auto& game : games) {
        Compared& both = game();
        values.push_back(both.is_same ? kNothing : pace(both.with) / pace(both.less));
      }
      return values;
    };
    table.rows.push_back({.name = name, .measure = measure});
  };
  for (std::size_t i = 0; i < std::size(kLowerings); ++i)
    add(std::string(kLowerings[i].name) + ": " + kLowerings[i].what, Lowerings().add(static_cast<Lowering>(i)));
  add("all", Lowerings::all());
  return table;
}

}  // namespace glint::bench
