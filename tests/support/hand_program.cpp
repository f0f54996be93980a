#include "tests/support/hand_program.hpp"

#include <algorithm>

#include "interpreter/beam/tables.hpp"
#include "interpreter/build/board/layout.hpp"

namespace glint::test {

Geometry rectangle(int width, int height, const Steps& steps) {
  Geometry geometry;
  geometry.cells = width * height;
  geometry.words = words_for(geometry.cells);
  geometry.directions = static_cast<int>(steps.size());
  geometry.board.assign(static_cast<std::size_t>(geometry.words), 0);
  for (int cell = 0; cell < geometry.cells; ++cell) {
    add_bit(geometry.board.data(), cell);
    CellInfo info;
    info.label = info.own_label = std::to_string(cell);
    info.x = cell % width;
    info.y = cell / width;
    geometry.info.push_back(info);
  }
  for (const auto& [dx, dy] : steps) {
    geometry.rises.push_back(dy > 0 || (dy == 0 && dx > 0));
    if (geometry.rises.back()) geometry.rising |= bit_in_word(geometry.rises.size() - 1);
    geometry.direction_info.push_back({std::to_string(geometry.rises.size() - 1), dx, dy});
    for (int cell = 0; cell < geometry.cells; ++cell) {
      const int x = cell % width + dx, y = cell / width + dy;
      geometry.neighbour.push_back(x < 0 || x >= width || y < 0 || y >= height ? -1 : y * width + x);
    }
  }
  lang::StopCheck never{lang::Stop()};
  fill_tables(geometry, never);
  return geometry;
}

namespace {

void lay_out(Program& program, int stack, bool stores_keys) {
  Layout& layout = program.layout;
  const auto words = static_cast<Slot>(program.words()), sets = static_cast<Slot>(layout.piece_sets);
  layout.stack = stack;
  layout.tops = layout.occupied + words;
  layout.levels = layout.tops + words * sets;
  layout.keys = layout.levels + (stack > 1 ? words * sets * static_cast<Slot>(stack) : 0);
  layout.key_slots = stores_keys ? static_cast<Slot>((program.geometry.cells + 3) / 4) : 0;
  layout.pending = layout.play = layout.size = layout.end = layout.keys + layout.key_slots * static_cast<Slot>(stack);
  program.code.initial_frame.assign(layout.end, 0);
  program.layout.frame_size = layout.end;
}

/// All keys of a kind, its fields' first value changing fastest.
void add_keys(Program& program, const Pieces& pieces, std::size_t number) {
  const Pieces::Kind& kind = pieces.kinds[number];
  const int sets = kind.is_owned ? pieces.players : 1;
  program.pieces.first_set.push_back(program.layout.piece_sets);
  program.pieces.sets_of_kind.push_back(sets);
  program.pieces.first_key.emplace_back();
  for (int owner = 0; owner < sets; ++owner) {
    program.pieces.first_key.back().push_back(static_cast<int>(program.pieces.keys.size()));
    program.pieces.key_of_set.push_back(static_cast<int>(program.pieces.keys.size()));
    int states = 1;
    for (const int field : kind.fields) states *= pieces.field_sizes[static_cast<std::size_t>(field)];
    for (int state = 0; state < states; ++state) {
      Key key;
      key.kind = static_cast<int>(number);
      key.owner = kind.is_owned ? owner : -1;
      key.piece_set = program.layout.piece_sets + owner;
      int rest = state, stride = 1;
      for (const int field : kind.fields) {
        const int size = pieces.field_sizes[static_cast<std::size_t>(field)];
        FieldTable& table = program.pieces.fields[static_cast<std::size_t>(field)];
        table.value.resize(program.pieces.keys.size() + 1, -1);
        table.stride.resize(program.pieces.keys.size() + 1, 0);
        table.value.back() = static_cast<std::int16_t>(rest % size);
        table.stride.back() = stride;
        key.values.push_back(rest % size);
        rest /= size;
        stride *= size;
      }
      program.pieces.key_set.push_back(static_cast<std::int16_t>(key.piece_set));
      program.pieces.key_owner.push_back(static_cast<std::int16_t>(key.owner));
      program.pieces.keys.push_back(std::move(key));
    }
  }
  program.layout.piece_sets += sets;
}

}  // namespace

Program hand_program(Geometry geometry, const Pieces& pieces) {
  Program program;
  program.geometry = std::move(geometry);
  program.rules.players.resize(static_cast<std::size_t>(pieces.players));
  program.pieces.keys.resize(1);
  program.pieces.key_set = program.pieces.key_owner = {-1};
  program.pieces.fields.resize(pieces.field_sizes.size());
  for (std::size_t kind = 0; kind < pieces.kinds.size(); ++kind) {
    program.rules.kinds.emplace_back().name = pieces.kinds[kind].name;
    add_keys(program, pieces, kind);
  }
  const std::size_t keys = program.pieces.keys.size();
  for (FieldTable& table : program.pieces.fields) {
    table.value.resize(keys, -1);
    table.stride.resize(keys, 0);
  }
  program.kept.forget_key.assign(keys, 0);
  program.kept.forget_field.assign(program.pieces.fields.size(), 0);
  Reactions& reactions = program.reactions;
  reactions.code.assign(pieces.kinds.size(), -1);
  reactions.emit_code = reactions.sides.code = reactions.sides.reaction = reactions.code;
  reactions.optical_key.assign(keys, 0);
  reactions.stirs.assign(keys, 0);
  lay_out(program, pieces.stack, true);
  return program;
}

void store_no_keys(Program& program) { lay_out(program, 1, false); }

void add_planes(Program& program, int field, bool is_less) {
  const FieldTable& table = program.pieces.fields[static_cast<std::size_t>(field)];
  FieldPlanes planes;
  planes.field = field;
  planes.is_less = is_less;
  planes.is_read = true;
  planes.slot = program.layout.end;
  planes.values = 1 + *std::max_element(table.value.begin(), table.value.end());
  program.pieces.planes.push_back(planes);
  program.layout.end += static_cast<Slot>(planes.sets() * program.words());
  program.layout.frame_size = program.layout.end;
  program.code.initial_frame.resize(program.layout.frame_size, 0);

  program.pieces.plane_begin.clear();
  program.pieces.plane_slots.clear();
  for (std::size_t key = 0; key < program.pieces.keys.size(); ++key) {
    program.pieces.plane_begin.push_back(static_cast<std::uint32_t>(program.pieces.plane_slots.size()));
    for (const FieldPlanes& one : program.pieces.planes) {
      const int value = program.pieces.fields[static_cast<std::size_t>(one.field)].value[key];
      for (int set = 0; value >= 0 && set < one.sets(); ++set)
        if (one.is_less ? value < set : value == set)
          program.pieces.plane_slots.push_back(one.slot + static_cast<Slot>(set * program.words()));
    }
  }
  program.pieces.plane_begin.push_back(static_cast<std::uint32_t>(program.pieces.plane_slots.size()));
}

void add_beams(Program& program, const Optics& optics) {
  for (const int bits : optics.bits_of_fields) {
    PayloadField& field = program.payloads.fields.emplace_back();
    field.is_set = true;
    field.size = std::int64_t{1} << bits;
    field.stride = program.payloads.count;
    program.payloads.count *= field.size;
  }
  Reactions& reactions = program.reactions;
  const auto has = [](const std::vector<std::string>& kinds, const std::string& kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  for (std::size_t kind = 0; kind < program.rules.kinds.size(); ++kind) {
    const std::string& name = program.rules.kinds[kind].name;
    if (has(optics.emitters, name)) reactions.emit_code[kind] = static_cast<int>(kind);
    if (has(optics.reactors, name)) reactions.code[kind] = static_cast<int>(kind);
    for (int owner = 0; owner < program.pieces.sets_of_kind[kind]; ++owner) {
      if (reactions.emit_code[kind] >= 0) reactions.emitter_sets.push_back(program.tops_of(kind, owner));
      if (reactions.code[kind] >= 0) reactions.optical_sets.push_back(program.tops_of(kind, owner));
    }
  }
  const std::size_t keys = program.pieces.keys.size(), payloads = static_cast<std::size_t>(program.payloads.count),
                    ways = static_cast<std::size_t>(program.geometry.directions);
  reactions.emission_is_static = true;
  reactions.emissions.resize(keys);
  reactions.is_static = true;
  reactions.entries.assign(keys * ways * payloads, Reactions::kNone);
  for (std::size_t number = 1; number < keys; ++number) {
    const Key& key = program.pieces.keys[number];
    const auto kind = static_cast<std::size_t>(key.kind);
    if (reactions.emit_code[kind] >= 0) reactions.emissions[number] = optics.emission(key);
    if (reactions.code[kind] < 0) continue;
    reactions.optical_key[number] = 1;
    for (std::size_t at = 0; at < ways * payloads; ++at) {
      const auto way = static_cast<int>(at / payloads);
      const auto payload = static_cast<std::uint32_t>(at % payloads);
      reactions.entries[number * ways * payloads + at] = entry_for(reactions, optics.reaction(key, way, payload));
    }
  }
  lang::StopCheck never({});
  derive_tables(program, never);
}

std::vector<int> keys_of(const Program& program, const std::vector<std::string>& kinds) {
  std::vector<int> keys;
  for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) {
    const std::string& kind = program.rules.kinds[static_cast<std::size_t>(program.pieces.keys[key].kind)].name;
    if (kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end())
      keys.push_back(static_cast<int>(key));
  }
  return keys;
}

}  // namespace glint::test
