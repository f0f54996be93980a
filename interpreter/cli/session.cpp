#include "interpreter/cli/session.hpp"

namespace glint::cli {

std::optional<Error> Session::play(const std::string& move) {
  Position before = position_;
  if (auto error = position_.play(move)) return error;
  past_.push_back(std::move(before));
  record_.moves.push_back(move);
  return std::nullopt;
}

std::optional<Error> Session::play_listed(std::uint64_t index) {
  const Result<std::string> move = position_.move(index);
  if (!move) return move.errors().front();
  Position before = position_;
  if (auto error = position_.play_listed(index)) return error;
  past_.push_back(std::move(before));
  record_.moves.push_back(*move);
  return std::nullopt;
}

std::optional<Error> Session::forfeit() {
  auto error = position_.forfeit();
  if (!error) record_.forfeit = true;
  return error;
}

bool Session::undo() {
  if (past_.empty()) return false;
  position_ = std::move(past_.back());
  past_.pop_back();
  record_.moves.pop_back();
  record_.forfeit = false;
  return true;
}

Record Session::record(bool capped) const {
  Record record = record_;
  record.draws = position_.draws();
  record.result = position_.over() ? position_.outcome_text() : capped ? "capped" : "";
  return record;
}

}  // namespace glint::cli
