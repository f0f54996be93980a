// Tokens: blanks, names, numbers, texts, and how a construct may run over several lines.
//
// The rules in this folder define the syntax and nothing else: parse/nodes.def lists the rules that make nodes, and
// parse/messages.txt the messages for rules that fail. Three conventions hold throughout:
//
//  - A rule never begins or ends with blanks; a sequence of rules has a rule for the blanks between them:
//    `sp` stays on the line, `gap` goes over lines. A newline ends a statement, so `gap` stands only where the words
//    around it can be nothing but a continuation (around operators, after `=`, `,` and `:`, before `{`, `else`, a
//    text).
//  - After the word that decides what something is, every further part is a `must` of a rule of its own, so that
//    each place where a designer can go wrong has its own message. Blanks are skipped before the `must`: the caret
//    then stands under the wrong word.
//  - A word is a keyword only where its form begins. Only the few of `reserved` are never names.
#pragma once

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>
#include <type_traits>

namespace glint::lang::grammar {

// clang-format off
using namespace tao::pegtl;

struct blank : plus<one<' ', '\t', '\r'>> {};
struct comment : seq<string<'/', '/'>, star<not_one<'\n'>>> {};
struct sp : star<sor<blank, comment>> {};
struct gap : star<sor<plus<one<' ', '\t', '\r', '\n'>>, comment>> {};
/// Between two statements or declarations.
struct between : star<sor<plus<one<' ', '\t', '\r', '\n', ';'>>, comment>> {};

template <typename Word> struct ends : seq<Word, not_at<identifier_other>> {};

/// The words that cannot be names in expressions.
struct reserved : sor<
#define OPERATION_WORD(name, ...) TAO_PEGTL_KEYWORD(name),
#include "lang/grammar/words.def"
    TAO_PEGTL_KEYWORD("if")> {};
struct name : seq<not_at<reserved>, identifier> {};
struct number : plus<digit> {};

struct of_word : TAO_PEGTL_KEYWORD("of") {};
struct in_word : TAO_PEGTL_KEYWORD("in") {};
struct else_word : TAO_PEGTL_KEYWORD("else") {};
struct equals : seq<one<'='>, not_at<one<'='>>> {};
struct comma : one<','> {};
struct colon : one<':'> {};

/// At the first character of a line. PEGTL's own `bol` would count columns from the start of the file.
struct line_start {
  using rule_t = line_start;
  using subs_t = empty_list;
  template <typename ParseInput>
  static bool match(const ParseInput& in) {
    return in.current() == in.begin() || *(in.current() - 1) == '\n';
  }
};

/// The sign that must follow a word at the beginning of a line: see words.def.
enum class Follows { none, operand, brace, name, title, own };
template <Follows Wanted, Follows Is, typename Word>
using word_before = std::conditional_t<Wanted == Is, Word, failure>;
/// The words that begin another line if this sign follows, and those that begin a declaration in any open block.
template <Follows What> struct line_word : sor<
#define STATEMENT_WORD(name, place, next, ...) word_before<What, Follows::next, TAO_PEGTL_KEYWORD(name)>,
#define DECLARATION_WORD(name, next, ...) word_before<What, Follows::next, TAO_PEGTL_KEYWORD(name)>,
#include "lang/grammar/words.def"
    failure> {};
template <Follows What> struct declaring_word : sor<
#define DECLARATION_WORD(name, next, alone, ...) word_before<What, Follows::alone, TAO_PEGTL_KEYWORD(name)>,
#include "lang/grammar/words.def"
    failure> {};

/// At the first word of a line, in whatever column.
struct line_indent {
  using rule_t = line_indent;
  using subs_t = empty_list;
  template <typename ParseInput>
  static bool match(const ParseInput& in) {
    const char* at = in.current();
    while (at != in.begin() && (*(at - 1) == ' ' || *(at - 1) == '\t')) --at;
    return at == in.begin() || *(at - 1) == '\n';
  }
};

// ---- texts ----

struct expression;

struct escaped : one<'"', '\\', 'n', '{', '}'> {};
struct escape : seq<one<'\\'>, must<escaped>> {};
struct text_close : one<'"'> {};

/// A text with holes: a message, a notation, a label, a look.
struct literal : plus<sor<escape, not_one<'"', '\\', '{', '\n'>>> {};
struct hole_expression : seq<expression> {};
struct hole_width : plus<digit> {};
struct wide : seq<hole_width> {};
struct hole_close : one<'}'> {};
struct hole : seq<one<'{'>, sp, must<hole_expression>, sp, opt<colon, sp, must<wide>, sp>, must<hole_close>> {};
/// Inside braces that close with `...}`: signs, and holes in braces of their own.
struct dots : string<'.', '.', '.'> {};
struct repeated_end : seq<dots, one<'}'>> {};
struct is_repeated : seq<one<'{'>, star<sor<seq<one<'{'>, star<not_one<'{', '}', '"', '\n'>>, one<'}'>>,
                                            seq<not_at<repeated_end>, not_one<'{', '}', '"', '\n'>>>>, repeated_end> {};
struct repeated_literal : plus<sor<escape, seq<not_at<repeated_end>, not_one<'"', '\\', '{', '}', '\n'>>>> {};
/// The part of a notation that is repeated for each round of a loop in a move: `{x{at}...}`
struct repeated : seq<at<is_repeated>, one<'{'>, star<sor<repeated_literal, hole>>, repeated_end> {};
struct text : seq<one<'"'>, star<sor<literal, repeated, hole>>, must<text_close>> {};

/// A text without holes, in which braces are plain: moves of tests, titles, paths.
struct plain_text : seq<one<'"'>, star<sor<escape, not_one<'"', '\\', '\n'>>>, must<text_close>> {};

/// The printed form of a value, which can be read. A mirror may be drawn as a lone backslash: "\"
struct lone_backslash : seq<string<'"', '\\', '"'>, at<sp, sor<one<',', ';', '}', '\n'>, eof>>> {};
struct spelling : sor<lone_backslash, plain_text> {};

/// A drawing, unchanged, over several lines.
struct raw_close : string<'"', '"', '"'> {};
struct raw_text : seq<string<'"', '"', '"'>, star<not_at<raw_close>, any>, must<raw_close>> {};
// clang-format on

}  // namespace glint::lang::grammar

namespace tao::pegtl {
/// For `analyze`: these match without consuming.
template <typename Name>
struct analyze_traits<Name, glint::lang::grammar::line_start> : analyze_opt_traits<> {};
template <typename Name>
struct analyze_traits<Name, glint::lang::grammar::line_indent> : analyze_opt_traits<> {};
}  // namespace tao::pegtl
