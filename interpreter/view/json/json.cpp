#include "interpreter/view/json/json.hpp"

#include <utility>

#include "interpreter/game/json_text.hpp"
#include "interpreter/game/position_text.hpp"
#include "interpreter/program/program.hpp"

namespace glint::view {
namespace {

/// Adds a member whose name is not there yet: Json would compare it with all that are.
void add(Json& object, const std::string& name, Json value) {
  object.get_ref<Json::object_t&>().push_back({name, std::move(value)});
}

template <class Range, class OfEach>
Json list(const Range& range, OfEach of_each) {
  Json all = Json::array();
  for (const auto& each : range) all.push_back(of_each(each));
  return all;
}

}  // namespace

Json json_of(const Error& error) {
  return {{"code", error.code},     {"severity", error.is_warning ? "warning" : "error"},
          {"message", error.message}, {"file", error.file},
          {"line", error.line},     {"column", error.column},
          {"end_line", error.end_line}, {"end_column", error.end_column},
          {"help", error.help}};
}

Json player_json(int player, const Scene& scene) {
  return player < 0 ? Json() : Json(scene.players[static_cast<std::size_t>(player)]);
}

Json json_of(const Payload& payload, const Scene& scene) {
  Json json = Json::object();
  for (std::size_t i = 0; i < payload.size() && i < scene.beam_fields.size(); ++i) {
    const BeamField& field = scene.beam_fields[i];
    const Carried carried = take_apart(payload[i]);
    if (field.is_set)
      json[field.name] = carried.number ? Json::array({*carried.number}) : Json(carried.words);
    else if (carried.number)
      json[field.name] = *carried.number;
    else
      json[field.name] = payload[i];
  }
  return json;
}

Json json_of(const Beam& beam, const Scene& scene) {
  scene.count_work(2 + 4 * beam.path.size());
  constexpr const char* kEnds[] = {"left", "stopped", "looped", "split"};
  Json end = {{"kind", kEnds[static_cast<std::size_t>(beam.end)]},
              {"at", beam.end_cell >= 0 ? Json(scene.label(beam.end_cell)) : Json()}};
  if (!beam.end_name.empty()) end["name"] = beam.end_name;
  if (beam.end_way >= 0) end["way"] = scene.way_name(beam.end_way);
  if (!beam.left_with.empty()) end["payload"] = json_of(beam.left_with, scene);
  Json json = Json::object();
  json["source"] = scene.label(beam.source);
  if (!beam.name.empty()) json["name"] = beam.name;
  if (beam.entry_way >= 0) json["entry"] = scene.way_name(beam.entry_way);
  json["path"] = list(beam.path, [&](const BeamStep& step) {
    return Json{{"cell", scene.label(step.cell)}, {"way", scene.way_name(step.way)}, {"payload", json_of(step.payload, scene)}};
  });
  json["branches"] = list(beam.branches, [&](const Beam& branch) { return json_of(branch, scene); });
  json["end"] = std::move(end);
  return json;
}

Json json_of(const PieceInfo& piece, const Scene& scene) {
  Json json = {{"kind", piece.kind},
               {"owner", player_json(piece.owner, scene)},
               {"glyph", piece.glyph},
               {"fields", json_of(piece.fields)}};
  if (!piece.emits.empty())
    json["emits"] = list(piece.emits, [&](const BeamStep& beam) {
      return Json{{"way", scene.way_name(beam.way)}, {"payload", json_of(beam.payload, scene)}};
    });
  if (!piece.sides.empty()) json["sides"] = list(piece.sides, [&](int way) { return scene.way_name(way); });
  return json;
}

namespace {

/// Calls `what(label, payload)` for each lit cell.
template <class What>
void each_light(const Scene& scene, What what) {
  const auto light = light_of(scene);
  for (std::size_t cell = 0; cell < light.size(); ++cell) {
    scene.count_work();
    if (light[cell]) what(scene.cells[cell].label, json_of(*light[cell], scene));
  }
}

}  // namespace

Json light_json(const Scene& scene) {
  Json json = Json::object();
  each_light(scene, [&](const std::string& cell, Json payload) { add(json, cell, std::move(payload)); });
  return json;
}

Json acting_json(const Scene& scene) {
  const auto edge = [&](const auto& each) { return scene.label(each.first) + "." + scene.way_name(each.second); };
  return {{"cells", list(scene.acting_cells, [&](int cell) { return scene.label(cell); })},
          {"edges", list(scene.acting_edges, edge)}};
}

Json notes_json(const Scene& scene) {
  return list(scene.notes, [&](const Position::Note& note) {
    return Json{{"player", player_json(note.player, scene)}, {"text", note.text}};
  });
}

namespace {

Json cell_json(std::size_t number, const Scene& scene) {
  const CellInfo& cell = scene.cells[number];
  Json json = Json::object();
  json["cell"] = cell.label;
  if (cell.player >= 0) {
    json["player"] = player_json(cell.player, scene);
    json["own"] = cell.own_label;
  }
  json["x"] = cell.x;
  json["y"] = cell.y;
  json["pieces"] = list(scene.pieces[number], [&](const PieceInfo& piece) { return json_of(piece, scene); });
  return json;
}

/// Gives `to` the members of a position, in order: a `value` by its name, or `begin` and `end` around the elements of what
/// may have many, which have names in an object.
template <class To>
void tell_position(const Position& position, const Scene& scene, int viewer, To& to) {
  to.value("game", position.game().id());
  to.value("title", scene.title);
  to.value("position", whole_text(position, viewer));
  to.value("to_move", player_json(scene.to_move, scene));
  to.value("result", position.over() ? Json(position.outcome_text()) : Json());
  to.value("score", score_json(position, viewer));
  to.begin("variables", Json::object());
  for (const auto& [name, value] : scene.variables) {
    scene.count_work();
    to.element(name, value);
  }
  to.end();
  to.begin("cells", Json::array());
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    scene.count_work(scene.pieces[i]);
    to.element("", cell_json(i, scene));
  }
  to.end();
  to.begin("light", Json::object());
  each_light(scene, [&](const std::string& cell, Json payload) { to.element(cell, std::move(payload)); });
  to.end();
  to.value("acting", acting_json(scene));
  to.value("notes", notes_json(scene));
}

class AsTree {
 public:
  Json all = Json::object();

  void value(const char* name, Json value) { all[name] = std::move(value); }
  void begin(const char* name, Json empty) { many_ = &(all[name] = std::move(empty)); }
  void element(const std::string& name, Json value) {
    if (many_->is_array())
      many_->push_back(std::move(value));
    else
      add(*many_, name, std::move(value));
  }
  void end() {}

 private:
  Json* many_ = nullptr;
};

/// The same text as that of the tree. For a large board the tree would take a hundred megabytes, and long to free.
class AsText {
 public:
  std::string take() { return std::move(text_) + "\n}\n"; }

  void value(const char* name, const Json& value) { member(name, value, 1); }
  void begin(const char* name, const Json& empty) {
    member(name, empty, 1);
    is_first_ = true;
    end_ = text_.back();
    text_.pop_back();
  }
  void element(const std::string& name, const Json& value) {
    if (end_ == '}') return member(name, value, 2);
    next(2);
    append(value, 2);
  }
  void end() {
    if (!is_first_) text_ += "\n  ";
    text_ += end_;
    is_first_ = false;
  }

 private:
  void member(const std::string& name, const Json& value, std::size_t depth) {
    next(depth);
    append(name, depth);
    text_ += ": ";
    append(value, depth);
  }
  void next(std::size_t depth) {
    if (!std::exchange(is_first_, false)) text_ += ',';
    text_ += '\n' + std::string(2 * depth, ' ');
  }
  void append(const Json& value, std::size_t depth) {
    for (const char c : plain_json(value.dump(2, ' ', false, Json::error_handler_t::replace))) {
      text_ += c;
      if (c == '\n') text_.append(2 * depth, ' ');
    }
  }

  std::string text_ = "{";
  bool is_first_ = true;
  char end_ = 0;  // of the member with many elements
};

}  // namespace

Json json_of(const Position& position, const Scene& scene, int viewer) {
  AsTree tree;
  tell_position(position, scene, viewer, tree);
  return std::move(tree.all);
}

std::string json_text(const Position& position, const Scene& scene, int viewer) {
  AsText text;
  tell_position(position, scene, viewer, text);
  return text.take();
}

Json json_of(const Settings& settings) {
  Json json = Json::object();
  for (const auto& [name, value] : settings) json[name] = value;
  return json;
}

Json score_json(const Position& position, int viewer) {
  const Game game = position.game();
  if (viewer >= 0 && game.has_secrets() && position.outcome().kind != OutcomeKind::score) return {};
  const std::vector<std::string> players = game.players();
  Json json = Json::object();
  for (std::size_t i = 0; i < players.size(); ++i) {
    const auto score = position.score(static_cast<int>(i));
    if (!score) return {};
    if (game.is_team()) return *score;
    json[players[i]] = *score;
  }
  return json;
}

}  // namespace glint::view
