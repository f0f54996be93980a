// The scripts that tests make up: they check, whatever is chosen, and failing ones shrink.
#include "tests/smith/smith.hpp"

#include "tests/smith/load.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using smith::Tape;

void check_all(std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t seed = from; seed < to; ++seed) {
    Tape tape(seed);
    const smith::Script made = smith::script(tape);
    INFO("seed " << seed << "\n" << made.game << "\n" << made.variant);
    const Game game = test::script(made.game);
    CHECK(smith::variant_of(made).variant_of() == "smith");
  }
}

}  // namespace

TEST_CASE("smith: whatever is chosen, a script and its variant check", "[smith]") {
  check_all(0, test::scaled<std::uint64_t>(150));
}

TEST_CASE("smith: 20,000 scripts and their variants check", "[.slow][smith]") { check_all(1000, 21'000); }

TEST_CASE("smith: wishes hold", "[smith]") {
  using Some = smith::Wishes::Some;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Tape tape(seed), other(seed), third(seed);
    CHECK(smith::script(tape, {Some::always, Some::never, Some::never, false}).game.find("together {") != std::string::npos);
    const std::string secret = smith::script(other, {Some::never, Some::always, Some::always, false}).game;
    CHECK(secret.find("together {") == std::string::npos);
    CHECK(secret.find("draw number") != std::string::npos);
    CHECK(test::script(smith::script(third, {Some::never, Some::never, Some::never, true}).game).players().size() == 1);
  }
}

TEST_CASE("smith: the same choices make the same script, on every machine", "[smith]") {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Tape tape(seed);
    const smith::Script made = smith::script(tape);
    Tape again(tape.choices());
    CHECK(smith::script(again).game == made.game);
    for (const char byte : made.game + made.variant) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  }
  CHECK(hash == 0x2f2a0a1929bbac63);
}

TEST_CASE("smith: a script that shows something shrinks to little more than that", "[smith]") {
  // Two kinds of pieces that swap in a move, on a board that wraps: the rest goes.
  const auto shows = [](const Tape::Choices& choices) {
    Tape tape(choices);
    const std::string text = smith::script(tape).game;
    return text.find("wraps") != std::string::npos && text.find("swap ") != std::string::npos;
  };
  int found = 0;
  for (std::uint64_t seed = 0; found < 3; ++seed) {
    Tape tape(seed);
    const std::string text = smith::script(tape).game;
    if (!shows(tape.choices())) continue;
    ++found;
    const Tape::Choices small = smith::shrink(tape.choices(), shows);
    REQUIRE(shows(small));
    Tape least(small);
    const std::string shrunk = smith::script(least).game;
    INFO(shrunk);
    CHECK(test::script(shrunk).cells().size() <= 6);
    CHECK(shrunk.size() < 900);
  }
}
