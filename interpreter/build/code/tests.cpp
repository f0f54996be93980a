// The script's own tests: each statement is a step with code of its own.
#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {

namespace {

/// Tests each part of an `and` by itself, in order, so that a report can say which one does not hold.
void expect_parts(CodeWriter& code, const Stmt& stmt, const Expr& expected, TestCode& made) {
  if (expected.op == Op::and_) {
    for (const Expr& part : expected.kids) expect_parts(code, stmt, part, made);
    return;
  }
  TestStep step;
  step.statement = &stmt;
  step.expected = &expected;
  step.code = code.here();
  step.value = code.take(1);
  value_into(code, expected, step.value);
  const bool compares = expected.kids.size() == 2 &&
                        (expected.op == Op::equal || expected.op == Op::not_equal || expected.op == Op::less ||
                         expected.op == Op::less_equal || expected.op == Op::within || expected.op == Op::meets);
  if (compares && expected.kids[0].type.base != Base::trace) {
    step.compares = true;
    step.left = code.take(code.words(expected.kids[0].type));
    step.right = code.take(code.words(expected.kids[1].type));
    value_into(code, expected.kids[0], step.left);
    value_into(code, expected.kids[1], step.right);
  }
  code.emit(Opcode::ret);
  made.steps.push_back(step);
}

/// A statement of a test other than `expect`.
TestStep test_step(CodeWriter& code, const Stmt& stmt) {
  TestStep step;
  step.statement = &stmt;
  switch (stmt.kind) {
    case StmtKind::play: case StmtKind::expect_illegal: case StmtKind::map:
    case StmtKind::expect_map: return step;
    case StmtKind::expect_result:
      step.code = code.here();
      step.value = code.take(1);
      if (stmt.result->player) value_into(code, *stmt.result->player, step.value);
      break;
    case StmtKind::to_move:
      step.code = code.here();
      step.value = code.take(1);
      value_into(code, stmt.exprs[0], step.value);
      break;
    case StmtKind::expect_perft:
      step.code = code.here();
      step.value = code.take(2);
      for (std::size_t i = 0; i < 2; ++i) value_into(code, stmt.exprs[i], step.value + static_cast<Slot>(i));
      break;
    case StmtKind::fix_draw: {
      step.code = code.here();
      const int width = code.words(stmt.exprs[0].type);
      step.value = code.take(width * static_cast<int>(stmt.exprs.size()));
      for (std::size_t i = 0; i < stmt.exprs.size(); ++i)
        value_into(code, stmt.exprs[i],
                   step.value + static_cast<Slot>(i) * static_cast<Slot>(code.words(stmt.exprs[i].type)));
      break;
    }
    default:
      step.code = code.here();
      statement(code, stmt);
      if (stmt.kind == StmtKind::let) step.value = code.local(stmt.ref);
  }
  code.emit(Opcode::ret);
  return step;
}

}  // namespace

void compile_tests(CodeWriter& code, int only) {
  const CodeWriter::InMode mode(code, CodeWriter::Mode::test);
  for (std::size_t t = 0; t < code.program.rules.tests.size(); ++t) {
    if (only >= 0 && static_cast<int>(t) != only) continue;
    const rules::Test& test = code.program.rules.tests[t];
    TestCode made;
    made.test = static_cast<int>(t);
    LocalSlots scope;
    if (test.mistakes.empty()) scope = code.make_scope(test.frame);
    const CodeWriter::InScope in(code, scope);
    for (const Stmt& stmt : test.body) {
      if (!test.mistakes.empty()) break;  // there is nothing to run
      const CodeWriter::At at(code, stmt.span);
      if (stmt.kind == StmtKind::expect)
        expect_parts(code, stmt, stmt.exprs[0], made);
      else
        made.steps.push_back(test_step(code, stmt));
    }
    code.program.entries.tests.push_back(std::move(made));
  }
}

}  // namespace glint::compiling
