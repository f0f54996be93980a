// What the compiler knows of rules before it writes code.
#include "interpreter/build/code/facts.hpp"

#include <algorithm>
#include <string>

#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::script;

/// The facts of a script whose lets are called as the tests name them.
struct Known {
  explicit Known(const std::string& lets)
      : game(script("game \"Facts\"\nuse square\nplayers sun, moon\ntype hue = {red, green}\nboard square(4, 4)\n"
                    "beam { }\npiece stone of player { tone: hue; emits n; look \"{owner:1}\" }\nvar far: 0..3 = 1\n"
                    "var by_number[k: 1..3]: 0..3 = 1\n" +
                    lets + "\nmove m \"m\" { }\nplay { turn of sun { choose m } }\n")),
        facts(game.program(), true) {
    for (const rules::Let& let : game.program().rules.lets) facts.add_let(facts.reads_of(let.body));
  }
  int number(const std::string& name) const {
    const auto& lets = game.program().rules.lets;
    const auto found = std::find_if(lets.begin(), lets.end(), [&](const rules::Let& let) { return let.name == name; });
    REQUIRE(found != lets.end());
    return static_cast<int>(found - lets.begin());
  }
  const rules::Expr& body(const std::string& name) const {
    return game.program().rules.lets[static_cast<std::size_t>(number(name))].body;
  }
  const Reads& reads(const std::string& name) const { return facts.let(number(name)); }

  Game game;
  Facts facts;
};

}  // namespace

TEST_CASE("facts: what lets read, themselves and by calls", "[build]") {
  const Known known(R"(
let constant = count(cells) + 1
let free = empty
let reds = {c in stone where c.tone == red}
let called = count(reds) + far
let mine = stone of me
let lit = beams.cells
)");
  CHECK(known.reads("constant").nothing());
  CHECK(known.reads("free").empty);
  CHECK_FALSE(known.reads("free").kinds);
  CHECK(known.reads("reds").kinds == 1);
  CHECK(known.reads("reds").fields[0]);
  CHECK_FALSE(known.reads("reds").any_variable());
  CHECK(known.reads("called").fields[0]);
  CHECK(known.reads("called").any_variable());
  CHECK(known.reads("mine").other);
  CHECK(known.reads("lit").pieces);
  CHECK(known.reads("lit").fields_of == 1);
}

TEST_CASE("facts: one list says what cannot fail", "[build]") {
  const Known known(R"(
let plain = a1 + n
let looped = count c in stone : c.tone == red
let summed = sum c in stone : c.x
let indexed = by_number[far]
let narrow: 0..2 = far
let calls_narrow = narrow + 1
let calls_looped = looped + 1
)");
  const Facts::Given all{}, no_time{true, false}, no_pieces{false, true};
  CHECK(known.facts.cannot_fail(known.body("plain"), no_time));
  CHECK(known.facts.cannot_fail(known.body("looped"), all));
  CHECK_FALSE(known.facts.cannot_fail(known.body("looped"), no_time));
  CHECK_FALSE(known.facts.cannot_fail(known.body("looped"), no_pieces));
  CHECK(known.facts.cannot_fail(known.body("summed"), all));
  CHECK_FALSE(known.facts.cannot_fail(known.body("indexed"), all));
  CHECK_FALSE(known.facts.cannot_fail(known.body("calls_narrow"), all));  // far may be 3
  CHECK(known.facts.cannot_fail(known.body("calls_looped"), all));
  CHECK_FALSE(known.facts.cannot_fail(known.body("calls_looped"), no_time));
}

TEST_CASE("facts: of too many lets those are kept that bound the work of the others", "[build]") {
  std::string lets = "let a_0 = count(stone)\n";
  for (int i = 1; i < 90; ++i) {
    const std::string before = "a_" + std::to_string(i - 1);
    lets += "let a_" + std::to_string(i) + " = if " + before + " > 9 then " + before + " - 8 else " + before + " + 1\n";
  }
  const Known known(lets);
  const std::vector<bool> all(90, true);
  CHECK(known.facts.worth_keeping(all, 90) == all);
  const std::vector<bool> kept = known.facts.worth_keeping(all, 63);
  const auto count = std::count(kept.begin(), kept.end(), true);
  CHECK(count == 63);
  int run = 0, longest = 0;  // of lets that are computed at each use: each doubles the work
  for (const bool one : kept) longest = std::max(longest, run = one ? 0 : run + 1);
  CHECK(longest <= 3);
}
