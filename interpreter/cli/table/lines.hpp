// The lines that a person types: plainly from any stream, or at the process's terminal with editing, history and
// completion, where Glint was built with libedit.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "interpreter/cli/console/console.hpp"

namespace glint::cli {

class Lines {
 public:
  /// The texts that can stand in the place of a line that has been begun.
  using Complete = std::function<std::vector<std::string>(const std::string& begun)>;

  virtual ~Lines() = default;
  /// The next line after a prompt; nothing at the end of the input.
  virtual std::optional<std::string> read(const std::string& prompt) = 0;
  /// Keeps a line to be called up again.
  virtual void remember(const std::string& line) = 0;
};

/// Prints prompts on `talk`. Lines are edited if `console.edits_lines` and `talk` is its output.
std::unique_ptr<Lines> make_lines(Console& console, std::ostream& talk, Lines::Complete complete);

/// Whether this Glint was built with libedit.
bool can_edit_lines();

/// What all these texts begin with.
std::string common_beginning(const std::vector<std::string>& texts);

}  // namespace glint::cli
