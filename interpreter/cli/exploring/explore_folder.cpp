#include "interpreter/cli/exploring/explore_folder.hpp"

#include <algorithm>
#include <filesystem>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

/// The text of a file in the folder: a plan or a script. Nothing if there is something else, or more text than any of
/// them has; no link is followed.
std::optional<std::string> read_plain(const std::string& path) {
  constexpr std::size_t kMost = 8 << 20;
  std::error_code problem;
  const fs::file_status there = fs::symlink_status(path, problem);
  if (there.type() == fs::file_type::not_found) return "";
  std::optional<std::string> text;
  if (fs::is_regular_file(there)) text = file_text(path, kMost);
  return text && text->size() <= kMost ? text : std::nullopt;
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

/// The path of the plan, once the folder is there. Stops if the folder cannot be used, or holds another exploration.
std::string checked_path(const std::string& folder, const std::string& plan) {
  const std::string path = folder + "/plan.txt";
  const std::optional<std::string> theirs = read_plain(path);
  if (theirs != plan && theirs != "") {
    if (!theirs || !theirs->starts_with(kPlanBegins))
      stop(kUsage, "`" + path + "` already exists, and is not the plan of an exploration", kMoveAway);
    const std::string there = first_besides(*theirs, plan), here = first_besides(plan, *theirs);
    std::string differs = there.empty() ? "" : "`" + there + "` there";
    if (!here.empty()) differs += (differs.empty() ? "`" : ", `") + here + "` here";
    stop(kUsage,
         "`" + folder + "` holds another exploration: " +
             (differs.empty() ? "its plan has the same lines in another order" : differs),
         "name another folder with --out, or remove that one");
  }
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (!fs::is_directory(folder)) stop(kUsage, "--out: `" + folder + "` is not a folder, and cannot be made");
  return path;
}

}  // namespace

ExploreFolder::ExploreFolder(const std::string& path, const std::string& plan, const VariedParent& parent)
    : path_(path),
      plan_path_(checked_path(path, plan)),
      games_(path + "/games.txt", parent.game().program().limits.stop) {
  const bool is_new = !has_content(plan_path_);
  if (is_new && !games_.was_empty())
    stop(kUsage, "`" + path + "/games.txt` already exists, and there is no plan that it belongs to", kMoveAway);
  write_parent(parent);
  if (is_new) replace_file(plan_path_, plan);  // last, so that a folder that is refused is left as it was
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

void ExploreFolder::write_scripts(const std::map<std::string, std::string>& scripts) const {
  for (const auto& [name, text] : scripts) write_script(path_ + "/" + name + ".glint", text);
}

}  // namespace glint::cli
