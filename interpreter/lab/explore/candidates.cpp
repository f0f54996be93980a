#include "interpreter/lab/explore/candidates.hpp"

#include <algorithm>
#include <set>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

bool means(const std::string& name, const lang::Mutation& mutation) {
  if (name == lang::name_of(mutation.kind) || name == mutation.target) return true;
  const std::size_t blank = mutation.target.find(' ');
  return blank != std::string::npos && name == mutation.target.substr(blank + 1);
}

}  // namespace

VariedParent::VariedParent(Game game, std::string of, const Settings& settings)
    : game_(std::move(game)), of_(std::move(of)) {
  const Program& program = game_.program();
  checked_.rules = program.rules;
  checked_.script = *program.script;
  mutations_ = lang::mutations_of(*program.sources, checked_);
  for (const tree::Decl& decl : checked_.script.decls)
    if (decl.kind == lang::DeclKind::test) tests_ += "\n" + std::string(program.sources->text(decl.span)) + "\n";
  for (const auto& [name, value] : settings)
    for (std::size_t i = 0; i < checked_.script.decls.size(); ++i) {
      const tree::Decl& decl = checked_.script.decls[i];
      if (decl.kind != lang::DeclKind::option || decl.name.text != name) continue;
      lang::Mutation set;
      set.kind = lang::MutationKind::options;
      set.target = "option " + name;
      set.sentence = "The option `" + name + "` is " + value + ".";
      set.edits.push_back({i, expr_of(decl)->span, value});
      settings_.push_back(std::move(set));
    }
}

std::string VariedParent::script(const std::vector<std::size_t>& mutations, const std::string& title) const {
  std::vector<const lang::Mutation*> made;
  for (const lang::Mutation& set : settings_) made.push_back(&set);
  for (const std::size_t i : mutations) made.push_back(&mutations_[i]);
  return lang::variant_script(*game_.program().sources, checked_, {of_, title}, made);
}

std::string VariedParent::what_changes(const std::vector<std::size_t>& mutations) const {
  return lang::joined(mutations, " ", [&](std::size_t i) { return mutations_[i].sentence; });
}

std::optional<Error> VariedParent::check(const MayChange& may) const {
  for (const auto* names : {&may.vary, &may.fix})
    for (const std::string& name : *names) {
      std::vector<std::string> known;
      for (const lang::MutationKind kind : lang::mutation_kinds()) known.emplace_back(lang::name_of(kind));
      for (const lang::Mutation& one : mutations_)
        for (const std::string& target : {one.target, one.target.substr(one.target.find(' ') + 1)})  // npos + 1 is 0
          if (std::find(known.begin(), known.end(), target) == known.end()) known.push_back(target);
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      return plain_error(std::string(names == &may.vary ? "--vary" : "--fix") + ": there is nothing called `" + name +
                             "` that could change",
                         lang::did_you_mean(name, known, "there are: " + lang::joined(known)));
    }
  return std::nullopt;
}

std::vector<std::size_t> VariedParent::allowed(const MayChange& may) const {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < mutations_.size(); ++i) {
    const auto is_named = [&](const std::vector<std::string>& names) {
      return std::any_of(names.begin(), names.end(),
                         [&](const std::string& name) { return means(name, mutations_[i]); });
    };
    const bool fits = std::all_of(settings_.begin(), settings_.end(),
                                  [&](const lang::Mutation& set) { return lang::can_combine(set, mutations_[i]); });
    if (fits && (may.vary.empty() || is_named(may.vary)) && !is_named(may.fix)) all.push_back(i);
  }
  return all;
}

/// True if all of these can be made together.
static bool fit(const VariedParent& parent, const Made& made) {
  for (std::size_t i = 0; i < made.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!lang::can_combine(parent.mutations()[made[i]], parent.mutations()[made[j]])) return false;
  return true;
}

std::vector<Made> made_variants(const VariedParent& parent, const MayChange& may, std::uint64_t seed,
                                std::size_t count) {
  std::vector<std::size_t> singles = parent.allowed(may);
  Random random(seed);
  for (std::size_t i = singles.size(); i > 1; --i) std::swap(singles[i - 1], singles[random.below(i)]);
  std::vector<Made> made;
  for (const std::size_t one : singles)
    if (made.size() < count) made.push_back({one});
  std::set<Made> tried;
  constexpr std::size_t kTries = 20;  // for each one that is wanted
  for (std::size_t together = 2; together <= kMostTogether && together <= singles.size(); ++together)
    for (std::size_t tries = kTries * count; made.size() < count && tries > 0; --tries) {
      std::set<std::size_t> drawn;
      for (std::size_t i = 0; i < together; ++i) drawn.insert(singles[random.below(singles.size())]);
      Made one(drawn.begin(), drawn.end());
      if (one.size() == together && tried.insert(one).second && fit(parent, one)) made.push_back(std::move(one));
    }
  return made;
}

}  // namespace glint
