#include "interpreter/machine/interpreter.hpp"

#include <algorithm>

namespace glint {

bool ScriptCases::run_cases(int code, const Meeting& meeting, std::vector<Reactions::Way>& ways) {
  const Program& program = interpreter_.program();
  const Reactions& reactions = program.reactions;
  Word* const frame = interpreter_.frame();
  frame[reactions.here] = static_cast<Word>(meeting.cell);
  frame[reactions.way] = static_cast<Word>(meeting.way);
  if (meeting.edge >= 0) frame[reactions.edge] = static_cast<Word>(meeting.edge);
  for (std::size_t f = 0; f < program.payloads.fields.size(); ++f)
    frame[reactions.payload + f] = static_cast<Word>(program.payloads.fields[f].value_of(meeting.payload));
  return run_for_ways(code, ways);
}

bool ScriptCases::run_for_ways(int code, std::vector<Reactions::Way>& ways) {
  ways.clear();
  const Restored emitting(emitted_, &ways);
  return interpreter_.run(code) == RunStatus::done;
}

bool ScriptCases::sides_of(int cell, Word& sides) {
  const int key = interpreter_.pieces().top_key(cell);
  const Reactions& reactions = interpreter_.program().reactions;
  sides = 0;
  const int code = key ? reactions.sides.code[interpreter_.program().key(key).kind] : -1;
  if (code < 0) return true;
  interpreter_.frame()[reactions.here] = static_cast<Word>(cell);
  if (interpreter_.run(code) != RunStatus::done) return false;
  sides = interpreter_.frame()[reactions.sides.set];
  return true;
}

bool ScriptCases::run_emission(int key, int cell, std::vector<Reactions::Way>& ways) {
  const Program& program = interpreter_.program();
  interpreter_.frame()[program.reactions.here] = static_cast<Word>(cell);
  return run_for_ways(program.reactions.emit_code[program.key(key).kind], ways);
}

bool ScriptCases::emit_way(const Instruction& at) {
  const Word* f = interpreter_.frame();
  const std::int64_t number = payload_of(interpreter_.program(), f + at.b);
  if (number < 0) return false;
  const auto payload = static_cast<std::uint32_t>(number);
  const auto add = [&](std::int32_t cell, Word way) {
    emitted_->push_back({cell, static_cast<std::uint16_t>(way), 0, payload});
  };
  if (at.op != Opcode::emit_start)
    add(at.n ? static_cast<std::int32_t>(f[at.c]) : -1, f[at.a]);
  else
    for (const int way : each_bit(f[at.a])) add(-1, static_cast<Word>(way));
  return true;
}

bool ScriptCases::find_acting(const Reactions::Acting& acting) {
  return interpreter_.run(acting.code) == RunStatus::done;
}
void ScriptCases::portion_taken() { failures_.portion_taken(); }
void ScriptCases::fail(lang::Code code, lang::Span span, std::string message) {
  failures_.fail(code, span, std::move(message));
}
void ScriptCases::run_out_of_fuel() { failures_.part_out_of_fuel(interpreter_.fuel()); }

bool Picks::pick(const Instruction& at, Word* f) const {
  const Choice& choice = (*this)[number(at)];
  const Word* domain = f + at.b;
  rules::Type domain_type = program_.moves[chosen.move].picks[number(at)].type;
  domain_type.is_set = true;
  const int words = program_.set_words(domain_type);
  switch (choice.mode) {
    case Choice::Mode::value:
      f[at.a] = choice.number;  // even if it is refused, because the message names it
      return choice.number < static_cast<Word>(words) * 64 && has_bit(domain, choice.number);
    case Choice::Mode::index:
      if (choice.number >= set_size(domain, words)) return false;
      f[at.a] = nth_element(domain, choice.number);
      return true;
    case Choice::Mode::same: {
      // The one element whose coordinate or field is the number given.
      std::int64_t found = -1;
      for (const int element : each_bit(domain, words)) {
        if (pieces_.part_of(*choice.part, element % (program_.words() * 64)) !=
            static_cast<std::int64_t>(choice.number))
          continue;
        if (found >= 0) return false;  // the text is ambiguous
        found = element;
      }
      if (found < 0) return false;
      f[at.a] = static_cast<Word>(found);
      return true;
    }
    default: return false;
  }
}

bool Picks::pick_set(const Instruction& at, Word* f) const {
  const Choice& choice = (*this)[number(at)];
  if (choice.mode == Choice::Mode::offered) return true;  // computed by the code that follows
  const int words = program_.set_words(program_.moves[chosen.move].picks[number(at)].type);
  bool inside = true;
  for (int i = 0; i < words; ++i) {
    const Word chosen = i < static_cast<int>(choice.set.size()) ? choice.set[i] : 0;
    if (chosen & ~f[at.b + i]) inside = false;
    f[at.a + i] = chosen;
  }
  return inside;
}

Interpreter::Interpreter(const Program& program)
    : program_(program),
      words_(program.words()),
      pieces_(program, fuel_, cases_),
      space_(program.geometry),
      ledger_(program.code.ledger_forms, program.geometry),
      light_(program, frame_, fuel_, pieces_.beams()) {
  calls_.reserve(64);
}

bool Interpreter::load(std::span<const Word> state) {
  fuel_.refill();
  return pieces_.load(state);
}

// ---- moves ----

Interpreter::Status Interpreter::run_move(int move, const std::vector<Choice>* choices, bool quiet) {
  const Restored quietly(quiet_, quiet);
  const MoveCode& code = program_.moves[move];
  if (!choices) return run_effects(code.quick.of(frame_[Layout::kMe]));
  const Restored chosen(picks_.chosen, Picks::Chosen{choices, move});
  return run_effects(code.run);
}

Interpreter::Status Interpreter::run_effects(int entry) {
  const Restored moving(moving_, true);
  return run(entry);
}

Interpreter::Status Interpreter::run_on_at_random(int entry, RandomPlay& play) {
  const Restored playing(random_play_, &play);
  const Restored quietly(quiet_, false), moving(moving_, false);
  const Status status = run(entry);
  listing_ = -1;
  return status;
}

/// Random play takes the `else` of a choice.
bool Interpreter::goes_on_without_move() {
  fuel_.refill(random_play_->fuel_before_list);
  quiet_ = random_play_->is_arriving = false;
  return ++random_play_->passes <= kMostPasses;
}

void end_game(const Layout& layout, Word* frame, OutcomeKind kind, int winner) {
  frame[Layout::kNode] = Layout::kOver;
  frame[Layout::kOutcome] = static_cast<Word>(kind) | static_cast<Word>(winner + 1) << 8;
  // Made equal for all ends: the last node and player no longer matter.
  frame[Layout::kMe] = 0;
  std::fill(frame + layout.pending, frame + layout.size, 0);
}

}  // namespace glint
