// What the compiler knows of rules before it writes code.
#include "interpreter/build/code/facts.hpp"

#include <algorithm>
#include <string>
#include <utility>

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

  /// A value's facts as text: what it reads besides the piece on the cell that is its first parameter, and how it may fail.
  std::string text(const std::string& name) const {
    const rules::Rules& rules = game.program().rules;
    const bool is_function = rules.lets[static_cast<std::size_t>(number(name))].frame.params > 0;
    const Reads reads = facts.reads_besides(body(name), is_function ? 0 : -1);
    std::string text;
    const auto add = [&](bool is_so, const std::string& what) {
      if (is_so) text += (text.empty() ? "" : ", ") + what;
    };
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
      add(reads.kinds >> k & 1, rules.kinds[k].name);
      add(reads.fields_of >> k & 1, "all of " + rules.kinds[k].name);
    }
    for (std::size_t f = 0; f < reads.fields.size(); ++f) add(reads.fields[f], rules.fields[f].name);
    for (std::size_t v = 0; v < reads.variables.size(); ++v) add(reads.variables[v], rules.variables[v].name);
    add(reads.empty, "empty");
    add(reads.ways, "ways");
    add(reads.cell, "cell");
    add(reads.me, "me");
    add(reads.game, "game");
    if (text.empty()) text = "nothing";
    const Failing how = facts.failing_of(body(name));
    if (how.always) return text + "; may fail";
    if (how.pieces) text += "; needs pieces";
    if (how.time) text += "; needs time";
    return text;
  }

  Game game;
  Facts facts;
};

}  // namespace

TEST_CASE("facts: of values, as text", "[build]") {
  const std::pair<const char*, const char*> kFacts[] = {
      {"let it = count(cells) + 1", "nothing"},
      {"let it = empty", "empty"},
      {"let it = {c in stone where c.tone == red}", "stone, tone; needs pieces; needs time"},
      {"let it = count(stone of me)", "stone, me"},
      {"let it = far + 1", "far"},
      {"let it = by_number[far]", "far, by_number; may fail"},
      {"let it = beams.cells", "stone, all of stone; may fail"},
      {"let it = trace(a1, n).cells meets empty", "empty, ways; may fail"},
      {"let it = can m", "game; may fail"},
      {"let it(c: stone) = c.tone", "nothing; needs pieces"},
      {"let it(c: stone) = c.tone == red and c.owner == me", "me; needs pieces"},
      {"let it(c: stone) = c in stone", "stone, cell"},
      {"let it(c: stone, other: stone) = other.tone", "stone, tone; needs pieces"},
      {"let tone_of(c: stone) = c.tone\nlet it(c: stone) = tone_of(c)", "nothing; needs pieces"},
      {"let near(c: stone) = c.tone == red and c + around meets empty\nlet it(c: stone) = near(c)",
       "empty, cell; needs pieces"},
      {"let wide = far + 1\nlet it = wide + 1", "far"},
      {"let narrow: 0..2 = far\nlet it = narrow + 1", "far; may fail"},
      {"let table[c: cell] = count(c + around & stone)\nlet it = table[a1]", "stone; needs time"},
  };
  for (const auto& [lets, facts] : kFacts) {
    INFO(lets);
    CHECK(Known(std::string(lets) + "\n").text("it") == facts);
  }
}

TEST_CASE("facts: what statements change, as text", "[build]") {
  const auto changes = [](const std::string& statement, const std::string& board, bool simply) {
    const Game game = script("game \"Facts\"\nuse square\nplayers sun, moon\nboard square(4, 4)" + board +
                             "\npiece stone of player { tall: flag; look \"o\" }\npiece tree { tall: flag; look \"t\" }\n"
                             "piece rock { look \"r\" }\nvar far: 0..3 = 1\nvar near: 0..3 = 1\n"
                             "do grow(c: cell) { put tree(tall = off) on c; far = 2 }\n"
                             "move m \"m {a} {b}\" { pick a in stone; pick b in cells; " + statement +
                             " }\nplay { turn of sun { choose m } }\n");
    const rules::Rules& rules = game.program().rules;
    Facts facts(game.program(), true);
    for (const rules::Effect& effect : rules.effects) facts.add_effect(effect);
    const Changes changes = facts.changes_of(rules.moves[0].body.back(), simply);
    std::string text;
    const auto add = [&](bool is_so, const std::string& what) {
      if (is_so) text += (text.empty() ? "" : ", ") + what;
    };
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) add(changes.moved >> k & 1, rules.kinds[k].name);
    for (std::size_t f = 0; f < rules.fields.size(); ++f) add(changes.fields[f], rules.fields[f].name);
    add(changes.owners, "owners");
    for (std::size_t v = 0; v < rules.variables.size(); ++v) add(changes.variables[v], rules.variables[v].name);
    add(changes.empty, "empty");
    CHECK(text.empty() == changes.nothing());
    return text.empty() ? "nothing" : text;
  };
  const struct {
    const char *statement, *flat, *simply, *stacks;
  } kChanges[] = {
      {"require far > 0", "nothing", "nothing", "nothing"},
      {"far = 2", "far", "far", "far"},
      {"move a to b", "stone, tree, rock, empty", "stone, empty", "stone, tree, rock, empty"},
      {"put tree(tall = on) on b", "stone, tree, rock, empty", "tree, empty", "stone, tree, rock, empty"},
      {"remove a", "stone, empty", "stone, empty", "stone, tree, rock, empty"},
      {"a.tall = on", "tall", "tall", "tall"},
      {"a.owner = moon", "owners", "owners", "owners"},
      {"if far > 1 { near = 1 } else { remove a }", "stone, near, empty", "stone, near, empty", "stone, tree, rock, near, empty"},
      {"grow(b)", "stone, tree, rock, far, empty", "stone, tree, rock, far, empty", "stone, tree, rock, far, empty"},
  };
  for (const auto& one : kChanges) {
    INFO(one.statement);
    CHECK(changes(one.statement, "", false) == one.flat);
    CHECK(changes(one.statement, "", true) == one.simply);
    CHECK(changes(one.statement, " stacks of 3", false) == one.stacks);
  }
}

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
  CHECK(known.reads("mine").me);
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
