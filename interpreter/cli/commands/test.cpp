// glint test: the tests and invariants that scripts carry.
#include <algorithm>
#include <glint/invariants.hpp>
#include <ostream>
#include <sstream>
#include <utility>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/report/coverage.hpp"
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
  Description description() const override {
    return {"test", "run the tests in scripts",
            "  glint test games/laser_lawn.glint    # one script\n"
            "  glint test games/*.glint    # several\n"
            "  glint test laser_lawn --coverage    # lines that no test runs\n"
            "  glint test laser_lawn --explore    # also search play for errors\n"
            "  glint test laser_lawn --json    # every test, as data\n"
            "Next: `glint play FILE` plays the script, `glint study FILE` measures how it plays."};
  }

  void declare(Arguments& arguments) override {
    arguments.some("SCRIPT", files_, "scripts: paths, or names of bundled games and variants");
    arguments.flag("--coverage", coverage_, "report which lines of the rules the tests run");
    arguments.text("--html", html_, "FILE", "also write the coverage as an HTML page");
    arguments.flag("--explore", invariants_,
                   "also search positions near the start and random games for broken invariants and errors");
    arguments.number("--games", games_, 0, 1'000'000'000,
                     "with --explore, random games to play after the search (100)");
    common_.declare(arguments, &limit_, 100'000'000,
                    "with --explore, positions to search, nearest to the start first (20000)");
  }

  int run(Console& console) override {
    if (html_ && !coverage_) stop(kUsage, "--html needs --coverage");
    if (html_ && files_.size() > 1) stop(kUsage, "--html takes one script at a time");
    if (html_ == "-") stop(kUsage, "--html needs a file here, as the output shows the tests");
    check_output(html_, "--html", Output::page, common_.json);
    if (!invariants_ && (limit_ > 0 || games_ >= 0)) stop(kUsage, "--limit and --games need --explore");
    check_folders(common_.paths);
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

  void test_file(const std::string& file, SharedSettings& settings, Console& console, Counts& counts) const {
    const Game game = load_game(file, settings, {}, common_, console);
    const std::vector<TestReport> reports = run_tests(game);
    std::vector<CoveredLine> lines;
    if (coverage_) {
      Coverage coverage;
      run_tests(game, coverage);
      lines = coverage.lines();
      if (html_)
        write_output(*html_, Output::page, report::coverage_page(game, lines, "Lines run by its tests"), console);
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
  bool coverage_ = false, invariants_ = false;
  int limit_ = 0, games_ = -1;
  std::optional<std::string> html_;
  CommonOptions common_;
};

}  // namespace

std::unique_ptr<Command> make_test() { return std::make_unique<Test>(); }

}  // namespace glint::cli
