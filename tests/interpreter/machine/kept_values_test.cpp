// Kept values alone: what is kept must be what a plain record of all that happened says.
#include "interpreter/machine/kept_values.hpp"

#include "tests/catch.hpp"
#include "tests/oracles/split_mix.hpp"

using namespace glint;

TEST_CASE("kept values: until something changes that they read") {
  KeptValues kept(0b100, 2);
  kept.keep(0);
  kept.keep(2);
  kept.keep(40);
  CHECK(kept.has(40));
  CHECK(!kept.has(1));
  kept.forget(Word{1} << 40 | 0b10);
  CHECK(!kept.has(40));
  CHECK(kept.has(0));
  kept.add_way(1, 0b1000);
  kept.changed(3, 0);  // another word
  CHECK(kept.has(2));
  kept.changed(67, 0);  // on the way
  CHECK(!kept.has(2));
  CHECK(kept.has(0));
  kept.keep(2);
  kept.changed(67, 0);  // the way is gone with the value that it was for
  CHECK(kept.has(2));
  kept.changed(5, 0b1);
  CHECK(!kept.has(0));
  kept.forget_all();
  CHECK(!kept.has(2));
}

TEST_CASE("kept values: after going back, those that are right are kept") {
  // Each value is a number in one place, that what it reads makes out of date. Kept must mean: the number is right.
  constexpr unsigned kValues = 6;
  oracle::SplitMix random(5);
  struct Level {
    std::vector<Word> reads, saved;
  };
  std::uint64_t kept_after_restore = 0;
  for (int game = 0; game < 200; ++game) {
    KeptValues kept(0, 1);
    std::vector<Word> reads(kValues, 0), worked_out(kValues, ~Word{0});  // what each reads; what it was made of
    std::vector<Level> levels;
    for (int step = 0; step < 100; ++step) {
      const auto value = static_cast<unsigned>(random.below(kValues));
      switch (random.below(6)) {
        case 0:
        case 1:
          kept.keep(value);
          worked_out[value] = reads[value];
          break;
        case 2:
          reads[value] = random.next();
          kept.changed(0, Word{1} << value);
          break;
        case 3:
          levels.push_back({reads, std::vector<Word>(kept.saved_words())});
          kept.save_into(levels.back().saved.data());
          break;
        case 4:
          if (levels.empty()) break;
          reads = levels.back().reads;
          kept.restore_from(levels.back().saved.data());
          levels.pop_back();
          for (unsigned v = 0; v < kValues; ++v) kept_after_restore += kept.has(v);
          break;
        default:
          if (levels.empty() || random.below(3) != 0) break;
          kept.drop_saved(levels.back().saved.data());
          levels.pop_back();
      }
      for (unsigned v = 0; v < kValues; ++v)
        if (kept.has(v)) REQUIRE(worked_out[v] == reads[v]);
    }
  }
  CHECK(kept_after_restore > 500);
}
