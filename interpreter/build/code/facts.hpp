// Facts about rules before code is written for them: what a value reads, whether it can fail, how much work it takes.
//
// Facts belongs to the compiler, which adds lets and effects in their order (each uses only earlier ones); facts about
// these are kept. It reads the rules, and from the Program which lets are constants; it changes neither.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "interpreter/build/code/predicates.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// The things that a value reads, besides the board, the options and the names bound around it.
struct Reads {
  Reads() = default;
  explicit Reads(const rules::Rules& rules) : fields(rules.fields.size()), variables(rules.variables.size()) {}

  bool pieces = false;            // where they stand, or any of the following five properties
  bool empty = false;             // the empty cells
  bool ways = false;              // the ways of beams that it follows, for which there is no mask
  rules::KindMask kinds = 0;      // pieces of these kinds: where they stand, or what they are
  bool owners = false;            // whose pieces are
  rules::KindMask fields_of = 0;  // all fields of these
  std::vector<bool> fields;
  std::vector<bool> variables;
  bool cell = false;  // of a piece that is given (reads_besides): the cell where it stands
  bool me = false;    // the player to move
  bool game = false;  // `seen`, `can`, how often moves were made, scores

  bool any_variable() const;
  /// Reads that no mask describes: a value with such a read is never kept.
  bool other() const { return me || game; }
  bool nothing() const { return !pieces && !other() && !any_variable(); }
  void add(const Reads& more);
};

/// The parts of a position that a statement may change.
struct Changes {
  Changes() = default;
  explicit Changes(const rules::Rules& rules) : fields(rules.fields.size()), variables(rules.variables.size()) {}

  bool empty = false;              // the empty cells
  rules::KindMask moved = 0;       // pieces of these kinds come or go
  rules::KindMask in_place = 0;    // pieces of these kinds change, in these ways, without moving
  std::vector<bool> fields;
  bool owners = false;
  std::vector<bool> variables;

  bool nothing() const;
  void add(const Changes& more);
  /// True if a value with these reads may differ after it.
  bool touch(const Reads& reads) const;
};

/// The ways in which a value may fail: a value with none of them exists in every position, and nothing in it can be an
/// error of the script.
struct Failing {
  bool always = false;  // nothing is known that prevents the failure
  bool pieces = false;  // if a piece that the checker knows of is missing
  bool time = false;    // if no work is left for a loop or table

  void add(const Failing& more) {
    always = always || more.always;
    pieces = pieces || more.pieces;
    time = time || more.time;
  }
};

class Facts {
 public:
  /// `follows_single_beams`: if a beam depends only on what is on its way, so does a value that follows one. Throws
  /// lang::Stopped.
  Facts(const Program& program, bool follows_single_beams);

  Reads reads_of(const Expr& expr) const;
  /// Its reads besides the fields and owner of the piece on a cell, the local `piece`, also in lets that get this cell:
  /// a case of a beam is given those.
  Reads reads_besides(const Expr& expr, int piece) const;
  /// All that reactions and emissions read besides the piece that a beam meets.
  const Reads& beam_reads() const { return beam_reads_; }
  /// Reads of more than this piece: with them, a beam may change although nothing on its way does.
  const Reads& beams_read_elsewhere() const { return beams_read_elsewhere_; }

  void add_let(Reads reads) { lets_.push_back(std::move(reads)); }
  const Reads& let(int number) const { return lets_[number]; }

  /// The guarantees that hold where a value is computed.
  struct Given {
    bool pieces = true;  // pieces are where the checker expects them; else each is tested before it is read
    bool time = true;    // enough work is left for loops, also for those of tables of lets
  };
  Failing failing_of(const Expr& expr) const;
  bool cannot_fail(const Expr& expr, Given given) const {
    const Failing how = failing_of(expr);
    return !how.always && (given.pieces || !how.pieces) && (given.time || !how.time);
  }
  /// Arguments of a call.
  bool cannot_fail(const std::vector<Expr>& arguments, const rules::Frame& callee, Given given) const;
  /// True if these statements can be done in any position in which their requirements hold.
  bool cannot_fail(const Block& statements, Given given) const;

  /// About how many parts are evaluated to evaluate an expression once, including those of lets that are not constants.
  double work_of(const Expr& expr) const;
  /// The lets to keep, at most `most`: all that may be kept or, if these are too many, the most expensive ones. (Each
  /// uses the values of earlier ones.)
  std::vector<bool> worth_keeping(const std::vector<bool>& may_keep, int most) const;
  /// The number of parts if all calls are replaced by bodies, also within these.
  double opened_size(const Expr& expr) const;

  void add_effect(const rules::Effect& effect);
  /// True if it has a requirement, also in an effect that it calls.
  bool may_refuse(const Block& statements) const;
  bool effect_may_refuse(int effect) const { return effect_refuses_[effect]; }
  /// The changes by a statement and its parts. `simply`: pieces come only to empty cells, and leave nothing below them.
  Changes changes_of(const Stmt& stmt, bool simply = false) const;
  bool changes_position(const Stmt& stmt) const { return !changes_of(stmt).nothing(); }
  /// True if the statement can end the game.
  bool may_end(const Block& statements) const;
  /// True if no run of the move can fail, and if, when play reaches another choice after it, `heuristic` (or `score`)
  /// is unchanged and the game is not over.
  bool keeps_worth(const rules::Move& move) const;
  /// True if the statement may refuse a run, or make a pick.
  bool matters(const Stmt& stmt) const;

 private:
  void add_changes(const Stmt& stmt, bool simply, Changes& changes) const;
  void find_beam_reads();
  void add_reads(const Expr& expr, int piece, Reads& reads) const;
  const Reads& let_besides(int number, int parameter) const;
  Failing failing_call(const Expr& call) const;

  const Program& program_;
  Reads beam_reads_, beams_read_elsewhere_;
  bool follows_ways_ = false;  // a single beam depends on nothing but what is on its way
  std::vector<Reads> lets_;
  std::vector<bool> effect_refuses_, effect_ends_;
  std::vector<Changes> effect_changes_;
  // The results are kept for each let, because there may be many nested calls.
  mutable std::map<int, Failing> failing_lets_;
  mutable std::map<std::pair<int, int>, Reads> lets_besides_;  // by let and parameter
  mutable std::map<std::pair<int, int>, bool> effect_cannot_fail_;  // by effect and by what it is given
  mutable std::map<int, double> work_of_lets_, opened_sizes_;
};

/// The rest of a move from one point on: each block that is running, and its next statement.
struct Cursor {
  const Block* block;
  std::size_t index;  // of the next statement
};
/// The outermost block first.
using Todo = std::vector<Cursor>;

/// The statements that follow one of the block, or of a block in it.
Todo rest_after(const Block& block, const Stmt& stmt);
/// The statements, in the order in which they run: the innermost block first.
std::vector<const Stmt*> statements_of(const Todo& todo);
/// The value that `offer x == E` gives the `some of` pick x, if that pick follows and has the same value: nothing
/// between the two changes the position, and E reads no name that is bound between them.
const Expr* offered_value(const Facts& facts, const Todo& todo, int local);

}  // namespace glint
