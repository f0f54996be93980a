// Choices made together. Each is one ply: it is judged by itself, in the position before, then kept in the State
// (`pending`). When the last player has chosen, all are carried out in the order of the seats.
#include <algorithm>

#include "interpreter/machine/machine.hpp"

namespace glint {

int Machine::chosen(int player) const {
  if (program().layout.pending_stride == 0) return -1;
  const Word kept = frame_[pending(player)];
  return kept == 0 || kept == Layout::kNothing ? -1 : static_cast<int>(kept) - 1;
}

void Machine::chosen_picks(int player, std::vector<std::vector<Word>>& picks) const {
  const Word* from = frame_ + pending(player) + 1;
  for (const PickInfo& pick : program().moves[chosen(player)].picks) {
    const int words = program().set_words(pick.type);
    picks.emplace_back(from, from + words);
    from += words;
  }
}

void Machine::forget_choices() {
  std::fill(frame_ + program().layout.pending, frame_ + program().layout.play, 0);
  frame_[Layout::kMe] = 0;
}

/// Makes the run to its end and takes it back; keeps its picks. A run that ends the game is legal.
Machine::Status Machine::choose_in_secret(int move, const std::vector<Choice>* choices, bool want_reason) {
  save(0);
  const Status status = run_move(move, choices, !want_reason);
  restore(0);
  if (status == Status::failed || status == Status::error) return status;
  keep_choice(move, choices == nullptr);
  return Status::done;
}

/// Copies the picks into `pending`, from the slots of the run code, or of the quick code for a listed run.
void Machine::keep_choice(int move, bool listed) {
  Word* into = frame_ + pending(to_move());
  *into++ = static_cast<Word>(move) + 1;
  for (const PickInfo& pick : program().moves[move].picks)
    into = std::copy_n(frame_ + (listed ? pick.quick : pick.slot), program().set_words(pick.type), into);
}

/// Waits for the first player who has not chosen and has a move. Status done: there is none. Without an `else`, every
/// player must have one.
Machine::Status Machine::next_seat() {
  for (int player = 0; player < static_cast<int>(program().rules.players.size()); ++player) {
    if (frame_[pending(player)] != 0) continue;
    frame_[Layout::kMe] = static_cast<Word>(player);
    if (node().otherwise < 0) return Status::waiting;
    if (const Listed listed = any_listed(); listed != Listed::nothing)
      return listed == Listed::error ? Status::error : Status::waiting;
    frame_[pending(player)] = Layout::kNothing;
  }
  return Status::done;
}

/// Carries out all choices in the order of the seats. If one ends the game, those after it are not carried out.
Machine::Status Machine::carry_out() {
  for (int player = 0; player < static_cast<int>(program().rules.players.size()); ++player) {
    const int move = chosen(player);
    if (move < 0) continue;
    frame_[Layout::kMe] = static_cast<Word>(player);
    const MoveCode& code = program().moves[move];
    const Word* from = frame_ + pending(player) + 1;
    for (const PickInfo& pick : code.picks) {
      const int words = program().set_words(pick.type);
      std::copy_n(from, words, frame_ + pick.slot);
      from += words;
    }
    const Status status = run_effects(code.carry);
    if (status != Status::done) return status;
  }
  forget_choices();
  return Status::done;
}

}  // namespace glint
