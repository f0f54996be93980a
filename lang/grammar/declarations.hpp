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
/// `var life[player]: 0..3 = 3 "life|lives"`: the last part is its label, for people.
struct var : seq<TAO_PEGTL_KEYWORD("var"), sp, must<var_name>, opt<var_key>, gap, must<type_colon>, gap,
                 must<declared_type>, gap, must<var_equals>, gap, sor<list, must<value>>, opt<gap, seen_by>,
                 opt<gap, uncounted>, opt<gap, message>> {};
/// `bag cards[number: 1..6] = 4`: the number of each value in it at the start.
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

// The course of a game: its setup, its play, its ends, scores and clock; its invariants; and its tests.

// clang-format off
struct setup_block : seq<body> {};
struct setup : seq<TAO_PEGTL_KEYWORD("setup"), gap, must<setup_block>> {};
struct play_block : seq<body> {};
struct play : seq<TAO_PEGTL_KEYWORD("play"), gap, must<play_block>> {};

/// `after place or challenge { ... }`, `after move { ... }`: more lines of these moves, or of every move.
struct after_every : TAO_PEGTL_KEYWORD("move") {};
struct after_name : seq<not_at<other_form>, name> {};
struct after_moves : sor<after_every, seq<must<after_name>,
                         star<gap, TAO_PEGTL_KEYWORD("or"), gap, must<after_name>>>> {};
struct after_block : seq<body> {};
struct after : seq<TAO_PEGTL_KEYWORD("after"), sp, after_moves, gap, must<after_block>> {};

struct end_for_in : seq<in_word> {};
struct end_for_player : TAO_PEGTL_KEYWORD("player") {};
struct end_for : seq<TAO_PEGTL_KEYWORD("for"), sp, must<for_name>, sp, must<end_for_in>, sp,
                     must<end_for_player>> {};
/// `for p in player`, and nothing else.
struct for_player : seq<at<TAO_PEGTL_KEYWORD("for"), sp, name, sp, in_word, sp, TAO_PEGTL_KEYWORD("player")>, end_for> {};
struct end_when : seq<when_clause> {};
struct end_declaration : seq<TAO_PEGTL_KEYWORD("end"), gap, opt<end_for, gap>, must<end_when>, gap,
                             must<result_colon>, gap, must<the_result>> {};

struct scored_player : seq<name> {};
struct score : seq<TAO_PEGTL_KEYWORD("score"), sp, must<scored_player>, gap, must<required_equals>, gap, must<value>> {};
struct heuristic : seq<TAO_PEGTL_KEYWORD("heuristic"), sp, must<scored_player>, gap, must<required_equals>, gap,
                       must<value>> {};
struct invariant : seq<TAO_PEGTL_KEYWORD("invariant"), sp, must<condition>, opt<gap, message>> {};

struct shown_expression : seq<expression> {};
struct shown_beams : seq<TAO_PEGTL_KEYWORD("beams"), sp, must<shown_expression>> {};
/// `show no beams`: pictures leave out the beams that players must find.
struct no_beams : seq<TAO_PEGTL_KEYWORD("no"), sp, TAO_PEGTL_KEYWORD("beams")> {};
struct shown_kind : seq<name> {};
/// `as lamp(colour = red)`: a piece that is drawn beside the text.
struct shown_as : seq<TAO_PEGTL_KEYWORD("as"), gap, must<shown_kind>, opt<sp, arguments>> {};
struct shown_text : seq<text, opt<gap, shown_as>> {};
struct shown : sor<shown_beams, no_beams, shown_text> {};
struct each_type : seq<type> {};
/// `for form in shape`: once for each value of a type.
struct each_for : seq<TAO_PEGTL_KEYWORD("for"), sp, must<for_name>, sp, must<end_for_in>, sp, must<each_type>> {};
struct show : seq<TAO_PEGTL_KEYWORD("show"), gap, opt<for_player, gap>, opt<each_for, gap>, opt<when_clause, gap>,
                  must<shown>> {};

struct ground_edges : TAO_PEGTL_KEYWORD("edges") {};
struct ground_lines : TAO_PEGTL_KEYWORD("lines") {};
struct ground_cells : seq<not_at<TAO_PEGTL_KEYWORD("as")>, expression> {};
struct ground_name : seq<text> {};
struct ground_sign : seq<plain_text> {};
struct ground_as : seq<TAO_PEGTL_KEYWORD("as"), gap, must<ground_sign>> {};
struct ground_called : sor<seq<ground_name, opt<gap, ground_as>>, ground_as> {};
struct ground_colour : seq<name> {};
struct ground_owner : seq<expression> {};
/// `show lines roads "a road" in brown`, `show cells water "the pond" as "~" in blue`, `show for p in player edges side(p) "side of {p}" of p`
struct ground : seq<TAO_PEGTL_KEYWORD("show"), gap, opt<for_player, gap>, opt<when_clause, gap>,
                    sor<seq<ground_lines, gap, must<ground_cells>, opt<gap, ground_name>>,
                        seq<sor<TAO_PEGTL_KEYWORD("cells"), ground_edges>, gap, must<ground_cells>, gap,
                            must<ground_called>>>,
                    opt<gap, sor<seq<in_word, gap, must<ground_colour>>, seq<of_word, gap, must<ground_owner>>>>> {};

// ---- clock { ... } ----

struct seconds : rep<2, digit> {};
struct clock_time : seq<plus<digit>, one<':'>, seconds, not_at<digit>> {};
struct a_time : seq<clock_time> {};
struct clock_kind : sor<TAO_PEGTL_KEYWORD("turn"), TAO_PEGTL_KEYWORD("reserve"), TAO_PEGTL_KEYWORD("game")> {};
struct clock_limit : seq<clock_kind, sp, not_at<TAO_PEGTL_KEYWORD("adds")>, must<a_time>> {};
struct clock_adds : seq<name, sp, TAO_PEGTL_KEYWORD("adds"), sp, must<a_time>> {};
struct clock_out : seq<TAO_PEGTL_KEYWORD("out"), gap, must<result_colon>, gap, must<the_result>> {};
struct clock_item : sor<clock_adds, clock_limit, clock_out> {};
struct clock_block : braces<clock_item> {};
struct clock_braces : seq<clock_block> {};
struct clock : seq<TAO_PEGTL_KEYWORD("clock"), gap, opt<when_clause, gap>, must<clock_braces>> {};

// ---- test "title" { ... } ----

struct test_title : seq<plain_text> {};
struct setting_name : seq<name> {};
struct setting : seq<must<setting_name>, sp, must<required_equals>, gap, must<value>> {};
struct with : seq<TAO_PEGTL_KEYWORD("with"), gap, setting, star<gap, comma, gap, setting>> {};
struct test_block : seq<body> {};
struct test : seq<TAO_PEGTL_KEYWORD("test"), sp, must<test_title>, gap, opt<with, gap>, must<test_block>> {};
// clang-format on

}  // namespace glint::lang::grammar
