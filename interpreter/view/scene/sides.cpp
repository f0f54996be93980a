#include "interpreter/view/scene/sides.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace glint::view {

Neighbours::Neighbours(const Scene& scene) : scene_(scene) {
  for (std::size_t i = 0; i < scene.cells.size(); ++i)
    places_.push_back({{scene.cells[i].drawn_y, scene.cells[i].drawn_x}, static_cast<int>(i)});
  if (!std::is_sorted(places_.begin(), places_.end())) std::sort(places_.begin(), places_.end());
}

int Neighbours::beyond(int cell, int way) const {
  const CellInfo& from = scene_.cells[static_cast<std::size_t>(cell)];
  const DirectionInfo& step = scene_.directions[static_cast<std::size_t>(way)];
  const std::pair<int, int> place{from.drawn_y + step.drawn_dy, from.drawn_x + step.drawn_dx};
  const auto after = std::partition_point(places_.begin(), places_.end(), [&](const auto& one) { return one.first <= place; });
  return after == places_.begin() || (after - 1)->first != place ? -1 : (after - 1)->second;
}

std::vector<Wall> walls_of(const Scene& scene) {
  std::vector<Wall> walls;
  for (std::size_t cell = 0; cell < scene.cells.size(); ++cell) {
    if (scene.pieces[cell].empty()) continue;
    const PieceInfo& top = scene.pieces[cell].back();
    for (const int way : top.sides) walls.push_back({static_cast<int>(cell), way, &top});
  }
  std::set<std::pair<int, int>> marked;
  for (const MarkedSide& side : scene.marked_sides) {
    walls.push_back({side.cell, side.way, nullptr, &side.look});
    marked.emplace(side.cell, side.way);
  }
  for (const auto& [cell, way] : scene.acting_edges)
    if (marked.count({cell, way}) == 0) walls.push_back({cell, way});
  return walls;
}

std::vector<Exit> exits_of(const Scene& scene) {
  std::vector<Exit> exits;
  if (std::none_of(scene.beam_fields.begin(), scene.beam_fields.end(), [](const auto& field) { return field.is_number; }))
    return exits;
  each_beam(scene, [&](const Beam& beam, const std::optional<Rgb>& sender) {
    if (beam.end != BeamEnd::left || beam.path.empty()) return;
    const BeamStep& step = beam.path.back();
    const std::optional<Rgb> carried = colour_of(step.payload), colour = carried ? carried : sender;
    auto at = std::find_if(exits.begin(), exits.end(), [&](const Exit& exit) {
      return exit.cell == step.cell && exit.way == step.way && exit.colour == colour;
    });
    if (at == exits.end()) {
      at = exits.insert(at, {step.cell, step.way, 0, colour, ""});
      // The players are found by the colour, because a branch begins where no piece stands.
      const std::size_t senders = sender && !carried && scene.players.size() > 1 ? scene.players.size() : 0;
      for (std::size_t player = 0; player < senders; ++player)
        if (colour_of_player(static_cast<int>(player), scene) == *sender) at->owner = scene.players[player][0];
    }
    ++at->beams;
  });
  return exits;
}

bool ends_at_side(const Beam& beam, std::size_t i) {
  const BeamStep& step = beam.path[i];
  if (i + 1 < beam.path.size()) return beam.path[i + 1].cell == step.cell;
  if (beam.end == BeamEnd::stopped) return beam.end_way >= 0;
  // It turned there, onto its own earlier path; or it was split.
  return (beam.end == BeamEnd::looped || beam.end == BeamEnd::split) && beam.end_cell == step.cell;
}

namespace {

constexpr double kLaneWidth = 5;
constexpr double kBranch = 0.44;  // how far from the centre of a cell the mark of a branch is

using Pen = std::tuple<double, double, double, bool>;  // colour; false: none
using Stretch = std::tuple<int, int, int>;             // twice the drawn place of its middle, and its axis
using Lane = std::pair<int, Pen>;                      // direction of travel, pen
using Line = std::tuple<Stretch, Lane, double, bool>;  // its strength; whether it ends at the side of a cell

Pen pen_of(const std::optional<Rgb>& colour) {
  return colour ? Pen{colour->r, colour->g, colour->b, true} : Pen{0, 0, 0, false};
}

double strength_of(const Payload& payload) {
  double strength = 1;
  for (const std::string& text : payload)
    if (const auto number = take_apart(text).number) strength = std::max(strength, static_cast<double>(*number));
  return strength;
}

/// A sorted set that is filled first and then asked. It has no nodes, because many of them take long to free.
template <class T>
class Sorted {
 public:
  void add(const T& one) {
    all_.push_back(one);
    if (all_.size() > most_) sort();
  }
  void sort() {
    std::sort(all_.begin(), all_.end());
    all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
    most_ = 2 * all_.size() + 1000;
  }
  const std::vector<T>& all() const { return all_; }
  std::size_t number_of(const T& one) const {
    return static_cast<std::size_t>(std::lower_bound(all_.begin(), all_.end(), one) - all_.begin());
  }

 private:
  std::vector<T> all_;
  std::size_t most_ = 1000;
};

class Lanes {
 public:
  Lanes(const Scene& scene, const Layout& layout) : scene_(scene), layout_(layout), neighbours_(scene) {
    each_beam(scene, [&](const Beam& beam, const std::optional<Rgb>& sender) {
      sender_ = sender;
      for (std::size_t i = 0; i < beam.path.size(); ++i) {
        lanes_.add({stretch_of(beam.path[i]), lane_of(beam.path[i])});
        lines_.add(line_of(beam, i));
      }
    });
    lanes_.sort();
    lines_.sort();
    drawn_.resize(lines_.all().size());
  }

  std::vector<Trail> trails() {
    each_beam(scene_, [&](const Beam& beam, const std::optional<Rgb>& sender) {
      sender_ = sender;
      follow(beam);
    });
    return std::move(trails_);
  }

 private:
  const CellInfo& cell(const BeamStep& step) const { return scene_.cells[static_cast<std::size_t>(step.cell)]; }
  const DirectionInfo& way(const BeamStep& step) const { return scene_.directions[static_cast<std::size_t>(step.way)]; }

  Stretch stretch_of(const BeamStep& step) const {
    const int opposite =
        (step.way + static_cast<int>(scene_.directions.size()) / 2) % static_cast<int>(scene_.directions.size());
    return {2 * cell(step).drawn_x + way(step).drawn_dx, 2 * cell(step).drawn_y + way(step).drawn_dy,
            std::min(step.way, opposite)};
  }
  /// The colour of the drawn part of the beam that is visited.
  std::optional<Rgb> colour_here(const Payload& payload) const {
    const std::optional<Rgb> carried = colour_of(payload);
    return carried ? carried : sender_;
  }
  Lane lane_of(const BeamStep& step) const { return {step.way, pen_of(colour_here(step.payload))}; }

  /// A step of a beam, as far as it decides how its line is drawn.
  Line line_of(const Beam& beam, std::size_t i) const {
    const BeamStep& step = beam.path[i];
    return {stretch_of(step), lane_of(step), strength_of(step.payload), ends_at_side(beam, i)};
  }

  bool leaves(const BeamStep& step) const { return neighbours_.beyond(step.cell, step.way) < 0; }

  /// From the centre of the cell to that of the next, moved aside into its lane.
  std::pair<Point, Point> ends_of(const BeamStep& step) const {
    const Stretch stretch = stretch_of(step);
    const auto& lanes = lanes_.all();
    const auto first = std::partition_point(lanes.begin(), lanes.end(), [&](const auto& one) { return one.first < stretch; });
    const auto end = std::find_if(first, lanes.end(), [&](const auto& one) { return one.first != stretch; });
    const auto index = std::find(first, end, std::pair(stretch, lane_of(step))) - first;
    const double aside = (static_cast<double>(index) - static_cast<double>(end - first - 1) / 2) * kLaneWidth;
    const Point ahead = layout_.steps[static_cast<std::size_t>(step.way)];
    // Aside is across the axis, whatever the direction, so that both directions keep to their own lanes.
    Point axis = layout_.steps[static_cast<std::size_t>(std::get<2>(stretch_of(step)))];
    axis = axis * (1 / length(axis));
    const Point from = layout_.middles[static_cast<std::size_t>(step.cell)] + Point{-axis.y, axis.x} * aside;
    return {from, from + ahead * (leaves(step) ? kBeyond : 1.0)};
  }

  const Point& middle(int cell) const { return layout_.middles[static_cast<std::size_t>(cell)]; }

  /// The cell to which the beam goes before a step of its path; -1: unknown, or off the board.
  int arrival_before(const Beam& beam, std::size_t i) const {
    if (i == 0) return beam.source;
    const BeamStep& before = beam.path[i - 1];
    return ends_at_side(beam, i - 1) ? before.cell : neighbours_.beyond(before.cell, before.way);
  }

  /// Where the line of a stopped beam ends, in steps: short of the piece that stops it.
  double end_of_stopped(const Beam& beam, const BeamStep& step) const {
    const auto& stack = scene_.pieces[static_cast<std::size_t>(beam.end_cell)];
    if (stack.empty()) return 0.78;  // the cell itself stops it
    const int axis = stack.back().axis, ways = static_cast<int>(scene_.directions.size());
    if (axis < 0) return 0.68;
    return axis % ways == 2 * step.way % ways ? 0.58 : 0.88;  // drawn as a line, seen from its end or not
  }

  void follow(const Beam& beam) {
    Trail trail;
    trail.is_asked = !beam.name.empty();
    auto finish = [&] {
      if (trail.points.size() > 1) trails_.push_back(trail);
      trail = {};
      trail.is_asked = !beam.name.empty();
    };
    if (beam.entry_way >= 0 && !beam.path.empty()) {
      // It comes over an edge to the middle of its first cell.
      const Point to = middle(beam.source), ahead = layout_.steps[static_cast<std::size_t>(beam.entry_way)];
      const int ways = static_cast<int>(scene_.directions.size());
      const bool from_outside = neighbours_.beyond(beam.source, (beam.entry_way + ways / 2) % ways) < 0;
      trail.points = {to - ahead * (from_outside ? kBeyond : 0.5), to};
      trail.colour = colour_here(beam.path.front().payload);
      trail.strength = strength_of(beam.path.front().payload);
    }
    for (std::size_t i = 0; i < beam.path.size(); ++i) {
      const BeamStep& step = beam.path[i];
      const double strength = strength_of(step.payload);
      const bool at_side = ends_at_side(beam, i);
      // Another beam of this colour and strength has been drawn along here already, at least to the same point.
      const std::size_t line = lines_.number_of(line_of(beam, i));
      if (drawn_[line]) {
        finish();
        continue;
      }
      drawn_[line] = true;
      const std::optional<Rgb> colour = colour_here(step.payload);
      if (!trail.points.empty() && (trail.colour != colour || trail.strength != strength)) finish();
      auto [from, to] = ends_of(step);
      // On a board that wraps, a beam that left it comes in again here.
      if (i > 0 && leaves(beam.path[i - 1]) && !ends_at_side(beam, i - 1)) {
        finish();
        trail.points.push_back(from - layout_.steps[static_cast<std::size_t>(beam.path[i - 1].way)] * kBeyond);
      }
      const int arrival = arrival_before(beam, i);
      if (arrival >= 0 && arrival != step.cell) finish();
      if (arrival >= 0 && arrival != step.cell && jumps_.insert({arrival, step.cell}).second)
        trails_.push_back({.points = {middle(arrival), middle(step.cell)}, .colour = colour, .jumps = true});
      const bool last = i + 1 == beam.path.size();
      trail.colour = colour;
      trail.strength = strength;
      trail.leaves = leaves(step) && !at_side;
      trail.loops = last && beam.end == BeamEnd::looped && !trail.leaves;
      trail.stopped = last && beam.end == BeamEnd::stopped && !trail.leaves;
      // The line ends at the side of the cell, or just before the thing that stops the beam.
      const Point ahead = layout_.steps[static_cast<std::size_t>(step.way)];
      if (at_side)
        to = from + ahead * 0.46;
      else if (trail.stopped)
        to = from + ahead * end_of_stopped(beam, step);
      // A straight line in the same lane is drawn as one.
      const int way_before = i > 0 ? beam.path[i - 1].way : beam.entry_way;
      if (trail.points.size() > 1 && way_before == step.way &&
          length(trail.points.back() - from) < 1) {
        trail.points.back() = to;
      } else {
        trail.points.push_back(from);
        trail.points.push_back(to);
      }
      if (trail.leaves) finish();
    }
    finish();
    if (beam.branches.size() < 2) return;
    for (const Beam& branch : beam.branches) {
      if (branch.path.empty()) continue;
      const BeamStep& step = branch.path.front();
      if (!branches_.insert({step.cell, lane_of(step)}).second) continue;
      const Point from = ends_of(step).first;
      const Point to = from + layout_.steps[static_cast<std::size_t>(step.way)] * kBranch;
      trails_.push_back({.points = {from, to}, .colour = colour_here(step.payload), .branches = true});
    }
  }

  const Scene& scene_;
  const Layout& layout_;
  const Neighbours neighbours_;
  Sorted<std::pair<Stretch, Lane>> lanes_;
  Sorted<Line> lines_;
  std::vector<bool> drawn_;              // by line
  std::optional<Rgb> sender_;            // sender of the beam that is visited
  std::set<std::pair<int, int>> jumps_;  // that have been drawn
  std::set<std::pair<int, Lane>> branches_;
  std::vector<Trail> trails_;
};

}  // namespace

std::vector<Trail> trails_of(const Scene& scene, const Layout& layout) { return Lanes(scene, layout).trails(); }

}  // namespace glint::view
