// A search for the fewest moves after which two games differ, as plain as can be, and what it says of `diff_play`.
#pragma once

#include <optional>
#include <string>

#include <glint/diff.hpp>

namespace glint::test {

PlayDiff play_of(const Game& before, const Game& now, const DiffOptions& options = {});

/// Everything that players meet, in words.
std::string seen(const Position& position);

/// After how many moves they differ at the soonest; nothing up to `depth`. Draws are no moves.
std::optional<int> naive_difference(const Game& before, const Game& now, int depth);

/// Plays the witness in both, and sees that they differ at its end and not before. Answers its number of moves.
int check_witness(const Game& before, const Game& now, const PlayDiff& play);

/// Checks that `diff_play` finds what the plain search does, up to `depth` moves.
void check_soonest(const std::string& before_text, const std::string& now_text, int depth);

}  // namespace glint::test
