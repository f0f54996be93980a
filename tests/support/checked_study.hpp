// Study files that were changed, with the checksum that they must have then.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "interpreter/game/record/bounded_json.hpp"
#include "lang/source/fnv.hpp"
#include "lang/source/text.hpp"

namespace glint {

/// The text of a study's file with the checksum that it must have; any other text is left as it is.
inline std::string with_checksum(std::string text) {
  using Json = nlohmann::ordered_json;
  Json json = parse_bounded<Json>(text, {5, std::size_t{1} << 22}, false).json;
  if (!json.is_object()) return text;
  json.erase("checksum");
  text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  lang::Fnv hash;
  hash.bytes(text);
  text.back() = ',';
  return text + "\"checksum\":\"" + lang::hexadecimal(hash.value()) + "\"}\n";
}

}  // namespace glint
