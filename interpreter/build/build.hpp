// Rules to Program: the door of build/.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "interpreter/build/lower/lowering.hpp"
#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {

struct Built {
  std::shared_ptr<const Program> program;  // present when there are no errors
  std::vector<lang::Diagnostic> diagnostics;
};

struct BuildOptions {
  /// Options' values, in the order of Rules::options; shorter: the rest are defaults.
  std::vector<std::int64_t> options;
  /// Compile the body of this test of the script, too; -1: of none, -2: of all (to see whether they compile).
  int only_test = -1;
  /// Run `for` loops of effects, moves and setup backwards: see run_tests.
  bool backwards = false;
  /// Ways of making rules quicker that are not taken: of all of them, loops and undo stay where they are written and code
  /// as it first comes, and the tests hold everything quicker against that.
  Lowerings without;
};

/// Makes the board, numbers pieces and payloads, lays out the State, compiles the rules and fills the tables. What can be
/// wrong here depends on options: labels that the board does not have, a board without cells, sizes over the limits.
Built build(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
            const BuildOptions& options = {});

/// The value that a text gives an option, or nothing.
std::optional<std::int64_t> option_value(const rules::Rules& rules, const rules::Option& option, std::string_view text);
/// Its values as they print, in their order.
std::vector<std::string> option_values(const rules::Rules& rules, const rules::Option& option);
/// An option's domain as a script writes it: `3..6`, `{own, all}`.
std::string option_domain(const rules::Rules& rules, const rules::Option& option);

/// The program as text, for people and tests.
std::string dump(const Program& program);

}  // namespace glint
