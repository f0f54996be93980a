// Numbers pieces and beams, and gives everything in a State its slots.
#pragma once

#include "interpreter/build/board/constants.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

inline constexpr std::int64_t kMaxKeys = 32'000;
inline constexpr std::int64_t kMaxPayloads = 65'536;
inline constexpr std::int64_t kMaxStateSlots = 4'000'000;

/// A part of the script, and the slots of the frame that it takes.
struct Share {
  std::int64_t slots = 0;
  lang::Span span;
};
/// Where the frame has no room for more: names what takes most of it.
[[noreturn]] void fail_for_memory(const Share& most, std::int64_t limit);

/// Fills keys, first_key, fields, key_set, key_owner. BuildFailure: more than kMaxKeys different pieces.
void build_keys(Program& program, Constants& constants);
/// Fills payload_fields, payloads. BuildFailure: more than kMaxPayloads different payloads.
void build_payloads(Program& program);
/// Fills layout up to the variables and pending choices; the compiler adds the locals of the play block. Answers what
/// takes most of the State. BuildFailure: that is too large.
Share build_layout(Program& program);
/// Fills `seen`: which players see a variable. BuildFailure: that is not known before the game starts.
void build_seen(Program& program, Constants& constants);
/// The moves that are chosen together somewhere in `play`, by number.
std::vector<int> moves_together(const rules::Rules& rules);
/// The number of rounds for which there is room in a loop of the move.
int most_rounds(const Program& program, const rules::Move& move, const rules::Stmt& rounds);

}  // namespace glint
