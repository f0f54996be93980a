// A code action says what the person meant, or nothing: no example of a message as code, no word in the place of one with
// another meaning, and none that only looks right because another mistake hides what is wrong with it.
#include "tests/support/desk_script.hpp"

using namespace glint;
using namespace glint::desk;

namespace {

const std::string kHead = "game \"P\"\nplayers red, blue\nuse hex\nboard hexagon(4)\n";
const std::string kPiece =
    "piece mirror of player {\n  line: axis\n  look \"m\"\n  when beam comes -> reflects across line\n}\n";
const std::string kMove = "move Place \"{c}\" {\n  pick c in empty\n  put mirror(line = level, owner = me) on c\n}\n";
const std::string kPlay = "play { repeat { turn of each player { choose Place } } }\n";
const std::string kBase = kHead + kPiece + kMove + kPlay;
const std::string kLawn = "variant \"L\" of laser_lawn\n";

std::string put_in(std::string text, const std::string& old, const std::string& now) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), now);
}

/// The titles of what is offered up to a place, each once.
std::vector<std::string> offered(const std::string& script, std::size_t end) {
  Desk desk(bundled);
  desk.open("/a.glint", script);
  std::vector<std::string> titles;
  for (const Fix& fix : desk.fixes("/a.glint", 0, static_cast<std::uint32_t>(end)))
    if (std::find(titles.begin(), titles.end(), fix.title) == titles.end()) titles.push_back(fix.title);
  return titles;
}

struct Mistake {
  std::string script;
  std::vector<std::string> never;  // must not be offered
  const char* meant = nullptr;     // what is offered first
  bool only_alone = false;         // a declaration that cannot be read hides what shows that an offer is wrong
};

const std::string kRotating =
    "move Turn \"t {c}\" {\n  pick c in mirror of me\n  rotate c by 1\n}\nplay { repeat { turn of each player { choose Place "
    "| Turn } } }\n";

std::vector<Mistake> mistakes() {
  return {
      {kBase + "test \"q\" { put mirror on A2 }\n", {"write `me`", "write `owner`"}},
      {kBase + "let f = [A1]\n", {"write `{a, b}`"}, "write `{A1}`"},
      {kBase + "test \"q\" { on }\n", {"write `name()`"}, "insert `expect`"},
      {kBase + "after { count_of = 0 }\n", {"insert `after`", "insert `do`"}},
      {kBase + "var n: 0..9 = 0\nafter { n += 1 }\n", {"insert `after`", "insert `do`"}, "insert `move`"},
      {kBase + "test \"q\" { expect red wins }\n", {"insert `of`"}, "insert `result :`"},
      {kBase + "let f = count mirror\n", {"insert `of`"}, "write `(mirror)`"},
      {kBase + "move Foo \"{c}\" { pick c in mirror; rotate c }\n", {"insert `=`"}, nullptr, true},
      {put_in(kBase, "when beam comes -> reflects across line",
              "facing: direction\n  when beam comes {\n    from front -> straight\n    otherwise -> stops\n  }"),
       {"insert `behind`", "insert `ahead`", "insert `left`", "insert `right`", "insert `aside`"}},
      {kBase + "score = count(mirror)\nend when count(empty) = 0 : winner red\n", {"add the line `=`", "add the line `==`"}},
      {kHead + kPiece + kMove + kRotating, {"insert `choose a or b`"}, "write `or`"},
      {kBase + "option x = 3\n", {"write `option x: 2..5 = 3`", "insert `option x: 2..5 = 3`"}},
      {kBase + "test \"q\" { foreach c in empty { remove c } }\n", {"write `for x in`"}, "write `for`"},
      {kBase + "end when mirror > empty : blue wins\n", {"write `within`"}},
      {kBase + "test \"q\" { refuse \"A1\" }\n", {"write `play`"}, "write `expect illegal`"},
      {kLawn + "replace lives = 5\n", {"insert `let`"}, "write `option lives = 5`"},
      {kLawn + "let lives = 5\n", {"insert `replace`"}, "write `option lives = ...`"},
      {kBase + "type t = enum {a, b}\n", {"write `{` before `enum`"}},
      {kBase + "piece q { look \"q\"; hp: 3 }\n", {"write `{a}`"}, "insert `0..`"},
      {kBase + "heuristic = 3\n", {"insert `heuristic`"}, "insert `p`"},
      {put_in(kBase, "play { repeat { turn of each player { choose Place } } }", "loop { turn of each player { choose Place } }"),
       {"write `play`"},
       "write `play { repeat { ... } }`"},
      {put_in(kBase, "choose Place", "choose Place then Place"), {"write `or`"}},
      {put_in(kBase, "choose Place", "choose Place and Place"), {"write `or`"}},
      {kBase + "move T \"t {c}\" { pick c in mirror and c.x > 0 }\n", {"insert `!= {}`"}, "write `where`"},
      {kBase + "move T \"t {c}\" {\n  pick c in mirror | empty\n  if c in empty { let k = c.line }\n}\n",
       {"add the line `require c in mirror`"}},
      {kBase + "setup { put mirror(line = level, owner = red) on Z1 }\n", {"write `A1`"}},
      {put_in(kBase, "when beam comes -> reflects across line",
              "facing: direction\n  when beam comes {\n    from ahead -> deflect 60\n    otherwise -> stops\n  }"),
       {"write `turns`"}},
      {kBase + "var turns: 0..9 = 0\npiece pr {\n  look \"p\"\n  when beam comes -> turns 1 and turns -1\n}\n", {"insert `> 0`"}},
      {put_in(kBase, "when beam comes -> reflects across line", "when beam comes -> bounce"), {"write `turns 1`"}},
      {put_in(kBase, "pick c in empty\n", "pick c in empty\n  unless on { remove c }\n"), {"write `if`"}},
      {"game\n", {"insert `library`"}},
      {"game \"L\"\nuse laser_lawn\n", {"write `geometry`"}},
      {put_in(kBase, "use hex", "use hexes"), {"write `geometry`"}, "write `hex`"},
  };
}

}  // namespace

TEST_CASE("desk: no code action writes what was not meant, alone or beside another mistake", "[desk]") {
  const std::string others[] = {"", "let zz = 3 $ 2\n", "let zz = (3\n", "foo bar\n", "piece {\n", "test \"z\" { assert on }\n"};
  const std::vector<Mistake> all = mistakes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Mistake& one = all[i];
    // Each alone, and beside one other.
    for (const std::string& other : {others[0], others[one.only_alone ? 0 : 1 + i % 5]}) {
      INFO(one.script << other);
      const std::vector<std::string> titles = offered(one.script + other, one.script.size() - 1);
      for (const std::string& title : one.never) CHECK(std::find(titles.begin(), titles.end(), title) == titles.end());
      if (one.meant == nullptr) continue;
      REQUIRE(!titles.empty());
      CHECK(titles.front() == one.meant);
    }
  }
}

TEST_CASE("desk: a wrong first word of a statement is mended also where others stand before it on the line", "[desk]") {
  for (const char* before : {"pick c in empty\n  ", "pick c in empty; "}) {
    INFO(before);
    const std::string script = put_in(kBase, "pick c in empty\n  put mirror", std::string(before) + "putt mirror");
    const std::vector<std::string> titles = offered(script, script.size());
    CHECK(std::any_of(titles.begin(), titles.end(), [](const std::string& title) { return title.find("`put`") != std::string::npos; }));
  }
}
