// The limits of what a script may declare: at each a script is in order, past it there is G0412, or the code that is
// named; and what takes more than a script is long is counted.
#include <functional>
#include <string>

#include "lang/check/check.hpp"
#include "lang/source/source.hpp"
#include "tests/catch.hpp"

namespace {

using namespace glint;
using namespace glint::lang;

const std::string kLattice = "lattice row { e = (1, 0); w = (-1, 0); drawn at (x, 0) }\n";
const std::string kBoard = kLattice + "board on row { cells x in 1..3, y in 1..1; label \"s{x}\" }\n";
const std::string kPlace = "move place \"{at}\" { pick at in empty; put stone on at }\n";
const std::string kStone = "piece stone { look \"o\" }\n";
const std::string kPlay = "play { repeat { turn of each player { choose place else { end : tie } } } }\n";
const std::string kSeats = "game \"G\"\nplayers sun, moon\n";

/// "G0412 message", of the first error; nothing for a script in order.
std::string first_error(const std::string& script, MemoryLoader loader = {}) {
  Sources sources;
  const Checked checked = check(sources, sources.add({"g.glint", script}), loader);
  for (const Diagnostic& each : checked.diagnostics)
    if (each.severity == Severity::error) return std::string(code_name(each.code)) + " " + each.message;
  return {};
}

using Numbered = std::function<std::string(int)>;
std::string many(int count, const Numbered& one, const std::string& between = "") {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? between : "") + one(i);
  return text;
}
/// A game with this among its declarations.
std::string with(const std::string& declarations) { return kSeats + kBoard + kStone + declarations + kPlace + kPlay; }

/// `script(n)` is in order, `script(n + 1)` is not.
void check_limit(int most, const Numbered& script, const std::string& error) {
  INFO(error);
  CHECK(first_error(script(most)) == "");
  CHECK(first_error(script(most + 1)) == error);
}

}  // namespace

TEST_CASE("limits: of what a script declares, at each and past it", "[check][budget]") {
  const auto number = [](int i) { return std::to_string(i); };
  const auto fields = [&](int count) { return many(count, [&](int i) { return "; f" + number(i) + ": 1..1 = 1"; }); };
  check_limit(64, [&](int n) {
    return with(many(n - 1, [&](int i) { return "piece p" + number(i) + " { look \"" + number(i) + "\" }\n"; }));
  }, "G0412 more than 64 kinds of piece are too many");
  check_limit(64, [&](int n) { return with("piece p { look \"p\"" + fields(n) + " }\n"); },
              "G0412 `p` has more than 64 fields");
  check_limit(64, [&](int n) {
    return "game \"G\"\nplayers " + many(n, [&](int i) { return "p" + number(i); }, ", ") + "\n" + kBoard + kStone + kPlace + kPlay;
  }, "G0412 more than 64 players are too many");
  check_limit(256, [&](int n) {
    return with(many(n, [&](int i) { return "option o" + number(i) + ": 1..2 = 1\n"; }));
  }, "G0412 more than 256 options are too many");
  check_limit(1000, [&](int n) { return with("option o: 1.." + number(n) + " = 1\n"); },
              "G0412 an option with more than 1000 values");
  check_limit(1000, [&](int n) {
    return with(many(n, [&](int i) { return "type t" + number(i) + " = {v" + number(i) + ", w" + number(i) + "}\n"; }));
  }, "G0412 there are too many types with lists of values");
  check_limit(1000, [&](int n) {
    return with("do f { " + many(n, [&](int i) { return "let k" + number(i) + " = 1\n"; }) + "}\n");
  }, "G0412 more than 1000 names in one body");
  check_limit(1000, [&](int n) {
    return with(many(n - 1, [&](int i) { return "move m" + number(i) + " \"m" + number(i) + "\" { }\n"; }));
  }, "G0412 more than 1000 moves are too many");
  check_limit(64, [&](int n) {
    return with("beam { " + many(n, [&](int i) { return "f" + number(i) + ": 1..1"; }, "; ") + " }\n");
  }, "G0412 beams have too many fields");
  check_limit(64, [&](int n) {
    return with("beam { ends {" + many(n, [&](int i) { return "f" + number(i); }, ", ") + "} }\n");
  }, "G0412 beams have too many ends");
  check_limit(1000, [&](int n) {
    return with(many(n, [&](int i) { return "type t" + number(i) + " = {e} of direction\n"; }));
  }, "G0412 there are too many types");
  // Pairs of directions, opposite ones half way round.
  check_limit(32, [&](int n) {
    const auto half = [&](const std::string& name, const std::string& sign) {
      return many(n, [&](int i) { return name + number(i) + " = (" + sign + number(i + 1) + ", " + sign + number(100 - i) + ")\n"; });
    };
    return kSeats + "lattice many {\n" + half("d", "") + half("o", "-") + "drawn at (x, y) }\n" +
           "board on many { cells x in 1..3, y in 1..1; label \"s{x}\" }\n" + kStone + kPlace + kPlay;
  }, "G0414 too many directions");
}

TEST_CASE("limits: all files that a script uses, together", "[check][budget]") {
  const std::string game = with("");
  const std::string uses = "use one, two\n";
  const auto of_size = [](const std::string& head, std::size_t bytes) {
    return head + std::string(bytes - head.size(), '\n');
  };
  const std::size_t half = kMaxScriptBytes / 2, rest = kMaxScriptBytes - half - game.size() - uses.size();
  const auto loaded = [&](std::size_t more) {
    MemoryLoader loader;
    loader.add("one", of_size("library one\n", half));
    loader.add("two", of_size("library two\n", rest + more));
    return first_error(with(uses), std::move(loader));
  };
  CHECK(loaded(0) == "");
  CHECK(loaded(1) == "G0103 a script and all that it uses have at most 524288 bytes together, and with this file there are more");
  CHECK(first_error(of_size(game, kMaxScriptBytes)) == "");
  CHECK(first_error(of_size(game, kMaxScriptBytes + 1)) == "G0103 a script has at most 524288 bytes, and this one has more");

  // Libraries, of which each name is looked up once in a file.
  const auto libraries = [&](int count) {
    MemoryLoader loader;
    std::string names = "use l0";
    for (int i = 0; i < count; ++i) {
      loader.add("l" + std::to_string(i), "library l" + std::to_string(i) + "\n");
      names += ", l" + std::to_string(i) + ", l0";
    }
    return first_error(with(names + "\n"), std::move(loader));
  };
  CHECK(libraries(256) == "");
  CHECK(libraries(257) == "G0412 more than 256 libraries are too many");
}

TEST_CASE("limits: lists of moves and lines of `after` are counted where they multiply", "[check][budget][patient]") {
  // 500 moves beside one, which is chosen again and again.
  const std::string besides = many(500, [](int i) {
    return "move m" + std::to_string(i) + " \"m" + std::to_string(i) + "\" beside place { }\n";
  });
  const auto choices = [&](int count) {
    return first_error(kSeats + kBoard + kStone + besides + kPlace + "play { turn of sun { " +
                       many(count, [](int) { return "choose place\n"; }) + "}; end : tie }\n");
  };
  CHECK(choices(100) == "");
  CHECK(choices(3000) == "G0412 the choices list too many moves in total");

  const auto afters = [&](int count) {
    return first_error(kSeats + kBoard + kStone + besides + kPlace + kPlay +
                       many(count, [](int) { return "after move { require on }\n"; }));
  };
  CHECK(afters(5) == "");
  CHECK(afters(200) == "G0412 `after` adds too many lines to moves");
}

TEST_CASE("limits: declarations that need each other in a chain", "[check][budget]") {
  const auto types = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "type t_" + std::to_string(i) + " = t_" + std::to_string(i + 1) + "\n";
    return with(text + "type t_" + std::to_string(count) + " = 0..3\nvar k: t_0 = 0\n");
  };
  // A declaration counts as eight expressions; kMostDepth is 800.
  CHECK(first_error(types(100 - 2)) == "");
  CHECK(first_error(types(100 - 1)) == "G0412 this is nested too deep, with what it calls");
  CHECK(first_error(types(101)) == "G0412 a chain of declarations is too long");
  // Lets are checked from the last one on, so none waits for another.
  std::string lets;
  for (int i = 0; i < 2000; ++i) lets += "let v_" + std::to_string(i) + " = v_" + std::to_string(i + 1) + "\n";
  CHECK(first_error(with(lets + "let v_2000 = 1\n")) == "");
}

TEST_CASE("limits: brackets, chains of operators, steps of a lattice", "[check][budget]") {
  const auto times = [](int n, const std::string& text) { return many(n, [&](int) { return text; }); };
  // What is in the brackets counts, too.
  check_limit(kMaxNesting - 1, [&](int n) { return with("let v = " + times(n, "(") + "1" + times(n, ")") + "\n"); },
              "G0103 this is nested more than 200 deep");
  check_limit(kMaxTreeDepth - 1, [&](int n) { return with("let v = 1" + times(n, " + 1") + "\n"); },
              "G0103 this is nested or chained more than 500 deep");
  check_limit(1000, [](int n) {
    const std::string far = std::to_string(n);
    return kSeats + "lattice far { e = (" + far + ", 0); w = (-" + far + ", 0); drawn at (x, 0) }\n" +
           "board on far { cells x in 1..3, y in 1..1; label \"s{x}\" }\n" + kStone + kPlace + kPlay;
  }, "G0105 a step goes at most 1000 units");
}

TEST_CASE("limits: a direction leads to another cell", "[check]") {
  CHECK(first_error(kSeats + "lattice still { e = (0, 0); w = (0, 0); drawn at (x, 0) }\n" +
                    "board on still { cells x in 1..3, y in 1..1; label \"s{x}\" }\n" + kStone + kPlace + kPlay) ==
        "G0414 `e` is not a step to another cell");
}

TEST_CASE("limits: variants of variants", "[check][budget]") {
  const auto chain = [](int count) {
    MemoryLoader loader;
    loader.add("v0", with(""));
    const auto variant = [](int i) { return "variant \"V\" of v" + std::to_string(i - 1) + "\n"; };
    for (int i = 1; i < count; ++i) loader.add("v" + std::to_string(i), variant(i));
    return first_error(variant(count), std::move(loader));
  };
  CHECK(chain(32) == "");
  CHECK(chain(33) == "G0412 more than 32 variants of one another are too many");
}
