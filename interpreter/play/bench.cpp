#include "interpreter/play/bench.hpp"

#include <chrono>

#include "interpreter/play/access.hpp"
#include "interpreter/play/playout.hpp"

namespace glint {

Result<BenchResult> run_bench(const Game& game, const StartOptions& options, double seconds, int max_plies) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); };
  BenchResult result;
  const Program& program = game.program();
  Random random(options.seed);
  Result<Position> start = game.start(options);
  if (!start) return start.errors();
  Machine& machine = PositionAccess::machine(*start);
  RandomChance chance(random);
  std::vector<std::uint64_t> history;
  std::vector<std::vector<Word>> samples;

  const double play_seconds = game.has_beams() ? seconds * 2 / 3 : seconds;
  const auto begun = Clock::now();
  double elapsed = 0;
  do {
    history.clear();
    machine.set_history(program.uses_seen ? &history : nullptr);
    Machine::Status status = machine.begin(chance);
    if (status == Machine::Status::error) return to_error(program, machine.failure());
    const PlayoutEnd end = run_playout(machine, random, max_plies);
    if (end.status == Machine::Status::error) return to_error(program, machine.failure());
    ++result.playouts;
    result.plies += static_cast<std::uint64_t>(end.plies);
    if (end.status == Machine::Status::waiting) ++result.capped;
    if (samples.size() < 64) machine.store(samples.emplace_back());
    elapsed = since(begun);
  } while (elapsed < play_seconds);
  machine.set_history(nullptr);
  result.playouts_per_second = static_cast<double>(result.playouts) / elapsed;
  result.plies_per_second = static_cast<double>(result.plies) / elapsed;

  if (game.has_beams()) {
    Trace trace;
    const auto traced = Clock::now();
    do {
      for (const std::vector<Word>& sample : samples) {
        machine.load(sample);
        const std::vector<Word> emitters = machine.emitters();
        for (std::size_t i = 0; i < emitters.size(); ++i)
          for (Word rest = emitters[i]; rest; rest &= rest - 1) {
            if (!machine.kernel().trace_emitter(static_cast<int>(i * 64) + __builtin_ctzll(rest), trace))
              return to_error(program, machine.failure());
            ++result.traces;
          }
      }
      elapsed = since(traced);
    } while (elapsed < seconds - play_seconds && result.traces > 0);
    result.traces_per_second = static_cast<double>(result.traces) / elapsed;
  }
  return result;
}

}  // namespace glint
