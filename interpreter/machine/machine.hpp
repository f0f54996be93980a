// The machine: the course of a game, on an interpreter. It goes from choice to choice, lists and makes moves, carries
// out choices made together, and lets chance decide draws.
//
// A Machine belongs to one thread. It plays any State of its Program: load one, list, choose, apply, copy it out.
// Everything else that it keeps follows from the State. Once its buffers have grown, playing allocates nothing.
//
// From outside the frame can only be read: only playing and loading change a State. To edit a State, use Board. To run
// code or beams directly, use Interpreter.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/machine/chance.hpp"
#include "interpreter/machine/interpreter.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

class Machine final : private Interpreter {
 public:
  explicit Machine(const Program& program);
  using Interpreter::Listed;
  using Interpreter::Status;

  // -- States
  using Interpreter::hash;
  using Interpreter::is_over;
  using Interpreter::node;
  using Interpreter::program;
  using Interpreter::store;
  using Interpreter::to_move;
  const Word* frame() const { return frame_; }
  void load(std::span<const Word> state) {
    if (Interpreter::load(state)) outdate();
  }
  using Interpreter::forget_all;
  /// The hashes of positions so far, which `seen` reads and stepping adds to; the caller keeps them. Null: nothing was
  /// seen before. (set_past: nothing is added.)
  void set_history(std::vector<std::uint64_t>* history) {
    history_ = history;
    set_past(history);
  }
  using Interpreter::set_past;

  // -- stepping
  /// From an empty State to the first choice: setup, then the play block. Status: waiting, over or error.
  Status begin(Chance& chance);
  /// Continues after a choice already applied. Status waiting, over or error.
  Status resume(Chance& chance);
  /// Continues to the place where a State that was written, not played, waits: an end that holds already, a choice, or
  /// the next one if a choice has no moves. Draws come too. Status: as from `resume`, or drawing.
  Status settle(Chance& chance);
  /// Runs a move with these choices, one for each of its picks. done, over (it ended the game), failed (nothing
  /// changed) or error.
  Status apply(int move, const std::vector<Choice>& choices, bool want_reason);
  /// Makes the k-th move listed by `lister` (this machine, or another one of the same Program in the same State). The
  /// move is legal, so no requirement is tested again, and nothing is saved for an undo.
  Status apply_listed(const Machine& lister, std::uint64_t k);
  /// Makes it, but carries out a simultaneous choice at once and alone, to evaluate its effects.
  Status apply_alone(const Machine& lister, std::uint64_t k) { return run_move(take_listed(lister, k), nullptr, true); }
  /// Draws one of the moves just listed, makes it, and plays on at random: to the end, until no plies are left (status
  /// waiting), or to a choice where no move can be drawn. There, `list` again to learn why, or choose otherwise.
  Status play_on(RandomPlay& play, Chance& chance);
  /// Ends the game by the clock's rules for the player to move. failed: there are none.
  Status forfeit();
  /// `ahead`: moves will be listed at each choice, so they are listed on arrival, and only once.
  void list_ahead(bool ahead) {
    lists_ahead_ = ahead;
    outdate();
  }
  /// The choices of `together` that wait to be carried out.
  const PendingChoices& pending() const { return Interpreter::pending(); }
  /// True if play waits for chance; `resume` continues. Only with a Chance that waits.
  bool is_at_draw() const { return frame_[Layout::kNode] >= Layout::kDraw; }
  /// The draw at which play waits; nothing if the script is in error. Valid until the machine runs.
  std::optional<Drawing> drawing();

  // -- moves
  /// Lists the moves of the choice at which play waits; answers how many there are. Negative: the script is in error.
  std::int64_t list();
  /// The ledger listed last.
  const Ledger& last_listed() const { return ledger(); }
  /// The move of the script to which the k-th listed run belongs; writes the number of each pick into `picks`, except
  /// for subsets.
  int listed_run(std::uint64_t k, Word* picks);
  /// The number of that move; `choices` are what `apply` needs to make it.
  int listed_choices(std::uint64_t k, std::vector<Choice>& choices);
  /// A listing that is put aside while other moves are listed.
  using Listing = Ledger::Listing;
  /// Exchanges the last listing for another one, or for an empty one.
  void swap_listing(Listing& other) { ledger().swap(other); }

  // -- saved levels, to search all positions after one
  /// Saves the State, with kept values and caches, as this level; levels count from 0.
  void mark(int level) { pieces().undo().mark(level); }
  /// Goes back to the State of this level, with its kept values and caches. This drops the level and all levels above
  /// it; `mark` saves it again.
  void go_back(int level) {
    outdate();
    pieces().undo().go_back(level);
  }

  // -- questions about the position
  const LiveBoard& position() const { return pieces(); }
  using Interpreter::cases;
  /// Collects the beams that code follows by itself: see Beams::record.
  void record_beams(std::vector<Beams::Followed>* followed) { pieces().beams().record(followed); }
  /// The trace of the emitter on a cell; null: the script is in error.
  const Trace* trace_of(int cell, bool with_segments = true) { return pieces().beams().trace_of(cell, with_segments); }
  /// The same with the cells that it lights by a set field (Trace::lit), on boards of up to kMostLitWords words.
  const Trace* lit_trace_of(int cell, int field) { return pieces().beams().lit_trace_of(cell, field); }
  /// The cells of pieces that emit, into `cells`.
  void emitters(Word* cells) { pieces().beams().emitters(cells); }
  /// Runs code outside the course of play: an invariant, or a step of a test, which may change the position.
  Status run_aside(int code) {
    outdate();
    return run(code);
  }
  /// Runs code that reads a player in this slot, such as a score or a note.
  Status run_for(int player, Slot slot, int code) {
    frame_[slot] = static_cast<Word>(player);
    return run(code);
  }
  using Interpreter::fuel;
  /// While it lives, all decisions of a machine share the fuel of one game (Limits::game).
  class OneGame {
   public:
    explicit OneGame(Machine& machine) : machine_(machine) { machine_.fuel().share(machine.program().limits.game); }
    ~OneGame() { machine_.fuel().share(Fuel::kBoundless); }
    OneGame(const OneGame&) = delete;

    bool is_out_of_fuel() const { return machine_.fuel().has_used_shared(); }

   private:
    Machine& machine_;
  };

  // -- errors, and how code is run
  using Interpreter::failure;
  /// Makes it an error of the script that play waits for a move and no move is listed.
  void fail_without_moves() {
    failures().fail(lang::Code::G0603, node().span,
                    "nothing can be chosen here; a `choose` where that may happen needs an `else`");
  }
  using Interpreter::set_profile;
  using Interpreter::use_v3;

 private:
  Status go_on(Status status, Chance& chance);
  Status draw(Chance& chance);
  bool prepare(Drawing& drawing);
  Status arrive(bool& nothing_listed);
  Listed any_listed();

  // together.cpp
  Status choose_in_secret(int move, const std::vector<Choice>* choices, bool want_reason);
  Status next_seat();
  Status carry_out();

  /// Notes that the listed moves are not those of the choice at which play waits.
  void outdate() { listing_here_ = 0; }
  /// Puts the picks of a listed run where its quick code finds them; returns the move.
  int take_listed(const Machine& lister, std::uint64_t k);
  /// The k-th run that a machine has listed; its picks go into picked_.
  Ledger::Run taken_apart(const Machine& lister, std::uint64_t k) {
    return uses_v3() ? lister.ledger().unrank<V3Cpu>(k, picked_.data())
                     : lister.ledger().unrank<AnyCpu>(k, picked_.data());
  }

  Word* const frame_ = Interpreter::frame();
  std::vector<Ledger::Picked> picked_;  // the largest number of picks that any move has
  std::vector<Word> before_;            // the State that `apply` goes back to
  std::vector<std::uint64_t>* history_ = nullptr;
  std::uint64_t listing_here_ = 0;  // the ledger's number when all moves of the choice were listed at which play waits
  bool lists_ahead_ = false;
};

}  // namespace glint
