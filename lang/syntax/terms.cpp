#include "lang/syntax/terms.hpp"

#include <algorithm>
#include <cstddef>

namespace glint::lang {

constexpr const char* kStatementWords[] = {
#define GLINT_STMT(name, text, word, group) word,
#include "lang/syntax/terms.def"
};
constexpr const char* kDeclarationWords[] = {
#define GLINT_DECL(name, text, word) word,
#include "lang/syntax/terms.def"
};

std::string word_of(StmtKind kind) { return kStatementWords[static_cast<std::size_t>(kind)]; }

std::string words_of(DeclKind kind) { return kDeclarationWords[static_cast<std::size_t>(kind)]; }

DeclKind declared_by(std::string_view words) {
  const auto* found = std::find(std::begin(kDeclarationWords), std::end(kDeclarationWords), words);
  return static_cast<DeclKind>(found - std::begin(kDeclarationWords));
}

}  // namespace glint::lang
