// Declarations of names: what a game uses, its players, options, types, variables, values, effects and moves.
#pragma once

#include "lang/grammar/statements.hpp"

namespace glint::lang::grammar {

// ---- the head of a file ----

// clang-format off
struct game_title : seq<plain_text> {};
struct game : seq<TAO_PEGTL_KEYWORD("game"), sp, must<game_title>> {};
struct library_name : seq<name> {};
struct library : seq<TAO_PEGTL_KEYWORD("library"), sp, must<library_name>> {};
struct used : sor<name, plain_text> {};
struct use : seq<TAO_PEGTL_KEYWORD("use"), sp, must<used>, star<gap, comma, gap, must<used>>> {};

// ---- players, options, types ----

struct player_name : seq<name> {};
struct team_word : TAO_PEGTL_KEYWORD("team") {};
struct as_team : seq<TAO_PEGTL_KEYWORD("as"), sp, must<team_word>> {};
/// `east when seats > 2`: plays only with such options.
struct a_player : seq<must<player_name>, opt<sp, when_clause>> {};
struct players : seq<TAO_PEGTL_KEYWORD("players"), sp, a_player, star<gap, comma, gap, a_player>, opt<sp, as_team>> {};
struct option_name : seq<name> {};
struct option_equals : seq<equals> {};
/// A variant's new default for an option of its game.
struct option_default : seq<equals, gap, must<value>> {};
struct option_colon : seq<type_colon> {};
struct option_domain : seq<must<option_colon>, gap, must<declared_type>, gap, must<option_equals>, gap, must<value>,
                           opt<gap, message>> {};
struct option : seq<TAO_PEGTL_KEYWORD("option"), sp, must<option_name>, gap, sor<option_default, option_domain>> {};
struct type_name : seq<name> {};
struct type_equals : seq<equals> {};
struct type_declaration : seq<TAO_PEGTL_KEYWORD("type"), sp, must<type_name>, gap, must<type_equals>, gap,
                              must<declared_type>> {};

// ---- variables and values ----

struct var_name : seq<name> {};
struct var_index_name : seq<name> {};
/// `[player]` or `[p: player]`
struct var_key : seq<one<'['>, gap, opt<at<name, gap, one<':'>>, var_index_name, gap, type_colon, gap>,
                     must<declared_type>, gap, must<subscript_close>> {};
struct var_equals : seq<equals> {};
struct seen_by_word : TAO_PEGTL_KEYWORD("by") {};
struct seen_seats : seq<expression> {};
struct seen_by : seq<TAO_PEGTL_KEYWORD("seen"), sp, must<seen_by_word>, gap, must<seen_seats>> {};
/// `seen` does not compare it.
struct uncounted : TAO_PEGTL_KEYWORD("uncounted") {};
/// `var life[player]: 0..3 = 3 "life|lives"`: the last is its label, for people.
struct var : seq<TAO_PEGTL_KEYWORD("var"), sp, must<var_name>, opt<var_key>, gap, must<type_colon>, gap,
                 must<declared_type>, gap, must<var_equals>, gap, sor<list, must<value>>, opt<gap, seen_by>,
                 opt<gap, uncounted>, opt<gap, message>> {};
/// `bag cards[number: 1..6] = 4`: how many of each value are in it at first.
struct bag_name : seq<name> {};
struct bag_key : seq<one<'['>, gap, parameter, gap, must<keys_close>> {};
struct no_bag_key : failure {};
struct bag_equals : seq<equals> {};
struct bag : seq<TAO_PEGTL_KEYWORD("bag"), sp, must<bag_name>, sor<bag_key, seq<sp, must<no_bag_key>>>, gap,
                 must<bag_equals>, gap, sor<list, must<value>>, opt<gap, seen_by>, opt<gap, message>> {};
struct let_declaration : seq<TAO_PEGTL_KEYWORD("let"), sp, must<let_name>, opt<sor<parameters, keys>>, gap,
                             opt<annotation, gap>, must<required_equals>, gap, sor<list, must<value>>> {};

// ---- effects and moves ----

struct effect_name : seq<name> {};
struct declared_block : seq<body> {};
struct effect : seq<TAO_PEGTL_KEYWORD("do"), sp, must<effect_name>, opt<parameters>, gap, must<declared_block>> {};
struct new_move : seq<name> {};
struct notation : seq<text> {};
/// `move place = place_lamp or place_mirror`: a name for several.
struct grouped_move : seq<not_at<other_form>, name> {};
struct move_group : seq<equals, gap, must<grouped_move>,
                        star<gap, TAO_PEGTL_KEYWORD("or"), gap, must<grouped_move>>> {};
/// `beside place`: may be chosen wherever `place` may be.
struct beside_move : seq<not_at<other_form>, name> {};
struct beside : seq<TAO_PEGTL_KEYWORD("beside"), gap, must<beside_move>,
                    star<gap, TAO_PEGTL_KEYWORD("or"), gap, must<beside_move>>> {};
struct move_declaration : seq<TAO_PEGTL_KEYWORD("move"), sp, must<new_move>, gap,
                              sor<move_group, seq<must<notation>, gap, opt<beside, gap>, must<declared_block>>>> {};
// clang-format on

}  // namespace glint::lang::grammar
