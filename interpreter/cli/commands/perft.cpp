// glint perft: how many sequences of moves there are.
#include "interpreter/measure/perft.hpp"

#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/lab/search/moves_to_error.hpp"

namespace glint::cli {
namespace {

class Perft : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.number("--depth", depth_, 1, 1000, "the longest sequences, in plies (moves of one player)");
    arguments.required("--depth");
    arguments.number("--threads", threads_, 1, kMostThreads, "number of threads; does not change the result (1)");
    arguments.text("--chance", chance_, "all|seed",
                   "count every outcome of chance (all), or the one of the seed (seed)");
    arguments.text("--ended", ended_, "skip|leaf",
                   "count a game that ends before the last ply (leaf), or not (skip)");
    where_.declare(arguments);
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    const Game game = load_game(game_, common_, console);
    if (chance_ && *chance_ != "all" && *chance_ != "seed")
      stop(kUsage, "--chance is `all` or `seed`; found `" + *chance_ + "`");
    if (ended_ && *ended_ != "skip" && *ended_ != "leaf")
      stop(kUsage, "--ended is `skip` or `leaf`; found `" + *ended_ + "`");
    where_.wait_at_draws = chance_ == "all";
    const Position position = load_position(game, common_, where_, console);
    Json counts = Json::array(), all_ended = Json::array();
    for (int depth = 1; depth <= depth_; ++depth) {  // one depth at a time, to print each as soon as it is known
      const Result<Counted> counted = count(position, depth);
      if (!counted) stop(kNo, {with_moves(game, counted.errors()[0])});
      const std::uint64_t count = counted->sequences + (ended_ == "leaf" ? counted->ended : 0);
      counts.push_back(count);
      all_ended.push_back(counted->ended);
      if (!common_.json) {
        console.out << depth << "  " << count;
        if (counted->ended > 0)
          console.out << (ended_ == "leaf" ? "  with " : "  without ") << counted->ended << " that ended earlier";
        console.out << '\n' << std::flush;
      }
    }
    if (common_.json) console.out << json_text(Json{{"counts", counts}, {"ended", all_ended}, {"threads", threads_}});
    return kDone;
  }

 private:
  /// Sequences of this many plies, and those that ended earlier.
  struct Counted {
    std::uint64_t sequences = 0, ended = 0;
  };

  Result<Counted> count(const Position& position, int depth) const {
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
    Counted all;
    const auto add = [&](const auto& part) {
      all.sequences += part.counts().back();
      for (const std::uint64_t ended : part.ended()) all.ended += ended;
    };
    add(work);
    for (const auto& counter : counters)
      if (counter) add(*counter);
    return all;
  }

  int depth_ = 0, threads_ = 1;
  std::optional<std::string> chance_, ended_;
};

}  // namespace

std::unique_ptr<Command> make_perft() { return std::make_unique<Perft>(); }

}  // namespace glint::cli
