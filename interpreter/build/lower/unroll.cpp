// Writes out folds over players, or over the values of an enumeration, once for each value. All that depends on the
// player or value is then known when the game is built: entries of constant tables become numbers, and sets of a player's
// pieces are read directly.
#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {

constexpr std::size_t kMostValues = 8;
constexpr int kMostCopies = 64;    // within each other
constexpr std::size_t kMostNodes = 60;  // of an expression that is written out

std::vector<std::int64_t> unrolled_values(CodeWriter& code, const Expr& fold) {
  if (!code.may(Lowering::unroll) || fold.op == Op::fold_reach) return {};
  const Expr& domain = fold.kids[0];
  switch (domain.type.base) {  // types whose values are allowed wherever the type is
    case Base::flag: case Base::enumeration: case Base::player: case Base::direction: case Base::axis: break;
    default: return {};
  }
  const auto known = code.constants.try_value(domain);
  if (!known) return {};
  std::vector<std::int64_t> values;
  for (const int one : each_bit(static_cast<Word>(*known))) values.push_back(one);
  std::size_t size = 0;
  for (std::size_t i = 1; i < fold.kids.size(); ++i) size += size_of(fold.kids[i]);
  const bool is_small = code.written_out.copies * static_cast<int>(values.size()) <= kMostCopies &&
                        may_write_out(code, size, values.size());
  return is_small ? values : std::vector<std::int64_t>();
}

bool may_write_out(CodeWriter& code, std::size_t size, std::size_t copies) {
  if (!code.may(Lowering::unroll) || copies > kMostValues || size > kMostNodes) return false;
  if (code.written_out.parts > kMostWritten) {
    code.program.beyond.written_out = true;
    return false;
  }
  code.written_out.parts += size * copies;
  return true;
}

}  // namespace glint::compiling
