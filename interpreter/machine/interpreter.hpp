// The interpreter: runs the Program's code (program/instructions.def) on the frame, and owns the parts that the code
// works with: the live board, light, steps and rays, the ledger, picks and draws. For beams it runs the script's code.
//
// It knows nothing of the course of a game; the Machine, which is built on it, does. An error of the script ends a run
// with Status::error and a Failure; nothing is thrown. Work is counted in fuel, Limits::steps for each decision.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/beam/fuel.hpp"
#include "interpreter/beam/visits.hpp"
#include "interpreter/machine/chance.hpp"
#include "interpreter/machine/ledger.hpp"
#include "interpreter/machine/limits.hpp"
#include "interpreter/machine/live_board.hpp"
#include "interpreter/program/bits.hpp"
#include "interpreter/program/code.hpp"
#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {

// Space: steps, rays and lines from cells and from sets of cells, the ways between cells, and edges.
//
// Each function runs one instruction (program/instructions.def) on the frame `f`: `at` says where in the frame its
// operands and its result are; `more` is the next instruction, with further operands. The result may be in the slots of
// an operand. It returns how much work that was, in units of fuel (limits.hpp).
//
// A Space reads the geometry, which must outlive it, and owns only buffers: it remembers nothing between calls, and
// after its construction it allocates nothing.
class Space {
 public:
  explicit Space(const Geometry& geometry)
      : geometry_(geometry), words_(geometry.words), found_(static_cast<std::size_t>(words_), 0), line_(found_),
        front_(found_), edges_(static_cast<std::size_t>(geometry.edge_words), 0) {}

  /// step, ray, steps, slide, hit, closed.
  template <class Cpu>
  std::int64_t go(Word* f, const Instruction& at, const Instruction& more);
  /// steps, slide, hit or closed from one cell in the directions of a set, where there are fans for it.
  template <class Cpu>
  std::int64_t fan(Word* f, const Instruction& at, const Instruction& more, Word ways);
  bool has_fans(Opcode op) const {
    if (op == Opcode::steps) return !geometry_.rings.sets.empty();
    return (op == Opcode::slide || op == Opcode::hit || op == Opcode::closed) && !geometry_.fans.rays.empty();
  }
  /// lanes: the instruction, with its operands after it.
  template <class Cpu>
  void lanes(Word* f, const Instruction* at);
  /// far_lanes, the same: only on boards of up to two words with shifts that do not wrap.
  template <class Cpu>
  std::int64_t far_lanes(Word* f, const Instruction* at) const;
  /// lines_to: only on boards with shifts that do not wrap.
  template <class Cpu>
  std::int64_t lines_to(Word* f, const Instruction& at, const Instruction& more, Word directions);
  /// between, distance, way_to.
  template <class Cpu>
  std::int64_t way_between(Word* f, const Instruction& at);

  /// False: no cell has these coordinates.
  bool cell_at(Word* f, const Instruction& at) const {
    const int cell = geometry_.cell_at(static_cast<std::int64_t>(f[at.b]), static_cast<std::int64_t>(f[at.c]));
    f[at.a] = static_cast<Word>(cell);
    return cell >= 0;
  }
  /// walk_slide, walk_hit, walk_steps, walk_last.
  std::int64_t walk(Word* f, const Instruction& at, const Instruction& more);
  /// edge, beside.
  void edge(Word* f, const Instruction& at) const;
  std::int64_t edges(Word* f, const Instruction& at);

 private:
  /// The work of rays, steps and lines that are looked up; for a walk, the number of cells for one unit of work.
  static constexpr std::int64_t kRaysWork = 4, kStepsOfWork = 16;

  /// One of ray, slide, hit, steps, step from one cell in one direction, united into `into`. Returns how many cells
  /// were visited.
  template <class Cpu>
  std::int64_t ray_union(Opcode op, int cell, int way, const Word* through, std::int64_t length, Word* into) const;

  const Geometry& geometry_;
  const int words_;
  std::vector<Word> found_, line_, front_;  // sets of cells
  std::vector<Word> edges_;
};

template <>
std::int64_t Space::go<AnyCpu>(Word* f, const Instruction& at, const Instruction& more);
template <>
std::int64_t Space::go<V3Cpu>(Word* f, const Instruction& at, const Instruction& more);
template <>
std::int64_t Space::fan<AnyCpu>(Word* f, const Instruction& at, const Instruction& more, Word ways);
template <>
std::int64_t Space::fan<V3Cpu>(Word* f, const Instruction& at, const Instruction& more, Word ways);
template <>
void Space::lanes<AnyCpu>(Word* f, const Instruction* at);
template <>
void Space::lanes<V3Cpu>(Word* f, const Instruction* at);
template <>
std::int64_t Space::far_lanes<AnyCpu>(Word* f, const Instruction* at) const;
template <>
std::int64_t Space::far_lanes<V3Cpu>(Word* f, const Instruction* at) const;
template <>
std::int64_t Space::lines_to<AnyCpu>(Word* f, const Instruction& at, const Instruction& more, Word directions);
template <>
std::int64_t Space::lines_to<V3Cpu>(Word* f, const Instruction& at, const Instruction& more, Word directions);
template <>
std::int64_t Space::way_between<AnyCpu>(Word* f, const Instruction& at);
template <>
std::int64_t Space::way_between<V3Cpu>(Word* f, const Instruction& at);

// The reason for an early end of a run: an error of the script, work without end, or a refused move. Nothing is thrown:
// a run ends with RunStatus::error or failed, and the reason is kept here. Functions that return a status return
// RunStatus::error.
enum class RunStatus { done, failed, waiting, drawing, over, error };

/// The reason why a run was refused, or why a script is in error.
struct Failure {
  lang::Code code{};
  lang::Span span;
  std::string message;
  std::string help = {};  // advice; empty: the usual advice for its code
};

/// The failure that the host has stopped the work on this game (Limits::stop), at the place that took most of the work.
Failure stopped_failure(const Program& program);

/// "20 million steps", "1500 steps", "1 step"
std::string in_words(std::int64_t count, const std::string& one);

/// The text of a message, with the present values in its holes.
std::string text_of(const Program& program, const Message& message, const Word* frame);

class Failures {
 public:
  explicit Failures(const Program& program) : program_(program) {}

  const Failure& last() const { return last_; }
  RunStatus fail(lang::Code code, lang::Span span, std::string message);
  RunStatus error(const Instruction* at, lang::Code code, std::string message);
  RunStatus out_of_range(const Instruction* at, const Word* frame);
  RunStatus no_cell(const Instruction* at, std::int64_t x, std::int64_t y);
  RunStatus too_high(const Instruction* at, int cell);
  RunStatus not_there(const Instruction* at, int cell, const Word* frame);
  /// More than kMostMoves moves can be chosen at this choice.
  RunStatus too_many_moves(lang::Span choice);
  /// No move was listed at several choices in a row, and this is the last of them.
  RunStatus going_round(lang::Span choice);

  /// Takes the next portion of fuel, for the instruction here. False: none is left, or the work was stopped.
  [[gnu::noinline]] bool take_portion(const Instruction* at, Fuel& fuel);
  /// `at`: the place in the code; null outside of code.
  RunStatus out_of_fuel(const Instruction* at, const Fuel& fuel);

  // -- parts that take fuel by themselves, for the instruction that asks them for something
  void begin_part(const Instruction* at) { asking_ = at; }
  void portion_taken() {
    if (asking_) note_portion(asking_);
  }
  void part_out_of_fuel(const Fuel& fuel) {
    out_of_fuel(nullptr, fuel);
    needs_place_ = true;
  }
  /// The failure of the part used last.
  RunStatus of_part(const Fuel& fuel) {
    return std::exchange(needs_place_, false) ? out_of_fuel(asking_, fuel) : RunStatus::error;
  }

 private:
  void note_portion(const Instruction* at) {
    program_.work.note(static_cast<std::size_t>(at - program_.code.instructions.data()));
  }

  const Program& program_;
  Failure last_;
  const Instruction* asking_ = nullptr;  // the instruction that last used a part
  bool needs_place_ = false;  // a part ran out of fuel: the instruction that used it gives the place in the script
};

/// The parts of the script that beams need: its code for meetings and for emissions, which the interpreter runs.
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
  /// Adds a way on of the reaction or emission that runs now. False: a field of the beam leaves its range.
  bool emit_way(const Instruction& at);
  void emit_stop(std::uint16_t end) { emitted_->push_back({-1, 0, static_cast<std::uint16_t>(end + 1), 0}); }
  bool has_too_many() const { return emitted_->size() > kMostWays; }

 private:
  bool run_for_ways(int code, std::vector<Reactions::Way>& ways);

  Interpreter& interpreter_;
  Failures& failures_;
  std::vector<Reactions::Way>* emitted_ = nullptr;  // receives the ways on from the cases that run now
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

  /// The choices for the running move, by pick, and that move.
  struct Chosen {
    const std::vector<Choice>* choices = nullptr;
    int move = -1;
    std::size_t shift = 0;  // in a loop: the number of picks in earlier rounds
  } chosen;
  std::size_t number(const Instruction& at) const { return at.n + chosen.shift; }
  const Choice& operator[](std::size_t pick) const { return (*chosen.choices)[pick]; }

  /// Takes the chosen element from the set in slot b into slot a. False: the element is not there.
  bool pick(const Instruction& at, Word* f) const;
  bool pick_set(const Instruction& at, Word* f) const;

 private:
  const Program& program_;
  const LiveBoard& pieces_;
};

/// Simultaneous choices that are not yet carried out: Layout::pending of a State.
class PendingChoices {
 public:
  /// `frame`: its lower part is the State. Both outlive it.
  PendingChoices(const Program& program, Word* frame) : program_(program), frame_(frame) {}

  /// The move that a player has chosen, or -1, and the words of each of its picks.
  int move_of(int player) const;
  void picks_of(int player, std::vector<std::vector<Word>>& picks) const;
  bool has_decided(int player) const { return frame_[slot(player)] != 0; }
  /// The player has nothing to choose.
  void pass(int player) { frame_[slot(player)] = Layout::kNothing; }
  /// Copies the picks, from the slots of the running code, or of the quick code for a listed run.
  void keep(int player, int move, bool listed);
  /// Puts the picks back where the code that carries out the choice finds them; returns that code.
  int put_back(int player);
  void clear();

 private:
  Slot slot(int player) const {
    return program_.layout.pending + static_cast<Slot>(player) * program_.layout.pending_stride;
  }

  const Program& program_;
  Word* const frame_;
};

// A random game that continues by itself from choice to choice: its inputs, and the values that it keeps. The code at
// each choice (build/code/turns.cpp) lists the moves, draws one and makes it.

/// A hash of the number of moves at each ply of a game: equal games have equal hashes.
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

  Random* draws = nullptr;  // makes draws on the way; null: play stops at each, and the host makes them

  // -- from a choice on
  std::vector<std::uint64_t>* history = nullptr;  // gets the hashes of positions, unless it is null
  bool is_arriving = false;  // no move of the choice has been drawn yet
  int passes = 0;            // consecutive choices at which no move was listed
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
  /// False: this State is loaded already, and everything kept stays.
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
  /// Uses the hot code for newer processors, or the one for all; the default is the best for this processor. False:
  /// this processor is not a newer one.
  bool use_v3(bool wanted) {
    uses_v3_ = wanted && has_v3();
    return uses_v3_ == wanted;
  }
  bool uses_v3() const { return uses_v3_; }
  const Failure& failure() const { return failures_.last(); }
  /// Records the cost of running code there; null: nowhere.
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
  /// Runs code with the effects of a move.
  Status run_effects(int entry);
  /// Runs code, and continues from choice to choice: see play_on in machine.hpp.
  Status run_on_at_random(int entry, RandomPlay& play);

  /// Lists all moves of the choice at which play waits, with the fuel that is left; returns their number. Negative: the
  /// script is in error.
  std::int64_t list_all();
  /// The number of moves listed now, as from `list_all`.
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
  /// Finds the greatest numbers of all runs listed now. False: the script is in error.
  bool measure(int move);
  template <class Cpu>
  int draw_move(const LedgerForm* form);
  bool goes_on_without_move();

  const Program& program_;
  const int words_;  // of a set of cells

  Failures failures_{program_};
  ScriptCases cases_{*this, failures_};
  Fuel fuel_{program_.limits.steps, cases_, program_.limits.stop};

  // The state of a run: the members that every entry into code uses lie side by side.
  std::vector<const Instruction*> calls_;  // the caller of the running code; null: it was called from outside
  bool uses_v3_ = has_v3();
  bool failed_ = false;  // the function that returned last did so by ret_fail
  bool quiet_ = false;   // no reason for a refusal is needed
  bool moving_ = false;  // a move is being made
  int can_depth_ = 0;    // the number of running `can` questions, each inside the one before
  RandomPlay* random_play_ = nullptr;  // null: code waits at choices
  int listing_ = -1;     // the move that is being listed; all moves of a choice are listed one after another
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

inline Interpreter::Status Interpreter::run(int entry) {
  return profile_ ? run_profiled(entry) : uses_v3_ ? run_on<V3Cpu>(entry) : run_on<AnyCpu>(entry);
}

}  // namespace glint
