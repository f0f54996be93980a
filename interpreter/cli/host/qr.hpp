// QR codes, by which a phone opens a link without typing it.
#pragma once

#include <string>
#include <vector>

namespace glint::cli {

/// Rows from the top, "1" is dark, with the light edge that a code needs. None: Glint was built without the library.
std::vector<std::string> qr_rows(const std::string& text);
/// For a terminal, two rows in a line, in colours of their own: in many terminals text is light.
std::string qr_lines(const std::string& text);

}  // namespace glint::cli
