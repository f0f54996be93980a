// Open documents, their diagnostics, and places in them.
#include <algorithm>
#include <utility>

#include "interpreter/desk/protocol/session.hpp"
#include "interpreter/desk/protocol/uris.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

Json place_json(const LinePlace& place) { return {{"line", place.line}, {"character", place.character}}; }

LinePlace line_place_of(const Json& json) {
  return {json.at("line").get<std::uint32_t>(), json.at("character").get<std::uint32_t>()};
}

// ---- documents

void Server::Session::open(const Json& params) {
  const Json& given = params.at("textDocument");
  const std::string name = path_of_uri(given.at("uri"));
  lines_.clear();
  desk_.open(name, given.at("text"));
  versions_[name] = given.value("version", Json());
  publish(name);
}

void Server::Session::change(const Json& params) {
  const std::string name = document(params);
  if (!desk_.text(name)) return;
  lines_.clear();
  for (const Json& change : params.at("contentChanges")) {
    if (!change.contains("range")) {
      desk_.open(name, change.at("text"));
      continue;
    }
    const Lines lines(*desk_.text(name));
    const std::uint32_t begin = lines.byte(line_place_of(change["range"].at("start")));
    const std::uint32_t end = lines.byte(line_place_of(change["range"].at("end")));
    desk_.change(name, std::min(begin, end), std::max(begin, end), change.at("text").get<std::string>());
  }
  versions_[name] = params["textDocument"].value("version", Json());
  publish(name);
}

void Server::Session::close(const Json& params) {
  const std::string name = document(params);
  if (!desk_.text(name)) return;
  lines_.clear();
  desk_.close(name);
  versions_.erase(name);
  std::erase(unfinished_, name);
  send({{"jsonrpc", "2.0"},
        {"method", "textDocument/publishDiagnostics"},
        {"params", {{"uri", uri_of_path(name)}, {"diagnostics", Json::array()}}}});
  publish({});
}

void Server::Session::publish(const std::string& changed) {
  const std::vector<std::string> all = desk_.take_changed();
  if (std::find(all.begin(), all.end(), changed) != all.end()) publish_one(changed);
  for (const std::string& other : all)
    if (other != changed) publish_one(other);
}

void Server::Session::publish_one(const std::string& name) {
  published_ = name;
  const std::vector<Finding> findings = desk_.findings(name);
  const bool has_more = !is_outdated_ && desk_.has_more_checks(name);
  published_.clear();
  if (std::exchange(is_outdated_, false)) return forget_stopped();  // those of the next text will follow
  std::erase(unfinished_, name);
  if (has_more) unfinished_.push_back(name);
  send_findings(name, findings);
}

void Server::Session::check_further() {
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

void Server::Session::send_findings(const std::string& name, const std::vector<Finding>& findings) {
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

void Server::Session::forget_stopped() {
  lines_.clear();  // they are those of texts that are forgotten
  desk_.forget_stopped();
}

// ---- places

std::string Server::Session::document(const Json& params) const {
  const Json none = Json::object();
  const Json& given = params.is_object() && params.contains("textDocument") ? params["textDocument"] : none;
  if (!given.is_object() || !given.contains("uri") || !given["uri"].is_string())
    throw Refused{kInvalidParams, "the document is missing: {\"textDocument\": {\"uri\": ...}}"};
  return path_of_uri(given["uri"]);
}

const Lines& Server::Session::lines_of(const std::string& document, const std::string& file) {
  auto known = lines_.find(file);
  if (known == lines_.end()) {
    const std::string* text = desk_.text_of(document, file);
    known = lines_.emplace(file, Lines(text ? *text : std::string_view())).first;
  }
  return known->second;
}

std::uint32_t Server::Session::place(const Json& params) {
  const LinePlace at = line_place_of(params.at("position"));
  const std::string name = document(params);
  return desk_.text(name) ? lines_of(name).byte(at) : 0;
}

Json Server::Session::range(const Range& range, const std::string& document) {
  const Lines& lines = lines_of(document, range.file);
  return {{"start", place_json(lines.place(range.begin))}, {"end", place_json(lines.place(range.end))}};
}

Json Server::Session::location(const Range& at, const std::string& document) {
  return {{"uri", uri_of_path(at.file)}, {"range", range(at, document)}};
}

Json Server::Session::edits(const std::vector<Edit>& edits, const std::string& document) {
  Json all = Json::array();
  for (const Edit& edit : edits) all.push_back({{"range", range(edit.at, document)}, {"newText", edit.text}});
  return all;
}

}  // namespace glint::desk
