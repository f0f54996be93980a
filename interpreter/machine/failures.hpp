// The causes that stop a run early: an error of the script, work without end, or a move that is refused. Nothing is
// thrown: a run ends with RunStatus::error or failed, and the reason is kept here. Functions that answer a status
// answer RunStatus::error.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "interpreter/beam/fuel.hpp"
#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {

enum class RunStatus { done, failed, waiting, drawing, over, error };

/// The reason why a run was refused, or the error of a script.
struct Failure {
  lang::Code code{};
  lang::Span span;
  std::string message;
  std::string help = {};  // what to do; empty: the usual advice for its code
};

/// The failure that the host has stopped the work on this game (Limits::stop), at the place that took most of it.
Failure stopped_failure(const Program& program);

/// "20 million steps", "1500 steps", "1 step"
std::string in_words(std::int64_t count, const std::string& one);

/// The text of a message, with the present values in its holes.
std::string text_of(const Program& program, const Message& message, const Word* frame);

class Failures {
 public:
  explicit Failures(const Program& program) : program_(program) {}

  const Failure& last() const { return last_; }
  RunStatus fail(lang::Code code, lang::Span span, std::string message);
  RunStatus error(const Instruction* at, lang::Code code, std::string message);
  RunStatus out_of_range(const Instruction* at, const Word* frame);
  RunStatus no_cell(const Instruction* at, std::int64_t x, std::int64_t y);
  RunStatus too_high(const Instruction* at, int cell);
  RunStatus not_there(const Instruction* at, int cell, const Word* frame);
  /// More than kMostMoves can be chosen at this choice.
  RunStatus too_many_moves(lang::Span choice);
  /// At choice after choice nothing was listed, and this is the last one.
  RunStatus going_round(lang::Span choice);

  /// Takes the next portion of fuel, for the instruction here. False: none is left, or the work was stopped.
  [[gnu::noinline]] bool take_portion(const Instruction* at, Fuel& fuel);
  /// `at`: where the code stood; null outside of it.
  RunStatus out_of_fuel(const Instruction* at, const Fuel& fuel);

  // -- parts that take fuel by themselves, for the instruction that asks them for something
  void begin_part(const Instruction* at) { asking_ = at; }
  void portion_taken() {
    if (asking_) note_portion(asking_);
  }
  void part_out_of_fuel(const Fuel& fuel) {
    out_of_fuel(nullptr, fuel);
    needs_place_ = true;
  }
  /// The failure of the part asked last.
  RunStatus of_part(const Fuel& fuel) {
    return std::exchange(needs_place_, false) ? out_of_fuel(asking_, fuel) : RunStatus::error;
  }

 private:
  void note_portion(const Instruction* at) {
    program_.work.note(static_cast<std::size_t>(at - program_.code.instructions.data()));
  }

  const Program& program_;
  Failure last_;
  const Instruction* asking_ = nullptr;  // the last one to ask a part for something
  bool needs_place_ = false;  // a part ran out of fuel: the instruction that asked it says where in the script
};

}  // namespace glint
