// Recovery after an error: items in braces, where an error in one does not hide the next.
#pragma once

#include <algorithm>
#include <string_view>

#include "lang/grammar/tokens.hpp"

namespace glint::lang::grammar {

/// Thrown by a failed `must` after its report.
struct Refused {};
/// Thrown if nothing after this place can be read: it would be unreliable, or too much.
struct Abandoned {};

// clang-format off
/// A line that can only begin a declaration, whatever braces are still open before it; words.def has the short forms.
struct declaration_line : seq<line_start, sor<
    seq<declaring_word<Follows::name>, blank, identifier>,
    seq<declaring_word<Follows::title>, sp, one<'"'>>,
    seq<declaring_word<Follows::brace>, sp, one<'{'>>,
    seq<sor<TAO_PEGTL_KEYWORD("replace"), TAO_PEGTL_KEYWORD("after")>, blank, identifier>,
    seq<TAO_PEGTL_KEYWORD("extend"), blank,
        sor<TAO_PEGTL_KEYWORD("piece"), TAO_PEGTL_KEYWORD("type"), TAO_PEGTL_KEYWORD("beam"),
            TAO_PEGTL_KEYWORD("setup")>>,
    seq<TAO_PEGTL_KEYWORD("remove"), blank,
        sor<TAO_PEGTL_KEYWORD("option"), TAO_PEGTL_KEYWORD("piece"), TAO_PEGTL_KEYWORD("var"),
            TAO_PEGTL_KEYWORD("let"), TAO_PEGTL_KEYWORD("do"), TAO_PEGTL_KEYWORD("move")>, blank, identifier>,
    seq<TAO_PEGTL_KEYWORD("show"), sp, one<'"'>>,
    seq<TAO_PEGTL_KEYWORD("show"), blank,
        sor<TAO_PEGTL_KEYWORD("for"), TAO_PEGTL_KEYWORD("when"), TAO_PEGTL_KEYWORD("cells"),
            TAO_PEGTL_KEYWORD("beams")>>,
    seq<TAO_PEGTL_KEYWORD("move"), blank, identifier, sp, sor<one<'"'>, equals>>,
    seq<TAO_PEGTL_KEYWORD("when"), blank, TAO_PEGTL_KEYWORD("beam"), blank,
        sor<TAO_PEGTL_KEYWORD("enters"),
            seq<TAO_PEGTL_KEYWORD("crosses"), blank, identifier, blank, TAO_PEGTL_KEYWORD("in")>>>,
    seq<sor<TAO_PEGTL_KEYWORD("score"), TAO_PEGTL_KEYWORD("heuristic")>, blank, identifier, sp, equals>>> {};

struct item_end : sor<one<';', '\n'>, at<one<'}'>>, eof> {};
// clang-format on

/// The words that join operands.
inline constexpr std::string_view kOperations[] = {
#define OPERATION_WORD(name, ...) name,
#include "lang/grammar/words.def"
};

/// Skips the rest of a broken item: to the end of the line with the error, or to a `;` in it, but not inside of braces.
/// A brace that closes more than the item opened ends the item, and so does a line that begins a declaration. At the
/// top level no block is open, and only a line that begins with a word is the next item.
template <bool TopLevel>
struct skip_broken {
  using rule_t = skip_broken;
  using subs_t = empty_list;

  template <apply_mode A, rewind_mode M, template <typename...> class Action, template <typename...> class Control,
            typename ParseInput, typename State>
  static bool match(ParseInput& in, State& state) {
    const char* const start = in.current();
    const char* const error = in.begin() + state.refused_at();
    const char* last = start;  // the last character that is neither a blank nor in a comment
    std::size_t open = 0;
    bool opened_here = false, holds_more = false;  // true if a brace was opened in this line and more text follows it
    while (!in.empty()) {
      const char c = *in.current();
      if (c == '"') {
        skip_text(in);
        last = in.current() - 1;  // its closing quote
        continue;
      }
      if (c == '/' && in.size(2) >= 2 && *(in.current() + 1) == '/') {
        skip_line(in);
        continue;
      }
      if (c == '\n') {
        const bool past =
            in.current() + 1 >= error && !(last >= error && goes_on(start, last)) && !next_line_goes_on(in);
        // A brace with text after it that is still open at the end of the wrong line is a set that was not closed.
        if (past && open > 0 && holds_more && !TopLevel) open = 0;
        opened_here = holds_more = false;
        if (past && open == 0 && (!TopLevel || next_line_begins_a_word(in))) break;
        in.bump(1);
        if (in.current() >= error && Control<at<declaration_line>>::template match<A, M, Action, Control>(in, state))
          break;
        continue;
      }
      if (c == ';' && open == 0 && in.current() >= error) break;
      // A brace in the middle of a line was meant for a set.
      if (c == '}' && open == 0 && !TopLevel && closes_block(in)) break;
      const bool blank = c == ' ' || c == '\t' || c == '\r';
      if (!blank && opened_here) holds_more = true;
      if (c == '{') {
        ++open;
        opened_here = true;
        holds_more = false;
      }
      if (c == '}' && open > 0) --open;
      if (!blank) last = in.current();
      in.bump(1);
    }
    if (in.current() == start) return false;
    state.skip(static_cast<std::uint32_t>(start - in.begin()), static_cast<std::uint32_t>(in.current() - in.begin()));
    return true;
  }

 private:
  static constexpr std::size_t kAhead = 200;  // how far to look for the next token

  static void skip_line(auto& in) {
    while (!in.empty() && *in.current() != '\n') in.bump(1);
  }

  static void skip_text(auto& in) {
    if (in.size(3) >= 3 && in.current()[1] == '"' && in.current()[2] == '"') {
      in.bump(3);
      while (in.size(3) >= 3 && !(in.current()[0] == '"' && in.current()[1] == '"' && in.current()[2] == '"'))
        in.bump(1);
      in.bump(in.size(3) >= 3 ? 3 : in.size(3));
      return;
    }
    in.bump(1);
    while (!in.empty() && *in.current() != '"' && *in.current() != '\n')
      in.bump(*in.current() == '\\' && in.size(2) >= 2 && in.current()[1] != '\n' ? 2 : 1);
    if (!in.empty() && *in.current() == '"') in.bump(1);
  }

  /// True if a line that ends with this character continues in the next.
  static bool goes_on(const char* start, const char* last) {
    const std::string_view line(start, static_cast<std::size_t>(last + 1 - start));
    if (std::string_view("+-*/|&^=<>,:([").find(*last) != std::string_view::npos) return true;
    for (const std::string_view word : kOperations) {
      if (line.size() > word.size() && line.substr(line.size() - word.size()) == word) {
        const char before = line[line.size() - word.size() - 1];
        return before == ' ' || before == ')' || before == '}' || before == ']';
      }
    }
    return false;
  }

  /// True if the line after this line break can only continue the one before: with a message or an operator.
  static bool next_line_goes_on(auto& in) {
    const std::string_view ahead(in.current(), std::min(in.size(kAhead), kAhead));
    const std::size_t begin = ahead.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return false;
    const std::string_view next = ahead.substr(begin);
    if (next.substr(0, 2) == "//" || next.front() == '}') return false;
    if (std::string_view("\"|&^+/=<>,:.)]").find(next.front()) != std::string_view::npos) return true;
    for (const std::string_view word : kOperations) {
      if (word != "not" && next.size() > word.size() && next.substr(0, word.size()) == word && next[word.size()] == ' ')
        return true;
    }
    return false;
  }

  /// True if the text after a brace allows it to be the end of a block.
  static bool closes_block(auto& in) {
    const std::string_view ahead(in.current() + 1, std::min(in.size(kAhead), kAhead) - 1);
    const std::size_t begin = ahead.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return true;
    const std::string_view next = ahead.substr(begin);
    return std::string_view("\n;}/").find(next.front()) != std::string_view::npos || next.substr(0, 4) == "else";
  }

  static bool next_line_begins_a_word(auto& in) {
    if (in.size(2) < 2) return true;
    const char c = in.current()[1];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '/';
  }
};

// clang-format off
template <typename Item> struct whole_item : seq<must<Item>, sp, must<item_end>> {};
template <typename Item> struct attempt : try_catch_type<Refused, whole_item<Item>> {};

struct block_close : one<'}'> {};

/// `{ items }`, separated by lines or `;`
template <typename Item>
struct braces : seq<one<'{'>, between,
                    star<not_at<sor<one<'}'>, eof, declaration_line>>, sor<attempt<Item>, skip_broken<false>>, between>,
                    must<block_close>> {};
// clang-format on

}  // namespace glint::lang::grammar

namespace tao::pegtl {
template <typename Name, bool TopLevel>
struct analyze_traits<Name, glint::lang::grammar::skip_broken<TopLevel>> : analyze_any_traits<> {};
}  // namespace tao::pegtl
