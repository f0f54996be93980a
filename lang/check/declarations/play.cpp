// The blocks that stand once in a game, and its tests.
#include "lang/check/declarations/declarations.hpp"

#include "lang/check/body/body.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang::checking {

void check_setup(Context& context) {
  if (context.parts.setup == nullptr) return;
  Body body(context, Place::setup);
  body.block(body_of(*context.parts.setup), context.rules.setup.body);
  context.rules.setup.frame = std::move(body.frame);
}

void check_play(Context& context) {
  if (context.parts.play == nullptr) return;
  Body body(context, Place::play);
  body.block(body_of(*context.parts.play), context.rules.play.body);
  context.rules.play.frame = std::move(body.frame);
  check_choices_differ(context, context.rules.play.body);
}

void check_test(Context& context, const tree::Decl& decl) {
  const auto& parts = decl.as<tree::TestDecl>();
  rules::Test test;
  test.span = decl.head;
  test.title = lang::escaped(plain_text(parts.title));
  for (const tree::Arg& arg : parts.settings) {
    if (!arg.name || arg.value.empty()) continue;
    const std::string& name = arg.name->text;
    Global* found = context.names.find(name);
    if (found == nullptr || found->sort != Sort::option) {
      context.names.unknown(*arg.name, "option", context.names.names_of({Sort::option}));
      continue;
    }
    if (!context.demand(name, *found, arg.name->span)) continue;
    Body body(context, Place::constant);
    Maybe value = body.expr(arg.value.front(), &found->type);
    if (!value) continue;
    const rules::Option& option = entry_of(context.rules.options, found->index);
    const auto number = value_for(context, body, std::move(*value), option, {option.span, "declared here"});
    if (number) test.with.emplace_back(found->index, *number);
  }
  Body body(context, Place::test);
  body.block(parts.body, test.body);
  test.frame = std::move(body.frame);
  context.rules.tests.push_back(std::move(test));
}

bool check_asked(Context& context, const tree::Expr& asked) {
  Body body(context, Place::test);
  Maybe value = body.expr(asked);
  if (!value) return false;
  if (value->type.base == Base::trace || value->type.base == Base::visit)
    return context.report.deny(
        Code::G0309, value->span,
        value->type.base == Base::trace ? "a trace cannot be printed" : "visits can only be used in a loop or a fold",
        {.help = value->type.base == Base::trace ? "ask for one of its members: `.cells`, `.hits`, ..."
                                                 : "use a fold, as in `count v in beams.visits : v.step > 2`"});
  rules::Stmt let = statement_of(rules::StmtKind::let);
  let.span = asked.span;
  let.ref = body.bind_hidden(value->type, asked.span);
  let.exprs.push_back(std::move(*value));
  rules::Test test;
  test.span = asked.span;
  test.body.push_back(std::move(let));
  test.frame = std::move(body.frame);
  context.rules.tests.push_back(std::move(test));
  return true;
}

}  // namespace glint::lang::checking
