// The tables of `glint host`, for browsers: README.md has the requests, and who may send them.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "interpreter/cli/host/table.hpp"
#include "interpreter/cli/http/door.hpp"

namespace glint::cli {

struct HostSettings {
  std::string folder;                                                        // of tables; it is made if it is not there
  TablePlan plan;                                                            // of new ones
  int tables = 1;                                                            // that are not over
  std::function<void(const std::string&)> warn = [](const std::string&) {};  // called in threads of its own
};

class HostServer {
 public:
  /// Opens the tables of the folder that are of this game, also those that are over, and makes new ones until so many
  /// are not over. Stops if one cannot be made. The game's Limits::stop must be Deadline::also_late.
  HostServer(HostRules rules, HostSettings settings);
  /// Answers nobody any more.
  ~HostServer();
  HostServer(const HostServer&) = delete;
  HostServer& operator=(const HostServer&) = delete;

  /// As Door::listen (cli/http/door.hpp).
  bool listen(const std::string& address, int port, const std::string& at = "");

  std::vector<std::unique_ptr<HostedTable>>& tables() { return tables_; }
  std::string link(const std::string& key) const { return door_.address() + "/#k=" + key; }

 private:
  /// Whoever has a key; without a table, that of the entrance.
  struct Known {
    HostedTable* table;
    HostedTable::Key* key;
  };

  void open_tables();
  void make_table();
  void answer_requests();
  const Known* known(const httplib::Request& request) const;
  bool is_refused(const httplib::Request& request, httplib::Response& response);
  void events(const Known& to, httplib::Response& response);
  void sit(const Json& body, httplib::Response& response);
  void mind();

  const HostRules rules_;
  const HostSettings settings_;
  std::vector<std::unique_ptr<HostedTable>> tables_;
  HostedTable::Key entrance_;
  std::vector<Known> known_;
  std::mutex mutex_;  // of what each key asks for
  std::atomic<int> streams_ = 0;
  const int most_streams_;
  std::atomic<bool> is_ending_ = false;
  Door door_;  // closed before what its requests use
  std::vector<std::thread> minders_;
};

}  // namespace glint::cli
