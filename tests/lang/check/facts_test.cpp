// Facts: what the checker knows of the pieces on cells, and how long it stays known.
#include "tests/lang/check/checked_script.hpp"

namespace glint::lang::testing {
namespace {

const std::string kEffects = R"(
do shift(from: disc, to: cell) { move from to to }
do lay(at: cell) { put disc(worth = 1, tint = red) on at }
do sure(at: cell) { require at in disc; life[red] += 1 }
do maybe(at: cell) { if life[red] > 2 { put disc(worth = 1, tint = red) on at } }
do block(at: cell) { put stone(owner = me) on at }
do clear(at: cell) { remove at }
do shut(at: cell, other: cell) { lay(at); clear(other) }
do relay(from: disc, to: cell) { shift(from, to); to.worth = 2 }
)";

std::string told(const std::string& body) { return codes_of_move(body, kEffects); }
/// What one is told that picks `a` before.
std::string told(const std::string& a, const std::string& body) {
  return game(kEffects + "move try \"try {a} {at}\" {\n  pick a in " + a + "\n  pick at in cells\n" + body + "\n}").codes();
}

TEST_CASE("facts: a named effect tells what it leaves on its parameters", "[check][facts]") {
  CHECK(told("disc", "shift(a, at); at.worth = 2").empty());
  CHECK(told("disc", "shift(a, at); a.worth = 2") == "G0306");
  CHECK(told("lay(at); at.worth = 2").empty());
  CHECK(told("sure(at); at.worth = 2").empty());
  CHECK(told("maybe(at); at.worth = 2") == "G0306");
  CHECK(told("block(at); at.worth = 2") == "G0206");  // known: a stone, which has no worth
  CHECK(told("lay(at); clear(at); at.worth = 2") == "G0306");
  CHECK(told("shut(at, at); at.worth = 2") == "G0306");
  CHECK(told("disc", "shift(a, at); relay(at, b2); shift(b2, at)").empty());
  CHECK(told("lay(a1); a1.worth = 2; lay(cell(2, 1)); b1.worth = 1") == "G0306");  // another name of the cell
}

TEST_CASE("facts: a put keeps what allows its kind", "[check][facts]") {
  const std::string put = "put disc(worth = 1, tint = red) on cells & empty; ";
  CHECK(told("disc", put + "a.worth = 2").empty());
  CHECK(told("disc | lamp", put + "a.tint = red").empty());
  CHECK(told("lamp", put + "a.facing = e") == "G0306");
  CHECK(told("disc", "put stone on at; a.worth = 2") == "G0306");
  CHECK(told("disc", "lay(at); a.worth = 2").empty());
  CHECK(told("lamp", "lay(at); a.facing = e") == "G0306");
  CHECK(told("disc", "block(at); a.worth = 2") == "G0306");
  CHECK(told("disc", "shut(at, b2); a.worth = 2") == "G0306");
  // In loops, too: an earlier round comes before a later one.
  CHECK(told("disc", "for x in empty { a.worth = 2; lay(x) }; a.worth = 1").empty());
  CHECK(told("disc", "for x in empty { a.worth = 2; block(x) }") == "G0306");
  CHECK(told("disc", "for x in empty { lay(x); if x == b1 { clear(x) } }; a.worth = 1") == "G0306");
  CHECK(told("disc", "while a.worth == 1 at most 3 { lay(at); a.worth = 2 }; a.worth = 1").empty());
  CHECK(told("disc", "while life[red] > 1 at most 3 { lay(at); clear(b1) }; a.worth = 1") == "G0306");
  CHECK(told("for x in disc { lay(x + e); x.worth = 2 }").empty() == false);  // `x + e` is no cell
  CHECK(told("for x in disc { lay(at); x.worth = 2 }").empty());
}

}  // namespace
}  // namespace glint::lang::testing
