// Writes out folds over players, or over the values of an enumeration, once for each value; and inlines calls with
// constant arguments. All that depends on the player or value is then known when the game is built: entries of constant
// tables become numbers, and sets of a player's pieces are read directly.
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
  if (values.size() > kMostValues || unrolled_ * static_cast<int>(values.size()) > kMostCopies) return {};
  std::size_t size = 0;
  for (std::size_t i = 1; i < fold.kids.size(); ++i) size += size_of(fold.kids[i]);
  if (size > kMostNodes || !count_written(size * values.size())) return {};
  return values;
}

/// Counts what is written out, so that functions which call others twice, which do so, too, come to an end. False:
/// there is too much of it.
bool Compiler::count_written(std::size_t size) {
  if (written_out_ > kMostWritten) {
    program_.beyond.written_out = true;
    return false;
  }
  written_out_ += size;
  return true;
}

/// Whether the body may be written out this many times.
bool Compiler::may_write_out(const Expr& body, std::size_t copies) {
  const std::size_t size = size_of(body);
  if (!may(Lowering::unroll) || copies > kMostValues || size > kMostNodes) return false;
  return count_written(size * copies);
}

/// Inlines a call of a small function if all arguments are known.
std::optional<Slot> Compiler::opened_call(const Expr& call, Wanted wanted) {
  if (!may(Lowering::unroll) || unrolled_ == 1 || call.kids.empty() || mode_ == Mode::carry) return std::nullopt;
  const rules::Let& let = let_of(call);
  if (let.form != rules::LetForm::function || let.type.base == Base::trace || size_of(let.body) > kMostNodes)
    return std::nullopt;
  Expr body = let.body;
  for (std::size_t i = 0; i < call.kids.size(); ++i) {
    const Type& parameter = let.frame.locals[i].type;
    const auto known = constants_.try_value(call.kids[i]);
    if (!known || is_of_board(parameter) || parameter.is_set || !in_range(parameter, *known)) return std::nullopt;
    if (parameter.subset != 0 && !fits(call.kids[i].type, parameter)) return std::nullopt;
    body = with_value(body, static_cast<int>(i), *known);
  }
  if (!count_written(size_of(body))) return std::nullopt;
  Scope scope = make_scope(let.frame);
  const InScope in(*this, scope);
  const int count = words(let.type);
  const Slot slot = slot_for(wanted, count);
  const Slot found = value(body, Wanted(slot));
  if (fits(let.body.type, let.type)) return found;
  if (found != slot) copy(slot, found, count);
  check_range(slot, let.body.type, let.type);
  return slot;
}

}  // namespace glint
