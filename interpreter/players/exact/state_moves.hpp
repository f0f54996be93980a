// The moves of a State, and the States after them: what searches over all lines of play are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/machine/step_chance.hpp"
#include "interpreter/players/exact/seen_positions.hpp"
#include "interpreter/players/exact/symmetries.hpp"
#include "lang/source/stop.hpp"

namespace glint {

class StateMoves {
 protected:
  explicit StateMoves(const Position& start);

  /// From now on the images of a State count as one, and each State is checked for this.
  /// `of_players`: also images in which the players change places.
  void find_images(bool of_players);
  /// The number of moves of the State in `before_`. Errors: of the script, or what looked like a symmetry is none.
  Result<std::uint64_t> list();
  /// Makes a listed move on `player_`. An error comes from the script, or is a draw of chance.
  std::optional<Error> make(std::uint64_t move);
  /// The smallest hash of all images of a State.
  PositionHash hash_of(const std::vector<Word>& state);

  const Position start_;
  const Program& program_;
  Machine lister_, player_;
  std::vector<Word> before_;
  std::vector<Symmetry> symmetries_;
  lang::StopCheck stop_;

 private:
  StepChance chance_;
  Images images_;
  std::optional<ImageCheck> check_;
  std::vector<Word> image_;
};

}  // namespace glint
