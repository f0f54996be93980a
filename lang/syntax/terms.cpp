#include "lang/syntax/terms.hpp"

#include <cstddef>

namespace glint::lang {

const char* text_of(BinaryOp value) {
  static constexpr const char* kTexts[] = {
#define GLINT_BINARY_OP(name, text) text,
#include "lang/syntax/terms.def"
  };
  return kTexts[static_cast<std::size_t>(value)];
}

const char* text_of(Fold value) {
  static constexpr const char* kTexts[] = {
#define GLINT_FOLD(name, text) text,
#include "lang/syntax/terms.def"
  };
  return kTexts[static_cast<std::size_t>(value)];
}

const char* text_of(AssignOp value) {
  static constexpr const char* kTexts[] = {
#define GLINT_ASSIGN_OP(name, text) text,
#include "lang/syntax/terms.def"
  };
  return kTexts[static_cast<std::size_t>(value)];
}

const char* text_of(ResultKind value) {
  static constexpr const char* kTexts[] = {
#define GLINT_RESULT(name, text) text,
#include "lang/syntax/terms.def"
  };
  return kTexts[static_cast<std::size_t>(value)];
}

const char* text_of(CaseFrom value) {
  static constexpr const char* kTexts[] = {
#define GLINT_CASE_FROM(name, text) text,
#include "lang/syntax/terms.def"
  };
  return kTexts[static_cast<std::size_t>(value)];
}

const char* text_of(Way value) {
  static constexpr const char* kTexts[] = {
#define GLINT_WAY(name, text) text,
#include "lang/syntax/terms.def"
  };
  return kTexts[static_cast<std::size_t>(value)];
}

const char* text_of(StmtKind value) {
  static constexpr const char* kTexts[] = {
#define GLINT_STMT(name, text, word) text,
#include "lang/syntax/terms.def"
  };
  return kTexts[static_cast<std::size_t>(value)];
}

const char* text_of(DeclKind value) {
  static constexpr const char* kTexts[] = {
#define GLINT_DECL(name, text, word) text,
#include "lang/syntax/terms.def"
  };
  return kTexts[static_cast<std::size_t>(value)];
}

std::string word_of(StmtKind value) {
  static constexpr const char* kTexts[] = {
#define GLINT_STMT(name, text, word) word,
#include "lang/syntax/terms.def"
  };
  return kTexts[static_cast<std::size_t>(value)];
}

std::string words_of(DeclKind value) {
  static constexpr const char* kTexts[] = {
#define GLINT_DECL(name, text, word) word,
#include "lang/syntax/terms.def"
  };
  return kTexts[static_cast<std::size_t>(value)];
}

}  // namespace glint::lang
