// What an exploration needs of the machine: threads, and a file of the games that were played, from which it resumes.
#pragma once

#include <chrono>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "interpreter/cli/support/console.hpp"
#include "interpreter/lab/explore/explore.hpp"

namespace glint::cli {

/// Games that were played, as texts by what was played: a file that grows at its end. What was cut off when a process
/// died is dropped. One process writes it at a time; its folder is kept by the caller.
class GamesFile {
 public:
  /// Reads it; a file that is missing is begun with the first game.
  explicit GamesFile(std::string path);
  /// Reads the games of another file, which is not changed.
  void read_also(const std::string& path);
  /// The text of these games; null if they were not played.
  const std::string* find(const std::string& key) const;
  /// Adds games, unless this file has them.
  void add(const std::string& key, const std::string& text);

 private:
  std::string path_;
  std::ofstream file_;
  std::map<std::string, std::string> known_;
  std::map<std::string, bool> written_;
};

/// The part of an exploration that this process plays.
struct HostOptions {
  int threads = 1;
  std::uint64_t shard = 0, shards = 1;  // heats of these numbers
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

class ThreadedHost : public ExploreHost {
 public:
  /// `loader_path`: the script of the game, for finding what it uses. `file` may be null.
  ThreadedHost(const Game& parent, std::string of, std::vector<std::string> paths, const HostOptions& options,
               GamesFile* file, Console& console);

  Result<Game> build(const std::string& script, const std::string& name) override;
  void each(std::size_t count, const std::function<void(std::size_t)>& work) override;
  std::vector<PlayedGames> play(const std::vector<Games>& games) override;
  bool is_late() override;
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
};

/// Shares out a time: sets the numbers of games, of all stages and of stronger bots. They follow from the work in a few
/// games, counted and not timed, for a machine of two ordinary cores. So a time means the same games everywhere.
/// Answers the time that the smallest exploration would take, if it is more than this one.
std::optional<double> share_time(const Game& game, ExplorePlan& plan, double seconds);

}  // namespace glint::cli
