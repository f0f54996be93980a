#include "lang/parse/reading.hpp"

#include <algorithm>
#include <cstddef>

#include "lang/diagnostics/presentable.hpp"
#include "lang/source/source.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::parsing {

namespace {

// Messages of messages.txt that are told apart here.
constexpr const char* kRemoved = "expected what to remove from the game";
constexpr const char* kAfterDot = "expected the name of a field or member after `.`";
constexpr const char* kHole = "expected a value in the braces of a text";
constexpr const char* kHoleEnd = "expected `}` to close the placeholder{after}";
constexpr const char* kTextEnd = "the text that begins here is not closed on its line";

/// Signs with which other languages begin a comment or a text: what stands behind them may be anything.
constexpr std::string_view kForeignBeginnings = "# ' /* - % @ `";

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : split(text, " "))
    if (!word.empty()) words.emplace_back(word);
  return words;
}

/// A token as messages show it, unless it is long.
std::string as_shown(std::string_view token) {
  constexpr std::size_t kLongest = 40;
  return marked(std::string(token.substr(0, kLongest)) + (token.size() > kLongest ? "..." : ""));
}

std::string describe(std::string_view text, std::uint32_t at, std::string_view token) {
  if (!token.empty()) return token.front() == '"' ? "a text" : as_shown(token);
  return at >= text.size() ? "the end of the file" : "the end of the line";
}

void replace(std::string& text, std::string_view what, std::string_view with) {
  const std::size_t at = text.find(what);
  if (at != std::string::npos) text.replace(at, what.size(), with);
}

/// Characters that a script has only in its texts and comments. Many come from editors and web pages, which write others
/// than were typed: curly quotes, long dashes, spaces that do not break.
struct StrangeSign {
  std::uint32_t begin = 0, end = 0;  // bytes
  std::string message, help;
};

/// Characters that look alike: the one that is meant, and the one that is written instead.
struct Meant {
  std::u32string_view signs;
  std::string_view help;
};
constexpr std::string_view kQuote = "write `\"`: texts are in straight double quotes";
constexpr Meant kMeant[] = {
    {U"\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033\u2018\u2019\u201A\u2032\u00B4\u2039\u203A", kQuote},
    {U"\u2212\u2013\u2014\u2010\u2011", "write `-`"},
    {U"\u2264", "write `<=`"},
    {U"\u2265", "write `>=`"},
    {U"\u2260", "write `!=`"},
    {U"\u00D7\u00B7\u22C5\u2217", "write `*`"},
    {U"\u00F7\u2215", "write `/`"},
    {U"\u2192\u21D2\u21A6\u27F6", "write `->`"},
    {U"\u2026", "write `..`"},
    {U"\u2208", "write `in`"},
    {U"\u2209", "write `not x in S`"},
    {U"\u2227", "write `and`"},
    {U"\u2228", "write `or`"},
    {U"\u00AC", "write `not`"},
    {U"\u222A", "write `|`"},
    {U"\u2229", "write `&`"},
    {U"\u2216", "write `-`"},
    {U"\u2286\u2282", "write `within`"},
    {U"\u2205", "write `{}`"},
};

bool is_space(char32_t c) {
  return c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

/// True if it is a letter of a script that people write names in, as far as that needs no tables.
bool is_letter(char32_t c) {
  return (c >= 0xC0 && c <= 0x52F && c != 0xD7 && c != 0xF7) || (c >= 0x5D0 && c <= 0x1FFF) ||
         (c >= 0x3041 && c <= 0xD7A3);
}

StrangeSign about(std::string_view text, std::uint32_t at) {
  const std::size_t length = std::max<std::size_t>(1, utf8_length(text.substr(at, 4)));
  const std::string sign(text.substr(at, length));
  const auto c = static_cast<char32_t>(code_point_of(sign));
  StrangeSign found{
      at, at + static_cast<std::uint32_t>(length), "`" + sign + "` can only be in a text or a comment", {}};
  for (const Meant& meant : kMeant)
    if (meant.signs.find(c) != std::u32string_view::npos) found.help = meant.help;
  if (is_space(c)) {
    found.message = "this is a special space, which can only be in a text or a comment";
    found.help = "write a plain space: it looks the same";
  } else if (c >= 0xFF01 && c <= 0xFF5E) {
    found.help = "write `" + std::string(1, static_cast<char>(c - 0xFF01 + '!')) + "`, of the usual width";
  } else if (is_letter(c)) {
    found.help = "names have the letters a to z and A to Z, digits and `_`";
  }
  return found;
}

bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

/// The first such character in the line of a byte; or the one at this byte, which may be in the braces of a text.
std::optional<StrangeSign> strange_sign_near(std::string_view text, std::uint32_t at) {
  if (at < text.size() && is_beyond_ascii(text[at])) return about(text, at);
  const std::size_t end = std::min(text.find('\n', at), text.size());
  for (Lexer lexer(text, line_begin(text, at)); const auto token = lexer.next();) {
    if (token->begin >= end) break;
    if (token->kind == Token::Kind::sign && is_beyond_ascii(token->text.front()))
      return about(text, static_cast<std::uint32_t>(token->begin));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> Reading::opener(char bracket) const {
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
    if (node->next == 0 && text_[node->begin] == bracket) return node->begin;
  return std::nullopt;
}

std::string Reading::fill_in(std::string_view pattern) const {
  std::string text(pattern);
  const std::string_view before = token_before(text_, failed_at);
  replace(text, "{after}", before.empty() ? "" : " after " + as_shown(before));
  const std::string_view keyword = token_at(text_, declared_at_);
  std::uint32_t at = declared_at_ + static_cast<std::uint32_t>(keyword.size());
  while (at < text_.size() && text_[at] == ' ') ++at;
  const std::string_view name = token_at(text_, at);
  const bool named = !name.empty() && is_in_name(name.front()) && at < failed_at;
  replace(text, "{declaration}", named ? std::string(keyword) + " " + as_shown(name) : as_shown(keyword));
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
  if (const auto strange = strange_sign_near(text_, at);
      strange && message.opener != '"' && (strange->begin == at || !is_among(token, kForeignBeginnings)))
    return {Code::G0101, Severity::error, strange->message, {{file_, strange->begin, strange->end}, {}}, {}, strange->help};
  const auto length = static_cast<std::uint32_t>(token.size());
  Diagnostic diagnostic;
  diagnostic.code = message.code;
  diagnostic.message = fill_in(message.text) + ", found " + describe(text_, at, token);
  diagnostic.primary.span = {file_, at, at + length};
  diagnostic.help = message.help;

  // `2.5`, where a member of 2 was read.
  if (const std::string_view whole = at > 1 ? token_before(text_, at - 1) : std::string_view();
      message.text == std::string_view(kAfterDot) && is_number(token) && is_number(whole)) {
    diagnostic.primary.span.begin = static_cast<std::uint32_t>(whole.data() - text_.data());
    diagnostic.message = "numbers are whole, and this is " + as_shown(std::string(whole) + "." + std::string(token));
    diagnostic.help = "multiply, then divide: `N * 5 / 2` is two and a half times N, without the remainder";
    return diagnostic;
  }

  const bool word = !token.empty() && is_in_name(token.front());
  const std::vector<std::string> words = words_in(message.words);
  if (word && is_among(token, message.words)) return diagnostic;
  if (word && *message.unknown != 0)
    diagnostic.message = "unknown " + std::string(message.unknown) + " " + as_shown(token);
  const Found found{text_, at, message.place, item_at, declared_at_};
  if (!is_trial) diagnostic.mends = mends_for(found, file_);
  std::string near = word && token.size() > 1 ? nearest(token, words) : std::string();
  if (!near.empty() && !reads_with(near, at, length)) near.clear();
  if (std::string help = help_for(found); !help.empty()) {
    if (is_among(token, message.misplaced)) diagnostic.message = fill_in(message.text) + ", found " + as_shown(token);
    diagnostic.help = std::move(help);
  } else if (word && is_among(token, message.misplaced)) {
    diagnostic.message = fill_in(message.text) + ", found " + as_shown(token);
    diagnostic.help = message.misplaced_help;
  } else if (!near.empty()) {
    diagnostic.meant = near;
    diagnostic.help.clear();
  } else if (std::string other = help_at(found); !other.empty()) {
    diagnostic.help = std::move(other);
  }
  return diagnostic;
}

/// True if the line can be read if this word stands there: `lit = beams.cells` is near to `let`, but that is not what
/// is missing. Later lines do not matter.
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
    // A block or drawing may be closed on a later line.
    const bool is_open = each.code == Code::G0102 &&
                         (!each.others.empty() || std::string_view(line).substr(each.primary.span.begin).starts_with("\"\"\""));
    return each.primary.span.end > at - begin && each.primary.span.begin < written && !is_open;
  });
}

void Reading::begin_declaration(std::uint32_t at) {
  if (at == declared_at_) return;
  declared_before_ = declared_at_;
  declared_at_ = at;
}

/// A placeholder of a text that has no quote after it: the text is what is not closed.
Message Reading::of_open_text(const Message& message) const {
  const bool in_hole = message.text == std::string_view(kHole) || message.text == std::string_view(kHoleEnd);
  if (!in_hole || text_.substr(failed_at, text_.find('\n', failed_at) - failed_at).find('"') != std::string_view::npos)
    return message;
  return {.code = Code::G0102, .opener = '"', .text = kTextEnd, .help = "close it with `\"`"};
}

/// True if this error only follows from an earlier one. If a brace was part of that, the braces around it do not match:
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
  return removal || token == "}" || is_among(token, message.misplaced);
}

bool Reading::refuse(const Message& asked) {
  const Message message = of_open_text(asked);
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
