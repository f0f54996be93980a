// Listing the moves of a choice, and asking whether one can be made.
#include "interpreter/machine/interpreter.hpp"

namespace glint {

std::int64_t Interpreter::list_all() {
  const Restored stopping(random_play_, static_cast<RandomPlay*>(nullptr));
  const Restored quietly(quiet_, true);
  const Status status = run(node().list);
  listing_ = -1;
  if (status != Status::error) return listed();
  pieces_.undo().unwind();
  return -1;
}

std::int64_t Interpreter::list_one(int move) {
  ledger_.clear();
  const int code = program_.moves[move].list.of(frame_[Layout::kMe]);
  const Restored quietly(quiet_, true);
  if (code < 0 || run(code) != Status::error) return listed();
  pieces_.undo().unwind();
  return -1;
}

Interpreter::Listed Interpreter::can(int move, int player) {
  // The listing of one move asks about another move of the same player in the same position: the ledger has the answer.
  if (listing_ >= 0 && program_.lowered.listed && can_depth_ == 0 && pieces_.undo().depth() == 0 && player == to_move())
    for (const int listed : node().moves) {
      if (listed == listing_) break;
      if (listed == move) return ledger_.has_run_of(move) ? Listed::something : Listed::nothing;
    }
  const int code = program_.moves[move].list.of(static_cast<Word>(player));
  if (code < 0) return Listed::nothing;
  if (can_depth_ == kMostCans) {
    failures_.fail(lang::Code::G0605, program_.rules.moves[move].span,
                   "this `can` depends on more than " + std::to_string(kMostCans) + " nested `can`s");
    return Listed::error;
  }
  ++can_depth_;
  const Restored quietly(quiet_, true);
  const bool probe_before = ledger_.begin_probe();
  const Word me_before = frame_[Layout::kMe];
  const auto base_before = pieces_.undo().enter();
  frame_[Layout::kMe] = static_cast<Word>(player);
  const Status status = run(code);
  const bool found = ledger_.end_probe(probe_before);
  pieces_.undo().leave(base_before);
  frame_[Layout::kMe] = me_before;
  --can_depth_;
  return status == Status::error ? Listed::error : found ? Listed::something : Listed::nothing;
}

bool Interpreter::measure(int move) {
  const int code = program_.moves[move].list.of(frame_[Layout::kMe]);
  AllRuns& runs = all_runs_[static_cast<std::size_t>(move)];
  const Restored measuring(runs.measures, true);
  const Restored quietly(quiet_, true);
  const auto base_before = pieces_.undo().enter();
  const bool is_good = code < 0 || run(code) != Status::error;
  pieces_.undo().leave(base_before);
  runs.measured = runs.greatest;  // other code may list the move again
  return is_good;
}

}  // namespace glint
