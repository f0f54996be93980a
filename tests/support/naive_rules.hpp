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
  std::string text;
  bool is_offered = true;
  bool is_mistake = false;  // it comes to an error of the script
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

/// Where a line of decisions leads.
struct Standing {
  World world;
  int me = -1;
  std::vector<Run> runs;         // all that are legal, in order
  std::vector<Drawable> draws;   // at a draw: its outcomes
  std::optional<Ended> ended;
  std::string mistake;           // what is wrong with the script; empty: nothing
  std::set<int> lit;             // the cells that beams leave
};

inline rules::Type plain(rules::Base base) {
  rules::Type type;
  type.base = base;
  return type;
}
/// Sets of small types as numbers: bit v for element v.
Set of_bits(std::int64_t bits);
std::int64_t bits_of(const Value& set);

/// Plays a game from its rules.
class Rulebook : private Tracer {
 public:
  Rulebook(const rules::Rules& rules, std::vector<std::int64_t> options, const std::vector<CellInfo>& cells);

  Standing after(const std::vector<Decision>& line);
  /// Variables with their values, as text.
  std::vector<std::pair<std::string, std::string>> variables_of(const World& world) const;
  std::string text(const rules::Type& type, const Value& value, int speaker = -1) const;

 private:
  struct Failed {};   // a run's requirement does not hold, or there is nothing to pick
  struct Waits {};    // play waits for a decision
  using Locals = std::vector<std::optional<Value>>;
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
  Value line_between(const rules::Expr& expr, Env& env) const;
  Value about_visit(const rules::Expr& expr, Env& env) const;
  Value call(int let, std::vector<Value> arguments) const;
  Trace beams(const Set& cells) const;
  Trace from_cell_or_edge(const rules::Expr& expr, Env& env) const;
  Set ends_of(const Trace& trace, int name) const;
  static Set visits(const Trace& trace, bool exits);
  const Piece& piece(const rules::Expr& at, Env& env) const;
  Value suited(const rules::Type& type, Value value) const;
  std::int64_t value(const rules::Expr& expr, const Scope& scope) const override;
  std::set<int> members(const rules::Expr& expr, const Scope& scope) const override;
  Env env_of(const Scope& scope) const;
  Board tops() const;

  // Statements.
  void block(const rules::Block& block, Env& env);
  void statement(const rules::Stmt& stmt, Env& env);
  void pick(const rules::Stmt& stmt, Env& env);
  void assign(const rules::Stmt& stmt, Env& env);
  void assign_field(const rules::Stmt& stmt, Env& env);
  Value changed(const rules::Stmt& stmt, const rules::Type& type, const Value& old, const Value& by) const;
  void put(const rules::Stmt& stmt, Env& env);
  void put_on(std::int64_t cell, Piece piece);
  void remove(const rules::Stmt& stmt, Env& env);
  void move_or_swap(const rules::Stmt& stmt, Env& env);
  void loop(const rules::Stmt& stmt, Env& env);
  int owner_of(Piece piece);
  std::vector<Piece>& on(std::int64_t cell) { return world_.stacks.at(static_cast<std::size_t>(cell)); }

  // Play.
  void begin();
  void draw(const rules::Stmt& stmt, Env& env);
  void turn(const rules::Stmt& stmt, Env& env);
  void choose(const rules::Stmt& stmt, Env& env);
  void together(const rules::Stmt& stmt, Env& env);
  void arrive(const Env& env);
  void test_ends();
  void test_invariants();
  [[noreturn]] void end(const rules::Result& result, Env& env);
  std::int64_t score(int player);
  const Decision& decided(std::vector<Run> runs, std::vector<Drawable> draws);

  // Moves.
  std::vector<Run> runs(const std::vector<int>& moves) const;
  void runs_of(int move, const std::vector<Value>& picks, std::vector<Run>& found) const;
  bool is_listed(int move, int player) const;
  void make(const Run& run, bool carrying);
  std::string written(int move, const Locals& picked, bool whole) const;

  /// While a move is run.
  struct Picking {
    std::vector<Value> picks;                // made, or to be made
    std::size_t at = 0;
    std::vector<std::vector<Value>> others = {};  // what else could be picked, for each that was not to be made
    Locals named = {};
    bool is_offered = true;
    bool is_carried = false;
  };

  World world_;
  int me_ = -1;
  const std::vector<Decision>* line_ = nullptr;
  std::size_t at_ = 0;
  std::map<std::string, int> counts_;  // positions where play has waited
  int seen_ = 0;
  std::vector<std::string> way_;  // through the statements of play, to where it is
  Picking* picking_ = nullptr;
  Standing standing_;
};

}  // namespace glint::naive
