// The course of a game: how it is set up, played, ended, scored and timed; what must always hold; and its tests.
#pragma once

#include "lang/grammar/statements.hpp"

namespace glint::lang::grammar {

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
/// `show no beams`: pictures leave out those that players are to work out.
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
