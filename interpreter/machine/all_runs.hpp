// What is known of all runs of a move while it is listed, by which `require most` and `offer once` compare them.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "interpreter/machine/ledger.hpp"

namespace glint {

struct AllRuns {
  Ledger::Mark begin;                                // the move is listed from here on
  std::vector<std::int64_t> greatest = {}, measured = {};  // numbers so far; those that `measure` found
  std::set<std::vector<Word>> seen = {};
  bool measures = false;  // the numbers are wanted, and no list

  /// A run with greater numbers than all before takes these out of the ledger. False: it has less, or none is listed.
  bool has_most(const Word* numbers, int count, Ledger& ledger) {
    std::vector<std::int64_t> all(numbers, numbers + count);
    if (all < greatest) return false;
    if (all > greatest) {
      ledger.cut(begin);
      seen.clear();
      greatest = std::move(all);
    }
    return !measures;
  }
};

}  // namespace glint
