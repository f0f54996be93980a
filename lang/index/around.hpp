// What is around a place of a script, from the word to the whole declaration: for growing a selection.
#pragma once

#include <cstdint>
#include <vector>

#include "lang/syntax/tree.hpp"

namespace glint::lang {

/// The spans of all nodes that hold this byte, or end there: the largest first, each inside the one before.
std::vector<Span> spans_around(const tree::File& file, std::uint32_t offset);

}  // namespace glint::lang
