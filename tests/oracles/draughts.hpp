// Draughts, English and international, in plain C++: every way of making a move is written out, and only then sorted.
#pragma once

#include <string>
#include <vector>

namespace glint::oracle::draughts {

struct Position {
  bool international = false;
  std::string squares;  // 8 or 10 rows from the top, each from the left: b, w men; B, W kings; `.` a free square
  bool black_to_move = true;

  int size() const { return international ? 10 : 8; }
};

struct Move {
  std::string text;  // "9-14", "32x23x14"
  int from = 0, to = 0;
  std::vector<int> taken;  // in order of squares

  bool comes_to_the_same(const Move& other) const { return from == other.from && to == other.to && taken == other.taken; }
};

Position start(bool international);
/// Every way of moving, also several to the same end.
std::vector<Move> moves(const Position& position);
/// Captures that are shorter than others, and so are not moves of the international game.
std::vector<Move> too_short(const Position& position);
void play(Position& position, const Move& move);
/// The moves that differ in their ends.
std::vector<Move> different(const std::vector<Move>& moves);
std::uint64_t perft(const Position& position, int depth);
/// The number of a dark square, as in books.
int number_of(const Position& position, int square);

}  // namespace glint::oracle::draughts
