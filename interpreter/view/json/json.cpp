#include "interpreter/view/json/json.hpp"

namespace glint::view {
namespace {

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

Json light_json(const Scene& scene) {
  Json json = Json::object();
  const auto light = light_of(scene);
  for (std::size_t cell = 0; cell < light.size(); ++cell)
    if (light[cell]) json[scene.cells[cell].label] = json_of(*light[cell], scene);
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

Json json_of(const Position& position, const Scene& scene, int viewer) {
  Json cells = Json::array();
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    scene.count_work(4 + 4 * scene.pieces[i].size());
    const CellInfo& cell = scene.cells[i];
    Json one = Json::object();
    one["cell"] = cell.label;
    if (cell.player >= 0) {
      one["player"] = player_json(cell.player, scene);
      one["own"] = cell.own_label;
    }
    one["x"] = cell.x;
    one["y"] = cell.y;
    one["pieces"] = list(scene.pieces[i], [&](const PieceInfo& piece) { return json_of(piece, scene); });
    cells.push_back(std::move(one));
  }
  return {{"game", position.game().id()},
          {"title", scene.title},
          {"position", viewer < 0 ? position.text() : position.text_for(viewer)},
          {"to_move", player_json(scene.to_move, scene)},
          {"result", position.over() ? Json(position.outcome_text()) : Json()},
          {"score", score_json(position, viewer)},
          {"variables", json_of(scene.variables)},
          {"cells", std::move(cells)},
          {"light", light_json(scene)},
          {"acting", acting_json(scene)},
          {"notes", notes_json(scene)}};
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
