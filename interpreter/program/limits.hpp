// Limits beyond which a game is played the same, but slower. Where the compiler or `tabulate` meets one, it sets the flag
// in Program::beyond; `glint_dump` names it (tests/dump/).
//
// Other limits are errors of the script: those of a game's size in build/board/ and build/code/assembler.hpp, those of
// play in machine/limits.hpp and beam/. The page of limits (lang/reference/speed.md) lists them all.
#pragma once

#include <cstddef>
#include <cstdint>

namespace glint {

/// Lets and rules that are kept: bits of a mask, whose last bit is kForgetTraces.
inline constexpr int kMostKept = 63;
/// Values of a piece field that is kept as sets of cells; words of these sets, of all fields.
inline constexpr std::int64_t kMostPlaneValues = 16, kMostPlaneSlots = 1024;
/// Words of a set of cells where what each beam lights is kept.
inline constexpr int kMostLitWords = 16;
/// The most players with code of their own.
inline constexpr int kMostSeats = 4;
/// Parts of expressions that replace loops and calls.
inline constexpr std::size_t kMostWritten = 20'000;
/// Entries of the reaction table; beyond that the code of the cases runs at every meeting.
inline constexpr std::size_t kMostReactionEntries = 4'000'000;
/// The ways on of beams that split, in all its entries together.
inline constexpr std::size_t kMostReactionWays = 250'000;
/// Tables for beams that nothing splits: bits of a beam's number, and entries.
inline constexpr int kMostBeamBits = 12;
inline constexpr std::size_t kMostUnsplitEntries = 1'000'000;
/// Words of the cached answers about hypothetical beams: beyond that, dropping answers is no quicker than following beams.
inline constexpr std::size_t kMostAnswerWords = 1 << 16;

/// The limits that a game exceeds; Program itself has those of planes and light.
struct BeyondLimits {
  bool kept = false;         // kMostKept
  bool seats = false;        // kMostSeats
  bool written_out = false;  // kMostWritten; or what the optimiser may do is used up
  bool reactions = false;    // kMostReactionEntries, kMostReactionWays
  bool unsplit = false;      // kMostBeamBits, kMostUnsplitEntries
  bool answers = false;      // kMostAnswerWords
};

}  // namespace glint
