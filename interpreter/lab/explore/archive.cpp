#include "interpreter/lab/explore/archive.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace glint {
namespace {

/// Fewer say nothing about how variants differ.
constexpr std::size_t kFewest = 9;
/// Measures that go together more than this are one.
constexpr double kTogether = 0.7;

/// What a variant's games say of a measure: their average, and the variance of that average by chance.
struct Average {
  double value = 0, variance = 0;
};
std::optional<Average> average_of(const MeasureKind& kind, const StudyTally& tally) {
  const Counted counted = kind.counted(tally);
  if (counted.values == nullptr) return std::nullopt;  // shares of games tell kinds of games apart badly
  double sum = 0, squares = 0, count = 0;
  for (const auto& [value, times] : *counted.values) {
    const double scaled = kind.scale * static_cast<double>(value), n = static_cast<double>(times);
    sum += n * scaled;
    squares += n * scaled * scaled;
    count += n;
  }
  if (count < 2) return std::nullopt;
  const double mean = sum / count;
  return Average{mean, std::max(0.0, squares - count * mean * mean) / (count - 1) / count};
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// The ranks of values; equal ones share theirs.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<double> ranks;
  for (const double value : values) {
    double below = 0, equal = 0;
    for (const double other : values) {
      below += other < value;
      equal += other == value;
    }
    ranks.push_back(below + equal / 2);
  }
  return ranks;
}

}  // namespace

double rank_correlation(const std::vector<double>& first, const std::vector<double>& second) {
  const std::vector<double> one = ranks_of(first), other = ranks_of(second);
  const double a = mean_of(one), b = mean_of(other);
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    ab += (one[i] - a) * (other[i] - b);
    aa += (one[i] - a) * (one[i] - a);
    bb += (other[i] - b) * (other[i] - b);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 1;
}

std::optional<Separation> separation_of(const MeasureKind& kind, const std::vector<const StudyTally*>& studies) {
  Separation found;
  double by_chance = 0;
  for (const StudyTally* study : studies) {
    const auto average = average_of(kind, *study);
    if (!average) return std::nullopt;
    found.averages.push_back(average->value);
    by_chance += average->variance / static_cast<double>(studies.size());
  }
  const double mean = mean_of(found.averages);
  double between = 0;
  for (const double value : found.averages)
    between += (value - mean) * (value - mean) / static_cast<double>(found.averages.size() - 1);
  found.ratio = by_chance > 0 ? between / by_chance : between > 0 ? 1e6 : 0;
  return found;
}

Archive archive_of(const VariedParent& parent, const ExplorePlan& plan, const Exploration& found) {
  std::vector<std::size_t> numbers;
  for (const Explored& one : found.candidates)
    if (one.number != 0 && one.raced.games > 0 && (!one.gone || one.gone->reason == Reason::outranked))
      numbers.push_back(one.number);
  Archive archive;
  if (numbers.size() < kFewest) return archive;

  std::vector<const StudyTally*> studies;
  for (const std::size_t number : numbers) studies.push_back(&found.candidates[number].raced);
  std::map<std::string, std::vector<double>> values;
  for (const MeasureKind& kind : measures_in(parent.game(), found.race_plan)) {
    const bool is_wanted =
        std::any_of(plan.wants.begin(), plan.wants.end(), [&](const Want& want) { return want.measure == kind.id; });
    if (is_wanted || kind.id.rfind("score", 0) == 0) continue;
    const std::optional<Separation> separation = separation_of(kind, studies);
    if (!separation || separation->ratio <= 0) continue;
    Axis axis;
    axis.id = kind.id;
    axis.is_percent = kind.is_percent;
    axis.separation = separation->ratio;
    std::vector<double> sorted = separation->averages;
    std::sort(sorted.begin(), sorted.end());
    axis.cuts = {sorted[sorted.size() / 3], sorted[2 * sorted.size() / 3]};
    // A measure that nearly all variants share has no three parts.
    if (!(axis.cuts[0] < axis.cuts[1] && axis.cuts[1] < sorted.back())) continue;
    archive.all.push_back(axis);
    values[kind.id] = separation->averages;
  }
  std::stable_sort(archive.all.begin(), archive.all.end(),
                   [](const Axis& a, const Axis& b) { return a.separation > b.separation; });
  for (const Axis& axis : archive.all) {
    if (archive.axes.size() == 2) break;
    if (!archive.axes.empty() && std::fabs(rank_correlation(values[archive.axes[0].id], values[axis.id])) > kTogether)
      continue;
    archive.axes.push_back(axis);
  }
  if (archive.axes.size() < 2) {
    archive.axes.clear();
    return archive;
  }

  std::map<std::array<std::size_t, 2>, Niche> niches;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::array<std::size_t, 2> part{};
    for (std::size_t a = 0; a < 2; ++a) {
      const Axis& axis = archive.axes[a];
      const double value = values[axis.id][i];
      part[a] = value <= axis.cuts[0] ? 0 : value <= axis.cuts[1] ? 1 : 2;
    }
    Niche& niche = niches[part];
    niche.part = part;
    ++niche.of;
    const Explored& one = found.candidates[numbers[i]];
    const bool is_first = niche.best == 0;
    if (is_first || is_better(one.loss, one.number, found.candidates[niche.best].loss, niche.best))
      niche.best = numbers[i];
  }
  for (const auto& [part, niche] : niches) archive.niches.push_back(niche);
  return archive;
}

}  // namespace glint
