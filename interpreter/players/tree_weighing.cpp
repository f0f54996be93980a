// The move of a place that a tree search tries next: it weighs some, by the value of the position after one ply.
#include <algorithm>
#include <bit>
#include <cmath>

#include "interpreter/machine/step_chance.hpp"
#include "interpreter/players/move_order.hpp"
#include "interpreter/players/shuffled.hpp"
#include "interpreter/players/tree_search.hpp"

namespace glint {

/// Weighs more of the moves that the machine has just listed. Most places are visited once or twice, and to weigh
/// hundreds of moves takes longer than a random game. So it begins with a few, and continues as the place gets more
/// arms. At the root, where the choice is made, and for the replies to its moves, it evaluates many at once; in games
/// with secrets it does so everywhere, because the next visit may be in another possible position.
///
/// A simultaneous move is evaluated alone. Its gain then says enough about its gain in other positions of this search,
/// so only the best are evaluated again. If players take turns, it does not: it would miss the one move that answers
/// the last one.
std::optional<Error> TreeSearch::weigh_more(std::uint32_t number) {
  Place& place = places_[number];
  const bool is_root = number == root_.place;
  const bool is_reply = !path_.empty() && path_.back().place == root_.place;
  const bool together = machine_.node().together;
  const std::size_t arms = std::min<std::size_t>(place.arms.size(), together ? 1 : 8);
  std::uint64_t most = std::min(options_.weighed_most, options_.weighed << (2 * arms));
  if (is_reply || script_.has_secrets) most = options_.weighed_most;
  if (is_root) most = options_.weighed_first;
  const std::uint64_t end = std::min(place.moves, most);
  if (!script_.can_judge || place.met >= end || place.moves == 1) return std::nullopt;
  choose_weighed(number, end);
  place.met = end;
  const int side = rewards_of_.side_of(place.player);
  if (to_weigh_.empty()) return std::nullopt;
  const bool by_gains = together && !script_.has_subsets;
  if (by_gains && gains_.empty()) gains_.resize(16 * std::bit_ceil(std::clamp(place.moves, kFewMoves, kManyMoves)));
  if (by_gains || script_.some_keep_worth) place.worth_now = rewards_of_.worth(machine_, side);
  const double now = place.worth_now;
  guessed_.clear();
  for (std::size_t i = 0; i < to_weigh_.size(); ++i) {
    Weighed& each = to_weigh_[i];
    if (script_.some_keep_worth && keeps_worth(each.move)) {
      each.worth = now;
      continue;
    }
    const std::uint64_t key = by_gains ? key_of_listed(machine_, each.move, picks_) : 0;
    if (by_gains && !is_root && gain_of(key).key == key) {
      each.worth = now + gain_of(key).gain;
      guessed_.emplace_back(i, key);
    } else if (auto error = weigh(each, key, side, now)) {
      return error;
    }
  }
  const auto is_less = [&](const auto& a, const auto& b) {
    return to_weigh_[a.first].worth < to_weigh_[b.first].worth;
  };
  for (int again = 0; again < options_.weighed_again && !guessed_.empty(); ++again) {
    const auto best = std::max_element(guessed_.begin(), guessed_.end(), is_less);
    if (auto error = weigh(to_weigh_[best->first], best->second, side, now)) return error;
    *best = guessed_.back();
    guessed_.pop_back();
  }
  place.weighed.insert(place.weighed.end(), to_weigh_.begin(), to_weigh_.end());
  return std::nullopt;
}

/// Weighs a listed move by making it, and notes its gain, unless the key is 0. `now`: the worth of the position before
/// it.
std::optional<Error> TreeSearch::weigh(Weighed& each, std::uint64_t key, int side, double now) {
  const std::size_t before = history_.size();
  const bool together = machine_.node().together;
  machine_.mark(0);
  StepChance chance;
  // A secret choice is weighed as if it were carried out now, by itself.
  Machine::Status status =
      together ? machine_.apply_alone(machine_, each.move) : machine_.apply_listed(machine_, each.move);
  machine_.swap_listing(listing_);
  if (status == Machine::Status::done && !together) status = machine_.resume(chance);
  if (status == Machine::Status::error || status == Machine::Status::failed) return failure();
  each.worth = rewards_of_.worth(machine_, side);
  machine_.go_back(0);
  machine_.swap_listing(listing_);
  history_.resize(before);
  // A move that ends a game here need not end it elsewhere.
  const bool is_end = std::abs(each.worth) > static_cast<double>(Judge::kMostLead);
  if (key != 0) gain_of(key) = is_end ? Gain{} : Gain{key, each.worth - now};
  return std::nullopt;
}

/// Finds the moves to weigh, up to this end of the random order: without those that keep their worth, which are
/// counted as the position before them. But where a place has several nodes, or only some moves are asked about, all of
/// them are noted one by one.
void TreeSearch::choose_weighed(std::uint32_t number, std::uint64_t end) {
  Place& place = places_[number];
  const bool is_restricted = number == root_.place && root_.is_restricted;
  const bool is_short = script_.some_keep_worth && !script_.shares_places && !is_restricted;
  const Shuffled shuffled(place.moves, place.key);
  const std::uint64_t count = end - place.met;
  to_weigh_.clear();
  std::uint64_t changing = 0;  // moves that change their worth
  if (is_short)
    machine_.last_listed().each_move([&](int move, std::uint64_t first, std::uint64_t past) {
      if (!judge_->keeps_value(program_.moves[move])) changing += past - first;
    });
  if (is_short && changing < count) {
    machine_.last_listed().each_move([&](int move, std::uint64_t first, std::uint64_t past) {
      if (judge_->keeps_value(program_.moves[move])) return;
      for (std::uint64_t k = first; k < past; ++k)
        if (const std::uint64_t order = shuffled.position(k); order >= place.met && order < end)
          to_weigh_.push_back({0, k, order});
    });
    std::sort(to_weigh_.begin(), to_weigh_.end(), [](const Weighed& a, const Weighed& b) { return a.order < b.order; });
    return;
  }
  order_.resize(static_cast<std::size_t>(count));
  shuffled.fill(place.met, order_);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t move = is_restricted ? root_.only[order_[i]] : order_[i];
    if (!is_short || !keeps_worth(move)) to_weigh_.push_back({0, move, place.met + i});
  }
  if (!is_short) place.plain = end;
}

/// The move for a new arm: the best of those evaluated (the first, if several are equal); if none is left, the next in
/// random order.
std::uint64_t TreeSearch::next_move(std::uint32_t number) {
  Place& place = places_[number];
  const Shuffled shuffled(place.moves, place.key);
  std::uint64_t plain = 0;
  for (; place.plain < place.met; ++place.plain)
    if (keeps_worth(plain = shuffled[place.plain])) break;
  const bool has_plain = place.plain < place.met;
  const auto best = std::max_element(place.weighed.begin(), place.weighed.end(),
                                     [](const Weighed& a, const Weighed& b) { return a.worth < b.worth; });
  const bool has_weighed = best != place.weighed.end();
  const auto is_better = [&] {  // the plain one
    return place.worth_now != best->worth ? place.worth_now > best->worth : place.plain < best->order;
  };
  if (has_plain && (!has_weighed || is_better())) {
    ++place.plain;
    return plain;
  }
  if (has_weighed) {
    const std::uint64_t move = best->move;
    place.weighed.erase(best);
    return move;
  }
  const std::uint64_t next = shuffled[place.met++];
  place.plain = place.met;
  return number == root_.place && root_.is_restricted ? root_.only[next] : next;
}

}  // namespace glint
