// Beams by themselves: those of Laser Lawn, three ways, and all that enter the large contraption.
#include "interpreter/play/access.hpp"
#include "tests/bench/by_hand/laser_lawn.hpp"
#include "tests/bench/suite/games.hpp"
#include "tests/bench/suite/measure.hpp"
#include "tests/bench/suite/suite.hpp"
#include "tests/interpreter/naive_tracer.hpp"

namespace glint::bench {
namespace {

/// Positions of random games, each taken at a ply of its game drawn uniformly, with at least one emitter.
struct Lawns {
  static constexpr int kPositions = 256;
  /// A State is loaded, and its beams followed so many times: loading is no tracing.
  static constexpr int kTimes = 16;

  Game game = load("games/laser_lawn.glint");
  RandomPlay play{game, 1};
  naive::Tracer tracer{game.program().rules, game.program().options, game.cells()};
  struct Lawn {
    std::vector<Word> state;
    std::vector<int> emitters;
    naive::Board board = naive::Board(37);
    by_hand::laser_lawn::Position twin = by_hand::laser_lawn::begin(0);
  };
  std::vector<Lawn> lawns;

  Lawns() {
    Machine& machine = play.machine();
    const Program& program = game.program();
    std::vector<std::vector<Word>> states;
    while (lawns.size() < kPositions) {
      states.clear();
      play.load_start();
      while (play.step()) machine.store(states.emplace_back());
      Lawn& lawn = lawns.emplace_back();
      lawn.state = states[play.random().below(states.size())];
      machine.load(lawn.state);
      for (int cell = 0; cell < 37; ++cell) {
        const int key = machine.top_key(cell);
        if (key == 0) continue;
        const Key& what = program.keys[static_cast<std::size_t>(key)];
        lawn.emitters.push_back(cell);
        lawn.board[static_cast<std::size_t>(cell)] = {what.kind, what.owner, what.values};
        by_hand::laser_lawn::put(lawn.twin, by_hand::laser_lawn::number_of(cell), static_cast<int>(what.values[1]),
                                 static_cast<int>(what.values[0]));
      }
      if (lawn.emitters.empty()) lawns.pop_back();
    }
  }

  /// Beams a second, where `follow` follows those of a lawn and answers how many.
  template <class Follow>
  Values rate(double seconds, const Follow& follow) {
    std::size_t next = 0, traces = 0, all = 0;
    const double each = seconds_each(seconds, [&] {
      traces += follow(lawns[next++ % lawns.size()]);
      ++all;
    });
    return {static_cast<double>(traces) / (each * static_cast<double>(all))};
  }
};

Values trace_by_hand(Lawns& lawns, double seconds) {
  return lawns.rate(seconds, [](const Lawns::Lawn& lawn) {
    std::uint64_t sum = 0;
    for (int i = 0; i < Lawns::kTimes; ++i)
      for (by_hand::Bits rest = lawn.twin.emitters; rest; rest &= rest - 1) {
        const auto beam = by_hand::laser_lawn::trace(lawn.twin, by_hand::lowest(rest));
        sum += beam.lit[0] ^ beam.lit[1] ^ beam.lit[2] ^ beam.reads;
      }
    keep(sum);
    return lawn.emitters.size() * Lawns::kTimes;
  });
}

Values trace_by_kernel(Lawns& lawns, double seconds) {
  Machine& machine = lawns.play.machine();
  Trace trace;
  return lawns.rate(seconds, [&](const Lawns::Lawn& lawn) {
    machine.load(lawn.state);
    for (int i = 0; i < Lawns::kTimes; ++i)
      for (const int cell : lawn.emitters)
        if (!machine.kernel().trace_emitter(cell, trace)) give_up("no trace");
    return lawn.emitters.size() * Lawns::kTimes;
  });
}

Values trace_naively(Lawns& lawns, double seconds) {
  return lawns.rate(seconds, [&](const Lawns::Lawn& lawn) {
    for (const int cell : lawn.emitters) keep(lawns.tracer.from_emitter(lawn.board, cell).visits.size());
    return lawn.emitters.size();
  });
}

struct Map {
  Game game = load("examples/contraption.glint");
  Position start = *game.start();
  Trace trace;

  /// All sides of the border, by the kernel.
  std::uint64_t enter_all() {
    Machine& machine = PositionAccess::machine(start);
    const Geometry& geometry = game.program().geometry;
    std::uint64_t lit = 0;
    for (std::size_t edge = 0; edge < geometry.edges.size(); ++edge) {
      if (!(geometry.border[edge / 64] >> edge % 64 & 1)) continue;
      const int inward = geometry.opposite(geometry.edges[edge].way);
      machine.refuel();
      if (!machine.kernel().trace_over(static_cast<int>(edge), inward, 0, trace)) give_up("no trace");
      for (const Word word : trace.cells) lit += static_cast<std::uint64_t>(__builtin_popcountll(word));
    }
    return lit;
  }
};

/// What the script asks of one entry, asked of all.
Position asking_for_all() {
  const char* const kAll = "\nheuristic p = sum gate in border : count(lit_from(gate))\n";
  const Result<Game> game = Game::from_text(read_script("examples/contraption.glint") + kAll, "contraption.glint");
  if (!game) give_up(game.error_text());
  return *game->start();
}

}  // namespace

Table lawn_traces() {
  const char* const kNote =
      "One emitter's beam, followed from nothing to its end, in positions of random games taken at any ply; the same "
      "ones for all three.";
  const char* const kToHand = "of a tracer by hand";
  Table table{.id = "traces",
              .title = "Laser Lawn's beams",
              .note = kNote,
              .columns = {{"traces/s", -3}},
              .ratios = {{kToHand, 0, "by hand"}, {"of the naive tracer", 0, "naive"}},
              .rows = {}};
  const auto lawns = lazily([] { return Lawns(); });
  const auto by = [=](Values (*trace)(Lawns&, double)) {
    return [=](double seconds) { return trace(lawns(), seconds); };
  };
  table.rows.push_back({.name = "by hand", .measure = by(trace_by_hand), .is_yardstick = true});
  table.rows.push_back({.name = "the kernel", .measure = by(trace_by_kernel), .goals = {{kToHand, 0.7}}});
  table.rows.push_back({.name = "naive", .measure = by(trace_naively)});
  return table;
}

Table contraption() {
  const char* const kNote =
      "The script asks for a trace in each of the four directions over each side of the border, and counts the cells; "
      "three of the four are empty.";
  Table table{.id = "contraption",
              .title = "110 x 110, all 440 entries",
              .note = kNote,
              .columns = {{"ms", -3}},
              .ratios = {},
              .rows = {}};
  const std::vector<Goal> goals = {{.column = "ms", .value = 20, .at_most = true}};
  const auto map = lazily([] { return Map(); });
  const auto by_kernel = [=](double seconds) {
    Map& made = map();
    return Values{1e3 * seconds_each(seconds, [&] { keep(made.enter_all()); })};
  };
  const auto asking = lazily(asking_for_all);
  const auto by_script = [=](double seconds) {
    const Position& start = asking();
    return Values{1e3 * seconds_each(seconds, [&] { keep(static_cast<std::uint64_t>(*start.heuristic(0))); })};
  };
  table.rows.push_back({.name = "the kernel", .measure = by_kernel, .goals = goals});
  table.rows.push_back({.name = "the script", .measure = by_script, .goals = goals});
  return table;
}

}  // namespace glint::bench
