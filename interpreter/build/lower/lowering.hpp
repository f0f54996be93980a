// Lowerings, ways to make code quicker, have names, so that each can be turned off, measured and tested by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace glint {

enum class Lowering : std::uint8_t {
#define GLINT_LOWERING(name, what) name,
#include "interpreter/build/lower/lowerings.def"
#undef GLINT_LOWERING
};

struct LoweringInfo {
  const char* name;
  const char* what;
};

inline constexpr LoweringInfo kLowerings[] = {
#define GLINT_LOWERING(name, what) {#name, what},
#include "interpreter/build/lower/lowerings.def"
#undef GLINT_LOWERING
};

/// Some of the lowerings.
class Lowerings {
 public:
  constexpr Lowerings() = default;
  static constexpr Lowerings all() {
    Lowerings some;
    for (std::size_t i = 0; i < std::size(kLowerings); ++i) some.add(static_cast<Lowering>(i));
    return some;
  }
  constexpr Lowerings& add(Lowering one) {
    bits_ |= std::uint32_t{1} << static_cast<int>(one);
    return *this;
  }
  constexpr bool has(Lowering one) const { return bits_ >> static_cast<int>(one) & 1; }

 private:
  std::uint32_t bits_ = 0;
};

inline std::optional<Lowering> lowering_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kLowerings); ++i)
    if (name == kLowerings[i].name) return static_cast<Lowering>(i);
  return std::nullopt;
}

}  // namespace glint
