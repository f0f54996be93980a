#include "interpreter/lab/study/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

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

std::vector<Lean> leans_of(const std::vector<Measure>& measures, const StudyTally& tally, double apart) {
  const auto is_wins = [](const Measure& one) { return one.seat >= 0 && one.form == Measure::Form::share; };
  const auto seats = std::count_if(measures.begin(), measures.end(), is_wins);
  std::vector<Lean> leans;
  std::optional<Lean> first;
  std::uint64_t decisive = 0;
  for (const std::uint64_t wins : tally.endings.wins) decisive += wins;
  for (const Measure& one : measures) {
    if (one.shift != 0) first = Lean{kFirstPlayer, one, false};
    if (!is_wins(one) || seats < 2 || decisive == 0) continue;
    MeasureKind kind = one;
    kind.shift = -1.0 / static_cast<double>(seats);
    kind.counted = [hits = one.hits, decisive](const StudyTally&) { return Counted{hits, decisive}; };
    leans.push_back({one.who, *measure_of(kind, tally, apart), false});
  }
  // Where always the same seat begins, that is one question. Of two seats each says the same.
  const bool begins_always = std::erase_if(leans, [&](const Lean& one) {
    return first && one.measure.hits == first->measure.hits && one.measure.count == first->measure.count;
  }) > 0;
  if (seats == 2 && begins_always) leans.clear();
  if (seats == 2 && leans.size() == 2) leans.erase(leans.end() - (leans.back().measure.value > 0 ? 2 : 1));
  if (first) leans.insert(leans.begin(), *first);
  for (Lean& lean : leans) {
    const std::optional<Measure> wide = measure_of(lean.measure, tally, apart * static_cast<double>(leans.size()));
    lean.is_sure = wide && (wide->interval.low > 0 || wide->interval.high < 0);
  }
  const auto size = [](const Lean& one) { return std::abs(one.measure.value); };
  std::stable_sort(leans.begin(), leans.end(), [&](const Lean& a, const Lean& b) {
    return std::tuple(a.is_sure, a.is_shown(), size(a)) > std::tuple(b.is_sure, b.is_shown(), size(b));
  });
  return leans;
}

namespace {

std::string lean_text(const Lean& lean) {
  const Measure& one = lean.measure;
  return lean.who + (lean.is_sure ? " " : " perhaps ") + (one.value < 0 ? "is at a disadvantage: " : "has an advantage: ") +
         with_interval(value_text(one, one.value) + " from an even share", range_text(one));
}

std::string length_text(const std::vector<Measure>& measures, const StudyTally& tally) {
  // Where all games were as long, an interval of what may still come would look like a mistake: the table has it.
  if (tally.course.lengths.size() == 1 && tally.endings.unfinished == 0)
    return std::to_string(tally.course.lengths.begin()->first) + " plies" + (tally.games > 1 ? " each" : "");
  const Measure* const length = find_measure(measures, "length");
  return length ? value_text(*length, length->value) + " plies (" + range_text(*length) + ")" : "";
}

}  // namespace

std::string study_verdict(const std::vector<Measure>& measures, const StudyTally& tally, double apart) {
  const std::string length = length_text(measures, tally);
  const std::string in_games = ", in " + grouped_count(tally.games, "game");
  std::string text;
  // What rules comes first: where most games have no winner, little is known of the others.
  bool is_mostly = false;
  for (const auto& [one, none, most, what] :
       {std::tuple{find_measure(measures, "unfinished"), "No game ended: ", "Most games do not end: ", " are unfinished"},
        std::tuple{find_measure(measures, "ties"), "No game has a winner: ", "Most games have no winner: ", " are ties"}}) {
    if (one == nullptr || is_mostly || (one->interval.low <= 0.5 && one->hits < one->count)) continue;
    text = with_interval((one->hits == one->count ? none : most) + value_text(*one, one->value) + what, range_text(*one)) + in_games;
    if (one->hits == one->count) return text + (length.empty() ? "." : " of " + length + ".");
    is_mostly = true;
  }

  const std::vector<Lean> leans = leans_of(measures, tally, apart);
  if (!leans.empty()) {
    const Measure& one = leans[0].measure;
    if (is_mostly) text += ". ";
    const bool are_all = one.count == tally.games;
    const std::string of_games = grouped_count(tally.games, "game"),
                      counted = are_all ? of_games : grouped(one.count) + " of " + of_games + " that have a winner";
    const auto winner = std::find_if(measures.begin(), measures.end(), [&](const Measure& each) {
      return each.seat >= 0 && each.form == Measure::Form::share && each.hits == one.count && one.count > 1;
    });
    if (!leans[0].is_shown()) {
      text += (leans.size() == 1 ? leans[0].who + " has no clear advantage: " : "Neither the first player nor a seat has a clear advantage: ") +
              (leans.size() == 1 ? "" : leans[0].who == kFirstPlayer ? "the first player " : leans[0].who + " ") +
              with_interval(value_text(one, one.value) + " from an even share", range_text(one));
    } else if (winner == measures.end()) {
      text += lean_text(leans[0]);
    }
    if (leans[0].is_shown() && winner != measures.end())
      text += winner->who + " wins all " + counted;
    else
      text += (are_all ? ", in " : ", in the ") + counted;
    if (one.count != tally.games && !length.empty()) return text + ". Games have " + length + ".";
  } else if (!is_mostly) {
    // One player or a team, or only scores.
    const auto score = std::find_if(measures.begin(), measures.end(), [](const Measure& one) { return one.seat >= 0 && one.form == Measure::Form::mean; });
    if (score == measures.end() && measures.empty()) return "";
    const Measure& one = score == measures.end() ? measures[0] : *score;
    const std::string value = value_text(one, one.value), what = score == measures.end() ? one.id + ": " : "The score is ";
    text = one.sample.size() == 1 ? what + value + " each time"
                                  : with_interval(what + value + (score == measures.end() ? "" : " on average"), range_text(one));
    text += in_games;
  }
  return text + (length.empty() ? "." : " of " + length + ".");
}

}  // namespace glint
