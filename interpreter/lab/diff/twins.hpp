// Two games that make the same moves in step: plays them and compares their positions.
//
// Moves and outcomes of chance are matched by their texts, or by numbers if the result is the same. Only what players
// notice is compared, not States and variables.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "glint/diff.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/lab/diff/same_numbers.hpp"
#include "lang/source/stop.hpp"

namespace glint {

/// A printed set, `{red, blue}` or `a1 b1`, with its values in an order that does not depend on the type.
std::string in_any_order(const std::string& printed);

/// One game's half of a pair: a State, with the past that `seen` reads, or the error in its place.
struct Spot {
  std::vector<Word> state;
  std::vector<std::uint64_t> history;
  std::optional<Failure> failure;
};

struct Pair {
  Spot before, now;
};

/// True if players see no difference between two pieces: same owner, same values, and same name or look.
bool is_same_piece(const PieceInfo& a, const PieceInfo& b);
/// Variables that both games have, `coin[moon]`, with the players who see them in each game, if these differ.
std::vector<std::pair<std::string, BothSay>> sight_changes(const Program& before, const Program& now);
/// The way to choose where play waits for a player: "in turn", or "together, in secret".
std::string choosing_text(const Program& program, const std::vector<Word>& state);

class Twins {
 public:
  /// With `beyond_start`, ignores who sees which variables, and scores that only one game has.
  Twins(const Game& before, const Game& now, bool beyond_start);

  /// Begins both games: they continue until a player must choose, or chance must decide between several outcomes.
  std::optional<Error> begin(Pair& pair);

  /// True if the positions differ in anything but moves and outcomes. At the start, players and pieces count, too.
  bool differ(const Pair& pair, bool is_start);
  /// True if play ends here in at least one game.
  static bool ends(const Pair& pair);
  static bool at_draw(const Pair& pair) { return pair.before.state[Layout::kNode] >= Layout::kDraw; }

  /// Lists the moves, or the outcomes of chance, in a pair that does not end. True if they differ.
  bool list(const Pair& pair);
  /// The number of listed moves or outcomes that both games have. 0 if there are too many to match.
  std::uint64_t both() const { return both_; }
  bool is_too_much() const { return too_much_; }
  /// The i-th of those that both have: its number in each game's list.
  std::uint64_t number_before(std::uint64_t i) const { return is_same_ ? i : matched_[i].first; }
  std::uint64_t number_now(std::uint64_t i) const { return is_same_ ? i : matched_[i].second; }
  /// Finds the shared one with this number in the old game's list.
  std::optional<std::uint64_t> find_before(std::uint64_t number) const;
  /// The move of the old game to which the i-th run belongs. Not for draws.
  int move_of(std::uint64_t i);
  /// Makes the i-th of them. `from` is the pair listed last; `to` is another object.
  void step(const Pair& from, std::uint64_t i, Pair& to);

  const Game& old_game() const { return before_.game; }
  bool uses_seen() const { return before_.program.uses_seen || now_.program.uses_seen; }
  bool only_one_scores() const { return (before_.program.entries.score < 0) != (now_.program.entries.score < 0); }
  /// The work done so far, in units of about a microsecond.
  std::uint64_t work() const { return work_; }

  /// Half of a pair as a position, to describe it.
  Position position_before(const Spot& spot) const { return as_position(*start_before_, spot); }
  Position position_now(const Spot& spot) const { return as_position(*start_now_, spot); }
  Spot spot_of(const Position& position) const;

 private:
  struct Side {
    explicit Side(const Game& game) : game(game), program(this->game.program()), lister(program), player(program) {}
    Game game;
    const Program& program;
    Machine lister, player;
    std::vector<Word> picks;
    std::vector<std::uint64_t> counts;  // by move: how many listed runs
  };
  struct Key {
    std::uint64_t low = 0, high = 0;
    auto operator<=>(const Key&) const = default;
    void add(std::uint64_t value);
    void add(const std::string& text);
  };
  /// The match between the moves of two choices: a move with a counterpart matches by that and its picks, other moves
  /// by text. Two moves of one choice never share a text, so the two ways do not mix.
  struct NodeMatch {
    std::vector<int> place_before, place_now;  // by move: the old move, -1: none
  };

  static Position as_position(const Position& start, const Spot& spot);
  std::optional<Error> begin(Side& side, std::optional<Position>& start, Spot& spot);
  void refresh(Side& side, Spot& spot);
  void step(Side& side, const Spot& from, std::uint64_t number, Spot& to);
  bool load(Side& side, const Spot& spot);
  bool same_light();
  bool same_boards(const Pair& pair);
  std::vector<std::pair<std::string, std::string>> light_of(Side& side);
  Result<std::uint64_t> list(Side& side, const Spot& spot);
  bool list_moves(const Pair& pair);
  bool list_outcomes(const Pair& pair);
  const NodeMatch& match_of(std::size_t before, std::size_t now);
  bool is_listed_the_same();
  bool make_keys(Side& side, const Spot& spot, std::uint64_t count, const NodeMatch& how, std::vector<Key>& keys);
  bool match(const std::vector<Key>& before, const std::vector<Key>& now);

  Side before_, now_;
  const SameNumbers same_;
  const bool beyond_start_, sees_alike_;
  lang::StopCheck stop_;
  std::optional<Position> start_before_, start_now_;
  std::map<std::pair<std::size_t, std::size_t>, NodeMatch> matches_;
  bool is_same_ = true, too_much_ = false, listed_draws_ = false;
  std::uint64_t both_ = 0, work_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> matched_;  // numbers in both lists, if they differ
  std::vector<Key> keys_before_, keys_now_;
};

}  // namespace glint
