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
  PartCheck(const StudyPart& part, const Game& game) : plan_(part.header.plan), tally_(part.tally), game_(game), program_(game.program()) {}

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
  void between(const std::string& key, Number value, std::type_identity_t<Number> low, std::type_identity_t<Number> high) {
    if (value < low || value > high)
      fail("`" + key + "` is " + std::to_string(value) + ", and can be from " + std::to_string(low) + " to " + std::to_string(high));
  }
  void size(const std::string& key, std::size_t value, std::size_t wanted) {
    if (value != wanted)
      fail("the number of elements of `" + key + "` is " + std::to_string(value) + ", and must be " + std::to_string(wanted));
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
      between(indexed("without", i) + ", the number of a seat", one.seat, -1, static_cast<int>(plan_.players.size()) - 1);
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

  /// What is subtracted from a whole is at most that, and nothing is divided by 0.
  void numbers() {
    const std::uint64_t games = tally_.games;
    std::uint64_t left = games;
    for (const std::uint64_t each : endings_of(tally_)) {
      between("endings", each, 0, left);
      left -= std::min(left, each);
    }
    between("unfinished", tally_.endings.unfinished, 0, games);
    between("begun_won", tally_.endings.begun_won, 0, tally_.endings.begun);
    for (const std::uint64_t each : tally_.endings.wins_of_players) between("wins_of_bots", each, 0, games);
    for (const std::uint64_t each : tally_.course.reached_at) between("reached_at", each, 1, games);
    for (const auto& [name, all, part] : {std::tuple{"led_won", &tally_.course.led, &tally_.course.led_won},
                                          {"used_won", &tally_.choices.used, &tally_.choices.used_won},
                                          {"had_won", &tally_.positions.had, &tally_.positions.had_won}})
      for (std::size_t i = 0; i < all->size(); ++i) {
        between(name, (*part)[i], 0, (*all)[i]);
        between(name, (*all)[i], 0, games);
      }
    const auto& opened = tally_.choices.opened;
    const std::int64_t openings = opening_of(static_cast<std::int64_t>(program_.moves.size()), 0);
    for (const auto& [opening, times] : opened) between("an opening", opening, 0, openings - 1);
    for (const auto& [opening, won] : tally_.choices.opened_won)
      between("opened_won", won, 0, opened.count(opening) > 0 ? opened.at(opening) : 0);
    each_part(tally_, [&](const char* name, const auto& part) { counts(name, part); });
    for (std::size_t i = 0; i < tally_.endings.ends.size(); ++i)
      size(indexed("ends", i) + ", its scores", tally_.endings.ends[i].scores.size(), tally_.endings.scores.size());
  }
  void counts(const char* key, const Histogram& histogram) {
    for (const auto& [value, times] : histogram) between(std::string("the games in ") + key, times, 1, tally_.games);
  }
  void counts(const char* key, const std::vector<Histogram>& list) {
    for (const Histogram& each : list) counts(key, each);
  }
  template <class T>
  void counts(const char*, const T&) {}

  const StudyPlan& plan_;
  const StudyTally& tally_;
  const Game& game_;
  const Program& program_;
  std::string wrong_;
};

}  // namespace

std::string misfit_of(const StudyPart& part, const Game& game) { return PartCheck(part, game).wrong(); }

}  // namespace glint
