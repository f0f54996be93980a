// The table of positions that a search has met (Zobrist 1970; Slate and Atkin 1977), by the hashes of their States. Its
// size is fixed. Threads share it without locks: an entry whose words do not belong together is not found (Hyatt and
// Mann 2002).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace glint {

class Transpositions {
 public:
  enum class Bound : std::uint8_t { exact, lower, upper };
  struct Entry {
    std::int64_t value = 0;  // for the player to move; results count plies from here
    std::uint32_t move = 0;  // the best one, as listed
    std::uint8_t depth = 0;  // of the search from here
    Bound bound = Bound::exact;
    bool is_exact = false;   // all lines that matter were followed to the end of the game
    bool has_value = true;   // found: false if the position came about in another way, and rules may ask for that
  };

  /// Room for 2^bits entries.
  explicit Transpositions(unsigned bits) : slots_(std::size_t{1} << bits) {}

  /// `past`: a hash of all that rules may read of earlier positions.
  std::optional<Entry> find(std::uint64_t hash, std::uint64_t past) const {
    for (std::size_t i = 0; i < kEach; ++i) {
      const Slot& slot = slots_[first_of(hash) + i];
      const std::uint64_t value = get(slot.value), rest = get(slot.rest), before = get(slot.past);
      if ((get(slot.check) ^ value ^ rest ^ before) != hash || (rest & kUsed) == 0) continue;
      Entry entry = unpacked(rest);
      entry.value = static_cast<std::int64_t>(value);
      entry.has_value = before == past;
      return entry;
    }
    return std::nullopt;
  }

  /// Replaces the entry of this position, else the one of least depth, where those of earlier searches count for less.
  void keep(std::uint64_t hash, std::uint64_t past, const Entry& entry) {
    Slot* place = nullptr;
    int least = 0;
    for (std::size_t i = 0; i < kEach; ++i) {
      Slot& slot = slots_[first_of(hash) + i];
      const std::uint64_t rest = get(slot.rest);
      if ((get(slot.check) ^ get(slot.value) ^ rest ^ get(slot.past)) == hash) {
        place = &slot;
        break;
      }
      const int worth = (rest & kUsed) == 0 ? -1000 : unpacked(rest).depth - ((rest >> kAge & kAges) == age_ ? 0 : 256);
      if (place && worth >= least) continue;
      place = &slot;
      least = worth;
    }
    const auto value = static_cast<std::uint64_t>(entry.value);
    const std::uint64_t rest = packed(entry);
    set(place->check, hash ^ value ^ rest ^ past);
    set(place->value, value);
    set(place->rest, rest);
    set(place->past, past);
  }

  /// Entries so far give way to those of the search that begins.
  void begin_search() { age_ = (age_ + 1) & kAges; }

 private:
  using Word64 = std::atomic<std::uint64_t>;
  struct Slot {
    Word64 check{0}, value{0}, rest{0}, past{0};
  };
  static constexpr std::size_t kEach = 2;  // slots where a position may be
  static constexpr unsigned kAge = 48;
  static constexpr std::uint64_t kAges = 0xFF, kUsed = std::uint64_t{1} << 63;

  static std::uint64_t get(const Word64& word) { return word.load(std::memory_order_relaxed); }
  static void set(Word64& word, std::uint64_t value) { word.store(value, std::memory_order_relaxed); }
  std::size_t first_of(std::uint64_t hash) const { return hash & (slots_.size() - kEach); }
  std::uint64_t packed(const Entry& entry) const {
    return entry.move | std::uint64_t{entry.depth} << 32 | static_cast<std::uint64_t>(entry.bound) << 40 |
           std::uint64_t{entry.is_exact} << 42 | age_ << kAge | kUsed;
  }
  static Entry unpacked(std::uint64_t rest) {
    return {0, static_cast<std::uint32_t>(rest), static_cast<std::uint8_t>(rest >> 32),
            static_cast<Bound>(rest >> 40 & 3), (rest >> 42 & 1) != 0, true};
  }

  std::vector<Slot> slots_;
  std::uint64_t age_ = 0;
};

}  // namespace glint
