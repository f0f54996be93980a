// Files that commands read, and where scripts find the files that they use.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/cli/console/console.hpp"
#include "lang/source/source.hpp"

namespace glint::cli {

/// The time between two looks for changes of watched files.
inline constexpr std::chrono::milliseconds kBetweenLooks{250};

/// The ways to read a file. Each has a largest size; larger files are refused without being read.
enum class Input { script, position, record, study, values, best, engine };
inline constexpr std::size_t kMostOfStudy = std::size_t{128} << 20;

/// The system's words for this error number (errno), as in "no space left on device".
std::string reason(int problem);
/// The text of a file, or of `in` for "-", which can be read once. A file that is missing, not regular, unreadable or
/// too large is an input error. If a script is too large, enough is read for the parser to report it.
std::string read_input(const std::string& path, Input what, Console& console);
/// The script in the same folder whose name is nearest to this path, which does not exist; empty: none is near.
std::string nearest_script(const std::string& path);
/// The name of a file in errors: its path, or `<input>` for "-".
std::string input_name(const std::string& path);
/// Stops with wrong usage if a path of --path is not a folder.
void check_folders(const std::vector<std::string>& paths);

/// The file of a bundled game, variant or library by its name, or nothing.
std::optional<lang::SourceFile> bundled_file(std::string_view name);
std::optional<lang::SourceFile> bundled_library(std::string_view name);
std::optional<lang::SourceFile> bundled_script(std::string_view name);  // a game or a variant
std::vector<std::string> bundled_libraries();
/// The page of an error, by its code: lang/errors/G0403.md.
std::string_view bundled_error_page(std::string_view code);
std::vector<std::string> bundled_scripts();  // games, then variants
/// A path, quoted for a shell if it is not plain.
std::string for_shell(const std::string& path);
/// True if anything exists at this path.
bool exists(const std::string& path);
/// A descriptor of a file, which is closed with this.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();
  operator int() const { return number_; }

 private:
  int number_;
};

/// The folder of a file, opened from `root` on, and the file's name there. No link below `root` is followed, so nothing
/// outside can be reached, even if files are moved or replaced meanwhile. Negative: `errno` says why not.
std::pair<Descriptor, std::string> folder_below(const std::string& root, const std::string& name);
/// The text of a regular file that is open, up to one byte more than `most`; nothing if it cannot be read.
std::optional<std::string> text_of(int file, std::size_t most);

/// Finds bundled libraries and games, then files inside the folder of the given script and inside the added folders.
/// Absolute paths, `..` and links cannot lead outside of them.
class FolderLoader : public lang::Loader {
 public:
  FolderLoader(const std::string& script, std::vector<std::string> folders);
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override;
  std::vector<std::string> names() const override { return bundled_libraries(); }
  std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile& user) override;
  std::vector<std::string> game_names() const override { return bundled_scripts(); }

 private:
  std::optional<lang::SourceFile> in_folders(std::string_view name, const lang::SourceFile& user) const;

  std::vector<std::string> roots_;
};

/// The script that a record or a study names as its game: a bundled game, or a path from the current folder, from the
/// folder of the file, or from those of --path (there the script's name is enough). The file may come from somebody
/// else, so it must not make errors show the contents of any other file, or make the command read its input. `what`:
/// "record" or "study"; `otherwise`: how a script is named instead. Stops if it names no script.
std::string named_script(const std::string& game, const std::string& file, const std::string& what,
                         const std::vector<std::string>& paths, const std::string& otherwise);

/// The time and size, by path, of these files, of the scripts (`*.glint`) beside them, and of those in `folders`.
using Stamps = std::map<std::string, std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
Stamps stamps_of(const std::vector<std::string>& files, std::vector<std::string> folders);

}  // namespace glint::cli
