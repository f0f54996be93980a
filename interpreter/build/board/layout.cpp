#include "interpreter/build/board/layout.hpp"

#include <algorithm>
#include <set>

#include "interpreter/program/values.hpp"
#include "lang/rules/walk.hpp"
#include "lang/source/text.hpp"

namespace glint {

using lang::Code;

using rules::Base;

namespace {

/// The number of values of a piece or beam field; of a set type, the number of subsets.
std::int64_t field_values(const rules::Rules& rules, const rules::Type& type, lang::Span span, std::int64_t limit) {
  const std::int64_t size = domain_size(rules, type);
  if (size <= 0 || type.base == Base::cell)
    build_fail(Code::G0504, span, "this field has too many values", "fields hold values of small finite types");
  if (!type.is_set) return size;
  const std::int64_t top = type.base == Base::number ? type.hi + 1 : size;
  if (top > kMostInSetField || (type.base == Base::number && type.lo < 0))
    build_fail(Code::G0504, span, "a set of " + std::to_string(size) + " values has too many subsets for a field",
               "sets in fields hold at most " + std::to_string(kMostInSetField) + " values, and numbers from 0");
  return std::min(limit + 1, std::int64_t{1} << top);
}

/// Slots of one player's choice, if choices are made together, and the move that needs them.
Share pending_slots(const Program& program) {
  Share most{0, program.rules.board.span};
  for (const int number : moves_together(program.rules)) {
    const rules::Move& move = program.rules.moves[number];
    std::int64_t slots = 1;
    const auto add = [&](const rules::Block& block, std::int64_t times) {
      rules::for_each_stmt(block, [&](const rules::Stmt& stmt) {
        if (stmt.kind == rules::StmtKind::pick) slots += times * program.set_words(move.frame.locals[stmt.ref].type);
      });
    };
    for (const rules::Stmt& stmt : move.body) {
      if (stmt.kind == rules::StmtKind::rounds) slots += 1, add(stmt.body, most_rounds(program, move, stmt));
      else add({stmt}, 1);
    }
    if (slots > most.slots) most = {slots, move.span};
  }
  return most;
}

}  // namespace

void build_keys(Program& program, Constants& constants) {
  const rules::Rules& rules = program.rules;
  program.pieces.keys.assign(1, Key{});
  program.pieces.keys[0].glyph = ".";
  program.pieces.first_key.clear();
  int piece_set = 0;
  for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
    const rules::Kind& kind = rules.kinds[k];
    std::vector<std::int64_t> sizes;
    std::int64_t states = 1;
    for (const int f : kind.fields) {
      const rules::PieceField& field = rules.fields[f];
      sizes.push_back(field_values(rules, field.type, field.span, kMaxKeys));
      states *= sizes.back();
      if (states > kMaxKeys) break;
    }
    const int players = static_cast<int>(rules.players.size());
    const int sets = kind.owned ? players : 1;                       // sets of cells, one for each owner
    const int owners = kind.owned && !kind.owner_from ? players : 1;  // owners for whom keys differ
    program.pieces.first_set.push_back(piece_set);
    program.pieces.sets_of_kind.push_back(sets);
    if (states * owners + static_cast<std::int64_t>(program.pieces.keys.size()) > kMaxKeys)
      build_fail(Code::G0504, kind.span, "`" + kind.name + "` can be in more than " + std::to_string(kMaxKeys) +
                                             " different states",
                 "give its fields fewer values");
    auto& first = program.pieces.first_key.emplace_back();
    for (int owner = 0; owner < owners; ++owner) {
      first.push_back(static_cast<int>(program.pieces.keys.size()));
      for (std::int64_t s = 0; s < states; ++s) {
        Key key;
        key.kind = static_cast<int>(k);
        key.owner = kind.owned ? owner : -1;
        std::int64_t rest = s;
        for (std::size_t f = 0; f < sizes.size(); ++f) {
          const rules::Type& type = rules.fields[kind.fields[f]].type;
          key.values.push_back(rest % sizes[f] + (type.is_set ? 0 : domain_first(type)));
          rest /= sizes[f];
        }
        const Restored of_key(constants.piece, Constants::Piece([&](int field) -> std::int64_t {
          if (field < 0) return key.owner;
          for (std::size_t f = 0; f < kind.fields.size(); ++f)
            if (kind.fields[f] == field) return key.values[f];
          return 0;
        }));
        const Restored of_look(constants.locals, std::vector<std::int64_t>(kind.look_frame.locals.size() + 1));
        if (kind.owner_from) key.owner = static_cast<int>(constants.value(*kind.owner_from));
        key.piece_set = piece_set + std::max(0, key.owner);
        const auto looks_so = [&](const auto& each) { return constants.value(each.first) != 0; };
        const auto look = std::find_if(kind.looks.begin(), kind.looks.end(), looks_so);
        key.glyph = look != kind.looks.end() ? constants.text(look->second)
                    : kind.look.empty()      ? cut(kind.name, 1)
                                             : constants.text(kind.look);
        program.pieces.keys.push_back(std::move(key));
      }
    }
    piece_set += sets;
  }
  program.layout.piece_sets = piece_set;

  const std::size_t keys = program.pieces.keys.size();
  program.pieces.key_set.assign(keys, -1);
  program.pieces.key_owner.assign(keys, -1);
  for (std::size_t i = 1; i < keys; ++i) {
    program.pieces.key_set[i] = static_cast<std::int16_t>(program.pieces.keys[i].piece_set);
    if (program.pieces.keys[i].piece_set >= static_cast<int>(program.pieces.key_of_set.size()))
      program.pieces.key_of_set.push_back(static_cast<int>(i));
    program.pieces.key_owner[i] = static_cast<std::int16_t>(program.pieces.keys[i].owner);
  }
  program.pieces.fields.assign(rules.fields.size(), {});
  for (std::size_t f = 0; f < rules.fields.size(); ++f) {
    FieldTable& table = program.pieces.fields[f];
    table.value.assign(keys, -1);
    table.stride.assign(keys, 0);
    const rules::Type& type = rules.fields[f].type;
    table.lo = type.is_set ? 0 : domain_first(type);
    if (table.lo < -30'000 || domain_size(rules, type) > 30'000)
      build_fail(Code::G0504, rules.fields[f].span, "this field's values are too far from 0");
    for (std::size_t i = 1; i < keys; ++i) {
      const rules::Kind& kind = rules.kinds[program.pieces.keys[i].kind];
      std::int64_t stride = 1;
      for (std::size_t j = 0; j < kind.fields.size(); ++j) {
        const rules::PieceField& other = rules.fields[kind.fields[j]];
        if (kind.fields[j] == static_cast<int>(f)) {
          table.value[i] = static_cast<std::int16_t>(program.pieces.keys[i].values[j]);
          table.stride[i] = static_cast<std::int32_t>(stride);
        }
        stride *= field_values(rules, other.type, other.span, kMaxKeys);
      }
    }
  }
}

void build_payloads(Program& program) {
  program.payloads.count = 1;
  for (const rules::BeamField& field : program.rules.beams.fields) {
    PayloadField part;
    part.is_set = field.type.is_set;
    part.clamped = field.type.clamped;
    part.lo = part.is_set ? 0 : domain_first(field.type);
    part.size = field_values(program.rules, field.type, field.span, kMaxPayloads);
    part.stride = program.payloads.count;
    program.payloads.count *= part.size;
    if (program.payloads.count > kMaxPayloads)
      build_fail(Code::G0504, field.span,
                 "beams can have more than " + std::to_string(kMaxPayloads) + " different values");
    program.payloads.fields.push_back(part);
  }
}

int most_rounds(const Program& program, const rules::Move& move, const rules::Stmt& rounds) {
  if (rounds.exprs.size() > 1) return static_cast<int>(move.frame.locals[rounds.ref].type.hi);
  return static_cast<int>(std::min<std::int64_t>(program.geometry.cells, rules::kMostRounds));
}

std::vector<int> moves_together(const rules::Rules& rules) {
  std::vector<int> moves;
  rules::for_each_stmt(rules.play.body, [&](const rules::Stmt& stmt) {
    if (stmt.kind == rules::StmtKind::together) moves.insert(moves.end(), stmt.moves.begin(), stmt.moves.end());
  });
  std::sort(moves.begin(), moves.end());
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  return moves;
}

void build_seen(Program& program, Constants& constants) {
  for (const rules::Variable& variable : program.rules.variables) {
    std::vector<Word>& seen = program.layout.seen.emplace_back();
    if (!variable.seen_by) continue;
    std::int64_t count = 1, first = 0;
    if (variable.index) {
      count = program.values_of(*variable.index);
      first = domain_first(*variable.index);
    }
    for (std::int64_t i = 0; i < count; ++i) {
      const Restored index(constants.locals, std::vector<std::int64_t>{first + i});
      const auto players = static_cast<Word>(constants.value(*variable.seen_by));
      seen.push_back(static_cast<std::size_t>(popcount(players)) == program.rules.players.size() ? ~Word{0} : players);
    }
  }
}

void fail_for_memory(const Share& most, std::int64_t limit) {
  build_fail(Code::G0504, most.span, "this game needs too much memory to play: more than " +
                                         lang::counted(static_cast<std::uint64_t>(limit), "word") + "; most of it is for this");
}

Share build_layout(Program& program) {
  Layout& layout = program.layout;
  const rules::Rules& rules = program.rules;
  const auto words = static_cast<Slot>(program.geometry.words);
  layout.stack = rules.board.stacks;
  const std::int64_t limit = std::min(kMaxStateSlots, program.limits.words);
  std::int64_t next = 3;
  Share most;
  const auto take = [&](std::int64_t slots, lang::Span span, bool goes_on = false) {
    const std::int64_t at = next, share = slots + (goes_on ? most.slots : 0);
    if (share > most.slots) most = {share, span};
    next += slots;
    if (next > limit) fail_for_memory(most, limit);
    return static_cast<Slot>(at);
  };
  // The board comes first, so it has the largest share of everything up to there.
  const auto take_for_board = [&](std::int64_t slots) { return take(slots, rules.board.span, true); };
  layout.occupied = take_for_board(words);
  layout.tops = take_for_board(std::int64_t{words} * layout.piece_sets);
  layout.levels = layout.tops;
  if (layout.stack > 1) layout.levels = take_for_board(std::int64_t{words} * layout.piece_sets * layout.stack);
  // Keys are not stored if a piece's set determines its key and no beam must look it up. If a field decides who owns a
  // piece, some sets may have no key, and others several.
  std::set<int> told;
  for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) told.insert(program.pieces.keys[key].piece_set);
  const bool are_told =
      layout.stack == 1 && program.pieces.keys.size() == static_cast<std::size_t>(layout.piece_sets) + 1 &&
      told.size() + 1 == program.pieces.keys.size() && rules.beams.optics.empty() &&
      std::none_of(rules.kinds.begin(), rules.kinds.end(), [](const rules::Kind& kind) { return kind.emits; });
  if (!are_told) layout.key_slots = static_cast<Slot>((program.geometry.cells + 3) / 4);
  layout.keys = take_for_board(std::int64_t{layout.key_slots} * layout.stack);
  for (const rules::Variable& variable : rules.variables) {
    std::int64_t count = 1;
    if (variable.index) count = program.values_of(*variable.index);
    if (count <= 0) build_fail(Code::G0504, variable.span, "`" + variable.name + "` has an index without values");
    layout.variables.push_back(take(count * program.set_words(variable.type), variable.span));
  }
  layout.pending = static_cast<Slot>(next);
  const Share pending = pending_slots(program);
  layout.pending_stride = static_cast<Slot>(pending.slots);
  take(pending.slots * static_cast<std::int64_t>(rules.players.size()), pending.span);
  layout.play = static_cast<Slot>(next);
  layout.size = static_cast<Slot>(next);
  return most;
}

}  // namespace glint
