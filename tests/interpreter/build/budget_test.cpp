// One budget from text to answer (glint/limits.hpp): at each limit a script is answered, past it there is an error that
// names what took most; nothing grows faster than the script; the bundled games use less than a tenth of each.
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>

#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/code/assembler.hpp"
#include "interpreter/build/optimise/optimise.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/game/record/record.hpp"
#include "interpreter/machine/limits.hpp"
#include "interpreter/program/program.hpp"
#include "lang/check/body/expressions.hpp"
#include "lang/check/check.hpp"
#include "lang/check/context.hpp"
#include "lang/source/source.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

const std::string kHead = "game \"Budget\"\nuse square\nplayers sun, moon\npiece stone { look \"o\" }\n";
const std::string kPlay =
    "move place \"{at}\" { pick at in empty; put stone on at }\nplay { repeat { turn of each player { choose place } } }\n";

Limits with(std::int64_t Limits::*limit, std::int64_t value) {
  Limits limits;
  limits.*limit = value;
  return limits;
}

Result<Game> load(const std::string& text, const Limits& limits = {}) {
  return Game::from_text(text, "test.glint", {}, nullptr, limits);
}

/// The errors of a script up to its first choice and the number of its moves; none: it is answered.
std::vector<Error> answer(const std::string& text, const Limits& limits) {
  const Result<Game> game = load(text, limits);
  if (!game) return game.errors();
  const Result<Position> start = game->start();
  if (!start) return start.errors();
  const Result<std::uint64_t> moves = start->count_moves();
  return moves ? std::vector<Error>{} : moves.errors();
}

/// Looks for the smallest limit with which the script is answered, which must be below the default, and checks that
/// one less is an error with this code at this place. Answers that limit.
std::int64_t check_limit(std::int64_t Limits::*limit, const std::string& text, const std::string& code,
                         const std::string& place) {
  std::int64_t enough = Limits().*limit, too_few = -1;
  INFO(text.substr(0, 600));
  const std::vector<Error> errors = answer(text, {});
  INFO((errors.empty() ? "" : errors[0].rendered));
  REQUIRE(errors.empty());
  while (enough - too_few > 1) {
    const std::int64_t middle = too_few + (enough - too_few) / 2;
    (answer(text, with(limit, middle)).empty() ? enough : too_few) = middle;
  }
  CHECK(answer(text, with(limit, enough)).empty());
  const std::vector<Error> past = answer(text, with(limit, enough - 1));
  REQUIRE(past.size() == 1);
  INFO(past[0].rendered);
  CHECK(past[0].code == code);
  CHECK(past[0].rendered.find(place) != std::string::npos);
  return enough;
}

/// `count` declarations, each of which names the next one twice; the last one is `last`.
std::string doubled(const std::string& pattern, int count, const std::string& last) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    std::string one = pattern;
    for (std::size_t at; (at = one.find('#')) != std::string::npos;) one.replace(at, 1, std::to_string(i));
    for (std::size_t at; (at = one.find('~')) != std::string::npos;) one.replace(at, 1, std::to_string(i + 1));
    text += one + "\n";
  }
  return text + last + "\n";
}

/// A number as pages write it: 2,000,000.
std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::string page(const std::string& name) {
  std::ifstream in(test::source_folder() + name);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("budget: at each limit a script is answered, past it is an error at what took most", "[budget]") {
  const std::string board = "board grid(6, 7)\n";
  CHECK(check_limit(&Limits::cells, kHead + board + kPlay, "G0503", "cells x in") == 42);
  CHECK(check_limit(&Limits::labels, kHead + board + kPlay, "G0503", "label") == 84);

  // Statements that are written out: the last effect is written eight times, the one before it four times.
  const std::string effects = doubled("do e_#(c: cell) { e_~(c); e_~(c) }", 3,
                                      "do e_3(c: cell) { require c in empty; if c == a1 { k = 1 } }\nvar k: 0..9 = 0");
  const std::string uses = "move also \"also {at}\" { pick at in empty; e_0(at); put stone on at }\n";
  const std::string chooses = "play { repeat { turn of each player { choose also } } }\n";
  check_limit(&Limits::written, kHead + board + effects + uses + chooses, "G0504", "most of them those of `e_3`");

  const std::string tables = "let small[c: cell]: 0..9 = if c in stone then 1 else 0\n"
                             "let large[c: cell]: set of cell = ray(c, around) - stone\n"
                             "end when small[a1] == 1 and large[a1] == {} : tie\n";
  check_limit(&Limits::words, kHead + "board grid(10, 10)\n" + tables + kPlay, "G0504", "let large");

  const std::string constants = "let few = count a in cells : a.x == a.y\n"
                                "let many = count a in cells : (count b in cells : distance(a, b) == 1) == 3\n"
                                "let some = count a in cells : a.x == 2\n"
                                "end when few + many + some == count(stone) : tie\n";
  check_limit(&Limits::build, kHead + board + constants + kPlay, "G0605", "let many");

  const std::string slow = "setup { for c in cells { for d in cells { if c == d { put stone on c } } } }\n"
                           "move none \"none\" { }\nplay { repeat { turn of each player { choose none } } }\n";
  check_limit(&Limits::steps, kHead + board + slow, "G0605", "it was stopped here");

  const std::string lamps = "beam { }\npiece lamp { emits around; look \"*\" }\nsetup { put lamp on cells }\n"
                            "move pass \"pass\" { require (max v in beams.visits : v.step else 0) > 0 }\n"
                            "play { repeat { turn of each player { choose pass } } }\n";
  check_limit(&Limits::beams, kHead + board + lamps, "G0605", "emits around");
}

TEST_CASE("budget: the frame is refused at what takes most of it, and with a higher limit it is not", "[budget]") {
  const auto code_at = [](const std::string& text, std::int64_t words) {
    const std::vector<Error> errors = answer(text, with(&Limits::words, words));
    return errors.empty() ? "" : errors[0].code + " " + errors[0].rendered.substr(errors[0].rendered.find("\n  -->") + 1);
  };
  // Parts of the State: a word for each value of a bag; the planes of a board with stacks.
  const std::string bag = kHead + "board grid(40, 40)\nvar c: cell = a1\nbag all[at: cell] = 1\n" + kPlay;
  CHECK(code_at(bag, 1'500).find("bag all[at: cell]") != std::string::npos);
  CHECK(code_at(bag, 10'000) == "");
  const std::string board = kHead + "board grid(40, 40) stacks of 4\nbag few[x: 0..9] = 1\n" + kPlay;
  CHECK(code_at(board, 800).find("board grid(40, 40)") != std::string::npos);
  // What is beyond the default, and what a host that wants it says.
  const std::string large = kHead + "board grid(110, 110)\nlet near[c: cell]: set of cell = ray(c, around) - stone\n"
                                    "end when near[a1] == {} : tie\n" + kPlay;
  CHECK(code_at(large, Limits().words).find("let near") != std::string::npos);
  CHECK(code_at(large, 16'000'000) == "");
}

TEST_CASE("budget: proofs about a script", "[budget]") {
  // What an effect reads is looked at once for each of its arguments, not once for each way to it.
  const std::string hidden = "board grid(3, 3)\nvar hand[p: player]: 0..9 = 0 seen by p\n" +
                             doubled("do e_#(p: player) { e_~(p); e_~(p) }", 12, "do e_12(p: player) { hand[p] = 0 }") +
                             "move place \"{at}\" { pick at in empty; put stone on at; e_0(me); require hand[me] == 0 }\n"
                             "play { repeat { turn of each player { choose place } } }\n";
  CHECK(check_limit(&Limits::check, kHead + hidden, "G0412", "move place") < 500);
  const std::string judged = "board grid(3, 3)\nvar hand[p: player]: 0..9 = 0 seen by p\n" +
                             doubled("let d_#(p: player) = d_~(p) + d_~(p)", 8, "let d_8(p: player) = hand[p]") +
                             "heuristic p = d_0(p)\n" + kPlay;
  check_limit(&Limits::check, kHead + judged, "G0412", "heuristic p");
  // Long texts in the holes of a notation cost less than the choice.
  const std::string name(300, 'a');
  const std::string names = "board grid(3, 3)\ntype t = {" + name + "b, " + name + "c}\n" +
                            "move say \"{one}, {other}\" { pick one in t; pick other in t }\n"
                            "play { repeat { turn of each player { choose say } } }\n";
  check_limit(&Limits::check, kHead + names, "G0412", "choose say");
}

TEST_CASE("budget: nothing grows faster than the script", "[budget]") {
  // Each of these is 2^40 of something if it is looked into once for each call.
  const std::string board = "board grid(3, 3)\n";
  const std::string calls = doubled("do e_#(c: cell) { e_~(c); e_~(c) }", 40, "do e_40(c: cell) { require c in empty }");
  const auto written = load(kHead + board + calls + "move m \"{at}\" { pick at in empty; e_0(at) }\n"
                                                    "play { repeat { turn of each player { choose m } } }\n");
  REQUIRE_FALSE(written.ok());
  CHECK(written.errors()[0].code == "G0504");

  const std::string effects = doubled("do e_#(c: cell) { e_~(c); e_~(c) }", 40, "do e_40(c: cell) { put stone on c }");
  const auto together = load(kHead + board + effects + "move m \"{at}\" { pick at in empty; e_0(at) }\n"
                                                       "play { repeat { together { choose m } } }\n");
  INFO(together.error_text());
  CHECK(together.ok());

  const std::string optics = doubled("optic o_#(d: direction) { otherwise -> o_~(d), o_~(d) }", 40,
                                     "optic o_40(d: direction) { otherwise -> straight, leaves d }");
  const auto split = load(kHead + board + "beam { }\n" + optics +
                          "piece star { facing: direction; emits facing; when beam comes -> o_0(facing); look \"*\" }\n" + kPlay);
  INFO(split.error_text());
  CHECK(split.ok());
}

TEST_CASE("budget: moves that are listed, and draws, take fuel for what they store", "[budget]") {
  const auto code = [](const std::string& text) {
    const std::vector<Error> errors = answer(text, {});
    return errors.empty() ? "" : errors[0].code;
  };
  CHECK(code(kHead + "board grid(20, 20)\nmove m \"{a} {b} {c}\" { pick a in cells; pick b in cells - a; "
                     "pick c in cells - a - b; require a.x + b.y * c.x != 7 and b.x * c.y + a.x != 5 }\n"
                     "play { repeat { turn of each player { choose m } } }\n") == "G0605");
  CHECK(code(kHead + "board grid(3, 3)\nvar d: cell = a1\n" + kPlay.substr(0, kPlay.find("play {")) +
             "play { for i in 0..10000000 { draw d in cells }; repeat { turn of each player { choose place } } }\n") ==
        "G0605");
  // A large board full of lamps: what each lights is a set of all cells.
  CHECK(code(kHead + "board grid(200, 200)\nbeam { }\npiece lamp { emits around; look \"*\" }\n"
                     "setup { put lamp on cells }\nmove pass \"pass\" { require beams.cells == cells }\n"
                     "play { repeat { turn of each player { choose pass } } }\n") == "G0605");
}

TEST_CASE("budget: a position remembers its game as far as `words` goes, and a move past it is refused", "[budget][chance]") {
  const std::string board = "board grid(4, 4)\nmove wait \"wait\" { }\nmove two \"two {at}\" { pick at in cells }\n";
  const std::string dice = "play { draw first in 1..6; repeat { turn of sun { choose wait }; draw few in 1..6; for i in 1..4 { "
                           "draw cup in 1..6 }; draw all in 5 of cells } }\n";
  const std::string hidden = "var hand: 0..9 = 0 seen by sun\nplay { draw hand in 0..9; repeat { turn of each player { choose two } } }\n";
  const std::string seen = "play { repeat { turn of sun { choose wait } } }\nend when seen > 100000 : tie\n";
  struct Case {
    std::string text, most, move;
    std::size_t each, first;  // words of one move, and before the first
  };
  for (const Case& each : {Case{dice, "most of them draws of `cup`", "wait", 16 * 5 + 16 + 32, 16},
                           Case{hidden, "most of them moves `two`", "two a1", 3, 16},
                           Case{seen, "most of them for `seen`", "wait", 1, 1}}) {
    INFO(each.text);
    constexpr std::int64_t kMost = 700;
    const Game game = must(load(kHead + board + each.text, with(&Limits::words, kMost)));
    Position position = must(game.start());
    std::optional<Error> error;
    std::size_t moves = 0;
    const auto now = [&] { return std::tuple(position.text(), position.hash(), position.draws(), position.last_move()); };
    auto before = now();
    while (moves <= kMost && !(error = position.play(each.move))) {
      before = now();
      ++moves;
    }
    CHECK(moves == (kMost - each.first) / each.each);
    REQUIRE(error);
    INFO(error->rendered);
    CHECK(error->code == "G0504");
    CHECK(error->message == "a position would remember more than 700 words of the game before it, " + each.most);
    CHECK(error->help.find("--limit words=N") != std::string::npos);
    CHECK(now() == before);
    CHECK(position.play_listed(0)->code == "G0504");
    CHECK(now() == before);
    CHECK(must(position.moves()).front().substr(0, 4) == each.move.substr(0, 4));
    // With a higher limit the same game goes on.
    Position further = must(must(load(kHead + board + each.text)).start());
    for (std::size_t i = 0; i <= moves; ++i) CHECK_FALSE(further.play(each.move));
    const Settings more = further.draws();
    CHECK(Settings(more.begin(), more.begin() + static_cast<std::ptrdiff_t>(position.draws().size())) == position.draws());
    // A position that waits at each draw remembers no more.
    Position waiting = must(game.start({.wait_at_draws = true}));
    std::size_t draws = 0;
    for (error.reset(); !error; ++draws)
      error = waiting.at_draw() ? waiting.draw(std::uint64_t{0}) : waiting.play(each.move);
    CHECK(error->code == "G0504");
    CHECK(draws > moves);
  }
}

TEST_CASE("budget: the tests of a script share theirs", "[budget]") {
  std::string text = kHead + "board grid(3, 3)\n" + kPlay;
  for (const std::string name : {"quick", "slow", "last"})
    text += "test \"" + name + "\" { expect (sum i in 0.." + (name == "slow" ? "9000" : "90") + " : i * 1) > 0 }\n";
  const auto passed = [&](std::int64_t limit) {
    std::string all;
    for (const TestReport& report : run_tests(must(load(text, with(&Limits::tests, limit)))))
      all += report.passed ? "+" : report.failure.find("most of them `slow`") != std::string::npos ? "s" : "-";
    return all;
  };
  CHECK(passed(Limits().tests) == "+++");
  std::int64_t enough = Limits().tests, too_few = 0;
  while (enough - too_few > 1) {
    const std::int64_t middle = too_few + (enough - too_few) / 2;
    (passed(middle) == "+++" ? enough : too_few) = middle;
  }
  CHECK(passed(enough - 1) == "++s");
  CHECK(enough > 9'000);
}

TEST_CASE("budget: all moves of a random game share theirs, and their texts need none", "[budget]") {
  const std::string slow = "for i in 0..999 { k = (k + i) mod 10 }\n";
  const std::string head = kHead + "board grid(3, 3)\nvar k: 0..9 = 0\n";
  const Limits few = with(&Limits::game, 100'000);
  // Each move alone is far below the limit.
  const Game game = must(load(head + "move tick \"{at}\" {\n pick at in cells\n" + slow + "}\n" +
                                  "play { repeat { turn of each player { choose tick } } }\n",
                              few));
  for (const int plies : {20, 2000}) {
    Position position = must(game.start());
    Random random(1);
    const Result<Playout> played = playout(position, random, plies);
    CHECK(played.ok() == (plies == 20));
    if (played) continue;
    CHECK(played.errors()[0].code == "G0605");
    CHECK(played.errors()[0].message.find("the moves of a game together take more than 100000 steps") == 0);
    CHECK(played.errors()[0].line == 9);
    CHECK_FALSE(position.play("a1"));  // a single decision has its own fuel again
  }
  CHECK(must(must(game.start()).moves()).size() == 9);
}

TEST_CASE("budget: every bundled game uses less than a tenth of each limit", "[budget]") {
  Limits tenth;
#define GLINT_A_TENTH(name, value, code, what) tenth.name /= 10;
  GLINT_LIMITS(GLINT_A_TENTH)
#undef GLINT_A_TENTH
  std::vector<std::string> names = Game::bundled_names();
  for (const std::string& variant : Game::bundled_variants()) names.push_back(variant);
  for (const std::string& name : names) {
    INFO(name);
    const Game game = must(Game::bundled(name, {}, tenth));
    for (const TestReport& report : run_tests(game)) {
      INFO(report.title << "\n" << report.failure);
      CHECK(report.passed);
    }
    Position position = must(game.start());
    Random random(7);
    const Result<Playout> played = playout(position, random, 40);
    INFO(played.error_text());
    CHECK(played.ok());
  }
}

TEST_CASE("budget: the page of limits lists every limit, with its default, and no other", "[budget]") {
  std::string table = "| name | default | what it counts | error |\n| --- | --- | --- | --- |\n";
#define GLINT_ROW(name, value, code, what) table += "| `" #name "` | " + grouped(Limits().name) + " | " what " | " #code " |\n";
  GLINT_LIMITS(GLINT_ROW)
#undef GLINT_ROW
  CHECK(page("/lang/reference/speed.md").find("\n\n" + table + "\n") != std::string::npos);
}

TEST_CASE("budget: the page of limits lists the fixed limits as the code has them", "[budget]") {
  const std::string text = page("/lang/reference/speed.md");
  const auto holds = [&](const std::string& what, std::initializer_list<std::int64_t> numbers) {
    const std::size_t row = text.find("\n| " + what);
    INFO(what);
    REQUIRE(row != std::string::npos);
    const std::string line = text.substr(row + 1, text.find('\n', row + 1) - row - 1);
    for (const std::int64_t number : numbers) {
      INFO(grouped(number));
      const std::size_t at = line.find(grouped(number));
      CHECK(at != std::string::npos);
    }
  };
  holds("bytes of a script", {lang::kMaxScriptBytes});
  holds("syntax errors", {static_cast<std::int64_t>(lang::kMaxSyntaxErrors)});
  holds("brackets and blocks", {lang::kMaxNesting, lang::kMaxTreeDepth});
  for (const auto most : {lang::checking::kMostPlayers, lang::checking::kMostKinds, lang::checking::kMostDirections,
                          lang::checking::kMostFields})
    holds("players; kinds of piece", {static_cast<std::int64_t>(most)});
  holds("options", {static_cast<std::int64_t>(lang::checking::kMostOptions), 1'000});
  for (const auto most : {lang::checking::kMostEnumerations, lang::checking::kMostLocals})
    holds("types that list their values", {static_cast<std::int64_t>(most)});
  holds("pieces on one another", {lang::checking::kHighestStack});
  holds("pieces of one value in a bag", {255});
  holds("numbers in a set", {lang::checking::kMostInSet});
  holds("moves that a script declares", {lang::checking::kMostDeclaredMoves});
  holds("declarations and expressions within each other", {lang::checking::kMostDepth});
  holds("different pieces", {kMaxKeys});
  holds("different payloads", {kMaxPayloads});
  holds("values of a set in a field", {kMostInSetField});
  holds("fuel for a draw", {kDrawCost});
  holds("words that a draw counts as", {kWordsOfDraw, kWordsOfDrawnSet});
  holds("fuel for `can`", {kCanCost});
  holds("fuel for listed moves", {kFreeListed, kListedCost});
  holds("`can` within `can`", {kMostCans});
  holds("choices passed in a row", {kMostPasses});
  holds("instructions", {kMaxCode});
  holds("moves of other lines", {kMostRepeated});
  holds("words of a State", {kMaxStateSlots});
  holds("words of a table that is kept", {kMaxTableSlots});
  holds("ray tables", {kMaxRayWords * 8 / 1'000'000});
  holds("reaction tables", {kMostReactionEntries, kMostReactionWays});
  holds("tables for beams that nothing splits", {1 << kMostBeamBits, kMostUnsplitEntries});
  holds("cached answers about hypothetical beams", {kMostAnswerWords});
  holds("lets, ends and invariants", {kMostKept});
  holds("fields compared as sets of cells", {kMostPlaneValues, kMostPlaneSlots});
  holds("cached light", {64 * kMostLitWords, kMostLitWords});
  holds("players with code of their own", {kMostSeats});
  holds("loops that are expanded", {kMostWritten});
  holds("lines that the optimiser visits", {kMostOptimising});
}
