// Positions as they may be, for all that one seat has seen of a game with secrets: for players who must not peek.
//
// The game is played again from its start, with the moves that were made, and with new draws. Where play waited
// for a player, the seat must see what it saw then; else that part of the game is tried again. What others have chosen
// together, and is not yet carried out, is left out. So what is hidden is read nowhere: of the true game only the
// moves, and what the seat sees of each position, are looked at.
#pragma once

#include <vector>

#include "interpreter/game/access.hpp"
#include "interpreter/players/views.hpp"

namespace glint {

class Sampler {
 public:
  /// Of a position whose line is known (PositionAccess::line), for the player to move there.
  explicit Sampler(const Position& position);

  /// A State in which play waits for the seat's choice, or for all of those made together with it. False: none was
  /// found that fits.
  bool sample(Random& random, std::vector<Word>& state);

 private:
  /// What happened up to a wait: a move (none at the start), and draws.
  struct Part {
    int move = -1;
    std::vector<Choice> choices;
    std::vector<Word> after;  // of which only what the seat sees is looked at
    int strictness = 0;       // how draws are tried, as it went well last: see play_part
  };

  void read(const Position& position);
  bool play_part(const Part& part, Random& random, int strictness, std::vector<Word>& state);
  bool find_part(Part& part, Random& random, std::vector<Word>& state);

  const Program& program_;
  Machine machine_;
  const View view_;
  std::vector<Part> parts_;
  bool drew_ = false;
  std::vector<Word> first_, at_draw_, now_;
};

}  // namespace glint
