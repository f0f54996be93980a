// Whether a value is one of a few.
#pragma once

#include <algorithm>
#include <initializer_list>

namespace glint::lang {

template <class Value>
constexpr bool equals_any(Value value, std::initializer_list<Value> some) {
  return std::find(some.begin(), some.end(), value) != some.end();
}

}  // namespace glint::lang
