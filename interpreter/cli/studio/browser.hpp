// The browser of whoever sits at this machine.
#pragma once

#include <string>

namespace glint::cli {

/// Opens an address in it, and does not wait. False if there is nothing here that would do that.
bool open_browser(const std::string& address);

}  // namespace glint::cli
