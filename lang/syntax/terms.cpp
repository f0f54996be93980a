#include "lang/syntax/terms.hpp"

#include <algorithm>
#include <cstddef>

#include "lang/source/text.hpp"

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

std::string words_of(CaseFrom from) {
  switch (from) {
    case CaseFrom::any:
      break;
    case CaseFrom::behind:
      return "from behind";
    case CaseFrom::ahead:
      return "from the front";
    case CaseFrom::left:
      return "from the left";
    case CaseFrom::right:
      return "from the right";
    case CaseFrom::aside:
      return "from the side";
  }
  return {};
}

std::string words_of(Way way, const std::string& what) {
  switch (way) {
    case Way::straight:
      return "goes straight on";
    case Way::stops:
      return what.empty() ? "is stopped" : "is stopped, which is called " + what;
    case Way::reflects:
      return "is reflected, as by a mirror that lies along " + what;
    case Way::turns:
      return "turns right by " + what + " notches";
    case Way::leaves:
      return "leaves " + what;
    case Way::to:
      return "goes on from " + what;
    case Way::optic:
      return "is treated as by " + what;
  }
  return {};
}

std::string words_of_turn(std::int64_t notches, std::int64_t directions) {
  const std::int64_t turn = shorter_turn(notches, directions);
  if (turn == 0) return words_of(Way::straight);
  if (2 * turn == directions) return "goes back the way it came";
  const std::int64_t notches_off = turn < 0 ? -turn : turn;
  return std::string("turns ") + (turn < 0 ? "left" : "right") + " by " +
         counted(static_cast<std::uint64_t>(notches_off), "notch", "notches");
}

}  // namespace glint::lang
