#pragma once

/// What the oracles share about moves as texts: the words of one, lists of them, and counting games.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace glint::oracle {

/// The words between single blanks: two blanks in a row have an empty word between them.
inline std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (char c : text) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

inline bool contains(const std::vector<std::string>& list, const std::string& move) {
  return std::find(list.begin(), list.end(), move) != list.end();
}

inline std::vector<std::string> sorted(std::vector<std::string> moves) {
  std::sort(moves.begin(), moves.end());
  return moves;
}

/// How many sequences of `depth` moves there are; every position is copied, every move said as text.
template <typename Position>
std::uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  const std::vector<std::string> list = moves(position);
  if (depth == 1) return list.size();
  std::uint64_t count = 0;
  for (const std::string& move : list) {
    Position after = position;
    play(after, move);
    count += perft(after, depth - 1);
  }
  return count;
}

}  // namespace glint::oracle
