// A file: declarations, one after the other. Or an expression by itself, which somebody asks about a position.
#pragma once

#include "lang/grammar/variants.hpp"

namespace glint::lang::grammar {

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
