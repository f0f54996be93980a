// Which lines of the rules have run. The code is built without lowerings and optimisations, so that each line has code
// of its own; games are the same with and without them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/machine/profile.hpp"

namespace glint {

/// A line of a script that play may run. Lines of libraries, lines that run only when the game is built, and lines that
/// only show or judge a position do not count.
struct CoveredLine {
  std::string file, text;
  int line = 0;
  std::uint64_t runs = 0;
};

/// The lines of a program that was built for coverage.
class CoveredLines {
 public:
  explicit CoveredLines(const Program& program);
  /// In the order of files, then of lines, all with 0 runs.
  const std::vector<CoveredLine>& lines() const { return lines_; }
  /// Adds to `runs`, by line, how often each line was run: as often as the most frequent of its instructions.
  void add(const Profile& profile, std::vector<std::uint64_t>& runs) const;

 private:
  std::vector<CoveredLine> lines_;
  std::vector<std::int32_t> line_of_;  // by instruction; -1: none
};

/// The game, built for coverage.
Result<Game> built_for_coverage(const Game& game);

/// Adds up the runs of lines over several programs of one script (with different options, say), by file and line.
class Coverage {
 public:
  void add(const Program& program, const Profile& profile);
  void add(const std::vector<CoveredLine>& lines);
  std::vector<CoveredLine> lines() const;

 private:
  std::map<std::pair<std::string, int>, CoveredLine> lines_;
};

/// Runs each of the script's own tests once, and adds the lines that they run to the coverage.
std::vector<TestReport> run_tests(const Game& game, Coverage& coverage);

}  // namespace glint
