// Rules besides moves: scores, `end` rules, invariants, `show`, and the rules for the end of a player's time.
#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {

namespace {

/// A score or heuristic: code that reads a player and computes the value.
void compile_per_player(CodeWriter& code, const std::optional<rules::PerPlayer>& one, int& entry, Slot& player,
                        Slot& value) {
  if (!one) return;
  const CodeWriter::InFrame in(code, one->frame, one->span);
  player = in.scope.slots.empty() ? code.take(1) : in.scope.slots[0];
  value = code.take(1);
  entry = code.function(code.top(), [&] { value_into(code, one->value, value); });
}

/// Code that tests a rule, unless nothing that it reads has changed since it last did not apply.
void unless_kept(CodeWriter& code, const Expr& rule, auto test) {
  const int bit = code.lets.rule_bit(code, code.facts.reads_of(rule));
  const Label fine = code.new_label();
  if (bit >= 0) code.emit_jump(Opcode::jkept, static_cast<Slot>(bit), 0, fine);
  test();
  if (bit >= 0) code.emit(Opcode::kept, static_cast<Slot>(bit));
  code.place(fine);
}

void compile_end_rule(CodeWriter& code, const rules::EndRule& rule) {
  const CodeWriter::InFrame in(code, rule.frame, rule.span);
  if (const auto known = code.constants.try_value(rule.when); known && !*known) return;
  const auto players = static_cast<int>(code.program.rules.players.size());
  unless_kept(code, rule.when, [&] {
    const auto ends_when = [&](const Expr& when, int player) {
      const Label skip = code.new_label();
      jump_unless(code, when, skip);
      if (player >= 0) code.emit(Opcode::mov, code.local(rule.player), code.constant(player));
      result(code, rule.result);
      code.place(skip);
    };
    if (rule.player < 0) return ends_when(rule.when, -1);
    if (!may_write_out(code, size_of(rule.when), static_cast<std::size_t>(players)))
      return code.count(code.local(rule.player), 0, players - 1, [&](Label next) {
        jump_unless(code, rule.when, next);
        result(code, rule.result);
      });
    const Restored unrolled(code.written_out.copies, code.written_out.copies * players);
    for (int p = 0; p < players; ++p) ends_when(with_value(rule.when, rule.player, p), p);
  });
}

void compile_invariant(CodeWriter& code, const rules::Invariant& invariant) {
  const CodeWriter::InFrame in(code, invariant.frame, invariant.span);
  unless_kept(code, invariant.condition, [&] {
    require(code, invariant.condition, invariant.message, invariant.span, "an invariant does not hold", true);
  });
}

/// Compiles the contents of pictures, by `write`, once or for each player for whom its condition holds. `made` has its
/// slots. `each`: what another name of the rule stands for.
void compile_told(CodeWriter& code, auto& made, const auto& rule, auto write,
                  std::optional<std::pair<int, std::int64_t>> each = {}) {
  made.for_each_player = rule.player >= 0;
  if (made.for_each_player) made.player = code.local(rule.player);
  made.told = code.take(1);
  made.code = code.here();
  if (each) code.emit(Opcode::mov, code.local(each->first), code.constant(each->second));
  const Label silent = code.new_label();
  code.emit(Opcode::mov, made.told, code.constant(0));
  if (rule.when) jump_unless(code, *rule.when, silent);
  write();
  code.emit(Opcode::mov, made.told, code.constant(1));
  code.place(silent);
  code.emit(Opcode::ret);
}

void compile_show(CodeWriter& code, int number) {
  const rules::Show& show = code.program.rules.pictures.shows[number];
  const CodeWriter::InFrame in(code, show.frame, show.span);
  const auto compile_one = [&](std::optional<std::pair<int, std::int64_t>> each) {
    NoteCode note;
    note.show = number;
    if (show.piece) note.key = code.take(1);
    compile_told(
        code, note, show,
        [&] {
          if (show.piece) code.emit(Opcode::mov, note.key, key_of(code, *show.piece));
          if (!show.no_beams) note.message = write_message(code, show.text, show.span, "");
        },
        each);
    code.program.entries.notes.push_back(note);
  };
  if (show.each < 0) return compile_one({});
  for (const std::int64_t value : show.values) compile_one(std::pair(show.each, value));
}

void compile_ground(CodeWriter& code, const rules::Ground& ground) {
  const CodeWriter::InFrame in(code, ground.frame, ground.span);
  GroundCode made;
  made.owner = code.take(1);
  made.cells = code.take(code.words(ground.cells.type));
  made.is_constant = code.reads_nothing(ground.cells) && (!ground.when || code.reads_nothing(*ground.when));
  compile_told(code, made, ground, [&] {
    value_into(code, ground.cells, made.cells);
    if (ground.owner) value_into(code, *ground.owner, made.owner);
    made.message = write_message(code, ground.name, ground.span, "");
  });
  code.program.entries.grounds.push_back(made);
  for (const Key& key : code.program.pieces.keys)
    if (!ground.of_edges && key.glyph == ground.sign)
      build_fail(lang::Code::G0203, ground.span, "`" + ground.sign + "` is already the look of a piece",
                 "choose another sign for the empty cells");
}

void compile_shown_beams(CodeWriter& code, int number) {
  const rules::Show& show = code.program.rules.pictures.shows[number];
  const CodeWriter::InFrame in(code, show.frame, show.span);
  BeamsCode made;
  made.show = number;
  made.for_each_player = show.player >= 0;
  if (made.for_each_player) made.player = code.local(show.player);
  made.code = code.here();
  const Label out = code.new_label();
  if (show.when) jump_unless(code, *show.when, out);
  const Expr& followed = *show.beams;
  if (followed.op == Op::call && code.let_of(followed).form == rules::LetForm::table) {
    // Only this entry: if the table were kept, all of its entries would be computed.
    const Slot index = value(code, followed.kids[0]);
    const rules::Let& let = code.let_of(followed);
    LocalSlots scope = code.make_scope(let.frame);
    const CodeWriter::InScope inside(code, scope);
    code.copy(code.local(0), index, 1);
    value(code, let.body);
  } else {
    value(code, followed);
  }
  code.place(out);
  code.emit(Opcode::ret);
  code.program.entries.beams.push_back(made);
}

}  // namespace

void compile_ends(CodeWriter& code) {
  const rules::Rules& rules = code.program.rules;
  const CodeWriter::InMode mode(code, CodeWriter::Mode::play);
  compile_per_player(code, rules.judging.score, code.program.entries.score, code.program.entries.score_player,
                     code.program.entries.score_value);
  compile_per_player(code, rules.judging.heuristic, code.program.entries.heuristic,
                     code.program.entries.heuristic_player, code.program.entries.heuristic_value);

  code.program.entries.ends = code.function(code.top(), [&] {
    for (const rules::EndRule& rule : rules.judging.ends) compile_end_rule(code, rule);
  });
  code.program.entries.invariants = code.function(code.top(), [&] {
    for (const rules::Invariant& invariant : rules.invariants) compile_invariant(code, invariant);
  });

  for (std::size_t i = 0; i < rules.pictures.shows.size(); ++i) {
    if (rules.pictures.shows[i].beams)
      compile_shown_beams(code, static_cast<int>(i));
    else
      compile_show(code, static_cast<int>(i));
  }
  for (const rules::Ground& ground : rules.pictures.grounds) compile_ground(code, ground);

  if (rules.judging.clock && rules.judging.clock->out) {
    LocalSlots none;
    const CodeWriter::InScope in(code, none);
    code.program.entries.clock_out = code.here();
    result(code, *rules.judging.clock->out);
    code.emit(Opcode::ret);
  }
}

}  // namespace glint::compiling
