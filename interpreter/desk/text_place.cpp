#include "interpreter/desk/text_place.hpp"

#include <algorithm>
#include <utility>

#include "lang/source/names.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {

TextPlace text_place(std::string_view text, std::size_t at) {
  TextPlace place;
  std::size_t line = 0, statement = 0;
  bool in_text = false, in_drawing = false;
  for (std::size_t i = 0; i < at; ++i) {
    const char c = text[i];
    if (in_drawing) {
      if (text.substr(i, 3) == "\"\"\"") {
        in_drawing = false;
        i += 2;
      }
    } else if (in_text) {
      if (c == '\\')
        ++i;
      else if (c == '"' || c == '\n')
        in_text = false;
    } else if (text.substr(i, 3) == "\"\"\"") {
      in_drawing = true;
      i += 2;
    } else if (c == '"') {
      in_text = true;
    } else if (text.substr(i, 2) == "//") {
      const std::size_t end = text.find('\n', i);
      if (end == std::string_view::npos || end >= at) {
        place.in_comment = true;
        return place;
      }
      i = end - 1;
    } else if (c == '{') {
      const std::size_t begin = text.find_first_not_of(" \t\r", statement);
      std::string_view head = text.substr(begin, i - begin);
      for (const char* change : {"replace ", "extend "})
        if (head.starts_with(change)) head.remove_prefix(std::min(head.find_first_not_of(' ', head.find(' ')), head.size()));
      if (place.blocks.empty()) place.outermost = std::string(head);
      place.blocks.emplace_back(head.substr(0, std::min(head.find_first_of(" \t({"), head.size())));
      statement = i + 1;
    } else if (c == '}') {
      if (!place.blocks.empty()) place.blocks.pop_back();
      statement = i + 1;
    } else if (c == ';') {
      statement = i + 1;
    }
    if (c == '\n') line = i + 1;
    if (c == '\n' && !in_drawing) statement = i + 1;
  }
  place.in_text = in_text || in_drawing;
  const std::size_t begin = std::max(line, statement);
  place.line = begin < at ? std::string(text.substr(begin, at - begin)) : "";
  return place;
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : line + " ") {
    if (lang::is_in_name(c))
      word += c;
    else if (!word.empty())
      words.push_back(std::exchange(word, {}));
  }
  return words;
}

std::string header_before(std::string_view text, std::size_t at) {
  for (const std::string_view line : lang::lines_of(text.substr(0, at))) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos || line.substr(begin).starts_with("//")) continue;
    const std::vector<std::string> words = words_of(std::string(line));
    // What is being written is no header yet.
    const bool is_written = line.data() + line.size() < text.data() + at || words.size() > 1;
    return words.empty() || !is_written ? "" : words.front();
  }
  return {};
}

}  // namespace glint::desk
