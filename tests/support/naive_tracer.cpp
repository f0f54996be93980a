#include "tests/support/naive_tracer.hpp"

#include <algorithm>
#include <stdexcept>

#include "interpreter/program/values.hpp"

namespace glint::naive {

using rules::Base;
using rules::Op;

Tracer::Tracer(const rules::Rules& rules, std::vector<std::int64_t> options, const std::vector<CellInfo>& cells)
    : rules_(rules), options_(std::move(options)), cells_(cells) {
  std::map<std::pair<int, int>, int> by_place;
  for (std::size_t c = 0; c < cells.size(); ++c) by_place[{cells[c].x, cells[c].y}] = static_cast<int>(c);
  by_place_ = std::make_shared<const std::map<std::pair<int, int>, int>>(std::move(by_place));
}

// ---- the way of a beam ----

bool Tracer::emits(const Piece& piece) const {
  return piece.kind >= 0 && rules_.kinds[static_cast<std::size_t>(piece.kind)].emits;
}

bool Tracer::reacts(const Piece& piece) const {
  return piece.kind >= 0 && rules_.kinds[static_cast<std::size_t>(piece.kind)].reaction >= 0;
}

Tracer::Walk Tracer::begin(const Board& board) const {
  Walk walk;
  for (const rules::Terrain& terrain : rules_.terrain)
    walk.terrain.push_back(members(terrain.where, {nullptr, nullptr, {}, &board}));
  return walk;
}

Path Tracer::from_emitter(const Board& board, int cell) const {
  Walk walk = begin(board);
  const Piece& piece = board[static_cast<std::size_t>(cell)];
  if (!emits(piece)) return walk.path;
  const rules::Kind& kind = rules_.kinds[static_cast<std::size_t>(piece.kind)];
  Beam first;
  for (std::size_t f = 0; f < rules_.beam.size(); ++f) first.payload.push_back(first_value(static_cast<int>(f)));
  const Scope scope{&piece, &first, {cell}, &board};
  const Payload payload = updated(kind.emits_updates, scope);
  const std::int64_t ways = value(kind.emits_directions, scope);
  for (int way = 0; way < static_cast<int>(rules_.lattice.directions.size()); ++way)
    if (ways >> way & 1) follow(board, walk, cell, {way, payload}, 0);
  return walk.path;
}

Path Tracer::from(const Board& board, int cell, int way, const Payload& payload) const {
  Walk walk = begin(board);
  follow(board, walk, cell, {way, payload}, 0);
  return walk.path;
}

Path Tracer::into(const Board& board, int cell, int way, const Payload& payload) const {
  Walk walk = begin(board);
  const int half = static_cast<int>(rules_.lattice.directions.size()) / 2;
  cross(board, walk, neighbour(cell, around(way + half)), cell, {way, payload}, 0, 0, true);
  return walk.path;
}

/// The beam is about to leave `cell`.
void Tracer::follow(const Board& board, Walk& walk, int cell, const Beam& beam, int step) const {
  if (!walk.left.insert({cell, beam.way, beam.payload}).second) {
    walk.path.ends.push_back({BeamEnd::looped, cell, -1, false});
    return;
  }
  const int number = static_cast<int>(walk.path.visits.size());
  walk.path.visits.push_back({cell, beam.way, step, beam.payload, beam.before});
  cross(board, walk, cell, neighbour(cell, beam.way), {beam.way, beam.payload, number}, step + 1, 0, true);
}

/// First the side of the piece that the beam leaves, then the edge, then the side of the piece that it enters.
void Tracer::cross(const Board& board, Walk& walk, int cell, int next, const Beam& beam, int step, int part,
                   bool alone) const {
  const int back = around(beam.way + static_cast<int>(rules_.lattice.directions.size()) / 2);
  for (; part < 3; ++part) {
    std::optional<std::vector<Onward>> ways;
    if (part == 0 && cell >= 0) ways = side(board, walk, cell, beam.way, beam);
    if (part == 1)
      ways = terrain(board, walk, cell >= 0 ? cell : next, cell >= 0 ? edge(cell, beam.way) : edge(next, back), beam);
    if (part == 2 && next >= 0) ways = side(board, walk, next, back, beam);
    if (!ways) continue;
    alone = alone && ways->size() == 1;
    for (const Onward& way : *ways) {
      if (way.stops) {
        const int here = part == 2 || cell < 0 ? next : cell;
        if (way.end_name >= 0) walk.path.named.insert({here, way.end_name});
        if (step > 0) walk.path.ends.push_back({BeamEnd::stopped, cell, way.end_name, !alone});
      } else if (way.jumps) {
        follow(board, walk, way.cell, way.beam, step);
      } else if (way.beam.way == beam.way) {
        cross(board, walk, cell, next, way.beam, step, part + 1, alone);
      } else if (cell >= 0) {
        follow(board, walk, cell, way.beam, step);  // turned at the edge: it leaves the cell once more
      }
    }
    return;
  }
  if (next >= 0) {
    arrive(board, walk, next, beam, step, alone);
    return;
  }
  walk.path.exits.push_back({cell, beam.way, step - 1, beam.payload, beam.before});
  walk.path.ends.push_back({BeamEnd::left, cell, -1, false});
}

/// The beam comes to a cell: a piece with a reaction acts on it, or else the cell itself.
void Tracer::arrive(const Board& board, Walk& walk, int cell, const Beam& beam, int step, bool alone) const {
  const Piece& piece = board[static_cast<std::size_t>(cell)];
  std::optional<std::vector<Onward>> ways;
  if (reacts(piece)) {
    walk.path.hits.insert(cell);
    const int reaction = rules_.kinds[static_cast<std::size_t>(piece.kind)].reaction;
    ways = decide(rules_.optics[static_cast<std::size_t>(reaction)], {&piece, &beam, {cell}, &board});
  } else {
    ways = terrain(board, walk, cell, -1, beam);
  }
  if (!ways) {
    follow(board, walk, cell, beam, step);
    return;
  }
  for (const Onward& way : *ways) {
    if (!way.stops) {
      follow(board, walk, way.cell, way.beam, step);
      continue;
    }
    if (way.end_name >= 0) walk.path.named.insert({cell, way.end_name});
    if (step > 0) walk.path.ends.push_back({BeamEnd::stopped, cell, way.end_name, !alone || ways->size() > 1});
  }
}

/// What the piece on a cell does at one side of it, if it does.
std::optional<std::vector<Tracer::Onward>> Tracer::side(const Board& board, Walk& walk, int cell, int toward,
                                                        const Beam& beam) const {
  const Piece& piece = board[static_cast<std::size_t>(cell)];
  if (piece.kind < 0) return std::nullopt;
  const rules::Kind& kind = rules_.kinds[static_cast<std::size_t>(piece.kind)];
  if (!kind.sides || !(value(*kind.sides, {&piece, nullptr, {cell}, &board}) >> toward & 1)) return std::nullopt;
  walk.path.hits.insert(cell);
  return decide(rules_.optics[static_cast<std::size_t>(kind.sides_reaction)], {&piece, &beam, {cell}, &board});
}

/// The reaction of the first set that contains this edge, or, without an edge (-1), this cell.
std::optional<std::vector<Tracer::Onward>> Tracer::terrain(const Board& board, const Walk& walk, int here, int edge,
                                                           const Beam& beam) const {
  for (std::size_t i = 0; i < rules_.terrain.size(); ++i) {
    const rules::Terrain& terrain = rules_.terrain[i];
    if (terrain.is_crossing != (edge >= 0)) continue;
    if (!walk.terrain[i].count(edge >= 0 ? edge : here)) continue;
    Scope scope{nullptr, &beam, {here}, &board};
    if (edge >= 0) scope.locals.push_back(edge);
    return decide(rules_.optics[static_cast<std::size_t>(terrain.reaction)], scope);
  }
  return std::nullopt;
}

/// The first case that fits counts; if none does, the beam goes straight on as it was.
std::vector<Tracer::Onward> Tracer::decide(const rules::Optic& optic, const Scope& scope) const {
  const Beam& beam = *scope.beam;
  const int here = static_cast<int>(scope.locals[0]);
  const auto one =
      std::find_if(optic.cases.begin(), optic.cases.end(), [&](const rules::Case& each) { return fits(each, scope); });
  if (one == optic.cases.end()) return {{here, beam, false, -1}};
  std::vector<Onward> ways;
  for (const rules::Outcome& outcome : one->outcomes) {
    if (outcome.way == rules::Way::optic) {
      Scope inner{scope.piece, scope.beam, {here}, scope.board};
      for (const rules::Expr& argument : outcome.exprs) inner.locals.push_back(value(argument, scope));
      for (Onward& way : decide(rules_.optics[static_cast<std::size_t>(outcome.ref)], inner))
        ways.push_back(std::move(way));
      continue;
    }
    Onward way{here, {beam.way, updated(outcome.updates, scope), beam.before}, false, -1};
    switch (outcome.way) {
      case rules::Way::straight:
        break;
      case rules::Way::stops:
        way.stops = true;
        way.end_name = outcome.ref;
        break;
      case rules::Way::reflects:
        way.beam.way = around(value(outcome.exprs[0], scope) - beam.way);
        break;
      case rules::Way::turns:
        way.beam.way = around(beam.way + value(outcome.exprs[0], scope));
        break;
      case rules::Way::leaves:
        way.beam.way = static_cast<int>(value(outcome.exprs[0], scope));
        break;
      default:  // to
        way.jumps = true;
        way.cell = static_cast<int>(value(outcome.exprs[0], scope));
        if (outcome.exprs.size() > 1) way.beam.way = static_cast<int>(value(outcome.exprs[1], scope));
    }
    ways.push_back(std::move(way));
  }
  return ways;
}

bool Tracer::fits(const rules::Case& one, const Scope& scope) const {
  if (one.from != rules::CaseFrom::any) {
    // How many steps clockwise from the piece's own direction the beam travels.
    const int turn = around(scope.beam->way - value(*one.relative_to, scope));
    const int ways = static_cast<int>(rules_.lattice.directions.size());
    const bool behind = turn == 0, ahead = 2 * turn == ways;
    switch (one.from) {
      case rules::CaseFrom::behind:
        if (!behind) return false;
        break;
      case rules::CaseFrom::ahead:
        if (!ahead) return false;
        break;
      case rules::CaseFrom::left:
        if (behind || 2 * turn >= ways) return false;
        break;
      case rules::CaseFrom::right:
        if (2 * turn <= ways) return false;
        break;
      default:
        if (behind || ahead) return false;
    }
  }
  return !one.condition || value(*one.condition, scope) != 0;
}

/// What an update reads is the payload as it came.
Payload Tracer::updated(const std::vector<rules::PayloadUpdate>& updates, const Scope& scope) const {
  Payload after = scope.beam->payload;
  for (const rules::PayloadUpdate& update : updates) {
    const rules::Type& type = rules_.beam[static_cast<std::size_t>(update.field)].type;
    std::int64_t& field = after[static_cast<std::size_t>(update.field)];
    const std::int64_t operand = value(update.value, scope);
    switch (update.op) {
      case rules::AssignOp::set:
        field = operand;
        break;
      case rules::AssignOp::add:
        field += operand;
        break;
      case rules::AssignOp::subtract:
        field = type.is_set ? field & ~operand : field - operand;
        break;
      case rules::AssignOp::unite:
        field |= operand;
        break;
      case rules::AssignOp::intersect:
        field &= operand;
        break;
      case rules::AssignOp::toggle:
        field ^= operand;
        break;
    }
    if (type.clamped) field = std::clamp(field, type.lo, type.hi);
  }
  return after;
}

int Tracer::neighbour(int cell, int way) const {
  const CellInfo& from = cells_[static_cast<std::size_t>(cell)];
  const rules::Direction& direction = rules_.lattice.directions[static_cast<std::size_t>(way)];
  // On a board that wraps around, it may be found after several rounds, in either direction.
  std::vector<std::pair<int, int>> places{{from.x + direction.dx, from.y + direction.dy}};
  for (const auto& [right, up] : rules_.board.wraps) {
    const std::vector<std::pair<int, int>> before = places;
    for (const int times : {-2, -1, 1, 2})
      for (const auto& [x, y] : before)
        places.emplace_back(x + times * static_cast<int>(value(right, {})), y + times * static_cast<int>(value(up, {})));
  }
  for (const auto& place : places)
    if (const auto found = by_place_->find(place); found != by_place_->end()) return found->second;
  return -1;
}

int Tracer::edge(int cell, int way) const {
  const int ways = static_cast<int>(rules_.lattice.directions.size());
  const int other = neighbour(cell, way);
  return other >= 0 && other < cell ? other * ways + around(way + ways / 2) : cell * ways + way;
}

int Tracer::around(std::int64_t way) const {
  const auto ways = static_cast<std::int64_t>(rules_.lattice.directions.size());
  return static_cast<int>((way % ways + ways) % ways);
}

// ---- expressions, as far as optics may use them ----

std::vector<int> Tracer::ways(const rules::Expr& expr, const Scope& scope) const {
  const std::int64_t number = value(expr, scope);
  if (!expr.type.is_set) return {static_cast<int>(number)};
  std::vector<int> found;
  for (int way = 0; way < static_cast<int>(rules_.lattice.directions.size()); ++way)
    if (number >> way & 1) found.push_back(way);
  return found;
}

std::set<int> Tracer::places(const rules::Expr& expr, const Scope& scope) const {
  if (expr.type.is_set) return members(expr, scope);
  return {static_cast<int>(value(expr, scope))};
}

std::size_t Tracer::index(const rules::Expr& variable, const Scope& scope) const {
  return variable.kids.empty() ? 0 : static_cast<std::size_t>(value(variable.kids[0], scope));
}

std::vector<std::int64_t> Tracer::elements(const rules::Expr& set, const Scope& scope) const {
  if (set.type.base == Base::cell || set.type.base == Base::edge) {
    const std::set<int> all = members(set, scope);
    return {all.begin(), all.end()};
  }
  std::vector<std::int64_t> found;
  const std::int64_t bits = value(set, scope);
  for (int v = 0; v < 64; ++v)
    if (bits >> v & 1) found.push_back(v);
  return found;
}

std::set<int> Tracer::members(const rules::Expr& expr, const Scope& scope) const {
  const auto kid = [&](std::size_t i) { return places(expr.kids[i], scope); };
  const int cells = static_cast<int>(cells_.size());
  std::set<int> found;
  switch (expr.op) {
    case Op::all:
      for (int c = 0; c < cells; ++c) {
        if (expr.type.base == Base::cell)
          found.insert(c);
        else
          for (int d = 0; d < static_cast<int>(rules_.lattice.directions.size()); ++d) found.insert(edge(c, d));
      }
      return found;
    case Op::border:
      for (int c = 0; c < cells; ++c)
        for (int d = 0; d < static_cast<int>(rules_.lattice.directions.size()); ++d)
          if (neighbour(c, d) < 0) found.insert(edge(c, d));
      return found;
    case Op::empty:
    case Op::kind:
      for (int c = 0; c < cells; ++c) {
        const Piece& piece = (*scope.board)[static_cast<std::size_t>(c)];
        if (expr.op == Op::empty
                ? piece.kind < 0
                : piece.kind == expr.ref && (expr.kids.empty() || piece.owner == value(expr.kids[0], scope)))
          found.insert(c);
      }
      return found;
    case Op::variable:
      return variables.sets.at(expr.ref).at(index(expr, scope));
    case Op::call: {
      Scope inner{scope.piece, scope.beam, {}, scope.board};
      for (const rules::Expr& one : expr.kids) inner.locals.push_back(value(one, scope));
      return members(rules_.lets[static_cast<std::size_t>(expr.ref)].body, inner);
    }
    case Op::if_:
      return members(expr.kids[value(expr.kids[0], scope) ? 1 : 2], scope);
    case Op::set:
      for (std::size_t i = 0; i < expr.kids.size(); ++i) found.merge(kid(i));
      return found;
    case Op::unite:
      found = kid(0);
      found.merge(kid(1));
      return found;
    case Op::intersect:
    case Op::subtract_set:
    case Op::toggle: {
      const std::set<int> left = kid(0), right = kid(1);
      for (const int one : left)
        if ((right.count(one) != 0) == (expr.op == Op::intersect)) found.insert(one);
      if (expr.op == Op::toggle)
        for (const int one : right)
          if (!left.count(one)) found.insert(one);
      return found;
    }
    case Op::comprehension: {
      Scope inner = scope;
      inner.locals.resize(std::max(inner.locals.size(), static_cast<std::size_t>(expr.ref) + 1));
      for (const int one : kid(0)) {
        inner.locals[static_cast<std::size_t>(expr.ref)] = one;
        if (expr.kids.size() < 2 || value(expr.kids[1], inner)) found.insert(one);
      }
      return found;
    }
    case Op::step:
    case Op::ray:
    case Op::edges:
      for (const int from : kid(0))
        for (const int way : ways(expr.kids[1], scope)) {
          if (expr.op == Op::edges) {
            found.insert(edge(from, way));
            continue;
          }
          for (int at = neighbour(from, way); at >= 0; at = expr.op == Op::ray ? neighbour(at, way) : -1)
            found.insert(at);
        }
      return found;
    case Op::beside: {
      const int ways = static_cast<int>(rules_.lattice.directions.size());
      const int one = static_cast<int>(value(expr.kids[0], scope)), other = neighbour(one / ways, one % ways);
      found.insert(one / ways);
      if (other >= 0) found.insert(other);
      return found;
    }
    default:
      throw std::logic_error("the naive tracer does not know this set");
  }
}

std::int64_t Tracer::fold(const rules::Expr& expr, const Scope& scope) const {
  const bool is_extreme = expr.op == Op::fold_min || expr.op == Op::fold_max;
  const rules::Expr* condition = expr.kids.size() >= (is_extreme ? 4u : 3u) ? &expr.kids[2] : nullptr;
  Scope inner = scope;
  inner.locals.resize(std::max(inner.locals.size(), static_cast<std::size_t>(expr.ref) + 1));
  std::vector<std::int64_t> found;
  for (const std::int64_t one : elements(expr.kids[0], scope)) {
    inner.locals[static_cast<std::size_t>(expr.ref)] = one;
    if (!condition || value(*condition, inner)) found.push_back(value(expr.kids[1], inner));
  }
  std::int64_t sum = 0;
  for (const std::int64_t one : found) sum += one;
  switch (expr.op) {
    case Op::fold_any:
      return sum > 0;
    case Op::fold_all:
      return sum == static_cast<std::int64_t>(found.size());
    case Op::fold_no:
      return sum == 0;
    case Op::fold_count:
    case Op::fold_sum:
      return sum;
    default:
      if (found.empty()) return value(expr.kids.back(), scope);
      return expr.op == Op::fold_min ? *std::min_element(found.begin(), found.end())
                                     : *std::max_element(found.begin(), found.end());
  }
}

std::int64_t Tracer::value(const rules::Expr& expr, const Scope& scope) const {
  const auto kid = [&](std::size_t i) { return value(expr.kids[i], scope); };
  const auto is_of_places = [&](std::size_t i) {
    const rules::Type& type = expr.kids[i].type;
    return type.is_set && (type.base == Base::cell || type.base == Base::edge);
  };
  switch (expr.op) {
    case Op::constant:
      return expr.number;
    case Op::label:
      for (std::size_t c = 0; c < cells_.size(); ++c)
        if (cells_[c].label == expr.text) return static_cast<std::int64_t>(c);
      throw std::logic_error("no cell " + expr.text);
    case Op::option:
      return options_[static_cast<std::size_t>(expr.ref)];
    case Op::local:
      return scope.locals[static_cast<std::size_t>(expr.ref)];
    case Op::payload:
      return scope.beam->payload[static_cast<std::size_t>(expr.ref)];
    case Op::way:
      return scope.beam->way;
    case Op::variable:
      return variables.numbers.at(expr.ref).at(index(expr, scope));
    case Op::owner:
      return (*scope.board)[static_cast<std::size_t>(kid(0))].owner;
    case Op::field: {
      const Piece& piece = (*scope.board)[static_cast<std::size_t>(kid(0))];
      const std::vector<int>& fields = rules_.kinds[static_cast<std::size_t>(piece.kind)].fields;
      const auto found = std::find(fields.begin(), fields.end(), expr.ref);
      return piece.fields[static_cast<std::size_t>(found - fields.begin())];
    }
    case Op::fold_any:
    case Op::fold_all:
    case Op::fold_no:
    case Op::fold_count:
    case Op::fold_sum:
    case Op::fold_min:
    case Op::fold_max:
      return fold(expr, scope);
    case Op::x_of:
      return cells_[static_cast<std::size_t>(kid(0))].x;
    case Op::y_of:
      return cells_[static_cast<std::size_t>(kid(0))].y;
    case Op::index_of:
      return kid(0);
    case Op::call: {
      const rules::Let& let = rules_.lets[static_cast<std::size_t>(expr.ref)];
      Scope inner{scope.piece, scope.beam, {}, scope.board};
      for (std::size_t i = 0; i < expr.kids.size(); ++i) inner.locals.push_back(kid(i));
      return value(let.body, inner);
    }
    case Op::add:
      return kid(0) + kid(1);
    case Op::subtract:
      return kid(0) - kid(1);
    case Op::multiply:
      return kid(0) * kid(1);
    case Op::divide: {
      std::int64_t quotient = 0;  // by counting
      while (kid(1) > 0 ? quotient * kid(1) > kid(0) : quotient * kid(1) < kid(0)) --quotient;
      while (kid(1) > 0 ? (quotient + 1) * kid(1) <= kid(0) : (quotient + 1) * kid(1) >= kid(0)) ++quotient;
      return quotient;
    }
    case Op::modulo: {
      std::int64_t rest = kid(0);
      while (kid(1) > 0 ? rest < 0 : rest > 0) rest += kid(1);
      while (kid(1) > 0 ? rest >= kid(1) : rest <= kid(1)) rest -= kid(1);
      return rest;
    }
    case Op::negate:
      return -kid(0);
    case Op::odd:
      return kid(0) & 1;
    case Op::cycle:
      return around(kid(0) + kid(1));
    case Op::cycle_distance:
      return around(kid(0) - kid(1));
    case Op::axis_of:
      return around(2 * kid(0));
    case Op::equal:
    case Op::not_equal: {
      const bool same =
          is_of_places(0) ? members(expr.kids[0], scope) == members(expr.kids[1], scope) : kid(0) == kid(1);
      return same == (expr.op == Op::equal);
    }
    case Op::less:
      return kid(0) < kid(1);
    case Op::less_equal:
      return kid(0) <= kid(1);
    case Op::not_:
      return kid(0) == 0;
    case Op::and_:
      return kid(0) != 0 && kid(1) != 0;
    case Op::or_:
      return kid(0) != 0 || kid(1) != 0;
    case Op::if_:
      return kid(0) != 0 ? kid(1) : kid(2);
    case Op::in:
      if (is_of_places(1))
        return static_cast<std::int64_t>(members(expr.kids[1], scope).count(static_cast<int>(kid(0))));
      return kid(1) >> kid(0) & 1;
    case Op::within:
    case Op::meets:
      if (is_of_places(0)) {
        const std::set<int> left = members(expr.kids[0], scope), right = members(expr.kids[1], scope);
        const auto common = std::count_if(left.begin(), left.end(), [&](int one) { return right.count(one) != 0; });
        return expr.op == Op::meets ? common > 0 : common == static_cast<std::ptrdiff_t>(left.size());
      }
      return expr.op == Op::meets ? (kid(0) & kid(1)) != 0 : (kid(0) & ~kid(1)) == 0;
    case Op::unite:
      return kid(0) | kid(1);
    case Op::intersect:
      return kid(0) & kid(1);
    case Op::subtract_set:
      return kid(0) & ~kid(1);
    case Op::toggle:
      return kid(0) ^ kid(1);
    case Op::min:
      return std::min(kid(0), kid(1));
    case Op::max:
      return std::max(kid(0), kid(1));
    case Op::edges:
      return edge(static_cast<int>(kid(0)), static_cast<int>(kid(1)));
    case Op::count:
      if (is_of_places(0)) return static_cast<std::int64_t>(members(expr.kids[0], scope).size());
      return __builtin_popcountll(static_cast<std::uint64_t>(kid(0)));
    case Op::set: {
      std::int64_t bits = 0;
      for (const rules::Expr& one : expr.kids)
        bits |= one.type.is_set ? value(one, scope) : std::int64_t{1} << value(one, scope);
      return bits;
    }
    case Op::all: {
      const std::size_t size = expr.type.base == Base::direction ? rules_.lattice.directions.size()
                                                                 : rules_.enums[expr.type.enumeration].values.size();
      return (std::int64_t{1} << size) - 1;
    }
    case Op::comprehension: {
      Scope inner = scope;
      inner.locals.resize(std::max(inner.locals.size(), static_cast<std::size_t>(expr.ref) + 1));
      std::int64_t bits = 0;
      for (std::int64_t one = 0; one < 63; ++one) {
        inner.locals[static_cast<std::size_t>(expr.ref)] = one;
        const bool is_there = (kid(0) >> one & 1) != 0;
        if (is_there && (expr.kids.size() < 2 || value(expr.kids[1], inner))) bits |= std::int64_t{1} << one;
      }
      return bits;
    }
    default:
      throw std::logic_error("the naive tracer does not know this expression");
  }
}

std::int64_t Tracer::first_value(int beam_field) const {
  return value(rules_.beam[static_cast<std::size_t>(beam_field)].initial, {});
}

// ---- positions and texts ----

std::int64_t Tracer::element(const rules::Type& type, const std::string& text) const {
  rules::Type one = type;
  one.is_set = false;
  if (type.is_set) {
    // {red, green}
    std::int64_t bits = 0;
    std::string rest = text.substr(1, text.size() - 2);
    while (!rest.empty()) {
      const std::size_t comma = rest.find(", ");
      bits |= std::int64_t{1} << element(one, rest.substr(0, comma));
      rest = comma == std::string::npos ? "" : rest.substr(comma + 2);
    }
    return bits;
  }
  if (type.base == Base::number) return std::stoll(text);
  for (std::int64_t v = 0; v < domain_size(rules_, type); ++v)
    if (print_value(rules_, type, v) == text) return v;
  throw std::logic_error("no value " + text);
}

Board Tracer::board_of(const Position& position) const {
  Board board(cells_.size());
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const std::vector<PieceInfo> stack = position.pieces(static_cast<int>(c));
    if (stack.empty()) continue;
    const PieceInfo& info = stack.back();
    Piece& piece = board[c];
    for (std::size_t k = 0; k < rules_.kinds.size(); ++k)
      if (rules_.kinds[k].name == info.kind) piece.kind = static_cast<int>(k);
    piece.owner = info.owner;
    const std::vector<int>& fields = rules_.kinds[static_cast<std::size_t>(piece.kind)].fields;
    for (std::size_t f = 0; f < fields.size(); ++f)
      piece.fields.push_back(element(rules_.fields[static_cast<std::size_t>(fields[f])].type, info.fields[f].second));
  }
  return board;
}

std::vector<std::string> Tracer::payload_text(const Payload& payload) const {
  std::vector<std::string> texts;
  for (std::size_t f = 0; f < payload.size(); ++f)
    texts.push_back(print_value(rules_, rules_.beam[f].type, payload[f]));
  return texts;
}

}  // namespace glint::naive
