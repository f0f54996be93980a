// What a study found, in a sentence with its interval.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/lab/study/measures.hpp"

namespace glint {

inline constexpr const char* kFirstPlayer = "The first player";

/// Somebody who wins more or less often than an even share.
struct Lean {
  std::string who;  // kFirstPlayer, or a seat
  Measure measure;  // of decisive games, minus an even share
  /// Several are tested at once: one is sure where it would be with the error divided by their number (Bonferroni).
  bool is_sure = false;

  bool is_shown() const { return measure.interval.low > 0 || measure.interval.high < 0; }
};
/// The first player and each seat among the decisive games, what shows most first.
std::vector<Lean> leans_of(const std::vector<Measure>& measures, const StudyTally& tally, double apart = 1);

/// What a designer must know first: that most games do not end or have no winner; then who wins more than an even share, the
/// first player or a seat, whichever shows most, of how many games; or else the score; and how long games are. Empty without
/// games. `apart`: see `measure_of`.
std::string study_verdict(const std::vector<Measure>& measures, const StudyTally& tally, double apart = 1);

// -- for other sentences of this kind
/// "42.4 to 56.6"
std::string range_text(const Measure& measure);
/// "WHAT (95 % confidence interval RANGE)"
std::string with_interval(const std::string& what, const std::string& range);
/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);
/// "1 game", "1,234 games".
std::string grouped_count(std::uint64_t number, const std::string& one);

}  // namespace glint
