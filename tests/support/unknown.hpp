// Positions that a player cannot tell apart.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "glint/glint.hpp"

namespace glint::test {

/// A position's text as it may also be, for all that the player (or kNobody) knows: what is hidden is as in another
/// position.
inline std::string other_for(const Position& position, int player, const Position& donor) {
  struct Line {
    std::string name, value;
  };
  const auto lines_of = [](const std::string& text) {
    std::vector<Line> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      const std::size_t equals = line.find(" = ");
      if (equals == std::string::npos)
        lines.push_back({line, ""});
      else
        lines.push_back({line.substr(0, equals), line.substr(equals + 3)});
    }
    return lines;
  };
  std::vector<Line> lines = lines_of(position.text());
  const std::vector<Line> seen = lines_of(position.text_for(player)), others = lines_of(donor.text());
  std::size_t at = 0;
  for (Line& line : lines) {
    // The view leaves out the counters of play's loops.
    if (line.name == "play") continue;
    const bool hidden = seen[at++].value == "?";
    if (!hidden) continue;
    for (const Line& other : others)
      if (other.name == line.name) line.value = other.value;
  }
  std::string text;
  for (const Line& line : lines) text += line.name + (line.value.empty() ? "" : " = " + line.value) + "\n";
  return text;
}

}  // namespace glint::test
