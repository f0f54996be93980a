// The moves and draws that lead to an error, as its help tells them: at most twenty.
#include "interpreter/lab/search/moves_to_error.hpp"

#include <string>

#include "tests/catch.hpp"

namespace {

using namespace glint;

BrokenRule broken(int moves, int draws, bool shortest) {
  BrokenRule rule;
  for (int i = 0; i < moves; ++i) rule.moves.push_back("m" + std::to_string(i));
  for (int i = 0; i < draws; ++i) rule.draws.emplace_back("card", std::to_string(i));
  rule.shortest = shortest;
  return rule;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("moves to an error: at most twenty of a line that may have a shorter one beside it", "[cli][budget]") {
  CHECK(moves_text(broken(0, 0, true)) == "this happens before the first move");
  CHECK(has(moves_text(broken(20, 0, false)), "m18; m19"));
  CHECK(moves_text(broken(21, 0, false)) == "`glint test GAME --explore` looks for the moves that lead here");
  CHECK(has(moves_text(broken(21, 0, true)), "m19; m20"));
}

TEST_CASE("moves to an error: at most twenty draws", "[cli][budget]") {
  const std::string at = moves_text(broken(1, 20, true)), past = moves_text(broken(1, 23, true));
  CHECK(has(at, "; `card` drawn as 19"));
  CHECK_FALSE(has(at, "more draws"));
  CHECK(has(past, "; `card` drawn as 19; and 3 more draws"));
  CHECK_FALSE(has(past, "drawn as 20"));
}
