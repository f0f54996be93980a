// A game on paper: its board, pieces, cards and rules as pages to print, cut and play with. No files, threads or
// clocks, so that a page in a browser shows the same sheets as the command.
//
//     const auto kit = print::kit_of(game, {.size = 25});
//     for (const print::Page& page : kit->pages) show(page.svg);
//
// A page is a whole SVG, whose size is in millimetres. All parts are true to scale, and stay 5 mm away from the edge of
// the paper. Lines to cut along are 0.15 mm wide, and lie around counters and cards, or outside of a board; grounds
// extend 2 mm beyond them. A whole kit begins with a cover and is printed on both sides: fronts are odd pages.
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
  double size = 25;      // millimetres from the centre of a cell to that of its neighbour
  bool low_ink = false;  // outlines on white instead of grounds
  bool grey = false;
  int spare = 1;          // the number of additional counters of each sort
  int count = 0;          // the number of counters of each sort for which the rules give no number; 0: see sorts_of
  std::string only = {};  // a part; empty: all parts except the poster, whose paper few printers take
};

struct Page {
  std::string svg;
  double width = 0, height = 0;  // millimetres
};

/// Pages that belong together, as the cover of a kit names them.
struct Part {
  std::string title, how = {};          // what to do with it
  std::size_t first = 0;                // its first page, from 0
  std::vector<std::string> lines = {};  // its contents; with marks, as phrases of a rule sheet
};

struct Kit {
  std::string title;
  std::vector<Page> pages;
  std::vector<Part> parts;
  /// Notes for the person who prints it: the number of sheets of a part, and numbers that the rules do not give.
  std::vector<std::string> notes;
  bool asks = false;  // neither the rules nor `count` give a number for some pieces
};

/// The kit of a game with its options. An error if the game cannot begin.
Result<Kit> kit_of(const Game& game, const Options& options);

/// A position to think about.
struct Task {
  std::string question, answer;
  Position position;
};
/// Worksheets: a board and a question for each task, and the answers on the last page.
Kit worksheets(const Game& game, const std::vector<Task>& tasks, const Options& options);

}  // namespace glint::print
