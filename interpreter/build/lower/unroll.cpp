// Writes out folds over players, or over the values of an enumeration, once for each value. All that depends on the
// player or value is then known when the game is built: entries of constant tables become numbers, and sets of a player's
// pieces are read directly.
#include "interpreter/build/code/compiler.hpp"

namespace glint {

namespace {

constexpr std::size_t kMostValues = 8;
constexpr int kMostCopies = 64;    // within each other
constexpr std::size_t kMostNodes = 60;  // of an expression that is written out

}  // namespace

/// The values of the local of a fold that will be written out; none: it stays a loop.
std::vector<std::int64_t> Compiler::unrolled_values(const Expr& fold) {
  if (!may(Lowering::unroll) || fold.op == Op::fold_reach) return {};
  const Expr& domain = fold.kids[0];
  switch (domain.type.base) {  // types whose values are allowed wherever the type is
    case Base::flag: case Base::enumeration: case Base::player: case Base::direction: case Base::axis: break;
    default: return {};
  }
  const auto known = constants_.try_value(domain);
  if (!known) return {};
  std::vector<std::int64_t> values;
  for (const int one : each_bit(static_cast<Word>(*known))) values.push_back(one);
  std::size_t size = 0;
  for (std::size_t i = 1; i < fold.kids.size(); ++i) size += size_of(fold.kids[i]);
  const bool is_small = unrolled_ * static_cast<int>(values.size()) <= kMostCopies && may_write_out(size, values.size());
  return is_small ? values : std::vector<std::int64_t>();
}

/// Whether an expression of this size may be written out this many times. Everything that is written out is counted: a
/// function can call another twice, which calls a third twice, and so on.
bool Compiler::may_write_out(std::size_t size, std::size_t copies) {
  if (!may(Lowering::unroll) || copies > kMostValues || size > kMostNodes) return false;
  if (written_out_ > kMostWritten) {
    program_.beyond.written_out = true;
    return false;
  }
  written_out_ += size * copies;
  return true;
}

}  // namespace glint
