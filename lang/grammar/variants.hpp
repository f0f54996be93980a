// Variants: what they are of, and what they do to the declarations of that game.
#pragma once

#include "lang/grammar/declarations.hpp"
#include "lang/grammar/pieces.hpp"

namespace glint::lang::grammar {

// clang-format off
/// What makes up the rules of a game, and so what a variant can change.
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

/// `move name`: what has a name is removed by it; `play`: what stands once, or what has no name, by its word.
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

// A file: declarations, one after the other. Or an expression by itself, which somebody asks about a position.

// clang-format off
/// What a library needs from its game, so that it can be checked by itself.
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
