// The parts of a study, each alone: it is given positions or moves and no more than that of the others.
#include <algorithm>
#include <numeric>

#include "interpreter/lab/study/study.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

/// Two players set stones, or take them, on a row of nine cells; five plies.
Game row() {
  return test::script(R"(game "Row"
use square
players a, b
board grid(9, 1)
piece stone { look "o" }
piece rock { look "#" }
var turns: 0..5 = 0
move lay "lay {at}" {
  pick at in empty
  put stone on at
  turns += 1
}
move drop "drop {at}" {
  pick at in empty
  put rock on at
  turns += 1
}
play { repeat { turn of each player { choose lay or drop } } }
end when turns == 5 and count(stone) > count(rock) : a wins
end when turns == 5 : b wins
heuristic p = if p == a then count(stone) else count(rock)
)");
}

StudyPlan plan_of(const std::string& player = "random") {
  StudyPlan plan;
  plan.players = {player, player};
  return plan;
}

Position after(const Game& game, const std::vector<std::string>& moves) {
  Position position = must(game.start());
  for (const std::string& move : moves) test::play(position, move);
  return position;
}

std::uint64_t list(Machine& machine, const Position& position) {
  machine.load(position.state());
  return static_cast<std::uint64_t>(machine.list());
}

std::uint64_t number_of(const Position& position, const std::string& text) {
  const std::vector<std::string> moves = must(position.moves());
  const auto at = std::find(moves.begin(), moves.end(), text);
  REQUIRE(at != moves.end());
  return static_cast<std::uint64_t>(at - moves.begin());
}

}  // namespace

TEST_CASE("game player: a game follows from its number, in the machine and in a position", "[lab][study]") {
  const Game game = row();
  for (const std::string& who : {std::string("random"), std::string("greedy")}) {
    const StudyPlan plan = plan_of(who);
    std::vector<std::vector<Word>> states;
    GamePlayer player(game, plan, nullptr), again(game, plan, nullptr);
    REQUIRE_FALSE(again.begin(1));
    for (GamePlayer* one : {&player, &again}) {
      REQUIRE_FALSE(one->begin(7));
      int plies = 0;
      for (; !one->machine().is_over(); ++plies) {
        const std::uint64_t count = must(one->list());
        CHECK(count == static_cast<std::uint64_t>(2 * (9 - plies)));
        const std::uint64_t move = must(one->choose(count));
        REQUIRE(move < count);
        REQUIRE_FALSE(one->step(move));
      }
      CHECK(plies == 5);
      one->machine().store(states.emplace_back());
    }
    CHECK(states[0] == states[1]);
    REQUIRE_FALSE(player.begin(7));
    const std::vector<std::uint64_t> only{3, 5};
    const std::uint64_t count = must(player.list());
    for (int i = 0; i < 8; ++i) CHECK(must(player.choose(count, &only)) % 4 != 0);
    for (int i = 0; i < 8; ++i) {
      const std::uint64_t move = must(player.choose(count, &only));
      CHECK((move == 3 || move == 5));
    }
  }
}

TEST_CASE("game player: rotating players sit one seat further on in each game", "[lab][study]") {
  StudyPlan plan;
  plan.players = {"random", "greedy", "mcts:3"};
  CHECK(plan.player_at(2, 1) == 2);
  plan.rotates = true;
  CHECK(plan.player_at(0, 0) == 0);
  CHECK(plan.player_at(2, 1) == 0);
  CHECK(plan.player_at(2, 5) == 1);
}

TEST_CASE("lead judge: changes of lead, time behind, and when it was decided", "[lab][study]") {
  const Game game = row();
  const StudyPlan plan = plan_of();
  LeadJudge judge(game.program(), plan);
  Machine machine(game.program());
  StudyTally tally(game.program());
  judge.begin(1);
  std::vector<std::string> moves;
  for (const char* move : {"", "drop a1", "lay b1", "lay c1", "lay d1"}) {
    if (*move) moves.push_back(move);
    machine.load(after(game, moves).state());
    judge.look(machine);
  }
  judge.count(0, tally);
  CHECK(tally.course.lead_changes == Histogram{{1, 1}});
  CHECK(tally.course.behind == Histogram{{2000, 1}});
  CHECK(tally.course.settled == Histogram{{6000, 1}});
  judge.begin(2);  // it forgets the game before
  StudyTally of_next(game.program());
  judge.count(0, of_next);
  CHECK(of_next.course.lead_changes == Histogram{{0, 1}});
  CHECK(of_next.course.behind.empty());
}

TEST_CASE("lead judge: random games lead as they end, and leave the game's machine as it was", "[lab][study]") {
  const Game game = row();
  StudyPlan plan = plan_of();
  plan.playouts = 5;
  LeadJudge judge(game.program(), plan);
  Machine machine(game.program());
  const Position won = after(game, {"lay a1", "lay b1", "lay c1"});  // whatever follows
  machine.load(won.state());
  judge.begin(1);
  judge.look(machine);
  StudyTally tally(game.program());
  judge.count(0, tally);
  CHECK(tally.course.behind == Histogram{{0, 1}});
  CHECK(tally.course.settled == Histogram{{0, 1}});  // from the first position on
  std::vector<Word> state;
  machine.store(state);
  CHECK(state == won.state());
}

TEST_CASE("restrictor: leaves out moves by name and by the pieces that come onto the board", "[lab][study]") {
  const Game game = row();
  Machine machine(game.program());
  const Position position = after(game, {"lay e1"});  // b is to move
  const std::uint64_t count = list(machine, position);
  const std::vector<std::string> moves = must(position.moves());
  REQUIRE(count == moves.size());
  const auto is_drop = [&](std::uint64_t move) { return moves[move].find("drop") == 0; };
  for (const auto kind : {Restriction::Kind::move, Restriction::Kind::piece}) {
    const std::vector<Restriction> without{{kind, 1, 1}};
    Restrictor restrictor(game.program(), without);
    CHECK(restrictor.restricts(1));
    CHECK_FALSE(restrictor.restricts(0));
    const std::vector<std::uint64_t> allowed = restrictor.allowed(machine, count);
    CHECK(allowed.size() == count / 2);
    CHECK(std::none_of(allowed.begin(), allowed.end(), is_drop));
  }
  const std::vector<Restriction> both{{Restriction::Kind::move, 0, -1}, {Restriction::Kind::piece, 1, -1}};
  Restrictor restrictor(game.program(), both);
  CHECK(restrictor.allowed(machine, count).empty());
}

TEST_CASE("board sampler: up to eight positions of a game, and each game weighs the same", "[lab][study]") {
  const Game game = row();
  const Program& program = game.program();
  Machine machine(program);
  machine.load(after(game, {"lay a1", "drop b1", "lay c1"}).state());
  BoardSampler sampler(program);
  for (const int plies : {1, 3, 8, 30}) {
    StudyTally tally(program);
    sampler.begin(7);
    for (int ply = 0; ply < plies; ++ply) sampler.look(machine);
    sampler.count(tally);
    CHECK(tally.positions.samples == static_cast<std::uint64_t>(std::min(plies, 8)));
    CHECK(tally.positions.weight == 840);
    CHECK(tally.positions.cells_filled[2] == 840);
    CHECK(tally.positions.cells_filled[3] == 0);
    CHECK(tally.positions.pieces[pieces_at(program, 0, -1)] == 2 * 840);
    CHECK(tally.positions.pieces_seen[pieces_at(program, 0, -1)] == 840);
    CHECK(tally.positions.filled == Histogram{{3000, 1}});
    CHECK(tally.positions.emitters.empty());
  }
}

TEST_CASE("board sampler: each position of a game is drawn as often as another", "[lab][study]") {
  const Game game = row();
  const Program& program = game.program();
  BoardSampler sampler(program);
  Machine empty(program), filled(program);
  empty.load(after(game, {}).state());
  filled.load(after(game, {"lay a1"}).state());
  constexpr int kPlies = 20, kGames = 3000;
  for (int marked = 0; marked < kPlies; marked += 3) {
    StudyTally tally(program);
    for (int number = 0; number < kGames; ++number) {
      sampler.begin(static_cast<std::uint64_t>(number));
      for (int ply = 0; ply < kPlies; ++ply) sampler.look(ply == marked ? filled : empty);
      sampler.count(tally);
    }
    const double share =
        static_cast<double>(tally.positions.cells_filled[0]) / static_cast<double>(tally.positions.weight);
    INFO("position " << marked);
    CHECK(share == Approx(1.0 / kPlies).epsilon(0.1));  // four times its spread
  }
}

TEST_CASE("board sampler: light is the union of what each emitter lights", "[lab][study]") {
  const Game game = must(Game::bundled("laser_lawn"));
  const Program& program = game.program();
  Machine machine(program);
  Position position = must(game.start());
  Random random(5);
  for (int ply = 0; ply < 9; ++ply) REQUIRE_FALSE(position.play_listed(random.below(must(position.count_moves()))));
  std::vector<bool> lit(game.cells().size());
  const auto follow = [&](const auto& self, const Beam& beam) -> void {
    for (const BeamStep& step : beam.path) lit[static_cast<std::size_t>(step.cell)] = true;
    for (const Beam& branch : beam.branches) self(self, branch);
  };
  for (const Beam& beam : must(position.beams())) follow(follow, beam);
  machine.load(position.state());
  StudyTally tally(program);
  BoardSampler sampler(program);
  sampler.begin(0);
  sampler.look(machine);
  sampler.count(tally);
  for (std::size_t cell = 0; cell < lit.size(); ++cell) CHECK(tally.positions.cells_lit[cell] == (lit[cell] ? 840 : 0));
  CHECK(tally.positions.lit == Histogram{{1000 * std::count(lit.begin(), lit.end(), true), 1}});
  CHECK(tally.positions.emitters.begin()->first > 0);
}

TEST_CASE("move counter: choices by ply, moves by name, and their picks", "[lab][study]") {
  const Game game = row();
  Machine machine(game.program());
  StudyTally tally(game.program());
  MoveCounter counter(game.program());
  counter.begin();
  std::vector<std::string> moves;
  for (const std::string& move : {std::string("lay a1"), std::string("drop c1"), std::string("lay b1")}) {
    const Position position = after(game, moves);
    const std::uint64_t count = list(machine, position);
    std::vector<Choice> picked;
    const int chosen = machine.listed_choices(number_of(position, move), picked);
    counter.add(machine, static_cast<std::size_t>(chosen), picked, count, count, tally);
    moves.push_back(move);
  }
  counter.count(tally);
  CHECK(counter.plies() == 3);
  CHECK(tally.plies == 3);
  CHECK(tally.course.reached_at == std::vector<std::uint64_t>{1, 1, 1});
  CHECK(tally.course.choices_at == std::vector<std::uint64_t>{18, 16, 14});
  CHECK(tally.course.branching == Histogram{{16000, 1}});
  CHECK(tally.choices.moves_played == std::vector<std::uint64_t>{2, 1});
  CHECK(tally.choices.moves_games == std::vector<std::uint64_t>{1, 1});
  CHECK(tally.choices.moves_possible == std::vector<std::uint64_t>{3, 3});
  CHECK(std::accumulate(tally.choices.cells_picked.begin(), tally.choices.cells_picked.end(), std::uint64_t{0}) == 3);
  CHECK(tally.choices.cells_picked[2] == 1);
}

TEST_CASE("coverer: a replay runs the lines of the moves it is given, and no others", "[lab][study][coverage]") {
  const Game game = row();
  StudyPlan plan = plan_of("greedy");
  const Position start = must(game.start());
  const auto runs_of = [&](const std::string& move, std::size_t times) {
    // The list is the same with a stone here or there but for the cells that are taken.
    std::string said;
    Position position = start;
    for (std::size_t i = 0; i < times; ++i) {
      const std::uint64_t number = number_of(position, move + " " + std::string(1, static_cast<char>('a' + i)) + "1");
      said += (i > 0 ? " " : "") + std::to_string(number);
      REQUIRE_FALSE(position.play_listed(number));
    }
    plan.max_plies = static_cast<int>(times);
    const auto coverer = Coverer::of(game, plan);
    REQUIRE(coverer);
    REQUIRE(coverer->play(0, said));
    StudyTally tally;
    coverer->add_lines(tally);
    CHECK(tally.covered == 1);
    return tally.rules;
  };
  const auto laid = runs_of("lay", 2), dropped = runs_of("drop", 2), none = runs_of("lay", 0);
  CHECK(laid != dropped);
  CHECK(laid.size() == dropped.size());
  CHECK(std::accumulate(none.begin(), none.end(), std::uint64_t{0}) <
        std::accumulate(laid.begin(), laid.end(), std::uint64_t{0}));
  CHECK_FALSE(Coverer::of(game, plan)->play(0, "99"));
}
