// Statements, in the braces of moves, effects, `setup`, `play` and tests. The checker decides which of them are allowed
// where.
#pragma once

#include "lang/grammar/expressions.hpp"
#include "lang/grammar/recovery.hpp"

namespace glint::lang::grammar {

// Types: ranges, enumerations, `set of`, `clamped`, and those that an expression names.

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

// clang-format off
struct statement;
struct body : braces<statement> {};

struct condition : seq<expression> {};
struct message : seq<text> {};

// ---- assignments, effects ----

struct target : seq<name, opt<subscript>, star<member>> {};
struct assign_op : sor<equals, string<'+', '='>, string<'-', '='>, string<'|', '='>, string<'&', '='>,
                       string<'^', '='>> {};
struct assignment : seq<target, sp, assign_op, gap, must<value>> {};

/// Words before a parenthesis that are not the name of an effect.
struct takes_expression : sor<TAO_PEGTL_KEYWORD("require"), TAO_PEGTL_KEYWORD("offer"), TAO_PEGTL_KEYWORD("remove"),
                              TAO_PEGTL_KEYWORD("move"), TAO_PEGTL_KEYWORD("swap"), TAO_PEGTL_KEYWORD("expect"),
                              TAO_PEGTL_KEYWORD("while")> {};
struct effect_call : seq<not_at<takes_expression>, name, arguments> {};

// ---- picks and conditions ----

struct pick_name : seq<name> {};
struct required_in : seq<in_word> {};
struct some_of : seq<TAO_PEGTL_KEYWORD("some"), sp, of_word> {};
struct pick : seq<TAO_PEGTL_KEYWORD("pick"), sp, must<pick_name>, gap, must<required_in>, gap,
                  sor<seq<some_of, gap, must<domain>>, seq<must<domain>, opt<gap, where_clause>>>,
                  opt<gap, message>> {};
struct require_condition : seq<expression> {};
struct require_ : seq<TAO_PEGTL_KEYWORD("require"), sp, must<require_condition>, opt<gap, message>> {};
/// After a word that could be a name, too: a value begins, so the word is none. A parenthesis stands apart from it.
struct value_follows : at<plus<blank>, sor<one<'('>, digit, name>> {};
struct most_value : seq<expression> {};
/// `require most A, B "message"`
struct require_most : seq<TAO_PEGTL_KEYWORD("require"), sp, TAO_PEGTL_KEYWORD("most"), value_follows, sp, must<most_value>,
                          star<sp, comma, gap, must<most_value>>, opt<gap, message>> {};
struct nothing_word : TAO_PEGTL_KEYWORD("nothing") {};
struct unseen_word : TAO_PEGTL_KEYWORD("unseen") {};
struct offer_condition : seq<expression> {};
struct offer : seq<TAO_PEGTL_KEYWORD("offer"), sp, sor<nothing_word, unseen_word, must<offer_condition>>> {};
struct once_by : TAO_PEGTL_KEYWORD("by") {};
struct once_value : seq<expression> {};
/// `offer once by A, B`
struct offer_once : seq<TAO_PEGTL_KEYWORD("offer"), sp, TAO_PEGTL_KEYWORD("once"), value_follows, sp, must<once_by>, gap,
                        must<once_value>, star<sp, comma, gap, must<once_value>>> {};

struct let_name : seq<name> {};
struct required_equals : seq<equals> {};
struct let_statement : seq<TAO_PEGTL_KEYWORD("let"), sp, must<let_name>, sp, opt<annotation, gap>, must<required_equals>,
                           gap, must<value>> {};

// ---- pieces ----

struct put_kind : seq<name> {};
struct put_on : TAO_PEGTL_KEYWORD("on") {};
struct put_place : seq<expression> {};
struct put : seq<TAO_PEGTL_KEYWORD("put"), sp, must<put_kind>, opt<sp, arguments>, sp, must<put_on>, gap,
                 must<put_place>> {};
struct remove_what : seq<expression> {};
struct remove_ : seq<TAO_PEGTL_KEYWORD("remove"), sp, must<remove_what>> {};
struct move_from : seq<expression> {};
struct move_to_word : TAO_PEGTL_KEYWORD("to") {};
struct to_cell : seq<expression> {};
struct move_piece : seq<TAO_PEGTL_KEYWORD("move"), sp, must<move_from>, sp, must<move_to_word>, gap, must<to_cell>> {};
struct swap_one : seq<expression> {};
struct swap_comma : one<','> {};
struct swap_other : seq<expression> {};
struct swap_ : seq<TAO_PEGTL_KEYWORD("swap"), sp, must<swap_one>, gap, must<swap_comma>, gap, must<swap_other>> {};

// ---- control ----

struct if_block : seq<body> {};
struct else_block : seq<body> {};
struct if_statement;
struct else_part : seq<else_word, gap, sor<if_statement, must<else_block>>> {};
struct if_statement : seq<TAO_PEGTL_KEYWORD("if"), sp, must<if_condition>, gap, must<if_block>,
                          opt<gap, else_part>> {};

struct for_name : seq<name> {};
struct while_clause : seq<TAO_PEGTL_KEYWORD("while"), gap, must<condition>> {};
struct for_block : seq<body> {};
struct for_ : seq<TAO_PEGTL_KEYWORD("for"), sp, must<for_name>, gap, must<required_in>, gap, must<domain>, gap,
                  opt<where_clause, gap>, opt<while_clause, gap>, must<for_block>> {};

struct while_condition : seq<expression> {};
struct at_most : seq<TAO_PEGTL_KEYWORD("at"), gap, TAO_PEGTL_KEYWORD("most")> {};
struct most_rounds : seq<expression> {};
struct while_block : seq<body> {};
/// `while COND at most N { ... }`; in a move that picks in the block, `while COND or stop { ... }`, too
struct while_ : seq<TAO_PEGTL_KEYWORD("while"), sp, must<while_condition>, gap,
                    sor<at<one<'{'>>, seq<must<at_most>, gap, must<most_rounds>, gap>>, must<while_block>> {};

struct wins_player : seq<expression> {};
struct loses_word : TAO_PEGTL_KEYWORD("loses") {};
struct wins_or_loses : sor<TAO_PEGTL_KEYWORD("wins"), loses_word> {};
struct wins : seq<wins_player, sp, must<wins_or_loses>> {};
struct tie_word : TAO_PEGTL_KEYWORD("tie") {};
struct score_word : TAO_PEGTL_KEYWORD("score") {};
/// `p wins`, `p loses`, `tie`, `score`; of a team, `team wins`, `team loses`
struct result : sor<seq<sor<tie_word, score_word>, not_at<sp, sor<wins_or_loses, one<'.', '[', '(', '+', '-'>>>>,
                    wins> {};
struct the_result : seq<result> {};
struct result_colon : one<':'> {};
struct when_word : TAO_PEGTL_KEYWORD("when") {};
struct when_clause : seq<when_word, gap, must<condition>> {};
struct end_statement : seq<TAO_PEGTL_KEYWORD("end"), opt<sp, when_clause>, gap, must<result_colon>, gap,
                           must<the_result>> {};

// ---- only in `play` ----

struct turn_of : seq<of_word> {};
struct each_player : seq<TAO_PEGTL_KEYWORD("each"), sp, TAO_PEGTL_KEYWORD("player")> {};
struct turn_player : seq<expression> {};
struct turn_block : seq<body> {};
/// `turn of p`, alone on its line: a test says who is to move.
struct turn_alone : at<sp, one<'\n', ';', '}'>, not_at<gap, one<'{'>>> {};
struct turn : seq<TAO_PEGTL_KEYWORD("turn"), sp, must<turn_of>, sp,
                  sor<seq<each_player, gap, must<turn_block>>,
                      seq<must<turn_player>, sor<turn_alone, seq<gap, must<turn_block>>>>>> {};
struct move_name : seq<name> {};
struct choose : seq<TAO_PEGTL_KEYWORD("choose"), sp, must<move_name>,
                    star<gap, TAO_PEGTL_KEYWORD("or"), gap, must<move_name>>,
                    opt<gap, else_word, gap, must<else_block>>> {};
struct until_clause : seq<TAO_PEGTL_KEYWORD("until"), gap, must<condition>> {};
struct repeat_block : seq<body> {};
struct repeat : seq<TAO_PEGTL_KEYWORD("repeat"), gap, opt<until_clause, gap>, must<repeat_block>> {};
struct together_block : seq<body> {};
/// `together { choose a or b }`
struct together : seq<TAO_PEGTL_KEYWORD("together"), gap, must<together_block>> {};
struct draw_name : seq<name> {};
struct draw_in : seq<in_word> {};
/// `draw x = V, W`: the outcomes that a test fixes, one draw after the other.
struct draw_fixed : seq<equals, gap, must<value>, star<gap, comma, gap, must<value>>> {};
struct draw_bag : seq<name> {};
struct draw_from : seq<TAO_PEGTL_KEYWORD("from"), gap, must<draw_bag>> {};
struct draw : seq<TAO_PEGTL_KEYWORD("draw"), sp, must<draw_name>, sp,
                  sor<draw_fixed, seq<gap, draw_from>, seq<gap, must<draw_in>, gap, must<domain>>>> {};

// ---- only in tests ----

struct played_text : seq<plain_text> {};
struct play_moves : seq<TAO_PEGTL_KEYWORD("play"), sp, must<played_text>, star<gap, comma, gap, must<played_text>>> {};
struct because : seq<TAO_PEGTL_KEYWORD("because"), gap, must<played_text>> {};
struct expect_illegal : seq<TAO_PEGTL_KEYWORD("illegal"), sp, must<played_text>, opt<gap, because>> {};
struct expect_result : seq<TAO_PEGTL_KEYWORD("result"), gap, colon, gap, must<the_result>> {};
struct drawing : seq<raw_text> {};
struct expect_map : seq<TAO_PEGTL_KEYWORD("map"), gap, at<string<'"', '"'>>, must<drawing>> {};
struct perft_count : seq<expression> {};
/// `expect perft(N) == M`
struct expect_perft : seq<TAO_PEGTL_KEYWORD("perft"), one<'('>, gap, expression, gap, one<')'>, gap,
                          string<'=', '='>, gap, must<perft_count>> {};
struct expect_condition : seq<expression> {};
struct expect : seq<TAO_PEGTL_KEYWORD("expect"), sp, sor<expect_illegal, expect_result, expect_map, expect_perft,
                    must<expect_condition>>> {};
struct map_ : seq<TAO_PEGTL_KEYWORD("map"), gap, must<drawing>> {};

struct statement : sor<assignment, effect_call, pick, require_most, require_, offer_once, offer, let_statement, put, remove_,
                       move_piece, swap_, if_statement, for_, while_, end_statement, turn, choose, repeat, together, draw, play_moves, expect,
                       map_> {};
// clang-format on

}  // namespace glint::lang::grammar
