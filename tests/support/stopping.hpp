// A host that stops work when it has been asked so often whether to go on, and a game in which there is much to do.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "tests/support/loading.hpp"

namespace glint::test {

/// Says to stop when it has been asked so often, and counts.
struct Asked {
  std::uint64_t stops_at = UINT64_MAX;
  std::uint64_t times = 0;
};

inline Limits asking(const std::shared_ptr<Asked>& asked) {
  Limits limits;
  limits.stop = [asked] { return asked->times++ >= asked->stops_at; };
  return limits;
}

/// Has rules that take a while, a draw, ends, a score and a test.
inline const std::string kSlow = R"(
game "Slow"
use square
players sun, moon
board square(4, 4)
beam { }
piece lamp of player { facing: direction; emits facing; look "{owner:1}{facing}" }
piece stone { look "o" }
var paces: 1..3 = 1
let busy = sum a in cells : sum b in a + around : count((b + around) & (a + around) & empty)
move place "{at} {way}" { pick at in empty; pick way in direction; put lamp(facing = way, owner = me) on at; require busy > 1 }
move drop "o {at}" { pick at in empty; require at in beams.cells; put stone on at }
play { draw paces in 1..3; repeat { turn of each player { choose place or drop else { end : tie } } } }
end when count(lamp) + count(stone) > 5 : score
score p = sum a in lamp of p : sum b in a + around : 1 + count((b + around) & empty)
invariant count(stone) < 9
test "one" { play "a1 e"; expect a1 in lamp }
)";

inline Result<Game> stoppable(const Limits& limits, const std::string& text = kSlow) {
  return Game::from_text(text, "slow.glint", {}, nullptr, limits);
}

/// Does the work, which is stopped at question number `at`: it ends with G0614, after at most `more` questions.
template <class Stopped>
void check_stop(Asked& asked, std::uint64_t at, std::uint64_t more, Stopped&& work) {
  INFO(at);
  asked = {at, 0};
  const auto stopped = work();
  REQUIRE_FALSE(stopped.ok());
  CHECK(stopped.errors()[0].code == "G0614");
  CHECK(asked.times <= at + more);
}

/// What somebody asked for: the answer as text, or the code of the error.
using Work = std::function<std::string(const Game& game)>;

template <class T>
std::string code_or(const Result<T>& result, const std::function<std::string(const T&)>& text) {
  return result ? text(*result) : result.errors()[0].code;
}

}  // namespace glint::test
