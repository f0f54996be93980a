// Positions, which never change here: a move makes another one. Also the views of players.
//
// Positions that come from one another share a workspace. That is safe, because whatever runs here keeps the
// interpreter of Python, and whatever releases it works on a copy of its own (Position::detach).

#include <glint/evaluate.hpp>
#include "interpreter/python/engine/binding.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"

namespace glint::python {
namespace {

/// The part of a position that a viewer may see; -1: everything. It is this folder's only way to a player's view, and
/// returns only facts about the position that the viewer may know.
struct Seen {
  Position position;
  int viewer;

  bool chooses() const { return !position.over() && (viewer < 0 || viewer == position.to_move()); }
  std::uint64_t count_moves() const { return chooses() ? taken(position.count_moves()) : 0; }
  view::Scene scene(bool variables, bool light) const {
    check(view::text_too_long(position));
    return view::scene_of(position, viewer, {variables, light});
  }
};

/// The reason why the player to move may not make this move, as `json_of`; nothing if it may. A view does not include
/// the results of rules after the move, because these may read hidden things.
std::optional<std::string> why(const Seen& seen, const std::string& move) {
  if (!seen.chooses()) return std::nullopt;
  Position tried = seen.position;
  const std::optional<Error> error = tried.play(move);
  if (!error || (seen.viewer >= 0 && error->code != "G0601")) return std::nullopt;
  return json_of({*error});
}

/// {"beams", "steps", "light", "why"}; with a cell only the beams that reach it, and where its light comes from.
std::string beams(const Seen& seen, std::optional<int> cell) {
  if (seen.viewer < 0) taken(seen.position.beams());
  view::Scene scene = seen.scene(false, true);
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

/// The value of an expression as (kind, text, number, elements). Kinds are a flag, a number, a name, a set.
py::tuple value(const Seen& seen, const std::string& expression) {
  const Value value = taken(taken(Expression::read(seen.position.game(), expression)).value(seen.position, seen.viewer));
  return py::make_tuple(static_cast<int>(value.kind), value.text, value.number, value.elements);
}

constexpr auto kDraw = static_cast<std::optional<Error> (Position::*)(std::string_view)>(&Position::draw);
/// The position after something that may be refused.
template <auto kChange, class... Given>
Position after(const Position& position, Given... given) {
  Position next = position;
  check((next.*kChange)(given...));
  return next;
}

py::tuple outcome_of(const Position& position, const Outcome& outcome) {
  return py::make_tuple(static_cast<int>(outcome.kind), outcome.victor(), outcome.scores, position.outcome_text());
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
      .def("text", [](const Seen& one) { return one.viewer < 0 ? one.position.text() : one.position.text_for(one.viewer); })
      .def("to_move", [](const Seen& one) { return one.position.to_move(); })
      .def("count_moves", &Seen::count_moves)
      .def("moves", [](const Seen& one) { return one.chooses() ? taken(one.position.moves()) : std::vector<std::string>(); })
      .def("move", [](const Seen& one, std::uint64_t number) {
        if (number >= one.count_moves()) throw py::index_error("there is no move of this number");
        return taken(one.position.move(number));
      })
      .def("notations", [](const Seen& one) { return one.chooses() ? one.position.notations() : std::vector<std::string>(); })
      .def("why", &why)
      .def("document", [](const Seen& one) { return view::json_text(view::json_of(one.position, one.scene(true, true), one.viewer)); })
      .def("beams", &beams)
      .def("svg", [](const Seen& one, bool light) { return view::svg(one.scene(false, light)); })
      .def("picture", [](const Seen& one, int columns, bool utf8, bool light) {
        return view::picture(one.scene(false, light), {.utf8 = utf8, .columns = columns});
      })
      .def("value", &value);
  py::class_<Position>(module, "Position")
      .def("seen", [](const Position& position, int viewer) { return Seen{position, viewer}; })
      .def("play", &after<&Position::play, std::string>)
      .def("play_listed", &after<&Position::play_listed, std::uint64_t>)
      .def("draw", &after<kDraw, std::string>)
      .def("forfeit", &after<&Position::forfeit>)
      .def("draw_name", [](const Position& one) { return one.at_draw() ? one.draw_name() : std::string(); })
      .def("outcomes", [](const Position& position) {
        return list_of(taken(position.outcomes()), [](const auto& one) { return py::make_tuple(one.value, one.weight, one.total); });
      })
      .def("draws", &Position::draws)
      .def("count_chosen", [](const Position& one) { return one.chosen().size(); })
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
