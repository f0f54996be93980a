// One game being played: where it stands, how it came there, and how to go back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/play/record.hpp"

namespace glint::cli {

class Session {
 public:
  /// `record` describes the beginning; its moves lead to `position`, and cannot be taken back.
  Session(Position position, Record record) : position_(std::move(position)), record_(std::move(record)) {}

  const Position& position() const { return position_; }
  int plies() const { return static_cast<int>(past_.size()); }
  bool over() const { return position_.over(); }

  /// Plays a move; on an error nothing has changed.
  std::optional<Error> play(const std::string& move);
  std::optional<Error> play_listed(std::uint64_t index);
  std::optional<Error> forfeit();
  /// Takes back one ply; false at the beginning.
  bool undo();

  const std::string& last_move() const { return record_.moves.back(); }
  /// The record so far. `capped`: the run was ended by its number of plies.
  Record record(bool capped = false) const;

 private:
  Position position_;
  Record record_;
  std::vector<Position> past_;
};

}  // namespace glint::cli
