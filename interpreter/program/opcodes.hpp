// The table of opcodes: the name, operands and effects of each, and its form in a listing. Made from instructions.def,
// the one place that describes instructions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "interpreter/program/code.hpp"

namespace glint {

/// The role of one operand of an instruction. Operands that are not slots (numbers, code, buffers) have none.
enum class Role : std::uint8_t {
  none,
  makes,        // writes its only value there
  reads,
  indexes,      // reads a number that must be in range: a cell, a direction, the index of a table
  changes,      // writes there in addition to its value
  updates,      // reads and changes
  reads_if_n,   // reads if n is not 0
  cell_or_set,  // reads a set of cells if bit 0 of n is set; otherwise indexes by a cell
  way_or_set,   // reads a set of directions if bit 1 of n is set; otherwise indexes by a direction
  from_table,   // reads somewhere in the table that begins there
  into_table,   // changes somewhere in the table that begins there
  parts,        // reads several slots that are written one by one, such as the fields of a beam
  code,         // the code there runs
};

/// The slots of an operand.
enum class Size : std::uint8_t {
  one,
  n,
  n_or_c,       // n, or c if n is 0
  cells,        // a set of cells
  cells_if_n,   // a set of cells if n is odd, otherwise one slot
  by_cell,      // one for each cell
  by_way,       // a set of cells for each direction
  pairs,        // a set of pairs of a cell and a value of n / 2 bits
  payload,      // one for each beam field
  iterator,     // of visits
  visit,
};

/// The further effects of an instruction, as a set.
enum Effect : std::uint8_t {
  kPlain = 0,
  kPure = 1,           // only makes its value; cannot fail if the indexes are in range
  kReadsState = 2,     // besides its operands
  kChangesState = 4,
  kRuns = 8,           // code that may fail, and that reads the State and writes slots of other functions
  kLeaves = 16,        // execution does not continue with the next instruction
  kUnknown = 32,       // too complex for this table: code with it is left as it is
};

struct Operand {
  Role role = Role::none;
  Size size = Size::one;
};

constexpr int kMostOperands = 6;  // a, b, c and the operands of a following `more`

struct OpcodeInfo {
  const char* name;
  const char* listing;
  int effects;
  Operand operands[kMostOperands];

  /// True if it may continue at the code of `c`.
  constexpr bool jumps() const { return std::string_view(listing).find("->c") != std::string_view::npos; }
  /// True if it calls code, and continues when that is done.
  constexpr bool calls() const {
    return std::any_of(std::begin(operands), std::end(operands), [](Operand one) { return one.role == Role::code; });
  }
  /// Does a `more` follow?
  constexpr bool has_more() const {
    return operands[3].role != Role::none || operands[4].role != Role::none || operands[5].role != Role::none;
  }
};

namespace opcode_columns {

using enum Size;
constexpr Operand none;
constexpr Operand makes(Size size) { return {Role::makes, size}; }
constexpr Operand reads(Size size) { return {Role::reads, size}; }
constexpr Operand changes(Size size) { return {Role::changes, size}; }
constexpr Operand updates(Size size) { return {Role::updates, size}; }
constexpr Operand indexes{Role::indexes};
constexpr Operand reads_if_n{Role::reads_if_n};
constexpr Operand cell_or_set{Role::cell_or_set, cells};
constexpr Operand way_or_set{Role::way_or_set};
constexpr Operand from_table{Role::from_table};
constexpr Operand into_table{Role::into_table};
constexpr Operand parts(Size size) { return {Role::parts, size}; }
constexpr Operand code{Role::code};

constexpr OpcodeInfo kOpcodes[] = {
#define GLINT_COLUMNS(...) {__VA_ARGS__}
#define GLINT_OP(name, effects, operands, listing) {#name, listing, effects, GLINT_COLUMNS operands},
#include "interpreter/program/instructions.def"
#undef GLINT_OP
#undef GLINT_COLUMNS
};

}  // namespace opcode_columns

constexpr const OpcodeInfo& info_of(Opcode op) { return opcode_columns::kOpcodes[static_cast<std::size_t>(op)]; }

}  // namespace glint
