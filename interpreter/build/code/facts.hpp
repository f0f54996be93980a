// What is known of rules before code is written for them: what a value reads, whether it can fail, what it costs.
//
// Facts belongs to the compiler, which tells it of lets and effects in their order (each uses only earlier ones); what was
// found out of those is kept. It reads the rules, and of the Program which lets are constants; it writes nothing there.
#pragma once

#include <map>
#include <vector>

#include "interpreter/build/code/predicates.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// What a value reads, besides the board, the options and what is bound around it.
struct Reads {
  Reads() = default;
  explicit Reads(const rules::Rules& rules) : fields(rules.fields.size()), variables(rules.variables.size()) {}

  bool pieces = false;            // where they stand, or what they are: any of the following five
  bool empty = false;             // where nothing stands
  bool ways = false;              // what is on the ways of beams that it follows; no mask has that
  rules::KindMask kinds = 0;      // where these stand, or what they are
  rules::KindMask fields_of = 0;  // all fields of these
  std::vector<bool> fields;
  std::vector<bool> variables;
  bool cell = false;  // of a piece that is given (reads_besides): where it stands
  bool me = false;    // the player to move
  bool game = false;  // `seen`, `can`, how often moves were made, scores

  bool any_variable() const;
  /// What no mask follows: a value that reads it is never kept.
  bool other() const { return me || game; }
  bool nothing() const { return !pieces && !other() && !any_variable(); }
  void add(const Reads& more);
};

/// How a value may fail: what nothing here is true of has a value whatever the position, and nothing in it can be an error
/// of the script.
struct Failing {
  bool always = false;  // nothing is known that prevents it
  bool pieces = false;  // where a piece is missing that the checker knows of
  bool time = false;    // where there is no work left for a loop or table

  void add(const Failing& more) {
    always = always || more.always;
    pieces = pieces || more.pieces;
    time = time || more.time;
  }
};

class Facts {
 public:
  /// `follows_single_beams`: a beam that is followed by itself may depend on nothing but what is on its way.
  Facts(const Program& program, bool follows_single_beams);

  Reads reads_of(const Expr& expr) const;
  /// What it reads besides fields and the owner of the piece on a cell, the local `piece`: a case of a beam is given those.
  Reads reads_besides(const Expr& expr, int piece) const;
  /// What reactions and emissions read besides the piece that a beam meets.
  const Reads& beam_reads() const { return beam_reads_; }
  /// Do those depend on more of the board than that piece? Then a beam may change without a change on its way.
  bool beams_read_elsewhere() const { return beams_read_elsewhere_; }

  void add_let(Reads reads) { lets_.push_back(std::move(reads)); }
  const Reads& let(int number) const { return lets_[number]; }

  /// What may be relied on where a value is computed.
  struct Given {
    bool pieces = true;  // pieces stand where the checker knows of them; else each is looked at before it is read
    bool time = true;    // for loops, which take work; tables of lets among them
  };
  Failing failing_of(const Expr& expr) const;
  bool cannot_fail(const Expr& expr, Given given) const {
    const Failing how = failing_of(expr);
    return !how.always && (given.pieces || !how.pieces) && (given.time || !how.time);
  }
  /// Arguments of a call.
  bool cannot_fail(const std::vector<Expr>& arguments, const rules::Frame& callee, Given given) const;
  /// Can these statements be done in any position in which their requirements hold?
  bool cannot_fail(const Block& statements, Given given) const;

  /// About how many parts are evaluated to evaluate an expression once; lets that are no constants are evaluated, too.
  double work_of(const Expr& expr) const;
  /// Which of the lets that may be kept are worth it, where at most `most` can be: all of them, or where these are more,
  /// those that take the most work to compute again, for all use what earlier ones computed.
  std::vector<bool> worth_keeping(const std::vector<bool>& may_keep, int most) const;
  /// The number of parts when all calls in it are opened, and those in them.
  double opened_size(const Expr& expr) const;

  void add_effect(const rules::Effect& effect);
  /// Has it a requirement, itself or in an effect that it calls?
  bool may_refuse(const Block& statements) const;
  bool effect_may_refuse(int effect) const { return effect_refuses_[effect]; }
  /// Can it end the game?
  bool may_end(const Block& statements) const;
  /// May the statement refuse a run, or choose?
  bool matters(const Stmt& stmt) const;

 private:
  void find_beam_reads();
  void add_reads(const Expr& expr, int piece, Reads& reads) const;
  Failing failing_call(const Expr& call) const;

  const Program& program_;
  Reads beam_reads_;
  bool beams_read_elsewhere_ = false;
  bool follows_ways_ = false;  // a single beam depends on nothing but what is on its way
  std::vector<Reads> lets_;
  std::vector<bool> effect_refuses_, effect_ends_;
  // By let, since calls may be many within each other.
  mutable std::map<int, Failing> failing_lets_;
  mutable std::map<int, double> work_of_lets_, opened_sizes_;
};

}  // namespace glint
