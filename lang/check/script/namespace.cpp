#include "lang/check/script/namespace.hpp"

#include "lang/check/declarations/types.hpp"
#include "lang/index/words.hpp"

namespace glint::lang::checking {
bool Namespace::is_builtin(std::string_view name) {
  const Word* word = word_named(name);
  return word && (word->place == WordPlace::value || word->place == WordPlace::type);
}

void Namespace::declare(Sort sort, const tree::Decl& decl, std::uint32_t file) {
  const tree::Name& name = decl.name;
  // A type has its values nevertheless: nothing else is unknown because of its name.
  if (!is_free_word(name) && (sort != Sort::type || word_named(name.text)->place == WordPlace::type)) {
    silence_.lose(name.text);
    misdeclared_.insert(name.text);
    return;
  }
  const auto found = globals_.find(name.text);
  if (found != globals_.end())
    return report_.say(Code::G0203, name.span, marked(name.text) + " is declared already",
                       {.help = "choose another name", .others = {{found->second.decl->name.span, "declared here"}}});
  Global global;
  global.sort = sort;
  global.decl = &decl;
  global.file = file;
  globals_.emplace(name.text, std::move(global));
  if (script_.own_files.count(file) != 0) own_.emplace_back(name.text, &decl);
}

Global* Namespace::find(const std::string& name) {
  const auto found = globals_.find(name);
  return found == globals_.end() ? nullptr : &found->second;
}

const std::vector<Value>& Namespace::values_of(const std::string& name) const {
  static const std::vector<Value> kNone;
  const auto found = values_.find(name);
  return found == values_.end() ? kNone : found->second;
}

const Value* Namespace::value_for(const std::string& name, const Type& type) const {
  for (const Value& value : values_of(name)) {
    if (same_base(value.type, type)) return &value;
  }
  return nullptr;
}

std::vector<std::string> Namespace::names_of(const std::set<Sort>& sorts) const {
  std::vector<std::string> names;
  if (report_.list().size() > kMostSuggestions) return names;
  for (const auto& [name, global] : globals_) {
    if (sorts.count(global.sort) != 0) names.push_back(name);
  }
  if (sorts.empty()) {
    for (const auto& [name, values] : values_) names.push_back(name);
  }
  return names;
}

std::vector<std::string> Namespace::names_of_bags() const {
  std::vector<std::string> names;
  for (const auto& [name, global] : globals_) {
    if (global.decl->kind == tree::DeclKind::bag) names.push_back(name);
  }
  return names;
}

Diagnostic* Namespace::unknown(const tree::Name& name, const std::string& what, const std::vector<std::string>& names) {
  if (silence_.lost(name.text)) return nullptr;
  if (report_needed(name.text, name.span)) return nullptr;
  const std::string near = nearest(name.text, names);
  if (silence_.misses_library() && near.empty()) return nullptr;
  Diagnostic& error =
      report_.error(Code::G0201, name.span, "unknown " + what + " " + marked(name.text), {.meant = near});
  unknown_.push_back(name.span);
  // If only a few names are accepted, list them.
  if (what != "name" && !names.empty() && names.size() <= 8) error.help = there_are(names);
  return &error;
}

bool Namespace::is_free_word(const tree::Name& name) {
  if (!is_builtin(name.text)) return true;
  return report_.deny(Code::G0203, name.span, marked(name.text) + " is a word of the language",
                      {.help = "choose another name"});
}

bool Namespace::may_be_declared(const tree::Name& name) {
  if (!is_free_word(name)) return false;
  constexpr std::size_t kMostOthers = 5;
  const auto add_to = [&](const Span& first, std::string label) {
    report_.amend(0, [&](Diagnostic& each) {
      if (each.code == Code::G0204 && each.primary.span == first && each.others.size() < kMostOthers)
        each.others.push_back({name.span, std::move(label)});
    });
    return false;
  };
  for (const Value& value : values_of(name.text)) {
    if (value.type.base != rules::Base::direction) continue;
    const auto [first, is_new] = directions_declared_.emplace(name.text, name.span);
    if (!is_new) return add_to(first->second, "here, too");
    Diagnostic& error = report_.error(Code::G0204, name.span, marked(name.text) + " is a direction of the board");
    if (value.span.end != 0) error.others.push_back({value.span, "its lattice is declared here"});
    error.help = "choose another name";
    return false;
  }
  if (!labels_.could_be(name.text)) return true;
  // Where many names are labels, the labels may be the mistake: it is told once.
  if (label_declared_) return add_to(*label_declared_, "so is " + marked(name.text));
  label_declared_ = name.span;
  return report_.deny(
      Code::G0204, name.span, marked(name.text) + " is the label of a cell",
      {.help = "cells have labels like " + marked(labels_.example()) + "; choose another name, or other labels"});
}

bool Namespace::report_needed(const std::string& name, const Span& span) {
  const auto found = needed_.find(span.file);
  if (script_.is_own(span) || found == needed_.end() || found->second.count(name) == 0) return false;
  report_.error(Code::G0209, span, "this library needs " + marked(name) + ", which the game does not have",
                {.help = "declare it in the game, or do not use what reads it"});
  return true;
}

}  // namespace glint::lang::checking
