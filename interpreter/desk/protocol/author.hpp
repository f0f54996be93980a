// A client who writes: it also gets diagnostics, and answers to all that an editor asks of a script, some of which take
// long. A host without editors links none of it.
#pragma once

#include <string>
#include <vector>

#include "interpreter/desk/protocol/diagnostics.hpp"
#include "interpreter/desk/protocol/jobs.hpp"
#include "interpreter/desk/protocol/session.hpp"

namespace glint::desk {

class Server::Author final : public Server::Session {
 public:
  Author(Desk::Files files, Send send, const Limits& limits);
  bool has_work() const override { return !jobs_.empty() || diagnostics_.has_more(); }
  void work() override;
  void foresee(const std::string& text) override;
  bool is_unwanted() const override { return current_.is_cancelled || diagnostics_.is_unwanted(); }

 private:
  void request(const Json& id, const std::string& method, const Json& params) override;
  void notify(const std::string& method, const Json& params) override;
  void cancel(const Json& id) override { jobs_.cancel(id); }
  bool is_running(const Json& id) const override { return jobs_.has(id); }
  Json capabilities(const Json& params) override;
  std::vector<std::string> own_requests() const override;
  Json shut_down() override;
  void changed(const std::string& document) override { diagnostics_.publish(document); }
  void closed(const std::string& document) override { diagnostics_.close(document); }

  Jobs jobs_;
  Diagnostics diagnostics_;
  // What the client can do.
  bool has_snippets_ = false, watches_files_ = false;
};

}  // namespace glint::desk
