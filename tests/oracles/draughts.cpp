#include "draughts.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>

namespace glint::oracle::draughts {

namespace {

constexpr int kWays[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};  // columns, rows downwards

struct Walker {
  Position position;
  std::vector<Move> found = {};

  char at(int square) const { return square < 0 ? '#' : position.squares[static_cast<std::size_t>(square)]; }
  int step(int square, const int (&way)[2]) const {
    const int n = position.size(), x = square % n + way[0], y = square / n + way[1];
    return square < 0 || x < 0 || y < 0 || x >= n || y >= n ? -1 : y * n + x;
  }
  bool is_own(char piece) const {
    return piece != '.' && piece != '#' && (std::tolower(piece) == 'b') == position.black_to_move;
  }
  bool is_foe(char piece) const { return piece != '.' && piece != '#' && !is_own(piece); }
  bool is_forward(const int (&way)[2]) const { return (way[1] > 0) == position.black_to_move; }
  std::string name(int square) const { return std::to_string(number_of(position, square)); }

  void jump_on(Move move, char piece) {
    const bool is_king = std::isupper(piece) != 0, flies = is_king && position.international;
    bool goes_on = false;
    for (const auto& way : kWays) {
      if (!is_king && !position.international && !is_forward(way)) continue;
      int over = step(move.to, way);
      while (flies && at(over) == '.') over = step(over, way);
      if (!is_foe(at(over)) || std::find(move.taken.begin(), move.taken.end(), over) != move.taken.end()) continue;
      for (int to = step(over, way); at(to) == '.'; to = step(to, way)) {
        Move next = move;
        next.text += "x" + name(to);
        next.to = to;
        next.taken.push_back(over);
        jump_on(next, piece);
        goes_on = true;
        if (!flies) break;
      }
    }
    if (goes_on || move.taken.empty()) return;
    std::sort(move.taken.begin(), move.taken.end());
    found.push_back(move);
  }

  std::vector<Move> captures() {
    for (int square = 0; square < static_cast<int>(position.squares.size()); ++square) {
      const char piece = at(square);
      if (!is_own(piece)) continue;
      position.squares[static_cast<std::size_t>(square)] = '.';
      jump_on({name(square), square, square, {}}, piece);
      position.squares[static_cast<std::size_t>(square)] = piece;
    }
    return found;
  }

  std::vector<Move> steps() {
    for (int square = 0; square < static_cast<int>(position.squares.size()); ++square) {
      const char piece = at(square);
      if (!is_own(piece)) continue;
      const bool is_king = std::isupper(piece) != 0;
      for (const auto& way : kWays) {
        if (!is_king && !is_forward(way)) continue;
        for (int to = step(square, way); at(to) == '.'; to = step(to, way)) {
          found.push_back({name(square) + "-" + name(to), square, to, {}});
          if (!is_king || !position.international) break;
        }
      }
    }
    return found;
  }
};

std::size_t most_of(const std::vector<Move>& captures) {
  std::size_t most = 0;
  for (const Move& move : captures) most = std::max(most, move.taken.size());
  return most;
}

}  // namespace

int number_of(const Position& position, int square) {
  const int n = position.size();
  return square / n * (n / 2) + square % n / 2 + 1;
}

Position start(bool international) {
  Position position{international, "", !international};
  const int n = position.size();
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      position.squares += (x + y) % 2 == 0 || y == n / 2 - 1 || y == n / 2 ? '.' : y < n / 2 ? 'b' : 'w';
  return position;
}

std::vector<Move> moves(const Position& position) {
  std::vector<Move> all = Walker{position}.captures();
  if (all.empty()) return Walker{position}.steps();
  const std::size_t most = position.international ? most_of(all) : 0;
  all.erase(std::remove_if(all.begin(), all.end(), [&](const Move& move) { return move.taken.size() < most; }), all.end());
  return all;
}

std::vector<Move> too_short(const Position& position) {
  std::vector<Move> all = Walker{position}.captures();
  const std::size_t most = position.international ? most_of(all) : 0;
  all.erase(std::remove_if(all.begin(), all.end(), [&](const Move& move) { return move.taken.size() >= most; }), all.end());
  return all;
}

void play(Position& position, const Move& move) {
  const auto at = [&](int square) -> char& { return position.squares[static_cast<std::size_t>(square)]; };
  const char piece = at(move.from);
  at(move.from) = '.';
  for (const int square : move.taken) at(square) = '.';
  const int far = position.black_to_move ? position.size() - 1 : 0;
  at(move.to) = move.to / position.size() == far ? static_cast<char>(std::toupper(piece)) : piece;
  position.black_to_move = !position.black_to_move;
}

std::vector<Move> different(const std::vector<Move>& moves) {
  std::vector<Move> first;
  for (const Move& move : moves)
    if (std::none_of(first.begin(), first.end(), [&](const Move& one) { return one.comes_to_the_same(move); }))
      first.push_back(move);
  return first;
}

std::uint64_t perft(const Position& position, int depth) {
  const std::vector<Move> all = different(moves(position));
  if (depth <= 1) return depth == 1 ? all.size() : 1;
  std::uint64_t sum = 0;
  for (const Move& move : all) {
    Position next = position;
    play(next, move);
    sum += perft(next, depth - 1);
  }
  return sum;
}

}  // namespace glint::oracle::draughts
