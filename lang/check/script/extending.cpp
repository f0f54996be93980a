// `extend DECLARATION`: what a variant adds inside of a declaration of its game.
#include <algorithm>
#include <iterator>

#include "lang/check/script/variants.hpp"

namespace glint::lang::checking {
namespace {

using tree::Decl;
using tree::DeclKind;

template <class T>
void append(std::vector<T>& list, const std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

/// Reports a second one of what a piece has once.
bool is_first(bool already, const Span& at, const std::string& what, const Decl& piece, Report& report) {
  if (!already) return true;
  return report.deny(Code::G0515, at, quote(piece.name.text) + " has " + what + " already",
                     {.help = "`replace piece " + piece.name.text + "` puts another in its place",
                      .others = {{piece.name.span, "the piece is here"}}});
}

/// The cases of an extension are tried first, so that they come before what they are to differ from.
void add_cases(Decl& piece, const Decl& extension, Report& report) {
  for (const tree::Case& each : extension.cases) {
    const bool always = each.from == tree::CaseFrom::any && each.condition.empty();
    if (!always || piece.cases.empty()) continue;
    return report.say(
        Code::G0515, each.span, "this case leaves nothing to those of " + quote(piece.name.text),
        {.help = "say when it holds, as in `if beam.way == e -> stops`, or replace the whole: `replace piece " +
                 piece.name.text + "`",
         .others = {{piece.cases.front().span, "these are tried after it"}}});
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
                 "a field that is added to " + quote(piece.name.text) + " needs a first value",
                 {.help = "the game puts such pieces without saying it: `" + field.name.text + ": TYPE = VALUE`"});
  }
  if (extension.emits && is_first(piece.emits.has_value(), extension.emits->span, "an `emits`", piece, report))
    piece.emits = extension.emits;
  if (extension.has_reaction) add_cases(piece, extension, report);
  if (!extension.sides.empty() &&
      is_first(!piece.sides.empty(), extension.sides.front().span, "a `when beam crosses`", piece, report)) {
    piece.sides = extension.sides;
    piece.sides_span = extension.sides_span;
    piece.sides_cases = extension.sides_cases;
  }
  if (extension.look && is_first(piece.look.has_value(), extension.look->span, "a `look`", piece, report))
    piece.look = extension.look;
}

void extend_type(Decl& type, const Decl& extension, Report& report) {
  for (const Decl* each : {static_cast<const Decl*>(&type), &extension}) {
    if (each->type.front().kind == tree::TypeKind::enumeration) continue;
    Diagnostic& error = report.error(Code::G0515, extension.head, "only a list of values can be extended, by values",
                                     {.help = "as in `extend type hue = {white}`; or `replace type` the whole"});
    if (each == &type) error.others.push_back({type.type.front().span, "this is none"});
    return;
  }
  append(type.type.front().values, extension.type.front().values);
}

}  // namespace

void extend(Decl& decl, const Decl& extension, Report& report, Silence& silence) {
  decl.extensions.push_back(extension.span);
  switch (decl.kind) {
    case DeclKind::piece:
      return extend_piece(decl, extension, report, silence);
    case DeclKind::type:
      return extend_type(decl, extension, report);
    default:  // the beam
      append(decl.fields, extension.fields);
      append(decl.names, extension.names);
  }
}

}  // namespace glint::lang::checking
