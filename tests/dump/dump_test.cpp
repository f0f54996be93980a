// The compiled program as text: what scripts come to mean in numbers, and which instructions the listing of a move is
// made of, where a trick is worth more than a loop.
#include <sstream>
#include <string>
#include <vector>

#include "tests/dump/dump.hpp"
#include "tests/golden/golden.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The opcodes of one section of the listing, each between blanks: " next1 load le ".
std::string opcodes(const std::string& text, const std::string& section) {
  std::istringstream lines(text);
  std::string found;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line[0] != ' ') inside = line.rfind(section, 0) == 0;
    if (!inside || line.rfind("  ", 0) != 0) continue;
    std::istringstream words(line);
    std::string number, opcode;
    words >> number >> opcode;
    found += " " + opcode;
  }
  INFO(text);
  REQUIRE_FALSE(found.empty());
  return found + " ";
}

Game game_of(const std::string& move) {
  return script(R"(
game "Lowered"
use square
players sun, moon
type hue = {red, green, blue}
board square(4, 4)
piece stone of player { tone: hue; look "{owner:1}{tone:1}" }
var number: clamped 0..9 = 3
move m )" + move +
                "\nplay { repeat { turn of each player { choose m } } }\n");
}

struct Lowered {
  const char* move;
  std::vector<const char*> with, without;  // opcodes of the listing
};

}  // namespace

TEST_CASE("dump: a program's numbers", "[dump]") {
  const std::string lawn = dump(must(Game::bundled("laser_lawn")));
  CHECK(has(lawn, "board    37 cells, sets of 1 words, 6 directions"));
  CHECK(has(lawn, "pieces   18 keys of 1 kinds"));
  CHECK(has(lawn, "beams    8 payloads; reactions in a table of"));
  CHECK(has(lawn, "option side = 4"));
  CHECK(has(dump(must(Game::bundled("laser_lawn", {{"side", "6"}}))), "board    91 cells, sets of 2 words"));
  const std::string boundary = dump(must(Game::bundled("boundary")));
  CHECK(has(boundary, "board    36 cells, sets of 1 words, 8 directions"));
  CHECK(has(boundary, "pieces   14 keys of 2 kinds"));
  CHECK(has(boundary, "move with_stone, list for red:"));
}

TEST_CASE("dump: code that is the same for all players is of none of them", "[dump]") {
  const std::string alone = dump(script("game \"Alone\"\nuse square\nplayers sun\nboard square(3, 3)\npiece stone { look \"o\" }\n"
                                   "move put_one \"{at}\" { pick at in empty; put stone on at }\n"
                                   "play { repeat { turn of sun { choose put_one } } }\n"));
  CHECK(has(alone, "move put_one, list"));
  CHECK_FALSE(has(alone, " for sun"));
}

TEST_CASE("dump: a reaction that reads where it stands is run as code", "[dump]") {
  const auto reactions = [](const std::string& cases) {
    return dump(script(
               "game \"Light\"\nuse square\nplayers one\nboard grid(3, 3)\nbeam { power: 0..3 }\n"
               "piece lamp { emits e; when beam comes { " +
               cases +
               " }; look \"L\" }\n"
               "move m \"m\" { }\nplay { repeat { turn of one { choose m } } }\n"));
  };
  CHECK(has(reactions("if beam.power == 2 -> stops; otherwise -> turns 1"), "4 payloads; reactions in a table of"));
  CHECK(has(reactions("if here in a1 | a2 -> stops; otherwise -> turns 1"), "4 payloads; reactions by code"));
}

TEST_CASE("dump: variables and kinds have their names", "[dump]") {
  const std::string text = dump(game_of("\"m\" { number += 1 }"));
  CHECK(has(text, " number\n"));
  CHECK(has(text, "stone of sun\n"));
  CHECK(has(text, "stone of moon\n"));
}

TEST_CASE("dump: what is listed without a loop", "[dump]") {
  const std::vector<Lowered> table = {
      // Nothing after the picks reads them: only the numbers of their values are written.
      {"\"m {a} {b} {c}\" { pick a in empty; pick b in hue; pick c in 1..3; put stone(tone = b) on a }",
       {"push"},
       {"next1", "count_up", "save", "put"}},
      // A requirement that only narrows the set of the pick before it is one `and`.
      {"\"m {a}\" { pick a in cells; require a in empty; put stone(tone = red) on a }", {"push"}, {"next1", "save"}},
      // One that reads more is a loop.
      {"\"m {a}\" { pick a in empty; require a.x + a.y <= number; put stone(tone = red) on a }",
       {"next1", "push"},
       {"save", "put"}},
      // What follows an effect is asked as if it were made.
      {"\"m {a}\" { pick a in empty; put stone(tone = red) on a; require count(stone) < number }",
       {"size1", "push"},
       {"next1", "save", "put"}},
      // Or, where that is not known, tried, and taken back.
      {"\"m {a}\" { pick a in empty; put stone(tone = red) on a; require any c in stone : c.tone == green }",
       {"next1", "save", "put", "restore", "push"},
       {}},
      // An effect after the last requirement is not even tried.
      {"\"m {a}\" { require number < 9; pick a in empty; put stone(tone = red) on a; number += 1 }",
       {"push"},
       {"next1", "save", "put", "clamp"}},
  };
  for (const Lowered& row : table) {
    const std::string listing = opcodes(dump(game_of(row.move)), "move m, list");
    INFO(row.move << "\n" << listing);
    for (const char* opcode : row.with) CHECK(has(listing, " " + std::string(opcode)));
    for (const char* opcode : row.without) CHECK_FALSE(has(listing, " " + std::string(opcode) + " "));
  }
}

TEST_CASE("dump: what was only tried leaves no code, and no sets of cells", "[dump]") {
  const std::string head = "game \"Tried\"\nuse square\nplayers sun, moon\ntype hue = {red, green, blue}\nboard square(4, 4)\n"
                           "piece stone { tone: hue; look \"{tone:1}\" }\nvar far: 1..4 = 1\n";
  const auto dump_of = [&](const std::string& picks) {
    return dump(script(head + "move m \"{at}\" { " + picks +
                       "; put stone(tone = red) on at }\nplay { repeat { turn of each player { choose m } } }\n"));
  };
  // It is asked whether the domain is a constant: the code for that must not stay beside the loop's.
  const std::string listing = opcodes(dump_of("pick at in rank(far) & empty"), "move m, list");
  CHECK(listing.find(" load ") != std::string::npos);
  CHECK(listing.find(" load ") == listing.rfind(" load "));
  // `tone == red` could be read off a set of cells; what follows it cannot, so all of it is a loop, and no code reads the set.
  const std::string both = dump_of("pick at in {c in stone where c.tone == red and c.x * c.y == far * c.x}");
  CHECK(has(both, "one by one"));
  CHECK_FALSE(has(both, "tone == red\n"));
  CHECK(has(dump_of("pick at in {c in stone where c.tone == red}"), "tone == red\n"));
}

TEST_CASE("dump: a move that offers nothing has no listing", "[dump]") {
  CHECK_FALSE(has(dump(game_of("\"m\" { offer nothing }")), "move m, list"));
}

TEST_CASE("dump: code is the same, whichever compiler built us", "[dump]") {
  const auto text = golden::read(golden::kFolder / "../dumps/order.glint");
  REQUIRE(text);
  golden::compare("../dumps/order", dump(must(Game::from_text(*text, "order.glint"))));
}

TEST_CASE("dump: tables of constants are read once, and before loops", "[dump]") {
  const std::string code = opcodes(dump(game_of(R"("{a}" { pick a in stone
 require (sum x in stone : (if x in empty then 0 else a.x * number) + a.x * number) > 3
 remove a })")),
                                   "move m, list");
  CHECK(code.find(" load ") != std::string::npos);
  CHECK(code.find(" load ") == code.rfind(" load "));
}

TEST_CASE("dump: plans say how legal moves are found, for each player where that matters", "[dump]") {
  const std::string plan = plans_of(must(Game::bundled("boundary")));
  CHECK(plan.rfind("move alone, for red\n  let count", 0) == 0);
  CHECK(has(plan, R"(
  each top in pyramid of red
    let reached = steps(top, around, top.size, empty) & world[top] & rest(top)
)"));
  CHECK(plans_of(must(Game::bundled("the_beam"))).rfind(R"(move allocate
  all row in {left_card, right_card}
  a legal move
)", 0) == 0);
}

TEST_CASE("dump: the plan on the page of the architecture is what is printed", "[dump]") {
  const std::string plans = plans_of(test::example("amazons"));
  std::istringstream first(plans.substr(0, plans.find("\nmove ") + 1));
  std::string sample = "\n    $ glint_dump examples/amazons.glint --plan\n";
  for (std::string line; std::getline(first, line);) sample += "    " + line + "\n";
  CHECK(has(*golden::read(golden::kFolder / "../../../interpreter/ARCHITECTURE.md"), sample + "\n"));
}
