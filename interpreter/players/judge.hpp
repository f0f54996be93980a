// The worth of positions in which play continues: the judge of players that search.
//
// Searches ask a judge where they stop looking ahead, and to decide which moves to try first. `ScriptJudge` is the
// script's own `heuristic`, or else its `score`; a host may supply another judge (`make_player`). A judge sees the
// whole State: in games with secrets, players show it only States that fit what their seat has seen.
//
// A judge belongs to one search and its thread, as a Machine does, and may keep what it has computed. Its Program
// outlives it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "interpreter/machine/machine.hpp"
#include "interpreter/players/player.hpp"

namespace glint {

class Judge {
 public:
  /// Leads have at most this absolute value; searches have larger numbers for results.
  static constexpr std::int64_t kMostLead = std::int64_t{1} << 56;

  virtual ~Judge() = default;

  /// True if it can distinguish positions. If not, nobody needs to ask it.
  virtual bool can_judge() const { return true; }
  /// The value of the machine's position for a player, in a unit of the judge: more is better. Nothing: the judge
  /// cannot tell, for example because the script is in error. For a team, or a lone player, this is an estimate of the
  /// score, and the player is 0.
  virtual std::optional<std::int64_t> value(Machine& machine, int player) = 0;
  /// The value for a player minus the highest of all others; nothing counts as 0.
  virtual std::int64_t lead(Machine& machine, int player) = 0;
  /// The result that a player may expect, from 0 (a loss) to 1 (a win); nothing if the judge's values do not say.
  virtual std::optional<double> expected(Machine&, int /*player*/) { return std::nullopt; }
  /// True if no value changes by such a move.
  virtual bool keeps_value(const MoveCode&) const { return false; }
};

/// Values are the script's `heuristic`; in a game without it, the `score`.
class ScriptJudge : public Judge {
 public:
  explicit ScriptJudge(const Program& program);
  bool can_judge() const override;
  std::optional<std::int64_t> value(Machine& machine, int player) override;
  std::int64_t lead(Machine& machine, int player) override;
  bool keeps_value(const MoveCode& move) const override { return move.keeps_worth; }

 private:
  const Program& program_;
  const int sides_;
};

/// The judge from the maker, or a ScriptJudge.
std::unique_ptr<Judge> make_judge(const JudgeMaker& maker, const Program& program);
/// The number of sides of a game: a team, or a lone player, is one.
int sides_of(const Program& program);

}  // namespace glint
