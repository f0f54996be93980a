// Variants: a game and what differs from it become one list of declarations, which is then checked like any game.
//
// A change names what it is about: by the name, where there is one (a file's names are all different, whatever they are
// of), else by the word (`play`). Replaced declarations keep their place in the list, so that options, moves and pieces
// keep their order. Tests of the game are left behind: they say what the game does, and the variant does something
// else.
#include "lang/check/variants.hpp"

#include <algorithm>

#include "lang/check/checker.hpp"
#include "lang/check/mentions.hpp"
#include "lang/parse/parse.hpp"
#include "lang/syntax/words.hpp"

namespace glint::lang::checking {
namespace {

using tree::Change;
using tree::Decl;
using tree::DeclKind;
using tree::has_name;
using tree::words_of;

/// A variant of a variant of a variant...
constexpr std::size_t kMostVariants = 32;

std::string plain_text(const tree::Text& text) {
  std::string all;
  for (const tree::TextPart& part : text.parts) all += part.literal;
  return all;
}

/// May there be several without a name?
bool is_listed(DeclKind kind) {
  switch (kind) {
    case DeclKind::end:
    case DeclKind::enters:
    case DeclKind::crosses:
    case DeclKind::invariant:
    case DeclKind::show:
    case DeclKind::use:
    case DeclKind::test:
      return true;
    default:
      return false;
  }
}

std::string stem_of(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  constexpr std::string_view kEnding = ".glint";
  if (path.size() > kEnding.size() && path.substr(path.size() - kEnding.size()) == kEnding)
    path.remove_suffix(kEnding.size());
  return std::string(path);
}

/// The words in backticks.
std::vector<std::string> quoted_in(const std::string& message) {
  std::vector<std::string> words;
  for (std::size_t at = 0; (at = message.find('`', at)) != std::string::npos;) {
    const std::size_t end = message.find('`', at + 1);
    if (end == std::string::npos) break;
    words.push_back(message.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return words;
}

bool inside(const Span& inner, const Span& outer) {
  return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

}  // namespace

bool is_header(DeclKind kind) {
  return kind == DeclKind::game || kind == DeclKind::variant || kind == DeclKind::library;
}

bool is_variant(const tree::File& file) { return !file.decls.empty() && file.decls.front().kind == DeclKind::variant; }

std::string called(const Decl& decl) {
  const std::string word = words_of(decl.kind);
  if (has_name(decl)) return word + " " + quote(decl.name.text);
  if (decl.kind == DeclKind::invariant && decl.text) return word + " \"" + plain_text(*decl.text) + "\"";
  return quote(word);
}

bool speaks_of(const Decl& named, const Decl& declared) {
  if (has_name(named) != has_name(declared)) return false;
  if (has_name(named)) return named.name.text == declared.name.text;
  if (words_of(named.kind).empty() || words_of(named.kind) != words_of(declared.kind)) return false;
  if (named.kind != DeclKind::invariant || !named.text) return true;
  return declared.text && plain_text(*named.text) == plain_text(*declared.text);
}

std::vector<std::string> names_brought(const Decl& decl) {
  std::vector<std::string> names;
  if (has_name(decl))
    names.push_back(decl.name.text);
  else
    names.push_back(words_of(decl.kind));
  for (const tree::Name& name : decl.names) names.push_back(name.text);
  for (const tree::TypeExpr& type : decl.type) {
    for (const tree::EnumValue& value : type.values)
      if (value.name.text != "on" && value.name.text != "off") names.push_back(value.name.text);  // those are everybody's
  }
  for (const tree::FieldDecl& field : decl.fields) names.push_back(field.name.text);
  for (const tree::DirectionDecl& direction : decl.directions) names.push_back(direction.name.text);
  for (const tree::EnumValue& axis : decl.axes) names.push_back(axis.name.text);
  return names;
}

/// The declarations of the game that a variant is of; of a variant, what it comes to.
std::optional<tree::File> Checker::base_of(const Decl& header) {
  const bool by_path = !header.texts.empty();
  if (!by_path && header.name.text.empty()) return std::nullopt;  // a syntax error
  const std::string wanted = by_path ? plain_text(header.texts.front()) : header.name.text;
  const Span at = by_path ? header.texts.front().span : header.name.span;
  std::optional<SourceFile> found = loader_.find_game(wanted, sources.file(at.file));
  if (!found) {
    const std::vector<std::string> names = loader_.game_names();
    const std::string refused = path_refused(wanted);
    const std::string which = refused.empty() ? "" : " that a script may read";
    Diagnostic& error =
        report.error(Code::G0507, at, "there is no game " + quote(wanted) + which, did_you_mean(wanted, names));
    error.help = !refused.empty() ? refused
                                  : "a bundled game or variant is written by its name, one of your own as a path: "
                                    "`variant \"Name\" of \"folder/file\"`";
    return std::nullopt;
  }
  const auto same = std::find(variants_.begin(), variants_.end(), found->name);
  if (same != variants_.end()) {
    Diagnostic& error = report.error(Code::G0513, at, "this is a variant of itself");
    std::string circle;
    for (auto each = same; each != variants_.end(); ++each) circle += quote(*each) + " of ";
    if (same + 1 != variants_.end()) error.message += ": " + circle + quote(*same);
    error.help = "a variant is of a game, or of another variant that is";
    return std::nullopt;
  }
  if (variants_.size() >= kMostVariants) {
    report.error(Code::G0412, at,
                 "more than " + std::to_string(kMostVariants) + " variants of one another are too many");
    return std::nullopt;
  }
  const std::string name = found->name;
  if (variants_.size() == 1) base_ = stem_of(name);
  const std::uint32_t number = sources.add(std::move(*found));
  own_files_.insert(number);
  loaded_names_.emplace(name, number);
  Parsed parsed = parse(sources, number);
  main_has_syntax_errors_ = main_has_syntax_errors_ || !parsed.diagnostics.empty();
  const bool readable = parsed.diagnostics.empty();
  for (Diagnostic& each : parsed.diagnostics) report.list.push_back(std::move(each));
  const DeclKind kind = parsed.file.decls.empty() ? DeclKind::test : parsed.file.decls.front().kind;
  if (kind == DeclKind::library) {
    report.error(Code::G0508, at, quote(wanted) + " is a library, and only games have variants")
        .others.push_back({parsed.file.decls.front().head, "it says so here"});
    return std::nullopt;
  }
  if (kind != DeclKind::game && kind != DeclKind::variant) {
    if (readable) report.error(Code::G0508, at, quote(wanted) + " is no game");
    return std::nullopt;
  }
  if (kind == DeclKind::game) return std::move(parsed.file);
  return applied(std::move(parsed.file));
}

/// A variant as one file, as if its author had copied the game and changed it there. Spans stay where things are
/// written.
tree::File Checker::applied(tree::File variant) {
  const Decl header = variant.decls.front();
  variants_.push_back(sources.file(variant.file).name);
  std::optional<tree::File> base = base_of(header);
  if (!base || baseless_) {
    baseless_ = true;
    return variant;
  }
  note_lost({*base, true});  // what a syntax error swallowed may be what is changed
  std::vector<Decl>& decls = base->decls;
  decls.erase(std::remove_if(decls.begin(), decls.end(),
                             [](const Decl& decl) { return is_header(decl.kind) || decl.kind == DeclKind::test; }),
              decls.end());
  // Where each was changed already; no file has a span that ends at 0.
  std::vector<Span> changed(decls.size());
  for (const Decl& decl : variant.decls) {
    if (decl.change != Change::add) change(decls, changed, decl);
  }
  std::vector<Decl> added;
  for (const Decl& decl : variant.decls) {
    if (decl.change == Change::add && !is_header(decl.kind) && is_new(decls, changed, decl)) added.push_back(decl);
  }
  decls.erase(
      std::remove_if(decls.begin(), decls.end(), [](const Decl& decl) { return decl.change == Change::remove; }),
      decls.end());
  for (Decl& decl : decls) decl.change = Change::add;
  decls.insert(decls.begin(), header);
  decls.insert(decls.end(), added.begin(), added.end());
  base->file = variant.file;
  base->doc = variant.doc;
  base->lost.insert(base->lost.end(), variant.lost.begin(), variant.lost.end());
  return std::move(*base);
}

/// Does one change. What is removed is only marked, so that all changes see the same game.
void Checker::change(std::vector<Decl>& base, std::vector<Span>& changed, const Decl& change) {
  const std::string verb = change.change == Change::remove    ? "remove"
                           : change.change == Change::replace ? "replace"
                                                              : "set";
  std::vector<std::size_t> targets;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    // Names are still those of the game, even where it was replaced by something else of that name.
    if (speaks_of(change, base[i])) targets.push_back(i);
  }
  if (targets.empty()) {
    if (has_name(change) && lost(change.name.text)) return;
    std::vector<std::string> names;
    for (const Decl& decl : base) {
      const bool alike = words_of(change.kind) == words_of(decl.kind) || change.change == Change::replace;
      if (has_name(change) && has_name(decl) && alike) names.push_back(decl.name.text);
      if (change.kind == DeclKind::invariant && decl.kind == DeclKind::invariant && decl.text)
        names.push_back(plain_text(*decl.text));
    }
    Span at = change.head;
    if (has_name(change)) at = change.name.span;
    if (change.kind == DeclKind::invariant && change.text) at = change.text->span;
    const std::string wanted = has_name(change) ? change.name.text
                               : change.text    ? plain_text(*change.text)
                                                : std::string();
    const std::string near = did_you_mean(wanted, names);
    Diagnostic& error = report.error(Code::G0509, at, "the game has no " + called(change) + " to " + verb, near);
    if (change.change == Change::replace)
      error.help = "without `replace` it is added to the game";
    else if (!names.empty() && names.size() <= 8)
      error.help = "there " + std::string(names.size() == 1 ? "is " : "are ") + listed(names, "and");
    return;
  }
  for (const std::size_t i : targets) {
    if (changed[i].end == 0) continue;
    Diagnostic& error = report.error(Code::G0512, change.head, called(change) + " is changed twice");
    error.others.push_back({changed[i], "here already"});
    if (is_listed(change.kind)) error.help = "`replace` takes the place of all of them: write the others without it";
    return;
  }
  Decl& first = base[targets.front()];
  // One who removes or sets says what it is, and should not be wrong about it.
  if (change.change != Change::replace && has_name(change) && words_of(change.kind) != words_of(first.kind)) {
    Diagnostic& error = report.error(Code::G0509, change.head, "the game has no " + called(change) + " to " + verb);
    error.others.push_back(
        {first.head, quote(first.name.text) + " is " + with_article(words_of(first.kind)) + " there"});
    return;
  }
  for (const std::size_t i : targets) {
    changed[i] = change.head;
    note_gone(base[i], change.change == Change::remove ? nullptr : &change, change.head);
    base[i].change = i == targets.front() ? change.change : Change::remove;
  }
  if (change.change == Change::remove) return;
  if (change.change == Change::replace) {
    first = change;
    return;
  }
  first.exprs = change.exprs;
  if (!change.doc.empty()) first.doc = change.doc;
}

/// What a variant adds must not be there already.
bool Checker::is_new(const std::vector<Decl>& base, const std::vector<Span>& changed, const Decl& added) {
  if (is_listed(added.kind) || words_of(added.kind).empty()) return true;
  for (std::size_t i = 0; i < base.size(); ++i) {
    if (!speaks_of(added, base[i]) || base[i].change == Change::remove) continue;
    if (changed[i].end != 0 && base[i].change == Change::replace) {
      report.error(Code::G0512, added.head, called(added) + " is written twice")
          .others.push_back({changed[i], "here already"});
      return false;
    }
    const Decl& decl = base[i];
    const std::string there =
        has_name(decl) ? with_article(words_of(decl.kind)) + " " + quote(decl.name.text) : "a " + called(decl);
    const Span at = has_name(added) ? added.name.span : added.head;
    Diagnostic& error = report.error(Code::G0510, at, "the game has " + there + " already");
    error.others.push_back({has_name(decl) ? decl.name.span : decl.head, "it is here"});
    error.help = "write `replace` before it to have this instead";
    return false;
  }
  return true;
}

/// Remembers which names a change takes away, and which it gives another meaning.
void Checker::note_gone(const Decl& old, const Decl* now, const Span& at) {
  const std::vector<std::string> kept = now != nullptr ? names_brought(*now) : std::vector<std::string>();
  for (const std::string& name : names_brought(old)) {
    if (now != nullptr && now->change == Change::set) continue;
    if (std::find(kept.begin(), kept.end(), name) != kept.end())
      replaced_[name] = {at, quote(name) + " is replaced here"};
    else
      gone_[name] = {at, quote(name) + (now == nullptr ? " is removed here" : " is gone with this")};
  }
}

/// What is wrong only because of a change is told with the place of that change: of what is missing, in any file; of
/// what means something else now, where the text is the game's own and so was right before.
void Checker::tell_changes() {
  if (variants_.empty()) return;
  for (Diagnostic& error : report.list) {
    const Span at = error.primary.span;
    bool told = std::any_of(error.others.begin(), error.others.end(),
                            [&](const Label& label) { return label.span.file == main_file_; });
    const auto tell = [&](const std::map<std::string, Label>& changes, const std::string& name) {
      const auto found = changes.find(name);
      if (found == changes.end() || told || inside(at, found->second.span)) return;
      error.others.push_back(found->second);
      told = true;
    };
    const std::vector<std::string> words = quoted_in(error.message);
    for (const std::string& word : words) {
      tell(gone_, word);
      const Global* global = error.code == Code::G0509 ? find(word) : nullptr;
      if (global == nullptr || own_files_.count(global->file) != 0) continue;
      error.others.push_back({global->decl->name.span, "it is in this library"});
      error.help = "libraries are used as they are: choose another name, or do without what uses it";
    }
    if (at.file == main_file_ || !in_own_file(at)) continue;
    for (const std::string& word : words) tell(replaced_, word);
    for (const Decl& decl : files_.front().file.decls) {
      if (!inside(at, decl.span)) continue;
      for (const std::string& name : mentions(decl)) tell(gone_, name);
      for (const std::string& name : mentions(decl)) tell(replaced_, name);
    }
  }
}

}  // namespace glint::lang::checking
