// Lattices and boards.
#pragma once

#include "lang/grammar/declarations.hpp"

namespace glint::lang::grammar {

// clang-format off
// ---- lattice name { ... } ----

struct whole_number : seq<opt<one<'-'>, gap>, number> {};
struct step_open : one<'('> {};
struct step_number : seq<whole_number> {};
struct step_comma : one<','> {};
struct step_close : one<')'> {};
/// `ne = (1, -1)`
struct direction : seq<name, sp, equals, gap, must<step_open>, gap, must<step_number>, gap, must<step_comma>, gap,
                       must<step_number>, gap, must<step_close>> {};
struct axis_name : seq<enum_value> {};
struct axes : seq<TAO_PEGTL_KEYWORD("axis"), sp, must<axis_name>, star<gap, comma, gap, must<axis_name>>> {};
struct drawn_at : TAO_PEGTL_KEYWORD("at") {};
struct drawn_value : seq<expression> {};
/// `(x, y)`
struct value_pair : seq<must<step_open>, gap, must<drawn_value>, gap, must<step_comma>, gap, must<drawn_value>, gap,
                        must<step_close>> {};
struct drawn : seq<TAO_PEGTL_KEYWORD("drawn"), sp, must<drawn_at>, sp, value_pair> {};
struct lattice_item : sor<direction, axes, drawn> {};
struct lattice_block : braces<lattice_item> {};
struct lattice_name : seq<name> {};
struct lattice_braces : seq<lattice_block> {};
struct lattice : seq<TAO_PEGTL_KEYWORD("lattice"), sp, must<lattice_name>, gap, must<lattice_braces>> {};

// ---- boards ----

struct cells_name : seq<name> {};
struct cells_comma : one<','> {};
struct cells_formula : seq<must<cells_name>, gap, must<required_in>, gap, must<domain>, gap,
                           must<cells_comma>, gap, must<cells_name>, gap, must<required_in>, gap, must<domain>,
                           opt<gap, where_clause>> {};
/// By a formula, `cells x in 1..8, y in 1..8`, or drawn: `cells """ ... """`.
struct cells : seq<TAO_PEGTL_KEYWORD("cells"), sp, sor<raw_text, cells_formula>> {};
/// `wraps (width, 0), (0, height)`
struct wraps : seq<TAO_PEGTL_KEYWORD("wraps"), sp, value_pair, star<gap, comma, gap, value_pair>> {};
struct label_text : seq<text> {};
/// `label north where y > 0 "{letter(y)}{x}"`: whose name it is, and for which cells, may be left out.
struct label : seq<TAO_PEGTL_KEYWORD("label"), gap, opt<name, gap>, opt<where_clause, gap>, must<label_text>> {};
struct board_item : sor<cells, label, wraps, let_declaration> {};
struct board_block : braces<board_item> {};

struct on_word : TAO_PEGTL_KEYWORD("on") {};
struct stack_of : seq<of_word> {};
struct stack_size : seq<number> {};
struct stacks : seq<TAO_PEGTL_KEYWORD("stacks"), sp, must<stack_of>, sp, must<stack_size>> {};
struct board_on : seq<on_word> {};
struct board_lattice : seq<name> {};
struct board_braces : seq<board_block> {};
struct board_name : seq<name> {};

/// A game's own: `board on pointy { ... }`
struct inline_board : seq<on_word, blank, name, gap, opt<stacks, gap>, must<board_braces>> {};
/// A library's: `board hexagon(side: 2..9) on pointy { ... }`. Told from a use by a parameter's colon or by `on`.
struct board_formula : seq<at<name, sor<seq<one<'('>, gap, name, gap, colon>,
                                        seq<opt<one<'('>, gap, one<')'>>, sp, on_word>>>,
                           name, opt<parameters>, sp, must<board_on>, sp, must<board_lattice>, gap,
                           must<board_braces>> {};
/// `board hexagon(side) stacks of 3`
struct board_use : seq<must<board_name>, opt<arguments>, opt<gap, stacks>> {};
struct board : seq<TAO_PEGTL_KEYWORD("board"), sp, sor<inline_board, board_formula, board_use>> {};
// clang-format on

}  // namespace glint::lang::grammar
