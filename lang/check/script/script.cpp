#include "lang/check/script/script.hpp"

#include <algorithm>

#include "lang/check/script/variants.hpp"
#include "lang/parse/parse.hpp"
#include "lang/source/source.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang::checking {
namespace {

using tree::Decl;
using tree::DeclKind;

/// The longest chain of variants of variants, and how many files these and those that they combine may be.
constexpr std::size_t kMostVariants = 32;
constexpr std::size_t kMostBases = 256;
constexpr std::size_t kMostCombined = 256;  // counted wherever `with` names one
/// The most names of libraries that are looked up.
constexpr std::size_t kMostLibraries = 256;

/// The reason why a script may not read a file of this path, which was not found; nothing if it may.
std::string path_refused(std::string_view path) {
  const bool absolute = !path.empty() && (path[0] == '/' || path[0] == '\\' || (path.size() > 1 && path[1] == ':'));
  const bool climbs = path.substr(0, 3) == "../" || path.find("/../") != std::string_view::npos;
  if (!absolute && !climbs) return {};
  return std::string(absolute ? "absolute paths are not allowed" : "`..` leaves the folder of the script") +
         ": for safety a script reads only files in its own folder, below it, and in "
         "folders named by `--path`";
}

class Reader {
 public:
  Reader(Sources& sources, Loader& loader, Report& report, Silence& silence, StopCheck& stop, Trees* trees)
      : sources_(sources), loader_(loader), report_(report), silence_(silence), stop_(stop), trees_(trees) {}

  Script read(std::uint32_t file) {
    script_.file = file;
    std::optional<tree::File> main = read_own(file);
    if (is_variant(*main)) {
      std::optional<VariedGame> game = varied(*main);
      if (!game) return std::move(script_);
      main = as_file(std::move(*game), *main, report_, silence_);
    }
    script_.files.push_back(std::move(*main));
    // A second header is a syntax error.
    const std::vector<Decl>& decls = script_.files.front().decls;
    const auto header = std::find_if(decls.begin(), decls.end(), [](const Decl& decl) { return is_header(decl.kind); });
    if (header != decls.end()) {
      script_.header = &*header;
      script_.is_library = header->kind == DeclKind::library;
    }
    // The list grows during the loop, because libraries may use others.
    for (std::size_t i = 0; i < script_.files.size(); ++i) {
      silence_.note_lost(script_.files[i]);
      read_used(script_.files[i]);
    }
    return std::move(script_);
  }

 private:
  tree::File parsed(std::uint32_t file, bool& has_errors) {
    numbers_.emplace(sources_.file(file).name, file);
    const std::size_t bytes = sources_.file(file).text.size();
    bytes_ += bytes;
    if (bytes_ > kMaxScriptBytes && bytes <= kMaxScriptBytes) {  // one that is too long by itself is reported by `parse`
      has_errors = true;
      silence_.miss_library();
      report_.error(Code::G0103, {file, 0, 0},
                    "a script and all that it uses have at most " + std::to_string(kMaxScriptBytes) +
                        " bytes together, and with this file there are more");
      tree::File unread;
      unread.file = file;
      return unread;
    }
    Parsed parsed = trees_ ? *trees_->parsed(sources_, file, stop_) : parse(sources_, file, stop_);
    has_errors = !parsed.diagnostics.empty();
    report_.add(std::move(parsed.diagnostics));
    return std::move(parsed.file);
  }

  tree::File read_own(std::uint32_t file) {
    script_.own_files.insert(file);
    bool has_errors = false;
    tree::File read = parsed(file, has_errors);
    script_.has_syntax_errors = script_.has_syntax_errors || has_errors;
    return read;
  }

  /// The game with the changes of this variant, and of all those that it is of or combines; nothing without a game, or
  /// if two of them cannot be combined.
  std::optional<VariedGame> varied(const tree::File& variant) {
    chain_.push_back(sources_.file(variant.file).name);
    std::optional<VariedGame> game = varied_by(variant);
    chain_.pop_back();
    return game;
  }
  std::optional<VariedGame> varied_by(const tree::File& variant) {
    const Decl& header = variant.decls.front();
    const VariedGame* base = read_base({header.name, header.as<tree::VariantDecl>().path, header.span}, false);
    if (base == nullptr) return std::nullopt;
    std::optional<VariedGame> game = *base;
    std::vector<Conflict> conflicts;
    for (const tree::GameName& with : header.as<tree::VariantDecl>().with) {
      const VariedGame* other = read_base(with, true);
      if (other == nullptr) return std::nullopt;
      if (++combined_ > kMostCombined)
        return report_.refuse(Code::G0412, with.span,
                              "more than " + std::to_string(kMostCombined) + " combined variants are too many");
      if (other->game != game->game)
        return report_.refuse(Code::G0508, with.span,
                              "this is a variant of " + name_beside(other->game, game->game) + ", and not of " +
                                  name_beside(game->game, other->game),
                              {.help = "only variants of one game can be combined"});
      combine(*game, *other, with.span, sources_, conflicts);
    }
    apply_changes(*game, variant, conflicts, script_, report_, silence_, stop_);
    if (conflicts.empty()) return game;
    report_conflicts(*game, conflicts, sources_, report_);
    return std::nullopt;
  }

  /// The name of a game where another game is named, too.
  std::string name_beside(std::uint32_t game, std::uint32_t other) const {
    const std::string name = sources_.file(game).name, stem = stem_of(name);
    return marked(stem == stem_of(sources_.file(other).name) ? name : stem);
  }

  /// The game, or variant, that a header names behind `of`, or behind `with` (`is_combined`); null after a report.
  const VariedGame* read_base(const tree::GameName& named, bool is_combined) {
    if (!named.path && named.name.text.empty()) return nullptr;  // a syntax error
    const std::string wanted = named.path ? plain_text(*named.path) : named.name.text;
    const Span at = named.path ? named.path->span : named.name.span;
    std::optional<SourceFile> found = loader_.find_game(wanted, sources_.file(at.file));
    if (!found) {
      report_missing(
          Code::G0507, is_combined ? "variant" : "game", wanted, at, loader_.game_names(),
          std::string("write its name if it is bundled, in the script's folder, or in a folder named by `--path`; "
                      "write a path if it is in a folder below: `") +
              (is_combined ? "with" : "variant \"Name\" of") + " \"folder/file\"`");
      return nullptr;
    }
    if (!may_be_base(found->name, at)) return nullptr;
    if (chain_.size() == 1 && !is_combined) script_.variant_of = stem_of(found->name);
    const std::string name = found->name;
    if (bases_.count(name) == 0) bases_[name] = read_new_base(std::move(*found), wanted, at);
    const std::optional<VariedGame>& game = bases_[name];
    if (!game) return nullptr;
    if (is_combined && sources_.file(game->game).name == name) {
      report_.error(Code::G0508, at, marked(wanted) + " is a game, and only variants can be combined",
                    {.help = "write the game after `of`, and variants of it after `with`"});
      return nullptr;
    }
    return &*game;
  }
  std::optional<VariedGame> read_new_base(SourceFile found, const std::string& wanted, const Span& at) {
    const std::size_t errors = report_.list().size();
    tree::File base = read_own(sources_.add(std::move(found)));
    silence_.note_lost(base);  // a variant may change what a syntax error swallowed
    const DeclKind kind = base.decls.empty() ? DeclKind::test : base.decls.front().kind;
    if (kind == DeclKind::game) return game_to_vary(std::move(base));
    if (kind == DeclKind::variant) {
      std::optional<VariedGame> game = varied(base);
      if (!game) return std::nullopt;
      const auto is_test = [](const VariedDecl& each) { return each.decl.kind == DeclKind::test; };
      game->decls.erase(std::remove_if(game->decls.begin(), game->decls.end(), is_test), game->decls.end());
      return game;
    }
    if (kind == DeclKind::library)
      report_.error(Code::G0508, at, marked(wanted) + " is a library, and only games have variants",
                    {.help = "name a game or variant after `of`; to use a library, write `use`",
                     .others = {{base.decls.front().head, "the header is here"}}});
    else if (report_.list().size() == errors)
      report_.error(Code::G0508, at, marked(wanted) + " is not a game");
    return std::nullopt;
  }

  /// Reports variants of themselves, and very long chains.
  bool may_be_base(const std::string& name, const Span& at) {
    const auto same = std::find(chain_.begin(), chain_.end(), name);
    if (same != chain_.end()) {
      Diagnostic& error = report_.error(Code::G0513, at, "this is a variant of itself");
      std::string circle;
      for (auto each = same; each != chain_.end(); ++each) circle += marked(*each) + " of ";
      if (same + 1 != chain_.end()) error.message += ": " + circle + marked(*same);
      error.help = "a chain of variants must lead to a game";
      return false;
    }
    if (chain_.size() <= kMostVariants && (bases_.size() < kMostBases || bases_.count(name) != 0)) return true;
    return report_.deny(Code::G0412, at,
                        "more than " + std::to_string(kMostVariants) + " variants of one another are too many");
  }

  void read_used(const tree::File& file) {
    for (const Decl& decl : file.decls) {
      const auto* use = decl.get_if<tree::UseDecl>();
      if (use == nullptr) continue;
      for (const tree::Name& name : use->names) read_library(name.text, name.span);
      for (const tree::Text& text : use->paths) read_library(plain_text(text), text.span);
    }
  }

  void read_library(const std::string& name, const Span& span) {
    if (!looked_up_.emplace(span.file, name).second) return;
    if (looked_up_.size() > kMostLibraries)
      return report_.say(Code::G0412, span, "more than " + std::to_string(kMostLibraries) + " libraries are too many");
    std::optional<SourceFile> found = loader_.find(name, sources_.file(span.file));
    if (!found) {
      const std::vector<std::string> names = loader_.names();
      std::string help = "use a bundled library by its name, your own by its path: `use \"folder/file\"`";
      if (!names.empty()) help += "; bundled are " + listed(names, "and");
      report_missing(Code::G0202, "library", name, span, names, help);
      silence_.miss_library();
      return;
    }
    const auto known = numbers_.find(found->name);
    if (known != numbers_.end()) {
      if (script_.own_files.count(known->second) != 0 && !script_.is_library)
        report_.error(Code::G0205, span, marked(name) + " is this script itself");
      return;
    }
    bool has_errors = false;
    tree::File library = parsed(sources_.add(std::move(*found)), has_errors);
    for (const Decl& decl : library.decls) {
      if (decl.kind != DeclKind::game && decl.kind != DeclKind::variant) continue;
      return report_.say(Code::G0205, span,
                         marked(name) + (decl.kind == DeclKind::game ? " is a game" : " is a variant") +
                             ", and only libraries can be used",
                         {.help = "to change that game, write a variant: its file begins with `variant \"Name\" of ...`",
                          .others = {{decl.head, "the header is here"}}});
    }
    script_.files.push_back(std::move(library));
  }

  void report_missing(Code code, const std::string& noun, const std::string& name, const Span& at,
                      const std::vector<std::string>& names, const std::string& help) {
    const std::string refused = path_refused(name);
    const std::string which = refused.empty() ? "" : " that a script may read";
    std::string meant = nearest(name, names);
    constexpr std::size_t kLeast = 3;  // letters
    for (const std::string& each : names)  // `hexes`
      if (meant.empty() && each.size() >= kLeast && name.starts_with(each)) meant = each;
    report_.error(code, at, "there is no " + noun + " " + marked(name) + which,
                  {.meant = std::move(meant), .help = refused.empty() ? help : refused});
  }

  Sources& sources_;
  Loader& loader_;
  Report& report_;
  Silence& silence_;
  StopCheck& stop_;
  Trees* const trees_;
  Script script_;
  std::map<std::string, std::uint32_t> numbers_;  // by name: the files that were read
  std::size_t bytes_ = 0;                         // of all files
  std::set<std::pair<std::uint32_t, std::string>> looked_up_;  // libraries: the file that names one, and how
  std::vector<std::string> chain_;                // the script, the variant of which it is being read, and so on
  std::map<std::string, std::optional<VariedGame>> bases_;  // by name: games and variants that were read
  std::size_t combined_ = 0;
};

}  // namespace

Script read_script(Sources& sources, Loader& loader, std::uint32_t file, Report& report, Silence& silence,
                   StopCheck& stop, Trees* trees) {
  return Reader(sources, loader, report, silence, stop, trees).read(file);
}

}  // namespace glint::lang::checking
