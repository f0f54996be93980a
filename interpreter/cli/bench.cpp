// glint bench: how fast the engine plays a game on this machine, on one core.
#include "interpreter/play/bench.hpp"

#include <cstdio>
#include <ostream>

#include "interpreter/cli/command.hpp"
#include "interpreter/cli/game.hpp"
#include "interpreter/cli/json.hpp"

namespace glint::cli {
namespace {

class Bench : public Command {
 public:
  Description description() const override {
    return {"bench", "measure traces, playouts and plies a second",
            "  glint bench {lit}    # for 3 seconds, on one core\n"
            "  glint bench {game} --seconds 10 --json    # longer, as data"};
  }

  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.number("--seconds", seconds_, 0.01, 86400, "how long to measure (3)");
    arguments.number("--max-plies", max_plies_, 1, 1'000'000'000, "where a playout is given up (2000)");
    arguments.texts("--draw", where_.draws, "NAME=VALUE", "fix a draw of chance; repeated, or NAME=A,B: the next ones");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const Game game = load_game(game_, common_, console);
    const Result<BenchResult> measured = run_bench(game, start_options(game, common_, where_), seconds_, max_plies_);
    if (!measured) stop(kNo, measured.errors());
    const BenchResult& result = *measured;
    if (common_.json) {
      console.out << Json::object()
                         .set("traces_per_second", result.traces_per_second)
                         .set("playouts_per_second", result.playouts_per_second)
                         .set("plies_per_second", result.plies_per_second)
                         .set("playouts", result.playouts)
                         .set("plies", result.plies)
                         .set("capped", result.capped)
                         .set("traces", result.traces)
                         .set("seconds", seconds_)
                         .text();
      return kDone;
    }
    print(result, game, console.out);
    return kDone;
  }

 private:
  void print(const BenchResult& result, const Game& game, std::ostream& out) const {
    auto line = [&](const char* name, double rate, const std::string& how) {
      char text[64];
      std::snprintf(text, sizeof text, "%-11s %14.0f  ", name, rate);
      out << text << how << '\n';
    };
    out << game.title() << ", one core, seed " << common_.seed.value_or(1) << ", about " << seconds_ << " s\n";
    line("traces/s", result.traces_per_second,
         game.has_beams() ? "one beam followed anew to its end, in positions of such games"
                          : "no piece of the game sends out beams");
    line("playouts/s", result.playouts_per_second, "whole games, each move drawn uniformly over the listed ones");
    line("plies/s", result.plies_per_second, "decisions in these playouts");
    char text[160];
    std::snprintf(text, sizeof text, "%llu playouts, %.1f plies each on average, %llu given up after %d plies\n",
                  static_cast<unsigned long long>(result.playouts),
                  result.playouts > 0 ? static_cast<double>(result.plies) / static_cast<double>(result.playouts) : 0.0,
                  static_cast<unsigned long long>(result.capped), max_plies_);
    out << text;
  }

  std::string game_;
  double seconds_ = 3;
  int max_plies_ = 2000;
  PositionOptions where_;
  CommonOptions common_;
};

}  // namespace

std::unique_ptr<Command> make_bench() { return std::make_unique<Bench>(); }

}  // namespace glint::cli
