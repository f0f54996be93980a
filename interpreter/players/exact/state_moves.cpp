#include "interpreter/players/exact/state_moves.hpp"

#include <algorithm>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"

namespace glint {

StateMoves::StateMoves(const Position& start)
    : start_(PositionView(start).guessing().detach()),
      program_(start_.game().program()),
      lister_(program_),
      player_(program_),
      stop_(program_.limits.stop),
      images_(program_) {}

void StateMoves::find_images(bool of_players) {
  check_.emplace(program_);
  symmetries_ = find_symmetries(program_);
  if (!is_group(symmetries_)) symmetries_.resize(1);
  if (!of_players) std::erase_if(symmetries_, [](const Symmetry& each) { return each.exchanges; });
}

Result<std::uint64_t> StateMoves::list() {
  // If this holds for all, images are followed by images: by induction over plies, both are worth the same.
  stop_.after(static_cast<std::int64_t>(100 * symmetries_.size()));
  for (std::size_t i = 1; i < symmetries_.size(); ++i)
    if (!check_->holds(symmetries_[i], before_))
      return plain_error(lang::Code::G0613, "what looked like a symmetry of this game is none",
                         "leave out `--symmetry`");
  lister_.load(before_);
  return list_moves(lister_);
}

std::optional<Error> StateMoves::make(std::uint64_t move) {
  player_.load(before_);
  Machine::Status status = player_.apply_listed(lister_, move);
  if (status == Machine::Status::done) status = player_.resume(chance_);
  if (status == Machine::Status::error || status == Machine::Status::failed)
    return to_error(program_, player_.failure());
  if (status != Machine::Status::drawing) return std::nullopt;
  const DrawNode& draw = program_.draws[player_.frame()[Layout::kNode] - Layout::kDraw];
  return to_error(program_, Failure{lang::Code::G0613, draw.span,
                                    "chance decides `" + draw.name +
                                        "` after the first choice, and exact values need play without chance",
                                    "draw before the first choice only"});
}

PositionHash StateMoves::hash_of(const std::vector<Word>& state) {
  PositionHash least(state);
  for (std::size_t i = 1; i < symmetries_.size(); ++i) {
    images_.of_state(symmetries_[i], state, image_);
    least = std::min(least, PositionHash(image_));
  }
  return least;
}

}  // namespace glint
