// Tables of cases as code: what pieces, cells and edges do to beams, and what pieces emit.
//
// Reactions::tables are filled from this code later (build/reactions.cpp), where reactions depend on piece and beam alone.
#pragma once

#include <vector>

#include "interpreter/build/code/compiler.hpp"

namespace glint {

class OpticsCompiler {
 public:
  OpticsCompiler(Program& program, Compiler& code) : program_(program), code_(code) {}

  void compile();

 private:
  using Expr = rules::Expr;
  using Type = rules::Type;
  using At = Assembler::At;
  using Label = Assembler::Label;

  void compile_optics();
  void compile_acting();
  void compile_case(const rules::Case& one);
  void compile_outcome(const rules::Outcome& outcome);
  Slot updated_payload(const std::vector<rules::PayloadUpdate>& updates);

  Program& program_;
  Compiler& code_;
  std::vector<Compiler::Scope> scopes_;  // by optic
  std::vector<int> entries_;             // likewise: its code
};

}  // namespace glint
