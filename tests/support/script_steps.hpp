// Errors that are found after `check`: when a game is built, while it runs, of positions and records. Lines in a script
// say what is done with it:
//
//     //! set NAME = VALUE     builds with this option
//     //! draw NAME = VALUE    fixes a draw
//     //! play MOVE            after the start; the last one may be refused
//     //! read TEXT            reads a position, `|` between its lines
//     //! list                 lists the moves
//     //! solve                searches all positions that can be reached
//     //! replay JSON          replays a record
//     //! test                 runs the script's own tests
//     //! stop                 stops the work at once
#pragma once

#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "lang/source/source.hpp"

namespace glint::test {

/// The errors of the first step that has any.
std::vector<Error> errors_of_steps(const std::string& name, const std::string& script, lang::Loader& loader);

}  // namespace glint::test
