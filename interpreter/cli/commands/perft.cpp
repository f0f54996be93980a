// glint perft: how many sequences of moves there are.
#include "interpreter/measure/perft.hpp"

#include <chrono>
#include <cstdio>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/support/game.hpp"
#include "interpreter/cli/support/json.hpp"
#include "interpreter/cli/support/threads.hpp"

namespace glint::cli {
namespace {

class Perft : public GameCommand {
 public:
  Description description() const override {
    return {"perft", "count move sequences of exactly 1..N plies",
            "  glint perft {game} --depth 3    # a line for each depth\n"
            "  glint perft {game} --depth 3 --threads 4    # the same, sooner\n"
            "  glint perft {game} --depth 2 --chance all    # whatever chance may decide, each by itself\n"
            "  glint perft {game} --depth 2 --json    # {\"counts\": [...], \"threads\": 1}"};
  }

  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.number("--depth", depth_, 1, 1000, "plies: decisions of one player each");
    arguments.required("--depth");
    arguments.number("--threads", threads_, 1, kMostThreads, "how many count; what they count is the same (1)");
    arguments.text("--chance", chance_, "all|seed",
                   "count behind all outcomes of chance, or as the seed has it (seed)");
    where_.declare(arguments);
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const Game game = load_game(game_, common_, console);
    if (chance_ && *chance_ != "all" && *chance_ != "seed")
      stop(kUsage, "--chance is `all` or `seed`; found `" + *chance_ + "`");
    where_.wait_at_draws = chance_ == "all";
    const Position position = load_position(game, common_, where_, console);
    Json counts = Json::array();
    for (int depth = 1; depth <= depth_; ++depth) {  // one depth at a time, to print each as soon as it is known
      const auto begin = std::chrono::steady_clock::now();
      const Result<std::vector<std::uint64_t>> counted = count(position, depth);
      if (!counted) stop(kNo, counted.errors());
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      const std::uint64_t count = counted->empty() ? 0 : counted->back();
      counts.push(count);
      if (!common_.json) console.out << depth << "  " << count << '\n' << std::flush;
      if (console.err_is_terminal) report_time(depth, count, seconds, console.err);
    }
    if (common_.json) console.out << Json::object().set("counts", counts).set("threads", threads_).text();
    return kDone;
  }

 private:
  Result<std::vector<std::uint64_t>> count(const Position& position, int depth) const {
    const PerftWork work(position, depth);
    NumberQueue parts(work.parts());
    std::vector<std::unique_ptr<PerftCounter>> counters(static_cast<std::size_t>(threads_));
    on_threads(threads_, [&](int thread) {
      auto& counter = counters[static_cast<std::size_t>(thread)];
      while (const auto part = parts.take()) {
        if (!counter) counter = std::make_unique<PerftCounter>(work);
        if (auto error = counter->count(*part)) return parts.fail(*part, *std::move(error));
      }
    });
    if (parts.error()) return *parts.error();
    std::vector<std::uint64_t> counts = work.counts();
    for (const auto& counter : counters)
      for (std::size_t ply = 0; counter && ply < counts.size(); ++ply) counts[ply] += counter->counts()[ply];
    return counts;
  }

  static void report_time(int depth, std::uint64_t count, double seconds, std::ostream& err) {
    char text[120];
    std::snprintf(text, sizeof text, "   depth %d: %.3f s, %.0f sequences/s\n", depth, seconds,
                  seconds > 0 ? static_cast<double>(count) / seconds : 0.0);
    err << text;
  }

  int depth_ = 0, threads_ = 1;
  std::optional<std::string> chance_;
};

}  // namespace

std::unique_ptr<Command> make_perft() { return std::make_unique<Perft>(); }

}  // namespace glint::cli
