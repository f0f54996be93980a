#include "lang/syntax/words.hpp"

#include "lang/source/equals_any.hpp"

namespace glint::tree {

bool has_name(const Decl& decl) {
  if (const auto* board = decl.get_if<BoardDecl>()) return !board->is_inline;
  return lang::equals_any(
      decl.kind, {DeclKind::option, DeclKind::type, DeclKind::lattice, DeclKind::piece, DeclKind::optic, DeclKind::var,
                  DeclKind::let, DeclKind::effect, DeclKind::move, DeclKind::group, DeclKind::bag});
}

bool is_listed(DeclKind kind) {
  return lang::equals_any(
      kind, {DeclKind::end, DeclKind::enters, DeclKind::crosses, DeclKind::invariant, DeclKind::after, DeclKind::show,
             DeclKind::show_beams, DeclKind::ground, DeclKind::show_edges, DeclKind::use, DeclKind::test});
}

std::string plain_text(const Text& text) {
  std::string all;
  for (const TextPart& part : text.parts) all += part.literal;
  return all;
}

}  // namespace glint::tree
