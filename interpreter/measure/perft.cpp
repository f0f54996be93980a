// Perft counts sequences of moves: the standard check of a move generator.
#include "interpreter/measure/perft.hpp"

#include <algorithm>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/perft_walker.hpp"

namespace glint {
namespace {

struct PerftCounter {
  /// Counts from the walker's position, after `ply` plies. The last ply is counted without being played.
  std::optional<Error> count(std::size_t ply) {
    if (walker.over()) {
      ++counts.ended[ply];
      return std::nullopt;
    }
    std::uint64_t children = 0;
    const bool at_draw = walker.at_draw();
    if (auto error = walker.count_children(children)) return error;
    if (!at_draw) {
      counts.sequences[ply++] += children;
      if (ply == counts.sequences.size()) return std::nullopt;
    }
    walker.descend();
    for (std::uint64_t child = 0; child < children; ++child) {
      if (auto error = walker.play(child)) return error;
      if (auto error = count(ply)) return error;
      walker.back();
    }
    walker.ascend();
    return std::nullopt;
  }

  PerftWalker& walker;
  PerftCounts counts;
};

}  // namespace

Result<PerftCounts> count_sequences(const Position& position, int depth) {
  constexpr int kMostDepth = 1'000'000;  // counts are kept for each
  if (depth < 0 || depth > kMostDepth)
    return plain_error(lang::Code::G0502, "the depth of a count is 0.." + std::to_string(kMostDepth) + ", not " + std::to_string(depth));
  PerftWalker walker(position);
  const std::vector<std::uint64_t> none(static_cast<std::size_t>(depth), 0);
  PerftCounter counter{walker, {none, none}};
  if (depth == 0) return counter.counts;
  const PositionView view(position);
  walker.go_to({position.state(), view.history(), view.has_fixed_draws() ? view.past() : std::vector<Word>(), view.random()});
  if (auto error = counter.count(0)) return *error;
  return counter.counts;
}

Result<std::vector<std::uint64_t>> perft(const Position& position, int depth) {
  const Result<PerftCounts> counts = count_sequences(position, depth);
  if (!counts) return counts.errors();
  return counts->sequences;
}

}  // namespace glint
