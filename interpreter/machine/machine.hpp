// The machine: the course of a game on an interpreter. It goes from choice to choice, lists moves, makes them, carries out
// choices made together, and asks chance.
//
// A Machine belongs to one thread. It plays any State of its Program: load one, list, choose, apply, copy it out. What it
// keeps besides follows from the State. Once its buffers have grown, playing allocates nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/machine/chance.hpp"
#include "interpreter/machine/interpreter.hpp"

namespace glint {

class Machine final : public Interpreter {
 public:
  explicit Machine(const Program& program);

  /// The hashes of positions so far, which `seen` reads and stepping adds to; the caller keeps them. Null: nothing was
  /// seen before. (set_past: nothing is added.)
  void set_history(std::vector<std::uint64_t>* history) {
    history_ = history;
    set_past(history);
  }

  // -- stepping
  /// From nothing to the first choice: setup, then the play block. Status waiting, over or error.
  Status begin(Chance& chance);
  /// Goes on after a choice already applied. Status waiting, over or error.
  Status resume(Chance& chance);
  /// Runs a move with the choices set. done, over (it ended the game), failed (nothing changed) or error.
  Status apply(int move, bool want_reason);
  /// Makes the k-th move that `lister` (this machine, or another one of the same Program in the same State) has listed.
  /// The listing has shown that it is legal, so nothing is asked again, and nothing kept for taking it back.
  Status apply_listed(const Machine& lister, std::uint64_t k);
  /// As `apply`, but a choice that is made together is carried out at once, alone: to weigh what it would do.
  Status apply_alone(int move) {
    refuel();
    return run_move(move, false, true);
  }
  /// Ends the game by the clock's rules for the player to move. failed: there are none.
  Status forfeit();
  /// Whether each arrival at a choice is going to be listed: then it is listed only once.
  void list_ahead(bool ahead) {
    lists_ahead_ = ahead;
    ledger().outdate();
  }
  /// A choice of `together` that waits to be carried out: which move, or -1; what was picked, pick by pick.
  int chosen(int player) const;
  void chosen_picks(int player, std::vector<std::vector<Word>>& picks) const;
  /// Play waits for chance; `resume` goes on. Only where a Chance has let it wait.
  bool is_at_draw() const { return frame()[Layout::kNode] >= Layout::kDraw; }
  /// What is to be drawn where play waits for that; nothing when the script is in error. Good until the machine runs.
  std::optional<Drawing> drawing();

  // -- moves
  /// Lists the moves of the choice at which play waits; answers how many. Negative: the script is in error.
  std::int64_t list();
  Listed anything_listed(int move) { return can(move, to_move()); }
  /// Adds to `counts`, by move of the script, how many of the moves listed last are of each.
  void count_by_move(std::vector<std::uint64_t>& counts) const { ledger().count_by_move(counts); }
  /// Sets the choices to those of the k-th listed move; answers which move it is.
  int choose_listed(std::uint64_t k);
  /// Which move the k-th listed run is of; into `picks`, pick by pick, the number that was picked. Of subsets nothing is
  /// written.
  int listed_run(std::uint64_t k, Word* picks);
  /// Is what this machine has listed word for word what another one has, of a Program with the same forms of the ledger?
  bool listed_as(const Machine& other) const { return ledger().is_same(other.ledger()); }
  /// A listing that is laid aside while others are made.
  using Listing = Ledger::Listing;
  /// Exchanges what was listed last for another listing, or an empty one.
  void swap_listing(Listing& other) { ledger().swap(other); }

  // -- there and back, to search all that follows from a position
  /// Keeps the State, and what is known of it, as that of this level; levels count from 0.
  using Interpreter::mark;
  /// To the State of this level, whatever was played since: what is known of it need not be worked out again. It is no
  /// longer kept then: `mark` keeps it once more. Levels above it are gone, whether or not one went back to them.
  void go_back(int level) {
    ledger().outdate();
    Interpreter::go_back(level);
  }

 private:
  Status go_on(Status status, Chance& chance);
  Status draw(Chance& chance);
  bool prepare(Drawing& drawing);
  Status arrive(bool& nothing_listed);
  Listed any_listed();

  // together.cpp
  Status choose_in_secret(int move, bool want_reason, bool listed);
  void keep_choice(int move, bool listed);
  Status next_seat(int first);
  Status carry_out();
  void forget_choices();
  Slot pending(int player) const {
    return program().layout.pending + static_cast<Slot>(player) * program().layout.pending_stride;
  }

  /// The k-th run that a machine has listed, taken apart into picked_.
  Ledger::Run taken_apart(const Machine& lister, std::uint64_t k) {
    return uses_v3() ? lister.ledger().unrank(V3Cpu(), k, picked_.data())
                     : lister.ledger().unrank(AnyCpu(), k, picked_.data());
  }

  std::vector<Ledger::Picked> picked_;  // as many as any move has picks
  std::vector<Word> before_;            // the State that `apply` goes back to
  std::vector<Word> drawn_;
  std::vector<std::uint64_t>* history_ = nullptr;
  bool lists_ahead_ = false;
};

}  // namespace glint
