// Code that lists the legal runs of a move: a loop for each pick, an undo (save, restore) around effects, and a `push` for
// each run. It leaves out what cannot matter to legality: everything after the last requirement or pick, and a loop for a
// pick that nothing after it reads, of which only the set of choices is pushed (a *free* pick). Free picks are always the
// last ones, so the ledger's numbers are the order of the picks, which is the order in which moves are listed.
//
// The doors are compile_list and list_rest, which the lowerings call for what follows the picks that they list.
#include <algorithm>
#include <set>

#include "interpreter/build/code/loops.hpp"

namespace glint {

void Compiler::compile_list(int move) {
  const rules::Move& rules = program_.rules.moves[move];
  MoveCode& code = program_.moves[move];
  code.list.entries = {-1};
  const bool offers_nothing = std::any_of(rules.body.begin(), rules.body.end(), [](const Stmt& stmt) {
    return stmt.kind == StmtKind::offer && stmt.exprs.empty();
  });
  if (offers_nothing) return;
  const InMode mode(*this, Mode::list);
  for_each_seat(code.list, [&] {
    // Slots of its own: a move may be listed while another one runs.
    const Slot first_slot = top();
    const InFrame in(*this, rules.frame, rules.span);
    ledger_items_.clear();
    return function(first_slot, [&] {
      const Label fail = new_label();
      list_rest({{&rules.body, 0}}, fail, false, 0);
      place(fail);
    });
  });
}

// ---- what follows a pick ----

/// The statements of a Todo, in the order in which they run: the innermost block first.
std::vector<const Stmt*> Compiler::statements_of(const Todo& todo) {
  std::vector<const Stmt*> statements;
  for (auto cursor = todo.rbegin(); cursor != todo.rend(); ++cursor)
    for (std::size_t i = cursor->index; i < cursor->block->size(); ++i) statements.push_back(&(*cursor->block)[i]);
  return statements;
}

bool Compiler::anything_matters(const Todo& todo) const {
  const std::vector<const Stmt*> rest = statements_of(todo);
  return std::any_of(rest.begin(), rest.end(), [this](const Stmt* stmt) { return facts_.matters(*stmt); });
}

/// The pick of this local needs no loop: nothing after it that matters reads it, and no pick after it needs one, so that
/// the numbers of the ledger keep the order of the picks.
bool Compiler::may_be_free(const Todo& todo, int local) const {
  std::vector<const Stmt*> rest = statements_of(todo);
  while (!rest.empty() && !facts_.matters(*rest.back())) rest.pop_back();
  std::set<int> unread = {local};  // picks so far
  for (const Stmt* stmt : rest) {
    bool reads = false;
    walk(*stmt, [&](const Expr& e) { reads = reads || (e.op == Op::local && unread.count(e.ref) > 0); });
    if (reads || (stmt->kind == StmtKind::pick && stmt->some_of)) return false;
    if (stmt->kind == StmtKind::pick) unread.insert(stmt->ref);
    else if (has_kind(stmt->body, StmtKind::pick) || has_kind(stmt->other, StmtKind::pick)) return false;
  }
  return true;
}

/// The value that `offer x == E` gives the `some of` pick x, if that follows and has the same value at the pick: nothing
/// between the two changes the position, and E reads nothing that is bound between them.
const Expr* Compiler::offered_value(const Todo& todo, int local) {
  std::vector<int> later = {local};
  for (const Stmt* stmt : statements_of(todo)) {
    if (changes_position(*stmt)) return nullptr;
    if (stmt->kind == StmtKind::pick || stmt->kind == StmtKind::let) later.push_back(stmt->ref);
    if (stmt->kind != StmtKind::offer || stmt->exprs.empty() || stmt->exprs[0].op != Op::equal) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      const Expr& value = stmt->exprs[0].kids[1 - side];
      const bool is_known = std::none_of(later.begin(), later.end(), [&](int one) { return reads_local(value, one); });
      if (is_local(stmt->exprs[0].kids[side], local) && is_known) return &value;
    }
  }
  return nullptr;
}

/// Requirements and offers that follow a pick directly and are known for all that may be picked at once narrow its domain.
/// They are taken off `todo`.
std::vector<Compiler::Narrowing> Compiler::narrowing(Todo& todo, int local, const Type& type) {
  std::vector<Narrowing> found;
  Cursor& cursor = todo.back();
  for (; cursor.index < cursor.block->size(); ++cursor.index) {
    const Stmt& stmt = (*cursor.block)[cursor.index];
    if ((stmt.kind != StmtKind::require && stmt.kind != StmtKind::offer) || stmt.exprs.empty()) break;
    const Expr& condition = stmt.exprs[0];
    if (condition.op == Op::in && is_local(condition.kids[0], local)) {
      const Expr& set = condition.kids[1];
      if (set.op == Op::range || lists_any_numbers(set) || reads_local(set, local)) break;
      found.push_back({&set, nullptr});
      continue;
    }
    if (type.base != Base::cell || !cannot_fail(condition)) break;
    const bool lifted = lifts(condition, local);
    note(condition.span, lifted);
    if (!lifted) break;
    found.push_back({nullptr, &condition});
  }
  return found;
}

/// `offer x == E` that gave a `some of` pick its value holds by construction.
bool Compiler::is_defining_offer(const Expr& condition) const {
  if (condition.op != Op::equal) return false;
  for (const Expr* value : offered_)
    if (value == &condition.kids[0] || value == &condition.kids[1]) return true;
  return false;
}

// ---- runs ----

/// A run is legal: it is pushed, with the items of its picks.
void Compiler::list_leaf() {
  const std::vector<PickInfo>& picks = program_.moves[current_move_].picks;
  LedgerForm form{current_move_, ledger_items_, 0};
  for (LedgerItem& item : form.items) {
    const PickInfo& pick = picks[item.pick];
    item.target = pick.quick;
    if (item.form == LedgerItem::Form::pairs) item.second_target = picks[item.second].quick;
    item.some_of = pick.some_of;
    form.words += item.data_words();
    const bool is_simple = item.form == LedgerItem::Form::value || item.form == LedgerItem::Form::set;
    form.is_plain = form.is_plain && is_simple && item.words == 1;
  }
  program_.ledger_forms.push_back(std::move(form));
  emit(Opcode::push, static_cast<Slot>(program_.ledger_forms.size() - 1));
}

/// Lists what is still to do. `fail`: where a run goes that is refused, or done; `saved`: effects since the innermost pick
/// are undone there; `depth`: saved States so far.
void Compiler::list_rest(Todo todo, Label fail, bool saved, int depth) {
  constexpr int kDeepest = 1000;
  const Restored deeper(listing_depth_, listing_depth_ + 1);
  if (listing_depth_ > kDeepest)
    build_fail(lang::Code::G0504, span(), "this move has too many picks, or `if`s with requirements, one behind the other");
  while (true) {
    while (!todo.empty() && todo.back().index >= todo.back().block->size()) todo.pop_back();
    if (todo.empty() || !anything_matters(todo)) return list_leaf();
    fail_label_ = fail;
    const Stmt& stmt = (*todo.back().block)[todo.back().index];
    ++todo.back().index;
    const At at(*this, stmt.span);
    if (stmt.kind == StmtKind::call && facts_.matters(stmt)) {
      todo.push_back({inlined(stmt), 0});
      continue;
    }
    if (changes_position(stmt) && !saved) {
      if (substitutes(stmt, todo)) return list_after(stmt, std::move(todo), fail, depth);
      if (stmt.kind != StmtKind::if_) {
        --todo.back().index;
        return list_saved(std::move(todo), fail, depth);
      }
    }
    if (stmt.kind == StmtKind::pick) return list_pick(stmt, std::move(todo), fail, depth);
    const bool splits = stmt.kind == StmtKind::if_ && (facts_.matters(stmt) || has_kind(stmt.body, StmtKind::end) ||
                                                       has_kind(stmt.other, StmtKind::end) || changes_position(stmt));
    if (splits) return list_sides(stmt, std::move(todo), fail, saved, depth);
    statement(stmt);
  }
}

/// Lists with an undo: what follows sees the position changed, and every way out of it restores it.
void Compiler::list_saved(Todo todo, Label fail, int depth) {
  const Label undo = new_label();
  program_.save_depth = std::max(program_.save_depth, depth + 1);
  emit(Opcode::save, 0, 0, 0, depth);
  list_rest(std::move(todo), undo, true, depth + 1);
  place(undo);
  emit(Opcode::restore, 0, 0, 0, depth);
  emit_jump(Opcode::jump, 0, 0, fail);
}

/// Lists what follows an `if` once for either side.
void Compiler::list_sides(const Stmt& stmt, Todo todo, Label fail, bool saved, int depth) {
  const Label other = new_label();
  const auto known = constants_.try_value(stmt.exprs[0]);
  const std::vector<LedgerItem> items = ledger_items_;
  const auto list_side = [&](const Block& side) {
    todo.push_back({&side, 0});
    list_rest(todo, fail, saved, depth);
    todo.pop_back();
    ledger_items_ = items;
  };
  if (!known) jump_unless(stmt.exprs[0], other);
  if (!known || *known) list_side(stmt.body);
  if (!known) emit_jump(Opcode::jump, 0, 0, fail);
  place(other);
  if (!known || !*known) list_side(stmt.other);
}

// ---- picks ----

void Compiler::list_pick(const Stmt& stmt, Todo todo, Label fail, int depth) {
  if (stmt.some_of) return list_subset(stmt, std::move(todo), fail, depth);
  // Calls that follow the pick are opened, so that what they require can be seen.
  while (todo.back().index < todo.back().block->size()) {
    const Stmt& next = (*todo.back().block)[todo.back().index];
    if (next.kind != StmtKind::call || !facts_.matters(next) || !is_inlined_without_code(next)) break;
    ++todo.back().index;
    todo.push_back({inlined(next), 0});
  }
  if (is_counted(stmt.exprs[0])) list_number(stmt, std::move(todo), fail, depth);
  else list_element(stmt, std::move(todo), fail, depth);
}

/// Lists what follows a pick, whose choice the item says.
void Compiler::list_with(const LedgerItem& item, Todo todo, Label fail, int depth) {
  ledger_items_.push_back(item);
  list_rest(std::move(todo), fail, false, depth);
  ledger_items_.pop_back();
}

LedgerItem Compiler::item_of(const Stmt& pick, Slot slot, int words, LedgerItem::Form form, Slot low) const {
  return {pick_numbers_[pick.ref], slot, static_cast<std::uint16_t>(words), form, low};
}

void Compiler::stop_where_empty(Slot set, int words, Label fail) {
  emit_jump(Opcode::jnz, made(Opcode::is_empty, 0, set, 0, words), 0, fail);
}

/// `pick some of`: the one subset that is offered.
void Compiler::list_subset(const Stmt& stmt, Todo todo, Label fail, int depth) {
  const Expr& domain = stmt.exprs[0];
  const Expr* offered = offered_value(todo, stmt.ref);
  if (!offered)
    build_fail(lang::Code::G0501, stmt.span, "nothing says which subsets are listed",
               "add `offer NAME == SET` behind the pick, before anything changes, and with a SET that is known at the pick");
  const int count = words(domain.type);
  const Slot target = local(stmt.ref);
  offered_.push_back(offered);
  value_into(*offered, target);
  const Slot inside = take(1);
  emit(Opcode::within, inside, target, value(domain), count);
  emit_jump(Opcode::jz, inside, 0, fail);
  list_with(item_of(stmt, target, count, LedgerItem::Form::value), std::move(todo), fail, depth);
}

/// A pick out of a range of numbers.
void Compiler::list_number(const Stmt& stmt, Todo todo, Label fail, int depth) {
  const bool free = may(Lowering::products) && may_be_free(todo, stmt.ref);
  const Slot low = take(1), high = take(1);
  bounds_into(stmt.exprs[0], low, high);
  if (free) {
    const Slot size = take(1), some = take(1);
    emit(Opcode::sub, size, high, low);
    emit(Opcode::addi, size, size, 1);
    emit(Opcode::lt, some, constant(0), size);
    emit_jump(Opcode::jz, some, 0, fail);
    return list_with(item_of(stmt, size, 1, LedgerItem::Form::number, low), std::move(todo), fail, depth);
  }
  const Slot target = local(stmt.ref);
  emit(Opcode::addi, target, low, -1);
  loop(Opcode::count_up, target, high, 0, fail, [&](Label again) {
    list_with(item_of(stmt, target, 1, LedgerItem::Form::value), std::move(todo), again, depth);
  });
}

/// A pick out of a set. Where it can be, its choices are counted: alone (they are free), with what the requirements after it
/// leave (narrowed; moved, tried: see inline.cpp, tried_puts.cpp), or together with the pick after it. Else it is a loop.
void Compiler::list_element(const Stmt& stmt, Todo todo, Label fail, int depth) {
  const Expr& domain = stmt.exprs[0];
  const int count = words(domain.type);
  const bool counts = may(Lowering::products), substitutes = counts && may(Lowering::substitute);
  const bool are_cells = domain.type.base == Base::cell;
  std::vector<Narrowing> narrowed;
  if (counts) narrowed = narrowing(todo, stmt.ref, domain.type);
  // Where requirements after it are substituted, the picks after it are free: the numbers keep the order of the picks.
  std::optional<MovedPick> moved;
  if (substitutes && are_cells) moved = moved_pick(todo, stmt.ref);
  std::optional<TriedPut> tried;
  if (substitutes && !are_cells && domain.type.base != Base::place && count == 1) tried = tried_put(todo, stmt.ref);
  const bool free = moved || tried || (counts && may_be_free(todo, stmt.ref));
  if (free && !moved && !tried && narrowed.empty() && list_constant(stmt, todo, fail, depth)) return;

  Slot rest = narrowed_domain(stmt, narrowed, fail);
  if (moved) {
    stop_where_empty(rest, count, fail);
    for (const Expr* condition : moved->conditions)
      rest = combine(Op::intersect, rest, lift_over_move(*condition, stmt.ref, local(moved->from)));
    todo.clear();  // nothing else matters
  }
  if (tried) {
    stop_where_empty(rest, count, fail);
    narrow_to_tried_put(*tried, stmt.ref, rest);
    todo = only(tried->picks);
  }
  if (free) {
    stop_where_empty(rest, count, fail);
    return list_with(item_of(stmt, rest, count, LedgerItem::Form::set), std::move(todo), fail, depth);
  }
  if (are_cells && list_pairs(stmt, rest, todo, fail, depth)) return;
  if (substitutes && are_cells && list_tried_pairs(stmt, rest, todo, fail, depth)) return;
  const Slot target = local(stmt.ref);
  loop(far_next(target, count), target, rest, count, fail, [&](Label again) {
    list_with(item_of(stmt, target, 1, LedgerItem::Form::value), std::move(todo), again, depth);
  });
}

/// All of a constant set: there is nothing to compute, or to ask. False where it is another, or none.
bool Compiler::list_constant(const Stmt& stmt, const Todo& todo, Label fail, int depth) {
  const Checkpoint before(*this);
  const Slot all = value(stmt.exprs[0]);
  const std::vector<Word>* const known = constant_at(all);
  if (!known || std::all_of(known->begin(), known->end(), [](Word word) { return word == 0; })) {
    before.roll_back();
    return false;
  }
  list_with(item_of(stmt, all, words(stmt.exprs[0].type), LedgerItem::Form::set), todo, fail, depth);
  return true;
}

/// The set of what may be picked, with what narrows it. Where nothing does, it is a copy: the loop takes from it.
Slot Compiler::narrowed_domain(const Stmt& stmt, const std::vector<Narrowing>& narrowed, Label fail) {
  const Expr& domain = stmt.exprs[0];
  const int count = words(domain.type);
  if (narrowed.empty()) {
    const Slot rest = take(count);
    value_into(domain, rest);
    return rest;
  }
  Slot rest = value(domain);
  for (const Narrowing& one : narrowed) {
    // Where there is nothing to pick, nothing more is evaluated.
    if (one.set && !cannot_fail(*one.set)) stop_where_empty(rest, count, fail);
    const Slot by = one.set ? value(*one.set) : *lift(*one.condition, stmt.ref);
    // In slots of its own each time, so that what a loop around does not change is seen.
    const Slot both = take(count);
    binary_set(Op::intersect, both, rest, by, count);
    rest = both;
  }
  return rest;
}

/// These picks, and nothing else that matters.
Compiler::Todo Compiler::only(const std::vector<const Stmt*>& picks) {
  Block& block = inlined_.emplace_back();
  for (const Stmt* pick : picks) block.push_back(*pick);
  return {{&block, 0}};
}

}  // namespace glint
