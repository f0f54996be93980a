#include "interpreter/cli/host/qr.hpp"

#ifdef GLINT_HAS_QR
#include <qrcodegen.hpp>
#endif

namespace glint::cli {

std::vector<std::string> qr_rows([[maybe_unused]] const std::string& text) {
  std::vector<std::string> rows;
#ifdef GLINT_HAS_QR
  constexpr int kEdge = 4;
  const qrcodegen::QrCode code = qrcodegen::QrCode::encodeText(text.c_str(), qrcodegen::QrCode::Ecc::LOW);
  const int end = code.getSize() + kEdge;  // beyond the code all is light
  for (int y = -kEdge; y < end; ++y)
    for (int x = -kEdge; x < end; ++x)
      (x == -kEdge ? rows.emplace_back() : rows.back()) += code.getModule(x, y) ? '1' : '0';
#endif
  return rows;
}

std::string qr_lines(const std::string& text) {
  constexpr const char* kBlocks[] = {" ", "▄", "▀", "█"};
  std::vector<std::string> rows = qr_rows(text);
  rows.emplace_back(rows.size(), '0');  // the number of rows is odd
  std::string lines;
  for (std::size_t y = 0; y + 1 < rows.size(); y += 2) {
    lines += "\x1b[38;5;16;48;5;231m";  // black on white
    for (std::size_t x = 0; x < rows[y].size(); ++x)
      lines += kBlocks[2 * (rows[y][x] == '1') + (rows[y + 1][x] == '1')];
    lines += "\x1b[0m\n";
  }
  return lines;
}

}  // namespace glint::cli
