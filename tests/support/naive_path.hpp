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
  int before = -1;  // the visit before it on its way, as its number; -1 at the source; of an exit, the last visit

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

  /// The cells left on the way to a visit or exit, its own among them.
  std::set<int> route_of(const Visit& visit) const {
    std::set<int> cells{visit.cell};
    for (int i = visit.before; i >= 0; i = visits[static_cast<std::size_t>(i)].before)
      cells.insert(visits[static_cast<std::size_t>(i)].cell);
    return cells;
  }
  /// The cells where a beam ended as it had been there before.
  std::set<int> looped() const {
    std::set<int> cells;
    for (const Ending& end : ends)
      if (end.kind == BeamEnd::looped) cells.insert(end.cell);
    return cells;
  }
  bool touches(int cell) const {
    return hits.count(cell) != 0 ||
           std::any_of(visits.begin(), visits.end(), [&](const Visit& visit) { return visit.cell == cell; });
  }
};

}  // namespace glint::naive
