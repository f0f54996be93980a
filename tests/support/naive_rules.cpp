// What statements do, and how moves are found: by trying everything.
#include "tests/support/naive_rules.hpp"

#include <algorithm>

namespace glint::naive {

using rules::AssignOp;
using rules::Base;
using rules::Stmt;
using rules::StmtKind;
using rules::Type;

namespace {

/// The most runs of one move, failing ones too, and elements of a set whose subsets are all tried.
constexpr std::size_t kMostRuns = 20'000, kMostOffered = 10;

}  // namespace

void Rulebook::block(const rules::Block& block, Env& env) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (course_) course_->way.push_back(std::to_string(i));
    forget_beams();
    if (block[i].kind == StmtKind::pick)
      pick(block[i], i + 1 < block.size() ? &block[i + 1] : nullptr, env);
    else
      statement(block[i], env);
    forget_beams();
    if (course_) course_->way.pop_back();
  }
  // What a block names ends with it.
  for (const Stmt& stmt : block)
    if (stmt.kind == StmtKind::let || (stmt.kind == StmtKind::draw && stmt.number == 1))
      env.locals.at(static_cast<std::size_t>(stmt.ref)).reset();
}

void Rulebook::statement(const Stmt& stmt, Env& env) {
  const auto local = [&]() -> std::optional<Value>& { return env.locals.at(static_cast<std::size_t>(stmt.ref)); };
  switch (stmt.kind) {
    case StmtKind::require:
      if (!(picking_ && picking_->is_carried) && !holds(stmt.exprs[0], env)) throw Failed();
      return;
    case StmtKind::offer:
      if (!picking_->is_carried && (stmt.exprs.empty() || !holds(stmt.exprs[0], env))) picking_->is_offered = false;
      return;
    case StmtKind::require_most:
    case StmtKind::offer_once: {
      if (picking_->is_carried) return;
      std::vector<Value> values;
      for (const rules::Expr& each : stmt.exprs) values.push_back(eval(each, env));
      (stmt.kind == StmtKind::require_most ? picking_->most : picking_->once) = std::move(values);
      return;
    }
    case StmtKind::let:
      local() = eval(stmt.exprs[0], env);
      return;
    case StmtKind::assign:
      return assign(stmt, env);
    case StmtKind::assign_field:
      return assign_field(stmt, env);
    case StmtKind::put:
      return put(stmt, env);
    case StmtKind::map:
      return block(stmt.body, env);
    case StmtKind::remove:
      return remove(stmt, env);
    case StmtKind::move:
    case StmtKind::swap:
      return move_or_swap(stmt, env);
    case StmtKind::if_:
      return block(holds(stmt.exprs[0], env) ? stmt.body : stmt.other, env);
    case StmtKind::for_:
      return loop(stmt, env);
    case StmtKind::rounds:
      return rounds(stmt, env);
    case StmtKind::end:
      if (stmt.exprs.empty() || holds(stmt.exprs[0], env)) end(*stmt.result, env);
      return;
    case StmtKind::call: {
      const rules::Effect& effect = rules_.effects.at(static_cast<std::size_t>(stmt.ref));
      Env inner;
      inner.locals.resize(effect.frame.locals.size());
      for (std::size_t i = 0; i < stmt.exprs.size(); ++i)
        inner.locals[i] = suited(effect.frame.locals[i].type, eval(stmt.exprs[i], env));
      return block(effect.body, inner);
    }
    case StmtKind::draw:
      return draw(stmt, env);
    case StmtKind::turn:
      return turn(stmt, env);
    case StmtKind::choose:
      return choose(stmt, env);
    case StmtKind::together:
      return together(stmt, env);
    case StmtKind::repeat:
      while (stmt.exprs.empty() || !holds(stmt.exprs[0], env)) block(stmt.body, env);
      return;
    default:
      throw Unknown("a statement of tests");
  }
}

/// What is picked next: what was to be made, or else the first of what is possible.
const Value& Rulebook::taken(const std::vector<Value>& possible) {
  Picking& picking = *picking_;
  if (picking.at == picking.picks.size()) {
    if (possible.empty()) throw Failed();
    picking.picks.push_back(possible.front());
    picking.others.emplace_back(possible.begin() + 1, possible.end());
  }
  return picking.picks[picking.at++];
}

/// One round after the other. To stop is a pick like any other, and comes before all runs that go on.
void Rulebook::rounds(const Stmt& stmt, Env& env) {
  Picking& picking = *picking_;
  const bool is_written = stmt.exprs.size() > 1;
  const std::int64_t most = is_written
                                ? number(stmt.exprs[1], env)
                                : std::min<std::int64_t>(static_cast<std::int64_t>(cells_.size()), rules::kMostRounds);
  if (!picking.is_carried && !holds(stmt.exprs[0], env)) throw Failed();
  for (std::int64_t round = 1;; ++round) {
    block(stmt.body, env);
    for (const auto& [before, now] : stmt.carried)
      env.locals.at(static_cast<std::size_t>(before)) = env.locals.at(static_cast<std::size_t>(now));
    picking.rounds.push_back(picking.named);
    if (picking.is_carried) {  // as it was chosen, whatever has changed since
      if (stmt.some_of) ++picking.at;
      if (picking.rounds.size() == picking.until) return;
      continue;
    }
    const bool goes_on = holds(stmt.exprs[0], env), is_rule = stmt.some_of && is_written;
    if (goes_on && round == most && !is_rule) throw Endless();
    const bool may_go_on = goes_on && round < most;
    if (stmt.some_of
            ? taken(may_go_on ? std::vector<Value>{{0, {}, {}}, {1, {}, {}}} : std::vector<Value>{{0, {}, {}}}).one == 0
            : !may_go_on)
      return;
  }
}

void Rulebook::pick(const Stmt& stmt, const Stmt* next, Env& env) {
  Picking& picking = *picking_;
  std::vector<Value> possible;
  if (picking.at == picking.picks.size()) {
    const Set from = set(stmt.exprs[0], env);
    if (!stmt.some_of) {
      for (const std::int64_t one : from) possible.push_back({one, {}, {}});
    } else if (from.size() > kMostOffered) {
      // `offer x == SET` follows. It is one of very many subsets; of those that are not listed, nothing and all are tried.
      possible.push_back({});
      for (const rules::Expr& kid : next->exprs.at(0).kids)
        if (kid.op != rules::Op::local || kid.ref != stmt.ref) possible.push_back({0, set(kid, env), {}});
      possible.push_back({0, from, {}});
      possible.erase(std::remove_if(possible.begin(), possible.end(), [&](const Value& some) {
        return !std::includes(from.begin(), from.end(), some.all.begin(), some.all.end());
      }), possible.end());
      std::sort(possible.begin(), possible.end());
      possible.erase(std::unique(possible.begin(), possible.end()), possible.end());
    } else {
      const std::vector<std::int64_t> elements(from.begin(), from.end());
      for (std::size_t bits = 0; bits < std::size_t{1} << elements.size(); ++bits) {
        Value subset;
        for (std::size_t i = 0; i < elements.size(); ++i)
          if (bits >> i & 1) subset.all.insert(elements[i]);
        possible.push_back(subset);
      }
    }
  }
  const Value& picked = taken(possible);
  const auto ref = static_cast<std::size_t>(stmt.ref);
  env.locals.at(ref) = picked;
  if (picking.named.size() <= ref) picking.named.resize(ref + 1);
  picking.named[ref] = picked;
}

Value Rulebook::changed(const Stmt& stmt, const Type& type, const Value& old, const Value& by) const {
  Value value = by;
  const bool is_round = type.base == Base::player || type.base == Base::direction || type.base == Base::axis;
  const auto keep = [&](const auto& stays) {
    value.all.clear();
    for (const Set* const set : {&old.all, &by.all})
      for (const std::int64_t one : *set)
        if (stays(old.all.count(one) != 0, by.all.count(one) != 0)) value.all.insert(one);
  };
  switch (stmt.assign) {
    case AssignOp::set:
      break;
    case AssignOp::add:
      value.one = is_round ? round(type, old.one + by.one) : old.one + by.one;
      break;
    case AssignOp::subtract:
      if (type.is_set) {
        keep([](bool was, bool is) { return was && !is; });
      } else {
        value.one = is_round ? round(type, old.one - by.one) : old.one - by.one;
      }
      break;
    case AssignOp::unite:
      keep([](bool, bool) { return true; });
      break;
    case AssignOp::intersect:
      keep([](bool was, bool is) { return was && is; });
      break;
    case AssignOp::toggle:
      keep([](bool was, bool is) { return was != is; });
      break;
  }
  return suited(type, value);
}

void Rulebook::assign(const Stmt& stmt, Env& env) {
  const rules::Variable& variable = rules_.variables.at(static_cast<std::size_t>(stmt.ref));
  const std::int64_t index =
      stmt.exprs.size() > 1 ? suited(*variable.index, eval(stmt.exprs[1], env)).one : 0;
  Value by = eval(stmt.exprs[0], env);
  if (variable.type.is_set && !stmt.exprs[0].type.is_set) by = {0, {by.one}, {}};
  Value& value = world_.variables.at(static_cast<std::size_t>(stmt.ref)).at(index);
  value = changed(stmt, variable.type, value, by);
}

void Rulebook::assign_field(const Stmt& stmt, Env& env) {
  const Value by = eval(stmt.exprs[0], env);
  const auto [cell, level] = spot(stmt.exprs[1], env);
  Piece& piece = world_.stacks[cell][level];
  const rules::Kind& kind = rules_.kinds.at(static_cast<std::size_t>(piece.kind));
  if (stmt.ref < 0) {
    if (!kind.owned) throw Mistake("no owner");
    Type player;
    player.base = Base::player;
    piece.owner = static_cast<int>(changed(stmt, player, {piece.owner, {}, {}}, by).one);
    return;
  }
  const auto found = std::find(kind.fields.begin(), kind.fields.end(), stmt.ref);
  if (found == kind.fields.end()) throw Mistake("no such field");
  const Type& type = rules_.fields.at(static_cast<std::size_t>(stmt.ref)).type;
  std::int64_t& field = piece.fields.at(static_cast<std::size_t>(found - kind.fields.begin()));
  const Value value = changed(stmt, type, type.is_set ? Value{0, of_bits(field), {}} : Value{field, {}, {}}, by);
  field = type.is_set ? bits_of(value) : value.one;
  if (!kind.owner_from) return;
  const int owner = owner_of(piece);
  world_.stacks[cell][level].owner = owner;
}

/// Whose a piece is by its fields: asked as if it stood on the first cell.
int Rulebook::owner_of(Piece piece) {
  const rules::Kind& kind = rules_.kinds.at(static_cast<std::size_t>(piece.kind));
  on(0).push_back(std::move(piece));
  Env env;
  env.locals.resize(kind.look_frame.locals.size() + 1);
  env.locals[0] = Value{0, {}, {}};
  const auto owner = static_cast<int>(number(*kind.owner_from, env));
  on(0).pop_back();
  return owner;
}

void Rulebook::put(const Stmt& stmt, Env& env) {
  const rules::Kind& kind = rules_.kinds.at(static_cast<std::size_t>(stmt.ref));
  const Set cells = set(stmt.exprs[0], env);
  Piece piece{stmt.ref, -1, {}};
  for (std::size_t i = 0; i < stmt.inits.size(); ++i) {
    const Type& type = rules_.fields.at(static_cast<std::size_t>(kind.fields.at(i))).type;
    const Value value = suited(type, eval(stmt.inits[i], env));
    piece.fields.push_back(!type.is_set ? value.one : stmt.inits[i].type.is_set ? bits_of(value) : std::int64_t{1} << value.one);
  }
  if (kind.owner_from) {
    piece.owner = owner_of(piece);
  } else if (kind.owned) {
    piece.owner = static_cast<int>(number(stmt.exprs.at(1), env));
  }
  for (const std::int64_t cell : cells) put_on(cell, piece);
}

void Rulebook::put_on(std::int64_t cell, Piece piece) {
  auto& stack = on(cell);
  if (rules_.board.stacks == 1) stack.clear();
  if (static_cast<int>(stack.size()) == rules_.board.stacks) throw Mistake("a full stack");
  stack.push_back(std::move(piece));
}

void Rulebook::remove(const Stmt& stmt, Env& env) {
  const Set what = set(stmt.exprs[0], env);
  const bool are_places = stmt.exprs[0].type.base == Base::place;
  for (auto one = what.rbegin(); one != what.rend(); ++one) {
    auto& stack = on(are_places ? *one / kLevels : *one);
    if (are_places) stack.erase(stack.begin() + *one % kLevels);
    else if (!stack.empty()) stack.pop_back();
  }
}

void Rulebook::move_or_swap(const Stmt& stmt, Env& env) {
  const Set from = set(stmt.exprs[0], env), to = set(stmt.exprs[1], env);
  if (from.empty() || to.empty() || from == to) return;
  const std::int64_t one = *from.begin(), other = *to.begin();
  const auto lifted = [&](std::int64_t cell) {
    std::vector<Piece> top;
    if (on(cell).empty()) return top;
    top.push_back(on(cell).back());
    on(cell).pop_back();
    return top;
  };
  const std::vector<Piece> first = lifted(one), second = stmt.kind == StmtKind::swap ? lifted(other) : first;
  for (const Piece& piece : first) put_on(other, piece);
  if (stmt.kind == StmtKind::swap)
    for (const Piece& piece : second) put_on(one, piece);
}

void Rulebook::loop(const Stmt& stmt, Env& env) {
  const Value over = eval(stmt.exprs[0], env);
  const Set elements = stmt.exprs[0].type.is_set ? over.all : Set{over.one};
  const auto ref = static_cast<std::size_t>(stmt.ref);
  if (env.locals.size() <= ref) env.locals.resize(ref + 1);
  for (auto one = elements.begin(); one != elements.end(); ++one) {
    env.locals[ref] = Value{*one, {}, over.trace};
    if (stmt.exprs.size() > 1 && !holds(stmt.exprs[1], env)) break;
    std::string rest;
    for (auto left = one; left != elements.end(); ++left) rest += std::to_string(*left) + ",";
    if (course_) course_->way.push_back(rest);
    block(stmt.body, env);
    if (course_) course_->way.pop_back();
  }
  env.locals[ref].reset();
}

// ---- moves ----

bool Rulebook::is_any_offered(const std::vector<Run>& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const Run& run) { return run.is_offered; });
}

/// Leaves out the runs, from the first one on, that do less than others; those that come to what another came to are
/// not offered.
void Rulebook::compare(std::vector<Run>& runs, std::size_t first) {
  const auto begin = runs.begin() + static_cast<std::ptrdiff_t>(first);
  std::optional<std::vector<Value>> most;
  for (auto run = begin; run != runs.end(); ++run)
    if (run->most && run->is_offered && (!most || *most < *run->most)) most = run->most;
  runs.erase(std::remove_if(begin, runs.end(), [&](const Run& run) { return most && run.most && *run.most < *most && !run.is_mistake; }),
             runs.end());
  std::set<std::vector<Value>> seen;
  for (auto run = runs.begin() + static_cast<std::ptrdiff_t>(first); run != runs.end(); ++run)
    if (run->once && run->is_offered) run->is_offered = seen.insert(*run->once).second;
}

/// The runs of a move that begin with these picks, in the order of their picks; `first`: up to the first that is listed.
void Rulebook::runs_of(int move, const std::vector<Value>& picks, std::vector<Run>& found, bool first) const {
  if (first && is_any_offered(found)) return;
  if (found.size() >= kMostRuns) throw Unknown("so many runs");
  const std::size_t before = found.size();
  const rules::Move& rules = rules_.moves.at(static_cast<std::size_t>(move));
  Rulebook trial = *this;
  trial.course_ = nullptr;
  Picking picking{picks};
  trial.picking_ = &picking;
  Env env;
  env.locals.resize(rules.frame.locals.size());
  Run run{move, {}, 0, "", true, false};
  bool is_run = true;
  try {
    trial.block(rules.body, env);
  } catch (const Failed&) {
    is_run = false;
  } catch (const Endless&) {
    run.is_mistake = run.is_endless = true;
  } catch (const Mistake&) {
    run.is_mistake = true;
  } catch (const Ended&) {
  }
  if (is_run) {
    run.picks = picking.picks;
    run.rounds = picking.rounds.size();
    run.is_offered = picking.is_offered;
    run.most = picking.most;
    run.once = picking.once;
    if (!run.is_mistake) run.text = written(move, picking);
    found.push_back(run);
  }
  // What else could have been picked: first of the last pick, so that all come in order.
  for (std::size_t i = picking.others.size(); i-- > 0;) {
    std::vector<Value> other(picking.picks.begin(), picking.picks.begin() + static_cast<std::ptrdiff_t>(picks.size() + i + 1));
    for (const Value& value : picking.others[i]) {
      other.back() = value;
      runs_of(move, other, found, first);
    }
  }
  if (picks.empty()) compare(found, before);
}

bool Rulebook::is_listed(int move, int player) const {
  Rulebook other = *this;
  other.me_ = player;
  other.picking_ = nullptr;
  std::vector<Run> found;
  other.runs_of(move, {}, found);
  if (std::any_of(found.begin(), found.end(), [](const Run& run) { return run.is_mistake; })) throw Mistake("in `can`");
  return is_any_offered(found);
}

void Rulebook::make(const Run& run, bool carrying) {
  const rules::Move& rules = rules_.moves.at(static_cast<std::size_t>(run.move));
  Picking picking{run.picks};
  picking.is_carried = carrying;
  picking.until = run.rounds;
  picking_ = &picking;
  Env env;
  env.locals.resize(rules.frame.locals.size());
  block(rules.body, env);
  picking_ = nullptr;
}

}  // namespace glint::naive
