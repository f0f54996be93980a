// The blocks that stand once in a game, and its tests.
#include "lang/check/body.hpp"
#include "lang/check/checker.hpp"

namespace glint::lang::checking {

void Checker::check_setup() {
  if (setup_ == nullptr) return;
  Body body(*this, Place::setup, main_file_);
  body.block(setup_->body, rules.setup);
  rules.setup_frame = std::move(body.frame);
}

void Checker::check_play() {
  if (play_ == nullptr) {
    draws_unknown = true;
    return;
  }
  Body body(*this, Place::play, main_file_);
  body.block(play_->body, rules.play);
  rules.play_frame = std::move(body.frame);
  check_choices_differ(rules.play);
}

void Checker::check_test(const tree::Decl& decl) {
  rules::Test test;
  test.span = decl.head;
  if (decl.text) {
    for (const tree::TextPart& part : decl.text->parts) test.title += part.literal;
  }
  for (const tree::Arg& arg : decl.args) {
    if (!arg.name || arg.value.empty()) continue;
    const std::string& name = arg.name->text;
    Global* found = find(name);
    if (found == nullptr || found->sort != Sort::option) {
      unknown(*arg.name, "option", names_of({Sort::option}));
      continue;
    }
    if (!demand(name, *found, arg.name->span)) continue;
    Body body(*this, Place::constant, main_file_);
    Maybe value = body.expr(arg.value.front(), &found->type);
    if (!value) continue;
    const rules::Option& option = rules.options[static_cast<std::size_t>(found->index)];
    if (!same_base(value->type, option.type) || value->type.is_set) {
      body.convert(std::move(value), option.type);
      continue;
    }
    if (value->op != Op::constant) {
      report.error(Code::G0307, arg.value.front().span, "the value of an option is written out, not computed");
      continue;
    }
    bool allowed = false;
    for (const std::int64_t each : option.values) allowed = allowed || each == value->number;
    if (!allowed) {
      report
          .error(Code::G0310, arg.value.front().span,
                 quote(std::to_string(value->number)) + " is not one of the values of " + quote(name))
          .others.push_back({option.span, "declared here"});
      continue;
    }
    test.with.emplace_back(found->index, value->number);
  }
  Body body(*this, Place::test, main_file_);
  body.block(decl.body, test.body);
  test.frame = std::move(body.frame);
  rules.tests.push_back(std::move(test));
}

}  // namespace glint::lang::checking
