// Reactions: what pieces, cells and edges do to beams, as code and, where possible, as tables made from that code.
//
// The compiler fills entries of code and slots; `tabulate` (machine/) runs the code for every key, way and payload and
// fills the tables. A reaction that is in no table is run as code whenever a beam meets it. Owned by Program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interpreter/program/layout.hpp"

namespace glint {

struct Reactions {
  // ---- code ----
  std::vector<int> code;       // by kind: entry of its reaction, or -1
  std::vector<int> emit_code;  // by kind: entry of what it emits, or -1
  Slot here = 0, way = 0, payload = 0, edge = 0;  // where that code finds its inputs
  std::vector<Slot> optical_sets;  // slots of the tops sets of kinds that react
  std::vector<Slot> emitter_sets;  // slots of the tops sets of kinds that emit
  /// By key: what else changes with such a piece than the beams that come to its cell. 0: no piece.
  static constexpr std::uint8_t kAllBeams = 1;  // cases or emissions of other cells read it
  static constexpr std::uint8_t kSites = 2;     // so does the code that says which cells, edges and sides act
  std::vector<std::uint8_t> stirs;
  /// The things that act on beams besides pieces: cells by themselves, edges, and the sides of pieces. Games with
  /// any of these follow beams from one place that acts to the next.
  struct Acting {
    int code = -1;      // computes where
    Slot set = 0;       // to here: cells, or edges
    bool is_crossing = false, is_constant = false;
    int reaction = -1;  // entry of its cases
    std::size_t row = 0;
    bool bars = false;  // an edge at which all beams end, as the table says, and by no name
  };
  std::vector<Acting> acting;
  /// The sides of pieces at which they act.
  struct Sides {
    std::vector<int> code, reaction;  // by kind: computes its sides to `set`; entry of its cases; or -1
    Slot set = 0;
    std::vector<Slot> piece_sets;  // slots of the tops sets of kinds with sides
    bool are_static = false;
    std::vector<Word> of_key;   // by key, if are_static
    std::size_t first_row = 0;  // their rows of the table
  } sides;
  bool goes_by_steps = false;

  // ---- tables ----
  /// A *row* of the table is all that one table of cases does: of a piece, by key; from sides.first_row on, of its
  /// sides, by key; and of what acts by itself (Acting::row). An entry, of one way and payload, is
  ///   way << 16 | payload        one way on
  ///   kStop | 1 + end            ends there (0: no name)
  ///   kList | index              several, or to another cell: lists[index]
  ///   kCode                      the code must be run: it reads more, or it reports an error of the script
  ///   kNone                      beams pass: not an optical piece
  static constexpr std::uint32_t kStop = 0xFF000000, kList = 0xFE000000, kCode = 0xFD000000, kKind = 0xFF000000;
  static constexpr std::uint32_t kNone = 0xFC000000;
  std::vector<std::uint32_t> entries;  // [(row * directions + way) * payloads + payload]; empty: all is code
  std::vector<int> row_code;           // by row: what fills it; -1: nothing
  bool is_static = false;  // only pieces in their way act on beams, and the table has all that they do
  struct Way {
    std::int32_t cell;  // -1: from here
    std::uint16_t way;
    std::uint16_t stop;  // 0: goes on; otherwise 1 + 1 + end
    std::uint32_t payload;
  };
  std::vector<std::vector<Way>> lists;
  bool emission_is_static = false;
  std::vector<std::vector<Way>> emissions;  // by key, if emission_is_static
  std::vector<std::uint8_t> optical_key;    // by key
  /// By key: keys of one class emit and turn beams in the same ways whatever beams carry, so they light the same cells.
  /// Each key is a class of its own if ways depend on what a beam carries.
  std::vector<std::uint16_t> path_class;
  int path_classes = 0;
  /// Hypothetical beams: the cached answers about one cell, a power of two; 0: none are cached. See beam/hypothetical.hpp.
  std::size_t answer_width = 0;

  /// Reactions for boards of one word on which nothing splits beams or moves them elsewhere: see beam/unsplit.cpp.
  /// Empty on others. A *beam* here is a number of 32 bits: from bit 16 on the payload, in `payload_bits`, and the way;
  /// kRises if numbers of cells rise along its way; and in the lower 16 bits (kLine) where the lines of its way begin.
  /// An answer may also be kPasses (it goes on as it is), kStops plus 1 + the named end, kAsks (run the code: it reports
  /// the error).
  struct Unsplit {
    static constexpr std::uint32_t kRises = 0x80000000, kOther = 0x40000000, kLine = 0xFFFF;
    static constexpr std::uint32_t kPasses = kOther, kStops = kOther | 0x10000, kAsks = kOther | 0x20000;
    int payload_bits = 0;
    std::size_t keys = 0;
    std::vector<std::uint32_t> on;     // [number(beam) * keys + key]: how a beam goes on after it met the key
    std::vector<std::uint32_t> first;  // by key: the one beam that it emits; kAsks if there is none or more than one
    std::vector<Word> lines;           // [(way << 6 | cell) * 2]: the ray, and then the same with the cell itself
    std::uint32_t beam(int way, std::uint32_t payload, bool rises) const {
      return (rises ? kRises : 0) | static_cast<std::uint32_t>(way) << (16 + payload_bits) | payload << 16 |
             static_cast<std::uint32_t>(way) << 7;
    }
    static std::uint32_t number(std::uint32_t beam) { return beam >> 16 & 0x3FFF; }
  } unsplit;
};

}  // namespace glint
