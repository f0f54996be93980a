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
  for (const rules::Terrain& terrain : rules_.beams.terrain)
    walk.terrain.push_back(members(terrain.where, {nullptr, nullptr, {}, &board}));
  return walk;
}

Path Tracer::from_emitter(const Board& board, int cell) const {
  Walk walk = begin(board);
  const Piece& piece = board[static_cast<std::size_t>(cell)];
  if (!emits(piece)) return walk.path;
  const rules::Kind& kind = rules_.kinds[static_cast<std::size_t>(piece.kind)];
  Beam first;
  for (std::size_t f = 0; f < rules_.beams.fields.size(); ++f)
    first.payload.push_back(first_value(static_cast<int>(f)));
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
    ways = decide(rules_.beams.optics[static_cast<std::size_t>(reaction)], {&piece, &beam, {cell}, &board});
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
  return decide(rules_.beams.optics[static_cast<std::size_t>(kind.sides_reaction)], {&piece, &beam, {cell}, &board});
}

/// The reaction of the first set that contains this edge, or, without an edge (-1), this cell.
std::optional<std::vector<Tracer::Onward>> Tracer::terrain(const Board& board, const Walk& walk, int here, int edge,
                                                           const Beam& beam) const {
  for (std::size_t i = 0; i < rules_.beams.terrain.size(); ++i) {
    const rules::Terrain& terrain = rules_.beams.terrain[i];
    if (terrain.is_crossing != (edge >= 0)) continue;
    if (!walk.terrain[i].count(edge >= 0 ? edge : here)) continue;
    Scope scope{nullptr, &beam, {here}, &board};
    if (edge >= 0) scope.locals.push_back(edge);
    return decide(rules_.beams.optics[static_cast<std::size_t>(terrain.reaction)], scope);
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
      for (Onward& way : decide(rules_.beams.optics[static_cast<std::size_t>(outcome.ref)], inner))
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
    const rules::Type& type = rules_.beams.fields[static_cast<std::size_t>(update.field)].type;
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

std::int64_t Tracer::first_value(int beam_field) const {
  return value(rules_.beams.fields[static_cast<std::size_t>(beam_field)].initial, {});
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
    texts.push_back(print_value(rules_, rules_.beams.fields[f].type, payload[f]));
  return texts;
}

}  // namespace glint::naive
