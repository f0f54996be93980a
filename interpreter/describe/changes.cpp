// What another value of an option, or a variant, changes: sentence by sentence.
#include <algorithm>
#include <set>
#include <utility>

#include "interpreter/describe/parts.hpp"

namespace glint::describe {
namespace {

const Entry* find(const std::vector<Entry>& entries, const std::string& id) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.id == id; });
  return found == entries.end() ? nullptr : &*found;
}

/// How an entry without a name is called.
std::string name_of(const Entry& entry) {
  if (!entry.name.empty()) return strong(entry.name);
  return strong(entry.id == "play" ? "the course of play" : entry.id == "ends" ? "the end" : entry.id);
}

/// A value or definition that rules use: when none does any more, nobody misses it.
bool is_word(const Entry& entry) { return entry.id.starts_with("let ") || entry.id.starts_with("var "); }

/// The lines of one that are not in the other, in their order.
std::vector<Line> missing(const std::vector<Line>& from, const std::vector<Line>& in) {
  constexpr std::size_t kMost = 1'000'000;
  const std::size_t rows = from.size(), columns = in.size();
  if (rows * columns > kMost) {
    std::set<std::string> texts;
    for (const Line& line : in) texts.insert(line.text);
    std::vector<Line> lines = from;
    std::erase_if(lines, [&](const Line& line) { return texts.contains(line.text); });
    return lines;
  }
  std::vector<std::vector<int>> longest(rows + 1, std::vector<int>(columns + 1));
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;)
      longest[i][j] =
          from[i].text == in[j].text ? longest[i + 1][j + 1] + 1 : std::max(longest[i + 1][j], longest[i][j + 1]);
  std::vector<Line> lines;
  for (std::size_t i = 0, j = 0; i < rows;) {
    if (j < columns && from[i].text == in[j].text) {
      ++i;
      ++j;
    } else if (j < columns && longest[i][j + 1] > longest[i + 1][j]) {
      ++j;
    } else {
      lines.push_back(from[i++]);
    }
  }
  return lines;
}

void add(std::vector<Line>& lines, const std::string& head, const std::vector<Line>& told) {
  if (told.size() == 1) {
    lines.push_back({0, head + " " + told[0].text});
    return;
  }
  lines.push_back({0, head});
  int least = told.empty() ? 0 : told[0].depth;
  for (const Line& line : told) least = std::min(least, line.depth);
  for (const Line& line : told) lines.push_back({1 + line.depth - least, line.text});
}

}  // namespace

std::vector<Line> changes(const std::vector<Entry>& before, const std::vector<Entry>& after) {
  std::vector<Line> lines;
  for (const Entry& now : after) {
    const Entry* const old = find(before, now.id);
    if (!old) {
      std::vector<Line> told;
      for (const std::string& paragraph : now.doc) told.push_back({0, paragraph});
      told.insert(told.end(), now.lines.begin(), now.lines.end());
      add(lines, name_of(now) + " is new" + (now.note.empty() ? "" : " (" + now.note + ")") + ":", told);
      continue;
    }
    if (now.note != old->note) lines.push_back({0, sentence(name_of(now) + ": " + now.note)});
    if (now.lines == old->lines) continue;
    const std::vector<Line> added = missing(now.lines, old->lines), gone = missing(old->lines, now.lines);
    // Steps that are mostly others are told as a whole.
    if (now.in_order && 2 * added.size() >= now.lines.size()) {
      add(lines, name_of(now) + " is now:", now.lines);
      continue;
    }
    if (!added.empty()) add(lines, name_of(now) + ":", added);
    if (!gone.empty()) {
      if (added.empty())
        add(lines, name_of(now) + ": no longer:", gone);
      else if (gone.size() == 1)
        lines.push_back({1, "Instead of: " + gone[0].text});
      else {
        lines.push_back({1, "Instead of:"});
        int least = gone[0].depth;
        for (const Line& line : gone) least = std::min(least, line.depth);
        for (const Line& line : gone) lines.push_back({2 + line.depth - least, line.text});
      }
    }
  }
  for (const Entry& old : before)
    if (!find(after, old.id) && !is_word(old)) lines.push_back({0, sentence("There is no " + name_of(old))});
  return lines;
}

}  // namespace glint::describe
