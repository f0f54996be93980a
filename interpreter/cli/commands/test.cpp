// glint test: the tests and invariants that scripts carry.
#include <algorithm>
#include <ostream>
#include <sstream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/report/coverage.hpp"
#include "interpreter/cli/report/invariants.hpp"
#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/game.hpp"
#include "interpreter/cli/support/json.hpp"
#include "interpreter/cli/support/written.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/game/position_text.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

class Test : public Command {
 public:
  Description description() const override {
    return {"test", "run the tests in scripts",
            "  glint test games/{game}.glint    # one script\n"
            "  glint test games/*.glint    # several\n"
            "  glint test {game} --coverage    # lines that no test runs\n"
            "  glint test {game} --explore    # also search play for errors\n"
            "  glint test {game} --json    # every test, as data\n"
            "Next: `glint play FILE` plays the script, `glint study FILE` measures how it plays."};
  }

  void declare(Arguments& arguments) override {
    arguments.some("FILE", files_, "scripts: paths, or names of bundled games and variants");
    arguments.flag("--coverage", coverage_, "report which lines of the rules the tests run");
    arguments.text("--html", html_, "FILE", "also write the coverage as an HTML page");
    arguments.flag("--explore", invariants_,
                   "also search positions near the start and random games for broken invariants and errors");
    arguments.number("--games", games_, 0, 1'000'000'000, "with --explore, random games to play after the search (100)");
    common_.declare(arguments, &limit_, 100'000'000,
                    "with --explore, positions to search, nearest to the start first (20000)");
  }

  int run(Console& console) override {
    if (html_ && !coverage_) stop(kUsage, "--html needs --coverage");
    if (html_ && files_.size() > 1) stop(kUsage, "--html takes one script at a time");
    if (html_ == "-") stop(kUsage, "--html needs a file here, as the output shows the tests");
    check_output(html_, "--html", Output::page, common_.json);
    if (!invariants_ && (limit_ > 0 || games_ >= 0)) stop(kUsage, "--limit and --games need --explore");
    SharedSettings settings(common_.settings);
    check_folders(common_.paths);
    Counts counts;
    int status = kDone;
    for (const std::string& file : files_) {
      try {
        test_file(file, settings, console, counts);
      } catch (const Stop& stopped) {  // the other scripts are still tested
        console.report(stopped.errors);
        counts.files.push(Json::object().set("file", file).set("diagnostics", json_of(stopped.errors)));
        status = std::max(status, stopped.status);
      }
    }
    const bool fails = counts.failed > 0 || counts.broken > 0;
    if (fails) status = std::max(status, kNo);
    // A script with errors may have options that are not known.
    const auto problem = status == kDone || fails ? settings.left_over() : std::nullopt;
    if (problem) stop(kUsage, {*problem});
    Json json = Json::object().set("passed", counts.passed).set("failed", counts.failed).set("files", counts.files);
    if (common_.json) console.out << json.text();
    return status;
  }

 private:
  /// Sums over all files.
  struct Counts {
    int passed = 0, failed = 0, broken = 0;
    Json files = Json::array();
  };

  void test_file(const std::string& file, SharedSettings& settings, Console& console, Counts& counts) const {
    const Game game = load_game(file, settings, {}, common_, console);
    const std::vector<TestReport> reports = run_tests(game);
    std::vector<CoveredLine> lines;
    if (coverage_) {
      Coverage coverage;
      run_tests(game, coverage);
      lines = coverage.lines();
      if (html_) write_output(*html_, Output::page, coverage_page(game, lines, "Lines run by its tests"), console);
    }
    Json tests = Json::array();
    std::string failures;
    int good = 0;
    for (const TestReport& report : reports) {
      good += report.passed;
      Json test = Json::object().set("title", report.title).set("file", report.file).set("line", report.line);
      tests.push(test.set("passed", report.passed).set("failure", report.passed ? Json() : Json(report.failure))
                     .set("position", report.position ? Json(whole_text(*report.position)) : Json()));
      if (report.passed) continue;
      failures += lang::escaped(report.file) + ":" + std::to_string(report.line) + ": failed: " + report.title + "\n" + report.failure;
      if (failures.back() != '\n') failures += '\n';
      if (!report.position) continue;
      std::ostringstream board;
      print_board(board, *report.position, console.style);
      failures += "the position:\n\n" + board.str() + "\n";
    }
    const int bad = static_cast<int>(reports.size()) - good;
    counts.passed += good;
    counts.failed += bad;
    Json entry = Json::object().set("file", file).set("passed", good).set("failed", bad).set("tests", tests);
    if (coverage_) entry.set("coverage", coverage_json(lines));
    std::optional<PlayCheck> check;
    if (invariants_) {
      PlayCheckOptions options;
      if (limit_ > 0) options.limit = static_cast<std::uint64_t>(limit_);
      if (games_ >= 0) options.games = static_cast<std::uint64_t>(games_);
      options.seed = common_.seed.value_or(1);
      check = checked_play(game, options, common_.paths, console);
      counts.broken += check->broken.has_value();
      entry.set("play", json_of(*check));
    }
    counts.files.push(entry);
    if (common_.json) return;
    console.out << failures << lang::escaped(file) << ": ";
    if (reports.empty())
      console.out << "no tests\n";
    else if (bad == 0)
      console.out << lang::counted(reports.size(), "test") << " passed\n";
    else
      console.out << (reports.size() == 1 ? "" : std::to_string(bad) + " of ") << lang::counted(reports.size(), "test")
                  << " failed\n";
    if (coverage_) print_coverage(console.out, lines);
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
