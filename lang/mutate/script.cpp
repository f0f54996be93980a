// The script of a variant: the changes of its mutations, restated as a whole.
#include <algorithm>
#include <map>
#include <set>

#include "lang/check/script/variants.hpp"
#include "lang/format/format.hpp"
#include "lang/mutate/mutate.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang {
namespace {

using tree::Decl;
using tree::DeclKind;

/// The text of a declaration with its edits, and without `replace`.
std::string edited(const Sources& sources, const Decl& decl, std::vector<const Edit*> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit* a, const Edit* b) { return a->span.begin > b->span.begin; });
  std::string text(sources.text(decl.span));
  for (const Edit* edit : edits)
    text.replace(edit->span.begin - decl.span.begin, edit->span.end - edit->span.begin, edit->text);
  constexpr std::string_view kReplace = "replace";
  if (text.compare(0, kReplace.size(), kReplace) == 0) text = std::string(trimmed(text.substr(kReplace.size())));
  return without_comments(text);
}

/// `///` lines of at most this width.
std::string doc_lines(const std::string& text) {
  constexpr std::size_t kWidth = 116;
  std::vector<std::string> words;
  for (const std::string_view word : split(text, " ")) words.emplace_back(word);
  std::string doc;
  for (const std::string& line : wrapped(words, " ", kWidth, [](const std::string& each) { return each.size(); }))
    doc += "/// " + line + "\n";
  return doc;
}

}  // namespace

std::string variant_script(const Sources& sources, const Checked& game, const VariantHead& head,
                           const std::vector<const Mutation*>& mutations) {
  const std::vector<Decl>& decls = game.script.decls;
  std::map<std::size_t, std::vector<const Edit*>> edits;
  std::set<std::size_t> removed;
  std::string doc, added;
  for (const Mutation* one : mutations) {
    doc += (doc.empty() ? "" : " ") + one->sentence;
    for (const Edit& edit : one->edits) edits[edit.decl].push_back(&edit);
    removed.insert(one->removed.begin(), one->removed.end());
    for (const std::string& each : one->added) added += "\n" + each + "\n";
  }
  for (const std::size_t gone : removed) edits.erase(gone);

  std::string text = doc_lines(doc) + "variant " + quoted(head.title) + " of " +
                     (is_name_like(head.of) ? head.of : quoted(head.of)) + "\n";

  // A declaration without a name is changed together with all others of its kind.
  std::set<std::string> done;
  for (std::size_t i = 0; i < decls.size(); ++i) {
    const Decl& decl = decls[i];
    const auto mine = edits.find(i);
    if (mine == edits.end() && removed.count(i) == 0) continue;
    const bool is_listed = tree::is_listed(decl.kind) && decl.kind != DeclKind::after;
    const std::string word = words_of(decl.kind);
    if (!is_listed) {
      if (removed.count(i) != 0)
        text += "\nremove " + checking::named_by(decl) + "\n";
      else if (decl.kind == DeclKind::option)
        text += "\noption " + decl.name.text + " = " + mine->second.front()->text + "\n";
      else
        text += "\nreplace " + edited(sources, decl, mine->second) + "\n";
      continue;
    }
    if (!done.insert(word).second) continue;
    std::vector<std::string> kept;
    for (std::size_t j = 0; j < decls.size(); ++j) {
      if (words_of(decls[j].kind) != word || removed.count(j) != 0) continue;
      const auto theirs = edits.find(j);
      kept.push_back(edited(sources, decls[j], theirs == edits.end() ? std::vector<const Edit*>() : theirs->second));
    }
    if (kept.size() == 1) {
      text += "\nreplace " + kept.front() + "\n";
      continue;
    }
    text += "\nremove " + word + "\n";
    for (const std::string& each : kept) text += each + "\n";
  }
  text += added;

  Sources made;
  return format(made, made.add({"variant.glint", text})).text;
}

}  // namespace glint::lang
