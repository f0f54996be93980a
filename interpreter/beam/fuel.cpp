#include "interpreter/beam/fuel.hpp"

namespace glint {

bool Fuel::next_portion() {
  const std::int64_t left = this->left();
  if (left < 0 || is_stopped_) return false;
  is_stopped_ = stop_ && stop_();
  if (is_stopped_) return false;
  portion_ = std::min(left, kPortion);
  beyond_ = left - portion_;
  return true;
}

std::int64_t Fuel::portion_of(std::int64_t units) const {
  return std::clamp<std::int64_t>(portion_ - kOfRefill, 0, std::max<std::int64_t>(units, 0));
}

bool Fuel::is_wanted() {
  if (!is_stopped_ && !(stop_ && stop_())) return true;
  is_stopped_ = true;
  beyond_ += portion_ + 1;
  portion_ = -1;  // so the next user of fuel ends, too
  cases_.run_out_of_fuel();
  return false;
}

bool Fuel::burn_on() {
  if (next_portion()) {
    cases_.portion_taken();
    return true;
  }
  cases_.run_out_of_fuel();
  return false;
}

}  // namespace glint
