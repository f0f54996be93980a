// Answers to the requests of a client that writes scripts. They throw Refused.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <glint/glint.hpp>
#include "interpreter/desk/protocol/documents.hpp"

namespace glint::desk {

/// A request that is answered at once.
struct Request {
  std::string_view method;
  nlohmann::ordered_json (*answer)(Documents& in, const nlohmann::ordered_json& params);
};
/// Requests for which the protocol has words (answers.cpp), and those about tests, the rule sheet and a new variant
/// (testing.cpp).
std::span<const Request> text_requests();
std::span<const Request> test_requests();
std::span<const Request> drawing_requests();

/// Work that takes long, done in parts between messages.
class Job {
 public:
  virtual ~Job() = default;

  /// True if a message waits: then a part ends early.
  using Calls = std::function<bool()>;

  /// Does a part of some ten milliseconds, if it can; if a bot plays, at least a ply. False: it is done. A job that was
  /// stopped (Limits::stop) is not wanted any longer: its result is worth nothing.
  virtual bool step(const Calls& calls) = 0;
  /// The result so far; at the end, the answer. `errors` are added to it.
  virtual nlohmann::ordered_json result() const = 0;
  virtual std::vector<Error> errors() const { return {}; }
  /// True if the result says more than at the last call; some ten times in all.
  virtual bool has_news() { return false; }
  /// The progress, 0..100, and in words: "120 of 1000 games".
  virtual int percent() const { return 0; }
  virtual std::string words() const = 0;
  virtual std::string title() const = 0;
  std::function<void()> tell;  // tells the client how far it is, in a part that takes long
};

namespace answer {

using Json = nlohmann::ordered_json;

// ---- answers that also depend on the client (answers.cpp)
Json completion(Documents& in, const Json& params, bool has_snippets);

// ---- what takes long (studying.cpp)
std::unique_ptr<Job> study(Documents& in, const Json& params);
std::unique_ptr<Job> compare(Documents& in, const Json& params);
std::unique_ptr<Job> diff(Documents& in, const Json& params);
std::unique_ptr<Job> explore(Documents& in, const Json& params);

}  // namespace answer

/// The protocol's names for colours; answers give their numbers in this list.
const std::vector<std::string>& colour_names();

// Completions as snippets: texts with stops, from which an editor goes to the next with the tab key.

/// "piece NAME { ... }" as a snippet: each part to fill in is a stop, and the last stop is in the body. A stop at first
/// shows what to write there. Empty: this form can insert only its word, for example `map """..."""`.
std::string snippet_of_form(const std::string& form);

/// "name(a, b)" with a stop for each argument.
std::string snippet_of_call(const std::string& name, const std::vector<std::string>& parameters);

}  // namespace glint::desk
