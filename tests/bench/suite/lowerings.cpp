// What each way of making rules quicker is worth, in each game: the game as it is against the same without that one.
#include <iterator>

#include "interpreter/measure/bench.hpp"
#include "tests/bench/suite/games.hpp"
#include "tests/bench/suite/measure.hpp"
#include "tests/bench/suite/suite.hpp"

namespace glint::bench {
namespace {

RandomPlay play_without(const std::string& path, Lowerings without) {
  const Result<Game> built = built_without(load(path), without);
  if (!built) give_up(built.error_text());
  return RandomPlay(*built, 1);
}

}  // namespace

Table lowerings() {
  Table table{
      .id = "lowerings",
      .title = "what each lowering is worth",
      .note = "Plies/s of random play with all of them, over plies/s without the one, or without any: 1 is nothing.",
      .columns = {},
      .ratios = {},
      .rows = {}};
  constexpr std::size_t kAll = std::size(kLowerings);
  for (const LoweringInfo& one : kLowerings) table.columns.push_back({one.name, 2});
  table.columns.push_back({"all", 1});
  for (const std::string& path : played_scripts()) {
    std::vector<std::function<RandomPlay&()>> plays{lazily([=] { return play_without(path, {}); })};
    for (std::size_t i = 0; i <= kAll; ++i)
      plays.push_back(lazily([=] {
        return play_without(path, i == kAll ? Lowerings::all() : Lowerings().add(static_cast<Lowering>(i)));
      }));
    const auto measure = [=](double seconds) {
      const double part = seconds / static_cast<double>(plays.size());
      const auto pace = [&](RandomPlay& play) { return pace_of(part, [&] { return play.play(); }).plies; };
      const double with_all = pace(plays[0]());
      Values values;
      for (std::size_t i = 1; i < plays.size(); ++i) values.push_back(with_all / pace(plays[i]()));
      return values;
    };
    table.rows.push_back({.name = name_of(path), .measure = measure});
  }
  return table;
}

}  // namespace glint::bench
