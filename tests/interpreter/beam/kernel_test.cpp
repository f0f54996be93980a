// The kernel alone, with a State and Cases: no script and no machine takes part.
#include <algorithm>
#include <vector>

#include "interpreter/beam/along.hpp"
#include "interpreter/beam/trace.hpp"
#include "tests/catch.hpp"
#include "tests/support/hand_board.hpp"

using namespace glint;
using namespace glint::test;

namespace {

struct Unlimited final : SegmentBudget {
  Unlimited() : SegmentBudget(1'000'000'000) {}
  std::int64_t recount(std::int64_t, const Trace&) override { return 0; }
};

/// For one trace, which is not kept.
struct Limited final : SegmentBudget {
  Limited(std::int64_t most, Cases& reported_to) : SegmentBudget(most), cases(reported_to) {}
  std::int64_t recount(std::int64_t room, const Trace& now) override {
    const auto count = static_cast<std::int64_t>(now.segments.size());
    if (count > room) cases.fail(lang::Code::G0605, {}, "too many segments");
    return count;
  }
  Cases& cases;
};

bool leaves(const naive::Path& path, int cell) {
  return std::any_of(path.visits.begin(), path.visits.end(),
                     [&](const naive::Visit& visit) { return visit.cell == cell; });
}

}  // namespace

TEST_CASE("kernel: every beam is as followed from cell to cell, and so is what it would meet", "[kernel]") {
  for (const Geometry& geometry : {rectangle(6, 6, kSixWays), rectangle(8, 8, kEightWays), rectangle(12, 12, kFourWays)})
    for (const bool has_splitters : {false, true}) {
      INFO(geometry.cells << " cells, " << has_splitters);
      HandBoard bare(lamps_and_mirrors(geometry, 2, has_splitters), shining(geometry, 2));
      const std::vector<int> lamps = keys_of(bare.program, {"lamp"});
      const auto words = static_cast<std::size_t>(bare.program.words());
      Unlimited budget;
      Kernel kernel(bare.program, bare.frame.data(), bare.fuel, bare, budget);
      oracle::SplitMix random(31);
      Trace trace, unordered;
      int compared = 0, asked[2] = {}, would[2] = {};  // asked, would: by the answer
      int followed_along = 0;
      for (int i = 0; i < 200; ++i) {
        bare.put(bare.random_cell(random), bare.random_key(random));
        for (const int source : bare.emitters()) {
          const naive::Path path = bare.path_from(source);
          REQUIRE(kernel.trace_emitter(source, trace));
          REQUIRE(agree(bare.program, trace, path, source));
          REQUIRE(kernel.trace_cells(source, unordered));
          REQUIRE(same_cells(bare.program, trace, unordered));
          ++compared;
          const int target = bare.random_cell(random);
          bool meets = false;
          REQUIRE(kernel.emitter_meets(source, set_of({target}, bare.program.words()).data(), meets));
          REQUIRE(meets == leaves(path, target));
          ++asked[meets];
        }
        for (int cell = 0; cell < bare.cells(); ++cell) {
          if (bare.keys[static_cast<std::size_t>(cell)]) continue;
          const int key = lamps[random.below(lamps.size())], target = bare.random_cell(random);
          bare.put(cell, key);
          const naive::Path path = bare.path_from(cell);
          bare.put(cell, 0);
          std::vector<Word> looked_at(words, 0);
          bool meets = false;
          REQUIRE(kernel.would_meet(cell, key, set_of({target}, bare.program.words()).data(), meets, looked_at.data()));
          REQUIRE(meets == leaves(path, target));
          ++would[meets];
          if (!kernel.is_unsplit()) continue;
          // Where it is known, it is the same, and depends on no other cells than those that the beam comes to.
          const Along::Answer along = kernel.along().go(cell, key, bit_in_word(target));
          if (along.first == Kernel::First::unknown) continue;
          REQUIRE((along.first == Kernel::First::meets) == meets);
          for (const int each : each_bit(along.looked_at)) REQUIRE((each == cell || path.touches(each)));
          if (!meets)
            for (const naive::Visit& visit : path.visits) REQUIRE(has_bit(&along.looked_at, visit.cell));
          ++followed_along;
        }
      }
      CHECK(bare.failure.empty());
      REQUIRE(compared >= 1000);
      REQUIRE((followed_along >= 1000 || !kernel.is_unsplit()));
      for (const bool meets : {false, true}) {
        REQUIRE(asked[meets] >= 100);
        REQUIRE(would[meets] >= 100);
      }
    }
}

TEST_CASE("kernel: a beam of more segments than the budget has is an error, which is reported", "[kernel]") {
  const Geometry geometry = rectangle(8, 8, kEightWays);
  for (const bool has_splitters : {false, true}) {
    INFO(has_splitters);
    HandBoard bare(lamps_and_mirrors(geometry, 2, has_splitters), shining(geometry, 2));
    Unlimited unlimited;
    Limited one(1, bare);
    Kernel free(bare.program, bare.frame.data(), bare.fuel, bare, unlimited);
    Kernel limited(bare.program, bare.frame.data(), bare.fuel, bare, one);
    oracle::SplitMix random(37);
    Trace trace;
    int fine = 0, refused = 0;
    for (int i = 0; i < 100; ++i) {
      bare.put(bare.random_cell(random), bare.random_key(random));
      for (const int source : bare.emitters()) {
        REQUIRE(free.trace_emitter(source, trace));
        const bool fits = trace.segments.size() <= 1;
        bare.failure.clear();
        REQUIRE(limited.trace_emitter(source, trace) == fits);
        REQUIRE(bare.failure == (fits ? "" : "too many segments"));
        ++(fits ? fine : refused);
      }
    }
    REQUIRE(fine >= 100);
    REQUIRE(refused >= 100);
  }
}
