// glint solve: the solutions of a puzzle, or the best result, and whether there is only one. With --value: who wins a
// small game of two players with perfect play.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/work_folder.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/manual/manual.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/options/sweep.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/game/record/record.hpp"
#include "interpreter/lab/search/solve.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/players/exact/proof.hpp"
#include "interpreter/players/methods.hpp"
#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

using lang::counted;

constexpr int kShown = 3;
constexpr std::uint64_t kMostSeeds = 1'000'000, kSeedsEnd = 1'000'000'000'000'000'000;
constexpr std::uint64_t kChunk = 64;  // puzzles that are solved before they are printed
/// Bytes for the queue of positions, for each position of `--limit`: far more than puzzles need.
constexpr std::uint64_t kBytesEach = 200;

class Solve : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a script, or a bundled game or variant");
    where_.declare(arguments);
    arguments.number("--max-solutions", max_solutions_, 1, 2'000'000'000, "stop after N solutions");
    arguments.number("--show", show_, 0, 2'000'000'000, "print N of the solutions (3)");
    arguments.flag("--all", all_, "print all of them");
    arguments.text("--seeds", seeds_, "A..B", "solve the puzzle of each of these seeds, and count its solutions");
    arguments.flag("--unique", unique_, "with --seeds: print and draw only the puzzles with exactly one solution");
    arguments.number("--threads", threads_, 1, kMostThreads,
                     "with --seeds: number of threads; does not change the result (1)");
    arguments.flag("--value", value_,
                   "of two players, who play in turn: who wins with perfect play, by how much, in how many plies");
    arguments.texts("--sweep", swept_, "OPTION=VALUES", "with --value: a value for each of these, as 3..5 or 3,5");
    arguments.flag("--symmetry", symmetry_,
                   "with --value: to save memory, count positions as one that a symmetry of the game makes alike");
    arguments.text(
        "--work", work_, "FOLDER",
        "with --value: search in files of this folder, not in memory; if it is ended, the same command goes on");
    arguments.text("-o,--out", out_, "FILE", "with --value: write a game of perfect play, for `glint replay`");
    arguments.budget(seconds_, "search for so long, 30s, 5m or 1h, and say what is known then");
    common_.declare(arguments, &limit_, 2'000'000'000, "positions to search before it stops (5000000)");
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    if (seconds_ > 0) is_late_ = [&console, end = console.seconds() + seconds_] { return console.seconds() >= end; };
    if (!value_ && (symmetry_ || !swept_.empty() || out_ || work_))
      stop(kUsage, "--sweep, --symmetry, --out and --work need --value");
    if (value_ && (all_ || show_ >= 0 || max_solutions_ > 0 || seeds_ || unique_))
      stop(kUsage,
           "--value is the value of a game; --show, --all, --max-solutions, --seeds and --unique are about solutions");
    if (value_ && seconds_ > 0)
      common_.limits.stop = [this, stop = std::move(common_.limits.stop)] { return stop() || is_late_(); };
    if (value_) return solve_values(load_game(game_, common_, console), console);
    if (all_ && show_ >= 0) stop(kUsage, "`--all` and `--show` exclude each other");
    if (unique_ && !seeds_)
      stop(kUsage, "--unique needs --seeds", "for a single puzzle the report says whether the solution is unique");
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
    const Result<Solved> solved = solve_until(is_late_, position, options);
    if (!solved) stop(status_of(solved.errors()[0]), solved.errors());
    if (common_.json) {
      if (const int status = print_json(console, [&](Json& json) { tell(*solved, json); }); status != kDone)
        return status;
    } else {
      print(*solved, console);
    }
    return solved->count > 0 ? kDone : kNo;
  }

 private:
  static int status_of(const Error& error) {
    return error.code == lang::code_name(lang::Code::G0613) ? kUsage : kNo;  // it is no puzzle
  }

  // ---- exact values

  int solve_values(const Game& game, Console& console) const {
    if (!swept_.empty() && (out_ || work_))
      stop(kUsage,
           (out_ ? "-o writes one line of play" : "--work keeps one search") +
               std::string(", and --sweep makes several"),
           "leave one of them out");
    if (out_) check_replaceable(*out_);
    int status = kDone;
    const auto each = [&](const auto& what) {
      for (const Settings& settings : swept_settings(game, swept_, read_settings(common_.settings, "--set"))) {
        const Result<Game> built = built_with(game, settings);
        if (!built) stop(kNo, built.errors());
        if (!solve_value(*built, console, [&](const auto&... found) { what(settings, found...); })) status = kNo;
        if (stopped(built->program())) return;
      }
    };
    if (!common_.json) {
      each([&](const Settings& settings, const auto&... found) {
        console.out << lang::joined(settings, ", ", [](const auto& one) { return one.first + " " + one.second; })
                    << (settings.empty() ? "" : ": ");
        print(found..., console);
      });
      return status;
    }
    const int printed = print_json(console, [&](Json& json) {
      if (!swept_.empty()) json["values"] = Json::array();
      each([&](const Settings& settings, const auto&... found) {
        if (swept_.empty()) return tell(found..., json);
        tell(found..., json["values"].emplace_back(Json{{"options", view::json_of(settings)}}));
      });
    });
    return printed != kDone ? printed : status;
  }

  /// Calls `what` with the values, their position, and a game of perfect play from there. False: its value was not
  /// decided.
  bool solve_value(const Game& game, Console& console, const auto& what) const {
    const Position start = load_position(game, common_, where_, console);
    if (const auto refused = ExactValues::refusal(start, "solve --value")) stop(kUsage, {*refused});
    std::unique_ptr<SearchStore> work;
    if (work_) {
      std::string key = "glint " + version() + "\n" + game.title() + ", rules " + std::to_string(game.rules_hash());
      for (const OptionInfo& one : game.options()) key += ", " + one.name + "=" + one.value;
      work = open_work(*work_, key + (symmetry_ ? ", --symmetry\n" : "\n") + start.text() + "\n");
    }
    const auto shown = [&console](const SearchProgress& now) { show_search(console, now); };
    const ExactOptions options{static_cast<std::uint64_t>(limit_), symmetry_, false, shown, work.get()};
    ExactValues values(start, options);
    const std::optional<Error> error = values.run();
    Result<Proved> proved = Proved{};
    if (!error && !work && !values.is_decided() && !values.was_stopped()) proved = prove_winner(start, options);
    hide_search(console);
    if (error) stop(status_of(*error), {*error});
    if (!proved) stop(status_of(proved.errors()[0]), proved.errors());
    Result<PerfectPlay> play = perfect_play(values, start);
    if (!play) stop(kNo, play.errors());
    play->is_decided = play->is_decided || proved->is_decided;
    if (proved->winner) play->winner = game.players()[static_cast<std::size_t>(*proved->winner)];
    const Result<std::string> best = proved->best ? start.move(*proved->best) : std::string();
    if (!best) stop(kNo, best.errors());
    Record line = record_of(game, game_, common_.seed.value_or(1));
    line.draws = start.draws();
    if (where_.at || where_.after) line.position = start.text();
    line.moves = play->moves;
    line.result = play->result;
    if (out_ && values.is_decided()) replace_file(*out_, write_record(line));
    what(values, start, *play, *proved, *best);
    if (work && values.is_decided()) remove_work(*work_);
    return play->is_decided;
  }

  static void tell(const ExactValues& values, const Position& start, const PerfectPlay& play, const Proved& proved,
                   const std::string& best, Json& json) {
    json["to_move"] = player(start);
    json.update(json_of(play));
    json["depth"] = values.depth();
    json["positions"] = values.positions();
    json["bytes"] = values.bytes();
    json["symmetries"] = values.symmetries();
    json["proved"] = proved.is_decided ? Json(proved.positions) : Json();
    json["best"] = best.empty() ? Json() : Json(best);
  }

  static std::string megabytes(std::uint64_t bytes) { return number_text(static_cast<double>(bytes) / 1e6, 1) + " MB"; }

  void print(const ExactValues& values, const Position& start, const PerfectPlay& play, const Proved& proved,
             const std::string& best, Console& console) const {
    if (proved.is_decided) {
      console.out << (play.winner.empty() ? "nobody can force a win"
                                          : play.winner + " wins with perfect play, in how many plies is not known")
                  << " (proved with " << grouped_count(proved.positions, "position") << ", " << megabytes(proved.bytes)
                  << ")\n";
      if (swept_.empty() && !best.empty()) console.out << player(start) << " wins with " << best << '\n';
      if (out_) console.err << "warning: a proof has no line of perfect play, so --out has written nothing\n";
      return;
    }
    console.out << play.text();
    if (!values.is_decided()) console.out << ": nobody can force a win in " << counted(values.depth(), "ply", "plies");
    console.out << " (" << counted(values.positions(), "position") << ", " << megabytes(values.bytes())
                << (values.symmetries() > 1 ? ", each for its " + std::to_string(values.symmetries()) + " images" : "")
                << (values.was_stopped() ? ", stopped" : "") << ")\n"
                << std::flush;
    if (!swept_.empty()) return;
    if (work_ && !values.is_decided())
      console.out << "kept in " << lang::marked(*work_) << ": the same command goes on there"
                  << (values.was_stopped() ? "" : ", with a higher `--limit`") << '\n';
    else if (!values.is_decided() && !values.was_stopped())
      console.out << "`--limit N` searches more positions"
                  << (symmetry_ ? "\n" : ", and `--symmetry` counts those that are alike once\n");
    if (!play.moves.empty())
      console.out << "\nperfect play, " << player(start) << " first: " << lang::joined(play.moves, "; ") << '\n'
                  << (play.result.empty() ? "and so on: this goes round" : play.result) << '\n';
  }

  static std::string player(const Position& start) {
    return start.game().players()[static_cast<std::size_t>(start.to_move())];
  }

  // ---- one puzzle for each seed

  struct Seeded {
    std::uint64_t seed = 0;
    std::optional<Position> position;
    std::string text;  // of the position
    std::optional<Solved> solved;
  };

  /// The first and the last seed of "A..B".
  std::pair<std::uint64_t, std::uint64_t> read_seeds() const {
    const std::size_t dots = seeds_->find("..");
    const auto first = whole_number(seeds_->substr(0, dots));
    const auto last = dots == std::string::npos ? first : whole_number(seeds_->substr(dots + 2));
    if (!first || !last || *last < *first || *last - *first >= kMostSeeds || *last >= kSeedsEnd)
      stop(kUsage,
           "--seeds takes the first and the last of up to " + std::to_string(kMostSeeds) +
               " seeds, numbers of up to 18 digits; found `" + *seeds_ + "`",
           "for example 1..1000");
    return {*first, *last};
  }

  /// Some seeds, up to the first whose puzzle cannot be set up or solved, and why that one cannot.
  struct SomeSeeds {
    std::vector<Seeded> solved;
    std::optional<Stop> failure;
  };

  /// Solves some seeds, on all threads.
  SomeSeeds solve_some(const Game& game, const SolveOptions& options, std::uint64_t first, std::uint64_t count,
                       Console& console) const {
    SomeSeeds some;
    std::vector<Seeded>& all = some.solved;
    try {
      for (std::uint64_t i = 0; i < count; ++i) {
        CommonOptions common = common_;
        common.seed = first + i;
        all.push_back({*common.seed, load_position(game, common, where_, console).detach(), {}, {}});
      }
    } catch (Stop& stop) {
      some.failure = std::move(stop);
    }
    NumberQueue numbers(all.size());
    on_threads(threads_, [&](int) {
      while (const auto i = numbers.take()) {
        Result<Solved> solved = solve_until(is_late_, *all[*i].position, options);
        if (!solved) return numbers.fail(*i, solved.errors()[0]);
        all[*i].text = all[*i].position->text();
        if (const std::optional<Error> error = stopped(game.program()))
          return numbers.fail(*i, *error);  // it ends early
        all[*i].solved = std::move(*solved);
      }
    });
    if (numbers.error()) {
      some.failure = Stop{status_of(*numbers.error()), {*numbers.error()}};
      all.erase(std::find_if(all.begin(), all.end(), [](const Seeded& one) { return !one.solved; }), all.end());
    }
    return some;
  }

  int solve_seeds(const Game& game, SolveOptions options, Console& console) const {
    const std::uint64_t first = read_seeds().first;
    if (game.program().draws.empty())
      stop(kUsage, "every seed gives the same puzzle: nothing is drawn before the first choice",
           "set up the puzzle with a `draw` before the first choice: `draw blocks in 5 of cells`");
    if (show_ < 0 && !all_) options.max_returned = unique_ && common_.json ? 1 : 0;
    if (unique_ && max_solutions_ == 0) options.max_solutions = 2;
    options.returned_bytes /= kChunk;
    Counts counts;
    int status = kDone;
    if (common_.json) {
      status = print_json(console, [&](Json& json) {
        Json& puzzles = json["puzzles"] = Json::array();
        const std::optional<Stop> failure =
            solve_all(game, options, console, counts, [&](const Seeded& one, std::uint64_t same) {
              tell(one, same, puzzles.emplace_back(Json::object()));
            });
        json["different"] = counts.seen - counts.again;
        json["with_one_solution"] = counts.unique;
        json["unknown"] = counts.unknown;
        json["untried"] = untried(counts);
        if (!failure) return;
        json["seed_of_error"] = first + counts.seen;
        throw *failure;
      });
    } else {
      const std::optional<Stop> failure = solve_all(
          game, options, console, counts, [&](const Seeded& one, std::uint64_t same) { print(one, same, console); });
      if (failure) {
        console.out << "seed " << first + counts.seen << ": not solved\n" << std::flush;
        throw *failure;
      }
      print(counts, console);
    }
    return status != kDone ? status : counts.unique > 0 ? kDone : kNo;
  }

  /// Counts of the seeds before the first that was not solved.
  struct Counts {
    std::uint64_t seen = 0, again = 0;      // and how many of them have the puzzle of an earlier seed
    std::uint64_t unique = 0, unknown = 0;  // different puzzles with one solution, and of which that is not known
  };

  /// Solves all seeds, and calls `what` with the wanted ones, in order, with the first seed of the same puzzle. Answers
  /// why one could not be solved; those after it are left.
  std::optional<Stop> solve_all(const Game& game, const SolveOptions& options, Console& console, Counts& counts,
                                auto what) const {
    const auto [first, last] = read_seeds();
    std::map<std::string, std::uint64_t> known;  // by its text: the first seed of a puzzle
    for (std::uint64_t begin = first; begin <= last; begin += kChunk) {
      const SomeSeeds some = solve_some(game, options, begin, std::min(kChunk, last - begin + 1), console);
      for (const Seeded& one : some.solved) {
        const auto [same, is_new] = known.emplace(one.text, one.seed);
        ++counts.seen;
        counts.again += !is_new;
        const bool is_only = is_unique(*one.solved) == true;
        counts.unique += is_new && is_only;
        counts.unknown += is_new && !is_unique(*one.solved);
        if (!unique_ || (is_new && is_only)) what(one, same->second);
      }
      console.out << std::flush;
      if (some.failure || (is_late_ && is_late_())) return some.failure;
    }
    return std::nullopt;
  }

  std::uint64_t untried(const Counts& counts) const {
    const auto [first, last] = read_seeds();
    return last - first + 1 - counts.seen;
  }

  void print(const Counts& counts, Console& console) const {
    const std::uint64_t puzzles = counts.seen - counts.again;
    console.out << std::to_string(counts.unique) << " of " << counted(puzzles, "different puzzle")
                << (counts.unique == 1 || puzzles == 1 ? " has" : " have") << " exactly one solution"
                << (counts.unknown > 0 ? "; of " + std::to_string(counts.unknown) +
                                             " the search was stopped: see --limit and --max-solutions"
                                       : "")
                << (untried(counts) == 0 ? "" : "; not tried: " + grouped_count(untried(counts), "seed")) << '\n';
  }

  static void tell(const Seeded& one, std::uint64_t same_as, Json& json) {
    tell(*one.solved, json);
    json["seed"] = one.seed;
    json["position"] = one.text;
    json["same_as"] = same_as == one.seed ? Json() : Json(same_as);
  }

  void print(const Seeded& one, std::uint64_t same_as, Console& console) const {
    console.out << "seed " << one.seed << ": "
                << (same_as == one.seed ? headline(*one.solved) : "same as seed " + std::to_string(same_as)) << '\n';
    if (same_as != one.seed) return;
    if (unique_) {
      console.out << '\n';
      print_board(console.out, *one.position, console.style);
    }
    for (const Solution& solution : one.solved->solutions)
      console.out << "solution, " << counted(solution.moves.size(), "move") << ": "
                  << lang::joined(solution.moves, "; ") << '\n';
    if (unique_) console.out << '\n';
  }

  // ---- answers

  /// Is the solution the only one? Nothing if that is not known.
  static std::optional<bool> is_unique(const Solved& solved) {
    if (solved.complete) return solved.count == 1;
    if (solved.count > 1 && !solved.best) return false;
    return std::nullopt;
  }

  static void tell(const Solved& solved, Json& json) {
    json["solutions"] = list_of(solved.solutions, [](const Solution& one) {
      return Json{{"moves", one.moves}, {"position", one.position.text()}};
    });
    json["count"] = solved.count;
    json["unique"] = json_of(is_unique(solved));
    json["best"] = json_of(solved.best);
    json["complete"] = solved.complete;
    json["positions"] = solved.positions;
    json["ends"] = solved.ends;
    json["plies"] = solved.plies;
  }

  void print(const Solved& solved, Console& console) const {
    console.out << headline(solved) << '\n';
    std::uint64_t number = 0;
    for (const Solution& solution : solved.solutions) {
      console.out << '\n';
      if (solved.count > 1) console.out << ++number << ", ";
      console.out << counted(solution.moves.size(), "move") << ": " << lang::joined(solution.moves, "; ") << "\n\n";
      print_board(console.out, solution.position, console.style);
    }
    if (!solved.solutions.empty() && solved.solutions.size() < solved.count)
      console.out << "\nand " << counted(solved.count - solved.solutions.size(), "more solution")
                  << (all_ ? ", too many to keep" : ": --all prints all") << '\n';
  }

  /// The result in one line.
  static std::string headline(const Solved& solved) {
    const std::string ends = solved.ends == 0   ? ", none of them an end"
                             : solved.ends == 1 ? ", one of them an end"
                                                : ", " + std::to_string(solved.ends) + " of them ends";
    const std::string lines = solved.complete ? "" : " (all lines of " + counted(solved.plies, "move") + ")",
                      among = (solved.complete ? "among " : "among the first ") +
                              counted(solved.positions, "position") + ends + lines;
    if (solved.best) {
      const std::string best = std::to_string(*solved.best) + ", ", many = "in " + counted(solved.count, "end") + ", ";
      return solved.complete ? "the best score is " + best + (solved.count == 1 ? "in one end only, " : many) + among
                             : "the best score found is " + best + among + "; there may be a better one";
    }
    if (solved.complete) {
      if (solved.count == 0) return "there is no solution, " + among;
      return (solved.count == 1 ? "the only solution, " : counted(solved.count, "solution") + ", ") + among;
    }
    if (solved.count == 0) return "no solution, " + among + "; there may be one";
    return counted(solved.count, "solution") + ", " + among + "; there may be more";
  }

  double seconds_ = 0;
  std::function<bool()> is_late_;  // if there is a time limit: whether the time is over
  int limit_ = 5'000'000, max_solutions_ = 0, show_ = -1, threads_ = 1;
  bool all_ = false, unique_ = false, value_ = false, symmetry_ = false;
  std::optional<std::string> seeds_, out_, work_;
  std::vector<std::string> swept_;
};

}  // namespace

std::unique_ptr<Command> make_solve() { return std::make_unique<Solve>(); }

}  // namespace glint::cli
