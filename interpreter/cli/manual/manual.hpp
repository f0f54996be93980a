// The facts about the command line, read from the declarations of its commands. So help (cli/run.cpp), the man pages
// made from it, and completions have one source, and cannot differ.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace glint::cli {

/// Lines of commands, with the comments after them in one column.
std::string with_comments_aligned(const std::string& examples);

/// The words that a shell offers after the Tab key, to replace the last of these words, which is incomplete (the shell
/// scripts are in cli/completions). Each line has a name, with its help after a tab; `:scripts`, `:files` or `:folders`
/// mean that the shell offers those.
std::string offers(const CLI::App& app, const std::vector<std::string>& words);

/// The version of the command, and the commit that it was built from: `0.1.0 (1e98ed962)`; `0.1.0 (1e98ed962, changed)`
/// if files differed from that commit; `0.1.0` if the commit is not known. cli/commit.cmake finds it when the command is
/// built.
std::string version();

}  // namespace glint::cli
