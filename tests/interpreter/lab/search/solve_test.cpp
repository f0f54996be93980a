// Solving puzzles: published numbers of solutions, a naive search through the texts of moves and positions, and what is
// refused. The puzzles are those of examples/puzzles, and small ones written here.
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/players/exact/packed_queue.hpp"
#include "interpreter/players/exact/seen_positions.hpp"
#include "tests/interpreter/lab/search/puzzles.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace glint;
using namespace glint::test;

Game puzzle(const std::string& name, const Settings& options = {}) {
  return test::script(cli::read_file(path_of(name)), options);
}

/// What a search finds that knows only texts: every position with the fewest plies to it.
struct Naive {
  std::map<std::string, std::size_t> plies;  // by the position's text, as `Position::text` has it
  std::set<std::string> wins;
  std::map<std::int64_t, std::set<std::string>> scored;

  explicit Naive(const Position& start) {
    std::deque<Position> waiting{start};
    plies[start.text()] = 0;
    while (!waiting.empty()) {
      const Position position = waiting.front();
      waiting.pop_front();
      const std::string text = position.text();
      if (position.outcome().kind == OutcomeKind::win) wins.insert(text);
      if (position.outcome().kind == OutcomeKind::score) scored[position.outcome().scores.at(0)].insert(text);
      for (const std::string& move : must(position.moves())) {
        Position child = position;
        test::play(child, move);
        if (plies.emplace(child.text(), plies[text] + 1).second) waiting.push_back(child);
      }
    }
  }
};

/// Each solution is an end that its moves lead to, and no two are one; those with the fewest moves come first.
std::set<std::string> check_lines(const Position& start, const Solved& solved) {
  std::set<std::string> ends;
  std::size_t longest = 0;
  for (const Solution& solution : solved.solutions) {
    Position position = start;
    for (const std::string& move : solution.moves) test::play(position, move);
    CHECK(position.over());
    CHECK(position.text() == solution.position.text());
    CHECK(ends.insert(position.text()).second);
    CHECK(solution.moves.size() >= longest);
    longest = solution.moves.size();
  }
  CHECK(ends.size() == solved.count);
  return ends;
}

/// Solves it, and holds everything that it says against the naive search.
Solved compared(const Position& start) {
  const Solved solved = must(solve(start));
  const Naive naive(start);
  CHECK(solved.complete);
  CHECK(solved.positions == naive.plies.size());
  const std::set<std::string> ends = check_lines(start, solved);
  if (!naive.wins.empty() || naive.scored.empty()) {
    CHECK(ends == naive.wins);
    CHECK_FALSE(solved.best);
  } else {
    CHECK(ends == naive.scored.rbegin()->second);
    CHECK(solved.best == naive.scored.rbegin()->first);
  }
  std::size_t plies = 0;
  for (const auto& [text, count] : naive.plies) plies = std::max(plies, count);
  CHECK(solved.plies == plies);
  for (const Solution& solution : solved.solutions)
    CHECK(solution.moves.size() == naive.plies.at(solution.position.text()));
  return solved;
}

Solved compared(const Game& game) { return compared(must(game.start())); }

TEST_CASE("solve: queens", "[solve]") {
  const std::map<int, std::uint64_t> published = {{1, 1}, {2, 0}, {3, 0}, {4, 2}, {5, 10}, {6, 4}, {7, 40}, {8, 92}};
  for (const auto& [size, solutions] : published) {
    INFO(size);
    const Game game = puzzle("queens", {{"size", std::to_string(size)}});
    const Solved solved = must(solve(must(game.start())));
    CHECK(solved.count == solutions);
    CHECK(solved.complete);
    check_lines(must(game.start()), solved);
    for (const Solution& each : solved.solutions) CHECK(each.moves.size() == static_cast<std::size_t>(size));
  }
  compared(puzzle("queens", {{"size", "6"}}));
}

TEST_CASE("solve: lights out has one solution on 3 x 3, 16 on 4 x 4", "[solve]") {
  const Game small = puzzle("lights");
  const Solved all = must(solve(must(small.start())));
  CHECK(all.count == 1);
  CHECK(all.solutions.at(0).moves == std::vector<std::string>{"a3", "c3", "b2", "a1", "c1"});
  CHECK(all.positions == 512);

  // From every start, of which a few are taken here.
  const std::string text = must(small.start()).text();
  const std::size_t begin = text.find("lit = ");
  REQUIRE(begin != std::string::npos);
  for (int start = 1; start < 512; start += 17) {
    std::string lit;
    for (int cell = 0; cell < 9; ++cell)
      if (start >> cell & 1) lit += " " + small.cells()[static_cast<std::size_t>(cell)].label;
    std::string other = text;
    other.replace(begin, text.find('\n', begin) - begin, "lit =" + lit);
    CHECK(must(solve(must(small.read(other)))).count == 1);
  }

  const Solved larger = must(solve(must(puzzle("lights", {{"size", "4"}}).start())));
  CHECK(larger.count == 16);
  CHECK(larger.positions == 65'536);
  CHECK(larger.solutions.at(0).moves.size() == 4);
  compared(puzzle("lights", {{"size", "2"}}));
}

TEST_CASE("solve: pegs on a triangle come to 3,016 positions", "[solve]") {
  const Solved solved = compared(puzzle("pegs"));
  CHECK(solved.positions == 3'016);
  for (const Solution& each : solved.solutions) CHECK(each.moves.size() == 13);
}

TEST_CASE("solve: pegs on a triangle can be played in 29,760 ways", "[.slow][solve]") {
  CHECK(must(perft(must(puzzle("pegs").start()), 13)).back() == 29'760);
}

TEST_CASE("solve: knights' tours", "[solve]") {
  CHECK(must(solve(must(puzzle("knight").start()))).count == 16);
  CHECK(must(solve(must(puzzle("knight", {{"height", "3"}}).start()))).count == 0);
  compared(puzzle("knight"));
}

TEST_CASE("solve: knights' tours of 5 x 5 from a corner", "[.slow][solve]") {
  const Game game = puzzle("knight", {{"width", "5"}, {"height", "5"}, {"first", "corner"}});
  CHECK(must(solve(must(game.start()), {.max_returned = 0})).count == 304);
}

TEST_CASE("solve: mirrors", "[solve]") {
  const Solved solved = compared(puzzle("mirrors"));
  CHECK(solved.count > 0);
}

TEST_CASE("solve: akari has the lamps that an enumeration of all subsets finds", "[solve]") {
  const Game game = puzzle("akari");
  const Position start = must(game.start());
  const auto cell_of = [&](const std::string& label) { return game.find_cell(label).value(); };
  constexpr int kAny = -1;
  std::map<int, int> walls;  // by cell: how many lamps beside it
  for (int cell = 0; cell < 25; ++cell)
    for (const PieceInfo& piece : start.pieces(cell))
      walls[cell] = piece.kind == "wall" ? kAny : std::stoi(piece.fields.at(0).second);
  REQUIRE(walls.size() == 5);
  std::vector<int> white;
  std::vector<std::uint32_t> sees(25, 0), beside(25, 0);
  const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (int cell = 0; cell < 25; ++cell) {
    if (walls.count(cell) == 0) white.push_back(cell);
    const CellInfo& from = game.cells()[static_cast<std::size_t>(cell)];
    for (const auto& step : steps) {
      for (int n = 1; n < 5; ++n) {
        const int x = from.x + n * step[0], y = from.y + n * step[1];
        if (x < 1 || x > 5 || y < 1 || y > 5) break;
        const int to = cell_of(std::string(1, static_cast<char>('a' + x - 1)) + std::to_string(y));
        if (n == 1) beside[static_cast<std::size_t>(cell)] |= 1u << to;
        if (walls.count(to) > 0) break;
        sees[static_cast<std::size_t>(cell)] |= 1u << to;
      }
    }
  }
  std::set<std::uint32_t> expected;
  for (std::uint32_t subset = 0; subset < 1u << white.size(); ++subset) {
    std::uint32_t lamps = 0, lit = 0, seen = 0;
    for (std::size_t i = 0; i < white.size(); ++i) {
      if (!(subset >> i & 1)) continue;
      lamps |= 1u << white[i];
      seen |= sees[static_cast<std::size_t>(white[i])];
    }
    lit = lamps | seen;
    bool good = (lamps & seen) == 0;
    for (const int cell : white) good = good && (lit >> cell & 1);
    for (const auto& [cell, number] : walls)
      good = good && (number == kAny || __builtin_popcount(beside[static_cast<std::size_t>(cell)] & lamps) == number);
    if (good) expected.insert(lamps);
  }
  const Solved solved = must(solve(start));
  std::set<std::uint32_t> found;
  for (const Solution& each : solved.solutions) {
    std::uint32_t lamps = 0;
    for (int cell = 0; cell < 25; ++cell)
      for (const PieceInfo& piece : each.position.pieces(cell)) lamps |= piece.kind == "lamp" ? 1u << cell : 0;
    found.insert(lamps);
  }
  CHECK(found == expected);
  CHECK(solved.count == 1);
}

TEST_CASE("solve: the tests of the sample puzzles pass", "[solve]") {
  for (const char* name : {"queens", "lights", "pegs", "knight", "mirrors", "akari"})
    for (const TestReport& report : run_tests(puzzle(name))) {
      INFO(name << "\n" << report.failure);
      CHECK(report.passed);
    }
}

TEST_CASE("solve: where nothing is won the best score counts", "[solve]") {
  const Solved solved = compared(test::script(kPurse));
  CHECK(solved.best == 15);
  CHECK(solved.count == 1);
  CHECK(must(test::script(kPurse).start()).score(0) == 0);
}

TEST_CASE("solve: a win is better than any score", "[solve]") {
  const Solved solved = compared(test::script(std::string(kPurse) + "end when gold == 7 : miser wins\n"));
  CHECK(solved.count == 1);
  CHECK_FALSE(solved.best);
}

TEST_CASE("solve: a team", "[solve]") {
  const Game game =
      test::script(row("play { repeat { turn of each player { choose place else { end : team loses } } } }\n"
                       "end when a1 | b1 within stone and c1 | d1 within empty : team wins\n",
                       "ann, ben as team"));
  const Solved solved = compared(game);
  CHECK(solved.count == 2);
  CHECK(solved.solutions.at(0).moves == std::vector<std::string>{"a1", "b1"});
}

TEST_CASE("solve: what the team chooses together is a ply for each", "[solve]") {
  compared(
      test::script("game \"Both\"\nuse square\nplayers ann, ben as team\nboard square(3, 1)\n"
                   "var total: 0..20 = 0\nmove say \"{part}\" { pick part in 0..3; total += part }\n"
                   "play { for round in 0..2 { together { choose say } } }\nend when total == 11 : team wins\n"));
}

TEST_CASE("solve: a position may be over, or out of reach of a win", "[solve]") {
  const Game game =
      test::script(row("play { repeat { turn of solver { choose place else { end : solver loses } } } }\n"
                       "end when a1 | b1 within stone : solver wins\n"));
  Position position = must(game.start());
  test::play(position, "a1");
  test::play(position, "b1");
  const Solved solved = compared(position);
  CHECK(solved.count == 1);
  CHECK(solved.solutions.at(0).moves.empty());
}

// ---- limits ----

TEST_CASE("solve: what is left unknown when it gives up", "[solve]") {
  const Position start = must(puzzle("lights").start());
  const Solved few = must(solve(start, {.limit = 100}));
  CHECK_FALSE(few.complete);
  CHECK(few.positions == 100);
  CHECK(few.count == 0);
  CHECK(few.plies == 2);  // 1 + 9 + 36 positions have two presses or fewer, and 84 have three
  CHECK(must(solve(start, {.limit = 511})).complete == false);
  CHECK(must(solve(start, {.limit = 512})).complete);
  CHECK_FALSE(must(solve(start, {.limit = 1})).complete);

  const Position queens = must(puzzle("queens").start());
  const Solved two = must(solve(queens, {.max_solutions = 2}));
  CHECK(two.count == 2);
  CHECK_FALSE(two.complete);
  const Solved told = must(solve(queens, {.max_returned = 5}));
  CHECK(told.count == 92);
  CHECK(told.solutions.size() == 5);
  // What does not fit is counted, too.
  const Solved some = must(solve(queens, {.returned_bytes = 5'000}));
  CHECK(some.count == 92);
  CHECK(some.solutions.size() > 1);
  CHECK(some.solutions.size() < 30);
  CHECK(some.solutions.back().moves == must(solve(queens)).solutions[some.solutions.size() - 1].moves);
}

TEST_CASE("solve: the search is over, and listing the solutions can still be stopped", "[solve][stop]") {
  std::uint64_t asked = 0, last = UINT64_MAX;
  Limits limits;
  limits.stop = [&asked, &last] { return ++asked > last; };
  const Game game = must(Game::from_text(cli::read_file(path_of("queens")), "queens.glint", {}, nullptr, limits));
  const Position start = must(game.start());
  const auto asked_for = [&](std::uint64_t returned) {
    asked = 0;
    REQUIRE(solve(start, {.max_returned = returned}).ok());
    return asked;
  };
  const std::uint64_t alone = asked_for(0), with_list = asked_for(UINT64_MAX);
  CHECK(with_list >= alone + 1);  // 92 solutions of eight moves
  asked = 0;
  last = alone;
  const auto stopped = solve(start, {});
  REQUIRE_FALSE(stopped.ok());
  CHECK(stopped.errors()[0].code == "G0614");
}

TEST_CASE("solve: it gives up where too much of what waits would be kept, and says so", "[solve]") {
  const Position start = must(puzzle("lights", {{"size", "4"}}).start());
  const Solved all = must(solve(start));
  CHECK(all.complete);
  const Solved few = must(solve(start, {.waiting_bytes = 70'000}));
  CHECK_FALSE(few.complete);
  CHECK(few.positions > 100);
  CHECK(few.positions < all.positions);
  CHECK(few.plies < all.plies);

  // A board of 250,000 squares: what is kept of a position is little, the State is not.
  const Position large = must(test::script("game \"Large\"\nuse square\nplayers solver\nboard square(500, 500)\n"
                                           "piece stone { look \"o\" }\n"
                                           "move place \"{at}\" { pick at in empty; put stone on at }\n"
                                           "play { repeat { turn of solver { choose place } } }\n")
                                  .start());
  const Solved solved = must(solve(large, {.limit = 100, .waiting_bytes = 5'000'000}));
  CHECK(solved.positions == 100);
  CHECK_FALSE(solved.complete);
}

TEST_CASE("solve: of very many moves that lead to few positions it tries only so many", "[solve]") {
  const Position start = must(test::script("game \"Wide\"\nuse square\nplayers solver\nboard square(60, 60)\n"
                                           "move say \"{one} {other}\" { pick one in cells; pick other in cells }\n"
                                           "play { repeat { turn of solver { choose say } } }\n")
                                  .start());
  const Solved solved = must(solve(start, {.limit = 20}));
  CHECK_FALSE(solved.complete);
  CHECK(solved.positions == 1);
}

TEST_CASE("solve: a position with too many moves is no wrong command line", "[solve][cli]") {
  const cli::Folder folder;
  folder.write("wide.glint",
               "game \"Wide\"\nuse square\nplayers solver\nboard square(80, 80)\n"
               "move say \"{a} {b} {c}\" { pick a in cells; pick b in cells; pick c in cells }\n"
               "play { repeat { turn of solver { choose say } } }\n");
  const cli::Answer answer = cli::glint({"solve", folder / "wide.glint"});
  CHECK(answer.status == 1);
  CHECK(answer.err.find("error[G0605]: 262144000000 moves can be chosen here") != std::string::npos);
}

// ---- what is refused ----

std::string refused(const Result<Solved>& solved) {
  REQUIRE_FALSE(solved.ok());
  REQUIRE(solved.errors().size() == 1);
  return solved.errors()[0].code + ": " + solved.errors()[0].message;
}

TEST_CASE("solve: games that are no puzzles", "[solve]") {
  CHECK(refused(solve(must(must(Game::bundled("boundary")).start()))) ==
        "G0613: `solve` is for one player or a team, and this game has 2 sides");
  const std::string play = "play { repeat { turn of solver { choose place else { end : tie } } } }\n";
  CHECK(refused(solve(must(test::script(row(play + "var hidden: 0..3 = 0 seen by {}\n")).start()))) ==
        "G0613: `solve` sees everything, and this game has secrets");
  CHECK(refused(solve(must(test::script(row(play + "end when seen > 3 : tie\n")).start()))) ==
        "G0613: `solve` searches each position once, but this game's rules use `seen`, which depends on earlier positions");
}

TEST_CASE("solve: chance may decide before the first choice, not behind it", "[solve]") {
  const std::string end = "end when count(stone) == 2 : solver wins\n";
  const std::string before = "play { draw paces in 0..2; repeat { turn of solver { choose place } } }\n";
  CHECK(must(solve(must(test::script(row(before + end)).start()))).count == 10);
  StartOptions waits;
  waits.wait_at_draws = true;
  CHECK(refused(solve(must(test::script(row(before + end)).start(waits)))) == "G0613: play waits for chance here");

  const auto behind = solve(must(
      test::script(row("play { repeat { turn of solver { choose place }; draw paces in 0..2 } }\n" + end)).start()));
  CHECK(refused(behind) == "G0613: `solve` cannot search a game in which chance decides after the first move; here it decides `paces`");
  CHECK(behind.errors()[0].line == 7 + 1);
  CHECK(behind.errors()[0].rendered.find("the moves that lead here: a1") != std::string::npos);
  // What has one outcome is no chance.
  const std::string certain = "play { repeat { turn of solver { choose place }; draw paces in 2..2 } }\n";
  CHECK(must(solve(must(test::script(row(certain + end)).start()))).count == 10);
}

TEST_CASE("solve: errors of a script have their place, and the moves that lead there", "[solve]") {
  const auto too_far = solve(
      must(test::script(
               row("move walk \"walk\" { paces += 1 }\nplay { repeat { turn of solver { choose walk or place } } }\n"))
               .start()));
  CHECK(refused(too_far).rfind("G0602", 0) == 0);
  CHECK(too_far.errors()[0].line == 8);
  CHECK(too_far.errors()[0].rendered.find("the moves that lead here: walk; walk; walk; walk") != std::string::npos);
  const auto stuck = solve(must(test::script(row("play { repeat { turn of solver { choose place } } }\n")).start()));
  CHECK(refused(stuck).rfind("G0603", 0) == 0);
  CHECK(stuck.errors()[0].rendered.find("the moves that lead here: ") != std::string::npos);
}

// ---- parts ----

TEST_CASE("solve: packed states come out as they went in", "[solve]") {
  Random random(3);
  std::vector<Word> origin(21);
  for (Word& word : origin) word = random.next();
  PackedQueue queue(origin, 1'000'000'000);
  std::deque<std::vector<Word>> expected;
  std::uint32_t next = 0, first = 0;
  for (int step = 0; step < 20'000; ++step) {
    if (random.below(5) < 3) {
      std::vector<Word> state = origin;
      for (std::uint64_t changes = random.below(6); changes > 0; --changes)
        state[random.below(state.size())] ^= random.next() >> random.below(64);
      if (step % 100 == 0)
        for (Word& word : state) word = random.next();
      REQUIRE(queue.push(next++, state));
      expected.push_back(state);
    } else if (!expected.empty()) {
      std::vector<Word> state;
      REQUIRE(queue.pop(state) == first++);
      REQUIRE(state == expected.front());
      expected.pop_front();
    }
    REQUIRE(queue.empty() == expected.empty());
  }
}

TEST_CASE("solve: of large states only so many bytes are kept, and only what differs counts", "[solve]") {
  std::vector<Word> state(100'000);  // 900 KB when every byte differs
  PackedQueue queue(state, 4'000'000);
  for (std::uint32_t i = 0; i < 200; ++i) {
    state[i] = i;
    REQUIRE(queue.push(i, state));
  }
  std::vector<Word> other;
  for (std::uint32_t i = 0; i < 200; ++i) REQUIRE(queue.pop(other) == i);
  CHECK(other == state);
  CHECK(queue.empty());

  // What is popped makes room again.
  for (Word& word : state) word = ~Word{0};
  for (int round = 0; round < 3; ++round) {
    std::uint32_t kept = 0;
    while (queue.push(kept, state)) ++kept;
    CHECK(kept == 4);
    for (std::uint32_t i = 0; i < kept; ++i) REQUIRE(queue.pop(other) == i);
    CHECK(other == state);
  }
}

TEST_CASE("solve: seen positions", "[solve]") {
  constexpr std::uint32_t kMost = 50'000;  // some hundred in each of its tables
  SeenPositions seen(kMost);
  for (std::uint32_t i = 0; i < kMost; ++i) {
    REQUIRE(seen.add({i, 0, 7}, i / 2, i) == SeenPositions::Added::now);
    REQUIRE(seen.add({i / 2, 0, 7}, 0, 0) == SeenPositions::Added::before);
  }
  CHECK(seen.size() == kMost);
  CHECK(seen.add({1, 1, 7}, 0, 0) == SeenPositions::Added::full);
  for (std::uint32_t i = 0; i < kMost; ++i) REQUIRE(seen.add({i, 0, 7}, 0, 0) == SeenPositions::Added::before);
  CHECK(seen.way_to(22) == std::vector<std::uint32_t>{1, 2, 5, 11, 22});
}

}  // namespace
