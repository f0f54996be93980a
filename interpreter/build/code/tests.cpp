// The script's own tests: each statement is a step with code of its own.
#include "interpreter/build/code/compiler.hpp"

namespace glint {

void Compiler::compile_tests(int only) {
  const InMode mode(*this, Mode::test);
  for (std::size_t t = 0; t < program_.rules.tests.size(); ++t) {
    if (only >= 0 && static_cast<int>(t) != only) continue;
    const rules::Test& test = program_.rules.tests[t];
    TestCode code;
    code.test = static_cast<int>(t);
    Scope scope;
    if (test.mistakes.empty()) scope = make_scope(test.frame);
    const InScope in(*this, scope);
    for (const Stmt& stmt : test.body) {
      if (!test.mistakes.empty()) break;  // there is nothing to run
      const At at(*this, stmt.span);
      if (stmt.kind == StmtKind::expect) expect_parts(stmt, stmt.exprs[0], code);
      else code.steps.push_back(test_step(stmt));
    }
    program_.tests.push_back(std::move(code));
  }
}

/// Tests each part of an `and` by itself, in order, so that a report can say which one does not hold.
void Compiler::expect_parts(const Stmt& stmt, const Expr& expected, TestCode& code) {
  if (expected.op == Op::and_) {
    for (const Expr& part : expected.kids) expect_parts(stmt, part, code);
    return;
  }
  TestStep step;
  step.statement = &stmt;
  step.expected = &expected;
  step.code = here();
  step.value = take(1);
  value_into(expected, step.value);
  const bool compares = expected.kids.size() == 2 &&
                        (expected.op == Op::equal || expected.op == Op::not_equal || expected.op == Op::less ||
                         expected.op == Op::less_equal || expected.op == Op::within || expected.op == Op::meets);
  if (compares && expected.kids[0].type.base != Base::trace) {
    step.compares = true;
    step.left = take(words(expected.kids[0].type));
    step.right = take(words(expected.kids[1].type));
    value_into(expected.kids[0], step.left);
    value_into(expected.kids[1], step.right);
  }
  emit(Opcode::ret);
  code.steps.push_back(step);
}

/// A statement of a test other than `expect`.
TestStep Compiler::test_step(const Stmt& stmt) {
  TestStep step;
  step.statement = &stmt;
  switch (stmt.kind) {
    case StmtKind::play: case StmtKind::expect_illegal: case StmtKind::map:
    case StmtKind::expect_map: return step;
    case StmtKind::expect_result:
      step.code = here();
      step.value = take(1);
      if (stmt.result->player) value_into(*stmt.result->player, step.value);
      break;
    case StmtKind::fix_draw: {
      step.code = here();
      // The values one by one.
      const int width = words(stmt.exprs[0].type);
      step.value = take(width * static_cast<int>(stmt.exprs.size()));
      for (std::size_t i = 0; i < stmt.exprs.size(); ++i)
        value_into(stmt.exprs[i], step.value + static_cast<Slot>(i) * static_cast<Slot>(words(stmt.exprs[i].type)));
      break;
    }
    default:
      step.code = here();
      statement(stmt);
      if (stmt.kind == StmtKind::let) step.value = local(stmt.ref);
  }
  emit(Opcode::ret);
  return step;
}

}  // namespace glint
