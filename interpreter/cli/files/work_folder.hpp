// A folder in which a long search keeps its arrays, as files that are mapped into memory: the system writes out what does not
// fit there, and a search that was ended, by Ctrl-C or by force, goes on with the next command.
#pragma once

#include <memory>
#include <string>

#include "interpreter/players/exact/search_store.hpp"

namespace glint::cli {

/// Opens the folder, or makes it. `key`: lines that say what is searched. Stops if something else is there, as a search with
/// another key, or one that runs.
std::unique_ptr<SearchStore> open_work(const std::string& path, const std::string& key);
/// Removes the folder with all its files, as the search is done.
void remove_work(const std::string& path);

}  // namespace glint::cli
