// Random play in a game as it is built, against the same rules built without some lowerings.
#pragma once

#include <initializer_list>
#include <string>

#include "interpreter/measure/bench.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace glint::test {

/// A script, and what it is to show.
struct NamedScript {
  const char* what;
  const char* script;
};

/// Plays at random alike in the game as it is, and without some lowerings; answers how many positions were compared.
inline int same_play(const Game& game, int plies, std::uint64_t seed, Lowerings without = Lowerings::all()) {
  StartOptions options;
  options.seed = seed;
  Position quick = must(game.start(options));
  Position slow = must(must(built_without(game, without)).start(options));
  Random random(seed);
  for (int ply = 0; ply < plies; ++ply) {
    INFO(quick.text());
    REQUIRE(slow.text() == quick.text());
    REQUIRE(slow.over() == quick.over());
    if (quick.over()) return ply;
    const auto quick_moves = quick.moves(), slow_moves = slow.moves();
    INFO(quick_moves.error_text() << slow_moves.error_text());
    REQUIRE(quick_moves.ok() == slow_moves.ok());
    if (!quick_moves) return ply;
    const bool same_moves = *slow_moves == *quick_moves;
    REQUIRE(same_moves);  // shown here they would fill pages
    const std::uint64_t next = random.below(quick_moves->size());
    const auto quick_error = quick.play_listed(next), slow_error = slow.play_listed(next);
    REQUIRE((quick_error ? quick_error->rendered : "") == (slow_error ? slow_error->rendered : ""));
    if (quick_error) return ply;  // an error of the script
  }
  return plies;
}

/// Plays a dozen seeds without any lowerings, and four without each of these alone; fewer where tests are sampled.
inline int same_play_without_each(const Game& game, std::initializer_list<Lowering> ones) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= scaled<std::uint64_t>(12); ++seed) compared += same_play(game, 40, seed);
  for (const Lowering one : ones)
    for (std::uint64_t seed = 21; seed < 21 + scaled<std::uint64_t>(4); ++seed) compared += same_play(game, 40, seed, Lowerings().add(one));
  return compared;
}

}  // namespace glint::test
