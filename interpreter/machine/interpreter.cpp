#include "interpreter/machine/interpreter.hpp"

#include <algorithm>

namespace glint {

Interpreter::Interpreter(const Program& program)
    : program_(program),
      words_(program.words()),
      pieces_(program, fuel_, cases_),
      space_(program.geometry),
      ledger_(program.code.ledger_forms, program.geometry),
      light_(program, frame_, fuel_, pieces_.beams()) {
  calls_.reserve(64);
}

bool Interpreter::load(std::span<const Word> state) {
  fuel_.refill();
  return pieces_.load(state);
}

// ---- moves ----

Interpreter::Status Interpreter::run_move(int move, const std::vector<Choice>* choices, bool quiet) {
  const Restored quietly(quiet_, quiet);
  const MoveCode& code = program_.moves[move];
  if (!choices) return run_effects(code.quick.of(frame_[Layout::kMe]));
  const Restored chosen(picks_.chosen, Picks::Chosen{choices, move});
  return run_effects(code.run);
}

Interpreter::Status Interpreter::run_effects(int entry) {
  const Restored moving(moving_, true);
  return run(entry);
}

Interpreter::Status Interpreter::run_on_at_random(int entry, RandomPlay& play) {
  const Restored playing(random_play_, &play);
  const Restored quietly(quiet_, false), moving(moving_, false);
  const Status status = run(entry);
  listing_ = -1;
  return status;
}

/// Random play takes the `else` of a choice.
bool Interpreter::goes_on_without_move() {
  fuel_.refill(random_play_->fuel_before_list);
  quiet_ = random_play_->is_arriving = false;
  return ++random_play_->passes <= kMostPasses;
}

void end_game(const Layout& layout, Word* frame, OutcomeKind kind, int winner) {
  frame[Layout::kNode] = Layout::kOver;
  frame[Layout::kOutcome] = static_cast<Word>(kind) | static_cast<Word>(winner + 1) << 8;
  // Made equal for all ends: the last node and player no longer matter.
  frame[Layout::kMe] = 0;
  std::fill(frame + layout.pending, frame + layout.size, 0);
}

}  // namespace glint
