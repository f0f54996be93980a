#include "lang/check/script/variants.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "lang/source/text.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang::checking {
namespace {

using tree::Change;
using tree::Decl;
using tree::DeclKind;
using tree::has_name;

constexpr std::size_t kMostExtensions = 256;  // of one declaration

/// True if both are the same names, in whatever order.
bool same_names(const std::vector<tree::Name>& a, const std::vector<tree::Name>& b) {
  return std::is_permutation(a.begin(), a.end(), b.begin(), b.end(),
                             [](const tree::Name& x, const tree::Name& y) { return x.text == y.text; });
}

/// True if the change `named` of a variant (replace, remove or set) means the declaration `declared`. A keyword without
/// a name means all its declarations; an invariant may be named by its text, an `after` is named by its moves.
bool speaks_of(const Decl& named, const Decl& declared) {
  if (has_name(named) != has_name(declared)) return false;
  if (has_name(named)) return named.name.text == declared.name.text;
  if (words_of(named.kind).empty() || words_of(named.kind) != words_of(declared.kind)) return false;
  if (named.kind == DeclKind::after) return same_names(names_of(named), names_of(declared));
  const tree::Text *text = text_of(named), *other = text_of(declared);
  if (named.kind != DeclKind::invariant || text == nullptr) return true;
  return other != nullptr && plain_text(*text) == plain_text(*other);
}

/// Two declarations that depend on each other have the same one; a few others do, too. Only a change that names all
/// invariants by their word has another one than those with a text.
std::string spoken_of_as(const Decl& decl) {
  if (has_name(decl)) return decl.name.text;
  if (decl.kind != DeclKind::after) return named_by(decl);
  std::vector<std::string> names;  // in any order
  for (const tree::Name& name : names_of(decl)) names.push_back(name.text);
  std::sort(names.begin(), names.end());
  return words_of(decl.kind) + " " + joined(names, " ");
}

/// All names that a declaration declares: its own, and those of values, fields, ends, players; not those that it uses.
std::vector<std::string> names_brought(const Decl& decl) {
  std::vector<std::string> names;
  if (has_name(decl))
    names.push_back(decl.name.text);
  else
    names.push_back(words_of(decl.kind));
  if (decl.kind == DeclKind::players || decl.kind == DeclKind::beam)
    for (const tree::Name& name : names_of(decl)) names.push_back(name.text);
  if (const tree::TypeExpr* type = type_of(decl)) {
    for (const tree::EnumValue& value : type->values)
      if (value.name.text != "on" && value.name.text != "off")
        names.push_back(value.name.text);  // on and off belong to no declaration
  }
  for (const tree::FieldDecl& field : fields_of(decl)) names.push_back(field.name.text);
  if (const auto* lattice = decl.get_if<tree::LatticeDecl>()) {
    for (const tree::DirectionDecl& direction : lattice->directions) names.push_back(direction.name.text);
    for (const tree::EnumValue& axis : lattice->axes) names.push_back(axis.name.text);
  }
  return names;
}

/// A game while a variant changes it. All changes are of the game as it was before the first of them.
class Changes {
 public:
  Changes(VariedGame& game, std::vector<Conflict>& conflicts, Script& script, Report& report, const Silence& silence,
          StopCheck& stop)
      : base_(game.decls), conflicts_(conflicts), script_(script), report_(report), silence_(silence), stop_(stop) {
    for (std::size_t i = 0; i < base_.size(); ++i) {
      const Decl& decl = base_[i].decl;
      marks_.push_back({base_[i].is_gone, {}, {}});
      places_[spoken_of_as(decl)].push_back(i);
      if (decl.kind == DeclKind::invariant && text_of(decl)) places_[words_of(decl.kind)].push_back(i);
    }
  }

  /// Replaces, removes or sets a declaration.
  void apply(const Decl& change) {
    const std::vector<std::size_t> targets = targets_of(change);
    if (targets.empty()) return;
    VariedDecl& first = base_[targets.front()];
    settle(targets);
    for (const std::size_t i : targets) {
      VariedDecl& each = base_[i];
      marks_[i].changed = change.head;
      note_gone(each.decl, change.change == Change::remove ? nullptr : &change, change.head);
      each.is_gone = change.change == Change::remove || i != targets.front();
      each.changes.push_back({change.change, change.head});
    }
    if (change.change == Change::replace) {
      first.decl = change;
      first.decl.change = Change::add;
      first.extensions.clear();
    }
    if (change.change != Change::set) return;
    first.decl.as<tree::OptionDecl>().value = change.as<tree::OptionDecl>().value;
    if (!change.doc.empty()) first.decl.doc = change.doc;
  }

  /// Adds to a declaration. Several extensions of one are made one behind the other.
  void extend(const Decl& extension) {
    const std::vector<std::size_t> targets = targets_of(extension);
    if (targets.empty()) return;
    VariedDecl& first = base_[targets.front()];
    if (first.extensions.size() >= kMostExtensions)
      return report_.say(
          Code::G0412, extension.head,
          "more than " + std::to_string(kMostExtensions) + " extensions of one declaration are too many");
    marks_[targets.front()].extended = extension.head;
    first.changes.push_back({Change::extend, extension.head});
    first.extensions.push_back(extension);
    const std::string name = has_name(extension) ? extension.name.text : words_of(extension.kind);
    script_.replaced[name] = {extension.head, marked(name) + " is extended here"};
  }

  /// Reports an addition of something that the game already has.
  bool is_new(const Decl& added) const {
    if (tree::is_listed(added.kind) || words_of(added.kind).empty()) return true;
    for (const std::size_t i : places_of(added)) {
      const Decl& decl = base_[i].decl;
      if (!speaks_of(added, decl) || base_[i].is_gone) continue;
      if (marks_[i].changed.end != 0)
        return report_.deny(Code::G0512, added.head, called(added) + " is declared twice",
                            {.help = "keep one of the two", .others = {{marks_[i].changed, "here already"}}});
      const std::string there =
          has_name(decl) ? with_article(words_of(decl.kind)) + " " + marked(decl.name.text) : "a " + called(decl);
      const Span at = has_name(added) ? added.name.span : added.head;
      // A value of the same name is a new default.
      const bool is_default = decl.kind == DeclKind::option && added.kind != DeclKind::option && has_name(added);
      const std::uint32_t begin = added.head.begin;
      const Mend mend = is_default
                            ? Mend{"write `option " + decl.name.text + " = ...`", {at.file, begin, at.begin}, "option "}
                            : inserting(at.file, begin, "replace ");
      return report_.deny(Code::G0510, at, "the game has " + there + " already",
                          {.help = decl.kind == DeclKind::option
                                       ? "write `option " + decl.name.text +
                                             " = VALUE` for a new default, or `replace` before it to replace that one"
                                       : "write `replace` before it to replace that one",
                           .others = {{has_name(decl) ? decl.name.span : decl.head, "it is here"}},
                           .mends = {mend}});
    }
    return true;
  }

 private:
  /// The change that this variant makes to a declaration of the game. A span that ends at 0 is nowhere.
  struct Mark {
    bool was_gone;  // before
    Span changed, extended;
  };

  /// Where the declarations of the game are that a change may be about.
  const std::vector<std::size_t>& places_of(const Decl& change) const {
    static const std::vector<std::size_t> kNone;
    const auto found = places_.find(spoken_of_as(change));
    const std::vector<std::size_t>& places = found == places_.end() ? kNone : found->second;
    stop_.after(1 + static_cast<std::int64_t>(places.size() + conflicts_.size()) / 8);
    return places;
  }

  /// The declarations that a change is about; none after a report.
  std::vector<std::size_t> targets_of(const Decl& change) const {
    std::vector<std::size_t> targets;
    for (const std::size_t i : places_of(change)) {
      // Names are those of the original game, even if another declaration has taken the place of one.
      if (!marks_[i].was_gone && speaks_of(change, base_[i].decl)) targets.push_back(i);
    }
    if (targets.empty()) report_nothing_to(verb_of(change.change), change);
    for (const std::size_t i : targets) {
      const bool once = change.change == Change::extend;  // extended twice is no mistake
      const Span& at = marks_[i].changed.end != 0 || once ? marks_[i].changed : marks_[i].extended;
      if (at.end == 0) continue;
      Diagnostic& error = report_.error(Code::G0512, change.head, called(change) + " is changed twice",
                                        {.help = "make the change once", .others = {{at, "here already"}}});
      if (tree::is_listed(change.kind)) error.help = "write `replace` once, and the others without it";
      return {};
    }
    if (targets.empty() || change.change == Change::replace || !has_name(change)) return targets;
    // `remove`, `extend` and `set` say what kind of declaration it is, and it must be one.
    const Decl& first = base_[targets.front()].decl;
    if (words_of(change.kind) == words_of(first.kind)) return targets;
    Diagnostic& error = report_.error(
        Code::G0509, change.head, "the game has no " + called(change) + " to " + verb_of(change.change),
        {.others = {{first.head, marked(first.name.text) + " is " + with_article(words_of(first.kind)) + " there"}}});
    const std::string named = words_of(first.kind) + " " + first.name.text;
    if (change.change == Change::set && first.kind == DeclKind::let) error.help = "write `replace " + named + " = ...`";
    if (change.change == Change::set && first.kind == DeclKind::var)
      error.help = "write `replace " + named + ": TYPE = ...`";
    if (change.change == Change::remove) error.help = "write `remove " + named + "`";
    return {};
  }

  /// The variant's own change of a declaration overrules the changes by others.
  void settle(const std::vector<std::size_t>& targets) {
    const auto settled = [&](const Conflict& conflict) {
      return std::find(targets.begin(), targets.end(), conflict.one) != targets.end();
    };
    conflicts_.erase(std::remove_if(conflicts_.begin(), conflicts_.end(), settled), conflicts_.end());
  }

  /// Reports a change of something that the game does not have.
  void report_nothing_to(const std::string& verb, const Decl& change) const {
    if (has_name(change) && silence_.lost(change.name.text)) return;
    std::vector<std::string> names;
    const bool is_helped = report_.list().size() <= kMostSuggestions;
    if (is_helped) stop_.after(static_cast<std::int64_t>(base_.size()));
    for (const VariedDecl& each : base_) {
      if (each.is_gone || !is_helped) continue;
      const Decl& decl = each.decl;
      const bool alike = words_of(change.kind) == words_of(decl.kind) || change.change == Change::replace;
      if (has_name(change) && has_name(decl) && alike) names.push_back(decl.name.text);
      if (change.kind == DeclKind::invariant && decl.kind == DeclKind::invariant && text_of(decl))
        names.push_back(plain_text(*text_of(decl)));
    }
    const tree::Text* text = text_of(change);
    Span at = change.head;
    if (has_name(change)) at = change.name.span;
    if (change.kind == DeclKind::invariant && text) at = text->span;
    const std::string wanted = has_name(change) ? change.name.text : text ? plain_text(*text) : std::string();
    std::string near = nearest(wanted, names);
    if (!has_name(change) && text && !near.empty()) near = "\"" + near + "\"";
    Diagnostic& error =
        report_.error(Code::G0509, at, "the game has no " + called(change) + " to " + verb, {.meant = near});
    const bool is_whole = change.change == Change::replace || change.kind == DeclKind::setup;
    if (is_whole && change.change != Change::remove)
      error.help = "without " + marked(verb) + " it is added to the game";
    else if (!names.empty() && names.size() <= 8)
      error.help = there_are(names);
  }

  /// Notes which names a change removes, and which get another meaning.
  void note_gone(const Decl& old, const Decl* now, const Span& at) {
    const std::vector<std::string> kept = now != nullptr ? names_brought(*now) : std::vector<std::string>();
    for (const std::string& name : names_brought(old)) {
      if (now != nullptr && now->change == Change::set) continue;
      if (std::find(kept.begin(), kept.end(), name) != kept.end())
        script_.replaced[name] = {at, marked(name) + " is replaced here"};
      else
        script_.gone[name] = {at, marked(name) + (now == nullptr ? " is removed here" : " is removed by this")};
    }
  }

  std::vector<VariedDecl>& base_;
  std::vector<Conflict>& conflicts_;
  std::vector<Mark> marks_;                                 // by declaration
  std::map<std::string, std::vector<std::size_t>> places_;  // by spoken_of_as
  Script& script_;
  Report& report_;
  const Silence& silence_;
  StopCheck& stop_;
};

}  // namespace

bool is_header(DeclKind kind) {
  return kind == DeclKind::game || kind == DeclKind::variant || kind == DeclKind::library;
}

bool is_variant(const tree::File& file) { return !file.decls.empty() && file.decls.front().kind == DeclKind::variant; }

std::string verb_of(Change change) {
  constexpr const char* kVerbs[] = {"add", "replace", "remove", "set", "extend"};  // in the order of Change
  return kVerbs[static_cast<std::size_t>(change)];
}

std::string named_by(const Decl& decl) {
  const std::string word = words_of(decl.kind);
  if (has_name(decl)) return word + " " + decl.name.text;
  if (decl.kind == DeclKind::invariant && text_of(decl)) return word + " \"" + plain_text(*text_of(decl)) + "\"";
  if (decl.kind != DeclKind::after) return word;
  std::string moves;
  for (const tree::Name& name : names_of(decl)) moves += (moves.empty() ? "" : " or ") + name.text;
  return word + " " + (moves.empty() ? "move" : moves);
}

std::string called(const Decl& decl) {
  if (has_name(decl)) return words_of(decl.kind) + " " + marked(decl.name.text);
  return decl.kind == DeclKind::invariant && text_of(decl) ? named_by(decl) : marked(named_by(decl));
}

VariedGame game_to_vary(tree::File game) {
  VariedGame varied;
  varied.game = game.file;
  varied.lost = std::move(game.lost);
  for (Decl& decl : game.decls) {
    if (is_header(decl.kind) || decl.kind == DeclKind::test) continue;
    VariedDecl made;
    made.origin = decl.span;
    made.decl = std::move(decl);
    varied.decls.push_back(std::move(made));
  }
  return varied;
}

void apply_changes(VariedGame& game, const tree::File& variant, std::vector<Conflict>& conflicts, Script& script,
                   Report& report, const Silence& silence, StopCheck& stop) {
  Changes changes(game, conflicts, script, report, silence, stop);
  for (const Decl& decl : variant.decls) {
    if (decl.change == Change::extend)
      changes.extend(decl);
    else if (decl.change != Change::add)
      changes.apply(decl);
  }
  std::vector<VariedDecl> added;
  for (const Decl& decl : variant.decls) {
    if (decl.change != Change::add || is_header(decl.kind) || !changes.is_new(decl)) continue;
    VariedDecl made;
    made.origin = decl.span;
    made.decl = decl;
    added.push_back(std::move(made));
  }
  std::move(added.begin(), added.end(), std::back_inserter(game.decls));
  game.lost.insert(game.lost.end(), variant.lost.begin(), variant.lost.end());
}

tree::File as_file(VariedGame game, const tree::File& variant, Report& report, Silence& silence) {
  tree::File file;
  file.file = variant.file;
  file.doc = variant.doc;
  file.lost = std::move(game.lost);
  file.decls.push_back(variant.decls.front());
  // The first of `show cells` and `show edges` counts, so a variant's additions come before what they differ from, as
  // cases do.
  std::vector<VariedDecl*> grounds;
  for (VariedDecl& each : game.decls) {
    if (each.is_gone) continue;
    for (const Decl& extension : each.extensions) extend(each.decl, extension, report, silence);
    if (each.decl.kind != DeclKind::ground && each.decl.kind != DeclKind::show_edges) {
      file.decls.push_back(std::move(each.decl));
      continue;
    }
    const auto same_file = [&](const VariedDecl* other) { return other->origin.file == each.origin.file; };
    const auto last = std::find_if(grounds.rbegin(), grounds.rend(), same_file);
    grounds.insert(last == grounds.rend() ? grounds.begin() : last.base(), &each);
  }
  for (VariedDecl* ground : grounds) file.decls.push_back(std::move(ground->decl));
  return file;
}

void show_changes(Report& report, const Script& script, Namespace& names, const Sources& sources) {
  if (script.variant_of.empty()) return;
  report.amend(0, [&](Diagnostic& error) {
    const Span at = error.primary.span;
    bool told = std::any_of(error.others.begin(), error.others.end(),
                            [&](const Label& label) { return label.span.file == script.file; });
    const auto tell = [&](const std::map<std::string, Label>& changes, const std::string& name) {
      const auto found = changes.find(name);
      if (found == changes.end() || told || inside(at, found->second.span)) return;
      error.others.push_back(found->second);
      told = true;
    };
    const std::string word(at.file < sources.size() ? sources.text(at) : "");
    // It is not unknown, but gone.
    if (names.is_unknown(at) && script.gone.count(word) != 0 && at.file != script.file && script.is_own(at)) {
      error.message = marked(word) + " is used here, but a variant removes it";
      error.meant.clear();
      error.help = "change what uses it, too";
      for (const Decl& decl : script.files.front().decls)
        if (inside(at, decl.span)) error.help = "change or remove what uses it, too: " + called(decl);
    }
    tell(script.gone, word);
    if (const Global* global = error.code == Code::G0509 ? names.find(word) : nullptr;
        global != nullptr && script.own_files.count(global->file) == 0) {
      error.others.push_back({global->decl->name.span, "it is in this library"});
      error.help = "libraries cannot be changed: choose another name, or remove what uses it";
    }
    if (at.file == script.file || !script.is_own(at)) return;
    tell(script.replaced, word);
    for (const Decl& decl : script.files.front().decls) {
      if (!inside(at, decl.span)) continue;
      for (const std::string& name : mentions(decl)) tell(script.gone, name);
      for (const std::string& name : mentions(decl)) tell(script.replaced, name);
    }
  });
}

}  // namespace glint::lang::checking
