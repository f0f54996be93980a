// What acts on a beam makes of it: a look-up in the reaction table, or, for what no table holds, the script's code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interpreter/beam/cases.hpp"

namespace glint {

class Reacting {
 public:
  Reacting(const Program& program, Cases& cases)
      : reactions_(program.reactions),
        cases_(cases),
        payloads_(static_cast<std::size_t>(program.payloads.count)),
        turns_(static_cast<std::size_t>(program.geometry.directions) * payloads_) {}

  /// The entry of the table: see Reactions::entries.
  std::uint32_t entry(std::size_t row, int way, std::int64_t payload) const {
    if (reactions_.entries.empty()) return Reactions::kCode;
    return reactions_.entries[row * turns_ + static_cast<std::size_t>(way) * payloads_ +
                              static_cast<std::size_t>(payload)];
  }
  /// The ways on, which last until the next call; null: the script is in error. `code`: the cases that the row holds.
  const std::vector<Reactions::Way>* ways(std::size_t row, int code, const Meeting& meeting) {
    const std::uint32_t entry = this->entry(row, meeting.way, meeting.payload);
    switch (entry & Reactions::kKind) {
      case Reactions::kList: return &reactions_.lists[entry & 0xFFFFFF];
      case Reactions::kCode:
        if (!cases_.run_cases(code, meeting, ways_)) return nullptr;
        break;
      case Reactions::kStop:
        ways_ = {{-1, 0, static_cast<std::uint16_t>((entry & 0xFFFF) + 1), 0}};
        break;
      case Reactions::kNone:
        ways_ = {{-1, static_cast<std::uint16_t>(meeting.way), 0, static_cast<std::uint32_t>(meeting.payload)}};
        break;
      default: ways_ = {{-1, static_cast<std::uint16_t>(entry >> 16), 0, entry & 0xFFFF}};
    }
    return &ways_;
  }

 private:
  const Reactions& reactions_;
  Cases& cases_;
  const std::size_t payloads_, turns_;  // payloads, and directions times payloads
  std::vector<Reactions::Way> ways_;
};

}  // namespace glint
