// The assembler alone: slots, constants, labels, and code that is taken back.
#include "interpreter/build/code/assembler.hpp"

#include <vector>

#include "interpreter/build/board/constants.hpp"
#include "tests/catch.hpp"

namespace {

using namespace glint;

TEST_CASE("assembler: equal constants share a slot, and lie in the initial frame", "[build]") {
  Program program;
  Assembler code(program);
  code.begin_at(10);
  const Slot seven = code.constant(7);
  const Slot pair = code.constant_words({1, 2});
  CHECK(code.constant(7) == seven);
  CHECK(code.constant_words({1, 2}) == pair);
  CHECK(code.constant_words({2, 1}) != pair);
  code.finish(true);
  REQUIRE(program.layout.frame_size == code.top());
  CHECK(program.code.initial_frame[seven] == 7);
  CHECK(program.code.initial_frame[pair + 1] == 2);
}

TEST_CASE("assembler: jumps lead to labels placed before and after, and past jumps", "[build]") {
  for (const bool shortens : {false, true}) {
    Program program;
    Assembler code(program);
    const auto again = code.new_label(), between = code.new_label(), exit = code.new_label();
    code.place(again);
    const int test = code.emit_jump(Opcode::jz, 0, 0, between);
    const int back = code.emit_jump(Opcode::jump, 0, 0, again);
    code.place(between);
    const int hop = code.emit_jump(Opcode::jump, 0, 0, exit);
    code.place(exit);
    const int end = code.emit(Opcode::ret);
    code.finish(shortens);
    const auto target = [&](int at) {
      return static_cast<int>(program.code.instructions[static_cast<std::size_t>(at)].c);
    };
    CHECK(target(back) == 0);
    CHECK(target(hop) == end);
    CHECK(target(test) == (shortens ? end : hop));
  }
}

TEST_CASE("assembler: what is rolled back leaves nothing behind", "[build]") {
  Program program, same;
  Assembler code(program), plain(same);
  const auto write = [](Assembler& to, bool tries) {
    const auto out = to.new_label();
    const Slot one = to.constant(1);
    to.emit_jump(Opcode::jz, one, 0, out);
    if (tries) {
      const Assembler::Mark before = to.mark();
      const Slot slot = to.take(3);
      to.emit(Opcode::mov, slot, to.constant(2));
      const auto inner = to.new_label();
      to.emit_jump(Opcode::jump, 0, 0, inner);
      to.emit_jump(Opcode::jump, 0, 0, out);  // also to one from before
      to.place(inner);
      to.roll_back(before);
    }
    to.emit(Opcode::mov, to.take(1), to.constant(2));
    to.emit_jump(Opcode::jump, 0, 0, out);
    to.place(out);
    to.emit(Opcode::ret);
    to.finish(false);
  };
  write(code, true);
  write(plain, false);
  CHECK(program.code.initial_frame == same.code.initial_frame);
  REQUIRE(program.code.instructions.size() == same.code.instructions.size());
  CHECK(program.code.spans.size() == same.code.instructions.size());
  for (std::size_t i = 0; i < same.code.instructions.size(); ++i) {
    CHECK(program.code.instructions[i].op == same.code.instructions[i].op);
    CHECK(program.code.instructions[i].a == same.code.instructions[i].a);
    CHECK(program.code.instructions[i].b == same.code.instructions[i].b);
    CHECK(program.code.instructions[i].c == same.code.instructions[i].c);
  }
}

TEST_CASE("assembler: too much code, and sets that no instruction holds, are errors where they are written", "[build]") {
  Program program;
  Assembler code(program);
  lang::Span span;
  span.begin = 5;
  const Assembler::At at(code, span);
  const auto code_of = [&](int n) {
    try {
      code.emit(Opcode::ret, 0, 0, 0, n);
    } catch (const BuildFailure& failure) {
      CHECK(failure.diagnostic.primary.span.begin == 5);
      return failure.diagnostic.code;
    }
    return lang::Code{};
  };
  CHECK(code_of(0x10000) == lang::Code::G0504);
  for (std::size_t i = 0; i <= kMaxCode; ++i) code.emit(Opcode::ret);
  CHECK(code_of(0) == lang::Code::G0504);
}

}  // namespace
