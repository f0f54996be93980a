// Lets: what they read, when their values are kept and forgotten, and tables.
#include <algorithm>

#include "interpreter/build/code/loops.hpp"

namespace glint {

/// Finds out what lets read, which of them are constants, and which are kept; of too many, the most expensive ones. For
/// coverage, constants are only those that the build itself needs.
void Compiler::examine_lets() {
  const rules::Rules& rules = program_.rules;
  std::vector<bool> may_keep, is_needed(rules.lets.size(), !covers_);
  for (const rules::Subset& subset : rules.subsets) is_needed[static_cast<std::size_t>(subset.let)] = true;
  for (std::size_t i = 0; i < rules.lets.size(); ++i) {
    const rules::Let& let = rules.lets[i];
    Reads reads = facts_.reads_of(let.body);
    // A table over the cells of a kind has entries only for cells where that kind stands.
    if (let.form == rules::LetForm::table) {
      const rules::Type& index = let.frame.locals.front().type;
      if (index.base == Base::cell && index.stands) {
        reads.pieces = true;
        reads.kinds |= index.stands;
      }
    }
    Kept& kept = program_.kept[i];
    kept.let = static_cast<int>(i);
    const bool may_be_constant = let.type.base != Base::trace && reads.nothing();
    const std::int64_t entries = let.form != rules::LetForm::function ? 1 : may_be_constant ? entries_of(let) : 0;
    kept.is_constant = may_be_constant && entries > 0 && is_needed[i];
    kept.is_too_large = entries < 0;
    // A trace needs a buffer of the let's own; a table would need one for each entry.
    const bool has_room = let.type.base == Base::trace ? let.form == rules::LetForm::plain && may(Lowering::untouched)
                                                       : let.form != rules::LetForm::function;
    may_keep.push_back(!kept.is_constant && has_room && !reads.other());
    facts_.add_let(std::move(reads));
  }
  program_.beyond.kept = std::count(may_keep.begin(), may_keep.end(), true) > kMostKept;
  const std::vector<bool> keeps = facts_.worth_keeping(may_keep, kMostKept);
  for (std::size_t i = 0; i < rules.lets.size(); ++i) {
    if (!keeps[i]) continue;
    program_.kept[i].bit = kept_bits_++;
    forget_with(facts_.let(static_cast<int>(i)), Word{1} << program_.kept[i].bit);
  }
}

void Compiler::compile_lets() {
  const rules::Rules& rules = program_.rules;
  program_.kept.assign(rules.lets.size(), {});
  program_.let_code.assign(rules.lets.size(), -1);
  let_scopes_.resize(rules.lets.size());
  let_results_.assign(rules.lets.size(), 0);
  forget_variable_.assign(rules.variables.size(), 0);
  program_.forget_key.assign(program_.keys.size(), 0);
  program_.forget_field.assign(rules.fields.size(), 0);
  for (std::size_t v = 0; v < rules.variables.size(); ++v)
    if (facts_.beam_reads().variables[v]) forget_variable_[v] = kForgetTraces;
  examine_lets();
  for (std::size_t i = 0; i < rules.lets.size(); ++i) {
    const rules::Let& let = rules.lets[i];
    Callee callee;
    callee.begin = here();
    callee.first = top();
    compile_let(static_cast<int>(i));
    callee.end = here();
    callee.last = top();
    callee.is_function = program_.kept[i].bit < 0 && !program_.kept[i].is_constant;
    if (callee.is_function)
      for (int p = 0; p < let.frame.params; ++p)
        callee.parameters.push_back({let_scopes_[i].slots[p], static_cast<Slot>(words(let.frame.locals[p].type))});
    add_callee(std::move(callee));
  }
}

/// Makes a change of anything in `reads` drop the values in the mask.
void Compiler::forget_with(const Reads& reads, Word mask) {
  const rules::Rules& rules = program_.rules;
  for (std::size_t v = 0; v < reads.variables.size(); ++v)
    if (reads.variables[v]) forget_variable_[v] |= mask;
  if (!reads.pieces) return;
  program_.forget_pieces |= mask;
  if (reads.ways) program_.forget_ways |= mask;
  for (std::size_t key = 0; key < program_.keys.size(); ++key) {
    const int kind = program_.keys[key].kind;
    if (kind < 0 ? reads.empty : (reads.kinds | reads.fields_of) >> kind & 1) program_.forget_key[key] |= mask;
  }
  for (std::size_t f = 0; f < reads.fields.size(); ++f)
    if (reads.fields[f]) program_.forget_field[f] |= mask;
  for (const int kind : each_bit(reads.fields_of))
    for (const int field : rules.kinds[kind].fields) program_.forget_field[field] |= mask;
}

int Compiler::rule_bit(const Expr& rule) {
  const Reads reads = facts_.reads_of(rule);
  if (!may(Lowering::unchanged) || reads.other()) return -1;
  if (kept_bits_ == kMostKept) {
    program_.beyond.kept = true;
    return -1;
  }
  forget_with(reads, Word{1} << kept_bits_);
  return kept_bits_++;
}

/// The same for the condition of an `end` statement, if it does not depend on local names. It is worth it if what the
/// condition reads is mostly the same when play comes here again: if the statements before it change none of that (as in
/// a move that puts stones where the end asks for lamps), or if it follows a beam, where only a change on its way counts.
int Compiler::end_bit(const Expr& condition) {
  constexpr double kLeastWork = 8;  // more than to ask whether the bit is set
  const auto known = end_bits_.find(&condition);
  if (known != end_bits_.end()) return known->second;
  Reads reads = facts_.reads_of(condition);
  const bool follows_one_beam = reads.ways && !reads.empty && !(reads.kinds | reads.fields_of);
  reads.ways = false;
  const bool stays = !play_ && !changed_.touch(reads) && facts_.work_of(condition) > kLeastWork;
  return end_bits_[&condition] = free_locals(condition).empty() && (follows_one_beam || stays) ? rule_bit(condition) : -1;
}

void Compiler::compile_let(int number) {
  const rules::Let& let = program_.rules.lets[number];
  const At at(*this, let.span);
  let_scopes_[number] = make_scope(let.frame);
  const InScope in(*this, let_scopes_[number]);
  Kept& kept = program_.kept[number];
  const int width = words(let.type);
  if (kept.bit < 0 && !kept.is_constant) {
    const Slot result = let_results_[number] = take(width);
    program_.let_code[number] = function(top(), [&] {
      value_into(let.body, result);
      check_range(result, let.body.type, let.type);
    });
    return;
  }
  std::int64_t count = let.form == rules::LetForm::function ? entries_of(let) : 1;
  if (let.form == rules::LetForm::table) {
    const Type& index = let.frame.locals[0].type;
    count = program_.values_of(index);
    if (count <= 0 || count * width > kMaxTableSlots)
      build_fail(lang::Code::G0504, let.span, "the table `" + let.name + "` would be too large");
  }
  kept.size = static_cast<Slot>(count * width);
  kept.slot = take(static_cast<int>(kept.size));
  kept.code = function(top(), [&] {
    if (let.form == rules::LetForm::plain) {
      value_into(let.body, kept.slot);
      check_range(kept.slot, let.body.type, let.type);
    } else if (!scatter(let, kept.slot, width)) {
      table_body(let, kept.slot, width, count);
    }
    if (!kept.is_constant) emit(Opcode::kept, static_cast<Slot>(kept.bit));
  });
  // Not numbers: they may be an index whose range must still be tested.
  if (let.form == rules::LetForm::function && (let.type.base != Base::number || let.type.is_set))
    set_fixed(kept.slot, kept.size);
}

/// Fills a table by a loop over its index: of a function with several parameters, that of the last one changes fastest.
void Compiler::table_body(const rules::Let& let, Slot base, int width, std::int64_t count) {
  const Slot index = take(1), entry = take(width);
  Slot domain = 0;
  // A table over the cells of a kind is filled only there: elsewhere no rule may read it.
  const rules::KindMask stands = let.frame.locals[0].type.stands;
  if (let.frame.locals[0].type.base == Base::cell && stands) {
    domain = made_set(Opcode::clear, {}, program_.words());
    for (const int kind : each_bit(stands))
      binary_set(Op::unite, domain, domain, piece_set(kind, nullptr, false, {}), program_.words());
  }
  this->count(index, 0, count - 1, [&](Label next) {
    if (domain) {
      emit_jump(Opcode::jz, made(Opcode::has, {}, index, domain, program_.words()), 0, next);
    }
    Slot rest = index;
    for (int p = std::max(1, let.frame.params); p-- > 0;) {
      const Type& type = let.frame.locals[p].type;
      const Slot size = p > 0 ? constant(domain_size(program_.rules, type)) : 0;
      emit(Opcode::addi, local(p), p > 0 ? made(Opcode::mod, {}, rest, size) : rest, domain_first(type));
      if (p > 0) rest = made(Opcode::div, {}, rest, size);
    }
    value_into(let.body, entry);
    check_range(entry, let.body.type, let.type);
    emit(Opcode::store, base, entry, index, width);
  });
}

}  // namespace glint
