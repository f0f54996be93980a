// Whether a study's file can be used with this game. A file may come from anybody: sizes, indexes and shares of a whole
// are checked before anything is computed from them. Whether its other numbers are possible is not.
#pragma once

#include <string>

#include "interpreter/lab/study/study_file.hpp"

namespace glint {

/// The first thing in the part that this game cannot have, in words: which key, what it holds, what it may hold; empty if
/// there is none. The header's game, rules, script and seats are for `difference` to compare.
std::string misfit_of(const StudyPart& part, const Game& game);

}  // namespace glint
