// Types: ranges, enumerations, `set of`, `clamped`, and those that an expression names.
#pragma once

#include "lang/grammar/expressions.hpp"

namespace glint::lang::grammar {

// clang-format off
struct type;
struct declared_type : seq<type> {};

struct set_type : seq<TAO_PEGTL_KEYWORD("set"), sp, of_word, gap, must<declared_type>> {};
struct clamped_type : seq<TAO_PEGTL_KEYWORD("clamped"), blank, at<sor<identifier_other, one<'-', '('>>>,
                          must<declared_type>> {};

/// `ten "10" "10:00"`: a name, and how it prints and reads.
struct enum_value : seq<name, star<sp, spelling>> {};
struct next_value : seq<enum_value> {};
/// Braces that begin with a name which ends there, or has a spelling; other braces are sets of values (`{9, 5, 7}`),
/// and so are those before an `of` (`{n, s} of direction`).
struct enumeration : seq<at<one<'{'>, gap, name, gap, one<',', '}', '"'>>, one<'{'>, gap, enum_value, gap,
                         star<comma, gap, must<next_value>, gap>, must<set_close>, not_at<gap, of_word>> {};

struct type : sor<set_type, clamped_type, enumeration, expression> {};

// ---- what takes types ----

struct type_colon : one<':'> {};
/// `: TYPE`
struct annotation : seq<colon, gap, must<declared_type>> {};

struct parameter_name : seq<name> {};
struct parameter : seq<must<parameter_name>, gap, must<type_colon>, gap, must<declared_type>> {};
/// `(c: cell, d: direction)`
struct parameters : seq<one<'('>, gap, sor<one<')'>,
                        seq<parameter, gap, star<comma, gap, parameter, gap>, must<arguments_close>>>> {};
struct keys_close : one<']'> {};
/// `[c: cell]`
struct keys : seq<one<'['>, gap, parameter, gap, star<comma, gap, parameter, gap>, must<keys_close>> {};
// clang-format on

}  // namespace glint::lang::grammar
