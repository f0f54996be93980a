// JSON from anybody: values take far more memory than their text, so parsing stops where there are too many of them, or
// where they are nested too deep.
#pragma once

#include <cstdint>
#include <string_view>

namespace glint {

struct JsonBounds {
  int depth;           // of lists and objects inside each other
  std::size_t values;  // the names in objects count too
};

template <class Json>
struct BoundedJson {
  enum class Excess : std::uint8_t { none, depth, values };

  Json json;  // as `Json::parse` gives it, if nothing is in excess
  Excess excess = Excess::none;
};

/// `throws`: as for `Json::parse`, if the text is not JSON.
template <class Json>
BoundedJson<Json> parse_bounded(std::string_view text, const JsonBounds& bounds, bool throws) {
  using Bounded = BoundedJson<Json>;
  using Event = typename Json::parse_event_t;
  std::size_t values = 0;
  const auto look = [&](int depth, Event event, Json&) {
    const bool begins = event == Event::array_start || event == Event::object_start;
    if (begins && depth >= bounds.depth) throw Bounded::Excess::depth;
    if ((begins || event == Event::key || event == Event::value) && ++values > bounds.values)
      throw Bounded::Excess::values;
    return true;
  };
  try {
    return {Json::parse(text, look, throws)};
  } catch (const typename Bounded::Excess& excess) {
    return {Json(), excess};
  }
}

}  // namespace glint
