// The interpreter: runs the Program's code (program/instructions.def) on the frame, and owns the parts that the code
// works with: the live board, light, steps and rays, the ledger, picks and draws. For beams it runs the script's code.
//
// It knows nothing of the course of a game: that is the Machine's, which is built on it. An error of the script ends a
// run with Status::error and a Failure; nothing is thrown. Work is counted in fuel, Limits::steps for each decision.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/beam/cases.hpp"
#include "interpreter/beam/fuel.hpp"
#include "interpreter/beam/light.hpp"
#include "interpreter/beam/visits.hpp"
#include "interpreter/machine/chance.hpp"
#include "interpreter/machine/cpu.hpp"
#include "interpreter/machine/failures.hpp"
#include "interpreter/machine/ledger.hpp"
#include "interpreter/machine/limits.hpp"
#include "interpreter/machine/live_board.hpp"
#include "interpreter/machine/space.hpp"
#include "interpreter/program/code.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/restored.hpp"

namespace glint {

/// What beams need of the script: its code for what they meet and for what is sent out, which the interpreter runs.
class Failures;
class Interpreter;

class ScriptCases final : public Cases {
 public:
  /// Both outlive it.
  ScriptCases(Interpreter& interpreter, Failures& failures) : interpreter_(interpreter), failures_(failures) {}

  bool run_cases(int code, const Meeting& meeting, std::vector<Reactions::Way>& ways) override;
  bool run_emission(int key, int cell, std::vector<Reactions::Way>& ways) override;
  bool sides_of(int cell, Word& sides) override;
  bool find_acting(const Reactions::Acting& acting) override;
  void portion_taken() override;
  void fail(lang::Code code, lang::Span span, std::string message) override;
  void run_out_of_fuel() override;

  // -- instructions of that code
  /// Adds a way on of the reaction or emission that runs now. False: what the beam carries leaves its range.
  bool emit_way(const Instruction& at);
  void emit_stop(std::uint16_t end) { emitted_->push_back({-1, 0, static_cast<std::uint16_t>(end + 1), 0}); }
  bool has_too_many() const { return emitted_->size() > kMostWays; }

 private:
  bool run_for_ways(int code, std::vector<Reactions::Way>& ways);

  Interpreter& interpreter_;
  Failures& failures_;
  std::vector<Reactions::Way>* emitted_ = nullptr;  // gets the ways on from the cases that run now
};

// A player's choices for the picks of a move, and the instructions that take them.

/// The choice for one pick of a move.
struct Choice {
  enum class Mode : std::uint8_t { value, index, set, offered, same };
  Mode mode = Mode::value;
  Word number = 0;                    // value; index; same: the wanted value
  const rules::Expr* part = nullptr;  // same: the coordinate or field of the pick that must be `number`
  std::vector<Word> set;              // set
};

class Picks {
 public:
  /// Both outlive it.
  Picks(const Program& program, const LiveBoard& pieces) : program_(program), pieces_(pieces) {}

  /// The choices for the move that runs, by pick, and that move.
  struct Chosen {
    const std::vector<Choice>* choices = nullptr;
    int move = -1;
    std::size_t shift = 0;  // in a loop: how many picks the rounds before have made
  } chosen;
  std::size_t number(const Instruction& at) const { return at.n + chosen.shift; }
  const Choice& operator[](std::size_t pick) const { return (*chosen.choices)[pick]; }

  /// Takes the chosen element from the set at slot b into slot a. False: it is not there.
  bool pick(const Instruction& at, Word* f) const;
  bool pick_set(const Instruction& at, Word* f) const;

 private:
  const Program& program_;
  const LiveBoard& pieces_;
};

/// Choices made together and not yet carried out: Layout::pending of a State.
class PendingChoices {
 public:
  /// `frame`: its lower part is the State. Both outlive it.
  PendingChoices(const Program& program, Word* frame) : program_(program), frame_(frame) {}

  /// Which move a player has chosen, or -1; what was picked, pick by pick.
  int move_of(int player) const;
  void picks_of(int player, std::vector<std::vector<Word>>& picks) const;
  bool has_decided(int player) const { return frame_[slot(player)] != 0; }
  /// The player has nothing to choose.
  void pass(int player) { frame_[slot(player)] = Layout::kNothing; }
  /// Copies the picks, from the slots of the run code, or of the quick code for a listed run.
  void keep(int player, int move, bool listed);
  /// Puts them back where the code that carries them out finds them; answers that code.
  int put_back(int player);
  void clear();

 private:
  Slot slot(int player) const {
    return program_.layout.pending + static_cast<Slot>(player) * program_.layout.pending_stride;
  }

  const Program& program_;
  Word* const frame_;
};

// A random game that goes on by itself from choice to choice: what it needs, and what it keeps on its way. The code at
// each choice (build/code/turns.cpp) lists the moves, draws one and makes it.

/// A hash of the number of moves at each ply of a game: equal games have the same.
class Trail {
 public:
  void add(std::uint64_t moves) { value_ = (value_ ^ moves) * 0x9E3779B97F4A7C15u; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

struct RandomPlay {
  Random& random;
  int plies_left;
  Trail trail;

  Random* draws = nullptr;  // makes draws on the way; null: play stops at each, and its host makes them

  // -- from a choice on
  std::vector<std::uint64_t>* history = nullptr;  // gets the hashes of positions, if it is there
  bool is_arriving = false;  // no move of the choice has been drawn yet
  int passes = 0;            // choices in a row at which nothing was listed
  std::int64_t fuel_at_choice = 0, fuel_before_list = 0;
};

class Profile;

class Interpreter {
 public:
  explicit Interpreter(const Program& program);
  Interpreter(const Interpreter&) = delete;

  using Status = RunStatus;

  // -- States
  const Program& program() const { return program_; }
  const Word* frame() const { return frame_; }
  Word* frame() { return frame_; }
  /// False: this is the State already, and everything kept stays.
  bool load(std::span<const Word> state);
  void store(std::vector<Word>& state) const { pieces_.board().store(state); }
  std::uint64_t hash() const { return pieces_.board().hash(); }
  std::uint64_t counted_hash() const { return pieces_.board().counted_hash(); }
  bool is_over() const { return frame_[Layout::kNode] == Layout::kOver; }
  /// The choice at which play waits.
  const Node& node() const { return program_.nodes[frame_[Layout::kNode]]; }
  int to_move() const { return static_cast<int>(frame_[Layout::kMe]); }
  /// Drops all kept values and caches, as if the State had just been loaded.
  void forget_all() { pieces_.forget_all(); }

  // -- code
  /// Runs the code that begins at `entry` until it ends or play waits.
  Status run(int entry);
  /// Uses the hot code for newer processors, or that for all; by default the best one for this processor. False: this
  /// processor is not a newer one.
  bool use_v3(bool wanted) {
    uses_v3_ = wanted && has_v3();
    return uses_v3_ == wanted;
  }
  bool uses_v3() const { return uses_v3_; }
  const Failure& failure() const { return failures_.last(); }
  /// Records there what running code costs; null: nowhere.
  void set_profile(Profile* profile) { profile_ = profile; }
  /// The hashes of the positions so far, which `seen` reads; null: nothing was seen before.
  void set_past(const std::vector<std::uint64_t>* past) { past_ = past; }

  // -- parts
  /// Loading, listing and applying begin a new decision.
  Fuel& fuel() { return fuel_; }
  const Fuel& fuel() const { return fuel_; }
  LiveBoard& pieces() { return pieces_; }
  const LiveBoard& pieces() const { return pieces_; }
  ScriptCases& cases() { return cases_; }

  enum class Listed { nothing, something, error };

 protected:
  Failures& failures() { return failures_; }
  Ledger& ledger() { return ledger_; }
  const Ledger& ledger() const { return ledger_; }
  Draws& draws() { return draws_; }
  PendingChoices& pending() { return pending_; }
  const PendingChoices& pending() const { return pending_; }

  /// Runs a move with a choice for each of its picks; null: it was listed, and its picks are in the frame. `quiet`:
  /// nobody reads why it is refused.
  Status run_move(int move, const std::vector<Choice>* choices, bool quiet);
  /// Runs code whose effects count as those of a move.
  Status run_effects(int entry);
  /// Runs code, and on from choice to choice: see play_on in machine.hpp.
  Status run_on_at_random(int entry, RandomPlay& play);

  /// Lists all moves of the choice at which play waits, with the fuel that is left; answers how many there are.
  /// Negative: the script is in error.
  std::int64_t list_all();
  /// How many moves are listed now, as `list_all` answers.
  std::int64_t listed() {
    if (!ledger_.has_too_many()) return static_cast<std::int64_t>(ledger_.runs());
    failures_.too_many_moves(node().span);
    return -1;
  }
  /// Runs a move's listing code until the first legal run. The position does not change.
  Listed can(int move, int player);

 private:
  // hot/run.inl, hot/profiled.cpp
  template <class Cpu>
  Status run_on(int entry);
  Status run_stamped(int entry);
  Status run_profiled(int entry);

  // Instructions too long for the loop.
  std::int64_t list_one(int move);
  /// Finds the greatest numbers of all runs that are listed now. False: the script is in error.
  bool measure(int move);
  template <class Cpu>
  int draw_move(const LedgerForm* form);
  template <class Cpu>
  bool list_lines(const Instruction* pc);
  bool goes_on_without_move();

  const Program& program_;
  const int words_;  // of a set of cells

  Failures failures_{program_};
  ScriptCases cases_{*this, failures_};
  Fuel fuel_{program_.limits.steps, cases_, program_.limits.stop};

  // The state of a run: members that every entry into code uses lie side by side.
  std::vector<const Instruction*> calls_;  // where running code was called from; null: from outside
  bool uses_v3_ = has_v3();
  bool failed_ = false;  // the function that returned last did so by ret_fail
  bool quiet_ = false;   // no reason for a refusal is needed
  bool moving_ = false;  // a move is being made
  int can_depth_ = 0;    // how many `can` are running, each within the one before
  RandomPlay* random_play_ = nullptr;  // null: code waits at choices
  int listing_ = -1;     // the move that is being listed, of all moves of a choice one after the other
  Profile* profile_ = nullptr;

  // The other parts.
  LiveBoard pieces_;
  Word* const frame_ = pieces_.board().frame();
  Space space_;
  Ledger ledger_;
  std::vector<AllRuns> all_runs_{program_.moves.size()};  // by move
  Light light_;
  Visits visits_{program_, frame_, fuel_, pieces_.beams()};
  Picks picks_{program_, pieces_};
  Draws draws_{program_, frame_, fuel_};
  PendingChoices pending_{program_, frame_};
  const std::vector<std::uint64_t>* past_ = nullptr;
};

template <>
Interpreter::Status Interpreter::run_on<AnyCpu>(int entry);
template <>
Interpreter::Status Interpreter::run_on<V3Cpu>(int entry);

/// Play ends here, in this State.
void end_game(const Layout& layout, Word* frame, OutcomeKind kind, int winner);

template <>
int Interpreter::draw_move<AnyCpu>(const LedgerForm* form);
template <>
int Interpreter::draw_move<V3Cpu>(const LedgerForm* form);
template <>
bool Interpreter::list_lines<AnyCpu>(const Instruction* pc);
template <>
bool Interpreter::list_lines<V3Cpu>(const Instruction* pc);

inline Interpreter::Status Interpreter::run(int entry) {
  return profile_ ? run_profiled(entry) : uses_v3_ ? run_on<V3Cpu>(entry) : run_on<AnyCpu>(entry);
}

}  // namespace glint
