// What a beam does: cases from how it comes to how it goes on.
#pragma once

#include "lang/grammar/statements.hpp"

namespace glint::lang::grammar {

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

}  // namespace glint::lang::grammar
