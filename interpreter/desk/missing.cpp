#include "interpreter/desk/offers.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "lang/parse/expected.hpp"
#include "lang/parse/parse.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

using lang::WordGroup;
using lang::token_at;
using lang::token_before;

constexpr std::size_t kMost = 8;

class Missing {
 public:
  Missing(const lang::Diagnostic& diagnostic, const std::string& text)
      : diagnostic_(diagnostic), text_(text), at_(diagnostic.primary.span), errors_(syntax_errors_in(text)) {}

  std::vector<lang::Mend> all() {
    twice();
    if (!all_.empty()) return std::move(all_);
    too_much();
    if (at_.begin >= text_.size()) add("insert `}`", text_.size(), text_.size(), "}");
    closing_brace();
    const std::size_t behind = end_before();
    for (const char* sign : {",", ")", ":", "]", "}", " =", " ->", " {", "(", ";", "."}) insert(behind, sign);
    quote();
    for (const char* sign : {":", " =", " ->", " {", "("}) insert(at_.end, sign);
    words(at_.begin);
    const std::size_t statement = statement_begin();
    if (statement < at_.begin) words(statement);
    return std::move(all_);
  }

 private:
  void add(std::string title, std::size_t begin, std::size_t end, std::string written) {
    if (all_.size() >= kMost) return;
    std::string after = text_;
    after.replace(begin, end - begin, written);
    if (!tried_.insert(after).second || syntax_errors_in(after) >= errors_) return;
    const lang::Span at{at_.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    all_.push_back({std::move(title), at, std::move(written)});
  }

  /// A sign, with blanks around it as one writes it; `(` takes the place of a blank.
  void insert(std::size_t at, const std::string& sign) {
    const std::string bare = sign.substr(sign.find_first_not_of(' '));
    const bool is_blank_next = at >= text_.size() || text_[at] == ' ' || text_[at] == '\n';
    const bool needs_blank = bare == "=" || bare == "->" || bare == ":" || bare == "," || bare == ";" || bare == "{";
    const bool opens = bare == "(" && at < text_.size() && text_[at] == ' ';
    add("insert `" + bare + "`", at, opens ? at + 1 : at, sign + (needs_blank && !is_blank_next ? " " : ""));
  }

  /// The words that may begin something there, and those that may continue something. Before a sign they would be
  /// names.
  void words(std::size_t at) {
    const std::string_view next = token_at(text_, static_cast<std::uint32_t>(at));
    if (next.empty() || !(lang::is_in_name(next.front()) || next.front() == '"')) return;
    const std::string_view before = token_before(text_, static_cast<std::uint32_t>(at));
    const std::vector<lang::Expected::Word> all = lang::expected_at(text_, static_cast<std::uint32_t>(at)).words;
    // Nothing is missing before a word that can stand there: `library game`.
    if (std::any_of(all.begin(), all.end(), [&](const lang::Expected::Word& word) { return word.text == next; })) return;
    for (const lang::Expected::Word& word : all)
      if (word.group != WordGroup::operation && word.group != WordGroup::value && word.group != WordGroup::type &&
          word.text != next && word.text != before)
        add("insert `" + std::string(word.text) + "`", at, at, std::string(word.text) + " ");
  }

  /// A sign that only separates or closes may go; a `!` has a meaning.
  void too_much() {
    if (at_.end > at_.begin && std::string_view(";,:.(){}[]").find(text_[at_.begin]) != std::string_view::npos)
      add("remove `" + text_.substr(at_.begin, at_.end - at_.begin) + "`", at_.begin, at_.end, "");
  }

  /// `pick pick at in empty`: the error is at the second one, or after it.
  void twice() {
    const std::string_view last = token_before(text_, at_.begin);
    for (const std::string_view token : {token_at(text_, at_.begin), last}) {
      if (token.empty() || token == "\"") continue;
      const auto begin = static_cast<std::size_t>(token.data() - text_.data());
      const std::string_view before = token_before(text_, static_cast<std::uint32_t>(begin));
      if (token != before) continue;
      add("remove the second `" + std::string(token) + "`",
          static_cast<std::size_t>(before.data() + before.size() - text_.data()), begin + token.size(), "");
    }
  }

  /// A block that is not closed ends before the next line that is not further in than the one that opens it.
  void closing_brace() {
    if (diagnostic_.others.empty()) return;
    const std::size_t open = diagnostic_.others.front().span.begin;
    if (open >= text_.size() || text_[open] != '{') return;
    const auto indent_of = [&](std::size_t line) { return text_.find_first_not_of(" \t", line) - line; };
    const std::size_t opener = lang::line_begin(text_, open);
    std::size_t blank = 0;  // the first of the blank lines before it
    for (std::size_t line = text_.find('\n', open) + 1; line != 0 && line < text_.size();
         line = text_.find('\n', line) + 1) {
      const std::size_t first = text_.find_first_not_of(" \t\r", line);
      if (first == std::string::npos) break;
      if (text_[first] == '\n') {
        if (blank == 0) blank = line;
        continue;
      }
      const std::size_t at = blank != 0 ? blank : line;
      blank = 0;
      if (indent_of(line) > indent_of(opener)) continue;
      add("add the line `}`", at, at, text_.substr(opener, indent_of(opener)) + "}\n");
      if (text_.compare(first, 1, "}") != 0) break;
    }
  }

  /// A text that is not closed ends before the brace that opens a block, or at the end of the line.
  void quote() {
    const std::size_t line = lang::line_begin(text_, at_.begin);
    const std::size_t end = std::min(text_.find('\n', line), text_.size());
    if (std::count(text_.begin() + static_cast<std::ptrdiff_t>(line), text_.begin() + static_cast<std::ptrdiff_t>(end),
                   '"') %
            2 ==
        0)
      return;
    const std::size_t last = text_.find_last_not_of(" \t\r", end - 1) + 1;
    if (last > line + 1 && text_.compare(last - 2, 2, " {") == 0) add("add `\"`", last - 2, last - 2, "\"");
    add("add `\"`", last, last, "\"");
  }

  /// The end of the token before the error; the error itself, if comments make that unclear.
  std::size_t end_before() const {
    const std::string_view before = token_before(text_, at_.begin);
    if (!before.empty()) return static_cast<std::size_t>(before.data() + before.size() - text_.data());
    const std::size_t end = at_.begin == 0 ? 0 : text_.find_last_not_of(" \t\r\n", at_.begin - 1) + 1;
    const std::size_t line = lang::line_begin(text_, end);
    return text_.substr(line, end - line).find("//") == std::string::npos ? end : std::size_t{at_.begin};
  }

  std::size_t statement_begin() const {
    const std::size_t line = lang::line_begin(text_, at_.begin);
    const std::size_t mark = std::string_view(text_).substr(0, at_.begin).find_last_of("{;");
    const std::size_t begin = mark != std::string::npos && mark >= line ? mark + 1 : line;
    return std::min<std::size_t>(text_.find_first_not_of(" \t", begin), at_.begin);
  }

  const lang::Diagnostic& diagnostic_;
  const std::string& text_;
  const lang::Span at_;
  const std::size_t errors_;
  std::set<std::string> tried_;
  std::vector<lang::Mend> all_;
};

}  // namespace

bool is_of_syntax(const lang::Diagnostic& one) { return lang::code_name(one.code).starts_with("G01"); }

std::size_t syntax_errors_in(const std::string& text) {
  lang::StopCheck never{lang::Stop()};
  return lang::parsing::outline(text, 0, never).diagnostics.size();
}

std::vector<lang::Mend> missing_at(const lang::Diagnostic& diagnostic, const std::string& text) {
  if (text.size() > kLongestParsed || diagnostic.primary.span.end > text.size()) return {};
  return Missing(diagnostic, text).all();
}

}  // namespace glint::desk
