// The reason why a board has no cells: an empty range, or a condition that is true nowhere.
#include <algorithm>
#include <string>
#include <vector>

#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/code/predicates.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

using lang::Code;

lang::Span from_to(const lang::Span& first, const lang::Span& last) { return {first.file, first.begin, last.end}; }

class WithoutCells {
 public:
  WithoutCells(const rules::Rules& rules, Constants& constants, const rules::Cells& form)
      : rules_(rules),
        constants_(constants),
        form_(form),
        x_lo_(constants.value(form.x_lo)),
        x_hi_(constants.value(form.x_hi)),
        y_lo_(constants.value(form.y_lo)),
        y_hi_(constants.value(form.y_hi)) {}

  [[noreturn]] void fail() {
    refuse_empty_range(form_.x, form_.x_lo, form_.x_hi, x_lo_, x_hi_);
    refuse_empty_range(form_.y, form_.y_lo, form_.y_hi, y_lo_, y_hi_);
    std::vector<const Expr*> conditions;
    if (form_.where) split_and(*form_.where, conditions);
    std::vector<bool> holds_somewhere(conditions.size());
    std::size_t last = 0;  // the conditions up to this one exclude every cell together
    for (std::int64_t x = x_lo_; x <= x_hi_; ++x)
      for (std::int64_t y = y_lo_; y <= y_hi_; ++y) {
        constants_.locals[static_cast<std::size_t>(form_.x)] = x;
        constants_.locals[static_cast<std::size_t>(form_.y)] = y;
        bool is_out = false;
        for (std::size_t i = 0; i < conditions.size(); ++i) {
          if (constants_.value(*conditions[i])) {
            holds_somewhere[i] = true;
          } else if (!is_out) {
            is_out = true;
            last = std::max(last, i);
          }
        }
      }
    for (std::size_t i = 0; i < conditions.size(); ++i)
      if (!holds_somewhere[i])
        build_fail(Code::G0503, conditions[i]->span, "no cell meets this condition, so the board has no cells",
                   help_for({conditions[i]}));
    conditions.resize(std::min(last + 1, conditions.size()));
    if (conditions.empty()) build_fail(Code::G0503, form_.span, "this board has no cells");
    build_fail(Code::G0503, from_to(conditions.front()->span, conditions.back()->span),
               "no cell meets all of these conditions, so the board has no cells", help_for(conditions));
  }

 private:
  void refuse_empty_range(int local, const Expr& first, const Expr& last, std::int64_t low, std::int64_t high) const {
    if (low <= high) return;
    build_fail(Code::G0503, from_to(first.span, last.span),
               "this range of " + named(local) + " goes from " + std::to_string(low) + " down to " +
                   std::to_string(high) + ", so the board has no cells",
               "write the smaller number first");
  }

  std::string named(int local) const {
    return lang::marked(rules_.board.frame.locals[static_cast<std::size_t>(local)].name);
  }

  /// "`x` is in 1..4, `y` is in 1..4 and `far` is 3: widen a range, or change the condition".
  std::string help_for(const std::vector<const Expr*>& conditions) const {
    std::vector<std::string> known = {
        named(form_.x) + " is in " + std::to_string(x_lo_) + ".." + std::to_string(x_hi_),
        named(form_.y) + " is in " + std::to_string(y_lo_) + ".." + std::to_string(y_hi_)};
    for (const Expr* condition : conditions)
      rules::walk(*condition, [&](const Expr& each) {
        std::string name;
        if (each.op == Op::option) name = lang::marked(entry_name(rules_.options, each.ref));
        if (each.op == Op::call && each.kids.empty()) name = lang::marked(entry_name(rules_.lets, each.ref));
        if (each.op == Op::local && each.ref != form_.x && each.ref != form_.y) name = named(each.ref);
        if (name.empty() || each.type.is_set) return;
        const auto value = constants_.try_value(each);
        if (!value) return;
        const std::string words = name + " is " + print_value(rules_, each.type, *value);
        if (std::find(known.begin(), known.end(), words) == known.end()) known.push_back(words);
      });
    const std::string all = lang::joined(std::vector<std::string>(known.begin(), known.end() - 1), ", ");
    return all + " and " + known.back() + ": widen a range, or change " +
           (conditions.size() == 1 ? "the condition" : "a condition");
  }

  template <typename Entry>
  static const std::string& entry_name(const std::vector<Entry>& entries, int ref) {
    return entries[static_cast<std::size_t>(ref)].name;
  }

  const rules::Rules& rules_;
  Constants& constants_;
  const rules::Cells& form_;
  const std::int64_t x_lo_, x_hi_, y_lo_, y_hi_;
};

}  // namespace

void fail_without_cells(const rules::Rules& rules, Constants& constants) {
  const rules::Board& board = rules.board;
  const auto formula =
      std::find_if(board.cells.begin(), board.cells.end(), [](const rules::Cells& form) { return !form.drawing; });
  if (formula != board.cells.end()) WithoutCells(rules, constants, *formula).fail();
  build_fail(Code::G0503, board.cells.empty() ? board.span : board.cells.front().span,
             "nothing in this drawing is a cell, so the board has no cells",
             "`_` stands for no cell: write another sign, such as `.`, where a cell is");
}

}  // namespace glint
