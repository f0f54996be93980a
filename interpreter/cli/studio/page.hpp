// The page of the studio in this command.
#pragma once

#include <string_view>

namespace glint::cli {

/// HTML; empty if this command was built without it: the page needs Node and Emscripten, the command does not.
std::string_view studio_page();

}  // namespace glint::cli
