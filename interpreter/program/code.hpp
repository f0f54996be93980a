// Code: instructions of the register machine, and the descriptions that they refer to by number.
//
// Instructions are listed in instructions.def. An *entry* is the index of a piece of code's first instruction. Spans of
// the script are kept for errors. Filled by the compiler; owned by Program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/program/layout.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/rules/rules.hpp"
#include "lang/source/source.hpp"

namespace glint {

enum class Opcode : std::uint16_t {
#define GLINT_OP(name, effects, operands, listing) name,
#include "interpreter/program/instructions.def"
#undef GLINT_OP
};

struct Instruction {
  Opcode op{};
  std::uint16_t n = 0;
  std::uint32_t a = 0, b = 0, c = 0;
};
static_assert(sizeof(Instruction) == 16);

/// Code that is written once for each player, or once for all players.
struct SeatCode {
  std::vector<int> entries;
  int of(Word player) const { return entries[entries.size() == 1 ? 0 : static_cast<std::size_t>(player)]; }
};

/// The reason why a run is refused, or why the script is in error: a text with holes that are filled from slots.
struct Message {
  lang::Code code = lang::Code::G0604;  // of an error of the script
  lang::Span span;                    // for a refusal: the require or pick
  const rules::Text* text = nullptr;  // null: `fallback` is shown
  std::string fallback;
  struct Hole {
    rules::Type type;
    Slot slot = 0;
  };
  std::vector<Hole> holes;
};

/// One `show`: its code decides whether it is shown, and fills the holes of its text. A negative number means that
/// there is none: this is `show no beams`.
struct NoteCode {
  int code = -1;
  int message = -1;
  int show = 0;  // its number in the rules; several in a row share it if a line is shown for each value of a type
  bool for_each_player = false;
  Slot player = 0, told = 0;
  Slot key = 0;  // for a piece that is drawn beside the text
};

/// One `show cells` or `show edges`: its code decides whether it is shown, makes the set, and fills the name's holes.
struct GroundCode {
  int code = -1;
  int message = 0;
  bool for_each_player = false;
  Slot player = 0, told = 0, owner = 0;
  Slot cells = 0;            // or edges
  bool is_constant = false;  // the set reads nothing of the position
};

/// One `show beams`: its code follows the beams, if pictures show them.
struct BeamsCode {
  int code = -1;
  int show = 0;  // its number in the rules
  bool for_each_player = false;
  Slot player = 0;
};

/// The slots of a visit: cell, way, step, payload, source; and one for the trace's handle and the segment.
inline constexpr std::uint32_t kVisitSlots = 6;
/// The name used for ends of beams that have looped.
inline constexpr int kLoopedEnd = 0xFFFF;

/// The n of slide, hit, closed and steps from one cell in a set of directions.
inline constexpr int kFromCellInWays = 2;

/// In a mask of kept lets to forget: forget the traces as well.
inline constexpr Word kForgetTraces = Word{1} << 63;

/// A value kept until something that it reads changes. A value that reads nothing of the position is computed once, by
/// `tabulate`.
struct Kept {
  int let = 0;
  int code = 0;  // computes it; negative: it is not kept
  Slot slot = 0;
  Slot size = 0;  // slots
  int bit = -1;   // in the mask of valid lets; -1: computed at every use, or constant
  bool is_constant = false;
};

/// All kept lets, and for each change the ones that it makes invalid, as masks of Kept::bit.
struct KeptLets {
  std::vector<Kept> lets;
  Word forget_pieces = 0;          // lets that read the board
  Word forget_ways = 0;            // lets among them that read what is on the ways of beams
  std::vector<Word> forget_key;    // by key: lets that read where its kind is; 0: none
  std::vector<Word> forget_field;  // by piece field: lets that read it
};

/// One statement of a test, compiled.
struct TestStep {
  const rules::Stmt* statement = nullptr;
  const rules::Expr* expected = nullptr;  // of `expect`: the part that this step checks
  int code = -1;             // effects; or code that computes the expected value
  Slot value = 0;            // of `expect`: the flag
  Slot left = 0, right = 0;  // of a comparison: its sides
  bool compares = false;
};
struct TestCode {
  int test = 0;
  std::vector<TestStep> steps;
};

}  // namespace glint
