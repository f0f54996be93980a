// The code of moves: to run them, to make listed runs quickly, and to carry out what was chosen together.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "interpreter/build/code/code_writer.hpp"
#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/plan/planner.hpp"

namespace glint::compiling {

class MoveCompiler {
 public:
  MoveCompiler(Program& program, CodeWriter& code) : program_(program), code_(code) {}

  void compile();
  /// Compiles a pick of the present move.
  void pick(const Stmt& stmt);
  /// Compiles its loop with picks.
  void rounds(const Stmt& stmt);
  void require_most(const Stmt& stmt);

 private:
  using Mode = CodeWriter::Mode;

  void compile_run(int move);
  void compile_quick(int move);
  void compile_list(int move);
  void for_each_seat(SeatCode& code, const std::function<int()>& write);
  void compile_carry(int move);
  void run_pick(const Stmt& stmt);
  void quick_pick(const Stmt& stmt);
  const Expr* offered_to(const Stmt& pick) const;
  void add_picks(const Block& block, MoveCode& code);
  void begin_round(const Stmt& stmt, Slot round, Label body);
  std::optional<Slot> round_;  // in a loop: the number of earlier rounds

  Program& program_;
  CodeWriter& code_;
  std::vector<LocalSlots> slots_;  // by move
  int current_ = -1;
};

// The list code of a move: it writes each legal run to the ledger. First a plan says how to find the runs (plan/). This
// class writes code for the plan, and decides nothing about speed.

/// The error of a loop with picks that has had its last allowed round, and could continue.
std::string endless_loop(const Stmt& rounds);

class ListCompiler {
 public:
  ListCompiler(Program& program, CodeWriter& code, int move);

  /// Writes a whole function; its entry.
  int compile();

  /// In blocks and loops: a requirement or offer, which refuses the run, or a call that may. False: another statement.
  bool statement(const Stmt& stmt);
  /// The game ends: the run is legal and complete.
  void end_run();

 private:
  using At = Assembler::At;

  /// The rest of the steps, and the label to which a refused or finished run goes.
  struct Rest {
    const Steps* steps = nullptr;
    std::size_t next = 0;
    Label fail = -1;
    int depth = 0;  // saved States so far
  };
  void list(Rest rest);
  void list_undone(Rest rest);
  void list_sides(const Step& step, Rest rest);
  void list_offered(const Step& step, Rest rest);
  void list_each(const Step& step, Rest rest);
  void list_all(const Step& step, Rest rest);
  void list_pairs(const Step& step, Rest rest);
  void list_far_pairs(const Step& step, Rest rest);
  void list_fits(const Step& step);
  void list_rounds(const Step& step, Rest rest);
  void list_again(const Rest& rest);
  int add_round_forms();
  std::pair<Slot, Slot> far_lanes(const Step& step, std::optional<Slot> only);
  void list_leaf();
  struct Values {
    Slot slot = 0;
    int words = 0;
  };
  void keep_values(const Stmt& stmt, std::optional<Values>& values);
  LedgerForm form_of(std::vector<LedgerItem> items) const;
  Slot new_form();
  void list_with(const LedgerItem& item, Rest rest);

  Slot on_level(int level);
  Slot take_own(int words);
  Slot own_value(const Expr& set);
  LedgerItem item_of(int local, Slot slot, int words, LedgerItem::Form form, Slot low = 0) const;
  LedgerItem pairs_of(const Step& step, Slot slot, int words, LedgerItem::Form form, int shift, Slot low = 0) const;
  void stop_where_empty(Slot set, int words, Label fail);

  Program& program_;
  CodeWriter& code_;
  const int move_;
  Label fail_ = -1;                // the label to which a refused run goes, while its statements are written
  std::vector<LedgerItem> items_;  // items of the choices so far
  std::optional<Values> most_, once_;  // the values of `require most` and `offer once`
  /// A loop with picks. The slots `own`, side by side, hold the values that a round still needs after later rounds.
  /// They are copied to `kept` at the end of the round, and back when the search returns to it.
  struct Rounds {
    const Stmt* loop = nullptr;
    Slot number = 0;  // number of finished rounds
    Slot own = 0, next = 0, kept = 0;
    int size = 0;
    Slot which = 0;           // index in `backs`, for this round
    std::vector<Label> backs;  // the places where the search continues in a round, by the ends of its steps
    Label end = -1;
    bool is_inside = false;
    std::size_t items = 0;  // number of items of the choices before the loop
    std::vector<std::pair<int, Slot>> picks;  // pick of the first round, and its slot among `own`
  };
  Rounds* rounds_ = nullptr;
};

// The play block, with its waits.
//
// Play waits inside its blocks and loops, so its names and iterators are in the State, from Layout::play on. A value
// that no later line reads must not stay there: two positions from which the game continues alike must be equal, for
// `seen` and all other comparisons of positions. So a name is cleared at the end of its block, and before a wait if
// nothing reads it after that.
class PlayCompiler {
 public:
  PlayCompiler(Program& program, CodeWriter& code) : program_(program), code_(code) {}

  /// Gives play's names and iterators their slots, from Layout::play on; answers the end of these.
  Slot reserve();
  void compile_setup();
  /// Compiles the play block. The compiler calls `block` and `statement` for blocks and statements in it.
  void compile();

  /// Compiles the statements of a block in `play`, and clears their names at its end.
  void block(const Block& statements);
  /// Compiles a statement that waits, or a loop around one; false for other statements.
  bool statement(const Stmt& stmt);

 private:
  using At = Assembler::At;

  void add_slots(Slot slot, const Type& type);
  void reserve_iterators(const Stmt& stmt, Slot& next);
  void first_values(const rules::Variable& variable, Slot base);
  void draw(const Stmt& stmt);
  void turn(const Stmt& stmt);
  void choose(const Stmt& stmt);
  void together(const Stmt& stmt);
  void repeat(const Stmt& stmt);
  void loop(const Stmt& stmt);
  void forget(Slot first, int count);
  void forget_local(int ref);
  void forget_dead_at(const Stmt& wait);
  void number_statements(const Block& statements);
  bool is_read_in(int ref, const Stmt& first, const Stmt& last) const;
  bool is_read_after(std::size_t binding, int ref, const Stmt& wait) const;

  Program& program_;
  CodeWriter& code_;
  LocalSlots names_;                       // of the play block
  std::map<const Stmt*, Slot> iterators_;  // iterators of loops, and of turns of each player
  struct Place {  // in a block that is being compiled
    const Block* statements;
    std::size_t at;
    std::vector<int> names;  // names that the statements before `at` bind
  };
  std::vector<Place> blocks_;  // the outermost first
  struct Numbers {  // the numbers of a statement, and of the last one in it
    int first, last;
  };
  std::unordered_map<const Stmt*, Numbers> numbers_;  // in the order of the text
  std::vector<std::vector<int>> readers_;             // by local: the numbers of the statements that read it
};

}  // namespace glint::compiling
