// The game of all tables of a server: what its positions look like to whom, and what is a legal move. One thread at a
// time is at work here; a request takes some milliseconds.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/cli/console/json.hpp"
#include "interpreter/desk/protocol/server.hpp"

namespace glint::cli {

/// Until when a script may work for one request. Its `stop` is for the limits of whatever does.
class Patience {
 public:
  using Clock = std::chrono::steady_clock;
  void begin(std::chrono::milliseconds longest) { until_ = (Clock::now() + longest).time_since_epoch().count(); }
  bool is_over() const { return Clock::now().time_since_epoch().count() > until_; }

 private:
  std::atomic<Clock::rep> until_ = Clock::time_point::max().time_since_epoch().count();
};

class Referee {
 public:
  /// `game` has these options, and limits that ask `patience`; `name` is how it was named, `paths` where it was found.
  Referee(Game game, std::string name, Settings options, const std::vector<std::string>& paths, Patience& patience);

  const Game& game() const { return game_; }
  const std::string& name() const { return name_; }
  const Settings& options() const { return options_; }
  /// Whether some players may not know what others do: something is hidden from them, or they choose together.
  bool is_secret() const { return is_secret_; }

  Result<Position> start(std::uint64_t seed);
  /// The position after one more move, or why it is illegal.
  Result<Position> after(const Position& position, const std::string& move);
  /// Whether players are to find light or moves themselves here.
  bool must_find(const Position& position);
  /// Whether a move names what players are to find themselves here (game/position/shown.hpp).
  bool is_found(const Position& position, const std::string& move);
  /// Whether the last move cannot be taken back, as it stands or has drawn by chance.
  bool stands(const Position& before, const Position& after);

  /// The answer of the protocol (desk/protocol/README.md) to a request about the position after these moves, as
  /// `viewer`, a player or kNobody, sees it: without names of files, and without what the moves are called in the
  /// script. An object with `error`, if it has none.
  Json ask(const std::string& method, Json params, std::uint64_t seed, const std::vector<std::string>& moves,
           int viewer);

 private:
  /// Locks, and begins the time of a request.
  std::unique_lock<std::mutex> begin();

  const Game game_;
  const std::string name_;
  const Settings options_;
  const bool is_secret_;
  Patience& patience_;
  std::mutex mutex_;
  std::string said_;  // the last message of the desk
  desk::Server desk_;
};

}  // namespace glint::cli
