// The access of game/ alone to a Position; other folders read it through a PositionView.
#pragma once

#include "interpreter/game/position/position_view.hpp"

namespace glint {

struct PositionAccess {
  static auto& state(auto& position) { return position.state_; }
  static auto& history(auto& position) { return position.history_; }
  static const std::vector<Word>& past(const Position& position) { return position.past_; }
  static bool knows_moves(const Position& position) { return position.knows_moves_; }
  static std::uint64_t random(const Position& position) { return position.random_; }
  static bool has_fixed_draws(const Position& position) { return !position.fixed_draws_.empty(); }
  static PositionChance chance_of(const Position& position, std::uint64_t& random, std::vector<Word>* past);

  static Result<Position> start(const Game& game, const StartOptions& options, Profile* profile);
  static Machine& machine(const Position& position);
  /// Copies the machine's State into the position. Its moves are then unknown.
  static void keep(Position& position);
  /// Prepares a change of the position: play waits again at the choice where the turn began, and the history no longer
  /// includes this position.
  static void reopen(Position& position);
  /// Continues play in a position that was read or changed: to its end, to a choice, or past steps without a choice.
  static std::optional<Error> settle(Position& position);
  /// Applies `move` with these choices in the machine and continues to the next wait. If this or `draw` fails, the
  /// position has not changed.
  static std::optional<Error> apply(Position& position, int move, const std::vector<Choice>& choices);
  /// When play waits for chance, takes the outcome with this number or text; without either, the position draws one.
  static std::optional<Error> draw(Position& position, std::optional<std::uint64_t> number, std::string_view text);
  /// Gives the position its own chance: see PositionView::guessing.
  static void guess(Position& position);

 private:
  static std::optional<Error> advance(Position& position, auto run);
};

}  // namespace glint
