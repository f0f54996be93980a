// The reason why a board has no cells: an empty range, or a condition that is true nowhere.
#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/code/predicates.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint {

using lang::Code;

void fail_without_cells(const rules::Rules& rules, Constants& constants) {
  const rules::Board& board = rules.board;
  const auto form =
      std::find_if(board.cells.begin(), board.cells.end(), [](const rules::Cells& one) { return !one.drawing; });
  if (form == board.cells.end())
    build_fail(Code::G0503, board.cells.empty() ? board.span : board.cells.front().span,
               "nothing in this drawing is a cell, so the board has no cells",
               "`_` stands for no cell: write another sign, such as `.`, where a cell is");
  const auto named = [&](int local) { return lang::marked(board.frame.locals[static_cast<std::size_t>(local)].name); };
  std::vector<std::string> known;  // "`x` is in 1..4", "`far` is 3"
  for (const auto& [local, first, last] :
       {std::tuple(form->x, &form->x_lo, &form->x_hi), std::tuple(form->y, &form->y_lo, &form->y_hi)}) {
    const std::string low = std::to_string(constants.value(*first)), high = std::to_string(constants.value(*last));
    if (constants.value(*first) > constants.value(*last))
      build_fail(
          Code::G0503, {first->span.file, first->span.begin, last->span.end},
          "this range of " + named(local) + " goes from " + low + " down to " + high + ", so the board has no cells",
          "write the smaller number first");
    known.push_back(named(local) + " is in " + low + ".." + high);
  }
  if (!form->where) build_fail(Code::G0503, form->span, "this board has no cells");
  rules::walk(*form->where, [&](const Expr& each) {
    std::string name;
    if (each.op == Op::option) name = lang::marked(rules.options[static_cast<std::size_t>(each.ref)].name);
    if (each.op == Op::call && each.kids.empty())
      name = lang::marked(rules.lets[static_cast<std::size_t>(each.ref)].name);
    if (each.op == Op::local && each.ref != form->x && each.ref != form->y) name = named(each.ref);
    const auto value = name.empty() || each.type.is_set ? std::nullopt : constants.try_value(each);
    if (!value) return;
    const std::string words = name + " is " + print_value(rules, each.type, *value);
    if (std::find(known.begin(), known.end(), words) == known.end()) known.push_back(words);
  });
  const std::string all = lang::joined(std::vector<std::string>(known.begin(), known.end() - 1), ", ");
  build_fail(Code::G0503, form->where->span, "no cell meets this condition, so the board has no cells",
             all + " and " + known.back() + ": widen a range, or change the condition");
}

}  // namespace glint
