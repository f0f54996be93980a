#include "interpreter/desk/protocol/session.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/desk/protocol/uris.hpp"
#include "interpreter/game/bounded_json.hpp"

namespace glint::desk {
namespace {

using Json = nlohmann::ordered_json;

/// What a message may hold; one that is nested deeper, or has more values, is not from an editor.
constexpr JsonBounds kMessage = {64, 2'000'000};

Json place_json(const LinePlace& place) { return {{"line", place.line}, {"character", place.character}}; }

}  // namespace

LinePlace line_place_of(const Json& json) {
  return {json.at("line").get<std::uint32_t>(), json.at("character").get<std::uint32_t>()};
}

Server::Server(Desk::Files files, Send send, const Limits& limits)
    : session_(std::make_unique<Session>(std::move(files), std::move(send), limits)) {}
Server::~Server() = default;
void Server::receive(const std::string& message) { session_->receive(message); }
std::optional<int> Server::status() const { return session_->status(); }

Server::Session::Session(Desk::Files files, Send send, const Limits& limits)
    : desk_(std::move(files), limits), send_(std::move(send)) {}

// ---- messages

void Server::Session::send(const Json& message) {
  send_(message.dump(-1, ' ', true, Json::error_handler_t::replace));
}

void Server::Session::receive(const std::string& text) {
  const auto fail = [&](const Json& id, int code, const std::string& what) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", what}}}});
  };
  const auto parsed = parse_bounded<Json>(text, kMessage, false);
  const Json& message = parsed.json;
  if (parsed.excess != BoundedJson<Json>::Excess::none)
    return fail(nullptr, kInvalidRequest, "the message has too many values, or is nested too deep");
  if (message.is_discarded()) return fail(nullptr, kParseError, "the message is not JSON");
  if (!message.is_object() || !message.contains("method") || !message["method"].is_string()) {
    // An answer to a request of ours has no method, and we make none.
    if (message.is_object() && (message.contains("result") || message.contains("error"))) return;
    return fail(nullptr, kInvalidRequest, "the message is no request");
  }
  const std::string method = message["method"];
  const Json params = message.value("params", Json::object());
  if (!message.contains("id")) {
    try {
      notify(method, params);
    } catch (const std::exception&) {
      // What is wrong in a notification has nobody to go to.
    }
    return;
  }
  const Json id = message["id"];
  try {
    request(id, method, params);
  } catch (const Refused& refused) {
    fail(id, refused.code, refused.message);
  } catch (const Json::exception& wrong) {
    fail(id, kInvalidParams, wrong.what());
  } catch (const std::exception& wrong) {
    fail(id, kInternalError, wrong.what());
  }
}

void Server::Session::request(const Json& id, const std::string& method, const Json& params) {
  static constexpr std::pair<std::string_view, Answer> kAnswers[] = {
      {"initialize", &Session::initialize},
      {"shutdown", &Session::shut_down},
      {"textDocument/hover", &Session::hover},
      {"textDocument/definition", &Session::definition},
      {"textDocument/references", &Session::references},
      {"textDocument/documentHighlight", &Session::highlights},
      {"textDocument/prepareRename", &Session::prepare_rename},
      {"textDocument/rename", &Session::rename},
      {"textDocument/documentSymbol", &Session::symbols},
      {"textDocument/completion", &Session::completion},
      {"textDocument/formatting", &Session::format},
      {"textDocument/rangeFormatting", &Session::format_range},
      {"textDocument/codeAction", &Session::actions},
      {"textDocument/foldingRange", &Session::folds},
      {"textDocument/semanticTokens/full", &Session::colours},
      {"glint/file", &Session::file},
      {"glint/show", &Session::show},
      {"glint/moves", &Session::moves},
      {"glint/play", &Session::play},
      {"glint/trace", &Session::trace},
      {"glint/tests", &Session::tests},
      {"glint/test", &Session::test},
  };
  if (is_shut_down_) throw Refused{kInvalidRequest, "the server was shut down"};
  if (!is_initialized_ && method != "initialize") throw Refused{kNotInitialized, "`initialize` comes first"};
  const auto answer = std::find_if(std::begin(kAnswers), std::end(kAnswers),
                                   [&](const auto& each) { return each.first == method; });
  if (answer == std::end(kAnswers)) throw Refused{kMethodNotFound, "there is no method `" + method + "`"};
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", (this->*answer->second)(params)}});
}

void Server::Session::notify(const std::string& method, const Json& params) {
  if (method == "exit") {
    status_ = is_shut_down_ ? 0 : 1;
    return;
  }
  if (!is_initialized_ || is_shut_down_) return;
  if (method == "textDocument/didOpen") open(params);
  if (method == "textDocument/didChange") change(params);
  if (method == "textDocument/didClose") close(params);
}

Json Server::Session::initialize(const Json&) {
  is_initialized_ = true;
  const Json capabilities = {
      {"positionEncoding", "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"renameProvider", {{"prepareProvider", true}}},
      {"documentSymbolProvider", true},
      {"completionProvider", {{"triggerCharacters", {"."}}}},
      {"documentFormattingProvider", true},
      {"documentRangeFormattingProvider", true},
      {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
      {"foldingRangeProvider", true},
      {"semanticTokensProvider",
       {{"legend", {{"tokenTypes", colour_names()}, {"tokenModifiers", Json::array()}}}, {"full", true}}}};
  return {{"capabilities", capabilities}, {"serverInfo", {{"name", "glint"}}}};
}

Json Server::Session::shut_down(const Json&) {
  is_shut_down_ = true;
  return nullptr;
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
  send({{"jsonrpc", "2.0"},
        {"method", "textDocument/publishDiagnostics"},
        {"params", {{"uri", uri_of_path(name)}, {"diagnostics", Json::array()}}}});
  publish({});
}

void Server::Session::publish(const std::string& changed) {
  if (!changed.empty()) publish_one(changed);
  for (const std::string& other : desk_.documents())
    if (other != changed) publish_one(other);
}

void Server::Session::publish_one(const std::string& name) {
  Json diagnostics = Json::array();
  for (const Finding& finding : desk_.findings(name)) {
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

// ---- places

std::string Server::Session::document(const Json& params) const {
  return path_of_uri(params.at("textDocument").at("uri"));
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
