// Whether a study's file can be one of this game. A file may come from anybody: each number in it is checked against the
// game, the plan and the other numbers before anything is computed from it.
#pragma once

#include <cstdint>
#include <string>

#include "interpreter/lab/study/study_file.hpp"

namespace glint {

/// What cannot be, in words: which key, what it holds, what it may hold. Empty if the part could come from this game.
/// The header's game, rules, script and seats are for `difference` to compare. `begin`: the first game of the shard
/// that is counted, where that is not its first one.
std::string misfit_of(const StudyPart& part, const Game& game, std::uint64_t begin = 0);

}  // namespace glint
