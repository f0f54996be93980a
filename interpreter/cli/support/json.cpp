#include "interpreter/cli/support/json.hpp"

#include <nlohmann/json.hpp>

#include "interpreter/game/json_text.hpp"

namespace glint::cli {

struct Json::Value {
  nlohmann::ordered_json json;
};

Json::Json() : value_(std::make_unique<Value>()) {}
Json::Json(const Json& other) : value_(std::make_unique<Value>(*other.value_)) {}
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(Json other) noexcept {
  value_ = std::move(other.value_);
  return *this;
}
Json::~Json() = default;

Json::Json(std::string_view text) : Json() { value_->json = std::string(text); }
Json::Json(bool value) : Json() { value_->json = value; }
Json::Json(std::int64_t value) : Json() { value_->json = value; }
Json::Json(std::uint64_t value) : Json() { value_->json = value; }
Json::Json(double value) : Json() { value_->json = value; }
Json::Json(const std::vector<std::string>& texts) : Json() { value_->json = texts; }

Json Json::object() {
  Json json;
  json.value_->json = nlohmann::ordered_json::object();
  return json;
}

Json Json::array() {
  Json json;
  json.value_->json = nlohmann::ordered_json::array();
  return json;
}

Json& Json::set(std::string_view key, const Json& value) {
  value_->json[std::string(key)] = value.value_->json;
  return *this;
}

Json& Json::push(const Json& value) {
  value_->json.push_back(value.value_->json);
  return *this;
}

std::string Json::text() const {
  return plain_json(value_->json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
}

Json json_of(const Error& error) {
  Json json = Json::object();
  json.set("code", error.code).set("severity", error.is_warning ? "warning" : "error").set("message", error.message);
  json.set("file", error.file).set("line", error.line).set("column", error.column);
  return json.set("end_line", error.end_line).set("end_column", error.end_column).set("help", error.help);
}

Json json_of(const std::vector<Error>& errors) {
  return Json::array(errors, [](const Error& error) { return json_of(error); });
}

Json json_of(const view::Payload& payload, const view::Scene& scene) {
  Json json = Json::object();
  for (std::size_t i = 0; i < payload.size() && i < scene.beam_fields.size(); ++i) {
    const view::BeamField& field = scene.beam_fields[i];
    const view::Carried carried = view::take_apart(payload[i]);
    if (field.is_set) {
      json.set(field.name, carried.number ? Json::array().push(*carried.number) : Json(carried.words));
    } else if (carried.number) {
      json.set(field.name, *carried.number);
    } else {
      json.set(field.name, payload[i]);
    }
  }
  return json;
}

Json json_of(const Beam& beam, const view::Scene& scene) {
  const Json path = Json::array(beam.path, [&](const BeamStep& step) {
    Json json = Json::object();
    return json.set("cell", scene.label(step.cell))
        .set("way", scene.way_name(step.way))
        .set("payload", json_of(step.payload, scene));
  });
  const Json branches = Json::array(beam.branches, [&](const Beam& branch) { return json_of(branch, scene); });
  constexpr const char* kEnds[] = {"left", "stopped", "looped", "split"};
  Json end = Json::object();
  end.set("kind", kEnds[static_cast<std::size_t>(beam.end)]);
  end.set("at", beam.end_cell >= 0 ? Json(scene.label(beam.end_cell)) : Json());
  if (!beam.end_name.empty()) end.set("name", beam.end_name);
  if (beam.end_way >= 0) end.set("way", scene.way_name(beam.end_way));
  if (!beam.left_with.empty()) end.set("payload", json_of(beam.left_with, scene));
  Json json = Json::object();
  json.set("source", scene.label(beam.source));
  if (!beam.name.empty()) json.set("name", beam.name);
  if (beam.entry_way >= 0) json.set("entry", scene.way_name(beam.entry_way));
  return json.set("path", path)
      .set("branches", branches)
      .set("end", end);
}

Json json_of(const PieceInfo& piece, const view::Scene& scene) {
  Json json = Json::object();
  json.set("kind", piece.kind);
  json.set("owner", piece.owner >= 0 ? Json(scene.players[static_cast<std::size_t>(piece.owner)]) : Json());
  json.set("glyph", piece.glyph).set("fields", json_of(piece.fields));
  const auto emitted = [&](const BeamStep& beam) {
    return Json::object().set("way", scene.way_name(beam.way)).set("payload", json_of(beam.payload, scene));
  };
  if (!piece.emits.empty()) json.set("emits", Json::array(piece.emits, emitted));
  if (!piece.sides.empty()) json.set("sides", Json::array(piece.sides, [&](int way) { return scene.way_name(way); }));
  return json;
}

Json light_json(const view::Scene& scene) {
  Json json = Json::object();
  const auto light = view::light_of(scene);
  for (std::size_t cell = 0; cell < light.size(); ++cell) {
    if (light[cell]) json.set(scene.cells[cell].label, json_of(*light[cell], scene));
  }
  return json;
}

Json json_of(const Settings& settings) {
  Json json = Json::object();
  for (const auto& [name, value] : settings) json.set(name, value);
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
    json.set(players[i], *score);
  }
  return json;
}

}  // namespace glint::cli
