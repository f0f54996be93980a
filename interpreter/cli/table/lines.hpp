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

  /// A prompt that tells how much time is left, and whether none is: then the line is not waited for.
  struct Asking {
    std::function<std::string()> prompt;
    std::function<bool()> is_late = nullptr;  // null: there is no clock
  };

  virtual ~Lines() = default;
  /// The next line after a prompt; nothing at the end of the input, or when it is late. Plain lines are waited for.
  virtual std::optional<std::string> read(const Asking& asking) = 0;
  std::optional<std::string> read(const std::string& prompt) { return read(Asking{[&] { return prompt; }}); }
  /// Keeps a line to be called up again.
  virtual void remember(const std::string& line) = 0;
};

/// Prints prompts on `talk`. Lines are edited if `console.edits_lines` and `talk` is its output.
std::unique_ptr<Lines> make_lines(Console& console, std::ostream& talk, Lines::Complete complete);

/// True if this Glint was built with libedit.
bool can_edit_lines();

/// The beginning that all these texts share.
std::string common_beginning(const std::vector<std::string>& texts);

}  // namespace glint::cli
