#include "interpreter/cli/support/explore_folder.hpp"

#include <algorithm>
#include <filesystem>

#include "interpreter/cli/support/files.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

/// The text of a file in the folder: a script, or a list of scripts.
std::string read_plain(const std::string& path) { return file_text(path, 64 << 20).value_or(""); }

/// The name of a bundled script or library with this path; else empty.
std::string bundled_name(const fs::path& path) {
  const std::string stem = path.stem().string();
  for (const auto& file : {bundled_script(stem), bundled_library(stem)})
    if (file && file->name == path.string()) return stem;
  return {};
}

/// Never over another text: it may be what somebody has made of a variant that was found.
void write_script(const std::string& path, const std::string& text) {
  KeptFile file(path);
  if (file.is_empty()) return file.replace(text);
  if (read_plain(path) != text)
    stop(kUsage, "`" + path + "` already exists, and is another script, so it is not overwritten",
         "move it away, or name another folder with --out");
}

/// The path of the plan, once the folder is there. It is made last, if these folders can be used and hold no other exploration.
std::string checked_path(const std::string& folder, const std::string& plan, const std::vector<std::string>& merged) {
  const auto check_same = [&](const std::string& each) {
    const std::string theirs = exists(each + "/plan.txt") ? read_plain(each + "/plan.txt") : "";
    if (theirs.empty() || theirs == plan) return;
    std::string differs;
    const std::vector<std::string_view> mine = lang::lines_of(plan), other = lang::lines_of(theirs);
    for (std::size_t i = 0; i < std::min(mine.size(), other.size()) && differs.empty(); ++i)
      if (mine[i] != other[i]) differs = "`" + std::string(other[i]) + "` there, `" + std::string(mine[i]) + "` here";
    stop(kUsage, "`" + each + "` holds another exploration" + (differs.empty() ? "" : ": " + differs),
         "name another folder with --out, or remove that one");
  };
  check_same(folder);
  for (const std::string& each : merged) {
    if (!exists(each + "/games.txt"))
      stop(kUsage, "`" + each + "/games.txt` is missing: was something explored in this folder?");
    check_same(each);
  }
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (!fs::is_directory(folder)) stop(kUsage, "--out: `" + folder + "` is not a folder, and cannot be made");
  return folder + "/plan.txt";
}

}  // namespace

ExploreFolder::ExploreFolder(const std::string& path, const std::string& plan, const std::vector<std::string>& merged,
                             const VariedParent& parent)
    : path_(path), plan_(checked_path(path, plan, merged)), games_(path + "/games.txt") {
  for (const std::string& folder : merged) games_.read_also(folder + "/games.txt");
  write_parent(parent);
  if (plan_.is_empty()) plan_.replace(plan);  // last, so that a folder that is refused is left as it was
}

/// A script of one's own lies beside its variants, which are of it, with what it uses from its folder.
void ExploreFolder::write_parent(const VariedParent& parent) const {
  const lang::Sources& sources = *parent.game().program().sources;
  const std::vector<std::string> bundled = bundled_scripts();
  if (std::find(bundled.begin(), bundled.end(), parent.of()) != bundled.end()) return;
  const fs::path home = fs::path(sources.file(0).name).lexically_normal().parent_path();
  for (std::uint32_t file = 0; file < sources.size(); ++file) {
    const fs::path path = fs::path(sources.file(file).name).lexically_normal();
    if (path.parent_path() == home && bundled_name(path).empty())
      write_script(path_ + "/" + path.filename().string(), sources.file(file).text);
  }
}

void ExploreFolder::write_scripts(const std::map<std::string, std::string>& scripts, bool are_last) {
  std::map<std::string, std::string> earlier;
  if (exists(list_path())) read_entries(read_plain(list_path()), earlier);
  for (const auto& [name, text] : earlier)
    if (exists(script_path(name)) && read_plain(script_path(name)) == text) fs::remove(script_path(name));
  for (const auto& [name, text] : scripts) write_script(script_path(name), text);
  std::string list;
  if (!are_last)
    for (const auto& [name, text] : scripts) list += entry_text(name, text);
  if (list.empty())
    fs::remove(list_path());
  else
    KeptFile(list_path()).replace(list);
}

}  // namespace glint::cli
