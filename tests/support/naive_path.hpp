// The way of a beam, as a tracer describes it that goes from cell to cell.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "glint/glint.hpp"

namespace glint::naive {

using Payload = std::vector<std::int64_t>;  // by beam field

/// One leaving of a cell.
struct Visit {
  int cell = 0, way = 0, step = 0;
  Payload payload;

  bool operator==(const Visit&) const = default;
};

/// How one branch ended: at the last cell that it left, at the piece that stopped it, or at the cell that it would
/// leave a second time.
struct Ending {
  BeamEnd kind = BeamEnd::left;
  int cell = 0;
  int name = -1;              // of `stops as NAME`
  bool among_others = false;  // it stopped where other branches go on

  bool operator==(const Ending&) const = default;
};

/// All that an emitter sends out, in the order in which it is followed.
struct Path {
  std::vector<Visit> visits;
  std::vector<Visit> exits;  // with what the beam carries outside
  std::vector<Ending> ends;
  std::set<int> hits;
  std::set<std::pair<int, int>> named;  // the cells where a beam ended by a name, and the name

  bool touches(int cell) const {
    return hits.count(cell) != 0 ||
           std::any_of(visits.begin(), visits.end(), [&](const Visit& visit) { return visit.cell == cell; });
  }
};

}  // namespace glint::naive
