#include "lang/syntax/words.hpp"

namespace glint::tree {

bool has_name(const Decl& decl) {
  switch (decl.kind) {
    case DeclKind::option:
    case DeclKind::type:
    case DeclKind::lattice:
    case DeclKind::piece:
    case DeclKind::optic:
    case DeclKind::var:
    case DeclKind::let:
    case DeclKind::effect:
    case DeclKind::move:
    case DeclKind::group:
    case DeclKind::bag:
      return true;
    case DeclKind::board:
      return decl.get_if<BoardDecl>() != nullptr && !decl.as<BoardDecl>().is_inline;
    default:
      return false;
  }
}

bool is_listed(DeclKind kind) {
  switch (kind) {
    case DeclKind::end:
    case DeclKind::enters:
    case DeclKind::crosses:
    case DeclKind::invariant:
    case DeclKind::after:
    case DeclKind::show:
    case DeclKind::show_beams:
    case DeclKind::ground:
    case DeclKind::show_edges:
    case DeclKind::use:
    case DeclKind::test:
      return true;
    default:
      return false;
  }
}

std::string plain_text(const Text& text) {
  std::string all;
  for (const TextPart& part : text.parts) all += part.literal;
  return all;
}

}  // namespace glint::tree
