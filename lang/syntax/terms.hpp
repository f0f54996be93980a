// Enumerations of syntax trees that have texts, and those texts; both come from terms.def. AssignOp, ResultKind,
// CaseFrom and Way mean the same in Rules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace glint::lang {

enum class BinaryOp : std::uint8_t {
#define GLINT_BINARY_OP(name, ...) name,
#include "lang/syntax/terms.def"
};
enum class Fold : std::uint8_t {
#define GLINT_FOLD(name, ...) name,
#include "lang/syntax/terms.def"
};
enum class AssignOp : std::uint8_t {
#define GLINT_ASSIGN_OP(name, ...) name,
#include "lang/syntax/terms.def"
};
enum class ResultKind : std::uint8_t {
#define GLINT_RESULT(name, ...) name,
#include "lang/syntax/terms.def"
};
enum class CaseFrom : std::uint8_t {
#define GLINT_CASE_FROM(name, ...) name,
#include "lang/syntax/terms.def"
};
enum class Way : std::uint8_t {
#define GLINT_WAY(name, ...) name,
#include "lang/syntax/terms.def"
};
enum class StmtKind : std::uint8_t {
#define GLINT_STMT(name, ...) name,
#include "lang/syntax/terms.def"
};
enum class DeclKind : std::uint8_t {
#define GLINT_DECL(name, ...) name,
#include "lang/syntax/terms.def"
};

/// The text of an enumerator.
template <class Enum>
constexpr const char* text_of(Enum value) {
#define GLINT_TERM(Kind, name, text)        \
  if constexpr (std::is_same_v<Enum, Kind>) \
    if (value == Kind::name) return text;
#include "lang/syntax/terms.def"
  return "";
}
/// The enumerator with this text; the first if there is none.
template <class Enum>
constexpr Enum named(std::string_view wanted) {
#define GLINT_TERM(Kind, name, text)        \
  if constexpr (std::is_same_v<Enum, Kind>) \
    if (wanted == text) return Kind::name;
#include "lang/syntax/terms.def"
  return {};
}

/// The word that begins it in a script; empty for assignments and calls.
std::string word_of(StmtKind kind);
/// The words that begin it in a script; empty for what no variant can change.
std::string words_of(DeclKind kind);
/// What begins with these words; of several the first.
DeclKind declared_by(std::string_view words);

}  // namespace glint::lang
