#include "interpreter/desk/protocol/requests.hpp"

#include <algorithm>

#include "lang/source/text.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

namespace {

enum class Holds { text, number, any_number, flag, texts, object, objects };

/// The fields of requests, those of the protocol among them.
struct Field {
  std::string_view name;
  Holds holds;
  std::string_view meaning;
};
constexpr Field kFields[] = {
    {"position", Holds::object, "a place in the text, {\"line\": 0, \"character\": 0}"},
    {"range", Holds::object, "a part of the text, {\"start\": {\"line\": 0, \"character\": 0}, \"end\": ...}"},
    {"newName", Holds::text, "the new name"},
    {"game", Holds::text, "the name of a game that comes with Glint, or the path of a script"},
    {"expression", Holds::text, "an expression of the language, such as \"count(empty)\""},
    {"cell", Holds::text, "the label of a cell, such as \"C4\""},
    {"source", Holds::text, "the label of a cell, such as \"C4\""},
    {"move", Holds::text, "the text of a move, as `glint/moves` lists it"},
    {"moves", Holds::texts, "a list of moves, each as `glint/moves` lists it"},
    {"picked", Holds::texts, "a list of values that were picked, as texts"},
    {"of", Holds::text, "the name of a script, as a variant writes it"},
    {"name", Holds::text, "the name of a new script"},
    {"pieces", Holds::texts, "a list of pieces, each as `glint/palette` has it in `put`"},
    {"titles", Holds::texts, "a list of titles of tests"},
    {"without", Holds::texts, "a list of what players do without, such as \"piece:mirror\" or \"move:place@north\""},
    {"vary", Holds::texts, "a list of what may change: a kind of change or a declaration"},
    {"fix", Holds::texts, "a list of what must not change"},
    {"title", Holds::text, "the title of a test, or of a new script"},
    {"test", Holds::text, "the title of a test"},
    {"at", Holds::text, "the text of a position, as in `board.position`"},
    {"as", Holds::text, "the name of a player"},
    {"before", Holds::text, "the text of a script"},
    {"form", Holds::text, "`markdown` or `html`"},
    {"only", Holds::text, "a part of a game on paper, such as \"board\""},
    {"paper", Holds::text, "`a4` or `letter`"},
    {"size", Holds::any_number, "a number: millimetres from one cell to the next"},
    {"spare", Holds::number, "a whole number: counters more than the rules need"},
    {"low_ink", Holds::flag, "true or false"},
    {"grey", Holds::flag, "true or false"},
    {"bot", Holds::text, "a program that plays, such as \"mcts\""},
    {"bots", Holds::object, "programs that play, {PLAYER: \"mcts\"}"},
    {"options", Holds::object, "values of options, {NAME: VALUE}"},
    {"draws", Holds::object, "values of draws, {NAME: VALUE}"},
    {"seed", Holds::number, "a whole number"},
    {"bot_seed", Holds::number, "a whole number"},
    {"seconds", Holds::any_number, "a number: how long a program may think"},
    {"first", Holds::number, "a whole number: how many moves to pass over"},
    {"most", Holds::number, "a whole number: how many moves or variants to list"},
    {"games", Holds::number, "a whole number: how many games to play"},
    {"limit", Holds::number, "a whole number: how many positions to compare"},
    {"wants", Holds::texts, "a list of measures and what they are to be, such as \"length 20..60\""},
    {"candidates", Holds::number, "a whole number: how many variants to look at"},
    {"keep", Holds::number, "a whole number: how many finalists"},
    {"studies", Holds::objects, "a list of studies, each with a `label` and the fields of `glint/study`"},
    {"until", Holds::text, "a measure and the width of its interval, such as \"length within 0.5\""},
    {"played", Holds::texts, "a list of games, each with the numbers of its moves as listed"},
    {"max_plies", Holds::number, "a whole number: how many moves a game may have"},
    {"wait", Holds::flag, "true or false"},
    {"late", Holds::flag, "true or false"},
    {"picture", Holds::flag, "true or false"},
    {"boards", Holds::flag, "true or false"},
    {"rotates", Holds::flag, "true or false"},
};

bool holds(const Json& value, Holds what) {
  const auto is_one = [&](const Json& each) { return what == Holds::texts ? each.is_string() : each.is_object(); };
  return what == Holds::text     ? value.is_string()
         : what == Holds::number ? value.is_number_unsigned() || (value.is_number_integer() && value >= 0)
         : what == Holds::any_number ? value.is_number()
         : what == Holds::flag   ? value.is_boolean()
         : what == Holds::object ? value.is_object()
                                 : value.is_array() && std::all_of(value.begin(), value.end(), is_one);
}

}  // namespace

std::string_view meaning_of_field(std::string_view name) {
  for (const Field& field : kFields)
    if (field.name == name) return field.meaning;
  return {};
}

const Json& field_of(const Json& json, const char* name) {
  if (json.is_object() && !json.contains(name)) throw MissingField(name);
  return json.at(name);
}

std::string wrong_field(const Json& params) {
  if (!params.is_object()) return {};
  for (const Field& field : kFields) {
    const auto given = params.find(field.name);
    const bool may_be_null = field.holds == Holds::object || field.name == "as";
    if (given == params.end() || (may_be_null && given->is_null()) || holds(*given, field.holds)) continue;
    return lang::marked(field.name) + " is " + lang::with_article(given->type_name()) + ", and should be " +
           std::string(field.meaning);
  }
  return {};
}

std::string help_for(int code) {
  if (code == kParseError || code == kInvalidRequest)
    return "a request is an object: {\"id\": 1, \"method\": \"glint/moves\", \"params\": {\"game\": \"laser_lawn\"}}";
  if (code == kMethodNotFound) return "the answer to `initialize` names the requests";
  return code == kInvalidParams ? "interpreter/desk/protocol/README.md has the fields of each request" : "";
}

Settings settings_of(const Json& params, const char* key) {
  Settings settings;
  const Json given = params.value(key, Json::object());
  if (given.is_null()) return settings;
  for (const auto& [name, value] : given.get_ref<const Json::object_t&>())
    for (const Json& each : value.is_array() ? value : Json::array({value}))
      settings.emplace_back(name, each.is_string() ? each.get<std::string>() : each.dump());
  return settings;
}

Where where_of(const Json& params) {
  Where where;
  where.options = settings_of(params, "options");
  where.draws = settings_of(params, "draws");
  where.seed = params.value("seed", std::uint64_t{1});
  where.waits = params.value("wait", false);
  where.at = params.value("at", std::string());
  where.test = params.value("test", std::string());
  where.moves = params.value("moves", std::vector<std::string>());
  return where;
}

}  // namespace glint::desk
