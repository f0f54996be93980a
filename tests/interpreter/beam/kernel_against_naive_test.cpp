// The tracing kernel and kept light of whole games against the naive tracer: every small board, many larger ones, and
// games in which pieces come and go.
#include <algorithm>
#include <string>
#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "tests/support/beam_bench.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using naive::Board;
using naive::Ending;
using naive::Path;
using naive::Tracer;
using naive::Visit;
using namespace glint::test;

// Every way to act on a beam: to turn it by axis, by side and by steps, to split and to stop it, to add, take, toggle
// and clamp what it carries, to send it elsewhere; a kind that only shines, and one that only stands in the picture.
const char* const kPieces = R"(
type hue = {red, green}
beam { colour: set of hue; power: clamped 0..2 = 1; ends {swallowed, starved} }

piece lamp {
  facing: direction
  emits facing { beam.colour = {red} }
  when beam comes {
    from ahead  -> stops
    from behind -> straight { beam.colour |= {red} }
    otherwise   -> reflects across facing { beam.colour ^= {red} }
  }
  look "L{facing}"
}
piece mirror { line: axis; when beam comes { otherwise -> reflects across line }; look "M{line}" }
piece plate {
  facing: direction
  when beam comes { from ahead -> leaves facing; from behind -> stops as swallowed }
  look "P{facing}"
}
piece splitter {
  line: axis
  when beam comes {
    if beam.power == 0 -> stops as starved
    otherwise          -> straight { beam.power -= 1 }, reflects across line { beam.colour ^= {green} }
  }
  look "S{line}"
}
piece toggler {
  line: axis
  when beam comes { otherwise -> reflects across line { beam.colour ^= {green} } }
  look "T{line}"
}
piece filter {
  pass: hue
  when beam comes { if pass in beam.colour -> straight { beam.colour &= {pass} }; otherwise -> stops as swallowed }
  look "F{pass:1}"
}
piece amplifier { when beam comes { otherwise -> straight { beam.power += 1 } }; look "A" }
piece prism {
  facing: direction
  when beam comes {
    from left                       -> turns 1
    from right if beam.power > 0    -> turns -1 { beam.power = 0 }
    from ahead if beam.colour == {} -> half(facing)
    from ahead                      -> stops, leaves facing + 1
  }
  look "V{facing}"
}
optic half(d: direction) {
  if beam.way == d + 1 -> stops
  otherwise            -> leaves d, straight { beam.power += 1 }
}
piece bulb { look "o"; emits direction }
piece stone { look "#" }
)";

/// A portal needs cells to lead to.
std::string portal(const std::string& one, const std::string& other) {
  return "piece portal { kept: flag; when beam comes { if kept == on -> to " + one + "; otherwise -> to " + other +
         " going e { beam.power -= 1 } }; look \"O{kept}\" }\n";
}

/// A reaction that reads its cell, so that all of them are run as code instead of looked up in a table.
const char* const kSpinner = R"(
piece spinner {
  when beam comes {
    if odd(here.x) and here.y > 1 -> turns 1
    otherwise                     -> turns -1, straight { beam.colour ^= {red} }
  }
  look "R"
}
)";

const char* const kPlay = R"(
move pass "pass" { }
play { repeat { turn of me_only { choose pass } } }
)";

Game optics(const std::string& board, const std::string& extra) {
  return script("game \"Optics\"\nuse square, hex\nplayers me_only\n" + board + "\n" + kPieces + extra + kPlay);
}

/// The game without what splits beams or moves them elsewhere.
Game unsplit_optics(const std::string& board) {
  std::string pieces = kPieces;
  const auto leave_out = [&](const char* from, const char* to) {
    const std::size_t begin = pieces.find(from);
    pieces.erase(begin, pieces.find(to) - begin);
  };
  leave_out("piece splitter", "piece toggler");
  leave_out("piece prism", "piece bulb");
  return script("game \"Optics\"\nuse square, hex\nplayers me_only\n" + board + "\n" + pieces +
                "let red_only = {c in cells where glow[c] == {red}}\n"
                "let glow[c: cell]: set of hue = union v in beams.visits where v.cell == c : v.colour\n" +
                kPlay);
}

/// An emitter and up to two more pieces, everywhere. The naive path is followed again only if the third piece is in its
/// way; elsewhere it never meets that piece.
std::size_t every_board(const Game& game, int max_facings) {
  Bench bench(game);
  const std::vector<int> lamps = keys_of(bench.program, {"lamp"});
  const std::vector<int> others = keys_of(bench.program, {"lamp", "mirror", "plate", "splitter", "toggler", "filter",
                                                          "amplifier", "prism", "portal", "spinner"});
  const int cells = static_cast<int>(game.cells().size());
  std::size_t boards = 0;
  const auto check = [&](int source, const auto& path) {
    if (!sampled(++boards) || bench.holds(source, path())) return true;
    FAIL_CHECK(bench.report(source));
    return false;
  };
  for (int source = 0; source < cells; ++source) {
    for (int facing = 0; facing < max_facings; ++facing) {
      bench.put(source, lamps[static_cast<std::size_t>(facing)]);
      const auto anew = [&] { return bench.tracer.from_emitter(bench.board, source); };
      if (!check(source, anew)) return boards;
      for (int second = 0; second < cells; ++second) {
        if (second == source) continue;
        for (const int second_key : others) {
          bench.put(second, second_key);
          const Path two = anew();
          const auto as_it_was = [&] { return two; };
          if (!check(source, as_it_was)) return boards;
          for (int third = second + 1; third < cells; ++third) {
            if (third == source) continue;
            const bool in_the_way = two.touches(third);
            for (const int third_key : others) {
              bench.put(third, third_key);
              if (!(in_the_way ? check(source, anew) : check(source, as_it_was))) return boards;
            }
            bench.remove(third);
          }
        }
        bench.remove(second);
      }
      bench.remove(source);
    }
  }
  return boards;
}

struct Place {
  std::string name, board, extra;
};

const std::vector<Place>& large_places() {
  static const std::vector<Place> places = {
      {"hexagon of 4, one word", "board hexagon(4)", portal("D4", "B2")},
      {"hexagon of 4, reactions by code", "board hexagon(4)", portal("D4", "B2") + kSpinner},
      {"hexagon of 5", "board hexagon(5)", portal("E5", "A1")},
      {"hexagon of 6, two words", "board hexagon(6)", portal("F6", "K1")},
      {"9 x 9, four ways", "board grid(9, 9)", portal("e5", "a9")},
      {"9 x 9, eight ways", "board square(9, 9)", portal("e5", "b8")},
      {"12 x 12, three words", "board grid(12, 12)", portal("f6", "l12")},
      {"12 x 12, three words, eight ways, by code", "board square(12, 12)", portal("f6", "a12") + kSpinner},
      {"16 x 16, four words, eight ways", "board square(16, 16)", portal("h8", "p16")},
      {"a torus of 7 x 6, eight ways",
       "board on square8 { cells x in 1..7, y in 1..6; wraps (7, 0), (0, 6); label \"{lower(x)}{y}\" }",
       portal("d3", "a6")},
      {"a torus of 6 x 5, turned by two and with a hole, four ways, by code",
       "board on square4 { cells x in 1..6, y in 1..5 where x != 3 or y != 3; wraps (6, 0), (2, 5); "
       "label \"{lower(x)}{y}\" }",
       portal("d3", "a5") + kSpinner},
      {"a rhombus of hexes that wraps",
       "board on pointy { cells x in 1..9, y in 1..9; wraps (9, 0), (0, 9); label \"{letter(y)}{x}\" }",
       portal("E5", "A1")},
      {"a ring of squares",
       "board on square8 { cells x in 1..9, y in 1..9 where not (x in 4..6 and y in 3..7); label \"{lower(x)}{y}\" }",
       portal("a5", "i1")},
  };
  return places;
}

/// Random boards, from nearly empty to crowded. Pieces are put over what stood there, and taken away again.
void random_boards(const Game& game, std::size_t count, std::uint64_t seed) {
  Bench bench(game);
  Random random(seed);
  const std::vector<int> keys = keys_of(bench.program, {});
  const auto cells = static_cast<std::uint64_t>(bench.board.size());
  std::size_t sources = 0, visits = 0;
  for (std::size_t i = 0; i < count; ++i) {
    // A few boards are made of scratch; the others change the one before.
    if (i % 16 == 0)
      for (std::uint64_t cell = 0; cell < cells; ++cell) bench.remove(static_cast<int>(cell));
    const std::uint64_t changes = i % 16 == 0 ? 1 + random.below(cells / 2) : 1 + random.below(4);
    for (std::uint64_t change = 0; change < changes; ++change) {
      const int cell = static_cast<int>(random.below(cells));
      if (random.below(5) == 0)
        bench.remove(cell);
      else
        bench.put(cell, keys[random.below(keys.size())]);
    }
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
      if (!bench.tracer.emits(bench.board[cell])) continue;
      const Path path = bench.tracer.from_emitter(bench.board, static_cast<int>(cell));
      ++sources;
      visits += path.visits.size();
      if (bench.holds(static_cast<int>(cell), path)) continue;
      FAIL_CHECK(bench.report(static_cast<int>(cell)));
      return;
    }
  }
  CHECK(sources > count);  // the boards did have something to trace
  CHECK(visits > 3 * sources);
}

/// Moves that put, remove, move, swap and change pieces, some of them judged by the light before or after.
const char* const kGarden = R"(
move put_lamp "lamp {at} {way}" { pick at in cells; pick way in direction; put lamp(facing = way) on at }
move put_mirror "mirror {at} {line}" { pick at in empty; pick line in axis; put mirror(line = line) on at
  require trace(lamp).cells meets lamp or lamp == {} }
move put_splitter "splitter {at} {line}" { pick at in empty; pick line in axis; put splitter(line = line) on at }
move put_stone "stone {at}" { pick at in empty - beams.cells; put stone on at }
move take "take {at}" { pick at in beams.hits | stone; remove at }
move shift "{from}-{to}" { pick from in lamp | mirror | stone; pick to in from + around & empty; move from to to
  require count(beams.cells) >= 1 }
move turn_round "turn {at}" { pick at in lamp; at.facing += 1; require trace(at).cells meets empty }
move exchange "{one}x{other}" { pick one in lamp; pick other in (mirror | splitter) & beams.hits; swap one, other }
setup { put lamp(facing = e) on B2 }
play { repeat { turn of me_only { choose put_lamp or put_mirror or put_splitter or put_stone or take or shift
  or turn_round or exchange } } }
)";

Game garden(const std::string& extra) {
  return script("game \"Garden\"\nuse hex\nplayers me_only\nboard hexagon(3)\n" + std::string(kPieces) + extra +
                kGarden);
}

}  // namespace

TEST_CASE("kernel: all 1.1 million hexagons of side 2 with up to three pieces", "[kernel][patient]") {
  CHECK(every_board(optics("board hexagon(2)", portal("A1", "B2")), 6) == 1'069'404);
}

TEST_CASE("kernel: all 0.8 million 3 x 3 boards of four ways with up to three pieces", "[kernel][patient]") {
  CHECK(every_board(optics("board grid(3, 3)", portal("a3", "b2")), 4) == 856'116);
}

TEST_CASE("kernel: all 1.4 million 3 x 3 boards of eight ways, a lamp to e or se and up to two pieces", "[kernel][patient]") {
  CHECK(every_board(optics("board square(3, 3)", portal("a3", "b2")), 2) == 1'423'386);
}

TEST_CASE("kernel: all boards of 3 x 2 that wrap both ways, with up to three pieces", "[kernel]") {
  const std::string torus =
      "board on square4 { cells x in 1..3, y in 1..2; wraps (3, 0), (0, 2); label \"{lower(x)}{y}\" }";
  CHECK(every_board(optics(torus, portal("a2", "b1")), 4) == 205'344);
}

TEST_CASE("kernel: the same with all eight ways", "[.slow][kernel]") {
  CHECK(every_board(optics("board square(3, 3)", portal("a3", "b2")), 8) == 5'693'544);
}

TEST_CASE("kernel: all hexagons of side 2 with reactions that are code", "[.slow][kernel]") {
  every_board(optics("board hexagon(2)", portal("A1", "B2") + kSpinner), 6);
}

TEST_CASE("kernel: 20,000 random boards of one to three words", "[kernel]") {
  const auto& places = large_places();
  for (std::size_t i = 0; i < places.size(); ++i) {
    INFO(places[i].name);
    random_boards(optics(places[i].board, places[i].extra), scaled(20'000 / places.size() + 1), 7 + i);
  }
}

TEST_CASE("kernel: a million random boards", "[.slow][kernel]") {
  const auto& places = large_places();
  for (std::size_t i = 0; i < places.size(); ++i) {
    INFO(places[i].name);
    random_boards(optics(places[i].board, places[i].extra), 1'000'000 / places.size() + 1, 1007 + i);
  }
}

TEST_CASE("kernel: a board too large for tables of rays is stepped", "[kernel]") {
  const Place place{"square of 100", "board square(100, 100)", portal("a50", "cv1")};
  CHECK(optics(place.board, place.extra).program().geometry.ray.empty());
  random_boards(optics(place.board, place.extra), 32, 3);
}

TEST_CASE("kernel: boards of up to 256 cells have tables of rays", "[kernel]") {
  for (const char* board : {"board square(8, 8)", "board square(16, 8)", "board square(16, 16)", "board hexagon(9)"}) {
    const Game game = optics(board, "");
    CHECK(game.program().words() <= 4);
    CHECK_FALSE(game.program().geometry.ray.empty());
  }
}

TEST_CASE("kernel: beams that nothing splits", "[kernel]") {
  CHECK(every_board(unsplit_optics("board hexagon(2)"), 6) > 100'000);
  CHECK(every_board(unsplit_optics("board grid(3, 3)"), 4) > 100'000);
  std::uint64_t seed = 31;
  for (const char* board : {"board hexagon(4)", "board grid(8, 8)", "board square(8, 8)", "board square(7, 3)"}) {
    const Game game = unsplit_optics(board);
    CHECK_FALSE(game.program().reactions.unsplit.on.empty());
    CHECK(game.program().traces.lit_field >= 0);
    random_boards(game, scaled(2000), seed++);
  }
  CHECK(unsplit_optics("board grid(9, 8)").program().reactions.unsplit.on.empty());
  CHECK(optics("board grid(8, 8)", "").program().reactions.unsplit.on.empty());
}

namespace {

/// On a board of 37 cells and six ways.
void beams_from_anywhere(const Game& game) {
  Bench bench(game);
  Random random(5);
  const std::vector<int> keys = keys_of(bench.program, {});
  for (int i = 0; i < 2000; ++i) {
    bench.put(static_cast<int>(random.below(37)), keys[random.below(keys.size())]);
    if (i % 3 == 0) bench.remove(static_cast<int>(random.below(37)));
    const int cell = static_cast<int>(random.below(37)), way = static_cast<int>(random.below(6));
    const naive::Payload payload{static_cast<std::int64_t>(random.below(4)),
                                 static_cast<std::int64_t>(random.below(3))};
    std::int64_t number = 0;
    for (std::size_t f = 0; f < payload.size(); ++f)
      number += (payload[f] - bench.program.payloads.fields[f].lo) * bench.program.payloads.fields[f].stride;
    REQUIRE(bench.machine.pieces().beams().kernel().trace_from(cell, way, number, bench.fresh));
    const Path path = bench.tracer.from(bench.board, cell, way, payload);
    if (agree(bench.program, bench.fresh, path, cell)) continue;
    FAIL_CHECK(bench.text_of(path.visits)
               << "but\n"
               << bench.text_of(visits_of(bench.program, bench.fresh)));
    return;
  }
}

}  // namespace

TEST_CASE("kernel: a beam that starts at no emitter", "[kernel]") {
  beams_from_anywhere(optics("board hexagon(4)", portal("D4", "B2")));
  beams_from_anywhere(unsplit_optics("board hexagon(4)"));
}

TEST_CASE("kernel: does a beam meet a set, without following it all", "[kernel]") {
  Bench bench(optics("board square(9, 9)", portal("e5", "b8")));
  Random random(9);
  const std::vector<int> keys = keys_of(bench.program, {});
  for (int i = 0; i < 4000; ++i) {
    bench.put(static_cast<int>(random.below(81)), keys[random.below(keys.size())]);
    if (i % 2 == 0) bench.remove(static_cast<int>(random.below(81)));
    const int target = static_cast<int>(random.below(81));
    for (int cell = 0; cell < 81; ++cell) {
      if (!bench.tracer.emits(bench.board[static_cast<std::size_t>(cell)])) continue;
      const std::vector<Visit> visits = bench.tracer.from_emitter(bench.board, cell).visits;
      const bool wanted = std::any_of(visits.begin(), visits.end(), [&](const Visit& v) { return v.cell == target; });
      bool meets = false;
      REQUIRE(bench.machine.pieces().beams().kernel().emitter_meets(cell, set_of({target}, 2).data(), meets));
      REQUIRE(meets == wanted);
    }
  }
}

TEST_CASE("kernel: in a stack the top shines and reacts", "[kernel]") {
  const Game game = optics("board square(5, 5) stacks of 3", portal("c3", "a1"));
  const Tracer tracer(game.program().rules, game.program().options, game.cells());
  Position position = must(game.start());
  Random random(21);
  check_stacks(position, tracer, keys_of(game.program(), {}), 600, random);
}

TEST_CASE("kept light is as good as new after every move", "[kernel]") {
  for (const std::string& extra : {std::string(), std::string(kSpinner)}) {
    const Game game = garden(extra);
    const Tracer tracer(game.program().rules, game.program().options, game.cells());
    Random random(11);
    for (int run = 0; run < 12; ++run) {
      Position position = must(game.start());
      for (int ply = 0; ply < 40; ++ply) {
        const std::uint64_t count = must(position.count_moves());  // lists, and so tries and takes back
        check_beams(position, tracer);
        CHECK(must(position.detach().count_moves()) == count);
        const auto error = position.play_listed(random.below(count));
        INFO((error ? error->rendered : ""));
        REQUIRE_FALSE(error);
        check_beams(position, tracer);
      }
    }
  }
}
