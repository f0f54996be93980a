// Bodies instead of calls.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {
namespace {

/// True if it has the same value whenever it is evaluated in one run.
bool is_simple(const rules::Rules& rules, const Expr& expr, const Type& parameter) {
  if (!fits(expr.type, parameter)) return false;
  if (expr.op == Op::index_of || expr.op == Op::cycle)  // as `opponent` is
    return std::all_of(expr.kids.begin(), expr.kids.end(), [&](const Expr& kid) { return is_simple(rules, kid, kid.type); });
  return expr.op == Op::local || expr.op == Op::constant || expr.op == Op::label || expr.op == Op::me ||
         expr.op == Op::option || (expr.op == Op::call && expr.kids.empty() && !rules.lets[expr.ref].reads_state);
}

/// True if the arguments may replace the parameters in the function's body: no variable changes while it is evaluated.
bool are_simple(const rules::Rules& rules, const std::vector<Expr>& arguments, const rules::Frame& callee) {
  return std::equal(arguments.begin(), arguments.end(), callee.locals.begin(),
                    [&](const Expr& one, const rules::Local& parameter) {
                      const bool is_variable = one.op == Op::variable && one.kids.empty() && fits(one.type, parameter.type);
                      const bool is_set = is_plain_set(one) && std::all_of(one.kids.begin(), one.kids.end(), [&](const Expr& kid) {
                        return is_simple(rules, kid, kid.type);
                      });
                      return is_variable || is_set || is_simple(rules, one, parameter.type);
                    });
}

struct Substitution {
  const std::vector<Expr>* arguments = nullptr;  // for locals 0..
  int shift = 0;                                        // added to the numbers of other locals

  int moved(int ref) const { return ref < static_cast<int>(arguments->size()) ? ref : ref + shift; }
};

void substitute(Expr& expr, const Substitution& by) {
  change_each(expr, [&](Expr& e) {
    if (e.op == Op::local && e.ref < static_cast<int>(by.arguments->size())) e = Expr((*by.arguments)[e.ref]);
    else if (e.op == Op::local || binds_local(e))
      e.ref = by.moved(e.ref);
  });
}

void substitute(Stmt& stmt, const Substitution& by) {
  for (Expr& expr : stmt.exprs) substitute(expr, by);
  for (Expr& expr : stmt.inits) substitute(expr, by);
  for (rules::TextPart& part : stmt.message.parts)
    if (part.hole) substitute(*part.hole, by);
  if (stmt.result && stmt.result->player) substitute(*stmt.result->player, by);
  if (stmt.kind == StmtKind::let || stmt.kind == StmtKind::for_) stmt.ref = by.moved(stmt.ref);
  for (Stmt& inner : stmt.body) substitute(inner, by);
  for (Stmt& inner : stmt.other) substitute(inner, by);
}

}  // namespace

int bind_names(CodeWriter& code, const rules::Frame& frame) {
  const int shift = static_cast<int>(code.scope()->slots.size()) - frame.params;
  for (std::size_t i = frame.params; i < frame.locals.size(); ++i)
    code.bind(code.take(code.words(frame.locals[i].type)), &frame.locals[i]);
  return shift;
}

void Effects::count_inlined(CodeWriter& code, int effect) {
  const auto& effects = code.program.rules.effects;
  inlined_of_.resize(effects.size());
  std::int64_t size = 0;
  rules::for_each_stmt(effects[effect].body, [&](const Stmt&) { ++size; });
  inlined_of_[effect] += size;
  inlined_size_ += size;
  if (inlined_size_ <= code.program.limits.written) return;
  const auto most = std::max_element(inlined_of_.begin(), inlined_of_.end()) - inlined_of_.begin();
  build_fail(lang::Code::G0504, effects[most].span,
             "calls of effects with requirements expand to more than " + std::to_string(code.program.limits.written) +
                 " statements, most of them those of `" + effects[most].name + "`",
             "the number multiplies when effects call each other several times");
}

const Block* Effects::inlined(CodeWriter& code, const Stmt& call,
                              const std::function<int(const Expr&, const rules::Local&)>& name) {
  const rules::Effect& effect = code.program.rules.effects[call.ref];
  const auto name_now = [&](const Expr& argument, const rules::Local& parameter) {
    const Slot slot = code.take(code.words(argument.type));
    value_into(code, argument, slot);
    check_range(code, slot, argument.type, parameter.type);
    return code.bind(slot, &parameter);
  };
  if (!name) code.note_part(effect.span);
  count_inlined(code, call.ref);
  std::vector<Expr> arguments = call.exprs;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const rules::Local& parameter = effect.frame.locals[i];
    if (is_simple(code.program.rules, arguments[i], parameter.type)) continue;
    const int local = name ? name(arguments[i], parameter) : name_now(arguments[i], parameter);
    arguments[i] = make_expr(Op::local, arguments[i].type, arguments[i].span, local);
  }
  const Substitution by{&arguments, bind_names(code, effect.frame)};
  inlined_.push_back(effect.body);
  Block& body = inlined_.back();
  for (Stmt& stmt : body) substitute(stmt, by);
  return &body;
}

Expr opened(CodeWriter& code, const Expr& expr, int levels) {
  if (levels == 0) return expr;
  if (expr.op == Op::if_) {
    if (const auto known = code.constants.try_value(expr.kids[0]))
      return opened(code, expr.kids[*known ? 1 : 2], levels - 1);
    return expr;
  }
  if (expr.op == Op::set && expr.kids.size() == 1 && expr.kids[0].type.is_set)
    return opened(code, expr.kids[0], levels - 1);
  if (expr.op != Op::call) return expr;
  const rules::Let& let = code.let_of(expr);
  if (let.form != rules::LetForm::function) return expr;
  // Where a call is, its value is held in the range of its type.
  if (!are_simple(code.program.rules, expr.kids, let.frame) || !fits(let.body.type, let.type)) return expr;
  // Nested functions that each call another one twice could grow without limit.
  constexpr double kMostOpened = 20'000;
  if (code.facts.opened_size(expr) > kMostOpened) return expr;
  const bool binds = static_cast<int>(let.frame.locals.size()) > let.frame.params;
  if (binds && !code.scope()) return expr;
  Expr body = let.body;
  substitute(body, {&expr.kids, binds ? bind_names(code, let.frame) : 0});
  return opened(code, body, levels - 1);
}

// Writes out folds over players, or over the values of an enumeration, once for each value. All that depends on the
// player or value is then known when the game is built: entries of constant tables become numbers, and sets of a player's
// pieces are read directly.

constexpr std::size_t kMostValues = 8;
constexpr int kMostCopies = 64;    // within each other
constexpr std::size_t kMostNodes = 60;  // nodes of an expression that is written out

std::vector<std::int64_t> unrolled_values(CodeWriter& code, const Expr& fold) {
  if (!code.may(Lowering::unroll) || fold.op == Op::fold_reach) return {};
  const Expr& domain = fold.kids[0];
  switch (domain.type.base) {  // types whose values are allowed wherever the type is
    case Base::flag: case Base::enumeration: case Base::player: case Base::direction: case Base::axis: break;
    default: return {};
  }
  const auto known = code.constants.try_value(domain);
  if (!known) return {};
  std::vector<std::int64_t> values;
  for (const int one : each_bit(static_cast<Word>(*known))) values.push_back(one);
  std::size_t size = 0;
  for (std::size_t i = 1; i < fold.kids.size(); ++i) size += size_of(fold.kids[i]);
  const bool is_small = code.written_out.copies * static_cast<int>(values.size()) <= kMostCopies &&
                        may_write_out(code, size, values.size());
  return is_small ? values : std::vector<std::int64_t>();
}

bool may_write_out(CodeWriter& code, std::size_t size, std::size_t copies) {
  if (!code.may(Lowering::unroll) || copies > kMostValues || size > kMostNodes) return false;
  if (code.written_out.parts > kMostWritten) {
    code.program.beyond.written_out = true;
    return false;
  }
  code.written_out.parts += size * copies;
  return true;
}

}  // namespace glint::compiling
