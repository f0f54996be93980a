// A file: declarations, one after the other.
#pragma once

#include "lang/grammar/variants.hpp"

namespace glint::lang::grammar {

// clang-format off
/// What a library needs from its game, so that it can be checked by itself.
struct needed : sor<beam, type_declaration> {};
struct needs : seq<TAO_PEGTL_KEYWORD("needs"), sp, must<needed>> {};

struct declaration : sor<game, variant, library, use, needs, replace, removal, rule_declaration, test> {};

struct byte_order_mark : string<'\xEF', '\xBB', '\xBF'> {};
struct file : seq<opt<byte_order_mark>, between,
                  star<not_at<eof>, sor<attempt<declaration>, skip_broken<true>>, between>, eof> {};
// clang-format on

}  // namespace glint::lang::grammar
