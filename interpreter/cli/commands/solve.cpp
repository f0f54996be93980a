// glint solve: the solutions of a puzzle, or the best result, and whether there is only one.
#include <glint/puzzles.hpp>

#include <algorithm>
#include <map>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/support/game.hpp"
#include "interpreter/cli/support/interrupt.hpp"
#include "interpreter/cli/support/json.hpp"
#include "interpreter/cli/support/threads.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/game/errors.hpp"
#include "interpreter/game/position_text.hpp"
#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

using lang::counted;

constexpr int kShown = 3;
constexpr std::uint64_t kMostSeeds = 1'000'000;
/// Bytes for the queue of positions, for each position of `--limit`: far more than puzzles need.
constexpr std::uint64_t kBytesEach = 200;

class Solve : public GameCommand {
 public:
  Description description() const override {
    return {"solve", "find the solutions of a puzzle (a game of one player or a team)",
            "  glint solve puzzle.glint    # count the solutions, print three\n"
            "  glint solve puzzle.glint --show 1 --max-solutions 2    # is the solution unique?\n"
            "  glint solve puzzle.glint --at position.txt    # from this position\n"
            "  glint solve puzzle.glint --seeds 1..1000 --unique    # seeds of puzzles with one solution\n"
            "  glint solve puzzle.glint --all --json    # as data\n"
            "Next: `glint play FILE` lets you try it yourself."};
  }

  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a script, or a bundled game or variant");
    where_.declare(arguments);
    arguments.number("--max-solutions", max_solutions_, 1, 2'000'000'000, "stop after N solutions");
    arguments.number("--show", show_, 0, 2'000'000'000, "print N of the solutions (3)");
    arguments.flag("--all", all_, "print all of them");
    arguments.text("--seeds", seeds_, "A..B", "solve the puzzle of each of these seeds, and count its solutions");
    arguments.flag("--unique", unique_, "with --seeds: print and draw only the puzzles with exactly one solution");
    arguments.number("--threads", threads_, 1, kMostThreads, "with --seeds: number of threads; does not change the result (1)");
    common_.declare(arguments, &limit_, 2'000'000'000, "positions to search before it stops (5000000)");
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    if (all_ && show_ >= 0) stop(kUsage, "`--all` and `--show` exclude each other");
    if (unique_ && !seeds_) stop(kUsage, "--unique needs --seeds", "for a single puzzle the report says whether the solution is unique");
    if (unique_ && max_solutions_ == 1)
      stop(kUsage, "--unique must look for a second solution", "leave out --max-solutions, or give at least 2");
    if (seeds_ && (common_.seed || where_.at))
      stop(kUsage, "--seeds sets the start of each puzzle: leave out --seed and --at");
    const Game game = load_game(game_, common_, console);
    SolveOptions options;
    options.limit = static_cast<std::uint64_t>(limit_);
    options.waiting_bytes = std::max(options.waiting_bytes, kBytesEach * options.limit);
    if (max_solutions_ > 0) options.max_solutions = static_cast<std::uint64_t>(max_solutions_);
    if (!all_) options.max_returned = static_cast<std::uint64_t>(show_ >= 0 ? show_ : kShown);
    if (seeds_) return solve_seeds(game, options, console);
    const Position position = load_position(game, common_, where_, console);
    const Result<SolvedPuzzle> solved = solve_puzzle(position, options);
    if (!solved) stop_unsolved(solved.errors());
    if (common_.json) {
      print_json(*solved, console.out);
    } else {
      print(*solved, console);
    }
    return solved->count > 0 ? kDone : kNo;
  }

 private:
  [[noreturn]] static void stop_unsolved(const std::vector<Error>& errors) {
    const bool no_puzzle = errors[0].code == lang::code_name(lang::Code::G0613);
    stop(no_puzzle ? kUsage : kNo, errors);
  }

  // ---- one puzzle for each seed

  struct Seeded {
    std::uint64_t seed = 0;
    std::optional<Position> position;
    std::string text;  // of the position
    std::optional<SolvedPuzzle> solved;
  };

  /// The first and the last seed of "A..B".
  std::pair<std::uint64_t, std::uint64_t> read_seeds() const {
    const auto number = [](const std::string& text) -> std::optional<std::uint64_t> {
      if (text.empty() || text.size() > 18 || text.find_first_not_of("0123456789") != std::string::npos) return {};
      return std::stoull(text);
    };
    const std::size_t dots = seeds_->find("..");
    const auto first = number(seeds_->substr(0, dots));
    const auto last = dots == std::string::npos ? first : number(seeds_->substr(dots + 2));
    if (!first || !last || *last < *first || *last - *first >= kMostSeeds)
      stop(kUsage,
           "--seeds takes the first and the last of up to " + std::to_string(kMostSeeds) + " seeds; found `" + *seeds_ +
               "`",
           "for example 1..1000");
    return {*first, *last};
  }

  /// Solves some seeds, on all threads. Stops at the error of the lowest.
  std::vector<Seeded> solve_some(const Game& game, const SolveOptions& options, std::uint64_t first,
                                 std::uint64_t count, Console& console) const {
    std::vector<Seeded> all(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
      CommonOptions common = common_;
      common.seed = all[i].seed = first + i;
      all[i].position = load_position(game, common, where_, console).detach();
    }
    NumberQueue numbers(count);
    on_threads(threads_, [&](int) {
      while (const auto i = numbers.take()) {
        Result<SolvedPuzzle> solved = solve_puzzle(*all[*i].position, options);
        if (!solved) return numbers.fail(*i, solved.errors()[0]);
        all[*i].solved = std::move(*solved);
        all[*i].text = all[*i].position->text();
        if (const std::optional<Error> error = stopped(game.program())) return numbers.fail(*i, *error);  // it ends early
      }
    });
    if (numbers.error()) stop_unsolved({*numbers.error()});
    return all;
  }

  int solve_seeds(const Game& game, SolveOptions options, Console& console) const {
    const auto [first, last] = read_seeds();
    if (game.program().draws.empty())
      stop(kUsage, "every seed gives the same puzzle: nothing is drawn before the first choice",
           "set up the puzzle with a `draw` before the first choice: `draw blocks in 5 of cells`");
    if (show_ < 0 && !all_) options.max_returned = unique_ && common_.json ? 1 : 0;
    if (unique_ && max_solutions_ == 0) options.max_solutions = 2;
    constexpr std::uint64_t kChunk = 64;
    std::map<std::string, std::uint64_t> known;  // by its text: the first seed of a puzzle
    std::uint64_t unique = 0, again = 0, unknown = 0;
    Json puzzles = Json::array();
    for (std::uint64_t begin = first; begin <= last; begin += kChunk) {
      for (const Seeded& one : solve_some(game, options, begin, std::min(kChunk, last - begin + 1), console)) {
        const auto [same, is_new] = known.emplace(one.text, one.seed);
        again += !is_new;
        const bool is_only = is_unique(*one.solved) == true;
        unique += is_new && is_only;
        unknown += is_new && !is_unique(*one.solved);
        if (unique_ && !(is_new && is_only)) continue;
        if (common_.json) {
          puzzles.push(json_of(one, same->second));
        } else {
          print(one, same->second, console);
        }
      }
      console.out << std::flush;
    }
    const std::uint64_t puzzles_seen = last - first + 1 - again;
    if (common_.json) {
      Json json = Json::object().set("puzzles", puzzles).set("different", puzzles_seen);
      console.out << json.set("with_one_solution", unique).set("unknown", unknown).text();
    } else {
      console.out << std::to_string(unique) << " of " << counted(puzzles_seen, "different puzzle")
                  << (unique == 1 || puzzles_seen == 1 ? " has" : " have") << " exactly one solution"
                  << (unknown > 0 ? "; of " + std::to_string(unknown) + " the search was stopped: see --limit and --max-solutions"
                                  : "")
                  << '\n';
    }
    return unique > 0 ? kDone : kNo;
  }

  static Json json_of(const Seeded& one, std::uint64_t same_as) {
    Json json = json_of(*one.solved).set("seed", one.seed).set("position", one.text);
    return json.set("same_as", same_as == one.seed ? Json() : Json(same_as));
  }

  void print(const Seeded& one, std::uint64_t same_as, Console& console) const {
    console.out << "seed " << one.seed << ": "
                << (same_as == one.seed ? headline(*one.solved) : "same as seed " + std::to_string(same_as))
                << '\n';
    if (same_as != one.seed) return;
    if (unique_) {
      console.out << '\n';
      print_board(console.out, *one.position, console.style);
    }
    for (const Solution& solution : one.solved->solutions)
      console.out << "solution: " << lang::joined(solution.moves, "; ") << '\n';
    if (unique_) console.out << '\n';
  }

  // ---- answers

  /// Whether the solution is the only one; nothing if that is not known.
  static std::optional<bool> is_unique(const SolvedPuzzle& solved) {
    if (solved.complete) return solved.count == 1;
    if (solved.count > 1 && !solved.best) return false;
    return std::nullopt;
  }

  static void print_json(const SolvedPuzzle& solved, std::ostream& out) { out << json_of(solved).text(); }

  static Json json_of(const SolvedPuzzle& solved) {
    Json json = Json::object().set(
        "solutions", Json::array(solved.solutions, [](const Solution& solution) {
          return Json::object().set("moves", solution.moves).set("position", whole_text(solution.position));
        }));
    json.set("count", solved.count).set("unique", is_unique(solved)).set("best", solved.best);
    json.set("complete", solved.complete).set("positions", solved.positions).set("ends", solved.ends);
    return json.set("plies", solved.plies);
  }

  void print(const SolvedPuzzle& solved, Console& console) const {
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
                  << (all_ ? "" : ": --all prints all") << '\n';
  }

  /// The result in one line.
  static std::string headline(const SolvedPuzzle& solved) {
    const std::string ends = solved.ends == 0   ? ", none of them an end"
                             : solved.ends == 1 ? ", one of them an end"
                                                : ", " + std::to_string(solved.ends) + " of them ends";
    const std::string among = solved.complete ? "among " + counted(solved.positions, "position") + ends
                                              : "among the first " + counted(solved.positions, "position") + ends +
                                                    " (all lines of " + counted(solved.plies, "move") + ")";
    if (solved.best) {
      const std::string best = "the best score is " + std::to_string(*solved.best);
      if (solved.complete)
        return best + ", " + (solved.count == 1 ? "in one end only" : "in " + counted(solved.count, "end")) + ", " +
               among;
      return "the best score found is " + std::to_string(*solved.best) + ", " + among +
             "; there may be a better one";
    }
    if (solved.complete) {
      if (solved.count == 0) return "there is no solution, " + among;
      return (solved.count == 1 ? "the only solution, " : counted(solved.count, "solution") + ", ") + among;
    }
    if (solved.count == 0) return "no solution, " + among + "; there may be one";
    return counted(solved.count, "solution") + ", " + among + "; there may be more";
  }

  int limit_ = 5'000'000, max_solutions_ = 0, show_ = -1, threads_ = 1;
  bool all_ = false, unique_ = false;
  std::optional<std::string> seeds_;
};

}  // namespace

std::unique_ptr<Command> make_solve() { return std::make_unique<Solve>(); }

}  // namespace glint::cli
