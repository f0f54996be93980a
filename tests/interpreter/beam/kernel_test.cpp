// The kernel alone, with a State and Cases: no script and no machine takes part.
#include <vector>

#include "interpreter/beam/kernel.hpp"
#include "interpreter/beam/segment_budget.hpp"
#include "tests/catch.hpp"
#include "tests/support/hand_board.hpp"

using namespace glint;
using namespace glint::test;

namespace {

struct Unlimited final : SegmentBudget {
  Unlimited() : SegmentBudget(1'000'000'000) {}
  std::int64_t recount(std::int64_t, const Trace&) override { return 0; }
};

}  // namespace

TEST_CASE("kernel: every beam is as followed from cell to cell, and so is what it would meet", "[kernel]") {
  for (const Geometry& geometry : {rectangle(6, 6, kSixWays), rectangle(8, 8, kEightWays), rectangle(12, 12, kFourWays)})
    for (const bool has_splitters : {false, true}) {
      INFO(geometry.cells << " cells, " << has_splitters);
      HandBoard bare(lamps_and_mirrors(geometry, 2, has_splitters), shining(geometry, 2));
      Unlimited budget;
      Kernel kernel(bare.program, bare.frame.data(), bare.fuel, bare, budget);
      oracle::SplitMix random(31);
      Trace trace, unordered;
      for (int i = 0; i < 200; ++i) {
        bare.put(bare.random_cell(random), bare.random_key(random));
        for (const int source : bare.emitters()) {
          const naive::Path path = bare.path_from(source);
          REQUIRE(kernel.trace_emitter(source, trace));
          REQUIRE(agree(bare.program, trace, path, source));
          REQUIRE(kernel.trace_cells(source, unordered));
          REQUIRE(same_cells(bare.program, trace, unordered));
          const int target = bare.random_cell(random);
          bool meets = false, is_left = false;
          for (const naive::Visit& visit : path.visits) is_left = is_left || visit.cell == target;
          REQUIRE(kernel.emitter_meets(source, set_of({target}, bare.program.words()).data(), meets));
          REQUIRE(meets == is_left);
        }
      }
    }
}
