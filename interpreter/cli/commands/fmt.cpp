// glint fmt: scripts in the one layout.
#include <algorithm>
#include <filesystem>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/format/format.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

/// The scripts that a path names: itself, or of a folder all in it and below, by name. Links may lead out of the folder,
/// so they are left alone.
std::vector<std::string> scripts_at(const std::string& path) {
  std::error_code problem;
  if (path == "-" || !fs::is_directory(path, problem)) return {path};
  std::vector<std::string> scripts;
  if (fs::directory_iterator(path, problem); problem)
    stop(kUsage, "`" + path + "` cannot be read: " + reason(problem.value()));
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(path, options, problem), end; !problem && at != end; at.increment(problem))
    if (!at->is_symlink(problem) && at->is_regular_file(problem) && at->path().extension() == ".glint")
      scripts.push_back(at->path().string());
  if (scripts.empty()) stop(kUsage, "there is no script in the folder `" + path + "`", "scripts end in `.glint`");
  std::sort(scripts.begin(), scripts.end());
  return scripts;
}

class Fmt : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.some("FILE", files_, "scripts, folders of scripts, or - for the input, which is printed formatted");
    arguments.flag("--check", check_, "write nothing; name the scripts that would change");
    arguments.flag("--json", json_, "answer in JSON");
    arguments.limits(limits_, nullptr, 0, {});
  }

  int run(Console& console) override {
    std::vector<std::string> scripts;
    for (const std::string& file : files_)
      for (std::string& script : scripts_at(file)) scripts.push_back(std::move(script));
    Json answers = Json::array();
    int status = kDone;
    for (const std::string& script : scripts) {
      Json answer = {{"file", script}};
      try {
        const bool changes = format(script, answer, console);
        if (changes && check_) status = std::max(status, kNo);
      } catch (const Stop& stopped) {  // the others are formatted nevertheless
        for (const Error& error : stopped.errors) console.report(error);
        answer["error"] = stopped.errors.empty() ? "" : stopped.errors.front().message;
        status = std::max(status, stopped.status);
      }
      answers.push_back(answer);
    }
    if (json_) console.out << json_text(Json{{"files", answers}});
    return status;
  }

 private:
  /// True if the script changes. Stops if it has errors or cannot be written.
  bool format(const std::string& script, Json& answer, Console& console) const {
    lang::Sources sources;
    const std::uint32_t file = sources.add({input_name(script), read_input(script, Input::script, console)});
    lang::StopCheck asks(limits_.stop);
    const lang::Formatted formatted = lang::format(sources, file, asks);
    if (!formatted.diagnostics.empty()) {
      std::vector<Error> errors;
      for (const lang::Diagnostic& diagnostic : formatted.diagnostics)
        errors.push_back(error_of(diagnostic, sources, console.style));
      stop(kNo, std::move(errors));
    }
    if (!formatted.is_safe)
      stop(kNo, "`" + script + "` is not changed: its new layout would be read differently",
           "this is a defect of `glint fmt`; please report it with the script");
    const bool changes = formatted.text != sources.file(file).text;
    answer["changes"] = changes;
    if (json_ && script == "-") answer["text"] = formatted.text;
    if (check_ && changes && !json_) console.out << lang::escaped(input_name(script)) << '\n';
    if (check_) return changes;
    if (script == "-") {
      if (!json_) console.out << formatted.text;
    } else if (changes) {
      replace_file(script, formatted.text);
      if (!json_) console.out << lang::escaped(script) << ": formatted\n";
    }
    return changes;
  }

  std::vector<std::string> files_;
  bool check_ = false, json_ = false;
  Limits limits_;
};

}  // namespace

std::unique_ptr<Command> make_fmt() { return std::make_unique<Fmt>(); }

}  // namespace glint::cli
