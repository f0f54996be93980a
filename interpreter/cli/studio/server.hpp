// The studio's page on this machine: http://127.0.0.1:PORT/. It serves the page to anybody, and scripts and
// engines to pages that know its key. interpreter/studio/README.md has the requests.
//
// Another site's page in the same browser can send requests here, too. So each request must name this address as its
// host (otherwise other names that lead here could be used), come from this origin, and bring the key. The key is in
// the address that the command prints, after a `#`; browsers send that part to no server.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/limits.hpp>

namespace glint::cli {

// The scripts of one folder that a page in the browser may read and write: only files in the folder that end in
// `.glint`. A name is a path from the folder, such as `variants/wide.glint`; below the folder no link is followed.

/// The outcome of a request about a file.
struct FileAnswer {
  int status = 200;   // as in HTTP: 403 not allowed, 404 not there, 409 changed meanwhile, 413, 415, 500, 507 no room
  std::string text;   // the text of the file as it is
  std::string stamp;  // identifies the text; empty: there is no file
  std::string error, help;
};

class ScriptFolder {
 public:
  /// `path` is a folder.
  explicit ScriptFolder(const std::string& path);

  /// The path without links, from the root of the file system.
  const std::string& path() const { return path_; }
  /// The path of a script.
  std::string path_of(const std::string& name) const { return (path_ == "/" ? "" : path_) + "/" + name; }
  /// The error in a name that no file of this folder can have.
  std::optional<FileAnswer> refusal(const std::string& name) const;

  FileAnswer read(const std::string& name) const;
  /// Writes the new file beside the old one, and renames it. `stamp`: identifies the text that the writer knows. If the
  /// file has another text now, nothing is written, and the answer has that text.
  FileAnswer write(const std::string& name, const std::string& text, const std::string& stamp) const;

  /// For the scripts here and up to four folders below, at most a thousand: by name, a value that changes when the file
  /// changes. Names that begin with a dot are left out. Cheaper than reading them.
  std::map<std::string, std::string> states() const;

 private:
  std::string path_;
};

struct StudioSettings {
  std::string folder;              // the folder whose scripts, also in folders below, are read and written
  std::string file;                // the script to open, by its name in the folder; or
  std::string game;                // the bundled game to open
  std::vector<std::string> paths;  // folders with libraries and games
  std::string page;                // HTML
  Limits limits;
};

class StudioServer {
 public:
  explicit StudioServer(StudioSettings settings);
  /// Ends all engines, and stops answering.
  ~StudioServer();

  /// Begins to answer, in threads of its own; port 0 is any that is free. False: another program has this port.
  bool listen(int port);

  /// The address with the key.
  std::string address() const;
  /// An address whose key is good for one page: for a command line, which all users of a machine can see.
  std::string address_once();

  /// Tells pages which files have changed on the disk, and forgets pages that are closed. Call it a few times a second.
  void look();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The page of the studio in this command.

/// HTML; empty if this command was built without it: the page needs Node and Emscripten, the command does not.
std::string_view studio_page();

}  // namespace glint::cli
