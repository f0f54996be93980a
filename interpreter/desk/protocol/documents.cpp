// Open documents, and places in them.
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

namespace {

constexpr std::size_t kMostDocuments = 1000, kMostBytes = std::size_t{64} << 20;  // that are open

}  // namespace

void Server::Session::open(const Json& params) {
  const Json& given = params.at("textDocument");
  const std::string name = path_of_uri(given.at("uri"));
  lines_.clear();
  desk_.open(name, given.at("text"));
  versions_[name] = given.value("version", Json());
  if (has_room()) return changed(name);
  lose(name, "is one document too many: close others");
}

bool Server::Session::has_room() const {
  const std::vector<std::string> names = desk_.documents();
  std::size_t bytes = 0;
  for (const std::string& name : names) bytes += desk_.text(name)->size();
  return names.size() <= kMostDocuments && bytes <= kMostBytes;
}

void Server::Session::change(const Json& params) {
  const std::string name = document(params);
  if (!desk_.text(name)) return;
  lines_.clear();
  constexpr std::size_t kAsks = 20'000;  // microseconds, about
  std::size_t work = 0;
  for (const Json& change : params.at("contentChanges")) {
    // Each counts its lines anew. A few edits never ask: to ask is to look at messages, which are for what follows.
    work += 1 + desk_.text(name)->size() / 64;
    if (work > kAsks && host_stop_ && host_stop_()) return lose(name, "takes too long to change: close it");
    if (!change.contains("range")) {
      desk_.open(name, change.at("text"));
      continue;
    }
    const Lines lines(*desk_.text(name));
    const std::uint32_t begin = lines.byte(line_place_of(change["range"].at("start")));
    const std::uint32_t end = lines.byte(line_place_of(change["range"].at("end")));
    desk_.change(name, std::min(begin, end), std::max(begin, end), change.at("text").get<std::string>());
  }
  if (!has_room()) return lose(name, "is too long, with the other open documents: close some");
  versions_[name] = params["textDocument"].value("version", Json());
  changed(name);
}

void Server::Session::close(const Json& params) {
  if (const std::string name = document(params); desk_.text(name)) forget(name);
}

void Server::Session::forget(const std::string& document) {
  lines_.clear();
  desk_.close(document);
  versions_.erase(document);
  closed(document);
}

void Server::Session::lose(const std::string& document, const std::string& why) {
  forget(document);
  tell_user(kErrorType, "`" + document + "` " + why + ", and open it again");
}

void Server::Session::recover(bool has_lost_change) {
  current_ = nullptr;
  is_cancelled_ = false;
  lines_.clear();
  if (has_lost_change)
    for (const std::string& name : desk_.documents()) forget(name);
  tell_user(kErrorType, kNoMemory + std::string(has_lost_change ? ": close the open documents, and open them again" : ""));
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

Json Server::Session::version_of(const std::string& document) const {
  const auto known = versions_.find(document);
  return known == versions_.end() || !desk_.text(document) ? Json() : known->second;
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

}  // namespace glint::desk
