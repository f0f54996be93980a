// The proven facts about the nodes of a tree search, and its final choice of a move.
#include <algorithm>
#include <tuple>

#include "interpreter/players/tree_search.hpp"

namespace glint {

// ---- what is known for sure ----

/// The proof that the rewards of an end give.
std::int8_t TreeSearch::known_end() const {
  if (rewards_of_.sides() == 1) {
    if (rewards_[0].is_score) return kOpen;
    return rewards_[0].value == 1 ? std::int8_t{0} : rewards_[0].value == 0 ? std::int8_t{kLoss} : std::int8_t{kTie};
  }
  bool is_tie = true;
  for (std::size_t side = 0; side < rewards_.size(); ++side) {
    if (rewards_[side].value == 1) return static_cast<std::int8_t>(side);
    is_tie = is_tie && rewards_[side].value == rewards_[0].value;
  }
  return is_tie ? kTie : kOpen;
}

std::int8_t TreeSearch::known_behind(const Edge& edge) const {
  return edge.child == kNone ? std::int8_t{kOpen} : nodes_[edge.child].known;
}

std::int8_t TreeSearch::known_of(const Node& node) const {
  if (node.kind != Node::Kind::choice) return kOpen;
  const Place& place = places_[node.place];
  const auto own = static_cast<std::int8_t>(rewards_of_.side_of(place.player));
  bool is_all = node.edges.size() == place.moves, is_one = true, ties = false;
  std::int8_t first = kOpen;
  for (const Edge& edge : node.edges) {
    const std::int8_t known = known_behind(edge);
    if (known == own) return own;
    is_all = is_all && known != kOpen;
    if (first == kOpen) first = known;
    is_one = is_one && known == first;
    ties = ties || known == kTie;
  }
  if (!is_all) return kOpen;
  if (is_one) return first;
  // The mover prefers a tie to a loss. With more than two sides it is open which of several losses the mover chooses.
  return ties && rewards_of_.sides() <= 2 ? kTie : kOpen;
}

void TreeSearch::rewards_of_known(std::int8_t known) {
  const auto sides = static_cast<std::size_t>(rewards_of_.sides());
  rewards_.assign(sides, Reward{known == kTie ? rewards_of_.even() : 0, 0, false});
  if (known < kTie) rewards_[static_cast<std::size_t>(known)].value = 1;
}

// ---- the answer ----

bool TreeSearch::is_solved() const { return !nodes_.empty() && nodes_[0].known != kOpen; }

std::vector<TreeSearch::Tried> TreeSearch::tried() const {
  std::vector<Tried> all;
  if (root_.place == kNone) return all;
  const Place& place = places_[root_.place];
  for (std::size_t i = 0; i < place.arms.size(); ++i) {
    const Arm& arm = place.arms[i];
    all.push_back({arm.move, arm.visits, arm.sum,
                   script_.shares_places ? std::int8_t{kOpen} : known_behind(nodes_[0].edges[i])});
  }
  return all;
}

std::optional<TreeSearch::Choice> TreeSearch::choice(const std::vector<std::unique_ptr<TreeSearch>>& searches) {
  TreeSearch& first = *searches.front();
  std::vector<Tried> all = first.tried();
  for (std::size_t i = 1; i < searches.size(); ++i) {
    first.rewards_of_.meet_all_of(searches[i]->rewards_of_);
    for (const Tried& one : searches[i]->tried()) {
      const auto same = std::find_if(all.begin(), all.end(), [&](const Tried& each) { return each.move == one.move; });
      if (same == all.end()) {
        all.push_back(one);
        continue;
      }
      same->visits += one.visits;
      same->sum.add(one.sum);
      if (same->known == kOpen) same->known = one.known;
    }
  }
  if (all.empty()) return std::nullopt;
  const Word node = first.nodes_[0].state[Layout::kNode];
  return first.program_.nodes[node].together ? first.mixed_choice(all) : first.best_of(all);
}

/// A proven win comes first, a proven loss last; between them, the move with the most visits.
TreeSearch::Choice TreeSearch::best_of(const std::vector<Tried>& tried) const {
  const int side = rewards_of_.side_of(places_[root_.place].player);
  std::tuple<int, std::uint32_t, double> best{-1, 0, 0};
  std::uint64_t move = 0;
  for (const Tried& one : tried) {
    const bool is_tie = one.known == kTie, is_open = one.known == kOpen, is_won = one.known == side;
    const double known = is_tie ? rewards_of_.even() : is_won ? 1 : 0;
    const std::tuple here{is_won ? 2 : is_tie || is_open ? 1 : 0, one.visits,
                          is_open ? rewards_of_.mean(one.sum, one.visits) : known};
    if (here <= best) continue;
    best = here;
    move = one.move;
  }
  return {move, std::get<double>(best)};
}

/// A simultaneous choice must not be predictable: a move is drawn in proportion to its visits. Only moves with nearly
/// the most visits, or with a large share of all visits, take part: the others were tried and found worse, and luck may
/// make some of many look better.
TreeSearch::Choice TreeSearch::mixed_choice(const std::vector<Tried>& tried) {
  std::uint64_t most = 0, all = 0;
  for (const Tried& one : tried) {
    most = std::max<std::uint64_t>(most, one.visits);
    all += one.visits;
  }
  std::uint64_t total = 0;
  RewardSum sum;
  const auto counts = [&](const Tried& one) {
    const std::uint64_t visits = one.visits;
    return 4 * visits >= 3 * most || (4 * visits >= most && 8 * visits >= all);
  };
  for (const Tried& one : tried) {
    if (!counts(one)) continue;
    total += one.visits;
    sum.add(one.sum);
  }
  std::uint64_t rank = random_.below(std::max<std::uint64_t>(total, 1));
  for (const Tried& one : tried) {
    if (!counts(one)) continue;
    if (rank < one.visits) return {one.move, rewards_of_.mean(sum, static_cast<std::uint32_t>(total))};
    rank -= one.visits;
  }
  return {tried[0].move, 0.5};
}

}  // namespace glint
