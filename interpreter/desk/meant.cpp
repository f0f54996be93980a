#include "interpreter/desk/meant.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>

#include "interpreter/desk/mended.hpp"
#include "interpreter/desk/text_place.hpp"
#include "lang/index/words.hpp"
#include "lang/parse/reading.hpp"
#include "lang/source/line_begin.hpp"
#include "lang/source/names.hpp"

namespace glint::desk {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_among(const std::vector<std::string>& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// Whether a placeholder begins there: NAME, or S in `S - T`.
bool is_placeholder(const std::string& text, std::size_t at) {
  const auto is_capital = [&](std::size_t i) { return i < text.size() && std::isupper(static_cast<unsigned char>(text[i])); };
  if (!is_capital(at) || (at > 0 && lang::is_in_name(text[at - 1]))) return false;
  return is_capital(at + 1) || at + 1 == text.size() || !lang::is_in_name(text[at + 1]);
}

/// A text without its quoted parts, which `texts` gets.
std::string without_texts(std::string_view text, std::vector<std::string>& texts) {
  std::string bare;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t end = text[i] == '"' ? text.find('"', i + 1) : std::string_view::npos;
    if (end == std::string_view::npos) {
      bare += text[i];
      continue;
    }
    texts.emplace_back(text.substr(i + 1, end - i - 1));
    i = end;
  }
  return bare;
}

/// Words that say the opposite of what is written in their place.
bool is_negating(std::string_view word) {
  constexpr std::string_view kWords[] = {"unless", "until", "not", "no", "never", "isnt"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

/// A turn is counted in steps, elsewhere in degrees.
bool turns_by_degrees(std::string_view written, std::string_view rest) {
  constexpr int kMostSteps = 12;
  if (!written.starts_with("turns")) return false;
  const std::size_t begin = std::min(rest.find_first_not_of(" -"), rest.size());
  int steps = 0;
  std::from_chars(rest.data() + begin, rest.data() + rest.size(), steps);
  return steps > kMostSteps;
}

/// Where the declaration begins that a place is in, and where the next one does: declarations begin at the margin.
lang::Span declaration_around(const std::string& text, std::size_t at) {
  const auto begins = [&](std::size_t line) { return line < text.size() && lang::begins_name(text[line]); };
  std::size_t begin = lang::line_begin(text, std::min(at, text.size()));
  while (begin > 0 && !begins(begin)) begin = lang::line_begin(text, begin - 1);
  std::size_t end = std::min(text.find('\n', std::max(begin, std::min(at, text.size()))), text.size());
  while (end < text.size() && !begins(end + 1)) end = std::min(text.find('\n', end + 1), text.size());
  return {0, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace

std::vector<Written> written_in(const std::string& text, bool is_name) {
  std::vector<Written> all;
  std::size_t last = 0;
  bool is_example = false;
  for (std::size_t begin = text.find('`'); begin != std::string::npos;) {
    const std::size_t end = text.find('`', begin + 1);
    if (end == std::string::npos) break;
    // What is joined by `,`, `or` and `and` to an example is one, too.
    const std::string between = text.substr(last, begin - last);
    if (between.find("as in ") != std::string::npos) is_example = true;
    else if (between != ", " && between != " or " && between != " and ") is_example = false;
    last = end + 1;
    std::string one = text.substr(begin + 1, end - begin - 1);
    std::size_t placeholder = one.find("...");
    for (std::size_t i = 0; i < one.size() && !is_name; ++i)
      if (is_placeholder(one, i)) placeholder = std::min(placeholder, i);
    const auto add = [&](const std::string& written) {
      if (!written.empty() &&
          std::none_of(all.begin(), all.end(), [&](const Written& other) { return other.text == written; }))
        all.push_back({written, is_example});
    };
    if (placeholder == 0) one.clear();
    if (placeholder != std::string::npos && placeholder > 0) one.resize(one.find_last_not_of(" ={(", placeholder - 1) + 1);
    add(one);
    // The first word may be meant if what follows is only an example of it.
    if (placeholder != std::string::npos) add(one.substr(0, one.find(' ')));
    begin = text.find('`', end + 1);
  }
  return all;
}

bool is_near(std::string_view one, std::string_view other) {
  const auto lower = [](std::string_view text) {
    std::string all(text);
    for (char& c : all) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return all;
  };
  const std::string a = lower(one), b = lower(other);
  constexpr std::size_t kLeast = 3;  // letters: of two, one other is another name
  if (a == b) return true;
  if (std::min(a.size(), b.size()) < kLeast) return std::max(a.size(), b.size()) >= kLeast && !lang::nearest(a, {b}).empty();
  return a.starts_with(b) || b.starts_with(a) || !lang::nearest(a, {b}).empty();
}

bool is_real(const Written& written, std::string_view line, const std::function<bool(const std::string&)>& is_known) {
  constexpr std::string_view kStandIns[] = {"name", "kind", "field", "value", "one", "two"};
  std::vector<std::string> texts;
  const std::string bare = without_texts(written.text, texts);
  if (!bare.starts_with("look ") && std::any_of(texts.begin(), texts.end(), [&](const std::string& each) {
        return !each.empty() && line.find(each) == std::string_view::npos;
      }))
    return false;
  const std::vector<std::string> words = words_of(bare), here = words_of(std::string(line));
  const bool counts_on = bare.ends_with("+= 1") || bare.ends_with("-= 1");
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    if (is_among(here, word)) return true;
    if (is_digit(word.front())) return (counts_on && word == "1") || (!written.is_example && word == "0");
    if (std::find(std::begin(kStandIns), std::end(kStandIns), word) != std::end(kStandIns)) return false;
    if (lang::word_named(word)) return true;
    return !written.is_example && word.size() > 1 && is_known(word);
  });
}

bool keeps_meaning(const Edit& edit, const std::string& text, const lang::Diagnostic& diagnostic,
                   const std::function<bool(const std::string&)>& is_known) {
  const std::string gone = text.substr(edit.at.begin, edit.at.end - edit.at.begin);
  const std::vector<std::string> old_words = words_of(gone), new_words = words_of(edit.text);
  const bool says_so = diagnostic.help.starts_with("write `");
  // Signs that compare mean as much as words.
  if (old_words.empty()) return says_so || gone.find_first_of("<>") == std::string::npos || edit.text.find_first_of("<>") != std::string::npos;
  return std::all_of(old_words.begin(), old_words.end(), [&](const std::string& word) {
    if (is_among(new_words, word) || std::any_of(new_words.begin(), new_words.end(),
                                                 [&](const std::string& other) { return is_near(word, other); }))
      return true;
    if (!says_so || is_negating(word) || turns_by_degrees(edit.text, std::string_view(text).substr(edit.at.end))) return false;
    return is_of_syntax(diagnostic) || !is_known(word);
  });
}

bool writes_twice(const Edit& edit, const std::string& text) {
  const std::vector<std::string> words = words_of(edit.text);
  if (words.empty()) return false;
  const std::size_t next = std::min(text.find_first_not_of(" \t\n", edit.at.end), text.size());
  return lang::token_before(text, edit.at.begin) == words.front() ||
         lang::token_at(text, static_cast<std::uint32_t>(next)) == words.back();
}

std::string without_broken(const std::string& text, const std::vector<lang::Diagnostic>& wrong, const lang::Span& at,
                           std::vector<std::string>& blanked) {
  const lang::Span kept = declaration_around(text, at.begin);
  std::string quiet = text;
  for (const lang::Diagnostic& one : wrong) {
    if (!is_of_syntax(one) || !is_error(one) || one.primary.span.file != 0) continue;
    const lang::Span gone = declaration_around(text, one.primary.span.begin);
    if (gone.begin == kept.begin || text[std::min<std::size_t>(gone.begin, text.size() - 1)] == ' ') continue;
    for (const std::string& word : words_of(text.substr(gone.begin, gone.end - gone.begin)))
      if (!lang::word_named(word)) blanked.push_back(word);
    for (std::size_t i = gone.begin; i < gone.end; ++i)
      if (quiet[i] != '\n') quiet[i] = ' ';
  }
  return quiet;
}

}  // namespace glint::desk
