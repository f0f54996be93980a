#include "interpreter/build/code/code_writer.hpp"

#include <algorithm>
#include <string>

#include "interpreter/build/board/layout.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint::compiling {

CodeWriter::CodeWriter(Program& program, Constants& constants, const BuildOptions& options)
    : Assembler(program),
      program(program),
      constants(constants),
      options(options),
      facts(program, !options.without.has(Lowering::untouched)),
      changed(program.rules) {}

void CodeWriter::begin(Slot slot, const Share& largest) {
  begin_at(slot, largest);
  if (options.covers) idle_ = take(1);
}

CodeWriter::Checkpoint::Checkpoint(CodeWriter& code)
    : code_(code),
      mark_(code.mark()),
      locals_(code.scope_ ? code.scope_->slots.size() : 0),
      conditions_(code.conditions.all.size()),
      messages_(code.program.code.messages.size()),
      written_out_(code.written_out.parts),
      traces_(code.program.traces),
      uses_seen_(code.program.uses_seen),
      wrote_too_much_(code.program.beyond.written_out),
      planes_(code.program.pieces.planes) {}

void CodeWriter::Checkpoint::roll_back() const {
  Program& program = code_.program;
  code_.Assembler::roll_back(mark_);
  if (LocalSlots* const scope = code_.scope_) {
    scope->slots.resize(locals_);
    scope->names.resize(std::min(scope->names.size(), locals_));
  }
  code_.conditions.all.resize(conditions_);
  code_.written_out.parts = written_out_;
  program.code.messages.resize(messages_);
  program.traces = traces_;
  program.uses_seen = uses_seen_;
  program.beyond.written_out = wrote_too_much_;
  program.pieces.planes = planes_;
}

Slot CodeWriter::one_cell(int cell) {
  std::vector<Word> cells(program.words());
  add_bit(cells.data(), cell);
  return constant_words(cells);
}

int CellLabels::find(const Program& program, const Expr& label) {
  if (label.type.base == rules::Base::player) fail_for_absent(label);
  if (cells_.empty()) {
    for (const CellInfo& cell : program.geometry.info) cells_.emplace_back(cell.label, static_cast<int>(cells_.size()));
    std::sort(cells_.begin(), cells_.end());
  }
  const std::pair<std::string_view, int> wanted(label.text, 0);
  const auto found = std::lower_bound(cells_.begin(), cells_.end(), wanted);
  if (found != cells_.end() && found->first == label.text) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, cell] : cells_) names.emplace_back(name);
  const std::string near = lang::nearest(label.text, names);
  std::string settings;
  for (std::size_t i = 0; i < program.rules.options.size(); ++i) {
    const rules::Option& option = program.rules.options[i];
    if (program.options[i] != option.initial)
      settings += (settings.empty() ? " with " : ", ") + option.name + " = " +
                  print_value(program.rules, option.type, program.options[i]);
  }
  // A label that only its player uses.
  std::string owned;
  for (const CellInfo& cell : program.geometry.info)
    if (cell.player >= 0 && cell.own_label == label.text)
      owned += (owned.empty() ? "`" : " or `") + program.rules.players[cell.player].name + "." + label.text + "`";
  if (!owned.empty())
    build_fail(lang::Code::G0505, label.span,
               "`" + label.text + "` is a player's own label of a cell, and no player is given", "write " + owned);
  build_fail(lang::Code::G0505, label.span, "no cell of this board" + settings + " is labelled `" + label.text + "`",
             !near.empty() ? "did you mean `" + near + "`?"
             : program.geometry.info.empty()
                 ? ""
                 : "labels go from `" + program.geometry.info.front().label + "` to `" +
                       program.geometry.info.back().label +
                       "`: write one of these, or compute the cell from the options: `cell(x, y)`");
}

void CodeWriter::note_part(lang::Span span) {
  if (!options.covers) return;
  const At at(*this, span);
  emit(Opcode::mov, idle_, constant(0));
}

bool CodeWriter::calls_lets(const Expr& expr) const {
  return options.covers && has_part(expr, [](const Expr& e) { return e.op == Op::call; });
}

void CodeWriter::optimise(int begin, Slot first_slot) {
  if (!may(Lowering::optimise)) return;
  const bool read_me = Assembler::optimise(begin, first_slot, constants.me);
  constants.me_counts = constants.me_counts || read_me;
}

LocalSlots CodeWriter::make_scope(const rules::Frame& frame) {
  LocalSlots scope;
  for (const rules::Local& one : frame.locals) {
    scope.slots.push_back(take(words(one.type)));
    scope.names.push_back(&one);
  }
  return scope;
}

int CodeWriter::bind(Slot slot, const rules::Local* name) {
  scope_->names.resize(scope_->slots.size());
  scope_->slots.push_back(slot);
  scope_->names.push_back(name);
  return static_cast<int>(scope_->slots.size()) - 1;
}

void CodeWriter::copy(Slot target, Slot source, int words) {
  if (words == 1)
    emit(Opcode::mov, target, source);
  else
    emit(Opcode::copy, target, source, 0, words);
}

void CodeWriter::clear(Slot slot, int count) {
  if (count == 1)
    emit(Opcode::mov, slot, constant(0));
  else
    emit(Opcode::clear, slot, 0, 0, count);
}

void CodeWriter::hold_in(std::int64_t lo, std::int64_t hi, Slot slot, Opcode op) {
  const Slot low = constant(lo), high = constant(hi);
  emit(op, slot, low, high);
}

Slot CodeWriter::combine(Op op, Slot left, Slot right) {
  const Slot slot = take(program.words());
  binary_set(op, slot, left, right, program.words());
  return slot;
}

Opcode CodeWriter::far_next(Slot element, int words) {
  constexpr int kFar = 4;
  if (words <= kFar) return next_of(words);
  emit(Opcode::mov, element, constant(0));
  return Opcode::next_far;
}

int CodeWriter::words(const Type& type) const {
  const bool small = type.base == Base::enumeration || type.base == Base::player || type.base == Base::direction ||
                     type.base == Base::axis;
  if (type.is_set && small && domain_size(program.rules, type) > 64)
    build_fail(lang::Code::G0504, span(), "sets of a type with more than 64 values are too large");
  return program.set_words(type);
}

}  // namespace glint::compiling
