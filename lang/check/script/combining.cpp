// Combining variants of one game.
#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "lang/check/script/script.hpp"
#include "lang/check/script/variants.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang::checking {
namespace {

using tree::Change;
using tree::Decl;

/// The changes of `one` that `other` does not know.
std::vector<ChangeMade> unknown_to(const VariedDecl& other, const VariedDecl& one) {
  std::vector<ChangeMade> unknown;
  std::copy_if(one.changes.begin(), one.changes.end(), std::back_inserter(unknown), [&](const ChangeMade& each) {
    return std::find(other.changes.begin(), other.changes.end(), each) == other.changes.end();
  });
  return unknown;
}

bool only_extend(const std::vector<ChangeMade>& changes) {
  return std::all_of(changes.begin(), changes.end(),
                     [](const ChangeMade& each) { return each.change == Change::extend; });
}

/// The change that an error shows of several: one that changes more than an extension does.
ChangeMade shown_of(const std::vector<ChangeMade>& changes) {
  const auto found = std::find_if(changes.begin(), changes.end(),
                                  [](const ChangeMade& each) { return each.change != Change::extend; });
  return found == changes.end() ? changes.front() : *found;
}

/// True if both changed it in the same way: both removed it, or set an option to the same value.
bool agree(const VariedDecl& one, const VariedDecl& other, const Sources& sources) {
  if (one.is_gone || other.is_gone) return one.is_gone == other.is_gone;
  const auto is_set = [](const VariedDecl& each) { return each.changes.back().change == Change::set; };
  return is_set(one) && is_set(other) &&
         sources.text(expr_of(one.decl)->span) == sources.text(expr_of(other.decl)->span);
}

/// The extensions of `one` that `other` does not have.
std::vector<Decl> extensions_unknown_to(const VariedDecl& other, const VariedDecl& one) {
  std::vector<Decl> unknown;
  std::copy_if(one.extensions.begin(), one.extensions.end(), std::back_inserter(unknown), [&](const Decl& extension) {
    return std::none_of(other.extensions.begin(), other.extensions.end(),
                        [&](const Decl& each) { return each.head == extension.head; });
  });
  return unknown;
}

/// Makes the changes of `theirs` to `mine`, the same declaration; or returns two that cannot both be made.
std::optional<std::pair<ChangeMade, ChangeMade>> merge(VariedDecl& mine, const VariedDecl& theirs,
                                                       const Sources& sources) {
  const std::vector<ChangeMade> news = unknown_to(mine, theirs), own = unknown_to(theirs, mine);
  if (news.empty()) return std::nullopt;
  if (own.empty()) {
    mine = theirs;
    return std::nullopt;
  }
  mine.changes.insert(mine.changes.end(), news.begin(), news.end());
  if (!only_extend(news) || !only_extend(own)) {
    if (agree(mine, theirs, sources)) return std::nullopt;
    mine.is_gone = false;  // so that the variant that combines them can name the result
    return std::pair(shown_of(own), shown_of(news));
  }
  std::optional<std::pair<ChangeMade, ChangeMade>> clash;
  const std::vector<Decl> before = extensions_unknown_to(theirs, mine), added = extensions_unknown_to(mine, theirs);
  for (const Decl& one : before) {
    for (const Decl& other : added) {
      const auto found = clash_of(one, other);
      if (found && !clash)
        clash.emplace(ChangeMade{Change::extend, found->first}, ChangeMade{Change::extend, found->second});
    }
  }
  mine.extensions.insert(mine.extensions.end(), added.begin(), added.end());
  return clash;
}

/// The key of a declaration of which a game may have only one; empty if it may have several.
std::string key_of(const Decl& decl) {
  if (tree::has_name(decl)) return decl.name.text;
  const std::string word = tree::words_of(decl.kind);
  return tree::is_listed(decl.kind) || word.empty() ? std::string() : " " + word;
}

/// "replaced"
std::string past_of(const std::string& verb) {
  return verb == "set" ? verb : verb + (verb.ends_with('e') ? "d" : "ed");
}

}  // namespace

void combine(VariedGame& game, const VariedGame& other, const Span& at, const Sources& sources,
             std::vector<Conflict>& conflicts) {
  const auto place_of = [](const VariedDecl& decl) { return std::pair(decl.origin.file, decl.origin.begin); };
  const std::size_t before = game.decls.size();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known;
  for (std::size_t i = 0; i < before; ++i) known.emplace(place_of(game.decls[i]), i);
  for (const VariedDecl& theirs : other.decls) {
    const auto found = known.find(place_of(theirs));
    if (found == known.end()) {
      game.decls.push_back(theirs);
      continue;
    }
    VariedDecl& mine = game.decls[found->second];
    if (const auto clash = merge(mine, theirs, sources))
      conflicts.push_back({found->second, found->second, clash->first, clash->second, at});
  }
  game.lost.insert(game.lost.end(), other.lost.begin(), other.lost.end());

  std::multimap<std::string, std::size_t> named;  // earlier ones, by what a game has only once
  for (std::size_t i = 0; i < before; ++i) {
    const std::string key = key_of(game.decls[i].decl);
    if (!key.empty() && !game.decls[i].is_gone) named.emplace(key, i);
  }
  for (std::size_t j = before; j < game.decls.size(); ++j) {
    if (game.decls[j].is_gone) continue;
    const auto [begin, end] = named.equal_range(key_of(game.decls[j].decl));
    for (auto each = begin; each != end; ++each)
      conflicts.push_back({each->second,
                           j,
                           {Change::add, game.decls[each->second].decl.head},
                           {Change::add, game.decls[j].decl.head},
                           at});
  }
}

void report_conflicts(const VariedGame& game, const std::vector<Conflict>& conflicts, const Sources& sources,
                      Report& report) {
  for (const Conflict& each : conflicts) {
    const Decl& decl = game.decls[each.one].decl;
    const std::string one = verb_of(each.first.change), other = verb_of(each.second.change);
    const auto variant = [&](const ChangeMade& change) { return marked(stem_of(sources.file(change.at.file).name)); };
    const std::string what = called(decl);
    const std::string message =
        each.first.change == each.second.change
            ? variant(each.first) + " and " + variant(each.second) + " both " + one + " " + what
            : variant(each.first) + " " + one + "s " + what + ", and " + variant(each.second) + " " + other + "s it";
    const std::string named = named_by(decl);
    const bool is_set = each.first.change == Change::set && each.second.change == Change::set;
    const auto* invariant = decl.get_if<tree::InvariantDecl>();
    const bool is_called_by_text = invariant != nullptr && invariant->text;
    const std::string written =
        marked(is_called_by_text ? "replace invariant CONDITION \"" + tree::plain_text(*invariant->text) + "\""
                                : "replace " + named);
    const std::string& text = sources.file(each.at.file).text;
    const auto end = static_cast<std::uint32_t>(text.size());
    const Mend removal{"add the line " + marked("remove " + named),
                       {each.at.file, end, end},
                       (text.ends_with('\n') ? "remove " : "\nremove ") + named + "\n"};
    report.error(Code::G0514, each.at, message,
                 {.help = "choose in this variant: " +
                          (is_set ? marked(named + " = VALUE")
                                  : written + " with the new rule, or " + marked("remove " + named)),
                  .others = {{each.first.at, past_of(one) + " here"},
                             {each.second.at, past_of(other) + " here"}},
                  .mends = is_set ? std::vector<Mend>() : std::vector{removal}});
  }
}

}  // namespace glint::lang::checking
