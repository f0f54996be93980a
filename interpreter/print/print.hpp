// A game on paper: its board, pieces, cards and rules as pages to print, cut and play with. No files, threads or
// clocks, so that a page in a browser shows the same sheets as the command.
//
//     const auto kit = print::kit_of(game, {.size = 25});
//     for (const print::Page& page : kit->pages) show(page.svg);
//
// A page is a whole SVG, whose size is in millimetres. All parts are true to scale, and end 5 mm before the edge of the
// paper. Lines to cut along are 0.15 mm wide and lie outside of what is cut out; grounds go on 2 mm beyond them.
#pragma once

#include <string>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/view/scene/geometry.hpp"

namespace glint::print {

/// Width and height in millimetres, upright.
inline constexpr view::Point kA4 = {210, 297}, kLetter = {215.9, 279.4};

/// The parts of a kit, in order; `only` names one of them.
inline const std::vector<std::string> kParts = {"board",   "poster",    "pieces", "numbers", "cards",
                                                "markers", "reference", "rules",  "moves"};

struct Options {
  view::Point paper = kA4;
  double size = 25;      // millimetres from the centre of a cell to that of the next
  bool low_ink = false;  // outlines on white instead of grounds
  bool grey = false;
  int spare = 1;          // more counters of each sort than the rules need
  std::string only = {};  // a part; empty: all but the poster, whose paper few printers take
};

struct Page {
  std::string svg;
  double width = 0, height = 0;  // millimetres
};

struct Kit {
  std::string title;
  std::vector<Page> pages;
  /// Notes for the reader who prints it: the number of sheets of a part, and numbers that the rules do not give.
  std::vector<std::string> notes;
};

/// The kit of a game with its options. An error if the game cannot begin.
Result<Kit> kit_of(const Game& game, const Options& options);

}  // namespace glint::print
