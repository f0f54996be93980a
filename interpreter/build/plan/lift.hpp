// Lifting: a condition on every cell of a set, as a set of cells.
//
//   {c in cells where c + n meets empty and c in home}       (empty - n) & home
//
// An expression in, an expression out: no code is written. `lift.cpp` says what is lifted, `counts.cpp` how numbers of
// cells are. The rest of the condition is a set that the game already has (a plane of a piece field, a table by cell,
// coordinates): `{c in cells where c.hue == red}`, marked as such (`is_kept_set`).
#pragma once

#include <optional>

#include "interpreter/build/plan/sets.hpp"

namespace glint {

namespace compiling {
class CodeWriter;
}

class Lift {
 public:
  /// Names that functions bind get new slots from the compiler.
  explicit Lift(compiling::CodeWriter& code) : code_(code) {}

  /// The cells for which the condition on the local holds: a set that does not read the local. Nothing if a part of the
  /// condition, `stopped`, prevents it. The caller intersects the set with the domain of the local.
  std::optional<Expr> where(const Expr& condition, int local);
  /// `any`, `no`, `all` and `count` over cells, computed from the size of a set.
  std::optional<Expr> fold(const Expr& fold);

  std::optional<lang::Span> stopped;

 private:
  std::nullopt_t stops(const Expr& expr);
  std::optional<Expr> where_if(const Expr& expr, int local, auto side);
  std::optional<Expr> where_fold(const Expr& fold, int local);
  std::optional<Expr> where_ways(const Expr& domain, int way, const Expr& body, int local);
  std::optional<Expr> preimage(const Expr& f, int local, const Expr& targets);
  // counts.cpp
  bool split_by(int local, bool grows, struct CountOfCells& count, Expr& without, Expr& with);
  bool name_counts(Expr& expr, int local, int& counts);
  std::optional<Expr> where_numbers(const Expr& comparison, int local);
  std::optional<Expr> where_counts(const Expr& condition, int local);

  compiling::CodeWriter& code_;
  std::size_t made_ = 0;  // parts of sets
};

/// True if it is a set that the game has.
inline bool is_kept_set(const Expr& set) { return set.op == Op::comprehension && set.number == 1; }
bool is_comparison(Op op);

}  // namespace glint
