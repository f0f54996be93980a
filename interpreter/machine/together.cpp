// Choices made together. Each is one ply: judged alone, on the position before, then kept in the State (`pending`)
// until the last player has chosen; then all are carried out in the order of the seats.
#include <algorithm>

#include "interpreter/machine/machine.hpp"

namespace glint {

Word* Machine::pending(int player) {
  return &frame_[program_.layout.pending + static_cast<Slot>(player) * program_.layout.pending_stride];
}

int Machine::chosen(int player) const {
  if (program_.layout.pending_stride == 0) return -1;
  const Word kept = frame_[program_.layout.pending + static_cast<Slot>(player) * program_.layout.pending_stride];
  return kept == 0 || kept == Layout::kNothing ? -1 : static_cast<int>(kept) - 1;
}

void Machine::chosen_picks(int player, std::vector<std::vector<Word>>& picks) const {
  const Word* from = &frame_[program_.layout.pending + static_cast<Slot>(player) * program_.layout.pending_stride + 1];
  for (const PickInfo& pick : program_.moves[static_cast<std::size_t>(chosen(player))].picks) {
    const int words = program_.set_words(pick.type);
    picks.emplace_back(from, from + words);
    from += words;
  }
}

void Machine::forget_choices() {
  std::fill(frame_.begin() + program_.layout.pending, frame_.begin() + program_.layout.play, 0);
  frame_[Layout::kMe] = 0;
}

/// The run is made to its end, and taken back; what was picked is kept. A run that ends the game is a legal one.
Machine::Status Machine::choose_in_secret(int move, bool want_reason, bool listed) {
  save(0);
  quiet_ = !want_reason;
  const Status status = run_move(move, listed);
  quiet_ = false;
  restore(0);
  if (status == Status::failed || status == Status::error) return status;
  keep_choice(move, listed);
  return Status::done;
}

/// What was picked of a listed run is kept without a try, where nothing in it can be an error; else false.
bool Machine::choose_untried(int move) {
  if (!program_.moves[static_cast<std::size_t>(move)].is_sure) return false;
  keep_choice(move, true);
  return true;
}

/// Into `pending`: what was picked lies where the run, or of a listed one its own code, has it.
void Machine::keep_choice(int move, bool listed) {
  Word* into = pending(to_move());
  *into++ = static_cast<Word>(move) + 1;
  for (const PickInfo& pick : program_.moves[static_cast<std::size_t>(move)].picks)
    into = std::copy_n(&frame_[listed ? pick.quick : pick.slot], program_.set_words(pick.type), into);
}

/// Waits for the next player, from `first` on, who has something to choose; done: nobody has. Without an `else`
/// everybody must have.
Machine::Status Machine::next_seat(int first) {
  for (int player = first; player < static_cast<int>(program_.rules.players.size()); ++player) {
    frame_[Layout::kMe] = static_cast<Word>(player);
    if (node().otherwise < 0) return Status::waiting;
    for (const int move : node().moves) {
      const Listed listed = anything_listed(move);
      if (listed == Listed::error) return Status::error;
      if (listed == Listed::something) return Status::waiting;
    }
    *pending(player) = Layout::kNothing;
  }
  return Status::done;
}

/// All choices in the order of the seats. One that ends the game ends it: those behind it are not carried out.
Machine::Status Machine::carry_out() {
  fuel_ = kFuel;
  for (int player = 0; player < static_cast<int>(program_.rules.players.size()); ++player) {
    const int move = chosen(player);
    if (move < 0) continue;
    frame_[Layout::kMe] = static_cast<Word>(player);
    const MoveCode& code = program_.moves[static_cast<std::size_t>(move)];
    const Word* from = pending(player) + 1;
    for (const PickInfo& pick : code.picks) {
      const int words = program_.set_words(pick.type);
      std::copy_n(from, words, &frame_[pick.slot]);
      from += words;
    }
    moving_ = true;
    const Status status = run(code.carry);
    moving_ = false;
    if (status != Status::done) return status;
  }
  forget_choices();
  return Status::done;
}

Machine::Status Machine::apply_alone(int move) {
  fuel_ = kFuel;
  quiet_ = true;
  const Status status = run_move(move);
  quiet_ = false;
  return status;
}

Machine::Status Machine::not_there(const Instruction* at, int cell) {
  std::string kinds;
  const Word mask = frame_[at->b];
  for (std::size_t k = 0; k < program_.rules.kinds.size(); ++k)
    if (mask >> k & 1) kinds += (kinds.empty() ? "`" : " or `") + program_.rules.kinds[k].name + "`";
  return error(at, lang::Code::G0612,
               "what was chosen together does not go together: here a " + kinds + " must stand on " +
                   program_.geometry.info[static_cast<std::size_t>(cell)].label + ", and none does any more");
}

}  // namespace glint
