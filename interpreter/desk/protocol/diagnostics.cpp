#include "interpreter/desk/protocol/diagnostics.hpp"

#include <algorithm>

#include "interpreter/desk/protocol/uris.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

static constexpr const char* kPublish = "textDocument/publishDiagnostics";

void Diagnostics::close(const std::string& name) {
  std::erase(unfinished_, name);
  client_.notify(kPublish, {{"uri", uri_of_path(name)}, {"diagnostics", Json::array()}});
  publish({});
}

void Diagnostics::publish(const std::string& changed) {
  const std::vector<std::string> all = documents_.desk().take_changed();
  if (std::find(all.begin(), all.end(), changed) != all.end()) publish_one(changed);
  for (const std::string& other : all)
    if (other != changed) publish_one(other);
}

void Diagnostics::publish_one(const std::string& name) {
  published_ = name;
  const std::vector<Finding> findings = documents_.desk().findings(name);
  const bool has_more = !is_outdated_ && documents_.desk().has_more_checks(name);
  published_.clear();
  if (std::exchange(is_outdated_, false)) return documents_.forget_stopped();  // those of the next text will follow
  std::erase(unfinished_, name);
  if (has_more) unfinished_.push_back(name);
  send(name, findings);
}

void Diagnostics::check_further() {
  const std::string name = unfinished_.front();
  published_ = name;
  current_.is_called = false;
  is_checking_ = true;
  const bool has_found = documents_.desk().check_further(name);
  is_checking_ = false;
  const bool has_more = !is_outdated_ && !stop_() && documents_.desk().has_more_checks(name);
  published_.clear();
  if (!has_more) unfinished_.pop_front();
  if (std::exchange(is_outdated_, false)) return;
  if (has_found) send(name, documents_.desk().findings(name));
}

void Diagnostics::send(const std::string& name, const std::vector<Finding>& findings) {
  Json diagnostics = Json::array();
  for (const Finding& finding : findings) {
    Json related = Json::array();
    for (const Related& other : finding.related)
      related.push_back({{"location", documents_.location(other.at, name)}, {"message", other.text}});
    std::string message = finding.message;
    if (!finding.replacement.empty()) message += ": did you mean `" + finding.replacement + "`?";
    const Json parts = {{"message", message}, {"help", finding.help}};
    if (!finding.help.empty()) message += "\n" + finding.help;
    Json diagnostic = {{"range", documents_.range(finding.at, name)},
                       {"severity", finding.is_warning ? 2 : 1},
                       {"source", "glint"},
                       {"message", message},
                       {"relatedInformation", related},
                       {"data", parts}};
    if (!finding.code.empty()) diagnostic["code"] = finding.code;
    diagnostics.push_back(std::move(diagnostic));
  }
  Json params = {{"uri", uri_of_path(name)}, {"diagnostics", diagnostics}};
  if (const Json version = documents_.version_of(name); version.is_number()) params["version"] = version;
  client_.notify(kPublish, params);
}

}  // namespace glint::desk
