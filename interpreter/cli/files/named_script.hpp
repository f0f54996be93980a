// The script that a record or a study's file names as its game.
#pragma once

#include <string>
#include <vector>

namespace glint::cli {

/// A bundled game, or the path of a script from the current folder, from that of the file, or from those of --path, where
/// the script's name alone will do. The file may come from somebody else, so it must not be able to make errors show
/// the contents of any other file, or read the input. `what`: "record" or "study"; `otherwise`: how a script is named
/// instead. Stops if it names no script.
std::string named_script(const std::string& game, const std::string& file, const std::string& what,
                         const std::vector<std::string>& paths, const std::string& otherwise);

}  // namespace glint::cli
