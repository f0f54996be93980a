// Which lines of the rules were run. Games are played by code as it is written, without anything that makes it quicker,
// so that each line has code of its own: no optimisation changes a game, so it is the same game.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/machine/profile.hpp"

namespace glint {

/// A line of a script that play can come to. Not told are lines of libraries, what is worked out when a game is built,
/// and what only shows or judges a position.
struct CoveredLine {
  std::string file, text;
  int line = 0;
  std::uint64_t runs = 0;
};

/// The lines of a program that was built without lowerings; runs are of none.
class CoveredLines {
 public:
  explicit CoveredLines(const Program& program);
  /// In the order of the files, then of the lines.
  const std::vector<CoveredLine>& lines() const { return lines_; }
  /// Adds how often each line was run, by the most frequent of its instructions, to one number for each line.
  void add(const Profile& profile, std::vector<std::uint64_t>& runs) const;

 private:
  std::vector<CoveredLine> lines_;
  std::vector<std::int32_t> line_of_;  // by instruction; -1: of none
};

/// The game as coverage plays it.
Result<Game> built_for_coverage(const Game& game);

/// Runs of lines put together from several programs of one script (with other options, say), by file and line.
class Coverage {
 public:
  void add(const Program& program, const Profile& profile);
  void add(const std::vector<CoveredLine>& lines);
  std::vector<CoveredLine> lines() const;

 private:
  std::map<std::pair<std::string, int>, CoveredLine> lines_;
};

/// The script's own tests, each run once, and what they run.
std::vector<TestReport> run_tests(const Game& game, Coverage& coverage);

}  // namespace glint
