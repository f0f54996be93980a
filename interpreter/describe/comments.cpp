#include "interpreter/describe/comments.hpp"

#include <algorithm>

#include "interpreter/describe/phrase.hpp"
#include "lang/source/names.hpp"
#include "lang/source/text.hpp"

namespace glint::describe {
namespace {

/// The sign of an item that begins here, "-" or "1."; empty if none does.
std::string sign_of(std::string_view line) {
  if (line.starts_with("- ")) return "-";
  const auto end = std::find_if_not(line.begin(), line.end(), [](char c) { return lang::is_digit(c); });
  const auto digits = static_cast<std::size_t>(end - line.begin());
  return digits > 0 && line.substr(digits).starts_with(". ") ? std::string(line.substr(0, digits + 1)) : "";
}

}  // namespace

Comment read_comment(const std::string& comment) {
  Comment read;
  Line line;
  int step = 0;  // of the list that goes on
  const auto flush = [&] {
    if (!line.text.empty()) read.lines.push_back({from_comment(line.text), line.sign});
    line = {};
  };
  if (comment.empty()) return read;
  for (const std::string_view each : lang::lines_of(comment)) {
    const std::string_view words = lang::trimmed(each);
    const std::string sign = each.starts_with("    ") ? "" : sign_of(words);
    // A number at the beginning of a line is one of the text, unless it counts from 1.
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
