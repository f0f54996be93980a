// Beams, pieces and optics.
#pragma once

#include "lang/grammar/optics.hpp"

namespace glint::lang::grammar {

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
/// `of player`: the owner is kept with the piece; or an expression: its fields tell whose it is.
struct owned : seq<of_word, sp, must<owner_of_piece>> {};
struct piece_braces : seq<piece_block> {};
/// `piece wall "barrier"`: what people call it.
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

}  // namespace glint::lang::grammar
