// glint check: all errors and warnings of scripts.
#include "interpreter/cli/commands/check.hpp"

#include <algorithm>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/game/loading/first_look.hpp"
#include "interpreter/game/loading/option_trials.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/lab/search/moves_to_error.hpp"
#include "lang/check/check.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"

namespace glint::cli {
namespace {

lang::SourceFile source_of(const std::string& file, Console& console) {
  if (file != "-" && !exists(file)) {
    if (auto bundled = bundled_file(file)) return std::move(*bundled);
  }
  return {input_name(file), read_input(file, Input::script, console)};
}

/// A warning of a rule that fails in play, such as a choice with nothing to choose, if a short look finds one.
template <class Add>
void look_at_play(const Game& game, Add add) {
  const PlayCheck play = check_play(game, short_look());
  if (!play.broken) return;
  const bool is_stopped = play.broken->error.code == lang::code_name(lang::Code::G0614);
  add(is_stopped ? play.broken->error : warning_of(*play.broken));
}

class Check : public Command {
 public:
  Description description() const override {
    return {"check", "find all errors in scripts, without playing them",
            "  glint check games/laser_lawn.glint    # one script and the libraries it uses\n"
            "  glint check games/*.glint stdlib/*.glint    # several, libraries too\n"
            "  glint check games/laser_lawn.glint --json    # for an editor\n"
            "Next: `glint test SCRIPT` runs the tests in a script, `glint play FILE` plays it."};
  }

  void declare(Arguments& arguments) override {
    arguments.some("SCRIPT", files_,
                   "scripts: paths, - for the input, or names of bundled games, variants and libraries");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    SharedSettings settings(common_.settings);
    check_folders(common_.paths);
    Json diagnostics = Json::array(), files = Json::array();
    bool ok = true, unreadable = false;
    for (const std::string& file : files_) {
      std::vector<Error> found;
      bool passed = true;
      try {
        found = check_script(file, settings, common_, console);
        unreadable = unreadable || std::any_of(found.begin(), found.end(), is_about_settings);
        passed = std::all_of(found.begin(), found.end(), [](const Error& error) { return error.is_warning; });
      } catch (const Stop& stopped) {  // if a file cannot be read, the others are still checked
        found = stopped.errors;
        passed = false;
        unreadable = true;
      }
      ok = ok && passed;
      for (const Error& error : found) diagnostics.push_back(json_of(error));
      if (common_.json) std::erase_if(found, [](const Error& error) { return !error.rendered.empty(); });
      console.report(found);
      files.push_back(Json{{"file", file}, {"ok", passed}});
      if (!common_.json && passed) console.out << lang::escaped(file) << ": ok\n";
    }
    // A script with errors may have options that are not known.
    if (const auto problem = ok ? settings.left_over() : std::nullopt) {
      unreadable = true;
      diagnostics.push_back(json_of(*problem));
      console.report(*problem);
    }
    if (common_.json) console.out << json_text(Json{{"diagnostics", diagnostics}, {"files", files}});
    return unreadable ? kUsage : ok ? kDone : kNo;
  }

 private:
  /// Whether the command line gives an option a wrong value; then no place in the script is wrong.
  static bool is_about_settings(const Error& error) {
    return error.file.empty() && error.code == lang::code_name(lang::Code::G0502);
  }

  std::vector<std::string> files_;
  CommonOptions common_;
};

}  // namespace

std::vector<Error> check_script(const std::string& file, SharedSettings& settings, const CommonOptions& common,
                                Console& console) {
  const lang::SourceFile source = source_of(file, console);
  FolderLoader loader(source.name, common.paths);
  lang::Sources sources;
  const lang::Checked checked =
      lang::check(sources, sources.add(source), loader, common.limits.check, common.limits.stop);
  std::vector<Error> found;
  for (const lang::Diagnostic& diagnostic : checked.diagnostics) {
    found.push_back(error_of(diagnostic, sources, console.style));
  }
  if (!checked.rules || checked.rules->is_library) return found;
  // The labels of cells, and all else that depends on options, can only be checked by building the game.
  std::vector<std::string> options;
  for (const rules::Option& option : checked.rules->options) options.push_back(option.name);
  const Settings taken = settings.take(options);
  const Result<Game> game = Game::from_text(source.text, source.name, taken, &loader, common.limits);
  const auto add = [&](const Error& error) {
    const bool known = std::any_of(found.begin(), found.end(), [&](const Error& other) {
      return other.code == error.code && other.file == error.file && other.line == error.line &&
             other.column == error.column;
    });
    if (!known) found.push_back(error);
  };
  for (const Error& error : game ? game->warnings() : game.errors()) add(error);
  if (!game) return found;
  for (const OptionTrial& trial : option_trials(*game, taken))
    for (const Error& error : wrong_with(*game, trial)) add(error);
  const std::vector<Error> wrong = wrong_at_start(*game, source.name);
  for (const Error& error : wrong) add(error);
  if (wrong.empty()) look_at_play(*game, add);
  return found;
}

std::unique_ptr<Command> make_check() { return std::make_unique<Check>(); }

}  // namespace glint::cli
