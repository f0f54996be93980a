// glint perft: the number of sequences of moves.
#include "interpreter/measure/perft.hpp"

#include <numeric>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/lab/search/moves_to_error.hpp"

namespace glint::cli {
namespace {

class Perft : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.number("--depth", depth_, 1, 1000, "the longest sequences, in plies (moves of one player)");
    arguments.required("--depth");
    arguments.text("--chance", chance_, "all|seed",
                   "count every outcome of chance (all), or the one of the seed (seed)");
    arguments.text("--ended", ended_, "skip|leaf", "count a game that ends before the last ply (leaf), or not (skip)");
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
      const Result<PerftCounts> counted = count_sequences(position, depth);
      if (!counted) stop(kNo, {with_moves(game, counted.errors()[0])});
      const std::uint64_t ended = std::accumulate(counted->ended.begin(), counted->ended.end(), std::uint64_t{0});
      const std::uint64_t count = counted->sequences.back() + (ended_ == "leaf" ? ended : 0);
      counts.push_back(count);
      all_ended.push_back(ended);
      if (!common_.json) {
        console.out << depth << "  " << count;
        if (ended > 0) console.out << (ended_ == "leaf" ? "  with " : "  without ") << ended << " that ended earlier";
        console.out << '\n' << std::flush;
      }
    }
    if (common_.json) console.out << json_text(Json{{"counts", counts}, {"ended", all_ended}});
    return kDone;
  }

 private:
  int depth_ = 0;
  std::optional<std::string> chance_, ended_;
};

}  // namespace

std::unique_ptr<Command> make_perft() { return std::make_unique<Perft>(); }

}  // namespace glint::cli
