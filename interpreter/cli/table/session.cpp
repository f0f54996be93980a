#include "interpreter/cli/table/session.hpp"

namespace glint::cli {

Session::Session(Position position, Record record) : position_(std::move(position)), record_(std::move(record)) {
  record_.times.assign(record_.moves.size(), std::nullopt);
}

void Session::remember(Position before, const std::string& move) {
  past_.push_back({std::move(before), clock_});
  record_.moves.push_back(move);
  record_.times.push_back(std::nullopt);
}

std::optional<Error> Session::play(const std::string& move) {
  Position before = position_;
  if (auto error = position_.play(move)) return error;
  remember(std::move(before), move);
  return std::nullopt;
}

std::optional<Error> Session::play_listed(std::uint64_t index) {
  const Result<std::string> move = position_.move(index);
  if (!move) return move.errors().front();
  Position before = position_;
  if (auto error = position_.play_listed(index)) return error;
  remember(std::move(before), *move);
  return std::nullopt;
}

bool Session::spend(int player, double seconds) {
  if (!clock_) return true;
  seconds = counted_seconds(seconds);
  if (clock_->spend(player, seconds, clock_->added_by(position_.last_move()))) {
    record_.times.back() = seconds;
    return true;
  }
  undo();
  late_ = seconds;
  return false;
}

std::optional<Error> Session::out_of_time() {
  const std::string player = position_.game().players()[static_cast<std::size_t>(position_.to_move())];
  if (auto error = position_.forfeit()) return error;
  record_.out_of_time = player;
  record_.times.push_back(late_);
  return std::nullopt;
}

bool Session::undo() {
  if (past_.empty()) return false;
  position_ = std::move(past_.back().position);
  clock_ = std::move(past_.back().clock);
  past_.pop_back();
  record_.moves.pop_back();
  record_.times.pop_back();
  return true;
}

Record Session::record(bool capped) const {
  Record record = record_;
  if (!clock_) record.times.clear();
  record.draws = position_.draws();
  record.result = position_.over() ? position_.outcome_text() : capped ? "capped" : "";
  return record;
}

}  // namespace glint::cli
