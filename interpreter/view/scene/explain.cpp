#include "interpreter/view/scene/scene.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/view/scene/sides.hpp"
#include "lang/syntax/terms.hpp"

namespace glint::view {
namespace {

std::string payload_mark(const Payload& payload, const Scene& scene) {
  if (payload.empty()) return "";
  return "(" + describe(payload, scene.beam_fields) + ") ";
}

/// "at the edge from B3 to A2", "at the border".
std::string edge_text(int cell, int way, const Scene& scene) {
  const int beyond = Neighbours(scene).beyond(cell, way);
  if (beyond < 0) return "at the border";
  return "at the edge from " + scene.label(cell) + " to " + scene.label(beyond);
}

std::string end_text(const Beam& beam, const Scene& scene) {
  std::string text;
  switch (beam.end) {
    case BeamEnd::left:
      // The arrow before it shows over which side.
      if (!beam.left_with.empty() && (beam.path.empty() || beam.path.back().payload != beam.left_with))
        text = payload_mark(beam.left_with, scene);
      text += "off the board";
      break;
    case BeamEnd::stopped:
      text = beam.end_way >= 0 ? "stops " + edge_text(beam.end_cell, beam.end_way, scene)
                               : "stops at " + scene.label(beam.end_cell);
      break;
    case BeamEnd::looped:
      text = scene.label(beam.end_cell) + ", where it has been before: it ends in a loop";
      break;
    case BeamEnd::split:
      text = "splits at " + scene.label(beam.end_cell);
      break;
  }
  return text + (beam.end_name.empty() ? "" : " (" + beam.end_name + ")");
}

/// The steps of one beam without its branches; `before` is its payload so far.
std::string steps_text(const Beam& beam, const Scene& scene, Payload before) {
  std::string text;
  bool first = true;
  int cell = -1;
  for (const BeamStep& step : beam.path) {
    if (step.cell == cell) text += "turned at the edge: ";
    cell = step.cell;
    if (first || step.payload != before) text += payload_mark(step.payload, scene);
    if (first && beam.entry_way >= 0) text += "-" + scene.way_name(beam.entry_way) + "-> ";
    text += scene.label(step.cell) + " -" + scene.way_name(step.way) + "-> ";
    before = step.payload;
    first = false;
  }
  return text + end_text(beam, scene);
}

void add_branches(const Beam& beam, const Scene& scene, int depth, std::string& text) {
  for (const Beam& branch : beam.branches) {
    const Payload before = beam.path.empty() ? Payload{} : beam.path.back().payload;
    text += std::string(static_cast<std::size_t>(2 * depth), ' ') + steps_text(branch, scene, before) + "\n";
    add_branches(branch, scene, depth + 1, text);
  }
}

/// "a green lamp facing w" for the piece on a cell, or nothing.
std::string what_stands(int cell, const Scene& scene) {
  const auto& stack = scene.pieces[static_cast<std::size_t>(cell)];
  return stack.empty() ? "" : describe(stack.back(), scene);
}

class Explanation {
 public:
  Explanation(int cell, const Scene& scene) : cell_(cell), scene_(scene), approaches_(approaches_to(cell, scene)) {}

  std::vector<std::string> lines() {
    add_heading();
    const Approach* before = nullptr;
    for (const Approach& approach : approaches_) {
      if (!before || before->source != approach.source || before->name != approach.name) add_source(approach);
      before = &approach;
      add_path(approach);
    }
    return std::move(lines_);
  }

 private:
  void add(int indent, const std::string& text) {
    lines_.push_back(std::string(static_cast<std::size_t>(indent), ' ') + text);
  }

  void add_heading() {
    std::optional<Payload> light;
    std::vector<std::string> sources;
    for (const Approach& approach : approaches_) {
      if (!approach.lights) continue;
      const Payload& given = approach.path.back().payload;
      light = light ? join(*light, given, scene_) : given;
      const std::string& name = approach.name.empty() ? scene_.label(approach.source) : approach.name;
      if (std::find(sources.begin(), sources.end(), name) == sources.end()) sources.push_back(name);
    }
    const std::string& name = scene_.label(cell_);
    if (!light) {
      add(0, scene_.beams.empty()    ? "No beam reaches " + name + ": there are no beams."
             : approaches_.empty() ? "No beam reaches " + name + "."
                                 : "No beam lights " + name + ": a beam that stops there does not light it.");
      return;
    }
    const std::string shows =
        light->empty() ? name + " is lit" : name + " shows " + describe(*light, scene_.beam_fields);
    const auto own = std::find(sources.begin(), sources.end(), name);
    if (own != sources.end() && sources.size() == 1) {
      add(0, shows + ", by the beam that starts there.");
      return;
    }
    if (own != sources.end()) *own = name + " itself";
    add(0, shows + ", by the beam" + (sources.size() > 1 ? "s" : "") + " of " + list_words(sources) + ".");
  }

  void add_source(const Approach& approach) {
    add(0, "");
    if (!approach.name.empty()) return add(2, approach.name + ", which the rules follow:");
    const std::string piece = what_stands(approach.source, scene_);
    add(2, scene_.label(approach.source) + (piece.empty() ? "" : ", " + piece) + ":");
  }

  /// The start of a beam, unless it comes over an edge: then the first cell is one like any other.
  void add_start(const Approach& approach, const std::string& carried) {
    const BeamStep& step = approach.path.front();
    std::string start = "starts ";
    if (approach.entry_way >= 0)
      start = "comes to " + scene_.label(approach.source) + " ";
    else if (!approach.name.empty())
      start += "at " + scene_.label(step.cell) + " ";
    add(4, start + "going " + scene_.way_name(approach.entry_way >= 0 ? approach.entry_way : step.way) + carried);
  }

  void add_path(const Approach& approach) {
    const bool comes_in = approach.entry_way >= 0 && !approach.path.empty();
    Payload carried;
    int way = approach.entry_way, cell = -1;
    bool first = !comes_in;
    std::string run;  // cells since the last line, each with an arrow to the next
    auto flush = [&](int next) {
      if (!run.empty()) add(4, run + scene_.label(next));
      run.clear();
    };
    if (comes_in) {
      carried = approach.path.front().payload;
      add_start(approach, carried.empty() ? "" : ", with " + describe(carried, scene_.beam_fields));
    }
    for (const BeamStep& step : approach.path) {
      const bool bent = !first && step.way != way;
      const bool at_edge = !first && step.cell == cell;
      const std::string change = first ? "" : describe_change(carried, step.payload, scene_.beam_fields);
      if (first) add_start(approach, step.payload.empty() ? "" : ", with " + describe(step.payload, scene_.beam_fields));
      const std::string piece = first || at_edge ? "" : what_stands(step.cell, scene_);
      if (!piece.empty() || bent || !change.empty()) {
        if (!at_edge)
          flush(step.cell);
        else
          add_run_to_edge(std::exchange(run, {}));
        std::string event = at_edge ? edge_text(step.cell, way, scene_)
                                    : "at " + scene_.label(step.cell) + (piece.empty() ? "" : ", " + piece);
        event += ": ";
        event += bent ? "turns from " + scene_.way_name(way) + " to " + scene_.way_name(step.way)
                      : lang::words_of(lang::Way::straight);
        if (!change.empty()) event += ", " + change;
        add(4, event);
      }
      if (run.empty()) run = "goes ";
      run += scene_.label(step.cell) + " -" + scene_.way_name(step.way) + "-> ";
      carried = step.payload;
      way = step.way;
      cell = step.cell;
      first = false;
    }
    add_arrival(approach, run, carried);
  }

  /// The cells up to the one at whose side something happens, without the last arrow.
  void add_run_to_edge(const std::string& run) {
    if (run.find("->") != run.rfind("->")) add(4, run.substr(0, run.rfind(" -")));
  }

  void add_arrival(const Approach& approach, const std::string& run, const Payload& carried) {
    if (approach.at_edge) {
      const BeamStep& last = approach.path.back();
      add_run_to_edge(run);
      add(4, "stops " + edge_text(last.cell, last.way, scene_) + ", and does not light " + scene_.label(cell_));
      return;
    }
    if (!approach.lights) {
      add(4, run + scene_.label(cell_));
      const std::string piece = what_stands(cell_, scene_);
      add(4, "stops at " + scene_.label(cell_) + (piece.empty() ? "" : ", at " + piece) + ", and does not light it");
      return;
    }
    // The last step leaves the cell itself, so it is no part of the way here.
    const std::string last = scene_.label(cell_) + " -" + scene_.way_name(approach.path.back().way) + "-> ";
    const std::string way_here = run.substr(0, run.size() - last.size());
    if (way_here.size() > std::string_view("goes ").size()) add(4, way_here + scene_.label(cell_));
    add(4, "gives " + scene_.label(cell_) + (carried.empty() ? " light" : " " + describe(carried, scene_.beam_fields)));
  }

  int cell_;
  const Scene& scene_;
  std::vector<Approach> approaches_;
  std::vector<std::string> lines_;
};

/// `way` leads to the beam, or branch; its path grows.
void collect(const Beam& beam, int cell, Approach way, const Neighbours& neighbours, const Scene& scene,
             std::vector<Approach>& found) {
  const auto add = [&](bool lights, bool at_edge) {
    found.push_back(way);
    found.back().lights = lights;
    found.back().at_edge = at_edge;
  };
  for (const BeamStep& step : beam.path) {
    way.path.push_back(step);
    if (step.cell == cell) add(true, false);
  }
  if (beam.end == BeamEnd::stopped && beam.end_way < 0 && beam.end_cell == cell) add(false, false);
  if (beam.end == BeamEnd::stopped && beam.end_way >= 0 && !way.path.empty() &&
      neighbours.beyond(beam.end_cell, beam.end_way) == cell)
    add(false, true);
  for (const Beam& branch : beam.branches) collect(branch, cell, way, neighbours, scene, found);
}

}  // namespace

std::string steps_of(const Beam& beam, const Scene& scene) {
  std::string text = (beam.name.empty() ? scene.label(beam.source) : beam.name) + ": " + steps_text(beam, scene, {}) + "\n";
  add_branches(beam, scene, 1, text);
  return text;
}

std::vector<Approach> approaches_to(int cell, const Scene& scene) {
  std::vector<Approach> found;
  const Neighbours neighbours(scene);
  for (const Beam& beam : scene.beams)
    collect(beam, cell, {beam.source, beam.name, beam.entry_way, {}}, neighbours, scene, found);
  return found;
}

std::vector<std::string> explain_light(int cell, const Scene& scene) { return Explanation(cell, scene).lines(); }

}  // namespace glint::view
