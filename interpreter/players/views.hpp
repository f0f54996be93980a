// What one seat sees of a State, for players who must not see more: the same as Position::text_for prints, in words.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

class View {
 public:
  View(const Program& program, int seat);

  /// Of all that the seat sees where play waits for a player: what stands on the board, the variables that it may see,
  /// who decides between which moves, what it has chosen itself of choices made together, and who else has chosen.
  std::uint64_t hash(const std::vector<Word>& state) const;
  bool is_same(const std::vector<Word>& one, const std::vector<Word>& other) const;
  /// Could play come from the first State over this one to the last one, if what the seat sees only ever grows or
  /// shrinks on the way? Of sets alone; with `numbers` the values of other variables may not be passing ones either.
  bool is_between(const std::vector<Word>& first, const std::vector<Word>& here, const std::vector<Word>& last,
                  bool numbers) const;

 private:
  struct Run {
    Slot begin, end;
    bool is_sets;
  };
  Word word(const std::vector<Word>& state, Slot slot) const;

  const Program& program_;
  std::vector<Run> seen_;  // slots that it sees as they are
  std::vector<Slot> seats_;  // of who has chosen
  std::vector<Word> nodes_;  // by node: the first one that looks like it
};

}  // namespace glint
