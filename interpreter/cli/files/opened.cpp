#include "interpreter/cli/files/opened.hpp"

#include <algorithm>

#include "interpreter/cli/files/files.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

void set(Settings& settings, const std::string& name, const std::string& value) {
  const auto known = std::find_if(settings.begin(), settings.end(), [&](const auto& one) { return one.first == name; });
  if (known == settings.end())
    settings.emplace_back(name, value);
  else
    known->second = value;
}

constexpr std::size_t kMostNamed = 10;

/// Removes settings for which the game has no option, with a warning for each of the first ones.
void drop_unknown(Settings& settings, const Settings& given, const std::vector<std::string>& options,
                  Console& console) {
  std::size_t dropped = 0;
  const auto warn = [&](const std::string& message, const std::string& help) {
    Error warning = plain_error(message, help);
    warning.is_warning = true;
    console.report(warning);
  };
  const auto is_unknown = [&](const std::pair<std::string, std::string>& setting) {
    if (std::find(options.begin(), options.end(), setting.first) != options.end()) return false;
    const auto is_same = [&](const auto& one) { return one.first == setting.first; };
    if (std::any_of(given.begin(), given.end(), is_same)) return false;  // an error when the game is loaded
    if (++dropped > kMostNamed) return true;
    const std::string near = lang::nearest(setting.first, options);
    warn("the game has no option `" + setting.first + "` any more; the record's value, `" + setting.second +
             "`, is left out",
         "if the option has another name now, say `--set " + (near.empty() ? "NAME" : near) + "=" + setting.second +
             "`");
    return true;
  };
  settings.erase(std::remove_if(settings.begin(), settings.end(), is_unknown), settings.end());
  if (dropped > kMostNamed)
    warn(lang::counted(dropped - kMostNamed, "more value") + " of the record, for which the game has no option, " +
             (dropped == kMostNamed + 1 ? "is" : "are") + " left out",
         "");
}

}  // namespace

std::vector<Error> of_record(std::vector<Error> errors, const std::string& path) {
  for (Error& error : errors) {
    if (!error.file.empty()) continue;
    if (error.line > 0) error.message = "its position, line " + std::to_string(error.line) + ": " + error.message;
    error.line = 0;
    error.rendered.clear();
    error.file = input_name(path);
  }
  return errors;
}

Opened open_record(const std::string& path, const std::optional<std::string>& script, const CommonOptions& common,
                   Console& console) {
  Result<Record> given = read_record(read_input(path, Input::record, console), input_name(path));
  if (!given) stop(kUsage, given.errors());
  Record record = *given;
  if (common.seed) record.seed = *common.seed;
  const Settings settings = read_settings(common.settings, "--set");
  check_folders(common.paths);
  const std::string name = script ? *script : named_script(record.game, path, "record", common.paths,
                                                          "name a script with `--game GAME` of `glint replay`");
  if (const auto options = options_of(name, common.paths, common.limits, console))
    drop_unknown(record.options, settings, *options, console);
  for (const auto& [option, value] : settings) set(record.options, option, value);
  record.game = name;
  Game game = load_game(name, record.options, common.paths, console, common.limits);
  return {std::move(record), std::move(game)};
}

}  // namespace glint::cli
