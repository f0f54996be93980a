// A State as one seat sees it, for players that must not see more: the same view as in Position::text_for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

class View {
 public:
  View(const Program& program, int seat);

  /// A hash of everything that the seat sees when play waits for a player: the board, the visible variables, the player
  /// to move and the moves, its own simultaneous choice, and which others have chosen.
  std::uint64_t hash(std::span<const Word> state) const;
  /// The number of differences; 0: it sees the same.
  std::int64_t distance(const std::vector<Word>& one, const std::vector<Word>& other) const;
  /// True if `here` may lie on the way from `first` to `last`, if all sets that the seat sees only grow or only shrink.
  /// With `numbers`, the other variables may only have their first or last value.
  bool is_between(const std::vector<Word>& first, const std::vector<Word>& here, const std::vector<Word>& last,
                  bool numbers) const;

 private:
  enum Sight : std::uint8_t { kHidden, kNumber, kSet };
  Word word(std::span<const Word> state, Slot slot) const;

  std::vector<Sight> seen_;  // the seat's view of a slot
  std::vector<Slot> seats_;  // slots that show which players have chosen
  std::vector<Word> nodes_;  // by node: the first node that looks the same to players
};

}  // namespace glint
