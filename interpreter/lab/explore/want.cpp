#include "interpreter/lab/explore/want.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/study/intervals.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

const char* const kForms =
    "as in `first_player_advantage within 3%`, `length 20..60`, `drama at least 10%`, or `ties at most 5% weight 2`";

/// A number, with or without a percent sign.
struct Quantity {
  double value = 0;
  bool in_percent = false;
};
std::optional<Quantity> read_quantity(std::string_view text) {
  Quantity read;
  if (!text.empty() && text.back() == '%') {
    read.in_percent = true;
    text.remove_suffix(1);
  }
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  if (text.empty() || text.front() == '+' || text.find_first_not_of("0123456789.e+-") != text.npos) return std::nullopt;
  char* end = nullptr;
  const std::string number(text);
  read.value = std::strtod(number.c_str(), &end);  // the library of Emscripten has no std::from_chars for it
  if (end != number.c_str() + number.size() || !std::isfinite(read.value)) return std::nullopt;
  if (read.in_percent) read.value /= 100;
  return read;
}

/// Earlier or shorter names of measures.
std::string full_name(const std::string& name) { return name == "first_advantage" ? "first_player_advantage" : name; }

}  // namespace

Result<Want> read_want(std::string_view text) {
  const auto bad = [&] { return plain_error(lang::marked(text) + " does not say what is wanted", kForms); };
  std::vector<std::string> words;
  for (const std::string_view word : lang::split(text, " "))
    if (!word.empty()) words.emplace_back(word);
  Want want;
  want.text = std::string(text);
  if (words.size() >= 4 && words[words.size() - 2] == "weight") {
    const auto weight = read_quantity(words.back());
    if (!weight || weight->in_percent || weight->value <= 0 || weight->value > 1000)
      return plain_error("a weight is a number above 0, up to 1000; found `" + words.back() + "`", kForms);
    want.weight = weight->value;
    words.resize(words.size() - 2);
  }
  if (words.size() < 2) return bad();
  want.measure = full_name(words[0]);
  std::vector<Quantity> read;
  const auto number = [&](const std::string& word) {
    const auto quantity = read_quantity(word);
    if (quantity) read.push_back(*quantity);
    return quantity.has_value();
  };
  if (words[1] == "within" && (words.size() == 3 || (words.size() == 5 && words[3] == "of"))) {
    if (!number(words[2]) || (words.size() == 5 && !number(words[4])) || read[0].value < 0) return bad();
    const double middle = read.size() > 1 ? read[1].value : 0;
    want.low = middle - read[0].value;
    want.high = middle + read[0].value;
  } else if (words[1] == "at" && words.size() == 4 && (words[2] == "least" || words[2] == "most")) {
    if (!number(words[3])) return bad();
    (words[2] == "least" ? want.low : want.high) = read[0].value;
  } else if (words.size() == 2 && words[1].find("..") != std::string::npos) {
    const std::size_t dots = words[1].find("..");
    std::string low = words[1].substr(0, dots), high = words[1].substr(dots + 2);
    if (!high.empty() && high.back() == '%' && !low.empty() && low.back() != '%') low += '%';
    if (!number(low) || !number(high) || read[0].value > read[1].value) return bad();
    want.low = read[0].value;
    want.high = read[1].value;
  } else {
    return bad();
  }
  want.in_percent = read[0].in_percent;
  for (const Quantity& each : read)
    if (each.in_percent != want.in_percent) return bad();
  return want;
}

std::optional<Error> check_want(const Want& want, const Game& game, const StudyPlan& plan) {
  for (const MeasureKind& kind : measures_in(game, plan)) {
    if (kind.id != want.measure) continue;
    if (kind.is_percent == want.in_percent) return std::nullopt;
    return plain_error("`" + want.text + "`: `" + kind.id + "` is " + (kind.is_percent ? "a percentage" : "not a percentage"),
                       std::string("write its numbers ") + (kind.is_percent ? "with `%`" : "without `%`"));
  }
  return plain_error("`" + want.text + "`: a study of this game has no measure `" + want.measure + "`",
                     instead_of_measure(game, plan, want.measure));
}

bool is_known(const Want& until, const Game& game, const StudyPlan& plan, const StudyTally& tally) {
  for (const MeasureKind& kind : measures_in(game, plan)) {
    if (kind.id != until.measure) continue;
    const std::optional<Measure> measure = measure_of(kind, tally, looks_apart(plan.looks));
    // A value that never varied keeps its possible width: it counts as known when at most 5 games in 100 can differ.
    if (measure && measure->sample.size() == 1)
      return clopper_pearson(measure->count, measure->count, kAlpha / looks_apart(plan.looks)).low >= 0.95;
    return measure && (measure->interval.high - measure->interval.low) / 2 <= until.high;
  }
  return false;
}

double loss_of(const Want& want, double value) {
  const bool is_below = value<want.low, is_above = value> want.high;
  if (!is_below && !is_above) return 0;
  const double bound = is_below ? want.low : want.high, distance = std::fabs(value - bound);
  const double step = want.in_percent ? 0.1 : std::max(0.25, std::fabs(bound) / 4);
  return distance / (distance + step);
}

Loss loss_of(const std::vector<Want>& wants, const Game& game, const StudyPlan& plan, const StudyTally& tally,
             std::uint64_t looks) {
  const std::vector<MeasureKind> kinds = measures_in(game, plan);
  const auto of_measure = [](const Want& want, const Measure& measure) {
    // The loss falls up to the wanted range, is 0 in it, and rises after it.
    const double low = loss_of(want, measure.interval.low), high = loss_of(want, measure.interval.high);
    const bool reaches = measure.interval.low <= want.high && measure.interval.high >= want.low;
    return Loss{loss_of(want, measure.value), reaches ? 0 : std::min(low, high), std::max(low, high)};
  };
  Loss sum{0, 0, 0};
  double weights = 0;
  for (const Want& want : wants) {
    Loss one;  // without data
    for (const MeasureKind& kind : kinds) {
      if (kind.id != want.measure) continue;
      if (const std::optional<Measure> measure = measure_of(kind, tally, static_cast<double>(looks))) one = of_measure(want, *measure);
    }
    sum.value += want.weight * one.value;
    sum.low += want.weight * one.low;
    sum.high += want.weight * one.high;
    weights += want.weight;
  }
  if (weights > 0) return {sum.value / weights, sum.low / weights, sum.high / weights};
  return {0, 0, 0};
}

}  // namespace glint
