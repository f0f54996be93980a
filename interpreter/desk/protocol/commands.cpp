// Code lenses: requests of ours that an editor offers above a declaration, as commands.
#include <algorithm>

#include "interpreter/desk/protocol/answers.hpp"
#include "interpreter/desk/protocol/uris.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

using Json = nlohmann::ordered_json;

/// By Lens::Kind: the command, and its title above a test and above the document.
struct Offer {
  const char* command;
  const char* of_test;
  const char* of_document;
};
constexpr Offer kOffers[] = {{"glint.test", "Run test", "Run all tests"},
                             {"glint.show", "Show board", "Show board"},
                             {"glint.trace", "Trace beams", "Trace beams"},
                             {"glint.study", "", "Study"},
                             {"glint.describe", "", "Rule sheet"},
                             {"glint.diff", "", "What it changes"}};

/// The first lines of a text.
std::string beginning(const std::string& text, std::size_t most) {
  std::vector<std::string_view> lines = lang::lines_of(text);
  const bool is_cut = lines.size() > most;
  lines.resize(std::min(lines.size(), most));
  return lang::joined(lines, "\n", [](std::string_view line) { return std::string(line); }) + (is_cut ? "\n..." : "");
}

std::string tests_in_words(const Json& result) {
  std::size_t failed = 0;
  std::string first;
  for (const Json& test : result["tests"]) {
    if (test["passed"]) continue;
    if (failed++ == 0)
      first = test["title"].get<std::string>() + ": " +
              (test["errors"].empty() ? test["failure"] : test["errors"][0]["message"]).get<std::string>();
  }
  const std::size_t all = result["tests"].size();
  if (failed == 0) return all == 0 ? "no test was run" : lang::counted(all, "test") + " passed";
  return (all == 1 ? "" : std::to_string(failed) + " of ") + lang::counted(all, "test") + " failed: " + first;
}

std::string study_in_words(const Json& result) {
  std::string text = lang::counted(result["games"].get<std::uint64_t>(), "game") + "\n";
  for (const Json& measure : result["measures"])
    text += measure["id"].get<std::string>() + "  " + measure["text"].get<std::string>() + "  (" +
            measure["interval"].get<std::string>() + ")\n";
  return text;
}

std::string diff_in_words(const Json& result) {
  if (result["identical"]) return "the rules are the same";
  std::vector<std::string> changes;
  for (const char* how : {"added", "removed", "changed"})
    for (const Json& one : result["text"][how])
      changes.push_back(std::string(how) + " " + one["kind"].get<std::string>() + " " + one["name"].get<std::string>());
  for (const Json& one : result["text"]["options"])
    changes.push_back("option " + one["name"].get<std::string>() + " = " + one["new"].get<std::string>());
  const Json& play = result["play"];
  if (!play.is_null())
    changes.push_back(play["same"] ? "play is the same, as far as it was compared"
                                   : "play differs after: " + lang::joined(play["witness"].get<std::vector<std::string>>(), "; "));
  return lang::joined(changes, "\n");
}

}  // namespace

const std::vector<std::string>& command_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Offer& each : kOffers) all.emplace_back(each.command);
    return all;
  }();
  return names;
}

std::string method_of(const std::string& command) {
  const std::vector<std::string>& names = command_names();
  if (std::find(names.begin(), names.end(), command) == names.end()) return {};
  return "glint/" + command.substr(command.find('.') + 1);
}

Json answer::lenses(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  if (!in.desk().text(name)) return nullptr;
  Json all = Json::array();
  for (const Lens& lens : in.desk().lenses(name)) {
    const Offer& offer = kOffers[static_cast<std::size_t>(lens.kind)];
    Json fields = {{"textDocument", {{"uri", uri_of_path(name)}}}};
    if (!lens.test.empty() && lens.kind == Lens::Kind::test)
      fields["titles"] = Json::array({lens.test});
    else if (lens.kind == Lens::Kind::test)
      fields["boards"] = false;  // of all tests together these are large, and the message shows none
    else if (!lens.test.empty())
      fields["test"] = lens.test;
    all.push_back({{"range", in.range(lens.at, name)},
                   {"command",
                    {{"title", lens.test.empty() ? offer.of_document : offer.of_test},
                     {"command", offer.command},
                     {"arguments", Json::array({fields})}}}});
  }
  return all;
}

void show_message(Client& client, const std::string& method, const Json& result) {
  constexpr std::size_t kMostLines = 40;
  std::string text;
  const bool has_errors = result.contains("errors") && !result["errors"].empty();
  if (has_errors)
    text = result["errors"][0]["message"];
  else if (method == "glint/test")
    text = tests_in_words(result);
  else if (method == "glint/show")
    text = result["board"]["position"];
  else if (method == "glint/trace")
    for (const Json& steps : result["steps"]) text += steps.get<std::string>();
  else if (method == "glint/study")
    text = study_in_words(result);
  else if (method == "glint/describe")
    text = result["text"];
  else if (method == "glint/diff")
    text = diff_in_words(result);
  if (text.empty()) text = "there are no beams";
  client.tell_user(has_errors ? Client::kErrorType : Client::kInfoType, beginning(text, kMostLines));
}

}  // namespace glint::desk
