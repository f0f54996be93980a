// The machine as an exploration needs it: threads, and the files that scripts use.
#pragma once

#include <mutex>
#include <string>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/lab/explore/explore.hpp"

namespace glint::cli {

class ThreadedHost : public ExploreHost {
 public:
  /// `paths`: where libraries are looked for, besides the folder of the game.
  ThreadedHost(const Game& parent, std::string of, std::vector<std::string> paths, int threads, Console& console);

  Result<Game> build(const std::string& script, const std::string& name) override;
  void each(std::size_t count, const std::function<void(std::size_t)>& work) override;
  std::vector<PlayedGames> play(const std::vector<Games>& games) override;
  void played(std::uint64_t done) override;
  void note(const std::string& text) override { label_ = text; }

 private:
  [[noreturn]] void end_stopped() const;

  const Game& parent_;
  const std::string of_;
  const std::vector<std::string> paths_;
  const int threads_;
  Console& console_;
  std::string label_;
  std::mutex mutex_;
  Progress* progress_ = nullptr;  // of `play`
};

}  // namespace glint::cli
