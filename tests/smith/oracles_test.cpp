// What the engine says of games made up at random, against another way to find the same. Where they differ, the script is
// shrunk, and the test prints the smallest one that still shows it.
#include <functional>
#include <string>

#include "interpreter/lab/study/study.hpp"
#include "interpreter/machine/interpreter.hpp"
#include "interpreter/measure/bench.hpp"
#include "tests/smith/load.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using smith::Tape;

/// What differs, in words; empty: nothing.
using Oracle = std::function<std::string(const Game&, std::uint64_t seed)>;

std::string rendered(const std::optional<Error>& error) { return error ? error->rendered : ""; }

void hold(const Oracle& differs, std::uint64_t from, std::uint64_t to, const smith::Wishes& wishes = {}) {
  for (std::uint64_t seed = from; seed < to; ++seed) {
    const auto difference = [&](const Tape::Choices& choices) {
      Tape tape(choices);
      const auto game = Game::from_text(smith::script(tape, wishes).game, "smith.glint");
      return game ? differs(*game, seed) : "";
    };
    Tape tape(seed);
    const std::string text = smith::script(tape, wishes).game;
    if (differs(test::script(text), seed).empty()) continue;
    const Tape::Choices least =
        smith::shrink(tape.choices(), [&](const Tape::Choices& choices) { return !difference(choices).empty(); });
    Tape small(least);
    FAIL("seed " << seed << ": " << difference(least) << "\n" << smith::script(small, wishes).game);
  }
}

/// Random play in the game, and in the same rules built without some lowerings.
std::string against_plain(const Game& game, Lowerings without, std::uint64_t seed) {
  auto quick = game.start({.seed = seed});
  auto slow = test::must(built_without(game, without)).start({.seed = seed});
  if (quick.ok() != slow.ok()) return "only one starts";
  Random random(seed);
  for (int ply = 0; quick && ply < 6; ++ply) {
    if (quick->text() != slow->text() || quick->over() != slow->over()) return quick->text() + "and as it is written\n" + slow->text();
    if (quick->over()) break;
    const auto moves = quick->moves(), slow_moves = slow->moves();
    if (moves.ok() != slow_moves.ok()) return "only one has a list: " + moves.error_text() + slow_moves.error_text();
    if (!moves) break;
    if (*moves != *slow_moves) return "other moves in\n" + quick->text();
    const std::uint64_t next = random.below(moves->size());
    const auto error = quick->play_listed(next), slow_error = slow->play_listed(next);
    if (rendered(error) != rendered(slow_error)) return rendered(error) + " or " + rendered(slow_error);
    if (error) break;
  }
  return "";
}

/// Each position of a random game: printed and read, copied, with a move made and dropped, and played again by texts.
std::string against_itself(const Game& game, std::uint64_t seed) {
  auto position = game.start({.seed = seed});
  if (!position) return "";
  Random random(seed);
  std::vector<std::string> line;
  for (int ply = 0; ply < 6; ++ply) {
    const std::string text = position->text();
    // The same position is read with any seed, except one whose own start is an error of the script.
    const auto read = game.read(text, {.seed = game.start({.seed = seed + 1}) ? seed + 1 : seed});
    if (!read) return "not read: " + read.error_text() + text;
    if (read->text() != text || read->state() != position->state()) return "read as\n" + read->text() + text;
    if (read->hash() != position->hash()) return "read with another hash\n" + text;
    if (position->over()) return "";
    const auto moves = position->moves();
    if (moves.ok() != read->moves().ok()) return "read, it has no list, or has one\n" + text;
    if (!moves) return "";
    if (*read->moves() != *moves) return "read, it has other moves\n" + text;
    if (*test::must(position->detach().moves()).begin() != moves->front()) return "detached, it has other moves";
    const std::uint64_t next = random.below(moves->size());
    Position tried = *position, by_text = *position;
    (void)tried.play_listed(random.below(moves->size()));
    if (*position->moves() != *moves || position->text() != text) return "not as before a move that was dropped\n" + text;
    const auto error = position->play_listed(next), text_error = by_text.play((*moves)[next]);
    if (rendered(error) != rendered(text_error)) return (*moves)[next] + ": " + rendered(error) + " or " + rendered(text_error);
    if (error) return "";
    if (by_text.state() != position->state() || by_text.hash() != position->hash()) return "by its text another position";
    line.push_back((*moves)[next]);
  }
  auto again = test::must(game.start({.seed = seed}));
  for (const std::string& move : line)
    if (const auto error = again.play(move)) return "not played again: " + move + "\n" + error->rendered;
  return again.state() == position->state() && again.hash() == position->hash() ? "" : "played again, another position";
}

/// Plays a random game, by the code for newer processors (`v3`) or for all: where it ends, and the next random number.
std::vector<Word> end_of(const Game& game, std::uint64_t seed, bool v3) {
  Machine machine(game.program());
  REQUIRE(machine.use_v3(v3));
  Random random(seed);
  RandomChance chance(random);
  std::vector<Word> end;
  if (machine.begin(chance) == Machine::Status::error) return {1};
  const PlayoutEnd played = run_playout(machine, random, 40);
  if (played.status != Machine::Status::error) machine.store(end);
  end.push_back(static_cast<Word>(played.plies));
  end.push_back(random.next());
  return end;
}

std::string against_newer_processor(const Game& game, std::uint64_t seed) {
  if (!has_v3()) return "";  // nothing to compare here
  return end_of(game, seed, false) == end_of(game, seed, true) ? "" : "the code for newer processors plays other games";
}

/// A study, and one of the same games by two players in another order, in parts that are added.
std::string against_parts(const Game& game, std::uint64_t seed) {
  StudyPlan plan;
  plan.players.assign(game.players().size(), "random");
  plan.seed = seed;
  plan.max_plies = 30;
  plan.covered = 2;
  constexpr std::uint64_t kGames = 6;
  StudyTally whole(game.program()), sum(game.program());
  StudyPlayer all(game, plan), one(game, plan), other(game, plan);
  for (std::uint64_t number = 0; number < kGames; ++number)
    if (all.play(number, whole)) return "";
  for (std::uint64_t number = kGames; number-- > 0;) {
    StudyTally alone(game.program());
    if (const auto error = (number % 3 == 0 ? one : other).play(number, alone)) return "only in parts: " + error->rendered;
    sum.add(alone);
  }
  return sum == whole ? "" : "a study in parts counts otherwise";
}

}  // namespace

TEST_CASE("oracle: the code for newer processors plays the same games", "[smith][oracle]") {
  hold(against_newer_processor, 3000, 3000 + test::scaled<std::uint64_t>(300));
}

TEST_CASE("oracle: any division of a study counts the same", "[smith][oracle]") {
  hold(against_parts, 4000, 4000 + test::scaled<std::uint64_t>(150));
}

// One number for all that random play comes to, in these games: the same from each compiler, with and without the
// optimiser, assertions and sanitizers.
TEST_CASE("oracle: play is the same in every build", "[smith][oracle]") {
  std::uint64_t sum = 0;
  for (std::uint64_t seed = 5000; seed < 5040; ++seed) {
    Tape tape(seed);
    for (const Word word : end_of(test::script(smith::script(tape, {}).game), seed, false)) sum = (sum ^ word) * 0x100000001B3u;
  }
  CHECK(sum == 1749583593963606551u);
}

TEST_CASE("oracle: games are the same without any lowering", "[smith][oracle]") {
  hold([](const Game& game, std::uint64_t seed) { return against_plain(game, Lowerings::all(), seed); }, 0,
       test::scaled<std::uint64_t>(400));
}

TEST_CASE("oracle: games are the same without one lowering", "[smith][oracle]") {
  const auto without_one = [](const Game& game, std::uint64_t seed) {
    return against_plain(game, Lowerings().add(static_cast<Lowering>(seed % std::size(kLowerings))), seed);
  };
  hold(without_one, 1000, 1000 + test::scaled<std::uint64_t>(500));
}

TEST_CASE("oracle: positions are the same read, copied, after what was tried, and played again", "[smith][oracle]") {
  hold(against_itself, 2000, 2000 + test::scaled<std::uint64_t>(400));
  hold(against_itself, 40'255, 40'256);  // a tie at its start, with other draws, and a position of it at an `else`
  hold(against_itself, 10'044, 10'045);  // an invariant that fails at the start, with other draws
}

TEST_CASE("oracle: all of them at length", "[.slow][smith][oracle]") {
  const auto all = [](const Game& game, std::uint64_t seed) {
    std::string differs = against_plain(game, Lowerings::all(), seed);
    for (const auto& oracle : {against_itself, against_newer_processor, against_parts})
      if (differs.empty()) differs = oracle(game, seed);
    return differs;
  };
  hold(all, 10'000, 30'000);
}

TEST_CASE("oracle: what a fold in play has looked at last is no part of the position", "[smith][oracle]") {
  const Game game = test::script(R"(
game "Two ways"
use square
players solver
board grid(3, 1)
piece stone { look "o" }
var number: 0..9 = 0
move place "{at}" { pick at in empty; put stone on at }
play {
  repeat {
    if count(stone) == 1 and (any c in stone : c.x > number) { number = 0 }
    turn of solver { choose place else { end : tie } }
  }
}
)");
  const Game plain = test::must(built_without(game, Lowerings::all()));
  for (const Game* const one : {&game, &plain}) {
    Position there = test::must(one->start()), back = there;
    for (const char* move : {"a1", "b1"}) test::play(there, move);
    for (const char* move : {"b1", "a1"}) test::play(back, move);
    CHECK(there.text() == back.text());
    CHECK(there.hash() == back.hash());
  }
}
