// Choices made together and not yet carried out: Layout::pending of a State.
#pragma once

#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

class PendingChoices {
 public:
  /// `frame`: its lower part is the State. Both outlive it.
  PendingChoices(const Program& program, Word* frame) : program_(program), frame_(frame) {}

  /// Which move a player has chosen, or -1; what was picked, pick by pick.
  int move_of(int player) const;
  void picks_of(int player, std::vector<std::vector<Word>>& picks) const;
  bool has_decided(int player) const { return frame_[slot(player)] != 0; }
  /// The player has nothing to choose.
  void pass(int player) { frame_[slot(player)] = Layout::kNothing; }
  /// Copies the picks, from the slots of the run code, or of the quick code for a listed run.
  void keep(int player, int move, bool listed);
  /// Puts them back where the run code finds them.
  void put_back(int player);
  void clear();

 private:
  Slot slot(int player) const {
    return program_.layout.pending + static_cast<Slot>(player) * program_.layout.pending_stride;
  }

  const Program& program_;
  Word* const frame_;
};

}  // namespace glint
