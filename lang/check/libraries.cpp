// The files of a load: the script and, through the loader, the libraries that it uses, and those that they use.
#include "lang/check/checker.hpp"
#include "lang/check/variants.hpp"
#include "lang/parse/parse.hpp"

namespace glint::lang::checking {

std::string path_refused(std::string_view path) {
  const bool absolute = !path.empty() && (path[0] == '/' || path[0] == '\\' || (path.size() > 1 && path[1] == ':'));
  const bool climbs = path.substr(0, 3) == "../" || path.find("/../") != std::string_view::npos;
  if (!absolute && !climbs) return {};
  return std::string(absolute ? "an absolute path is never read" : "`..` leads out of the folder of the script") +
         ": a script, which may be somebody else's, reads only files in its own folder, those below it, and those in "
         "folders "
         "named by `--path`";
}

void Checker::load(std::uint32_t file) {
  main_file_ = file;
  own_files_.insert(file);
  Parsed parsed = parse(sources, file);
  main_has_syntax_errors_ = !parsed.diagnostics.empty();
  for (Diagnostic& each : parsed.diagnostics) report.list.push_back(std::move(each));
  loaded_names_.emplace(sources.file(file).name, file);
  if (is_variant(parsed.file)) parsed.file = applied(std::move(parsed.file));
  if (baseless_) return;
  files_.push_back({std::move(parsed.file), main_has_syntax_errors_});
  for (const tree::Decl& decl : files_.front().file.decls) {
    if (!is_header(decl.kind)) continue;
    if (header_ != nullptr) continue;  // a second header is a syntax error
    header_ = &decl;
    library = decl.kind == tree::DeclKind::library;
  }
  // The list grows while it is gone through: libraries may use others.
  for (std::size_t i = 0; i < files_.size(); ++i) {
    note_lost(files_[i]);
    load_used(files_[i]);
  }
}

tree::File Checker::take_script() { return files_.empty() ? tree::File() : std::move(files_.front().file); }

void Checker::load_used(const Loaded& loaded) {
  const auto use = [&](const std::string& name, const Span& span) {
    std::optional<SourceFile> found = loader_.find(name, sources.file(span.file));
    if (!found) {
      const std::vector<std::string> names = loader_.names();
      const std::string refused = path_refused(name);
      const std::string which = refused.empty() ? "" : " that a script may read";
      Diagnostic& error =
          report.error(Code::G0202, span, "there is no library " + quote(name) + which, did_you_mean(name, names));
      error.help = refused;
      if (refused.empty()) {
        error.help = "a bundled library is written by its name, one of your own as a path: `use \"folder/file\"`";
        if (!names.empty()) error.help += "; bundled are " + listed(names, "and");
      }
      misses_library_ = true;
      return;
    }
    const auto known = loaded_names_.find(found->name);
    if (known != loaded_names_.end()) {
      if (own_files_.count(known->second) != 0 && !library)
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
      if (decl.kind != tree::DeclKind::game && decl.kind != tree::DeclKind::variant) continue;
      report
          .error(Code::G0205, span,
                 quote(name) + (decl.kind == tree::DeclKind::game ? " is a game" : " is a variant") +
                     ", and only libraries can be used")
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

}  // namespace glint::lang::checking
