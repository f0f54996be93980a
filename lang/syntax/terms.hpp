// Enumerations of syntax trees with texts, and their texts; both come from terms.def. Rules use AssignOp, ResultKind,
// CaseFrom and Way, too.
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
/// The enumerator with this text; the first one if no enumerator has it.
template <class Enum>
constexpr Enum named(std::string_view wanted) {
#define GLINT_TERM(Kind, name, text)        \
  if constexpr (std::is_same_v<Enum, Kind>) \
    if (wanted == text) return Kind::name;
#include "lang/syntax/terms.def"
  return {};
}

/// The keyword of a statement; empty for assignments and calls.
std::string word_of(StmtKind kind);
/// The keywords of a declaration; empty if a variant cannot change it.
std::string words_of(DeclKind kind);
/// The first declaration with these keywords.
DeclKind declared_by(std::string_view words);

// The effect of a piece or cell on a beam, in words: rule sheets, captions of pictures, explanations of light and
// sentences about mutations use the same words.

/// "from behind"; empty for `any`.
std::string words_of(CaseFrom from);
/// "goes straight on", "leaves toward north". `what`: the end, the axis, the number of notches, the direction, the cell
/// and direction, or the optic, in the speaker's words. An end may be left out.
std::string words_of(Way way, const std::string& what = {});
/// A turn by this number of notches clockwise, of as many as there are directions: "turns left by 2 notches".
std::string words_of_turn(std::int64_t notches, std::int64_t directions);
/// A turn the shorter way round: 3 notches of 4 are -1.
constexpr std::int64_t shorter_turn(std::int64_t notches, std::int64_t directions) {
  const std::int64_t right = (notches % directions + directions) % directions;
  return 2 * right > directions ? right - directions : right;
}

}  // namespace glint::lang
