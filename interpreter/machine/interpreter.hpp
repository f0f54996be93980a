// The interpreter: runs the Program's code (program/instructions.def) on the frame, and owns the parts that the code
// works with: board, kept values, beams, light, hypothetical beams, undo, the ledger, steps and rays. It alone connects
// them: it passes changes of the board on to the parts that keep something, and runs the script's code that beams need.
//
// It knows nothing of the course of a game: that is the Machine's, which is built on it. An error of the script ends a
// run with Status::error and a Failure; nothing is thrown. Work is counted in fuel,
// Limits::steps for each decision.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/beam/beams.hpp"
#include "interpreter/beam/fuel.hpp"
#include "interpreter/beam/hypothetical.hpp"
#include "interpreter/beam/light.hpp"
#include "interpreter/machine/board.hpp"
#include "interpreter/machine/cpu.hpp"
#include "interpreter/machine/kept_values.hpp"
#include "interpreter/machine/ledger.hpp"
#include "interpreter/machine/limits.hpp"
#include "interpreter/machine/random_play.hpp"
#include "interpreter/machine/space.hpp"
#include "interpreter/machine/undo.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/restored.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {

class Profile;
struct Drawing;

/// Why a run was refused, or how a script is in error.
struct Failure {
  lang::Code code{};
  lang::Span span;
  std::string message;
};

/// The failure that the host has stopped the work on this game (Limits::stop), at the place that took most of it.
Failure stopped_failure(const Program& program);

/// "20 million steps", "1500 steps", "1 step"
std::string in_words(std::int64_t count, const std::string& one);

/// The choice for one pick of a move.
struct Choice {
  enum class Mode : std::uint8_t { value, index, set, offered, same };
  Mode mode = Mode::value;
  Word number = 0;                    // value; index; same: the wanted value
  const rules::Expr* part = nullptr;  // same: the coordinate or field of the pick that must be `number`
  std::vector<Word> set;              // set
};

class Interpreter : private Cases, private Hypothetical::Trial {
 public:
  explicit Interpreter(const Program& program);
  Interpreter(const Interpreter&) = delete;
  virtual ~Interpreter() = default;

  enum class Status { done, failed, waiting, drawing, over, error };

  // -- States
  const Program& program() const { return program_; }
  const Word* frame() const { return board_.frame(); }
  Word* frame() { return board_.frame(); }
  /// False: this is the State already, and everything kept stays.
  bool load(std::span<const Word> state);
  void store(std::vector<Word>& state) const { board_.store(state); }
  std::uint64_t hash() const { return board_.hash(); }
  bool is_over() const { return frame_[Layout::kNode] == Layout::kOver; }
  /// The choice at which play waits.
  const Node& node() const { return program_.nodes[frame_[Layout::kNode]]; }
  int to_move() const { return static_cast<int>(frame_[Layout::kMe]); }
  /// Drops all kept values and caches, as if the State had just been loaded.
  void forget_all();

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
  /// A new decision, with all its fuel, or what is left for the game. Loading, listing and applying do so themselves.
  void refuel() { refuel(program_.limits.steps); }
  void refuel(std::int64_t units) {
    spent_ += tank_ - fuel_.left();
    fuel_.refill(tank_ = std::min(units, most_ - spent_));
  }
  /// Fuel used since.
  std::uint64_t burnt() const { return static_cast<std::uint64_t>(tank_ - fuel_.left()); }
  /// Fuel used in all decisions so far.
  std::uint64_t spent() const { return static_cast<std::uint64_t>(spent_) + burnt(); }
  const Failure& failure() const { return failure_; }
  /// The text of a message, with the present values in its holes.
  std::string message(const Message& message) const;
  /// The coordinate of a cell, or the field of its top piece, that a notation shows.
  std::int64_t part_of(const rules::Expr& part, int cell) const;
  /// Records there what running code costs; null: nowhere.
  void set_profile(Profile* profile) { profile_ = profile; }
  /// The hashes of the positions so far, which `seen` reads; null: nothing was seen before.
  void set_past(const std::vector<std::uint64_t>* past) { past_ = past; }

  // -- pieces
  int key_at(int cell, int level) const { return board_.key_at(cell, level); }
  int top_key(int cell) const { return board_.top(cell).key; }
  int full_stack(const Word* cells, int besides) const { return board_.full_stack(cells, besides); }
  int height(int cell) const { return board_.top(cell).level + 1; }
  /// False: the stack is full.
  bool put(int cell, int key);
  void remove_top(int cell);
  bool move(int from, int to);
  /// Takes all pieces off a cell.
  void clear(int cell);

  // -- beams
  Beams& beams() { return beams_; }
  std::vector<Word> emitters() const;
  bool run_cases(int code, const Meeting& meeting, std::vector<Reactions::Way>& ways) override;
  bool run_emission(int key, int cell, std::vector<Reactions::Way>& ways) override;
  bool sides_of(int cell, Word& sides) override;

  enum class Listed { nothing, something, error };

 protected:
  void fail(lang::Code code, lang::Span span, std::string message) override;
  Board& board() { return board_; }
  Ledger& ledger() { return ledger_; }
  const Ledger& ledger() const { return ledger_; }
  std::int64_t fuel() const { return fuel_.left(); }
  void use_fuel(std::int64_t units) { fuel_.use(units); }
  static constexpr std::int64_t kBoundless = std::int64_t{1} << 60;
  /// What all decisions from here on may use together; kBoundless: each has its own fuel.
  void share_fuel(std::int64_t units) {
    most_ = kBoundless;
    refuel();
    most_ = units < kBoundless ? spent_ + units : kBoundless;
  }
  bool has_used_shared_fuel() const { return static_cast<std::int64_t>(spent()) > most_; }
  /// Goes on with the decision that had so much left when another one was put in between.
  void go_on_with(std::int64_t fuel) { refuel(fuel); }

  /// Hypotheticals, and levels to go back to: see undo.hpp.
  void save(int depth) { undo_.save(depth); }
  void restore(int depth) { undo_.restore(depth); }
  void mark(int level) { undo_.mark(level); }
  void go_back(int level) { undo_.go_back(level); }

  /// Runs a move with a choice for each of its picks; null: it was listed, and its picks are in the frame. `quiet`:
  /// nobody reads why it is refused.
  Status run_move(int move, const std::vector<Choice>* choices, bool quiet);
  /// Runs code whose effects count as those of a move.
  Status run_effects(int entry);
  /// Runs code, and on from choice to choice: see play_on in machine.hpp.
  Status run_on_at_random(int entry, RandomPlay& play);
  /// Goes back to the choice at which random play was arriving when an error came up.
  void back_to_choice(const RandomPlay& play);
  /// At choice after choice nothing was listed: an error.
  Status going_round();

  /// Lists all moves of the choice at which play waits, with the fuel that is left; answers how many there are.
  /// Negative: the script is in error.
  std::int64_t list_all();
  /// How many moves are listed now, as `list_all` answers.
  std::int64_t listed() { return ledger_.has_too_many() ? too_many() : static_cast<std::int64_t>(ledger_.runs()); }
  /// Runs a move's listing code until the first legal run. The position does not change.
  Listed can(int move, int player);

  /// The draw that the code waits for, when a run ends with Status::drawing: slots of the frame.
  struct DrawRequest {
    int node = -1;  // in Program::draws
    Slot set = 0;
    int words = 0;
    Slot number = 0;
  };
  const DrawRequest& requested_draw() const { return draw_; }
  // draws.cpp
  bool find_drawing(Drawing& drawing) const;
  Word* room_for_draw(const Drawing& drawing);
  void take_drawn(const Drawing& drawing);

 private:
  bool find_acting(const Reactions::Acting& acting) override { return run(acting.code) == Status::done; }
  void portion_taken() override {
    if (asking_) note_portion(asking_);
  }
  void note_portion(const Instruction* at) { program_.work.note(static_cast<std::size_t>(at - program_.code.data())); }
  void run_out_of_fuel() override {
    out_of_fuel(nullptr);
    needs_place_ = true;
  }

  friend class Board;  // reports what changed
  void changed(int cell, int key_before, int key_after, Word forget);
  bool put_anywhere(int cell, int key);
  bool move_anywhere(int from, int to);
  [[gnu::noinline]] void changed_for_beams(int cell, int key_before, int key_after);
  void filled(int word, Word cells);

  // hot/run.inl, hot/profiled.cpp
  template <class Cpu>
  Status run_on(int entry);
  Status run_stamped(int entry);
  Status run_profiled(int entry);

  // Instructions too long for the loop. A returned Status is that of an error.
  void put_all(const Word* cells, int key);
  void take_out(int cell, int level);
  void set_field(int cell, int field, std::int64_t value);
  void set_owner(int cell, int owner);
  bool pick(const Instruction& at);
  bool pick_set(const Instruction& at);
  bool trace_from(const Instruction& at, const Instruction& more);
  bool run_for_ways(int code, std::vector<Reactions::Way>& ways);
  bool emit_way(const Instruction& at);
  bool meets_with(int cell, int key, const Word* target, bool& meets) override;
  void end_game(OutcomeKind kind, int winner);
  Status error(const Instruction* at, lang::Code code, std::string message);
  [[gnu::noinline]] bool take_portion(const Instruction* at);
  Status out_of_fuel(const Instruction* at);
  Status out_of_range(const Instruction* at);
  Status too_high(const Instruction* at, int cell);
  Status not_there(const Instruction* at, int cell);

  std::int64_t list_one(int move);
  template <class Cpu>
  int draw_move(const LedgerForm* form);
  template <class Cpu>
  bool list_lines(const Instruction* pc);
  bool goes_on_without_move();
  bool draw_at_random(Random& random);
  // Not inlined, as they are rare, so that their callers stay short.
  void unwind();
  std::int64_t too_many();

  const Program& program_;
  const int words_;  // of a set of cells

  Board board_;
  Word* const frame_ = board_.frame();
  std::int64_t tank_ = program_.limits.steps;  // fuel at the start of the decision
  Fuel fuel_{tank_, *this, program_.limits.stop};
  std::int64_t spent_ = 0;          // in decisions before
  std::int64_t most_ = kBoundless;  // that may be spent: see share_fuel

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
  Space space_;
  KeptValues kept_;
  Ledger ledger_;
  Beams beams_;
  Light light_;
  Hypothetical hypothetical_;
  const bool caches_beams_;  // something in these hears of changed pieces
  const bool is_flat_;       // only the board and kept_ hear of them, and the board is flat
  Undo<Board, KeptValues, Beams, Hypothetical> undo_{board_, kept_, beams_, hypothetical_};

  const std::vector<Choice>* choices_ = nullptr;  // of the move that runs, by pick
  int applying_ = -1;                             // that move
  DrawRequest draw_;
  std::vector<Word> drawn_;
  std::vector<Reactions::Way>* emitted_ = nullptr;  // gets the ways on from the cases that run now
  const std::vector<std::uint64_t>* past_ = nullptr;
  Failure failure_;
  const Instruction* asking_ = nullptr;  // the last one to ask a part for something
  bool needs_place_ = false;  // a part ran out of fuel: the instruction that asked it says where in the script
};

template <>
Interpreter::Status Interpreter::run_on<AnyCpu>(int entry);
template <>
Interpreter::Status Interpreter::run_on<V3Cpu>(int entry);

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
