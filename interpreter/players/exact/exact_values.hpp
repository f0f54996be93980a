// Exact values of a game of two players who move in turn and see everything: who wins with perfect play, by how much,
// and in how many plies.
//
//     ExactValues values(position, {});
//     if (auto error = values.run()) ...
//     if (values.is_decided()) values.value();     // for the player to move
//
// It finds all positions that can follow, layer by layer (Moore 1959), and goes back over them (retrograde analysis:
// Zermelo 1913, Ströhlein 1970). lab/search/README.md ("Exact values") explains it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "glint/search_progress.hpp"
#include "interpreter/players/exact/followers.hpp"
#include "interpreter/players/exact/packed_queue.hpp"
#include "interpreter/players/exact/search_store.hpp"
#include "interpreter/players/exact/seen_positions.hpp"
#include "interpreter/players/exact/state_moves.hpp"

namespace glint {

/// The worth of a position to the player to move.
struct ExactValue {
  static constexpr std::int32_t kWin = 1 << 30;  // more than any difference of scores
  static constexpr std::uint32_t kNever = 0xFFFF;

  std::int32_t value = 0;        // kWin, -kWin, or the difference of scores
  std::uint32_t plies = kNever;  // plies until the end; kNever: nobody brings it about, or it is not known yet

  /// The value one ply earlier, for the same player or for the other one.
  ExactValue before(bool is_same_player) const {
    return {is_same_player ? value : -value, plies == kNever ? kNever : std::min(plies + 1, kNever - 1)};
  }
  /// True if the player to move prefers this value.
  bool is_better_than(const ExactValue& other) const {
    if (value != other.value) return value > other.value;
    return value < 0 ? plies > other.plies : plies < other.plies;
  }
  bool operator==(const ExactValue&) const = default;
};

struct ExactOptions {
  std::uint64_t limit = 5'000'000;  // positions; at most SolveOptions::kMost
  bool symmetries = false;          // whether images of a position count as one; each is checked (symmetries.hpp)
  bool is_whole = false;     // whether all positions get a value, or only those that decide the value of the start
  OnProgress progress = {};  // with layers as depth
  /// Keeps everything except the hash table. Continues a search that it has of the same position and `symmetries`.
  SearchStore* store = nullptr;
};

class ExactValues : StateMoves {
 public:
  /// The reason why the solver with this name cannot solve this game or position.
  static std::optional<Error> refusal(const Position& position, const std::string& name);

  /// The exact values of a position that is not refused.
  ExactValues(const Position& start, const ExactOptions& options);

  /// Searches until the start is decided, or a limit or a stop of the host ends the search. An error comes from the
  /// script, or is a draw of chance that may come later.
  std::optional<Error> run();
  /// True if the value of the start is known.
  bool is_decided() const { return is_decided_; }
  bool was_stopped() const { return end_ == End::stopped; }
  ExactValue value() const { return positions() > 0 ? value_of(0) : ExactValue{}; }
  /// All lines of this many plies were searched.
  std::uint64_t depth() const { return searched_; }
  /// The value of this position for a player, if it is known as the start's is, so that `best` is exact.
  std::optional<ExactValue> known(const Position& position, int player);
  std::uint64_t positions() const { return seen_.size(); }
  std::uint64_t bytes() const { return seen_.bytes() + followers_.bytes(); }
  std::size_t symmetries() const { return symmetries_.size(); }

  /// The facts about a position that waits for a player: its value, and the listed move that leads to it (the first of
  /// several). `only`: the moves to choose from; null: all. Nothing: no move leads to a searched position.
  struct Best {
    std::uint64_t move = 0;
    ExactValue value;
  };
  Result<std::optional<Best>> best(const Position& position, const std::vector<std::uint64_t>* only = nullptr);

 private:
  enum class End : std::uint8_t { none, limit, stopped };

  std::optional<Error> go();
  void note();
  void go_on();
  std::optional<Error> expand(std::uint32_t number);
  bool follow(const std::vector<Word>& state, bool same_mover);
  Result<ExactValue> value_at_end(const Outcome& outcome, int player) const;
  void go_back(bool of_ties);
  bool is_settled(std::uint32_t number) const;
  void find_what_matters();
  /// True if the value of the start depended on it at the last look, or if it is newer than that.
  bool matters(std::uint32_t number) const { return (seen_.entry(number).parent & kSpare) == 0; }

  /// The numbers kept with a position: its layer and plies, and its value.
  static constexpr std::uint32_t kSpare = 1u << 31;
  ExactValue value_of(std::uint32_t number) const {
    const SeenPositions::Entry& entry = seen_.entry(number);
    return {static_cast<std::int32_t>(entry.move), entry.parent & 0xFFFF};
  }
  std::uint32_t layer_of(std::uint32_t number) const { return (seen_.entry(number).parent & ~kSpare) >> 16; }

  const ExactOptions options_;
  SeenPositions seen_;
  PackedQueue waiting_;  // to be searched
  Followers followers_;
  std::vector<std::vector<Word>> after_;  // the positions after the moves of `before_`
  std::vector<bool> is_same_mover_;       // for each, whether the player to move is the same
  std::vector<Follower> found_;
  std::uint32_t layer_ = 0, searched_ = 0;  // the layer being searched; the number of layers searched completely
  std::uint64_t layer_end_ = 0, look_ = 0;  // where the layer ends in `waiting_`; positions at the next look back
  bool is_uneven_ = false;                  // a position may come after different numbers of plies, or come back
  bool is_decided_ = false;
  bool is_whole_ = false;  // the search is complete
  End end_ = End::none;
};

/// The meaning of exact values of a position, for people.
struct PerfectPlay {
  bool is_decided = false;
  std::string winner;                  // empty: nobody
  std::optional<int> by;               // true if the winner wins by score
  std::optional<std::uint32_t> plies;  // nothing: it never ends
  std::vector<std::string> moves;      // a line of perfect play
  std::string result;                  // the position at its end; empty: it repeats itself

  /// "sun wins with perfect play, in 5 plies"; "not decided"
  std::string text() const;
};
/// The line from a searched position of the game. An error is one of the script.
Result<PerfectPlay> perfect_play(ExactValues& values, Position position);

}  // namespace glint
