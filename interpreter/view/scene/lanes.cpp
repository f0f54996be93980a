#include "interpreter/view/scene/lanes.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "interpreter/view/scene/sides.hpp"

namespace glint::view {
namespace {

constexpr double kLaneWidth = 5;
constexpr double kBeyond = 0.72;  // how far a beam is drawn off the board, in steps

using Pen = std::tuple<double, double, double, bool>;  // colour; false: none
using Stretch = std::tuple<int, int, int>;             // twice the drawn place of its middle, and its axis
using Lane = std::pair<int, Pen>;                      // direction of travel, pen

Pen pen_of(const std::optional<Rgb>& colour) {
  return colour ? Pen{colour->r, colour->g, colour->b, true} : Pen{0, 0, 0, false};
}

double strength_of(const Payload& payload) {
  double strength = 1;
  for (const std::string& text : payload) {
    if (const auto number = take_apart(text).number) strength = std::max(strength, static_cast<double>(*number));
  }
  return strength;
}

class Lanes {
 public:
  Lanes(const Scene& scene, const Layout& layout) : scene_(scene), layout_(layout) {
    for (const CellInfo& cell : scene.cells) places_.insert({cell.drawn_x, cell.drawn_y});
    each_beam(scene.beams, [&](const Beam& beam) {
      for (const BeamStep& step : beam.path) lanes_[stretch_of(step)].insert(lane_of(step));
    });
  }

  std::vector<Trail> trails() {
    each_beam(scene_.beams, [&](const Beam& beam) { follow(beam); });
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
  static Lane lane_of(const BeamStep& step) { return {step.way, pen_of(colour_of(step.payload))}; }

  bool leaves(const BeamStep& step) const {
    return !places_.count({cell(step).drawn_x + way(step).drawn_dx, cell(step).drawn_y + way(step).drawn_dy});
  }

  /// From the centre of the cell to that of the next, moved aside into its lane.
  std::pair<Point, Point> ends_of(const BeamStep& step) const {
    const std::set<Lane>& lanes = lanes_.at(stretch_of(step));
    const auto index = std::distance(lanes.begin(), lanes.find(lane_of(step)));
    const double aside = (static_cast<double>(index) - static_cast<double>(lanes.size() - 1) / 2) * kLaneWidth;
    const Point ahead = layout_.steps[static_cast<std::size_t>(step.way)];
    // Aside is across the axis, whatever the direction, so that both directions keep to their own lanes.
    Point axis = layout_.steps[static_cast<std::size_t>(std::get<2>(stretch_of(step)))];
    axis = axis * (1 / length(axis));
    const Point from = layout_.middles[static_cast<std::size_t>(step.cell)] + Point{-axis.y, axis.x} * aside;
    return {from, from + ahead * (leaves(step) ? kBeyond : 1.0)};
  }

  void follow(const Beam& beam) {
    Trail trail;
    auto finish = [&] {
      if (trail.points.size() > 1) trails_.push_back(trail);
      trail = {};
    };
    for (std::size_t i = 0; i < beam.path.size(); ++i) {
      const BeamStep& step = beam.path[i];
      const double strength = strength_of(step.payload);
      const bool at_side = ends_at_side(beam, i);
      // Another beam of this colour and strength has been drawn along here already, at least to the same point.
      if (!drawn_.insert({stretch_of(step), lane_of(step), strength, at_side}).second) {
        finish();
        continue;
      }
      const std::optional<Rgb> colour = colour_of(step.payload);
      if (!trail.points.empty() && (trail.colour != colour || trail.strength != strength)) finish();
      auto [from, to] = ends_of(step);
      // On a board that wraps, a beam that left it comes in again here.
      if (i > 0 && leaves(beam.path[i - 1]) && !ends_at_side(beam, i - 1)) {
        finish();
        trail.points.push_back(from - layout_.steps[static_cast<std::size_t>(beam.path[i - 1].way)] * kBeyond);
      }
      const bool last = i + 1 == beam.path.size();
      trail.colour = colour;
      trail.strength = strength;
      trail.leaves = leaves(step) && !at_side;
      trail.stopped = last && beam.end == BeamEnd::stopped && !trail.leaves;
      // The line ends at the side of the cell, or just before what stops the beam.
      const Point ahead = layout_.steps[static_cast<std::size_t>(step.way)];
      if (at_side)
        to = from + ahead * 0.46;
      else if (trail.stopped)
        to = from + ahead * 0.64;
      // A straight line in the same lane is drawn as one.
      if (trail.points.size() > 1 && i > 0 && beam.path[i - 1].way == step.way &&
          length(trail.points.back() - from) < 1) {
        trail.points.back() = to;
      } else {
        trail.points.push_back(from);
        trail.points.push_back(to);
      }
      if (trail.leaves) finish();
    }
    finish();
  }

  const Scene& scene_;
  const Layout& layout_;
  std::set<std::pair<int, int>> places_;
  std::map<Stretch, std::set<Lane>> lanes_;
  std::set<std::tuple<Stretch, Lane, double, bool>> drawn_;
  std::vector<Trail> trails_;
};

}  // namespace

std::vector<Trail> trails_of(const Scene& scene, const Layout& layout) { return Lanes(scene, layout).trails(); }

}  // namespace glint::view
