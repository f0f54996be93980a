// The results of a study, as numbers with intervals.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/lab/study/averages.hpp"
#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"
#include "interpreter/measure/coverage.hpp"

namespace glint {

/// The counts of a measure in a tally.
struct Counted {
  std::uint64_t hits = 0, count = 0;  // of a share
  const Histogram* values = nullptr;  // of an average; null for a share
};

struct MeasureKind {
  enum class Form : std::uint8_t { share, mean };
  std::string id;       // "wins.north"; the same everywhere
  std::string meaning;  // one sentence
  Form form = Form::share;
  bool is_percent = false;     // shown in percent
  double scale = 1;            // of the values of an average
  double shift = 0;            // added to a share
  Interval possible = {0, 1};  // the least and greatest value for a game by the rules
  std::function<Counted(const StudyTally&)> counted;
  int seat = -1;             // for the wins or the score of a seat (0 for the score of a team or a lone player)
  std::string who = {};      // the seat by name
  bool is_compared = true;   // studies are compared by it; other measures answer a question of the card (card.hpp)

  std::string unit() const { return !is_percent ? "" : shift != 0 ? " points" : " %"; }
};

struct Measure : MeasureKind {
  double value = 0;
  Interval interval = {};   // holds the true value in 95 of 100 studies
  std::uint64_t count = 0;  // the number of games (or of what `meaning` names)
  // The numbers from which it was computed: value = hits / count + shift, or the average of the sample.
  std::uint64_t hits = 0;
  Sample sample = {};
  Unseen unseen = {};

  bool is_beyond_zero() const { return interval.low > 0 || interval.high < 0; }
};

/// The assumed seconds that people need for a move: a constant, and more for each doubling of the number of moves. The
/// time of a choice grows with the logarithm of their number: Hick, "On the rate of gain of information" (1952).
inline constexpr double kSecondsEach = 5, kSecondsMore = 5;
/// The minutes that people take for a game, from its length and the size of its tree; nothing if no game ended.
std::optional<Measure> time_of(const std::vector<Measure>& measures);

/// All measures that a study of this plan can have, in the order of reports.
std::vector<MeasureKind> measures_in(const Game& game, const StudyPlan& plan);
/// Advice, as a sentence, if a study of this game has no measure `id`.
std::string instead_of_measure(const Game& game, const StudyPlan& plan, const std::string& id);
/// Nothing if the tally has no data for it. `apart`: how many intervals of separate games hold together (`looks_apart`,
/// or those of several measures).
std::optional<Measure> measure_of(const MeasureKind& kind, const StudyTally& tally, double apart = 1);

/// The measure of a share; nothing if there are no games. `apart`: see `measure_of`.
std::optional<Measure> share_of(const Counted& counted, double apart);

/// In the order of reports, without measures that have no data.
std::vector<Measure> measures_of(const Game& game, const StudyPlan& plan, const StudyTally& tally);

/// Adds a won game to sums of products (`Choices::worth`). There is a row for each player. The columns are: the seats
/// except the first, for the player who began (-1: nobody); each of `of` (by column, then by seat); and the winner.
/// Each entry says how far a player is ahead of the average of the others, so anything that is the same for all players
/// in a game, such as its length or its chance, cancels out.
void add_worth(std::vector<std::int64_t>& sums, std::size_t players, int winner, int first, const std::vector<std::int64_t>& of);
/// The share of wins that goes with `unit` more of a column of `of` than the others have, by least squares;
/// `by_itself`, or else with all other columns held equal. Nothing if the games do not show it. Errors of the fit are
/// treated as normal, with one more game that the fit does not explain, so that a perfect fit is not certain.
std::optional<Measure> worth_of(const std::vector<std::int64_t>& sums, std::size_t players, std::size_t column, bool by_itself,
                                double unit, double alpha = kAlpha);

/// The runs of each line of the rules, in the games that recorded them; none if no game did.
std::vector<CoveredLine> coverage_of(const Game& game, const StudyTally& tally);

/// Warnings for the designer, in sentences: moves that were never played, pieces that never stood on the board,
/// games without an end. `lines`: from `coverage_of`.
std::vector<std::string> findings_of(const Game& game, const StudyPlan& plan, const StudyTally& tally,
                                     const std::vector<CoveredLine>& lines);

/// The same for a study with restrictions: how often a player had to break them.
std::string forced_text(const StudyTally& tally);

/// The measure of this name; null if there is none.
const Measure* find_measure(const std::vector<Measure>& measures, std::string_view id);

/// A measure's value as text: "52.3 %", "38.2", "+1.4 points".
std::string value_text(const Measure& measure, double value);
/// "48.1 .. 54.3".
std::string interval_text(const Measure& measure);
/// A value without its unit, with as many digits as the measure's own value: "1.4".
std::string plain_text(const Measure& measure, double value);

// -- words for sentences with figures

/// With this many digits after the point, and no "-0": "52.3".
std::string number_text(double value, int digits);
/// "42.4 to 56.6"
std::string range_text(const Measure& measure);
/// "WHAT (95 % confidence interval RANGE)"
std::string with_interval(const std::string& what, const std::string& range);
/// 0.523 as "52 %"
std::string percent_text(double share);
/// "94.5 % (95 % confidence interval 90.4 to 97.2)", later in a sentence without these words, or "80 %" if it never varied.
std::string stated(const Measure& one, bool is_first = true);
std::string stated(double share, const Interval& interval);
/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);
/// "1 game", "1,234 games".
std::string grouped_count(std::uint64_t number, const std::string& one);

}  // namespace glint
