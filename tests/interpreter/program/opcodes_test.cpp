// The columns of instructions.def against its listings: an operand that a listing shows as a slot has a role, and what a
// listing says is made has one that writes.
#include <iterator>
#include <string>

#include "interpreter/program/opcodes.hpp"
#include "tests/catch.hpp"

namespace {

using namespace glint;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool writes(Role role) {
  return role == Role::makes || role == Role::changes || role == Role::updates || role == Role::into_table;
}

}  // namespace

TEST_CASE("opcodes: columns agree with listings", "[opcodes]") {
  const char* const names[] = {"a", "b", "c", "more.a", "more.b", "more.c"};
  for (const OpcodeInfo& info : opcode_columns::kOpcodes) {
    const std::string listing = info.listing;
    INFO(info.name << ": " << listing);
    if (info.effects & kUnknown) continue;
    CHECK(info.has_more() == has(listing, "more."));
    for (int i = 0; i < kMostOperands; ++i) {
      const std::string name = names[i];
      const bool is_slot = has(listing, "i(" + name + ")") || has(listing, "s(" + name + ")");
      if (is_slot) CHECK(info.operands[i].role != Role::none);
      if (i < 3 && has(listing, "->" + name)) CHECK(info.operands[i].role == Role::none);
    }
    if (listing.rfind("i(a) =", 0) == 0 || listing.rfind("s(a) =", 0) == 0) CHECK(writes(info.operands[0].role));
    if (info.effects & kPure) CHECK(info.operands[0].role == Role::makes);
    for (int i = 1; i < kMostOperands; ++i) CHECK(info.operands[i].role != Role::makes);
  }
}

TEST_CASE("opcodes: each has the row of its name", "[opcodes]") {
  CHECK(std::string(info_of(Opcode::mov).name) == "mov");
  CHECK(std::string(info_of(Opcode::closed).name) == "closed");
  CHECK(std::string(info_of(Opcode::push_drawn).name) == "push_drawn");
  CHECK(std::size(opcode_columns::kOpcodes) == static_cast<std::size_t>(Opcode::push_drawn) + 1);
}
