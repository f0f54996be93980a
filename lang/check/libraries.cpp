// The files of a load: the script and, through the loader, the libraries that it uses, and those that they use.
#include <cctype>

#include "lang/check/checker.hpp"
#include "lang/parse/parse.hpp"

namespace glint::lang::checking {
namespace {

/// The words of a line, as far as they are letters, digits and underscores.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : line) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

}  // namespace

void Checker::load(std::uint32_t file) {
  main_file_ = file;
  Parsed parsed = parse(sources, file);
  files_.push_back({std::move(parsed.file), !parsed.diagnostics.empty()});
  for (Diagnostic& each : parsed.diagnostics) report.list.push_back(std::move(each));
  main_has_syntax_errors_ = files_.back().has_syntax_errors;
  loaded_names_.emplace(sources.file(file).name, file);
  for (const tree::Decl& decl : files_.front().file.decls) {
    if (decl.kind != tree::DeclKind::game && decl.kind != tree::DeclKind::library) continue;
    if (header_ != nullptr) continue;  // a second header is a syntax error
    header_ = &decl;
    library = decl.kind == tree::DeclKind::library;
  }
  // The list grows while it is gone through: libraries may use others.
  for (std::size_t i = 0; i < files_.size(); ++i) {
    note_lost_names(files_[i]);
    load_used(files_[i]);
  }
}

void Checker::load_used(const Loaded& loaded) {
  const std::uint32_t user = loaded.file.file;
  const auto use = [&](const std::string& name, const Span& span) {
    std::optional<SourceFile> found = loader_.find(name, sources.file(user));
    if (!found) {
      report.error(Code::G0202, span, "there is no library " + quote(name)).help =
          "a bundled library is written by its name, one of your own as a path: `use \"folder/file\"`";
      misses_library_ = true;
      return;
    }
    const auto known = loaded_names_.find(found->name);
    if (known != loaded_names_.end()) {
      if (known->second == main_file_ && !library)
        report.error(Code::G0205, span, quote(name) + " is this script itself");
      return;
    }
    const std::string file_name = found->name;
    const std::uint32_t number = sources.add(std::move(*found));
    loaded_names_.emplace(file_name, number);
    Parsed parsed = parse(sources, number);
    const bool errors = !parsed.diagnostics.empty();
    for (Diagnostic& each : parsed.diagnostics) report.list.push_back(std::move(each));
    for (const tree::Decl& decl : parsed.file.decls) {
      if (decl.kind != tree::DeclKind::game) continue;
      report.error(Code::G0205, span, quote(name) + " is a game, and only libraries can be used")
          .others.push_back({decl.head, "it says so here"});
      return;
    }
    files_.push_back({std::move(parsed.file), errors});
  };
  for (const tree::Decl& decl : loaded.file.decls) {
    if (decl.kind != tree::DeclKind::use) continue;
    for (const tree::Name& name : decl.names) use(name.text, name.span);
    for (const tree::Text& text : decl.texts) {
      std::string path;
      for (const tree::TextPart& part : text.parts) path += part.literal;
      use(path, text.span);
    }
  }
}

/// A declaration that a syntax error swallowed still names something, and it would be no help to call that unknown.
void Checker::note_lost_names(const Loaded& loaded) {
  if (!loaded.has_syntax_errors) return;
  static const std::set<std::string> kNaming{"type", "option", "piece", "optic",   "var",   "let",
                                             "do",   "move",   "board", "lattice", "score", "needs"};
  std::set<std::string> read;  // what came through
  for (const tree::Decl& decl : loaded.file.decls) {
    read.insert(decl.name.text);
    if (decl.kind == tree::DeclKind::players) read.insert("players");
    if (decl.kind == tree::DeclKind::beam) read.insert("beam");
    if (decl.kind == tree::DeclKind::score) read.insert("score");
    if (decl.kind == tree::DeclKind::play) read.insert("draw");
  }
  const std::string_view text = sources.file(loaded.file.file).text;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) end = text.size();
    const std::vector<std::string> words = words_of(text.substr(begin, end - begin));
    begin = end + 1;
    if (words.size() < 2) continue;
    const std::string& first = words[0];
    if ((first == "players" || first == "beam" || first == "draw" || first == "score") && read.count(first) == 0)
      lost_names_.insert(words.begin(), words.end());
    if (kNaming.count(first) == 0 || read.count(words[1]) != 0) continue;
    lost_names_.insert(words[1]);
    // With its values, and what a library needs.
    if (first == "type" || first == "option" || first == "needs") lost_names_.insert(words.begin() + 2, words.end());
  }
}

}  // namespace glint::lang::checking
