// Variants: their base, and their changes to the declarations of that game.
#pragma once

#include "lang/grammar/declarations.hpp"
#include "lang/grammar/statements.hpp"

namespace glint::lang::grammar {

// Beams, pieces and optics.

// The reaction to a beam: cases, each from how the beam comes to how it continues.

// clang-format off
/// `beam.colour |= {colour}`
struct update : seq<assignment> {};
struct updates : braces<update> {};

// ---- right of the arrow ----

struct straight : TAO_PEGTL_KEYWORD("straight") {};
struct end_name : seq<name> {};
struct stops : seq<TAO_PEGTL_KEYWORD("stops"), opt<sp, TAO_PEGTL_KEYWORD("as"), sp, must<end_name>>> {};
struct across_word : TAO_PEGTL_KEYWORD("across") {};
struct axis_value : seq<expression> {};
struct reflects : seq<TAO_PEGTL_KEYWORD("reflects"), sp, must<across_word>, sp, must<axis_value>> {};
struct turn_amount : seq<expression> {};
struct turns : seq<TAO_PEGTL_KEYWORD("turns"), sp, must<turn_amount>> {};
struct leave_direction : seq<expression> {};
struct leaves : seq<TAO_PEGTL_KEYWORD("leaves"), sp, must<leave_direction>> {};
struct going_direction : seq<expression> {};
struct goes_to : seq<TAO_PEGTL_KEYWORD("to"), sp, must<to_cell>,
                     opt<sp, TAO_PEGTL_KEYWORD("going"), sp, must<going_direction>>> {};
struct optic_call : seq<name, arguments> {};
struct way : sor<optic_call, seq<sor<straight, stops, reflects, turns, leaves, goes_to>, opt<gap, updates>>> {};
struct outcome : seq<way> {};
struct outcomes : seq<must<outcome>, star<gap, comma, gap, must<outcome>>> {};

// ---- left of it ----

struct side : sor<TAO_PEGTL_KEYWORD("behind"), TAO_PEGTL_KEYWORD("ahead"), TAO_PEGTL_KEYWORD("left"),
                  TAO_PEGTL_KEYWORD("right"), TAO_PEGTL_KEYWORD("aside")> {};
struct arrow : string<'-', '>'> {};
struct case_if : seq<TAO_PEGTL_KEYWORD("if"), sp, must<if_condition>> {};
struct relative_to : seq<not_at<sor<TAO_PEGTL_KEYWORD("if"), arrow>>, expression> {};
struct case_side : seq<side> {};
struct case_from : seq<TAO_PEGTL_KEYWORD("from"), sp, must<case_side>, sp, opt<relative_to, sp>, opt<case_if>> {};
struct otherwise : TAO_PEGTL_KEYWORD("otherwise") {};
struct case_ : seq<sor<case_from, case_if, otherwise>, gap, must<arrow>, gap, outcomes> {};
/// One case that always fits needs no braces: `when beam comes -> stops`.
struct always : seq<arrow, gap, outcomes> {};
struct cases : sor<always, braces<case_>> {};
// clang-format on

// clang-format off
/// `colour: hue`
struct field : seq<name, sp, colon, gap, must<declared_type>> {};

// ---- beam { ... } ----

struct initial : seq<equals, gap, must<value>> {};
struct payload : seq<field, opt<gap, initial>> {};
struct ends_open : one<'{'> {};
struct beam_end : seq<name> {};
struct ends_close : one<'}'> {};
struct beam_ends : seq<TAO_PEGTL_KEYWORD("ends"), gap, must<ends_open>, gap, must<beam_end>, gap,
                       star<comma, gap, must<beam_end>, gap>, must<ends_close>> {};
struct beam_item : sor<payload, beam_ends> {};
struct beam_block : braces<beam_item> {};
struct beam_braces : seq<beam_block> {};
struct beam : seq<TAO_PEGTL_KEYWORD("beam"), gap, must<beam_braces>> {};

// ---- piece name { ... } ----

struct emits_where : seq<expression> {};
struct emits : seq<TAO_PEGTL_KEYWORD("emits"), sp, must<emits_where>, opt<gap, updates>> {};
struct beam_word : TAO_PEGTL_KEYWORD("beam") {};
struct comes_word : TAO_PEGTL_KEYWORD("comes") {};
struct crosses_word : TAO_PEGTL_KEYWORD("crosses") {};
struct crossed_sides : seq<expression> {};
struct cases_block : seq<cases> {};
struct reaction : seq<when_word, sp, must<beam_word>, sp, must<comes_word>, gap, must<cases_block>> {};
/// `when beam crosses D { cases }`: the sides of the piece's cell toward D act.
struct sides : seq<when_word, sp, TAO_PEGTL_KEYWORD("beam"), sp, crosses_word, sp, must<crossed_sides>, gap,
                   must<cases_block>> {};
struct look_text : seq<text> {};
/// `look when crowned == on "K"`, or without a condition
struct look : seq<TAO_PEGTL_KEYWORD("look"), gap, opt<when_clause, gap>, must<look_text>> {};
struct piece_item : sor<payload, emits, sides, reaction, look> {};
struct piece_block : braces<piece_item> {};
struct piece_name : seq<name> {};
struct owner_of_piece : seq<expression> {};
/// `of player`: the owner is stored with the piece; or an expression: its fields determine its owner.
struct owned : seq<of_word, sp, must<owner_of_piece>> {};
struct piece_braces : seq<piece_block> {};
/// `piece wall "barrier"`: the word that people use for it.
struct piece_label : seq<plain_text> {};
struct piece : seq<TAO_PEGTL_KEYWORD("piece"), sp, must<piece_name>, sp, opt<piece_label, sp>, opt<owned>, gap,
                   must<piece_braces>> {};

// ---- optic name(params) { cases } ----

struct optic_name : seq<name> {};
struct optic : seq<TAO_PEGTL_KEYWORD("optic"), sp, must<optic_name>, opt<parameters>, gap, must<cases_block>> {};

// ---- when beam enters c in SET { cases }, when beam crosses x in SET { cases } ----

struct enters_word : TAO_PEGTL_KEYWORD("enters") {};
struct what_acts : sor<enters_word, crosses_word> {};
struct acting_name : seq<name> {};
struct terrain : seq<when_word, sp, must<beam_word>, sp, must<what_acts>, sp, must<acting_name>, gap, must<required_in>,
                     gap, must<domain>, gap, must<cases_block>> {};
// clang-format on

// Lattices and boards.

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
/// Cells by a formula, `cells x in 1..8, y in 1..8`, or drawn: `cells """ ... """`.
struct cells : seq<TAO_PEGTL_KEYWORD("cells"), sp, sor<raw_text, cells_formula>> {};
/// `wraps (width, 0), (0, height)`
struct wraps : seq<TAO_PEGTL_KEYWORD("wraps"), sp, value_pair, star<gap, comma, gap, value_pair>> {};
struct label_text : seq<text> {};
/// `label north where y > 0 "{letter(y)}{x}"`: the player and the condition may be left out.
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
/// A library's: `board hexagon(side: 2..9) on pointy { ... }`. A use has no parameter with a colon, and no `on`.
struct board_formula : seq<at<name, sor<seq<one<'('>, gap, name, gap, colon>,
                                        seq<opt<one<'('>, gap, one<')'>>, sp, on_word>>>,
                           name, opt<parameters>, sp, must<board_on>, sp, must<board_lattice>, gap,
                           must<board_braces>> {};
/// `board hexagon(side) stacks of 3`
struct board_use : seq<must<board_name>, opt<arguments>, opt<gap, stacks>> {};
struct board : seq<TAO_PEGTL_KEYWORD("board"), sp, sor<inline_board, board_formula, board_use>> {};
// clang-format on

// clang-format off
/// The rules of a game, which are also what a variant can change.
struct rule_declaration : sor<players, option, type_declaration, lattice, board, beam, piece, optic, terrain, var, bag,
                              let_declaration, effect, move_declaration, after, setup, play, end_declaration, score,
                              heuristic, invariant, ground, show, clock> {};

struct variant_title : seq<plain_text> {};
struct variant_of : seq<of_word> {};
struct variant_base : sor<name, plain_text> {};
/// `with A, B`: other variants, whose changes this one combines.
struct combined_base : seq<not_at<declaration_line>, sor<name, plain_text>> {};
struct combined : seq<TAO_PEGTL_KEYWORD("with"), gap, must<combined_base>, star<gap, comma, gap, must<combined_base>>> {};
struct variant : seq<TAO_PEGTL_KEYWORD("variant"), sp, must<variant_title>, gap, must<variant_of>, sp,
                     must<variant_base>, opt<gap, combined>> {};

struct replaced : seq<rule_declaration> {};
struct replace : seq<TAO_PEGTL_KEYWORD("replace"), blank, must<replaced>> {};

/// Adds inside of a declaration of the game: fields, cases, values, statements.
struct extended : sor<piece, type_declaration, beam, setup> {};
struct extend : seq<TAO_PEGTL_KEYWORD("extend"), blank, must<extended>> {};

/// `move name` removes a declaration by its name; `play` removes one that occurs once or has no name.
struct removed_name : seq<name> {};
struct removed_kind : sor<TAO_PEGTL_KEYWORD("option"), TAO_PEGTL_KEYWORD("type"), TAO_PEGTL_KEYWORD("lattice"),
                          TAO_PEGTL_KEYWORD("piece"), TAO_PEGTL_KEYWORD("optic"), TAO_PEGTL_KEYWORD("var"),
                          TAO_PEGTL_KEYWORD("bag"),
                          TAO_PEGTL_KEYWORD("let"), TAO_PEGTL_KEYWORD("do"), TAO_PEGTL_KEYWORD("move")> {};
struct removed_word : sor<TAO_PEGTL_KEYWORD("players"), TAO_PEGTL_KEYWORD("board"), TAO_PEGTL_KEYWORD("beam"),
                          TAO_PEGTL_KEYWORD("setup"), TAO_PEGTL_KEYWORD("play"), TAO_PEGTL_KEYWORD("end"),
                          TAO_PEGTL_KEYWORD("score"), TAO_PEGTL_KEYWORD("heuristic"),
                          seq<TAO_PEGTL_KEYWORD("show"), blank,
                              sor<TAO_PEGTL_KEYWORD("cells"), TAO_PEGTL_KEYWORD("edges"), TAO_PEGTL_KEYWORD("beams")>>,
                          TAO_PEGTL_KEYWORD("show"),
                          TAO_PEGTL_KEYWORD("clock")> {};
/// `when beam enters`, `when beam crosses`: all of them.
struct removed_terrain : seq<when_word, blank, TAO_PEGTL_KEYWORD("beam"), blank,
                             sor<TAO_PEGTL_KEYWORD("enters"), TAO_PEGTL_KEYWORD("crosses")>> {};
struct removed_invariant : TAO_PEGTL_KEYWORD("invariant") {};
struct removed_after : TAO_PEGTL_KEYWORD("after") {};
struct removed : sor<seq<removed_kind, sp, must<removed_name>>, removed_word, removed_terrain,
                     seq<removed_after, sp, after_moves>,
                     seq<removed_invariant, opt<sp, plain_text>>> {};
struct removal : seq<TAO_PEGTL_KEYWORD("remove"), blank, must<removed>> {};
// clang-format on

// A file: declarations, one after the other. Or a single expression, as a question about a position.

// clang-format off
/// The needs of a library: the things that its game must have. With them it can be checked alone.
struct needed : sor<beam, type_declaration> {};
struct needs : seq<TAO_PEGTL_KEYWORD("needs"), sp, must<needed>> {};

struct declaration : sor<game, variant, library, use, needs, replace, extend, removal, rule_declaration,
                         test> {};

/// A text that is one expression and nothing else.
struct lone_value : seq<expression> {};
struct lone_end : seq<eof> {};
struct lone_expression : seq<gap, must<lone_value>, gap, must<lone_end>> {};

struct byte_order_mark : string<'\xEF', '\xBB', '\xBF'> {};
struct file : seq<opt<byte_order_mark>, between,
                  star<not_at<eof>, sor<attempt<declaration>, skip_broken<true>>, between>, eof> {};
// clang-format on

}  // namespace glint::lang::grammar
