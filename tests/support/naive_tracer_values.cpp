// Expressions, as far as optics may use them, for the naive tracer.
#include <algorithm>
#include <stdexcept>

#include "interpreter/program/values.hpp"
#include "tests/support/naive_tracer.hpp"

namespace glint::naive {

using rules::Base;
using rules::Op;

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

}  // namespace glint::naive
