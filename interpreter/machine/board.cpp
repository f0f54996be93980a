#include "interpreter/machine/board.hpp"

namespace glint {

Board::Board(const Program& program)
    : program_(program),
      words_(program.words()),
      stack_(program.layout.stack),
      piece_sets_(program.layout.piece_sets),
      has_keys_(program.layout.key_slots > 0),
      has_planes_(!program.pieces.plane_begin.empty()),
      keys_(program.layout.keys),
      occupied_(program.layout.occupied),
      tops_(program.layout.tops) {
  const auto words = static_cast<std::size_t>(words_);
  const auto planes = [&](std::size_t key) { return has_planes_ ? program.pieces.plane_begin[key] : 0; };
  frame_.reserve(program.code.initial_frame.size() + words);  // it may be megabytes, and is not to be copied twice
  frame_ = program.code.initial_frame;
  standing_.push_back({static_cast<Slot>(frame_.size()), 0, planes(0), planes(1), program.kept.forget_key[0]});
  frame_.resize(frame_.size() + words);
  for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) {
    const Slot set = static_cast<Slot>(program.pieces.key_set[key]) * static_cast<Slot>(words_);
    standing_.push_back({program.layout.tops + set, program.layout.levels + set * static_cast<Slot>(stack_),
                         planes(key), planes(key + 1), program.kept.forget_key[key]});
  }
}

/// SplitMix64's mixer over words of the State, each with its place.
static std::uint64_t hash_of(const std::vector<Word>& frame, Slot first, Slot end, std::uint64_t h) {
  for (Slot i = first; i < end; ++i) {
    std::uint64_t z = frame[i] + 0x9E3779B97F4A7C15u * (i + 1) + h;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    h = z ^ (z >> 31);
  }
  return h;
}

static constexpr std::uint64_t kFirstHash = 0x9E3779B97F4A7C15u;

std::uint64_t Board::hash() const { return hash_of(frame_, 0, program_.layout.size, kFirstHash); }

std::uint64_t Board::counted_hash() const {
  std::uint64_t h = kFirstHash;
  for (const auto& [first, end] : program_.layout.counted) h = hash_of(frame_, first, end, h);
  return h;
}

void Board::fill_planes() {
  if (program_.pieces.plane_begin.empty()) return;
  const Layout& layout = program_.layout;
  std::fill(frame_.begin() + layout.size, frame_.begin() + layout.end, 0);
  for (const int cell : each_bit(&frame_[layout.occupied], words_))
    each_plane(top(cell).key, static_cast<Slot>(cell / 64), [cell](Word& plane) { plane |= bit_in_word(cell); });
}

}  // namespace glint
