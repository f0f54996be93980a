// What a file must be before it is parsed: not too long, UTF-8, and text.
#pragma once

#include <optional>
#include <string_view>

#include "lang/diagnostics/diagnostic.hpp"

namespace glint::lang::parsing {

/// What is wrong with these bytes as a script's text, if anything.
std::optional<Diagnostic> check_text(std::string_view text, std::uint32_t file);

}  // namespace glint::lang::parsing
