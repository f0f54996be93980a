// Enumerations of syntax trees that have texts, and those texts; both come from terms.def. AssignOp, ResultKind,
// CaseFrom and Way mean the same in Rules.
#pragma once

#include <cstdint>
#include <string>

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

const char* text_of(BinaryOp op);
const char* text_of(Fold fold);
const char* text_of(AssignOp op);
const char* text_of(ResultKind kind);
const char* text_of(CaseFrom from);
const char* text_of(Way way);
const char* text_of(StmtKind kind);
const char* text_of(DeclKind kind);

/// The word that begins it in a script; empty for assignments and calls.
std::string word_of(StmtKind kind);
/// The words that begin it in a script; empty for what no variant can change.
std::string words_of(DeclKind kind);

}  // namespace glint::lang
