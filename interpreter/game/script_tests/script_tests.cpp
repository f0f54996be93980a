// Runs the script's own tests, each from a fresh start, statement by statement.
#include <algorithm>
#include <map>

#include "interpreter/game/board_text/drawn_board.hpp"
#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/loading/access.hpp"
#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/game/notation/legal_instead.hpp"
#include "interpreter/machine/profile.hpp"
#include "interpreter/program/print.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

using rules::StmtKind;

/// Called with the profile of each build that runs tests.
using Ran = std::function<void(const Program&, const Profile&)>;

/// The report of a test that has not passed.
TestReport failed(const Program& program, const rules::Test& test, std::string why) {
  return {test.title, program.sources->file(test.span.file).name,
          static_cast<int>(program.sources->locate(test.span.file, test.span.begin).line), false, std::move(why)};
}

/// The line of a drawing, counted from 1, without the blanks around it; the whole drawing if there is no such line.
lang::Span row_of(const Program& program, const lang::Span& drawing, int line) {
  constexpr std::uint32_t kQuotes = 3;
  const std::string_view text = program.sources->file(drawing.file).text;
  std::size_t begin = drawing.begin + kQuotes, end = drawing.end - kQuotes;
  for (; line > 1; --line) {
    begin = text.find('\n', begin) + 1;  // npos + 1 is 0
    if (begin == 0 || begin > end) return drawing;
  }
  end = std::min(text.find('\n', begin), end);
  while (begin < end && (text[begin] == ' ' || text[begin] == '\t')) ++begin;
  while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\r')) --end;
  if (begin == end) return drawing;
  return {drawing.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

/// What is wrong with a drawing of a test.
lang::Diagnostic misdrawn(const Program& program, const rules::Stmt& drawn, const PositionProblem& problem) {
  return {lang::Code::G0701, lang::Severity::error, problem.message,
          {row_of(program, drawn.text_spans[0], problem.line), {}}, {}, {}};
}

std::string too_much_work(const Program& program, const rules::Test& most_of) {
  return "the tests of this script take more than " + in_words(program.limits.tests, "step") + ", most of them `" +
         most_of.title + "`";
}

/// How much work is left for a test, and which of those before it took the most.
struct WorkLeft {
  std::uint64_t left = 0, most = 0;
  const rules::Test& most_of;
};

class TestRun {
 public:
  TestRun(const Game& game, const TestCode& code, Profile* profile, const WorkLeft& work)
      : work_(work),
        game_(game),
        program_(game_.program()),
        code_(code),
        test_(program_.rules.tests[code.test]),
        profile_(profile),
        stop_(program_.limits.stop) {}

  TestReport run() {
    StartOptions options;
    options.first_draws = true;
    TestReport report = failed(program_, test_, {});
    const auto ended = [&] {
      report.failure = failure_;
      report.position = failed_at_;
      report.is_cut = is_cut_;
      return report;
    };
    for (const TestStep& step : code_.steps)
      if (step.statement->kind == StmtKind::fix_draw && !collect_draw(step, options)) return ended();
    count_board();
    Result<Position> start = PositionAccess::start(game_, options, profile_);
    if (!start) {
      spent_ += static_cast<std::uint64_t>(program_.limits.steps);  // at most
      errors_ = start.errors();
      failure_ = start.error_text();
      return ended();
    }
    has_begun_ = true;
    position_ = std::move(*start);
    // A test that only begins the game tests that it can begin.
    const bool only_begins = std::all_of(code_.steps.begin(), code_.steps.end(), [](const TestStep& step) {
      return step.statement->kind == StmtKind::fix_draw;
    });
    report.passed = (!only_begins || can_go_on(test_.span)) &&
                    std::all_of(code_.steps.begin(), code_.steps.end(),
                                [&](const TestStep& one) { return has_work_left(one.statement->span) && step(one); });
    spent_ += failure_.size();
    return report.passed ? report : ended();
  }
  /// Fuel that it took, and other work in units of about as much.
  std::uint64_t spent() const {
    const std::uint64_t listed = lister_ ? lister_->spent() : 0;
    return spent_ + listed + (has_begun_ ? PositionView(position_).machine().fuel().spent() : 0);
  }
  /// What was wrong, each with its place; empty if it passed.
  const std::vector<Error>& errors() const { return errors_; }
  /// The position in which it ended, failed or passed; nothing if it could not begin.
  std::optional<Position> last() const { return has_begun_ ? std::optional(position_) : std::nullopt; }

 private:
  /// Counts work on the whole position, such as a copy. `of_cell`: how many times as much for each cell, where labels
  /// are compared.
  void count_board(std::uint64_t of_cell = 1) {
    const std::uint64_t work = of_cell * static_cast<std::uint64_t>(program_.geometry.cells) / 2 + program_.layout.end / 16;
    spent_ += work;
    stop_.after(1 + static_cast<std::int64_t>(work / 64));
  }

  /// Computes the value of `draw x = VALUE` in a machine of its own, as the start needs it.
  bool collect_draw(const TestStep& step, StartOptions& options) {
    if (!has_work_left(step.statement->span)) return false;
    Machine machine(program_);
    count_board();
    const Machine::Status status = machine.run_aside(step.code);
    spent_ += machine.fuel().spent();
    if (status == Machine::Status::error) {
      add(to_error(program_, machine.failure()));
      return false;
    }
    const Word* at = machine.frame() + step.value;
    for (const rules::Expr& value : step.statement->exprs) {
      options.draws.emplace_back(step.statement->texts[0], print_slots(program_, value.type, at));
      at += program_.set_words(value.type);
    }
    return true;
  }

  bool fail(lang::Code code, const lang::Span& span, const std::string& message, const std::string& help = {}) {
    lang::Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.message = message;
    diagnostic.primary = {span, {}};
    diagnostic.help = help;
    return fail(diagnostic);
  }
  bool fail(const lang::Diagnostic& diagnostic) {
    failure_ = lang::render(diagnostic, *program_.sources);
    errors_ = {to_error(*program_.sources, diagnostic)};
    if (has_begun_) failed_at_ = position_;
    return false;
  }
  /// What the failure comes from.
  void add(const Error& error) {
    failure_ += error.rendered.empty() ? error.message + "\n" : error.rendered;
    errors_.push_back(error);
  }

  /// What may be no move is compared with the notation of each, and with the labels of all cells.
  void count_labels() {
    constexpr std::uint64_t kOfLabels = 8;
    count_board(kOfLabels * (1 + program_.rules.moves.size()));
  }
  bool has_work_left(const lang::Span& next) {
    is_cut_ = spent() > work_.left;
    if (!is_cut_) return true;
    const rules::Test& most_of = work_.most > spent() ? work_.most_of : test_;
    return fail(lang::Code::G0605, next, "this test ends here: " + too_much_work(program_, most_of));
  }

  bool step(const TestStep& step) {
    const rules::Stmt& stmt = *step.statement;
    switch (stmt.kind) {
      case StmtKind::fix_draw:
        return true;
      case StmtKind::play:
        for (std::size_t i = 0; i < stmt.texts.size(); ++i) {
          if (!has_work_left(stmt.text_spans[i])) return false;
          count_board();
          if (const auto error = position_.play(stmt.texts[i])) {
            const bool refused = error->code == lang::code_name(lang::Code::G0601);
            if (refused) count_labels();
            fail(lang::Code::G0609, stmt.text_spans[i], error->message,
                 refused && error->help.empty() ? legal_instead(position_, stmt.texts[i]) : error->help);
            if (is_broken(*error)) add(*error);  // shows the rule
            return false;
          }
        }
        return can_go_on(stmt.text_spans.back());
      case StmtKind::expect_illegal: {
        count_labels();
        Position copy = position_;
        const auto error = copy.play(stmt.texts[0]);
        if (!error) return fail(lang::Code::G0609, stmt.text_spans[0], "this is legal here");
        if (is_broken(*error)) {
          fail(lang::Code::G0609, stmt.text_spans[0], "this is not illegal: a rule fails");
          add(*error);
          return false;
        }
        if (stmt.texts.size() > 1 && error->message.find(stmt.texts[1]) == std::string::npos)
          return fail(lang::Code::G0609, stmt.text_spans[1], "it is illegal, but for another reason",
                      "the reason is: " + error->message);
        return true;
      }
      case StmtKind::map: {
        count_board();
        Machine& machine = PositionView(position_).machine();
        if (const auto problem = read_position(machine, stmt.texts[0])) return fail(misdrawn(program_, stmt, *problem));
        PositionAccess::keep(position_);
        return true;
      }
      case StmtKind::expect_map:
        return expect_map(stmt);
      case StmtKind::expect_result:
        return expect_result(step);
      default:
        break;
    }
    Machine& machine = PositionView(position_).machine();
    const Machine::Status status = machine.run_aside(step.code);
    if (status == Machine::Status::error) {
      add(to_error(program_, machine.failure()));
      return false;
    }
    if (status == Machine::Status::failed)
      return fail(lang::Code::G0609, stmt.span, "a requirement is not met: " + machine.failure().message);
    if (stmt.kind != StmtKind::expect) {
      PositionAccess::keep(position_);
      return true;
    }
    if (machine.frame()[step.value]) return true;
    std::string found = "correct the rule, or the test";
    if (step.compares) {
      constexpr std::size_t kMostShown = 800;  // characters
      const auto shown = [&](const rules::Expr& side, Slot slot) {
        std::string text = print_slots(program_, side.type, machine.frame() + slot);
        // Longer output is elided anyway, and searching it is slow.
        if (text.size() > 16 * kMostShown) text.erase(8 * kMostShown, text.size() - 16 * kMostShown);
        return lang::shortened(text, kMostShown);
      };
      found = "on the left is " + shown(step.expected->kids[0], step.left) + ", on the right " +
              shown(step.expected->kids[1], step.right) + ": correct the rule, or the test";
    }
    return fail(lang::Code::G0609, step.expected->span, "this does not hold", found);
  }

  /// Whether the choices of the position can be listed without an error; there may be none.
  bool can_go_on(const lang::Span& span) {
    if (!lister_) lister_.emplace(program_);  // not the position's own machine, as that may record a profile
    const Result<std::uint64_t> moves = lister_->list(position_);
    if (moves) return true;
    fail(lang::Code::G0609, span, "a rule fails here, at the next choice");
    for (const Error& error : moves.errors()) add(error);
    return false;
  }

  /// Whether a rule failed; false for a refusal.
  static bool is_broken(const Error& error) {
    return error.code != lang::code_name(lang::Code::G0601) && error.code != lang::code_name(lang::Code::G0607);
  }

  /// Whether the board is as it is drawn. Else the report names the cells that differ, and shows both boards.
  bool expect_map(const rules::Stmt& stmt) {
    Machine& machine = PositionView(position_).machine();
    std::vector<std::vector<int>> wanted;
    const std::vector<DrawnRow> rows = rows_of(stmt.texts[0]);
    count_board();
    if (const auto problem = BoardReader(machine).read(rows, 1, wanted))
      return fail(misdrawn(program_, stmt, *problem));
    const std::vector<std::string> looks = key_texts(program_);
    const auto look_of = [&](const std::vector<int>& keys) {
      std::string look;
      for (const int key : keys) look += looks[static_cast<std::size_t>(key)];
      return look.empty() ? std::string("`.`") : "`" + look + "`";
    };
    std::vector<std::string> cells, differences;
    for (int c = 0; c < program_.geometry.cells; ++c) {
      std::vector<int> found;
      for (int level = 0; level < machine.position().height(c); ++level)
        found.push_back(machine.position().key_at(c, level));
      if (found == wanted[static_cast<std::size_t>(c)]) continue;
      cells.push_back(program_.geometry.label_of(c));
      differences.push_back(cells.back() + " is " + look_of(found) + " and not " +
                            look_of(wanted[static_cast<std::size_t>(c)]));
    }
    if (cells.empty()) return true;
    constexpr std::size_t kMost = 8;
    const std::size_t more = cells.size() - std::min(cells.size(), kMost);
    differences.resize(cells.size() - more);
    fail(lang::Code::G0609, stmt.text_spans[0],
         "the board is different: " + std::to_string(cells.size()) + (cells.size() == 1 ? " cell differs" : " cells differ"),
         lang::joined(differences) + (more > 0 ? ", and " + std::to_string(more) + " more" : ""));
    failure_ += "it should be:\n\n";
    for (const DrawnRow& row : rows) failure_ += std::string(row.text) + "\n";
    return false;
  }

  bool expect_result(const TestStep& step) {
    const rules::Stmt& stmt = *step.statement;
    Machine& machine = PositionView(position_).machine();
    machine.run_aside(step.code);
    const Outcome outcome = position_.outcome();
    // A win or a tie may also be one by score.
    const bool by_score = outcome.kind == OutcomeKind::score && outcome.scores.size() > 1;
    const int winner = by_score ? outcome.highest() : outcome.winner;
    bool as_said = false;
    switch (stmt.result->kind) {
      case rules::ResultKind::wins:
        as_said = (outcome.kind == OutcomeKind::win || (by_score && winner >= 0)) &&
                  (!stmt.result->player || winner == static_cast<int>(machine.frame()[step.value]));
        break;
      case rules::ResultKind::loses:
        as_said = program_.rules.team || program_.rules.players.size() == 1
                      ? outcome.kind == OutcomeKind::loss
                      : (outcome.kind == OutcomeKind::win || (by_score && winner >= 0)) &&
                            winner == 1 - static_cast<int>(machine.frame()[step.value]);
        break;
      case rules::ResultKind::tie:
        as_said = outcome.kind == OutcomeKind::tie || (by_score && winner < 0);
        break;
      case rules::ResultKind::score:
        as_said = outcome.kind == OutcomeKind::score;
        break;
    }
    if (as_said) return true;
    return fail(lang::Code::G0609, stmt.span, "the game has another result",
                position_.over() ? "it is: " + position_.outcome_text() : "the game goes on");
  }

  const WorkLeft work_;
  const Game game_;
  const Program& program_;
  const TestCode& code_;
  const rules::Test& test_;
  Profile* profile_;
  lang::StopCheck stop_;
  Position position_;
  std::optional<Lister> lister_;
  std::string failure_;
  std::vector<Error> errors_;
  bool has_begun_ = false;
  std::optional<Position> failed_at_;
  std::uint64_t spent_ = 0;  // besides what the machines have burnt
  bool is_cut_ = false;
};

/// Whether there is a `for` that could run in the other direction.
bool has_loops(const rules::Block& block) {
  for (const rules::Stmt& stmt : block)
    if (stmt.kind == StmtKind::for_ || has_loops(stmt.body) || has_loops(stmt.other)) return true;
  return false;
}

bool has_loops(const rules::Rules& rules) {
  bool found = has_loops(rules.setup);
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
  /// Only these tests, by number; `ended` gets the last position of each, and what was wrong.
  TestRunner(const Program& given, const std::vector<int>& numbers, std::vector<EndedTest>& ended)
      : given_(given), loops_(has_loops(given.rules)), ended_(&ended) {
    for (const int number : numbers) add(number);
    ended.resize(tests().size());
  }

  /// What is wrong with the boards that tests draw. Those of tests whose options do not build are left out.
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
          as_given ? Built{} : make_program(given_.rules, given_.sources, given_.id, build_options(settings));
      if (!as_given && !built.program) continue;
      Machine machine(as_given ? given_ : *built.program);
      BoardReader reader(machine);
      std::vector<std::vector<int>> board;
      for (const rules::Stmt* drawn : drawings) {
        std::vector<DrawnRow> rows = rows_of(drawn->texts[0]);
        // Of a `map`, lines `name = value` are no rows.
        if (drawn->kind == rules::StmtKind::map)
          std::erase_if(rows, [](const DrawnRow& row) { return row.text.find(" = ") != std::string_view::npos; });
        if (const auto problem = reader.read(rows, 1, board))
          wrong.push_back(to_error(*given_.sources, misdrawn(given_, *drawn, *problem)));
      }
    }
    return wrong;
  }

  /// By number; of tests that are not to be run the reports are empty.
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
    BuildOptions options;
    options.options = settings;
    options.limits = given_.limits;
    return options;
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

  /// Whether the host has said to stop: then no more tests are run, and each of them has that error.
  bool is_stopped() const {
    if (!stopped_) stopped_ = stopped(given_);
    return stopped_.has_value();
  }
  /// Whether tests have taken all the work there is for them.
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

  /// Builds. With other options than the game's, or for one test alone, that is work of this test: about as much as
  /// fuel for the same time.
  Built built_for(int number, const BuildOptions& options) const {
    constexpr std::uint64_t kEach = 50'000, kCell = 40, kInstruction = 10;
    Built built = make_program(given_.rules, given_.sources, given_.id, options);
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
