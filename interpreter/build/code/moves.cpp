// Moves: code that runs one, and code that lists the legal ones.
//
// A move is compiled twice. The *run* takes what was chosen for each pick and does the move, or says why not. The *list*
// walks over all choices: a loop for each pick, an undo (save, restore) around effects, and a `push` for each legal run.
// It leaves out what cannot matter to legality: everything behind the last requirement or pick, and a loop for a pick that
// nothing behind it reads, of which only the set of choices is pushed (a *free* pick). Free picks are always the last
// ones, so the ledger's numbers are the order of the picks, which is the order in which moves are listed.
#include <algorithm>
#include <set>

#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/code/loops.hpp"

namespace glint {

using rules::Base;
using rules::Op;
using rules::StmtKind;

namespace {

bool offers_nothing(const rules::Block& block) {
  return std::any_of(block.begin(), block.end(), [](const rules::Stmt& stmt) {
    return stmt.kind == StmtKind::offer && stmt.exprs.empty();
  });
}

}  // namespace

void Compiler::compile_moves() {
  const rules::Rules& rules = program_.rules;
  program_.moves.resize(rules.moves.size());
  move_scopes_.resize(rules.moves.size());
  for (std::size_t m = 0; m < rules.moves.size(); ++m) {
    const rules::Move& move = rules.moves[m];
    const At at(*this, move.span);
    pick_numbers_.assign(move.frame.locals.size(), -1);
    MoveCode& code = program_.moves[m];
    const auto number = [&](auto&& self, const Block& block) -> void {
      for (const Stmt& stmt : block) {
        if (stmt.kind == StmtKind::pick) {
          pick_numbers_[static_cast<std::size_t>(stmt.ref)] = static_cast<int>(code.picks.size());
          PickInfo pick;
          pick.local = stmt.ref;
          pick.type = move.frame.locals[static_cast<std::size_t>(stmt.ref)].type;
          pick.some_of = stmt.some_of;
          code.picks.push_back(pick);
        }
        self(self, stmt.body);
        self(self, stmt.other);
      }
    };
    number(number, move.body);
    current_move_ = static_cast<int>(m);
    move_scopes_[m] = make_scope(move.frame);
    for (PickInfo& pick : code.picks) pick.slot = move_scopes_[m].slots[static_cast<std::size_t>(pick.local)];
    compile_run(static_cast<int>(m));
    compile_quick(static_cast<int>(m));
    compile_list(static_cast<int>(m));
  }
  for (const int move : moves_together(rules)) compile_carry(move);
  current_move_ = -1;
}

// ---- running ----

void Compiler::compile_run(int move) {
  const InScope in(*this, move_scopes_[static_cast<std::size_t>(move)]);
  mode_ = Mode::run;
  program_.moves[static_cast<std::size_t>(move)].run = here();
  block(program_.rules.moves[static_cast<std::size_t>(move)].body);
  emit(Opcode::ret);
}

/// What follows a statement of the block, or of a block in it.
bool Compiler::find_behind(const Block& block, const Stmt& stmt, std::vector<Cursor>& found) const {
  for (std::size_t i = 0; i < block.size(); ++i) {
    found.push_back({&block, i + 1});
    if (&block[i] == &stmt || find_behind(block[i].body, stmt, found) || find_behind(block[i].other, stmt, found)) return true;
    found.pop_back();
  }
  return false;
}

void Compiler::run_pick(const Stmt& stmt, int number) {
  const Label refused = new_label(), fine = new_label();
  const Slot target = local(stmt.ref);
  const Expr& domain = stmt.exprs[0];
  if (stmt.some_of) {
    const int count = words(domain.type);
    const Slot set = value(domain);
    // A listed choice says only "as offered": then the set is the offered value, computed here.
    const Label given = new_label();
    const rules::Move& move = program_.rules.moves[static_cast<std::size_t>(current_move_)];
    std::vector<Cursor> behind;
    find_behind(move.body, stmt, behind);
    const Expr* offered = offered_value(behind, stmt.ref);
    emit_jump(Opcode::pick_set, target, set, refused, number);
    if (offered) {
      const Slot wanted = take(1);
      emit(Opcode::pick_offered, wanted, 0, 0, number);
      emit_jump(Opcode::jz, wanted, 0, given);
      value_into(*offered, target);
      const Slot inside = take(1);
      emit(Opcode::within, inside, target, set, count);
      emit_jump(Opcode::jz, inside, 0, refused);
      place(given);
    }
  } else if (domain.op == Op::range || (domain.op == Op::all && domain.type.base == Base::number)) {
    const Slot bounds = take(2);
    if (domain.op == Op::range) {
      value_into(domain.kids[0], bounds);
      value_into(domain.kids[1], bounds + 1);
    } else {
      emit(Opcode::mov, bounds, constant(domain.type.lo));
      emit(Opcode::mov, bounds + 1, constant(domain.type.hi));
    }
    emit_jump(Opcode::pick_range, target, bounds, refused, number);
  } else {
    emit_jump(Opcode::pick, target, value(domain), refused, number);
  }
  emit_jump(Opcode::jump, 0, 0, fine);
  place(refused);
  const rules::Move& move = program_.rules.moves[static_cast<std::size_t>(current_move_)];
  fail(stmt.message, stmt.span,
       "this cannot be chosen as `" + move.frame.locals[static_cast<std::size_t>(stmt.ref)].name + "`");
  place(fine);
}

/// The code for a run that was listed, in slots of its own: a requirement that held then holds now.
void Compiler::compile_quick(int move) {
  const rules::Move& rules = program_.rules.moves[static_cast<std::size_t>(move)];
  MoveCode& code = program_.moves[static_cast<std::size_t>(move)];
  const Slot first_slot = top();
  Scope scope = make_scope(rules.frame);
  for (PickInfo& pick : code.picks) pick.quick = scope.slots[static_cast<std::size_t>(pick.local)];
  const InScope in(*this, scope);
  mode_ = Mode::quick;
  for_each_seat(code.quick, [&] {
    const int begin = here();
    block(rules.body);
    emit(Opcode::ret);
    optimise(begin, first_slot);
    return begin;
  });
}

/// Writes code once, or for each player, who then is known in it.
void Compiler::for_each_seat(SeatCode& code, const std::function<int()>& write) {
  constexpr int kMostSeats = 4;
  const int players = static_cast<int>(program_.rules.players.size());
  code.entries.clear();
  if (!may(Lowering::seats) || players < 2 || players > kMostSeats) {
    code.entries.push_back(write());
    return;
  }
  const int unrolled = unrolled_;
  unrolled_ *= players;
  for (constants_.me = 0; constants_.me < players; ++constants_.me) {
    constants_.me_counts = false;
    code.entries.push_back(write());
    if (!constants_.me_counts) break;  // it is the same for everybody
  }
  constants_.me = -1;
  unrolled_ = unrolled;
}

/// What was picked is there; of a subset, that it was the offered one.
void Compiler::quick_pick(const Stmt& stmt) {
  if (!stmt.some_of) return;
  std::vector<Cursor> behind;
  find_behind(program_.rules.moves[static_cast<std::size_t>(current_move_)].body, stmt, behind);
  if (const Expr* offered = offered_value(behind, stmt.ref)) value_into(*offered, local(stmt.ref));
}

// ---- listing ----

void Compiler::compile_list(int move) {
  const rules::Move& rules = program_.rules.moves[static_cast<std::size_t>(move)];
  MoveCode& code = program_.moves[static_cast<std::size_t>(move)];
  code.list.entries = {-1};
  if (offers_nothing(rules.body)) return;
  for_each_seat(code.list, [&] {
    // Slots of its own: a move may be listed while another one runs.
    const Slot first_slot = top();
    Scope scope = make_scope(rules.frame);
    const InScope in(*this, scope);
    mode_ = Mode::list;
    const int begin = here();
    ledger_items_.clear();
    const Label fail = new_label();
    list_rest({{&rules.body, 0}}, fail, false, 0);
    place(fail);
    emit(Opcode::ret);
    optimise(begin, first_slot);
    return begin;
  });
}

bool Compiler::anything_matters(std::vector<Cursor> todo) const {
  for (const Cursor& cursor : todo)
    for (std::size_t i = cursor.index; i < cursor.block->size(); ++i)
      if (facts_.matters((*cursor.block)[i])) return true;
  return false;
}

/// The pick of this local needs no loop: nothing behind it that matters reads it, and no pick behind it needs one, so that
/// the numbers of the ledger keep the order of the picks.
bool Compiler::may_be_free(const std::vector<Cursor>& todo, int local) const {
  // Innermost block first: that is the order in which they are run.
  std::vector<const Stmt*> behind;
  for (auto cursor = todo.rbegin(); cursor != todo.rend(); ++cursor)
    for (std::size_t i = cursor->index; i < cursor->block->size(); ++i) behind.push_back(&(*cursor->block)[i]);
  while (!behind.empty() && !facts_.matters(*behind.back())) behind.pop_back();
  std::set<int> unread = {local};  // picks so far
  for (const Stmt* stmt : behind) {
    bool reads = false;
    walk(*stmt, [&](const Expr& e) { reads = reads || (e.op == Op::local && unread.count(e.ref) > 0); });
    if (reads || (stmt->kind == StmtKind::pick && stmt->some_of)) return false;
    if (stmt->kind == StmtKind::pick) unread.insert(stmt->ref);
    else if (has_kind(stmt->body, StmtKind::pick) || has_kind(stmt->other, StmtKind::pick)) return false;
  }
  return true;
}

/// The value that `offer x == E` gives the `some of` pick x, where that stands in what follows and has the same value at
/// the pick: nothing between the two changes the position, and E reads nothing that is bound between them.
const rules::Expr* Compiler::offered_value(const std::vector<Cursor>& todo, int local) const {
  std::vector<int> later = {local};
  for (auto cursor = todo.rbegin(); cursor != todo.rend(); ++cursor)
    for (std::size_t i = cursor->index; i < cursor->block->size(); ++i) {
      const Stmt& stmt = (*cursor->block)[i];
      if (changes_position(stmt)) return nullptr;
      if (stmt.kind == StmtKind::pick || stmt.kind == StmtKind::let) later.push_back(stmt.ref);
      if (stmt.kind != StmtKind::offer || stmt.exprs.empty() || stmt.exprs[0].op != Op::equal) continue;
      for (std::size_t side = 0; side < 2; ++side) {
        const Expr& name = stmt.exprs[0].kids[side];
        const Expr& value = stmt.exprs[0].kids[1 - side];
        const bool is_known = std::none_of(later.begin(), later.end(), [&](int one) { return reads_local(value, one); });
        if (name.op == Op::local && name.ref == local && is_known) return &value;
      }
    }
  return nullptr;
}

/// Requirements and offers that stand directly behind a pick and are known for all that may be picked at once: they narrow
/// its domain.
std::vector<Compiler::Narrowing> Compiler::narrowing(std::vector<Cursor>& todo, int local, const Type& type) {
  std::vector<Narrowing> found;
  Cursor& cursor = todo.back();
  for (; cursor.index < cursor.block->size(); ++cursor.index) {
    const Stmt& stmt = (*cursor.block)[cursor.index];
    if ((stmt.kind != StmtKind::require && stmt.kind != StmtKind::offer) || stmt.exprs.empty()) break;
    const Expr& condition = stmt.exprs[0];
    if (condition.op == Op::in && condition.kids[0].op == Op::local && condition.kids[0].ref == local) {
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

void Compiler::list_leaf() {
  LedgerForm form{current_move_, ledger_items_, 0};
  for (LedgerItem& item : form.items) {
    const PickInfo& pick =
        program_.moves[static_cast<std::size_t>(current_move_)].picks[static_cast<std::size_t>(item.pick)];
    item.target = pick.quick;
    if (item.form == LedgerItem::Form::pairs)
      item.second_target =
          program_.moves[static_cast<std::size_t>(current_move_)].picks[static_cast<std::size_t>(item.second)].quick;
    item.some_of = pick.some_of;
    form.words += item.data_words();
    const bool is_simple = item.form == LedgerItem::Form::value || item.form == LedgerItem::Form::set;
    form.is_plain = form.is_plain && is_simple && item.words == 1;
  }
  program_.ledger_forms.push_back(std::move(form));
  emit(Opcode::push, static_cast<Slot>(program_.ledger_forms.size() - 1));
}

/// Lists what is still to do. `fail` is where a run goes that is refused, or done; `saved`: effects since the innermost
/// pick are already undone there.
void Compiler::list_rest(std::vector<Cursor> todo, Label fail, bool saved, int depth) {
  constexpr int kDeepest = 1000;
  struct Deeper {
    explicit Deeper(int& depth) : depth(depth) { ++depth; }
    ~Deeper() { --depth; }
    int& depth;
  } const deeper(listing_depth_);
  if (listing_depth_ > kDeepest)
    build_fail(lang::Code::G0504, span(), "this move has too many picks, or `if`s with requirements, one behind the other");
  while (true) {
    while (!todo.empty() && todo.back().index >= todo.back().block->size()) todo.pop_back();
    const bool done = todo.empty() || !anything_matters(todo);
    if (done) {
      list_leaf();
      return;
    }
    fail_label_ = fail;
    const Stmt& stmt = (*todo.back().block)[todo.back().index];
    ++todo.back().index;
    const At at(*this, stmt.span);
    if (stmt.kind == StmtKind::call && facts_.matters(stmt)) {
      todo.push_back({inlined(stmt), 0});
      continue;
    }
    if (changes_position(stmt) && !saved && substitutes(stmt, todo)) {
      list_after(stmt, std::move(todo), fail, depth);
      return;
    }
    if (changes_position(stmt) && !saved && stmt.kind != StmtKind::if_) {
      // What follows sees the position changed; every way out of it comes by `undo`.
      const Label undo = new_label();
      program_.save_depth = std::max(program_.save_depth, depth + 1);
      emit(Opcode::save, 0, 0, 0, depth);
      --todo.back().index;
      list_rest(todo, undo, true, depth + 1);
      place(undo);
      emit(Opcode::restore, 0, 0, 0, depth);
      emit_jump(Opcode::jump, 0, 0, fail);
      return;
    }
    switch (stmt.kind) {
      case StmtKind::pick: list_pick(stmt, std::move(todo), fail, depth); return;
      case StmtKind::if_:
        if (facts_.matters(stmt) || has_kind(stmt.body, StmtKind::end) || has_kind(stmt.other, StmtKind::end) ||
            changes_position(stmt)) {
          // What follows is listed once for either side.
          const Label other = new_label();
          const auto known = constants_.try_value(stmt.exprs[0]);
          const std::vector<LedgerItem> items = ledger_items_;
          if (!known) jump_unless(stmt.exprs[0], other);
          if (!known || *known) {
            std::vector<Cursor> side = todo;
            side.push_back({&stmt.body, 0});
            list_rest(std::move(side), fail, saved, depth);
            if (!known) emit_jump(Opcode::jump, 0, 0, fail);
          }
          ledger_items_ = items;
          place(other);
          if (!known || !*known) {
            todo.push_back({&stmt.other, 0});
            list_rest(std::move(todo), fail, saved, depth);
          }
          ledger_items_ = items;
          return;
        }
        statement(stmt);
        break;
      default: statement(stmt);
    }
  }
}

void Compiler::list_pick(const Stmt& stmt, std::vector<Cursor> todo, Label fail, int depth) {
  const int number = pick_numbers_[static_cast<std::size_t>(stmt.ref)];
  const Expr& domain = stmt.exprs[0];
  const Slot target = local(stmt.ref);
  if (stmt.some_of) {
    const Expr* offered = offered_value(todo, stmt.ref);
    if (!offered)
      build_fail(lang::Code::G0501, stmt.span, "nothing says which subsets are listed",
                 "add `offer NAME == SET` behind the pick, before anything changes, and with a SET that is known at the pick");
    const int count = words(domain.type);
    offered_.push_back(offered);
    value_into(*offered, target);
    const Slot inside = take(1);
    emit(Opcode::within, inside, target, value(domain), count);
    emit_jump(Opcode::jz, inside, 0, fail);
    ledger_items_.push_back({number, target, static_cast<std::uint16_t>(count), LedgerItem::Form::value});
    list_rest(std::move(todo), fail, false, depth);
    ledger_items_.pop_back();
    return;
  }
  const bool is_range = domain.op == Op::range || (domain.op == Op::all && domain.type.base == Base::number);
  // A call behind the pick is opened, so that what it requires can be seen.
  while (todo.back().index < todo.back().block->size()) {
    const Stmt& next = (*todo.back().block)[todo.back().index];
    if (next.kind != StmtKind::call || !facts_.matters(next)) break;
    if (!is_inlined_without_code(next)) break;
    ++todo.back().index;
    todo.push_back({inlined(next), 0});
  }
  std::vector<Cursor> narrowed = todo;
  std::vector<Narrowing> sets;
  if (!is_range && may(Lowering::products)) sets = narrowing(narrowed, stmt.ref, domain.type);
  if (!sets.empty()) todo = narrowed;
  // What is substituted is counted, and so are the picks behind it: else the numbers would leave the order of the picks.
  const bool substitutes = may(Lowering::substitute) && may(Lowering::products);
  const std::optional<MovedPick> moved =
      !substitutes || is_range || domain.type.base != Base::cell ? std::nullopt : moved_pick(todo, stmt.ref);
  const std::optional<TriedPut> tried = !substitutes || is_range || domain.type.base == Base::cell ||
                                                domain.type.base == Base::place || words(domain.type) > 1
                                            ? std::nullopt
                                            : tried_put(todo, stmt.ref);
  const bool free = moved || tried || (may(Lowering::products) && may_be_free(todo, stmt.ref));
  const int count = words(domain.type);
  if (is_range) {
    const Slot low = take(1), high = take(1);
    if (domain.op == Op::range) {
      value_into(domain.kids[0], low);
      value_into(domain.kids[1], high);
    } else {
      emit(Opcode::mov, low, constant(domain.type.lo));
      emit(Opcode::mov, high, constant(domain.type.hi));
    }
    if (free) {
      const Slot size = take(1), some = take(1);
      emit(Opcode::sub, size, high, low);
      emit(Opcode::addi, size, size, 1);
      emit(Opcode::lt, some, constant(0), size);
      emit_jump(Opcode::jz, some, 0, fail);
      ledger_items_.push_back({number, size, 1, LedgerItem::Form::number, low});
      list_rest(std::move(todo), fail, false, depth);
      ledger_items_.pop_back();
      return;
    }
    const Label again = new_label();
    emit(Opcode::addi, target, low, static_cast<std::uint32_t>(-1));
    place(again);
    emit_jump(Opcode::count_up, target, high, fail);
    ledger_items_.push_back({number, target, 1, LedgerItem::Form::value});
    list_rest(std::move(todo), again, false, depth);
    ledger_items_.pop_back();
    emit_jump(Opcode::jump, 0, 0, again);
    return;
  }
  if (free && !moved && !tried && sets.empty()) {
    // All of a constant set: there is nothing to compute, or to ask.
    const Checkpoint before(*this);
    const Slot all = value(domain);
    const std::vector<Word>* const known = constant_at(all);
    if (known && std::any_of(known->begin(), known->end(), [](Word word) { return word != 0; })) {
      ledger_items_.push_back({number, all, static_cast<std::uint16_t>(count), LedgerItem::Form::set});
      list_rest(std::move(todo), fail, false, depth);
      ledger_items_.pop_back();
      return;
    }
    before.roll_back();
  }
  Slot rest = 0;
  // What is narrowed lies in slots of its own each time, so that what a loop around does not change is seen.
  const auto narrow = [&](Slot by) {
    const Slot narrowed = take(count);
    binary_set(Opcode::and_, narrowed, rest, by, count);
    rest = narrowed;
  };
  if (sets.empty()) {
    rest = take(count);
    value_into(domain, rest);
  } else {
    rest = value(domain);
  }
  const auto stop_where_empty = [&] {  // where there is nothing to pick, nothing more is evaluated
    const Slot none = take(1);
    emit(Opcode::is_empty, none, rest, 0, count);
    emit_jump(Opcode::jnz, none, 0, fail);
  };
  for (const Narrowing& one : sets) {
    if (one.set && !cannot_fail(*one.set)) stop_where_empty();
    narrow(one.set ? value(*one.set) : *lift(*one.condition, stmt.ref));
  }
  if (moved || tried) stop_where_empty();
  if (moved) {
    for (const Expr* condition : moved->conditions) narrow(lift_over_move(*condition, stmt.ref, local(moved->from)));
    todo.clear();  // nothing else matters
  }
  if (tried) {
    narrow_to_tried_put(*tried, stmt.ref, rest);
    Block& picks = inlined_.emplace_back();  // nothing else matters
    for (const Stmt* pick : tried->picks) picks.push_back(*pick);
    todo = {{&picks, 0}};
  }
  if (free) {
    stop_where_empty();
    ledger_items_.push_back({number, rest, static_cast<std::uint16_t>(count), LedgerItem::Form::set});
    list_rest(std::move(todo), fail, false, depth);
    ledger_items_.pop_back();
    return;
  }
  if (domain.type.base == Base::cell && list_pairs(stmt, rest, todo, fail, depth)) return;
  const std::optional<TriedPairs> pairs =
      substitutes && domain.type.base == Base::cell ? tried_pairs(todo, stmt.ref) : std::nullopt;
  if (pairs) {
    stop_where_empty();
    const Slot all = pairs_of(*pairs, rest);
    const int pair_count = pair_words(program_.geometry, pairs->shift);
    const Slot none = take(1);
    emit(Opcode::is_empty, none, all, 0, pair_count);
    emit_jump(Opcode::jnz, none, 0, fail);
    Block& picks = inlined_.emplace_back();  // nothing else matters
    for (const Stmt* pick : pairs->tried.picks) picks.push_back(*pick);
    LedgerItem item;
    item.pick = number;
    item.slot = all;
    item.words = static_cast<std::uint16_t>(pair_count);
    item.form = LedgerItem::Form::pairs;
    item.shift = static_cast<std::uint8_t>(pairs->shift);
    item.second = pick_numbers_[static_cast<std::size_t>(pairs->pick->ref)];
    ledger_items_.push_back(item);
    list_rest({{&picks, 0}}, fail, false, depth);
    ledger_items_.pop_back();
    return;
  }
  const Label again = new_label();
  next_of(target, rest, count, again, fail);
  ledger_items_.push_back({number, target, 1, LedgerItem::Form::value});
  list_rest(std::move(todo), again, false, depth);
  ledger_items_.pop_back();
  emit_jump(Opcode::jump, 0, 0, again);
}

}  // namespace glint
