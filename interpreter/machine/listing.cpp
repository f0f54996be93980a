// Listing the moves of a choice, and asking whether one can be made.
#include <algorithm>

#include "interpreter/machine/interpreter.hpp"

namespace glint {

bool Interpreter::list_into(int move) {
  const int code = program_.moves[move].list.of(frame_[Layout::kMe]);
  if (code < 0) return true;
  const Restored quietly(quiet_, true);
  if (run(code) != Status::error) return true;
  unwind();
  return false;
}

std::int64_t Interpreter::list_all() {
  ledger_.clear();
  knows_runs_ = program_.knows_listed;
  if (knows_runs_) std::fill(has_runs_.begin(), has_runs_.end(), std::nullopt);
  bool fine = true;
  for (const int move : node().moves) {
    const std::size_t before = ledger_.entries();
    fine = list_into(move);
    if (!fine) break;
    if (knows_runs_) has_runs_[move] = ledger_.entries() > before;
  }
  knows_runs_ = false;
  return fine ? listed() : -1;
}

std::int64_t Interpreter::list_one(int move) {
  ledger_.clear();
  return list_into(move) ? listed() : -1;
}

Interpreter::Listed Interpreter::can(int move, int player) {
  // The listing of one move asks about another one of the same player in the same position: the ledger has the answer.
  if (knows_runs_ && cans_ == 0 && undo_.depth() == 0 && player == to_move())
    if (const std::optional<bool> known = has_runs_[move]) return *known ? Listed::something : Listed::nothing;
  const int code = program_.moves[move].list.of(static_cast<Word>(player));
  if (code < 0) return Listed::nothing;
  if (cans_ == kMostCans) {
    fail(lang::Code::G0605, program_.rules.moves[move].span,
         "whether this can be chosen depends on more than " + std::to_string(kMostCans) + " `can`s within each other");
    return Listed::error;
  }
  ++cans_;
  const Restored quietly(quiet_, true);
  const bool probe_before = ledger_.begin_probe();
  const Word me_before = frame_[Layout::kMe];
  const auto base_before = undo_.enter();
  frame_[Layout::kMe] = static_cast<Word>(player);
  const Status status = run(code);
  const bool found = ledger_.end_probe(probe_before);
  undo_.leave(base_before);
  frame_[Layout::kMe] = me_before;
  --cans_;
  return status == Status::error ? Listed::error : found ? Listed::something : Listed::nothing;
}

}  // namespace glint
