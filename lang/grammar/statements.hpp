// Statements, in the braces of moves, effects, `setup`, `play` and tests. The checker decides which of them are allowed
// where.
#pragma once

#include "lang/grammar/recovery.hpp"
#include "lang/grammar/tokens.hpp"

namespace glint::lang::grammar {

// Expressions. An expression is read as a flat row of operands and operators; their precedence is a table in
// parse/build_expressions.cpp. So nested parentheses are never read twice, and a hundred operators are not nested.
//
// `if` and the folds reach as far right as they can, wherever they stand.

// clang-format off
struct expression;

// ---- in brackets ----

struct paren_inner : seq<expression> {};
struct paren_close : one<')'> {};
struct paren : seq<one<'('>, gap, must<paren_inner>, gap, must<paren_close>> {};

struct domain : seq<expression> {};
struct where_condition : seq<expression> {};
struct where_clause : seq<TAO_PEGTL_KEYWORD("where"), gap, must<where_condition>> {};

struct value : seq<expression> {};
struct set_close : one<'}'> {};
struct set : seq<one<'{'>, gap, sor<one<'}'>,
                 seq<must<value>, gap, star<comma, gap, must<value>, gap>, must<set_close>>>> {};
struct list_close : one<']'> {};
/// `[3, 5, 8]`: a value for each value of an index, in declarations that have one.
struct list : seq<one<'['>, gap, must<value>, gap, star<comma, gap, must<value>, gap>, must<list_close>> {};
struct comprehension : seq<one<'{'>, gap, name, gap, in_word, gap, must<domain>, gap, opt<where_clause, gap>,
                           must<set_close>> {};

struct named_argument : seq<name, gap, equals, gap, must<value>> {};
struct argument : sor<named_argument, expression> {};
struct arguments_close : one<')'> {};
struct arguments : seq<one<'('>, gap, sor<one<')'>,
                       seq<must<argument>, gap, star<comma, gap, must<argument>, gap>, must<arguments_close>>>> {};

struct subscript_inner : seq<expression> {};
struct subscript_close : one<']'> {};
struct subscript : seq<one<'['>, gap, must<subscript_inner>, gap, must<subscript_close>> {};

// ---- folds and if ----

struct fold_word : sor<TAO_PEGTL_KEYWORD("any"), TAO_PEGTL_KEYWORD("all"), TAO_PEGTL_KEYWORD("no"),
                       TAO_PEGTL_KEYWORD("count"), TAO_PEGTL_KEYWORD("sum"), TAO_PEGTL_KEYWORD("union"),
                       TAO_PEGTL_KEYWORD("reach")> {};
struct extreme_word : sor<TAO_PEGTL_KEYWORD("min"), TAO_PEGTL_KEYWORD("max")> {};
struct fold_colon : one<':'> {};
struct fold_body : seq<expression> {};
struct fold_else_word : seq<else_word> {};
struct else_value : seq<expression> {};
struct fold_head : seq<gap, name, gap, in_word, gap, must<domain>, gap, opt<where_clause, gap>, must<fold_colon>> {};
struct the_else_word : seq<else_word> {};
struct fold : sor<seq<fold_word, fold_head, gap, must<fold_body>>,
                  seq<extreme_word, fold_head, gap, must<fold_body>, gap, must<fold_else_word>, gap,
                      must<else_value>>> {};
/// `the x in SET where C else V`
struct the : seq<TAO_PEGTL_KEYWORD("the"), gap, name, gap, in_word, gap, must<domain>, gap, opt<where_clause, gap>,
                 must<the_else_word>, gap, must<else_value>> {};

struct if_condition : seq<expression> {};
struct if_then_word : TAO_PEGTL_KEYWORD("then") {};
struct if_then : seq<expression> {};
struct if_else_word : seq<else_word> {};
struct if_expression : seq<TAO_PEGTL_KEYWORD("if"), gap, must<if_condition>, gap, must<if_then_word>, gap,
                           must<if_then>, gap, must<if_else_word>, gap, must<else_value>> {};

// ---- operands ----

/// `drawn("~#")`: the cells with these signs in the board's drawing.
struct drawn_call : seq<TAO_PEGTL_KEYWORD("drawn"), one<'('>, gap, plain_text, gap, must<paren_close>> {};
/// `cell("3,6")`: the cell with this label, which need be no name.
struct label_call : seq<TAO_PEGTL_KEYWORD("cell"), one<'('>, gap, plain_text, gap, must<paren_close>> {};
/// A name, with its arguments or index directly after it.
struct named : seq<name, opt<sor<arguments, subscript>>> {};
struct member_name : identifier {};
struct member_word : seq<member_name> {};
struct member : seq<one<'.'>, not_at<one<'.'>>, must<member_word>, opt<arguments>> {};
struct primary : sor<number, comprehension, set, paren, if_expression, fold, the, drawn_call, label_call, named> {};

struct of_operand : seq<primary, star<member>> {};
struct of_clause;
struct of_whom : seq<of_operand, opt<gap, of_clause>> {};
struct of_clause : seq<of_word, gap, must<of_whom>> {};

/// `x.f`, `disc of me`
struct applied : seq<primary, star<member>, opt<gap, of_clause>> {};
/// `stacked K`, `stacked K of p`: a form only where a kind follows on the line.
struct stacked : seq<TAO_PEGTL_KEYWORD("stacked"), blank, at<sor<name, one<'('>>>, applied> {};
/// `can m`, `can m of p`: a form only where a name follows on the line.
struct can : seq<TAO_PEGTL_KEYWORD("can"), blank, name, opt<gap, of_clause>> {};

/// A line that begins like a statement or declaration is not an operand for the line before, which lacks one.
struct other_form : seq<line_indent, sor<seq<line_word<Follows::operand>, blank, sor<name, one<'"', '('>>>,
                                         seq<line_word<Follows::brace>, sp, one<'{'>>>> {};

struct prefix : sor<TAO_PEGTL_KEYWORD("not"), seq<one<'-'>, not_at<one<'>', '='>>>> {};
struct operand : seq<not_at<other_form>, star<prefix, gap>, sor<stacked, can, applied>> {};

struct symbol : sor<seq<one<'|', '^', '&', '+', '*'>, not_at<one<'='>>>, seq<one<'/'>, not_at<one<'/', '*', '='>>>, seq<one<'-'>, not_at<one<'>', '='>>>,
                    string<'.', '.'>, string<'=', '='>, string<'!', '='>, string<'<', '='>, string<'>', '='>,
                    one<'<', '>'>> {};
struct operator_ : sor<symbol, TAO_PEGTL_KEYWORD("or"), TAO_PEGTL_KEYWORD("and"), in_word,
                       TAO_PEGTL_KEYWORD("within"), TAO_PEGTL_KEYWORD("meets"), TAO_PEGTL_KEYWORD("mod")> {};
struct next_operand : seq<operand> {};
struct expression : seq<operand, star<gap, operator_, gap, must<next_operand>>> {};
// clang-format on

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
/// Braces that begin with a name which ends there, or has a spelling. Other braces are sets of values (`{9, 5, 7}`),
/// and so are braces before an `of` (`{n, s} of direction`).
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
/// After a word that could also be a name: a value begins, so the word is no name. A parenthesis stands apart from it.
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
