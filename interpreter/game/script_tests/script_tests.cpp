// Runs the script's own tests: those with the same options share a build, and all together have a limit of work.
#include <map>

#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/game/script_tests/test_run.hpp"
#include "interpreter/machine/profile.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

using rules::StmtKind;

/// Called with the profile of each build that runs tests.
using Ran = std::function<void(const Program&, const Profile&)>;

/// True if there is a `for` that could run in the other direction.
bool has_loops(const rules::Block& block) {
  for (const rules::Stmt& stmt : block)
    if (stmt.kind == StmtKind::for_ || has_loops(stmt.body) || has_loops(stmt.other)) return true;
  return false;
}

bool has_loops(const rules::Rules& rules) {
  bool found = has_loops(rules.setup.body);
  for (const rules::Effect& effect : rules.effects) found = found || has_loops(effect.body);
  for (const rules::Move& move : rules.moves) found = found || has_loops(move.body);
  for (const rules::Test& test : rules.tests) found = found || has_loops(test.body);
  return found;
}

bool is_drawing(const rules::Stmt& stmt) { return stmt.kind == StmtKind::map || stmt.kind == StmtKind::expect_map; }

/// Runs all tests of a game. Tests that ask for the same options share a build.
class TestRunner {
 public:
  /// With `ran`, each test is run once, with code built without lowerings.
  explicit TestRunner(const Program& given, Ran ran = {})
      : given_(given), ran_(std::move(ran)), loops_(!ran_ && has_loops(given.rules)) {
    for (std::size_t t = 0; t < tests().size(); ++t) add(static_cast<int>(t));
  }
  /// Only these tests, by number; `ended` gets the last position of each, and its failure.
  TestRunner(const Program& given, const std::vector<int>& numbers, std::vector<EndedTest>& ended)
      : given_(given), loops_(has_loops(given.rules)), ended_(&ended) {
    for (const int number : numbers) add(number);
    ended.resize(tests().size());
  }

  /// The errors of the boards that tests draw. Tests whose options do not build are left out.
  std::vector<Error> misdrawn_boards() const {
    std::vector<Error> wrong;
    for (const auto& [settings, tests_of] : groups_) {
      std::vector<const rules::Stmt*> drawings;
      for (const int test : tests_of)
        for (const rules::Stmt& stmt : tests()[static_cast<std::size_t>(test)].body)
          if (is_drawing(stmt)) drawings.push_back(&stmt);
      if (drawings.empty()) continue;
      const bool as_given = settings == given_.options;
      const Built built =
          as_given ? Built{} : make_program(given_.written_rules(), given_.sources, given_.id, build_options(settings));
      if (!as_given && !built.program) continue;
      Machine machine(as_given ? given_ : *built.program);
      BoardReader reader(machine);
      std::vector<std::vector<int>> board;
      for (const rules::Stmt* drawn : drawings) {
        std::vector<DrawnRow> rows = rows_of(drawn->texts[0]);
        // Lines `name = value` of a `map` are no rows.
        if (drawn->kind == rules::StmtKind::map)
          std::erase_if(rows, [](const DrawnRow& row) { return is_setting(row.text); });
        if (const auto problem = reader.read(rows, 1, board))
          wrong.push_back(to_error(*given_.sources, misdrawn(given_, *drawn, *problem)));
      }
    }
    return wrong;
  }

  /// The reports by number; those of tests that are not to be run are empty.
  std::vector<TestReport> run() {
    std::vector<TestReport> reports(tests().size());
    for (const int number : mistaken_) {
      const rules::Test& test = tests()[static_cast<std::size_t>(number)];
      reports[static_cast<std::size_t>(number)] = failed(given_, test, test.mistakes);
    }
    for (const auto& group : groups_) run_group(group.first, group.second, reports);
    return reports;
  }

 private:
  const std::vector<rules::Test>& tests() const { return given_.rules.tests; }

  void add(int number) {
    const rules::Test& test = tests()[static_cast<std::size_t>(number)];
    if (test.mistakes.empty())
      groups_[options_of(test)].push_back(number);
    else
      mistaken_.push_back(number);
  }

  std::vector<std::int64_t> options_of(const rules::Test& test) const {
    std::vector<std::int64_t> options = given_.options;
    for (const auto& setting : test.with) options[setting.first] = setting.second;
    return options;
  }

  BuildOptions build_options(const std::vector<std::int64_t>& settings) const {
    return {.options = settings, .limits = given_.limits};
  }

  void run_group(const std::vector<std::int64_t>& settings, const std::vector<int>& group,
                 std::vector<TestReport>& reports) const {
    if (is_stopped() || is_spent()) {
      for (const int test : group) reports[static_cast<std::size_t>(test)] = not_run(test);
      return;
    }
    BuildOptions options = build_options(settings);
    options.only_test = group.size() == 1 ? group[0] : -2;
    if (ran_) options.without = Lowerings::all();
    options.covers = ran_ != nullptr;
    const Built forwards = built_for(group[0], options);
    if (!forwards.program && group.size() > 1) {
      // One test may name a cell that these options do not have; the others still run, each by itself.
      for (const int test : group) run_group(settings, {test}, reports);
      return;
    }
    // Rules that depend on the order of a loop are usually a mistake, so a test must also pass with loops run
    // backwards.
    options.backwards = true;
    const Built backwards = loops_ ? built_for(group[0], options) : Built{};
    for (const int test : group) {
      TestReport& report = reports[test];
      report = run_one(forwards, test);
      if (!report.passed || !loops_) continue;
      report = run_one(backwards, test);
      if (report.passed || report.is_cut) continue;
      report.failure =
          "this passes, but not when `for` loops run backwards: what they do depends on their order\n" + report.failure;
    }
  }

  /// True if the host has said to stop: then no more tests are run, and each of them has that error.
  bool is_stopped() const {
    if (!stopped_) stopped_ = stopped(given_);
    return stopped_.has_value();
  }
  /// True if tests have taken all the work there is for them.
  bool is_spent() const { return spent_ > static_cast<std::uint64_t>(given_.limits.tests); }
  void spend(std::uint64_t work, int number) const {
    spent_ += work;
    if (work <= most_) return;
    most_ = work;
    most_of_ = static_cast<std::size_t>(number);
  }

  TestReport not_run(int number) const {
    const rules::Test &test = tests()[static_cast<std::size_t>(number)], &most = tests()[most_of_];
    lang::Diagnostic diagnostic{lang::Code::G0605,
                                lang::Severity::error,
                                "this test is not run: " + too_much_work(given_, most),
                                {test.span, {}},
                                {},
                                {}};
    if (&most != &test) diagnostic.others = {{most.span, "this one"}};
    const Error error = stopped_ ? *stopped_ : to_error(*given_.sources, diagnostic);
    if (ended_) (*ended_)[static_cast<std::size_t>(number)].errors = {error};
    TestReport report = failed(given_, test, error.rendered);
    report.is_cut = true;
    return report;
  }

  /// Builds. With options other than the game's, or for one test alone, that work counts for this test, at about the
  /// rate of fuel.
  Built built_for(int number, const BuildOptions& options) const {
    constexpr std::uint64_t kEach = 50'000, kCell = 40, kInstruction = 10;
    Built built = make_program(given_.written_rules(), given_.sources, given_.id, options);
    if (options.only_test < 0 && options.options == given_.options) return built;
    spend(kEach + (built.program ? kCell * static_cast<std::uint64_t>(built.program->geometry.cells) +
                                       kInstruction * built.program->code.instructions.size()
                                 : 0),
          number);
    return built;
  }

  TestReport run_one(const Built& built, int number) const {
    if (is_stopped() || is_spent()) return not_run(number);
    try {
      auto [report, spent] = run_in(built, number);
      spend(spent, number);
      // Each has a machine, with room for the code of all tests and for the board.
      constexpr int kMostPositions = 100, kManyCells = 20'000;
      if (report.position && (positions_ += 1 + given_.geometry.cells / kManyCells) > kMostPositions) report.position.reset();
      // Whatever it seems to be that failed, the test was stopped.
      return is_stopped() ? not_run(number) : std::move(report);
    } catch (const lang::Stopped&) {
      stopped_ = stopped_error(given_);
      return not_run(number);
    }
  }

  /// The report, and the work of the test.
  std::pair<TestReport, std::uint64_t> run_in(const Built& built, int number) const {
    if (built.program) {
      // Code is in the order of the tests, but a build may have that of only one test.
      const std::vector<TestCode>& codes = built.program->entries.tests;
      std::optional<Profile> profile;
      if (ran_) profile.emplace(*built.program);
      TestRun test(Game(built.program), codes[codes.size() == 1 ? 0 : static_cast<std::size_t>(number)],
                   profile ? &*profile : nullptr,
                   WorkLeft{static_cast<std::uint64_t>(given_.limits.tests) - spent_, most_, tests()[most_of_]});
      TestReport report = test.run();
      if (profile) ran_(*built.program, *profile);
      if (ended_) (*ended_)[static_cast<std::size_t>(number)] = {{}, test.errors(), test.last()};
      return {std::move(report), test.spent()};
    }
    std::string why;
    for (const lang::Diagnostic& diagnostic : built.diagnostics) why += lang::render(diagnostic, *given_.sources);
    if (ended_)
      for (const lang::Diagnostic& diagnostic : built.diagnostics)
        (*ended_)[static_cast<std::size_t>(number)].errors.push_back(to_error(*given_.sources, diagnostic));
    return {failed(given_, tests()[number], std::move(why)), 0};
  }

  const Program& given_;
  const Ran ran_;
  const bool loops_;
  std::vector<EndedTest>* ended_ = nullptr;
  mutable int positions_ = 0;  // of tests that failed
  mutable std::uint64_t spent_ = 0, most_ = 0;  // work, as fuel: in all tests, in one
  mutable std::size_t most_of_ = 0;             // that one
  mutable std::optional<Error> stopped_;
  std::map<std::vector<std::int64_t>, std::vector<int>> groups_;  // by options
  std::vector<int> mistaken_;  // tests that are wrong themselves
};

}  // namespace

std::vector<TestReport> run_tests(const Game& game) { return TestRunner(game.program()).run(); }

std::vector<EndedTest> run_tests(const Game& game, const std::vector<int>& numbers) {
  std::vector<EndedTest> all, asked;
  std::vector<TestReport> reports = TestRunner(game.program(), numbers, all).run();
  for (const int number : numbers) {
    all[static_cast<std::size_t>(number)].report = std::move(reports[static_cast<std::size_t>(number)]);
    asked.push_back(std::move(all[static_cast<std::size_t>(number)]));
  }
  return asked;
}

std::vector<Error> misdrawn_boards(const Game& game) {
  std::vector<Error> wrong = TestRunner(game.program()).misdrawn_boards();
  if (const auto error = stopped(game.program())) return {*error};
  return wrong;
}

std::vector<TestReport> run_tests(const Game& game, Ran ran) {
  return TestRunner(game.program(), std::move(ran)).run();
}

}  // namespace glint
