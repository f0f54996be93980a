// A study, or a shard of one, as a file: what was to be played, how far that is, and what was counted. JSON; its form
// is in interpreter/lab/study/README.md. Nothing here reads or writes files: texts come and go.
#pragma once

#include <string>
#include <string_view>

#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"

namespace glint {

/// What must be equal for two files to be parts of one study.
struct StudyHeader {
  std::string game;    // as it was named: a bundled name, or a script's path
  std::string rules;   // hash of the checked rules, in hexadecimal
  std::string script;  // hash of the script's text, and of all that it uses: it identifies rule lines
  Settings options;    // all of them
  std::vector<std::string> seats;
  StudyPlan plan;
};

StudyHeader header_of(const Game& game, std::string name, const StudyPlan& plan);
/// In words what of two headers is not the same, "the seed is 1 in one and 2 in the other"; empty: nothing.
std::string difference(const StudyHeader& one, const StudyHeader& other);

struct StudyPart {
  StudyHeader header;
  /// Of `shards` shards this is the one with the games whose numbers leave `shard` over when divided by that.
  std::uint64_t shard = 0, shards = 1;
  std::uint64_t done = 0;  // how many games of the shard are counted, from its first on
  StudyTally tally;

  /// How many games the shard has, and which number its i-th one is.
  std::uint64_t size() const { return (header.plan.games + shards - 1 - shard) / shards; }
  std::uint64_t number(std::uint64_t i) const { return shard + i * shards; }
};

std::string write_part(const StudyPart& part);
/// Errors have the place in `file_name`.
Result<StudyPart> read_part(std::string_view text, std::string_view file_name);

/// "piece:mirror@north", "move:place".
std::string text_of(const Restriction& restriction, const Game& game);

}  // namespace glint
