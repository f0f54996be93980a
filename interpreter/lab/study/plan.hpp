// The plan of a study: a series of games, at random or between programs. Each game follows from the rules, the plan and
// its number alone, so threads and computers may play them in any order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

struct Record;

/// A piece or move that all players, or the one at a seat, must do without: they choose no move of this name, or no
/// move that adds such a piece, unless there is no other choice.
struct Restriction {
  enum class Kind : std::uint8_t { piece, move };
  Kind kind = Kind::move;
  int number = 0;  // in Rules::kinds or Rules::moves
  int seat = -1;   // -1: all seats
};

/// Makes one of the host's own players from its index in StudyPlan::players and a seed; null: it has none.
using GuestMaker = std::function<std::unique_ptr<Player>(std::size_t player, std::uint64_t seed)>;

/// All that decides which games are played, apart from the rules.
struct StudyPlan {
  // The largest numbers that a study may have, on the command line and in files.
  static constexpr std::uint64_t kMostGames = 1'000'000'000'000, kMostLooks = 1000;
  static constexpr int kMostPlies = 1'000'000'000, kMostPlayouts = 1'000'000;

  std::vector<std::string> players;  // by seat, as `make_player` takes them
  JudgeMaker learned = {};  // judges for `learned`; not kept in files
  std::string note = {};    // facts about the bots, for reports; not kept in files
  GuestMaker guest = {};    // players that `make_player` does not know, under any name; not kept in files
  /// Players move one seat on after each game.
  bool rotates = false;
  std::uint64_t seed = 1, games = 1000;
  int max_plies = 2000;
  Settings draws;  // fixed outcomes of chance
  /// The number of random games from a position that decide who leads; 0: the script's `heuristic` or `score` does.
  int playouts = 0;
  std::vector<Restriction> without;
  /// The number of looks at results that may end the study (`--until`): intervals are wide enough to hold at all of
  /// these looks.
  std::uint64_t looks = 1;
  /// The number of first games that record which lines of the rules run. They are the same games, but take longer.
  std::uint64_t covered = 10;

  /// The first move of each game, and its first pick, in the form of `Choices::opened`; where it is not possible, any
  /// move. For `compared_openings`. Files do not keep it.
  std::optional<std::int64_t> opening = {};
  /// Games of people, which `replay` has found legal (lab/study/people.hpp): each game of this study repeats the record
  /// of its number, and nobody chooses. Null: bots play. Files do not keep it.
  std::shared_ptr<const std::vector<Record>> records = {};
  /// Games 2k and 2k + 1 have the same chance, a stream of its own, and other choices: for `luck_of`. Files do not keep
  /// it.
  bool pairs_chance = false;
  std::uint64_t chance_seed(std::uint64_t game) const;

  /// The index in `players` of the player at a seat in this game.
  std::size_t player_at(std::size_t seat, std::uint64_t game) const {
    return (seat + (rotates ? static_cast<std::size_t>(game % players.size()) : 0)) % players.size();
  }
};

/// True if all players are `random`.
inline bool all_random(const StudyPlan& plan) {
  return std::all_of(plan.players.begin(), plan.players.end(), [](const std::string& one) { return one == "random"; });
}

/// A study with `--until` looks at its results after 100 games, then each time the number of games has grown by a
/// tenth. So it always stops at the same game, however the games are divided among threads.
class StudyLooks {
 public:
  explicit StudyLooks(const StudyPlan& plan) : chunk_(chunk_of(plan)), games_(plan.games), next_(after(100)) {}
  /// The number of games played together: random games are so short that threads take several at a time.
  static std::uint64_t chunk_of(const StudyPlan& plan) { return plan.playouts == 0 && all_random(plan) ? 32 : 1; }
  std::uint64_t next() const { return next_; }
  void go_on() { next_ = after(next_ + next_ / 10 + 1); }
  /// The number of looks from here on, the last one included: StudyPlan::looks.
  std::uint64_t count() const {
    std::uint64_t count = 1;
    for (StudyLooks looks = *this; looks.next() < games_; looks.go_on()) ++count;
    return count;
  }

 private:
  std::uint64_t after(std::uint64_t games) const { return (games + chunk_ - 1) / chunk_ * chunk_; }

  std::uint64_t chunk_, games_, next_;
};

/// True if a game's seed decides everything in it, so that it can be played again.
inline bool follows_from_seed(const StudyPlan& plan) { return all_random(plan) && plan.playouts == 0; }

/// True if positions have a leader: not in games for one player or a team; without `heuristic` and `score`, only if
/// there is a judge.
inline bool has_leaders(const Program& program, const StudyPlan& plan) {
  if (program.rules.team || program.rules.players.size() < 2) return false;
  return plan.playouts > 0 || program.entries.heuristic >= 0 || program.entries.score >= 0;
}

}  // namespace glint
