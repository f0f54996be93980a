#include "interpreter/cli/files/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <iostream>
#include <system_error>

#include "interpreter/embedded/embedded.hpp"
#include "interpreter/game/loading/load.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {

namespace {

namespace fs = std::filesystem;

/// A position of the largest board, or a game of a hundred thousand moves, takes less than a few of these.
constexpr std::size_t kMegabyte = 1024 * 1024;

/// By Input: its name in errors, and its largest size.
struct FileKind {
  const char* name;
  std::size_t most_bytes;
};
constexpr FileKind kFileKinds[] = {{"script", lang::kMaxScriptBytes},
                                   {"position", 16 * kMegabyte},
                                   {"record", 8 * kMegabyte},
                                   {"file of a study", kMostOfStudy},
                                   {"file of learned values", 100 * kMegabyte},
                                   {"best bot of a game", kMegabyte},
                                   {"table of an engine", kMegabyte}};

/// Reads up to one byte more than `most`, so that an endless stream counts as too large.
std::string read_stream(std::istream& in, std::size_t most) {
  std::string text;
  char block[65536];
  while (in && text.size() <= most) {
    in.read(block, static_cast<std::streamsize>(std::min(sizeof block, most + 1 - text.size())));
    text.append(block, static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

std::string folder_of(const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// The text of a script to which this path leads, links and `..` followed, if that is in the folder. It is opened where
/// it was found, without links: one that is replaced meanwhile leads nowhere. The parser refuses longer texts.
std::optional<std::string> text_inside(const fs::path& path, const std::string& root) {
  std::error_code problem;
  const fs::path real = fs::canonical(path, problem), real_root = fs::canonical(root, problem);
  const fs::path within = real.lexically_relative(real_root);
  if (problem || within.empty() || *within.begin() == "..") return std::nullopt;
  const auto [folder, name] = folder_below(real_root.string(), within.string());
  const Descriptor file(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  return file < 0 ? std::nullopt : text_of(file, lang::kMaxScriptBytes);
}

/// A file has one name, by which variants know it again: `a.glint` for `../games/a.glint` in the folder `games`.
std::string one_spelling(const fs::path& path) {
  std::error_code problem;
  const fs::path here = fs::current_path(problem);
  if (path.is_absolute() || problem) return path.lexically_normal().string();
  return (here / path).lexically_normal().lexically_proximate(here).string();
}

}  // namespace

std::string reason(int problem) {
  std::string text = std::strerror(problem);
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

std::string for_shell(const std::string& path) {
  constexpr std::string_view kPlain = "_./-+,:@%";
  const bool plain = std::all_of(path.begin(), path.end(), [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || kPlain.find(c) != std::string_view::npos;
  });
  if (plain && path[0] != '-') return path;
  std::string out = "'";
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

bool exists(const std::string& path) {
  std::error_code problem;
  return fs::exists(path, problem);
}

std::pair<Descriptor, std::string> folder_below(const std::string& root, const std::string& name) {
  constexpr int kAsFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  Descriptor at(open(root.c_str(), kAsFolder));
  std::size_t from = 0;
  for (std::size_t to; at >= 0 && (to = name.find('/', from)) != std::string::npos; from = to + 1)
    at = Descriptor(openat(at, name.substr(from, to - from).c_str(), kAsFolder | O_NOFOLLOW));
  return {std::move(at), name.substr(from)};
}

std::optional<std::string> text_of(int file, std::size_t most) {
  struct stat info {};
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  std::string text;
  if (info.st_size > 0) text.reserve(std::min(static_cast<std::size_t>(info.st_size), most) + 1);
  char block[65536];
  while (text.size() <= most) {
    const ssize_t got = read(file, block, std::min(sizeof block, most + 1 - text.size()));
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    text.append(block, static_cast<std::size_t>(got));
  }
  return text;
}

std::string nearest_script(const std::string& path) {
  constexpr int kMost = 10'000;  // names that are looked at
  const fs::path wanted(path), folder = wanted.parent_path();
  std::vector<std::string> names;
  std::error_code problem;
  int left = kMost;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, problem), end; !problem && at != end && left > 0;
       at.increment(problem), --left)
    if (at->path().extension() == ".glint") names.push_back(at->path().stem().string());
  std::sort(names.begin(), names.end());  // folders have them in any order
  const std::string stem = (wanted.extension() == ".glint" ? wanted.stem() : wanted.filename()).string();
  const bool lacks_ending = std::find(names.begin(), names.end(), stem) != names.end();
  const std::string near = lacks_ending ? stem : lang::nearest(stem, names);
  return near.empty() ? "" : (folder / (near + ".glint")).string();
}

std::string input_name(const std::string& path) { return path == "-" ? "<input>" : path; }

std::string read_input(const std::string& path, Input what, Console& console) {
  const auto [kind, most] = kFileKinds[static_cast<std::size_t>(what)];
  const std::string name = lang::marked(input_name(path));
  std::string text;
  if (path == "-") {
    if (!console.in) stop(kUsage, "the input, `-`, can be only one of the files", "give the other as a file");
    text = read_stream(console.in, most);
  } else {
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    if (!path.empty() && status.type() == fs::file_type::none)
      stop(kUsage, name + " cannot be read: " + reason(problem.value()));
    if (path.empty() || !fs::exists(status)) {
      if (fs::is_symlink(fs::symlink_status(path, problem)))
        stop(kUsage, name + " cannot be read: it is a link to a file that is not there");
      const std::string near = what == Input::script ? nearest_script(path) : "";
      stop(kUsage, "there is no file " + name, near.empty() ? "" : "did you mean the file `" + near + "`?");
    }
    if (fs::is_directory(status)) stop(kUsage, name + " is a folder, not a file");
    if (!fs::is_regular_file(status)) stop(kUsage, name + " is not a regular file", "`-` reads from the input instead");
    // It never waits, as a pipe or a device would.
    const Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    auto found = file < 0 ? std::nullopt : text_of(file, most);
    if (!found) stop(kUsage, name + " cannot be read");
    text = std::move(*found);
  }
  if (text.size() > most && what != Input::script) {
    stop(kUsage, name + " is larger than " + std::to_string(most / kMegabyte) + " MB, and no " + kind + " is");
  }
  return text;
}

void check_folders(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code problem;
    if (!fs::is_directory(path, problem)) stop(kUsage, "--path: there is no folder `" + path + "`");
  }
}

std::optional<lang::SourceFile> bundled_library(std::string_view name) { return bundled_loader(nullptr)->find(name, {}); }
std::optional<lang::SourceFile> bundled_script(std::string_view name) {
  return bundled_loader(nullptr)->find_game(name, {});
}
std::optional<lang::SourceFile> bundled_file(std::string_view name) {
  auto game = bundled_script(name);
  return game ? game : bundled_library(name);
}
std::vector<std::string> bundled_scripts() { return bundled_loader(nullptr)->game_names(); }
std::vector<std::string> bundled_libraries() { return bundled_loader(nullptr)->names(); }

std::string_view bundled_error_page(std::string_view code) {
  const EmbeddedFile* const page = embedded_file("lang/errors/" + std::string(code) + ".md");
  return page ? page->text : std::string_view();
}

FolderLoader::FolderLoader(const std::string& script, std::vector<std::string> folders) : roots_(std::move(folders)) {
  roots_.insert(roots_.begin(), folder_of(script));
}

std::optional<lang::SourceFile> FolderLoader::find(std::string_view name, const lang::SourceFile& user) {
  if (auto library = bundled_library(name)) return library;
  return in_folders(name, user);
}

std::optional<lang::SourceFile> FolderLoader::find_game(std::string_view name, const lang::SourceFile& user) {
  if (auto game = bundled_script(name)) return game;
  return in_folders(name, user);
}

std::optional<lang::SourceFile> FolderLoader::in_folders(std::string_view name, const lang::SourceFile& user) const {
  const fs::path wanted{std::string(name)};
  if (wanted.empty() || wanted.is_absolute()) return std::nullopt;
  // First in the folder of the file that asks, then in each of the given folders.
  std::vector<fs::path> places = {fs::path(folder_of(user.name)) / wanted};
  for (const std::string& root : roots_) places.push_back(fs::path(root) / wanted);
  for (const fs::path& place : places) {
    for (const char* ending : {"", ".glint"}) {
      const fs::path path = place.string() + ending;
      for (const std::string& root : roots_)
        if (auto text = text_inside(path, root)) return lang::SourceFile{one_spelling(path), std::move(*text)};
    }
  }
  return std::nullopt;
}

std::string named_script(const std::string& game, const std::string& file, const std::string& what,
                         const std::vector<std::string>& paths, const std::string& otherwise) {
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

Stamps stamps_of(const std::vector<std::string>& files, std::vector<std::string> folders) {
  Stamps found;
  std::error_code no_time, no_size, ended;  // a file may go while it is looked at
  const auto add = [&](const fs::path& path) {
    const auto time = fs::last_write_time(path, no_time);
    const auto size = fs::file_size(path, no_size);
    if (!no_time && !no_size) found.emplace(path.string(), std::pair(time, size));
  };
  for (const std::string& file : files) {
    add(file);
    folders.push_back(folder_of(file));
  }
  for (const std::string& folder : folders)
    for (fs::directory_iterator each(folder, ended), end; !ended && each != end; each.increment(ended))
      if (each->path().extension() == ".glint") add(each->path());
  return found;
}

}  // namespace glint::cli
