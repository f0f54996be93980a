#include "interpreter/cli/files/named_script.hpp"

#include <algorithm>
#include <filesystem>

#include "interpreter/cli/files/files.hpp"

namespace glint::cli {

std::string named_script(const std::string& game, const std::string& file, const std::string& what,
                         const std::vector<std::string>& paths, const std::string& otherwise) {
  namespace fs = std::filesystem;
  const std::vector<std::string> bundled = bundled_scripts();
  if (std::find(bundled.begin(), bundled.end(), game) != bundled.end()) return game;
  if (fs::path(game).extension() != ".glint")
    stop(kUsage, "the " + what + " is of `" + game + "`, which is neither a bundled game nor a path to a .glint file",
         otherwise);
  std::vector<fs::path> places = {game};
  if (file != "-") places.push_back(fs::path(file).parent_path() / game);
  for (const std::string& folder : paths) {
    places.push_back(fs::path(folder) / game);
    places.push_back(fs::path(folder) / fs::path(game).filename());
  }
  for (const fs::path& place : places) {
    if (!exists(place.string())) continue;
    std::error_code problem;
    const fs::path real = fs::canonical(place, problem);
    if (problem || real.extension() == ".glint") return place.string();
    stop(kUsage, "the " + what + " is of `" + place.string() + "`, a link to something other than a .glint file", otherwise);
  }
  stop(kUsage,
       "the " + what + " is of `" + game + "`, and there is no such file here" +
           (file == "-" ? "" : " or beside the " + what),
       "name its folder with `--path FOLDER`");
}

}  // namespace glint::cli
