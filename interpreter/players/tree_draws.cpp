// The way of a tree search through a draw: to a node for each outcome, or, if there are many, for some of them.
#include "interpreter/machine/step_chance.hpp"
#include "interpreter/players/tree_search.hpp"

namespace glint {

/// Once it has as many outcomes as may be kept, one of them is taken again, as likely as it came up.
std::optional<Error> TreeSearch::go_through_draw(std::uint32_t at, std::uint32_t& child) {
  const std::uint32_t visits = ++nodes_[at].visits;
  if (nodes_[at].edges.size() >= std::max<std::size_t>(kMostOutcomes, allowed(visits))) {
    take_again(nodes_[at], child);
    pass(nodes_[child]);
    return std::nullopt;
  }
  const std::uint32_t draw = nodes_[at].place;
  const bool is_first = visits == 1;
  if (is_first) {
    load(nodes_[at]);
    count_outcomes(draws_[draw]);
  }
  Outcomes& outcomes = draws_[draw];
  std::optional<std::uint64_t> number;
  if (outcomes.total > 0) {
    number = 0;
    for (std::uint64_t rank = random_.below(outcomes.total); rank >= outcomes.all[*number].weight; ++*number)
      rank -= outcomes.all[*number].weight;
    if (const std::uint32_t known = outcomes.all[*number].edge; known != kNone) {
      Edge& edge = nodes_[at].edges[known];
      ++edge.visits;
      child = edge.child;
      pass(nodes_[child]);
      return std::nullopt;
    }
  }
  if (!is_first) load(nodes_[at]);
  StepChance chance = number ? StepChance(number) : StepChance(random_);
  const std::size_t before = history_.size();
  const Machine::Status status = machine_.resume(chance);
  if (status == Machine::Status::error) return failure();
  // Different outcomes may lead to the same position.
  const std::uint64_t outcome = machine_.hash();
  std::uint32_t edge = edge_to(nodes_[at], outcome);
  if (edge != kNone) {
    ++nodes_[at].edges[edge].visits;
    child = nodes_[at].edges[edge].child;
  } else {
    child = add_node(status, at, before);
    if (child == kNone) return std::nullopt;
    edge = static_cast<std::uint32_t>(nodes_[at].edges.size());
    nodes_[at].edges.push_back({outcome, child, 1});
  }
  if (number) draws_[draw].all[*number].edge = edge;
  return std::nullopt;
}

void TreeSearch::take_again(const Node& node, std::uint32_t& child) {
  std::uint64_t total = 0;
  for (const Edge& each : node.edges) total += each.visits;
  std::uint64_t rank = random_.below(total);
  for (const Edge& each : node.edges) {
    child = each.child;
    if (rank < each.visits) return;
    rank -= each.visits;
  }
}

/// Counts the outcomes of the draw at which the machine waits. A random number draws the outcome with that number.
void TreeSearch::count_outcomes(Outcomes& to) {
  const std::optional<Drawing> drawing = machine_.drawing();
  if (!drawing || drawing->node->form == DrawNode::Form::some) return;
  const std::uint64_t count = outcomes(*drawing).value_or(0);
  if (count > kMostOutcomes) return;
  if (drawing->node->form == DrawNode::Form::one) to.all.assign(count, {1});
  for (std::int64_t i = 0; drawing->node->form == DrawNode::Form::bag && i < drawing->node->values; ++i)
    if (drawing->from[i] != 0) to.all.push_back({drawing->from[i]});
  to.total = total_weight(*drawing);
}

}  // namespace glint
