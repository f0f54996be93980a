// The interpreter of the register machine's code: one loop over instructions. See build/instructions.def for what each
// does; the code was made by the compiler and is trusted.
#include <algorithm>

#include "interpreter/play/machine.hpp"

// Work (fuel_) is counted where code goes round or calls, and where a set is long; whether it is used up is looked at
// where code goes round or calls.
namespace glint {

namespace {

std::int64_t wrap(std::int64_t value, std::int64_t size) {
  value %= size;
  return value < 0 ? value + size : value;
}

}  // namespace

Machine::Status Machine::run(int entry) {
  const Instruction* const code = program_.code.data();
  const Instruction* pc = code + entry;
  Word* const f = frame_.data();
  const std::size_t calls = calls_.size();
  const auto leave = [this, calls](Status status) {
    calls_.resize(calls);
    return status;
  };
  const auto number = [f](Slot slot) { return static_cast<std::int64_t>(f[slot]); };
  failed_ = false;

  for (;; ++pc) {
    const Instruction& at = *pc;
    switch (at.op) {
      // numbers
      case Opcode::mov: f[at.a] = f[at.b]; break;
      case Opcode::add: f[at.a] = f[at.b] + f[at.c]; break;
      case Opcode::sub: f[at.a] = f[at.b] - f[at.c]; break;
      case Opcode::mul: f[at.a] = f[at.b] * f[at.c]; break;
      case Opcode::addi: f[at.a] = f[at.b] + static_cast<Word>(static_cast<std::int64_t>(static_cast<std::int32_t>(at.c))); break;
      case Opcode::min: f[at.a] = static_cast<Word>(std::min(number(at.b), number(at.c))); break;
      case Opcode::max: f[at.a] = static_cast<Word>(std::max(number(at.b), number(at.c))); break;
      case Opcode::odd: f[at.a] = f[at.b] & 1; break;
      case Opcode::cycle: f[at.a] = static_cast<Word>(wrap(number(at.b) + number(at.c), at.n)); break;
      case Opcode::cycle_distance: f[at.a] = static_cast<Word>(wrap(number(at.b) - number(at.c), at.n)); break;
      case Opcode::eq: f[at.a] = f[at.b] == f[at.c]; break;
      case Opcode::ne: f[at.a] = f[at.b] != f[at.c]; break;
      case Opcode::lt: f[at.a] = number(at.b) < number(at.c); break;
      case Opcode::le: f[at.a] = number(at.b) <= number(at.c); break;
      case Opcode::lnot: f[at.a] = !f[at.b]; break;
      case Opcode::range:
        if (number(at.a) < number(at.b) || number(at.a) > number(at.c)) return leave(out_of_range(pc));
        break;
      case Opcode::clamp:
        f[at.a] = static_cast<Word>(std::clamp(number(at.a), number(at.b), number(at.c)));
        break;

      // flow
      case Opcode::jump: pc = code + at.c - 1; break;
      case Opcode::jz:
        if (!f[at.a]) pc = code + at.c - 1;
        break;
      case Opcode::jnz:
        if (f[at.a]) pc = code + at.c - 1;
        break;
      case Opcode::call:
        if (--fuel_ < 0) return leave(out_of_fuel(pc));
        failed_ = false;
        calls_.push_back(static_cast<int>(pc - code));
        pc = code + at.c - 1;
        break;
      case Opcode::ret:
        if (calls_.size() == calls) return Status::done;
        pc = code + calls_.back();
        calls_.pop_back();
        break;
      case Opcode::ret_fail:
        failed_ = true;
        if (calls_.size() == calls) return Status::failed;
        pc = code + calls_.back();
        calls_.pop_back();
        break;
      case Opcode::jfail:
        if (failed_) {
          failed_ = false;
          pc = code + at.c - 1;
        }
        break;
      case Opcode::next1: {
        const Word rest = f[at.b];
        if (!rest) {
          pc = code + at.c - 1;
          break;
        }
        f[at.a] = static_cast<Word>(__builtin_ctzll(rest));
        f[at.b] = rest & (rest - 1);
        if (--fuel_ < 0) return leave(out_of_fuel(pc));
        break;
      }
      case Opcode::next: case Opcode::next_far: {
        int i = at.op == Opcode::next ? 0 : static_cast<int>(f[at.a] / 64);
        while (i < at.n && !f[at.b + static_cast<Slot>(i)]) ++i;
        if (i == at.n) {
          pc = code + at.c - 1;
          break;
        }
        Word& rest = f[at.b + static_cast<Slot>(i)];
        f[at.a] = static_cast<Word>(i * 64 + __builtin_ctzll(rest));
        rest &= rest - 1;
        if (--fuel_ < 0) return leave(out_of_fuel(pc));
        break;
      }
      case Opcode::last: {
        int i = at.n - 1;
        while (i >= 0 && !f[at.b + static_cast<Slot>(i)]) --i;
        if (i < 0) {
          pc = code + at.c - 1;
          break;
        }
        Word& rest = f[at.b + static_cast<Slot>(i)];
        const int bit = 63 - __builtin_clzll(rest);
        f[at.a] = static_cast<Word>(i * 64 + bit);
        rest &= ~(Word{1} << bit);
        if (--fuel_ < 0) return leave(out_of_fuel(pc));
        break;
      }
      case Opcode::count_up:
        if (number(at.a) >= number(at.b)) {
          pc = code + at.c - 1;
          break;
        }
        ++f[at.a];
        if (--fuel_ < 0) return leave(out_of_fuel(pc));
        break;

      // sets
      case Opcode::clear: std::fill(f + at.a, f + at.a + (at.n ? at.n : at.c), 0); break;
      case Opcode::copy: std::copy(f + at.b, f + at.b + at.n, f + at.a); fuel_ -= at.n >> 4; break;
      case Opcode::and_: for (Slot i = 0; i < at.n; ++i) f[at.a + i] = f[at.b + i] & f[at.c + i]; fuel_ -= at.n >> 4; break;
      case Opcode::or_: for (Slot i = 0; i < at.n; ++i) f[at.a + i] = f[at.b + i] | f[at.c + i]; fuel_ -= at.n >> 4; break;
      case Opcode::xor_: for (Slot i = 0; i < at.n; ++i) f[at.a + i] = f[at.b + i] ^ f[at.c + i]; fuel_ -= at.n >> 4; break;
      case Opcode::andn: for (Slot i = 0; i < at.n; ++i) f[at.a + i] = f[at.b + i] & ~f[at.c + i]; fuel_ -= at.n >> 4; break;
      case Opcode::and1: f[at.a] = f[at.b] & f[at.c]; break;
      case Opcode::or1: f[at.a] = f[at.b] | f[at.c]; break;
      case Opcode::xor1: f[at.a] = f[at.b] ^ f[at.c]; break;
      case Opcode::andn1: f[at.a] = f[at.b] & ~f[at.c]; break;
      case Opcode::bit: {
        fuel_ -= at.n >> 4;
        const Word element = f[at.b];
        std::fill(f + at.a, f + at.a + at.n, 0);
        f[at.a + element / 64] = Word{1} << (element % 64);
        break;
      }
      case Opcode::add_bit: f[at.a + f[at.b] / 64] |= Word{1} << (f[at.b] % 64); break;
      case Opcode::has: {
        const Word element = f[at.b];
        f[at.a] = element / 64 < at.n ? f[at.c + element / 64] >> (element % 64) & 1 : 0;
        break;
      }
      case Opcode::has1: f[at.a] = f[at.b] < 64 ? f[at.c] >> f[at.b] & 1 : 0; break;
      case Opcode::size: {
        fuel_ -= at.n >> 4;
        std::int64_t size = 0;
        for (Slot i = 0; i < at.n; ++i) size += popcount(f[at.b + i]);
        f[at.a] = static_cast<Word>(size);
        break;
      }
      case Opcode::size1: f[at.a] = static_cast<Word>(popcount(f[at.b])); break;
      case Opcode::is_empty: {
        fuel_ -= at.n >> 4;
        Word any = 0;
        for (Slot i = 0; i < at.n; ++i) any |= f[at.b + i];
        f[at.a] = !any;
        break;
      }
      case Opcode::same: f[at.a] = std::equal(f + at.b, f + at.b + at.n, f + at.c); break;
      case Opcode::within: {
        fuel_ -= at.n >> 4;
        Word outside = 0;
        for (Slot i = 0; i < at.n; ++i) outside |= f[at.b + i] & ~f[at.c + i];
        f[at.a] = !outside;
        break;
      }
      case Opcode::meets: {
        fuel_ -= at.n >> 4;
        Word common = 0;
        for (Slot i = 0; i < at.n; ++i) common |= f[at.b + i] & f[at.c + i];
        f[at.a] = common != 0;
        break;
      }
      case Opcode::first: {
        fuel_ -= at.n >> 4;
        f[at.a] = ~Word{0};
        for (Slot i = 0; i < at.n; ++i)
          if (f[at.b + i]) {
            f[at.a] = i * 64 + static_cast<Word>(__builtin_ctzll(f[at.b + i]));
            break;
          }
        break;
      }
      case Opcode::spread:
        for (Slot i = 0; i < at.n; ++i) f[at.a + i] = f[at.b + i % static_cast<Slot>(words_)];
        break;
      case Opcode::fold_levels:
        for (int w = 0; w < words_; ++w) {
          Word all = 0;
          for (int i = w; i < at.n; i += words_) all |= f[at.b + static_cast<Slot>(i)];
          f[at.a + static_cast<Slot>(w)] = all;
        }
        break;
      case Opcode::place_cell: f[at.a] = f[at.b] % static_cast<Word>(words_ * 64); break;
      case Opcode::place_level: f[at.a] = f[at.b] / static_cast<Word>(words_ * 64); break;
      case Opcode::load: {
        const Word* from = f + at.b + at.n * f[at.c];
        if (at.n == 1) f[at.a] = *from;
        else std::copy(from, from + at.n, f + at.a);
        break;
      }
      case Opcode::store: {
        Word* to = f + at.a + at.n * f[at.c];
        if (at.n == 1) *to = f[at.b];
        else std::copy(f + at.b, f + at.b + at.n, to);
        break;
      }

      // pieces
      case Opcode::field:
        f[at.a] = static_cast<Word>(static_cast<std::int64_t>(
            program_.fields[at.n].value[static_cast<std::size_t>(top_key(static_cast<int>(f[at.b])))]));
        break;
      case Opcode::field_at: {
        const auto row = static_cast<Word>(words_ * 64);
        const int key = key_at(static_cast<int>(f[at.b] % row), static_cast<int>(f[at.b] / row));
        f[at.a] = static_cast<Word>(static_cast<std::int64_t>(program_.fields[at.n].value[static_cast<std::size_t>(key)]));
        break;
      }
      case Opcode::owner:
        f[at.a] = static_cast<Word>(static_cast<std::int64_t>(
            program_.key_owner[static_cast<std::size_t>(top_key(static_cast<int>(f[at.b])))]));
        break;
      case Opcode::owner_at: {
        const auto row = static_cast<Word>(words_ * 64);
        const int key = key_at(static_cast<int>(f[at.b] % row), static_cast<int>(f[at.b] / row));
        f[at.a] = static_cast<Word>(static_cast<std::int64_t>(program_.key_owner[static_cast<std::size_t>(key)]));
        break;
      }
      case Opcode::put: {
        const int cell = static_cast<int>(f[at.a]);
        if (!put(cell, static_cast<int>(f[at.b]))) return leave(too_high(pc, cell));
        break;
      }
      case Opcode::remove: remove_top(static_cast<int>(f[at.a])); break;
      case Opcode::remove_place: {
        const auto row = static_cast<Word>(words_ * 64);
        const int cell = static_cast<int>(f[at.a] % row), level = static_cast<int>(f[at.a] / row);
        std::vector<int> column;
        for (int i = 0; i < height(cell); ++i)
          if (i != level) column.push_back(key_at(cell, i));
        set_column(cell, column);
        break;
      }
      case Opcode::move: {
        const int from = static_cast<int>(f[at.a]), to = static_cast<int>(f[at.b]);
        const int key = top_key(from);
        if (key == 0 || from == to) break;
        remove_top(from);
        if (!put(to, key)) return leave(too_high(pc, to));
        break;
      }
      case Opcode::swap: {
        const int one = static_cast<int>(f[at.a]), other = static_cast<int>(f[at.b]);
        const int a = top_key(one), b = top_key(other);
        if (one == other) break;
        remove_top(one);
        remove_top(other);
        if (b) put(one, b);
        if (a) put(other, a);
        break;
      }
      case Opcode::set_field: set_field(static_cast<int>(f[at.a]), at.n, number(at.b)); break;
      case Opcode::forget: kept_ &= ~f[at.a]; break;
      case Opcode::ensure:
        if (!(kept_ >> at.a & 1)) {
          if (--fuel_ < 0) return leave(out_of_fuel(pc));
          calls_.push_back(static_cast<int>(pc - code));
          pc = code + at.c - 1;
        }
        break;
      case Opcode::kept:
        kept_ |= Word{1} << at.a;
        recomputed_ |= Word{1} << at.a;
        break;

      // space
      case Opcode::step: case Opcode::ray: space(at, at); break;
      case Opcode::slide: case Opcode::hit: case Opcode::steps:
        space(at, *(pc + 1));
        ++pc;
        break;
      case Opcode::between: case Opcode::distance: space(at, at); break;
      case Opcode::still_counts:
        still_counts(at, *(pc + 1));
        ++pc;
        break;
      case Opcode::more: break;

      // beams
      case Opcode::emitters: {
        for (int i = 0; i < words_; ++i) {
          Word cells = 0;
          for (const Slot set : program_.reactions.emitter_sets) cells |= f[set + static_cast<Slot>(i)];
          f[at.a + static_cast<Slot>(i)] = cells;
        }
        break;
      }
      case Opcode::trace_meets: {
        bool meets = false;
        if (!trace_meets(static_cast<int>(f[at.b]), f + at.c, meets))
          return leave(fuel_ < 0 ? out_of_fuel(pc) : Status::error);
        f[at.a] = meets;
        break;
      }
      case Opcode::would_meet:
        if (!would_meet(at, *(pc + 1))) return leave(fuel_ < 0 ? out_of_fuel(pc) : Status::error);
        ++pc;
        break;
      case Opcode::select: {
        const Word wanted = f[at.c];
        const Word* table = f + at.b;
        for (int i = 0; i < words_; ++i) {
          Word found = 0;
          const int end = std::min(64, cells_ - i * 64);
          for (int k = 0; k < end; ++k) found |= static_cast<Word>((table[i * 64 + k] == wanted) != (at.n == 1)) << k;
          f[at.a + static_cast<Slot>(i)] = found;
        }
        fuel_ -= words_;
        break;
      }
      case Opcode::light: case Opcode::light_sources: case Opcode::light_at: case Opcode::trace_cells: case Opcode::trace_hits: case Opcode::trace_keep: case Opcode::trace_one:
      case Opcode::trace_from: case Opcode::handle_cells: case Opcode::handle_hits: case Opcode::handle_sources:
      case Opcode::visits_begin:
        if (!trace_instruction(pc)) return leave(fuel_ < 0 ? out_of_fuel(pc) : Status::error);
        break;
      case Opcode::visits_next: case Opcode::visits_at:
        if (--fuel_ < 0) return leave(out_of_fuel(pc));
        if (next_visit(pc)) ++pc;
        else pc = code + at.c - 1;
        break;
      case Opcode::payload_field: {
        const PayloadField& field = program_.payload_fields[at.n];
        f[at.a] = static_cast<Word>(number(at.b) / field.stride % field.size + field.lo);
        break;
      }
      case Opcode::emit: case Opcode::emit_start: {
        Status status = Status::done;
        emit_way(at, status);
        if (status == Status::error) return leave(error(pc, lang::Code::G0602, "a beam's value leaves its range"));
        if (emitted_->size() > kMostWays) return leave(error(pc, lang::Code::G0605, "one beam splits into too many here"));
        break;
      }
      case Opcode::emit_stop:
        emitted_->push_back({-1, 0, static_cast<std::uint16_t>(at.n + 1), 0});
        break;

      // runs of moves
      case Opcode::save: save(at.n); break;
      case Opcode::restore: restore(at.n); break;
      case Opcode::push:
        if (push(program_.ledger_forms[at.a])) return leave(Status::done);
        break;
      case Opcode::pick:
        if (!pick(at)) pc = code + at.c - 1;
        break;
      case Opcode::pick_set:
        if (!pick_set(at)) pc = code + at.c - 1;
        break;
      case Opcode::pick_offered: f[at.a] = choices_[at.n].mode == Choice::Mode::offered; break;
      case Opcode::pick_range: {
        const Choice& choice = choices_[at.n];
        const std::int64_t low = number(at.b), high = number(at.b + 1);
        const std::int64_t value = static_cast<std::int64_t>(choice.number) + (choice.mode == Choice::Mode::index ? low : 0);
        f[at.a] = static_cast<Word>(value);
        if (value < low || value > high) pc = code + at.c - 1;
        break;
      }
      case Opcode::quiet:
        if (quiet_) pc = code + at.c - 1;
        break;
      case Opcode::fail: {
        const Message& refusal = program_.messages[at.a];
        set_failure(lang::Code::G0601, refusal.span, message(refusal));
        break;  // a ret_fail follows
      }
      case Opcode::error: {
        const Message& broken = program_.messages[at.a];
        set_failure(lang::Code::G0604, broken.span, message(broken));
        return leave(Status::error);
      }
      case Opcode::can: {
        fuel_ -= kCanCost;
        if (fuel_ < 0) return leave(out_of_fuel(pc));
        const Listed listed = can(static_cast<int>(at.b), static_cast<int>(f[at.c]));
        failed_ = false;
        if (listed == Listed::error) return leave(Status::error);
        f[at.a] = listed == Listed::something;
        break;
      }
      case Opcode::move_count: {
        fuel_ -= kCanCost;
        if (fuel_ < 0) return leave(out_of_fuel(pc));
        const int move = static_cast<int>(at.b);
        const std::int64_t count = is_over() ? 0 : move < 0 ? list_all() : list_one(move);
        if (count < 0) return leave(Status::error);
        f[at.a] = static_cast<Word>(count);
        break;
      }
      case Opcode::seen: {
        std::uint64_t times = 0;
        if (past_ && !past_->empty()) {
          const std::uint64_t now = past_->back();
          for (const std::uint64_t past : *past_) times += past == now;
        }
        f[at.a] = times;
        break;
      }

      // play
      case Opcode::choose:
        f[Layout::kMe] = f[at.a];
        f[Layout::kNode] = at.b;
        return leave(Status::waiting);
      case Opcode::draw:
        drawing_ = static_cast<int>(at.b);
        draw_set_ = at.a;
        return leave(Status::drawing);
      case Opcode::end_win: end_game(OutcomeKind::win, static_cast<int>(f[at.a])); return leave(Status::over);
      case Opcode::end_tie: end_game(OutcomeKind::tie, -1); return leave(Status::over);
      case Opcode::end_score: end_game(OutcomeKind::score, -1); return leave(Status::over);
      case Opcode::halt: return Status::done;
    }
  }
}

}  // namespace glint
