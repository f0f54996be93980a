// The tables of `glint host`, for browsers: README.md has the requests, and who may send them.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
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
  /// Of all requests for links.
  const std::vector<std::string>& paths() const { return paths_; }
  /// Ends games whose time is over (HostedTable::judge).
  void judge();
  /// Of a class: for all of it, and for its host.
  const std::vector<HostedTable::Key>& class_keys() const { return class_keys_; }
  std::string link(const HostedTable::Key& key) const {
    return door_.address() + (key.table ? "/#k=" : "/#c=") + key.key;
  }

 private:
  using Key = HostedTable::Key;
  void open_tables();
  void add_table();
  void start_minder(HostedTable& table);
  /// Those that are there now: no work of a table is waited for while more may come.
  std::vector<HostedTable*> all() const;
  Json tell_class(const Key& to) const;
  Json join(const Json& body);
  std::string path_of(const std::string& id) const { return plan_.folder + "/" + id + ".table"; }
  void answer_requests();
  Key* known(const httplib::Request& request);
  bool is_refused(const httplib::Request& request, httplib::Response& response);
  void events(Key& to, httplib::Response& response);

  const HostPlan plan_;
  const Descriptor folder_;                 // is locked: no other server has it
  mutable std::shared_mutex tables_mutex_;  // of this list, which grows
  std::vector<std::unique_ptr<HostedTable>> tables_;
  std::vector<Key> class_keys_;
  std::ptrdiff_t most_ = 0;  // tables, with those that were over
  std::mutex joining_;       // one at a time
  std::mutex mutex_;         // of what each key asks for
  std::vector<std::string> paths_;
  Door door_;  // closed before what its requests use
  std::atomic<bool> is_ending_ = false;
  std::vector<std::thread> minders_;  // of tables with bots
};

}  // namespace glint::cli
