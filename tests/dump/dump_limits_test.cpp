// The limits that a game goes beyond, and is played more slowly for: the dump names each of them there, and only there.
#include <string>

#include "interpreter/program/program.hpp"
#include "tests/dump/dump.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::script;

std::string header(const std::string& board, const std::string& players = "sun, moon") {
  return "game \"Limits\"\nuse square\nplayers " + players + "\nboard " + board + "\n";
}
/// How the game is played: by one move, for each of the players.
std::string played(const std::string& move) {
  return "move m " + move + "\nplay { repeat { turn of each player { choose m } } }\n";
}
const std::string kPass = played("\"m\" { }");

/// The lines about limits.
std::string limits_of(const std::string& text) {
  const std::string all = dump(script(text).program());
  std::string lines;
  for (std::size_t at = 0; (at = all.find("\nlimit    ", at)) != std::string::npos; ++at)
    lines += all.substr(at + 10, all.find('\n', at + 1) - at - 9);
  return lines;
}
bool begins(const std::string& text, const std::string& part) { return text.rfind(part, 0) == 0; }

}  // namespace

TEST_CASE("dump limits: lets that are kept", "[dump]") {
  const auto limits = [](int lets) {
    std::string text = header("square(4, 4)") + "piece stone { look \"o\" }\nlet a_0 = count(stone)\n";
    for (int i = 1; i < lets; ++i) {
      const std::string before = "a_" + std::to_string(i - 1);
      text += "let a_" + std::to_string(i) + " = if " + before + " > 9 then " + before + " - 8 else " + before + " + 1\n";
    }
    return limits_of(text + played("\"{at}\" { pick at in empty; require a_" + std::to_string(lets - 1) +
                                   " < 10; put stone on at }"));
  };
  CHECK(limits(kMostKept) == "");
  CHECK(begins(limits(kMostKept + 1), "63 lets and rules are kept until something that they read changes"));
}

TEST_CASE("dump limits: rules that are kept", "[dump]") {
  const auto limits = [](int rules) {
    std::string text = header("square(4, 4)") + "piece stone { look \"o\" }\n";
    for (int i = 0; i < rules; ++i) text += "invariant count(stone) < " + std::to_string(100 + i) + "\n";
    return limits_of(text + played("\"{at}\" { pick at in empty; put stone on at }"));
  };
  CHECK(limits(kMostKept) == "");
  CHECK(begins(limits(kMostKept + 1), "63 lets and rules are kept"));
}

TEST_CASE("dump limits: players for each of whom code is written", "[dump]") {
  const auto limits = [](const std::string& players, const std::string& owner) {
    return limits_of(header("square(4, 4)", players) + "piece stone of player { look \"o\" }\n" +
                     played("\"{at}\" { pick at in empty; require count(stone of " + owner + ") < 3; put stone(owner = " + owner +
                            ") on at }"));
  };
  CHECK(limits("a, b, c, d", "me") == "");
  CHECK(begins(limits("a, b, c, d, e", "me"), "all players share the code for moves"));
  CHECK(limits("a, b, c, d, e", "a") == "");  // it need not ask
}

TEST_CASE("dump limits: loops that are written out", "[dump]") {
  const auto limits = [](int lets) {
    std::string text = header("square(4, 4)") + "piece stone of player { look \"o\" }\n";
    for (int i = 0; i < lets; ++i) {
      text += "let a_" + std::to_string(i) + "(spot: cell) = sum p in player : count(stone of p)";
      for (int part = 0; part < 8; ++part) text += " + count(stone of p) * spot.x";
      text += "\n";
    }
    return limits_of(text + kPass);
  };
  CHECK(limits(20) == "");
  CHECK(begins(limits(400), "more than 20000 parts of expressions were written out"));
}

TEST_CASE("dump limits: fields as sets of cells", "[dump]") {
  const auto limits = [](const std::string& most) {
    return limits_of(header("square(4, 4)") + "piece stone { age: 0.." + most + "; look \"o\" }\n" +
                     played("\"{at}\" { pick at in {c in stone where c.age == 3} | {c in stone where c.age < 2}; remove at }"));
  };
  CHECK(limits("15") == "");
  const std::string beyond = limits("16");
  CHECK(begins(beyond, "field `age` is not kept as sets of cells"));
  CHECK(beyond.find('\n') == beyond.size() - 1);  // once
}

TEST_CASE("dump limits: fields as sets of cells, all together", "[dump]") {
  // Of 16 values, on a board of four words: 64 words for each field.
  const auto limits = [](int fields) {
    std::string text = header("square(16, 16)"), discs;
    for (int i = 0; i < fields; ++i) {
      const std::string number = std::to_string(i), kind = "disc_" + number;
      text += "piece " + kind + " { f_" + number + ": 0..15; look \"" + static_cast<char>('A' + i) + "\" }\n";
      discs += (i > 0 ? " | " : "") + ("{c in " + kind) + " where c.f_" + number + " == 3}";
    }
    return limits_of(text + played("\"{at}\" { pick at in " + discs + "; remove at }"));
  };
  CHECK(limits(kMostPlaneSlots / 64) == "");
  CHECK(begins(limits(kMostPlaneSlots / 64 + 1), "field `f_16` is not kept as sets of cells"));
}

TEST_CASE("dump limits: what the optimiser looks at", "[dump]") {
  const auto limits = [](int moves) {
    std::string text = header("square(4, 4)") + "var k: 0..9 = 0\n", names, lines;
    for (int i = 0; i < 200; ++i) lines += "for one in 1..9 { k = (k + one) mod 10 }; ";
    for (int i = 0; i < moves; ++i) {
      const std::string name = "v_" + std::to_string(i);
      text += "move " + name + " \"" + name + "\" { " + lines + "}\n";
      names += (i > 0 ? " or " : "") + name;
    }
    return limits_of(text + "play { repeat { turn of each player { choose " + names + " } } }\n");
  };
  CHECK(limits(32) == "");
  CHECK(begins(limits(48), "more than 20000 parts of expressions were written out, or there is very much code"));
}

TEST_CASE("dump limits: tables of reactions, and of beams that nothing splits", "[dump]") {
  const auto limits = [](int colours) {
    std::string hues;
    for (int i = 0; i < colours; ++i) hues += (i ? ", h" : "h") + std::to_string(i);
    return limits_of(header("square(2, 2)") + "type hue = {" + hues +
                     "}\nbeam { colour: set of hue = {h0} }\npiece lamp { facing: direction; emits facing; look \"L\" }\n"
                     "piece mirror { line: axis; when beam comes { otherwise -> reflects across line }; look \"M\" }\n" +
                     kPass);
  };
  CHECK(limits(9) == "");
  CHECK(begins(limits(10), "beams are followed the general way"));
  CHECK(begins(limits(16), "reactions are run as code: a table would have more than 4000000 entries"));
}

TEST_CASE("dump limits: ways on of beams that split", "[dump]") {
  const auto limits = [](std::int64_t powers) {
    return limits_of(header("square(2, 2)") + "beam { power: clamped 1.." + std::to_string(powers) +
                     " = 1 }\npiece lamp { facing: direction; emits facing; look \"L\" }\noptic half() { otherwise -> straight, turns 1 }\n"
                     "piece prism { when beam comes { otherwise -> half(), turns 2 {beam.power += 1} }; look \"P\" }\n" +
                     kPass);
  };
  constexpr std::int64_t kWays = 3, kDirections = 8;
  constexpr std::int64_t most = static_cast<std::int64_t>(kMostReactionWays) / kWays / kDirections;
  CHECK(limits(most) == "");
  CHECK(begins(limits(most + 1), "reactions are run as code: a table would have more than 4000000 entries, or more than 250000 ways"));
}

TEST_CASE("dump limits: answers about hypothetical beams", "[dump]") {
  const auto limits = [](const std::string& side, const std::string& move) {
    return limits_of(header("square(" + side + ", " + side + ")") +
                     "beam { }\npiece lamp { facing: direction; emits facing; look \"L\" }\n"
                     "piece mirror { line: axis; when beam comes { otherwise -> reflects across line }; look \"M\" }\n" +
                     move);
  };
  const std::string asks = played(
      "\"{at} {way}\" { pick at in empty; pick way in direction; put lamp(facing = way) on at; "
      "require trace(at).cells meets empty }");
  CHECK(limits("8", asks) == "");
  CHECK(begins(limits("32", asks), "hypothetical beams are followed each time"));
  CHECK(limits("32", kPass) == "");
}
