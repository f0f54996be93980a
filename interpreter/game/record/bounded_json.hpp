// JSON from anybody: values take far more memory than their text, so a text with too many of them, or with values
// nested too deep, is refused before any is made. A first pass counts them: the library's own way to check values while
// it makes them repeats a list after each object in it, which takes time with the square of their number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace glint {

struct JsonBounds {
  int depth;           // the depth of lists and objects inside each other
  std::size_t values;  // the names in objects count too
};

template <class Json>
struct BoundedJson {
  enum class Excess : std::uint8_t { none, depth, values };

  Json json;  // as from `Json::parse`, if no bound is exceeded
  Excess excess = Excess::none;
};

/// Counts the values of a text, as the library reads it. Each call returns whether it continues.
template <class Json>
class JsonCounter : public Json::json_sax_t {
 public:
  explicit JsonCounter(const JsonBounds& bounds) : left_(bounds) {}
  typename BoundedJson<Json>::Excess excess() const { return excess_; }

  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(typename Json::number_integer_t) override { return count(); }
  bool number_unsigned(typename Json::number_unsigned_t) override { return count(); }
  bool number_float(typename Json::number_float_t, const std::string&) override { return count(); }
  bool string(std::string&) override { return count(); }
  bool binary(typename Json::binary_t&) override { return count(); }
  bool key(std::string&) override { return count(); }
  bool start_object(std::size_t) override { return begin(); }
  bool start_array(std::size_t) override { return begin(); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool parse_error(std::size_t, const std::string&, const typename Json::exception&) override { return false; }

 private:
  using Excess = typename BoundedJson<Json>::Excess;

  bool count() {
    if (left_.values-- > 0) return true;
    excess_ = Excess::values;
    return false;
  }
  bool begin() {
    if (left_.depth-- > 0) return count();
    excess_ = Excess::depth;
    return false;
  }
  bool end() {
    ++left_.depth;
    return true;
  }

  JsonBounds left_;
  Excess excess_ = Excess::none;
};

/// `throws`: as in `Json::parse`, if the text is not JSON.
template <class Json>
BoundedJson<Json> parse_bounded(std::string_view text, const JsonBounds& bounds, bool throws) {
  JsonCounter<Json> counter(bounds);
  Json::sax_parse(text, &counter);
  if (counter.excess() != BoundedJson<Json>::Excess::none) return {Json(), counter.excess()};
  return {Json::parse(text, nullptr, throws)};
}

}  // namespace glint
