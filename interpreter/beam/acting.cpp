#include "interpreter/beam/kernel.hpp"

#include <algorithm>

namespace glint {

ActingSites::ActingSites(const Program& program, const Word* frame, Fuel& fuel, Cases& cases, Reacting& reacting)
    : program_(program), frame_(frame), fuel_(fuel), cases_(cases), reacting_(reacting),
      words_(static_cast<std::size_t>(program.words())),
      cells_(words_) {
  if (!program.reactions.goes_by_steps) return;
  const std::size_t sides = words_ * static_cast<std::size_t>(program.geometry.directions);
  edge_sides_.assign(sides, 0);
  bars_.assign(sides, 0);
  crossed_.assign(sides, 0);
  own_sides_.assign(sides, 0);
  edges_.assign(static_cast<std::size_t>(program.geometry.edge_words), 0);
  bars_of_ = edges_;
}

// ---- which act now ----

bool ActingSites::find() {
  const Reactions& reactions = program_.reactions;
  if (!fuel_.burn(static_cast<std::int64_t>(crossed_.size() + edges_.size()) / 16)) return false;
  std::fill(cells_.begin(), cells_.end(), 0);
  edges_now_.assign(edges_.size(), 0);
  bars_now_.assign(edges_.size(), 0);
  for (const Reactions::Acting& acting : reactions.acting) {
    if (!acting.is_constant && !cases_.find_acting(acting)) return false;
    std::vector<Word>& all = acting.is_crossing ? edges_now_ : cells_;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (acting.bars) bars_now_[i] |= frame_[acting.set + i] & ~all[i];
      all[i] |= frame_[acting.set + i];
    }
  }
  if (edges_now_ != edges_ || bars_now_ != bars_of_) {
    edges_.swap(edges_now_);
    bars_of_.swap(bars_now_);
    const auto mark_all = [&](const std::vector<Word>& edges, std::vector<Word>& sides) {
      std::fill(sides.begin(), sides.end(), 0);
      for (const int number : each_bit(edges))
        mark(sides, program_.geometry.edges[number].cell, program_.geometry.edges[number].way);
    };
    mark_all(edges_, edge_sides_);
    if (bars_of_ == edges_)  // as is usual
      bars_ = edge_sides_;
    else
      mark_all(bars_of_, bars_);
  }
  std::copy(edge_sides_.begin(), edge_sides_.end(), crossed_.begin());
  if (reactions.sides.piece_sets.empty()) return is_known_ = true;
  std::fill(own_sides_.begin(), own_sides_.end(), 0);
  for (const Slot set : reactions.sides.piece_sets)
    for (const int cell : each_bit(frame_ + set, program_.words())) {
      Word sides = 0;
      if (!fuel_.burn()) return false;
      if (reactions.sides.are_static)
        sides = reactions.sides.of_key[static_cast<std::size_t>(top_key(program_, frame_, cell))];
      else if (!cases_.sides_of(cell, sides)) return false;
      for (const int way : each_bit(sides)) {
        add_bit(&own_sides_[static_cast<std::size_t>(way) * words_], cell);
        mark(crossed_, cell, way);
      }
    }
  return is_known_ = true;
}

/// A beam crosses a side of a cell on the way out of this cell, or on the way out of the cell beyond.
void ActingSites::mark(std::vector<Word>& sides, int cell, int way) const {
  const Geometry& geometry = program_.geometry;
  add_bit(&sides[static_cast<std::size_t>(way) * words_], cell);
  const int other = geometry.next_to(cell, way);
  if (other >= 0) add_bit(&sides[static_cast<std::size_t>(geometry.opposite(way)) * words_], other);
}

/// The first of several at one cell or edge counts.
const Reactions::Acting& ActingSites::acting_at(int place, bool is_crossing) const {
  const std::vector<Reactions::Acting>& all = program_.reactions.acting;
  std::size_t i = 0;
  while (all[i].is_crossing != is_crossing || !has_bit(frame_ + all[i].set, place)) ++i;
  return all[i];
}

// ---- a beam at an edge ----

bool ActingSites::cross(int cell, int next, int way, std::int64_t payload, Trace& trace) {
  const Geometry& geometry = program_.geometry;
  const int back = geometry.opposite(way);
  crossings_.clear();
  crossings_.push_back({way, static_cast<std::int32_t>(payload), -1, -1, true, false});
  // Most often one of the three acts.
  const auto has_side = [&](int of, int toward) {
    return of >= 0 && has_bit(&own_sides_[static_cast<std::size_t>(toward) * words_], of);
  };
  if (has_side(cell, way) && !meet_side(cell, way, trace)) return false;
  const int edge = geometry.edge_of.empty() ? -1
                   : cell >= 0              ? geometry.edge_at(cell, way)
                                            : geometry.edge_at(next, back);
  if (edge >= 0 && has_bit(edges_.data(), edge) && !meet_edge(edge, cell >= 0 ? cell : next, way, trace)) return false;
  return !has_side(next, back) || meet_side(next, way, trace);
}

bool ActingSites::any_goes_over() const {
  return std::any_of(crossings_.begin(), crossings_.end(), [](const Crossing& on) { return on.over; });
}

/// The side of the piece on a cell.
bool ActingSites::meet_side(int cell, int way, Trace& trace) {
  if (!any_goes_over()) return true;
  add_bit(trace.hits.data(), cell);
  const Reactions& reactions = program_.reactions;
  const int key = top_key(program_, frame_, cell);
  return meet(reactions.sides.first_row + static_cast<std::size_t>(key),
              reactions.sides.reaction[program_.key(key).kind], cell, way, -1, trace);
}

bool ActingSites::meet_edge(int edge, int here, int way, Trace& trace) {
  if (!any_goes_over()) return true;
  const Reactions::Acting& acting = acting_at(edge, true);
  return meet(acting.row, acting.reaction, here, way, edge, trace);
}

/// Each of crossings_ that still goes over the edge meets one more table of cases, and is replaced by the result.
bool ActingSites::meet(std::size_t row, int code, int here, int way, int edge, Trace& trace) {
  crossings_before_.swap(crossings_);
  crossings_.clear();
  for (const Crossing& before : crossings_before_) {
    if (!before.over) {
      crossings_.push_back(before);
      continue;
    }
    const auto* const ways = reacting_.ways(row, code, {here, way, before.payload, edge});
    if (!ways) return false;
    for (const Reactions::Way& on : *ways) {
      Crossing after{on.way, static_cast<std::int32_t>(on.payload), on.cell, -1, false, on.stop != 0};
      if (on.stop) {
        after.end_name = static_cast<std::int16_t>(on.stop - 2);
        trace.stop(here, after.end_name);
      } else {
        after.over = on.cell < 0 && on.way == way;
      }
      crossings_.push_back(after);
    }
    if (crossings_.size() > kMostWays) {
      cases_.fail(lang::Code::G0605, program_.rules.board.span, "one beam splits into too many at an edge");
      return false;
    }
  }
  return true;
}

}  // namespace glint
