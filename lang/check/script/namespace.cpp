#include "lang/check/script/namespace.hpp"

#include "lang/check/declarations/types.hpp"
#include "lang/index/words.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::checking {

namespace {

bool is_letter(char c, bool upper) { return upper ? c >= 'A' && c <= 'Z' : c >= 'a' && c <= 'z'; }

constexpr std::size_t kLongestHole = 6;  // far more than any board needs

using Part = LabelPattern::Part;
using Hole = LabelPattern::Hole;

bool fits(const Part& part, std::string_view hole, bool within_bounds) {
  const bool upper = part.hole == Hole::upper;
  std::int64_t value = 0;
  if (part.hole == Hole::number) {
    if (hole.size() > 1 && hole.front() == '0') return false;
    for (const char c : hole) value = value * 10 + (c - '0');
  } else {
    // A long word is not a row, even if only the form counts.
    if (hole.size() > letters(part.hi, upper).size()) return false;
    for (const char c : hole) value = value * 26 + (c - (upper ? 'A' : 'a') + 1);
  }
  return !within_bounds || (value >= part.lo && value <= part.hi);
}

/// Tries every way of splitting a text between holes side by side, the longest first.
bool matches(const std::vector<Part>& parts, std::size_t next, std::string_view text, bool within_bounds) {
  if (next == parts.size()) return text.empty();
  const Part& part = parts[next];
  if (text.substr(0, part.literal.size()) != part.literal) return false;
  text.remove_prefix(part.literal.size());
  if (part.hole == Hole::none) return matches(parts, next + 1, text, within_bounds);
  std::size_t length = 0;
  const auto belongs = [&](char c) {
    return part.hole == Hole::number ? is_digit(c) : is_letter(c, part.hole == Hole::upper);
  };
  while (length < text.size() && length < kLongestHole && belongs(text[length])) ++length;
  for (; length > 0; --length)
    if (fits(part, text.substr(0, length), within_bounds) &&
        matches(parts, next + 1, text.substr(length), within_bounds))
      return true;
  return false;
}

}  // namespace

bool LabelPattern::matches(std::string_view text, bool within_bounds) const {
  return std::any_of(forms_.begin(), forms_.end(),
                     [&](const Form& form) { return checking::matches(form.parts, 0, text, within_bounds); });
}

std::string LabelPattern::example() const {
  std::string text;
  if (forms_.empty()) return text;
  for (const Part& part : forms_.front().parts) {
    text += part.literal;
    const std::int64_t value = std::max<std::int64_t>(part.lo, 1);
    if (part.hole == Hole::number) text += std::to_string(value);
    if (part.hole == Hole::upper || part.hole == Hole::lower) text += letters(value, part.hole == Hole::upper);
  }
  return text;
}

std::string letters(std::int64_t number, bool upper) {
  std::string text;
  for (; number > 0; number = (number - 1) / 26)
    text.insert(text.begin(), static_cast<char>((upper ? 'A' : 'a') + (number - 1) % 26));
  return text;
}

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
  for (const Value& value : values_of(name))
    if (same_base(value.type, type)) return &value;
  return nullptr;
}

std::vector<std::string> Namespace::names_of(const std::set<Sort>& sorts) const {
  std::vector<std::string> names;
  if (report_.list().size() > kMostSuggestions) return names;
  for (const auto& [name, global] : globals_)
    if (sorts.count(global.sort) != 0) names.push_back(name);
  if (sorts.empty())
    for (const auto& [name, values] : values_) names.push_back(name);
  return names;
}

std::vector<std::string> Namespace::names_of_bags() const {
  std::vector<std::string> names;
  for (const auto& [name, global] : globals_)
    if (global.decl->kind == tree::DeclKind::bag) names.push_back(name);
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
  // If many names are labels, the labels may be the mistake: it is reported once.
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
                {.help = "declare it in the game, or stop using what reads it"});
  return true;
}

}  // namespace glint::lang::checking
