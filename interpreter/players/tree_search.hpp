// Monte Carlo tree search (Kocsis and Szepesvari 2006; Coulom 2006) over States.
//
// A *node* is a State that play has reached. A *place* is the mover's knowledge of it (an information set); it holds
// what the search has learnt: an *arm* for each move that was tried. In games without secrets each node has a place of
// its own. Otherwise nodes that the mover cannot distinguish share one, so nobody's choice depends on simultaneous
// choices of others (decoupled UCT: Tak, Lanctot and Winands 2014), or on anything hidden (a tree for each seat,
// MO-ISMCTS: Cowling, Powley and Whitehouse 2012). The moves at a place depend only on what its mover sees, so listed
// numbers mean the same in all its nodes.
#pragma once

#include <bit>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/machine/playout.hpp"
#include "interpreter/players/move_order.hpp"
#include "interpreter/players/rewards.hpp"
#include "interpreter/players/views.hpp"

namespace glint {

/// The parameters of a search; interpreter/players/README.md says how they were chosen.
struct TreeSearchOptions {
  double exploration = 0.6;         // of UCB1
  double first_urgency = 1.1;       // a new move is tried before one whose bound is lower than this
  std::uint32_t alike_visits = 50;  // a place needs this many visits before similar moves share their worth; 0: never
  double widening = 1;              // number of moves tried after n visits: widening * sqrt(n)
  // Moves that are evaluated by the position after them:
  std::uint64_t weighed = 16;          // before a place gets its first arm; four times as many before each further arm,
  std::uint64_t weighed_most = 256;    // up to this many; for moves chosen together, only before the second arm;
  std::uint64_t weighed_first = 4096;  // at the root, this many at once
  int weighed_again = 2;               // the number of the best moves by known gain that are evaluated once more
  int playout_plies = 400;             // longer playouts are judged by `heuristic`;
  int short_playout_plies = 20;        // if hardly any playout ends, after this many plies;
  int cut_plies = 10;                  // after these where playouts
  double long_plies = 100;             // playouts have this many plies on average,
  double foretold_plies = 20;          // or this many,
  double sure_correlation = 0.1;       // and the lead after `cut_plies` surely correlates with the result so closely
  std::size_t most_words = std::size_t{1} << 25;  // of the States of all nodes; at this size the tree stops growing
};

class TreeSearch {
 public:
  /// The program must outlive it.
  TreeSearch(const Program& program, Random& random, std::unique_ptr<Judge> judge,
             const TreeSearchOptions& options = {});

  /// Begins at a position, for the player to move there. Removes the secret choices of others.
  void begin(const Position& position, const std::vector<std::uint64_t>* only);
  /// Begins in a game with secrets: reads only the player to move from the position. `begin_in` must follow.
  void begin_unseen(const Position& position, const std::vector<std::uint64_t>* only);
  /// Makes a State that fits the seat's view the root of the next iterations. The results of places are kept.
  void begin_in(const std::vector<Word>& state);
  /// One iteration: selects a line in the tree, adds a node, plays out and learns.
  std::optional<Error> iterate();
  /// True if the result is proven.
  bool is_solved() const;

  struct Choice {
    std::uint64_t move = 0;
    double value = 0.5;
  };
  /// The move chosen by several searches of one position together: their results for its moves are added up (root
  /// parallelisation: Cazenave and Jouandeau 2007; Chaslot, Winands and van den Herik 2008). Nothing if none has tried
  /// a move.
  static std::optional<Choice> choice(const std::vector<std::unique_ptr<TreeSearch>>& searches);

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  /// The proven result of a node: nothing, the number of the winning side, a tie, or a loss of the only side.
  enum : std::int8_t { kOpen = -1, kTie = 100, kLoss = 101 };

  struct Arm {
    std::uint64_t move = 0;
    std::size_t code = 0;  // where similar moves are counted
    std::uint32_t visits = 0;
    RewardSum sum;
  };
  /// A move, its place in the random order, and the mover's evaluation of the position after it.
  struct Weighed {
    double worth = 0;
    std::uint64_t move = 0, order = 0;
  };
  struct Place {
    int player = 0;
    std::uint64_t moves = 0;  // the number that may be chosen; 0: not yet counted
    std::uint64_t key = 0;    // length of the random order in which they are evaluated, or, without a judge, tried
    std::uint64_t met = 0;    // the number of moves in that order that have an arm or were evaluated
    // The first of these that has no arm and may be a move that changes nothing that decides its worth. All such moves
    // are as good as the position before them, so they are not evaluated one by one.
    std::uint64_t plain = 0;
    double worth_now = 0;  // value of that position, known once a move is evaluated that can be compared with it
    std::uint32_t visits = 0;
    std::vector<Weighed> weighed;  // moves without an arm so far, in that order
    std::vector<Arm> arms;
    // For each code: the games from here on with such a move, and the rewards of its player.
    std::vector<std::pair<float, float>> alike;
  };
  /// The last gain of a move that is chosen together, evaluated anywhere: the worth after it minus the worth before.
  struct Gain {
    std::uint64_t key = 0;  // of the move; 0: none
    double gain = 0;
  };
  static constexpr std::uint64_t kFewMoves = 16, kManyMoves = 4096;  // at the first place, for the size of the table
  struct Edge {
    std::uint64_t number = 0;  // the arm; for a draw, a hash of the outcome
    std::uint32_t child = 0, visits = 0;
  };
  struct Node {
    enum class Kind : std::uint8_t { choice, draw, over } kind = Kind::choice;
    std::int8_t known = kOpen;
    std::uint32_t place = kNone;  // for an end: the first of its rewards; for a draw: the first of its outcomes
    std::uint32_t visits = 0;     // of a draw
    std::vector<Word> state;
    std::vector<Edge> edges;
    std::vector<std::uint64_t> passed;  // for `seen`: hashes of positions on the way from the node before
  };
  /// The outcomes of a draw, by number, and the edges to which they lead, so that no draw is repeated to find them.
  /// Empty if they were not counted: draws of several elements, or with more outcomes than kMostOutcomes.
  struct Outcomes {
    struct One {
      std::uint64_t weight = 0;
      std::uint32_t edge = kNone;  // kNone: not yet known
    };
    std::vector<One> all;
    std::uint64_t total = 0;
  };
  static constexpr std::size_t kMostOutcomes = 64;
  struct Step {
    std::uint32_t place, arm;
  };

  // the tree
  std::uint32_t add_node(Machine::Status status, std::uint32_t parent, std::size_t before);
  void remember(const Node& node, std::uint32_t parent);
  std::uint32_t place_of(std::uint32_t node);
  std::uint32_t edge_to(const Node& node, std::uint64_t number) const;
  void load(const Node& node);
  Error failure();

  // an iteration
  std::optional<Error> go_on(std::uint32_t at, std::uint32_t& child, bool& is_new);
  std::optional<Error> go_through_draw(std::uint32_t at, std::uint32_t& child);
  void count_outcomes(Outcomes& outcomes);
  void take_again(const Node& node, std::uint32_t& child);
  std::optional<Error> list_moves(std::uint32_t at);
  std::optional<Error> weigh_more(std::uint32_t place);
  std::optional<Error> weigh(Weighed& each, std::uint64_t key, int side, double now);
  void choose_weighed(std::uint32_t place, std::uint64_t end);
  bool keeps_worth(std::uint64_t move) const {
    return judge_->keeps_value(program_.moves[machine_.last_listed().move_of(move)]);
  }
  Gain& gain_of(std::uint64_t key) { return gains_[key >> std::countl_zero(std::uint64_t{gains_.size() - 1})]; }
  std::uint64_t next_move(std::uint32_t place);
  std::size_t select(const Place& place, const Node& node) const;
  std::size_t code_of(std::uint64_t move) {
    return codes_.try_emplace(key_of_listed(machine_, move, picks_), codes_.size()).first->second;
  }
  double mixed_worth(const Arm& arm) const;
  std::uint64_t allowed(std::uint32_t visits) const;
  void pass(const Node& node);
  int horizon() const;
  bool is_cut() const;
  std::optional<Error> play_out();
  PlayoutEnd play_noting(int plies);
  void learn();

  // what is proven
  std::int8_t known_end() const;
  std::int8_t known_behind(const Edge& edge) const;
  std::int8_t known_of(const Node& node) const;
  void rewards_of_known(std::int8_t known);

  /// The results of a move of the first position.
  struct Tried {
    std::uint64_t move = 0;
    std::uint32_t visits = 0;
    RewardSum sum;
    std::int8_t known = kOpen;
  };
  std::vector<Tried> tried() const;
  Choice best_of(const std::vector<Tried>& tried) const;
  Choice mixed_choice(const std::vector<Tried>& tried);

  const Program& program_;
  Random& random_;
  const TreeSearchOptions options_;
  Machine machine_;
  const std::unique_ptr<Judge> judge_;
  Rewards rewards_of_;
  const struct Script {
    Script(const Program& program, const Judge& judge, const TreeSearchOptions& options);
    bool can_judge;
    bool has_secrets, shares_places;
    bool counts_alike;     // two sides who see everything, no judge, moves on one cell of many
    bool may_cut;          // two sides who see everything and win or lose
    bool some_keep_worth;  // of its moves, as the judge sees them
    bool has_subsets;      // subsets are among its picks, which keys of moves do not distinguish
  } script_;
  std::vector<View> views_;  // by player, if places are shared

  struct Root {
    int seat = 0;
    std::vector<std::uint64_t> only;  // the moves to choose from,
    bool is_restricted = false;       // if not all
    std::uint32_t place = kNone;
    std::size_t history = 0;  // the length of `history_` there
  } root_;
  std::deque<Node> nodes_;  // nothing of it moves while it grows; those from `used_` on are spare, with their memory
  std::uint32_t used_ = 0, used_draws_ = 0;
  std::deque<Place> places_;
  std::unordered_map<std::uint64_t, std::uint32_t> shared_;  // by the mover's knowledge
  std::vector<std::uint64_t> known_by_;  // by node and player, if places are shared: a hash of everything seen
  std::size_t words_ = 0;                // of the States of all nodes
  std::vector<Reward> ends_;
  std::vector<Outcomes> draws_;
  std::vector<Reward> rewards_;
  std::vector<Step> path_;
  std::vector<std::uint32_t> line_;  // the nodes of this iteration
  std::vector<std::uint64_t> order_;
  std::vector<Weighed> to_weigh_;
  std::vector<std::pair<std::size_t, std::uint64_t>> guessed_;  // moves chosen by their gains, and their keys
  std::vector<Gain> gains_;                                     // by key; a power of two
  std::vector<Word> picks_;
  Machine::Listing listing_;
  std::uint64_t listed_ = 0;  // moves at the node where the machine stands
  struct Playouts {
    int all = 0;              // so far
    int full = 0, ended = 0;  // playouts of full length, and how many of them ended
    std::int64_t plies = 0;   // of these
    // Of those that ended: their number, and the sums of the first side's leads after `cut_plies`, of its results, of
    // the squares of both, and of their products.
    double count = 0, lead = 0, result = 0, lead2 = 0, result2 = 0, product = 0;
  } playouts_;
  std::vector<std::uint64_t> history_;
  std::unordered_map<std::uint64_t, std::size_t> codes_;  // of moves, by key, where similar moves are counted
  std::uint32_t asked_ = 0;                               // the place whose counts this iteration uses
  std::vector<std::pair<std::size_t, int>> made_;         // the moves of this iteration: codes and players
};

}  // namespace glint
