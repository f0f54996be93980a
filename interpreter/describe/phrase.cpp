#include "interpreter/describe/describe.hpp"

#include <algorithm>
#include <cctype>

#include "interpreter/view/scene/scene.hpp"
#include "lang/source/text.hpp"

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

/// The sign of an item that begins here, "-" or "1."; empty if no item begins here.
std::string sign_of(std::string_view line) {
  if (line.starts_with("- ")) return "-";
  const auto end = std::find_if_not(line.begin(), line.end(), [](char c) { return lang::is_digit(c); });
  const auto digits = static_cast<std::size_t>(end - line.begin());
  return digits > 0 && line.substr(digits).starts_with(". ") ? std::string(line.substr(0, digits + 1)) : "";
}

}  // namespace

std::string pick(std::string_view name) { return marked(Mark::pick, view::spoken(name)); }
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
  return lang::joined(runs(phrase), "", [](const Run& run) { return run.text; });
}

std::string from_comment(std::string_view text) {
  std::string phrase;
  const auto parts = lang::split(text, "`");  // every other one is script text, if its end has a backquote
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string part(parts[i]);
    std::erase_if(part, [](char c) { return c == kBegin || c == kEnd; });
    phrase += i % 2 == 0 ? part : i + 1 < parts.size() ? code(part) : "`" + part;
  }
  return phrase;
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

Comment read_comment(const std::string& comment) {
  Comment read;
  Line line;
  int step = 0;  // step of the continued list
  const auto flush = [&] {
    if (!line.text.empty()) read.lines.push_back({from_comment(line.text), line.sign});
    line = {};
  };
  if (comment.empty()) return read;
  for (const std::string_view each : lang::lines_of(comment)) {
    const std::string_view words = lang::trimmed(each);
    const std::string sign = each.starts_with("    ") ? "" : sign_of(words);
    // A number at the beginning of a line belongs to the text, unless it counts from 1.
    const bool is_item = sign == "-" || (!sign.empty() && sign == std::to_string(step + 1) + ".");
    if (each.starts_with("    ")) {
      flush();
      read.drawing += std::string(each.substr(4)) + "\n";
    } else if (words.empty()) {
      flush();
      if (!read.drawing.empty()) read.drawing += "\n";
    } else if (is_item) {
      flush();
      step = sign == "-" ? 0 : step + 1;
      line = {std::string(lang::trimmed(words.substr(sign.size()))), sign};
    } else {
      if (line.text.empty()) step = 0;
      line.text += (line.text.empty() ? "" : " ") + std::string(words);
    }
  }
  flush();
  read.drawing = std::string(lang::trimmed(read.drawing, "\n"));
  return read;
}

}  // namespace glint::describe
