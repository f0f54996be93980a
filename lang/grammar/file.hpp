// A file: declarations, one after the other.
#pragma once

#include "lang/grammar/board.hpp"
#include "lang/grammar/pieces.hpp"
#include "lang/grammar/play.hpp"

namespace glint::lang::grammar {

// clang-format off
/// What a library wants of its game, to be checked by itself.
struct needed : sor<beam, type_declaration> {};
struct needs : seq<TAO_PEGTL_KEYWORD("needs"), sp, must<needed>> {};

struct declaration : sor<game, library, use, needs, players, option, type_declaration, lattice, board, beam, piece,
                         optic, terrain, var, let_declaration, effect, move_declaration, setup, play, end_declaration, score,
                         heuristic, invariant, show, clock, test> {};

struct byte_order_mark : string<'\xEF', '\xBB', '\xBF'> {};
struct file : seq<opt<byte_order_mark>, between,
                  star<not_at<eof>, sor<attempt<declaration>, skip_broken<true>>, between>, eof> {};
// clang-format on

}  // namespace glint::lang::grammar
