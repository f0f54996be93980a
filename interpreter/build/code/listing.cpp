// Code for a plan: a loop for each choice that is a loop, an undo (save, restore) around effects, and a `push` for each
// run, or for each set of runs.
#include "interpreter/build/code/moves.hpp"

#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {

ListCompiler::ListCompiler(Program& program, CodeWriter& code, int move)
    : program_(program), code_(code), move_(move) {}

int ListCompiler::compile() {
  const rules::Move& move = program_.rules.moves[move_];
  // Separate slots, because a move may be listed while another one runs.
  const Slot first_slot = code_.top();
  const CodeWriter::InFrame in(code_, move.frame, move.span);
  return code_.function(first_slot, [&] {
    Planner planner(program_, code_);
    const Steps steps = planner.plan(move.body);
    if (const BuildWatch* const watch = code_.options.watch; watch && watch->plan)
      watch->plan(move_, code_.constants.me, steps, code_.scope()->names);
    const Label fail = code_.new_label();
    most_.reset(), once_.reset();
    if (compares_runs(move.body)) code_.emit(Opcode::begin_runs, static_cast<Slot>(move_));
    list({&steps, 0, fail});
    code_.place(fail);
  });
}

bool ListCompiler::statement(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::require:
    case StmtKind::offer:
      jump_unless(code_, stmt.exprs[0], fail_);
      return true;
    case StmtKind::require_most:
      keep_values(stmt, most_);
      return true;
    case StmtKind::offer_once:
      keep_values(stmt, once_);
      return true;
    case StmtKind::call:
      if (!code_.facts.matters(stmt)) return false;
      block(code_, *code_.effects.inlined(code_, stmt));
      return true;
    default: return false;
  }
}

void ListCompiler::end_run() {
  list_leaf();
  code_.emit_jump(Opcode::jump, 0, 0, fail_);
}

/// The form in which a legal run is pushed: the items of its choices. Returns its number.
Slot ListCompiler::new_form() {
  program_.code.ledger_forms.push_back(form_of(items_));
  return static_cast<Slot>(program_.code.ledger_forms.size() - 1);
}

LedgerForm ListCompiler::form_of(std::vector<LedgerItem> items) const {
  const std::vector<PickInfo>& picks = program_.moves[move_].picks;
  LedgerForm form{move_, std::move(items)};
  for (LedgerItem& item : form.items) {
    const PickInfo& pick = picks[item.pick];
    item.target = pick.quick;
    if (item.second >= 0) item.second_target = picks[item.second].quick;
    item.some_of = pick.some_of;
  }
  form.add_up();
  return form;
}

/// Puts the values that the statement compares into consecutive slots, the same ones all over the plan.
void ListCompiler::keep_values(const Stmt& stmt, std::optional<Values>& values) {
  if (!values) {
    int words = 0;
    for (const Expr& each : stmt.exprs) words += code_.words(each.type);
    values = {code_.take(words), words};
  }
  Slot next = values->slot;
  for (const Expr& each : stmt.exprs) {
    value_into(code_, each, next);
    next += static_cast<Slot>(code_.words(each.type));
  }
}

void ListCompiler::list_leaf() {
  const auto move = static_cast<Slot>(move_);
  if (most_) code_.emit_jump(Opcode::most, most_->slot, move, fail_, most_->words);
  if (once_) code_.emit_jump(Opcode::once, once_->slot, move, fail_, once_->words);
  if (rounds_)
    code_.emit(Opcode::push_round, static_cast<Slot>(add_round_forms()), rounds_->number, 0,
               program_.moves[move_].loop.most);
  else
    code_.emit(Opcode::push, new_form());
}

void ListCompiler::list(Rest rest) {
  const Restored refused(fail_, rest.fail);
  while (rest.next < rest.steps->size()) {
    const Step& step = (*rest.steps)[rest.next++];
    const At at(code_, step.span);
    if (step.kind == StepKind::need) code_.note_part(step.span);
    switch (step.kind) {
      case StepKind::let:
        value_into(code_, step.value, code_.local(step.local));
        check_range(code_, code_.local(step.local), step.value.type, code_.type_of(step.local));
        break;
      case StepKind::covered:
        code_.copy(code_.local(step.local), on_level(1), program_.words());
        break;
      case StepKind::need:
        jump_unless(code_, step.value, fail_);
        break;
      case StepKind::fits:
        list_fits(step);
        break;
      case StepKind::make:
        compiling::statement(code_, *step.stmt);
        break;
      case StepKind::undo:
        return list_undone(rest);
      case StepKind::either:
        return list_sides(step, rest);
      case StepKind::rounds:
        return list_rounds(step, rest);
      case StepKind::again:
        return list_again(rest);
      case StepKind::offered:
        return list_offered(step, rest);
      case StepKind::each:
        return list_each(step, rest);
      case StepKind::all:
        return list_all(step, rest);
      case StepKind::pairs:
        return list_pairs(step, rest);
    }
  }
  list_leaf();
}

/// The rest sees the changed position, and all its exits restore it.
void ListCompiler::list_undone(Rest rest) {
  const Label undo = code_.new_label(), fail = rest.fail;
  const int depth = rest.depth;
  if (rounds_)
    code_.emit(Opcode::save_here);
  else
    code_.emit(Opcode::save, 0, 0, 0, depth);
  rest.fail = undo;
  ++rest.depth;
  list(rest);
  code_.place(undo);
  if (rounds_)
    code_.emit(Opcode::restore_here);
  else
    code_.emit(Opcode::restore, 0, 0, 0, depth);
  code_.emit_jump(Opcode::jump, 0, 0, fail);
}

void ListCompiler::list_sides(const Step& step, Rest rest) {
  const Label other = code_.new_label();
  const std::vector<LedgerItem> items = items_;
  jump_unless(code_, step.value, other);
  list({&step.then, 0, rest.fail, rest.depth});
  items_ = items;
  code_.emit_jump(Opcode::jump, 0, 0, rest.fail);
  code_.place(other);
  list({&step.other, 0, rest.fail, rest.depth});
  items_ = items;
}

// ---- rounds ----
//
// The code of a round is written once. At its end the search continues with the next round, in the same slots, after
// saving those that this one still needs. When all runs with more rounds are listed, the slots are restored, and the
// search continues in this round.

namespace {

/// The locals that steps bind, and the number of slots for sets in loops.
void find_own(const Steps& steps, const CodeWriter& code, std::vector<int>& locals, int& slots) {
  for (const Step& step : steps) {
    if (step.kind == StepKind::let || step.kind == StepKind::each) locals.push_back(step.local);
    if (step.kind == StepKind::each) slots += std::max(1, code.words(step.value.type));
    find_own(step.then, code, locals, slots);
    find_own(step.other, code, locals, slots);
  }
}

}  // namespace

void ListCompiler::list_rounds(const Step& step, Rest rest) {
  const PickLoop& loop = program_.moves[move_].loop;
  const Stmt& stmt = *step.stmt;
  LocalSlots slots = *code_.scope();  // an `if` before has both its sides listed, and each finds all in their places
  const CodeWriter::InScope own(code_, slots);
  Rounds rounds;
  rounds.loop = &stmt;
  rounds.items = items_.size();
  rounds.end = code_.new_label();
  std::vector<int> locals;
  rounds.size = 1 + static_cast<int>(stmt.carried.size());
  find_own(step.then, code_, locals, rounds.size);
  std::sort(locals.begin(), locals.end());
  locals.erase(std::unique(locals.begin(), locals.end()), locals.end());
  for (const int local : locals) rounds.size += code_.words(code_.type_of(local));
  rounds.own = rounds.next = code_.take(rounds.size);
  rounds.number = code_.take(1);
  rounds.kept = code_.take(rounds.size * loop.most);
  {
    const Restored in(rounds_, &rounds);
    rounds.is_inside = true;
    rounds.which = take_own(1);
    for (const int local : locals) code_.move_local(local, take_own(code_.words(code_.type_of(local))));
    for (const auto& [before, now] : stmt.carried) {
      const Slot own = take_own(1);
      code_.emit(Opcode::mov, own, code_.local(before));
      code_.move_local(before, own);
    }
    for (const Stmt& inner : stmt.body)
      if (inner.kind == StmtKind::pick)
        rounds.picks.emplace_back(pick_number(program_, move_, inner.ref), code_.local(inner.ref) - rounds.own);
    const Label again = code_.new_label(), done = code_.new_label(), back = code_.new_label();
    code_.emit(Opcode::mov, rounds.number, code_.constant(0));
    code_.place(again);
    const int begin = code_.here();
    list({&step.then, 0, done, rest.depth});
    rounds.is_inside = false;
    items_.resize(rounds.items);
    code_.place(done);
    code_.emit_jump(Opcode::jz, rounds.number, 0, rest.fail);
    code_.place(back);
    code_.emit(Opcode::addi, rounds.number, rounds.number, -1);
    code_.emit(Opcode::take_round, rounds.own, rounds.kept, rounds.number, rounds.size);
    for (std::size_t i = 1; i < rounds.backs.size(); ++i)
      code_.emit_jump(Opcode::jeq, rounds.which, code_.constant(static_cast<std::int64_t>(i)), rounds.backs[i]);
    code_.emit_jump(Opcode::jump, 0, 0, rounds.backs[0]);
    code_.place(rounds.end);
    code_.emit(Opcode::keep_round, rounds.own, rounds.kept, rounds.number, rounds.size);
    code_.emit(Opcode::addi, rounds.number, rounds.number, 1);
    const Label last = code_.new_label(), more = code_.new_label();
    if (stmt.some_of) list({&step.other, 0, more, rest.depth});
    code_.place(more);
    jump_unless(code_, step.value, stmt.some_of ? back : last);
    const Slot most = stmt.exprs.size() > 1 ? value(code_, stmt.exprs[1]) : code_.constant(loop.most);
    code_.price_turn(begin);
    code_.emit_jump(Opcode::jlt, rounds.number, most, again);
    if (stmt.some_of && stmt.exprs.size() > 1)
      code_.emit_jump(Opcode::jump, 0, 0, back);
    else
      fail(code_, {}, stmt.span, endless_loop(stmt), true, lang::Code::G0615);
    if (!stmt.some_of) {
      code_.place(last);
      list({&step.other, 0, back, rest.depth});
      code_.emit_jump(Opcode::jump, 0, 0, back);
    }
  }
}

/// The end of the steps of a round.
void ListCompiler::list_again(const Rest& rest) {
  code_.emit(Opcode::mov, rounds_->which, code_.constant(static_cast<std::int64_t>(rounds_->backs.size())));
  for (const auto& [before, now] : rounds_->loop->carried)
    code_.emit(Opcode::mov, code_.local(before), code_.local(now));
  rounds_->backs.push_back(rest.fail);
  code_.emit_jump(Opcode::jump, 0, 0, rounds_->end);
}

/// Adds a form for each number of rounds. Answers the first one.
int ListCompiler::add_round_forms() {
  const PickLoop& loop = program_.moves[move_].loop;
  const auto first = static_cast<int>(program_.code.ledger_forms.size());
  const auto split = items_.begin() + static_cast<std::ptrdiff_t>(rounds_->items);
  std::vector<LedgerItem> items(items_.begin(), split);
  for (int round = 0; round < loop.most; ++round) {
    for (const auto& [pick, offset] : rounds_->picks)
      items.push_back({pick + round * loop.each, rounds_->kept + static_cast<Slot>(round * rounds_->size) + offset});
    std::vector<LedgerItem> all = items;
    all.push_back({loop.rounds, rounds_->number});
    all.insert(all.end(), split, items_.end());
    program_.code.ledger_forms.push_back(form_of(std::move(all)));
  }
  return first;
}

// ---- choices ----

/// Lists the rest after a choice that the item describes.
void ListCompiler::list_with(const LedgerItem& item, Rest rest) {
  items_.push_back(item);
  list(rest);
  items_.pop_back();
}

LedgerItem ListCompiler::item_of(int local, Slot slot, int words, LedgerItem::Form form, Slot low) const {
  return {pick_number(program_, move_, local), slot, static_cast<std::uint16_t>(words), form, low};
}

LedgerItem ListCompiler::pairs_of(const Step& step, Slot slot, int words, LedgerItem::Form form, int shift, Slot low) const {
  LedgerItem item = item_of(step.local, slot, words, form, low);
  item.shift = static_cast<std::uint8_t>(shift);
  item.second = pick_number(program_, move_, step.second);
  return item;
}

void ListCompiler::stop_where_empty(Slot set, int words, Label fail) {
  code_.emit_jump(Opcode::jnz, code_.made(Opcode::is_empty, {}, set, 0, words), 0, fail);
}

Slot ListCompiler::take_own(int words) {
  if (!rounds_ || !rounds_->is_inside) return code_.take(words);
  const Slot own = rounds_->next;
  rounds_->next += static_cast<Slot>(words);
  return own;
}

/// The set in separate slots: a loop may take from it, and effects do not change it.
Slot ListCompiler::own_value(const Expr& set) {
  const Slot own = take_own(code_.words(set.type));
  value_into(code_, set, own);
  return own;
}

void ListCompiler::list_offered(const Step& step, Rest rest) {
  const int count = code_.words(step.domain.type);
  const Slot target = code_.local(step.local);
  value_into(code_, step.value, target);
  const Slot inside = code_.take(1);
  code_.emit(Opcode::within, inside, target, value(code_, step.domain), count);
  code_.emit_jump(Opcode::jz, inside, 0, rest.fail);
  list_with(item_of(step.local, target, count, LedgerItem::Form::value), rest);
}

void ListCompiler::list_each(const Step& step, Rest rest) {
  const Slot target = code_.local(step.local);
  const Label fail = rest.fail;
  const auto list_one = [&](Label again) {
    rest.fail = again;
    list_with(item_of(step.local, target, 1, LedgerItem::Form::value), rest);
  };
  if (is_counted(step.value)) {
    const Slot high = take_own(1);
    count_from(code_, step.value, target, high);
    code_.loop(Opcode::count_up, target, high, 0, fail, list_one);
    return;
  }
  const int count = code_.words(step.value.type);
  const Slot choices = own_value(step.value);
  const Opcode next = code_.far_next(target, count);
  code_.loop(next, target, choices, count, fail, list_one);
}

void ListCompiler::list_all(const Step& step, Rest rest) {
  if (is_counted(step.value)) {
    const Slot low = code_.take(1), high = code_.take(1), size = code_.take(1), some = code_.take(1);
    bounds_into(code_, step.value, low, high);
    code_.emit(Opcode::sub, size, high, low);
    code_.emit(Opcode::addi, size, size, 1);
    code_.emit(Opcode::lt, some, code_.constant(0), size);
    code_.emit_jump(Opcode::jz, some, 0, rest.fail);
    return list_with(item_of(step.local, size, 1, LedgerItem::Form::number, low), rest);
  }
  const int count = code_.words(step.value.type);
  // In a loop the optimiser computes it before.
  const auto is_looped = [](const LedgerItem& item) { return item.form == LedgerItem::Form::value; };
  const bool is_once = !rounds_ && std::none_of(items_.begin(), items_.end(), is_looped);
  const int bit = is_once && rest.depth == 0 && !step.tried ? code_.lets.part_bit(code_, step.value) : -1;
  const Label known = code_.new_label();
  const Slot choices = take_own(count);
  if (bit >= 0) code_.emit_jump(Opcode::jkept, static_cast<Slot>(bit), 0, known);
  value_into(code_, step.value, choices);
  if (bit >= 0) code_.emit(Opcode::kept, static_cast<Slot>(bit));
  code_.place(known);
  if (step.tried) {
    stop_where_empty(choices, 1, rest.fail);
    std::int64_t stride = 0;
    const Slot key = key_of(code_, *step.tried->put, step.local, &stride);
    const Slot target = value(code_, step.tried->target), cell = value(code_, step.tried->cell);
    // Bit 0: the cell itself is no longer empty then.
    code_.emit(Opcode::would_meet, choices, cell, target, step.tried->target.op == Op::empty);
    code_.emit(Opcode::more, key, choices, stride);
  }
  stop_where_empty(choices, count, rest.fail);
  list_with(item_of(step.local, choices, count, LedgerItem::Form::set), rest);
}

void ListCompiler::list_pairs(const Step& step, Rest rest) {
  const int board = program_.words();
  const Slot cells = own_value(step.value);
  if (step.tried) {
    stop_where_empty(cells, board, rest.fail);
    const TriedPut& tried = *step.tried;
    const Slot values = value(code_, step.domain);
    std::int64_t stride = 0;
    const Slot key = key_of(code_, *tried.put, step.second, &stride);
    const Slot target = value(code_, tried.target);
    const int shift = pair_shift(program_, step.domain.type);
    const int size = pair_words(program_.geometry, shift);
    const Slot all = code_.take(size);
    code_.emit(Opcode::would_meet_all, all, cells, target, shift * 2 + (tried.target.op == Op::empty));
    code_.emit(Opcode::more, key, values, stride);
    stop_where_empty(all, size, rest.fail);
    return list_with(pairs_of(step, all, size, LedgerItem::Form::pairs, shift), rest);
  }
  if (step.far) return list_far_pairs(step, rest);
  // Only directions that may be asked for have a set of cells, if these are known.
  constexpr int kMostPackedLanes = 32;  // the most that an instruction can name
  Word known = 0;
  bool are_known = program_.geometry.directions <= kMostPackedLanes;
  for (const StepAway& one : step.away) {
    const auto ways = code_.known_value(one.ways);
    are_known = are_known && ways;
    if (are_known) known |= one.ways.type.is_set ? static_cast<Word>(*ways) : bit_in_word(static_cast<int>(*ways));
  }
  const Slot packed = are_known ? static_cast<Slot>(known) : 0;
  const int size = board * (packed != 0 ? popcount(known) : program_.geometry.directions);
  // The instruction is said to change all that are possible.
  const Slot lanes = code_.take(board * program_.geometry.directions), none = code_.take(1);
  code_.emit(Opcode::clear, lanes, 0, size);
  for (const StepAway& one : step.away) {
    const Slot among = one.among ? value(code_, *one.among) : code_.constant_words(program_.geometry.board);
    const Slot firsts = one.from ? code_.combine(Op::intersect, cells, value(code_, *one.from)) : cells;
    code_.emit(Opcode::lanes, lanes, among, set_of_ways(code_, one.ways), board);
    code_.emit(Opcode::more, firsts, packed);
  }
  code_.emit(Opcode::is_empty, none, lanes, 0, size);
  code_.emit_jump(Opcode::jnz, none, 0, rest.fail);
  list_with(pairs_of(step, lanes, size, LedgerItem::Form::lanes, 0, packed), rest);
}

/// The first cells of pairs at this distance, by direction: far_lanes. `only`: of pairs whose second cell is one of
/// these. Their slot, and that of the number of steps.
std::pair<Slot, Slot> ListCompiler::far_lanes(const Step& step, std::optional<Slot> only) {
  const auto words = static_cast<Slot>(program_.words());
  const auto size = static_cast<int>(1 + words + 2 * words * step.away.size());
  const Slot cells = value(code_, step.value), lanes = code_.take(program_.words() * program_.geometry.directions);
  const Slot block = code_.take(size);
  value_into(code_, step.far->length, block);
  value_into(code_, step.far->between, block + 1);
  const auto part = [&](const std::optional<Expr>& set, Slot to) {
    if (set)
      value_into(code_, *set, to);
    else
      code_.copy(to, code_.constant_words(program_.geometry.board), program_.words());
  };
  Slot next = block + 1 + words;
  for (const StepAway& one : step.away) {
    part(one.from, next);
    part(one.among, next + words);
    if (only) code_.emit(Opcode::and_, next + words, next + words, *only, program_.words());
    next += 2 * words;
  }
  const Slot ways = set_of_ways(code_, step.away[0].ways);
  code_.emit(Opcode::far_lanes, lanes, cells, block, size);
  code_.emit(Opcode::more, ways);
  return {lanes, block};
}

void ListCompiler::list_far_pairs(const Step& step, Rest rest) {
  const auto [lanes, length] = far_lanes(step, std::nullopt);
  LedgerItem item = pairs_of(step, lanes, program_.words() * program_.geometry.directions, LedgerItem::Form::lanes, 0);
  item.length = length;
  list_with(item, rest);
}

/// An error where one more piece would not fit.
void ListCompiler::list_fits(const Step& step) {
  const Slot full = on_level(program_.layout.stack - 1);
  const Label fine = code_.new_label();
  if (step.away.empty()) {
    const Slot cells = value(code_, step.value), from = value(code_, step.domain);
    code_.emit_jump(Opcode::japart, cells, full, fine, program_.words());
    code_.emit(Opcode::fits, cells, from, 0, program_.words());
  } else {
    stop_where_empty(full, program_.words(), fine);
    stop_where_empty(far_lanes(step, full).first, program_.words() * program_.geometry.directions, fine);
    code_.emit(Opcode::fits, full, code_.constant(static_cast<Word>(program_.geometry.cells)), 0, program_.words());  // no cell besides
  }
  code_.place(fine);
}

/// The cells with a piece on this level; 0 is the lowest.
Slot ListCompiler::on_level(int level) {
  const auto words = static_cast<Slot>(program_.words());
  const Slot stride = words * static_cast<Slot>(program_.layout.stack);
  Slot all = program_.layout.levels + words * static_cast<Slot>(level);  // of the first set
  for (Slot set = 1; set < static_cast<Slot>(program_.layout.piece_sets); ++set)
    all = code_.combine(Op::unite, all, program_.layout.levels + set * stride + words * static_cast<Slot>(level));
  return all;
}

}  // namespace glint::compiling
