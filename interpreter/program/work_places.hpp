// Where the work of a game goes, if its host may stop it (Limits::stop): an error says so when it is stopped.
//
// Fuel comes in small portions then, and each portion is counted for the instruction that takes it. So the counts are a
// sample of all work with this game, by all threads together.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "lang/source/source.hpp"

namespace glint {

class WorkPlaces {
 public:
  /// Begins to count. `instructions`: how many the code has. Until then `note` does nothing.
  void begin(std::size_t instructions) { counts_.reset(new Count[instructions]()); }
  /// This instruction took a portion of fuel.
  void note(std::size_t instruction) const {
    if (counts_) counts_[instruction].fetch_add(1, std::memory_order_relaxed);
  }
  struct Place {
    lang::Span span;
    std::uint64_t portions = 0;
  };
  /// The place that took most portions, by the places of all instructions; none: nothing was counted.
  std::optional<Place> most(const std::vector<lang::Span>& places) const {
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint64_t> portions;
    std::optional<Place> best;
    for (std::size_t i = 0; counts_ && i < places.size(); ++i) {
      const std::uint64_t count = counts_[i].load(std::memory_order_relaxed);
      if (count == 0) continue;
      std::uint64_t& all = portions[{places[i].file, places[i].begin, places[i].end}];
      all += count;
      if (!best || all > best->portions) best = {places[i], all};
    }
    return best;
  }

 private:
  using Count = std::atomic<std::uint32_t>;
  std::shared_ptr<Count[]> counts_;
};

}  // namespace glint
