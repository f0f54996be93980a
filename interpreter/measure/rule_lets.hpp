// Which lets are a part of the rules, as coverage counts them.
#pragma once

#include <cstddef>
#include <vector>

#include "lang/rules/rules.hpp"

namespace glint {

/// Lets that setup, play, moves, beams, ends or invariants use, directly or by other lets. Those that only pictures,
/// texts, a heuristic, tests or the board use are not rules. A let that nothing uses counts as one.
class RuleLets {
 public:
  explicit RuleLets(const rules::Rules& rules);

  bool has(std::size_t let) const { return is_rule_[let] || !is_other_[let]; }
  /// Whether the score decides a game, or rules use it.
  bool has_score() const { return has_score_; }

 private:
  void add_rules();
  void add_others();
  template <class Part>
  void ask(const Part& part, std::vector<bool>& asked);
  void ask_result(const rules::Result& result);
  void ask_block(const rules::Block& block);

  const rules::Rules& rules_;
  std::vector<bool> is_rule_, is_other_, is_subset_;  // by let
  bool has_score_ = false;
};

}  // namespace glint
