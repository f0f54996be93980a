// The studio's page on this machine: http://127.0.0.1:PORT/. It serves the page to anybody, and scripts and
// engines to pages that know its key. interpreter/studio/README.md has the requests.
//
// A page of somebody else's in the same browser can send requests here, too. So each request must name this address as
// its host (or names that lead here could be used), come from this origin, and bring the key. The key is in the
// address that the command prints, after a `#`; browsers send that part to no server.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <glint/limits.hpp>
#include "interpreter/cli/studio/folder.hpp"

namespace glint::cli {

struct StudioSettings {
  std::string folder;              // scripts here, and in folders below, are read and written
  std::string file;                // the script to open, by its name in the folder; or
  std::string game;                // the bundled game to open
  std::vector<std::string> paths;  // folders with libraries and games
  std::string page;                // HTML
  Limits limits;
};

class StudioServer {
 public:
  explicit StudioServer(StudioSettings settings);
  /// Ends all engines, and answers nobody any more.
  ~StudioServer();
  StudioServer(const StudioServer&) = delete;
  StudioServer& operator=(const StudioServer&) = delete;

  /// Begins to answer, in threads of its own; port 0 is any that is free. False: another program has this port.
  bool listen(int port);

  /// The address with the key.
  std::string address() const;
  /// An address whose key is good for one page: for a command line, which all users of a machine can see.
  std::string address_once();

  /// Tells pages what has changed on the disk, and forgets pages that are closed. To be called a few times a second.
  void look();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The page of the studio in this command.

/// HTML; empty if this command was built without it: the page needs Node and Emscripten, the command does not.
std::string_view studio_page();

}  // namespace glint::cli
