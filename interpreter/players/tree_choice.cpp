// What a tree search knows for sure of its nodes, and the move that it chooses in the end.
#include <algorithm>
#include <tuple>

#include "interpreter/players/tree_search.hpp"

namespace glint {

// ---- what is known for sure ----

/// What the rewards of an end prove.
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
  bool is_all = node.edges.size() == place.moves, is_one = true;
  std::int8_t first = kOpen;
  bool ties = false;
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

TreeSearch::Choice TreeSearch::choice() {
  if (root_place_ == kNone || places_[root_place_].arms.empty()) return {only_.empty() ? 0 : only_[0], 0.5};
  const Place& place = places_[root_place_];
  if (program_.nodes[state_of(nodes_[0])[Layout::kNode]].together) return mixed_choice(place);
  const int side = rewards_of_.side_of(place.player);
  // A proven win comes first, a proven loss last; between them, the arm with the most visits.
  std::tuple<int, std::uint32_t, double> best{-1, 0, 0};
  std::uint64_t move = 0;
  for (std::size_t i = 0; i < place.arms.size(); ++i) {
    const Arm& arm = place.arms[i];
    std::tuple here{1, arm.visits, rewards_of_.mean(arm.sum, arm.visits)};
    const std::int8_t known = shares_places_ ? std::int8_t{kOpen} : known_behind(nodes_[0].edges[i]);
    if (known == side)
      here = {2, arm.visits, 1};
    else if (known == kTie)
      here = {1, arm.visits, rewards_of_.even()};
    else if (known != kOpen)
      here = {0, arm.visits, 0};
    if (here <= best) continue;
    best = here;
    move = arm.move;
  }
  return {move, std::get<double>(best)};
}

/// The choice of a player who chooses together with others must not be predictable: an arm is drawn in proportion to
/// its visits. Only arms with nearly the most visits, or a good part of all visits, take part: the others were tried
/// only to find that they are worse, and luck may make some of many look better.
TreeSearch::Choice TreeSearch::mixed_choice(const Place& place) {
  std::uint32_t most = 0;
  for (const Arm& arm : place.arms) most = std::max(most, arm.visits);
  std::uint64_t total = 0;
  RewardSum sum;
  std::uint32_t visits = 0;
  const auto counts = [&](const Arm& arm) {
    const bool is_near = 4 * arm.visits >= 3 * most, is_part = 4 * arm.visits >= most && 8 * arm.visits >= place.visits;
    return is_near || is_part;
  };
  for (const Arm& arm : place.arms) {
    if (!counts(arm)) continue;
    total += arm.visits;
    sum.add(arm.sum);
    visits += arm.visits;
  }
  std::uint64_t rank = random_.below(std::max<std::uint64_t>(total, 1));
  for (const Arm& arm : place.arms) {
    if (!counts(arm)) continue;
    if (rank < arm.visits) return {arm.move, rewards_of_.mean(sum, visits)};
    rank -= arm.visits;
  }
  return {place.arms[0].move, 0.5};
}

}  // namespace glint
