#include "interpreter/cli/support/json.hpp"

#include <ostream>

#include <nlohmann/json.hpp>

#include "interpreter/game/json_text.hpp"
#include "interpreter/lab/json/diff_json.hpp"
#include "interpreter/view/json/json_text.hpp"
#include "lang/source/stop.hpp"

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

struct JsonStream::Text {
  view::JsonText text;
};

JsonStream::JsonStream(std::ostream& out)
    : text_(std::make_unique<Text>(Text{view::JsonText([&out](std::string_view piece) { out << piece; })})) {
  text_->text.open('{');
}
JsonStream::~JsonStream() = default;
void JsonStream::value(std::string_view key, const Json& value) { text_->text.value(key, value.value_->json); }
void JsonStream::open(std::string_view key, char bracket) { text_->text.open(key, bracket); }
void JsonStream::open(char bracket) { text_->text.open(bracket); }
void JsonStream::push(const Json& value) { text_->text.value(value.value_->json); }
void JsonStream::close() { text_->text.close(); }
void JsonStream::beams(const view::Scene& scene) { view::put_beams(scene, text_->text); }

int print_json(Console& console, const std::function<void(JsonStream&)>& tell) {
  JsonStream json(console.out);
  Stop stopped{kDone, {}};
  try {
    tell(json);
  } catch (const Stop& stop) {
    stopped = stop;
  } catch (const lang::Stopped&) {
    stopped = stopped_work();
  }
  while (json.text_->text.depth() > 1) json.close();
  if (stopped.status != kDone) {
    console.report(stopped.errors);
    json.value("error", stopped.errors.empty() ? Json() : json_of(stopped.errors.front()));
    json.value("diagnostics", json_of(stopped.errors));
  }
  json.close();
  return stopped.status;
}

std::string Json::text() const {
  return plain_json(value_->json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
}

std::string Json::line() const {
  return plain_json(value_->json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

Json json_of(const std::vector<Error>& errors) {
  return Json::array(errors, [](const Error& error) { return json_of(error); });
}

Json::Json(std::unique_ptr<Value> value) : value_(std::move(value)) {}

namespace {
Json wrapped(view::Json json) { return Json(std::make_unique<Json::Value>(Json::Value{std::move(json)})); }
}  // namespace

Json json_of(const Error& error) { return wrapped(view::json_of(error)); }
Json json_of(const TextDiff& text) { return wrapped(glint::json_of(text)); }
Json json_of(const PlayDiff& play) { return wrapped(glint::json_of(play)); }
Json json_of(const view::Payload& payload, const view::Scene& scene) { return wrapped(view::json_of(payload, scene)); }
Json json_of(const PieceInfo& piece, const view::Scene& scene) { return wrapped(view::json_of(piece, scene)); }
std::string json_text(const Position& position, const view::Scene& scene, int viewer) {
  return view::json_text(position, scene, viewer);
}
Json light_json(const view::Scene& scene) { return wrapped(view::light_json(scene)); }
Json json_of(const Settings& settings) { return wrapped(view::json_of(settings)); }
Json score_json(const Position& position, int viewer) { return wrapped(view::score_json(position, viewer)); }

}  // namespace glint::cli
