// glint check: all errors and warnings of scripts.
#include "interpreter/cli/commands/check.hpp"

#include <algorithm>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/desk/desk.hpp"
#include "interpreter/game/loading/load.hpp"
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

/// A script has fewer errors than this: its file is given up after a hundred of syntax.
constexpr std::size_t kMostCorrections = 1000;

class Check : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.some("SCRIPT", files_,
                   "scripts: paths, - for the input, or names of bundled games, variants and libraries");
    arguments.flag("--fix", fix_, "first make the corrections that an editor prefers, and write the scripts");
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
      Json entry{{"file", file}};
      try {
        if (fix_) fix(file, entry, console);
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
      entry["ok"] = passed;
      files.push_back(std::move(entry));
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
  /// True if the command line gives an option a wrong value; then no place in the script is wrong.
  static bool is_about_settings(const Error& error) {
    return error.file.empty() && error.code == lang::code_name(lang::Code::G0502);
  }

  /// Makes the corrections that an editor would prefer, one after the other, writes the script, and says which they are.
  void fix(const std::string& file, Json& entry, Console& console) const {
    if (file == "-") stop(kUsage, "--fix writes to files, and `-` is the input", "`glint check FILE --fix`");
    if (!exists(file) && bundled_file(file))
      stop(kUsage, "--fix writes to files, and `" + file + "` is inside of `glint`");
    const std::string before = read_input(file, Input::script, console);
    desk::Desk desk([&](const std::string& name) { return std::make_unique<FolderLoader>(name, common_.paths); },
                    common_.limits);
    desk.open(file, before);
    Json made = Json::array();
    for (std::size_t i = 0; i < kMostCorrections; ++i) {
      const std::vector<desk::Fix> fixes = desk.fixes(file, 0, static_cast<std::uint32_t>(desk.text(file)->size()));
      const auto best = std::find_if(fixes.begin(), fixes.end(), [](const desk::Fix& one) { return one.is_preferred; });
      if (best == fixes.end()) break;
      const std::string& text = *desk.text(file);
      const auto line = 1 + std::count(text.begin(), text.begin() + best->edit.at.begin, '\n');
      made.push_back(Json{{"line", line}, {"what", best->title}});
      if (!common_.json) console.out << lang::escaped(file) << ':' << line << ": " << lang::escaped(best->title) << '\n';
      desk.change(file, best->edit.at.begin, best->edit.at.end, best->edit.text);
    }
    if (!made.empty()) replace_file(file, *desk.text(file));
    entry["made"] = std::move(made);
  }

  std::vector<std::string> files_;
  bool fix_ = false;
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
  if (!wrong.empty()) return found;
  // A warning about a rule that fails in play, such as a choice without a move, if a short look finds one.
  if (const PlayCheck play = check_play(*game, short_look()); play.broken) {
    const bool is_stopped = play.broken->error.code == lang::code_name(lang::Code::G0614);
    add(is_stopped ? play.broken->error : warning_of(*play.broken));
  }
  return found;
}

std::unique_ptr<Command> make_check() { return std::make_unique<Check>(); }

}  // namespace glint::cli
