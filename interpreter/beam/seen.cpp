#include "interpreter/beam/kernel.hpp"

namespace glint {

/// Nothing has been seen by any trace. On a large board this takes milliseconds, so it waits for the first beam: most
/// copies of a position never follow one. False: the host stopped it.
bool SeenStates::forget(Fuel& fuel) {
  constexpr std::size_t kMaxTable = 16'000'000;  // beyond it, there is a hash set
  constexpr std::size_t kAtOnce = 500'000;       // entries are cleared before it is asked whether to stop
  const std::size_t states = static_cast<std::size_t>(program_.geometry.cells) * turns;
  const bool traces = !program_.reactions.emitter_sets.empty() || program_.traces.buffers > 0;
  if (states <= kMaxTable && traces) {
    const std::size_t size = by_stretches_ ? turns : states;
    table_.clear();
    table_.reserve(size);
    while (table_.size() < size) {
      if (!table_.empty() && !fuel.is_wanted()) {
        number_ = ~std::uint32_t{0};  // again, by the next trace
        return false;
      }
      table_.resize(std::min(size, table_.size() + kAtOnce));
    }
    if (size < states) left_.assign(turns * words_, 0);
  }
  number_ = 1;
  return true;
}

}  // namespace glint
