#include "interpreter/cli/report/folded_lines.hpp"

#include <optional>
#include <vector>

namespace glint::cli {

namespace {

/// A line is broken before these, but after a comma or a colon. The loosest come first, as in lang/syntax/terms.def.
constexpr std::string_view kJoints[] = {", ", " where ", " : ", " then ", " else ", " or ", " and ", " | ", " ^ ", " & "};

struct Joint {
  int depth = 0;           // how many brackets around it have opened in this line
  std::size_t loose = 0;   // its place among kJoints; `then` and `else` are one
  std::size_t at = 0;      // the byte that the next line begins with
};

std::vector<Joint> joints_of(std::string_view line) {
  std::vector<Joint> joints;
  int depth = 0;
  bool is_quoted = false;
  for (std::size_t i = line.find_first_not_of(' ') + 1; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' || c == '`') is_quoted = !is_quoted;
    if (is_quoted) continue;
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    for (std::size_t loose = 0; loose < std::size(kJoints); ++loose) {
      if (!line.substr(i).starts_with(kJoints[loose])) continue;
      const bool is_after = kJoints[loose] == ", " || kJoints[loose] == " : ";
      joints.push_back({depth, kJoints[loose] == " else " ? loose - 1 : loose, i + (is_after ? kJoints[loose].size() : 1)});
    }
  }
  return joints;
}

void fold(std::string_view line, std::size_t width, std::string& text) {
  const std::size_t indent = line.find_first_not_of(' ');
  const std::vector<Joint> joints = line.size() > width ? joints_of(line) : std::vector<Joint>();
  std::optional<Joint> loosest;
  for (const Joint& joint : joints)
    if (!loosest || joint.depth < loosest->depth || (joint.depth == loosest->depth && joint.loose < loosest->loose))
      loosest = joint;
  if (!loosest) {
    text.append(line).append("\n");
    return;
  }
  std::size_t begin = 0;
  const auto part = [&](std::size_t end) {
    const std::string_view piece = line.substr(begin, end - begin);
    const std::size_t last = piece.find_last_not_of(' ') + 1;
    fold(std::string(begin == 0 ? 0 : indent + 2, ' ').append(piece.substr(0, last)), width, text);
    begin = end;
  };
  for (const Joint& joint : joints)
    if (joint.depth == loosest->depth && joint.loose == loosest->loose) part(joint.at);
  part(line.size());
}

}  // namespace

std::string folded_lines(std::string_view text, std::size_t width) {
  std::string folded;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    fold(text.substr(0, end), width, folded);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return folded;
}

}  // namespace glint::cli
