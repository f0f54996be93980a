// Fuel: the work that is left for one decision. Each turn of a loop uses some of it, so that no script hangs the
// engine. Several decisions may have to share the fuel of a whole game.
//
// If the host may stop the work (Limits::stop), fuel comes in small portions, and each portion begins with a call of
// Limits::stop. With or without that, code that uses fuel tests only one number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/beam/trace.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {

// The parts of the running script that beams need: its code for meetings, and a place for its errors.
//
// The tracing kernel knows nothing else of the machine. Each call runs code or reports an error, so the cost of a
// virtual call does not matter. The kernel has direct access to the data that it reads at each step (the frame, the
// fuel).

/// A reaction with more ways on is an error of the script (G0605).
inline constexpr std::size_t kMostWays = 4096;

/// A beam comes to something that acts on it.
struct Meeting {
  int cell = 0;  // the place; at an edge, the cell that the beam comes from
  int way = 0;
  std::int64_t payload = 0;
  int edge = -1;  // the edge that acts; -1: none does
};

class Cases {
 public:
  /// Runs the table of cases that begins at `code`: the ways on, into `ways`. False: the script is in error.
  virtual bool run_cases(int code, const Meeting& meeting, std::vector<Reactions::Way>& ways) = 0;
  /// The beams that a piece of this key sends out from `cell`, into `ways`. False: the script is in error.
  virtual bool run_emission(int key, int cell, std::vector<Reactions::Way>& ways) = 0;
  /// The sides of its cell at which the piece there acts on beams that cross them, as a set of directions. False: the
  /// script is in error.
  virtual bool sides_of(int cell, Word& sides) = 0;
  /// Computes the cells or edges that act by themselves now, into the slots of `acting`. False: the script is in error.
  virtual bool find_acting(const Reactions::Acting& acting) = 0;

  /// A part has used up a portion of fuel, and continues with the next one.
  virtual void portion_taken() {}
  /// The script is in error.
  virtual void fail(lang::Code code, lang::Span span, std::string message) = 0;
  /// The script is in error: one decision has taken too much work (G0605).
  virtual void run_out_of_fuel() = 0;

 protected:
  ~Cases() = default;
};

class Fuel {
 public:
  /// `units`: for a decision. `cases` reports that none is left, and must outlive this. `stop`: when to stop; empty:
  /// never.
  Fuel(std::int64_t units, Cases& cases, std::function<bool()> stop = {})
      : cases_(cases), stop_(std::move(stop)), decision_(units) {
    refill();
  }
  Fuel(const Fuel&) = delete;

  /// Does units of work. False: too little fuel was left, or the work was stopped; this has been reported.
  bool burn(std::int64_t units = 1) {
    use(units);
    return portion_ >= 0 || burn_on();
  }
  /// Does units of work without a check: the next check sees them.
  void use(std::int64_t units) { portion_ -= units; }
  /// The portion is used up. Frequent tests call `next_portion` separately: a call beside the test would cost registers
  /// (callgrind: 13 % more machine instructions for Boundary).
  bool is_spent() const { return portion_ < 0; }
  /// Asks whether to stop, in work that no decision pays for because caches decide whether it is needed. False: stop;
  /// this has been reported.
  bool is_wanted();
  /// Takes the next portion. False: none is left, or the work was stopped.
  bool next_portion();
  /// The reason why no fuel is left: the work was stopped.
  bool is_stopped() const { return is_stopped_; }
  std::int64_t left() const { return portion_ + beyond_; }
  /// A new decision, with all its fuel, or what is left for the game.
  void refill() { refill(decision_); }
  void refill(std::int64_t units) {
    spent_ += tank_ - left();
    tank_ = std::min(units, most_ - spent_);
    is_stopped_ = false;
    portion_ = stop_ ? portion_of(tank_) : tank_;
    beyond_ = tank_ - portion_;
  }
  /// The fuel used since.
  std::uint64_t burnt() const { return static_cast<std::uint64_t>(tank_ - left()); }
  /// The fuel used in all decisions so far.
  std::uint64_t spent() const { return static_cast<std::uint64_t>(spent_) + burnt(); }
  static constexpr std::int64_t kBoundless = std::int64_t{1} << 60;
  /// The fuel that all decisions from here on share; kBoundless: each has its own fuel.
  void share(std::int64_t units) {
    most_ = kBoundless;
    refill();
    most_ = units < kBoundless ? spent_ + units : kBoundless;
  }
  bool has_used_shared() const { return static_cast<std::int64_t>(spent()) > most_; }
  /// True if this decision has the rest of the shared fuel, instead of a full portion of its own.
  bool is_last() const { return spent_ + tank_ == most_; }

 private:
  bool burn_on();
  /// The rest of the portion is kept, so that short decisions ask as often as long ones.
  std::int64_t portion_of(std::int64_t units) const;

  static constexpr std::int64_t kPortion = 10'000;
  static constexpr std::int64_t kOfRefill = 16;

  std::int64_t portion_ = 0, beyond_ = 0;  // the rest of this portion, and the fuel after it
  bool is_stopped_ = false;
  Cases& cases_;
  const std::function<bool()> stop_;
  const std::int64_t decision_;
  std::int64_t tank_ = 0;           // at the start of the decision
  std::int64_t spent_ = 0;          // in decisions before
  std::int64_t most_ = kBoundless;  // that may be spent
};

}  // namespace glint
