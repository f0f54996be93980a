#include "interpreter/cli/support/opened.hpp"

#include <algorithm>
#include <filesystem>

#include "interpreter/cli/support/files.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

/// A record names a bundled game, or the path of a script from the current folder, from that of the record, or from
/// those of --path, where the file's name alone will do. It may come from somebody else, so it must not be able to make
/// errors show the contents of any other file.
std::string script_of(const std::string& game, const std::string& record, const std::vector<std::string>& paths) {
  const std::vector<std::string> bundled = bundled_scripts();
  if (std::find(bundled.begin(), bundled.end(), game) != bundled.end()) return game;
  if (fs::path(game).extension() != ".glint") {
    stop(kUsage, "the record is of `" + game + "`, which is neither a bundled game nor a path to a .glint file",
         "--game GAME of `glint replay` says what to play it by");
  }
  std::vector<fs::path> places = {game};
  if (record != "-") places.push_back(fs::path(record).parent_path() / game);
  for (const std::string& folder : paths) {
    places.push_back(fs::path(folder) / game);
    places.push_back(fs::path(folder) / fs::path(game).filename());
  }
  for (const fs::path& place : places)
    if (exists(place.string())) return place.string();
  stop(kUsage,
       "the record is of `" + game + "`, and there is no such file here" +
           (record == "-" ? "" : " or beside the record"),
       "`--path FOLDER` says where it is");
}

void set(Settings& settings, const std::string& name, const std::string& value) {
  const auto known = std::find_if(settings.begin(), settings.end(), [&](const auto& one) { return one.first == name; });
  if (known == settings.end())
    settings.emplace_back(name, value);
  else
    known->second = value;
}

/// Takes out what the game has no option for, with a warning for each.
void drop_unknown(Settings& settings, const Settings& given, const std::vector<std::string>& options,
                  Console& console) {
  const auto is_unknown = [&](const std::pair<std::string, std::string>& setting) {
    if (std::find(options.begin(), options.end(), setting.first) != options.end()) return false;
    const auto is_same = [&](const auto& one) { return one.first == setting.first; };
    if (std::any_of(given.begin(), given.end(), is_same)) return false;  // an error when the game is loaded
    const std::string near = lang::nearest(setting.first, options);
    Error warning = plain_error("the game has no option `" + setting.first + "` any more; the record's value, `" +
                                    setting.second + "`, is left out",
                                "if the option has another name now, say `--set " + (near.empty() ? "NAME" : near) +
                                    "=" + setting.second + "`");
    warning.is_warning = true;
    console.report(warning);
    return true;
  };
  settings.erase(std::remove_if(settings.begin(), settings.end(), is_unknown), settings.end());
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
  const Result<Record> given = read_record(read_input(path, Input::record, console), input_name(path));
  if (!given) stop(kUsage, given.errors());
  Record record = *given;
  if (common.seed) record.seed = *common.seed;
  const Settings settings = read_settings(common.settings, "--set");
  check_folders(common.paths);
  const std::string name = script ? *script : script_of(record.game, path, common.paths);
  if (const auto options = options_of(name, common.paths, console))
    drop_unknown(record.options, settings, *options, console);
  for (const auto& [option, value] : settings) set(record.options, option, value);
  record.game = name;
  Game game = load_game(name, record.options, common.paths, console, common.limits);
  return {std::move(record), std::move(game)};
}

}  // namespace glint::cli
