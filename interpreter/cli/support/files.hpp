// Files: what a command reads and writes, and where a script finds what it uses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/cli/support/console.hpp"
#include "lang/source/source.hpp"

namespace glint::cli {

/// What a file is read as. Each has a size beyond which it is refused without being read.
enum class Input { script, position, record, study };

/// The text of a file, or of `in` for "-". Missing, no regular file, unreadable, or too large: an error of input. Of a
/// script that is too large just enough is read for the parser to say so.
std::string read_input(const std::string& path, Input what, Console& console);
/// How errors call a file: its path, `<input>` for "-".
std::string input_name(const std::string& path);
/// --path names folders; anything else is wrong usage.
void check_folders(const std::vector<std::string>& paths);
/// Writes a file, or to `out` for "-".
void write_output(const std::string& path, const std::string& text, Console& console);
/// A file that is put in the place of what is there again and again: a program that reads it, or is cut off at any
/// moment, has the old one or the new one. It belongs to one process at a time, by a lock on `path`.lock that ends with
/// the process, however that ends; where the file system has no locks, nobody is kept away.
class KeptFile {
 public:
  /// Stops where another process has it, or where nothing can be written.
  explicit KeptFile(std::string path);
  ~KeptFile();
  KeptFile(const KeptFile&) = delete;
  KeptFile& operator=(const KeptFile&) = delete;
  void replace(const std::string& text) const;

 private:
  std::string path_, lock_path_;
  int lock_ = -1;
  bool is_locked_ = false;
};
/// Writes a file that is not there yet. Never takes the place of anything.
void create_file(const std::string& path, const std::string& text);

/// A bundled game's, variant's or library's file by its name, or nothing.
std::optional<lang::SourceFile> bundled_file(std::string_view name);
std::optional<lang::SourceFile> bundled_library(std::string_view name);
std::optional<lang::SourceFile> bundled_script(std::string_view name);  // a game or a variant
std::vector<std::string> bundled_libraries();
/// What a new script starts from: "game", "variant".
std::string_view bundled_template(std::string_view name);
std::vector<std::string> bundled_scripts();  // games, then variants
/// Is there a file, whatever it is, at this path?
bool exists(const std::string& path);

/// Finds bundled libraries and games, then files inside the folder of the script given and the folders added. Nothing
/// outside: neither an absolute path, nor `..`, nor a link leads out.
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

}  // namespace glint::cli
