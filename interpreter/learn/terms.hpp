// Terms: the parts of a position that a learned value reads. They are found in the Program of any game.
//
// A *site* is a small part of a position with a *digit*, a number for its content: the piece on a cell, the number of
// pieces of a kind that a player has, the value of a variable, or the place where play waits. A *pattern* is a few
// sites together: a line of cells, a single site. Its digits, as those of one number, choose an *entry* of the
// pattern's table, and the value of a position is the sum of the weights of all entries chosen (n-tuple networks:
// Bledsoe and Browning 1959; for board games: Lucas 2008). Each mover has tables of their own.
//
// Each entry has a *weight*, given by number. Entries that a symmetry maps to each other, in one pattern or in several,
// share a weight.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/players/exact/symmetries.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// A part of a position that a value reads.
struct Site {
  /// content: which set of pieces (kind and owner) the top piece of a cell belongs to, + 1; 0: none. key: its key.
  /// height: the number of pieces on a cell. count: the number of pieces of a set, up to size - 1. variable: one value
  /// of a variable. node: where play waits. light: what the beams of emitters bring a cell (the elements of a field
  /// that is a set, as bits). lit: how many cells have this light, up to size - 1. lead: the mover's by the script's
  /// own judge.
  enum class Kind : std::uint8_t { content, key, height, count, variable, node, lead, light, lit } kind = Kind::content;
  static constexpr std::size_t kKinds = 9;
  int at = 0;     // a cell, a set of pieces, a variable, or a light
  int index = 0;  // for a variable: which of its values, or which of its bits if it is a set of cells
  int size = 2;   // digits
};

/// The digits of a lead: 0 is in the middle; larger leads share digits with more others.
inline constexpr int kMostLevel = 24;

class Terms {
 public:
  struct Pattern {
    std::vector<int> sites;   // the digit of the first site has the factor 1
    std::uint32_t first = 0;  // the number of its first entry, among all entries of its mover
  };

  /// The terms of a game of two players. Throws lang::Stopped.
  explicit Terms(const Game& game);

  const Program& program() const { return program_; }
  const Game& game() const { return game_; }
  const std::vector<Site>& sites() const { return sites_; }
  const std::vector<Symmetry>& symmetries() const { return symmetries_; }
  /// The beam's field that is read as light: the first that is a set of up to three elements; -1: none.
  int light() const { return light_; }
  /// The patterns of a mover.
  const std::vector<Pattern>& patterns(int mover) const { return patterns_[mover]; }
  /// The weight of each entry of a mover.
  const std::vector<std::uint32_t>& weight_of(int mover) const { return weight_of_[mover]; }
  /// The number of weights.
  std::size_t weights() const { return weights_; }
  /// A hash of all terms: weights fit only terms with the same hash.
  std::uint64_t hash() const;

 private:
  void find_sites();
  void find_patterns();
  void find_light();
  void add_lines();
  void share();
  std::uint32_t size_of(int site) const;
  int image_of(const Symmetry& symmetry, int site) const;
  int image_of_light(const Symmetry& symmetry, int light) const {
    return static_cast<int>(images_.of_word(symmetry, program_.rules.beams.fields[static_cast<std::size_t>(light_)].type, light));
  }
  int image_of(const Symmetry& symmetry, const Site& site, int digit) const;

  const Game game_;
  const Program& program_;
  const Images images_;
  std::vector<Symmetry> symmetries_;
  std::vector<Site> sites_;
  int light_ = -1;
  std::vector<std::vector<int>> found_;  // patterns, as sites
  std::vector<Pattern> patterns_[2];
  std::vector<std::uint32_t> weight_of_[2];
  std::uint32_t weights_ = 0;
};

}  // namespace glint
