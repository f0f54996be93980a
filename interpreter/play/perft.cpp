// Counting sequences of moves: the field's standard check of a move generator.
#include "interpreter/play/access.hpp"

namespace glint {

namespace {

/// Counts ply by ply; each depth keeps a listing while the depths below it are counted.
class Counter {
 public:
  Counter(const Program& program, int depth) : program_(program), counts_(static_cast<std::size_t>(depth), 0) {}

  /// Counts from where `position` stands after `ply` plies. The last ply is counted without being played.
  std::optional<Error> count(const Position& position, std::size_t ply) {
    if (position.over()) return std::nullopt;
    if (position.at_draw()) return count_all(position, ply);
    if (listers_.size() <= ply) listers_.push_back(std::make_unique<Lister>(program_));
    Lister& lister = *listers_[ply];
    const Result<std::uint64_t> moves = lister.list(position);
    if (!moves) return moves.errors()[0];
    counts_[ply] += *moves;
    if (ply + 1 == counts_.size()) return std::nullopt;
    Position child = position;
    for (std::uint64_t i = 0; i < *moves; ++i) {
      if (i > 0) child = position;
      if (auto error = lister.play(i, child)) return error;
      if (auto error = count(child, ply + 1)) return error;
    }
    return std::nullopt;
  }

  /// Behind each of the outcomes of chance.
  std::optional<Error> count_all(const Position& position, std::size_t ply) {
    const Result<std::uint64_t> outcomes = position.count_outcomes();
    if (!outcomes) return outcomes.errors()[0];
    Position child = position;
    for (std::uint64_t i = 0; i < *outcomes; ++i) {
      if (i > 0) child = position;
      if (auto error = PositionAccess::draw(child, i, {})) return error;
      if (auto error = count(child, ply)) return error;
    }
    return std::nullopt;
  }

  const std::vector<std::uint64_t>& counts() const { return counts_; }

 private:
  const Program& program_;
  std::vector<std::uint64_t> counts_;
  std::vector<std::unique_ptr<Lister>> listers_;  // by ply
};

}  // namespace

Result<std::vector<std::uint64_t>> perft(const Position& position, int depth) {
  const Game game = position.game();
  Counter counter(game.program(), std::max(0, depth));
  if (depth > 0)
    if (auto error = counter.count(position, 0)) return *error;
  return counter.counts();
}

}  // namespace glint
