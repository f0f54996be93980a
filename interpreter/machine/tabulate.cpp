#include "interpreter/machine/tabulate.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace glint {

namespace {

/// Runs code that reads nothing of the position and keeps the slots that it computes in the initial frame.
bool compute_once(Interpreter& interpreter, Program& program, int code, Slot slot, std::size_t size) {
  interpreter.refuel();
  if (interpreter.run(code) != Interpreter::Status::done) return false;
  std::copy_n(interpreter.frame() + slot, size, program.initial_frame.begin() + slot);
  return true;
}

/// Constant lets, which read only earlier ones, and the cells and edges that always act on beams.
std::optional<Failure> compute_constants(Program& program) {
  Interpreter interpreter(program);
  for (const Kept& kept : program.kept)
    if (kept.is_constant && !compute_once(interpreter, program, kept.code, kept.slot, kept.size))
      return interpreter.failure();
  for (const Reactions::Acting& acting : program.reactions.acting) {
    const int words = acting.is_crossing ? program.geometry.edge_words : program.words();
    if (acting.is_constant &&
        !compute_once(interpreter, program, acting.code, acting.set, static_cast<std::size_t>(words)))
      return interpreter.failure();
  }
  return std::nullopt;
}

void fill_emissions(Program& program, Interpreter& interpreter) {
  Reactions& reactions = program.reactions;
  if (!reactions.emission_is_static) return;
  reactions.emissions.resize(program.keys.size());
  for (std::size_t key = 1; key < program.keys.size(); ++key) {
    if (reactions.emit_code[program.keys[key].kind] < 0) continue;
    interpreter.clear_board();
    interpreter.put(0, static_cast<int>(key));
    std::vector<Reactions::Way> found;
    if (!interpreter.run_emission(static_cast<int>(key), 0, found)) {
      reactions.emission_is_static = false;  // a value out of range: reported when it happens
      return;
    }
    reactions.emissions[key] = std::move(found);
  }
}

void fill_entries(Program& program, Interpreter& interpreter) {
  Reactions& reactions = program.reactions;
  if (!reactions.is_static) return;
  const std::size_t keys = program.keys.size();
  const auto ways = static_cast<std::size_t>(program.geometry.directions);
  const auto payloads = static_cast<std::size_t>(program.payloads);
  std::vector<std::uint32_t> entries(keys * ways * payloads, Reactions::kNone);
  std::vector<Reactions::Way> found;
  for (std::size_t key = 1; key < keys; ++key) {
    if (!reactions.optical_key[key]) continue;
    const int code = reactions.code[program.keys[key].kind];
    interpreter.clear_board();
    interpreter.put(0, static_cast<int>(key));
    for (std::size_t way = 0; way < ways; ++way)
      for (std::size_t payload = 0; payload < payloads; ++payload) {
        std::uint32_t& entry = entries[(key * ways + way) * payloads + payload];
        if (!interpreter.run_cases(code, {0, static_cast<int>(way), static_cast<std::int64_t>(payload)}, found)) {
          entry = Reactions::kBroken;
        } else if (found.size() == 1 && found[0].stop) {
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

/// The ways on of a reaction, without what beams carry there.
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

std::optional<Failure> tabulate(Program& program) {
  if (auto failure = compute_constants(program)) return failure;
  Interpreter interpreter(program);
  fill_emissions(program, interpreter);
  fill_entries(program, interpreter);
  find_path_classes(program);
  if (program.follows_unsplit) find_unsplit(program);
  return std::nullopt;
}

}  // namespace glint
