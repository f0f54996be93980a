// What another value of an option, or a variant, changes: sentence by sentence.
#include <algorithm>
#include <utility>

#include "interpreter/describe/parts.hpp"
#include "lang/source/common.hpp"

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

/// A value or definition: it is in a sheet only if the rules use it, so that it is gone is not worth a line.
bool is_word(const Entry& entry) { return entry.id.starts_with("let ") || entry.id.starts_with("var "); }

/// A sentence without the message for an illegal move, which is not a rule.
std::string rule_of(const Line& line) {
  const std::string quoted = quoted_refusal(line.message);
  std::string text = line.text;
  if (const std::size_t at = text.rfind(quoted); at != std::string::npos) text.erase(at, quoted.size());
  return text;
}

/// The lines of one that are not in the other, in their order; without what refusals say.
std::vector<Line> missing(const std::vector<Line>& from, const std::vector<Line>& in) {
  const auto rules_of = [](const std::vector<Line>& lines) {
    std::vector<std::string> rules;
    for (const Line& line : lines) rules.push_back(rule_of(line));
    return rules;
  };
  std::vector<bool> is_kept(from.size());
  for (const auto& [mine, theirs] : lang::common(rules_of(from), rules_of(in))) is_kept[mine] = true;
  std::vector<Line> lines;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (!is_kept[i]) lines.push_back(from[i]);
  return lines;
}

/// New messages of rules that are otherwise the same, each with the old message.
std::vector<Line> other_messages(const std::vector<Line>& before, const std::vector<Line>& now) {
  std::vector<Line> lines;
  for (const Line& line : now) {
    const std::string &message = line.message, rule = rule_of(line);
    const auto same = [&](const Line& each) { return rule_of(each) == rule; };
    const auto old = std::find_if(before.begin(), before.end(), same);
    if (message.empty() || old == before.end() || std::count_if(now.begin(), now.end(), same) > 1) continue;
    const std::string& then = old->message;
    if (then != message && !then.empty())
      lines.push_back({0, "The message for an illegal move is “" + message + "” instead of “" + then + "”."});
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

void add_below(std::vector<Line>& lines, const std::string& head, const std::vector<Line>& told) {
  std::vector<Line> below;
  add(below, head, told);
  for (Line& line : below) lines.push_back({line.depth + 1, std::move(line.text)});
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
    std::vector<Line> added = missing(now.lines, old->lines), gone = missing(old->lines, now.lines);
    // Steps that are mostly others are told as a whole.
    const bool is_whole = now.in_order && 2 * added.size() >= now.lines.size() && !now.lines.empty();
    std::vector<Line> beside = is_whole ? std::vector<Line>{} : other_messages(old->lines, now.lines);
    if (now.note != old->note && !now.note.empty()) beside.insert(beside.begin(), {0, sentence(capital(now.note))});
    if (now.aside != old->aside)
      beside.push_back({0, now.aside.empty() ? "This move is in lists of moves whenever it is allowed." : now.aside});
    if (is_whole) {
      std::vector<Line> all = now.lines;
      all.insert(all.end(), beside.begin(), beside.end());
      add(lines, name_of(now) + " is now:", all);
      continue;
    }
    if (!beside.empty() && added.empty() && gone.empty()) {
      add(lines, name_of(now) + ":", beside);
      continue;
    }
    const bool only_gone = added.empty();
    added.insert(added.begin(), beside.begin(), beside.end());
    if (!added.empty()) add(lines, name_of(now) + ":", added);
    if (!gone.empty()) {
      if (added.empty())
        add(lines, name_of(now) + ": no longer:", gone);
      else if (only_gone)
        add_below(lines, "No longer:", gone);
      else
        add_below(lines, "Instead of:", gone);
    }
  }
  for (const Entry& old : before)
    if (!find(after, old.id) && !is_word(old)) lines.push_back({0, sentence("There is no " + name_of(old))});
  return lines;
}

}  // namespace glint::describe
