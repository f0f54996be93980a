// A study as the text of a file: the plan, the progress and the tally. It is JSON;
// interpreter/lab/study/README.md describes it. Nothing here reads or writes files.
#pragma once

#include <string>
#include <string_view>

#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"

namespace glint {

/// What two files of one study have in common.
struct StudyHeader {
  std::string game;    // a bundled name, or a script's path
  std::string rules;   // hash of the checked rules, in hexadecimal
  std::string script;  // hash of the texts of the script and of all that it uses: rule lines depend on them
  Settings options;    // all, with their values
  std::vector<std::string> seats;
  StudyPlan plan;
};

StudyHeader header_of(const Game& game, std::string name, const StudyPlan& plan);
/// How two headers differ, in words: "the seed is 1 in one and 2 in the other"; empty if they do not.
std::string difference(const StudyHeader& one, const StudyHeader& other);
/// What was done to the script of a study, in words; empty if it is the same.
std::string changed_since(const StudyHeader& now, const StudyHeader& then);

struct StudyPart {
  StudyHeader header;
  std::uint64_t done = 0;  // how many games are counted: the first ones
  StudyTally tally;
};

std::string write_part(const StudyPart& part);
/// Refuses what was changed after it was written: the file has a checksum of its text. Whether the numbers can be those
/// of the game, `misfit_of` says. Errors name `file_name` and the place in it.
Result<StudyPart> read_part(std::string_view text, std::string_view file_name);
/// The text of a study's file with the checksum that it must have; a text without the place for one is left as it is.
std::string with_checksum(std::string text);

/// "piece:mirror@north", "move:place".
std::string text_of(const Restriction& restriction, const Game& game);

}  // namespace glint
