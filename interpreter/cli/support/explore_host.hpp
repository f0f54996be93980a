// What an exploration needs of the machine: threads, a clock, and the file of the games that were played.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "interpreter/cli/support/console.hpp"
#include "interpreter/cli/support/games_file.hpp"
#include "interpreter/lab/explore/explore.hpp"

namespace glint::cli {

/// The part of an exploration that this process plays.
struct HostOptions {
  int threads = 1;
  std::uint64_t shard = 0, shards = 1;  // heats of these numbers
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

class ThreadedHost : public ExploreHost {
 public:
  /// `paths`: where libraries are looked for, besides the folder of the game. `file` may be null.
  ThreadedHost(const Game& parent, std::string of, std::vector<std::string> paths, const HostOptions& options,
               GamesFile* file, Console& console);

  Result<Game> build(const std::string& script, const std::string& name) override;
  void each(std::size_t count, const std::function<void(std::size_t)>& work) override;
  std::vector<PlayedGames> play(const std::vector<Games>& games) override;
  bool is_late() override;
  void begin(ExplorePart part) override;
  bool takes_heat(std::size_t heat) override { return heat % options_.shards == options_.shard; }
  void note(const std::string& text) override { label_ = text; }

 private:
  [[noreturn]] void end_stopped() const;

  const Game& parent_;
  const std::string of_;
  const std::vector<std::string> paths_;
  const HostOptions options_;
  GamesFile* const file_;
  Console& console_;
  std::string label_;
  bool is_undivided_ = true;  // no part was cut, so that a whole exploration plays the same games next
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::optional<std::chrono::steady_clock::time_point> part_deadline_ = options_.deadline;
};

}  // namespace glint::cli
