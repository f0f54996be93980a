#include "interpreter/players/exact/packed_queue.hpp"

#include <utility>

namespace glint {

constexpr std::size_t kGroup = 8;  // words whose changes one byte marks

PackedQueue::PackedQueue(std::vector<Word> origin, std::uint64_t most_bytes, SearchStore* store)
    : origin_(std::move(origin)), most_bytes_(most_bytes), bytes_(store, SearchStore::waiting) {}

bool PackedQueue::push(std::uint32_t number, const std::vector<Word>& state) {
  pack(number, state);
  if (bytes_.size() - taken_ + packed_.size() + SearchStore::kPiece > most_bytes_) return false;
  for (const std::uint8_t byte : packed_) bytes_.push_back(byte);
  return true;
}

void PackedQueue::pack(std::uint32_t number, const std::vector<Word>& state) {
  std::vector<std::uint8_t>& bytes = packed_;
  bytes.clear();
  for (unsigned i = 0; i < sizeof number; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
  // A byte marks which words of the group differ. For each of them, a byte marks which of its bytes differ, and these
  // bytes follow.
  for (std::size_t group = 0; group < state.size(); group += kGroup) {
    const std::size_t mask_at = bytes.size();
    bytes.push_back(0);
    const std::size_t end = std::min(group + kGroup, state.size());
    for (std::size_t i = group; i < end; ++i) {
      const Word difference = state[i] ^ origin_[i];
      if (difference == 0) continue;
      bytes[mask_at] = static_cast<std::uint8_t>(bytes[mask_at] | 1u << (i - group));
      const std::size_t which_at = bytes.size();
      bytes.push_back(0);
      for (unsigned b = 0; b < sizeof(Word); ++b) {
        const auto byte = static_cast<std::uint8_t>(difference >> (8 * b));
        if (byte == 0) continue;
        bytes[which_at] = static_cast<std::uint8_t>(bytes[which_at] | 1u << b);
        bytes.push_back(byte);
      }
    }
  }
}

std::uint32_t PackedQueue::pop(std::vector<Word>& state) {
  bytes_.forget_before(taken_);
  const auto next = [this] { return bytes_[taken_++]; };
  std::uint32_t number = 0;
  for (unsigned i = 0; i < sizeof number; ++i) number |= static_cast<std::uint32_t>(next()) << (8 * i);
  state = origin_;
  for (std::size_t group = 0; group < state.size(); group += kGroup) {
    for (unsigned words = next(); words != 0; words &= words - 1) {
      Word& word = state[group + static_cast<std::size_t>(__builtin_ctz(words))];
      for (unsigned which = next(); which != 0; which &= which - 1)
        word ^= static_cast<Word>(next()) << (8 * __builtin_ctz(which));
    }
  }
  return number;
}

}  // namespace glint
