// JSON for output. A thin wrapper, so that the library is compiled once and not with every command.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/diff.hpp>
#include <glint/glint.hpp>
#include "interpreter/cli/support/console.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::cli {

/// A JSON value; objects keep the order of their keys.
class Json {
 public:
  Json();  // null
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(Json other) noexcept;
  ~Json();

  Json(std::string_view text);
  Json(const std::string& text) : Json(std::string_view(text)) {}
  Json(const char* text) : Json(std::string_view(text)) {}
  Json(bool value);
  Json(int value) : Json(static_cast<std::int64_t>(value)) {}
  Json(std::int64_t value);
  Json(std::uint64_t value);
  Json(double value);
  Json(const std::vector<std::string>& texts);
  template <class T>
  Json(const std::optional<T>& value) : Json(value ? Json(*value) : Json()) {}  // null if empty
  static Json object();
  static Json array();
  /// A list of the results of `of_each`.
  template <class Range, class OfEach>
  static Json array(const Range& range, OfEach of_each) {
    Json all = array();
    for (const auto& each : range) all.push(of_each(each));
    return all;
  }

  Json& set(std::string_view key, const Json& value);
  Json& push(const Json& value);
  /// As text with a line break at its end. Invalid UTF-8 is replaced.
  std::string text() const;
  /// The same in one line, without a line break.
  std::string line() const;

  struct Value;
  explicit Json(std::unique_ptr<Value> value);

 private:
  friend class JsonStream;
  std::unique_ptr<Value> value_;
};

/// A JSON object of any size, printed piece by piece.
class JsonStream {
 public:
  explicit JsonStream(std::ostream& out);
  ~JsonStream();
  /// A member of the whole, or of an object that was opened last.
  void value(std::string_view key, const Json& value);
  void open(std::string_view key, char bracket);
  /// An element of the list that was opened last.
  void push(const Json& value);
  void open(char bracket);
  void close();
  /// The member "beams". Throws lang::Stopped.
  void beams(const view::Scene& scene);

 private:
  friend int print_json(Console& console, const std::function<void(JsonStream&)>& tell);
  struct Text;
  std::unique_ptr<Text> text_;
};
/// Prints an object whose members `tell` writes. If `tell` throws Stop or lang::Stopped, the object keeps the members so
/// far and ends with "error" and "diagnostics"; the errors are reported, too. Returns the exit status.
int print_json(Console& console, const std::function<void(JsonStream&)>& tell);

Json json_of(const std::vector<Error>& errors);
// As of the same names in view/json/json.hpp and lab/json/diff_json.hpp.
Json json_of(const Error& error);
Json json_of(const TextDiff& text);
Json json_of(const PlayDiff& play);
Json json_of(const view::Payload& payload, const view::Scene& scene);
Json json_of(const PieceInfo& piece, const view::Scene& scene);
std::string json_text(const Position& position, const view::Scene& scene, int viewer);
Json light_json(const view::Scene& scene);
Json json_of(const Settings& settings);
Json score_json(const Position& position, int viewer = -1);

}  // namespace glint::cli
