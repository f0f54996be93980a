// The interpreter of the register machine's code: see program/instructions.def for what each instruction does. The code
// was made by the compiler and is trusted. A part of any.cpp, v3.cpp and profiled.cpp, which define GLINT_CPU;
// profiled.cpp also GLINT_STAMP, and gets the function that stamps each instruction.
//
// Work (fuel_) is counted in loops and calls, and by length for long sets; only loops and calls test whether it is used
// up.

// Labels as values are an extension of g++ and clang.
#pragma GCC diagnostic ignored "-Wpedantic"

namespace glint {

namespace {

std::int64_t wrap(std::int64_t value, std::int64_t size) {
  value %= size;
  return value < 0 ? value + size : value;
}

/// Board::top(cell).key. Most stacks are low, so it goes up from the lowest level.
[[gnu::always_inline]] inline int top_key_of(const Program& program, const Word* f, Word cell) {
  const Layout& layout = program.layout;
  if (layout.key_slots == 0) return program.key_by_sets(f, static_cast<int>(cell));
  const char* keys = reinterpret_cast<const char*>(f + layout.keys) + 2 * cell;
  std::uint16_t top;
  std::memcpy(&top, keys, sizeof top);
  for (int level = 1; level < layout.stack; ++level) {
    std::uint16_t above;
    std::memcpy(&above, keys += sizeof(Word) * layout.key_slots, sizeof above);
    if (!above) break;
    top = above;
  }
  return top;
}

/// On a board of one word: the cells one step from a cell, in one of these ways.
[[gnu::noinline]] Word cells_beside(const Geometry& geometry, Word cell, Word ways) {
  Word found = 0;
  for (; ways != 0; ways &= ways - 1) {
    const std::int32_t next = geometry.neighbour[geometry.at(static_cast<int>(cell), lowest_bit(ways))];
    found |= static_cast<Word>(next >= 0) << (next & 63);
  }
  return found;
}

/// On a board of one word: the cells whose stacks are full.
[[gnu::always_inline]] inline Word full_stacks(const Layout& layout, const Word* f) {
  Word full = 0;
  const auto stack = static_cast<std::size_t>(layout.stack);
  const Word* last = f + layout.levels + stack - 1;
  for (int set = layout.piece_sets; set > 0; --set, last += stack) full |= *last;
  return full;
}

}  // namespace

#ifdef GLINT_STAMP
Interpreter::Status Interpreter::run_stamped(int entry) {
#else
#define GLINT_STAMP(instruction) static_cast<void>(0)
template <>
Interpreter::Status Interpreter::run_on<GLINT_CPU>(int entry) {
#endif
  const Instruction* const code = program_.code.instructions.data();
  const Instruction* pc = code + entry;
  Word* const f = frame_;
  const std::size_t calls = calls_.size();
  calls_.push_back(nullptr);
  const auto leave = [this, calls](Status status) {
    calls_.resize(calls);
    return status;
  };
  const auto number = [f](Slot slot) { return static_cast<std::int64_t>(f[slot]); };
  // Most boards with stacks are of one word, and to divide by a number that is not known takes long.
  const auto cell_of_place = [this](Word place) { return words_ == 1 ? place % 64 : place % static_cast<Word>(words_ * 64); };
  const auto level_of_place = [this](Word place) { return words_ == 1 ? place / 64 : place / static_cast<Word>(words_ * 64); };
  const auto key_of_place = [&](Word place) {
    return pieces_.key_at(static_cast<int>(cell_of_place(place)), static_cast<int>(level_of_place(place)));
  };
  failed_ = false;

  static const void* const kTargets[] = {
#define GLINT_OP(name, effects, operands, listing) &&at_##name,
#include "interpreter/program/instructions.def"
#undef GLINT_OP
  };
  // Kept in a register, as each instruction reads it; the compiler would compute the address again each time.
  const void* const* targets = kTargets;
  asm("" : "+r"(targets));
  // Each instruction has its own jump to the next one, which processors predict well.
#define OP(name) at_##name:
  // To that instruction. `asm` keeps g++ from sharing parts of these jumps, which would take one instruction more each.
#define GO_TO(instruction)                            \
  do {                                                \
    pc = (instruction);                               \
    GLINT_STAMP(static_cast<std::size_t>(pc - code)); \
    asm("" : "+r"(pc));                               \
    goto* targets[static_cast<std::size_t>(pc->op)]; \
  } while (false)
#define NEXT GO_TO(pc + 1)
  // To the one that a jump leads to.
#define JUMP GO_TO(code + at.c)
#define JUMP_IF(condition) \
  if (condition) JUMP;     \
  NEXT
#define at (*pc)
#define BURN(units)                                        \
  do {                                                     \
    fuel_.use(units);                                      \
    if (fuel_.is_spent() && !failures_.take_portion(pc, fuel_)) return leave(failures_.out_of_fuel(pc, fuel_)); \
  } while (false)
  // As the last act of an instruction, instead of NEXT or JUMP.
#define BURN_AND(units, go_on)                             \
  do {                                                     \
    fuel_.use(units);                                      \
    if (fuel_.is_spent()) goto spent_before_##go_on;       \
    go_on;                                                 \
  } while (false)
  // For each word i of a set. Boards of one or two words are common, and a loop takes far longer for them. `i` is as
  // wide as an address: a sum with a narrower one would be an instruction of its own.
#define EACH_WORD(what)                                       \
  do {                                                        \
    if (at.n == 1) {                                          \
      constexpr std::size_t i = 0;                            \
      what;                                                   \
    } else if (at.n == 2) {                                   \
      std::size_t i = 0;                                      \
      what;                                                   \
      i = 1;                                                  \
      what;                                                   \
    } else {                                                  \
      for (std::size_t i = 0, end = at.n; i < end; ++i) what; \
      fuel_.use(at.n >> 4);                                   \
    }                                                         \
  } while (false)
  // An instruction that asks whether a set has any element; its words are computed one by one.
#define OP_OF_ANY(name, word, act) \
  OP(name) {                       \
    Word any = 0;                  \
    EACH_WORD(any |= word);        \
    act;                           \
    NEXT;                          \
  }
  GLINT_STAMP(static_cast<std::size_t>(entry));
  goto* targets[static_cast<std::size_t>(pc->op)];

  // numbers
  OP(mov) f[at.a] = f[at.b]; NEXT;
  OP(add) f[at.a] = f[at.b] + f[at.c]; NEXT;
  OP(sub) f[at.a] = f[at.b] - f[at.c]; NEXT;
  OP(mul) f[at.a] = f[at.b] * f[at.c]; NEXT;
  OP(div) f[at.a] = static_cast<Word>(rules::divided(number(at.b), number(at.c))); NEXT;
  OP(mod) f[at.a] = static_cast<Word>(rules::remainder(number(at.b), number(at.c))); NEXT;
  OP(addi) f[at.a] = f[at.b] + static_cast<Word>(static_cast<std::int64_t>(static_cast<std::int32_t>(at.c))); NEXT;
  OP(min) f[at.a] = static_cast<Word>(std::min(number(at.b), number(at.c))); NEXT;
  OP(max) f[at.a] = static_cast<Word>(std::max(number(at.b), number(at.c))); NEXT;
  OP(odd) f[at.a] = f[at.b] & 1; NEXT;
  OP(cycle) f[at.a] = static_cast<Word>(wrap(number(at.b) + number(at.c), at.n)); NEXT;
  OP(cycle_distance) f[at.a] = static_cast<Word>(wrap(number(at.b) - number(at.c), at.n)); NEXT;
  OP(eq) f[at.a] = f[at.b] == f[at.c]; NEXT;
  OP(ne) f[at.a] = f[at.b] != f[at.c]; NEXT;
  OP(lt) f[at.a] = number(at.b) < number(at.c); NEXT;
  OP(le) f[at.a] = number(at.b) <= number(at.c); NEXT;
  OP(lnot) f[at.a] = !f[at.b]; NEXT;
  OP(range)
    if (number(at.a) < number(at.b) || number(at.a) > number(at.c)) return leave(failures_.out_of_range(pc, f));
    NEXT;
  OP(clamp)
    f[at.a] = static_cast<Word>(std::clamp(number(at.a), number(at.b), number(at.c)));
    NEXT;

  // flow
  OP(jump) JUMP;
  OP(jz) JUMP_IF(!f[at.a]);
  OP(jnz) JUMP_IF(f[at.a]);
  OP(jeq) JUMP_IF(f[at.a] == f[at.b]);
  OP(jne) JUMP_IF(f[at.a] != f[at.b]);
  OP(jlt) JUMP_IF(number(at.a) < number(at.b));
  OP(jle) JUMP_IF(number(at.a) <= number(at.b));
  OP(jhas1) JUMP_IF(f[at.a] < 64 && (f[at.b] >> f[at.a] & 1));
  OP(jhasnt1) JUMP_IF(f[at.a] >= 64 || !(f[at.b] >> f[at.a] & 1));
  OP_OF_ANY(jempty, f[at.a + i], if (!any) JUMP)
  OP_OF_ANY(jsome, f[at.a + i], if (any) JUMP)
  OP(jmeets) {
    Word common = f[at.a] & f[at.b];
    if (at.n > 1) EACH_WORD(common |= f[at.a + i] & f[at.b + i]);
    if (common) JUMP;
    NEXT;
  }
  OP(japart) {
    Word common = f[at.a] & f[at.b];
    if (at.n > 1) EACH_WORD(common |= f[at.a + i] & f[at.b + i]);
    if (!common) JUMP;
    NEXT;
  }
  OP(call)
    failed_ = false;
    calls_.push_back(pc);
    BURN_AND(1 + at.n, JUMP);  // n: see price_calls
  OP(ret)
    pc = calls_.back();
    calls_.pop_back();
    if (!pc) return Status::done;
    NEXT;
  OP(ret_fail)
    failed_ = true;
    pc = calls_.back();
    calls_.pop_back();
    if (!pc) return Status::failed;
    NEXT;
  OP(jfail)
    if (failed_) {
      failed_ = false;
      JUMP;
    }
    NEXT;
  OP(next1) {
    const Word rest = f[at.b];
    if (!rest) JUMP;
    f[at.a] = static_cast<Word>(lowest_bit(rest));
    f[at.b] = rest & (rest - 1);
    BURN_AND(1, NEXT);
  }
  OP(next) {
    std::size_t i = 0;
    while (i < at.n && !f[at.b + i]) ++i;
    if (i == at.n) {
      fuel_.use(at.n >> 4);
      JUMP;
    }
    Word& rest = f[at.b + i];
    f[at.a] = i * 64 + static_cast<Word>(lowest_bit(rest));
    rest &= rest - 1;
    BURN_AND(1 + static_cast<int>(i >> 4), NEXT);
  }
  OP(next_far) {
    int i = static_cast<int>(f[at.a] / 64);
    const int from = i;
    while (i < at.n && !f[at.b + i]) ++i;
    fuel_.use((i - from) >> 4);
    if (i == at.n) JUMP;
    Word& rest = f[at.b + i];
    f[at.a] = static_cast<Word>(i * 64 + lowest_bit(rest));
    rest &= rest - 1;
    BURN_AND(1, NEXT);
  }
  OP(last) {
    int i = at.n - 1;
    while (i >= 0 && !f[at.b + i]) --i;
    fuel_.use((at.n - 1 - i) >> 4);
    if (i < 0) JUMP;
    Word& rest = f[at.b + i];
    const int bit = highest_bit(rest);
    f[at.a] = static_cast<Word>(i * 64 + bit);
    rest &= ~bit_in_word(bit);
    BURN_AND(1, NEXT);
  }
  OP(count_up)
    if (number(at.a) >= number(at.b)) JUMP;
    ++f[at.a];
    BURN_AND(1, NEXT);

  // sets
  OP(clear) {
    const std::size_t words = at.n ? at.n : at.c;
    if (words > 4) {
      fuel_.use(static_cast<std::int64_t>(words >> 4));
      std::fill(f + at.a, f + at.a + words, 0);
      NEXT;
    }
    f[at.a] = 0;  // most often; a call would take longer
    if (words > 1) f[at.a + 1] = f[at.a + words - 2] = f[at.a + words - 1] = 0;
    NEXT;
  }
  OP(copy) EACH_WORD(f[at.a + i] = f[at.b + i]); NEXT;
  OP(and_) EACH_WORD(f[at.a + i] = f[at.b + i] & f[at.c + i]); NEXT;
  OP(or_) EACH_WORD(f[at.a + i] = f[at.b + i] | f[at.c + i]); NEXT;
  OP(xor_) EACH_WORD(f[at.a + i] = f[at.b + i] ^ f[at.c + i]); NEXT;
  OP(andn) EACH_WORD(f[at.a + i] = f[at.b + i] & ~f[at.c + i]); NEXT;
  OP(and1) f[at.a] = f[at.b] & f[at.c]; NEXT;
  OP(or1) f[at.a] = f[at.b] | f[at.c]; NEXT;
  OP(xor1) f[at.a] = f[at.b] ^ f[at.c]; NEXT;
  OP(andn1) f[at.a] = f[at.b] & ~f[at.c]; NEXT;
  OP(bit) {
    fuel_.use(at.n >> 4);
    const Word element = f[at.b];
    if (at.n == 1) {  // most often; for more words a call fills them
      f[at.a] = bit_in_word(element);
      NEXT;
    }
    std::fill(f + at.a, f + at.a + at.n, 0);
    add_bit(f + at.a, element);
    NEXT;
  }
  OP(add_bit) add_bit(f + at.a, f[at.b]); NEXT;
  OP(has) f[at.a] = f[at.b] / 64 < at.n && has_bit(f + at.c, f[at.b]); NEXT;
  OP(has1) f[at.a] = f[at.b] < 64 ? f[at.c] >> f[at.b] & 1 : 0; NEXT;
  OP(cells_if)
    for (Slot i = 0; i < at.n; ++i) f[at.a + i] = f[at.b] ? program_.geometry.board[i] : 0;
    fuel_.use(at.n >> 4);
    NEXT;
  OP(size) {
    std::int64_t size = 0;
    EACH_WORD(size += popcount(f[at.b + i]));
    f[at.a] = static_cast<Word>(size);
    NEXT;
  }
  OP(size1) f[at.a] = static_cast<Word>(popcount(f[at.b])); NEXT;
  OP(size_both) {
    std::int64_t size = 0;
    EACH_WORD(size += popcount(f[at.b + i] & f[at.c + i]));
    f[at.a] = static_cast<Word>(size);
    NEXT;
  }
  OP_OF_ANY(is_empty, f[at.b + i], f[at.a] = !any)
  OP_OF_ANY(same, f[at.b + i] ^ f[at.c + i], f[at.a] = !any)
  OP_OF_ANY(within, f[at.b + i] & ~f[at.c + i], f[at.a] = !any)
  OP_OF_ANY(meets, f[at.b + i] & f[at.c + i], f[at.a] = any != 0)
  OP(spread)
    fuel_.use(at.n >> 4);
    for (Slot i = 0; i < at.n; ++i) f[at.a + i] = f[at.b + i % static_cast<Slot>(words_)];
    NEXT;
  OP(fold_levels)
    fuel_.use(at.n >> 4);
    for (int w = 0; w < words_; ++w) {
      Word all = 0;
      for (int i = w; i < at.n; i += words_) all |= f[at.b + i];
      f[at.a + w] = all;
    }
    NEXT;
  OP(place_cell) f[at.a] = cell_of_place(f[at.b]); NEXT;
  OP(place_level) f[at.a] = level_of_place(f[at.b]); NEXT;
  OP(load) {
    const Word* from = f + at.b + at.n * f[at.c];
    EACH_WORD(f[at.a + i] = from[i]);
    NEXT;
  }
  OP(store) {
    fuel_.use(at.n >> 4);
    Word* to = f + at.a + at.n * f[at.c];
    if (at.n == 1) *to = f[at.b];
    else std::copy(f + at.b, f + at.b + at.n, to);
    NEXT;
  }

  // pieces
  OP(field) f[at.a] = static_cast<Word>(program_.pieces.fields[at.n].value[top_key_of(program_, f, f[at.b])]); NEXT;
  OP(field_at) f[at.a] = static_cast<Word>(program_.pieces.fields[at.n].value[key_of_place(f[at.b])]); NEXT;
  OP(owner) f[at.a] = static_cast<Word>(program_.pieces.key_owner[pieces_.top_key(static_cast<int>(f[at.b]))]); NEXT;
  OP(owner_at) f[at.a] = static_cast<Word>(program_.pieces.key_owner[key_of_place(f[at.b])]); NEXT;
  OP(put) {
    const int cell = static_cast<int>(f[at.a]);
    if (!pieces_.put(cell, static_cast<int>(f[at.b]))) return leave(failures_.too_high(pc, cell));
    NEXT;
  }
  OP(put_all)
    fuel_.use(words_ >> 1);
    pieces_.put_all(f + at.a, static_cast<int>(f[at.b]));
    NEXT;
  OP(remove) pieces_.remove_top(static_cast<int>(f[at.a])); NEXT;
  OP(remove_place)
    pieces_.take_out(static_cast<int>(cell_of_place(f[at.a])), static_cast<int>(level_of_place(f[at.a])));
    NEXT;
  OP(move) {
    const int to = static_cast<int>(f[at.b]);
    if (!pieces_.move(static_cast<int>(f[at.a]), to)) return leave(failures_.too_high(pc, to));
    NEXT;
  }
  OP(swap) {
    const int one = static_cast<int>(f[at.a]), other = static_cast<int>(f[at.b]);
    const int a = pieces_.top_key(one), b = pieces_.top_key(other);
    if (one == other) NEXT;
    pieces_.remove_top(one);
    pieces_.remove_top(other);
    if (b) pieces_.put(one, b);
    if (a) pieces_.put(other, a);
    NEXT;
  }
  OP(set_owner) pieces_.set_owner(static_cast<int>(f[at.a]), static_cast<int>(f[at.b])); NEXT;
  OP(set_field) pieces_.set_field(static_cast<int>(f[at.a]), at.n, number(at.b)); NEXT;
  OP(fits) {
    if (words_ == 1 && !(full_stacks(program_.layout, f) & f[at.a])) NEXT;
    const int full = pieces_.board().full_stack(f + at.a, static_cast<int>(f[at.b]));
    if (full >= 0) return leave(failures_.too_high(pc, full));
    NEXT;
  }
  OP(stands) {
    const int kind = program_.key(pieces_.top_key(static_cast<int>(f[at.a]))).kind;
    if (kind < 0 || !(f[at.b] >> kind & 1)) return leave(failures_.not_there(pc, static_cast<int>(f[at.a]), f));
    NEXT;
  }
  OP(forget)
    pieces_.kept().forget(f[at.a]);
    if (f[at.a] & kForgetTraces) pieces_.beams().variable_changed();
    NEXT;
  OP(ensure)
    if (!pieces_.kept().has(at.a)) {
      calls_.push_back(pc);
      BURN_AND(1 + at.n, JUMP);
    }
    NEXT;
  OP(kept)
    pieces_.kept().keep(at.a);
    NEXT;
  OP(jkept) JUMP_IF(pieces_.kept().has(at.a));

  // space
  OP(step)
    if (words_ == 1 && (at.n | kFromCellInWays) == kFromCellInWays) {
      f[at.a] = cells_beside(program_.geometry, f[at.b], at.n ? f[at.c] : bit_in_word(f[at.c]));
      fuel_.use(4);  // as of lines that are looked up
      NEXT;
    }
  OP(ray) fuel_.use(space_.go<GLINT_CPU>(f, at, at)); NEXT;
  OP(steps) OP(slide) OP(hit) OP(closed)
    fuel_.use(at.n == kFromCellInWays && space_.has_fans(at.op) ? space_.fan<GLINT_CPU>(f, at, *(pc + 1), f[at.c])
                                                              : space_.go<GLINT_CPU>(f, at, *(pc + 1)));
    ++pc;
    NEXT;
  OP(walk_slide) OP(walk_hit) OP(walk_steps) OP(walk_last)
    fuel_.use(space_.walk(f, at, *(pc + 1)));
    ++pc;
    NEXT;
  OP(lanes)
    space_.lanes<GLINT_CPU>(f, pc);
    ++pc;
    NEXT;
  OP(far_lanes)
    fuel_.use(space_.far_lanes<GLINT_CPU>(f, pc));
    ++pc;
    NEXT;
  OP(lines_to)
    fuel_.use(space_.lines_to<GLINT_CPU>(f, at, *(pc + 1), f[at.c]));
    ++pc;
    NEXT;
  OP(distance)
    if (const Geometry& geometry = program_.geometry; !geometry.lines.empty()) {
      f[at.a] = geometry.lines[f[at.b] * static_cast<std::size_t>(geometry.cells) + f[at.c]].steps;
      NEXT;
    }
  OP(between) OP(way_to) fuel_.use(space_.way_between<GLINT_CPU>(f, at)); NEXT;
  OP(cell_at)
    if (!space_.cell_at(f, at)) return leave(failures_.no_cell(pc, number(at.b), number(at.c)));
    NEXT;
  OP(edge) OP(beside) space_.edge(f, at); NEXT;
  OP(edges) fuel_.use(space_.edges(f, at)); NEXT;
  OP(more) NEXT;

  // beams
  // These are too long for the loop. What they do takes fuel by itself, for the instruction `asking_`.
#define TRY(call) \
  if (failures_.begin_part(pc); !(call)) return leave(failures_.of_part(fuel_))
#define LONG_OP(name, call) \
  OP(name) TRY(call);       \
  NEXT
  OP(emitters) pieces_.beams().emitters(f + at.a); NEXT;
  OP(trace_meets) {
    bool meets = false;
    TRY(pieces_.beams().meets(static_cast<int>(f[at.b]), f + at.c, meets));
    f[at.a] = meets;
    NEXT;
  }
  OP(would_meet)
    TRY(pieces_.hypothetical().would_meet(at, *(pc + 1)));
    ++pc;
    NEXT;
  OP(would_meet_all)
    TRY(pieces_.hypothetical().would_meet_all(at, *(pc + 1), ledger_.is_probe()));
    ++pc;
    NEXT;
  OP(select) {
    const Word wanted = f[at.c];
    const Word* table = f + at.b;
    for (int i = 0; i < words_; ++i) {
      Word found = 0;
      const int end = std::min(64, program_.geometry.cells - i * 64);
      for (int k = 0; k < end; ++k) found |= static_cast<Word>((table[i * 64 + k] == wanted) != (at.n == 1)) << k;
      f[at.a + i] = found;
    }
    fuel_.use(words_);
    NEXT;
  }
  OP(trace_one)
    // It is valid in most cases.
    if (pieces_.beams().is_valid(static_cast<int>(f[at.b]))) f[at.a] = f[at.b];
    else TRY(pieces_.beams().trace_one(at));
    NEXT;
  LONG_OP(light, light_.light(at));
  LONG_OP(light_is, light_.light_is(at));
  LONG_OP(light_sources, light_.light_sources(at));
  LONG_OP(trace_cells, pieces_.beams().trace_cells(at, &Trace::cells));
  LONG_OP(trace_hits, pieces_.beams().trace_cells(at, &Trace::hits));
  LONG_OP(trace_ends, pieces_.beams().trace_ends(at));
  LONG_OP(trace_keep, pieces_.beams().trace_keep(at));
  LONG_OP(trace_copy, pieces_.beams().trace_copy(at));
  LONG_OP(trace_from, pieces_.trace_from(at, *(pc + 1)));
  OP(handle_cells) pieces_.beams().handle_cells(at, &Trace::cells); NEXT;
  OP(handle_hits) pieces_.beams().handle_cells(at, &Trace::hits); NEXT;
  OP(handle_sources) pieces_.beams().handle_cells(at, &Trace::sources); NEXT;
  LONG_OP(handle_ends, pieces_.beams().handle_ends(at));
  LONG_OP(visits_begin, visits_.begin(at));
  LONG_OP(visit_route, visits_.route(at));
  LONG_OP(least_step, visits_.least_step(at));
  LONG_OP(first_route, visits_.first_route(at));
#undef LONG_OP
#undef TRY
  OP(visits_next) OP(visits_at)
    BURN(1);
    if (visits_.next(at, *(pc + 1))) ++pc;
    else JUMP;
    NEXT;
  OP(payload_field) f[at.a] = static_cast<Word>(program_.payloads.fields[at.n].value_of(number(at.b))); NEXT;
  OP(emit) OP(emit_start)
    if (!cases_.emit_way(at)) return leave(failures_.error(pc, lang::Code::G0602, "a beam's value leaves its range"));
    if (cases_.has_too_many())
      return leave(failures_.error(pc, lang::Code::G0605, "one beam splits into too many here"));
    NEXT;
  OP(emit_stop)
    cases_.emit_stop(at.n);
    NEXT;

  // runs of moves
  OP(save)
    fuel_.use(program_.layout.size >> 6);
    pieces_.undo().save(at.n);
    NEXT;
  OP(restore) pieces_.undo().restore(at.n); NEXT;
  OP(save_here)
    fuel_.use(program_.layout.size >> 6);
    pieces_.undo().save(pieces_.undo().depth());
    NEXT;
  OP(restore_here) pieces_.undo().restore(pieces_.undo().depth() - 1); NEXT;
  OP(keep_round) std::copy_n(f + at.a, at.n, f + at.b + at.n * f[at.c]); NEXT;
  OP(take_round) std::copy_n(f + at.b + at.n * f[at.c], at.n, f + at.a); NEXT;
  OP(push_round) {
    const LedgerForm& form = program_.code.ledger_forms[at.a + f[at.b] - 1];
    if (ledger_.push<GLINT_CPU>(form, f)) return leave(Status::done);
    if (ledger_.size() > kFreeListed) [[unlikely]]
      BURN(kListedCost * form.words);
    NEXT;
  }
  OP(begin_runs)
    all_runs_[at.a].begin = ledger_.mark();
    all_runs_[at.a].greatest.clear();
    all_runs_[at.a].seen.clear();
    NEXT;
  OP(most) JUMP_IF(!all_runs_[at.b].has_most(f + at.a, at.n, ledger_));
  OP(once)
    BURN(at.n);
    if (!all_runs_[at.b].seen.emplace(f + at.a, f + at.a + at.n).second) JUMP;
    NEXT;
  OP(measure)
    BURN(kCanCost);
    if (!measure(static_cast<int>(at.a))) return leave(Status::error);
    failed_ = false;
    NEXT;
  OP(falls_short) JUMP_IF(std::vector<std::int64_t>(f + at.a, f + at.a + at.n) < all_runs_[at.b].measured);
  OP(pick_round) picks_.chosen.shift = at.n * f[at.a]; NEXT;
  OP(push)
    if (ledger_.push<GLINT_CPU>(program_.code.ledger_forms[at.a], f)) return leave(Status::done);
    if (ledger_.size() > kFreeListed) [[unlikely]]
      BURN(kListedCost * program_.code.ledger_forms[at.a].words);
    NEXT;
  OP(push_drawn)
    if (random_play_ && draw_move<GLINT_CPU>(&program_.code.ledger_forms[at.a]) >= 0) {
      failed_ = false;
      GO_TO(code + at.c + 1);
    }
    ledger_.push<GLINT_CPU>(program_.code.ledger_forms[at.a], f);
    JUMP;
  OP(pick) JUMP_IF(!picks_.pick(at, f));
  OP(pick_set) JUMP_IF(!picks_.pick_set(at, f));
  OP(pick_offered) f[at.a] = picks_[picks_.number(at)].mode == Choice::Mode::offered; NEXT;
  OP(pick_range) {
    const Choice& choice = picks_[picks_.number(at)];
    const std::int64_t low = number(at.b), high = number(at.b + 1);
    const std::int64_t value = static_cast<std::int64_t>(choice.number) + (choice.mode == Choice::Mode::index ? low : 0);
    f[at.a] = static_cast<Word>(value);
    if (value < low || value > high) JUMP;
    NEXT;
  }
  OP(moving) JUMP_IF(moving_);
  OP(quiet) JUMP_IF(quiet_);
  OP(fail) {
    const Message& refusal = program_.code.messages[at.a];
    failures_.fail(lang::Code::G0601, refusal.span, text_of(program_, refusal, f));
    NEXT;  // a ret_fail follows
  }
  OP(error) {
    const Message& broken = program_.code.messages[at.a];
    return leave(failures_.fail(broken.code, broken.span, text_of(program_, broken, f)));
  }
  OP(can) {
    BURN(kCanCost);
    const Listed listed = can(static_cast<int>(at.b), static_cast<int>(f[at.c]));
    failed_ = false;
    if (listed == Listed::error) return leave(Status::error);
    f[at.a] = listed == Listed::something;
    NEXT;
  }
  OP(move_count) {
    BURN(kCanCost);
    const int move = static_cast<int>(at.b);
    const std::int64_t count = is_over() ? 0 : move < 0 ? list_all() : list_one(move);
    if (count < 0) return leave(Status::error);
    f[at.a] = static_cast<Word>(count);
    NEXT;
  }
  OP(seen) {
    std::uint64_t times = 0;
    if (past_ && !past_->empty()) {
      const std::uint64_t now = past_->back();
      for (const std::uint64_t past : *past_) times += past == now;
    }
    f[at.a] = times;
    NEXT;
  }

  // play
  OP(choose)
    f[Layout::kMe] = f[at.a];
    f[Layout::kNode] = at.b;
    if (!random_play_ || !at.c) return leave(Status::waiting);
    random_play_->is_arriving = true;
    random_play_->fuel_at_choice = fuel_.left();
    if (random_play_->history) random_play_->history->push_back(pieces_.board().counted_hash());
    JUMP;
  OP(begin_list)
    ledger_.clear();
    if (random_play_) {
      random_play_->fuel_before_list = fuel_.left();
      fuel_.refill();
      quiet_ = true;
    }
    NEXT;
  OP(list)
    listing_ = static_cast<int>(at.a);
    calls_.push_back(pc + at.n);
    GO_TO(code + pc[1 + (at.n > 1 ? f[Layout::kMe] : 0)].c);
  OP(drawn_move) {
    listing_ = -1;
    if (!random_play_) return leave(Status::done);
    if (ledger_.entries() == 0 && at.c) {
      if (!goes_on_without_move()) return leave(failures_.going_round(node().span));
      JUMP;
    }
    const int drawn = draw_move<GLINT_CPU>(nullptr);
    if (drawn < 0) return leave(Status::waiting);
    failed_ = false;
    if (at.n) NEXT;
    calls_.push_back(pc);
    GO_TO(code + program_.moves[drawn].quick.of(f[Layout::kMe]));
  }
  OP(move_made)
    quiet_ = moving_ = false;
    if (failed_) return leave(Status::failed);
    JUMP;
  OP(keep_drawn) {
    listing_ = -1;
    if (!random_play_) return leave(Status::done);
    const int drawn = draw_move<GLINT_CPU>(nullptr);
    if (drawn < 0) return leave(Status::waiting);
    failed_ = moving_ = false;
    pending_.keep(static_cast<int>(f[Layout::kMe]), drawn, true);
    if (++f[Layout::kMe] < program_.rules.players.size()) JUMP;
    f[Layout::kMe] = ~Word{0};  // before the first
    moving_ = true;
    NEXT;
  }
  OP(carry_next)
    if (++f[Layout::kMe] < program_.rules.players.size()) {
      calls_.push_back(pc - 1);
      GO_TO(code + pending_.put_back(static_cast<int>(f[Layout::kMe])));
    }
    pending_.clear();
    f[Layout::kMe] = 0;
    quiet_ = moving_ = false;
    JUMP;
  OP(draw)
    draws_.ask({static_cast<int>(at.b), at.a, at.n, at.c});
    if (!random_play_ || !random_play_->draws || !draws_.make(*random_play_->draws)) return leave(Status::drawing);
    NEXT;
  OP(end_win) end_game(program_.layout, f, OutcomeKind::win, static_cast<int>(f[at.a])); return leave(Status::over);
  OP(end_team) end_game(program_.layout, f, OutcomeKind::win, -1); return leave(Status::over);
  OP(end_lost) end_game(program_.layout, f, OutcomeKind::loss, -1); return leave(Status::over);
  OP(end_tie) end_game(program_.layout, f, OutcomeKind::tie, -1); return leave(Status::over);
  OP(end_score) end_game(program_.layout, f, OutcomeKind::score, -1); return leave(Status::over);
spent_before_NEXT:
  if (!failures_.take_portion(pc, fuel_)) return leave(failures_.out_of_fuel(pc, fuel_));
  NEXT;
spent_before_JUMP:
  if (!failures_.take_portion(pc, fuel_)) return leave(failures_.out_of_fuel(pc, fuel_));
  JUMP;
#undef OP_OF_ANY
#undef EACH_WORD
#undef BURN_AND
#undef BURN
#undef at
#undef NEXT
#undef JUMP_IF
#undef JUMP
#undef GO_TO
#undef OP
}

}  // namespace glint
