#include "interpreter/cli/report/record_moves.hpp"

#include <cstdio>
#include <ostream>

namespace glint::cli {

void print_moves(const Game& game, const Record& record, int plies, std::ostream& out) {
  Record part = record;
  part.moves.clear();
  part.times.clear();
  part.out_of_time.clear();
  Result<Replayed> begin = replay(game, part);
  if (!begin) return;
  const std::vector<std::string> players = game.players();
  for (int i = 0; i < plies; ++i) {
    const int player = begin->position.to_move();
    const std::string& move = record.moves[static_cast<std::size_t>(i)];
    char number[16];
    std::snprintf(number, sizeof number, "%4d. ", i + 1);
    out << number << (player >= 0 ? players[static_cast<std::size_t>(player)] : "") << "  " << move << '\n';
    begin->position.play(move);
  }
}

}  // namespace glint::cli
