// What all our HTML pages begin and end with: they open without a network, and have no scripts.
#pragma once

#include <string>

namespace glint::cli {

std::string page_head(const std::string& title);
inline constexpr const char* kPageTail = "</body>\n</html>\n";

}  // namespace glint::cli
