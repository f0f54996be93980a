#include "interpreter/desk/protocol/requests.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

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
  where.at = params.value("at", std::string());
  where.test = params.value("test", std::string());
  where.moves = params.value("moves", std::vector<std::string>());
  return where;
}

}  // namespace glint::desk
