// The scripts of one folder, as a page in the browser may read and write them: files that end in `.glint`, and nothing
// outside of the folder. A name is a path from the folder, such as `variants/wide.glint`; below the folder no link is
// followed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace glint::cli {

/// The outcome of a request about a file.
struct FileAnswer {
  int status = 200;   // as in HTTP: 403 not allowed, 404 not there, 409 changed meanwhile, 413, 415, 500, 507 no room
  std::string text;   // of the file as it is
  std::string stamp;  // stands for the text; empty: there is no file
  std::string error, help;
};

class ScriptFolder {
 public:
  /// `path` is a folder.
  explicit ScriptFolder(const std::string& path);

  /// Without links, from the root of the file system.
  const std::string& path() const { return path_; }
  /// The path of a script.
  std::string path_of(const std::string& name) const { return (path_ == "/" ? "" : path_) + "/" + name; }
  /// The error in a name, if it is one that this folder does not have and cannot have.
  std::optional<FileAnswer> refusal(const std::string& name) const;

  /// The names of scripts, here and up to four folders below, in order; at most a thousand. Names that begin with a dot
  /// are left out.
  std::vector<std::string> names() const;
  FileAnswer read(const std::string& name) const;
  /// Writes it beside the old one, and renames it. `stamp` is that of the text which the writer knows;
  /// if there is another one now, nothing is written, and the answer has that.
  FileAnswer write(const std::string& name, const std::string& text, const std::string& stamp) const;

  /// Something that is different for each file when it has changed: by name. Cheaper than reading them.
  std::map<std::string, std::string> states() const;

 private:
  std::string path_;
};

}  // namespace glint::cli
