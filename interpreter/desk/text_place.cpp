#include "interpreter/desk/text_place.hpp"

#include <algorithm>
#include <utility>

#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {

TextPlace text_place(std::string_view text, std::size_t at) {
  TextPlace place;
  const std::string_view before = text.substr(0, at);
  std::size_t statement = 0, last = 0;  // where the statement begins, and where the token before ends
  const auto note_lines = [&](std::size_t end) {
    const std::size_t line = before.substr(0, end).rfind('\n');
    if (line != std::string_view::npos && line >= last) statement = line + 1;
  };
  for (lang::Lexer lexer(before); const auto token = lexer.next();) {
    note_lines(token->begin);
    if (token->is_comment() && token->end() == at) {
      place.in_comment = true;
      return place;
    }
    if (token->is_quoted() && !token->closed && token->end() == at) {
      place.in_text = true;
      place.text_begin = token->begin + (token->kind == lang::Token::Kind::drawing ? 3 : 1);
    }
    if (token->text == "{") {
      std::string_view head = lang::after_blanks(before.substr(statement, token->begin - statement));
      for (const char* change : {"replace ", "extend "})
        if (head.starts_with(change))
          head.remove_prefix(std::min(head.find_first_not_of(' ', head.find(' ')), head.size()));
      if (place.blocks.empty()) place.outermost = std::string(head);
      place.blocks.emplace_back(head.substr(0, std::min(head.find_first_of(" \t({"), head.size())));
    }
    if (token->text == "}" && !place.blocks.empty()) place.blocks.pop_back();
    if (token->text == "{" || token->text == "}" || token->text == ";") statement = token->end();
    last = token->end();
  }
  note_lines(at);
  const std::size_t line = lang::line_begin(before, at);
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
    // A header that is being written is none yet.
    const bool is_written = line.data() + line.size() < text.data() + at || words.size() > 1;
    return words.empty() || !is_written ? "" : words.front();
  }
  return {};
}

}  // namespace glint::desk
