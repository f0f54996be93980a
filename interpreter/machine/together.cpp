// Choices made together. Each is one ply: it is judged by itself, in the position before, then kept in the State
// (`pending`). When the last player has chosen, all are carried out in the order of the seats.
#include <algorithm>

#include "interpreter/machine/machine.hpp"

namespace glint {

int PendingChoices::move_of(int player) const {
  if (program_.layout.pending_stride == 0) return -1;
  const Word kept = frame_[slot(player)];
  return kept == 0 || kept == Layout::kNothing ? -1 : static_cast<int>(kept) - 1;
}

void PendingChoices::picks_of(int player, std::vector<std::vector<Word>>& picks) const {
  const Word* from = frame_ + slot(player) + 1;
  for (const PickInfo& pick : program_.moves[move_of(player)].picks) {
    picks.emplace_back(from, from + pick.words);
    from += pick.words;
  }
}

void PendingChoices::keep(int player, int move, bool listed) {
  Word* into = frame_ + slot(player);
  *into++ = static_cast<Word>(move) + 1;
  const MoveCode& code = program_.moves[move];
  const auto slot_of = [listed](const PickInfo& pick) { return listed ? pick.quick : pick.slot; };
  const Word rounds = code.loop.rounds < 0 ? 0 : frame_[slot_of(code.picks[code.loop.rounds])];
  for (const PickInfo& pick : code.picks)
    for (Slot i = 0; i < static_cast<Slot>(pick.words); ++i)
      *into++ = code.makes(pick, rounds) ? frame_[slot_of(pick) + i] : 0;
}

int PendingChoices::put_back(int player) {
  const Word* from = frame_ + slot(player) + 1;
  const MoveCode& move = program_.moves[move_of(player)];
  for (const PickInfo& pick : move.picks)
    for (Slot i = 0; i < static_cast<Slot>(pick.words); ++i) frame_[pick.slot + i] = *from++;
  return move.carry.of(static_cast<Word>(player));
}

void PendingChoices::clear() { std::fill(frame_ + program_.layout.pending, frame_ + program_.layout.play, 0); }

/// Makes the run to its end and takes it back; keeps its picks. A run that ends the game is legal.
Machine::Status Machine::choose_in_secret(int move, const std::vector<Choice>* choices, bool want_reason) {
  pieces().undo().save(0);
  const Status status = run_move(move, choices, !want_reason);
  pieces().undo().restore(0);
  if (status == Status::failed || status == Status::error) return status;
  Interpreter::pending().keep(to_move(), move, choices == nullptr);
  return Status::done;
}

/// Waits for the first player who has not chosen and has a move. Status done: there is none. Without an `else`, every
/// player must have one.
Machine::Status Machine::next_seat() {
  for (int player = 0; player < static_cast<int>(program().rules.players.size()); ++player) {
    if (Interpreter::pending().has_decided(player)) continue;
    frame_[Layout::kMe] = static_cast<Word>(player);
    if (node().otherwise < 0) return Status::waiting;
    if (const Listed listed = any_listed(); listed != Listed::nothing)
      return listed == Listed::error ? Status::error : Status::waiting;
    Interpreter::pending().pass(player);
  }
  return Status::done;
}

/// Carries out all choices in the order of the seats. If one choice ends the game, those after it are not carried out.
Machine::Status Machine::carry_out() {
  for (int player = 0; player < static_cast<int>(program().rules.players.size()); ++player) {
    if (Interpreter::pending().move_of(player) < 0) continue;
    frame_[Layout::kMe] = static_cast<Word>(player);
    const Status status = run_effects(Interpreter::pending().put_back(player));
    if (status != Status::done) return status;
  }
  Interpreter::pending().clear();
  frame_[Layout::kMe] = 0;
  return Status::done;
}

}  // namespace glint
