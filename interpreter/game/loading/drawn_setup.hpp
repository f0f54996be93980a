// The boards that a setup draws: what each `map` puts, as statements. Which pieces are meant depends on the looks and on
// the board, so it is known once the game is built without them.
#pragma once

#include <optional>

#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/rules/rules.hpp"

namespace glint {

/// Whether a block has a `map`.
bool draws(const rules::Block& setup);

/// The block without what its maps put.
rules::Block undrawn(rules::Block setup);

/// Fills the body of each `map` of `setup` with the `put` statements for its pieces, from the bottom of each cell to the
/// top. `blank` is the same game built with `undrawn` setups. Branches that its options rule out stay as they are. Gives
/// what is wrong with a drawing (G0701); then the setup must not be used.
std::optional<lang::Diagnostic> draw(rules::Block& setup, const Program& blank);

}  // namespace glint
