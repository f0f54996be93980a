// The order in which the parts of a game are compiled.
#include "interpreter/build/code/compiler.hpp"

#include "interpreter/build/code/moves.hpp"
#include "interpreter/build/plan/lift.hpp"

namespace glint::compiling {

/// The part of the State that `seen` compares: everything except the variables that it does not count.
static void find_counted(Program& program) {
  Layout& layout = program.layout;
  Slot begin = 0;
  for (std::size_t v = 0; v < layout.variables.size(); ++v) {
    if (!program.rules.variables[v].is_uncounted) continue;
    layout.counted.emplace_back(begin, layout.variables[v]);
    begin = v + 1 < layout.variables.size() ? layout.variables[v + 1] : layout.pending;
  }
  layout.counted.emplace_back(begin, layout.size);
}

void compile_game(CodeWriter& code, const Share& largest) {
  Program& program = code.program;
  PlayCompiler play(program, code);
  program.layout.size = play.reserve();
  find_counted(program);
  program.layout.end = add_planes(code, program.layout.size);
  code.begin(program.layout.end, largest);
  code.lets.compile(code);
  compile_optics(program, code);
  compile_ends(code);
  code.effects.compile(code);
  MoveCompiler(program, code).compile();
  play.compile_setup();
  const Restored in_play(code.play, &play);
  play.compile();
}

void finish(CodeWriter& code) {
  code.finish(code.may(Lowering::optimise));
  if (code.options.watch) code.options.watch->lifted = code.conditions.all;
  list_planes(code.program);
}

std::optional<std::int64_t> known(CodeWriter& code, const Expr& expr) {
  const auto result = code.constants.try_value(expr);
  if (result && code.calls_lets(expr)) value(code, expr);
  return result;
}

namespace {

/// The result of `make` for a lift; if it is nothing, undoes everything that `make` did.
std::optional<Expr> lifted_by(CodeWriter& code, auto make) {
  if (!code.may(Lowering::lift)) return std::nullopt;
  const CodeWriter::Checkpoint before(code);
  Lift lift(code);
  auto made = make(lift);
  code.conditions.stopped = lift.stopped;
  if (!made) before.roll_back();
  return made;
}

}  // namespace

std::optional<Expr> lifted(CodeWriter& code, const Expr& condition, int local) {
  return lifted_by(code, [&](Lift& lift) { return lift.where(condition, local); });
}

std::optional<Expr> lifted_fold(CodeWriter& code, const Expr& fold) {
  auto whole = lifted_by(code, [&](Lift& lift) { return lift.fold(fold); });
  if (whole || code.conditions.stopped) code.conditions.note(fold.span, whole.has_value());
  return whole;
}

}  // namespace glint::compiling
