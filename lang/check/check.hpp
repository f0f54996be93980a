// Syntax trees to Rules: names, types, finite loops.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lang/diagnostics/diagnostic.hpp"
#include "lang/rules/rules.hpp"
#include "lang/source/stop.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::lang {

// Facts about the place of a name. Behind a dot: the members. Elsewhere: the type that a value must have, and the names
// of such values. Editors offer these first. `check` fills it in, if it is given one.
struct Wanted {
  std::uint32_t at = 0;  // where the name begins in the script, in bytes

  bool is_known = false;          // whether a type is wanted there
  bool is_flag = false;           // a condition, or a flag
  bool is_cell = false;           // a cell, or cells: their labels are not among the names
  std::vector<std::string> fits;  // names of such values: of locals, the nearest first, then of all else
  std::vector<std::string> near;  // names of sets, where one value of them is wanted
  std::optional<std::vector<std::string>> members;  // kinds of the value before the dot; none: not known
};

class Trees;
struct Wanted;

struct Checked {
  std::optional<rules::Rules> rules;    // present when there are no errors
  std::vector<Diagnostic> diagnostics;  // of parsing and checking, all files, sorted
  tree::File script;                    // as it was written; for a variant, the resulting script
};

/// Steps of all proofs about one script; beyond that there is an error (G0412).
inline constexpr std::int64_t kMostCheckWork = 5'000'000;

/// Parses the script and all that it uses (through the loader), and checks it. The file must already be in `sources`;
/// libraries are added to it. Only the parts of libraries that a game uses are checked, so a library may have parts for
/// other kinds of beams. A library by itself is checked as a whole; its `needs` take the place of a game.
/// If `stop` ends the check, the only diagnostic is G0614. With `trees`, files that were parsed before are not parsed
/// again. With `wanted`, fills in what may stand at that place of file 0, if the text around it can be read.
Checked check(Sources& sources, std::uint32_t file, Loader& loader, std::int64_t work = kMostCheckWork,
              const Stop& stop = {}, Trees* trees = nullptr, Wanted* wanted = nullptr);

/// Like `check`, with an expression that somebody asks about a position of the game: the text of the file `asked`,
/// which may be anything that a test can expect, of any type. The last of Rules::tests then names its value, by a `let`
/// that is the only statement. The diagnostics are those of the expression; there are no rules if it is wrong.
Checked check_asked(Sources& sources, std::uint32_t file, Loader& loader, std::uint32_t asked,
                    std::int64_t work = kMostCheckWork, const Stop& stop = {});
/// The reasons why a viewer cannot know the value of such an expression, if `me` (or -1) is the player to move: G0420.
std::vector<Diagnostic> hidden_from(const rules::Rules& rules, const rules::Expr& asked, int viewer, int me,
                                    std::int64_t work = kMostCheckWork, const Stop& stop = {});

}  // namespace glint::lang
