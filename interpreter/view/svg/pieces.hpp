// Pieces in an SVG, told apart without colour: a form for each kind, or that of a field `shape`, squares by size, arms
// for emitted beams, strokes for pieces along an axis, letters of their looks, and a broken rim for another player's.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/scene/sides.hpp"
#include "interpreter/view/svg/text.hpp"

namespace glint::view {

class PieceDrawing {
 public:
  PieceDrawing(const Scene& scene, const Layout& layout, Tones& tones);

  /// Draws the pieces of a cell around its centre.
  void draw_stack(Markup& out, std::size_t cell, Point middle) const;
  /// Draws one as the legend shows it: with its letter, if all pieces of its sort have the same one.
  void draw_sample(Markup& out, const PieceInfo& piece, Point at, double radius) const;
  /// True if the only piece of a cell fills it, as a rock or a wall does: its look is `#`, or another sign of a block.
  bool is_block(std::size_t cell) const;
  /// The look of a piece without its direction, if an arrow shows that; nothing if all of them look alike.
  std::string letters_beside_arrow(const PieceInfo& piece) const;
  /// The rim of a player's pieces: broken if only colour would distinguish them from the first player's.
  std::string rim_of_player(int player) const;

 private:
  void draw(Markup& out, const PieceInfo& piece, Point at, double radius, bool with_text, std::int64_t taken = 0) const;
  struct Pen {
    Rgb fill, letter;
    Tone rim;  // also for arms and tips: darker than the piece on a light page, lighter on a dark one
    std::string attributes;
  };
  Pen pen_of(const PieceInfo& piece) const;
  bool has_arms(const PieceInfo& piece) const;
  bool is_direction(const std::string& name) const;
  bool shows_arrow(const PieceInfo& piece) const;
  std::string undirected(const PieceInfo& piece) const;
  int kind_of(const PieceInfo& piece) const;
  void draw_body(Markup& out, const PieceInfo& piece, Point at, double radius, const std::string& attributes) const;
  std::string short_text(const PieceInfo& piece) const;
  void draw_line(Markup& out, const PieceInfo& piece, Point at, double radius, const Pen& pen) const;
  void draw_emitter(Markup& out, const PieceInfo& piece, Point at, double radius, const Pen& pen, bool with_text) const;
  void draw_facing(Markup& out, const PieceInfo& piece, Point at, double radius, const Pen& pen) const;
  void draw_sized(Markup& out, const PieceInfo& piece, std::int64_t size, Point at, double radius, const Pen& pen,
                  bool with_text) const;

  const Scene& scene_;
  const Layout& layout_;
  Tones& tones_;
  bool several_face_ = false, several_lie_ = false;
  std::int64_t largest_ = 0;
};

// The looks of light, marks, sides and pieces in one SVG: on its board, and in its legend, which explains them.

/// Encloses pieces, until `</g>`.
inline constexpr const char* kPieces =
    "<g text-anchor=\"middle\" font-weight=\"600\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";

class Looks {
 public:
  explicit Looks(const Scene& scene);
  Looks(const Looks&) = delete;  // `pieces` refers to parts of it
  Looks& operator=(const Looks&) = delete;

  const Scene& scene;
  const Layout layout;
  const std::vector<std::optional<Payload>> light;  // by cell
  const std::vector<Trail> trails;
  const bool has_colours;  // beams carry some
  Tones tones;
  const PieceDrawing pieces;

  /// The soft fill of a cell that shows this light.
  Tone fill_of(const Payload& payload) const;
  /// A ground with a touch of the mark's colour.
  static Tone tinted(Tone plain, const Ground& ground, double amount);
  /// The pattern of marked cells, for people who cannot distinguish the tints; returns the name of its fill, and writes
  /// its definition once.
  std::string texture(Markup& out, const Ground& ground);
  /// The attribute of a line in this colour: to be visible, a light colour is darker on a light page, and a dark colour
  /// lighter on a dark page.
  std::string stroke(const std::optional<Rgb>& colour);
  /// Writes a ring, the mark of a cell that the last move changed.
  void ring(Markup& out, Point at, double scale);
  /// The attributes of the stroke of a marked side; the second and later ones are broken, each in its own way.
  std::string stroke_of(const Ground& mark);
  /// The attributes of a line from cell to cell.
  std::string line_of(const Ground& look);
  /// The ends of a cell's side in a direction, relative to its centre.
  std::pair<Point, Point> side_of(int way) const;

 private:
  bool are_owned_ = false;          // beams are drawn in the colours of their senders
  std::set<std::string> textures_;  // already in the picture, by their names
};

// Beams in an SVG, in their colours, and as wide as they are strong. There is an arrow where a beam leaves the board, a
// bar where it is stopped, a ring where it runs in a circle, a diamond on each branch where it is split, and broken
// lines where it jumps from one cell to another.

/// At `exits`, counters say how many beams leave; the width of beams shows their strength.
void draw_beams(Markup& out, const Scene& scene, const Layout& layout, const std::vector<Trail>& trails,
                const std::vector<Exit>& exits, Point origin, Tones& tones, bool marks_entry = false);

/// The mark of a branch.
void draw_branch(Markup& out, Point at, Point ahead, Rgb tone);

// The legend beside a board, and the rows of pieces in notes.

constexpr double kLegendWidth = 250;

/// Writes one part below another.
class Legend {
 public:
  /// `at`: its left border, and the middle of its first line.
  Legend(Looks& looks, Point at) : looks_(looks), scene_(looks.scene), tones_(looks.tones), at_(at) {}

  /// Everything that the picture itself does not show: players, sorts of pieces, marks, notes and variables.
  void draw();
  /// Pieces and their texts, each text after its piece: as many side by side as fit.
  void draw_row(const Position::Note& note);

  double bottom() const { return at_.y; }
  const std::string& str() const { return out_.str(); }

 private:
  void heading(const std::string& words);
  void entry(const std::string& words, bool strong = false);
  void draw_players();
  void draw_kinds();
  void draw_zones();
  void draw_lights();
  void draw_marks();
  void draw_notes();
  void draw_variables();
  /// The middle of the sample beside an entry.
  Point sample() const { return at_ + Point{9, 0}; }

  Looks& looks_;
  const Scene& scene_;
  Tones& tones_;
  Point at_;  // of the next line
  Markup out_;
};

}  // namespace glint::view
