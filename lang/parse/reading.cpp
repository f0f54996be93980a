#include "lang/parse/reading.hpp"

#include <algorithm>
#include <array>

#include "lang/parse/limits.hpp"
#include "lang/source/names.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::parsing {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

constexpr std::array<std::string_view, 16> kPairs = {
    "..", "==", "!=", "<=", ">=", "->", "+=", "-=", "|=", "&=", "^=", "&&", "||", "/*", "=>", "++"};

// Messages of messages.hpp for which there is more advice.
constexpr const char* kIfBlock = "expected `{` to open the block of `if`";
constexpr const char* kRemoved = "expected what to remove from the game";
constexpr const char* kItemEnd = "expected a new line or `;`{after}";
constexpr const char* kResultColon = "expected `:` and a result{after}";
constexpr const char* kIfElse = "expected `else`{after}";
constexpr const char* kOperand = "expected an expression{after}";
constexpr const char* kMember = "expected the name of a field or member after `.`";

/// Whether it is a built-in function.
bool is_function(std::string_view word) {
  constexpr std::array<std::string_view, 11> kFunctions = {"count", "min",   "max",     "odd",      "ray",  "slide",
                                                           "hit",   "steps", "between", "distance", "trace"};
  return std::find(kFunctions.begin(), kFunctions.end(), word) != kFunctions.end();
}

bool is_number(std::string_view token) {
  return !token.empty() && std::all_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_pair(std::string_view two) { return std::find(kPairs.begin(), kPairs.end(), two) != kPairs.end(); }

std::vector<std::string> words_in(std::string_view text) {
  if (text.empty()) return {};
  const std::vector<std::string_view> words = split(text, " ");
  return {words.begin(), words.end()};
}

bool holds(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Advice for a token of other languages.
std::string_view foreign(std::string_view token) {
  if (token == "&&") return "write `and` between conditions, `&` between sets";
  if (token == "||") return "write `or` between conditions, `|` between sets";
  if (token == "!") return "write `not` before a condition, `!=` for unequal, `S - T` for a set without another";
  if (token == "=") return "`=` sets a value, `==` compares two";
  if (token == "/*") return "a comment begins with `//` and ends with its line";
  if (token == "%") return "the remainder of a division is `a mod b`";
  if (token == "/=" || token == "*=") return "write the whole: `x = x * 2`, `x = x / 2`";
  if (token == "'") return "texts are written in double quotes";
  if (token == "#") return "a comment begins with `//`";
  if (token == "=>") return "write `>=` for larger or equal";
  if (token == "?") return "a choice of two values is `if COND then A else B`";
  if (token == "[") return "a set is written in braces, as in `{a, b}`";
  return {};
}

/// Advice for a statement of other languages that begins with this word; `rest` is what follows on the line.
std::string foreign_statement(std::string_view word, std::string_view rest) {
  const std::string_view next = token_at(rest, 0);
  if (next == "wins" || next == "loses")
    return "a result ends the game: `end : " + std::string(word) + " " + std::string(next) + "`";
  if (rest.starts_with(":=")) return "write `" + std::string(word) + " = ...`: `=` sets a value";
  if (next == "++" || rest.starts_with("--"))
    return "write `" + std::string(word) + " " + std::string(1, rest.front()) + "= 1`";
  std::string_view field = rest;
  while (token_at(field, 0) == ".") {
    field.remove_prefix(1);
    field.remove_prefix(token_at(field, 0).size());
    field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
  }
  if (token_at(field, 0) == "==") return "`=` sets a value, `==` compares two";
  if (field.size() < rest.size() && token_at(field, 0) == "(")
    return "a statement begins with what is done: `put KIND on CELL`, `remove SET`, `move CELL to CELL`";
  std::string_view behind = rest.substr(next.size());
  behind.remove_prefix(std::min(behind.find_first_not_of(' '), behind.size()));
  if (!next.empty() && is_in_name(next.front()) && token_at(behind, 0) == "=")
    return "write `let " + std::string(next) +
           " = ...` for a value that does not change, or declare a variable of the game with `var`";
  const bool ends = word == "win" || word == "lose" || word == "tie" || word == "score";
  return ends ? "write `end : RESULT`, where a result is `p wins`, `p loses`, `tie` or `score`" : std::string();
}

/// Advice for a word that begins a statement or declaration in other languages.
std::string_view foreign_word(std::string_view word) {
  struct Entry {
    std::string_view words, help;
  };
  constexpr Entry kEntries[] = {
      {"loop until", "write `while COND at most 20 { ... }`; `repeat { ... }` is for `play`"},
      {"foreach forall", "write `for x in SET { ... }`"},
      {"function func fun fn def proc sub define",
       "`let name(x: cell) = ...` is a function with a value, `do name(x: cell) { ... }` one with effects"},
      {"return", "Glint has no `return`: a `let` is an expression, and a move ends with its last line"},
      {"const val constant",
       "write `let name = ...` for a computed value, `option` for a choice before the game"},
      {"int bool string number global variable state", "write `var name: 0..9 = 0`"},
      {"class struct object kind unit token", "write `piece name { field: type; look \"...\" }`"},
      {"enum", "write `type name = {one, two}`"},
      {"import include require using from load", "write `use name`, for a library"},
      {"elif elseif elsif", "write `else if COND { ... }`"},
      {"switch case match when", "write `if COND { ... } else if COND { ... }`"},
      {"action rule command", "write `move name \"notation\" { ... }`"},
      {"player", "write `players one, two`"},
      {"win lose tie draw", "write `end when COND : RESULT`, where a result is `p wins`, `p loses`, `tie` or `score`"},
      {"print display note", "write `show \"TEXT\"`, to show a text with the position"},
      {"assert check", "write `expect COND` in a test, `require COND \"message\"` in a move"},
      {"place add create spawn", "write `put kind(field = value) on CELL`"},
      {"delete destroy kill", "write `remove SET`"},
      {"break continue exit stop", "a loop ends by its condition: `while COND at most 20 { ... }`, `for x in SET while COND { ... }`"},
  };
  for (const Entry& entry : kEntries)
    if (holds(words_in(entry.words), word)) return entry.help;
  return {};
}

/// Whether a `choose` begins the statement that is read at this place.
bool is_in_choice(std::string_view text, std::uint32_t at) {
  const std::size_t before = text.find_last_of("{};\n", at == 0 ? 0 : at - 1);
  std::string_view statement = text.substr(before == std::string_view::npos ? 0 : before + 1);
  statement.remove_prefix(std::min(statement.find_first_not_of(' '), statement.size()));
  return statement.starts_with("choose ");
}

std::string quoted(std::string_view token) {
  constexpr std::size_t kLongest = 40;
  return "`" + std::string(token.substr(0, kLongest)) + (token.size() > kLongest ? "..." : "") + "`";
}

std::string describe(std::string_view text, std::uint32_t at, std::string_view token) {
  if (!token.empty()) return token.front() == '"' ? "a text" : quoted(token);
  return at >= text.size() ? "the end of the file" : "the end of the line";
}

void replace(std::string& text, std::string_view what, std::string_view with) {
  const std::size_t at = text.find(what);
  if (at != std::string::npos) text.replace(at, what.size(), with);
}

}  // namespace

std::string_view token_at(std::string_view text, std::uint32_t at) {
  if (at >= text.size() || is_blank(text[at]) || text.substr(at, 2) == "//") return {};
  std::size_t end = at + 1;
  if (is_in_name(text[at])) {
    while (end < text.size() && is_in_name(text[end])) ++end;
  } else if (is_pair(text.substr(at, 2))) {
    end = at + 2;
  } else {
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  }
  return text.substr(at, end - at);
}

std::string_view token_before(std::string_view text, std::uint32_t at) {
  std::size_t end = at;
  for (;;) {
    while (end > 0 && is_blank(text[end - 1])) --end;
    if (end == 0) return {};
    const std::size_t line = text.rfind('\n', end - 1) + 1;  // npos + 1 is 0
    const std::size_t comment = text.substr(line, end - line).find("//");
    if (comment == std::string_view::npos) break;
    // In a line with a text, `//` may be part of it.
    if (text.substr(line, comment).find('"') != std::string_view::npos) return {};
    end = line + comment;
  }
  std::size_t begin = end - 1;
  if (is_in_name(text[begin])) {
    while (begin > 0 && is_in_name(text[begin - 1])) --begin;
  } else if (begin > 0 && is_pair(text.substr(begin - 1, 2))) {
    --begin;
  } else if (text[begin] == '"' || static_cast<unsigned char>(text[begin]) >= 0x80) {
    return {};
  }
  return text.substr(begin, end - begin);
}

std::optional<std::uint32_t> Reading::opener(char bracket) const {
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
    if (node->next == 0 && text_[node->begin] == bracket) return node->begin;
  return std::nullopt;
}

std::string Reading::fill_in(std::string_view pattern) const {
  std::string text(pattern);
  const std::string_view before = token_before(text_, failed_at);
  replace(text, "{after}", before.empty() ? "" : " after " + quoted(before));
  const std::string_view keyword = token_at(text_, declared_at_);
  std::uint32_t at = declared_at_ + static_cast<std::uint32_t>(keyword.size());
  while (at < text_.size() && text_[at] == ' ') ++at;
  const std::string_view name = token_at(text_, at);
  const bool named = !name.empty() && is_in_name(name.front()) && at < failed_at;
  replace(text, "{declaration}", named ? std::string(keyword) + " " + quoted(name) : quoted(keyword));
  return text;
}

/// The place of the caret: under the wrong word, or after the last word of a line that is too short.
std::uint32_t Reading::blamed(const Message& message) const {
  if (message.starts_line) return failed_at;
  const std::string_view before = token_before(text_, failed_at);
  if (before.empty()) return failed_at;
  const auto end = static_cast<std::uint32_t>(before.data() + before.size() - text_.data());
  const bool same_line = text_.substr(end, failed_at - end).find('\n') == std::string_view::npos;
  if (same_line || !nearest(token_at(text_, failed_at), words_in(message.words)).empty()) return failed_at;
  return end;
}

Diagnostic Reading::expected(const Message& message) const {
  const std::uint32_t at = blamed(message);
  const std::string_view token = token_at(text_, at);
  const auto length = static_cast<std::uint32_t>(token.size());
  Diagnostic diagnostic;
  diagnostic.code = message.code;
  diagnostic.message = fill_in(message.text) + ", found " + describe(text_, at, token);
  diagnostic.primary.span = {file_, at, at + length};
  diagnostic.help = message.help;

  // `2.5`, where a member of 2 was read.
  if (const std::string_view whole = at > 1 ? token_before(text_, at - 1) : std::string_view();
      message.text == std::string_view(kMember) && is_number(token) && is_number(whole)) {
    diagnostic.primary.span.begin = static_cast<std::uint32_t>(whole.data() - text_.data());
    diagnostic.message = "numbers are whole, and this is " + quoted(std::string(whole) + "." + std::string(token));
    diagnostic.help = "multiply, then divide: `N * 5 / 2` is two and a half times N, without the remainder";
    return diagnostic;
  }

  const bool word = !token.empty() && is_in_name(token.front());
  const std::vector<std::string> words = words_in(message.words);
  if (word && !holds(words, token)) {
    if (*message.unknown != 0) diagnostic.message = "unknown " + std::string(message.unknown) + " " + quoted(token);
    std::string near = token.size() > 1 ? nearest(token, words) : std::string();
    if (!near.empty() && !reads_with(near, at, length)) near.clear();
    const bool in_block = message.unknown == std::string_view("statement");
    const bool is_elif = token == "elif" || token == "elseif" || token == "elsif";
    std::string_view rest = text_.substr(at + length);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (std::string own = in_block ? foreign_statement(token, rest) : std::string(); !own.empty()) {
      diagnostic.help = std::move(own);
    } else if (is_elif && (message.text == std::string_view(kItemEnd) || message.text == std::string_view(kIfElse))) {
      diagnostic.help = message.text == std::string_view(kItemEnd) ? "write `else if COND { ... }`"
                                                                   : "write `else if COND then VALUE else VALUE`";
    } else if (holds(words_in(message.misplaced), token)) {
      diagnostic.message = fill_in(message.text) + ", found " + quoted(token);
      diagnostic.help = message.misplaced_help;
    } else if (const std::string_view advice = *message.unknown != 0 ? foreign_word(token) : std::string_view();
               !advice.empty()) {
      diagnostic.help = advice;
    } else if (!near.empty()) {
      diagnostic.primary.text = "did you mean " + quoted(near) + "?";
      diagnostic.help.clear();
    } else if (token == "then" && message.opener == 0 && message.text == std::string_view(kIfBlock)) {
      diagnostic.help = "a statement has braces, `if COND { ... }`; `then` is for values";
    } else if (token_before(text_, at) == "no" && text_.substr(at, 3) != "in ") {
      diagnostic.help =
          "`no x in SET : COND` asks about each element; an empty set is `" + std::string(token) + " == {}`";
    } else if (message.text == std::string_view(kItemEnd) && token == "is") {
      diagnostic.help = "write `==` for equal, `!=` for unequal, `in` for an element of a set";
    } else if (message.text == std::string_view(kItemEnd) && token == "not") {
      diagnostic.help = "`not` comes before the whole condition: `not CELL in SET`";
    } else if (message.text == std::string_view(kItemEnd) && is_function(token_before(text_, at))) {
      diagnostic.help = "put arguments in parentheses: " + quoted(std::string(token_before(text_, at)) + "(...)");
    }
  } else if (token == "}" && message.unknown == std::string_view("declaration")) {
    diagnostic.help = "this brace has no opening brace: the block was closed above";
  } else if (message.code == Code::G0101) {
    std::string_view advice = foreign(token);
    if ((token == "&&" || token == "||" || token == "," || token == "and") && is_in_choice(text_, at))
      advice = "a choice lists its moves with `or`: `choose a or b`";
    // In `&&` the first sign was read as an operator, so the error is at the second.
    if (advice.empty() && at > 0 && is_pair(text_.substr(at - 1, 2))) advice = foreign(text_.substr(at - 1, 2));
    if (token == "." && token_before(text_, at) == "..") advice = "a range has two dots: `0..3`";
    const std::string_view before = token_before(text_, at);
    if (token == "=" && (before == "==" || before == "!=")) advice = "write `==` for equal, `!=` for unequal";
    if (token == ">" && before == "<") advice = "write `!=` for unequal";
    if (token == "(" && before == "for") advice = "write `for x in SET { ... }`, as in `for x in 1..3 { ... }`";
    if (token == "*" && before == "*") advice = "there are no powers: multiply, as in `x * x`";
    if (token == ":" && message.text == std::string_view(kIfBlock)) advice = "a block has braces: `if COND { ... }`";
    if (token == "\"" && message.text == std::string_view(kOperand)) advice = "names of cells and values have no quotes";
    const bool compares = token == "=" && message.text == std::string_view(kResultColon);
    if (!advice.empty() && (token != "=" || *message.help == 0 || compares)) diagnostic.help = advice;
  }
  return diagnostic;
}

/// Whether the line can be read if this word stands there: `lit = beams.cells` is near to `let`, but that is not what is
/// missing. What follows on later lines does not matter.
bool Reading::reads_with(std::string_view word, std::uint32_t at, std::uint32_t length) const {
  constexpr std::size_t kLongest = 20'000;
  const std::size_t end = std::min(text_.find('\n', at), text_.size());
  const std::uint32_t begin = std::min(declared_at_, at);
  if (is_trial || end - begin > kLongest) return true;
  std::string line(text_.substr(begin, at - begin));
  line.append(word).append(text_.substr(at + length, end - at - length));
  Reading trial(line, file_, stop);
  trial.is_trial = true;
  read(line, trial);
  const std::size_t written = line.find_last_not_of(" \t\r") + 1;
  return std::none_of(trial.diagnostics_.begin(), trial.diagnostics_.end(), [&](const Diagnostic& each) {
    const bool is_open = each.code == Code::G0102 && !each.others.empty();
    return each.primary.span.end > at - begin && each.primary.span.begin < written && !is_open;
  });
}

void Reading::begin_declaration(std::uint32_t at) {
  if (at == declared_at_) return;
  declared_before_ = declared_at_;
  declared_at_ = at;
}

/// Whether this error only follows from an earlier one. If a brace was part of that, the braces around it do not match:
/// the block seems to end too early, and the rest of it seems to be declarations, or is missing.
bool Reading::follows(const Message& message) const {
  if (diagnostics_.empty()) return false;
  // Another error at the same place is the same mistake, found by an outer rule.
  if (failed_at == last_failure_) return true;
  if (!broken_declaration_) return false;
  if (message.opener == '{' && message.starts_line) return *broken_declaration_ == declared_at_;
  // A statement `remove x` looks like a removal in a variant.
  const bool removal = message.text == std::string_view(kRemoved) &&
                       nearest(token_at(text_, failed_at), words_in(message.words)).empty();
  if (message.unknown != std::string_view("declaration") && !removal) return false;
  if (*broken_declaration_ != declared_before_ && *broken_declaration_ != declared_at_) return false;
  const std::string_view token = token_at(text_, failed_at);
  return removal || token == "}" || holds(words_in(message.misplaced), token);
}

bool Reading::refuse(const Message& message) {
  const bool repeated = follows(message);
  last_failure_ = failed_at;
  broken_declaration_ = declared_at_;
  refused_at_ = blamed(message);
  if (repeated) return true;
  if (diagnostics_.size() >= kMaxSyntaxErrors) return false;

  Diagnostic diagnostic = expected(message);
  if (const auto opened = message.opener ? opener(message.opener) : std::nullopt) {
    if (message.opener == '"') {
      // The end of a text that is not closed is no help, so the whole text is marked.
      const bool drawing = text_.substr(*opened, 3) == "\"\"\"";
      std::uint32_t end = drawing ? *opened + 3 : failed_at;
      while (end > *opened + 1 && is_blank(text_[end - 1])) --end;
      diagnostic.message = message.text;
      diagnostic.primary = {{file_, *opened, end}, ""};
      if (text_.substr(*opened, end - *opened).find("\\\"") != std::string_view::npos)
        diagnostic.help = "`\\\"` is a quote inside the text; write `\\\\` for a backslash";
    } else {
      diagnostic.others.push_back({{file_, *opened, *opened + 1}, "opened here"});
    }
  }
  diagnostics_.push_back(std::move(diagnostic));
  return true;
}

void Reading::report_too_deep(std::uint32_t at) {
  const auto length = static_cast<std::uint32_t>(token_at(text_, at).size());
  diagnostics_.push_back({Code::G0103,
                          Severity::error,
                          "this is nested more than " + std::to_string(kMaxNesting) + " deep",
                          {{file_, at, at + length}, {}},
                          {},
                          "name a part of it with `let` or `do`"});
}

}  // namespace glint::lang::parsing
