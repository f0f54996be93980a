// Loading scripts, for folders that need more than the public API.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/build/build.hpp"
#include "interpreter/embedded/embedded.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/syntax/tree.hpp"

namespace glint {

/// The file of a bundled game or variant; null if none has this name. ".values": its learned values, for `best`.
const EmbeddedFile* bundled_game(std::string_view name, const char* ending = ".glint");

/// Finds the bundled libraries and games by name, then asks `inner`, if it is not null.
std::unique_ptr<lang::Loader> bundled_loader(lang::Loader* inner);

/// The values of all options with these settings; or the mistake in a setting.
Result<std::vector<std::int64_t>> option_values_of(const rules::Rules& rules, const Settings& settings);

/// Builds the game of a checked script that has no errors and is no library. `found` are the diagnostics of the check;
/// those that do not prevent play become the game's warnings. If the game cannot be built, `wrong` says why.
std::optional<Game> build_game(const rules::Rules& rules, std::shared_ptr<const tree::File> script,
                               std::shared_ptr<const lang::Sources> sources, const BuildOptions& options,
                               const std::vector<lang::Diagnostic>& found, std::vector<lang::Diagnostic>& wrong);

/// Extends an error that lies in the text of a base game. If the first file, the script, is a variant, its changes of
/// board and options may be the cause, so they are added to the error. The setup causes errors `at_start`: if the
/// variant changes the setup, only this change is added.
void add_changes(const lang::Sources& sources, lang::Diagnostic& diagnostic, bool at_start = false);

// The errors of a game before its first move: `glint check` and editors report them with the errors of the script.

/// Errors that occur in every game, because its start, its moves or its pictures fail; wrong boards in tests; a warning
/// if the game is over at once. `file` is the name of the script, for errors without a place.
std::vector<Error> wrong_at_start(const Game& game, const std::string& file);

/// Other values of a game's options, with which it must build, too: `glint check` and editors try them.
struct OptionTrial {
  std::size_t option = 0;  // its number in Rules::options
  std::int64_t value = 0;
};

/// The values to try, one at a time, while the other options stay as they are: the smallest and the largest number, and all
/// names if there are few. Options in `given` are not tried.
std::vector<OptionTrial> option_trials(const Game& game, const Settings& given = {});

/// The errors why the game cannot be built with this value; each says that the value is the cause. If it was stopped
/// meanwhile (Limits::stop), this is the only error.
std::vector<Error> wrong_with(const Game& game, const OptionTrial& trial);

}  // namespace glint
