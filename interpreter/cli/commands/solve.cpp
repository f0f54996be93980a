// glint solve: the solutions of a puzzle, or the best result, and whether there is only one.
#include <algorithm>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/support/game.hpp"
#include "interpreter/cli/support/json.hpp"
#include "interpreter/cli/table/board.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

using lang::counted;

constexpr int kShown = 3;
/// Bytes for the queue of positions, for each position of `--limit`: far more than puzzles need.
constexpr std::uint64_t kBytesEach = 200;

class Solve : public GameCommand {
 public:
  Description description() const override {
    return {"solve", "find all solutions of a puzzle: a game of one player, or of a team",
            "  glint solve puzzle.glint    # how many solutions there are, the first ones with their moves\n"
            "  glint solve puzzle.glint --show 1 --enough 2    # is there one, and is it the only one\n"
            "  glint solve puzzle.glint --at position.txt    # from this position\n"
            "  glint solve puzzle.glint --all --json    # as data"};
  }

  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a script, or a bundled game or variant");
    where_.declare(arguments);
    arguments.number("--limit", limit_, 1, 2'000'000'000, "positions to look at before it gives up (5000000)");
    arguments.number("--enough", enough_, 1, 2'000'000'000, "look no further when so many solutions are found");
    arguments.number("--show", show_, 0, 2'000'000'000, "tell so many of the solutions (3)");
    arguments.flag("--all", all_, "tell all of them");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    if (all_ && show_ >= 0) stop(kUsage, "`--all` and `--show` cannot both be");
    const Game game = load_game(game_, common_, console);
    const Position position = load_position(game, common_, where_, console);
    SolveOptions options;
    options.limit = static_cast<std::uint64_t>(limit_);
    options.waiting_bytes = std::max(options.waiting_bytes, kBytesEach * options.limit);
    if (enough_ > 0) options.enough = static_cast<std::uint64_t>(enough_);
    if (!all_) options.told = static_cast<std::uint64_t>(show_ >= 0 ? show_ : kShown);
    const Result<Solved> solved = solve(position, options);
    if (!solved) {
      const bool no_puzzle = solved.errors()[0].code == lang::code_name(lang::Code::G0613);
      stop(no_puzzle ? kUsage : kNo, solved.errors());
    }
    if (common_.json) {
      print_json(*solved, console.out);
    } else {
      print(*solved, console);
    }
    return solved->count > 0 ? kDone : kNo;
  }

 private:
  /// Whether the solution is the only one; nothing if that is not known.
  static std::optional<bool> is_unique(const Solved& solved) {
    if (solved.complete) return solved.count == 1;
    if (solved.count > 1 && !solved.best) return false;
    return std::nullopt;
  }

  static void print_json(const Solved& solved, std::ostream& out) {
    Json json = Json::object().set(
        "solutions", Json::array(solved.solutions, [](const Solution& solution) {
          return Json::object().set("moves", solution.moves).set("position", solution.position.text());
        }));
    json.set("count", solved.count).set("unique", is_unique(solved)).set("best", solved.best);
    out << json.set("complete", solved.complete).set("positions", solved.positions).set("plies", solved.plies).text();
  }

  void print(const Solved& solved, Console& console) const {
    console.out << headline(solved) << '\n';
    std::uint64_t number = 0;
    for (const Solution& solution : solved.solutions) {
      console.out << '\n';
      if (solved.count > 1) console.out << ++number << ": ";
      console.out << (solution.moves.empty() ? "without a move" : lang::joined(solution.moves, "; ")) << "\n\n";
      print_board(console.out, solution.position, console.style);
    }
    if (!solved.solutions.empty() && solved.solutions.size() < solved.count)
      console.out << "\nand " << counted(solved.count - solved.solutions.size(), "more solution")
                  << (all_ ? "" : ": --all tells all") << '\n';
  }

  /// The result in one line.
  static std::string headline(const Solved& solved) {
    const std::string among = solved.complete ? "among " + counted(solved.positions, "position")
                                              : "among the first " + counted(solved.positions, "position") +
                                                    " (all lines of " + counted(solved.plies, "move") + ")";
    if (solved.best) {
      const std::string best = "the best score is " + std::to_string(*solved.best);
      if (solved.complete)
        return best + ", " + (solved.count == 1 ? "in one end only" : "in " + counted(solved.count, "end")) + ", " +
               among;
      return "the best score found is " + std::to_string(*solved.best) + ", " + among +
             "; whether there is a better one is not known";
    }
    if (solved.complete) {
      if (solved.count == 0) return "there is no solution, " + among;
      return (solved.count == 1 ? "the only solution, " : counted(solved.count, "solution") + ", ") + among;
    }
    if (solved.count == 0) return "no solution, " + among + "; whether there is one is not known";
    return counted(solved.count, "solution") + ", " + among + "; whether there are more is not known";
  }

  int limit_ = 5'000'000, enough_ = 0, show_ = -1;
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> make_solve() { return std::make_unique<Solve>(); }

}  // namespace glint::cli
