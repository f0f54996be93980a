// Requests that take long, under way: their jobs work in turn, report their progress, and are answered in the end.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "interpreter/desk/protocol/client.hpp"
#include "interpreter/desk/protocol/documents.hpp"
#include "interpreter/desk/protocol/job.hpp"

namespace glint::desk {

class Jobs {
 public:
  using Json = nlohmann::ordered_json;

  struct Running {
    Json id;  // of the request
    Json progress_token, partial_token;  // null: the client wants none
    std::string document;
    std::unique_ptr<Job> job;
  };

  /// `stop`: whether the work is unwanted; asking it lets the host show messages that have arrived.
  Jobs(Documents& documents, Client& client, Current& current, std::function<bool()> stop)
      : documents_(documents), client_(client), current_(current), stop_(std::move(stop)) {}

  bool empty() const { return running_.empty(); }
  /// Whether no further one is taken.
  bool is_full() const;
  bool has(const Json& id) const;
  void add(Running running);
  /// Does a part of the next one.
  void work();
  /// Nothing happens if it was answered already.
  void cancel(const Json& id);
  void cancel_all();

 private:
  /// Reports the progress or the result of a job. A job that has more to do goes to the end of the queue.
  void tell(Running& running, bool more);
  Json result_of(const Running& running);

  Documents& documents_;
  Client& client_;
  Current& current_;
  const std::function<bool()> stop_;
  std::deque<Running> running_;  // the one that works next first
};

}  // namespace glint::desk
