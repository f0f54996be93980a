// Two games that go through the same moves in step, and how they differ where they stand.
//
// Moves and outcomes of chance are matched by their texts; by numbers, where these say the same. What a game is inside,
// its States and variables, is not compared: only what players meet.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "glint/diff.hpp"
#include "interpreter/game/access.hpp"
#include "interpreter/lab/diff/same_numbers.hpp"

namespace glint {

/// A set as it prints, `{red, blue}` or `a1 b1`, in an order that does not depend on how its type lists the values.
std::string in_any_order(const std::string& printed);

/// One game's half of a pair: a State with the past that `seen` reads, or the error that came instead.
struct Spot {
  std::vector<Word> state;
  std::vector<std::uint64_t> history;
  std::optional<Failure> failure;
};

struct Pair {
  Spot before, now;
};

class Twins {
 public:
  Twins(const Game& before, const Game& now, bool beyond_scores);

  /// Both at their beginning: where play first waits for a player, or for chance that has more than one outcome.
  std::optional<Error> begin(Pair& pair);

  /// Do they differ, but for what may be done? At the start also in the players, and in what stands on the board.
  bool look(const Pair& pair, bool is_start);
  /// Does play end here, for one of them at least?
  static bool ends(const Pair& pair);
  static bool at_draw(const Pair& pair) { return pair.before.state[Layout::kNode] >= Layout::kDraw; }

  /// Lists what may be done in a pair that does not end, or what chance may decide, and says whether that differs.
  bool list(const Pair& pair);
  /// Of what was listed, how much both have; too much to be matched one by one is none.
  std::uint64_t both() const { return both_; }
  bool is_too_much() const { return too_much_; }
  /// The number in the old game's list of the i-th that both have.
  std::uint64_t number_before(std::uint64_t i) const { return is_same_ ? i : matched_[i].first; }
  std::uint64_t number_now(std::uint64_t i) const { return is_same_ ? i : matched_[i].second; }
  /// Of those that both have, the one that is this number in the old game's list.
  std::optional<std::uint64_t> find_before(std::uint64_t number) const;
  /// Which move the i-th is of, in the old game; of draws none.
  int move_of(std::uint64_t i);
  /// Makes the i-th of them; `to` is not `from`, which was listed last.
  void step(const Pair& from, std::uint64_t i, Pair& to);

  bool uses_seen() const { return before_.program.uses_seen || now_.program.uses_seen; }
  bool only_one_scores() const { return (before_.program.score_code < 0) != (now_.program.score_code < 0); }
  /// So much work was done: about what a thousandth of a millisecond takes.
  std::uint64_t work() const { return work_; }

  /// A half as a position, to describe it.
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
    std::vector<std::uint64_t> counts;  // of listed runs, by move
  };
  struct Key {
    std::uint64_t low = 0, high = 0;
    auto operator<=>(const Key&) const = default;
    void add(std::uint64_t value);
    void add(const std::string& text);
  };
  /// How the moves of two choices are matched: those that have a place by it and by the numbers of their picks, others
  /// by texts. Moves that are chosen together never share a text, so no run of the ones is one of the others.
  struct NodeMatch {
    std::vector<std::vector<int>> picks;       // by place: of each pick of the old move, which of the new
    std::vector<int> place_before, place_now;  // by move, -1: none
  };

  static Position as_position(const Position& start, const Spot& spot);
  std::optional<Error> begin(Side& side, std::optional<Position>& start, Spot& spot);
  void refresh(Side& side, Spot& spot);
  void step(Side& side, const Spot& from, std::uint64_t number, Spot& to);
  bool load(Side& side, const Spot& spot);
  bool same_light();
  bool same_boards(const Pair& pair) const;
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
  const bool beyond_scores_;
  std::optional<Position> start_before_, start_now_;
  std::map<std::pair<std::size_t, std::size_t>, NodeMatch> matches_;
  bool is_same_ = true, too_much_ = false, listed_draws_ = false;
  std::uint64_t both_ = 0, work_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> matched_;  // where lists are not the same
  std::vector<Key> keys_before_, keys_now_;
};

}  // namespace glint
