// Cached traces against the naive tracer, while pieces come and go and positions are saved and restored; the kernel with
// nothing behind it but Cases. No machine takes part.
#include <string>
#include <vector>

#include "interpreter/beam/beams.hpp"
#include "tests/support/bare_board.hpp"

namespace {

using namespace glint;
using namespace glint::test;

/// Beams of a bare board, told of each change.
struct Cached {
  explicit Cached(const Game& game, std::int64_t most_segments = Limits().beams)
      : bare(game), beams(bare.program, bare.frame.data(), bare.fuel, bare, most_segments) {}

  void put(int cell, int key) { beams.piece_changed(cell, bare.put(cell, key), key); }
  void check_all() {
    for (const int source : bare.emitters()) {
      const Trace* trace = beams.trace_of(source);
      REQUIRE(trace);
      CHECK(agree(bare.program, *trace, bare.tracer.from_emitter(bare.board, source), source));
    }
  }
  /// Work that it takes to have the trace of each emitter.
  std::int64_t work() {
    const std::int64_t before = bare.fuel.left();
    for (const int source : bare.emitters()) REQUIRE(beams.trace_of(source));
    return before - bare.fuel.left();
  }

  BareBoard bare;
  Beams beams;
};

int key_of(const Program& program, const std::string& kind, std::size_t which = 0) {
  return keys_of(program, {kind}).at(which);
}

const char* const kTurner = R"(
piece turner { when beam comes { if odd(here.x) -> turns 1; otherwise -> turns -1 }; look "R" })";

Game optics(const std::string& board, const std::string& rules = kSplitter) {
  return script(optics_script(board, 2, rules));
}

}  // namespace

TEST_CASE("beams: cached traces are as good as new after any change", "[beams]") {
  for (const char* board : {"board hexagon(4)", "board square(8, 8)", "board square(9, 9)", "board square(70, 70)"})
    for (const char* rules : {"", kSplitter}) {
      INFO(board);
      Cached cached(optics(board, rules));
      Random random(3);
      for (int i = 0; i < 150; ++i) {
        cached.put(cached.bare.random_cell(random), cached.bare.random_key(random));
        if (i % 3 == 0) cached.check_all();
      }
      CHECK(cached.bare.asked == 0);
    }
}

TEST_CASE("beams: many pieces at once", "[beams]") {
  Cached cached(optics("board square(9, 9)"));
  cached.put(40, key_of(cached.bare.program, "lamp"));
  cached.check_all();
  const Word cells = 0xFFFF;
  for (int cell = 0; cell < 16; ++cell) cached.bare.put(cell, key_of(cached.bare.program, "wall"));
  cached.beams.pieces_changed(0, cells);
  cached.check_all();
}

TEST_CASE("beams: a change out of their way costs nothing", "[beams]") {
  Cached cached(optics("board square(8, 8)"));
  const Program& program = cached.bare.program;
  REQUIRE(cached.work() == 0);
  cached.put(27, key_of(program, "lamp"));
  CHECK(cached.work() > 0);
  CHECK(cached.work() == 0);
  const naive::Path path = cached.bare.tracer.from_emitter(cached.bare.board, 27);
  int on_way = -1, off_way = -1;
  for (int cell = 0; cell < 64; ++cell) (path.touches(cell) ? on_way : off_way) = cell;
  for (const naive::Visit& visit : path.visits)
    if (visit.cell != 27) on_way = visit.cell;
  cached.put(off_way, key_of(program, "wall"));
  CHECK(cached.work() == 0);
  cached.put(on_way, key_of(program, "stone"));  // beams pass it
  CHECK(cached.work() == 0);
  cached.put(on_way, key_of(program, "wall"));
  CHECK(cached.work() > 0);
  cached.check_all();
}

TEST_CASE("beams: what is followed in a trial stays, where nothing on its way has changed since", "[beams]") {
  for (const char* board : {"board square(8, 8)", "board square(9, 9)"}) {
    Cached cached(optics(board));
    BareBoard& bare = cached.bare;
    const int wall = key_of(bare.program, "wall"), source = 30;
    cached.put(source, key_of(bare.program, "lamp"));
    const std::vector<Word> frame = bare.frame;
    const naive::Board before = bare.board;
    int stayed = 0, lost = 0;
    for (int cell = 0; cell < bare.program.geometry.cells; ++cell) {
      if (cell == source) continue;
      cached.beams.forget_all();
      std::vector<Word> saved(cached.beams.saved_words());
      cached.beams.save_into(saved.data());
      cached.put(cell, wall);
      const Trace* trace = cached.beams.trace_of(source);
      REQUIRE(trace);
      const bool is_touched = has_bit(trace->cells.data(), cell) || has_bit(trace->hits.data(), cell);
      std::copy(frame.begin(), frame.end(), bare.frame.begin());
      bare.board = before;
      cached.beams.restore_from(saved.data());
      CHECK((cached.work() > 0) == is_touched);
      cached.check_all();
      (is_touched ? lost : stayed) += 1;
    }
    CHECK(stayed > lost);
    CHECK(lost > 0);
  }
}

TEST_CASE("beams: saved and restored, some of them for good", "[beams]") {
  const char* const board = GENERATE("board hexagon(4)", "board square(9, 9)");
  Cached cached(optics(board));
  BareBoard& bare = cached.bare;
  Random random(17);
  struct Saved {
    std::vector<Word> frame, words;
    naive::Board board;
  };
  std::vector<Saved> saved;
  for (int i = 0; i < 4000; ++i) {
    switch (random.below(5)) {
      case 0: {
        Saved now{bare.frame, std::vector<Word>(cached.beams.saved_words()), bare.board};
        cached.beams.save_into(now.words.data());
        saved.push_back(std::move(now));
        break;
      }
      case 1:
        if (saved.empty()) break;
        if (random.below(3) == 0) {
          cached.beams.drop_saved(saved.back().words.data());
        } else {
          std::copy(saved.back().frame.begin(), saved.back().frame.end(), bare.frame.begin());
          bare.board = saved.back().board;
          cached.beams.restore_from(saved.back().words.data());
        }
        saved.pop_back();
        break;
      case 2: cached.check_all(); break;
      default: cached.put(bare.random_cell(random), bare.random_key(random));
    }
  }
}

TEST_CASE("beams: another State forgets all", "[beams]") {
  Cached cached(optics("board square(8, 8)"));
  cached.put(9, key_of(cached.bare.program, "lamp"));
  cached.check_all();
  for (int cell = 10; cell < 30; ++cell) cached.bare.put(cell, key_of(cached.bare.program, "wall"));
  cached.beams.forget_all();
  cached.check_all();
}

TEST_CASE("beams: a variable that reactions read makes all traces invalid, until it is taken back", "[beams]") {
  Cached cached(optics("board grid(5, 5)", kTurner));
  BareBoard& bare = cached.bare;
  const int lamp = key_of(bare.program, "lamp"), way = bare.program.reactions.emissions[
      static_cast<std::size_t>(lamp)][0].way;
  cached.put(12, lamp);
  cached.put(bare.program.geometry.next_to(12, way), key_of(bare.program, "turner"));
  int turn = 1;
  bare.on_meeting = [&](const Meeting& meeting, std::vector<Reactions::Way>& ways) {
    ways.push_back({-1, static_cast<std::uint16_t>((way + turn) % 4), 0, static_cast<std::uint32_t>(meeting.payload)});
    return true;
  };
  const auto turned = [&] {
    const Trace* trace = cached.beams.trace_of(12);
    REQUIRE(trace);
    return (trace->segments.at(1).way - way + 4) % 4;
  };
  const auto set = [&](int to) {
    turn = to;
    cached.beams.variable_changed();
  };
  std::vector<Word> outer(cached.beams.saved_words()), inner(outer);
  CHECK(turned() == 1);
  CHECK(turned() == 1);
  CHECK(bare.asked == 1);
  // Nothing was followed before it is taken back: the trace is as good as before.
  cached.beams.save_into(outer.data());
  set(3);
  cached.beams.save_into(inner.data());
  cached.beams.restore_from(inner.data());
  turn = 1;
  cached.beams.restore_from(outer.data());
  CHECK(turned() == 1);
  CHECK(bare.asked == 1);
  // Something was, at the deeper level.
  cached.beams.save_into(outer.data());
  set(3);
  cached.beams.save_into(inner.data());
  CHECK(turned() == 3);
  set(2);
  cached.beams.restore_from(inner.data());
  turn = 3;
  CHECK(turned() == 3);
  cached.beams.restore_from(outer.data());
  turn = 1;
  CHECK(turned() == 1);
}

TEST_CASE("beams: segments are counted again when as many were added as there may be", "[beams]") {
  Cached cached(optics("board square(8, 8)"), 4);
  const int lamp = key_of(cached.bare.program, "lamp"), wall = key_of(cached.bare.program, "wall");
  cached.put(27, lamp);
  const std::vector<int> touched = [&] {
    std::vector<int> cells;
    for (const naive::Visit& visit : cached.bare.tracer.from_emitter(cached.bare.board, 27).visits)
      if (visit.cell != 27) cells.push_back(visit.cell);
    return cells;
  }();
  REQUIRE_FALSE(touched.empty());
  for (int i = 0; i < 20; ++i) {  // one segment each time, in the place of one
    cached.put(touched[0], i % 2 ? 0 : wall);
    cached.check_all();
  }
  CHECK(cached.bare.failure.empty());
}

TEST_CASE("beams: traces that are not valid make room for others, and are followed again after undo", "[beams]") {
  Cached cached(optics("board square(8, 8)"), 4);
  const int lamp = key_of(cached.bare.program, "lamp");
  for (int cell = 24; cell < 28; ++cell) cached.put(cell, lamp);
  cached.check_all();
  const std::vector<Word> frame = cached.bare.frame;
  const naive::Board board = cached.bare.board;
  std::vector<Word> saved(cached.beams.saved_words());
  cached.beams.save_into(saved.data());
  for (int cell = 24; cell < 28; ++cell) {
    cached.put(cell, 0);
    cached.put(cell + 8, lamp);
  }
  cached.check_all();
  std::copy(frame.begin(), frame.end(), cached.bare.frame.begin());
  cached.bare.board = board;
  cached.beams.restore_from(saved.data());
  cached.check_all();
  CHECK(cached.bare.failure.empty());
  // All of these count.
  cached.put(40, lamp);
  CHECK_FALSE(cached.beams.trace_of(40));
  CHECK(cached.bare.failure.find("more than 4 straight parts") != std::string::npos);
}

TEST_CASE("beams: a trace that was not followed to its end is not valid", "[beams]") {
  Cached cached(optics("board square(8, 8)"), 4);
  REQUIRE(cached.bare.program.lowered.kept_light);
  const int lamp = key_of(cached.bare.program, "lamp");
  for (int cell = 24; cell < 29; ++cell) {
    cached.put(cell, lamp);
    REQUIRE(cached.beams.trace_of(cell, false));
    REQUIRE_FALSE(cached.beams.trace_of(cell, false)->has_segments);
  }
  for (int cell = 24; cell < 28; ++cell) REQUIRE(cached.beams.trace_of(cell));
  CHECK(cached.beams.is_valid(28));
  CHECK_FALSE(cached.beams.trace_of(28));
  CHECK_FALSE(cached.beams.is_valid(28));
  // A shorter question still has its whole answer.
  REQUIRE(cached.beams.trace_of(28, false));
  const TraceSet cells = cached.beams.trace_of(28, false)->cells;
  Cached fresh(optics("board square(8, 8)"));
  for (int cell = 24; cell < 29; ++cell) fresh.put(cell, lamp);
  CHECK(cells == fresh.beams.trace_of(28, false)->cells);
}

TEST_CASE("beams: where nothing splits beams, segments are made of what is kept, and nothing is followed again", "[beams]") {
  Cached cached(optics("board square(5, 5)", ""));
  BareBoard& bare = cached.bare;
  const Kernel& kernel = cached.beams.kernel();
  REQUIRE(kernel.is_unsplit());
  Random random(11);
  int kept = 0, gone_round = 0;
  for (int i = 0; i < 4000; ++i) {
    cached.put(bare.random_cell(random), bare.random_key(random));
    for (const int source : bare.emitters()) {
      const Trace* trace = cached.beams.trace_of(source, false);
      REQUIRE(trace);
      if (trace->has_segments) continue;
      REQUIRE(trace->segments.empty());
      const std::int64_t before = bare.fuel.left();
      REQUIRE(cached.beams.trace_of(source) == trace);
      REQUIRE(bare.fuel.left() == before);
      REQUIRE(agree(bare.program, *trace, bare.tracer.from_emitter(bare.board, source), source));
      REQUIRE(trace->segments.size() == trace->part_count);
      ++kept;
      gone_round += trace->segments.back().end == BeamEnd::looped;
    }
  }
  CHECK(kept >= 1000);
  CHECK(gone_round >= 10);
}

TEST_CASE("fuel: running out is reported where it is burnt", "[fuel]") {
  BareBoard bare(optics("board square(8, 8)"));
  Fuel fuel(3, bare);
  CHECK(fuel.burn(3));
  CHECK_FALSE(fuel.is_spent());
  fuel.use(1);
  CHECK(fuel.is_spent());
  CHECK(fuel.left() == -1);
  CHECK(bare.failure.empty());
  CHECK_FALSE(fuel.burn());
  CHECK(bare.failure == "no fuel");
  fuel.refill(1);
  CHECK(fuel.burn());
}

TEST_CASE("kernel: reactions that are code are asked by Cases, with what the beam carries", "[kernel]") {
  BareBoard bare(optics("board grid(5, 5)", kTurner));
  REQUIRE_FALSE(bare.program.reactions.is_static);
  Beams beams(bare.program, bare.frame.data(), bare.fuel, bare);
  Kernel& kernel = beams.kernel();
  const int lamp = key_of(bare.program, "lamp"), way = static_cast<int>(bare.program.reactions.emissions[
      static_cast<std::size_t>(lamp)][0].way);
  bare.put(12, lamp);
  const int turner = bare.program.geometry.next_to(12, way);
  bare.put(turner, key_of(bare.program, "turner"));
  std::vector<Meeting> meetings;
  bare.on_meeting = [&](const Meeting& meeting, std::vector<Reactions::Way>& ways) {
    meetings.push_back(meeting);
    ways.push_back({-1, static_cast<std::uint16_t>((way + 1) % 4), 0, static_cast<std::uint32_t>(meeting.payload)});
    return true;
  };
  Trace trace;
  REQUIRE(kernel.trace_emitter(12, trace));
  REQUIRE(meetings.size() == 1);
  CHECK(meetings[0].cell == turner);
  CHECK(meetings[0].way == way);
  CHECK(meetings[0].edge == -1);
  REQUIRE(trace.segments.size() == 2);
  CHECK(trace.segments[1].cell == turner);
  CHECK(trace.segments[1].way == (way + 1) % 4);
  CHECK(trace.segments[1].payload == meetings[0].payload);
  bare.on_meeting = nullptr;  // the script is in error
  CHECK_FALSE(kernel.trace_emitter(12, trace));
}

TEST_CASE("kernel: where cells act is asked again only after a change", "[kernel]") {
  const char* const kFog = R"(
var fog: set of cell = {}
when beam enters c in fog { otherwise -> stops })";
  BareBoard bare(optics("board grid(5, 5)", kFog));
  REQUIRE(bare.program.reactions.goes_by_steps);
  Beams beams(bare.program, bare.frame.data(), bare.fuel, bare);
  Kernel& kernel = beams.kernel();
  bare.put(12, key_of(bare.program, "lamp"));
  bare.on_meeting = [](const Meeting&, std::vector<Reactions::Way>& ways) {
    ways.push_back({-1, 0, 1, 0});
    return true;
  };
  Trace trace;
  REQUIRE(kernel.trace_emitter(12, trace));
  const std::size_t clear = trace.segments[0].length;
  const int asked = bare.asked;
  REQUIRE(kernel.trace_emitter(12, trace));
  CHECK(bare.asked == asked);
  bare.acting_cells = {bare.program.geometry.next_to(12, trace.segments[0].way)};
  kernel.sites_changed();
  REQUIRE(kernel.trace_emitter(12, trace));
  CHECK(bare.asked == asked + 1);  // where; what becomes of the beam there is in the table
  CHECK(trace.segments[0].length == 1);
  CHECK(clear > 1);
}

TEST_CASE("kernel: tracing ends when there is no fuel left", "[kernel]") {
  BareBoard bare(optics("board square(9, 9)"));
  Beams beams(bare.program, bare.frame.data(), bare.fuel, bare);
  Kernel& kernel = beams.kernel();
  bare.put(40, key_of(bare.program, "lamp"));
  bare.fuel.refill(0);
  Trace trace;
  CHECK_FALSE(kernel.trace_emitter(40, trace));
  CHECK(bare.failure == "no fuel");
}

// A round is noticed after a power of two of parts. With 32 before it and 32 in it, it ends with the last part that there is
// room for. (Found by an exploration of Laser Lawn, in which a bot's thoughts came to such a lawn.)
TEST_CASE("beams: a beam that goes 32 parts, and then round and round in 32, stays within its memory") {
  glint::test::check_tests(R"(
game "Ping"
use square
players sun, moon
board grid(2, 1)
beam { n: 0..63 }
optic bounces() {
  if beam.n < 63 -> turns 2 { beam.n += 1 }
  otherwise      -> turns 2 { beam.n = 32 }
}
piece lamp { emits e; when beam comes -> bounces(); look "*" }
piece wall { when beam comes -> bounces(); look "#" }
move pass "pass" { }
setup { put lamp on a1; put wall on b1 }
play { repeat { turn of each player { choose pass } } }
test "64 parts, and then the 33rd again" {
  expect (count v in trace(a1).visits : v.n >= 0) == 64
  expect trace(a1).looped == a1
}
)");
}
