// The best variant of each kind: an archive of niches, after MAP-Elites (Mouret and Clune, "Illuminating search spaces
// by mapping elites", 2015).
//
// Variants are divided by two measures that nobody asked for, each into three parts with equally many variants. So next
// to the one that is most as wanted stand others that are nearly as good and play differently: short ones with much
// light, long ones with little. Which two measures, the data says: those by which the variants differ most, compared
// with how much chance alone would make them differ, and which do not go together.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/lab/explore/explore.hpp"

namespace glint {

/// The averages of a measure over the games of each of several studies, and how well they tell the studies apart.
struct Separation {
  std::vector<double> averages;
  /// The variance of the averages, divided by what it would be if all had the same true average: 1 says nothing.
  double ratio = 0;
};
/// Nothing if the measure is a share of games, or if a study has no data for it.
std::optional<Separation> separation_of(const MeasureKind& kind, const std::vector<const StudyTally*>& studies);
/// The correlation of the ranks of two lists (Spearman's); 1 if one of them has a single value.
double rank_correlation(const std::vector<double>& first, const std::vector<double>& second);

/// How well a measure tells the variants apart.
struct Axis {
  std::string id;  // MeasureKind::id
  double separation = 0;  // Separation::ratio
  bool is_percent = false;
  /// The parts end at these values: up to the first, up to the second, above.
  std::array<double, 2> cuts{};
};

struct Niche {
  std::array<std::size_t, 2> part{};  // 0..2 on each axis
  std::size_t best = 0;               // a candidate, by its loss in the race
  std::size_t of = 0;                 // how many variants are in the niche
};

struct Archive {
  std::vector<Axis> all;      // every measure that was compared, the best first
  std::vector<Axis> axes;     // the two chosen; empty if there are too few variants or measures
  std::vector<Niche> niches;  // those that have a variant, in the order of their parts
};

/// The archive of all variants that came to the race.
Archive archive_of(const VariedParent& parent, const ExplorePlan& plan, const Exploration& found);

}  // namespace glint
