// The legend beside a board, and the rows of pieces in notes.
#pragma once

#include <string>

#include "interpreter/view/svg/pieces.hpp"

namespace glint::view {

constexpr double kLegendWidth = 250;

/// Writes one part below another.
class Legend {
 public:
  /// `at`: its left border, and the middle of its first line.
  Legend(Looks& looks, Point at) : looks_(looks), scene_(looks.scene), tones_(looks.tones), at_(at) {}

  /// Everything that the picture does not say itself: players, sorts of pieces, marks, notes and variables.
  void draw();
  /// Pieces with their texts, each after its piece: as many side by side as there is room for.
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
