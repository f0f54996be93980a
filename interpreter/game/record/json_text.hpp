// JSON as text.
#pragma once

#include <string>

namespace glint {

/// This JSON, with escapes for what a terminal would obey (lang::is_control) in its texts.
std::string plain_json(std::string text);

}  // namespace glint
