// A whole game played the plain way, from its checked rules: positions of vectors and maps, sets as std::set, beams from
// cell to cell, moves found by trying every choice of every pick, and play followed from its first statement for each
// position anew. No program, no code, no tables, no undo. Written from the language reference; it serves to check the
// engine. What it does not know it says (Unknown).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/naive_tracer.hpp"

namespace glint::naive {

/// A construct that is not known here.
struct Unknown : std::logic_error {
  using std::logic_error::logic_error;
};
/// The script is in error.
struct Mistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// A loop with picks that could go on after as many rounds as there may be.
struct Endless : Mistake {
  Endless() : Mistake("a loop with too many rounds") {}
};

using Set = std::set<std::int64_t>;
/// The courses of some beams: where each began, and its path.
using Trace = std::vector<std::pair<int, Path>>;

/// An element, a set or a trace. A cell is its number, an edge Tracer::edge, a place cell * kLevels + level; a visit is a
/// number in its trace.
struct Value {
  std::int64_t one = 0;
  Set all = {};
  std::shared_ptr<const Trace> trace = {};

  bool operator==(const Value& other) const { return one == other.one && all == other.all; }
  bool operator<(const Value& other) const { return std::tie(one, all) < std::tie(other.one, other.all); }
};

struct World {
  std::vector<std::vector<Piece>> stacks;                // by cell, from the bottom
  std::vector<std::map<std::int64_t, Value>> variables;  // by index; 0 where there is none
};

struct Ended {
  OutcomeKind kind = OutcomeKind::none;
  int winner = -1;
  std::vector<std::int64_t> scores = {};
};

/// One way to play a move.
struct Run {
  int move = -1;
  std::vector<Value> picks;
  std::size_t rounds = 0;  // of the move's loop
  std::string text;
  bool is_offered = true;
  bool is_mistake = false;  // it comes to an error of the script
  std::optional<std::vector<Value>> most = {}, once = {};  // what `require most` and `offer once` compare
  bool is_endless = false;  // in a loop with picks: that error comes when moves are listed
};

/// What was decided: a run, or what was drawn.
struct Decision {
  std::optional<Run> run;
  Value drawn;
};

/// A draw's outcome, with its weight.
struct Drawable {
  Value value;
  std::string text;
  std::int64_t weight = 1;
};

/// The leavings of cells by beams: cell, direction, and what each carries, as text.
using Light = std::set<std::tuple<int, int, std::vector<std::string>>>;

/// What people see of a position.
struct Shown {
  std::vector<std::vector<std::string>> looks;               // by cell, from the bottom
  std::vector<std::pair<std::string, std::string>> variables;
  std::vector<std::vector<bool>> sees;                       // by player, for each of these
  std::optional<std::vector<std::pair<std::string, int>>> notes;  // with the player, or -1; none: the script is in error
  std::vector<std::optional<std::int64_t>> scores, estimates;     // by player
  /// What `show cells` and `show edges` mark: the name, the owner or -1, and the cells or edges. None if the script is in
  /// error.
  std::optional<std::vector<std::tuple<std::string, int, std::set<int>>>> grounds;
  std::set<int> acting_cells, acting_edges;                  // terrain
  std::optional<Light> light, followed;                      // of emitters, of `show beams`; none: as above
};

/// Where a line of decisions leads.
struct Standing {
  World world;
  int me = -1;
  std::vector<Run> runs;         // all that are legal, in order
  std::vector<Drawable> draws;   // at a draw: its outcomes, of very many only some
  std::int64_t outcomes = 0;     // and how many there are
  std::optional<Ended> ended;
  std::string mistake;           // what is wrong with the script; empty: nothing
  Shown shown;
};

inline rules::Type plain(rules::Base base) {
  rules::Type type;
  type.base = base;
  return type;
}
/// Sets of small types as numbers: bit v for element v.
Set of_bits(std::int64_t bits);
std::int64_t bits_of(const Value& set);

inline Value single(std::int64_t one) { return {one, {}, {}}; }
inline Value flag(bool is) { return {is ? 1 : 0, {}, {}}; }
inline Value set_of(Set all) { return {0, std::move(all), {}}; }
inline Set united(Set a, const Set& b) {
  a.insert(b.begin(), b.end());
  return a;
}

/// Plays a game from its rules.
class Rulebook : private Tracer {
 public:
  Rulebook(const rules::Rules& rules, std::vector<std::int64_t> options, const std::vector<CellInfo>& cells);

  Standing after(const std::vector<Decision>& line);
  std::string text(const rules::Type& type, const Value& value, int speaker = -1) const;
  using Tracer::edge;

 private:
  struct Failed {};   // a run's requirement does not hold, or there is nothing to pick
  struct Waits {};    // play waits for a decision
  using Locals = std::vector<std::optional<Value>>;

  /// While a move is run.
  struct Picking {
    std::vector<Value> picks;                // made, or to be made
    std::size_t at = 0;
    std::vector<std::vector<Value>> others = {};  // what else could be picked, for each that was not to be made
    Locals named = {};
    std::vector<Locals> rounds = {};  // what was named after each round of a loop
    std::optional<std::vector<Value>> most = {}, once = {};
    bool is_offered = true;
    bool is_carried = false;
    std::size_t until = 0;  // so many rounds
  };

  static constexpr std::int64_t kLevels = 64;

  // Expressions.
  struct Env {
    Locals locals;
    const Scope* scope = nullptr;  // inside of optics
  };
  Value eval(const rules::Expr& expr, Env& env) const;
  std::int64_t number(const rules::Expr& expr, Env& env) const { return eval(expr, env).one; }
  bool holds(const rules::Expr& expr, Env& env) const { return eval(expr, env).one != 0; }
  Set set(const rules::Expr& expr, Env& env) const;
  Set all(const rules::Type& type) const;
  std::int64_t round(const rules::Type& type, std::int64_t value) const;
  Value fold(const rules::Expr& expr, Env& env) const;
  Set lines(const rules::Expr& expr, Env& env) const;
  Set walk(const rules::Expr& expr, Env& env) const;
  Value line_between(const rules::Expr& expr, Env& env) const;
  Value about_visit(const rules::Expr& expr, Env& env) const;
  Value call(int let, std::vector<Value> arguments) const;
  Trace beams(const Set& cells) const;
  Trace from_cell_or_edge(const rules::Expr& expr, Env& env) const;
  Set ends_of(const Trace& trace, int name) const;
  static Set visits(const Trace& trace, bool exits);
  std::pair<std::size_t, std::size_t> spot(const rules::Expr& at, Env& env) const;  // cell, and level there
  const Piece& piece(const rules::Expr& at, Env& env) const;
  Value suited(const rules::Type& type, Value value) const;
  std::int64_t value(const rules::Expr& expr, const Scope& scope) const override;
  std::set<int> members(const rules::Expr& expr, const Scope& scope) const override;
  Env env_of(const Scope& scope) const;
  Board tops() const;

  // Statements.
  void block(const rules::Block& block, Env& env);
  void statement(const rules::Stmt& stmt, Env& env);
  void pick(const rules::Stmt& stmt, const rules::Stmt* next, Env& env);
  void assign(const rules::Stmt& stmt, Env& env);
  void assign_field(const rules::Stmt& stmt, Env& env);
  Value changed(const rules::Stmt& stmt, const rules::Type& type, const Value& old, const Value& by) const;
  void put(const rules::Stmt& stmt, Env& env);
  void put_on(std::int64_t cell, Piece piece);
  void remove(const rules::Stmt& stmt, Env& env);
  void move_or_swap(const rules::Stmt& stmt, Env& env);
  void loop(const rules::Stmt& stmt, Env& env);
  void rounds(const rules::Stmt& stmt, Env& env);
  const Value& taken(const std::vector<Value>& possible);
  int owner_of(Piece piece);
  std::vector<Piece>& on(std::int64_t cell) { return world_.stacks.at(static_cast<std::size_t>(cell)); }

  // Play.
  void begin();
  void draw(const rules::Stmt& stmt, Env& env);
  void turn(const rules::Stmt& stmt, Env& env);
  std::vector<Run> choices(const rules::Stmt& stmt) const;
  void choose(const rules::Stmt& stmt, Env& env);
  void together(const rules::Stmt& stmt, Env& env);
  void arrive(const Env& env);
  void test_ends();
  void test_invariants();
  [[noreturn]] void end(const rules::Result& result, Env& env);
  std::int64_t per_player(const rules::PerPlayer& value, int player) const;
  void forget_beams() { kept_ = std::make_shared<std::map<std::int64_t, Path>>(); }
  bool is_at_end() const { return course_->at == course_->line->size(); }
  const Decision& decided(std::vector<Run> runs, std::vector<Drawable> draws, std::int64_t outcomes);

  // Moves.
  static void compare(std::vector<Run>& runs, std::size_t first);
  void runs_of(int move, const std::vector<Value>& picks, std::vector<Run>& found, bool first = false) const;
  static bool is_any_offered(const std::vector<Run>& runs);
  bool is_listed(int move, int player) const;
  void make(const Run& run, bool carrying);
  std::string written(int move, const Picking& picking) const;

  // What is shown.
  Shown shown();
  std::vector<bool> seen_by(int player) const;
  std::string filled(const rules::Text& text, Env& env) const;
  Set players(int local) const;
  void mark(const rules::Ground& ground, std::vector<std::tuple<std::string, int, std::set<int>>>& grounds) const;
  void note(const rules::Show& show, std::vector<std::pair<std::string, int>>& notes) const;
  void follow(const rules::Show& show, Light& light) const;
  Light light_of(const Trace& trace) const;

  /// How play has come to where it is. Moves that are only tried have none of it.
  struct Course {
    const std::vector<Decision>* line = nullptr;
    std::size_t at = 0;
    std::map<std::string, int> counts;  // positions where play has waited
    std::vector<std::string> way;       // through the statements of play, to where it is
    Standing standing;
  };

  World world_;
  int me_ = -1;
  int seen_ = 0;
  Picking* picking_ = nullptr;
  Course* course_ = nullptr;
  /// The beams of emitters, by cell, as far as they have been followed since the last statement: nothing else changes them.
  mutable std::shared_ptr<std::map<std::int64_t, Path>> kept_ = std::make_shared<std::map<std::int64_t, Path>>();
  mutable Trace* followed_ = nullptr;  // where beams from no emitter are noted
};

}  // namespace glint::naive
