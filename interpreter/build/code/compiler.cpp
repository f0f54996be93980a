// The order in which the parts of a game are compiled, and functions for all parts.
#include "interpreter/build/code/compiler.hpp"

#include <algorithm>

#include "interpreter/build/code/play.hpp"
#include "interpreter/build/plan/lift.hpp"
#include "interpreter/build/plan/print.hpp"

namespace glint {

Compiler::Compiler(Program& program, Constants& constants, const BuildOptions& options)
    : Assembler(program),
      program_(program),
      constants_(constants),
      backwards_(options.backwards),
      without_(options.without),
      covers_(options.covers),
      plans_(options.plans),
      facts_(program, may(Lowering::untouched)),
      changed_(program.rules) {}

void Compiler::compile_game(const Share& largest) {
  PlayCompiler play(program_, *this);
  program_.layout.size = play.reserve();
  program_.layout.end = add_planes(program_.layout.size);
  begin_at(program_.layout.end, largest);
  if (covers_) idle_ = take(1);
  compile_lets();
  compile_optics(program_, *this);
  compile_ends();
  compile_effects();
  compile_moves();
  play.compile_setup();
  const Restored in_play(play_, &play);
  play.compile();
}

void Compiler::finish() {
  Assembler::finish(may(Lowering::optimise));
  for (const Lifted& note : notes_) {
    const auto found = std::find_if(program_.lifted.begin(), program_.lifted.end(),
                                    [&](const Lifted& one) { return one.span == note.span; });
    if (found == program_.lifted.end()) program_.lifted.push_back(note);
    else found->is_set = found->is_set || note.is_set;
  }
  list_planes();
}

Compiler::Checkpoint::Checkpoint(Compiler& compiler)
    : compiler_(compiler),
      mark_(compiler.mark()),
      locals_(compiler.scope_ ? compiler.scope_->slots.size() : 0),
      notes_(compiler.notes_.size()),
      messages_(compiler.program_.messages.size()),
      written_out_(compiler.written_out_),
      trace_buffers_(compiler.program_.trace_buffers),
      lit_field_(compiler.program_.lit_field),
      uses_seen_(compiler.program_.uses_seen),
      tells_segments_(compiler.program_.tells_segments),
      asks_paths_(compiler.program_.asks_paths),
      wrote_too_much_(compiler.program_.beyond.written_out),
      planes_(compiler.program_.planes) {}

void Compiler::Checkpoint::roll_back() const {
  Program& program = compiler_.program_;
  compiler_.Assembler::roll_back(mark_);
  if (Scope* const scope = compiler_.scope_) {
    scope->slots.resize(locals_);
    scope->names.resize(std::min(scope->names.size(), locals_));
  }
  compiler_.notes_.resize(notes_);
  compiler_.written_out_ = written_out_;
  program.messages.resize(messages_);
  program.trace_buffers = trace_buffers_;
  program.lit_field = lit_field_;
  program.uses_seen = uses_seen_;
  program.tells_segments = tells_segments_;
  program.asks_paths = asks_paths_;
  program.beyond.written_out = wrote_too_much_;
  program.planes = planes_;
}

Slot Compiler::one_cell(int cell) {
  std::vector<Word> cells(program_.words());
  add_bit(cells.data(), cell);
  return constant_words(cells);
}

int Compiler::find_label(const Expr& label) {
  if (cell_by_label_.empty()) {
    for (const CellInfo& cell : program_.geometry.info)
      cell_by_label_.emplace_back(cell.label, static_cast<int>(cell_by_label_.size()));
    std::sort(cell_by_label_.begin(), cell_by_label_.end());
  }
  const std::pair<std::string_view, int> wanted(label.text, 0);
  const auto found = std::lower_bound(cell_by_label_.begin(), cell_by_label_.end(), wanted);
  if (found != cell_by_label_.end() && found->first == label.text) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, cell] : cell_by_label_) names.emplace_back(name);
  const std::string near = lang::nearest(label.text, names);
  std::string settings;
  for (std::size_t i = 0; i < program_.rules.options.size(); ++i) {
    const rules::Option& option = program_.rules.options[i];
    if (program_.options[i] != option.initial)
      settings += (settings.empty() ? " with " : ", ") + option.name + " = " +
                  print_value(program_.rules, option.type, program_.options[i]);
  }
  // A label that only its player uses.
  std::string owned;
  for (const CellInfo& cell : program_.geometry.info)
    if (cell.player >= 0 && cell.own_label == label.text)
      owned += (owned.empty() ? "`" : " or `") + program_.rules.players[cell.player].name + "." + label.text + "`";
  if (!owned.empty())
    build_fail(lang::Code::G0505, label.span,
               "`" + label.text + "` is a player's own label of a cell, and no player is given",
               "write " + owned);
  build_fail(lang::Code::G0505, label.span, "no cell of this board" + settings + " is labelled `" + label.text + "`",
             !near.empty()                            ? "did you mean `" + near + "`?"
             : program_.geometry.info.empty() ? ""
                                              : "labels go from `" + program_.geometry.info.front().label + "` to `" +
                                                    program_.geometry.info.back().label +
                                                    "`: write one of these, or compute the cell from the options: `cell(x, y)`");
}

void Compiler::note_part(lang::Span span) {
  if (!covers_) return;
  const At at(*this, span);
  emit(Opcode::mov, idle_, constant(0));
}

bool Compiler::calls_lets(const Expr& expr) const {
  return covers_ && has_part(expr, [](const Expr& e) { return e.op == Op::call; });
}

std::optional<std::int64_t> Compiler::known(const Expr& expr) {
  const auto result = constants_.try_value(expr);
  if (result && calls_lets(expr)) value(expr);
  return result;
}

void Compiler::optimise(int begin, Slot first_slot) {
  if (!may(Lowering::optimise)) return;
  const bool read_me = Assembler::optimise(begin, first_slot, constants_.me);
  constants_.me_counts = constants_.me_counts || read_me;
}

/// What `make` makes of a lift; if that is nothing, whatever it has done until then is undone.
template <class Make>
std::optional<Expr> Compiler::lifted_by(Make make) {
  if (!may(Lowering::lift)) return std::nullopt;
  const Checkpoint before(*this);
  Lift lift(*this);
  auto made = make(lift);
  stopped_ = lift.stopped;
  if (!made) before.roll_back();
  return made;
}

std::optional<Expr> Compiler::lifted(const Expr& condition, int local) {
  return lifted_by([&](Lift& lift) { return lift.where(condition, local); });
}

std::optional<Expr> Compiler::lifted_fold(const Expr& fold) {
  auto whole = lifted_by([&](Lift& lift) { return lift.fold(fold); });
  if (whole || stopped_) note(fold.span, whole.has_value());
  return whole;
}

void Compiler::note(lang::Span span, bool lifted) {
  notes_.push_back({span, lifted, stopped_.value_or(lang::Span{})});
}

bool Compiler::has_lines() const { return program_.geometry.has_shifts() && !program_.geometry.wraps; }

Compiler::Scope Compiler::make_scope(const rules::Frame& frame) {
  Scope scope;
  for (const rules::Local& one : frame.locals) {
    scope.slots.push_back(take(words(one.type)));
    scope.names.push_back(&one);
  }
  return scope;
}

void Compiler::show_plan(int move, const Steps& steps) const {
  if (plans_) plans_->push_back({move, constants_.me, print(steps, {program_, scope_->names, constants_.me})});
}

int Compiler::bind(Slot slot, const rules::Local* name) {
  scope_->names.resize(scope_->slots.size());
  scope_->slots.push_back(slot);
  scope_->names.push_back(name);
  return static_cast<int>(scope_->slots.size()) - 1;
}

int Compiler::words(const Type& type) const {
  const bool small = type.base == Base::enumeration || type.base == Base::player ||
                     type.base == Base::direction || type.base == Base::axis;
  if (type.is_set && small && domain_size(program_.rules, type) > 64)
    build_fail(lang::Code::G0504, span(), "sets of a type with more than 64 values are too large");
  return program_.set_words(type);
}

}  // namespace glint
