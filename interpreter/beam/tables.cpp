#include "interpreter/beam/tables.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace glint {

std::uint32_t entry_for(Reactions& reactions, const std::vector<Reactions::Way>& ways) {
  if (ways.size() == 1 && ways[0].stop) return Reactions::kStop | static_cast<std::uint32_t>(ways[0].stop - 1);
  if (ways.size() == 1 && ways[0].cell < 0) return static_cast<std::uint32_t>(ways[0].way) << 16 | ways[0].payload;
  reactions.lists.push_back(ways);
  return Reactions::kList | static_cast<std::uint32_t>(reactions.lists.size() - 1);
}

namespace {

/// The ways on of a reaction, without the payloads.
std::vector<std::int64_t> ways_of(const Reactions& reactions, std::uint32_t entry) {
  const std::uint32_t kind = entry & Reactions::kKind;
  if (kind == Reactions::kStop || kind == Reactions::kNone || kind == Reactions::kCode) return {kind};
  if (kind < Reactions::kNone) return {0, entry >> 16};
  std::vector<std::int64_t> ways = {kind};
  for (const Reactions::Way& way : reactions.lists[entry & 0xFFFFFF]) {
    if (way.stop) continue;
    ways.push_back(way.cell);
    ways.push_back(way.way);
  }
  return ways;
}

void find_path_classes(Program& program, lang::StopCheck& stop) {
  Reactions& reactions = program.reactions;
  const std::size_t keys = program.pieces.keys.size();
  const auto ways = static_cast<std::size_t>(program.geometry.directions);
  const auto payloads = static_cast<std::size_t>(program.payloads.count);
  std::map<std::vector<std::int64_t>, int> classes;
  bool ignore_payload = reactions.is_static && reactions.emission_is_static;
  for (std::size_t key = 0; key < keys && ignore_payload; ++key) {
    std::vector<std::int64_t> paths = {reactions.optical_key[key]};
    for (const Reactions::Way& way : reactions.emissions[key]) paths.push_back(way.way);
    for (std::size_t way = 0; way < ways && ignore_payload; ++way) {
      const std::uint32_t* entries = &reactions.entries[(key * ways + way) * payloads];
      const std::vector<std::int64_t> first = ways_of(reactions, entries[0]);
      for (std::size_t payload = 0; payload < payloads && ignore_payload; ++payload) {
        stop.after(1 + static_cast<std::int64_t>(first.size()) / 8);
        ignore_payload = ways_of(reactions, entries[payload]) == first;
      }
      ignore_payload = ignore_payload && (entries[0] & Reactions::kKind) != Reactions::kCode;
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

void find_unsplit(Program& program, lang::StopCheck& stop) {
  const Geometry& geometry = program.geometry;
  Reactions& reactions = program.reactions;
  if (!reactions.is_static || !reactions.lists.empty() || reactions.goes_by_steps) return;
  if (program.words() != 1 || geometry.ray.empty() || program.layout.stack != 1 || !program.layout.key_slots) return;
  Reactions::Unsplit unsplit;
  unsplit.payload_bits = std::bit_width(static_cast<Word>(program.payloads.count - 1));
  unsplit.keys = program.pieces.keys.size();
  const int beam_bits = unsplit.payload_bits + std::bit_width(static_cast<Word>(geometry.directions - 1));
  program.beyond.unsplit = beam_bits > kMostBeamBits || unsplit.keys << beam_bits > kMostUnsplitEntries;
  if (program.beyond.unsplit) return;
  const auto ways = static_cast<std::size_t>(geometry.directions),
             payloads = static_cast<std::size_t>(program.payloads.count);
  const auto beam = [&](std::size_t way, std::size_t payload) {
    return unsplit.beam(static_cast<int>(way), static_cast<std::uint32_t>(payload), geometry.rises[way] != 0);
  };
  unsplit.on.assign(unsplit.keys << beam_bits, Reactions::Unsplit::kPasses);
  unsplit.first.assign(unsplit.keys, Reactions::Unsplit::kAsks);
  for (std::size_t key = 1; key < unsplit.keys; ++key) {
    if (reactions.emission_is_static && reactions.emissions[key].size() == 1)
      unsplit.first[key] = beam(reactions.emissions[key][0].way, reactions.emissions[key][0].payload);
    for (std::size_t way = 0; way < ways; ++way)
      for (std::size_t payload = 0; payload < payloads; ++payload) {
        stop.after();
        const std::uint32_t entry = reactions.entries[(key * ways + way) * payloads + payload];
        const std::uint32_t kind = entry & Reactions::kKind;
        std::uint32_t& on = unsplit.on[Reactions::Unsplit::number(beam(way, payload)) * unsplit.keys + key];
        if (entry < Reactions::kNone) {
          on = beam(entry >> 16, entry & 0xFFFF);
        } else if (kind == Reactions::kStop && (entry & 0xFFFF) < 0x1000) {
          on = Reactions::Unsplit::kStops | (entry & 0xFFFF);
        } else if (kind != Reactions::kNone) {
          on = Reactions::Unsplit::kAsks;
        }
      }
  }
  unsplit.lines.assign(ways << 7, 0);
  for (std::size_t way = 0; way < ways; ++way)
    for (int cell = 0; cell < geometry.cells; ++cell) {
      Word* const line = &unsplit.lines[(way << 6 | static_cast<std::size_t>(cell)) * 2];
      line[0] = *geometry.ray_of(static_cast<int>(way), cell);
      line[1] = line[0] | bit_in_word(cell);
    }
  reactions.unsplit = std::move(unsplit);
}

/// If no beam continues, there is nothing else to ask.
void find_bars(Program& program) {
  Reactions& reactions = program.reactions;
  if (reactions.entries.empty()) return;
  const auto turns = static_cast<std::ptrdiff_t>(program.geometry.directions) * program.payloads.count;
  for (Reactions::Acting& acting : reactions.acting) {
    const auto first = reactions.entries.begin() + static_cast<std::ptrdiff_t>(acting.row) * turns;
    acting.bars = acting.is_crossing && std::count(first, first + turns, Reactions::kStop) == turns;
  }
}

void find_answer_width(Program& program) {
  Reactions& reactions = program.reactions;
  if (reactions.emitter_sets.empty() || !program.lowered.kept_tries || !reactions.is_static ||
      !reactions.emission_is_static)
    return;
  std::size_t width = 1;
  while (width < static_cast<std::size_t>(reactions.path_classes)) width *= 2;
  const auto cells = static_cast<std::size_t>(program.geometry.cells), words = static_cast<std::size_t>(program.words());
  const std::size_t answers = cells * width, answer_words = (answers + 63) / 64;
  program.beyond.answers = answers * words > kMostAnswerWords || cells * answer_words > kMostAnswerWords;
  if (!program.beyond.answers) reactions.answer_width = width;
}

}  // namespace

void derive_tables(Program& program, lang::StopCheck& stop) {
  find_path_classes(program, stop);
  find_answer_width(program);
  if (!program.lowered.unsplit) return;
  find_unsplit(program, stop);
  find_bars(program);
}

}  // namespace glint
