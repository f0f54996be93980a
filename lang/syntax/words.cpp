#include "lang/syntax/words.hpp"

#include "lang/syntax/dump.hpp"

namespace glint::tree {

std::string words_of(DeclKind kind) {
  switch (kind) {
    case DeclKind::game:
    case DeclKind::variant:
    case DeclKind::library:
    case DeclKind::use:
    case DeclKind::needs:
    case DeclKind::test:
      return {};
    case DeclKind::group:
      return word_of(DeclKind::move);
    case DeclKind::use_board:
      return word_of(DeclKind::board);
    case DeclKind::enters:
      return "when beam enters";
    case DeclKind::crosses:
      return "when beam crosses";
    default:
      return word_of(kind);
  }
}

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
      return !decl.inline_board && decl.change != Change::remove;
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
