// Rules besides moves: scores, `end` rules, invariants, `show`, and what happens when time is up.
#include "interpreter/build/code/loops.hpp"

namespace glint {

void Compiler::compile_ends() {
  const rules::Rules& rules = program_.rules;
  const InMode mode(*this, Mode::play);
  compile_per_player(rules.score, program_.score_code, program_.score_player, program_.score_value);
  compile_per_player(rules.heuristic, program_.heuristic_code, program_.heuristic_player, program_.heuristic_value);

  program_.ends_code = function(top(), [&] {
    for (const rules::EndRule& rule : rules.ends) compile_end_rule(rule);
  });
  program_.invariants_code = function(top(), [&] {
    for (const rules::Invariant& invariant : rules.invariants) compile_invariant(invariant);
  });

  for (std::size_t i = 0; i < rules.shows.size(); ++i) {
    if (rules.shows[i].beams) compile_shown_beams(static_cast<int>(i));
    else compile_show(rules.shows[i]);
  }
  for (const rules::Ground& ground : rules.grounds) {
    const InFrame in(*this, ground.frame, ground.span);
    const Slot cells = take(program_.words());
    program_.grounds.push_back({function(top(), [&] { value_into(ground.cells, cells); }), cells,
                                 reads_nothing(ground.cells)});
    for (const Key& key : program_.keys)
      if (key.glyph == ground.sign)
        build_fail(lang::Code::G0203, ground.span, "`" + ground.sign + "` is already the look of a piece",
                   "choose another sign for the empty cells");
  }

  if (rules.clock && rules.clock->out) {
    Scope none;
    const InScope in(*this, none);
    program_.clock_out_code = here();
    result(*rules.clock->out);
    emit(Opcode::ret);
  }
}

/// A score or heuristic: code that reads a player and computes the value.
void Compiler::compile_per_player(const std::optional<rules::PerPlayer>& one, int& code, Slot& player, Slot& value) {
  if (!one) return;
  const InFrame in(*this, one->frame, one->span);
  player = in.scope.slots.empty() ? take(1) : in.scope.slots[0];
  value = take(1);
  code = function(top(), [&] { value_into(one->value, value); });
}

/// Code that tests a rule, unless nothing that it reads has changed since it last did not apply.
template <class Test>
void Compiler::unless_kept(const Expr& rule, Test test) {
  const int bit = rule_bit(rule);
  const Label fine = new_label();
  if (bit >= 0) emit_jump(Opcode::jkept, static_cast<Slot>(bit), 0, fine);
  test();
  if (bit >= 0) emit(Opcode::kept, static_cast<Slot>(bit));
  place(fine);
}

void Compiler::compile_end_rule(const rules::EndRule& rule) {
  const InFrame in(*this, rule.frame, rule.span);
  if (const auto known = constants_.try_value(rule.when); known && !*known) return;
  const auto players = static_cast<int>(program_.rules.players.size());
  unless_kept(rule.when, [&] {
    const auto ends_when = [&](const Expr& when, int player) {
      const Label skip = new_label();
      jump_unless(when, skip);
      if (player >= 0) emit(Opcode::mov, local(rule.player), constant(player));
      result(rule.result);
      place(skip);
    };
    if (rule.player < 0) return ends_when(rule.when, -1);
    if (!may_write_out(size_of(rule.when), static_cast<std::size_t>(players)))
      return count(local(rule.player), 0, players - 1, [&](Label next) {
        jump_unless(rule.when, next);
        result(rule.result);
      });
    const Restored unrolled(unrolled_, unrolled_ * players);
    for (int p = 0; p < players; ++p) ends_when(with_value(rule.when, rule.player, p), p);
  });
}

void Compiler::compile_invariant(const rules::Invariant& invariant) {
  const InFrame in(*this, invariant.frame, invariant.span);
  unless_kept(invariant.condition, [&] {
    require(invariant.condition, invariant.message, invariant.span, "an invariant does not hold", true);
  });
}

void Compiler::compile_show(const rules::Show& show) {
  const InFrame in(*this, show.frame, show.span);
  NoteCode note;
  note.for_each_player = show.player >= 0;
  if (note.for_each_player) note.player = local(show.player);
  note.told = take(1);
  note.code = here();
  const Label silent = new_label();
  emit(Opcode::mov, note.told, constant(0));
  if (show.when) jump_unless(*show.when, silent);
  note.message = message(show.text, show.span, "");
  emit(Opcode::mov, note.told, constant(1));
  place(silent);
  emit(Opcode::ret);
  program_.notes.push_back(note);
}

void Compiler::compile_shown_beams(int number) {
  const rules::Show& show = program_.rules.shows[number];
  const InFrame in(*this, show.frame, show.span);
  BeamsCode made;
  made.show = number;
  made.for_each_player = show.player >= 0;
  if (made.for_each_player) made.player = local(show.player);
  made.code = here();
  const Label out = new_label();
  if (show.when) jump_unless(*show.when, out);
  const Expr& followed = *show.beams;
  if (followed.op == Op::call && let_of(followed).form == rules::LetForm::table) {
    // This entry alone: where the table is kept, all of its entries would be computed.
    const Slot index = value(followed.kids[0]);
    const rules::Let& let = let_of(followed);
    Scope scope = make_scope(let.frame);
    const InScope inside(*this, scope);
    copy(local(0), index, 1);
    value(let.body);
  } else {
    value(followed);
  }
  place(out);
  emit(Opcode::ret);
  program_.shown_beams.push_back(made);
}

}  // namespace glint
