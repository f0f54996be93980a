// The instructions that ask for visits, ends and copies of traces, each by itself, against the naive tracer's paths.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "interpreter/beam/visits.hpp"
#include "tests/support/bare_board.hpp"

namespace {

using namespace glint;
using namespace glint::test;

/// `all` needs a buffer for copies.
std::string visits_script(const std::string& board, const std::string& rules) {
  return "game \"Visits\"\nuse square, hex\nplayers me_only\n" + board + R"(
type hue = {h0, h1}
beam { colour: set of hue = {h0}; ends {swallowed, lost} }
piece lamp { facing: direction; colour: hue; emits facing { beam.colour = {colour} }; look "L{facing}{colour}" }
piece mirror { line: axis; when beam comes { otherwise -> reflects across line }; look "M{line}" }
piece sink { when beam comes { if h1 in beam.colour -> stops as lost; otherwise -> stops as swallowed }; look "K" }
piece eraser { when beam comes { otherwise -> straight { beam.colour ^= {h0} } }; look "E" }
)" + rules + R"(
let all = beams
let longest = max v in all.visits : v.step else 0
move pass "pass" { }
play { repeat { turn of me_only { choose pass } } }
)";
}

/// Where light is asked, traces are kept without segments.
const char* const kShone = R"(
let glow[c: cell]: set of hue = union v in beams.visits where v.cell == c : v.colour
)";

struct Visited {
  int cell, way, step;
  std::int64_t payload;
  int source;
  std::vector<Word> route;

  bool operator==(const Visited&) const = default;
};

class VisitsBoard {
 public:
  explicit VisitsBoard(const Game& game)
      : bare_(game),
        beams_(bare_.program, bare_.frame.data(), bare_.fuel, bare_),
        words_(static_cast<std::size_t>(bare_.program.words())) {
    REQUIRE(bare_.program.traces.buffers > 0);
  }

  void change(Random& random) {
    const int cell = bare_.random_cell(random), key = bare_.random_key(random);
    beams_.piece_changed(cell, bare_.put(cell, key), key);
  }

  void check(Random& random) {
    choose_sources(random);
    for (std::size_t i = 0; i < words_; ++i) f(kTarget + i) = random.next() & random.next() & random.next();
    check_unions();
    REQUIRE(beams_.trace_keep({Opcode::trace_keep, 0, slot(kHandle), slot(kSources), 0}));
    check_handle(random);
    if (sources_.empty()) return;
    // One of them, as it is kept, and copied.
    sources_ = {sources_[random.below(sources_.size())]};
    find_paths();
    f(kOperand) = static_cast<Word>(sources_[0]);
    REQUIRE(beams_.trace_one({Opcode::trace_one, 0, slot(kHandle), slot(kOperand), 0}));
    check_handle(random);
    f(kOperand) = f(kHandle);
    REQUIRE(beams_.trace_copy({Opcode::trace_copy, 0, slot(kHandle), slot(kOperand), 0}));
    CHECK(f(kHandle) != f(kOperand));
    check_handle(random);
    // What is copied stays, whatever happens to the position.
    beams_.forget_all();
    check_handle(random);
    REQUIRE(beams_.trace_copy({Opcode::trace_copy, 0, slot(kHandle), slot(kHandle), 0}));  // to where it is
    check_handle(random);
  }

  std::size_t checked = 0;  // visits

 private:
  // Where operands and results lie, from bare_.spare on.
  static constexpr std::size_t kHandle = 0, kOperand = 1, kIterator = 2, kVisit = 5, kLeast = 11, kSources = 12,
                               kTarget = 112, kResult = 212;
  Slot slot(std::size_t at) const { return bare_.spare + static_cast<Slot>(at); }
  Word& f(std::size_t at) { return bare_.frame[slot(at)]; }
  std::vector<Word> result() {
    const Word* const first = &f(kResult);
    return {first, first + words_};
  }
  bool is_target(int cell) { return has_bit(&f(kTarget), cell); }

  void choose_sources(Random& random) {
    std::fill_n(&f(kSources), words_, 0);
    sources_.clear();
    for (const int source : bare_.emitters()) {
      if (random.below(4) == 0) continue;
      sources_.push_back(source);
      add_bit(&f(kSources), source);
    }
    find_paths();
  }
  void find_paths() {
    visits_.clear();
    exits_.clear();
    paths_.clear();
    for (const int source : sources_) {
      paths_.push_back(bare_.tracer.from_emitter(bare_.board, source));
      for (const naive::Visit& visit : paths_.back().visits) visits_.push_back(seen_from(visit, source, paths_.back()));
      for (const naive::Visit& visit : paths_.back().exits) exits_.push_back(seen_from(visit, source, paths_.back()));
    }
    checked += visits_.size();
  }
  Visited seen_from(const naive::Visit& visit, int source, const naive::Path& path) const {
    const std::vector<Word> payload(visit.payload.begin(), visit.payload.end());
    const std::set<int> route = path.route_of(visit);
    return {visit.cell, visit.way, visit.step, payload_of(bare_.program, payload.data()), source,
            set_of({route.begin(), route.end()}, static_cast<int>(words_))};
  }

  /// All visits that the instruction gives, one after the other.
  std::vector<Visited> all_of(Opcode op, int n) {
    REQUIRE(visited_.begin({Opcode::visits_begin, 0, slot(kIterator), slot(kHandle), 0}));
    std::vector<Visited> found;
    const Slot operand = slot(n == 1 ? kTarget : kOperand);
    while (found.size() <= visits_.size() &&
           visited_.next({op, static_cast<std::uint16_t>(n), slot(kIterator), slot(kVisit), 0},
                         {Opcode::more, 0, operand, slot(kHandle), 0})) {
      REQUIRE(visited_.route({Opcode::visit_route, 0, slot(kResult), slot(kVisit), 0}));
      found.push_back({static_cast<int>(f(kVisit)), static_cast<int>(f(kVisit + 1)), static_cast<int>(f(kVisit + 2)),
                       static_cast<std::int64_t>(f(kVisit + 3)), static_cast<int>(f(kVisit + 4)), result()});
    }
    return found;
  }
  template <typename Fits>
  std::vector<Visited> those(Fits&& fits) const {
    std::vector<Visited> some;
    std::copy_if(visits_.begin(), visits_.end(), std::back_inserter(some), fits);
    return some;
  }

  /// Everything that is asked of the trace in slot kHandle, which is of sources_.
  void check_handle(Random& random) {
    CHECK(all_of(Opcode::visits_next, 0) == visits_);
    CHECK(all_of(Opcode::visits_next, 1) == exits_);
    const Word handle = f(kHandle);
    const int cell = visits_.empty() || random.below(3) == 0 ? bare_.random_cell(random)
                                                             : visits_[random.below(visits_.size())].cell;
    f(kOperand) = static_cast<Word>(cell);
    const auto on_cell = those([&](const Visited& visit) { return visit.cell == cell; });
    const auto on_target = those([&](const Visited& visit) { return is_target(visit.cell); });
    CHECK(all_of(Opcode::visits_at, 0) == on_cell);
    CHECK(all_of(Opcode::visits_at, 1) == on_target);
    for (const bool with_field : {false, true}) {
      check_least(on_cell, with_field, 0, kOperand);
      check_least(on_target, with_field, 1, kTarget);
    }
    for (const int name : {0, 1, kLoopedEnd}) {
      REQUIRE(beams_.handle_ends({Opcode::handle_ends, static_cast<std::uint16_t>(name), slot(kResult), slot(kHandle), 0}));
      CHECK(result() == ends(name));
    }
    CHECK(f(kHandle) == handle);
  }
  void check_least(const std::vector<Visited>& visits, bool with_field, int is_set, std::size_t operand) {
    constexpr Word kNone = 9999;
    Word least = kNone;
    std::vector<Word> route(words_, 0);  // of all visits with the least step
    for (const Visited& visit : visits) {
      const auto step = static_cast<Word>(visit.step);
      if (step > least || (with_field && !bare_.program.payloads.fields[0].bits_of(visit.payload))) continue;
      if (step < least) std::fill(route.begin(), route.end(), 0);
      least = step;
      for (std::size_t i = 0; i < words_; ++i) route[i] |= visit.route[i];
    }
    f(kLeast) = kNone;
    const auto n = static_cast<std::uint16_t>(2 * with_field + is_set);
    REQUIRE(visited_.least_step({Opcode::least_step, n, slot(kLeast), slot(kHandle), slot(operand)}));
    CHECK(f(kLeast) == least);
    REQUIRE(visited_.first_route({Opcode::first_route, n, slot(kResult), slot(kHandle), slot(operand)}));
    CHECK(result() == route);
  }
  std::vector<Word> ends(int name) const {
    std::vector<int> cells;
    for (const naive::Path& path : paths_)
      for (const auto& [cell, end] : path.named)
        if (end == name) cells.push_back(cell);
    for (const naive::Path& path : paths_)
      if (name == kLoopedEnd)
        for (const int cell : path.looped()) cells.push_back(cell);
    return set_of(cells, static_cast<int>(words_));
  }

  void check_unions() {
    std::vector<int> left, met;
    for (const naive::Path& path : paths_) {
      for (const naive::Visit& visit : path.visits) left.push_back(visit.cell);
      met.insert(met.end(), path.hits.begin(), path.hits.end());
    }
    const int words = static_cast<int>(words_);
    REQUIRE(beams_.trace_cells({Opcode::trace_cells, 0, slot(kResult), slot(kSources), 0}, &Trace::cells));
    CHECK(result() == set_of(left, words));
    REQUIRE(beams_.trace_cells({Opcode::trace_hits, 0, slot(kResult), slot(kSources), 0}, &Trace::hits));
    CHECK(result() == set_of(met, words));
    for (const int name : {0, 1, kLoopedEnd}) {
      REQUIRE(beams_.trace_ends({Opcode::trace_ends, static_cast<std::uint16_t>(name), slot(kResult), slot(kSources), 0}));
      CHECK(result() == ends(name));
    }
  }

  BareBoard bare_;
  Beams beams_;
  Visits visited_{bare_.program, bare_.frame.data(), bare_.fuel, beams_};
  const std::size_t words_;
  std::vector<int> sources_;
  std::vector<naive::Path> paths_;  // of each of sources_
  std::vector<Visited> visits_, exits_;
};

}  // namespace

TEST_CASE("visits, ends and copies are those of the naive tracer's paths", "[visits]") {
  for (const char* board : {"board hexagon(4)", "board square(8, 8)", "board square(9, 9)", "board square(70, 70)"})
    for (const char* splitter : {"", kSplitter})
      for (const char* rules : {"", kShone}) {
        INFO(board << splitter << rules);
        const bool is_large = std::string(board) == "board square(70, 70)";
        VisitsBoard bench(script(visits_script(board, std::string(splitter) + rules)));
        Random random(5);
        for (int i = 0; i < (is_large ? 60 : 120); ++i) {
          bench.change(random);
          if (i % (is_large ? 10 : 4) == 0) bench.check(random);
        }
        CHECK(bench.checked > 500);
      }
}
