// Lets: what they read, when their values are kept and forgotten, and tables.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {

namespace {

/// Fills a table by a loop over its index.
void table_body(CodeWriter& code, const rules::Let& let, Slot base, int width, std::int64_t count) {
  const Slot index = code.take(1), entry = code.take(width);
  Slot domain = 0;
  // A table over the cells of a kind is filled only there: no rule may read it elsewhere.
  const rules::KindMask stands = let.frame.locals[0].type.stands;
  if (let.frame.locals[0].type.base == Base::cell && stands) {
    domain = code.made_set(Opcode::clear, {}, code.program.words());
    for (const int kind : each_bit(stands))
      code.binary_set(Op::unite, domain, domain, piece_set(code, kind, nullptr, false, {}), code.program.words());
  }
  code.count(index, 0, count - 1, [&](Label next) {
    if (domain) code.emit_jump(Opcode::jz, code.made(Opcode::has, {}, index, domain, code.program.words()), 0, next);
    code.emit(Opcode::addi, code.local(0), index, domain_first(let.frame.locals[0].type));
    value_into(code, let.body, entry);
    check_range(code, entry, let.body.type, let.type);
    code.emit(Opcode::store, base, entry, index, width);
  });
}

}  // namespace

void Lets::examine(CodeWriter& code) {
  const rules::Rules& rules = code.program.rules;
  std::vector<bool> may_keep, is_needed(rules.lets.size(), !code.options.covers);
  for (const rules::Subset& subset : rules.subsets) is_needed[static_cast<std::size_t>(subset.let)] = true;
  for (std::size_t i = 0; i < rules.lets.size(); ++i) {
    const rules::Let& let = rules.lets[i];
    Reads reads = code.facts.reads_of(let.body);
    // A table over the cells of a kind has entries only for cells where that kind stands.
    if (let.form == rules::LetForm::table) {
      const rules::Type& index = let.frame.locals.front().type;
      if (index.base == Base::cell && index.stands) {
        reads.pieces = true;
        reads.kinds |= index.stands;
      }
    }
    Kept& kept = code.program.kept.lets[i];
    kept.let = static_cast<int>(i);
    kept.is_constant =
        let.form != rules::LetForm::function && let.type.base != Base::trace && reads.nothing() && is_needed[i];
    // A trace needs a buffer of the let's own; a table would need a buffer for each entry.
    const bool has_room = let.type.base == Base::trace
                              ? let.form == rules::LetForm::plain && code.may(Lowering::untouched)
                              : let.form != rules::LetForm::function;
    may_keep.push_back(!kept.is_constant && has_room && !reads.other());
    code.facts.add_let(std::move(reads));
  }
  code.program.beyond.kept = std::count(may_keep.begin(), may_keep.end(), true) > kMostKept;
  const std::vector<bool> keeps = code.facts.worth_keeping(may_keep, kMostKept);
  for (std::size_t i = 0; i < rules.lets.size(); ++i) {
    if (!keeps[i]) continue;
    code.program.kept.lets[i].bit = kept_bits_++;
    forget_with(code, code.facts.let(static_cast<int>(i)), Word{1} << code.program.kept.lets[i].bit);
  }
}

void Lets::compile(CodeWriter& code) {
  const rules::Rules& rules = code.program.rules;
  code.program.kept.lets.assign(rules.lets.size(), {});
  code.program.entries.lets.assign(rules.lets.size(), -1);
  slots_.resize(rules.lets.size());
  results_.assign(rules.lets.size(), 0);
  forget_variable_.assign(rules.variables.size(), 0);
  code.program.kept.forget_key.assign(code.program.pieces.keys.size(), 0);
  code.program.kept.forget_field.assign(rules.fields.size(), 0);
  for (std::size_t v = 0; v < rules.variables.size(); ++v)
    if (code.facts.beam_reads().variables[v]) forget_variable_[v] = kForgetTraces;
  examine(code);
  for (std::size_t i = 0; i < rules.lets.size(); ++i) {
    const rules::Let& let = rules.lets[i];
    Callee callee;
    callee.begin = code.here();
    callee.first = code.top();
    compile_let(code, static_cast<int>(i));
    callee.end = code.here();
    callee.last = code.top();
    callee.is_function = code.program.kept.lets[i].bit < 0 && !code.program.kept.lets[i].is_constant;
    if (callee.is_function)
      for (int p = 0; p < let.frame.params; ++p)
        callee.parameters.push_back({slots_[i].slots[p], static_cast<Slot>(code.words(let.frame.locals[p].type))});
    code.add_callee(std::move(callee));
  }
}

void Lets::forget_with(CodeWriter& code, const Reads& reads, Word mask) {
  const rules::Rules& rules = code.program.rules;
  for (std::size_t v = 0; v < reads.variables.size(); ++v)
    if (reads.variables[v]) forget_variable_[v] |= mask;
  if (!reads.pieces) return;
  code.program.kept.forget_pieces |= mask;
  if (reads.ways) code.program.kept.forget_ways |= mask;
  for (std::size_t key = 0; key < code.program.pieces.keys.size(); ++key) {
    const int kind = code.program.pieces.keys[key].kind;
    if (kind < 0 ? reads.empty : (reads.kinds | reads.fields_of) >> kind & 1) code.program.kept.forget_key[key] |= mask;
  }
  for (std::size_t f = 0; f < reads.fields.size(); ++f)
    if (reads.fields[f]) code.program.kept.forget_field[f] |= mask;
  for (const int kind : each_bit(reads.fields_of))
    for (const int field : rules.kinds[kind].fields) code.program.kept.forget_field[field] |= mask;
}

int Lets::rule_bit(CodeWriter& code, const Reads& reads) {
  if (!code.may(Lowering::unchanged) || reads.other()) return -1;
  if (kept_bits_ == kMostKept) {
    code.program.beyond.kept = true;
    return -1;
  }
  forget_with(code, reads, Word{1} << kept_bits_);
  return kept_bits_++;
}

int Lets::end_bit(CodeWriter& code, const Expr& condition) {
  constexpr double kLeastWork = 8;  // more than to ask whether the bit is set
  const auto known = end_bits_.find(&condition);
  if (known != end_bits_.end()) return known->second;
  Reads reads = code.facts.reads_of(condition);
  const bool follows_one_beam = reads.ways && !reads.empty && !(reads.kinds | reads.fields_of);
  reads.ways = false;
  const bool stays = !code.play && !code.changed.touch(reads) && code.facts.work_of(condition) > kLeastWork;
  // Code that assigns a variable may be written already: see part_bit.
  const bool keeps = !reads.any_variable() && free_locals(condition).empty() && (follows_one_beam || stays);
  return end_bits_[&condition] = keeps ? rule_bit(code, code.facts.reads_of(condition)) : -1;
}

int Lets::part_bit(CodeWriter& code, const Expr& part) {
  constexpr double kLeastWork = 4;
  if (kept_bits_ >= kMostKept / 2 || code.facts.work_of(part) <= kLeastWork || !free_locals(part).empty()) return -1;
  Reads reads = code.facts.reads_of(part);
  if (code.constants.me >= 0) reads.me = false;  // this code is for one player
  // Code that forgets the readers of a variable may be written already.
  if (!reads.pieces || reads.ways || reads.any_variable()) return -1;
  for (const rules::Move& move : code.program.rules.moves) {
    Changes changes(code.program.rules);
    for (const Stmt& stmt : move.body) changes.add(code.facts.changes_of(stmt, true));
    if (!changes.nothing() && !changes.touch(reads)) return rule_bit(code, reads);
  }
  return -1;
}

void Lets::compile_let(CodeWriter& code, int number) {
  const rules::Let& let = code.program.rules.lets[number];
  const CodeWriter::At at(code, let.span);
  slots_[number] = code.make_scope(let.frame);
  const CodeWriter::InScope in(code, slots_[number]);
  Kept& kept = code.program.kept.lets[number];
  const int width = code.words(let.type);
  if (kept.bit < 0 && !kept.is_constant) {
    const Slot result = results_[number] = code.take(width);
    code.program.entries.lets[number] = code.function(code.top(), [&] {
      value_into(code, let.body, result);
      check_range(code, result, let.body.type, let.type);
    });
    return;
  }
  std::int64_t count = 1;
  if (let.form == rules::LetForm::table) {
    const Type& index = let.frame.locals[0].type;
    count = code.program.values_of(index);
    if (count <= 0 || count * width > kMaxTableSlots)
      build_fail(lang::Code::G0504, let.span, "the table `" + let.name + "` would be too large");
  }
  kept.size = static_cast<Slot>(count * width);
  kept.slot = code.take(static_cast<int>(kept.size));
  kept.code = code.function(code.top(), [&] {
    if (let.form == rules::LetForm::plain) {
      value_into(code, let.body, kept.slot);
      check_range(code, kept.slot, let.body.type, let.type);
    } else if (!scatter(code, let, kept.slot, width)) {
      table_body(code, let, kept.slot, width, count);
    }
    if (!kept.is_constant) code.emit(Opcode::kept, static_cast<Slot>(kept.bit));
  });
}

}  // namespace glint::compiling
