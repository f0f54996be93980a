// glint test: the tests and invariants that scripts carry.
#include <algorithm>
#include <glint/invariants.hpp>
#include <ostream>
#include <sstream>
#include <thread>
#include <utility>

#include "interpreter/cli/commands/check.hpp"
#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/console/safe_output.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/report/study.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// "20,000 positions (all lines of up to 2 moves) and in 100 random games of up to 44 plies"
std::string extent(const PlayCheck& check) {
  if (check.complete)
    return (check.positions == 1 ? "the only position" : "all " + grouped_count(check.positions, "position")) +
           " that can be reached";
  std::string text = grouped_count(check.positions, "position");
  if (!check.depth) {
    text += " (not all outcomes of chance before the first move)";
  } else if (*check.depth == 0) {
    text += " (no move is searched completely)";
  } else {
    text += " (all lines of up to " + grouped_count(*check.depth, "move") + ")";
  }
  if (check.games > 0)
    text += " and in " + grouped_count(check.games, "random game") + " of up to " +
            (check.plies == 1 ? "1 ply" : grouped(check.plies) + " plies");
  return text;
}

/// Runs `check_play` and shows its progress.
PlayCheck checked_play(const Game& game, PlayCheckOptions options, const std::vector<std::string>& paths,
                       Console& console) {
  options.with_text = [&](const std::string& added) { return load_with_text(game, added, paths); };
  options.progress = [&console](const SearchProgress& progress) { show_search(console, progress); };
  PlayCheck check = check_play(game, options);
  hide_search(console);
  return check;
}

void print_play_check(std::ostream& out, const std::string& file, const PlayCheck& check) {
  out << lang::escaped(file) << ": ";
  if (!check.broken) {
    out << (check.invariants == 0   ? "no invariant; no error of the script in "
            : check.invariants == 1 ? "the invariant holds in "
                                    : "invariants hold in ")
        << extent(check) << "\n";
    return;
  }
  const BrokenRule& broken = *check.broken;
  if (broken.error.code == "G0614") {
    out << broken.error.rendered;
    return;
  }
  const bool is_invariant = broken.error.code == "G0604";
  out << (is_invariant ? "an invariant is broken " : "the script is in error ");
  if (broken.moves.empty()) {
    out << "before the first move\n";
  } else {
    out << "after " << grouped_count(broken.moves.size(), "move") << ", "
        << (broken.shortest ? "the shortest way there" : "perhaps not the shortest way there") << "\n";
  }
  out << broken.error.rendered;
  const auto assignment = [](const auto& draw) { return draw.first + " = " + draw.second; };
  if (!broken.draws.empty()) out << "  draws: " << lang::joined(broken.draws, ", ", assignment) << "\n";
  if (!broken.moves.empty()) out << "  moves: " << lang::joined(broken.moves, "; ") << "\n";
  if (broken.test.empty()) {
    out << "no test of this could be written\n";
  } else {
    out << "a test that fails until this is corrected:\n\n" << broken.test << "\n";
  }
}

Json play_json(const PlayCheck& check) {
  Json broken;
  if (check.broken) {
    const Error& error = check.broken->error;
    const auto draw_json = [](const auto& draw) { return Json{{"name", draw.first}, {"value", draw.second}}; };
    broken = {{"code", error.code},
              {"message", error.message},
              {"file", error.file},
              {"line", error.line},
              {"moves", check.broken->moves},
              {"draws", list_of(check.broken->draws, draw_json)},  // a name may be drawn more than once
              {"shortest", check.broken->shortest},
              {"test", check.broken->test.empty() ? Json() : Json(check.broken->test)}};
  }
  return {{"invariants", check.invariants},
          {"positions", check.positions},
          {"depth", json_of(check.depth)},
          {"complete", check.complete},
          {"games", check.games},
          {"plies", check.plies},
          {"broken", broken}};
}

class Test : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.some("SCRIPT", files_, "scripts: paths, or names of bundled games and variants");
    arguments.flag("--coverage", coverage_, "report which lines of the rules the tests run");
    arguments.flag("--explore", invariants_,
                   "also search positions near the start and random games for broken invariants and errors");
    arguments.number("--games", games_, 0, 1'000'000'000,
                     "with --explore, random games to play after the search (100)");
    arguments.flag("--watch", watch_,
                   "check and test again after each save of a script in the same folders, until Ctrl-C");
    common_.declare(arguments, &limit_, 100'000'000,
                    "with --explore, positions to search, nearest to the start first (20000)");
  }

  int run(Console& console) override {
    if (!invariants_ && (limit_ > 0 || games_ >= 0)) stop(kUsage, "--limit and --games need --explore");
    check_folders(common_.paths);
    if (watch_) return watch(console);
    Counts counts;
    const int status = test_all(console, counts);
    Json json = {{"passed", counts.passed}, {"failed", counts.failed}, {"files", counts.files}};
    if (common_.json) console.out << json_text(json);
    return status;
  }

 private:
  /// Sums over all files.
  struct Counts {
    int passed = 0, failed = 0, broken = 0;
    Json files = Json::array();
  };

  /// Tests all scripts; returns the exit status.
  int test_all(Console& console, Counts& counts) const {
    SharedSettings settings(common_.settings);
    int status = kDone;
    for (const std::string& file : files_) {
      try {
        if (watch_) check_first(file, settings, console);
        test_file(file, settings, console, counts);
      } catch (const Stop& stopped) {  // the other scripts are still tested
        console.report(stopped.errors);
        counts.files.push_back(Json{{"file", file}, {"diagnostics", json_of(stopped.errors)}});
        status = std::max(status, stopped.status);
      }
    }
    const bool fails = counts.failed > 0 || counts.broken > 0;
    if (fails) status = std::max(status, kNo);
    // A script with errors may have options that are not known.
    const auto problem = status == kDone || fails ? settings.left_over() : std::nullopt;
    if (problem) stop(kUsage, {*problem});
    return status;
  }

  /// Tests the scripts after each save, until the user or `--limit seconds=N` ends it.
  int watch(Console& console) {
    if (common_.json) stop(kUsage, "--watch has no JSON, as it never ends");
    for (const std::string& file : files_) {
      if (file == "-") stop(kUsage, "--watch needs files, and `-` is standard input");
      if (!exists(file) && bundled_file(file))
        stop(kUsage, "`" + file + "` is built into glint and never changes",
             "watch a script of your own: `glint new my_game --of " + file + "` writes one");
      read_input(file, Input::script, console);  // ends here if it cannot be read
    }
    const StopsWork stops(common_.limits);
    const auto is_ended = [&] { return common_.limits.stop && common_.limits.stop(); };
    Stamps last = stamps_of(files_, common_.paths);
    int status = kDone;
    while (!is_ended()) {
      if (console.lines > 0) SafeOutput::behind(console.out) << "\x1b[H\x1b[2J";
      Counts counts;
      status = test_all(console, counts);
      console.out << "\nwaiting for the next save; Ctrl-C ends\n" << std::flush;
      // An editor may write a file in parts, so all files must stay unchanged for a moment.
      for (bool changed = false, settled = false; !settled && !is_ended();) {
        std::this_thread::sleep_for(kBetweenLooks);
        Stamps stamps = stamps_of(files_, common_.paths);
        const bool now = stamps != last;
        last = std::move(stamps);
        settled = changed && !now;
        changed = changed || now;
      }
    }
    return status;
  }

  /// Prints what `glint check` finds in a script; throws if there are errors.
  void check_first(const std::string& file, SharedSettings& settings, Console& console) const {
    std::vector<Error> found = check_script(file, settings, common_, console);
    if (!std::all_of(found.begin(), found.end(), [](const Error& error) { return error.is_warning; }))
      stop(kNo, std::move(found));
    console.report(found);
  }

  void test_file(const std::string& file, SharedSettings& settings, Console& console, Counts& counts) const {
    std::ostringstream printed;  // the warnings, which check_first has printed
    Console quiet{console.in, console.out, printed};
    quiet.style = console.style;
    const Game game = load_game(file, settings, {}, common_, watch_ ? quiet : console);
    const std::vector<TestReport> reports = run_tests(game);
    std::vector<CoveredLine> lines;
    if (coverage_) {
      Coverage coverage;
      run_tests(game, coverage);
      lines = coverage.lines();
    }
    Json tests = Json::array();
    std::string failures, last_board;
    int good = 0;
    for (const TestReport& report : reports) {
      good += report.passed;
      Json test = {{"title", report.title}, {"file", report.file}, {"line", report.line}};
      test.update({{"passed", report.passed}, {"failure", report.passed ? Json() : Json(report.failure)}});
      test["position"] = report.position ? Json(report.position->text()) : Json();
      tests.push_back(test);
      if (report.passed) continue;
      failures += lang::escaped(report.file) + ":" + std::to_string(report.line) + ": failed: " + report.title + "\n" +
                  report.failure;
      if (failures.back() != '\n') failures += '\n';
      if (!report.position) continue;
      std::ostringstream board;
      print_board(board, *report.position, console.style);
      const bool is_known = board.str() == last_board;
      last_board = board.str();
      failures += is_known ? "the position: the same as before\n\n" : "the position:\n\n" + last_board + "\n";
    }
    const int bad = static_cast<int>(reports.size()) - good;
    counts.passed += good;
    counts.failed += bad;
    Json entry = {{"file", file}, {"passed", good}, {"failed", bad}, {"tests", tests}};
    if (coverage_) entry["coverage"] = report::coverage_json(lines);
    std::optional<PlayCheck> check;
    if (invariants_) {
      PlayCheckOptions options;
      if (limit_ > 0) options.limit = static_cast<std::uint64_t>(limit_);
      if (games_ >= 0) options.games = static_cast<std::uint64_t>(games_);
      options.seed = common_.seed.value_or(1);
      check = checked_play(game, options, common_.paths, console);
      counts.broken += check->broken.has_value();
      entry["play"] = play_json(*check);
    }
    counts.files.push_back(entry);
    if (common_.json) return;
    console.out << failures << lang::escaped(file) << ": ";
    if (reports.empty())
      console.out << "no tests\n";
    else if (bad == 0)
      console.out << lang::counted(reports.size(), "test") << " passed\n";
    else
      console.out << (reports.size() == 1 ? "" : std::to_string(bad) + " of ") << lang::counted(reports.size(), "test")
                  << " failed\n";
    if (coverage_)
      for (const std::string& line : report::coverage_lines(lines)) console.out << line << '\n';
    if (check) print_play_check(console.out, file, *check);
  }

  std::vector<std::string> files_;
  bool coverage_ = false, invariants_ = false, watch_ = false;
  int limit_ = 0, games_ = -1;
  CommonOptions common_;
};

}  // namespace

std::unique_ptr<Command> make_test() { return std::make_unique<Test>(); }

}  // namespace glint::cli
