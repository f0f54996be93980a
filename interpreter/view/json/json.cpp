#include "interpreter/view/json/json.hpp"

#include "interpreter/program/program.hpp"

namespace glint::view {

namespace {

/// Adds a member whose name is not there yet: Json would compare it with all that are.
void add(Json& object, const std::string& name, Json value) {
  object.get_ref<Json::object_t&>().push_back({name, std::move(value)});
}

/// A player's name, or null.
Json player_json(int player, const Scene& scene) {
  return player < 0 ? Json() : Json(scene.players[static_cast<std::size_t>(player)]);
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', true, Json::error_handler_t::replace);
}

Json acting_json(const Scene& scene) {
  const auto edge = [&](const auto& each) { return scene.label(each.first) + "." + scene.way_name(each.second); };
  return {{"cells", list_of(scene.acting_cells, [&](int cell) { return scene.label(cell); })},
          {"edges", list_of(scene.acting_edges, edge)}};
}

Json zones_json(const Scene& scene) {
  return list_of(scene.legend, [&](const Ground& zone) {
    const char* const what = zone.of_lines ? "lines" : zone.of_edges ? "edges" : "cells";
    return Json{{"name", zone.name}, {"sign", zone.sign}, {what, places_of(zone, scene)}};
  });
}

Json notes_json(const Scene& scene) {
  return list_of(scene.notes, [&](const Position::Note& note) {
    Json json = {{"player", player_json(note.player, scene)}, {"text", note.text}};
    if (!note.pieces.empty())
      json["pieces"] = list_of(note.pieces, [&](const auto& each) {
        return Json{{"piece", json_of(each.first, scene)}, {"text", each.second}};
      });
    return json;
  });
}

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
  json["pieces"] = list_of(scene.pieces[number], [&](const PieceInfo& piece) { return json_of(piece, scene); });
  return json;
}

}  // namespace

Json json_of(const Error& error) {
  Json json = {{"code", error.code},         {"severity", error.is_warning ? "warning" : "error"},
               {"message", error.message},   {"file", error.file},
               {"line", error.line},         {"column", error.column},
               {"end_line", error.end_line}, {"end_column", error.end_column},
               {"help", error.help}};
  for (const Mend& mend : error.mends)
    json["mends"].push_back(Json{{"title", mend.title},
                                 {"line", mend.line},
                                 {"column", mend.column},
                                 {"end_line", mend.end_line},
                                 {"end_column", mend.end_column},
                                 {"text", mend.text},
                                 {"certain", mend.is_certain}});
  return json;
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
  Json json = {{"source", scene.label(beam.source)}};
  if (!beam.name.empty()) json["name"] = beam.name;
  if (beam.entry_way >= 0) json["entry"] = scene.way_name(beam.entry_way);
  json["path"] = list_of(beam.path, [&](const BeamStep& step) {
    return Json{
        {"cell", scene.label(step.cell)}, {"way", scene.way_name(step.way)}, {"payload", json_of(step.payload, scene)}};
  });
  json["branches"] = list_of(beam.branches, [&](const Beam& branch) { return json_of(branch, scene); });
  constexpr const char* kEnds[] = {"left", "stopped", "looped", "split"};
  Json& end = json["end"] = {{"kind", kEnds[static_cast<std::size_t>(beam.end)]},
                             {"at", beam.end_cell >= 0 ? Json(scene.label(beam.end_cell)) : Json()}};
  if (!beam.end_name.empty()) end["name"] = beam.end_name;
  if (beam.end_way >= 0) end["way"] = scene.way_name(beam.end_way);
  if (!beam.left_with.empty()) end["payload"] = json_of(beam.left_with, scene);
  return json;
}

Json beams_json(const Scene& scene) {
  return list_of(scene.beams, [&](const Beam& beam) { return json_of(beam, scene); });
}

Json json_of(const PieceInfo& piece, const Scene& scene) {
  Json json = {{"kind", piece.kind},
               {"owner", player_json(piece.owner, scene)},
               {"glyph", piece.glyph},
               {"fields", json_of(piece.fields)}};
  if (!piece.emits.empty())
    json["emits"] = list_of(piece.emits, [&](const BeamStep& beam) {
      return Json{{"way", scene.way_name(beam.way)}, {"payload", json_of(beam.payload, scene)}};
    });
  if (!piece.sides.empty()) json["sides"] = list_of(piece.sides, [&](int way) { return scene.way_name(way); });
  return json;
}

Json light_json(const Scene& scene) {
  Json json = Json::object();
  const auto light = light_of(scene);
  for (std::size_t cell = 0; cell < light.size(); ++cell)
    if (light[cell]) add(json, scene.cells[cell].label, json_of(*light[cell], scene));
  return json;
}

Json json_of(const Position& position, const Scene& scene, int viewer) {
  Json variables = Json::object(), cells = Json::array();
  for (const auto& [name, value] : scene.variables) add(variables, name, value);
  for (std::size_t i = 0; i < scene.cells.size(); ++i) cells.push_back(cell_json(i, scene));
  return {{"game", position.game().id()},
          {"title", scene.title},
          {"position", position.text_for(viewer)},
          {"to_move", player_json(position.over() ? -1 : position.to_move(), scene)},
          {"result", position.over() ? Json(position.outcome_text()) : Json()},
          {"score", score_json(position, viewer)},
          {"variables", std::move(variables)},
          {"cells", std::move(cells)},
          {"light", light_json(scene)},
          {"acting", acting_json(scene)},
          {"zones", zones_json(scene)},
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

std::string json_line(const Json& json) { return dumped(json, -1); }
std::string json_text(const Json& json) { return dumped(json, 2) + "\n"; }

}  // namespace glint::view
