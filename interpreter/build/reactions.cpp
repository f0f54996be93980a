#include "interpreter/build/reactions.hpp"

#include <map>

#include "interpreter/build/code/compiler.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

namespace {

using rules::Op;

/// Reads the expression only the piece at local 0 (its fields, its owner), the beam and constants?
bool reads_only_piece(const rules::Rules& rules, const rules::Expr& expr) {
  switch (expr.op) {
    case Op::field: case Op::owner:
      return expr.kids[0].op == Op::local && expr.kids[0].ref == 0;
    case Op::local: return expr.ref != 0;  // the cell itself would do more than name the piece
    case Op::variable: case Op::me: case Op::seen: case Op::empty: case Op::kind: case Op::stacked: case Op::trace:
    case Op::beams: case Op::trace_from: case Op::can: return false;
    case Op::call: {
      const rules::Let& let = rules.lets[static_cast<std::size_t>(expr.ref)];
      if (let.reads_state || let.reads_me || let.reads_beams) return false;
      break;
    }
    default: break;
  }
  for (const rules::Expr& kid : expr.kids)
    if (!reads_only_piece(rules, kid)) return false;
  return true;
}

bool updates_read_only_piece(const rules::Rules& rules, const std::vector<rules::PayloadUpdate>& updates) {
  for (const rules::PayloadUpdate& update : updates)
    if (!reads_only_piece(rules, update.value)) return false;
  return true;
}

bool is_static(const rules::Rules& rules, const rules::Optic& optic) {
  for (const rules::Case& one : optic.cases) {
    if (one.relative_to && !reads_only_piece(rules, *one.relative_to)) return false;
    if (one.condition && !reads_only_piece(rules, *one.condition)) return false;
    for (const rules::Outcome& outcome : one.outcomes) {
      for (const rules::Expr& expr : outcome.exprs)
        if (!reads_only_piece(rules, expr)) return false;
      if (!updates_read_only_piece(rules, outcome.updates)) return false;
      if (outcome.way == rules::Way::optic && !is_static(rules, rules.optics[static_cast<std::size_t>(outcome.ref)]))
        return false;
    }
  }
  return true;
}

/// The ways on of a reaction without what they carry.
std::vector<std::int64_t> ways_of(const Reactions& reactions, std::uint32_t entry) {
  const std::uint32_t kind = entry & Reactions::kKind;
  if (kind == Reactions::kStop || kind == Reactions::kNone || kind == Reactions::kBroken) return {kind};
  if (kind < Reactions::kNone) return {0, entry >> 16};
  std::vector<std::int64_t> ways = {kind};
  for (const Reactions::Way& way : reactions.lists[entry & 0xFFFFFF]) {
    if (way.stop) continue;
    ways.push_back(way.cell);
    ways.push_back(way.way);
  }
  return ways;
}

void find_path_classes(Program& program) {
  Reactions& reactions = program.reactions;
  const std::size_t keys = program.keys.size();
  const auto ways = static_cast<std::size_t>(program.geometry.directions);
  const auto payloads = static_cast<std::size_t>(program.payloads);
  std::map<std::vector<std::int64_t>, int> classes;
  bool ignore_payload = reactions.is_static && reactions.emission_is_static;
  for (std::size_t key = 0; key < keys && ignore_payload; ++key) {
    std::vector<std::int64_t> paths = {reactions.optical_key[key]};
    for (const Reactions::Way& way : reactions.emissions[key]) paths.push_back(way.way);
    for (std::size_t way = 0; way < ways && ignore_payload; ++way) {
      const std::uint32_t* entries = &reactions.entries[(key * ways + way) * payloads];
      const std::vector<std::int64_t> first = ways_of(reactions, entries[0]);
      for (std::size_t payload = 0; payload < payloads && ignore_payload; ++payload)
        ignore_payload = entries[payload] == entries[0] || ways_of(reactions, entries[payload]) == first;
      ignore_payload = ignore_payload && (entries[0] & Reactions::kKind) != Reactions::kBroken;
      paths.push_back(-2);
      paths.insert(paths.end(), first.begin(), first.end());
    }
    reactions.path_class.push_back(
        static_cast<std::uint16_t>(classes.emplace(std::move(paths), static_cast<int>(classes.size())).first->second));
  }
  reactions.path_classes = static_cast<int>(classes.size());
  if (ignore_payload) return;
  reactions.path_class.resize(keys);
  for (std::size_t key = 0; key < keys; ++key) reactions.path_class[key] = static_cast<std::uint16_t>(key);
  reactions.path_classes = static_cast<int>(keys);
}

void fill_tables(Program& program) {
  const rules::Rules& rules = program.rules;
  Reactions& reactions = program.reactions;
  const auto words = static_cast<Slot>(program.words());
  reactions.is_static = program.tabulates_reactions;
  reactions.emission_is_static = program.tabulates_reactions;
  bool any = false;
  for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
    const rules::Kind& kind = rules.kinds[k];
    for (int owner = 0; owner < program.sets_of_kind[k]; ++owner) {
      const Slot set = program.layout.tops + static_cast<Slot>(program.first_set[k] + owner) * words;
      if (kind.reaction >= 0) reactions.optical_sets.push_back(set);
      if (kind.emits) reactions.emitter_sets.push_back(set);
    }
    if (kind.reaction >= 0) {
      any = true;
      reactions.is_static = reactions.is_static && is_static(rules, rules.optics[static_cast<std::size_t>(kind.reaction)]);
    }
    if (kind.emits)
      reactions.emission_is_static = reactions.emission_is_static && reads_only_piece(rules, kind.emits_directions) &&
                                     updates_read_only_piece(rules, kind.emits_updates);
  }
  for (const Key& key : program.keys)
    reactions.optical_key.push_back(key.kind >= 0 && reactions.code[static_cast<std::size_t>(key.kind)] >= 0);
  const std::size_t keys = program.keys.size();
  const auto ways = static_cast<std::size_t>(program.geometry.directions);
  const auto payloads = static_cast<std::size_t>(program.payloads);
  if (keys * ways * payloads > kMaxReactionEntries || reactions.goes_by_steps) reactions.is_static = false;
  reactions.is_static = reactions.is_static && any;

  Machine machine(program);
  std::vector<Reactions::Way> found;
  if (reactions.emission_is_static) {
    reactions.emissions.resize(keys);
    for (std::size_t key = 1; key < keys; ++key) {
      if (reactions.emit_code[static_cast<std::size_t>(program.keys[key].kind)] < 0) continue;
      machine.clear_board();
      machine.put(0, static_cast<int>(key));
      if (!machine.run_emission(static_cast<int>(key), 0, found)) {
        reactions.emission_is_static = false;  // a value out of range: told when it happens
        break;
      }
      reactions.emissions[key] = found;
    }
  }
  if (!reactions.is_static) return;
  std::vector<std::uint32_t> entries(keys * ways * payloads, Reactions::kNone);
  for (std::size_t key = 1; key < keys; ++key) {
    if (reactions.code[static_cast<std::size_t>(program.keys[key].kind)] < 0) continue;
    machine.clear_board();
    machine.put(0, static_cast<int>(key));
    for (std::size_t way = 0; way < ways; ++way)
      for (std::size_t payload = 0; payload < payloads; ++payload) {
        std::uint32_t& entry = entries[(key * ways + way) * payloads + payload];
        if (!machine.run_reaction(static_cast<int>(key), 0, static_cast<int>(way), static_cast<std::int64_t>(payload), found)) {
          entry = Reactions::kBroken;
          continue;
        }
        if (found.size() == 1 && found[0].stop) {
          entry = Reactions::kStop | static_cast<std::uint32_t>(found[0].stop - 1);
        } else if (found.size() == 1 && found[0].cell < 0) {
          entry = static_cast<std::uint32_t>(found[0].way) << 16 | found[0].payload;
        } else {
          entry = Reactions::kList | static_cast<std::uint32_t>(reactions.lists.size());
          reactions.lists.push_back(found);
        }
      }
  }
  reactions.entries = std::move(entries);
}

int bits_for(std::int64_t values) {
  int bits = 0;
  while (std::int64_t{1} << bits < values) ++bits;
  return bits;
}

void find_unsplit(Program& program) {
  constexpr int kMostBeamBits = 12;
  constexpr std::size_t kMostEntries = 1'000'000;
  const Geometry& geometry = program.geometry;
  Reactions& reactions = program.reactions;
  if (!reactions.is_static || !reactions.lists.empty() || reactions.goes_by_steps) return;
  if (program.words() != 1 || geometry.ray.empty() || program.layout.stack != 1 || !program.layout.key_slots) return;
  Reactions::Unsplit unsplit;
  unsplit.payload_bits = bits_for(program.payloads);
  unsplit.beam_bits = unsplit.payload_bits + bits_for(geometry.directions);
  if (unsplit.beam_bits > kMostBeamBits || program.keys.size() << unsplit.beam_bits > kMostEntries) return;
  const auto ways = static_cast<std::size_t>(geometry.directions),
             payloads = static_cast<std::size_t>(program.payloads);
  const auto beam = [&](std::size_t way, std::size_t payload) {
    return unsplit.beam(static_cast<int>(way), static_cast<std::uint32_t>(payload), geometry.rises[way] != 0);
  };
  unsplit.on.assign(program.keys.size() << unsplit.beam_bits, Reactions::Unsplit::kPasses);
  unsplit.first.assign(program.keys.size(), Reactions::Unsplit::kAsks);
  for (std::size_t key = 1; key < program.keys.size(); ++key) {
    if (reactions.emission_is_static && reactions.emissions[key].size() == 1)
      unsplit.first[key] = beam(reactions.emissions[key][0].way, reactions.emissions[key][0].payload);
    for (std::size_t way = 0; way < ways; ++way)
      for (std::size_t payload = 0; payload < payloads; ++payload) {
        const std::uint32_t entry = reactions.entries[(key * ways + way) * payloads + payload];
        const std::uint32_t kind = entry & Reactions::kKind;
        std::uint16_t& on = unsplit.on[key << unsplit.beam_bits | (beam(way, payload) & ~Reactions::Unsplit::kRises)];
        if (entry < Reactions::kNone) {
          on = beam(entry >> 16, entry & 0xFFFF);
        } else if (kind == Reactions::kStop && (entry & 0xFFFF) < 0x1000) {
          on = static_cast<std::uint16_t>(Reactions::Unsplit::kStops | (entry & 0xFFFF));
        } else if (kind != Reactions::kNone) {
          on = Reactions::Unsplit::kAsks;
        }
      }
  }
  unsplit.rays.assign(ways << 6, 0);
  for (std::size_t way = 0; way < ways; ++way)
    for (int cell = 0; cell < geometry.cells; ++cell)
      unsplit.rays[way << 6 | static_cast<std::size_t>(cell)] = *geometry.ray_of(static_cast<int>(way), cell);
  reactions.unsplit = std::move(unsplit);
}

}  // namespace

void build_reactions(Program& program) {
  fill_tables(program);
  find_path_classes(program);
  if (program.follows_unsplit) find_unsplit(program);
}

}  // namespace glint
