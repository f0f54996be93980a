// glint test: the tests and invariants that scripts carry.
#include <algorithm>
#include <ostream>

#include "interpreter/cli/command.hpp"
#include "interpreter/cli/files.hpp"
#include "interpreter/cli/game.hpp"
#include "interpreter/cli/json.hpp"

namespace glint::cli {
namespace {

class Test : public Command {
 public:
  Description description() const override {
    return {"test", "run the tests that scripts carry",
            "  glint test games/{game}.glint    # a line for the script, and what failed\n"
            "  glint test games/*.glint    # several\n"
            "  glint test {game} --json    # every test by its title"};
  }

  void declare(Arguments& arguments) override {
    arguments.some("FILE", files_, "scripts: paths, or names of bundled games and variants");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    SharedSettings settings(common_.settings);
    check_folders(common_.paths);
    Json files = Json::array();
    int passed = 0, failed = 0;
    int status = kDone;
    for (const std::string& file : files_) {
      try {
        test_file(file, settings, console, files, passed, failed);
      } catch (const Stop& stopped) {  // the other scripts are tested none the less
        console.report(stopped.errors);
        Json errors = Json::array();
        for (const Error& error : stopped.errors) errors.push(json_of(error));
        files.push(Json::object().set("file", file).set("diagnostics", errors));
        status = std::max(status, stopped.status);
      }
    }
    if (failed > 0) status = std::max(status, kNo);
    // Where a script is wrong, nobody knows what options it has.
    const auto problem = status == kDone || failed > 0 ? settings.left_over() : std::nullopt;
    if (problem) stop(kUsage, {*problem});
    if (common_.json) {
      console.out << Json::object().set("passed", passed).set("failed", failed).set("files", files).text();
    }
    return status;
  }

 private:
  void test_file(const std::string& file, SharedSettings& settings, Console& console, Json& files, int& passed,
                 int& failed) const {
    const Game game = load_game(file, settings, {}, common_.paths, console);
    const std::vector<TestReport> reports = run_tests(game);
    Json tests = Json::array();
    std::string failures;
    int good = 0;
    for (const TestReport& report : reports) {
      good += report.passed;
      tests.push(Json::object()
                     .set("title", report.title)
                     .set("file", report.file)
                     .set("line", report.line)
                     .set("passed", report.passed)
                     .set("failure", report.passed ? Json() : Json(report.failure)));
      if (report.passed) continue;
      failures += report.file + ":" + std::to_string(report.line) + ": failed: " + report.title + "\n" + report.failure;
      if (!failures.empty() && failures.back() != '\n') failures += '\n';
    }
    const int bad = static_cast<int>(reports.size()) - good;
    passed += good;
    failed += bad;
    files.push(Json::object().set("file", file).set("passed", good).set("failed", bad).set("tests", tests));
    if (common_.json) return;
    console.out << failures << file << ": ";
    if (reports.empty()) {
      console.out << "no tests\n";
    } else if (bad == 0) {
      console.out << good << (good == 1 ? " test passed\n" : " tests passed\n");
    } else {
      console.out << bad << " of " << reports.size() << " tests failed\n";
    }
  }

  std::vector<std::string> files_;
  CommonOptions common_;
};

}  // namespace

std::unique_ptr<Command> make_test() { return std::make_unique<Test>(); }

}  // namespace glint::cli
