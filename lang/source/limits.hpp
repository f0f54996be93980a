// Limits of scripts, so that no text can exhaust the stack or take very long.
#pragma once

#include <cstddef>
#include <cstdint>

namespace glint::lang {

/// Bytes of a script and of all files that it uses, 25 times what a long game has. More is G0103.
inline constexpr std::size_t kMaxScriptBytes = 512 * 1024;
/// Expressions, types and blocks inside each other, as the text nests them. More is G0103.
inline constexpr int kMaxNesting = 200;
/// Nodes of the syntax tree above each other, a chain such as `a + b + c` counting one for each operator. More is
/// G0103.
inline constexpr int kMaxTreeDepth = 500;
/// After this many syntax errors the rest of a file is not read.
inline constexpr std::size_t kMaxSyntaxErrors = 100;
/// No board has more cells, and no coordinate is larger.
inline constexpr std::int64_t kMostCells = std::int64_t{1} << 20;

}  // namespace glint::lang
