// The list code of a move: it writes each legal run to the ledger. The search for runs is planned first (plan/); this
// writes code for the plan, and decides nothing about speed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/plan/planner.hpp"

namespace glint::compiling {

/// The error of a loop with picks that has had its last round, and could go on.
std::string endless_loop(const Stmt& rounds);

class ListCompiler {
 public:
  ListCompiler(Program& program, CodeWriter& code, int move);

  /// Writes a whole function; its entry.
  int compile();

  /// In blocks and loops: a requirement or offer, which refuses the run, or a call that may. False where it is another.
  bool statement(const Stmt& stmt);
  /// The game ends: the run is legal, and done.
  void end_run();

 private:
  using At = Assembler::At;

  /// The rest of the steps, and where a run goes that is refused, or done.
  struct Rest {
    const Steps* steps = nullptr;
    std::size_t next = 0;
    Label fail = -1;
    int depth = 0;  // saved States so far
  };
  void list(Rest rest);
  void list_undone(Rest rest);
  void list_sift(const Step& step, Label none, int depth);
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
  bool list_lines(const Step& from, const Rest& rest);
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
  Label fail_ = -1;                // where the run being written goes if it is refused
  std::vector<LedgerItem> items_;  // of the choices so far
  const Step* sift_ = nullptr;     // what is listed now is what it tests
  std::optional<Values> most_, once_;  // where the values are of `require most`, `offer once`
  /// A loop with picks. The values that a round needs after later rounds are in slots side by side, `own`; these are
  /// copied to `kept` when the round is over, and from there when the search comes back to it.
  struct Rounds {
    const Stmt* loop = nullptr;
    Slot number = 0;  // of rounds that are over
    Slot own = 0, next = 0, kept = 0;
    int size = 0;
    Slot which = 0;           // of `backs`, for this round
    std::vector<Label> backs;  // where the search goes on in a round, by the ends that its steps have
    Label end = -1;
    bool is_inside = false;
    std::size_t items = 0;  // of choices before the loop
    std::vector<std::pair<int, Slot>> picks;  // pick of the first round, and its slot among `own`
  };
  Rounds* rounds_ = nullptr;
};

}  // namespace glint::compiling
