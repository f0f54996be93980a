// Answers to the requests of a client that writes scripts. They throw Refused.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/desk/protocol/client.hpp"
#include "interpreter/desk/protocol/documents.hpp"
#include "interpreter/desk/protocol/job.hpp"

namespace glint::desk {
namespace answer {

using Json = nlohmann::ordered_json;

// ---- what the protocol has words for (answers.cpp)
Json file(Documents& in, const Json& params);
Json hover(Documents& in, const Json& params);
Json definition(Documents& in, const Json& params);
Json references(Documents& in, const Json& params);
Json highlights(Documents& in, const Json& params);
Json prepare_rename(Documents& in, const Json& params);
Json rename(Documents& in, const Json& params);
Json symbols(Documents& in, const Json& params);
Json completion(Documents& in, const Json& params, bool has_snippets);
Json signatures(Documents& in, const Json& params, bool has_label_offsets);
Json format(Documents& in, const Json& params);
Json format_range(Documents& in, const Json& params);
Json actions(Documents& in, const Json& params);
Json folds(Documents& in, const Json& params);
Json hints(Documents& in, const Json& params);
Json selections(Documents& in, const Json& params);
Json colours(Documents& in, const Json& params);

// ---- tests, the rule sheet, and a new variant (testing.cpp)
Json tests(Documents& in, const Json& params);
Json test(Documents& in, const Json& params);
Json written_test(Documents& in, const Json& params);
Json describe(Documents& in, const Json& params);
Json new_variant(Documents& in, const Json& params);

// ---- buttons above lines (commands.cpp)
Json lenses(Documents& in, const Json& params);

// ---- what takes long (studying.cpp)
std::unique_ptr<Job> study(Documents& in, const Json& params);
std::unique_ptr<Job> diff(Documents& in, const Json& params);

}  // namespace answer

/// The protocol's names for colours, in the order of `colour_of` in answers.cpp.
const std::vector<std::string>& colour_names();

/// The commands that an editor can give, "glint.test", and the request that each stands for; empty: no such command.
const std::vector<std::string>& command_names();
std::string method_of(const std::string& command);
/// Tells what a command has found, for editors that show nothing else of it.
void show_message(Client& client, const std::string& method, const nlohmann::ordered_json& result);

}  // namespace glint::desk
