// What beams need of the script: its code for what they meet and for what is sent out, which the interpreter runs.
#pragma once

#include <string>
#include <vector>

#include "interpreter/beam/cases.hpp"
#include "interpreter/program/code.hpp"

namespace glint {

class Failures;
class Interpreter;

class ScriptCases final : public Cases {
 public:
  /// Both outlive it.
  ScriptCases(Interpreter& interpreter, Failures& failures) : interpreter_(interpreter), failures_(failures) {}

  bool run_cases(int code, const Meeting& meeting, std::vector<Reactions::Way>& ways) override;
  bool run_emission(int key, int cell, std::vector<Reactions::Way>& ways) override;
  bool sides_of(int cell, Word& sides) override;
  bool find_acting(const Reactions::Acting& acting) override;
  void portion_taken() override;
  void fail(lang::Code code, lang::Span span, std::string message) override;
  void run_out_of_fuel() override;

  // -- instructions of that code
  /// Adds a way on of the reaction or emission that runs now. False: what the beam carries leaves its range.
  bool emit_way(const Instruction& at);
  void emit_stop(std::uint16_t end) { emitted_->push_back({-1, 0, static_cast<std::uint16_t>(end + 1), 0}); }
  bool has_too_many() const { return emitted_->size() > kMostWays; }

 private:
  bool run_for_ways(int code, std::vector<Reactions::Way>& ways);

  Interpreter& interpreter_;
  Failures& failures_;
  std::vector<Reactions::Way>* emitted_ = nullptr;  // gets the ways on from the cases that run now
};

}  // namespace glint
