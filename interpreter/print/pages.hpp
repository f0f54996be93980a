// The parts of a kit's sheets. Places and sizes are in millimetres, from the upper left corner of a sheet.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/describe/describe.hpp"
#include "interpreter/print/print.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/svg/text.hpp"

namespace glint::print {

using view::Point;

inline constexpr double kMargin = 10;  // margin of the drawing; printers cannot reach the outer half of it
inline constexpr double kBleed = 2;    // bleed of a ground beyond the cut
inline constexpr double kHairline = 0.15;
inline constexpr double kMarkTo = 6;  // from the cut to the end of a mark
inline constexpr double kUnits = 10;  // units of a page in a millimetre, because numbers in an SVG have one decimal
inline constexpr const char* kBlack = "fill=\"#222222\"";

/// Parts of an SVG.
class Ink {
 public:
  void text(Point at, double size, std::string_view words, const std::string& attributes = "");
  void line(Point from, Point to, double width = kHairline);
  /// A closed outline around a place.
  void shape(const std::vector<Point>& outline, Point at, const std::string& attributes);
  /// An SVG, or a part of one, moved; one unit of it is `scale` millimetres.
  void put(std::string_view svg, Point at, double scale = 1 / kUnits);
  /// The part of an SVG in a window, whose corner is at `from` in it.
  void window(std::string_view svg, Point at, Point size, Point from, double scale);
  /// Marks to cut along, outside of a block with cuts at these places.
  void cuts(const std::vector<double>& across, const std::vector<double>& down);
  const std::string& str() const { return out_.str(); }

 private:
  view::Markup out_;
};

/// Adds a page with a line at its foot, in the colours of the options.
void add_page(Kit& kit, const Ink& ink, Point size, const std::string& foot, const Options& options);
/// The same, and in a whole kit also its back, which stays blank.
void add_front(Kit& kit, const Ink& ink, Point size, const std::string& foot, const Options& options);

/// A number as "25.4", with a point in any locale; nothing: the text is no such number.
std::optional<double> decimal_of(std::string_view text);
/// The size that a picture states for a screen; the size of a cell if it states none.
Point size_of(std::string_view svg);
/// The width of a text, in letters of size 1.
double text_width(std::string_view text);
/// A phrase with marks, broken into lines of this width, as parts of <text>.
std::vector<std::string> marked_lines(const std::string& phrase, double width, double size);
/// Puts such a line on a page.
void put_line(Ink& ink, Point at, double size, const std::string& line, const std::string& attributes = "");
/// Words around (0, 0) in lines, in smaller letters if one of them is too wide.
std::string middled(const std::string& words, double width, double size);

/// A counter or card: its front and back, drawn around (0, 0), and its ground.
struct Chip {
  std::string front, back, ground = "#ffffff";
};
/// A part with sheets of these, each followed by a sheet of their backs, for paper that is turned over its long edge.
/// `outline`: around the middle of each, to cut along.
void add_chips(Kit& kit, const Part& part, const std::vector<Chip>& chips, const std::vector<Point>& outline,
               const Options& options);
/// The corners of a box around (0, 0).
std::vector<Point> box(Point size);

/// The effects of pieces on beams, on separate sheets.
void add_reference(Kit& kit, const describe::Sheet& sheet, const Options& options);
/// The rules on pages of half a sheet, in printing order for a booklet that is printed on both sides and folded. Each
/// page that is left over at the end has an example.
void add_booklet(Kit& kit, const describe::Sheet& sheet, const std::vector<describe::Figure>& examples,
                 const Options& options);
/// A sheet for writing down moves, the same on both sides: a line for each turn of these players, or if there are none,
/// a column for each player.
void add_moves(Kit& kit, const describe::Sheet& sheet, const std::vector<std::string>& players,
               const std::vector<std::string>& movers, const Options& options);
/// The contents of the pages of a kit, and how to use them, on its first sheet, which is still empty.
void add_cover(Kit& kit, const Options& options);

/// Pieces with the same counter: of one kind, owner and fields, in any direction.
struct Sort {
  PieceInfo piece;    // it faces up the page, if it ever did in the games
  std::string words;  // "red emitter"
  int key = 0, count = 0;
  bool is_given = false;  // the rules give the count; otherwise it is the largest number seen
};
/// The sorts of a game, in the order of the script. The number of pieces is the first known of these: those beside the
/// board at the start (`show "3" as lamp(...)`) and on it, at most 200; those on it at the start, if there are never
/// more; the maximum by the invariants; one and a half times the most that a few random games showed of any sort.
/// `notes`: the numbers that were not found, and the reasons, in words.
std::vector<Sort> sorts_of(const Game& game, const Position& start, std::vector<std::string>& notes);
/// The player of each turn; nothing if games differ in this.
std::vector<std::string> movers_of(const Game& game);
/// Boards in a random game, each after a move that its caption names, with its beams.
std::vector<describe::Figure> examples_of(const Position& start);
/// The board without pieces and beams, and without looks that other starts have elsewhere; `strips`: number of sides.
view::Scene bare_board(const Game& game, const Position& start, int& strips);

}  // namespace glint::print
