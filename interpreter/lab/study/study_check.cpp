#include "interpreter/lab/study/study_check.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

#include "interpreter/players/player.hpp"

namespace glint {
namespace {

std::string indexed(const std::string& key, std::size_t index) { return key + "[" + std::to_string(index) + "]"; }

class PartCheck {
 public:
  PartCheck(const StudyPart& part, const Game& game)
      : plan_(part.header.plan), tally_(part.tally), game_(game), program_(game.program()) {}

  std::string wrong() {
    plan();
    if (wrong_.empty()) sizes();
    if (wrong_.empty()) numbers();
    return wrong_;
  }

 private:
  void fail(const std::string& message) {
    if (wrong_.empty()) wrong_ = message;
  }
  template <class Number>
  void between(const std::string& key, Number value, std::type_identity_t<Number> low,
               std::type_identity_t<Number> high) {
    if (value < low || value > high)
      fail("`" + key + "` is " + std::to_string(value) + ", and can be from " + std::to_string(low) + " to " +
           std::to_string(high));
  }
  void size(const std::string& key, std::size_t value, std::size_t wanted) {
    if (value != wanted)
      fail("the number of elements of `" + key + "` is " + std::to_string(value) + ", and must be " +
           std::to_string(wanted));
  }

  void plan() {
    size("bots", plan_.players.size(), game_.players().size());
    for (const std::string& player : plan_.players) {
      const Result<PlayerSpec> spec = read_player_spec(player);
      if (!spec) return fail("`bots`: " + spec.errors()[0].message);
      if (const auto error = cannot_play(*spec, game_)) return fail("`bots`: " + error->message);
    }
    if (plan_.rotates && plan_.players.size() < 2) fail("`rotates` is true, and the game has one player");
    between("max_plies", plan_.max_plies, 1, StudyPlan::kMostPlies);
    between("evaluate", plan_.playouts, 0, StudyPlan::kMostPlayouts);
    between("looks", plan_.looks, 1, StudyPlan::kMostLooks);
    for (std::size_t i = 0; i < plan_.without.size(); ++i) {
      const Restriction& one = plan_.without[i];
      const bool is_piece = one.kind == Restriction::Kind::piece;
      const std::size_t known = is_piece ? program_.rules.kinds.size() : program_.rules.moves.size();
      const std::string key = indexed("without", i) + ", the number of a " + (is_piece ? "piece" : "move");
      if (known == 0) return fail("`" + key + "`: the game has none");
      between(key, one.number, 0, static_cast<int>(known) - 1);
      between(indexed("without", i) + ", the number of a seat", one.seat, -1,
              static_cast<int>(plan_.players.size()) - 1);
    }
  }

  /// There are as many seats, moves, cells and so on as in the game.
  void sizes() {
    const StudyTally empty(program_);
    std::vector<std::size_t> wanted;
    each_part(empty, [&](const char*, const auto& part) { wanted.push_back(elements(part)); });
    std::size_t i = 0;
    each_part(tally_, [&](const char* name, const auto& part) {
      const std::string key = name;
      const std::size_t size = wanted[i++];
      // These begin empty and grow.
      if (key != "ends" && key != "reached_at" && key != "choices_at" && key != "rules")
        this->size(key, elements(part), size);
    });
    if (!wrong_.empty()) return;
    for (std::size_t v = 0; v < empty.choices.values.size(); ++v)
      size(indexed("values", v), tally_.choices.values[v].size(), empty.choices.values[v].size());
    size("choices_at", tally_.course.choices_at.size(), tally_.course.reached_at.size());
    between("the number of elements of reached_at", tally_.course.reached_at.size(), 0, kMostPliesApart);
  }
  template <class T>
  static std::size_t elements(const std::vector<T>& list) {
    return list.size();
  }
  template <class T>
  static std::size_t elements(const T&) {
    return 0;
  }

  /// Shares are at most the whole, averages are of values that the game can have, and endings exist.
  void numbers() {
    const std::uint64_t games = tally_.games;
    std::uint64_t ended = 0;
    const std::vector<std::uint64_t> endings = endings_of(tally_);
    for (const std::uint64_t each : endings) {
      part_of("endings", each, games - std::min(games, ended));
      ended += each;
    }
    part_of("unfinished", tally_.endings.unfinished, games);
    part_of("begun_won", tally_.endings.begun_won, tally_.endings.begun);
    for (const std::uint64_t each : tally_.endings.wins_of_players) part_of("wins_of_bots", each, games);
    for (const std::uint64_t each : tally_.course.reached_at) between("reached_at", each, 1, games);
    for (const std::uint64_t each : tally_.positions.cells_filled)
      part_of("cells_filled", each, tally_.positions.weight);
    for (const std::uint64_t each : tally_.positions.cells_lit) part_of("cells_lit", each, tally_.positions.weight);

    for (const auto& [name, all, part] : {std::tuple{"led_won", &tally_.course.led, &tally_.course.led_won},
                                          {"used_won", &tally_.choices.used, &tally_.choices.used_won},
                                          {"had_won", &tally_.positions.had, &tally_.positions.had_won}})
      for (std::size_t i = 0; i < all->size(); ++i) {
        part_of(name, (*part)[i], (*all)[i]);
        part_of(name, (*all)[i], games);
      }

    constexpr auto kShare = static_cast<std::int64_t>(StudyTally::kShare);
    constexpr std::int64_t kMostBranching = std::int64_t{1} << 51;  // MoveCounter counts at most 2^40 at a ply
    const std::int64_t plies = plan_.max_plies, cells = std::int64_t{1000} * program_.geometry.cells;
    histogram("lengths", tally_.course.lengths, 0, plies);
    histogram("branching_factor", tally_.course.branching, 0, kMostBranching);
    histogram("lead_changes", tally_.course.lead_changes, 0, plies);
    histogram("drama", tally_.course.behind, 0, kShare);
    histogram("settled", tally_.course.settled, 0, kShare);
    histogram("forced_plies", tally_.course.forced, 0, kShare);
    histogram("effective", tally_.course.effective, 0, kMostBranching);
    histogram("tree", tally_.course.tree, 0, std::int64_t{13'000} * plies);
    const auto& opened = tally_.choices.opened;
    histogram("opened", opened, 0, opening_of(static_cast<std::int64_t>(program_.moves.size()), 0) - 1);
    for (const auto& [opening, won] : tally_.choices.opened_won) part_of("opened_won", won, opened.count(opening) > 0 ? opened.at(opening) : 0);
    histogram("filled", tally_.positions.filled, 0, cells);
    histogram("emitters", tally_.positions.emitters, 0, cells);
    histogram("lit", tally_.positions.lit, 0, cells);
    if (!program_.reactions.emitter_sets.empty() &&
        count_of(tally_.positions.emitters) != count_of(tally_.positions.filled))
      fail("`emitters` and `filled` are of the same games, and have different numbers of them");
    for (std::size_t i = 0; program_.rules.judging.score && i < tally_.endings.scores.size(); ++i)
      histogram(indexed("scores", i), tally_.endings.scores[i], program_.rules.judging.score->value.type.lo,
                program_.rules.judging.score->value.type.hi);

    for (std::size_t i = 0; i < tally_.endings.ends.size(); ++i) {
      between(indexed("ends", i) + ", an ending", tally_.endings.ends[i].ending, 0, endings.size() - 1);
      size(indexed("ends", i) + ", its scores", tally_.endings.ends[i].scores.size(), tally_.endings.scores.size());
    }
  }
  void part_of(const char* key, std::uint64_t value, std::uint64_t all) { between(key, value, 0, all); }
  void histogram(const std::string& key, const Histogram& counts, std::int64_t low, std::int64_t high) {
    std::uint64_t left = tally_.games;
    for (const auto& [value, count] : counts) {
      between("a value of " + key, value, low, high);
      between("the games in " + key, count, 1, left);
      left -= std::min(left, count);
    }
  }

  const StudyPlan& plan_;
  const StudyTally& tally_;
  const Game& game_;
  const Program& program_;
  std::string wrong_;
};

}  // namespace

std::string misfit_of(const StudyPart& part, const Game& game) { return PartCheck(part, game).wrong(); }

}  // namespace glint
