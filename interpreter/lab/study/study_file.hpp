// A study as the text of a file: the plan, and the course of each game. Counts are not kept: a reader of the file
// counts the games again (CountedGame::play). It is JSON; interpreter/lab/study/README.md describes it. Nothing here
// reads or writes files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"

namespace glint {

/// The part that all files of one study share.
struct StudyHeader {
  std::string game;    // a bundled name, or a script's path
  std::string rules;   // hash of the checked rules, in hexadecimal
  std::string script;  // hash of the texts of the script and of all that it uses: rule lines depend on them
  Settings options;    // all, with their values
  std::vector<std::string> seats;
  std::vector<std::string> without;  // the plan's restrictions: "piece:mirror@north", "move:place"
  StudyPlan plan;
};

/// Reads "piece:mirror", "move:place", or for one seat "move:place@north". Errors have no code.
Result<Restriction> read_restriction(const std::string& text, const Game& game);

StudyHeader header_of(const Game& game, std::string name, const StudyPlan& plan);
/// The differences of two headers of one script, as words: "the seed is 1 in one and 2 in the other"; empty: none.
std::string difference(const StudyHeader& one, const StudyHeader& other);
/// The changes of a study's script since then, in words; empty if it is the same.
std::string changed_since(const StudyHeader& now, const StudyHeader& then);

struct StudyPart {
  StudyHeader header;
  StudyTally tally;                     // of the first games
  std::vector<std::string> games = {};  // the first games, in the form of CountedGame::said
  std::uint64_t checksum = 0;           // StudyTally::checksum of these games
};

/// The header, the games and their checksum.
std::string write_part(const StudyPart& part);
/// A study without counts, whose plan has no restrictions yet: the header has their texts. Refuses a file that was
/// changed after it was written (by the file's checksum), and plans that no study can have. Errors name `file_name`.
Result<StudyPart> read_part(std::string_view text, std::string_view file_name);

/// The plies needed to count again those games of a part that follow from their seeds alone; anybody may have written
/// this number into a file. All other plies are in the file one by one.
std::uint64_t plies_by_seed(const StudyPart& part);

}  // namespace glint
