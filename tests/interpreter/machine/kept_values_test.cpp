// Kept values alone: what is kept must be what a plain record of all that happened says.
#include "interpreter/machine/live_board.hpp"

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

TEST_CASE("kept values: those on the ways of beams, while ways change, are saved and come back") {
  // A value is out of date when a cell on its way changes; the way may then be another one. The ways belong to the
  // position, and so come back with it.
  constexpr unsigned kFirst = 3, kValues = 6;  // the values before kFirst read no ways
  constexpr std::size_t kCells = 128;
  oracle::SplitMix random(19);
  struct Position {
    std::vector<Word> reads = std::vector<Word>(kValues, 0);  // what each value reads, as one number
    std::vector<std::vector<Word>> ways = std::vector<std::vector<Word>>(kValues, {0xF, 0});
  };
  struct Level {
    Position position;
    std::vector<Word> saved;
  };
  std::uint64_t kept_off_ways = 0, kept_after_restore = 0;
  for (int game = 0; game < 300; ++game) {
    KeptValues kept(0b111000, 2);
    Position now;
    std::vector<Word> worked_out(kValues, ~Word{0});
    std::vector<Level> levels;
    const auto each_kept_way = [&](auto with) {
      for (unsigned v = kFirst; v < kValues; ++v) with(v);
    };
    for (int step = 0; step < 150; ++step) {
      switch (random.below(7)) {
        case 0:
        case 1: {
          const auto value = static_cast<unsigned>(random.below(kValues));
          kept.keep(value);
          worked_out[value] = now.reads[value];
          if (value < kFirst) break;
          for (std::size_t word = 0; word < 2; ++word) kept.add_way(word, now.ways[value][word]);
          break;
        }
        case 2:
        case 3: {
          const auto cell = static_cast<int>(random.below(kCells));
          Word forget = 0;
          bool is_on_way = false;
          if (const auto value = static_cast<unsigned>(random.below(kFirst)); random.below(4) == 0) {
            now.reads[value] = random.next();
            forget = bit_in_word(value);
          }
          each_kept_way([&](unsigned v) {
            if (!has_bit(now.ways[v].data(), cell)) return;
            is_on_way = true;
            now.reads[v] = random.next();
            now.ways[v] = {random.next() & random.next() & random.next(), random.next() & random.next() & random.next()};
          });
          kept.changed(cell, forget);
          each_kept_way([&](unsigned v) { kept_off_ways += !is_on_way && kept.has(v); });
          break;
        }
        case 4:
          levels.push_back({now, std::vector<Word>(kept.saved_words())});
          kept.save_into(levels.back().saved.data());
          break;
        case 5:
          if (levels.empty()) break;
          now = levels.back().position;
          kept.restore_from(levels.back().saved.data());
          levels.pop_back();
          each_kept_way([&](unsigned v) { kept_after_restore += kept.has(v); });
          break;
        default:
          if (levels.empty() || random.below(3) != 0) break;
          kept.drop_saved(levels.back().saved.data());
          levels.pop_back();
      }
      for (unsigned v = 0; v < kValues; ++v)
        if (kept.has(v)) REQUIRE(worked_out[v] == now.reads[v]);
    }
  }
  CHECK(kept_off_ways > 1000);
  CHECK(kept_after_restore > 1000);
}
