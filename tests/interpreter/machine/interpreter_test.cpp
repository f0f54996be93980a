// The interpreter alone: code written by hand, without a script, a compiler or a game, for each processor's code and with
// a profile.
#include "interpreter/machine/interpreter.hpp"

#include <algorithm>

#include "interpreter/machine/profile.hpp"
#include "tests/catch.hpp"
#include "tests/oracles/split_mix.hpp"

using namespace glint;

namespace {

using Status = Interpreter::Status;

/// A board of cells that lead nowhere, a State that holds nothing, and registers after it.
struct Code {
  static constexpr Slot kState = 8, kRegisters = 64;
  explicit Code(int cells = 100) {
    program.geometry.cells = cells;
    program.geometry.words = (cells + 63) / 64;
    program.geometry.board.assign(static_cast<std::size_t>(program.geometry.words), ~Word{0});
    program.layout.size = program.layout.end = kState;
    program.layout.tops = 5;
    program.code.initial_frame.assign(kState + kRegisters, 0);
    program.pieces.keys.resize(1);
    program.kept.forget_key = {0};
  }
  std::uint32_t add(Opcode op, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0, std::uint16_t n = 0) {
    Instruction instruction;
    instruction.op = op;
    instruction.n = n;
    instruction.a = a;
    instruction.b = b;
    instruction.c = c;
    program.code.instructions.push_back(instruction);
    program.code.spans.push_back({0, static_cast<std::uint32_t>(program.code.instructions.size()), 0});
    return static_cast<std::uint32_t>(program.code.instructions.size() - 1);
  }
  Program program;
};

/// Where two sets lie.
constexpr std::size_t kOne = 20, kOther = 40;

Slot r(std::size_t i) { return Code::kState + static_cast<Slot>(i); }

/// Runs the code from its beginning with each of the loops; all must leave the same frame.
std::vector<Word> run_all(const Code& code, Status expected, const std::vector<Word>& registers = {}) {
  std::vector<Word> first;
  for (const int loop : {0, 1, 2}) {
    Interpreter interpreter(code.program);
    if (!interpreter.use_v3(loop == 1) && loop == 1) continue;
    Profile profile(code.program);
    if (loop == 2) interpreter.set_profile(&profile);
    std::copy(registers.begin(), registers.end(), interpreter.frame() + Code::kState);
    REQUIRE(interpreter.run(0) == expected);
    const std::vector<Word> frame(interpreter.frame() + Code::kState,
                                  interpreter.frame() + Code::kState + Code::kRegisters);
    if (loop == 0) first = frame;
    REQUIRE(frame == first);
    if (loop == 2) CHECK(profile.runs(0) >= 1);
  }
  return first;
}

Word floor_mod(std::int64_t value, std::int64_t size) { return static_cast<Word>((value % size + size) % size); }

/// What is left of a division that is rounded down, by counting.
Word floor_rest(std::int64_t value, std::int64_t by) {
  if (by == 0) return 0;
  while (by > 0 ? value < 0 : value > 0) value += by;
  while (by > 0 ? value >= by : value <= by) value -= by;
  return static_cast<Word>(value);
}

/// What an instruction on two numbers gives.
Word number(Opcode op, std::int64_t b, std::int64_t c, int n) {
  switch (op) {
    case Opcode::add: return static_cast<Word>(b + c);
    case Opcode::sub: return static_cast<Word>(b - c);
    case Opcode::mul: return static_cast<Word>(b * c);
    case Opcode::div: return c == 0 ? 0 : static_cast<Word>((b - static_cast<std::int64_t>(floor_rest(b, c))) / c);
    case Opcode::mod: return floor_rest(b, c);
    case Opcode::min: return static_cast<Word>(b < c ? b : c);
    case Opcode::max: return static_cast<Word>(b < c ? c : b);
    case Opcode::cycle: return floor_mod(b + c, n);
    case Opcode::cycle_distance: return floor_mod(b - c, n);
    case Opcode::eq: return b == c;
    case Opcode::ne: return b != c;
    case Opcode::lt: return b < c;
    case Opcode::le: return b <= c;
    case Opcode::lnot: return b == 0;
    default: return static_cast<Word>(b);  // mov
  }
}

std::vector<bool> elements(const std::vector<Word>& frame, std::size_t from, int words) {
  std::vector<bool> set(static_cast<std::size_t>(words) * 64);
  for (std::size_t i = 0; i < set.size(); ++i) set[i] = frame[from + i / 64] >> (i % 64) & 1;
  return set;
}

}  // namespace

TEST_CASE("interpreter: numbers") {
  oracle::SplitMix random(41);
  for (int round = 0; round < 300; ++round)
    for (const Opcode op : {Opcode::mov, Opcode::add, Opcode::sub, Opcode::mul, Opcode::div, Opcode::mod, Opcode::min, Opcode::max,
                            Opcode::cycle,
                            Opcode::cycle_distance, Opcode::eq, Opcode::ne, Opcode::lt, Opcode::le, Opcode::lnot}) {
      Code code;
      const auto one = static_cast<std::int64_t>(random.below(11)) - 5, other = static_cast<std::int64_t>(random.below(11)) - 5;
      const int n = 1 + static_cast<int>(random.below(9));
      code.add(op, r(0), r(1), r(2), static_cast<std::uint16_t>(n));
      code.add(Opcode::ret);
      INFO(static_cast<int>(op) << " " << one << " " << other << " " << n);
      REQUIRE(run_all(code, Status::done, {99, static_cast<Word>(one), static_cast<Word>(other)})[0] == number(op, one, other, n));
    }
}

TEST_CASE("interpreter: sets of any number of words") {
  oracle::SplitMix random(43);
  for (int round = 0; round < 200; ++round) {
    const int words = 1 + static_cast<int>(random.below(5));
    std::vector<Word> registers(Code::kRegisters, 0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(words); ++i) {
      registers[kOne + i] = random.below(3) == 0 ? 0 : random.next();
      registers[kOther + i] = random.below(3) == 0 ? registers[kOne + i] : random.next() & random.next();
    }
    const std::vector<bool> one = elements(registers, kOne, words), other = elements(registers, kOther, words);
    const auto result = [&](Opcode op, std::size_t b = kOne) {
      Code code;
      code.add(op, r(0), r(b), r(kOther), static_cast<std::uint16_t>(words));
      code.add(Opcode::ret);
      return run_all(code, Status::done, registers);
    };
    std::vector<bool> both, either, without, differ;
    Word size = 0, common = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
      both.push_back(one[i] && other[i]);
      either.push_back(one[i] || other[i]);
      without.push_back(one[i] && !other[i]);
      differ.push_back(one[i] != other[i]);
      size += one[i];
      common += both.back();
    }
    const auto any = [](const std::vector<bool>& set) { return std::count(set.begin(), set.end(), true) > 0; };
    REQUIRE(elements(result(Opcode::and_), 0, words) == both);
    REQUIRE(elements(result(Opcode::or_), 0, words) == either);
    REQUIRE(elements(result(Opcode::andn), 0, words) == without);
    REQUIRE(elements(result(Opcode::xor_), 0, words) == differ);
    REQUIRE(elements(result(Opcode::copy), 0, words) == one);
    REQUIRE(result(Opcode::size)[0] == size);
    REQUIRE(result(Opcode::size_both)[0] == common);
    REQUIRE(result(Opcode::is_empty)[0] == (size == 0));
    REQUIRE(result(Opcode::same)[0] == !any(differ));
    REQUIRE(result(Opcode::within)[0] == !any(without));
    REQUIRE(result(Opcode::meets)[0] == (common != 0));
    registers[1] = random.below(one.size());
    REQUIRE(result(Opcode::has, 1)[0] == other[registers[1]]);
    const std::vector<bool> bit = elements(result(Opcode::bit, 1), 0, words);
    REQUIRE(std::count(bit.begin(), bit.end(), true) == 1);
    REQUIRE(bit[registers[1]]);
  }
}

TEST_CASE("interpreter: sixteen words of a set take one unit of fuel") {
  for (const Opcode op : {Opcode::clear, Opcode::copy, Opcode::and_, Opcode::or_, Opcode::xor_, Opcode::andn, Opcode::bit})
    for (const int words : {1, 2, 15, 16, 19}) {
      Code code;
      code.add(op, r(0), r(kOne), r(kOther), static_cast<std::uint16_t>(words));
      code.add(Opcode::ret);
      Interpreter interpreter(code.program);
      interpreter.fuel().refill();
      REQUIRE(interpreter.run(0) == Status::done);
      INFO(static_cast<int>(op) << " " << words);
      CHECK(static_cast<int>(interpreter.fuel().burnt()) == words / 16);
    }
}

TEST_CASE("interpreter: loops over sets and ranges, and calls that fail") {
  Code code;
  // r0 = the sum of the elements of the set r10..r11, r1 = how many; r2 counts up to 1000.
  const std::uint32_t loop = code.add(Opcode::next, r(5), r(10), 0, 2);
  code.add(Opcode::add, r(0), r(0), r(5));
  code.add(Opcode::addi, r(1), r(1), 1);
  code.add(Opcode::jump, 0, 0, loop);
  code.program.code.instructions[loop].c = static_cast<std::uint32_t>(code.program.code.instructions.size());
  const std::uint32_t count = code.add(Opcode::count_up, r(2), r(12), 0);
  code.add(Opcode::jump, 0, 0, count);
  code.program.code.instructions[count].c = static_cast<std::uint32_t>(code.program.code.instructions.size());
  const std::uint32_t call = code.add(Opcode::call);
  const std::uint32_t after = code.add(Opcode::jfail);
  code.add(Opcode::addi, r(3), r(3), 100);  // passed over
  code.program.code.instructions[after].c = static_cast<std::uint32_t>(code.program.code.instructions.size());
  code.add(Opcode::addi, r(3), r(3), 1);
  code.add(Opcode::ret_fail);
  code.program.code.instructions[call].c = static_cast<std::uint32_t>(code.program.code.instructions.size());
  code.add(Opcode::addi, r(3), r(3), 10);
  code.add(Opcode::ret_fail);
  std::vector<Word> registers(13, 0);
  registers[10] = 0b1001;
  registers[11] = 0b100;
  registers[12] = 1000;
  const std::vector<Word> frame = run_all(code, Status::failed, registers);
  CHECK(frame[0] == 0 + 3 + 66);
  CHECK(frame[1] == 3);
  CHECK(frame[2] == 1000);
  CHECK(frame[3] == 11);

  Interpreter interpreter(code.program);
  std::copy(registers.begin(), registers.end(), interpreter.frame() + Code::kState);
  interpreter.fuel().refill();
  interpreter.run(0);
  CHECK(interpreter.fuel().burnt() == 3 + 1000 + 1);
}

TEST_CASE("interpreter: a value out of its range is an error with its place") {
  Code code;
  code.add(Opcode::mov, r(0), r(1));
  code.add(Opcode::range, r(0), r(2), r(3));
  code.add(Opcode::ret);
  run_all(code, Status::done, {0, 7, 5, 9});
  run_all(code, Status::error, {0, 4, 5, 9});
  Interpreter interpreter(code.program);
  const Word registers[] = {0, static_cast<Word>(-4), 5, 9};
  std::copy(std::begin(registers), std::end(registers), interpreter.frame() + Code::kState);
  REQUIRE(interpreter.run(0) == Status::error);
  CHECK(interpreter.failure().message == "this becomes -4, outside its range 5..9");
  CHECK(interpreter.failure().span.begin == code.program.code.spans[1].begin);
}

TEST_CASE("interpreter: saved and restored, and values that are kept") {
  Code code;
  code.add(Opcode::save);
  code.add(Opcode::addi, 7, 7, 1);  // a slot of the State
  code.add(Opcode::kept, 2);
  code.add(Opcode::mov, r(0), 7);
  code.add(Opcode::restore);
  code.add(Opcode::mov, r(1), 7);
  code.add(Opcode::jkept, 2, 0, 8);
  code.add(Opcode::addi, r(2), r(2), 1);  // no longer kept
  code.add(Opcode::ret);
  const std::vector<Word> frame = run_all(code, Status::done);
  CHECK(frame[0] == 1);
  CHECK(frame[1] == 0);
  CHECK(frame[2] == 1);
}
