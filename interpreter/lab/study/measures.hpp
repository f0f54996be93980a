// What a study found, as numbers with intervals: see `measures_of` for what each is, and where it comes from.
#pragma once

#include <string>
#include <vector>

#include "interpreter/lab/study/intervals.hpp"
#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"
#include "interpreter/measure/coverage.hpp"

namespace glint {

struct Measure {
  enum class Form : std::uint8_t { share, mean };
  std::string id;       // "wins.north", "first_advantage": how it is called on the command line and in JSON
  std::string title;    // "north wins"
  std::string meaning;  // one sentence
  Form form = Form::share;
  bool is_percent = false;  // it is shown in percent
  double value = 0;
  Interval interval = {};   // holds the true value in 95 of 100 studies
  std::uint64_t count = 0;  // how many games (or what `meaning` says) it is an average or a share of
  // What it was computed from: value = share or mean * scale + shift.
  std::uint64_t hits = 0;
  Moments moments = {};
  double scale = 1, shift = 0;
  /// Of an average of one game there is none.
  bool has_interval() const { return form == Form::share || count >= 2; }
  std::string unit() const { return !is_percent ? "" : shift != 0 ? " points" : " %"; }
};

/// In the order in which reports tell them; those that nothing was seen of are left out.
std::vector<Measure> measures_of(const Game& game, const StudyPlan& plan, const StudyTally& tally);

/// Lines of the rules with how often they ran, in the games that were played for that; none where there were none.
std::vector<CoveredLine> coverage_of(const Game& game, const StudyTally& tally);

/// What a designer should look at, in sentences: moves that never occur, pieces that never stand, games without an end.
/// `lines`: what `coverage_of` says.
std::vector<std::string> findings_of(const Game& game, const StudyPlan& plan, const StudyTally& tally,
                                     const std::vector<CoveredLine>& lines);

/// One of them, of a study where something is left out: how often it could not be.
std::string forced_text(const StudyTally& tally);

/// "52.3 %", "38.2", "+1.4 points": as people read a measure's value.
std::string value_text(const Measure& measure, double value);
/// "48.1 .. 54.3".
std::string interval_text(const Measure& measure);
/// As `value_text`, without a unit, and with the same number of digits as the measure's value has: "1.4".
std::string plain_text(const Measure& measure, double value);

}  // namespace glint
