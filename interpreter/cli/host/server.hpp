// The tables of `glint host`, for browsers: README.md has the requests, and who may send them.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/host/table.hpp"
#include "interpreter/cli/http/door.hpp"

namespace glint::cli {

class HostServer {
 public:
  /// Opens the tables of this game in the plan's folder, including finished ones, and makes new ones until enough are
  /// unfinished. Stops if one cannot be made, or if another server has the folder.
  explicit HostServer(HostPlan plan);
  /// Waits for bots that are thinking.
  ~HostServer();
  HostServer(const HostServer&) = delete;
  HostServer& operator=(const HostServer&) = delete;

  Door& door() { return door_; }
  std::vector<std::unique_ptr<HostedTable>>& tables() { return tables_; }
  std::string link(const std::string& key) const { return door_.address() + "/#k=" + key; }

 private:
  using Key = HostedTable::Key;
  void open_tables();
  std::string path_of(const std::string& id) const { return plan_.folder + "/" + id + ".table"; }
  void answer_requests();
  Key* known(const httplib::Request& request) const;
  bool is_refused(const httplib::Request& request, httplib::Response& response);
  void events(Key& to, httplib::Response& response);

  const HostPlan plan_;
  const Descriptor folder_;  // is locked: no other server has it
  std::vector<std::unique_ptr<HostedTable>> tables_;
  std::mutex mutex_;                      // the rate of requests of each key
  std::atomic<int> streams_[2] = {0, 0};  // of players, and of people who watch
  Door door_;                             // closed before the things that its requests use
  std::atomic<bool> is_ending_ = false;
  std::vector<std::thread> minders_;  // of tables with bots
};

}  // namespace glint::cli
