// Parts that several kinds of declarations have.
#include "lang/syntax/tree.hpp"

namespace glint::tree {
namespace {

template <class Part, class Parts>
const Part* at(const Decl& decl, Part Parts::*member) {
  const auto* parts = decl.get_if<Parts>();
  return parts != nullptr ? &(parts->*member) : nullptr;
}
template <class Part, class Parts>
const Part* at(const Decl& decl, std::optional<Part> Parts::*member) {
  const auto* parts = decl.get_if<Parts>();
  return parts != nullptr && parts->*member ? &*(parts->*member) : nullptr;
}

/// The one of these members that the declaration has, or null.
template <class Part, class... Members>
const Part* one_of(const Decl& decl, Members... members) {
  const Part* found = nullptr;
  ((found = found != nullptr ? found : at(decl, members)), ...);
  return found;
}

template <class Part>
const std::vector<Part>& or_none(const std::vector<Part>* parts) {
  static const std::vector<Part> kNone;
  return parts != nullptr ? *parts : kNone;
}

}  // namespace

std::span<const Param> params_of(const Decl& decl) {
  if (const auto* bag = decl.get_if<BagDecl>()) return {&bag->key, 1};
  return or_none(
      one_of<std::vector<Param>>(decl, &LetDecl::params, &EffectDecl::params, &OpticDecl::params, &BoardDecl::params));
}

const std::vector<FieldDecl>& fields_of(const Decl& decl) {
  return or_none(one_of<std::vector<FieldDecl>>(decl, &BeamDecl::fields, &PieceDecl::fields));
}

const std::vector<Name>& names_of(const Decl& decl) {
  return or_none(one_of<std::vector<Name>>(decl, &PlayersDecl::names, &UseDecl::names, &BeamDecl::ends,
                                           &MoveDecl::beside, &GroupDecl::moves, &AfterDecl::moves,
                                           &RemovedDecl::moves));
}

const std::vector<Case>& cases_of(const Decl& decl) {
  const auto* reaction = one_of<Reaction>(decl, &PieceDecl::comes, &OpticDecl::reaction, &TerrainDecl::reaction);
  return or_none(reaction != nullptr ? &reaction->cases : nullptr);
}

const Block& body_of(const Decl& decl) {
  return or_none(
      one_of<Block>(decl, &EffectDecl::body, &MoveDecl::body, &AfterDecl::body, &CourseDecl::body, &TestDecl::body));
}

const std::vector<Decl>& decls_of(const Decl& decl) {
  return or_none(one_of<std::vector<Decl>>(decl, &NeedsDecl::decls, &BoardDecl::lets));
}

const TypeExpr* type_of(const Decl& decl) {
  return one_of<TypeExpr>(decl, &OptionDecl::type, &TypeDecl::type, &VarDecl::type, &LetDecl::type);
}

const Text* text_of(const Decl& decl) {
  return one_of<Text>(decl, &GameDecl::title, &VariantDecl::title, &OptionDecl::text, &VarDecl::label, &BagDecl::label,
                      &PieceDecl::label, &MoveDecl::notation, &InvariantDecl::text, &ShowDecl::text, &GroundDecl::name,
                      &TestDecl::title, &RemovedDecl::text);
}

const Expr* expr_of(const Decl& decl) {
  return one_of<Expr>(decl, &OptionDecl::value, &PieceDecl::owner, &TerrainDecl::cells, &VarDecl::value,
                      &BagDecl::value, &LetDecl::value, &EndDecl::when, &ScoreDecl::value, &InvariantDecl::condition,
                      &ShowDecl::when, &GroundDecl::when, &ClockDecl::when);
}

const Expr* seen_of(const Decl& decl) { return one_of<Expr>(decl, &VarDecl::seen, &BagDecl::seen); }

}  // namespace glint::tree
