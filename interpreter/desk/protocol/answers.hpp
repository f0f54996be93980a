// Answers to the requests of a client that writes scripts. They throw Refused.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/desk/protocol/documents.hpp"
#include "interpreter/desk/protocol/job.hpp"

namespace glint::desk {
/// A request that is answered at once.
struct Request {
  std::string_view method;
  nlohmann::ordered_json (*answer)(Documents& in, const nlohmann::ordered_json& params);
};
/// Those for which the protocol has words (answers.cpp), and those about tests, the rule sheet and a new variant
/// (testing.cpp).
std::span<const Request> text_requests();
std::span<const Request> test_requests();
std::span<const Request> drawing_requests();

namespace answer {

using Json = nlohmann::ordered_json;

// ---- what depends on the client, too (answers.cpp)
Json completion(Documents& in, const Json& params, bool has_snippets);

// ---- what takes long (studying.cpp)
std::unique_ptr<Job> study(Documents& in, const Json& params);
std::unique_ptr<Job> diff(Documents& in, const Json& params);

}  // namespace answer

/// The protocol's names for colours; answers have their places in this list.
const std::vector<std::string>& colour_names();

}  // namespace glint::desk
