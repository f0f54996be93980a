// Files of learned values: what is written is read, and what does not fit is refused.
#include <string>

#include "interpreter/learn/self_play.hpp"
#include "interpreter/learn/values_file.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using test::must;

const std::string kRace = R"(
game "Race"
use square
players sun, moon
option width: 3..5 = 3 "cells in a row"
board square(width, 4)
piece pawn of player { look "{owner:1}" }
let ahead(p: player): direction = if p == sun then n else s
move step "{from}-{to}" { pick from in pawn of me; pick to in from + {ahead(me), e} & empty; move from to to }
setup { put pawn(owner = sun) on rank(1); put pawn(owner = moon) on rank(4) }
play { repeat { turn of each player { choose step else { end : opponent wins } } } }
end for p in player when pawn of p meets (if p == sun then rank(4) else rank(1)) : p wins
)";

Game race(const Settings& settings = {}, const std::string& text = kRace, const std::string& name = "race.glint") {
  return must(Game::from_text(text, name, settings));
}

LearnedValues learnt(const Game& game) {
  Learning learning(game, 7);
  for (int i = 0; i < 50; ++i) REQUIRE_FALSE(learning.play());
  LearnedValues learned{learning.values(), learning.games(), 7, {}};
  learned.matches.push_back({"learned:2", "mcts:100", 40, 30, 3});
  return learned;
}

std::string refusal(const Game& game, const std::string& text) {
  const auto read = read_values(game, text);
  return read ? "" : read.errors()[0].message;
}

}  // namespace

TEST_CASE("learn: a file of values says what they are, and is read again", "[learn]") {
  const Game game = race();
  const LearnedValues learned = learnt(game);
  const std::string text = to_text(learned);
  CHECK(text.find("glint values 3\ngame race\nrules ") == 0);
  CHECK(text.find("\noption width = 3\nterms ") != std::string::npos);
  CHECK(text.find("\ngames 50 seed 7\nmatch learned:2 mcts:100 games 40 won 30 drawn 3\nweights ") != std::string::npos);
  const LearnedValues read = must(read_values(game, text));
  CHECK(read.values.weights == learned.values.weights);
  CHECK(to_text(read) == text);
}

TEST_CASE("learn: values pass if they win each match for sure", "[learn]") {
  LearnedValues learned;
  CHECK_FALSE(learned.passed());  // nothing was played
  learned.matches = {{"learned:2", "mcts:100", 40, 30, 0}};
  CHECK(learned.passed());
  learned.matches.push_back({"learned:2", "alphabeta:2", 40, 25, 0});
  CHECK_FALSE(learned.passed());
  learned.matches.back() = {"learned:2", "alphabeta:2", 40, 25, 6};
  CHECK(learned.passed());
  CHECK(learned.matches.back().interval().low > 0.53);
}

TEST_CASE("learn: values of another game, of other options or of other rules are refused", "[learn]") {
  const std::string text = to_text(learnt(race()));
  CHECK(refusal(race(), text) == "");
  CHECK(refusal(race({}, kRace, "chase.glint"), text) ==
        "these values do not fit: they are for `game race`, and this is `game chase`");
  CHECK(refusal(race({{"width", "4"}}), text) ==
        "these values do not fit: they are for `option width = 3`, and this is `option width = 4`");
  std::string rules = kRace;
  rules.replace(rules.find("opponent wins"), 13, "tie");
  CHECK(refusal(race({}, rules), text).find("these values do not fit: they are for `rules ") == 0);
  std::string commented = kRace + "// a comment changes no rule\n";
  CHECK(refusal(race({}, commented), text) == "");
  std::string other = text;
  other.replace(other.find("terms ") + 6, 1, "9");
  CHECK(refusal(race(), other) == "these values do not fit: this version of Glint finds other terms in the game");
  CHECK(refusal(race(), "glint values 1\n" + text.substr(15)).find("this is not a file of learned values: ") == 0);
  CHECK(refusal(race(), kRace).find("this is not a file of learned values: ") == 0);
}

TEST_CASE("learn: a broken file of values is refused, wherever it is broken", "[learn]") {
  const Game game = race();
  const std::string text = to_text(learnt(game));
  const std::size_t header = text.find(" bytes\n") + 7;
  for (std::size_t size = 0; size < text.size(); ++size) {
    if (size > header + 100 && !test::sampled(size)) continue;
    INFO(size);
    CHECK(refusal(game, text.substr(0, size)).find("this is not a file of learned values: ") == 0);
  }
  CHECK(refusal(game, text + "x") == "this is not a file of learned values: it was cut off, or something was changed");
  // Numbers that lie, about the size or in the weights.
  const auto with = [&](const std::string& what, const std::string& instead) {
    std::string broken = text;
    broken.replace(broken.find(what), what.size(), instead);
    return refusal(game, broken);
  };
  CHECK(with("games 40 won 30", "games 40 won 41").find("this is not a file") == 0);
  CHECK(with("won 30 drawn 3", "won 30 drawn 18446744073709551615").find("this is not a file") == 0);
  CHECK(with("games 50 seed", "games 99999999999999999999999 seed").find("this is not a file") == 0);
  CHECK(with("\nweights ", "\nweights 9").find("it was cut off") != std::string::npos);
  CHECK(with("\nweights ", "\nweights -").find("this is not a file") == 0);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > header ? at % 997 != 0 : !test::sampled(at)) continue;  // each that is read tries symmetries
    for (const char byte : {'\0', '\xFF', '\n', '9'}) {
      std::string broken = text;
      broken[at] = byte;
      (void)refusal(game, broken);  // weights may be any; nothing else happens, which the sanitizers see
    }
  }
  std::string fewer = text.substr(0, text.size() - 2);
  const std::size_t bytes = text.size() - header;
  fewer.replace(header - 7 - std::to_string(bytes).size(), std::to_string(bytes).size(), std::to_string(bytes - 2));
  CHECK(refusal(game, fewer) == "this is not a file of learned values: it was cut off, or something was changed");
}
