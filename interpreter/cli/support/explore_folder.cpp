#include "interpreter/cli/support/explore_folder.hpp"

#include <algorithm>
#include <filesystem>

#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/written.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

/// Scripts of a run whose time was over, by name: the next run replaces those that nobody has edited.
std::string list_in(const std::string& folder) { return folder + "/so_far.txt"; }

/// The text of a file in the folder: a plan, a script, or a list of scripts. Nothing if there is something else, or
/// more text than any of them has; no link is followed.
std::optional<std::string> read_plain(const std::string& path) {
  constexpr std::size_t kMost = 8 << 20;
  std::error_code problem;
  const fs::file_status there = fs::symlink_status(path, problem);
  if (there.type() == fs::file_type::not_found) return "";
  std::optional<std::string> text;
  if (fs::is_regular_file(there)) text = file_text(path, kMost);
  return text && text->size() <= kMost ? text : std::nullopt;
}

/// Whether variants that are found have names like this; a list may be from elsewhere.
bool is_script_name(const std::string& name) {
  constexpr std::size_t kLongest = 100;
  return name.size() <= kLongest && name.find_first_of(std::string("/\0", 2)) == std::string::npos;
}

/// The scripts of a list, or nothing if it is none.
std::optional<std::map<std::string, std::string>> scripts_in(const std::string& path) {
  const std::optional<std::string> list = read_plain(path);
  if (!list) return std::nullopt;
  std::map<std::string, std::string> scripts;
  bool is_list = list->empty();
  read_entries(*list, [&](std::string name, std::string text) {
    is_list = true;
    if (is_script_name(name) && !text.empty()) scripts[std::move(name)] = std::move(text);
  });
  return is_list ? std::optional(std::move(scripts)) : std::nullopt;
}

/// The name of a bundled script or library with this path; else empty.
std::string bundled_name(const fs::path& path) {
  const std::string stem = path.stem().string();
  for (const auto& file : {bundled_script(stem), bundled_library(stem)})
    if (file && file->name == path.string()) return stem;
  return {};
}

/// Stops if a script with another text lies there: it may be what somebody has made of a variant that was found.
void check_script(const std::string& path, const std::string& text) {
  const std::optional<std::string> there = read_plain(path);
  if (there != "" && there != text)
    stop(kUsage, "`" + path + "` already exists, and is another script, so it is not overwritten", kMoveAway);
}

void write_script(const std::string& path, const std::string& text) {
  check_script(path, text);
  if (read_plain(path) == "") create_file(path, text);
}

/// The first line of a plan that another one does not have, or nothing.
std::string first_besides(const std::string& plan, const std::string& other) {
  const std::vector<std::string_view> others = lang::lines_of(other);
  for (const std::string_view line : lang::lines_of(plan))
    if (std::find(others.begin(), others.end(), line) == others.end()) return std::string(line);
  return {};
}

/// The path of the plan, once the folder is there. It is made last, if these folders can be used and hold no other exploration.
std::string checked_path(const std::string& folder, const std::string& plan, const std::vector<std::string>& merged) {
  const auto check_same = [&](const std::string& each, bool may_be_empty) {
    const std::string path = each + "/plan.txt";
    const std::optional<std::string> theirs = read_plain(path);
    if (theirs == plan || (may_be_empty && theirs == "")) return;
    if (!theirs || !theirs->starts_with(kPlanBegins))
      stop(kUsage, "`" + path + "` already exists, and is not the plan of an exploration", kMoveAway);
    const std::string there = first_besides(*theirs, plan), here = first_besides(plan, *theirs);
    std::string differs = there.empty() ? "" : "`" + there + "` there";
    if (!here.empty()) differs += (differs.empty() ? "`" : ", `") + here + "` here";
    stop(kUsage,
         "`" + each + "` holds another exploration: " +
             (differs.empty() ? "its plan has the same lines in another order" : differs),
         "name another folder with --out, or remove that one");
  };
  check_same(folder, true);
  if (!scripts_in(list_in(folder)))
    stop(kUsage, "`" + list_in(folder) + "` already exists, and is not a list of scripts that were found", kMoveAway);
  for (const std::string& each : merged) {
    for (const char* name : {"/games.txt", "/plan.txt"})
      if (!exists(each + name))
        stop(kUsage, "`" + each + name + "` is missing: was something explored in this folder?");
    check_same(each, false);
  }
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (!fs::is_directory(folder)) stop(kUsage, "--out: `" + folder + "` is not a folder, and cannot be made");
  return folder + "/plan.txt";
}

}  // namespace

ExploreFolder::ExploreFolder(const std::string& path, const std::string& plan, const std::vector<std::string>& merged,
                             const VariedParent& parent)
    : path_(path),
      plan_path_(checked_path(path, plan, merged)),
      games_(path + "/games.txt", has_content(plan_path_), parent.game().program().limits.stop) {
  for (const std::string& folder : merged) games_.read_also(folder + "/games.txt");
  write_parent(parent);
  games_.open();
  if (!has_content(plan_path_)) replace_file(plan_path_, plan);  // last, so that a folder that is refused is left as it was
}

/// A script of one's own lies beside its variants, which are of it, with what it uses from its folder and those below.
void ExploreFolder::write_parent(const VariedParent& parent) const {
  const lang::Sources& sources = *parent.game().program().sources;
  const std::vector<std::string> bundled = bundled_scripts();
  if (std::find(bundled.begin(), bundled.end(), parent.of()) != bundled.end()) return;
  const auto whole = [&](std::uint32_t file) { return fs::absolute(sources.file(file).name).lexically_normal(); };
  const fs::path home = whole(0).parent_path();
  std::map<std::string, std::string> copies;  // by path
  for (std::uint32_t file = 0; file < sources.size(); ++file) {
    const fs::path within = whole(file).lexically_relative(home);
    if (within.empty() || *within.begin() == ".." || !bundled_name(sources.file(file).name).empty()) continue;
    const std::string copy = (fs::path(path_) / within).string();
    if (!is_inside(copy, path_)) stop(kUsage, "`" + copy + "` leads out of the folder", kMoveAway);
    check_script(copy, sources.file(file).text);
    copies[copy] = sources.file(file).text;
  }
  for (const auto& [copy, text] : copies) {
    std::error_code problem;  // writing tells it
    fs::create_directories(fs::path(copy).parent_path(), problem);
    write_script(copy, text);
  }
}

void ExploreFolder::write_scripts(const std::map<std::string, std::string>& scripts, bool are_last) {
  std::error_code problem;
  for (const auto& [name, text] : scripts_in(list_in(path_)).value_or(std::map<std::string, std::string>{}))
    if (read_plain(script_path(name)) == text) fs::remove(script_path(name), problem);
  for (const auto& [name, text] : scripts) write_script(script_path(name), text);
  std::string list;
  if (!are_last)
    for (const auto& [name, text] : scripts) list += entry_text(name, text);
  if (list.empty())
    fs::remove(list_in(path_), problem);
  else
    replace_file(list_in(path_), list);
}

}  // namespace glint::cli
