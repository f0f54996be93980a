// The lines of the rules that had a part in play. The code is built without lowerings and optimisations, so that each
// line has its own code; values otherwise computed before play are computed when read. Games stay the same.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/machine/profile.hpp"

namespace glint {

/// A line of a script that play may run. It leaves out lines of libraries, of the board and of pictures, lines of lets
/// that only pictures, texts, heuristics or tests use, and lines of a score that decides nothing.
struct CoveredLine {
  std::string file, text;
  std::uint32_t source = 0;  // the file's number in the game's sources: 0 is the script itself, even for a variant
  int line = 0;
  std::uint64_t runs = 0;
};

/// The lines of a program that was built for coverage.
class CoveredLines {
 public:
  explicit CoveredLines(const Program& program);
  /// In the order of files, then of lines, all with 0 runs.
  const std::vector<CoveredLine>& lines() const { return lines_; }
  /// Adds to `runs`, by line, the number of times that each line was run: that of its most frequent instruction.
  void add(const Profile& profile, std::vector<std::uint64_t>& runs) const;

 private:
  std::vector<CoveredLine> lines_;
  std::vector<std::int32_t> line_of_;  // by instruction; -1: none
};

/// The number of lines of a file that ran. A variant has lines of its own and of its base game.
struct CoveredFile {
  std::string name;
  std::uint64_t ran = 0, of = 0;
};
/// The files of the lines, which are in the order of `CoveredLines`.
std::vector<CoveredFile> files_of(const std::vector<CoveredLine>& lines);

/// Adds up the runs of lines, by file and line, over several programs of one script (with other options, for example).
class Coverage {
 public:
  void add(const Program& program, const Profile& profile);
  void add(const std::vector<CoveredLine>& lines);
  std::vector<CoveredLine> lines() const;

 private:
  std::map<std::pair<std::uint32_t, int>, CoveredLine> lines_;  // by file and line
};

/// Runs each of the script's own tests once, and adds the lines that they run to the coverage.
std::vector<TestReport> run_tests(const Game& game, Coverage& coverage);

}  // namespace glint
