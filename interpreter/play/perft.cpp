// Counting sequences of moves: the field's standard check of a move generator.
#include "interpreter/play/access.hpp"

namespace glint {

namespace {

/// Counts from where `position` stands; counts[0] is of one ply. The last ply is counted without being played.
std::optional<Error> count(Position& position, int depth, std::uint64_t* counts) {
  if (position.over()) return std::nullopt;
  const Result<std::uint64_t> moves = position.count_moves();
  if (!moves) return moves.errors()[0];
  counts[0] += *moves;
  if (depth <= 1) return std::nullopt;
  Position child = position;
  for (std::uint64_t i = 0; i < *moves; ++i) {
    if (i > 0) child = position;
    if (auto error = child.play_listed(i)) return error;
    if (auto error = count(child, depth - 1, counts + 1)) return error;
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<std::uint64_t>> perft(const Position& position, int depth) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(std::max(0, depth)), 0);
  Position from = position;
  if (depth > 0)
    if (auto error = count(from, depth, counts.data())) return *error;
  return counts;
}

}  // namespace glint
