// A Scene is everything that a picture needs, taken from a Position. Pictures read nothing else, so they can be tested
// on scenes made by hand, and cannot show anything hidden.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/view/svg/colour.hpp"

namespace glint::view {

// The words beside the board, and those that were left out of it.

struct Scene;

/// Names and printed values: ("lives[north]", "3").
using Printed = std::vector<std::pair<std::string, std::string>>;

/// The variables that the script has given a label, in words: "round: 4" for one, "north: 3 lives, hand red and blue"
/// for all of a player, and "height: a1 = 2, b4 = 1" for a table.
std::vector<Position::Note> labelled(const Game& game, const Printed& variables);

/// The variables listed by name, unless somebody asks for all. None if the script has a label or a text of `show`,
/// because it then chooses what players see. Otherwise all of them, but a large table is shortened: "past[...]" is the
/// most common value, and the first few other values follow.
Printed in_short(const Game& game, Printed variables);

/// Coordinates beside a board. If labels have two parts, one for the drawn row and one for the drawn column ("c4":
/// column c, row 4; on hexagons "C4": row C), the parts can be printed at the border instead of in cells. If players
/// have their own names for cells, the parts of those are used; lines of two players may share a name.
struct Headings {
  std::map<int, std::string> rows;     // by drawn_y; empty if rows share nothing
  std::map<int, std::string> columns;  // by drawn_x; empty if columns share nothing
  std::map<int, int> owners;  // by drawn_y: the player who has names for all cells of the row, or -1; never empty
  /// True if every cell's label follows from its row and column.
  bool complete() const { return !rows.empty() && !columns.empty(); }
};

Headings headings_of(const Scene& scene);

/// The payload of a beam: a printed text for each beam field.
using Payload = std::vector<std::string>;

/// The possible values of a beam field.
struct BeamField {
  std::string name;
  bool is_set = false, is_number = false;
  std::vector<std::string> values;         // in the order of their type; none for numbers
  std::optional<std::int64_t> first = {};  // of a number: its default
};

/// The look of a cell by `show cells`, or of an edge by `show edges`.
struct Ground {
  std::string sign;           // the sign while a cell is empty, or in the middle of an edge; may be empty for edges
  std::optional<Rgb> colour;  // none: it is tinted grey
  std::string name = {};      // the words for the legend; empty: it is not in the legend
  bool of_edges = false, of_lines = false;
  int texture = 0;  // its number among the looks of cells, or of edges, which decides its pattern

  bool operator==(const Ground&) const = default;
};

/// A side of a cell that the script marks.
struct MarkedSide {
  int cell = 0, way = 0;
  Ground look;
};

struct Scene {
  std::string title;
  std::string status;  // "north to move: place a disc", "south wins"
  std::string task;    // the part of `status` about the player to move: it is also a note
  std::vector<std::string> players;
  int to_move = -1;
  std::vector<std::string> kinds;  // of pieces, as the script declares them
  bool has_stacks = false;         // several pieces may stand on one cell
  std::vector<CellInfo> cells;
  std::vector<DirectionInfo> directions;
  std::vector<BeamField> beam_fields;
  std::vector<std::vector<PieceInfo>> pieces;  // by cell, bottom to top
  // For cells with a piece that subtracts from the number of a beam crossing its sides: the measured amount.
  std::map<int, std::int64_t> taken;
  std::vector<Beam> beams;
  Printed variables;
  std::vector<int> acting_cells;                  // cells that act on beams without a piece
  std::vector<std::pair<int, int>> acting_edges;  // edges that do the same, as a cell and the direction from it
  std::map<int, Ground> grounds;                  // by cell
  std::vector<MarkedSide> marked_sides;           // each edge once
  std::vector<MarkedSide> lines;                  // lines over these edges, from cell to cell: `show lines`
  std::vector<Ground> legend;                     // grounds and marked sides, each once, in the script's order
  std::vector<Position::Note> notes;              // variables with a label, and texts of the script's `show`
  std::vector<int> changed;                       // cells that the last move changed
  std::vector<Error> errors;                      // the error in the script because of which beams or texts are missing

  const std::string& label(int cell) const { return cells[static_cast<std::size_t>(cell)].label; }
  const std::string& way_name(int way) const { return directions[static_cast<std::size_t>(way)].name; }
};

/// The request for parts that scripts leave out of pictures: all variables by name, and beams that players must find.
struct Asked {
  bool variables = false, light = false;
  bool is_apart = false;  // players have a screen each: where all choose at the same time, nobody is named as next
};

/// The position as `viewer` may see it, with `?` for the rest. kNobody: as all players see it; -1: everything. Like all
/// drawing from a Scene, it does not ask whether to stop (Limits::stop), except for the beams that it follows.
Scene scene_of(const Position& position, int viewer = -1, Asked asked = {});

/// These cells of a scene with their pieces, without beams and marks.
Scene part_of(const Scene& whole, const std::vector<int>& cells);

/// The names of the cells or edges that look like this entry of the legend.
std::vector<std::string> places_of(const Ground& zone, const Scene& scene);

/// An error if the text of a position would be too long to print or send: if the looks of all pieces together have more
/// bytes than may be drawn.
std::optional<Error> text_too_long(const Position& position);

/// The parts of a payload's field: a number, or the words of a set (or single value); none for an empty set.
struct Carried {
  std::optional<std::int64_t> number;
  std::vector<std::string> words;
};
Carried take_apart(std::string_view printed);

/// The light of two payloads together: the union of sets, and the larger number.
Payload join(const Payload& a, const Payload& b, const Scene& scene);
/// A payload in words: "red and blue", "no colour", "power 3".
std::string describe(const Payload& payload, const std::vector<BeamField>& fields);
/// The change between two payloads in words: "gains green", "loses red and gains blue", "power falls from 3 to 1".
/// Empty if there is none.
std::string describe_change(const Payload& before, const Payload& after, const std::vector<BeamField>& fields);
/// "red, green and blue".
std::string list_words(const std::vector<std::string>& words, const std::string& last = "and");
/// A name of the script in a sentence: `hit_mark` is a hit mark.
std::string spoken(std::string_view name);

/// The shapes in which a piece may be drawn: the values of a field called `shape`. The order is that of the forms in
/// pieces.cpp.
inline constexpr std::string_view kShapes[] = {"disc",     "square",   "hexagon", "diamond", "octagon",
                                               "triangle", "pentagon", "wedge",   "star"};
/// The number of the shape that a field of a piece names; nothing if the field names none.
std::optional<std::size_t> shape_of(const std::pair<std::string, std::string>& field);

/// A piece in words: "a green lamp facing w", "a wall of north with size 2".
std::string describe(const PieceInfo& piece, const Scene& scene);

/// A piece of each sort on the board, and the name of the sort: pieces that differ only in facing or size are of one
/// sort. In the order of the script, with those of the first player first.
std::vector<std::pair<PieceInfo, std::string>> sorts_of(const Scene& scene);

/// Notes the last move ("south: a3-b4"), and the cells whose pieces have changed since the position before.
void mark_last(const std::string& move, const Position& before, Scene& scene);

/// Visits every beam and branch; a beam comes before its branches. `visit` also gets the colour for a beam without one:
/// in games whose beams carry no colours, that of the player whose piece sends it.
using BeamVisit = std::function<void(const Beam&, const std::optional<Rgb>& sender)>;
void each_beam(const Scene& scene, const BeamVisit& visit);

/// The light of each cell; nothing if no beam leaves it.
std::vector<std::optional<Payload>> light_of(const Scene& scene);

std::optional<Rgb> colour_of(const Payload& payload);
/// The colour of a piece: the one that a field's value names, else its owner's; nothing for a plain piece.
std::optional<Rgb> colour_of(const PieceInfo& piece, const Scene& scene);
Rgb colour_of_player(int player, const Scene& scene);
/// The number with which an emitter's beams begin, in the first field that is a number.
std::optional<std::int64_t> power_of(const PieceInfo& piece, const Scene& scene);
/// True if the number differs from the default.
bool has_unusual_power(const PieceInfo& piece, const Scene& scene);
/// Labels of cells; if players have their own names for cells, each player's cells come after the player's name: "N1",
/// " north B3", "B5", " south A0".
std::vector<std::string> list_cells(const std::vector<int>& cells, const Scene& scene);
/// True if the beams of this game carry colours. Then a beam without any is dark; otherwise all look alike.
bool has_colours(const Scene& scene);

// Beams in words: the steps of each beam, and where the light of a cell comes from. The words are the script's own
// names of pieces, fields and values.

/// A beam as text, with an indented line for each branch:
///     C4: (blue) C4 -ne-> B4 -ne-> A4 -ne-> off the board
/// A beam that the rules follow by themselves has its name, and begins with the direction in which it enters:
///     shot: -e-> a1 -n-> a2 -n-> off the board
std::string steps_of(const Beam& beam, const Scene& scene);

/// A way by which light reaches a cell, from the source along the branches of a split beam.
struct Approach {
  int source = 0;
  std::string name;            // as of the beam
  int entry_way = -1;          // likewise
  std::vector<BeamStep> path;  // up to the step that leaves the cell, if the beam continues
  bool lights = false;         // false: the beam ends there and does not light the cell
  bool at_edge = false;        // the beam ends between this cell and the one before
};
/// All ways by which beams reach a cell, in the order of the beams. Branches that split only later count as one.
std::vector<Approach> approaches_to(int cell, const Scene& scene);

/// Where the light of a cell comes from: a heading, then a line for each source and each event on the way.
std::vector<std::string> explain_light(int cell, const Scene& scene);

}  // namespace glint::view
