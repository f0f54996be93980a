// Beams by themselves: those of emitters, by the kernel, naively and by hand, and all that enter the large contraption.
#include <stdexcept>

#include "interpreter/game/position/position_view.hpp"
#include "tests/bench/by_hand/laser_lawn.hpp"
#include "tests/bench/suite/games.hpp"
#include "tests/bench/suite/measure.hpp"
#include "tests/bench/suite/suite.hpp"
#include "tests/support/naive_position.hpp"

namespace glint::bench {
namespace {

/// Positions of random games, each taken at a ply of its game drawn uniformly, with at least one emitter.
struct Positions {
  static constexpr int kPositions = 200;
  /// Each State that is loaded is traced this many times, so that loading hardly counts.
  static constexpr int kTimes = 16;

  struct Sample {
    std::vector<Word> state;
    std::vector<int> emitters;
    naive::Board board;
    naive::Variables variables;
    by_hand::laser_lawn::Position lawn;  // of Laser Lawn only
  };
  Game game;
  RandomPlay play;
  naive::Tracer tracer;
  std::vector<Sample> samples;

  explicit Positions(const std::string& path)
      : game(load(path)), play(game, 1), tracer(game.program().rules, game.program().options, game.cells()) {
    std::vector<std::vector<Word>> states;
    while (samples.size() < kPositions) {
      states.clear();
      play.load_start();
      for (int plies = 0; plies < kMostPlies && play.step(); ++plies) play.machine().store(states.emplace_back());
      take(states[play.random().below(states.size())]);
    }
  }

  void take(const std::vector<Word>& state) {
    test::read_variables(game.program(), state.data(), tracer);
    Sample sample{state, {}, test::board_of(game.program(), state.data()), tracer.variables, by_hand::laser_lawn::begin(0)};
    for (std::size_t cell = 0; cell < sample.board.size(); ++cell)
      if (tracer.emits(sample.board[cell])) sample.emitters.push_back(static_cast<int>(cell));
    if (sample.emitters.empty()) return;
    if (game.id() == "laser_lawn")
      for (const int cell : sample.emitters) {
        const naive::Piece& emitter = sample.board[static_cast<std::size_t>(cell)];
        by_hand::laser_lawn::put(sample.lawn, by_hand::laser_lawn::number_of(cell), static_cast<int>(emitter.fields[1]),
                                 static_cast<int>(emitter.fields[0]));
      }
    samples.push_back(sample);
  }

  /// Emitters' beams a second, where `follow` follows those of a sample and answers how often.
  template <class Follow>
  Values rate(double seconds, const Follow& follow) {
    std::size_t next = 0, traces = 0, all = 0;
    const double each = seconds_each(seconds, [&] {
      const Sample& sample = samples[next++ % samples.size()];
      traces += sample.emitters.size() * static_cast<std::size_t>(follow(sample));
      ++all;
    });
    return {static_cast<double>(traces) / (each * static_cast<double>(all))};
  }
};

Values trace_by_hand(Positions& positions, double seconds) {
  return positions.rate(seconds, [](const Positions::Sample& sample) {
    std::uint64_t sum = 0;
    for (int i = 0; i < Positions::kTimes; ++i)
      for (by_hand::Bits rest = sample.lawn.emitters; rest; rest &= rest - 1) {
        const auto beam = by_hand::laser_lawn::trace(sample.lawn, by_hand::lowest(rest));
        sum += beam.lit[0] ^ beam.lit[1] ^ beam.lit[2] ^ beam.reads;
      }
    keep(sum);
    return Positions::kTimes;
  });
}

template <bool kSegments>
Values trace_by_kernel(Positions& positions, double seconds) {
  Interpreter machine(positions.game.program());
  Trace trace;
  return positions.rate(seconds, [&](const Positions::Sample& sample) {
    machine.load(sample.state);
    machine.fuel().refill();
    for (int i = 0; i < Positions::kTimes; ++i)
      for (const int cell : sample.emitters) {
        Kernel& kernel = machine.pieces().beams().kernel();
        if (!(kSegments ? kernel.trace_emitter(cell, trace) : kernel.trace_cells(cell, trace))) give_up("no trace");
      }
    return Positions::kTimes;
  });
}

/// Nothing where the optics ask for what the naive tracer has not learnt (sets of edges, in Billiards).
Values trace_naively(Positions& positions, double seconds) try {
  return positions.rate(seconds, [&](const Positions::Sample& sample) {
    positions.tracer.variables = sample.variables;
    for (const int cell : sample.emitters) keep(positions.tracer.from_emitter(sample.board, cell).visits.size());
    return 1;
  });
} catch (const std::logic_error&) {
  return {kNothing};
}

struct Map {
  Game game = load("examples/contraption.glint");
  Interpreter machine{game.program()};
  Trace trace;

  Map() { machine.load(game.start()->state()); }

  /// All sides of the border, by the kernel.
  std::uint64_t enter_all() {
    const Geometry& geometry = game.program().geometry;
    std::uint64_t lit = 0;
    for (std::size_t edge = 0; edge < geometry.edges.size(); ++edge) {
      if (!(geometry.border[edge / 64] >> edge % 64 & 1)) continue;
      const int inward = geometry.opposite(geometry.edges[edge].way);
      machine.fuel().refill();
      if (!machine.pieces().beams().kernel().trace_over(static_cast<int>(edge), inward, 0, trace)) give_up("no trace");
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

Table traces() {
  const char* const kNote =
      "One emitter's beams, followed from nothing to their end, in positions of random games taken at any ply: the "
      "same ones for each of a game's rows. In Laser Lawn the kernel finds what the tracer by hand finds and a game "
      "asks for: the cells lit in each colour, and those on which this depends. Where segments are made as well, as for "
      "pictures, that is a row of its own; the other games have only that row.";
  const char* const kToHand = "of a tracer by hand";
  Table table{.id = "traces",
              .title = "emitters' beams",
              .note = kNote,
              .columns = {{"traces/s", -3}},
              .ratios = {{kToHand, 0, "", ", by hand"}, {"of the naive tracer", 0, "", ", naively"}},
              .rows = {}};
  for (const std::string& path : played_scripts()) {
    if (!load(path).has_beams()) continue;
    const std::string name = name_of(path);
    const auto positions = lazily([=] { return Positions(path); });
    const auto add = [&](const std::string& row, Values (*trace)(Positions&, double)) {
      table.rows.push_back({.name = row, .measure = [=](double seconds) { return trace(positions(), seconds); }});
    };
    if (name == "laser_lawn") add(name + ", by hand", trace_by_hand);
    add(name + ", naively", trace_naively);
    add(name == "laser_lawn" ? name + ", with segments" : name, trace_by_kernel<true>);
    if (name != "laser_lawn") continue;
    add(name, trace_by_kernel<false>);
    table.rows.back().goals = {{kToHand, 0.7, 0.55}};
  }
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
