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
  tree::File script;                    // as it was written; a variant as what it comes to
};

/// Parses the script and what it uses (through the loader), and checks it whole. The file must already be in `sources`;
/// libraries are added to it. Libraries that a game uses are checked only where it uses them, so a library may hold
/// parts for beams of another kind; a library given by itself is checked whole, its `needs` standing in for the game.
Checked check(Sources& sources, std::uint32_t file, Loader& loader);

}  // namespace glint::lang
