#include "tests/interpreter/naive_tracer.hpp"

#include <algorithm>
#include <stdexcept>

#include "interpreter/build/constants.hpp"

namespace glint::naive {

using rules::Base;
using rules::Op;

bool Path::touches(int cell) const {
  return hits.count(cell) != 0 ||
         std::any_of(visits.begin(), visits.end(), [&](const Visit& visit) { return visit.cell == cell; });
}

Tracer::Tracer(const rules::Rules& rules, std::vector<std::int64_t> options, const std::vector<CellInfo>& cells)
    : rules_(rules), options_(std::move(options)), cells_(cells) {
  for (std::size_t c = 0; c < cells.size(); ++c) by_place_[{cells[c].x, cells[c].y}] = static_cast<int>(c);
}

// ---- the way of a beam ----

bool Tracer::emits(const Piece& piece) const {
  return piece.kind >= 0 && rules_.kinds[static_cast<std::size_t>(piece.kind)].emits;
}

bool Tracer::reacts(const Piece& piece) const {
  return piece.kind >= 0 && rules_.kinds[static_cast<std::size_t>(piece.kind)].reaction >= 0;
}

Path Tracer::from_emitter(const Board& board, int cell) const {
  Walk walk;
  const Piece& piece = board[static_cast<std::size_t>(cell)];
  if (!emits(piece)) return walk.path;
  const rules::Kind& kind = rules_.kinds[static_cast<std::size_t>(piece.kind)];
  Beam first;
  for (std::size_t f = 0; f < rules_.beam.size(); ++f) first.payload.push_back(first_value(static_cast<int>(f)));
  const Scope scope{&piece, &first, {cell}};
  const Payload payload = updated(kind.emits_updates, scope);
  const std::int64_t ways = value(kind.emits_directions, scope);
  for (int way = 0; way < static_cast<int>(rules_.lattice.directions.size()); ++way)
    if (ways >> way & 1) follow(board, walk, cell, {way, payload}, 0);
  return walk.path;
}

Path Tracer::from(const Board& board, int cell, int way, const Payload& payload) const {
  Walk walk;
  follow(board, walk, cell, {way, payload}, 0);
  return walk.path;
}

/// The beam is about to leave `cell`.
void Tracer::follow(const Board& board, Walk& walk, int cell, Beam beam, int step) const {
  while (true) {
    if (!walk.left.insert({cell, beam.way, beam.payload}).second) {
      walk.path.ends.push_back({BeamEnd::looped, cell, -1, false});
      return;
    }
    walk.path.visits.push_back({cell, beam.way, step, beam.payload});
    ++step;
    const int next = neighbour(cell, beam.way);
    if (next < 0) {
      walk.path.ends.push_back({BeamEnd::left, cell, -1, false});
      return;
    }
    const Piece& piece = board[static_cast<std::size_t>(next)];
    if (!reacts(piece)) {
      cell = next;
      continue;
    }
    walk.path.hits.insert(next);
    const std::vector<Onward> ways = meet(piece, next, beam);
    for (const Onward& way : ways) {
      if (way.stops)
        walk.path.ends.push_back({BeamEnd::stopped, next, way.end_name, ways.size() > 1});
      else
        follow(board, walk, way.cell, way.beam, step);
    }
    return;
  }
}

std::vector<Tracer::Onward> Tracer::meet(const Piece& piece, int cell, const Beam& beam) const {
  const int reaction = rules_.kinds[static_cast<std::size_t>(piece.kind)].reaction;
  return decide(rules_.optics[static_cast<std::size_t>(reaction)], {&piece, &beam, {cell}});
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
      Scope inner{scope.piece, scope.beam, {here}};
      for (const rules::Expr& argument : outcome.exprs) inner.locals.push_back(value(argument, scope));
      for (Onward& way : decide(rules_.optics[static_cast<std::size_t>(outcome.ref)], inner))
        ways.push_back(std::move(way));
      continue;
    }
    Onward way{here, {beam.way, updated(outcome.updates, scope)}, false, -1};
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
  const auto found = by_place_.find({from.x + direction.dx, from.y + direction.dy});
  return found == by_place_.end() ? -1 : found->second;
}

int Tracer::around(std::int64_t way) const {
  const auto ways = static_cast<std::int64_t>(rules_.lattice.directions.size());
  return static_cast<int>((way % ways + ways) % ways);
}

// ---- expressions, as far as optics may use them ----

std::int64_t Tracer::value(const rules::Expr& expr, const Scope& scope) const {
  const auto kid = [&](std::size_t i) { return value(expr.kids[i], scope); };
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
    case Op::owner:
      return scope.piece->owner;
    case Op::field: {
      const std::vector<int>& fields = rules_.kinds[static_cast<std::size_t>(scope.piece->kind)].fields;
      const auto found = std::find(fields.begin(), fields.end(), expr.ref);
      return scope.piece->fields[static_cast<std::size_t>(found - fields.begin())];
    }
    case Op::x_of:
      return cells_[static_cast<std::size_t>(kid(0))].x;
    case Op::y_of:
      return cells_[static_cast<std::size_t>(kid(0))].y;
    case Op::index_of:
      return kid(0);
    case Op::call: {
      const rules::Let& let = rules_.lets[static_cast<std::size_t>(expr.ref)];
      Scope inner{scope.piece, scope.beam, {}};
      for (std::size_t i = 0; i < expr.kids.size(); ++i) inner.locals.push_back(kid(i));
      return value(let.body, inner);
    }
    case Op::add:
      return kid(0) + kid(1);
    case Op::subtract:
      return kid(0) - kid(1);
    case Op::multiply:
      return kid(0) * kid(1);
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
      return kid(0) == kid(1);
    case Op::not_equal:
      return kid(0) != kid(1);
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
      return kid(1) >> kid(0) & 1;
    case Op::within:
      return (kid(0) & ~kid(1)) == 0;
    case Op::meets:
      return (kid(0) & kid(1)) != 0;
    case Op::unite:
      return kid(0) | kid(1);
    case Op::intersect:
      return kid(0) & kid(1);
    case Op::subtract_set:
      return kid(0) & ~kid(1);
    case Op::toggle:
      return kid(0) ^ kid(1);
    case Op::count:
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
