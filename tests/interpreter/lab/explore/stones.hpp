// The small game that is explored in tests, and how.
#pragma once

#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::test {

/// Whoever takes the last of nine stones loses; up to `most` at a time.
inline const char* const kStones = R"(/// Take stones from a row.
game "Stones"
use square
players sun, moon
option most: 1..4 = 2   "stones that may be taken at once"
board grid(9, 1)
piece stone { look "o" }
setup { put stone on cells }
move take "take {number}" {
  pick number in 1..most
  require number <= count(stone)   "there are not so many"
  for c in {x in cells where x.x > count(stone) - number} & stone { remove c }
  end when count(stone) == 0 : opponent wins
}
play { repeat { turn of each player { choose take } } }
end when seen > 9 : tie
score p = count(stone)
test "nine stones" { expect count(stone) == 9 }
)";

/// What `glint explore` answers for a script, with bots that play at random; it must succeed.
inline cli::Answer explored(const std::string& script, const std::vector<std::string>& more) {
  std::vector<std::string> words = {"explore", script, "--bot", "random"};
  words.insert(words.end(), more.begin(), more.end());
  const cli::Answer answer = cli::glint(words);
  INFO(answer.out + answer.err);
  REQUIRE(answer.status == 0);
  return answer;
}

}  // namespace glint::test
