// Listing the moves of a choice, asking whether one can be made, and taking one of those that were listed.
#include <algorithm>

#include "interpreter/machine/machine.hpp"

namespace glint {

std::int64_t Machine::list() {
  if (is_listed_) return listed();
  fuel_ = kFuel;
  return list_all();
}

std::int64_t Machine::list_move(int move) {
  fuel_ = kFuel;
  return list_one(move);
}

std::int64_t Machine::list_all() {
  begin_list();
  knows_runs_ = program_.knows_listed;
  with_runs_ = without_runs_ = 0;
  bool fine = true;
  for (const int move : node().moves) {
    const std::size_t before = ledger_.size();
    fine = list_into(move);
    if (!fine) break;
    if (move < 64) (ledger_.size() > before ? with_runs_ : without_runs_) |= Word{1} << move;
  }
  knows_runs_ = false;
  return fine ? listed() : -1;
}

std::int64_t Machine::list_one(int move) {
  begin_list();
  return list_into(move) ? listed() : -1;
}

void Machine::begin_list() {
  is_listed_ = false;
  ledger_.clear();
  ledger_size_ = 0;
  too_many_ = false;
}

bool Machine::list_into(int move) {
  const int code = program_.moves[static_cast<std::size_t>(move)].list.of(frame_[Layout::kMe]);
  if (code < 0) return true;
  quiet_ = true;
  const Status status = run(code);
  quiet_ = false;
  if (status == Status::error) unwind();
  return status != Status::error;
}

std::int64_t Machine::listed() {
  if (too_many_) {
    fail(lang::Code::G0605, node().span, "more than 2^60 moves can be chosen here");
    return -1;
  }
  return ledger_.empty() ? 0 : static_cast<std::int64_t>(ledger_.back().total);
}

Machine::Listed Machine::anything_listed(int move) { return can(move, to_move()); }

/// Runs a move's listing code until the first legal run. Whatever comes of it, the position is as before.
Machine::Listed Machine::can(int move, int player) {
  // Asked by the listing of one move about another one, of the same player in the same position: the ledger knows.
  if (knows_runs_ && cans_ == 0 && depth_ == 0 && player == to_move() && move < 64) {
    if (with_runs_ >> move & 1) return Listed::something;
    if (without_runs_ >> move & 1) return Listed::nothing;
  }
  const int code = program_.moves[static_cast<std::size_t>(move)].list.of(static_cast<Word>(player));
  if (code < 0) return Listed::nothing;
  if (cans_ == kMostCans) {
    fail(lang::Code::G0605, program_.rules.moves[static_cast<std::size_t>(move)].span,
                "whether this can be chosen depends on more than " + std::to_string(kMostCans) + " `can`s within each other");
    return Listed::error;
  }
  ++cans_;
  const bool quiet_before = quiet_, first_before = stop_at_first_;
  const int base_before = depth_base_, depth_before = depth_;
  const Word me_before = frame_[Layout::kMe];
  depth_base_ += depth_;
  depth_ = 0;
  quiet_ = true;
  stop_at_first_ = true;
  found_ = false;
  frame_[Layout::kMe] = static_cast<Word>(player);
  const Status status = run(code);
  const bool found = found_;
  found_ = false;
  unwind();
  frame_[Layout::kMe] = me_before;
  depth_base_ = base_before;
  depth_ = depth_before;
  quiet_ = quiet_before;
  stop_at_first_ = first_before;
  --cans_;
  return status == Status::error ? Listed::error : found ? Listed::something : Listed::nothing;
}

/// Out of every hypothetical that this listing has gone into.
void Machine::unwind() {
  while (depth_ > 0) restore(depth_ - 1);
}

void Machine::count_by_move(std::vector<std::uint64_t>& counts) const {
  std::uint64_t before = 0;
  for (const LedgerEntry& entry : ledger_) {
    counts[static_cast<std::size_t>(program_.ledger_forms[entry.form].move)] += entry.total - before;
    before = entry.total;
  }
}

int Machine::choose_listed(std::uint64_t k) {
  if (choices_.size() < picked_.size()) choices_.resize(picked_.size());
  std::size_t picks = 0;
  const int move = taken_apart(*this, k, picks);
  for (std::size_t i = 0; i < picks; ++i) {
    Choice& choice = choices_[static_cast<std::size_t>(picked_[i].pick)];
    choice.part = nullptr;
    choice.mode = picked_[i].some_of ? Choice::Mode::offered : Choice::Mode::value;
    choice.number = picked_[i].number;
  }
  return move;
}

int Machine::listed_run(std::uint64_t k, Word* picks) {
  std::size_t count = 0;
  const int move = taken_apart(*this, k, count);
  for (std::size_t i = 0; i < count; ++i)
    if (!picked_[i].some_of) picks[picked_[i].pick] = picked_[i].number;
  return move;
}

bool Machine::listed_as(const Machine& other) const {
  if (ledger_.size() != other.ledger_.size() || ledger_size_ != other.ledger_size_) return false;
  for (std::size_t i = 0; i < ledger_.size(); ++i) {
    const LedgerEntry &a = ledger_[i], &b = other.ledger_[i];
    if (a.total != b.total || a.form != b.form || a.data != b.data) return false;
  }
  return std::equal(ledger_data_.begin(), ledger_data_.begin() + static_cast<std::ptrdiff_t>(ledger_size_),
                    other.ledger_data_.begin());
}

Machine::Status Machine::apply_listed(const Machine& lister, std::uint64_t k) {
  std::size_t picks = 0;
  const int move = taken_apart(lister, k, picks);
  for (std::size_t i = 0; i < picks; ++i) frame_[picked_[i].target] = picked_[i].number;
  fuel_ = kFuel;
  is_listed_ = false;
  if (node().together) return choose_untried(move) ? Status::done : choose_in_secret(move, false, true);
  quiet_ = true;
  const Status status = run_move(move, true);
  quiet_ = false;
  return status;
}

void Machine::swap_listing(Listing& other) {
  is_listed_ = false;
  ledger_.swap(other.ledger_);
  ledger_data_.swap(other.data_);
  std::swap(ledger_size_, other.size_);
}

}  // namespace glint
