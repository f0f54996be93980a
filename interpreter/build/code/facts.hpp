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

/// What a value reads of the position.
struct Reads {
  Reads() = default;
  explicit Reads(const rules::Rules& rules) : fields(rules.fields.size()), variables(rules.variables.size()) {}

  bool pieces = false;
  bool empty = false;             // where nothing stands
  bool ways = false;              // what is on the ways of beams that it follows; no mask has that
  rules::KindMask kinds = 0;      // where these stand, or what they are
  rules::KindMask fields_of = 0;  // all fields of these
  std::vector<bool> fields;
  std::vector<bool> variables;
  bool other = false;  // something that no mask follows (seen, the player to move): never kept

  bool any_variable() const;
  bool nothing() const { return !pieces && !other && !any_variable(); }
  void add(const Reads& more);
};

class Facts {
 public:
  /// `follows_single_beams`: a beam that is followed by itself may depend on nothing but what is on its way.
  Facts(const Program& program, bool follows_single_beams);

  Reads reads_of(const Expr& expr) const;
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
  /// The one list of what never fails: it has a value whatever the position, and nothing in it can be an error of the script.
  bool cannot_fail(const Expr& expr, Given given) const;
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

  const Program& program_;
  Reads beam_reads_;
  bool beams_read_elsewhere_ = false;
  bool follows_ways_ = false;  // a single beam depends on nothing but what is on its way
  std::vector<Reads> lets_;
  std::vector<bool> effect_refuses_, effect_ends_;
  // By let, since calls may be many within each other.
  mutable std::map<std::pair<int, bool>, bool> lets_cannot_fail_;
  mutable std::map<int, double> work_of_lets_, opened_sizes_;
};

}  // namespace glint
