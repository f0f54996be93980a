// Positions, which never change here: a move makes another one. And what somebody sees of them.
//
// Positions that come from one another share a workspace. That is safe, as whatever runs here keeps the interpreter of
// Python, and what lets go of it works on a copy of its own (Position::detach).
#include <algorithm>

#include <glint/evaluate.hpp>
#include "interpreter/python/engine/binding.hpp"
#include "interpreter/view/json/json.hpp"
#include "interpreter/view/scene/explain.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"

namespace glint::python {
namespace {

/// What a viewer may see of a position; -1: everything. It is the only way of this room to a player's view, and answers
/// from the position only what the viewer is told in any case.
class Seen {
 public:
  Seen(const Position& position, int viewer) : position_(position), viewer_(viewer) {}

  std::string text() const { return viewer_ < 0 ? position_.text() : position_.text_for(viewer_); }
  int to_move() const { return position_.to_move(); }
  std::uint64_t count_moves() const { return chooses() ? taken(position_.count_moves()) : 0; }
  std::vector<std::string> moves() const { return chooses() ? taken(position_.moves()) : std::vector<std::string>(); }
  std::string move(std::uint64_t number) const {
    if (number >= count_moves()) throw py::index_error("there is no move of this number");
    return taken(position_.move(number));
  }
  std::vector<std::string> notations() const { return chooses() ? position_.notations() : std::vector<std::string>(); }
  /// Why the player to move may not make this move, as `json_of`; nothing if it may. A view does not say what rules find
  /// out after the move, as they may read what is hidden.
  std::optional<std::string> why(const std::string& move) const {
    if (!chooses()) return std::nullopt;
    Position tried = position_;
    const std::optional<Error> error = tried.play(move);
    if (!error || (viewer_ >= 0 && error->code != "G0601")) return std::nullopt;
    return json_of({*error});
  }
  bool chooses() const { return !position_.over() && (viewer_ < 0 || viewer_ == position_.to_move()); }

  /// The document of `glint show --json`.
  std::string document(bool variables, bool light) const {
    return view::json_text(position_, scene(variables, light), viewer_);
  }
  /// {"beams", "steps", "light", "why"}; with a cell only the beams that reach it, and where its light comes from.
  std::string beams(std::optional<int> cell) const {
    if (viewer_ < 0) taken(position_.beams());
    view::Scene scene = this->scene(false, true);
    view::Json json = {{"beams", view::Json::array()}, {"steps", view::Json::array()}, {"light", light_json(scene)}};
    if (cell) {
      json["why"] = view::explain_light(*cell, scene);
      view::Scene alone = scene;
      std::erase_if(scene.beams, [&](const Beam& beam) {
        alone.beams = {beam};
        return view::approaches_to(*cell, alone).empty();
      });
    }
    for (const Beam& beam : scene.beams) {
      json["beams"].push_back(view::json_of(beam, scene));
      json["steps"].push_back(view::steps_of(beam, scene));
    }
    return view::json_line(json);
  }
  std::string svg(bool light) const { return view::svg(scene(false, light)); }
  std::string picture(int columns, bool utf8, bool light) const {
    return view::picture(scene(false, light), {.utf8 = utf8, .columns = columns});
  }
  /// The value of an expression as (kind, text, number, elements): "flag", "number", "name" or "set".
  py::tuple value(const std::string& expression) const {
    const Value value = taken(taken(Expression::read(position_.game(), expression)).value(position_, viewer_));
    const char* const kinds[] = {"flag", "number", "name", "set"};
    return py::make_tuple(kinds[static_cast<int>(value.kind)], value.text, value.number, value.elements);
  }

 private:
  view::Scene scene(bool variables, bool light) const {
    if (const std::optional<Error> error = view::text_too_long(position_)) fail({*error});
    return view::scene_of(position_, viewer_, {variables, light});
  }

  Position position_;
  int viewer_;
};

/// The position after something that may be refused.
template <class Change>
Position after(const Position& position, Change change) {
  Position next = position;
  check(change(next));
  return next;
}

py::tuple outcome_of(const Position& position, const Outcome& outcome) {
  const char* const kinds[] = {"none", "win", "tie", "score", "unfinished", "loss"};
  return py::make_tuple(kinds[static_cast<int>(outcome.kind)], outcome.victor(), outcome.scores, position.outcome_text());
}

py::tuple played_out(const Position& position, std::uint64_t seed, int max_plies) {
  Position end = position.detach();
  const Playout played = taken(without_python([&] {
    Random random(seed);
    return playout(end, random, max_plies);
  }));
  return py::make_tuple(outcome_of(end, played.outcome), played.plies);
}

}  // namespace

void add_positions(py::module_& module) {
  py::class_<Seen>(module, "Seen")
      .def("text", &Seen::text)
      .def("to_move", &Seen::to_move)
      .def("chooses", &Seen::chooses)
      .def("count_moves", &Seen::count_moves)
      .def("moves", &Seen::moves)
      .def("move", &Seen::move)
      .def("notations", &Seen::notations)
      .def("why", &Seen::why)
      .def("document", &Seen::document)
      .def("beams", &Seen::beams)
      .def("svg", &Seen::svg)
      .def("picture", &Seen::picture)
      .def("value", &Seen::value);
  py::class_<Position>(module, "Position")
      .def("seen", [](const Position& position, int viewer) { return Seen(position, viewer); })
      .def("play", [](const Position& position, const std::string& move) {
        return after(position, [&](Position& next) { return next.play(move); });
      })
      .def("play_listed", [](const Position& position, std::uint64_t number) {
        return after(position, [&](Position& next) { return next.play_listed(number); });
      })
      .def("draw", [](const Position& position, const std::string& value) {
        return after(position, [&](Position& next) { return next.draw(std::string_view(value)); });
      })
      .def("forfeit", [](const Position& one) { return after(one, [](Position& next) { return next.forfeit(); }); })
      .def("at_draw", &Position::at_draw)
      .def("draw_name", &Position::draw_name)
      .def("outcomes", [](const Position& position) {
        py::list all;
        for (const auto& one : taken(position.outcomes())) all.append(py::make_tuple(one.value, one.weight, one.total));
        return all;
      })
      .def("draws", &Position::draws)
      .def("over", &Position::over)
      .def("outcome", [](const Position& position) { return outcome_of(position, position.outcome()); })
      .def("heuristic", &Position::heuristic)
      .def("last_move", &Position::last_move)
      .def("hash", &Position::hash)
      .def("same", [](const Position& one, const Position& other) { return one.state() == other.state(); })
      .def("detach", &Position::detach)
      .def("playout", &played_out);
}

}  // namespace glint::python
