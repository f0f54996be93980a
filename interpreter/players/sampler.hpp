// Samples positions that fit all that one seat has seen of a game with secrets, for players that must not peek.
//
// The game is played again from its start, with the same moves and new draws. Whenever play waits for a player, the
// seat must see what it saw then; if not, that part of the game is tried again. Choices of others that are not yet
// carried out are left out. So nothing hidden is read: only the moves of the true game, and what the seat sees of each
// position.
#pragma once

#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/players/views.hpp"
#include "lang/source/stop.hpp"

namespace glint {

class Sampler {
 public:
  /// For the player to move in this position, whose line must be known (PositionView::line). Throws lang::Stopped.
  explicit Sampler(const Position& position);

  /// Finds a State in which play waits for the seat's choice, or for the first of those made together with it. False if
  /// none was found that fits. Throws lang::Stopped.
  bool sample(Random& random, std::vector<Word>& state);

 private:
  /// The part of the game up to a wait: a move (none at the start), then draws.
  struct Part {
    int move = -1;
    std::vector<Choice> choices;
    std::vector<Word> after;  // the true State: only what the seat sees of it is read
    int strictness = 0;       // how draws are repeated (see play_part); the last that worked
  };

  void read(const Position& position);
  bool play_part(const Part& part, Random& random, int strictness, std::vector<Word>& state);
  bool find_part(Part& part, Random& random, std::vector<Word>& state);

  const Program& program_;
  Machine machine_;
  const View view_;
  std::vector<Part> parts_;
  lang::StopCheck stop_{program_.limits.stop};
  bool drew_ = false;
  std::vector<Word> first_, at_draw_, now_;
};

}  // namespace glint
