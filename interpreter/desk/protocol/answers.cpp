// Answers to the requests that the protocol defines.
#include "interpreter/desk/protocol/answers.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <iterator>
#include <utility>

#include "interpreter/desk/protocol/requests.hpp"
#include "interpreter/embedded/embedded.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

/// With the signs that mean something in snippets as they are.
std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '$' || c == '}' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe;
}

class Stops {
 public:
  std::string next(std::string_view text) { return "${" + std::to_string(++count_) + ":" + escaped(text) + "}"; }

 private:
  int count_ = 0;
};

/// What stands at the stop of a word in a form: for some words, no name could.
std::string_view shown_at_stop(std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> kShown[] = {{"OUTCOME", "stops"}, {"RESULT", "tie"}, {"SIDE", "ahead"}};
  for (const auto& [name, shown] : kShown)
    if (name == word) return shown;
  return word;
}

/// Words in capitals, and names of one letter, are to be filled in.
bool is_filled_in(std::string_view word) { return word.size() == 1 || std::all_of(word.begin(), word.end(), is_upper); }

using Json = nlohmann::ordered_json;

/// The protocol's codes for kinds of names: numbers in completions and in outlines, and a colour.
struct Kinds {
  const char* word;
  int completion, symbol;
  const char* colour;
};
constexpr Kinds kKinds[] = {
    {"game", 9, 2, "namespace"},       {"variant", 9, 2, "namespace"},     {"library", 9, 2, "namespace"},
    {"player", 20, 22, "enumMember"},  {"option", 21, 14, "variable"},     {"type", 13, 10, "type"},
    {"value", 20, 22, "enumMember"},   {"lattice", 13, 10, "type"},        {"direction", 20, 22, "enumMember"},
    {"axis", 20, 22, "enumMember"},    {"board", 7, 19, "type"},           {"piece", 7, 5, "class"},
    {"field", 5, 8, "property"},       {"field of beams", 5, 8, "property"}, {"beam end", 20, 22, "enumMember"},
    {"optic", 3, 12, "function"},      {"variable", 6, 13, "variable"},    {"let", 3, 12, "function"},
    {"effect", 3, 12, "function"},     {"move", 2, 6, "method"},           {"test", 2, 24, "namespace"},
    {"rule", 14, 24, "namespace"},     {"local", 6, 13, "parameter"},      {"member", 5, 8, "property"},
    {"cell", 20, 22, "enumMember"},    {"word", 14, 14, "variable"}};

const Kinds& kinds_of(std::string_view word) {
  for (const Kinds& each : kKinds)
    if (word == each.word) return each;
  return kKinds[std::size(kKinds) - 1];
}

std::size_t colour_of(lang::SymbolKind kind) {
  const std::vector<std::string>& names = colour_names();
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), kinds_of(lang::word_of(kind)).colour) - names.begin());
}

constexpr int kSnippet = 2;  // InsertTextFormat

/// Lines as Markdown shows them as they are.
std::string fenced(const std::string& lines) {
  return "```text\n" + lines + (lines.ends_with('\n') ? "" : "\n") + "```";
}

Json locations(Documents& in, const std::vector<Range>& ranges, const std::string& document) {
  Json all = Json::array();
  for (const Range& each : ranges) all.push_back(in.location(each, document));
  return all;
}

Json symbols_of(Documents& in, const std::vector<Outline>& outline, const std::string& document) {
  Json all = Json::array();
  for (const Outline& each : outline)
    all.push_back({{"name", each.name.empty() ? each.kind : each.name},
                   {"detail", each.kind},
                   {"kind", kinds_of(each.kind).symbol},
                   {"range", in.range(each.whole, document)},
                   {"selectionRange", in.range(each.at, document)},
                   {"children", symbols_of(in, each.inside, document)}});
  return all;
}

// ---- names

/// The text of a file that comes with Glint.
Json file(Documents& in, const Json& params) {
  const std::string path = in.name(params);
  constexpr std::string_view kLibrary = "<std>/";
  const std::string stored = path.starts_with(kLibrary) ? "stdlib/" + path.substr(kLibrary.size()) : path;
  if (const EmbeddedFile* const found = embedded_file(stored)) return {{"text", std::string(found->text)}};
  return nullptr;
}

Json hover(Documents& in, const Json& params) {
  const auto found = in.desk().hover(in.name(params), in.place(params));
  if (!found) return nullptr;
  std::string shown;
  for (const Meaning& meaning : found->meanings) {
    shown += (shown.empty() ? "```glint\n" : "\n\n---\n\n```glint\n") + meaning.declaration + "\n```\n\n*" + meaning.kind + "*";
    if (!meaning.value.empty()) shown += " `" + meaning.value + "`";
    if (!meaning.doc.empty()) shown += "\n\n" + meaning.doc;
    if (!meaning.picture.empty()) shown += "\n\n" + fenced(meaning.picture);
  }
  return {{"contents", {{"kind", "markdown"}, {"value", shown}}}, {"range", in.range(found->at, in.name(params))}};
}

Json definition(Documents& in, const Json& params) {
  return locations(in, in.desk().definition(in.name(params), in.place(params)), in.name(params));
}

Json references(Documents& in, const Json& params) {
  return locations(in, in.desk().references(in.name(params), in.place(params)), in.name(params));
}

Json highlights(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  Json here = Json::array();
  for (const Range& each : in.desk().references(name, in.place(params)))
    if (each.file == name) here.push_back({{"range", in.range(each, name)}});
  return here;
}

Json prepare_rename(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  const Renamable found = in.desk().renamable(name, in.place(params));
  if (found.at.file.empty()) return nullptr;
  if (!found.refusal.empty()) throw Refused{kRequestFailed, found.refusal};
  return in.range(found.at, name);
}

Json rename(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  const Renamed renamed = in.desk().rename(name, in.place(params), field_of(params, "newName"));
  if (!renamed.refusal.empty()) throw Refused{kRequestFailed, renamed.refusal};
  Json changes = Json::object();
  for (const Edit& edit : renamed.edits)
    changes[uri_of_path(edit.at.file)].push_back({{"range", in.range(edit.at, name)}, {"newText", edit.text}});
  return {{"changes", changes}};
}

Json symbols(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  return in.desk().text(name) ? symbols_of(in, in.desk().outline(name), name) : Json();
}

// ---- the text as a whole

Json format(Documents& in, const Json& params) {
  return in.edits(in.desk().format(in.name(params)), in.name(params));
}

Json format_range(Documents& in, const Json& params) {
  const Json& lines = field_of(params, "range");
  const lang::LineRange wanted{line_place_of(field_of(lines, "start")).line + 1,
                               line_place_of(field_of(lines, "end")).line + 1};
  return in.edits(in.desk().format(in.name(params), wanted), in.name(params));
}

Json actions(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  if (!in.desk().text(name)) return nullptr;
  const auto [begin, end] = in.part(params);
  Json all = Json::array();
  for (const Fix& fix : in.desk().fixes(name, begin, end)) {
    Json changes = Json::object();
    changes[uri_of_path(name)] = in.edits({fix.edit}, name);
    Json one = {{"title", fix.title}, {"kind", "quickfix"}, {"edit", {{"changes", changes}}}};
    if (fix.is_preferred) one["isPreferred"] = true;
    all.push_back(std::move(one));
  }
  return all;
}

/// Five numbers each: lines and units since the one before, its length, its colour, and no modifiers.
Json colours(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  if (!in.desk().text(name)) return nullptr;
  const Lines& lines = in.lines_of(name);
  Json data = Json::array();
  LinePlace last;
  for (const NamedPlace& each : in.desk().names(name)) {
    const LinePlace at = lines.place(each.at.begin), end = lines.place(each.at.end);
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

constexpr Request kRequests[] = {{"textDocument/hover", hover},
                                 {"textDocument/definition", definition},
                                 {"textDocument/references", references},
                                 {"textDocument/documentHighlight", highlights},
                                 {"textDocument/prepareRename", prepare_rename},
                                 {"textDocument/rename", rename},
                                 {"textDocument/documentSymbol", symbols},
                                 {"textDocument/formatting", format},
                                 {"textDocument/rangeFormatting", format_range},
                                 {"textDocument/codeAction", actions},
                                 {"textDocument/semanticTokens/full", colours},
                                 {"glint/file", file}};

}  // namespace

std::string snippet_of_form(const std::string& form) {
  for (const char* whole : {"\"\"\"", "DECLARATION"})
    if (form.find(whole) != std::string::npos) return {};
  constexpr std::string_view kBody = "{ ... }", kMore = ", ...";
  std::string snippet;
  Stops stops;
  for (std::size_t i = 0; i < form.size();) {
    std::size_t end = i;
    if (form[i] == '"') {
      end = std::min(form.find('"', i + 1), form.size() - 1);
      snippet += "\"" + stops.next(std::string_view(form).substr(i + 1, end - i - 1)) + "\"";
      i = end + 1;
    } else if (lang::is_digit(form[i])) {
      while (end < form.size() && (lang::is_digit(form[end]) || form[end] == ':')) ++end;
      snippet += stops.next(std::string_view(form).substr(i, end - i));
      i = end;
    } else if (lang::is_in_name(form[i])) {
      while (end < form.size() && lang::is_in_name(form[end])) ++end;
      const std::string_view word = std::string_view(form).substr(i, end - i);
      snippet += is_filled_in(word) ? stops.next(shown_at_stop(word)) : std::string(word);
      i = end;
    } else if (form.compare(i, kBody.size(), kBody) == 0) {
      snippet += snippet.find("$0") != std::string::npos ? "{\n  \n}" : "{\n  $0\n}";
      i += kBody.size();
    } else if (form.compare(i, kMore.size(), kMore) == 0) {
      i += kMore.size();
    } else {
      snippet += escaped(std::string_view(form).substr(i++, 1));
    }
  }
  return snippet;
}

std::string snippet_of_call(const std::string& name, const std::vector<std::string>& parameters) {
  Stops stops;
  std::string arguments;
  for (const std::string& each : parameters) arguments += (arguments.empty() ? "" : ", ") + stops.next(each);
  return name + "(" + arguments + ")";
}

const std::vector<std::string>& colour_names() {
  static const std::vector<std::string> names = {"namespace", "enumMember", "variable", "type",     "property",
                                                 "function",  "method",     "class",    "parameter"};
  return names;
}

std::span<const Request> text_requests() { return kRequests; }

Json answer::completion(Documents& in, const Json& params, bool has_snippets) {
  Json items = Json::array();
  const std::string name = in.name(params);
  char order[16];
  bool are_moves = false;
  for (const Completion& each : in.desk().completion(name, in.place(params))) {
    std::snprintf(order, sizeof order, "%05zu", items.size());
    items.push_back(
        {{"label", each.name}, {"kind", kinds_of(each.kind).completion}, {"detail", each.detail}, {"sortText", order}});
    if (each.replaces) items.back()["textEdit"] = {{"range", in.range(*each.replaces, name)}, {"newText", each.name}};
    are_moves = are_moves || each.replaces;
    if (!each.doc.empty()) items.back()["documentation"] = {{"kind", "markdown"}, {"value", each.doc}};
    const std::string snippet = !has_snippets             ? ""
                                : each.is_form             ? snippet_of_form(each.detail)
                                : !each.parameters.empty() ? snippet_of_call(each.name, each.parameters)
                                                           : "";
    if (snippet.empty()) continue;
    items.back()["insertText"] = snippet;
    items.back()["insertTextFormat"] = kSnippet;
  }
  // If there are very many moves, only the first are there.
  return {{"isIncomplete", are_moves}, {"items", items}};
}

}  // namespace glint::desk
