#include "interpreter/machine/interpreter.hpp"

#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint {

Failure stopped_failure(const Program& program) {
  lang::Diagnostic stopped = lang::stopped();
  const auto most = program.work.most(program.code.spans);
  if (most) stopped.message += "; most of the work was done here";
  return {stopped.code, most ? most->span : stopped.primary.span, std::move(stopped.message)};
}

std::string in_words(std::int64_t count, const std::string& one) {
  constexpr std::int64_t kMillion = 1'000'000;
  if (count != 0 && count % kMillion == 0) return std::to_string(count / kMillion) + " million " + one + "s";
  return lang::counted(static_cast<std::uint64_t>(count), one);
}

std::string text_of(const Program& program, const Message& message, const Word* frame) {
  if (!message.text) return message.fallback;
  constexpr std::size_t kMost = 1'000'000, kMostOfHole = 200'000;  // bytes
  constexpr std::size_t kUnasked = 50'000;                         // that take less than a millisecond
  std::string text;
  std::size_t hole = 0, asked = 0;
  for (const rules::TextPart& part : message.text->parts) {
    if (text.size() > kMost) return text + "...";
    if (text.size() - asked > kUnasked && program.limits.stop) {
      asked = text.size();
      if (program.limits.stop()) return text + "...";  // the part that called it is asked, too, and ends with an error
    }
    text += part.literal;
    if (!part.hole) continue;
    const Message::Hole& one = message.holes[hole++];
    text += cut(print_slots(program, one.type, &frame[one.slot], static_cast<int>(frame[Layout::kMe]), kMostOfHole),
                part.width);
  }
  return text;
}

RunStatus Failures::fail(lang::Code code, lang::Span span, std::string message) {
  last_ = {code, span, std::move(message)};
  needs_place_ = false;
  return RunStatus::error;
}

RunStatus Failures::error(const Instruction* at, lang::Code code, std::string message) {
  const auto index = static_cast<std::size_t>(at - program_.code.instructions.data());
  return fail(code, program_.code.spans[index], std::move(message));
}

bool Failures::take_portion(const Instruction* at, Fuel& fuel) {
  note_portion(at);
  return fuel.next_portion();
}

RunStatus Failures::out_of_fuel(const Instruction* at, const Fuel& fuel) {
  if (fuel.is_stopped()) {
    if (at) note_portion(at);
    last_ = stopped_failure(program_);
    needs_place_ = false;
    return RunStatus::error;
  }
  const std::string text =
      (fuel.is_last() ? "the moves of a game together take more than " + in_words(program_.limits.game, "step")
                      : "one decision takes more than " + in_words(program_.limits.steps, "step")) +
      " to compute";
  if (at) return error(at, lang::Code::G0605, text + "; it was stopped here");
  return fail(lang::Code::G0605, program_.rules.board.span, text);
}

RunStatus Failures::out_of_range(const Instruction* at, const Word* frame) {
  const auto number = [frame](Slot slot) { return std::to_string(static_cast<std::int64_t>(frame[slot])); };
  return error(at, lang::Code::G0602,
               "this becomes " + number(at->a) + ", outside its range " + number(at->b) + ".." + number(at->c));
}

RunStatus Failures::no_cell(const Instruction* at, std::int64_t x, std::int64_t y) {
  error(at, lang::Code::G0602, "no cell of this board is at " + std::to_string(x) + ", " + std::to_string(y));
  last_.help = "the board has no such cell: choose another x or y";
  return RunStatus::error;
}

RunStatus Failures::too_high(const Instruction* at, int cell) {
  return error(
      at, lang::Code::G0606,
      "no more than " + std::to_string(program_.layout.stack) + " pieces fit on " + program_.geometry.info[cell].label);
}

RunStatus Failures::not_there(const Instruction* at, int cell, const Word* frame) {
  std::string kinds;
  for (std::size_t k = 0; k < program_.rules.kinds.size(); ++k)
    if (has_bit(frame + at->b, k)) kinds += (kinds.empty() ? "`" : " or `") + program_.rules.kinds[k].name + "`";
  return error(at, lang::Code::G0612,
               "these simultaneous choices exclude each other: this needs a " + kinds + " on " +
                   program_.geometry.info[cell].label + ", and another choice has taken it away");
}

RunStatus Failures::too_many_moves(lang::Span choice) {
  return fail(lang::Code::G0605, choice, "more than 2^60 moves can be chosen here");
}

RunStatus Failures::going_round(lang::Span choice) {
  return fail(lang::Code::G0603, choice, "this loop never reaches a choice that has a move");
}

}  // namespace glint
