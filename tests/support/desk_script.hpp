// A small script in an editor, for tests of the desk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interpreter/desk/desk.hpp"
#include "interpreter/game/loading/load.hpp"
#include "tests/catch.hpp"

namespace glint::desk {

inline std::unique_ptr<lang::Loader> bundled(const std::string&) { return bundled_loader(nullptr); }

inline std::uint32_t place(const Desk& desk, const std::string& document, const std::string& around, std::size_t offset = 0) {
  const std::size_t found = desk.text(document)->find(around);
  REQUIRE(found != std::string::npos);
  return static_cast<std::uint32_t>(found + offset);
}

inline std::vector<std::string> names_of(const std::vector<Completion>& all) {
  std::vector<std::string> names;
  for (const Completion& each : all) names.push_back(each.name);
  return names;
}

inline bool offers(Desk& desk, const std::string& document, std::uint32_t at, const std::string& name) {
  const std::vector<std::string> names = names_of(desk.completion(document, at));
  return std::find(names.begin(), names.end(), name) != names.end();
}

inline constexpr const char* kScript = R"(game "A"
use square
players red, blue
/// A lamp.
piece lamp { hue: {warm, cold}; emits n; look "l" }
beam { }
board square(4, 4)
var left: 0..16 = 16
let free = empty
move place "{at}" {
  pick at in free
  put lamp(hue = warm) on at
  left -= 1
}
play { repeat { turn of each player { choose place else { end : tie } } } }
)";

}  // namespace glint::desk
