// Positions as text: what is printed reads back to the same position, and what is not a position is one clear error.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/smith/smith.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

/// Sets of everything, variables by every kind of index, several choices, loops in which play waits, axes whose signs
/// are the characters that the text itself uses, and pieces whose looks are alike or not even one word.
const char* const kScribbles = R"(
game "Scribbles"
use square
players sun, moon, star
type hue = {red, green, blue}
type hour = {twelve "12:00" "12", three "3 o'clock", six}
board square(4, 3) stacks of 3

piece stone of player { tone: hue; look "{owner:1}{tone:1}" }
piece glass { line: axis; look "{line}" }
piece twin_a { size: 1..3; look "t" }
piece twin_b of player { shine: set of hue; look "t" }
piece odd_look { at_hour: hour; look "o = {at_hour}" }
piece dot { on_off: flag; look "." }
piece slash { look "/" }

var mood: set of hue = {red}
var crowd: set of player = {sun, star}
var winds: set of direction = {}
var spots[hue]: set of cell = a1
var hours[player]: hour = six
var low: -5..-1 = -3
var count_of[cell]: 0..3 = 1
var by_number[2..4]: flag = off
var last_way[direction]: direction = e
var home: cell = b2
var slant: axis = rising
var gone: flag = off

let free_for_stones = {c in cells where count_of[c] > 0 and count(stacked stone & c) < 2}
move drop "drop {at} {tone}" { pick at in free_for_stones - (twin_a | twin_b | odd_look | dot | slash)
  pick tone in hue; put stone(tone = tone) on at; count_of[at] -= 1; spots[tone] |= at; mood ^= {tone} }
move glaze "glaze {at} {line}" { pick at in empty; pick line in axis; put glass(line = line) on at; slant = line
  winds ^= {e, w, n} }
move clutter "clutter {at} {way}" {
  pick at in empty
  pick way in direction
  put twin_a(size = 2) on at
  put twin_b(shine = mood) on at
  put odd_look(at_hour = hours[me]) on at
  last_way[way] = way + 1
  by_number[3] = on
  crowd ^= {me}
  hours[me] = three
}
move shine "shine {at}" { pick at in empty; put dot(on_off = gone) on at; put slash on at
  gone = on; low = -5; home = at }
move clear "clear {at}" { pick at in cells - empty; remove at }

setup { put stone(owner = moon, tone = green) on a1 | c3 }
play {
  repeat {
    draw home in cells
    for h in hue { for k in 1..2 { turn of sun + k { choose drop or glaze or clear } } }
    turn of each player { choose clutter or shine or clear else { choose drop } }
    for spot in {a1, d3} { turn of star { choose shine or clear or glaze } }
  }
}
)";

/// The text reads back to the same position: the same text, hash, moves and what follows a move.
void check_round_trip(const Game& game, const Position& position) {
  const std::string text = position.text();
  INFO(text);
  const Position read = must(game.read(text));
  REQUIRE(read.text() == text);
  REQUIRE(read.hash() == position.hash());
  REQUIRE(read.over() == position.over());
  REQUIRE(read.to_move() == position.to_move());
  REQUIRE(read.outcome_text() == position.outcome_text());
  // A rule may be wrong here, such as a loop that could go on: then it is wrong in both.
  const auto moves = position.moves(), moves_read = read.moves();
  REQUIRE(moves_read.ok() == moves.ok());
  if (moves) REQUIRE(*moves_read == *moves);
  for (int cell = 0; cell < static_cast<int>(game.cells().size()); ++cell) {
    const std::vector<PieceInfo> one = read.pieces(cell), other = position.pieces(cell);
    REQUIRE(one.size() == other.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      REQUIRE(one[i].kind == other[i].kind);
      REQUIRE(one[i].owner == other[i].owner);
      REQUIRE(one[i].fields == other[i].fields);
    }
  }
}

std::size_t round_trips(const Game& game, int games, int plies, std::uint64_t seed) {
  Random random(seed);
  std::size_t positions = 0;
  for (int i = 0; i < games; ++i) {
    StartOptions options;
    options.seed = random.next();
    Position position = must(game.start(options));
    check_round_trip(game, position);
    for (int ply = 0; ply < plies && !position.over(); ++ply) {
      const auto count = position.count_moves();
      if (!count) break;
      if (position.play_listed(random.below(*count))) break;  // an error of the script
      check_round_trip(game, position);
      ++positions;
    }
  }
  return positions;
}

/// A text that is no position is refused with one message; one that happens to be a position can be played on.
void check_any_text(const Game& game, const std::string& text, Random& random) {
  INFO(text);
  auto read = game.read(text);
  if (!read) {
    REQUIRE(read.errors().size() == 1);
    REQUIRE(read.errors()[0].code == "G0701");
    REQUIRE_FALSE(read.errors()[0].message.empty());
    return;
  }
  // Any such position can be shown, and played as far as the script goes; an error then is one of the script's.
  const std::string again = read->text();
  const auto twice = game.read(again);
  REQUIRE(twice.ok());
  REQUIRE(twice->text() == again);
  CHECK(read->beams().ok());
  read->variables();
  read->outcome_text();
  read->score(0);
  const auto played = playout(*read, random, 12);
  if (!played) REQUIRE_FALSE(played.errors()[0].message.empty());
  read->text();
}

std::string bent(std::string text, Random& random) {
  static const std::vector<std::string> kWords = {"=",
                                                  " = ",
                                                  "\n",
                                                  ".",
                                                  "none",
                                                  "{",
                                                  "}",
                                                  "99999999999999999999",
                                                  "-1",
                                                  "-9223372036854775808",
                                                  "sun",
                                                  "red",
                                                  "a1",
                                                  "D4",
                                                  "play = 7 7 7 7 7 7 7",
                                                  "choice = 2",
                                                  "to move = ",
                                                  "\t",
                                                  "/",
                                                  "//",
                                                  "#",
                                                  "result = tie",
                                                  "newest = none",
                                                  "[",
                                                  "\xff",
                                                  "rb",
                                                  "0"};
  for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
    if (text.empty()) text = "x";
    const std::size_t at = random.below(text.size());
    switch (random.below(6)) {
      case 0:
        text.erase(at, 1 + random.below(6));
        break;
      case 1:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 2:
        text.insert(at, kWords[random.below(kWords.size())]);
        break;
      case 3: {  // a digit becomes another one, or many
        const std::size_t digit = text.find_first_of("0123456789", at);
        if (digit != std::string::npos) text.replace(digit, 1, std::to_string(random.next() >> random.below(64)));
        break;
      }
      case 4: {  // a line is repeated, or gone
        const std::size_t begin = text.rfind('\n', at), end = text.find('\n', at);
        if (begin == std::string::npos || end == std::string::npos || end <= begin) break;
        const std::string line = text.substr(begin, end - begin);
        if (random.below(2) == 0)
          text.erase(begin, end - begin);
        else
          text.insert(end, line);
        break;
      }
      default: {  // two words change places
        const std::size_t other = random.below(text.size());
        std::swap(text[at], text[other]);
      }
    }
  }
  return text;
}

void check_bent_texts(const Game& game, int count, std::uint64_t seed) {
  Random random(seed);
  Position position = must(game.start());
  for (int i = 0; i < count; ++i) {
    if (i % 20 == 0) {
      StartOptions options;
      options.seed = random.next();
      position = must(game.start(options));
      for (std::uint64_t plies = random.below(15); plies > 0 && !position.over(); --plies) {
        const auto moves = position.count_moves();
        if (!moves) break;
        REQUIRE_FALSE(position.play_listed(random.below(*moves)));
      }
    }
    check_any_text(game, bent(position.text(), random), random);
  }
}

std::string refusal(const Game& game, const std::string& text) {
  const auto read = game.read(text);
  INFO(text);
  REQUIRE_FALSE(read.ok());
  REQUIRE(read.errors().size() == 1);
  CHECK(read.errors()[0].code == "G0701");
  return read.errors()[0].message;
}

}  // namespace

TEST_CASE("position text: positions of both games read back", "[position_text]") {
  CHECK(round_trips(must(Game::bundled("laser_lawn", {{"side", "3"}})), 30, 40, 1) > 500);
  CHECK(round_trips(must(Game::bundled("laser_lawn", {{"side", "6"}})), 1, 20, 2) > 10);
  CHECK(round_trips(must(Game::bundled("boundary")), 25, 60, 3) > 1000);
  CHECK(round_trips(must(Game::bundled("boundary", {{"repetition", "tie"}})), 5, 40, 4) > 100);
}

TEST_CASE("position text: positions of a game with everything in it read back", "[position_text]") {
  CHECK(round_trips(script(kScribbles), 40, 40, 5) > 1000);
}

TEST_CASE("position text: positions of games made up at random read back", "[position_text][patient]") {
  std::size_t positions = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    smith::Tape tape(seed);
    const std::string text = smith::script(tape).game;
    INFO(text);
    const Game game = script(text);
    if (game.start()) positions += round_trips(game, 1, 12, seed);
  }
  CHECK(positions > 1000);
}

TEST_CASE("position text: a finished game reads back as finished", "[position_text]") {
  const Game game = must(Game::bundled("boundary"));
  Position position = must(game.start());
  test::play(position, "resign");
  check_round_trip(game, position);
  const Position read = must(game.read(position.text()));
  CHECK(read.over());
  CHECK(read.outcome_text() == "green wins");
}

TEST_CASE("position text: what is left out is as at the start, and blanks are free", "[position_text]") {
  const Game game = must(Game::bundled("laser_lawn", {{"side", "3"}}));
  StartOptions options;
  options.draws = {{"mover", "moon"}};
  const Position start = must(game.start(options));
  const std::string empty = ". . .\n. . . .\n. . . . .\n. . . .\n. . .\n";
  CHECK(must(game.read(empty, options)).text() == start.text());
  CHECK(must(game.read("\n\n   . . .\n.\t.  . .  \r\n. . . . .\n. . . .\n. . .", options)).text() == start.text());
  const Position set = must(game.read("life[sun] = 1\nnamed = blue\n", options));
  CHECK(must(set.count_moves()) == must(start.count_moves()));
  CHECK(set.variables()[0].second == "1");
  const Game scribbles = script(kScribbles);
  const std::string both = must(scribbles.read("mood = {red, blue}\n")).text();
  CHECK(both.find("mood = {red, blue}") != std::string::npos);
  for (const char* const mood : {"{red,blue}", "{blue,red}", "{ red ,  blue }", "{blue , red}"})
    CHECK(must(scribbles.read("mood = " + std::string(mood) + "\n")).text() == both);
  const Position some = must(game.read(". . .\n. re . .\n. . . . .\n. . . .\n. . gsw\n", options));
  CHECK(some.pieces(game.find_cell("B2").value())[0].glyph == "re");
  CHECK(some.pieces(game.find_cell("E3").value())[0].glyph == "gsw");
}

TEST_CASE("position text: options that are not at their defaults are in it, and must be the same", "[position_text]") {
  const auto lawn = [](const Settings& options) { return must(Game::bundled("laser_lawn", options)); };
  const Game small = lawn({{"side", "3"}, {"lives", "2"}}), other = lawn({{"side", "3"}});
  const std::string text = must(small.start()).text();
  CHECK(text.find("\noption side = 3\n") != std::string::npos);
  CHECK(text.find("option lives = 2\n") != std::string::npos);
  CHECK(must(lawn({}).start()).text().find("option ") == std::string::npos);
  CHECK(must(small.read(text)).text() == text);
  CHECK(refusal(other, text) ==
        "this was written with `lives=2`, but the game is set to `lives=3`: use `--set lives=2`");
  CHECK(refusal(other, "option livs = 2\n") == "this game has no option `livs`; did you mean `lives`?");
}

TEST_CASE("position text: each mistake is told", "[position_text]") {
  const Game game = must(Game::bundled("laser_lawn", {{"side", "3"}}));
  const std::string empty = ". . .\n. . . .\n. . . . .\n. . . .\n. . .\n";
  CHECK(refusal(game, "") == "the drawn board has 0 rows, but this board has 5");
  CHECK(refusal(game, ". . .\n. . . .\n") == "the drawn board has 2 rows, but this board has 5");
  CHECK(refusal(game, ". . . .\n. . . .\n. . . . .\n. . . .\n. . .\n") ==
        "row 1 of the drawn board has 4 cells, but here it must have 3: `. . . .`");
  CHECK(refusal(game, ". . .\n. x . .\n. . . . .\n. . . .\n. . .\n")
            .starts_with("`x` is not the look of a piece: write one of `re`, `ge`, `be`, "));
  CHECK(refusal(
            script(
                "game \"Alike\"\nuse square\nplayers sun, moon\nboard grid(2, 1)\npiece king of player { look \"k\" }\n"
                "piece knight { look \"k\" }\nmove pass \"pass\" { }\n"
                "play { repeat { turn of each player { choose pass } } }\n"),
            "k .\n") == "`k` is the look of several pieces: write `king/sun/` or `king/moon/` or `knight/`");
  const Game stacks = script(
      "game \"Stacks\"\nuse square\nplayers sun, moon\nboard grid(2, 1) stacks of 3\n"
      "piece pawn of player { size: 1..2; look \"{owner:1}{size}\" }\npiece sign { look \"s1\" }\n"
      "move pass \"pass\" { }\nplay { repeat { turn of each player { choose pass } } }\n");
  CHECK(refusal(stacks, "m1s1 .\n") == "`s1` in `m1s1` is the look of several pieces: write `pawn/sun/1/` or `sign/`");
  CHECK(refusal(stacks, "m1x .\n") ==
        "`m1x` is not the look of a piece: write one of `s2`, `m1`, `m2`, or `.` for an empty cell");
  CHECK(refusal(game, ". . .\n. rere . .\n. . . . .\n. . . .\n. . .\n") ==
        "`rere` is no piece, and only one fits on a cell");
  CHECK(refusal(game, empty + "to move = mars\n") == "`mars` is not a player");
  CHECK(refusal(game, empty + "life[sun] = 9\n") == "`9` is not a value of `life[sun]`");
  CHECK(refusal(game, empty + "life[sun] =\n") == "`life[sun] =` gives no value");
  CHECK(refusal(game, empty + "newest = Z9\n") == "`Z9` is not a value of `newest`");
  CHECK(refusal(game, empty + "moover = sun\n") == "this game has no `moover`; did you mean `mover`?");
  CHECK(refusal(game, empty + "result = sun loses\n") == "`sun loses` is not a result");
  CHECK(refusal(game, empty + "named = red\n. . .\n") ==
        "`. . .` is neither a row of the board, which comes first, nor `name = value`");
  const Game many = script(kScribbles);
  const std::string text = must(many.start()).text();
  CHECK_FALSE(refusal(many, text + "choice = 0\n").empty());
  CHECK_FALSE(refusal(many, text + "choice = 6\n").empty());
  CHECK_FALSE(refusal(many, text + "choice = two\n").empty());
  CHECK_FALSE(refusal(many, text + "play = 1 2\n").empty());
  CHECK_FALSE(refusal(many, text + "mood = {red, mauve}\n").empty());
  CHECK_FALSE(refusal(many, text + "mood = red\n").empty());
}

TEST_CASE("position text: a mistake has its line", "[position_text]") {
  const Game game = must(Game::bundled("laser_lawn", {{"side", "3"}}));
  const std::string empty = ". . .\n. . . .\n. . . . .\n. . . .\n. . .\n";
  const auto line_of = [&](const std::string& text) {
    refusal(game, text);
    return game.read(text).errors()[0].line;
  };
  CHECK(line_of(". . .\n\n. x . .\n. . . . .\n. . . .\n. . .\n") == 3);
  CHECK(line_of(empty + "named = red\n\nlife[sun] = 9\n") == 8);
  CHECK(line_of(empty + "named = red\nto move = mars\n") == 7);
  CHECK(game.read(empty + "to move = mars\n").errors()[0].rendered == "error[G0701]: line 6: `mars` is not a player\n");
}

TEST_CASE("position text: nothing is given twice, and nothing more than there is", "[position_text]") {
  const Game game = must(Game::bundled("laser_lawn", {{"side", "3"}}));
  const std::string text = must(game.start()).text();
  CHECK(refusal(game, "life[sun] = 1\nnamed = red\nlife[sun] = 1\n") == "`life[sun]` is given twice: first in line 1");
  CHECK(refusal(game, text + "to move = sun\n").find("`to move` is given twice") == 0);
  CHECK(refusal(game, "result = tie\nto move = sun\n") == "a game with a result is over and has no `to move`");
  const Game many = script(kScribbles);
  Position position = must(many.start());
  std::size_t line = std::string::npos;
  for (Random random(4); line == std::string::npos; line = position.text().find("\nplay ="))
    REQUIRE_FALSE(position.play_listed(random.below(must(position.count_moves()))));
  std::string more = position.text();
  more.insert(more.find('\n', line + 1), " 0");
  CHECK(refusal(many, more).find("`play` has ") == 0);
  CHECK(refusal(many, "choice = 01\n").find("`01` is not the number of a place in `play` where a player chooses: ") == 0);
  CHECK(refusal(many, "choice = 1x\n").find("`1x` is not the number of a place in `play` where a player chooses: ") == 0);
}

TEST_CASE("position text: a text that was cut off behind the board is refused, wherever", "[position_text]") {
  for (const char* name : {"laser_lawn", "boundary"}) {
    const Game game = must(Game::bundled(name));
    Position position = must(game.start());
    for (Random random(6); position.hash() % 5 != 0;)
      REQUIRE_FALSE(position.play_listed(random.below(must(position.count_moves()))));
    const std::string text = position.text();
    // The board alone is a position, too; the command line wants more of a file.
    for (std::size_t size = text.rfind('\n', text.find(" = ")) + 2; size + 1 < text.size(); ++size) {
      INFO(text.substr(0, size));
      CHECK_FALSE(game.read(text.substr(0, size)).ok());
    }
  }
}

TEST_CASE("position text: columns are left out where they would be mostly blanks", "[position_text]") {
  // Two cells beside each other and a third so far away: three tokens of one character.
  const auto drawn = [](int far) {
    const Game game = script("game \"Far\"\nuse square\nplayers sun, moon\nboard on square4 {\n  cells x in 0..900, y in 0..0 "
                             "where x < 2 or x == " + std::to_string(far) + "\n  label \"a{x}\"\n}\npiece stone of player "
                             "{ look \"o\" }\nmove put_one \"{at}\" { pick at in empty; put stone on at }\n"
                             "play { repeat { turn of each player { choose put_one } } }\n");
    const Position start = must(game.start());
    check_round_trip(game, start);
    const std::string text = start.text();
    const std::string board = text.substr(0, text.find('\n'));
    return board;
  };
  // As wide as 1,000 characters, and 20 for each that is not blank and the one behind it: that is not mostly blanks.
  constexpr int kWidest = (1000 + 20 * 3 * 2) / 2;
  CHECK(drawn(kWidest) == ". ." + std::string(2 * kWidest - 3, ' ') + ".");
  CHECK(drawn(kWidest + 1) == ". . .");
}

TEST_CASE("position text: looks that begin alike are told apart in no time", "[position_text]") {
  const Game game = script(R"(game "Alike"
use square
players sun, moon
board square(3, 3) stacks of 16
piece one { look "t" }
piece two { look "tt" }
piece three { look "ttt" }
move put_one "{at}" { pick at in cells; put one on at }
play { repeat { turn of each player { choose put_one } } }
)");
  CHECK(refusal(game, std::string(45, 't') + "x . .\n. . .\n. . .\n") != "");
  CHECK(must(game.read(std::string(47, 't') + " . .\n. . .\n. . .\n")).pieces(0).size() == 16);
}

TEST_CASE("position text: where play stands cannot be bent so that it leaves its loops", "[position_text]") {
  // Each word of the `play` line in turn becomes something that no run of the script puts there.
  const Game game = script(kScribbles);
  Random random(3);
  for (int plies = 0; plies < 14; ++plies) {
    Position position = must(game.start());
    for (int i = 0; i < plies; ++i) REQUIRE_FALSE(position.play_listed(random.below(must(position.count_moves()))));
    const std::string text = position.text();
    const std::size_t line = text.find("\nplay =");
    REQUIRE(line != std::string::npos);
    std::vector<std::string> words;
    std::string word;
    const std::size_t end = text.find('\n', line + 1);
    for (std::size_t at = line + 8; at <= end; ++at) {
      if (text[at] != ' ' && text[at] != '\n')
        word += text[at];
      else if (!word.empty())
        words.push_back(std::exchange(word, ""));
    }
    for (std::size_t i = 0; i < words.size(); ++i)
      for (const char* bad : {"-1", "3", "64", "99", "4096", "65535", "1000000", "-1000000", "4611686018427387904",
                              "-9223372036854775808", "9223372036854775807"}) {
        std::string bent_text = text.substr(0, line) + "\nplay =";
        for (std::size_t k = 0; k < words.size(); ++k) bent_text += " " + (k == i ? bad : words[k]);
        check_any_text(game, bent_text + text.substr(end), random);
      }
  }
}

TEST_CASE("position text: 10,000 bent texts are positions or one error each", "[position_text]") {
  check_bent_texts(must(Game::bundled("laser_lawn", {{"side", "3"}})), test::scaled(3500), 7);
  check_bent_texts(must(Game::bundled("boundary", {{"repetition", "tie"}})), test::scaled(2500), 8);
  check_bent_texts(script(kScribbles), test::scaled(4000), 9);
}
