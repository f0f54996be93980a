// Sessions of real editors, recorded by tests/desk/record.sh: after each message the server replies as it did before.
// tests/desk/sessions/NAME.jsonl is what the editor sent, a message a line; NAME.replies.jsonl has the replies, a line for
// each message. GLINT_REWRITE_GOLDEN=1 rewrites the replies.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/desk/protocol/server.hpp"
#include "interpreter/desk/protocol/documents.hpp"
#include "interpreter/game/loading/load.hpp"
#include "tests/catch.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace glint;
namespace fs = std::filesystem;

std::vector<std::string> lines_in(const fs::path& path) {
  std::vector<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The files of a session: as they were when the editor opened them.
class OpenedFiles : public lang::Loader {
 public:
  explicit OpenedFiles(const std::vector<std::string>& messages) {
    for (const std::string& each : messages) {
      const auto message = nlohmann::json::parse(each, nullptr, false);
      if (message.is_discarded() || message.value("method", "") != "textDocument/didOpen") continue;
      const auto& document = message["params"]["textDocument"];
      texts_.emplace(desk::path_of_uri(document["uri"]), document["text"]);
    }
  }
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
    const fs::path path = fs::path(user.name).parent_path() / (std::string(name) + ".glint");
    const auto found = texts_.find(path.string());
    return found == texts_.end() ? std::nullopt : std::optional(lang::SourceFile{found->first, found->second});
  }
  std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile& user) override {
    return find(name, user);
  }

 private:
  std::map<std::string, std::string> texts_;
};

/// A reply that is the same in every version of Glint.
std::string without_version(std::string message) {
  const std::string before = R"("serverInfo":{"name":"glint")";
  if (const std::size_t at = message.find(before); at != std::string::npos)
    message.erase(at + before.size(), message.find('}', at) - at - before.size());
  return message;
}

/// All replies to each message, as one line.
std::vector<std::string> replies_to(const std::vector<std::string>& messages, std::optional<int>& status) {
  std::vector<std::string> replies;
  OpenedFiles files(messages);
  desk::Server server([&](const std::string&) { return bundled_loader(&files); },
                      [&](const std::string& message) {
                        replies.back() += (replies.back().empty() ? "" : " ") + without_version(message);
                      });
  for (const std::string& message : messages) {
    replies.emplace_back();
    server.receive(message);
    while (server.has_work()) server.work();
  }
  status = server.status();
  return replies;
}

}  // namespace

TEST_CASE("sessions: recorded editors get the recorded replies", "[desk]") {
  int sessions = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(test::source_folder() + "/tests/desk/sessions")) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".replies.jsonl")) continue;
    ++sessions;
    fs::path golden = entry.path();
    golden.replace_extension(".replies.jsonl");
    const std::vector<std::string> messages = lines_in(entry.path());
    std::optional<int> status;
    const std::vector<std::string> replies = replies_to(messages, status);
    CHECK(status == 0);
    if (std::getenv("GLINT_REWRITE_GOLDEN") != nullptr) {
      std::ofstream out(golden);
      for (const std::string& reply : replies) out << reply << '\n';
      continue;
    }
    const std::vector<std::string> recorded = lines_in(golden);
    REQUIRE(recorded.size() == replies.size());
    for (std::size_t i = 0; i < replies.size(); ++i) {
      INFO(name << ", line " << i + 1 << ": " << messages[i]);
      CHECK(replies[i] == recorded[i]);
    }
  }
  CHECK(sessions > 0);
}

TEST_CASE("sessions: an editor that loses, repeats or mixes up messages gets answers, and nothing breaks", "[desk]") {
  for (const fs::directory_entry& entry : fs::directory_iterator(test::source_folder() + "/tests/desk/sessions")) {
    if (entry.path().filename().string().ends_with(".replies.jsonl")) continue;
    const std::vector<std::string> messages = lines_in(entry.path());
    // Every third message is lost; every message comes twice; all but the ends in reverse; each cut short.
    std::vector<std::string> lost, twice, reversed(messages.rbegin(), messages.rend()), cut;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (i % 3 != 1) lost.push_back(messages[i]);
      twice.insert(twice.end(), 2, messages[i]);
      cut.push_back(i == 0 ? messages[i] : messages[i].substr(0, messages[i].size() * (i % 7) / 7));
    }
    reversed.insert(reversed.begin(), messages.front());
    for (const auto& session : {lost, twice, reversed, cut}) {
      std::optional<int> status;
      const std::vector<std::string> replies = replies_to(session, status);
      CHECK(replies.size() == session.size());
    }
  }
}
