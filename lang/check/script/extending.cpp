// `extend DECLARATION`: the additions of a variant inside of a declaration of its game.
#include <algorithm>
#include <optional>
#include <utility>

#include "lang/check/allowed.hpp"
#include "lang/check/script/variants.hpp"

namespace glint::lang::checking {
namespace {

using tree::Decl;
using tree::DeclKind;
using tree::PieceDecl;
using tree::TypeExpr;

template <class T>
void append(std::vector<T>& list, const std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

/// The parts that a piece has once.
std::optional<Span> emits_of(const PieceDecl& piece) {
  return piece.emits ? std::optional(piece.emits->span) : std::nullopt;
}
std::optional<Span> sides_of(const PieceDecl& piece) {
  return piece.sides ? std::optional(piece.sides->span) : std::nullopt;
}
std::optional<Span> look_of(const PieceDecl& piece) {
  return piece.look ? std::optional(piece.look->span) : std::nullopt;
}

/// True if there is one to add; a second one is reported.
bool is_first(const std::optional<Span>& had, const std::optional<Span>& added, const std::string& what,
              const std::string& name, Report& report) {
  if (!had || !added) return added.has_value();
  return report.deny(Code::G0515, *added, marked(name) + " has " + what + " already",
                     {.help = "to change it, replace the whole: `replace piece " + name + "`",
                      .others = {{*had, "it is here"}}});
}

/// The cases of an extension are tried first, so that they come before what they are to differ from.
void add_cases(std::optional<tree::Reaction>& reaction, const tree::Reaction& extension, const std::string& name,
               Report& report) {
  for (const tree::Case& each : extension.cases) {
    const bool always = each.from == tree::CaseFrom::any && each.condition.empty();
    if (!always || !reaction || reaction->cases.empty()) continue;
    return report.say(
        Code::G0515, each.span, "this case always matches, so it hides those of " + marked(name),
        {.help = "give it a condition, as in `if beam.way == e -> stops`, or replace the whole: `replace piece " +
                 name + "`",
         .others = {{reaction->cases.front().span, "these come after it"}}});
  }
  if (!reaction) reaction = tree::Reaction{{}, extension.span};
  reaction->cases.insert(reaction->cases.begin(), extension.cases.begin(), extension.cases.end());
}

void extend_piece(const std::string& name, PieceDecl& piece, const PieceDecl& extension, Report& report,
                  Silence& silence) {
  for (const tree::FieldDecl& field : extension.fields) {
    if (!field.initial.empty()) {
      piece.fields.push_back(field);
      continue;
    }
    silence.lose(field.name.text);
    report.error(Code::G0515, field.name.span,
                 "a field added to " + marked(name) + " needs an initial value",
                 {.help = "the game puts " + marked(name) + " without this field: write `" + field.name.text +
                          ": TYPE = VALUE`"});
  }
  if (is_first(emits_of(piece), emits_of(extension), "an `emits`", name, report)) piece.emits = extension.emits;
  if (extension.comes) add_cases(piece.comes, *extension.comes, name, report);
  if (is_first(sides_of(piece), sides_of(extension), "a `when beam crosses`", name, report)) {
    piece.sides = extension.sides;
    piece.crosses = extension.crosses;
  }
  if (is_first(look_of(piece), look_of(extension), "a `look`", name, report)) piece.look = extension.look;
  piece.looks.insert(piece.looks.begin(), extension.looks.begin(), extension.looks.end());
}

void extend_type(TypeExpr& type, const TypeExpr& extension, const Span& at, Report& report) {
  for (const TypeExpr* each : {static_cast<const TypeExpr*>(&type), &extension}) {
    if (each->kind == tree::TypeKind::enumeration) continue;
    Diagnostic& error = report.error(Code::G0515, at, "only a list of values can be extended, and only by more values",
                                     {.help = "as in `extend type hue = {white}`; for any other type, write `replace type`"});
    if (each == &type) error.others.push_back({type.span, "this is not a list of values"});
    return;
  }
  append(type.values, extension.values);
}

std::vector<const tree::Name*> names_added(const Decl& extension) {
  std::vector<const tree::Name*> names;
  for (const tree::FieldDecl& field : fields_of(extension)) names.push_back(&field.name);
  if (const TypeExpr* type = type_of(extension))
    for (const tree::EnumValue& value : type->values) names.push_back(&value.name);
  if (const auto* beam = extension.get_if<tree::BeamDecl>())
    for (const tree::Name& end : beam->ends) names.push_back(&end);
  return names;
}

}  // namespace

void extend(Decl& decl, const Decl& extension, Report& report, Silence& silence) {
  decl.extensions.push_back(extension.span);
  switch (decl.kind) {
    case DeclKind::piece:
      return extend_piece(decl.name.text, decl.as<PieceDecl>(), extension.as<PieceDecl>(), report, silence);
    case DeclKind::type:
      return extend_type(decl.as<tree::TypeDecl>().type, extension.as<tree::TypeDecl>().type, extension.head, report);
    case DeclKind::setup:
      return append(decl.as<tree::CourseDecl>().body, extension.as<tree::CourseDecl>().body);
    default:  // the beam
      append(decl.as<tree::BeamDecl>().fields, extension.as<tree::BeamDecl>().fields);
      append(decl.as<tree::BeamDecl>().ends, extension.as<tree::BeamDecl>().ends);
  }
}

std::optional<std::pair<Span, Span>> clash_of(const Decl& one, const Decl& other) {
  const auto *mine = one.get_if<PieceDecl>(), *theirs = other.get_if<PieceDecl>();
  for (const auto part : {emits_of, sides_of, look_of})
    if (mine && theirs && part(*mine) && part(*theirs)) return std::pair(*part(*mine), *part(*theirs));
  const std::vector<const tree::Name*> names = names_added(one);
  for (const tree::Name* added : names_added(other)) {
    const auto same = [&](const tree::Name* each) { return each->text == added->text; };
    const auto found = std::find_if(names.begin(), names.end(), same);
    if (found != names.end()) return std::pair((*found)->span, added->span);
  }
  return std::nullopt;
}

}  // namespace glint::lang::checking
