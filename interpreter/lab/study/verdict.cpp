#include "interpreter/lab/study/verdict.hpp"

#include <algorithm>

namespace glint {

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string grouped_count(std::uint64_t number, const std::string& one) {
  return grouped(number) + " " + one + (number == 1 ? "" : "s");
}

std::string range_text(const Measure& measure) {
  std::string text = interval_text(measure);
  if (const std::size_t at = text.find(" .. "); at != std::string::npos) text.replace(at, 4, " to ");
  return text;
}

std::string with_interval(const std::string& what, const std::string& range) {
  return what + " (95 % confidence interval " + range + ")";
}

std::string study_verdict(const std::vector<Measure>& measures, const StudyTally& tally) {
  const auto found = [&](auto&& is_meant) {
    const auto at = std::find_if(measures.begin(), measures.end(), is_meant);
    return at == measures.end() ? nullptr : &*at;
  };
  std::string text;
  const auto named = [&](const char* id) { return found([&](const Measure& one) { return one.id == id; }); };
  if (const Measure* none = named("unfinished"); none != nullptr && tally.endings.unfinished == tally.games) {
    text = with_interval("No game ended: " + value_text(*none, none->value) + " are unfinished", range_text(*none));
  } else if (const Measure* first = found([](const Measure& one) { return one.shift != 0; })) {
    text = std::string("The first player ") + (first->interval.low > 0    ? "has an advantage: "
                                               : first->interval.high < 0 ? "is at a disadvantage: "
                                                                          : "has no clear advantage: ") +
           with_interval(value_text(*first, first->value) + " from an even share", range_text(*first));
  } else if (const Measure* score = found([](const Measure& one) { return one.id.rfind("score", 0) == 0; })) {
    text = with_interval("The score is " + value_text(*score, score->value) + " on average", range_text(*score));
  } else if (!measures.empty()) {
    text = with_interval(measures[0].id + ": " + value_text(measures[0], measures[0].value), range_text(measures[0]));
  }
  if (text.empty()) return "";
  text += ", in " + grouped_count(tally.games, "game");
  // Where all games were as long, an interval of what may still come would look like a mistake: the table has it.
  if (tally.course.lengths.size() == 1 && tally.endings.unfinished == 0)
    text += " of " + std::to_string(tally.course.lengths.begin()->first) + " plies" + (tally.games > 1 ? " each" : "");
  else if (const Measure* length = named("length"))
    text += " of " + value_text(*length, length->value) + " plies (" + range_text(*length) + ")";
  return text + ".";
}

}  // namespace glint
