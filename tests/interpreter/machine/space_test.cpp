// Steps and rays alone: each instruction, with both codes, against going from cell to cell.
#include "interpreter/machine/interpreter.hpp"

#include <functional>

#include "tests/catch.hpp"
#include "tests/oracles/split_mix.hpp"
#include "tests/support/hand_program.hpp"

using namespace glint;

namespace {

/// The frame of one instruction: where its operands and its result lie.
constexpr Slot kResult = 0, kFrom = 16, kThrough = 32, kEnds = 48, kLength = 64, kWays = 65, kFrame = 66;

class Bench {
 public:
  Bench(const Geometry& geometry, oracle::SplitMix& random)
      : geometry_(geometry), random_(random), space_(geometry), words_(static_cast<std::size_t>(geometry.words)) {}

  void ask(Opcode op) {
    frame_.assign(kFrame, 0);
    for (std::size_t i = 0; i < words_; ++i) {
      frame_[kThrough + i] = (random_.next() | random_.next()) & geometry_.board[i];
      frame_[kEnds + i] = random_.next() & geometry_.board[i];
    }
    frame_[kLength] = random_.below(5);
    const bool from_set = random_.below(2) == 0, way_set = random_.below(2) == 0, back = random_.below(4) == 0;
    from_.clear();
    ways_.clear();
    if (from_set) {
      const std::size_t rare = 5 + 15 * random_.below(2);
      for (int cell = 0; cell < geometry_.cells; ++cell)
        if (random_.below(rare) == 0) from_.push_back(cell);
      for (const int cell : from_) frame_[kFrom + static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64);
    } else {
      from_ = {static_cast<int>(random_.below(static_cast<std::size_t>(geometry_.cells)))};
      frame_[kFrom] = static_cast<Word>(from_[0]);
    }
    const std::size_t directions = static_cast<std::size_t>(geometry_.directions);
    frame_[kWays] = way_set ? random_.below(std::size_t{1} << directions) : random_.below(directions);
    if (way_set && random_.below(4) == 0) frame_[kWays] = lowest_ones(geometry_.directions);
    for (int way = 0; way < geometry_.directions; ++way)
      if (way_set ? frame_[kWays] >> way & 1 : frame_[kWays] == static_cast<Word>(way))
        ways_.push_back(back ? geometry_.opposite(way) : way);
    Instruction at, more;
    at.op = op;
    at.a = kResult;
    at.b = kFrom;
    at.c = kWays;
    at.n = static_cast<std::uint16_t>((from_set ? 1 : 0) | (way_set ? 2 : 0) | (back ? 4 : 0));
    more.a = kThrough;
    more.b = op == Opcode::steps ? kLength : kEnds;
    const std::vector<Word> expected = by_hand(op);
    INFO("op " << static_cast<int>(op) << ", form " << at.n << ", " << geometry_.cells << " cells");
    for (const bool v3 : {false, true}) {
      if (v3 && !has_v3()) continue;
      std::vector<Word> f = frame_;
      const std::int64_t work = v3 ? space_.go<V3Cpu>(f.data(), at, more) : space_.go<AnyCpu>(f.data(), at, more);
      f.resize(words_);
      REQUIRE(f == expected);
      REQUIRE(work >= 0);
      any_found_ += expected != std::vector<Word>(words_, 0);
      if (at.n != 2 || !space_.has_fans(op)) continue;
      f = frame_;
      if (v3) space_.fan<V3Cpu>(f.data(), at, more, frame_[kWays]);
      else space_.fan<AnyCpu>(f.data(), at, more, frame_[kWays]);
      f.resize(words_);
      REQUIRE(f == expected);
    }
  }
  void ask_between() {
    frame_.assign(kFrame, 0);
    const auto cells = static_cast<std::size_t>(geometry_.cells);
    const int from = static_cast<int>(random_.below(cells)), to = static_cast<int>(random_.below(cells));
    frame_[kFrom] = static_cast<Word>(from);
    frame_[kWays] = static_cast<Word>(to);
    std::vector<int> path;  // in the first direction that leads there
    int found = -1;
    for (int way = 0; way < geometry_.directions && found < 0 && from != to; ++way) {
      path.clear();
      int cell = geometry_.next_to(from, way);
      for (; cell >= 0 && cell != to; cell = geometry_.next_to(cell, way)) path.push_back(cell);
      if (cell == to) found = way;
    }
    if (found < 0) path.clear();
    std::vector<Word> between(words_, 0);
    for (const int cell : path) between[static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64);
    const auto result = [&](Opcode op) {
      Instruction at;
      at.op = op;
      at.a = kResult;
      at.b = kFrom;
      at.c = kWays;
      std::vector<Word> f = frame_;
      if (has_v3() && random_.below(2) == 0) space_.way_between<V3Cpu>(f.data(), at);
      else space_.way_between<AnyCpu>(f.data(), at);
      f.resize(words_);
      return f;
    };
    REQUIRE(result(Opcode::between) == between);
    REQUIRE(result(Opcode::distance)[0] == (found < 0 ? 0 : path.size() + 1));
    REQUIRE(result(Opcode::way_to)[0] == (found < 0 ? 0 : Word{1} << found));
  }
  int any_found_ = 0;

 private:
  bool has(Slot set, int cell) const { return frame_[set + static_cast<Slot>(cell / 64)] >> (cell % 64) & 1; }

  std::vector<Word> by_hand(Opcode op) const {
    std::vector<Word> found(words_, 0);
    const auto add = [&](int cell) { found[static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64); };
    for (const int from : from_)
      for (const int way : ways_) {
        std::vector<int> ray, open;  // all cells of the ray; those before the first that is not in `through`
        for (int cell = geometry_.next_to(from, way); cell >= 0; cell = geometry_.next_to(cell, way)) ray.push_back(cell);
        for (const int cell : ray) {
          if (!has(kThrough, cell)) break;
          open.push_back(cell);
        }
        const int met = open.size() < ray.size() ? ray[open.size()] : -1;
        switch (op) {
          case Opcode::step:
            if (!ray.empty()) add(ray[0]);
            break;
          case Opcode::ray:
            for (const int cell : ray) add(cell);
            break;
          case Opcode::slide:
            for (const int cell : open) add(cell);
            break;
          case Opcode::hit:
            if (met >= 0) add(met);
            break;
          case Opcode::closed:
            if (met >= 0 && has(kEnds, met))
              for (const int cell : open) add(cell);
            break;
          default: {  // steps
            const auto length = static_cast<std::size_t>(frame_[kLength]);
            if (length > 0 && length <= ray.size() && open.size() >= length - 1) add(ray[length - 1]);
          }
        }
      }
    return found;
  }

  const Geometry& geometry_;
  oracle::SplitMix& random_;
  Space space_;
  const std::size_t words_;
  std::vector<Word> frame_;
  std::vector<int> from_, ways_;
};

}  // namespace

TEST_CASE("space: steps and rays against going from cell to cell") {
  oracle::SplitMix random(29);
  int any = 0;
  for (const Geometry& geometry :
       {test::rectangle(4, 5, test::kFourWays), test::rectangle(8, 8, test::kEightWays),
        test::rectangle(11, 9, test::kEightWays), test::rectangle(8, 8, test::kSixWays),
        test::rectangle(17, 16, test::kEightWays)}) {
    Bench bench(geometry, random);
    for (int i = 0; i < 400; ++i) {
      for (const Opcode op : {Opcode::step, Opcode::ray, Opcode::slide, Opcode::hit, Opcode::closed, Opcode::steps}) bench.ask(op);
      bench.ask_between();
    }
    any += bench.any_found_;
  }
  CHECK(any > 10'000);
}
