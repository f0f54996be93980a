#include "interpreter/build/code/assembler.hpp"

#include <algorithm>
#include <cassert>

#include "interpreter/build/board/constants.hpp"
#include "interpreter/program/opcodes.hpp"

namespace glint {

namespace {

/// Instructions that take one unit of fuel if they are one long run: code takes fuel only for its calls and loops. The
/// price of a call costs no time; that of a turn is an instruction, so it is only for long loops.
constexpr int kOfCall = 16, kOfTurn = 32;
/// Replaces the entry of a call whose only effect is to take fuel.
constexpr std::uint32_t kNothing = ~std::uint32_t{0};

/// Calls that only take fuel get an entry.
void give_entries(std::vector<Instruction>& code, std::vector<lang::Span>& spans) {
  std::uint32_t entry = kNothing;
  for (std::size_t i = 0, end = code.size(); i < end; ++i) {
    if (code[i].op != Opcode::call || code[i].c != kNothing) continue;
    if (entry == kNothing) {
      entry = static_cast<std::uint32_t>(code.size());
      code.push_back({Opcode::ret, 0, 0, 0, 0});
      spans.push_back(spans[i]);
    }
    code[i].c = entry;
  }
}

/// Bodies written in place of calls take no fuel by themselves, so a call of long code takes more. So does a kept let
/// that is computed again.
void price_calls(std::vector<Instruction>& code) {
  std::map<std::uint32_t, std::uint16_t> prices;  // by entry
  for (Instruction& call : code) {
    if (call.op != Opcode::call && call.op != Opcode::ensure) continue;
    const auto [price, is_new] = prices.try_emplace(call.c, 0);
    if (is_new) {
      std::uint32_t end = call.c;
      while (end + 1 < code.size() && code[end].op != Opcode::ret && code[end].op != Opcode::ret_fail) ++end;
      price->second = static_cast<std::uint16_t>(std::min<std::uint32_t>((end - call.c) / kOfCall, 0xFFFF));
    }
    call.n = std::max(call.n, price->second);
  }
}

}  // namespace

int Assembler::emit(Opcode op, Slot a, Slot b, std::int64_t c, int n) {
  if (n > 0xFFFF || program_.code.instructions.size() > kMaxCode)
    build_fail(lang::Code::G0504, span_, n > 0xFFFF ? "a set is larger than the engine's limits" : "these rules compile to too much code",
               n > 0xFFFF ? "" : "the code doubles with each `if` in a row that has effects before a requirement: combine some of them");
  assert((!program_.code.instructions.empty() && info_of(program_.code.instructions.back().op).has_more()) ==
         (op == Opcode::more));
  stop_.after();
  program_.code.instructions.push_back({op, static_cast<std::uint16_t>(n), a, b, static_cast<std::uint32_t>(c)});
  program_.code.spans.push_back(span_);
  return here() - 1;
}

int Assembler::emit_jump(Opcode op, Slot a, Slot b, Label label, int n) {
  labels_.jump(here(), label);
  return emit(op, a, b, 0, n);
}

void Assembler::price_turn(int begin) {
  const int units = (here() - begin) / kOfTurn;
  if (units > 1) emit(Opcode::call, 0, 0, kNothing, std::min(units, 0xFFFF));
}

Slot Assembler::take(int slots) {
  const Slot slot = top_;
  top_ += static_cast<Slot>(slots);
  if (slots > most_taken_.slots) most_taken_ = {slots, span_};
  if (top_ > program_.limits.words) fail_for_memory(most_taken_, program_.limits.words);
  return slot;
}

Slot Assembler::constant_words(const std::vector<Word>& words) {
  const auto found = constant_slots_.find(words);
  if (found != constant_slots_.end()) return found->second;
  count_work(1 + words.size() / 16);
  const Slot slot = take(static_cast<int>(words.size()));
  constants_.emplace_back(slot, words);
  fixed_.resize(std::max<std::size_t>(fixed_.size(), slot));
  fixed_.resize(top_, true);
  constant_slots_.emplace(words, slot);
  return slot;
}

void Assembler::roll_back(const Mark& mark) {
  labels_.drop_jumps(mark.jumps);
  labels_.placed.resize(mark.placed);
  program_.code.instructions.resize(mark.code);
  program_.code.spans.resize(mark.code);
  labels_.all.resize(mark.labels);
  for (; !constants_.empty() && constants_.back().first >= mark.top; constants_.pop_back())
    constant_slots_.erase(constants_.back().second);
  top_ = mark.top;
  fixed_.resize(std::min<std::size_t>(fixed_.size(), top_));
}

bool Assembler::optimise(int begin, Slot first_slot, int me) {
  Optimiser::Known known;
  known.value = [this](Slot slot) -> std::optional<std::int64_t> {
    if (slot >= fixed_.size() || !fixed_[slot]) return std::nullopt;
    const auto after = std::partition_point(constants_.begin(), constants_.end(), [slot](const auto& one) { return one.first <= slot; });
    if (after == constants_.begin()) return std::nullopt;
    const auto& [first, words] = *std::prev(after);
    return slot - first < words.size() ? std::optional(static_cast<std::int64_t>(words[slot - first])) : std::nullopt;
  };
  known.slot = [this](std::int64_t value) { return constant(value); };
  known.me = me;
  known.stop = &stop_;
  stop_.after(here() - begin);
  Optimiser optimiser(program_, labels_, callees_, fixed_, known, top_, work_, begin, first_slot);
  optimiser.run();
  return optimiser.read_me();
}

void Assembler::finish(bool shortens_jumps) {
  for (const Labels::Jump& jump : labels_.jumps)
    program_.code.instructions[jump.at].c = static_cast<std::uint32_t>(labels_.all[jump.label].at);
  if (shortens_jumps) {
    const auto destination = [this](int place) {
      for (int hops = 0; hops < kMostHops && place >= 0; ++hops) {
        const Instruction& there = program_.code.instructions[place];
        if (there.op != Opcode::jump) break;
        place = static_cast<int>(there.c);
      }
      return place;
    };
    for (const Labels::Jump& jump : labels_.jumps) {
      std::uint32_t& target = program_.code.instructions[jump.at].c;
      target = static_cast<std::uint32_t>(destination(static_cast<int>(target)));
    }
    for (Node& node : program_.nodes) {
      node.resume = destination(node.resume);
      node.otherwise = destination(node.otherwise);
    }
    for (DrawNode& draw : program_.draws) draw.resume = destination(draw.resume);
  }
  give_entries(program_.code.instructions, program_.code.spans);
  price_calls(program_.code.instructions);
  program_.layout.frame_size = top_;
  program_.code.initial_frame.assign(top_, 0);
  for (const auto& [slot, words] : constants_)
    std::copy(words.begin(), words.end(), program_.code.initial_frame.begin() + slot);
}

}  // namespace glint
