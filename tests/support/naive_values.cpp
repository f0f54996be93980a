// What expressions are, in a plain position.
#include <algorithm>

#include "tests/support/naive_rules.hpp"

namespace glint::naive {

using rules::Base;
using rules::Expr;
using rules::Op;
using rules::Type;

namespace {

template <class List>
decltype(auto) entry(List& list, std::int64_t at) {
  return list.at(static_cast<std::size_t>(at));
}

std::int64_t floor_divided(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

Set common(const Set& a, const Set& b, bool wanted) {
  Set found;
  for (const std::int64_t one : a)
    if ((b.count(one) != 0) == wanted) found.insert(one);
  return found;
}

// A visit is numbered by its beam, whether it is an exit, and its place there.
constexpr std::int64_t kOfBeam = std::int64_t{1} << 40, kExit = std::int64_t{1} << 32;

}  // namespace

Rulebook::Rulebook(const rules::Rules& rules, std::vector<std::int64_t> options, const std::vector<CellInfo>& cells)
    : Tracer(rules, std::move(options), cells) {}

Set of_bits(std::int64_t bits) {
  Set found;
  for (int one = 0; one < 63; ++one)
    if (bits >> one & 1) found.insert(one);
  return found;
}

std::int64_t bits_of(const Value& set) {
  std::int64_t bits = 0;
  for (const std::int64_t one : set.all) bits |= std::int64_t{1} << one;
  return bits;
}

// ---- for the tracer ----

Rulebook::Env Rulebook::env_of(const Scope& scope) const {
  Env env{{}, &scope};
  for (const std::int64_t one : scope.locals) env.locals.emplace_back(single(one));
  return env;
}

std::int64_t Rulebook::value(const Expr& expr, const Scope& scope) const {
  Env env = env_of(scope);
  const Value value = eval(expr, env);
  return expr.type.is_set ? bits_of(value) : value.one;
}

std::set<int> Rulebook::members(const Expr& expr, const Scope& scope) const {
  Env env = env_of(scope);
  std::set<int> found;
  for (const std::int64_t one : set(expr, env)) found.insert(static_cast<int>(one));
  return found;
}

Board Rulebook::tops() const {
  Board board;
  for (const auto& stack : world_.stacks) board.push_back(stack.empty() ? Piece{} : stack.back());
  return board;
}

Trace Rulebook::beams(const Set& cells) const {
  const Board board = tops();
  Trace trace;
  for (const std::int64_t cell : cells) {
    if (!emits(entry(board, cell))) continue;
    if (!kept_->count(cell)) kept_->emplace(cell, from_emitter(board, static_cast<int>(cell)));
    trace.emplace_back(cell, kept_->at(cell));
  }
  return trace;
}

Trace Rulebook::from_cell_or_edge(const Expr& expr, Env& env) const {
  const auto at = static_cast<int>(number(expr.kids[0], env)), way = static_cast<int>(number(expr.kids[1], env));
  Payload payload;
  for (std::size_t i = 2; i < expr.kids.size(); ++i) {
    const Type& type = rules_.beams.fields.at(i - 2).type;
    const Value value = suited(type, eval(expr.kids[i], env));
    payload.push_back(type.is_set ? bits_of(value) : value.one);
  }
  const Board board = tops();
  if (expr.kids[0].type.base == Base::cell) return {{at, from(board, at, way, payload)}};
  const int back = around(way + static_cast<int>(rules_.lattice.directions.size()) / 2);
  for (int cell = 0; cell < static_cast<int>(cells_.size()); ++cell)
    if (edge(cell, back) == at) return {{cell, into(board, cell, way, payload)}};
  return {};
}

Set Rulebook::ends_of(const Trace& trace, int name) const {
  Set found;
  for (const auto& [source, path] : trace) {
    if (name < 0)
      for (const int cell : path.looped()) found.insert(cell);
    for (const auto& [cell, end] : path.named)
      if (end == name) found.insert(cell);
  }
  return found;
}

Set Rulebook::visits(const Trace& trace, bool exits) {
  Set found;
  for (std::size_t b = 0; b < trace.size(); ++b) {
    const Path& path = trace[b].second;
    for (std::size_t i = 0; i < (exits ? path.exits : path.visits).size(); ++i)
      found.insert(static_cast<std::int64_t>(b) * kOfBeam + (exits ? kExit : 0) + static_cast<std::int64_t>(i));
  }
  return found;
}

Value Rulebook::about_visit(const Expr& expr, Env& env) const {
  const Value of = eval(expr.kids[0], env);
  const auto& [source, path] = entry(*of.trace, of.one / kOfBeam);
  const Visit& visit = entry((of.one % kOfBeam) / kExit != 0 ? path.exits : path.visits, of.one % kExit);
  switch (expr.op) {
    case Op::cell_of:
      return single(visit.cell);
    case Op::visit_way:
      return single(visit.way);
    case Op::visit_step:
      return single(visit.step);
    case Op::visit_source:
      return single(source);
    case Op::visit_route: {
      const std::set<int> route = path.route_of(visit);
      return set_of({route.begin(), route.end()});
    }
    default: {
      const std::int64_t carried = entry(visit.payload, expr.ref);
      if (!expr.type.is_set) return single(carried);
      return set_of(of_bits(carried));
    }
  }
}

// ---- values of types ----

Set Rulebook::all(const Type& type) const {
  Set found;
  if (type.subset != 0) return call(entry(rules_.subsets, type.subset - 1).let, {}).all;
  const auto ways = static_cast<int>(rules_.lattice.directions.size());
  std::int64_t from = 0, to = 0;
  switch (type.base) {
    case Base::flag:
      to = 1;
      break;
    case Base::number:
      from = type.lo;
      to = type.hi;
      break;
    case Base::enumeration:
      to = static_cast<std::int64_t>(entry(rules_.enums, type.enumeration).values.size()) - 1;
      break;
    case Base::player:
      to = static_cast<std::int64_t>(rules_.players.size()) - 1;
      break;
    case Base::direction:
      to = ways - 1;
      break;
    case Base::axis:
      to = static_cast<std::int64_t>(rules_.lattice.axes.size()) - 1;
      break;
    case Base::cell:
      to = static_cast<std::int64_t>(cells_.size()) - 1;
      break;
    case Base::edge:
      for (int cell = 0; cell < static_cast<int>(cells_.size()); ++cell)
        for (int way = 0; way < ways; ++way) found.insert(edge(cell, way));
      return found;
    default:
      throw Unknown("all values of such a type");
  }
  for (std::int64_t one = from; one <= to; ++one) found.insert(one);
  return found;
}

/// What goes round, brought back to where it began.
std::int64_t Rulebook::round(const Type& type, std::int64_t value) const {
  const auto size = static_cast<std::int64_t>(all(plain(type.base)).size());
  return value - size * floor_divided(value, size);
}

/// A value where one of this type is wanted: an error if it is none.
Value Rulebook::suited(const Type& type, Value value) const {
  if (type.subset != 0) {
    const Set allowed = all(type);
    for (const std::int64_t one : type.is_set ? value.all : Set{value.one})
      if (!allowed.count(one)) throw Mistake("not in the subset");
  }
  if (type.base == Base::number && !type.is_set) {
    if (type.clamped) value.one = std::clamp(value.one, type.lo, type.hi);
    if (value.one < type.lo || value.one > type.hi) throw Mistake("out of range");
  }
  return value;
}

std::pair<std::size_t, std::size_t> Rulebook::spot(const Expr& at, Env& env) const {
  const std::int64_t where = number(at, env);
  const bool is_place = at.type.base == Base::place;
  const std::int64_t cell = is_place ? where / kLevels : where;
  const std::size_t size = entry(world_.stacks, cell).size(), level = is_place ? static_cast<std::size_t>(where % kLevels) : size - 1;
  if (level >= size) throw Mistake("no piece");
  return {static_cast<std::size_t>(cell), level};
}

const Piece& Rulebook::piece(const Expr& at, Env& env) const {
  const auto [cell, level] = spot(at, env);
  return world_.stacks[cell][level];
}

// ---- expressions ----

Set Rulebook::set(const Expr& expr, Env& env) const {
  const Value value = eval(expr, env);
  return expr.type.is_set ? value.all : Set{value.one};
}

Value Rulebook::call(int let, std::vector<Value> arguments) const {
  const rules::Let& called = entry(rules_.lets, let);
  Env inner;
  inner.locals.resize(called.frame.locals.size());
  for (std::size_t i = 0; i < arguments.size(); ++i)
    inner.locals[i] = suited(called.frame.locals[i].type, std::move(arguments[i]));
  return eval(called.body, inner);
}

Value Rulebook::eval(const Expr& expr, Env& env) const {
  const auto kid = [&](std::size_t i) { return number(entry(expr.kids, static_cast<std::int64_t>(i)), env); };
  const auto kids = [&](std::size_t i) { return set(entry(expr.kids, static_cast<std::int64_t>(i)), env); };
  const auto trace = [&] { return eval(expr.kids[0], env).trace; };
  const auto traced = [](Trace made) { return Value{0, {}, std::make_shared<const Trace>(std::move(made))}; };
  switch (expr.op) {
    case Op::constant:
      return single(expr.number);
    case Op::label:
      for (std::size_t cell = 0; cell < cells_.size(); ++cell)
        if (cells_[cell].label == expr.text) return single(static_cast<std::int64_t>(cell));
      throw Unknown("the cell " + expr.text);
    case Op::all:
      return set_of(all(expr.type));
    case Op::range: {
      Set found;
      for (std::int64_t one = kid(0), last = kid(1); one <= last; ++one) found.insert(one);
      return set_of(found);
    }
    case Op::empty:
    case Op::kind: {
      const std::int64_t owner = expr.kids.empty() ? -1 : kid(0);
      Set found;
      for (std::size_t cell = 0; cell < world_.stacks.size(); ++cell) {
        const auto& stack = world_.stacks[cell];
        const bool fits = expr.op == Op::empty ? stack.empty()
                                               : !stack.empty() && stack.back().kind == expr.ref &&
                                                     (expr.kids.empty() || stack.back().owner == owner);
        if (fits) found.insert(static_cast<std::int64_t>(cell));
      }
      return set_of(found);
    }
    case Op::stacked: {
      const std::int64_t owner = expr.kids.empty() ? -1 : kid(0);
      Set found;
      for (std::size_t cell = 0; cell < world_.stacks.size(); ++cell)
        for (std::size_t level = 0; level < world_.stacks[cell].size(); ++level) {
          const Piece& piece = world_.stacks[cell][level];
          if (piece.kind == expr.ref && (expr.kids.empty() || piece.owner == owner))
            found.insert(static_cast<std::int64_t>(cell) * kLevels + static_cast<std::int64_t>(level));
        }
      return set_of(found);
    }
    case Op::option:
      return single(entry(options_, expr.ref));
    case Op::variable:
      return entry(world_.variables, expr.ref).at(expr.kids.empty() ? 0 : kid(0));
    case Op::local: {
      const auto& local = entry(env.locals, expr.ref);
      if (!local) throw Unknown("a name without a value");
      // What the tracer passes on has its sets as bits.
      if (!env.scope || !expr.type.is_set || !local->all.empty() || local->trace) return *local;
      return set_of(of_bits(local->one));
    }
    case Op::call: {
      std::vector<Value> arguments;
      for (const Expr& one : expr.kids) arguments.push_back(eval(one, env));
      return call(expr.ref, std::move(arguments));
    }
    case Op::me:
      if (me_ < 0) throw Unknown("nobody to move");
      return single(me_);
    case Op::seen:
      return single(seen_);
    case Op::payload: {
      const std::int64_t carried = entry(env.scope->beam->payload, expr.ref);
      if (!expr.type.is_set) return single(carried);
      return set_of(of_bits(carried));
    }
    case Op::way:
      return single(env.scope->beam->way);
    case Op::field: {
      const Piece& of = piece(expr.kids[0], env);
      const auto& fields = entry(rules_.kinds, of.kind).fields;
      const auto found = std::find(fields.begin(), fields.end(), expr.ref);
      if (found == fields.end()) throw Mistake("no such field");
      const std::int64_t number = entry(of.fields, found - fields.begin());
      if (!expr.type.is_set) return single(number);
      return set_of(of_bits(number));
    }
    case Op::owner:
      return single(piece(expr.kids[0], env).owner);
    case Op::cell_of:
      if (expr.kids[0].type.base == Base::place) return single(kid(0) / kLevels);
      return about_visit(expr, env);
    case Op::level_of:
      return single(kid(0) % kLevels);
    case Op::x_of:
      return single(entry(cells_, kid(0)).x);
    case Op::y_of:
      return single(entry(cells_, kid(0)).y);
    case Op::cell_at: {
      const std::int64_t x = kid(0), y = kid(1);
      for (std::size_t cell = 0; cell < cells_.size(); ++cell)
        if (cells_[cell].x == x && cells_[cell].y == y) return single(static_cast<std::int64_t>(cell));
      throw Mistake("no such cell");
    }
    case Op::index_of:
      return single(kid(0));
    case Op::visit_way:
    case Op::visit_step:
    case Op::visit_source:
    case Op::visit_route:
    case Op::visit_payload:
      return about_visit(expr, env);
    case Op::add:
      return single(kid(0) + kid(1));
    case Op::subtract:
      return single(kid(0) - kid(1));
    case Op::multiply:
      return single(kid(0) * kid(1));
    case Op::divide:
      return single(floor_divided(kid(0), kid(1)));
    case Op::modulo:
      return single(kid(0) - kid(1) * floor_divided(kid(0), kid(1)));
    case Op::negate:
      return single(-kid(0));
    case Op::min:
      return single(std::min(kid(0), kid(1)));
    case Op::max:
      return single(std::max(kid(0), kid(1)));
    case Op::odd:
      return flag(kid(0) % 2 != 0);
    case Op::cycle:
      return single(round(expr.kids[0].type, kid(0) + kid(1)));
    case Op::cycle_distance:
      return single(round(expr.kids[0].type, kid(0) - kid(1)));
    case Op::axis_of:
      return single(round(plain(Base::axis), 2 * kid(0)));
    case Op::equal:
    case Op::not_equal:
      return flag((eval(expr.kids[0], env) == eval(expr.kids[1], env)) == (expr.op == Op::equal));
    case Op::less:
      return flag(kid(0) < kid(1));
    case Op::less_equal:
      return flag(kid(0) <= kid(1));
    case Op::in:
      return flag(kids(1).count(kid(0)) != 0);
    case Op::within:
      return flag(common(kids(0), kids(1), false).empty());
    case Op::meets:
      return flag(!common(kids(0), kids(1), true).empty());
    case Op::not_:
      return flag(kid(0) == 0);
    case Op::and_:
      return flag(kid(0) != 0 && kid(1) != 0);
    case Op::or_:
      return flag(kid(0) != 0 || kid(1) != 0);
    case Op::if_:
      return eval(expr.kids[kid(0) != 0 ? 1 : 2], env);
    case Op::unite:
      return set_of(united(kids(0), kids(1)));
    case Op::intersect:
      return set_of(common(kids(0), kids(1), true));
    case Op::subtract_set:
      return set_of(common(kids(0), kids(1), false));
    case Op::toggle:
      return set_of(united(common(kids(0), kids(1), false), common(kids(1), kids(0), false)));
    case Op::set: {
      Set found;
      for (std::size_t i = 0; i < expr.kids.size(); ++i) found = united(found, kids(i));
      return set_of(found);
    }
    case Op::comprehension: {
      const Value over = eval(expr.kids[0], env);
      const auto ref = static_cast<std::size_t>(expr.ref);
      if (env.locals.size() <= ref) env.locals.resize(ref + 1);
      Value found{0, {}, over.trace};
      for (const std::int64_t one : expr.kids[0].type.is_set ? over.all : Set{over.one}) {
        env.locals[ref] = Value{one, {}, over.trace};
        if (expr.kids.size() < 2 || holds(expr.kids[1], env)) found.all.insert(one);
      }
      env.locals[ref].reset();
      return found;
    }
    case Op::at_cells:
    case Op::off_cells: {
      const Set cells = kids(1);
      Set found;
      for (const std::int64_t place : kids(0))
        if ((cells.count(place / kLevels) != 0) == (expr.op == Op::at_cells)) found.insert(place);
      return set_of(found);
    }
    case Op::cells_of: {
      Set found;
      for (const std::int64_t place : kids(0)) found.insert(place / kLevels);
      return set_of(found);
    }
    case Op::count:
      return single(static_cast<std::int64_t>(kids(0).size()));
    case Op::fold_any:
    case Op::fold_all:
    case Op::fold_no:
    case Op::fold_count:
    case Op::fold_sum:
    case Op::fold_min:
    case Op::fold_max:
    case Op::fold_unite:
    case Op::fold_reach: {
      const Value found = fold(expr, env);
      env.locals[static_cast<std::size_t>(expr.ref)].reset();  // its name ends with it
      return found;
    }
    case Op::step:
    case Op::ray:
    case Op::slide:
    case Op::hit:
    case Op::steps:
      return set_of(lines(expr, env));
    case Op::walk:
      return set_of(walk(expr, env));
    case Op::edges: {
      if (!expr.type.is_set) return single(edge(static_cast<int>(kid(0)), static_cast<int>(kid(1))));
      Set found;
      for (const std::int64_t cell : kids(0))
        for (const std::int64_t way : kids(1)) found.insert(edge(static_cast<int>(cell), static_cast<int>(way)));
      return set_of(found);
    }
    case Op::border: {
      Set found;
      for (int cell = 0; cell < static_cast<int>(cells_.size()); ++cell)
        for (int way = 0; way < static_cast<int>(rules_.lattice.directions.size()); ++way)
          if (neighbour(cell, way) < 0) found.insert(edge(cell, way));
      return set_of(found);
    }
    case Op::drawn: {
      // Cells are numbered as they are drawn: row by row from the top, each from the left.
      if (rules_.board.cells.size() != 1) throw Unknown("a board that is drawn in parts");
      Set found;
      std::int64_t cell = 0;
      for (const char sign : rules_.board.cells[0].drawing.value()) {
        if (sign == ' ' || sign == '\n' || sign == '_') continue;
        if (expr.text.find(sign) != std::string::npos) found.insert(cell);
        ++cell;
      }
      return set_of(found);
    }
    case Op::beside: {
      const auto ways = static_cast<std::int64_t>(rules_.lattice.directions.size());
      Set found;
      for (const std::int64_t one : kids(0)) {
        found.insert(one / ways);
        const int other = neighbour(static_cast<int>(one / ways), static_cast<int>(one % ways));
        if (other >= 0) found.insert(other);
      }
      return set_of(found);
    }
    case Op::between:
    case Op::distance:
    case Op::way_to:
      return line_between(expr, env);
    case Op::beams:
      return traced(beams(all(plain(Base::cell))));
    case Op::trace:
      return traced(beams(kids(0)));
    case Op::trace_from: {
      const Trace found = from_cell_or_edge(expr, env);
      if (followed_) followed_->insert(followed_->end(), found.begin(), found.end());
      return traced(found);
    }
    case Op::trace_cells:
    case Op::trace_hits:
    case Op::trace_sources: {
      Set found;
      const auto of = trace();
      for (const auto& [source, path] : *of) {
        if (expr.op == Op::trace_sources) found.insert(source);
        if (expr.op == Op::trace_cells)
          for (const Visit& visit : path.visits) found.insert(visit.cell);
        if (expr.op == Op::trace_hits) found.insert(path.hits.begin(), path.hits.end());
      }
      return set_of(found);
    }
    case Op::trace_visits:
    case Op::trace_exits: {
      const auto of = trace();
      return {0, visits(*of, expr.op == Op::trace_exits), of};
    }
    case Op::trace_ends:
      return set_of(ends_of(*trace(), expr.ref));
    case Op::can:
      return flag(is_listed(expr.ref, static_cast<int>(expr.kids.empty() ? me_ : kid(0))));
    default:
      throw Unknown("an expression of tests");
  }
}

}  // namespace glint::naive
