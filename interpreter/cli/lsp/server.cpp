#include "interpreter/cli/lsp/server.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "interpreter/cli/support/files.hpp"

namespace glint::cli {
namespace {

using Json = LspServer::Json;

// Codes of errors: JSON-RPC 2.0, and the protocol's own.
constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601, kInvalidParams = -32602,
              kInternalError = -32603, kNotInitialized = -32002, kRequestFailed = -32803;

/// The protocol's numbers for kinds of completions and of symbols in outlines.
struct Kinds {
  const char* word;
  int completion, symbol;
};
constexpr Kinds kKinds[] = {{"game", 9, 2},           {"library", 9, 2},    {"player", 20, 22},  {"option", 21, 14},
                            {"type", 13, 10},         {"value", 20, 22},    {"lattice", 13, 10}, {"direction", 20, 22},
                            {"axis", 20, 22},         {"board", 7, 19},     {"piece", 7, 5},     {"field", 5, 8},
                            {"field of beams", 5, 8}, {"beam end", 20, 22}, {"optic", 3, 12},    {"variable", 6, 13},
                            {"let", 3, 12},           {"effect", 3, 12},    {"move", 2, 6},      {"test", 2, 24},
                            {"rule", 14, 24},         {"local", 6, 13},     {"member", 5, 8},    {"word", 14, 14}};

const Kinds& kinds_of(const std::string& word) {
  for (const Kinds& each : kKinds)
    if (word == each.word) return each;
  return kKinds[std::size(kKinds) - 1];
}

/// Colours, by the kind of what is named; the protocol's names.
constexpr std::array kColours = {"namespace", "enumMember", "variable", "type",     "property",
                                 "function",  "method",     "class",    "parameter"};
std::size_t colour_of(lang::SymbolKind kind) {
  using lang::SymbolKind;
  switch (kind) {
    case SymbolKind::game:
    case SymbolKind::test:
    case SymbolKind::rule:
      return 0;
    case SymbolKind::player:
    case SymbolKind::value:
    case SymbolKind::direction:
    case SymbolKind::axis:
    case SymbolKind::beam_end:
      return 1;
    case SymbolKind::option:
    case SymbolKind::variable:
      return 2;
    case SymbolKind::type:
    case SymbolKind::lattice:
    case SymbolKind::board:
      return 3;
    case SymbolKind::field:
    case SymbolKind::beam_field:
      return 4;
    case SymbolKind::optic:
    case SymbolKind::let:
    case SymbolKind::effect:
      return 5;
    case SymbolKind::move:
      return 6;
    case SymbolKind::piece:
      return 7;
    case SymbolKind::local:
      return 8;
  }
  return 2;
}

Json position_json(const LspPosition& position) { return {{"line", position.line}, {"character", position.character}}; }

LspPosition position_of(const Json& json) {
  return {json.at("line").get<std::uint32_t>(), json.at("character").get<std::uint32_t>()};
}

Json range_json(const LspLines& lines, std::uint32_t begin, std::uint32_t end) {
  return {{"start", position_json(lines.position(begin))}, {"end", position_json(lines.position(end))}};
}

}  // namespace

std::string path_of_uri(const std::string& uri) {
  constexpr std::string_view kFile = "file://", kOurs = "glint:///";
  if (uri.starts_with(kOurs)) {
    const std::size_t slash = uri.find('/', kOurs.size());
    if (slash != std::string::npos)
      return "<" + uri.substr(kOurs.size(), slash - kOurs.size()) + ">" + uri.substr(slash);
  }
  if (!uri.starts_with(kFile)) return uri;
  std::string path;
  for (std::size_t i = kFile.size(); i < uri.size(); ++i) {
    const auto digit = [](char c) {
      return c >= '0' && c <= '9'   ? c - '0'
             : c >= 'a' && c <= 'f' ? c - 'a' + 10
             : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                    : -1;
    };
    const bool escaped = uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0;
    path += escaped ? static_cast<char>(digit(uri[i + 1]) * 16 + digit(uri[i + 2])) : uri[i];
    if (escaped) i += 2;
  }
  return path;
}

std::string uri_of_path(const std::string& path) {
  if (path.starts_with("<")) {
    const std::size_t end = path.find('>');
    if (end != std::string::npos) return "glint:///" + path.substr(1, end - 1) + path.substr(end + 1);
  }
  if (!path.starts_with("/")) return path;
  std::string uri = "file://";
  for (const char c : path) {
    constexpr std::string_view kPlain = "/-._~:@!$&'()*+,;=";
    if (std::isalnum(static_cast<unsigned char>(c)) || kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      constexpr char kDigits[] = "0123456789ABCDEF";
      uri += '%';
      uri += kDigits[static_cast<unsigned char>(c) >> 4];
      uri += kDigits[static_cast<unsigned char>(c) & 15];
    }
  }
  return uri;
}

LspServer::LspServer(desk::Desk::Files files, Send send) : desk_(std::move(files)), send_(std::move(send)) {}

void LspServer::receive(const std::string& text) {
  const Json message = Json::parse(text, nullptr, false);
  const auto fail = [&](const Json& id, int code, const std::string& what) {
    send_({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", what}}}});
  };
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

void LspServer::request(const Json& id, const std::string& method, const Json& params) {
  if (is_shut_down_) throw Refused{kInvalidRequest, "the server was shut down"};
  if (!is_initialized_ && method != "initialize") throw Refused{kNotInitialized, "`initialize` comes first"};
  send_({{"jsonrpc", "2.0"}, {"id", id}, {"result", answer(method, params)}});
}

void LspServer::notify(const std::string& method, const Json& params) {
  if (method == "exit") {
    status_ = is_shut_down_ ? kDone : kNo;
    return;
  }
  if (!is_initialized_ || is_shut_down_) return;
  if (method == "textDocument/didOpen") {
    const Json& given = params.at("textDocument");
    const std::string name = path_of_uri(given.at("uri"));
    desk_.open(name, given.at("text"));
    versions_[name] = given.value("version", Json());
    publish(name);
  } else if (method == "textDocument/didChange") {
    const std::string name = document(params);
    if (!desk_.text(name)) return;
    for (const Json& change : params.at("contentChanges")) {
      if (!change.contains("range")) {
        desk_.open(name, change.at("text"));
        continue;
      }
      const LspLines lines(*desk_.text(name));
      const std::uint32_t begin = lines.byte(position_of(change["range"].at("start")));
      const std::uint32_t end = lines.byte(position_of(change["range"].at("end")));
      desk_.change(name, std::min(begin, end), std::max(begin, end), change.at("text").get<std::string>());
    }
    versions_[name] = params["textDocument"].value("version", Json());
    publish(name);
  } else if (method == "textDocument/didClose") {
    const std::string name = document(params);
    if (!desk_.text(name)) return;
    desk_.close(name);
    versions_.erase(name);
    send_({{"jsonrpc", "2.0"},
           {"method", "textDocument/publishDiagnostics"},
           {"params", {{"uri", uri_of_path(name)}, {"diagnostics", Json::array()}}}});
    publish({});
  }
}

LspServer::Json LspServer::answer(const std::string& method, const Json& params) {
  if (method == "initialize") return initialize(params);
  if (method == "shutdown") {
    is_shut_down_ = true;
    return nullptr;
  }
  if (method == "glint/file") {
    const std::string path = path_of_uri(params.at("uri"));
    const std::size_t name = path.rfind('/') + 1;
    const auto file = path.starts_with("<") ? bundled_file(path.substr(name, path.rfind('.') - name)) : std::nullopt;
    return file ? Json{{"text", file->text}} : Json();
  }
  if (method == "textDocument/hover") return hover(params);
  if (method == "textDocument/definition")
    return places(desk_.definition(document(params), place(params)), document(params));
  if (method == "textDocument/references")
    return places(desk_.references(document(params), place(params)), document(params));
  if (method == "textDocument/documentHighlight") {
    Json here = Json::array();
    for (const desk::Range& each : desk_.references(document(params), place(params)))
      if (each.file == document(params)) here.push_back({{"range", range(each, document(params))}});
    return here;
  }
  if (method == "textDocument/prepareRename") {
    const std::uint32_t at = place(params);
    for (const desk::Range& each : desk_.references(document(params), at))
      if (each.file == document(params) && each.begin <= at && at <= each.end) return range(each, document(params));
    return nullptr;
  }
  if (method == "textDocument/rename") return rename(params);
  if (method == "textDocument/documentSymbol") {
    const std::string name = document(params);
    if (!desk_.text(name)) return nullptr;
    return symbols(desk_.outline(name), LspLines(*desk_.text(name)));
  }
  if (method == "textDocument/completion") return completion(params);
  if (method == "textDocument/formatting") return edits(desk_.format(document(params)), document(params));
  if (method == "textDocument/rangeFormatting") {
    const Json& lines = params.at("range");
    const lang::LineRange wanted{position_of(lines.at("start")).line + 1, position_of(lines.at("end")).line + 1};
    return edits(desk_.format(document(params), wanted), document(params));
  }
  if (method == "textDocument/codeAction") return actions(params);
  if (method == "textDocument/foldingRange") return folds(params);
  if (method == "textDocument/semanticTokens/full") return colours(params);
  throw Refused{kMethodNotFound, "there is no method `" + method + "`"};
}

LspServer::Json LspServer::initialize(const Json&) {
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
       {{"legend", {{"tokenTypes", kColours}, {"tokenModifiers", Json::array()}}}, {"full", true}}}};
  return {{"capabilities", capabilities}, {"serverInfo", {{"name", "glint"}}}};
}

// ---- diagnostics

/// Of the changed document first; then of the others, which may use it.
void LspServer::publish(const std::string& changed) {
  if (!changed.empty()) publish_one(changed);
  for (const std::string& other : desk_.documents())
    if (other != changed) publish_one(other);
}

void LspServer::publish_one(const std::string& name) {
  const LspLines lines(*desk_.text(name));
  Json diagnostics = Json::array();
  for (const desk::Finding& finding : desk_.findings(name)) {
    Json related = Json::array();
    for (const desk::Related& other : finding.related)
      related.push_back({{"location", {{"uri", uri_of_path(other.at.file)}, {"range", range(other.at, name)}}},
                         {"message", other.text}});
    std::string message = finding.message;
    if (!finding.replacement.empty()) message += ": did you mean `" + finding.replacement + "`?";
    if (!finding.help.empty()) message += "\n" + finding.help;
    Json diagnostic = {{"range", range_json(lines, finding.at.begin, finding.at.end)},
                       {"severity", finding.is_warning ? 2 : 1},
                       {"source", "glint"},
                       {"message", message},
                       {"relatedInformation", related}};
    if (!finding.code.empty()) diagnostic["code"] = finding.code;
    diagnostics.push_back(std::move(diagnostic));
  }
  Json params = {{"uri", uri_of_path(name)}, {"diagnostics", diagnostics}};
  if (versions_[name].is_number()) params["version"] = versions_[name];
  send_({{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}, {"params", params}});
}

// ---- answers

std::string LspServer::document(const Json& params) const { return path_of_uri(params.at("textDocument").at("uri")); }

std::uint32_t LspServer::place(const Json& params) {
  const std::string* text = desk_.text(document(params));
  const LspPosition position = position_of(params.at("position"));
  return text ? LspLines(*text).byte(position) : 0;
}

LspServer::Json LspServer::range(const desk::Range& range, const std::string& name) {
  const auto text = desk_.text_of(name, range.file);
  return range_json(LspLines(text ? *text : ""), range.begin, range.end);
}

LspServer::Json LspServer::hover(const Json& params) {
  const auto found = desk_.hover(document(params), place(params));
  if (!found) return nullptr;
  std::string shown = "```glint\n" + found->declaration + "\n```\n\n*" + found->kind + "*";
  if (!found->doc.empty()) shown += "\n\n" + found->doc;
  return {{"contents", {{"kind", "markdown"}, {"value", shown}}}, {"range", range(found->at, document(params))}};
}

LspServer::Json LspServer::places(const std::vector<desk::Range>& ranges, const std::string& name) {
  Json all = Json::array();
  for (const desk::Range& each : ranges) all.push_back({{"uri", uri_of_path(each.file)}, {"range", range(each, name)}});
  return all;
}

LspServer::Json LspServer::rename(const Json& params) {
  const desk::Renamed renamed = desk_.rename(document(params), place(params), params.at("newName"));
  if (!renamed.refusal.empty()) throw Refused{kRequestFailed, renamed.refusal};
  Json changes = Json::object();
  for (const desk::Edit& edit : renamed.edits)
    changes[uri_of_path(edit.at.file)].push_back({{"range", range(edit.at, document(params))}, {"newText", edit.text}});
  return {{"changes", changes}};
}

LspServer::Json LspServer::symbols(const std::vector<desk::Outline>& outline, const LspLines& lines) const {
  Json all = Json::array();
  for (const desk::Outline& each : outline)
    all.push_back({{"name", each.name.empty() ? each.kind : each.name},
                   {"detail", each.kind},
                   {"kind", kinds_of(each.kind).symbol},
                   {"range", range_json(lines, each.whole.begin, each.whole.end)},
                   {"selectionRange", range_json(lines, each.at.begin, each.at.end)},
                   {"children", symbols(each.inside, lines)}});
  return all;
}

LspServer::Json LspServer::completion(const Json& params) {
  Json items = Json::array();
  char order[16];
  for (const desk::Completion& each : desk_.completion(document(params), place(params))) {
    std::snprintf(order, sizeof order, "%05zu", items.size());
    items.push_back(
        {{"label", each.name}, {"kind", kinds_of(each.kind).completion}, {"detail", each.detail}, {"sortText", order}});
  }
  return {{"isIncomplete", false}, {"items", items}};
}

LspServer::Json LspServer::edits(const std::vector<desk::Edit>& edits, const std::string& name) {
  Json all = Json::array();
  for (const desk::Edit& edit : edits) all.push_back({{"range", range(edit.at, name)}, {"newText", edit.text}});
  return all;
}

/// For "did you mean `x`?": write x.
LspServer::Json LspServer::actions(const Json& params) {
  const std::string name = document(params);
  if (!desk_.text(name)) return nullptr;
  const LspLines lines(*desk_.text(name));
  const std::uint32_t begin = lines.byte(position_of(params.at("range").at("start")));
  const std::uint32_t end = lines.byte(position_of(params.at("range").at("end")));
  Json all = Json::array();
  for (const desk::Finding& finding : desk_.findings(name)) {
    if (finding.replacement.empty() || finding.at.begin > end || finding.at.end < begin) continue;
    const Json edit = {{"range", range_json(lines, finding.at.begin, finding.at.end)},
                       {"newText", finding.replacement}};
    all.push_back({{"title", "write `" + finding.replacement + "`"},
                   {"kind", "quickfix"},
                   {"isPreferred", true},
                   {"edit", {{"changes", {{uri_of_path(name), {edit}}}}}}});
  }
  return all;
}

LspServer::Json LspServer::folds(const Json& params) {
  const std::string name = document(params);
  if (!desk_.text(name)) return nullptr;
  const LspLines lines(*desk_.text(name));
  Json all = Json::array();
  for (const desk::Outline& each : desk_.outline(name)) {
    const std::uint32_t first = lines.position(each.whole.begin).line, last = lines.position(each.whole.end).line;
    if (last > first) all.push_back({{"startLine", first}, {"endLine", last}});
  }
  return all;
}

/// Five numbers each: lines and units since the one before, its length, its colour, and no modifiers.
LspServer::Json LspServer::colours(const Json& params) {
  const std::string name = document(params);
  if (!desk_.text(name)) return nullptr;
  const LspLines lines(*desk_.text(name));
  Json data = Json::array();
  LspPosition last;
  for (const desk::NamedPlace& each : desk_.names(name)) {
    const LspPosition at = lines.position(each.at.begin), end = lines.position(each.at.end);
    if (end.line != at.line) continue;
    data.push_back(at.line - last.line);
    data.push_back(at.line == last.line ? at.character - last.character : at.character);
    data.push_back(end.character - at.character);
    data.push_back(colour_of(each.kind));
    data.push_back(0);
    last = at;
  }
  return {{"data", data}};
}

}  // namespace glint::cli
