// Looks that depend on a condition.
#include <string>

#include "tests/smith/against_naive.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::code_of;
using test::must;
using test::script;

const std::string kMen = R"(game "Men"
use square
option plain: {on, off} = off
players sun, moon
board square(3, 2)
piece man of player {
  crowned: flag = off
  rank: 1..3 = 1
  look when plain == on "{owner:1}{crowned}{rank}"
  look when crowned == on and rank == 3 "*{owner:1}"
  look when crowned == on "{owner:1}K{rank}"
  look "{owner:1}{rank}"
}
move crown "{at}" { pick at in man of me; at.crowned = on; at.rank = 3 }
setup {
  put man(owner = sun) on a1
  put man(owner = sun, crowned = on) on b1
  put man(owner = moon, crowned = on, rank = 3) on c1
}
play { repeat { turn of each player { choose crown } } }
)";

TEST_CASE("looks: the first that fits, in pictures and in drawings that are read", "[looks]") {
  const Game game = script(kMen);
  const std::string text = must(game.start()).text();
  INFO(text);
  CHECK(text.find("sK1") != std::string::npos);
  CHECK(text.find("*m") != std::string::npos);
  CHECK(must(script(kMen, {{"plain", "on"}}).start()).text().find("soff1") != std::string::npos);
  test::check_tests(kMen + "test \"drawn\" { map \"\"\"\n  . . *m\n  s2 mK1 .\n  \"\"\"\n"
                           "  expect b1 in man of moon and b1.crowned == on and a1 in man and a1.rank == 2 }\n");
  CHECK(smith::AgainstNaive(game, {2, 40}).difference() == "");
}

TEST_CASE("looks: what may decide, and what must follow", "[looks]") {
  const auto with = [](const std::string& look) {
    std::string text = kMen;
    const std::size_t begin = text.find("  look when"), end = text.find("}\nmove");
    return text.replace(begin, end - begin, look + "\n");
  };
  CHECK(code_of(with("look when owner == sun \"x\"; look \"o\"")).empty());
  CHECK(code_of(with("look when here in empty \"x\"; look \"o\"")) == "G0407");
  CHECK(code_of(with("look when crowned == on \"x\"")) == "G0405");
  CHECK(code_of(with("look \"o\"; look when crowned == on \"x\"")) == "G0109");
  CHECK(code_of(with("look when rank \"x\"; look \"o\"")) == "G0301");
  CHECK(code_of(with("look when crowned == on; look \"o\"")) == "G0101");
}

}  // namespace
