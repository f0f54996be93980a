// A client who writes: what a Session has, and all that an editor shows of a script. diagnostics.cpp says what is wrong with
// documents, answers.cpp answers what the protocol has words for, testing.cpp the requests about tests and the rule sheet,
// studying.cpp those that take long; commands.cpp offers some of these in the text. A host without editors links none of it.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/desk/protocol/job.hpp"
#include "interpreter/desk/protocol/session.hpp"

namespace glint::desk {

class Server::Author final : public Server::Session {
 public:
  Author(Desk::Files files, Send send, const Limits& limits);
  bool has_work() const override { return !running_.empty() || !unfinished_.empty(); }
  void work() override;
  void foresee(const std::string& text) override;
  bool is_unwanted() const override { return is_cancelled_ || is_outdated_ || (is_checking_ && is_called_); }

 private:
  using Start = std::unique_ptr<Job> (Author::*)(const Json& params);
  /// The requests that take long, by their names.
  static const std::vector<std::pair<std::string_view, Start>>& jobs();

  /// A request that is answered later.
  struct Running {
    Json id;
    Json progress_token, partial_token;  // null: the client wants none
    std::string document, command;  // command: the request's name, if it came as one
    std::unique_ptr<Job> job;
  };

  // ---- messages, and what takes long (author.cpp)
  void request(const Json& id, const std::string& method, const Json& params) override;
  void notify(const std::string& method, const Json& params) override;
  void cancel(const Json& id) override;
  bool is_running(const Json& id) const override;
  Json capabilities(const Json& params) override;
  std::vector<std::string> own_requests() const override;
  Json shut_down(const Json& params) override;
  void work_on_job();
  /// Reports the progress or the result of a job. A job that has more to do goes to the end of the queue.
  void tell(Running& running, bool more);
  void report(const Json& token, const Json& value);
  Json result_of(const Running& running);

  // ---- diagnostics (diagnostics.cpp)
  void changed(const std::string& document) override { publish(document); }
  void closed(const std::string& document) override;
  /// Sends the diagnostics of all documents that a change concerns, those of the changed one first.
  void publish(const std::string& changed);
  void publish_one(const std::string& document);
  /// Sends them again, if the next of the slower checks has found more.
  void check_further();
  void send_findings(const std::string& document, const std::vector<Finding>& findings);

  // ---- answers (answers.cpp)
  Json file(const Json& params);
  Json hover(const Json& params);
  Json definition(const Json& params);
  Json references(const Json& params);
  Json highlights(const Json& params);
  Json prepare_rename(const Json& params);
  Json rename(const Json& params);
  Json symbols(const Json& params);
  Json symbols_of(const std::vector<Outline>& outline, const std::string& document);
  Json completion(const Json& params);
  Json signatures(const Json& params);
  Json format(const Json& params);
  Json format_range(const Json& params);
  Json actions(const Json& params);
  Json folds(const Json& params);
  Json hints(const Json& params);
  Json selections(const Json& params);
  Json colours(const Json& params);
  Json edits(const std::vector<Edit>& edits, const std::string& document);

  // ---- tests, the rule sheet, and a new variant (testing.cpp)
  Json tests(const Json& params);
  Json test(const Json& params);
  Json written_test(const Json& params);
  Json describe(const Json& params);
  Json new_variant(const Json& params);

  // ---- commands of code lenses (commands.cpp)
  Json lenses(const Json& params);
  /// Tells what a command has found, for editors that show nothing else of it.
  void show_message(const std::string& method, const Json& result);

  // ---- what takes long (studying.cpp)
  std::unique_ptr<Job> study(const Json& params);
  std::unique_ptr<Job> diff(const Json& params);

  std::deque<Running> running_;         // the one that works next first
  std::deque<std::string> unfinished_;  // documents whose slower checks are not done; the next one first
  std::string published_;               // the document whose diagnostics are being computed, or empty
  // What `foresee` has found out: about what is being done, and whether any message waits.
  bool is_outdated_ = false, is_called_ = false;
  bool is_checking_ = false;  // a slower check is under way: it makes way for any message, and begins anew
  bool shows_messages_ = true, has_snippets_ = false, has_label_offsets_ = false, watches_files_ = false;
};

/// The protocol's names for colours, in the order of `colour_of` in answers.cpp.
const std::vector<std::string>& colour_names();

/// The commands that an editor can give, "glint.test", and the request that each stands for; empty: no such command.
const std::vector<std::string>& command_names();
std::string method_of(const std::string& command);

}  // namespace glint::desk
