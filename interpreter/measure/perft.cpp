// Perft counts sequences of moves: the standard check of a move generator.
#include "interpreter/measure/perft.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/game/loading/errors.hpp"

namespace glint {

PerftWork::PerftWork(const Position& position, int depth)
    : position_(position), counts_(static_cast<std::size_t>(std::max(0, depth)), 0), ended_(counts_) {
  if (depth <= 0) return;
  PerftWalker walker(position_);
  lines_.push_back({position.state(), PositionView(position).history(), {}, PositionView(position).random()});
  if (PositionView(position).has_fixed_draws()) lines_[0].past = PositionView(position).past();
  parts_.emplace_back();
  // Enough to keep any number of threads busy to the end; fewer if positions are large.
  constexpr std::size_t kParts = 1024, kFewestParts = 8, kMostWords = std::size_t{1} << 23;
  const std::size_t words = lines_[0].state.size() + lines_[0].history.size() + lines_[0].past.size();
  const std::size_t wanted = std::clamp<std::size_t>(kMostWords / words, kFewestParts, kParts);
  while (split(walker, wanted)) continue;
}

/// Splits each part whose children are not counted yet by one ply: into a part for each child, or, if there are many
/// children, into ranges of them. Answers whether to split again.
bool PerftWork::split(PerftWalker& walker, std::size_t wanted) {
  if (parts_.empty() || parts_.size() >= wanted) return false;
  const std::uint64_t most = wanted / parts_.size() + 1;  // parts from one
  std::vector<Part> parts = std::exchange(parts_, {});
  bool more = false;
  for (Part& part : parts) {
    parts_.push_back(part);
    if (part.error) return false;
    if (!part.whole) continue;
    const PerftLine& line = lines_[part.line];
    walker.go_to(line);
    if (walker.over()) {
      ++ended_[part.ply];
      parts_.pop_back();
      continue;
    }
    const bool at_draw = walker.at_draw();
    if (!at_draw && part.ply + 1 == counts_.size()) continue;
    std::uint64_t children = 0;
    if ((parts_.back().error = walker.count_children(children))) return false;
    parts_.pop_back();
    if (!at_draw) counts_[part.ply++] += children;
    part.whole = children <= most;
    if (!part.whole) {
      const std::uint64_t each = (children - 1) / most + 1;
      for (part.from = 0; part.from < children; part.from = part.to) {
        part.to = std::min(children, part.from + each);
        parts_.push_back(part);
      }
      continue;
    }
    walker.descend();
    for (std::uint64_t child = 0; child < children; ++child) {
      parts_.push_back(part);
      // Many draws are long to copy, which takes no fuel.
      if ((parts_.back().error = stopped(position_.game().program()))) return false;
      if ((parts_.back().error = walker.play(child))) return false;
      parts_.back().line = lines_.size();
      lines_.push_back(walker.here());
      walker.back();
    }
    walker.ascend();
    lines_[part.line] = {};
    more = true;
  }
  return more;
}

PerftCounter::PerftCounter(const PerftWork& work)
    : work_(work), walker_(work.position_), counts_(work.counts_.size(), 0), ended_(counts_) {}

std::optional<Error> PerftCounter::count(std::size_t number) {
  const PerftWork::Part& part = work_.parts_[number];
  if (part.error) return part.error;
  walker_.go_to(work_.lines_[part.line]);
  if (auto error = stopped(work_.position_.game().program())) return error;
  if (part.whole) return count_here(part.ply);
  std::uint64_t children = 0;
  if (auto error = walker_.count_children(children)) return error;
  return count_children(part.from, part.to, part.ply);
}

/// Counts from the walker's position, after `ply` plies. The last ply is counted without being played.
std::optional<Error> PerftCounter::count_here(std::size_t ply) {
  if (walker_.over()) {
    ++ended_[ply];
    return std::nullopt;
  }
  const bool at_draw = walker_.at_draw();
  std::uint64_t children = 0;
  if (auto error = walker_.count_children(children)) return error;
  if (at_draw) return count_children(0, children, ply);
  counts_[ply] += children;
  if (ply + 1 == counts_.size()) return std::nullopt;
  return count_children(0, children, ply + 1);
}

std::optional<Error> PerftCounter::count_children(std::uint64_t from, std::uint64_t to, std::size_t ply) {
  walker_.descend();
  for (std::uint64_t child = from; child < to; ++child) {
    if (auto error = walker_.play(child)) return error;
    if (auto error = count_here(ply)) return error;
    walker_.back();
  }
  walker_.ascend();
  return std::nullopt;
}

Result<std::vector<std::uint64_t>> perft(const Position& position, int depth) {
  constexpr int kMostDepth = 1'000'000;  // counts are kept for each
  if (depth < 0 || depth > kMostDepth)
    return plain_error(lang::Code::G0502, "the depth of a count is 0.." + std::to_string(kMostDepth) + ", not " + std::to_string(depth));
  const PerftWork work(position, depth);
  PerftCounter counter(work);
  for (std::size_t part = 0; part < work.parts(); ++part)
    if (auto error = counter.count(part)) return *error;
  std::vector<std::uint64_t> counts = work.counts();
  for (std::size_t ply = 0; ply < counts.size(); ++ply) counts[ply] += counter.counts()[ply];
  return counts;
}

}  // namespace glint
