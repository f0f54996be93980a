// Kits as PDF: the file itself, looked at by poppler's programs.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/interpreter/print/counted.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

using namespace glint;

namespace {

const std::vector<std::string> kPrinted = {"laser_lawn", "boundary", "the_beam", "beams_boosters_barriers"};

/// What a program prints.
std::string printed_by(const std::string& command) {
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe);
  std::array<char, 4096> part{};
  for (std::size_t count; (count = fread(part.data(), 1, part.size(), pipe)) > 0;) text.append(part.data(), count);
  REQUIRE(pclose(pipe) == 0);
  return text;
}

bool has_poppler() {
  static const bool is_there = std::system("pdftoppm -v >/dev/null 2>&1 && pdffonts -v >/dev/null 2>&1") == 0;
  if (!is_there) WARN("poppler-utils is not installed: the PDF is not looked at");
  return is_there;
}

constexpr int kDots = 10;  // to a millimetre

/// A page of a PDF as dots.
struct Dots {
  int across = 0, down = 0;
  std::string rgb;
  std::array<int, 3> at(int x, int y) const {
    const std::size_t from =
        3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(across) + static_cast<std::size_t>(x));
    return {static_cast<unsigned char>(rgb[from]), static_cast<unsigned char>(rgb[from + 1]),
            static_cast<unsigned char>(rgb[from + 2])};
  }
  bool is_dark(int x, int y) const { return at(x, y)[0] + at(x, y)[1] + at(x, y)[2] < 3 * 150; }
  bool is_white(int x, int y) const { return at(x, y) == std::array<int, 3>{255, 255, 255}; }
};

Dots page_of_pdf(const std::string& pdf, int page, int dots_in_mm = kDots) {
  std::istringstream text(printed_by("pdftoppm -r " + std::to_string(25.4 * dots_in_mm) + " -f " +
                                     std::to_string(page) + " -l " + std::to_string(page) + " '" + pdf + "'"));
  Dots dots;
  std::string kind;
  int most = 0;
  text >> kind >> dots.across >> dots.down >> most;
  text.get();
  dots.rgb.assign(std::istreambuf_iterator<char>(text), {});
  REQUIRE(kind == "P6");
  REQUIRE(dots.rgb.size() == static_cast<std::size_t>(3 * dots.across * dots.down));
  return dots;
}

/// Runs of dark dots in a row, each with its first dot and its length.
std::vector<std::pair<int, int>> runs_in(const Dots& dots, int y) {
  std::vector<std::pair<int, int>> runs;
  for (int x = 0, begin = -1; x <= dots.across; ++x) {
    const bool is_dark = x < dots.across && dots.is_dark(x, y);
    if (is_dark && begin < 0) begin = x;
    if (!is_dark && begin >= 0) {
      runs.emplace_back(begin, x - begin);
      begin = -1;
    }
  }
  return runs;
}

/// A kit as a PDF in a folder.
std::string pdf_in(const cli::Folder& folder, std::vector<std::string> arguments, const std::string& name = "kit.pdf") {
  const std::string file = folder / name;
  arguments.insert(arguments.begin(), "print");
  arguments.insert(arguments.end(), {"-o", file});
  const cli::Answer answer = cli::glint(arguments);
  INFO(answer.err);
  REQUIRE(answer.status == 0);
  return file;
}

}  // namespace

TEST_CASE("print: a PDF is true to scale, ends before the edge of the paper, and holds its fonts", "[patient]") {
  if (!has_poppler()) return;
  const cli::Folder folder;
  for (const std::string& game : kPrinted) {
    INFO(game);
    const std::string pdf = pdf_in(folder, {game});
    const std::string info = printed_by("pdfinfo -f 1 -l 99 '" + pdf + "'");
    CHECK(test::count_of(info, "595.276 x 841.89 pts (A4)") + test::count_of(info, "841.89 x 595.276 pts (A4)") ==
          test::count_of(info, " size:") - 1);
    std::istringstream fonts(printed_by("pdffonts '" + pdf + "'"));
    std::string line;
    std::getline(fonts, line);
    const std::size_t embedded = line.find("emb");
    std::getline(fonts, line);
    int count = 0;
    for (; std::getline(fonts, line); ++count) CHECK(line.substr(embedded, 3) == "yes");
    CHECK(count > 0);
    // The ruler on the sheet of the board, behind the cover, is 100 mm long.
    const Dots board = page_of_pdf(pdf, 3);
    int ruler = 0;
    for (int y = board.down - 15 * kDots; y < board.down; ++y)
      for (const auto& [begin, length] : runs_in(board, y)) ruler = std::max(ruler, length);
    CHECK(std::abs(ruler - 100 * kDots) <= 2);
    const int pages = static_cast<int>(test::count_of(info, " size:")) - 1;
    for (int page = 1; page <= pages; ++page) {
      constexpr int kCoarse = 2;
      const Dots dots = page_of_pdf(pdf, page, kCoarse);
      bool is_clear = true;
      const int margin = 5 * kCoarse - 1;  // the last one may be half covered
      for (int y = 0; y < dots.down; ++y)
        for (int x = 0; x < dots.across; ++x) {
          if (y >= margin && y < dots.down - margin && x == margin) x = dots.across - margin;
          is_clear = is_clear && dots.is_white(x, y);
        }
      INFO("page " << page);
      CHECK(is_clear);
    }
  }
}

TEST_CASE("print: cells of a printed board are as far apart as was asked for") {
  if (!has_poppler()) return;
  const cli::Folder folder;
  for (const int size : {20, 25}) {
    const std::string pdf = pdf_in(folder, {"the_beam", "--only", "board", "--size", std::to_string(size) + "mm"});
    const Dots dots = page_of_pdf(pdf, 1);
    // Marks above the board: its six cells, and a quarter of one on both sides.
    bool is_found = false;
    for (int y = 6 * kDots; y < dots.down && !is_found; ++y) {
      const auto runs = runs_in(dots, y);
      if (runs.size() != 2) continue;
      is_found = true;
      CHECK(std::abs(runs[1].first - runs[0].first - static_cast<int>(6.5 * size * kDots)) <= 2);
      for (const auto& [begin, length] : runs) CHECK(length <= 2);  // 0.15 mm
    }
    CHECK(is_found);
  }
}

TEST_CASE("print: the bytes of a PDF are the same for the same game") {
  const cli::Folder folder;
  const auto bytes = [&](const std::string& name, std::vector<std::string> arguments) {
    return cli::read_file(pdf_in(folder, std::move(arguments), name));
  };
  const std::string first = bytes("a.pdf", {"boundary"});
  CHECK(first.substr(0, 5) == "%PDF-");
  CHECK(first == bytes("b.pdf", {"boundary"}));
  CHECK(first != bytes("c.pdf", {"boundary", "--grey"}));
}

TEST_CASE("print: without colours all is grey, and with low ink grounds are white") {
  if (!has_poppler()) return;
  const cli::Folder folder;
  const Dots grey =
      page_of_pdf(pdf_in(folder, {"beams_boosters_barriers", "--only", "board", "--grey", "--size", "12"}), 1);
  bool is_grey = true;
  for (int y = 0; y < grey.down; ++y)
    for (int x = 0; x < grey.across; ++x)
      is_grey = is_grey && grey.at(x, y)[0] == grey.at(x, y)[1] && grey.at(x, y)[1] == grey.at(x, y)[2];
  CHECK(is_grey);
  const auto white_of = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"beams_boosters_barriers", "--only", "board", "--size", "12"});
    const Dots dots = page_of_pdf(pdf_in(folder, more), 1);
    int white = 0;
    for (int y = 0; y < dots.down; ++y)
      for (int x = 0; x < dots.across; ++x) white += dots.is_white(x, y);
    return static_cast<double>(white) / (static_cast<double>(dots.across) * dots.down);
  };
  CHECK(white_of({}) < 0.8);
  CHECK(white_of({"--low-ink"}) > 0.85);
}

TEST_CASE("print: examples become a PDF") {
  if (!has_poppler()) return;
  const cli::Folder folder;
  for (const char* const name : {"words", "puzzles/queens"}) {
    const std::string pdf = pdf_in(folder, {test::source_folder() + "/examples/" + name + ".glint"});
    CHECK(test::count_of(printed_by("pdfinfo -f 1 -l 99 '" + pdf + "'"), " size:") > 3);
  }
}

TEST_CASE("print: a question without an answer is solved on the last page") {
  if (!has_poppler()) return;
  const std::string puzzle = test::source_folder() + "/examples/puzzles/mirrors.glint";
  const cli::Folder folder;
  const std::string tasks = folder.write("tasks.txt", "? How?\n"), pdf = folder / "sheet.pdf";
  REQUIRE(cli::glint({"print", puzzle, "--positions", tasks, "-o", pdf}).status == 0);
  const std::string first = printed_by("pdftotext -layout -f 1 -l 1 '" + pdf + "' -"),
                    last = printed_by("pdftotext -layout -f 2 -l 2 '" + pdf + "' -");
  CHECK(first.find("How?") != std::string::npos);
  CHECK(first.find("c1 /") == std::string::npos);
  CHECK(last.find("c1 /; c4 \\, or ") != std::string::npos);
}
