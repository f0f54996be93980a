// Variants: a game and its changes become one list of declarations, which is then checked like any game.
//
// A change names its declaration by name, if it has one (all names in a file are different), else by keyword (`play`).
// Replaced declarations keep their place in the list, so that options, moves and pieces keep their order. Tests of the
// game are left out, as the variant may behave differently.
#pragma once

#include "lang/check/script/namespace.hpp"

namespace glint::lang::checking {

bool is_header(tree::DeclKind kind);
bool is_variant(const tree::File& file);

/// The game with the changes of the variant, as if its author had copied the game and changed the copy. Spans point to
/// the original text. Names that the variant removes or changes are noted in `script`.
tree::File apply_changes(tree::File game, const tree::File& variant, Script& script, Report& report,
                         const Silence& silence);

/// Adds the place of a change to errors that it causes: to errors about missing names in any file; to errors about
/// changed names only in the text of the game, which was correct before.
void show_changes(Report& report, const Script& script, Namespace& names);

}  // namespace glint::lang::checking
