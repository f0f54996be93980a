// The list code of a move: it writes each legal run to the ledger. How: listing.cpp.
//
// The Compiler writes values and statements; while a list is written it hands back those that mean something else there.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/code/todo.hpp"

namespace glint {

class ListCompiler {
 public:
  ListCompiler(Program& program, Compiler& code, int move);

  /// Writes a whole function; its entry.
  int compile();

  /// In blocks and loops: a requirement or offer, which refuses the run, or a call that may. False where it is another.
  bool statement(const Stmt& stmt);
  /// The game ends: the run is legal, and done.
  void end_run();
  /// What `empty` is after an effect that was not done; `around` is the same but for the cell `centre`, which a line from
  /// there never asks for.
  struct After {
    Slot empty = 0, around = 0;
    Slot centre = 0;  // the local; 0: nothing comes anywhere
  };
  const std::optional<After>& after() const { return after_; }

 private:
  using At = Assembler::At;
  using Label = Assembler::Label;
  using Checkpoint = Compiler::Checkpoint;

  /// What is still to do of a run, and where the run goes.
  struct Rest {
    Todo todo;
    Label fail;          // where a run goes that is refused, or done
    int depth = 0;       // saved States so far
    bool saved = false;  // at `fail`, effects since the innermost pick are undone
  };
  /// A pick out of a set, and what follows it.
  struct Pick {
    const Stmt& stmt;
    Rest rest;
    Slot narrowed = 0;  // its choices, where what follows narrows them; that is taken off `rest`
  };

  // -- runs
  bool anything_matters(const Todo& todo) const;
  bool may_be_free(const Todo& todo, int local) const;
  bool may_substitute() const { return code_.may(Lowering::products) && code_.may(Lowering::substitute); }
  bool is_defining_offer(const Expr& condition) const;
  void list_rest(Rest rest);
  void list_saved(Rest rest);
  void list_sides(const Stmt& stmt, Rest rest);
  void list_leaf();

  // -- picks
  void list_pick(const Stmt& stmt, Rest rest);
  void list_subset(const Stmt& stmt, Rest rest);
  void list_number(const Stmt& stmt, Rest rest);
  void list_element(const Stmt& stmt, Rest rest);
  void narrow(Pick& pick);
  Slot choices_of(const Pick& pick);
  // Ways to list a pick out of a set: each writes all the code, or none and answers false.
  bool list_moved(const Pick& pick);
  bool list_tried(const Pick& pick);
  bool list_constant(const Pick& pick);
  bool list_free(const Pick& pick);
  bool list_pairs(const Pick& first);
  bool list_tried_pairs(const Pick& first);
  void list_one_by_one(const Pick& pick);
  void list_set(const Pick& pick, Slot choices, Todo todo);
  void list_with(const LedgerItem& item, Rest rest);
  LedgerItem item_of(const Stmt& pick, Slot slot, int words, LedgerItem::Form form, Slot low = 0) const;
  void stop_where_empty(Slot set, int words, Label fail);
  Todo only(const std::vector<const Stmt*>& picks);

  // -- moved_picks.cpp
  struct RegionCount {
    std::int64_t least = 0;
    Expr pieces, region;
  };
  struct MovedPick {
    int from = -1;  // local
    std::vector<const Expr*> conditions;
  };
  std::optional<RegionCount> region_count(const Expr& condition, int local);
  std::optional<Slot> lift_over_move(const Expr& condition, int local, Slot from);
  std::optional<MovedPick> moved_pick(const Todo& todo, int local) const;

  // -- pairs.cpp
  /// What a pick goes to by single steps from the cell picked before: ways, and where they may lead.
  struct Steps {
    Expr ways;
    Slot where = 0;
  };
  bool steps_from(const Expr& f, int local, Slot where, std::vector<Steps>& steps);

  // -- substitute.cpp
  bool reads_only_empty(Expr& expr, int depth);
  bool substitutes(const Stmt& stmt, Todo& todo);
  void list_after(const Stmt& stmt, Rest rest);

  // -- tried_puts.cpp
  struct TriedPut {
    const Stmt* put = nullptr;
    const Expr* cell = nullptr;      // where
    const Expr* target = nullptr;    // what its beams should meet
    std::vector<const Stmt*> picks;  // between the pick and the put: free ones
  };
  struct TriedPairs {
    const Stmt* pick = nullptr;  // the second one
    TriedPut tried;
    int shift = 0;
  };
  std::optional<TriedPut> tried_put(const Todo& todo, int local) const;
  std::optional<TriedPairs> tried_pairs(const Todo& todo, int cell) const;

  Program& program_;
  Compiler& code_;
  const Facts& facts_;
  const int move_;
  Label fail_ = -1;                   // where the run goes whose statements are written now, if it is refused
  int nesting_ = 0;                   // of list_rest
  std::vector<LedgerItem> items_;     // of the picks so far
  std::vector<const Expr*> offered_;  // values that `some of` picks got from an offer
  std::optional<After> after_;        // while what follows an effect that is not done is listed
  std::deque<Block> blocks_;          // statements that no script has
};

}  // namespace glint
