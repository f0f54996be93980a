#include "interpreter/desk/protocol/documents.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "interpreter/desk/protocol/requests.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

/// The bytes of the character that begins with this byte. Of a broken one: 1.
std::uint32_t bytes_of(unsigned char first) { return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1; }

constexpr std::string_view kFile = "file://", kOurs = "glint:///", kLibraries = "std/";

int digit_of(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

constexpr std::size_t kMostDocuments = 1000, kMostBytes = std::size_t{64} << 20;  // that are open

}  // namespace

Lines::Lines(std::string_view text) : text_(text), starts_{0} {
  const auto size = static_cast<std::uint32_t>(text.size());
  std::uint32_t saved = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    const std::uint32_t bytes = bytes_of(static_cast<unsigned char>(text[i]));
    std::uint32_t end = i + 1;
    while (end < std::min(i + bytes, size) && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    saved += end - i - (end - i == 4 ? 2 : 1);
    if (end - i > 1) wide_.push_back({i, end, saved});
    if (text[i] == '\r' && i + 1 < size && text[i + 1] == '\n') ++i;
    if (text[i] == '\n' || text[i] == '\r') starts_.push_back(i + 1);
  }
}

std::vector<Lines::Wide>::const_iterator Lines::wide_after(std::uint32_t byte) const {
  return std::upper_bound(wide_.begin(), wide_.end(), byte,
                          [](std::uint32_t at, const Wide& wide) { return at < wide.end; });
}

std::uint32_t Lines::units(std::uint32_t begin, std::uint32_t end) const {
  const auto saved = [this](auto next) { return next == wide_.begin() ? 0 : std::prev(next)->saved; };
  return end - begin - (saved(wide_after(end)) - saved(wide_after(begin)));
}

std::uint32_t Lines::byte(const LinePlace& place) const {
  const auto size = static_cast<std::uint32_t>(text_.size());
  if (place.line >= starts_.size()) return size;
  const std::uint32_t start = starts_[place.line];
  std::uint32_t end = place.line + 1 < starts_.size() ? starts_[place.line + 1] : size;
  while (end > start && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  const auto first = wide_after(start), last = wide_after(end);
  const auto next = std::partition_point(
      first, last, [&](const Wide& wide) { return units(start, wide.end) <= place.character; });
  const std::uint32_t from = next == first ? start : std::prev(next)->end, most = next == last ? end : next->begin;
  return from + std::min(place.character - units(start, from), most - from);
}

LinePlace Lines::place(std::uint32_t byte) const {
  byte = std::min(byte, static_cast<std::uint32_t>(text_.size()));
  const auto line = std::upper_bound(starts_.begin(), starts_.end(), byte) - starts_.begin() - 1;
  return {static_cast<std::uint32_t>(line), units(starts_[static_cast<std::size_t>(line)], byte)};
}

std::uint32_t Lines::byte_of(int line, int column) const {
  std::size_t at = 0;
  for (; line > 1; --line) {
    const std::size_t end = text_.find('\n', at);
    if (end == std::string_view::npos) return static_cast<std::uint32_t>(text_.size());
    at = end + 1;
  }
  for (; column > 1 && at < text_.size() && text_[at] != '\n'; --column)
    at = std::min<std::size_t>(at + bytes_of(static_cast<unsigned char>(text_[at])), text_.size());
  return static_cast<std::uint32_t>(at);
}

using Json = nlohmann::ordered_json;

Json place_json(const LinePlace& place) { return {{"line", place.line}, {"character", place.character}}; }

LinePlace line_place_of(const Json& json) {
  return {field_of(json, "line").get<std::uint32_t>(), field_of(json, "character").get<std::uint32_t>()};
}

// ---- names of documents and files, as paths and as URIs

std::string path_of_uri(const std::string& uri) {
  if (uri.starts_with(kOurs)) {
    const std::string path = uri.substr(kOurs.size());
    return path.starts_with(kLibraries) ? "<std>/" + path.substr(kLibraries.size()) : path;
  }
  if (!uri.starts_with(kFile)) return uri;
  std::string path;
  for (std::size_t i = kFile.size(); i < uri.size(); ++i) {
    // Past its end a string has a NUL, and that is no digit.
    const bool escaped = uri[i] == '%' && digit_of(uri[i + 1]) >= 0 && digit_of(uri[i + 2]) >= 0;
    path += escaped ? static_cast<char>(digit_of(uri[i + 1]) * 16 + digit_of(uri[i + 2])) : uri[i];
    if (escaped) i += 2;
  }
  return path;
}

std::string uri_of_path(const std::string& path) {
  constexpr std::string_view kStd = "<std>/";
  if (path.starts_with(kStd)) return std::string(kOurs) + std::string(kLibraries) + path.substr(kStd.size());
  if (!path.starts_with("/")) return is_bundled(path) ? std::string(kOurs) + path : path;
  std::string uri(kFile);
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

// ---- documents

Documents::Change Documents::open(const Json& params) {
  const Json& given = field_of(params, "textDocument");
  const std::string name = path_of_uri(field_of(given, "uri"));
  lines_.clear();
  desk_.open(name, field_of(given, "text"));
  versions_[name] = given.value("version", Json());
  return has_room() ? Change{name, {}} : lost(name, "is one document too many: close others");
}

Json Documents::with_game(const Json& params) {
  if (!params.is_object() || !params.contains("game") || params.contains("textDocument")) return params;
  const std::string game = params["game"];
  const auto known = games_.find(game);
  if (known == games_.end() || !desk_.text(known->second)) {
    // A file is found from its own folder.
    const std::unique_ptr<lang::Loader> files = desk_.files_of(game);
    const auto found = files->find_game(std::string_view(game).substr(game.rfind('/') + 1), {game, {}});
    if (!found) {
      const std::string near = lang::nearest(game, files->game_names());
      throw Refused{kInvalidParams, "there is no game " + lang::marked(game),
                    near.empty() ? "" : "did you mean " + lang::marked(near) + "?"};
    }
    // One that a client has open stays as the client knows it.
    if (!desk_.text(found->name)) {
      const Change opened = open({{"textDocument", {{"uri", uri_of_path(found->name)}, {"text", found->text}}}});
      if (!opened.lost.empty()) throw Refused{kRequestFailed, lang::marked(game) + " " + opened.lost};
    }
    games_[game] = found->name;
  }
  Json with = params;
  with["textDocument"] = {{"uri", uri_of_path(games_[game])}};
  return with;
}

bool Documents::has_room() const {
  const std::vector<std::string> names = desk_.documents();
  std::size_t bytes = 0;
  for (const std::string& name : names) bytes += desk_.text(name)->size();
  return names.size() <= kMostDocuments && bytes <= kMostBytes;
}

std::optional<Documents::Change> Documents::change(const Json& params) {
  const std::string name = Documents::name(params);
  if (!desk_.text(name)) return std::nullopt;
  lines_.clear();
  constexpr std::size_t kAsks = 20'000;  // microseconds, about
  std::size_t work = 0;
  for (const Json& change : field_of(params, "contentChanges")) {
    // Each counts its lines again. A few edits never ask whether to stop, because asking looks at messages for later
    // work.
    work += 1 + desk_.text(name)->size() / 64;
    if (work > kAsks && host_stop_ && host_stop_()) return lost(name, "takes too long to change: close it");
    if (!change.contains("range")) {
      desk_.open(name, field_of(change, "text"));
      continue;
    }
    const Lines lines(*desk_.text(name));
    const std::uint32_t begin = lines.byte(line_place_of(field_of(change["range"], "start")));
    const std::uint32_t end = lines.byte(line_place_of(field_of(change["range"], "end")));
    desk_.change(name, std::min(begin, end), std::max(begin, end), field_of(change, "text").get<std::string>());
  }
  if (!has_room()) return lost(name, "is too long, with the other open documents: close some");
  versions_[name] = params["textDocument"].value("version", Json());
  return Change{name, {}};
}

std::optional<std::string> Documents::close(const Json& params) {
  const std::string name = Documents::name(params);
  if (!desk_.text(name)) return std::nullopt;
  forget(name);
  return name;
}

void Documents::forget(const std::string& document) {
  lines_.clear();
  desk_.close(document);
  versions_.erase(document);
}

Documents::Change Documents::lost(const std::string& document, const std::string& why) {
  forget(document);
  return {document, why};
}

void Documents::forget_stopped() {
  lines_.clear();  // they are those of texts that are forgotten
  desk_.forget_stopped();
}

// ---- places

std::string Documents::name(const Json& params) {
  const Json none = Json::object();
  const Json& given = params.is_object() && params.contains("textDocument") ? params["textDocument"] : none;
  if (!given.is_object() || !given.contains("uri") || !given["uri"].is_string())
    throw Refused{kInvalidParams, "the document is missing: {\"textDocument\": {\"uri\": ...}}, or {\"game\": NAME}"};
  return path_of_uri(given["uri"]);
}

Json Documents::version_of(const std::string& document) const {
  const auto known = versions_.find(document);
  return known == versions_.end() || !desk_.text(document) ? Json() : known->second;
}

const Lines& Documents::lines_of(const std::string& document, const std::string& file) {
  auto known = lines_.find(file);
  if (known == lines_.end()) {
    const std::string* text = desk_.text_of(document, file);
    known = lines_.emplace(file, Lines(text ? *text : std::string_view())).first;
  }
  return known->second;
}

std::uint32_t Documents::place(const Json& params) {
  const LinePlace at = line_place_of(field_of(params, "position"));
  const std::string name = Documents::name(params);
  return desk_.text(name) ? lines_of(name).byte(at) : 0;
}

std::pair<std::uint32_t, std::uint32_t> Documents::part(const Json& params) {
  const Lines& lines = lines_of(name(params));
  const Json& range = field_of(params, "range");
  return {lines.byte(line_place_of(field_of(range, "start"))), lines.byte(line_place_of(field_of(range, "end")))};
}

Json Documents::range(const Range& range, const std::string& document) {
  const Lines& lines = lines_of(document, range.file);
  return {{"start", place_json(lines.place(range.begin))}, {"end", place_json(lines.place(range.end))}};
}

Json Documents::location(const Range& at, const std::string& document) {
  return {{"uri", uri_of_path(at.file)}, {"range", range(at, document)}};
}

Json Documents::edits(const std::vector<Edit>& edits, const std::string& document) {
  Json all = Json::array();
  for (const Edit& edit : edits) all.push_back({{"range", range(edit.at, document)}, {"newText", edit.text}});
  return all;
}

/// Errors have lines from 1 and columns in characters.
Json Documents::error(const Error& error, const std::string& document) {
  Json json = {{"code", error.code},
               {"severity", error.is_warning ? "warning" : "error"},
               {"message", error.message},
               {"help", error.help}};
  const std::string* text = error.file.empty() || error.line <= 0 ? nullptr : desk_.text_of(document, error.file);
  if (!text) return json;
  const Lines& lines = lines_of(document, error.file);
  const Range at{error.file, lines.byte_of(error.line, error.column), lines.byte_of(error.end_line, error.end_column)};
  json["location"] = location(at, document);
  return json;
}

Json Documents::errors(const std::vector<Error>& errors, const std::string& document) {
  Json all = Json::array();
  for (const Error& error : errors) all.push_back(this->error(error, document));
  return all;
}

}  // namespace glint::desk
