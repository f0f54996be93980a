// How time and memory grow: with the board, the pieces on it, the script, and threads.
#include <algorithm>
#include <atomic>
#include <thread>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "interpreter/game/position/position_view.hpp"
#include "tests/bench/suite/games.hpp"
#include "tests/bench/suite/measure.hpp"
#include "tests/bench/suite/suite.hpp"

namespace glint::bench {
namespace {

/// Bytes in use on the heap, if the system reports them.
double heap_bytes() {
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
#endif
#endif
  return kNothing;
}

Game built(const std::string& text) {
  Limits limits;
  limits.cells = std::int64_t{1} << 20;  // for boards larger than those of games
  limits.labels = limits.words = 8'000'000;
  limits.steps = 1'000'000'000;  // what a beam remembers there takes fuel
  Result<Game> game = Game::from_text(text, "grown.glint", {}, nullptr, limits);
  if (!game) give_up(game.error_text());
  return *game;
}

const char* const kMirrors = R"(
beam { }
piece glass {
  line: axis
  when beam comes {
    if line in {rising, falling}               -> reflects across line
    if (line == level) == (beam.way in {e, w}) -> straight
    otherwise                                  -> turns 1, turns 3
  }
  look "{line}"
}
move place "{at} {line}" { pick at in empty; pick line in axis; put glass(line = line) on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";

const char* const kMove = R"(
let near_# = (stone + around) & empty - rank(#)
move put_# "put # {at} {high}" {
  pick at in near_# | rank(1) & empty
  pick high in 1..3
  require count(near_#) < 60   "too many"
  put stone(tall = high) on at
}
)";

std::string script_of(int moves) {
  std::string names, text = "game \"Long\"\nuse square\nplayers light, shade\nboard square(8, 8)\n";
  text += "piece stone of player { tall: 1..3; look \"{owner:1}{tall}\" }\n";
  for (int i = 1; i <= moves; ++i) {
    for (const char* at = kMove; *at; ++at) *at == '#' ? text += std::to_string(i) : text += *at;
    names += (i > 1 ? " or put_" : "put_") + std::to_string(i);
  }
  return text + "play { repeat { turn of each player { choose " + names + " else { end : tie } } } }\n";
}

Values measure_board(int side, double seconds) {
  const std::string size = std::to_string(side);
  const std::string text =
      "game \"Grown\"\nuse square\nplayers light, shade\nboard grid(" + size + ", " + size + ")\n" + kMirrors;
  const double before = heap_bytes(), start = cpu_seconds();
  const Game game = built(text);
  const double build = cpu_seconds() - start, with_program = heap_bytes();
  const auto own = std::make_unique<Machine>(game.program());
  Machine& machine = *own;
  Random random(7);
  RandomChance chance(random);
  const double begin = seconds_each(seconds / 8, [&] { machine.begin(chance); });
  const auto keys = static_cast<std::uint64_t>(game.program().pieces.keys.size() - 1);
  const double with_machine = heap_bytes();
  Interpreter tracer(game.program());
  std::vector<Word> state;
  machine.store(state);
  tracer.load(state);
  for (int cell = 0; cell < side * side; ++cell)
    if (random.below(100) < 12) tracer.pieces().put(cell, 1 + static_cast<int>(random.below(keys)));
  tracer.store(state);
  machine.load(state);
  const double list = seconds_each(seconds / 8, [&] { machine.list(); });
  const double with_tracer = heap_bytes();
  Trace trace;
  double lit = 0, traces = 0;
  int entry = 0;
  const double each = seconds_each(seconds / 2, [&] {
    tracer.fuel().refill();
    const int row = entry++ % 8 * side / 8 + side / 16;
    if (!tracer.pieces().beams().kernel().trace_from(row * side, 0, 0, trace)) give_up("no trace");
    for (const Word word : trace.cells) lit += __builtin_popcountll(word);
    ++traces;
  });
  lit /= traces;
  const double memory = with_machine + heap_bytes() - with_tracer;
  return {1e3 * build,
          1e3 * begin,
          1e3 * list,
          1e3 * each,
          1e9 * each / lit,
          (with_program - before) / 1e6,
          (memory - with_program) / 1e6};
}

Values measure_lawn(RandomPlay& play, int emitters, double seconds) {
  Machine& machine = play.machine();
  Random random(static_cast<std::uint64_t>(emitters) + 1);
  play.load_start();
  const auto keys = static_cast<std::uint64_t>(machine.program().pieces.keys.size() - 1);
  std::vector<Word> state;
  machine.store(state);
  Interpreter editor(machine.program());
  editor.load(state);
  for (int left = emitters; left > 0;) {
    const int cell = static_cast<int>(random.below(91));
    if (editor.pieces().top_key(cell) != 0) continue;
    editor.pieces().put(cell, 1 + static_cast<int>(random.below(keys)));
    --left;
  }
  editor.store(state);
  std::int64_t moves = 0;
  const double list = seconds_each(seconds / 2, [&] {
    machine.load(state);
    machine.forget_all();
    moves = machine.list();
  });
  const double beams = seconds_each(seconds / 2, [&] {
    machine.load(state);
    machine.forget_all();
    const std::vector<Word> shining = machine.position().emitters();
    for (std::size_t word = 0; word < shining.size(); ++word)
      for (Word rest = shining[word]; rest; rest &= rest - 1)
        if (!machine.trace_of(static_cast<int>(64 * word) + __builtin_ctzll(rest))) give_up("no trace");
  });
  return {1e6 * list, static_cast<double>(moves), 1e6 * beams};
}

/// Plies a second of `count` threads together, each with its own game; for one thread by its CPU time.
Values measure_threads(std::vector<std::unique_ptr<RandomPlay>>& plays, unsigned count, double seconds) {
  std::atomic<std::int64_t> plies = 0;
  std::atomic<double> computed = 0;
  const double start = wall_seconds();
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < count; ++i)
    workers.emplace_back([&, i] {
      const double before = cpu_seconds();
      std::int64_t own = 0;
      do own += plays[i]->play();
      while (wall_seconds() - start < seconds);
      plies += own;
      computed += cpu_seconds() - before;
    });
  for (std::thread& worker : workers) worker.join();
  const auto all = static_cast<double>(plies);
  return {all / (wall_seconds() - start), all / computed};
}

}  // namespace

Table board_sizes() {
  Table table{.id = "boards",
              .title = "size of the board",
              .note =
                  "Mirrors and splitters on 12 of 100 cells; the mean of eight beams that begin at the left. The MB "
                  "are of the Program, and of a Machine with its State and one trace.",
              .columns = {{"build ms", -3}, {"begin ms", -3}, {"list ms", -3}, {"trace ms", -3}},
              .ratios = {},
              .rows = {}};
  for (const char* column : {"ns a cell lit", "Program MB", "Machine MB"}) table.columns.push_back({column, -3});
  for (const int side : {8, 16, 32, 64, 110, 250, 500, 1000})
    table.rows.push_back({.name = std::to_string(side) + " x " + std::to_string(side),
                          .measure = [=](double seconds) { return measure_board(side, seconds); },
                          .most_rounds = side < 250 ? 1'000'000 : 1});
  return table;
}

Table piece_counts() {
  Table table{.id = "pieces",
              .title = "emitters on a lawn of side 6",
              .note = "On random spaces, facing anywhere: nothing is known of the position when a time is taken.",
              .columns = {{"list us", -3}, {"moves", 0}, {"all beams us", -3}},
              .ratios = {},
              .rows = {}};
  const auto play = lazily([] { return RandomPlay(load("games/laser_lawn.glint", {{"side", "6"}}), 1); });
  for (const int emitters : {0, 5, 10, 20, 40, 60, 80}) {
    const auto measure = [=](double seconds) { return measure_lawn(play(), emitters, seconds); };
    table.rows.push_back({.name = std::to_string(emitters), .measure = measure});
  }
  return table;
}

Table script_lengths() {
  Table table{.id = "lengths",
              .title = "moves in a script",
              .note = "Each with a let of its own.",
              .columns = {{"lines", 0}, {"KB", 0}, {"check and build ms", -3}, {"us a line", -3}},
              .ratios = {},
              .rows = {}};
  for (const int moves : {1, 10, 100, 1000}) {
    const std::string text = script_of(moves);
    const auto lines = static_cast<double>(std::count(text.begin(), text.end(), '\n'));
    const auto measure = [=](double seconds) {
      const double each = seconds_each(seconds, [&] { built(text); });
      return Values{lines, static_cast<double>(text.size()) / 1e3, 1e3 * each, 1e6 * each / lines};
    };
    table.rows.push_back(
        {.name = std::to_string(moves), .measure = measure, .most_rounds = moves < 1000 ? 1'000'000 : 3});
  }
  return table;
}

Table threads() {
  Table table{.id = "threads",
              .title = "threads",
              .note =
                  "Each with a Machine of its own, random play as above, by the time of day: other work on the "
                  "machine counts here.",
              .columns = {{"plies/s", -3}, {"each, while it computes", -3}},
              .ratios = {{"of one thread", 0, ""}},
              .rows = {}};
  const unsigned most = std::max(1U, std::thread::hardware_concurrency());
  for (const char* path : {"games/laser_lawn.glint", "examples/othello.glint"}) {
    auto plays = std::make_shared<std::vector<std::unique_ptr<RandomPlay>>>();
    for (unsigned count = 1; count <= most; count = count < most ? std::min(most, 2 * count) : most + 1) {
      const auto measure = [=](double seconds) {
        while (plays->size() < count) plays->push_back(std::make_unique<RandomPlay>(load(path), plays->size() + 1));
        return measure_threads(*plays, count, seconds);
      };
      table.rows.push_back(
          {.name = name_of(path) + ", " + std::to_string(count), .measure = measure, .twin = name_of(path) + ", 1"});
    }
  }
  return table;
}

}  // namespace glint::bench
