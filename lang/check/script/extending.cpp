// `extend DECLARATION`: what a variant adds inside of a declaration of its game.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "lang/check/allowed.hpp"
#include "lang/check/script/variants.hpp"

namespace glint::lang::checking {
namespace {

using tree::Decl;
using tree::DeclKind;

template <class T>
void append(std::vector<T>& list, const std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

/// The parts that a piece has once.
std::optional<Span> emits_of(const Decl& piece) {
  return piece.emits ? std::optional(piece.emits->span) : std::nullopt;
}
std::optional<Span> sides_of(const Decl& piece) {
  return piece.sides.empty() ? std::nullopt : std::optional(piece.sides.front().span);
}
std::optional<Span> look_of(const Decl& piece) { return piece.look ? std::optional(piece.look->span) : std::nullopt; }

/// Whether there is one to add; a second one is reported.
bool is_first(const std::optional<Span>& had, const std::optional<Span>& added, const std::string& what,
              const Decl& piece, Report& report) {
  if (!had || !added) return added.has_value();
  return report.deny(Code::G0515, *added, quote(piece.name.text) + " has " + what + " already",
                     {.help = "to change it, replace the whole: `replace piece " + piece.name.text + "`",
                      .others = {{*had, "it is here"}}});
}

/// The cases of an extension are tried first, so that they come before what they are to differ from.
void add_cases(Decl& piece, const Decl& extension, Report& report) {
  for (const tree::Case& each : extension.cases) {
    const bool always = each.from == tree::CaseFrom::any && each.condition.empty();
    if (!always || piece.cases.empty()) continue;
    return report.say(
        Code::G0515, each.span, "this case always matches, so it hides those of " + quote(piece.name.text),
        {.help = "give it a condition, as in `if beam.way == e -> stops`, or replace the whole: `replace piece " +
                 piece.name.text + "`",
         .others = {{piece.cases.front().span, "these come after it"}}});
  }
  if (!piece.has_reaction) piece.cases_span = extension.cases_span;
  piece.has_reaction = true;
  piece.cases.insert(piece.cases.begin(), extension.cases.begin(), extension.cases.end());
}

void extend_piece(Decl& piece, const Decl& extension, Report& report, Silence& silence) {
  for (const tree::FieldDecl& field : extension.fields) {
    if (!field.initial.empty()) {
      piece.fields.push_back(field);
      continue;
    }
    silence.lose(field.name.text);
    report.error(Code::G0515, field.name.span,
                 "a field added to " + quote(piece.name.text) + " needs an initial value",
                 {.help = "the game puts " + quote(piece.name.text) + " without this field: write `" + field.name.text +
                          ": TYPE = VALUE`"});
  }
  if (is_first(emits_of(piece), emits_of(extension), "an `emits`", piece, report)) piece.emits = extension.emits;
  if (extension.has_reaction) add_cases(piece, extension, report);
  if (is_first(sides_of(piece), sides_of(extension), "a `when beam crosses`", piece, report)) {
    piece.sides = extension.sides;
    piece.sides_span = extension.sides_span;
    piece.sides_cases = extension.sides_cases;
  }
  if (is_first(look_of(piece), look_of(extension), "a `look`", piece, report)) piece.look = extension.look;
}

void extend_type(Decl& type, const Decl& extension, Report& report) {
  for (const Decl* each : {static_cast<const Decl*>(&type), &extension}) {
    if (each->type.front().kind == tree::TypeKind::enumeration) continue;
    Diagnostic& error = report.error(Code::G0515, extension.head, "only a list of values can be extended, and only by more values",
                                     {.help = "as in `extend type hue = {white}`; for any other type, write `replace type`"});
    if (each == &type) error.others.push_back({type.type.front().span, "this is not a list of values"});
    return;
  }
  append(type.type.front().values, extension.type.front().values);
}

/// The fields, values and ends that an extension adds.
std::vector<const tree::Name*> names_added(const Decl& extension) {
  std::vector<const tree::Name*> names;
  for (const tree::FieldDecl& field : extension.fields) names.push_back(&field.name);
  for (const tree::TypeExpr& type : extension.type)
    for (const tree::EnumValue& value : type.values) names.push_back(&value.name);
  if (extension.kind == DeclKind::beam)
    for (const tree::Name& end : extension.names) names.push_back(&end);
  return names;
}

}  // namespace

void extend(Decl& decl, const Decl& extension, Report& report, Silence& silence) {
  decl.extensions.push_back(extension.span);
  switch (decl.kind) {
    case DeclKind::piece:
      return extend_piece(decl, extension, report, silence);
    case DeclKind::type:
      return extend_type(decl, extension, report);
    case DeclKind::setup:
      return append(decl.body, extension.body);
    default:  // the beam
      append(decl.fields, extension.fields);
      append(decl.names, extension.names);
  }
}

std::optional<std::pair<Span, Span>> clash_of(const Decl& one, const Decl& other) {
  for (const auto part : {emits_of, sides_of, look_of})
    if (part(one) && part(other)) return std::pair(*part(one), *part(other));
  const std::vector<const tree::Name*> names = names_added(one);
  for (const tree::Name* added : names_added(other)) {
    const auto same = [&](const tree::Name* each) { return each->text == added->text; };
    const auto found = std::find_if(names.begin(), names.end(), same);
    if (found != names.end()) return std::pair((*found)->span, added->span);
  }
  return std::nullopt;
}

}  // namespace glint::lang::checking
