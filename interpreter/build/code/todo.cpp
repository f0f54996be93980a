#include "interpreter/build/code/todo.hpp"

#include <algorithm>

namespace glint {

namespace {

bool find_rest(const Block& block, const Stmt& stmt, Todo& found) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    found.push_back({&block, i + 1});
    if (&block[i] == &stmt || find_rest(block[i].body, stmt, found) || find_rest(block[i].other, stmt, found)) return true;
    found.pop_back();
  }
  return false;
}

}  // namespace

Todo rest_after(const Block& block, const Stmt& stmt) {
  Todo found;
  find_rest(block, stmt, found);
  return found;
}

std::vector<const Stmt*> statements_of(const Todo& todo) {
  std::vector<const Stmt*> statements;
  for (auto cursor = todo.rbegin(); cursor != todo.rend(); ++cursor)
    for (std::size_t i = cursor->index; i < cursor->block->size(); ++i) statements.push_back(&(*cursor->block)[i]);
  return statements;
}

const Expr* offered_value(const Facts& facts, const Todo& todo, int local) {
  std::vector<int> later = {local};
  for (const Stmt* stmt : statements_of(todo)) {
    if (facts.changes_position(*stmt)) return nullptr;
    if (stmt->kind == StmtKind::pick || stmt->kind == StmtKind::let) later.push_back(stmt->ref);
    if (stmt->kind != StmtKind::offer || stmt->exprs.empty() || stmt->exprs[0].op != Op::equal) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      const Expr& value = stmt->exprs[0].kids[1 - side];
      const bool is_known = std::none_of(later.begin(), later.end(), [&](int one) { return reads_local(value, one); });
      if (is_local(stmt->exprs[0].kids[side], local) && is_known) return &value;
    }
  }
  return nullptr;
}

}  // namespace glint
