// Restored: a variable has another value until the end of a block, and then again the one that it had.
#pragma once

#include <utility>

namespace glint {

/// Gives a variable another value while this lives.
template <class T>
class Restored {
 public:
  Restored(T& place, T value) : place_(place), before_(std::exchange(place, std::move(value))) {}
  ~Restored() { place_ = std::move(before_); }
  Restored(const Restored&) = delete;

 private:
  T& place_;
  T before_;
};

}  // namespace glint
