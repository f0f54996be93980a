#include "interpreter/build/board/constants.hpp"

#include <algorithm>

#include "interpreter/build/board/layout.hpp"
#include "interpreter/program/values.hpp"
#include "lang/rules/arithmetic.hpp"
#include "lang/rules/walk.hpp"

namespace glint {

using rules::Base;
using rules::Expr;
using rules::Op;
using rules::Type;

void build_fail(lang::Code code, lang::Span span, std::string message, std::string help) {
  throw BuildFailure{{code, lang::Severity::error, std::move(message), {span, {}}, {}, std::move(help)}};
}

std::int64_t Constants::value(const Expr& expr) {
  budget_ = kBudget;
  if (const auto result = fold(expr)) return *result;
  rules::walk(expr, [](const Expr& each) {
    if (each.op == Op::label && each.type.base == Base::player) fail_for_absent(each);
  });
  build_fail(lang::Code::G0501, expr.span, "this is not known before the game starts",
             piece ? "a `look` can show the piece's fields, its `owner`, and values computed from them; to show something of "
                     "the position, write `show \"...\"`"
                   : "only numbers, options and values computed from them are allowed here");
}

std::optional<std::int64_t> Constants::try_value(const Expr& expr) {
  budget_ = kBudget;
  return fold(expr);
}

std::string Constants::text(const rules::Text& text) {
  std::string result;
  for (const rules::TextPart& part : text.parts) {
    result += part.literal;
    if (!part.hole) continue;
    const Expr& hole = *part.hole;
    if (hole.op == Op::index_of && !hole.text.empty())
      result += cut(letters(value(hole.kids[0]), hole.text == "lower" ? 'a' : 'A'), part.width);
    else
      result += cut(print_value(rules_, hole.type, value(hole)), part.width);
  }
  return result;
}

std::optional<std::int64_t> Constants::fold(const Expr& expr) {
  if (--budget_ < 0) return std::nullopt;
  if (stop_) stop_->after();
  switch (expr.op) {
    case Op::constant: return expr.number;
    case Op::option: return options_[expr.ref];
    case Op::me:
      me_counts = true;
      return me >= 0 ? std::optional<std::int64_t>(me) : std::nullopt;
    case Op::local:
      if (expr.ref >= 0 && expr.ref < static_cast<int>(locals.size())) return locals[expr.ref];
      return std::nullopt;
    case Op::field: return piece ? std::optional(piece(expr.ref)) : std::nullopt;
    case Op::owner: return piece ? std::optional(piece(-1)) : std::nullopt;
    case Op::x_of: case Op::y_of: case Op::level_of: {
      const Expr& of = expr.kids[0].op == Op::cell_of ? expr.kids[0].kids[0] : expr.kids[0];
      if (!cell || of.op != Op::local || of.ref != cell->local) return std::nullopt;
      return expr.op == Op::x_of ? cell->x : expr.op == Op::y_of ? cell->y : cell->level;
    }
    case Op::all: {
      const std::int64_t size = domain_size(rules_, expr.type);
      const std::int64_t first = domain_first(expr.type);
      if (size <= 0 || first < 0 || first + size > 64) return std::nullopt;
      return static_cast<std::int64_t>(lowest_ones(size) << first);
    }
    case Op::call: {
      const rules::Let& let = rules_.lets[expr.ref];
      if (let.reads_state || (let.reads_me && me < 0) || let.reads_beams) return std::nullopt;
      const bool stays = expr.kids.empty() && !let.reads_me;
      if (stays)
        if (const auto known = lets_.find(expr.ref); known != lets_.end()) return known->second;
      std::vector<std::int64_t> arguments(let.frame.locals.size(), 0);
      for (std::size_t i = 0; i < expr.kids.size(); ++i) {
        const auto argument = fold(expr.kids[i]);
        const Type& parameter = let.frame.locals[i].type;
        const bool is_in_subset = parameter.subset == 0 || parameter.subset == expr.kids[i].type.subset;
        if (!argument || !in_range(parameter, *argument) || !is_in_subset) return std::nullopt;
        arguments[i] = *argument;
      }
      const auto result = called(let, std::move(arguments));
      if (stays && budget_ >= 0) lets_[expr.ref] = result;
      return result;
    }
    case Op::if_: {
      const auto condition = fold(expr.kids[0]);
      if (!condition) return std::nullopt;
      return fold(expr.kids[*condition ? 1 : 2]);
    }
    case Op::in: {
      if (lists_any_numbers(expr.kids[1])) {
        const auto element = fold(expr.kids[0]);
        bool found = false;
        for (const Expr& kid : expr.kids[1].kids) {
          const auto listed = fold(kid);
          if (!element || !listed) return std::nullopt;
          found = found || *listed == *element;
        }
        return found;
      }
      if (expr.kids[1].op != Op::range) return element_of_kids(expr);
      const auto element = fold(expr.kids[0]), low = fold(expr.kids[1].kids[0]), high = fold(expr.kids[1].kids[1]);
      if (!element || !low || !high) return std::nullopt;
      return *low <= *element && *element <= *high;
    }
    case Op::and_: case Op::or_: {
      const bool decides = expr.op == Op::or_;
      bool all_known = true;
      for (const Expr& kid : expr.kids) {
        const auto side = fold(kid);
        if (side && (*side != 0) == decides) return decides;
        all_known = all_known && side;
      }
      return all_known ? std::optional<std::int64_t>(!decides) : std::nullopt;
    }
    default: return element_of_kids(expr);
  }
}

std::optional<std::int64_t> Constants::called(const rules::Let& let, std::vector<std::int64_t> arguments) {
  if (is_of_board(let.type) || (let.type.subset != 0 && let.type.subset != let.body.type.subset)) return std::nullopt;
  const Restored of_callee(locals, std::move(arguments));
  const Restored unknown(cell, std::optional<Cell>());  // it is a local of the caller
  const auto result = fold(let.body);
  return result && in_range(let.type, *result) ? result : std::nullopt;
}

bool lists_any_numbers(const rules::Expr& set) {
  if (set.op != Op::set || set.type.base != Base::number) return false;
  const auto fits = [](const rules::Expr& kid) { return kid.type.is_set || (kid.type.lo >= 0 && kid.type.hi <= 63); };
  const auto is_set = [](const rules::Expr& kid) { return kid.type.is_set; };
  return std::none_of(set.kids.begin(), set.kids.end(), is_set) && !std::all_of(set.kids.begin(), set.kids.end(), fits);
}

/// Operations that need all their operands.
std::optional<std::int64_t> Constants::element_of_kids(const Expr& expr) {
  const bool is_arithmetic = rules::computed(expr.op, 0, 0, 1).has_value();
  const bool is_other = expr.op == Op::in || expr.op == Op::set || expr.op == Op::index_of || expr.op == Op::range ||
                        expr.op == Op::count || expr.op == Op::axis_of;
  if (!is_arithmetic && !is_other) return std::nullopt;
  for (const Expr& kid : expr.kids)
    if (is_of_board(kid.type) || kid.type.base == Base::trace) return std::nullopt;
  std::vector<std::int64_t> v;
  for (const Expr& kid : expr.kids) {
    const auto folded = fold(kid);
    if (!folded) return std::nullopt;
    v.push_back(*folded);
  }
  switch (expr.op) {
    case Op::axis_of: return rules::wrapped(2 * v[0], domain_size(rules_, expr.kids[0].type));
    case Op::in:
      if (v[0] < 0 || v[0] > 63) return std::nullopt;
      return v[1] >> v[0] & 1;
    case Op::set: {
      std::int64_t bits = 0;
      for (std::size_t i = 0; i < v.size(); ++i) {
        if (expr.kids[i].type.is_set) bits |= v[i];
        else if (v[i] < 0 || v[i] > 63) return std::nullopt;
        else bits |= static_cast<std::int64_t>(bit_in_word(v[i]));
      }
      return bits;
    }
    case Op::count: return popcount(static_cast<Word>(v[0]));
    case Op::index_of: return expr.kids[0].type.base == Base::number ? v[0] - expr.kids[0].type.lo : v[0];
    case Op::range:
      if (v[0] < 0 || v[1] > 63) return std::nullopt;
      return v[0] > v[1] ? 0 : static_cast<std::int64_t>(lowest_ones(v[1] - v[0] + 1) << v[0]);
    default: {
      const rules::Type& round = expr.op == Op::cycle_distance ? expr.kids[0].type : expr.type;
      return rules::computed(expr.op, v[0], v.size() > 1 ? v[1] : 0, domain_size(rules_, round));
    }
  }
}

}  // namespace glint
