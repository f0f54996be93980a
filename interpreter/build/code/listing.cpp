// Code that lists the legal runs of a move: a loop for each pick, an undo (save, restore) around effects, and a `push`
// for each run. It leaves out what cannot matter to legality: everything after the last requirement or pick, and a loop
// for a pick that nothing after it reads, of which only the set of choices is pushed (a *free* pick). Free picks are
// always the last ones, so the ledger's numbers are the order of the picks, which is the order in which moves are
// listed.
//
// list_rest is the door: it lists what is still to do, up to the next pick; each way to list a pick calls it for what
// follows.
#include "interpreter/build/code/listing.hpp"

#include <algorithm>
#include <set>

#include "interpreter/build/code/loops.hpp"

namespace glint {

ListCompiler::ListCompiler(Program& program, Compiler& code, int move)
    : program_(program), code_(code), facts_(code.facts()), move_(move) {}

int ListCompiler::compile() {
  const rules::Move& move = program_.rules.moves[move_];
  // Slots of its own, as a move may be listed while another one runs.
  const Slot first_slot = code_.top();
  const Compiler::InFrame in(code_, move.frame, move.span);
  return code_.function(first_slot, [&] {
    const Label fail = code_.new_label();
    list_rest({{{&move.body, 0}}, fail});
    code_.place(fail);
  });
}

bool ListCompiler::statement(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::require: code_.jump_unless(stmt.exprs[0], fail_); return true;
    case StmtKind::offer:
      if (!is_defining_offer(stmt.exprs[0])) code_.jump_unless(stmt.exprs[0], fail_);
      return true;
    case StmtKind::call:
      if (!facts_.matters(stmt)) return false;
      code_.block(*code_.inlined(stmt));
      return true;
    default: return false;
  }
}

void ListCompiler::end_run() {
  list_leaf();
  code_.emit_jump(Opcode::jump, 0, 0, fail_);
}

// ---- runs ----

bool ListCompiler::anything_matters(const Todo& todo) const {
  const std::vector<const Stmt*> rest = statements_of(todo);
  return std::any_of(rest.begin(), rest.end(), [this](const Stmt* stmt) { return facts_.matters(*stmt); });
}

/// Whether the pick of this local needs no loop: nothing after it that matters reads it, and no pick after it needs a
/// loop, so that the ledger keeps the order of the picks.
bool ListCompiler::may_be_free(const Todo& todo, int local) const {
  if (!code_.may(Lowering::products)) return false;
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

/// Whether it is the `offer x == E` that gave a `some of` pick its value, and so holds anyway.
bool ListCompiler::is_defining_offer(const Expr& condition) const {
  if (condition.op != Op::equal) return false;
  return std::any_of(offered_.begin(), offered_.end(), [&](const Expr* value) {
    return value == &condition.kids[0] || value == &condition.kids[1];
  });
}

/// A run is legal: pushes it, with the items of its picks.
void ListCompiler::list_leaf() {
  const std::vector<PickInfo>& picks = program_.moves[move_].picks;
  LedgerForm form{move_, items_, 0};
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
  code_.emit(Opcode::push, static_cast<Slot>(program_.ledger_forms.size() - 1));
}

void ListCompiler::list_rest(Rest rest) {
  constexpr int kDeepest = 1000;
  const Restored deeper(nesting_, nesting_ + 1);
  const Restored refused(fail_, rest.fail);
  if (nesting_ > kDeepest)
    build_fail(lang::Code::G0504, code_.span(),
               "this move has too many picks, or `if`s with requirements, one after the other");
  Todo& todo = rest.todo;
  while (true) {
    while (!todo.empty() && todo.back().index >= todo.back().block->size()) todo.pop_back();
    if (todo.empty() || !anything_matters(todo)) return list_leaf();
    const Stmt& stmt = (*todo.back().block)[todo.back().index];
    ++todo.back().index;
    const At at(code_, stmt.span);
    if (stmt.kind == StmtKind::call && facts_.matters(stmt)) {
      todo.push_back({code_.inlined(stmt), 0});
      continue;
    }
    if (changes_position(stmt) && !rest.saved) {
      if (substitutes(stmt, todo)) return list_after(stmt, std::move(rest));
      if (stmt.kind != StmtKind::if_) {
        --todo.back().index;
        return list_saved(std::move(rest));
      }
    }
    if (stmt.kind == StmtKind::pick) return list_pick(stmt, std::move(rest));
    const bool splits = stmt.kind == StmtKind::if_ && (facts_.matters(stmt) || has_kind(stmt.body, StmtKind::end) ||
                                                       has_kind(stmt.other, StmtKind::end) || changes_position(stmt));
    if (splits) return list_sides(stmt, std::move(rest));
    code_.statement(stmt);
  }
}

/// Lists with an undo: the rest sees the changed position, and all its exits restore it.
void ListCompiler::list_saved(Rest rest) {
  const Label undo = code_.new_label(), fail = rest.fail;
  const int depth = rest.depth;
  program_.save_depth = std::max(program_.save_depth, depth + 1);
  code_.emit(Opcode::save, 0, 0, 0, depth);
  list_rest({std::move(rest.todo), undo, depth + 1, true});
  code_.place(undo);
  code_.emit(Opcode::restore, 0, 0, 0, depth);
  code_.emit_jump(Opcode::jump, 0, 0, fail);
}

/// Lists the rest after an `if` once for each side.
void ListCompiler::list_sides(const Stmt& stmt, Rest rest) {
  const Label other = code_.new_label();
  const auto known = code_.known_value(stmt.exprs[0]);
  const std::vector<LedgerItem> items = items_;
  const auto list_side = [&](const Block& side) {
    rest.todo.push_back({&side, 0});
    list_rest(rest);
    rest.todo.pop_back();
    items_ = items;
  };
  if (!known) code_.jump_unless(stmt.exprs[0], other);
  if (!known || *known) list_side(stmt.body);
  if (!known) code_.emit_jump(Opcode::jump, 0, 0, rest.fail);
  code_.place(other);
  if (!known || !*known) list_side(stmt.other);
}

// ---- picks ----

void ListCompiler::list_pick(const Stmt& stmt, Rest rest) {
  if (stmt.some_of) return list_subset(stmt, std::move(rest));
  // Calls after the pick are inlined, to see their requirements.
  Todo& todo = rest.todo;
  while (todo.back().index < todo.back().block->size()) {
    const Stmt& next = (*todo.back().block)[todo.back().index];
    if (next.kind != StmtKind::call || !facts_.matters(next) || !code_.is_inlined_without_code(next)) break;
    ++todo.back().index;
    todo.push_back({code_.inlined(next), 0});
  }
  if (is_counted(stmt.exprs[0])) list_number(stmt, std::move(rest));
  else list_element(stmt, std::move(rest));
}

/// Lists the rest after a pick that is described by the item.
void ListCompiler::list_with(const LedgerItem& item, Rest rest) {
  rest.saved = false;
  items_.push_back(item);
  list_rest(std::move(rest));
  items_.pop_back();
}

LedgerItem ListCompiler::item_of(const Stmt& pick, Slot slot, int words, LedgerItem::Form form, Slot low) const {
  return {code_.pick_number(move_, pick), slot, static_cast<std::uint16_t>(words), form, low};
}

void ListCompiler::stop_where_empty(Slot set, int words, Label fail) {
  code_.emit_jump(Opcode::jnz, code_.made(Opcode::is_empty, {}, set, 0, words), 0, fail);
}

/// `pick some of`: lists the one subset that is offered.
void ListCompiler::list_subset(const Stmt& stmt, Rest rest) {
  const Expr& domain = stmt.exprs[0];
  const Expr* offered = offered_value(rest.todo, stmt.ref);
  if (!offered)
    build_fail(lang::Code::G0501, stmt.span, "nothing says which subsets are listed",
               "add `offer NAME == SET` behind the pick, before anything changes, and with a SET that is known at the pick");
  const int count = code_.words(domain.type);
  const Slot target = code_.local(stmt.ref);
  offered_.push_back(offered);
  code_.value_into(*offered, target);
  const Slot inside = code_.take(1);
  code_.emit(Opcode::within, inside, target, code_.value(domain), count);
  code_.emit_jump(Opcode::jz, inside, 0, rest.fail);
  list_with(item_of(stmt, target, count, LedgerItem::Form::value), std::move(rest));
}

/// Lists a pick from a range of numbers.
void ListCompiler::list_number(const Stmt& stmt, Rest rest) {
  const Slot low = code_.take(1), high = code_.take(1);
  code_.bounds_into(stmt.exprs[0], low, high);
  if (may_be_free(rest.todo, stmt.ref)) {
    const Slot size = code_.take(1), some = code_.take(1);
    code_.emit(Opcode::sub, size, high, low);
    code_.emit(Opcode::addi, size, size, 1);
    code_.emit(Opcode::lt, some, code_.constant(0), size);
    code_.emit_jump(Opcode::jz, some, 0, rest.fail);
    return list_with(item_of(stmt, size, 1, LedgerItem::Form::number, low), std::move(rest));
  }
  const Slot target = code_.local(stmt.ref);
  code_.emit(Opcode::addi, target, low, -1);
  code_.loop(Opcode::count_up, target, high, 0, rest.fail, [&](Label again) {
    list_with(item_of(stmt, target, 1, LedgerItem::Form::value), {rest.todo, again, rest.depth});
  });
}

/// A pick out of a set. The first way that fits writes the code. All but the last count the choices without visiting
/// them: alone, where the pick is free or what is required after it can be answered for all of them, or with the next
/// pick.
void ListCompiler::list_element(const Stmt& stmt, Rest rest) {
  Pick pick{stmt, std::move(rest)};
  narrow(pick);
  const bool is_listed = list_moved(pick) || list_tried(pick) || list_constant(pick) || list_free(pick) ||
                         list_pairs(pick) || list_tried_pairs(pick);
  if (!is_listed) list_one_by_one(pick);
}

/// Requirements and offers that follow a pick directly and are known for all that may be picked at once narrow its
/// choices.
void ListCompiler::narrow(Pick& pick) {
  if (!code_.may(Lowering::products)) return;
  const int local = pick.stmt.ref;
  const Type& type = pick.stmt.exprs[0].type;
  const int count = code_.words(type);
  const Checkpoint before(code_);
  const Slot all = code_.value(pick.stmt.exprs[0]);
  const auto choices = [&] { return pick.narrowed ? pick.narrowed : all; };
  Cursor& next = pick.rest.todo.back();
  for (; next.index < next.block->size(); ++next.index) {
    const Stmt& stmt = (*next.block)[next.index];
    if ((stmt.kind != StmtKind::require && stmt.kind != StmtKind::offer) || stmt.exprs.empty()) break;
    const Expr& condition = stmt.exprs[0];
    std::optional<Slot> by;
    if (condition.op == Op::in && is_local(condition.kids[0], local)) {
      const Expr& set = condition.kids[1];
      if (set.op == Op::range || lists_any_numbers(set) || reads_local(set, local)) break;
      // If there is nothing to pick, nothing more is evaluated.
      if (!code_.cannot_fail(set)) stop_where_empty(choices(), count, pick.rest.fail);
      by = code_.value(set);
    } else {
      if (type.base != Base::cell || !code_.cannot_fail(condition)) break;
      by = code_.lift(condition, local);
      if (!by && !pick.narrowed) before.roll_back();
      code_.note(condition.span, by.has_value());
      if (!by) return;
    }
    // In new slots each time, so that the optimiser sees what an outer loop does not change.
    const Slot both = code_.take(count);
    code_.binary_set(Op::intersect, both, choices(), *by, count);
    pick.narrowed = both;
  }
  if (!pick.narrowed) before.roll_back();
}

/// The set of what may be picked, in slots of its own: a loop may take from it.
Slot ListCompiler::choices_of(const Pick& pick) {
  if (pick.narrowed) return pick.narrowed;
  const Expr& domain = pick.stmt.exprs[0];
  const Slot choices = code_.take(code_.words(domain.type));
  code_.value_into(domain, choices);
  return choices;
}

/// All of a constant set: there is nothing to compute, or to ask.
bool ListCompiler::list_constant(const Pick& pick) {
  if (pick.narrowed || !may_be_free(pick.rest.todo, pick.stmt.ref)) return false;
  const Expr& domain = pick.stmt.exprs[0];
  const Checkpoint before(code_);
  const Slot all = code_.value(domain);
  const std::vector<Word>* const known = code_.constant_at(all);
  if (!known || std::all_of(known->begin(), known->end(), [](Word word) { return word == 0; })) {
    before.roll_back();
    return false;
  }
  list_with(item_of(pick.stmt, all, code_.words(domain.type), LedgerItem::Form::set), pick.rest);
  return true;
}

bool ListCompiler::list_free(const Pick& pick) {
  if (!may_be_free(pick.rest.todo, pick.stmt.ref)) return false;
  list_set(pick, choices_of(pick), pick.rest.todo);
  return true;
}

/// Lists these choices as a set, and what is still to do after them.
void ListCompiler::list_set(const Pick& pick, Slot choices, Todo todo) {
  const int count = code_.words(pick.stmt.exprs[0].type);
  stop_where_empty(choices, count, pick.rest.fail);
  list_with(item_of(pick.stmt, choices, count, LedgerItem::Form::set), {std::move(todo), pick.rest.fail, pick.rest.depth});
}

void ListCompiler::list_one_by_one(const Pick& pick) {
  const int count = code_.words(pick.stmt.exprs[0].type);
  const Slot target = code_.local(pick.stmt.ref), choices = choices_of(pick);
  const Opcode next = code_.far_next(target, count);
  code_.loop(next, target, choices, count, pick.rest.fail, [&](Label again) {
    list_with(item_of(pick.stmt, target, 1, LedgerItem::Form::value), {pick.rest.todo, again, pick.rest.depth});
  });
}

/// A Todo of only these picks.
Todo ListCompiler::only(const std::vector<const Stmt*>& picks) {
  Block& block = blocks_.emplace_back();
  for (const Stmt* pick : picks) block.push_back(*pick);
  return {{&block, 0}};
}

}  // namespace glint
