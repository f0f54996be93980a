#include "interpreter/lab/study/study_check.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "interpreter/players/player.hpp"

namespace glint {
namespace {

constexpr std::uint64_t kUnbounded = std::numeric_limits<std::uint64_t>::max();

// Sums and products of numbers from a file: the largest number where they do not fit.
std::uint64_t plus(std::uint64_t a, std::uint64_t b) { return a > kUnbounded - b ? kUnbounded : a + b; }
std::uint64_t times(std::uint64_t a, std::uint64_t b) { return b > 0 && a > kUnbounded / b ? kUnbounded : a * b; }
std::uint64_t sum_of(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}, plus);
}
std::uint64_t size_of(const Histogram& histogram) {
  std::uint64_t all = 0;
  for (const auto& [value, count] : histogram) all = plus(all, count);
  return all;
}

std::string indexed(const std::string& key, std::size_t index) { return key + "[" + std::to_string(index) + "]"; }

/// Compares numbers and keeps the first that is wrong.
class Checker {
 public:
  void fail(const std::string& message) {
    if (wrong_.empty()) wrong_ = message;
  }
  bool is_good() const { return wrong_.empty(); }
  const std::string& wrong() const { return wrong_; }

  template <class Number>
  void between(const std::string& key, Number value, Number low, Number high) {
    if (value < low || value > high)
      fail("`" + key + "` is " + std::to_string(value) + ", and can be from " + std::to_string(low) + " to " +
           std::to_string(high));
  }
  void most(const std::string& key, std::uint64_t value, std::uint64_t high) {
    if (value > high) fail("`" + key + "` is " + std::to_string(value) + ", and can be at most " + std::to_string(high));
  }
  void equal(const std::string& what, std::uint64_t value, std::uint64_t wanted) {
    if (value != wanted) fail(what + " " + std::to_string(value) + ", and must be " + std::to_string(wanted));
  }
  void size(const std::string& key, std::size_t value, std::size_t wanted) {
    equal("the number of elements of `" + key + "` is", value, wanted);
  }
  void each_most(const std::string& key, const std::vector<std::uint64_t>& counts, std::uint64_t high) {
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > high) return most(indexed(key, i), counts[i], high);
  }
  /// The values of a histogram, and how many there are.
  void histogram(const std::string& key, const Histogram& counts, std::int64_t low, std::int64_t high,
                 std::uint64_t most_games) {
    for (const auto& [value, count] : counts) {
      if (value < low || value > high) between("a value of " + key, value, low, high);
      if (count == 0) fail("`" + key + "` has the value " + std::to_string(value) + " 0 times");
    }
    most("the games in " + key, size_of(counts), most_games);
  }

 private:
  std::string wrong_;
};

class PartCheck {
 public:
  PartCheck(const StudyPart& part, const Game& game, std::uint64_t begin)
      : part_(part),
        plan_(part.header.plan),
        tally_(part.tally),
        game_(game),
        program_(game.program()),
        begin_(begin) {}

  std::string wrong() {
    plan();
    if (check_.is_good()) sizes();
    if (check_.is_good()) endings();
    if (check_.is_good()) course();
    if (check_.is_good()) chosen();
    if (check_.is_good()) use();
    if (check_.is_good()) boards();
    return check_.wrong();
  }

 private:
  // ---- the plan ----

  void plan() {
    check_.size("bots", plan_.players.size(), game_.players().size());
    for (const std::string& player : plan_.players) {
      const Result<PlayerSpec> spec = read_player_spec(player);
      if (!spec) return check_.fail("`bots`: " + spec.errors()[0].message);
      if (const auto error = cannot_play(*spec, game_)) return check_.fail("`bots`: " + error->message);
    }
    if (plan_.rotates && plan_.players.size() < 2) check_.fail("`rotates` is true, and the game has one player");
    check_.between<std::int64_t>("max_plies", plan_.max_plies, 1, StudyPlan::kMostPlies);
    check_.between<std::int64_t>("evaluate", plan_.playouts, 0, StudyPlan::kMostPlayouts);
    check_.between<std::uint64_t>("looks", plan_.looks, 1, StudyPlan::kMostLooks);
    for (std::size_t i = 0; i < plan_.without.size(); ++i) {
      const Restriction& one = plan_.without[i];
      const bool is_piece = one.kind == Restriction::Kind::piece;
      const std::size_t known = is_piece ? program_.rules.kinds.size() : program_.rules.moves.size();
      const std::string key = indexed("without", i) + ", the number of a " + (is_piece ? "piece" : "move");
      if (known == 0) return check_.fail("`" + key + "`: the game has none");
      check_.between<std::int64_t>(key, one.number, 0, static_cast<std::int64_t>(known) - 1);
      check_.between<std::int64_t>(indexed("without", i) + ", the number of a seat", one.seat, -1,
                                   static_cast<std::int64_t>(plan_.players.size()) - 1);
    }
  }

  // ---- the tally ----

  /// The numbers of seats, moves, cells and so on are those of the game.
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
        check_.size(key, elements(part), size);
    });
    if (!check_.is_good()) return;
    for (std::size_t v = 0; v < empty.values.size(); ++v)
      check_.size(indexed("values", v), tally_.values[v].size(), empty.values[v].size());
  }
  template <class T>
  static std::size_t elements(const std::vector<T>& list) {
    return list.size();
  }
  template <class T>
  static std::size_t elements(const T&) {
    return 0;
  }

  /// Each game ends in one way, after so many plies.
  void endings() {
    check_.equal("`games` of `tally` is", tally_.games, part_.done);
    const std::uint64_t games = tally_.games, wins = sum_of(tally_.wins);
    check_.most("unfinished", tally_.unfinished, games);
    check_.equal("`wins`, `ties`, `losses`, `unfinished` and `scored` have together",
                 plus(plus(wins, tally_.ties), plus(plus(tally_.losses, tally_.unfinished), tally_.scored)), games);
    check_.equal("`wins_of_bots` have together", sum_of(tally_.wins_of_players), wins);
    check_.most("begun", tally_.begun, wins);
    check_.most("begun_won", tally_.begun_won, tally_.begun);
    if (!check_.is_good()) return;
    ended_ = games - tally_.unfinished;
    check_.histogram("lengths", tally_.lengths, 0, plan_.max_plies, ended_);
    check_.equal("the games in `lengths` are", size_of(tally_.lengths), ended_);
    std::uint64_t plies = times(tally_.unfinished, static_cast<std::uint64_t>(plan_.max_plies));
    for (const auto& [length, count] : tally_.lengths) plies = plus(plies, times(static_cast<std::uint64_t>(length), count));
    check_.equal("`plies` is", tally_.plies, plies);
    if (!program_.rules.score) return;
    const rules::Type& type = program_.rules.score->value.type;
    for (std::size_t i = 0; i < tally_.scores.size(); ++i)
      check_.histogram(indexed("scores", i), tally_.scores[i], type.lo, type.hi, ended_);
  }

  /// Moves to choose from, and leads.
  void course() {
    const std::uint64_t wins = sum_of(tally_.wins);
    constexpr std::int64_t kShare = static_cast<std::int64_t>(StudyTally::kShare);
    constexpr std::int64_t kMostBranching = std::int64_t{1} << 51;  // MoveCounter counts at most 2^40 at a ply
    check_.histogram("branching_factor", tally_.branching, 0, kMostBranching, tally_.games);
    check_.histogram("lead_changes", tally_.lead_changes, 0, plan_.max_plies, ended_);
    check_.histogram("drama", tally_.behind, 0, kShare, wins);
    check_.histogram("settled", tally_.settled, 0, kShare, wins);
    const std::vector<std::uint64_t>& reached = tally_.reached_at;
    check_.size("choices_at", tally_.choices_at.size(), reached.size());
    check_.most("the number of elements of reached_at", reached.size(),
                std::min<std::uint64_t>(kMostPliesApart, static_cast<std::uint64_t>(plan_.max_plies)));
    for (std::size_t i = 0; check_.is_good() && i < reached.size(); ++i) {
      check_.between<std::uint64_t>(indexed("reached_at", i), reached[i], 1, i == 0 ? tally_.games : reached[i - 1]);
      check_.most(indexed("choices_at", i), tally_.choices_at[i], times(reached[i], std::uint64_t{1} << 40));
    }
  }

  /// The numbers of games that are named must be games of this part that are counted.
  void game_number(const std::string& key, std::uint64_t game) {
    const std::uint64_t at = game / part_.shards;
    if (game % part_.shards != part_.shard || at < begin_ || at - begin_ >= part_.done)
      check_.fail("`" + key + "` names game " + std::to_string(game) + ", and that is not among the games counted");
  }

  void extreme(const std::string& key, const Extreme& one, const Histogram& of, bool smallest, std::int64_t most_then) {
    if (one.is_set == of.empty())
      return check_.fail("`" + key + "` " + (one.is_set ? "names a game, and there is none" : "is null, and there are such games"));
    if (!one.is_set) return;
    const std::int64_t value = smallest ? of.begin()->first : of.rbegin()->first;
    check_.between(key, one.value, value, value);
    check_.between<std::int64_t>(key + "[1]", one.then, 0, most_then);
    game_number(key, one.game);
  }

  void chosen() {
    constexpr std::int64_t kShare = static_cast<std::int64_t>(StudyTally::kShare);
    extreme("shortest", tally_.shortest, tally_.lengths, true, 0);
    extreme("longest", tally_.longest, tally_.lengths, false, 0);
    extreme("dramatic", tally_.dramatic, tally_.lead_changes, false, kShare);
    extreme("turning", tally_.turning, tally_.settled, false, kShare);
    const std::vector<std::uint64_t> endings = endings_of(tally_);
    for (std::size_t i = 0; check_.is_good() && i < tally_.ends.size(); ++i) {
      const GameEnd& end = tally_.ends[i];
      const std::string key = indexed("ends", i);
      check_.most(key + ", the number of a game", end.game, StudyTally::kKept - 1);
      game_number(key, end.game);
      if (i > 0 && end.game <= tally_.ends[i - 1].game) check_.fail("`" + key + "` is not in order");
      check_.most(key + ", an ending", end.ending, endings.size() - 1);
      check_.size(key + ", its scores", end.scores.size(), tally_.scores.size());
      if (!check_.is_good()) return;
      if (endings[end.ending] == 0) check_.fail("`" + key + "` has an ending that no game in the tally has");
      if (!tally_.lengths.count(end.plies))
        check_.fail("`" + key + "` has " + std::to_string(end.plies) + " plies, and no game in `lengths` has");
      for (std::size_t s = 0; s < end.scores.size(); ++s)
        if (end.scores[s] != 0 && !tally_.scores[s].count(end.scores[s]))
          check_.fail("`" + key + "` has the score " + std::to_string(end.scores[s]) + ", and no game in `scores` has");
    }
  }

  /// Moves and their picks, by name.
  void use() {
    check_.equal("`moves_played` have together", sum_of(tally_.moves_played), tally_.plies);
    std::uint64_t cells = 0;
    for (std::size_t i = 0; i < tally_.moves_played.size(); ++i) {
      check_.most(indexed("moves_possible", i), tally_.moves_possible[i], tally_.plies);
      check_.most(indexed("moves_played", i), tally_.moves_played[i], tally_.moves_possible[i]);
      check_.most(indexed("moves_games", i), tally_.moves_games[i], std::min(tally_.games, tally_.moves_played[i]));
      cells = plus(cells, times(tally_.moves_played[i], program_.moves[i].picks.size()));
    }
    check_.most("the sum of cells_picked", sum_of(tally_.cells_picked), cells);
    const std::vector<ValuedPick> picks = picks_with_values(program_);
    for (std::size_t v = 0; v < picks.size(); ++v)
      check_.most("the sum of " + indexed("values", v), sum_of(tally_.values[v]),
                  tally_.moves_played[static_cast<std::size_t>(picks[v].move)]);
    check_.most("forced", tally_.forced, tally_.plies);
    check_.most("the sum of chosen_by_bots", sum_of(tally_.chosen_by_players), tally_.plies);
    for (std::size_t i = 0; i < tally_.guessed_by_players.size(); ++i)
      check_.most(indexed("guessed_by_bots", i), tally_.guessed_by_players[i], tally_.chosen_by_players[i]);
    check_.most("covered", tally_.covered, std::min(tally_.games, plan_.covered));
    if (tally_.covered == 0) check_.size("rules", tally_.rules.size(), 0);
  }

  /// Pieces and light in the positions drawn.
  void boards() {
    const auto cells = static_cast<std::uint64_t>(program_.geometry.cells);
    const std::uint64_t weight = tally_.weight;
    check_.most("weight", weight, times(tally_.games, StudyTally::kWeight));
    check_.most("samples", tally_.samples, times(tally_.games, StudyTally::kDrawn));
    if (tally_.samples == 0) check_.most("weight", weight, 0);
    check_.each_most("cells_filled", tally_.cells_filled, weight);
    check_.each_most("cells_lit", tally_.cells_lit, weight);
    check_.each_most("pieces_seen", tally_.pieces_seen, weight);
    check_.each_most("pieces", tally_.pieces,
                     times(times(weight, cells), static_cast<std::uint64_t>(program_.layout.stack)));
    const std::int64_t all = on_grid(static_cast<double>(cells), 1, 1000);
    check_.histogram("filled", tally_.filled, 0, all, tally_.games);
    check_.histogram("emitters", tally_.emitters, 0, all, tally_.games);
    check_.histogram("lit", tally_.lit, 0, all, tally_.games);
  }

  const StudyPart& part_;
  const StudyPlan& plan_;
  const StudyTally& tally_;
  const Game& game_;
  const Program& program_;
  const std::uint64_t begin_;
  std::uint64_t ended_ = 0;
  Checker check_;
};

}  // namespace

std::string misfit_of(const StudyPart& part, const Game& game, std::uint64_t begin) {
  return PartCheck(part, game, begin).wrong();
}

}  // namespace glint
