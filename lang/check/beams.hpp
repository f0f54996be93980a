// Beams: what they carry, the pieces that emit and act on them, terrain, and named tables of reactions (optics).
#pragma once

#include "lang/check/context.hpp"

namespace glint::lang::checking {

/// What beams carry, and the named ways in which they end.
void check_beam(Context& context);
/// What others may need to know of a kind of piece: its fields, its owner and whether it emits.
void check_kind(Context& context, Global& global);
/// The rest of it: where it emits, its reactions and its look.
void check_kind_body(Context& context, Global& global);
void check_optic(Context& context, Global& global);
/// `when beam enters c in SET`, `when beam crosses x in SET`
void check_terrain(Context& context, const tree::Decl& decl);

}  // namespace glint::lang::checking
