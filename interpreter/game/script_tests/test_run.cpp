#include "interpreter/game/script_tests/test_run.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/game/loading/access.hpp"
#include "interpreter/game/notation/notation.hpp"
#include "interpreter/game/position/perft_walker.hpp"
#include "interpreter/machine/profile.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint {

using rules::StmtKind;

TestReport failed(const Program& program, const rules::Test& test, std::string why) {
  return {test.title, program.sources->file(test.span.file).name,
          static_cast<int>(program.sources->locate(test.span.file, test.span.begin).line), false, std::move(why)};
}

std::string too_much_work(const Program& program, const rules::Test& most_of) {
  return "the tests of this script take more than " + in_words(program.limits.tests, "step") + ", most of them `" +
         most_of.title + "`";
}

TestReport TestRun::run() {
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
  // A test that only begins the game checks that it can begin.
  const bool only_begins = std::all_of(code_.steps.begin(), code_.steps.end(),
                                       [](const TestStep& step) { return step.statement->kind == StmtKind::fix_draw; });
  report.passed = (!only_begins || can_go_on(test_.span)) &&
                  std::all_of(code_.steps.begin(), code_.steps.end(),
                              [&](const TestStep& one) { return has_work_left(one.statement->span) && step(one); });
  spent_ += failure_.size();
  return report.passed ? report : ended();
}

std::uint64_t TestRun::spent() const {
  const std::uint64_t listed = lister_ ? lister_->spent() : 0;
  return spent_ + listed + (has_begun_ ? PositionView(position_).machine().fuel().spent() : 0);
}

void TestRun::open() {
  reached_.reset();
  if (!is_open_) PositionAccess::reopen(position_);
  is_open_ = true;
}

Position* TestRun::reached(const lang::Span& asked) {
  if (!is_open_) return &position_;
  if (!reached_) {
    count_board();
    Position copy = position_;
    const auto error = PositionAccess::settle(copy);
    if (error && error->code == lang::code_name(lang::Code::G0604)) {
      copy = position_;
    } else if (error) {
      fail(lang::Code::G0609, asked, "a rule fails here, before the next choice");
      add(*error);
      return nullptr;
    }
    reached_ = std::move(copy);
  }
  return &*reached_;
}

void TestRun::count_board(std::uint64_t of_cell) {
  const std::uint64_t work =
      of_cell * static_cast<std::uint64_t>(program_.geometry.cells) / 2 + program_.layout.end / 16;
  spent_ += work;
  stop_.after(1 + static_cast<std::int64_t>(work / 64));
}

bool TestRun::collect_draw(const TestStep& step, StartOptions& options) {
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

bool TestRun::fail(lang::Code code, const lang::Span& span, const std::string& message, const std::string& help) {
  return fail({code, lang::Severity::error, message, {span, {}}, {}, help});
}

bool TestRun::fail(const lang::Diagnostic& diagnostic) {
  failure_ = lang::render(diagnostic, *program_.sources);
  errors_ = {to_error(*program_.sources, diagnostic)};
  if (has_begun_) failed_at_ = shown();
  return false;
}

void TestRun::add(const Error& error) {
  failure_ += error.rendered.empty() ? error.message + "\n" : error.rendered;
  errors_.push_back(error);
}

void TestRun::count_labels() {
  constexpr std::uint64_t kOfLabels = 8;
  count_board(kOfLabels * (1 + program_.rules.moves.size()));
}

bool TestRun::has_work_left(const lang::Span& next) {
  is_cut_ = spent() > work_.left;
  if (!is_cut_) return true;
  const rules::Test& most_of = work_.most > spent() ? work_.most_of : test_;
  return fail(lang::Code::G0605, next, "this test ends here: " + too_much_work(program_, most_of));
}

bool TestRun::step(const TestStep& step) {
  const rules::Stmt& stmt = *step.statement;
  switch (stmt.kind) {
    case StmtKind::fix_draw:
      return true;
    case StmtKind::play:
      if (!reached(stmt.span)) return false;
      if (is_open_) position_ = *std::exchange(reached_, std::nullopt);
      is_open_ = false;
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
      const Position* const asked = reached(stmt.span);
      if (!asked) return false;
      Position copy = *asked;
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
      open();
      Machine& machine = PositionView(position_).machine();
      if (const auto problem = read_position(machine, stmt.texts[0])) return fail(misdrawn(program_, stmt, *problem));
      PositionAccess::keep(position_);
      return true;
    }
    case StmtKind::to_move: {
      open();
      Machine& machine = PositionView(position_).machine();
      if (machine.run_aside(step.code) == Machine::Status::error) {
        add(to_error(program_, machine.failure()));
        return false;
      }
      const std::string& player = program_.rules.players[machine.frame()[step.value]].name;
      if (const auto problem = read_position(machine, "to move = " + player))
        return fail(lang::Code::G0609, stmt.span, problem->message);
      PositionAccess::keep(position_);
      return true;
    }
    case StmtKind::expect_map:
      return expect_map(stmt);
    case StmtKind::expect_perft:
      return expect_perft(step);
    case StmtKind::expect_result:
      return expect_result(step);
    default:
      break;
  }
  const bool asks = stmt.kind == StmtKind::expect || stmt.kind == StmtKind::let;
  if (!asks) open();
  Position* const position = asks ? reached(stmt.span) : &position_;
  if (!position) return false;
  Machine& machine = PositionView(*position).machine();
  const Machine::Status status = machine.run_aside(step.code);
  if (status == Machine::Status::error) {
    add(to_error(program_, machine.failure()));
    return false;
  }
  if (status == Machine::Status::failed)
    return fail(lang::Code::G0609, stmt.span, "a requirement is not met: " + machine.failure().message);
  if (!asks) PositionAccess::keep(position_);
  if (stmt.kind != StmtKind::expect) return true;
  if (machine.frame()[step.value]) return true;
  std::string found = "correct the rule, or the test";
  if (step.compares) {
    constexpr std::size_t kMostShown = 800;  // characters
    const auto shown = [&](const rules::Expr& side, const Word* slots) {
      std::string text = print_slots(program_, side.type, slots);
      // Longer output is elided anyway, and searching it is slow.
      if (text.size() > 16 * kMostShown) text.erase(8 * kMostShown, text.size() - 16 * kMostShown);
      return lang::shortened(text, kMostShown);
    };
    const rules::Expr &left = step.expected->kids[0], &right = step.expected->kids[1];
    const Word *one = machine.frame() + step.left, *other = machine.frame() + step.right;
    const char* before_help = ": ";
    found = "on the left is " + shown(left, one) + ", on the right " + shown(right, other);
    // Large sets are readable only by their difference.
    constexpr std::uint64_t kMostListed = 8;
    const int words = program_.set_words(left.type);
    if (step.expected->op == rules::Op::equal && left.type.is_set && right.type.is_set &&
        set_size(one, words) + set_size(other, words) > kMostListed) {
      std::vector<Word> both(static_cast<std::size_t>(words));
      for (std::size_t i = 0; i < both.size(); ++i) both[i] = one[i] & other[i];
      const std::uint64_t same = set_size(both.data(), words);
      before_help = "; ";
      found = std::to_string(same) + (same == 1 ? " is on both sides" : " are on both sides");
      for (const auto& [side, set] : {std::pair("left", one), std::pair("right", other)}) {
        std::vector<Word> more(set, set + words);
        for (std::size_t i = 0; i < more.size(); ++i) more[i] &= ~both[i];
        if (set_size(more.data(), words) > 0)
          found += std::string("; only on the ") + side + ": " + shown(left, more.data());
      }
    }
    found += before_help + std::string("correct the rule, or the test");
  }
  return fail(lang::Code::G0609, step.expected->span, "this does not hold", found);
}

bool TestRun::can_go_on(const lang::Span& span) {
  if (!lister_) lister_.emplace(program_);  // not the position's own machine, because that may record a profile
  const Result<std::uint64_t> moves = lister_->list(position_);
  if (moves) return true;
  fail(lang::Code::G0609, span, "a rule fails here, at the next choice");
  for (const Error& error : moves.errors()) add(error);
  return false;
}

bool TestRun::is_broken(const Error& error) {
  return error.code != lang::code_name(lang::Code::G0601) && error.code != lang::code_name(lang::Code::G0607);
}

bool TestRun::expect_map(const rules::Stmt& stmt) {
  const Position* const position = reached(stmt.span);
  if (!position) return false;
  Machine& machine = PositionView(*position).machine();
  std::vector<std::vector<int>> wanted;
  const std::vector<DrawnRow> rows = rows_of(stmt.texts[0]);
  count_board();
  if (const auto problem = BoardReader(machine).read(rows, 1, wanted)) return fail(misdrawn(program_, stmt, *problem));
  const std::vector<std::string> looks = key_texts(program_);
  const auto look_of = [&](const std::vector<int>& keys) {
    std::string look;
    for (const int key : keys) look += looks[static_cast<std::size_t>(key)];
    return lang::marked(look.empty() ? "." : look);
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
       "the board is different: " + lang::counted(cells.size(), "cell differs", "cells differ"),
       lang::joined(differences) + (more > 0 ? ", and " + std::to_string(more) + " more" : ""));
  failure_ += "it should be:\n\n";
  for (const DrawnRow& row : rows) failure_ += std::string(row.text) + "\n";
  return false;
}

bool TestRun::expect_perft(const TestStep& step) {
  const lang::Span& span = step.statement->span;
  const Position* const from = reached(span);
  if (!from) return false;
  const PositionView view(*from);
  if (view.machine().run_aside(step.code) == Machine::Status::error) {
    add(to_error(program_, view.machine().failure()));
    return false;
  }
  const Word* const values = view.machine().frame() + step.value;
  const auto plies = static_cast<std::int64_t>(values[0]);
  const std::uint64_t expected = values[1];
  if (plies < 1 || plies > rules::kMostPerftPlies)
    return fail(lang::Code::G0609, span,
                "perft counts sequences of 1 to " + std::to_string(rules::kMostPerftPlies) + " moves, not of " +
                    std::to_string(plies));
  PerftWalker walker(*from, profile_);
  const std::vector<Word> past = view.has_fixed_draws() ? view.past() : std::vector<Word>();
  walker.go_to({from->state(), view.history(), past, view.random()});
  std::uint64_t found = 0, counted = 0;
  std::optional<Error> error;
  const auto count = [&](const auto& self, std::int64_t left) -> bool {
    if (walker.over()) return true;
    std::uint64_t children = 0;
    error = walker.count_children(children);
    count_board();
    spent_ += walker.spent() - counted;
    counted = walker.spent();
    if (error || !has_work_left(span)) return false;
    if (!walker.at_draw() && --left == 0) return found += children, true;
    walker.descend();
    for (std::uint64_t child = 0; child < children; ++child) {
      error = walker.play(child);
      if (error || !self(self, left)) return false;
      walker.back();
    }
    walker.ascend();
    return true;
  };
  if (!count(count, plies)) {
    if (!error) return false;
    fail(lang::Code::G0609, span, "a rule fails in a move that is counted");
    add(*error);
    return false;
  }
  if (found == expected) return true;
  return fail(lang::Code::G0609, span,
              "perft(" + std::to_string(plies) + ") is " + std::to_string(found) + ", not " + std::to_string(expected));
}

bool TestRun::expect_result(const TestStep& step) {
  const rules::Stmt& stmt = *step.statement;
  const Position* const position = reached(stmt.span);
  if (!position) return false;
  Machine& machine = PositionView(*position).machine();
  machine.run_aside(step.code);
  const Outcome outcome = position->outcome();
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
              position->over() ? "it is: " + position->outcome_text() : "the game goes on");
}

}  // namespace glint
