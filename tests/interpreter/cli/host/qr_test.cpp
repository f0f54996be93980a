// QR codes of links: drawn the right way round, with a light edge, in a terminal as on a page.
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "interpreter/cli/host/qr.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/cli/host/clients.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {
namespace {

const std::string kLink = "https://games.example.org/#k=0123456789abcdef0123456789abcdef";

/// What a terminal shows of text that is black on white: rows of "1" (dark) and "0".
std::vector<std::string> shown(const std::string& lines) {
  std::vector<std::string> rows;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    const std::string line = lines.substr(at, end - at), begin = "\x1b[38;5;16;48;5;231m", finish = "\x1b[0m";
    REQUIRE(line.starts_with(begin));
    REQUIRE(line.ends_with(finish));
    const std::string blocks = line.substr(begin.size(), line.size() - begin.size() - finish.size());
    rows.resize(rows.size() + 2);
    for (std::size_t i = 0; i < blocks.size(); i += blocks[i] == ' ' ? 1 : 3) {
      const std::string block = blocks[i] == ' ' ? " " : blocks.substr(i, 3);
      rows[rows.size() - 2] += block == "█" || block == "▀" ? '1' : '0';
      rows[rows.size() - 1] += block == "█" || block == "▄" ? '1' : '0';
    }
    at = end + 1;
  }
  return rows;
}

}  // namespace

TEST_CASE("host: a QR code has its three squares, its light edge, and stands the right way round") {
  std::vector<std::string> rows = qr_rows(kLink);
  if (rows.empty()) {
    WARN("skipped: built without the library");
    return;
  }
  std::vector<std::string> printed = shown(qr_lines(kLink));
  REQUIRE(printed.size() >= rows.size());
  printed.resize(rows.size());
  CHECK(printed == rows);
  const std::size_t size = rows.size() - 8;
  const auto part = [&](std::size_t x, std::size_t y, std::size_t across, std::size_t down) {
    std::string text;
    for (std::size_t i = 0; i < down; ++i) text += rows[4 + y + i].substr(4 + x, across) + "\n";
    return text;
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    REQUIRE(rows[i].size() == rows.size());
    if (i < 4 || i >= 4 + size) CHECK(rows[i].find('1') == std::string::npos);
    CHECK(rows[i].substr(0, 4) + rows[i].substr(4 + size) == "00000000");
  }
  const std::string square = "1111111\n1000001\n1011101\n1011101\n1011101\n1000001\n1111111\n";
  CHECK(part(0, 0, 7, 7) == square);
  CHECK(part(size - 7, 0, 7, 7) == square);
  CHECK(part(0, size - 7, 7, 7) == square);
  CHECK(part(size - 7, size - 7, 7, 7) != square);
  // Each code has this dark place. The bits of its format stand at both squares in this order, which tells it from its
  // mirror image.
  CHECK(part(8, size - 8, 1, 1) == "1\n");
  std::string beside, below;
  for (const std::size_t x : {0, 1, 2, 3, 4, 5, 7}) beside += rows[12][4 + x];
  for (std::size_t i = 1; i <= 7; ++i) below += rows[4 + size - i][12];
  CHECK(beside == below);
}

TEST_CASE("host: a program that reads QR codes reads the link", "[.slow][host]") {
  const Folder folder;
  const std::vector<std::string> rows = shown(qr_lines(kLink));
  if (rows.empty() || std::system("command -v zbarimg > /dev/null") != 0) {
    WARN("skipped: zbar-tools are not here");
    return;
  }
  const std::string path = folder / "code.pbm", told = folder / "told";
  std::ofstream out(path);
  constexpr int kScale = 6;
  out << "P1\n" << rows[0].size() * kScale << " " << rows.size() * kScale << "\n";
  for (const std::string& row : rows)
    for (int i = 0; i < kScale; ++i) {
      for (const char module : row) out << std::string(kScale, module);
      out << "\n";
    }
  out.close();
  CHECK(std::system(("zbarimg -q --raw " + path + " > " + told).c_str()) == 0);
  CHECK(read_file(told) == kLink + "\n");
}

}  // namespace glint::cli
