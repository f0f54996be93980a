// Emitting code: slots, labels, constants; the order in which the parts of a game are compiled.
#include "interpreter/build/code/compiler.hpp"

#include <algorithm>

namespace glint {

Compiler::Compiler(Program& program, Constants& constants, bool backwards, Lowerings without)
    : program_(program), constants_(constants), backwards_(backwards), without_(without) {
  for (std::size_t c = 0; c < program.geometry.info.size(); ++c)
    cell_by_label_.emplace(program.geometry.info[c].label, static_cast<int>(c));
}

void Compiler::compile_game() {
  const rules::Rules& rules = program_.rules;
  // The play block's locals and iterators outlive a wait, so they are part of the State.
  Slot end = program_.layout.play;
  for (const rules::Local& one : rules.play_frame.locals) {
    add_play_slots(end, one.type);
    end += static_cast<Slot>(words(one.type));
  }
  end = reserve_play(rules.play, end);
  program_.layout.size = end;
  top_ = program_.layout.end = add_planes(end);
  compile_lets();
  compile_optics();
  compile_acting();
  compile_ends();
  compile_effects();
  compile_moves();
  compile_play();
}

void Compiler::finish() {
  for (const Optimiser::Label& label : labels_)
    for (const int use : label.uses) program_.code[static_cast<std::size_t>(use)].c = static_cast<std::uint32_t>(label.at);
  if (may(Lowering::optimise)) aim_jumps();
  list_planes();
  program_.frame_size = top_;
  program_.initial_frame.assign(top_, 0);
  for (const auto& [slot, words] : frame_init_) std::copy(words.begin(), words.end(), program_.initial_frame.begin() + slot);
}

/// Who would come to a jump goes at once to where that goes.
void Compiler::aim_jumps() {
  const auto behind = [this](int place) {
    constexpr int kMostHops = 16;
    for (int hops = 0; hops < kMostHops && place >= 0; ++hops) {
      const Instruction& there = program_.code[static_cast<std::size_t>(place)];
      if (there.op != Opcode::jump) break;
      place = static_cast<int>(there.c);
    }
    return place;
  };
  for (const Optimiser::Label& label : labels_)
    for (const int use : label.uses) {
      std::uint32_t& aim = program_.code[static_cast<std::size_t>(use)].c;
      aim = static_cast<std::uint32_t>(behind(static_cast<int>(aim)));
    }
  for (Node& node : program_.nodes) {
    node.resume = behind(node.resume);
    node.otherwise = behind(node.otherwise);
  }
  for (DrawNode& draw : program_.draws) draw.resume = behind(draw.resume);
}

int Compiler::emit(Opcode op, Slot a, Slot b, std::uint32_t c, int n) {
  if (n > 0xFFFF || program_.code.size() > kMaxCode)
    build_fail(lang::Code::G0504, span_, n > 0xFFFF ? "a set is larger than the engine's limits" : "these rules become too much code",
               n > 0xFFFF ? "" : "many `if`s one after the other, each with effects before a requirement, multiply");
  program_.code.push_back({op, static_cast<std::uint16_t>(n), a, b, c});
  program_.code_spans.push_back(span_);
  return here() - 1;
}

Compiler::Label Compiler::new_label() {
  labels_.emplace_back();
  return static_cast<Label>(labels_.size() - 1);
}

void Compiler::place(Label label) { labels_[static_cast<std::size_t>(label)].at = here(); }

int Compiler::emit_jump(Opcode op, Slot a, Slot b, Label label, int n) {
  labels_[static_cast<std::size_t>(label)].uses.push_back(here());
  return emit(op, a, b, 0, n);
}

void Compiler::take_back(const Written& before) {
  program_.code.resize(before.code);
  program_.code_spans.resize(before.code);
  labels_.resize(before.labels);
}

Slot Compiler::take(int slots) {
  const Slot slot = top_;
  top_ += static_cast<Slot>(slots);
  if (top_ > 64'000'000) build_fail(lang::Code::G0504, span_, "this game needs too much memory to play");
  return slot;
}

Slot Compiler::constant_words(const std::vector<Word>& words) {
  const auto found = constant_slots_.find(words);
  if (found != constant_slots_.end()) return found->second;
  const Slot slot = take(static_cast<int>(words.size()));
  frame_init_.emplace_back(slot, words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    constants_at_.insert(slot + static_cast<Slot>(i));
    constant_values_.emplace(slot + static_cast<Slot>(i), words[i]);
  }
  constant_slots_.emplace(words, slot);
  return slot;
}

const std::vector<Word>* Compiler::constant_at(Slot slot) const {
  for (const auto& [at, words] : frame_init_)
    if (at == slot) return &words;
  return nullptr;
}

Slot Compiler::constant(std::int64_t value) { return constant_words({static_cast<Word>(value)}); }

Slot Compiler::one_cell(int cell) {
  std::vector<Word> words(static_cast<std::size_t>(program_.geometry.words), 0);
  words[static_cast<std::size_t>(cell / 64)] = Word{1} << (cell % 64);
  return constant_words(words);
}

int Compiler::find_label(const Expr& label) {
  const auto found = cell_by_label_.find(label.text);
  if (found != cell_by_label_.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, cell] : cell_by_label_) names.push_back(name);
  const std::string near = lang::nearest(label.text, names);
  std::string settings;
  for (std::size_t i = 0; i < program_.rules.options.size(); ++i) {
    const rules::Option& option = program_.rules.options[i];
    if (program_.options[i] != option.initial)
      settings += (settings.empty() ? " with " : ", ") + option.name + " = " +
                  print_value(program_.rules, option.type, program_.options[i]);
  }
  // A name that is only its player's to say.
  std::string owned;
  for (const CellInfo& cell : program_.geometry.info)
    if (cell.player >= 0 && cell.own_label == label.text)
      owned += (owned.empty() ? "`" : " or `") + program_.rules.players[static_cast<std::size_t>(cell.player)].name +
               "." + label.text + "`";
  if (!owned.empty())
    build_fail(lang::Code::G0505, label.span,
               "`" + label.text + "` is what a player calls a cell, and here nobody says whose it is",
               "write " + owned);
  build_fail(lang::Code::G0505, label.span, "no cell of this board" + settings + " is labelled `" + label.text + "`",
             near.empty() ? "" : "did you mean `" + near + "`?");
}

void Compiler::optimise(int begin, Slot first_slot) {
  if (!may(Lowering::optimise)) return;
  Optimiser::Known known;
  known.value = [this](Slot slot) {
    const auto found = constant_values_.find(slot);
    return found == constant_values_.end() ? std::nullopt : std::optional(static_cast<std::int64_t>(found->second));
  };
  known.slot = [this](std::int64_t value) { return constant(value); };
  known.me = constants_.me;
  Optimiser optimiser(program_, labels_, callees_, constants_at_, known, top_, begin, first_slot);
  optimiser.run();
  constants_.me_counts = constants_.me_counts || optimiser.read_me();
}

Compiler::Scope Compiler::make_scope(const rules::Frame& frame) {
  Scope scope;
  for (const rules::Local& one : frame.locals) scope.slots.push_back(take(words(one.type)));
  return scope;
}

bool is_plain_set(const rules::Expr& expr) {
  if (!expr.type.is_set || expr.type.base != rules::Base::cell) return false;
  return expr.op == rules::Op::local || expr.op == rules::Op::empty || expr.op == rules::Op::kind ||
         (expr.op == rules::Op::variable && expr.kids.empty());
}

std::size_t size_of(const rules::Expr& expr) {
  std::size_t size = 0;
  walk(expr, [&](const rules::Expr&) { ++size; });
  return size;
}

const rules::Expr& element_of(const rules::Expr& expr) {
  const bool is_one = expr.op == rules::Op::set && expr.kids.size() == 1 && !expr.kids[0].type.is_set;
  return is_one ? expr.kids[0] : expr;
}

bool reads_local(const rules::Expr& expr, int local) {
  bool found = false;
  walk(expr, [&](const rules::Expr& e) { found = found || (e.op == rules::Op::local && e.ref == local); });
  return found;
}

}  // namespace glint
