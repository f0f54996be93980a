// Expressions. An expression is read as a flat row of operands and operators; their precedence is a table in
// parse/build_expressions.cpp. So nested parentheses are never read twice, and a hundred operators are not nested.
//
// `if` and the folds reach as far right as they can, wherever they stand.
#pragma once

#include "lang/grammar/tokens.hpp"

namespace glint::lang::grammar {

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

}  // namespace glint::lang::grammar
