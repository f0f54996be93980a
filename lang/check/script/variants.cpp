#include "lang/check/script/variants.hpp"

#include <algorithm>

#include "lang/check/script/mentions.hpp"
#include "lang/syntax/words.hpp"

namespace glint::lang::checking {
namespace {

using tree::Change;
using tree::Decl;
using tree::DeclKind;
using tree::has_name;

/// Whether there may be several without a name.
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

/// A declaration as errors name it: "move `place`", "`play`", "invariant "no piece is lost"".
std::string called(const Decl& decl) {
  const std::string word = words_of(decl.kind);
  if (has_name(decl)) return word + " " + quote(decl.name.text);
  if (decl.kind == DeclKind::invariant && decl.text) return word + " \"" + plain_text(*decl.text) + "\"";
  return quote(word);
}

/// Whether the change `named` of a variant (replace, remove or set) means the declaration `declared`. A keyword without
/// a name means all its declarations; an invariant may be named by its text.
bool speaks_of(const Decl& named, const Decl& declared) {
  if (has_name(named) != has_name(declared)) return false;
  if (has_name(named)) return named.name.text == declared.name.text;
  if (words_of(named.kind).empty() || words_of(named.kind) != words_of(declared.kind)) return false;
  if (named.kind != DeclKind::invariant || !named.text) return true;
  return declared.text && plain_text(*named.text) == plain_text(*declared.text);
}

/// All names that a declaration declares: its own, and those of values, fields, ends, players.
std::vector<std::string> names_brought(const Decl& decl) {
  std::vector<std::string> names;
  if (has_name(decl))
    names.push_back(decl.name.text);
  else
    names.push_back(words_of(decl.kind));
  for (const tree::Name& name : decl.names) names.push_back(name.text);
  for (const tree::TypeExpr& type : decl.type) {
    for (const tree::EnumValue& value : type.values)
      if (value.name.text != "on" && value.name.text != "off")
        names.push_back(value.name.text);  // on and off belong to no declaration
  }
  for (const tree::FieldDecl& field : decl.fields) names.push_back(field.name.text);
  for (const tree::DirectionDecl& direction : decl.directions) names.push_back(direction.name.text);
  for (const tree::EnumValue& axis : decl.axes) names.push_back(axis.name.text);
  return names;
}

/// A game while a variant changes it.
class Changes {
 public:
  Changes(std::vector<Decl>& base, Script& script, Report& report, const Silence& silence)
      : base_(base), changed_(base.size()), script_(script), report_(report), silence_(silence) {}

  /// Removed declarations are only marked, so that all changes see the same game.
  void apply(const Decl& change) {
    const std::string verb = change.change == Change::remove    ? "remove"
                             : change.change == Change::replace ? "replace"
                                                                : "set";
    std::vector<std::size_t> targets;
    for (std::size_t i = 0; i < changed_.size(); ++i) {
      // Names are those of the original game, even if another declaration has taken the place of one.
      if (speaks_of(change, base_[i])) targets.push_back(i);
    }
    if (targets.empty()) return report_nothing_to(verb, change);
    for (const std::size_t i : targets) {
      if (changed_[i].end == 0) continue;
      Diagnostic& error = report_.error(Code::G0512, change.head, called(change) + " is changed twice",
                                        {.others = {{changed_[i], "here already"}}});
      if (is_listed(change.kind)) error.help = "`replace` takes the place of all of them: write the others without it";
      return;
    }
    Decl& first = base_[targets.front()];
    // `remove` and `set` say what kind of declaration it is, and it must be one.
    if (change.change != Change::replace && has_name(change) && words_of(change.kind) != words_of(first.kind))
      return report_.say(
          Code::G0509, change.head, "the game has no " + called(change) + " to " + verb,
          {.others = {{first.head, quote(first.name.text) + " is " + with_article(words_of(first.kind)) + " there"}}});
    for (const std::size_t i : targets) {
      changed_[i] = change.head;
      note_gone(base_[i], change.change == Change::remove ? nullptr : &change, change.head);
      base_[i].change = i == targets.front() ? change.change : Change::remove;
    }
    if (change.change == Change::remove) return;
    if (change.change == Change::replace) {
      first = change;
      return;
    }
    first.exprs = change.exprs;
    if (!change.doc.empty()) first.doc = change.doc;
  }

  /// Reports an addition of something that the game already has.
  bool is_new(const Decl& added) const {
    if (is_listed(added.kind) || words_of(added.kind).empty()) return true;
    for (std::size_t i = 0; i < base_.size(); ++i) {
      if (!speaks_of(added, base_[i]) || base_[i].change == Change::remove) continue;
      if (changed_[i].end != 0 && base_[i].change == Change::replace)
        return report_.deny(Code::G0512, added.head, called(added) + " is written twice",
                            {.others = {{changed_[i], "here already"}}});
      const Decl& decl = base_[i];
      const std::string there =
          has_name(decl) ? with_article(words_of(decl.kind)) + " " + quote(decl.name.text) : "a " + called(decl);
      const Span at = has_name(added) ? added.name.span : added.head;
      return report_.deny(Code::G0510, at, "the game has " + there + " already",
                          {.help = "write `replace` before it to have this instead",
                           .others = {{has_name(decl) ? decl.name.span : decl.head, "it is here"}}});
    }
    return true;
  }

 private:
  /// Reports a change of something that the game does not have.
  void report_nothing_to(const std::string& verb, const Decl& change) {
    if (has_name(change) && silence_.lost(change.name.text)) return;
    std::vector<std::string> names;
    for (const Decl& decl : base_) {
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
    Diagnostic& error =
        report_.error(Code::G0509, at, "the game has no " + called(change) + " to " + verb, {.label = near});
    if (change.change == Change::replace)
      error.help = "without `replace` it is added to the game";
    else if (!names.empty() && names.size() <= 8)
      error.help = there_are(names);
  }

  /// Notes which names a change removes, and which get another meaning.
  void note_gone(const Decl& old, const Decl* now, const Span& at) {
    const std::vector<std::string> kept = now != nullptr ? names_brought(*now) : std::vector<std::string>();
    for (const std::string& name : names_brought(old)) {
      if (now != nullptr && now->change == Change::set) continue;
      if (std::find(kept.begin(), kept.end(), name) != kept.end())
        script_.replaced[name] = {at, quote(name) + " is replaced here"};
      else
        script_.gone[name] = {at, quote(name) + (now == nullptr ? " is removed here" : " is gone with this")};
    }
  }

  std::vector<Decl>& base_;
  std::vector<Span> changed_;  // by declaration: where it was changed; a span that ends at 0: nowhere
  Script& script_;
  Report& report_;
  const Silence& silence_;
};

}  // namespace

bool is_header(DeclKind kind) {
  return kind == DeclKind::game || kind == DeclKind::variant || kind == DeclKind::library;
}

bool is_variant(const tree::File& file) { return !file.decls.empty() && file.decls.front().kind == DeclKind::variant; }

tree::File apply_changes(tree::File game, const tree::File& variant, Script& script, Report& report,
                         const Silence& silence) {
  std::vector<Decl>& decls = game.decls;
  const auto remove_if = [&](auto unwanted) {
    decls.erase(std::remove_if(decls.begin(), decls.end(), unwanted), decls.end());
  };
  remove_if([](const Decl& decl) { return is_header(decl.kind) || decl.kind == DeclKind::test; });
  Changes changes(decls, script, report, silence);
  std::vector<Decl> added{variant.decls.front()};
  for (const Decl& decl : variant.decls) {
    if (decl.change != Change::add) changes.apply(decl);
  }
  for (const Decl& decl : variant.decls) {
    if (decl.change == Change::add && !is_header(decl.kind) && changes.is_new(decl)) added.push_back(decl);
  }
  remove_if([](const Decl& decl) { return decl.change == Change::remove; });
  for (Decl& decl : decls) decl.change = Change::add;
  decls.insert(decls.begin(), added.front());
  decls.insert(decls.end(), added.begin() + 1, added.end());
  game.file = variant.file;
  game.doc = variant.doc;
  game.lost.insert(game.lost.end(), variant.lost.begin(), variant.lost.end());
  return game;
}

void show_changes(Report& report, const Script& script, Namespace& names) {
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
    const std::vector<std::string> words = quoted_in(error.message);
    for (const std::string& word : words) {
      tell(script.gone, word);
      const Global* global = error.code == Code::G0509 ? names.find(word) : nullptr;
      if (global == nullptr || script.own_files.count(global->file) != 0) continue;
      error.others.push_back({global->decl->name.span, "it is in this library"});
      error.help = "libraries are used as they are: choose another name, or do without what uses it";
    }
    if (at.file == script.file || !script.is_own(at)) return;
    for (const std::string& word : words) tell(script.replaced, word);
    for (const Decl& decl : script.files.front().decls) {
      if (!inside(at, decl.span)) continue;
      for (const std::string& name : mentions(decl)) tell(script.gone, name);
      for (const std::string& name : mentions(decl)) tell(script.replaced, name);
    }
  });
}

}  // namespace glint::lang::checking
