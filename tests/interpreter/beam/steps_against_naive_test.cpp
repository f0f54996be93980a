// Beams that cells, edges and the sides of pieces act on, and reactions that read the position, against the naive
// tracer.
#include <algorithm>
#include <string>
#include <vector>

#include "interpreter/measure/bench.hpp"
#include "tests/support/beam_bench.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using namespace glint::test;
using naive::Path;
using naive::Tracer;
using naive::Visit;

const char* const kBeams = R"(
type hue = {red, green}
beam { colour: set of hue; power: clamped 0..2 = 1; ends {swallowed, starved} }
var doors: set of edge = {}
var shut: set of edge = {}
var wet: set of cell = {}
var tide: 0..3 = 0
var known: set of hue = {}
var gate[hue]: set of edge = {}
type swing = {d in direction where not odd(d - e)} of direction
let lee(d: swing): direction = if tide == 2 then d + 1 else d
let damp(c: cell): flag = c in wet or tide == 3 and count(stone & c + around) > 0
)";

// Pieces that act when a beam meets them, when it crosses their sides, or both; most of them read the position.
const char* const kPieces = R"(
piece lamp { facing: direction; emits facing { beam.colour = {red} }; look "L{facing}" }
piece star { emits if tide > 1 then direction else {e} { beam.power = count(stone & here + around) }; look "*" }
piece mirror { line: axis; when beam comes { otherwise -> reflects across line }; look "M{line}" }
piece fence {
  sides: set of direction
  when beam crosses sides { if beam.power == 0 -> stops as starved; otherwise -> straight { beam.power -= 1 } }
  look "F{sides}"
}
piece pane {
  facing: direction
  when beam crosses facing {
    from ahead if beam.power > 1 -> straight { beam.power -= 1 }, reflects across facing { beam.colour ^= {green} }
    from behind                  -> turns 1 { beam.power += 1 }
    otherwise                    -> straight { beam.colour |= {green} }
  }
  when beam comes { if damp(here) -> turns -1; otherwise -> straight { beam.colour ^= {red} } }
  look "P{facing}"
}
piece vane {
  facing: direction
  when beam crosses (if tide > 1 then {facing} else {facing, facing + 1}) {
    if count((lamp | star) & here + around) > 1 -> straight, leaves facing, stops
    if here in wet                              -> turns 2 { beam.power = 0 }
  }
  look "V{facing}"
}
piece charm {
  when beam comes {
    if here in wet                          -> stops as swallowed
    if count(mirror & here + around) > 0    -> turns 1, straight { beam.power -= 1 }
    if green in known and beam.power < 2    -> straight { beam.power += 1 }, stops as starved
  }
  look "C"
}
piece rudder {
  facing: swing
  when beam comes {
    from aside if beam.power > 0 -> deflected(facing)
    from ahead                   -> leaves lee(facing), stops as starved
    otherwise                    -> turns 1 { beam.colour ^= {green} }
  }
  look "R{facing}"
}
optic deflected(d: swing) { if beam.way in swing -> leaves lee(d), straight; otherwise -> leaves d { beam.power -= 1 } }
piece stone { look "#" }
)";

/// Jumps need cells to lead to.
std::string terrain(const std::string& one, const std::string& other) {
  return "piece portal { when beam comes { if tide == 0 -> to " + one + "; otherwise -> to " + other +
         " going e { beam.power -= 1 } }\n when beam crosses w { if tide == 1 -> to " + one +
         ", straight }; look \"O\" }\n" + R"(
when beam enters c in wet {
  if beam.way == e and beam.power == 2 -> turns 1 { beam.power = 1 }, straight
  if tide == 1                         -> stops as swallowed
  otherwise                            -> straight { beam.colour |= {green} }
}
when beam enters c in {c in cells where odd(c.x)} & ((stone | mirror) + e) {
  if beam.power == 0 -> reflects across e
  otherwise          -> half(here.y)
}
optic half(height: -99..99) { if odd(height) -> straight { beam.power -= 1 }; otherwise -> straight, turns -1 { beam.power = 0 } }
when beam crosses x in shut { otherwise -> stops }
when beam crosses x in doors {
  if tide == 3                                -> stops
  if x in gate[red]                           -> to )" +
         one + R"(
  if beam.power > 1 and count(x.cells) == 2   -> straight { beam.power -= 1 }, turns 2, stops
  if x in border                              -> straight { beam.colour ^= {red} }, reflects across e { beam.power = 0 }
  otherwise                                   -> turns 1 { beam.colour -= {red} }
}
when beam crosses x in edge()" +
         other + R"(, direction) | edge(stone, e) | gate[green] {
  if beam.way == w and here in empty -> straight { beam.power += 1 }
  if x in border and tide == 2       -> straight, straight { beam.colour ^= {green} }, turns 1
}
)";
}

const char* const kPlay = R"(
move pass "pass" { }
play { repeat { turn of me_only { choose pass } } }
)";

struct Place {
  std::string name, board, one, other;
};

Game stepping(const Place& place, const std::string& play = kPlay) {
  return script("game \"Steps\"\nuse square, hex\nplayers me_only\n" + place.board + "\n" + kBeams + kPieces +
                terrain(place.one, place.other) + play);
}

int variable_of(const Program& program, const std::string& name) {
  for (std::size_t v = 0; v < program.rules.variables.size(); ++v)
    if (program.rules.variables[v].name == name) return static_cast<int>(v);
  throw std::logic_error("no variable " + name);
}

/// A set variable, by hand: every element with a chance of one in `odds`.
void scatter(Bench& bench, Random& random, const std::string& name, std::int64_t elements, std::uint64_t odds,
             int nth = 0) {
  const int v = variable_of(bench.program, name);
  const int words = bench.program.set_words(bench.program.rules.variables[static_cast<std::size_t>(v)].type);
  Word* slots = bench.machine.frame() + bench.program.layout.variables[static_cast<std::size_t>(v)] + nth * words;
  std::fill(slots, slots + words, 0);
  for (std::int64_t i = 0; i < elements; ++i)
    if (random.below(odds) == 0) slots[i / 64] |= Word{1} << (i % 64);
}

void set_number(Bench& bench, const std::string& name, Word value) {
  const auto v = static_cast<std::size_t>(variable_of(bench.program, name));
  bench.machine.frame()[bench.program.layout.variables[v]] = value;
}

void shuffle_variables(Bench& bench, Random& random) {
  const auto edges = static_cast<std::int64_t>(bench.program.geometry.edges.size());
  scatter(bench, random, "doors", edges, 2 + random.below(9));
  scatter(bench, random, "shut", edges, 12);
  scatter(bench, random, "wet", bench.program.geometry.cells, 2 + random.below(9));
  scatter(bench, random, "gate", edges, 8, 0);
  scatter(bench, random, "gate", edges, 8, 1);
  set_number(bench, "tide", random.below(4));
  set_number(bench, "known", random.below(4));
  bench.set_variables();
}

std::int64_t payload_number(const Program& program, const naive::Payload& payload) {
  std::int64_t number = 0;
  for (std::size_t f = 0; f < payload.size(); ++f)
    number += (payload[f] - program.payloads.fields[f].lo) * program.payloads.fields[f].stride;
  return number;
}

/// A trace without segments has all else that one with them has.
bool is_short_of(const Trace& without, const Trace& with) {
  const auto same_ends = [](std::vector<NamedEnd> one, std::vector<NamedEnd> other) {
    return one.size() == other.size() && std::is_permutation(one.begin(), one.end(), other.begin());
  };
  return !without.has_segments && without.cells == with.cells && without.hits == with.hits &&
         without.sources == with.sources && same_ends(without.ends, with.ends) &&
         (without.sites.empty() ? Word{0} : without.sites[0]) == (with.sites.empty() ? Word{0} : with.sites[0]);
}

/// Beams that start in a cell, or come over an edge into it. `lone`: how many of them were followed without segments.
bool loose_beams_hold(Bench& bench, Random& random, std::size_t& lone) {
  const Geometry& geometry = bench.program.geometry;
  const int cell = static_cast<int>(random.below(bench.board.size()));
  const int way = static_cast<int>(random.below(static_cast<std::uint64_t>(geometry.directions)));
  const naive::Payload payload{static_cast<std::int64_t>(random.below(4)), static_cast<std::int64_t>(random.below(3))};
  const std::int64_t number = payload_number(bench.program, payload);
  const auto holds = [&](const std::string& what, const Path& path) {
    if (agree(bench.program, bench.fresh, path, cell)) return true;
    FAIL_CHECK(bench.start.text() << what << " " << bench.game.cells()[static_cast<std::size_t>(cell)].label << " "
                                  << bench.game.directions()[static_cast<std::size_t>(way)].name << "\n"
                                  << bench.text_of(path.visits) << "but\n"
                                  << bench.text_of(visits_of(bench.program, bench.fresh)));
    return false;
  };
  Kernel& kernel = bench.machine.pieces().beams().kernel();
  Trace without;
  const auto holds_without = [&] {
    lone += !without.has_segments;
    return without.has_segments || is_short_of(without, bench.fresh);
  };
  REQUIRE(kernel.trace_from(cell, way, number, without, false));
  REQUIRE(kernel.trace_from(cell, way, number, bench.fresh));
  REQUIRE(holds_without());
  if (!holds("from", bench.tracer.from(bench.board, cell, way, payload))) return false;
  const int back = (way + geometry.directions / 2) % geometry.directions;
  const int edge = geometry.edge_at(cell, back);
  REQUIRE(kernel.trace_over(edge, way, number, without, false));
  REQUIRE(kernel.trace_over(edge, way, number, bench.fresh));
  REQUIRE(holds_without());
  return holds("into", bench.tracer.into(bench.board, cell, way, payload));
}

/// Random boards, from nearly empty to crowded, with random terrain.
void random_boards(const Place& place, std::size_t count, std::uint64_t seed, std::uint64_t most = 1000) {
  INFO(place.name);
  Bench bench(stepping(place));
  const std::vector<Reactions::Acting>& acting = bench.program.reactions.acting;
  CHECK(std::count_if(acting.begin(), acting.end(), [](const Reactions::Acting& one) { return one.bars; }) == 1);
  Random random(seed);
  const std::vector<int> keys = keys_of(bench.program, {});
  const std::vector<int> many = keys_of(bench.program, {"lamp", "star", "pane", "mirror", "vane", "charm", "rudder"});
  const auto cells = static_cast<std::uint64_t>(bench.board.size());
  std::size_t sources = 0, visits = 0, exits = 0, lone = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 16 == 0)
      for (std::uint64_t cell = 0; cell < cells; ++cell) bench.remove(static_cast<int>(cell));
    const std::uint64_t changes = i % 16 == 0 ? 1 + random.below(std::min(cells / 2, most)) : 1 + random.below(4);
    for (std::uint64_t change = 0; change < changes; ++change) {
      const int cell = static_cast<int>(random.below(cells));
      const std::uint64_t what = random.below(6);
      if (what == 0)
        bench.remove(cell);
      else if (what < 4)
        bench.put(cell, many[random.below(many.size())]);  // fences have too many sides to choose from
      else
        bench.put(cell, keys[random.below(keys.size())]);
    }
    if (i % 4 == 0) shuffle_variables(bench, random);
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
      if (!bench.tracer.emits(bench.board[cell])) continue;
      Path path = bench.tracer.from_emitter(bench.board, static_cast<int>(cell));
      if (path.visits.empty()) continue;
      ++sources;
      visits += path.visits.size();
      exits += path.exits.size();
      if (bench.holds(static_cast<int>(cell), path)) continue;
      FAIL_CHECK(bench.report(static_cast<int>(cell)));
      return;
    }
    if (!loose_beams_hold(bench, random, lone)) return;
  }
  const bool has_short_way = bench.program.words() == 1 && !bench.program.geometry.ray.empty();
  CHECK((has_short_way ? lone > count / 4 : lone == 0));
  // The boards did have something to trace; a small sample may have little.
  const bool is_large = count >= 100;
  CHECK(sources > (is_large ? count : 0));
  if (is_large) CHECK(visits > 2 * sources);
  const std::vector<Word>& border = bench.program.geometry.border;
  const bool has_border = std::any_of(border.begin(), border.end(), [](Word word) { return word != 0; });
  if (exits > 0) CHECK(has_border);
  if (is_large && has_border) CHECK(exits > 0);
}

const std::vector<Place>& places() {
  static const std::vector<Place> all = {
      {"4 x 4, four ways", "board grid(4, 4)", "b2", "c3"},
      {"5 x 5, eight ways", "board square(5, 5)", "b2", "c3"},
      {"hexagon of 3", "board hexagon(3)", "B2", "C3"},
      {"9 x 9, four ways", "board grid(9, 9)", "e5", "a9"},
      {"a torus of 5 x 4, eight ways",
       "board on square8 { cells x in 1..5, y in 1..4; wraps (5, 0), (0, 4); label \"{lower(x)}{y}\" }", "b2", "c3"},
      {"a tube of 6 x 5",
       "board on square4 { cells x in 1..6, y in 1..5; wraps (6, 0); label \"{lower(x)}{y}\" }", "b2", "f5"},
      {"9 x 9, eight ways", "board square(9, 9)", "e5", "b8"},
      {"hexagon of 6, two words", "board hexagon(6)", "F6", "K1"},
      {"a ring of squares",
       "board on square8 { cells x in 1..9, y in 1..9 where not (x in 4..6 and y in 3..7); label \"{lower(x)}{y}\" }",
       "a5", "i1"},
  };
  return all;
}

/// A lamp on every cell, in every direction, with every set of edges that act.
std::size_t all_doors(const Place& place, const std::string& second, std::uint64_t seed) {
  Bench bench(stepping(place));
  Random random(seed);
  const std::vector<int> lamps = keys_of(bench.program, {"lamp"}), others = keys_of(bench.program, {second});
  const std::size_t edges = bench.program.geometry.edges.size();
  const int cells = static_cast<int>(bench.board.size());
  const auto doors = bench.program.layout.variables[static_cast<std::size_t>(variable_of(bench.program, "doors"))];
  std::size_t boards = 0;
  for (Word set = 0; set < Word{1} << edges; ++set) {
    if (set % 64 == 0) shuffle_variables(bench, random);
    bench.machine.frame()[doors] = set;
    bench.set_variables();
    const int at = static_cast<int>(random.below(static_cast<std::uint64_t>(cells)));
    bench.put(at, others[random.below(others.size())]);
    for (int cell = 0; cell < cells; ++cell) {
      if (cell == at) continue;
      for (const int lamp : lamps) {
        bench.put(cell, lamp);
        if (!sampled(++boards) || bench.holds(cell)) continue;
        FAIL_CHECK(bench.report(cell));
        return boards;
      }
      bench.remove(cell);
    }
    bench.remove(at);
  }
  return boards;
}

/// Everything comes and goes: pieces, doors, water; some moves are judged by the light before or after, by lets too.
const char* const kGarden = R"(
let lit = beams.cells
let out = count x in beams.exits : x.power > 0
let power_at[c: cell] = max v in beams.visits where v.cell == c : v.power else 0
let colour_at[c: cell]: set of hue = union v in beams.visits where v.cell == c : v.colour
let crossed: set of edge = union v in beams.visits : {v.edge}
let guest = trace(edge(FIRST, w), e, power = 2)
let seen_by[x: edge]: flag = x in crossed and x in doors
move put_lamp "lamp {at} {way}" { pick at in empty; pick way in direction; put lamp(facing = way) on at
  require power_at[at] > 0 }
move put_star "star {at}" { pick at in empty - lit; put star on at }
move put_pane "pane {at} {way}" { pick at in empty; pick way in direction
  let before = out
  put pane(facing = way) on at
  require out >= before or at in lit }
move put_fence "fence {at} {way}" { pick at in empty & lit; pick way in direction
  put fence(sides = {way, way + 1}) on at }
move put_vane "vane {at} {way}" { pick at in empty; pick way in {d in direction where trace(lamp).cells meets at + d}
  put vane(facing = way) on at }
move put_charm "charm {at}" { pick at in empty & beams.hits + around; put charm on at }
move put_stone "stone {at}" { pick at in empty; require count(guest.cells) > 1; put stone on at; require guest.hits == {} or lit meets stone }
move take "take {at}" { pick at in cells - empty; remove at; require crossed meets edges }
move door "door {x}" { pick x in crossed; doors ^= x; require not seen_by[x] or out > 0 }
move rust "rust {x}" { pick x in {y in edges where y in doors}; gate[red] |= x; require (count one in guest.exits : one.power > 0) < 9 }
move grow "grow {x}" { pick x in border & crossed; gate[green] ^= x }
move flood "flood {at}" { pick at in lit - wet; wet |= at; require colour_at[at] meets known or power_at[at] < 2 }
move dry "dry {at}" { pick at in wet; wet -= at; require trace(star | lamp).cells meets empty }
move ebb "ebb {height}" { pick height in 0..3; require height != tide; tide = height; require count(crossed) > 1 }
move learn "learn {h}" { pick h in hue; known ^= h; require lit != {} }
setup { put lamp(facing = e) on FIRST; put star on SECOND; doors = edge(SECOND, e); wet = SECOND + w }
score p = count(lit) + 100 * out + 10000 * count(crossed) + (sum c in cells : power_at[c])
  + (sum x in edges : (if seen_by[x] then 1 else 0)) + count(guest.hits) + count(guest.source)
play { repeat { turn of me_only { choose put_lamp or put_star or put_pane or put_fence or put_vane or put_charm or put_stone
  or take or door or rust or grow or flood or dry or ebb or learn } } }
)";

std::string garden(const Place& place) {
  std::string text = kGarden;
  for (const auto& [word, cell] : {std::pair<std::string, std::string>("FIRST", place.one), {"SECOND", place.other}})
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word))
      text.replace(at, word.size(), cell);
  return text;
}

}  // namespace

TEST_CASE("steps: every set of edges that act on 2 x 2 cells", "[steps]") {
  const Place place{"", "board grid(2, 2)", "a1", "b2"};
  CHECK(all_doors(place, "pane", 1) == 4096 * 12);
  CHECK(all_doors(place, "vane", 2) == 4096 * 12);
  CHECK(all_doors(place, "charm", 3) == 4096 * 12);
}

TEST_CASE("steps: random boards, pieces and terrain", "[steps]") {
  for (std::size_t i = 0; i < places().size(); ++i) random_boards(places()[i], scaled(600), 31 + i);
}

TEST_CASE("steps: very many random boards", "[.slow][steps]") {
  for (std::size_t i = 0; i < places().size(); ++i) random_boards(places()[i], 10'000, 1031 + i);
}

TEST_CASE("steps: a board too large for tables of rays", "[steps]") {
  const Place place{"square of 100", "board grid(100, 100)", "a50", "cv1"};
  random_boards(place, scaled(3), 9, 40);
}

TEST_CASE("steps: in a stack the top acts, its sides too", "[steps]") {
  const Game game = stepping({"", "board square(4, 4) stacks of 3", "b2", "c3"});
  Position position = must(game.start());
  Tracer tracer(game.program().rules, game.program().options, game.cells());
  read_variables(position.game().program(), position.state().data(), tracer);
  Random random(21);
  const std::vector<int> keys =
      keys_of(game.program(), {"lamp", "star", "pane", "vane", "mirror", "charm", "rudder", "stone"});
  check_stacks(position, tracer, keys, 400, random);
}

TEST_CASE("steps: kept light and lets are as good as new after every move, and as compiled plainly", "[steps]") {
  for (const Place& place : {Place{"", "board grid(4, 3)", "b2", "c3"}, Place{"", "board hexagon(2)", "B2", "C2"},
                             Place{"", "board grid(9, 8)", "b2", "c3"}}) {
    const std::string play = garden(place);
    const Game game = stepping(place, play);
    Tracer tracer(game.program().rules, game.program().options, game.cells());
    const Game plain = must(built_without(game, Lowerings::all()));
    const bool is_large = game.cells().size() > 64;
    Random random(11);
    for (int run = 0; run < test::scaled(is_large ? 2 : 5); ++run) {
      Position position = must(game.start());
      Position slow = must(plain.start());
      for (int ply = 0; ply < (is_large ? test::scaled(10, 4) : 24); ++ply) {
        INFO(position.text());
        const std::vector<std::string> moves = must(position.moves());
        CHECK(position.score(0) == position.detach().score(0));
        CHECK(position.score(0) == slow.score(0));
        REQUIRE(must(slow.moves()) == moves);
        CHECK(must(position.count_moves()) == moves.size());
        read_variables(position.game().program(), position.state().data(), tracer);
        check_beams(position, tracer);
        CHECK(must(game.read(position.text())).text() == position.text());
        const std::uint64_t next = random.below(moves.size());
        INFO(moves[next]);
        const auto error = position.play(moves[next]), slow_error = slow.play_listed(next);
        INFO((error ? error->rendered : "") << (slow_error ? slow_error->rendered : ""));
        REQUIRE_FALSE(error);
        REQUIRE_FALSE(slow_error);
        REQUIRE(slow.text() == position.text());
        read_variables(position.game().program(), position.state().data(), tracer);
        check_beams(position, tracer);
      }
    }
  }
}

namespace {

const char* const kLane = R"(
game "Lane"
use square
players sun, moon
board grid(4, 1)
beam { power: clamped 0..9 = 3 }
piece screen { way: direction; when beam crosses way { otherwise -> stops }; look "{way}" }
var walls: set of edge = {}
when beam crosses x in walls { if x in border -> reflects across n; otherwise -> straight { beam.power -= 1 }, stops }
let run = trace(edge(a1, w), e)
let back = trace(edge(d1, e), e)
let far = trace(edge(b1, e), e)
move pass "pass" { }
play { repeat { turn of each player { choose pass } } }
)";

std::string failures(const Game& game) {
  std::string text;
  for (const TestReport& report : run_tests(game))
    if (!report.passed) text += report.title + "\n" + report.failure;
  return text;
}

}  // namespace

TEST_CASE("steps: what is turned away at the border from outside never comes in", "[steps]") {
  CHECK(failures(script(std::string(kLane) + R"(
test "in" { expect run.cells == cells and run.source == a1 and count(border) == 10 }
test "not in" { walls = edge(a1, w); expect run.cells == {} and run.exits == run.exits }
)"))
            .find("G0") != std::string::npos);  // traces cannot be compared
  CHECK(failures(script(std::string(kLane) + R"(
test "in" { expect run.cells == cells and run.source == a1; expect (count x in run.exits : x.power == 3) == 1 }
test "not in" { walls = edge(a1, w); expect run.cells == {} and (count x in run.exits : x.power > 0) == 0 }
test "from a cell, over an edge between two" {
  walls = edge(b1, e)
  expect far.cells == c1 | d1 and far.source == c1 and (all v in far.visits : v.power == 2)
}
test "over an edge and off the board comes nothing" { expect back.cells == {} and back.source == {} }
)")) == "");
}

TEST_CASE("steps: a side is met only by what comes so far", "[steps]") {
  CHECK(failures(script(std::string(kLane) + R"(
test "met" { put screen(way = w) on c1; expect run.cells == a1 | b1 and run.hits == c1 }
test "not met" {
  put screen(way = e) on b1; put screen(way = w) on c1
  expect run.cells == a1 | b1 and run.hits == b1
}
)")) == "");
}

TEST_CASE("steps: exits come in the order of the branches", "[steps]") {
  const Game game = script(R"(
game "Fork"
use square
players sun, moon
board grid(2, 2)
beam { power: clamped 0..9 = 3 }
when beam crosses x in edge(b1, e) { otherwise -> turns -1 { beam.power = 9 }, straight { beam.power = 1 }, straight { beam.power = 2 } }
var powers: 0..9999 = 0
move go "go" { for x in trace(a1, e).exits { powers = powers * 10 + x.power } }
play { repeat { turn of each player { choose go } } }
test "in order" { play "go"; expect powers == 912 }
)");
  CHECK(run_tests(game)[0].failure.find("backwards") == std::string::npos);
  CHECK(failures(game) == "");
}

TEST_CASE("steps: where beams end by a name, at pieces, cells and edges, all of them or a branch", "[steps]") {
  CHECK(failures(script(R"(
game "Ends"
use square
players sun, moon
board grid(5, 2)
beam { ends {soaked, barred} }
piece lamp { emits e; look "*" }
piece wall { when beam comes { otherwise -> stops as barred }; look "#" }
piece fork { when beam comes { otherwise -> stops as soaked, turns -1, stops as barred }; look "Y" }
piece fence { when beam crosses w { otherwise -> stops as barred }; look "|" }
piece plain { when beam comes { otherwise -> stops }; look "p" }
var doors: set of edge = {}
when beam crosses x in doors { otherwise -> stops as barred, straight }
when beam enters c in e1 { otherwise -> stops as soaked }
let run = trace(a1, e)
let guest = trace(edge(a1, w), e)
let barred_now = beams.barred
move pass "pass" { }
play { repeat { turn of each player { choose pass } } }
test "a cell" { expect run.soaked == e1 and run.barred == {} and trace(a2, e).soaked == {} }
test "a piece" { put wall on c1; expect run.barred == c1 and run.soaked == {} and c1 in run.hits }
test "without a name" { put plain on c1; expect run.barred == {} and run.soaked == {} }
test "a branch" { put fork on c1; expect run.barred == c1 and run.soaked == c1 and c2 in run.cells }
test "a side" { put fence on c1; expect run.barred == c1 }
test "an edge" { doors = edge(b1, e) | edge(a1, w); expect run.barred == b1 and run.soaked == e1 and guest.barred == a1 | b1 }
test "before it came to the board" { put wall on a1; expect guest.cells == {} and guest.barred == a1 }
test "all emitters', one's, and a trace kept" {
  put lamp on a1 | a2
  put wall on c1 | d2
  expect beams.barred == c1 | d2 and trace(a1).barred == c1 and trace(lamp & a2).barred == d2
  expect barred_now == c1 | d2
  let before = beams
  remove c1
  expect before.barred == c1 | d2 and barred_now == d2 and beams.soaked == e1
}
)")) == "");
}
