// Tables of cases as code: the effects of pieces, cells and edges on beams, and the emissions of pieces. Cases that
// read only the piece and the beam can also be rows of a table of values, which `tabulate` (machine/) fills by running
// the code.
#include <algorithm>
#include <map>

#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {

namespace {

/// Does it read nothing but the piece at local 0 (its fields, its owner), the beam and constants?
bool reads_only_piece(const Facts& facts, const Expr& expr) {
  const Reads reads = facts.reads_besides(expr, 0);
  return reads.nothing() && !reads.cell;
}

class OpticsCompiler {
 public:
  OpticsCompiler(Program& program, CodeWriter& code) : program_(program), code_(code) {}

  void compile_optics() {
    reactions_.here = code_.take(1);
    reactions_.way = code_.take(1);
    reactions_.edge = code_.take(1);
    reactions_.sides.set = code_.take(1);
    reactions_.payload = code_.take(std::max<int>(1, static_cast<int>(program_.payloads.fields.size())));
    entries_.assign(program_.rules.beams.optics.size(), -1);
    scopes_.resize(program_.rules.beams.optics.size());
    crosses_.resize(program_.rules.beams.optics.size());
    for (const rules::Terrain& terrain : program_.rules.beams.terrain)
      if (terrain.is_crossing) crosses_[terrain.reaction] = true;
    for (std::size_t i = 0; i < entries_.size(); ++i) compile_optic(static_cast<int>(i));
  }

  void compile_emissions() {
    const rules::Rules& rules = program_.rules;
    for (const rules::Kind& kind : rules.kinds) {
      reactions_.code.push_back(kind.reaction < 0 ? -1 : entries_[kind.reaction]);
      reactions_.emit_code.push_back(-1);
      if (!kind.emits) continue;
      const Here here(*this, kind.emits_frame, kind.emits_directions.span);
      reactions_.emit_code.back() = code_.function(code_.top(), [&] {
        // The payload begins with the beam's first values, changed by the piece's updates.
        for (std::size_t f = 0; f < rules.beams.fields.size(); ++f)
          value_into(code_, rules.beams.fields[f].initial, reactions_.payload + static_cast<Slot>(f));
        const Slot payload = updated_payload(kind.emits_updates);
        code_.emit(Opcode::emit_start, value(code_, kind.emits_directions), payload);
      });
    }
  }

  /// Compiles cells, edges and sides of pieces that act on beams: their places and their cases.
  void compile_acting() {
    const rules::Rules& rules = program_.rules;
    for (const rules::Terrain& terrain : rules.beams.terrain) {
      const CodeWriter::InFrame in(code_, terrain.frame, terrain.span);
      Reactions::Acting& acting = reactions_.acting.emplace_back();
      acting.is_crossing = terrain.is_crossing;
      acting.reaction = entries_[terrain.reaction];
      acting.is_constant = code_.reads_nothing(terrain.where) && !code_.options.covers;
      acting.set = code_.take(code_.words(terrain.where.type));
      acting.code = code_.here();
      value_into(code_, terrain.where, acting.set);
      code_.emit(Opcode::ret);
    }
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
      const rules::Kind& kind = rules.kinds[k];
      reactions_.sides.code.push_back(-1);
      reactions_.sides.reaction.push_back(-1);
      if (!kind.sides) continue;
      const Here here(*this, kind.sides_frame, kind.span);
      reactions_.sides.code.back() = code_.here();
      reactions_.sides.reaction.back() = entries_[kind.sides_reaction];
      value_into(code_, *kind.sides, reactions_.sides.set);
      code_.emit(Opcode::ret);
      for (int owner = 0; owner < program_.pieces.sets_of_kind[k]; ++owner)
        reactions_.sides.piece_sets.push_back(program_.tops_of(k, owner));
    }
    reactions_.goes_by_steps = !reactions_.acting.empty() || !reactions_.sides.piece_sets.empty();
  }

  /// Decides which reactions become a table, and notes which sets of pieces react and emit.
  void plan_tables() {
    const rules::Rules& rules = program_.rules;
    reactions_.emission_is_static = reactions_.sides.are_static = program_.lowered.reactions;
    const auto leave_code = [&](bool& is_static, const auto& part) {
      rules::for_each_expr(part,
                           [&](const Expr& expr) { is_static = is_static && reads_only_piece(code_.facts, expr); });
    };
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
      const rules::Kind& kind = rules.kinds[k];
      for (int owner = 0; owner < program_.pieces.sets_of_kind[k]; ++owner) {
        const Slot set = program_.tops_of(k, owner);
        if (kind.reaction >= 0) reactions_.optical_sets.push_back(set);
        if (kind.emits) reactions_.emitter_sets.push_back(set);
      }
      if (kind.emits) leave_code(reactions_.emission_is_static, kind.emits_directions);
      if (kind.emits) leave_code(reactions_.emission_is_static, kind.emits_updates);
      if (kind.sides) leave_code(reactions_.sides.are_static, *kind.sides);
    }
    for (const Key& key : program_.pieces.keys)
      reactions_.optical_key.push_back(key.kind >= 0 && reactions_.code[key.kind] >= 0);
    reactions_.is_static = program_.lowered.reactions && plan_rows() && !reactions_.goes_by_steps;
    note_what_stirs();
  }

 private:
  using At = Assembler::At;

  /// The locals of a frame; the first is the cell where the code runs.
  struct Here : CodeWriter::InFrame {
    Here(OpticsCompiler& optics, const rules::Frame& frame, lang::Span span) : InFrame(optics.code_, frame, span) {
      optics.put_here(scope);
    }
  };
  void put_here(LocalSlots& scope) const {
    if (scope.slots.empty()) scope.slots.push_back(0);
    scope.slots[0] = reactions_.here;
  }
  /// Compiles an optic after those that it calls. The checker has proved that there is no cycle.
  void compile_optic(int number) {
    if (entries_[number] >= 0) return;
    const rules::Optic& optic = program_.rules.beams.optics[number];
    for (const rules::Case& one : optic.cases)
      for (const rules::Outcome& outcome : one.outcomes)
        if (outcome.way == rules::Way::optic) compile_optic(outcome.ref);
    LocalSlots& scope = scopes_[number];
    scope = code_.make_scope(optic.frame);
    put_here(scope);
    if (crosses_[number]) scope.slots[1] = reactions_.edge;
    const At at(code_, optic.span);
    const CodeWriter::InScope in(code_, scope);
    entries_[number] = code_.function(code_.top(), [&] {
      for (const rules::Case& one : optic.cases) compile_case(one);
      code_.emit(Opcode::emit, reactions_.way, reactions_.payload);  // no case fits: straight on, unchanged
    });
  }

  void compile_case(const rules::Case& one) {
    const At at(code_, one.span);
    const int ways = program_.geometry.directions;
    const Label next = code_.new_label();
    if (one.from != rules::CaseFrom::any) {
      const Slot turn = code_.take(1);
      code_.emit(Opcode::cycle_distance, turn, reactions_.way, value(code_, *one.relative_to), ways);
      // A beam from behind makes no turn. One that travels to the piece's right came from its left.
      const int half = ways / 2, exactly_half = ways % 2 == 0 ? half : -1;
      int low = 1, high = ways - 1;
      switch (one.from) {
        case rules::CaseFrom::behind: low = high = 0; break;
        case rules::CaseFrom::ahead: low = half, high = exactly_half; break;
        case rules::CaseFrom::left: high = exactly_half < 0 ? half : half - 1; break;
        case rules::CaseFrom::right: low = half + 1; break;
        default: code_.emit_jump(Opcode::jeq, turn, code_.constant(exactly_half), next);
      }
      code_.emit_jump(Opcode::jlt, turn, code_.constant(low), next);
      code_.emit_jump(Opcode::jlt, code_.constant(high), turn, next);
    }
    if (one.condition) jump_unless(code_, *one.condition, next);
    for (const rules::Outcome& outcome : one.outcomes) compile_outcome(outcome);
    code_.emit(Opcode::ret);
    code_.place(next);
  }

  void compile_outcome(const rules::Outcome& outcome) {
    const At at(code_, outcome.span);
    const int ways = program_.geometry.directions;
    if (outcome.way == rules::Way::stops) {
      code_.emit(Opcode::emit_stop, 0, 0, 0, outcome.ref + 1);
      return;
    }
    if (outcome.way == rules::Way::optic) {
      std::vector<Slot> arguments;
      for (const Expr& one : outcome.exprs) arguments.push_back(value(code_, one));
      pass(code_, arguments, outcome.exprs, program_.rules.beams.optics[outcome.ref].frame, scopes_[outcome.ref], 1);
      code_.emit(Opcode::call, 0, 0, entries_[outcome.ref]);
      return;
    }
    const Slot payload = updated_payload(outcome.updates);
    Slot way = reactions_.way;
    Slot to = 0;
    bool moves = false;
    switch (outcome.way) {
      case rules::Way::reflects:
        way = code_.take(1);
        code_.emit(Opcode::cycle_distance, way, value(code_, outcome.exprs[0]), reactions_.way, ways);
        break;
      case rules::Way::turns:
        way = code_.take(1);
        code_.emit(Opcode::cycle, way, reactions_.way, value(code_, outcome.exprs[0]), ways);
        break;
      case rules::Way::leaves:
        way = value(code_, outcome.exprs[0]);
        break;
      case rules::Way::to:
        moves = true;
        to = value(code_, outcome.exprs[0]);
        if (outcome.exprs.size() > 1) way = value(code_, outcome.exprs[1]);
        break;
      default: break;
    }
    code_.emit(Opcode::emit, way, payload, to, moves ? 1 : 0);
  }

  /// True if the effect of these cases depends only on the beam and, if it `has_piece`, on the acting piece. Cases that
  /// options rule out do not count.
  bool is_static(int number, bool has_piece) {
    const auto known = statics_.find({number, has_piece});
    if (known != statics_.end()) return known->second;
    const rules::Optic& optic = program_.rules.beams.optics[number];
    const Facts& facts = code_.facts;
    bool all = true;
    const auto note = [&](const Expr& expr) {
      all = all && reads_only_piece(facts, expr);
      // Without a piece, `here` has no fields that are known, and local 1 may be an edge.
      if (!has_piece) all = all && facts.reads_of(expr).nothing() && !facts.reads_besides(expr, 1).cell;
    };
    for (const rules::Case& one : optic.cases) {
      const auto value = one.condition ? code_.known_value(*one.condition) : std::nullopt;
      if (value && !*value) continue;
      rules::for_each_expr(one, note);
      for (const rules::Outcome& outcome : one.outcomes)
        all = all && (outcome.way != rules::Way::optic || is_static(outcome.ref, has_piece));
      if (value && one.from == rules::CaseFrom::any) break;  // it always fits
    }
    return statics_[{number, has_piece}] = all;
  }

  /// The ways on of a beam that meets these cases, at most. One to another cell, which stands in a list even alone,
  /// counts twice; one more than fit into the table stands for all that are more.
  std::uint64_t most_ways(int number) {
    if (const auto known = most_ways_.find(number); known != most_ways_.end()) return known->second;
    std::uint64_t most = 0;
    for (const rules::Case& one : program_.rules.beams.optics[number].cases) {
      const auto value = one.condition ? code_.known_value(*one.condition) : std::nullopt;
      if (value && !*value) continue;
      std::uint64_t ways = 0;
      for (const rules::Outcome& outcome : one.outcomes) {
        ways += outcome.way == rules::Way::optic ? most_ways(outcome.ref) : outcome.way == rules::Way::to ? 2 : 1;
        ways = std::min<std::uint64_t>(ways, kMostReactionWays + 1);
      }
      most = std::max(most, ways);
      if (value && one.from == rules::CaseFrom::any) break;  // it always fits
    }
    return most_ways_[number] = most;
  }

  /// Lists the rows of the reaction table, and those that it can fill. True if these are all.
  bool plan_rows() {
    const rules::Rules& rules = program_.rules;
    std::vector<int>& rows = reactions_.row_code;
    std::map<int, std::uint64_t> most_of;  // by code: ways on of an entry that has several
    const auto plan = [&](int reaction, bool has_piece) {
      rows.push_back(reaction >= 0 && is_static(reaction, has_piece) ? entries_[reaction] : -1);
      if (rows.back() >= 0 && most_ways(reaction) > 1) most_of[rows.back()] = most_ways(reaction);
      return reaction < 0 || rows.back() >= 0;
    };
    bool all = true;
    const auto plan_keys = [&](int rules::Kind::*reaction) {
      std::vector<int> of_kind;
      rows.swap(of_kind);
      for (const rules::Kind& kind : rules.kinds) all = plan(kind.*reaction, true) && all;
      rows.swap(of_kind);
      for (const Key& key : program_.pieces.keys) rows.push_back(key.kind < 0 ? -1 : of_kind[key.kind]);
    };
    plan_keys(&rules::Kind::reaction);
    reactions_.sides.first_row = rows.size();
    if (!reactions_.sides.piece_sets.empty()) plan_keys(&rules::Kind::sides_reaction);
    for (std::size_t i = 0; i < rules.beams.terrain.size(); ++i) {
      reactions_.acting[i].row = rows.size();
      all = plan(rules.beams.terrain[i].reaction, false) && all;
    }
    const std::uint64_t beams =
        static_cast<std::uint64_t>(program_.geometry.directions) * static_cast<std::uint64_t>(program_.payloads.count);
    std::uint64_t ways = 0;
    for (const int code : rows)
      if (const auto most = most_of.find(code); most != most_of.end()) ways += beams * most->second;
    const bool any = std::any_of(rows.begin(), rows.end(), [](int code) { return code >= 0; });
    program_.beyond.reactions = any && (rows.size() * beams > kMostReactionEntries || ways > kMostReactionWays);
    if (program_.beyond.reactions || !any) rows.clear();
    return all && !rows.empty();
  }

  void note_what_stirs() {
    const rules::Rules& rules = program_.rules;
    const Facts& facts = code_.facts;
    reactions_.stirs.assign(program_.pieces.keys.size(), 0);
    if (!program_.lowered.reactions) {
      // Plainly, what has any part in beams may change all of them.
      const bool all = facts.beams_read_elsewhere().pieces || reactions_.goes_by_steps;
      for (std::size_t key = 0; key < program_.pieces.keys.size(); ++key) {
        const int kind = program_.pieces.keys[key].kind;
        const bool acts = kind >= 0 && (reactions_.code[kind] >= 0 || reactions_.emit_code[kind] >= 0);
        reactions_.stirs[key] = Reactions::kSites | (all || acts ? Reactions::kAllBeams : 0);
      }
      return;
    }
    const auto note = [&](const Reads& reads, std::uint8_t what) {
      const rules::KindMask kinds = reads.kinds | reads.fields_of;
      // A piece that lies below others comes and goes without a change on top.
      const bool any = reads.other() || (reads.pieces && (program_.layout.stack > 1 || (!kinds && !reads.empty)));
      for (std::size_t key = 0; key < program_.pieces.keys.size(); ++key) {
        const int kind = program_.pieces.keys[key].kind;
        if (any || (kind < 0 ? reads.empty : kinds >> kind & 1)) reactions_.stirs[key] |= what;
      }
    };
    note(facts.beams_read_elsewhere(), Reactions::kAllBeams);
    for (const rules::Terrain& terrain : rules.beams.terrain) note(facts.reads_of(terrain.where), Reactions::kSites);
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
      if (!rules.kinds[k].sides) continue;
      Reads reads = facts.reads_besides(*rules.kinds[k].sides, 0);
      reads.pieces = true;
      reads.kinds |= rules::KindMask{1} << k;
      note(reads, Reactions::kSites);
    }
  }

  /// The payload's fields after the updates. Updates read (`beam.x` on their right side) the payload that arrived.
  Slot updated_payload(const std::vector<rules::PayloadUpdate>& updates) {
    const Slot before = reactions_.payload;
    if (updates.empty()) return before;
    const int fields = static_cast<int>(program_.payloads.fields.size());
    const Slot after = code_.take(fields);
    for (int f = 0; f < fields; ++f)
      code_.emit(Opcode::mov, after + static_cast<Slot>(f), before + static_cast<Slot>(f));
    for (const rules::PayloadUpdate& update : updates) {
      const At at(code_, update.span);
      const Type& type = program_.rules.beams.fields[update.field].type;
      const Slot operand = value(code_, update.value);
      const Slot field = after + static_cast<Slot>(update.field);
      operate(code_, update.op, field, field, operand, type);
      check_range(code_, field, made_by(update.op, update.value.type), type);
    }
    return after;
  }

  Program& program_;
  CodeWriter& code_;
  Reactions& reactions_ = program_.reactions;
  std::vector<LocalSlots> scopes_;                // by optic
  std::vector<int> entries_;                      // by optic: its code
  std::vector<bool> crosses_;                     // by optic: it is of an edge
  std::map<std::pair<int, bool>, bool> statics_;  // see is_static
  std::map<int, std::uint64_t> most_ways_;        // see most_ways
};

}  // namespace

void compile_optics(Program& program, CodeWriter& code) {
  OpticsCompiler optics(program, code);
  optics.compile_optics();
  optics.compile_emissions();
  optics.compile_acting();
  optics.plan_tables();
}

}  // namespace glint::compiling
