// What the two passes over the grammar (parse.cpp, expected.cpp) know of its rules. Private to this folder.
#pragma once

#include <type_traits>

#include "lang/grammar/file.hpp"
#include "lang/parse/nodes.hpp"

namespace glint::lang::parsing {

namespace pegtl = tao::pegtl;
using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, const char*>;

/// The kind of the nodes that a rule makes, if it makes any.
template <typename Rule>
inline constexpr int kind_of = -1;
#define GLINT_NODE(rule) \
  template <>            \
  inline constexpr int kind_of<grammar::rule> = static_cast<int>(Kind::rule);
#define GLINT_NODE_AS(rule, kind) \
  template <>                     \
  inline constexpr int kind_of<grammar::rule> = static_cast<int>(Kind::kind);
#include "lang/parse/nodes.def"

/// The rules that every nesting uses; their depth is limited.
template <typename Rule>
inline constexpr bool nests = false;
template <>
inline constexpr bool nests<grammar::expression> = true;
template <>
inline constexpr bool nests<grammar::type> = true;
template <>
inline constexpr bool nests<grammar::body> = true;
template <>
inline constexpr bool nests<grammar::if_statement> = true;

/// Counts one more while it lives.
class Counted {
 public:
  explicit Counted(int& count) : count_(count) { ++count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --count_; }

 private:
  int& count_;
};

}  // namespace glint::lang::parsing
