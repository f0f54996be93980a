// Variants: a game and what differs from it become one list of declarations, which is then checked like any game.
//
// A change says what it is about: by the name, if there is one (a file's names are all different, whatever they stand
// for), else by the word (`play`). Replaced declarations keep their place in the list, so that options, moves and
// pieces keep their order. Tests of the game are left out: they say what the game does, and the variant does something
// else.
#pragma once

#include "lang/check/script/namespace.hpp"

namespace glint::lang::checking {

bool is_header(tree::DeclKind kind);
bool is_variant(const tree::File& file);

/// The game with the changes of the variant, as if its author had copied the game and changed it there. Spans stay
/// where things are written. Names that it takes away or changes are noted in `script`.
tree::File apply_changes(tree::File game, const tree::File& variant, Script& script, Report& report,
                         const Silence& silence);

/// Adds to errors that exist only because of a change the place of that change: for what is missing, in any file; for
/// what means something else now, if the text is the game's own and so was right before.
void show_changes(Report& report, const Script& script, Namespace& names);

}  // namespace glint::lang::checking
