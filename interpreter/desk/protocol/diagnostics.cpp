// What is wrong with open documents, sent to whoever writes them.
#include <algorithm>
#include <utility>

#include "interpreter/desk/protocol/author.hpp"
#include "interpreter/desk/protocol/uris.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

void Server::Author::closed(const std::string& name) {
  std::erase(unfinished_, name);
  send({{"jsonrpc", "2.0"},
        {"method", "textDocument/publishDiagnostics"},
        {"params", {{"uri", uri_of_path(name)}, {"diagnostics", Json::array()}}}});
  publish({});
}

void Server::Author::publish(const std::string& changed) {
  const std::vector<std::string> all = desk_.take_changed();
  if (std::find(all.begin(), all.end(), changed) != all.end()) publish_one(changed);
  for (const std::string& other : all)
    if (other != changed) publish_one(other);
}

void Server::Author::publish_one(const std::string& name) {
  published_ = name;
  const std::vector<Finding> findings = desk_.findings(name);
  const bool has_more = !is_outdated_ && desk_.has_more_checks(name);
  published_.clear();
  if (std::exchange(is_outdated_, false)) return forget_stopped();  // those of the next text will follow
  std::erase(unfinished_, name);
  if (has_more) unfinished_.push_back(name);
  send_findings(name, findings);
}

void Server::Author::check_further() {
  const std::string name = unfinished_.front();
  published_ = name;
  is_called_ = false;
  is_checking_ = true;
  const bool has_found = desk_.check_further(name);
  is_checking_ = false;
  const bool has_more = !is_outdated_ && !stop_() && desk_.has_more_checks(name);
  published_.clear();
  if (!has_more) unfinished_.pop_front();
  if (std::exchange(is_outdated_, false)) return;
  if (has_found) send_findings(name, desk_.findings(name));
}

void Server::Author::send_findings(const std::string& name, const std::vector<Finding>& findings) {
  Json diagnostics = Json::array();
  for (const Finding& finding : findings) {
    Json related = Json::array();
    for (const Related& other : finding.related)
      related.push_back({{"location", location(other.at, name)}, {"message", other.text}});
    std::string message = finding.message;
    if (!finding.replacement.empty()) message += ": did you mean `" + finding.replacement + "`?";
    if (!finding.help.empty()) message += "\n" + finding.help;
    Json diagnostic = {{"range", range(finding.at, name)},
                       {"severity", finding.is_warning ? 2 : 1},
                       {"source", "glint"},
                       {"message", message},
                       {"relatedInformation", related}};
    if (!finding.code.empty()) diagnostic["code"] = finding.code;
    diagnostics.push_back(std::move(diagnostic));
  }
  Json params = {{"uri", uri_of_path(name)}, {"diagnostics", diagnostics}};
  if (versions_[name].is_number()) params["version"] = versions_[name];
  send({{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}, {"params", params}});
}

}  // namespace glint::desk
