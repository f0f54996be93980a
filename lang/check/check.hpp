// Syntax trees to Rules: names, types, finite loops.
#pragma once

#include <optional>
#include <vector>

#include "lang/diagnostics/diagnostic.hpp"
#include "lang/rules/rules.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::lang {

struct Checked {
  std::optional<rules::Rules> rules;    // present when there are no errors
  std::vector<Diagnostic> diagnostics;  // of parsing and checking, all files, sorted
  tree::File script;                    // as it was written; a variant, as the script that results
};

/// Parses the script and all that it uses (through the loader), and checks it. The file must already be in `sources`;
/// libraries are added to it. Only the parts of libraries that a game uses are checked, so a library may have parts for
/// other kinds of beams. A library by itself is checked as a whole; its `needs` take the place of a game.
Checked check(Sources& sources, std::uint32_t file, Loader& loader);

}  // namespace glint::lang
