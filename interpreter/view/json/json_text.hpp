// JSON that is written piece by piece, in the form of `Json::dump(2)`. A tree of the whole takes many times the memory of
// its text, and long to free.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/view/json/json.hpp"

namespace glint::view {

class JsonText {
 public:
  /// Takes the pieces of the text in their order: some 64 kilobytes each, and the rest at the end.
  using Put = std::function<void(std::string_view)>;
  explicit JsonText(Put put) : put_(std::move(put)) {}

  /// Begins an object, '{', or a list, '[': the whole, or an element of the list that is open.
  void open(char bracket);
  /// Begins one as a member of the object that is open.
  void open(std::string_view name, char bracket);
  /// A whole value there, or a member.
  void value(const Json& value);
  void value(std::string_view name, const Json& value);
  /// Ends what was opened last. After the whole comes a line break, and all is put.
  void close();
  /// What is open, in each other.
  std::size_t depth() const { return open_.size(); }

 private:
  void next();
  void append(const Json& value);
  void name(std::string_view name);

  Put put_;
  std::string text_;
  std::vector<char> open_;  // brackets
  bool is_first_ = true;    // of what was opened last
};

}  // namespace glint::view
