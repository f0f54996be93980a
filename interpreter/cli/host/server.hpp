// The tables of `glint host`, for browsers: README.md has the requests, and who may send them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/cli/host/table.hpp"

namespace glint::cli {

struct HostSettings {
  std::string folder;  // of tables; it is made if it is not there
  std::string undo;    // of new tables
  int tables = 1;
};

class HostServer {
 public:
  /// Opens the tables of the folder that are of this game and not over, and makes new ones until there are so many.
  /// Stops if one cannot be made.
  HostServer(Referee& referee, HostSettings settings);
  /// Answers nobody any more.
  ~HostServer();
  HostServer(const HostServer&) = delete;
  HostServer& operator=(const HostServer&) = delete;

  /// As Door::listen (cli/http/door.hpp).
  bool listen(const std::string& address, int port, const std::string& at = "");

  struct Links {
    std::string table;
    bool is_new = false;
    std::vector<std::pair<std::string, std::string>> links;  // for whom, and the address
  };
  std::vector<Links> links() const;
  /// Files of the folder that cannot be read, and why: one line each.
  const std::vector<std::string>& unread() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The page, and what it loads from this server: page.html is the first.
struct HostFile {
  const char *name, *type;
  std::string_view text;
};
const std::vector<HostFile>& host_files();

}  // namespace glint::cli
