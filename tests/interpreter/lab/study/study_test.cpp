// Studies: what is counted, against a twin that counts by hand; that any division of the games counts the same.
#include <functional>
#include <set>

#include "interpreter/lab/study/measures.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "interpreter/measure/bench.hpp"
#include "tests/support/checked_study.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

StudyPlan plan_of(const Game& game, const std::string& player = "random") {
  StudyPlan plan;
  plan.players.assign(game.players().size(), player);
  plan.max_plies = 300;
  return plan;
}

StudyTally played(const Game& game, const StudyPlan& plan, std::uint64_t begin, std::uint64_t end) {
  StudyPlayer player(game, plan);
  StudyTally tally(game.program());
  for (std::uint64_t number = begin; number < end; ++number) {
    const auto error = player.play(number, tally);
    INFO((error ? error->message : ""));
    REQUIRE_FALSE(error);
  }
  return tally;
}

const Measure* find(const std::vector<Measure>& measures, const std::string& id) {
  for (const Measure& measure : measures)
    if (measure.id == id) return &measure;
  return nullptr;
}

}  // namespace

TEST_CASE("study: counts what a twin counts through Position", "[lab][study]") {
  // Games without chance: then the moves of a game are all that its stream decides.
  for (const std::string& name : {std::string("othello"), std::string("breakthrough"), std::string("laser_chess")}) {
    INFO(name);
    const Game game = test::example(name);
    const StudyPlan plan = plan_of(game);
    constexpr std::uint64_t kGames = 6;
    const StudyTally tally = played(game, plan, 0, kGames);

    StudyTally twin(game.program());
    const std::vector<std::string> moves = [&] {
      std::vector<std::string> names;
      for (const auto& move : game.program().rules.moves) names.push_back(move.name);
      return names;
    }();
    for (std::uint64_t number = 0; number < kGames; ++number) {
      Random random(seed_of_game(plan.seed, number));
      Position position = must(game.start());
      if (!position.draws().empty()) return;  // chance: not for this twin
      int ply = 0;
      std::uint64_t choices = 0;
      std::set<std::string> used;
      const int first = position.to_move();
      Random drawing(mixed(~seed_of_game(plan.seed, number)));
      std::vector<Position> drawn;
      for (; !position.over() && ply < plan.max_plies; ++ply) {
        if (drawn.size() < 8)
          drawn.push_back(position);
        else if (const std::uint64_t place = drawing.below(static_cast<std::uint64_t>(ply) + 1); place < 8)
          drawn[place] = position;
        const std::uint64_t count = must(position.count_moves());
        choices += count;
        REQUIRE_FALSE(position.play_listed(random.below(count)));
        used.insert(position.last_move());
        for (std::size_t i = 0; i < moves.size(); ++i) twin.choices.moves_played[i] += moves[i] == position.last_move();
      }
      for (std::size_t i = 0; i < moves.size(); ++i) twin.choices.moves_games[i] += used.count(moves[i]);
      twin.positions.samples += drawn.size();
      for (const Position& one : drawn) {
        std::set<int> lit;
        std::function<void(const Beam&)> follow = [&](const Beam& beam) {
          for (const BeamStep& step : beam.path) lit.insert(step.cell);
          for (const Beam& branch : beam.branches) follow(branch);
        };
        if (game.has_beams())
          for (const Beam& beam : must(one.beams())) follow(beam);
        for (const int cell : lit) twin.positions.cells_lit[static_cast<std::size_t>(cell)] += 840 / drawn.size();
        for (std::size_t cell = 0; cell < game.cells().size(); ++cell)
          twin.positions.cells_filled[cell] += one.pieces(static_cast<int>(cell)).empty() ? 0 : 840 / drawn.size();
      }
      twin.plies += static_cast<std::uint64_t>(ply);
      ++twin.course.branching[on_grid(static_cast<double>(choices), ply, 1000)];
      if (!position.over()) {
        ++twin.endings.unfinished;
        continue;
      }
      ++twin.course.lengths[ply];
      const Outcome outcome = position.outcome();
      const int winner = outcome.kind == OutcomeKind::score ? outcome.highest() : outcome.winner;
      if (winner < 0) {
        ++twin.endings.ties;
        continue;
      }
      ++twin.endings.wins[static_cast<std::size_t>(winner)];
      ++twin.endings.begun;
      twin.endings.begun_won += winner == first;
    }
    CHECK(tally.games == kGames);
    CHECK(tally.plies == twin.plies);
    CHECK(tally.endings.wins == twin.endings.wins);
    CHECK(tally.endings.ties == twin.endings.ties);
    CHECK(tally.endings.unfinished == twin.endings.unfinished);
    CHECK(tally.endings.begun == twin.endings.begun);
    CHECK(tally.endings.begun_won == twin.endings.begun_won);
    CHECK(tally.course.lengths == twin.course.lengths);
    CHECK(tally.course.branching == twin.course.branching);
    CHECK(tally.choices.moves_played == twin.choices.moves_played);
    CHECK(tally.choices.moves_games == twin.choices.moves_games);
    CHECK(tally.positions.samples == twin.positions.samples);
    CHECK(tally.positions.cells_filled == twin.positions.cells_filled);
    CHECK(tally.positions.cells_lit == twin.positions.cells_lit);
  }
}

TEST_CASE("study: random games are those of bench, in every bundled game", "[lab][study]") {
  for (const std::string& name : Game::bundled_names()) {
    INFO(name);
    const Game game = must(Game::bundled(name));
    BenchPlayer bench(game, {}, 300);
    for (std::uint64_t number = 0; number < 12; ++number) REQUIRE_FALSE(bench.play(number));
    const StudyTally tally = played(game, plan_of(game), 0, 12);
    CHECK(tally.checksum == bench.tally().checksum);
    CHECK(tally.endings.unfinished == bench.tally().unfinished);
    CHECK(tally.plies == bench.tally().plies);
  }
}

TEST_CASE("study: any division of the games counts the same", "[lab][study][patient]") {
  for (const std::string& name : Game::bundled_names()) {
    INFO(name);
    const Game game = must(Game::bundled(name));
    for (const std::string& player : {std::string("random"), std::string("greedy")}) {
      const std::uint64_t games = player == "random" ? 40 : 3;
      StudyPlan plan = plan_of(game, player);
      plan.max_plies = 60;
      const StudyTally whole = played(game, plan, 0, games);
      StudyTally sum(game.program());
      StudyPlayer one(game, plan), other(game, plan);
      for (std::uint64_t number = games; number-- > 0;) {
        StudyTally alone(game.program());
        REQUIRE_FALSE((number % 3 == 0 ? one : other).play(number, alone));
        sum.add(alone);
      }
      CHECK(sum == whole);
    }
  }
}

TEST_CASE("study: what the last game counted is told whether or not its lines were looked at", "[lab][study]") {
  const Game game = must(Game::bundled("laser_lawn"));
  for (const std::string& player : {std::string("random"), std::string("greedy")}) {
    StudyPlan plan = plan_of(game, player), plain = plan;
    plan.covered = 1;
    plain.covered = 0;
    StudyPlayer one(game, plan), other(game, plain);
    for (const std::uint64_t number : {0, 1, 0}) {
      StudyTally tally(game.program());
      REQUIRE_FALSE(one.play(number, tally));
      REQUIRE_FALSE(other.play(number, tally));
      CHECK(one.counted().games == 1);
      CHECK(one.counted() == other.counted());
    }
  }
}

TEST_CASE("study: leads, and who began, in a game that can be counted by hand", "[lab][study]") {
  const Game game = test::script(R"(game "Steps"
use square
players a, b
board grid(1, 1)
var at: 0..9 = 0
move go "go" { at += 1 }
play { repeat { turn of each player { choose go } } }
end when at == 6 : b wins
heuristic p = (if (p == a) == (at < 2 or at == 3) then 1 else 0)
)");
  StudyPlan plan = plan_of(game);
  const StudyTally tally = played(game, plan, 0, 10);
  // Plies 0 to 5: a, a, b, a, b, b lead; b wins, and a began.
  CHECK(tally.course.lengths == Histogram{{6, 10}});
  CHECK(tally.endings.begun == 10);
  CHECK(tally.endings.begun_won == 0);
  CHECK(tally.course.lead_changes == Histogram{{3, 10}});
  CHECK(tally.course.behind == Histogram{{5000, 10}});
  CHECK(tally.course.settled == Histogram{{6667, 10}});
  const auto measures = measures_of(game, plan, tally);
  CHECK(find(measures, "first_player_advantage")->value == Approx(-0.5));
  CHECK(find(measures, "drama")->value == Approx(0.5));
  CHECK(find(measures, "decided_at")->value == Approx(2 / 3.0).epsilon(1e-4));
  CHECK(find(measures, "branching_factor")->value == 1);
  CHECK(find(measures, "wins.b")->interval.high == 1);
}

TEST_CASE("study: permanence, response and killer moves in a game that can be counted by hand", "[lab][study]") {
  // How far a is ahead: 0, 4, 3, 5, 1, 1, 3 and then the end. a gains 4 and loses 1 of it, gains 2 and loses all; b gains 1,
  // and loses it, gains 4, and loses nothing; the last gain of a has no reply that is judged.
  const Game game = test::script(R"(game "Swings"
use square
players a, b
board grid(1, 1)
var at: 0..9 = 0
var ahead: -9..9 = 0
move go "go" {
  at += 1
  ahead = if at == 1 then 4 else if at == 2 or at == 6 then 3 else if at == 3 then 5 else if at == 4 or at == 5 then 1 else 0
}
play { repeat { turn of each player { choose go } } }
end when at == 7 : a wins
heuristic p = if p == a then ahead else 0
)");
  StudyPlan plan = plan_of(game);
  const StudyTally tally = played(game, plan, 0, 3);
  // Of 4 + 1 + 2 + 4 that have a reply, 1 + 1 + 2 + 0 are taken back; two of the four whole.
  CHECK(tally.course.permanence == Histogram{{6364, 3}});
  CHECK(tally.course.response == Histogram{{5000, 3}});
  CHECK(tally.course.killer == Histogram{{8000, 3}});
  const auto measures = measures_of(game, plan, tally);
  CHECK(find(measures, "permanence")->value == Approx(7 / 11.0).epsilon(1e-4));
  CHECK(find(measures, "killer_moves")->value == Approx(0.8));
  // Where choices are made together nobody replies.
  const Game together = must(Game::bundled("beams_boosters_barriers"));
  CHECK(find(measures_of(together, plan_of(together), played(together, plan_of(together), 0, 1)), "response") == nullptr);
}

TEST_CASE("study: a judge plays positions out where the rules say nothing of who leads", "[lab][study]") {
  const Game game = test::example("breakthrough");
  StudyPlan plan = plan_of(game);
  CHECK(find(measures_of(game, plan, played(game, plan, 0, 2)), "drama") == nullptr);
  plan.playouts = 3;
  const StudyTally judged = played(game, plan, 0, 2);
  CHECK(find(measures_of(game, plan, judged), "drama") != nullptr);
  plan.playouts = 0;
  CHECK(played(game, plan, 0, 2).checksum == judged.checksum);  // looking on changes no game
}

TEST_CASE("study: who wins is said by the end, and of scores only where these decide", "[lab][study]") {
  Outcome outcome{OutcomeKind::tie, -1, {1, 0}};
  CHECK(outcome.victor() == -1);
  outcome.kind = OutcomeKind::unfinished;
  CHECK(outcome.victor() == -1);
  outcome.kind = OutcomeKind::score;
  CHECK(outcome.victor() == 0);
  outcome.scores = {1, 1};
  CHECK(outcome.victor() == -1);
  outcome = {OutcomeKind::win, 1, {1, 0}};
  CHECK(outcome.victor() == 1);

  // Nobody but b can win, though a always has the higher score: so for a judge b leads wherever anybody does.
  const Game game = test::script(R"(game "Uphill"
use square
players a, b
board grid(2, 2)
piece stone { look "o" }
var turns: 0..9 = 0
var gave: flag = off
move wait "wait" { turns += 1 }
move rest "rest" { turns += 1 }
move give_up "give up" {
  turns += 1
  gave = on
}
play { repeat { turn of each player { choose wait or rest or give_up } } }
end when turns == 3 and gave : b wins
end when turns == 3 : tie
score p = if p == a then 1 else 0
)");
  StudyPlan plan = plan_of(game);
  plan.playouts = 20;
  plan.covered = 0;
  const StudyTally tally = played(game, plan, 0, 20);
  CHECK(tally.endings.ties > 0);
  CHECK(tally.endings.wins[1] > 0);
  CHECK(tally.course.lead_changes == Histogram{{0, 20}});
  CHECK(tally.course.behind == Histogram{{0, tally.endings.wins[1]}});
}

TEST_CASE("study: what is left out is not played, but where there is nothing else", "[lab][study]") {
  const Game game = must(Game::bundled("beams_boosters_barriers"));
  const auto move = [&](const std::string& name) {
    for (std::size_t i = 0; i < game.program().rules.moves.size(); ++i)
      if (game.program().rules.moves[i].name == name) return i;
    return std::size_t{999};
  };
  StudyPlan plan = plan_of(game);
  plan.without = {{Restriction::Kind::move, static_cast<int>(move("place_barrier")), 0}};
  const StudyTally tally = played(game, plan, 0, 6);
  int walls = -1;
  for (std::size_t i = 0; i < game.program().rules.kinds.size(); ++i)
    if (game.program().rules.kinds[i].name == "wall") walls = static_cast<int>(i);
  REQUIRE(walls >= 0);
  if (tally.choices.forced == 0) CHECK(tally.positions.pieces_seen[pieces_at(game.program(), walls, 0)] == 0);
  CHECK(tally.positions.pieces_seen[pieces_at(game.program(), walls, 1)] > 0);

  // The same by the piece, for players that choose by themselves, too.
  for (const std::string& player : {std::string("random"), std::string("greedy")}) {
    StudyPlan piece = plan_of(game, player);
    piece.max_plies = 14;
    piece.without = {{Restriction::Kind::piece, walls, -1}};
    const StudyTally none = played(game, piece, 0, 2);
    CHECK(none.choices.forced == 0);
    CHECK(none.choices.moves_played[move("place_barrier")] == 0);
  }
}

TEST_CASE("study: what is left out is nothing to choose from", "[lab][study]") {
  const Game game = test::script(R"(game "Two ways"
use square
players a, b
board grid(2, 2)
piece stone { look "o" }
piece pole { look "f" }
move wait "wait" { }
move lay "lay {at}" { pick at in empty - pole; put stone on at; remove stone }
move plant "plant {at}" { pick at in cells; put pole on at; remove pole }
move raise "raise {at}" { pick at in cells; put pole on at }
play { turn of a { choose wait or lay or plant or raise }; turn of b { choose raise } }
)");
  for (const std::string& player : {std::string("random"), std::string("mcts:20")})
    for (const auto& [kind, number, choices] :
         {std::tuple(Restriction::Kind::move, 1, 9u), std::tuple(Restriction::Kind::piece, 1, 9u)}) {
      StudyPlan plan = plan_of(game, player);
      plan.without = {{kind, number, -1}};
      const StudyTally tally = played(game, plan, 0, 5);
      CHECK(tally.course.choices_at[0] == 5 * choices);
      // Who has nothing else chooses among all.
      CHECK(tally.course.choices_at[1] == 5 * 4);
      CHECK(tally.choices.forced == (kind == Restriction::Kind::piece ? 5 : 0));
    }
}

TEST_CASE("study: findings name moves and pieces that never come up", "[lab][study]") {
  const Game game = test::script(R"(game "Idle"
use square
players a, b
board grid(2, 2)
piece stone { look "o" }
var turns: 0..9 = 0
move wait "wait" { turns += 1 }
move place "place {at}" {
  pick at in empty
  require turns > 100
  put stone on at
}
move rare "rare" {
  require turns == 3
  turns += 1
}
play { repeat { turn of each player { choose wait or place or rare } } }
end when turns == 4 : a wins
)");
  StudyPlan plan = plan_of(game);
  plan.covered = 0;
  std::uint64_t number = 0;
  StudyTally tally = played(game, plan, 0, 1);
  while (tally.choices.moves_played[2] > 0 || tally.positions.samples == 0) {
    ++number;
    tally = played(game, plan, number, number + 1);
  }
  const std::vector<std::string> findings = findings_of(game, plan, tally, coverage_of(game, tally));
  REQUIRE(findings.size() == 3);
  CHECK(findings[0] == "the move `place` was never legal");
  CHECK(findings[1] == "the move `rare` was never chosen, though it was legal at 1 ply");
  CHECK(findings[2].find("the piece `stone` was on the board in none of ") == 0);
}

TEST_CASE("study: moves that a player chose for want of a position that fits are counted", "[lab][study]") {
  const Game game = test::script(glint::cli::kTold);
  StudyPlan plan = plan_of(game);
  plan.players = {"mcts:10", "random"};
  plan.covered = 0;
  StudyTally tally = played(game, plan, 0, 2);
  CHECK(tally.choices.chosen_by_players == std::vector<std::uint64_t>{6, 2});
  CHECK(tally.choices.guessed_by_players == std::vector<std::uint64_t>{4, 0});
  tally.add(played(game, plan, 2, 3));
  CHECK(tally == played(game, plan, 0, 3));
  const std::vector<std::string> findings = findings_of(game, plan, tally, {});
  REQUIRE_FALSE(findings.empty());
  CHECK(findings.back() == "`mcts:10`, sun, chose 6 of 9 moves at random: it found no position consistent with what it has seen");
  // Counted by player, wherever it sits: in the second game it has the other seat, which has seen nothing by then.
  plan.rotates = true;
  const StudyTally rotated = played(game, plan, 0, 2);
  CHECK(rotated.choices.chosen_by_players == std::vector<std::uint64_t>{4, 4});
  CHECK(findings_of(game, plan, rotated, {}).back().find("`mcts:10`, bot 1, chose ") == 0);
}

TEST_CASE("study: a file of a part reads back", "[lab][study]") {
  const Game game = must(Game::bundled("laser_lawn"));
  StudyPart part;
  StudyPlan plan = plan_of(game);
  plan.games = 11;
  plan.draws = {{"starter", "sun"}};
  plan.without = {{Restriction::Kind::move, 1, 0}};
  part.header = header_of(game, "laser_lawn", plan);
  part.games = {"3", "14", "1", "5"};
  part.checksum = 17;
  const std::string text = write_part(part);
  const StudyPart back = must(read_part(text, "a.json"));
  CHECK(back.games == part.games);
  CHECK(back.checksum == 17);
  CHECK(back.header.without == std::vector<std::string>{"move:" + game.program().rules.moves[1].name + "@sun"});
  CHECK(difference(back.header, part.header).empty());
  CHECK(write_part(back) == text);

  CHECK(read_part(text.substr(0, text.size() / 2), "a.json").errors()[0].message.find("truncated") != std::string::npos);
  CHECK(read_part("{}", "a.json").errors()[0].message == "this is not a study file");
  std::string other = text;
  other.replace(other.find("\"seed\":1"), 8, "\"seed\":2");
  CHECK(read_part(other, "b.json").errors()[0].message.find("its checksum") != std::string::npos);
  CHECK(difference(must(read_part(with_checksum(other), "b.json")).header, part.header) ==
        "the seed is 2 in one and 1 in the other");
  std::string fewer = text;
  fewer.replace(fewer.find("\"games\":11"), 10, "\"games\":3");
  CHECK(read_part(with_checksum(fewer), "c.json").errors()[0].message == "`went` has 4 games, and the study 3");
}

TEST_CASE("study: each game counts as much as another in averages over positions", "[lab][study]") {
  // One game in four has 16 positions, 15 of them with a full board; the others have two empty ones.
  const Game game = test::script(R"(game "Bias"
use square
players sun, moon
board grid(3, 3)
piece stone { look "o" }
var z: 0..3 = 0
var started: flag = off
move go "go" { if started == off { started = on; if z == 0 { put stone on cells } } }
play { draw z in 0..3; if z == 0 { for i in 1..16 { turn of sun { choose go } } } else { for i in 1..2 { turn of sun { choose go } } }; end : tie }
)");
  StudyPlan plan = plan_of(game);
  plan.covered = 0;
  const StudyTally tally = played(game, plan, 0, 2000);
  const auto measures = measures_of(game, plan, tally);
  const Measure* filled = find(measures, "filled");
  CHECK(filled->interval.low < 15 / 64.0);
  CHECK(15 / 64.0 < filled->interval.high);
  CHECK(filled->interval.high - filled->interval.low < 0.05);
  CHECK(tally.positions.weight == 840 * tally.games);
  std::uint64_t weights = 0;
  for (const std::uint64_t weight : tally.positions.cells_filled) weights += weight;
  CHECK(static_cast<double>(weights) / static_cast<double>(9 * tally.positions.weight) ==
        Approx(filled->value).epsilon(1e-3));
}
