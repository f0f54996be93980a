// Programs made by hand, for tests of one part alone: a board, pieces, beams, and no script, compiler or machine.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint::test {

/// Directions as steps, x to the right and y down; the second half is the first one backwards.
using Steps = std::vector<std::pair<int, int>>;
inline const Steps kFourWays = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
inline const Steps kSixWays = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
inline const Steps kEightWays = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

/// A rectangle of cells, with all tables that follow from its steps.
Geometry rectangle(int width, int height, const Steps& steps);

struct Pieces {
  struct Kind {
    std::string name;
    bool is_owned = false;
    std::vector<int> fields;  // by number
  };
  std::vector<Kind> kinds;
  std::vector<int> field_sizes;  // by field: its values are 0 .. size - 1
  int players = 1, stack = 1;
};

/// A State with these pieces: keys and layout. Nothing is kept, no beam is sent out.
Program hand_program(Geometry geometry, const Pieces& pieces);

/// The State has no keys, on a board without stacks: the sets of tops must determine them. Before planes are added.
void store_no_keys(Program& program);

/// Sets of cells by the value of a piece field, kept beside the State.
void add_planes(Program& program, int field, bool is_less = false);

/// What pieces do to beams. A beam carries sets, of `bits_of_fields` elements each.
struct Optics {
  using Ways = std::vector<Reactions::Way>;
  std::vector<int> bits_of_fields;
  std::vector<std::string> emitters, reactors;  // kinds that send beams out, and that act on them
  std::function<Ways(const Key&)> emission;
  std::function<Ways(const Key&, int way, std::uint32_t payload)> reaction;

  static Reactions::Way goes_on(int way, std::uint32_t payload) {
    return {-1, static_cast<std::uint16_t>(way), 0, payload};
  }
  static Reactions::Way stops(int name = -1) { return {-1, 0, static_cast<std::uint16_t>(name + 2), 0}; }
};

/// Tables of what pieces do to beams, and all that follows from these.
void add_beams(Program& program, const Optics& optics);

/// The keys of these kinds; of no kinds in particular, all.
std::vector<int> keys_of(const Program& program, const std::vector<std::string>& kinds);

}  // namespace glint::test
