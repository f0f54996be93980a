#include "interpreter/describe/phrase.hpp"

#include <cctype>

#include "lang/source/article.hpp"

namespace glint::describe {
namespace {

// A mark is kBegin, a letter, the text, kEnd; they do not nest.
constexpr char kBegin = '\x01', kEnd = '\x02';

std::string marked(Mark mark, std::string_view text) {
  std::string phrase{kBegin, static_cast<char>(mark)};
  for (const char c : text)
    if (c != kBegin && c != kEnd) phrase += c;
  return phrase + kEnd;
}

bool is_vowel(char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; }

}  // namespace

std::string spoken(std::string_view name) {
  std::string words(name);
  for (char& c : words)
    if (c == '_') c = ' ';
  return words;
}

std::string term(std::string_view name) { return marked(Mark::term, spoken(name)); }
std::string pick(std::string_view name) { return marked(Mark::pick, spoken(name)); }
std::string code(std::string_view text) { return marked(Mark::code, text); }
std::string strong(std::string_view text) { return marked(Mark::strong, text); }

std::vector<Run> runs(std::string_view phrase) {
  std::vector<Run> parts;
  for (std::size_t i = 0; i < phrase.size();) {
    if (phrase[i] == kBegin && i + 1 < phrase.size()) {
      const std::size_t end = std::min(phrase.find(kEnd, i), phrase.size());
      parts.push_back({static_cast<Mark>(phrase[i + 1]), std::string(phrase.substr(i + 2, end - i - 2))});
      i = end + 1;
    } else {
      const std::size_t end = std::min(phrase.find(kBegin, i + 1), phrase.size());
      parts.push_back({Mark::plain, std::string(phrase.substr(i, end - i))});
      i = end;
    }
  }
  return parts;
}

std::string unmarked(std::string_view phrase) {
  std::string text;
  for (const Run& run : runs(phrase)) text += run.text;
  return text;
}

bool is_one_mark(std::string_view phrase) {
  return !phrase.empty() && phrase[0] == kBegin && phrase.find(kEnd) == phrase.size() - 1;
}

std::string from_comment(std::string_view text) {
  std::string phrase;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = text[i] == '`' ? text.find('`', i + 1) : std::string_view::npos;
    if (end != std::string_view::npos) {
      phrase += code(text.substr(i + 1, end - i - 1));
      i = end + 1;
    } else {
      if (text[i] != kBegin && text[i] != kEnd) phrase += text[i];
      ++i;
    }
  }
  return phrase;
}

std::string listed(const std::vector<std::string>& parts, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " " + std::string(last) + " " : ", ";
    text += parts[i];
  }
  return text;
}

std::string with_article(std::string_view words) {
  const std::string plain = unmarked(words);
  return (plain.empty() ? "" : std::string(lang::article(plain))) + std::string(words);
}

std::string plural(std::string_view word) {
  std::string many(word);
  if (many.empty()) return many;
  const bool is_no_man = many.ends_with("human") || many.ends_with("shaman") || many.ends_with("talisman");
  if (many.ends_with("man") && !is_no_man) return many.substr(0, many.size() - 2) + "en";
  const char last = many.back(), before = many.size() > 1 ? many[many.size() - 2] : 'a';
  if (last == 'y' && !is_vowel(before)) {
    many.pop_back();
    return many + "ies";
  }
  const bool hisses = last == 's' || last == 'x' || last == 'z' || (last == 'h' && (before == 'c' || before == 's'));
  return many + (hisses ? "es" : "s");
}

std::string number_of(std::int64_t count, const std::string& word) {
  return (count == 0 ? "no" : std::to_string(count)) + " " + (count == 1 ? word : plural(word));
}

std::string capital(std::string phrase) {
  if (!phrase.empty()) phrase[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(phrase[0])));
  return phrase;
}

std::string sentence(std::string phrase) {
  const std::string plain = unmarked(phrase);
  if (plain.empty() || plain.back() == '.' || plain.back() == '!' || plain.back() == '?' || plain.back() == ':')
    return phrase;
  return phrase + ".";
}

std::string quoted_refusal(const std::string& message) {
  return message.empty() ? "" : " (if not: “" + message + "”)";
}

}  // namespace glint::describe
