// A folder in which a long search keeps its arrays, as files mapped into memory. The system writes to disk what does
// not fit into memory; if Ctrl-C or force ends a search, the next command continues it.
#pragma once

#include <memory>
#include <string>

#include "interpreter/players/exact/search_store.hpp"

namespace glint::cli {

/// Opens the folder, or makes it. `key`: lines that say what is searched. Stops if the folder holds something else, for
/// example a running search or one with another key.
std::unique_ptr<SearchStore> open_work(const std::string& path, const std::string& key);
/// Removes the folder with all its files, because the search is done.
void remove_work(const std::string& path);

}  // namespace glint::cli
