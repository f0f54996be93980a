#include "interpreter/machine/script_cases.hpp"

#include "interpreter/machine/interpreter.hpp"

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

}  // namespace glint
