// One test of a script, which runs statement by statement from a fresh start.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/stop.hpp"

namespace glint {

class Profile;

/// The report of a test that has not passed.
TestReport failed(const Program& program, const rules::Test& test, std::string why);
/// The error that tests take too much work, and the test that takes the most.
std::string too_much_work(const Program& program, const rules::Test& most_of);

/// The work left for a test, and the test so far that took the most.
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

  TestReport run();
  /// Fuel that it took, and other work in units of about the same size.
  std::uint64_t spent() const;
  /// The errors, each with its place; empty if it passed.
  const std::vector<Error>& errors() const { return errors_; }
  /// The position at its end, failed or passed; nothing if it could not begin.
  std::optional<Position> last() const { return has_begun_ ? std::optional(shown()) : std::nullopt; }

 private:
  /// The position as far as it is known.
  const Position& shown() const { return reached_ ? *reached_ : position_; }
  /// Before the test changes the position itself.
  void open();
  /// The position for moves and questions. A position that the test has made is settled first, in a copy: `end` rules
  /// may end it, and an `else` may lead on, but the test's next change applies to the position that it made. If an
  /// invariant does not hold, it is impossible, and stays as it is. Null: a rule fails on the way.
  Position* reached(const lang::Span& asked);

  /// Counts work on the whole position, such as a copy. `of_cell`: the factor for each cell, where labels are compared.
  void count_board(std::uint64_t of_cell = 1);
  /// Computes the value of `draw x = VALUE` in a separate machine, because the start needs it.
  bool collect_draw(const TestStep& step, StartOptions& options);
  bool fail(lang::Code code, const lang::Span& span, const std::string& message, const std::string& help = {});
  bool fail(const lang::Diagnostic& diagnostic);
  /// The cause of the failure.
  void add(const Error& error);

  /// Compares a text that may be no move with the notation of each move, and with the labels of all cells.
  void count_labels();
  bool has_work_left(const lang::Span& next);

  bool step(const TestStep& step);
  /// True if the choices of the position can be listed without an error; there may be none.
  bool can_go_on(const lang::Span& span);
  /// True if a rule failed; false for a refusal.
  static bool is_broken(const Error& error);
  /// True if the board is as it is drawn. Else the report names the cells that differ, and shows both boards.
  bool expect_map(const rules::Stmt& stmt);
  bool expect_perft(const TestStep& step);
  bool expect_result(const TestStep& step);

  const WorkLeft work_;
  const Game game_;
  const Program& program_;
  const TestCode& code_;
  const rules::Test& test_;
  Profile* profile_;
  lang::StopCheck stop_;
  Position position_;
  bool is_open_ = false;             // the test has changed the position since play waited at a choice
  std::optional<Position> reached_;  // for such a position, once something has asked: the position to which it leads
  std::optional<Lister> lister_;
  std::string failure_;
  std::vector<Error> errors_;
  bool has_begun_ = false;
  std::optional<Position> failed_at_;
  std::uint64_t spent_ = 0;  // work besides the fuel that the machines have used
  bool is_cut_ = false;
};

}  // namespace glint
