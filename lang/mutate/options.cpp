// Options, and numbers and named values in rules.
#include <algorithm>
#include <map>
#include <set>

#include "lang/mutate/finder.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::mutating {
namespace {

using rules::Base;
using tree::Decl;
using tree::DeclKind;
using tree::ExprKind;
using tree::StmtKind;

/// A value of an option as a script writes it; empty for types that options do not have.
std::string value_text(const rules::Rules& rules, const rules::Type& type, std::int64_t value) {
  switch (type.base) {
    case Base::number:
      return std::to_string(value);
    case Base::flag:
      return value == 0 ? "off" : "on";
    case Base::enumeration:
      return rules.enums[type.enumeration].values[static_cast<std::size_t>(value)].name;
    case Base::player:
      return rules.players[static_cast<std::size_t>(value)].name;
    default:
      return {};
  }
}

/// The values that an option may have, but for its default; of a long range those near it, and others as far apart as
/// each other.
std::vector<std::int64_t> other_values(const rules::Rules& rules, const rules::Option& option) {
  constexpr std::int64_t kMany = 16;
  std::vector<std::int64_t> values = option.values;
  if (!option.is_value_set && option.type.base == Base::number) {
    const std::int64_t lo = option.type.lo, hi = option.type.hi, now = option.initial;
    std::set<std::int64_t> some;
    const std::int64_t step = 1 + (hi - lo) / kMany;
    for (std::int64_t value = lo; value <= hi; value += step) some.insert(value);
    for (const std::int64_t value : {now - 2, now - 1, now + 1, now + 2, hi})
      if (value >= lo && value <= hi) some.insert(value);
    values.assign(some.begin(), some.end());
  } else if (option.type.base == Base::enumeration) {
    values.resize(rules.enums[option.type.enumeration].values.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(i);
  } else if (option.type.base == Base::flag) {
    values = {0, 1};
  }
  values.erase(std::remove(values.begin(), values.end(), option.initial), values.end());
  return values;
}

/// The declarations whose numbers and values decide how a game goes: not types, looks, tests, clocks and notes.
bool is_rule(DeclKind kind) {
  return equals_any(kind, {DeclKind::let, DeclKind::bag, DeclKind::var, DeclKind::effect, DeclKind::move,
                           DeclKind::after, DeclKind::setup, DeclKind::play, DeclKind::end, DeclKind::score,
                           DeclKind::enters, DeclKind::crosses, DeclKind::piece, DeclKind::optic});
}

/// Calls with all expressions of rules of this declaration, outermost first.
void each_rule_expr(const Decl& decl, auto&& visit) {
  if (const tree::Expr* expr = expr_of(decl)) each_expr(*expr, visit);
  each_expr(body_of(decl), visit);
  each_expr(cases_of(decl), visit);
  const auto* piece = decl.get_if<tree::PieceDecl>();
  if (piece == nullptr) return;
  each_expr(piece->crosses.cases, visit);
  if (piece->sides) each_expr(*piece->sides, visit);
  if (piece->emits) each_expr(piece->emits->directions, visit);
}

/// "In `let strength`: `2 + count(booster)` instead of `1 + count(booster)`."
std::string replaced_sentence(const Finder& finder, const Decl& decl, const std::string& now, const Span& span) {
  const std::string before = finder.text(span);
  const bool is_whole_let = decl.kind == DeclKind::let && expr_of(decl)->span == span;
  if (is_whole_let) return "`" + decl.name.text + "` is " + now + " instead of " + before + ".";
  // The line, before and after, if it can be taken in at a glance.
  constexpr std::size_t kMost = 70;
  const LineColumn place = finder.sources.locate(span.file, span.begin);
  const std::string whole(finder.sources.line(span.file, place.line));
  const std::size_t column = span.begin - finder.line_begin(span.begin, span.file);
  const std::string plain = without_comments(whole), code = plain.substr(0, plain.find("   \""));
  const bool is_head = decl.span.begin >= span.begin - column && decl.span.begin <= span.begin;
  const std::string where = is_head ? "" : "In " + finder.called(decl) + ": ";
  if (code.size() > kMost || column + before.size() > code.size())
    return "In " + finder.called(decl) + ": `" + now + "` instead of `" + before + "`.";
  std::string changed = code;
  changed.replace(column, before.size(), now);
  return where + marked(trimmed(changed)) + " instead of " + marked(trimmed(code)) + ".";
}

struct Bounds {
  std::int64_t lo = 0, hi = 1000;
};

/// Between what numbers of a declaration may lie, by where they begin: beside what they are compared with, and as the
/// field of a piece. A number in `cell(x, y)` names a place on the board, and stays.
std::map<std::uint32_t, Bounds> bounds_in(const Finder& finder, const Decl& decl) {
  std::map<std::uint32_t, Bounds> bounds;
  each_rule_expr(decl, [&](const tree::Expr& expr) {
    if (expr.kind == ExprKind::call && expr.name.text == "cell")
      each_expr(expr, [&](const tree::Expr& part) { bounds[part.span.begin] = {1, 0}; });
    const rules::Expr* call = expr.kind == ExprKind::call ? finder.checked(expr.span) : nullptr;
    if (call != nullptr && call->op == rules::Op::call && call->ref >= 0) {
      const std::vector<rules::Local>& params = finder.rules.lets[static_cast<std::size_t>(call->ref)].frame.locals;
      for (std::size_t i = 0; i < expr.args.size() && i < params.size(); ++i)
        if (params[i].type.base == Base::number && expr.args[i].value.size() == 1)
          bounds[expr.args[i].value[0].span.begin] = {params[i].type.lo, params[i].type.hi};
    }
    if (expr.kind != ExprKind::binary || expr.kids.size() != 2) return;
    for (const int side : {0, 1}) {
      const rules::Expr* other = finder.checked(expr.kids[static_cast<std::size_t>(1 - side)].span);
      if (other == nullptr || other->type.base != Base::number || other->type.is_set) continue;
      const std::uint32_t at = expr.kids[static_cast<std::size_t>(side)].span.begin;
      switch (expr.op) {
        case BinaryOp::eq:
        case BinaryOp::ne:
        case BinaryOp::lt:
        case BinaryOp::le:
        case BinaryOp::gt:
        case BinaryOp::ge:
          bounds[at] = {std::max<std::int64_t>(0, other->type.lo), other->type.hi};
          break;
        default:
          break;
      }
    }
  });
  each_stmt(body_of(decl), [&](const tree::Stmt& stmt) {
    if (stmt.kind != StmtKind::put) return;
    for (const tree::Arg& arg : stmt.args)
      for (const rules::PieceField& field : finder.rules.fields)
        if (arg.name && arg.name->text == field.name && field.type.base == Base::number && arg.value.size() == 1)
          bounds[arg.value[0].span.begin] = {field.type.lo, field.type.hi};
  });
  return bounds;
}

}  // namespace

void find_options(Finder& finder) {
  for (std::size_t i = 0; i < finder.decls().size(); ++i) {
    const Decl& decl = finder.decls()[i];
    if (decl.kind != DeclKind::option) continue;
    for (const rules::Option& option : finder.rules.options) {
      if (option.name != decl.name.text) continue;
      const std::string before = value_text(finder.rules, option.type, option.initial);
      if (before.empty()) continue;
      for (const std::int64_t value : other_values(finder.rules, option)) {
        const std::string now = value_text(finder.rules, option.type, value);
        std::string sentence = "The option `" + option.name + "` is " + now + " instead of " + before;
        sentence += option.text.empty() ? "." : ": " + option.text + ".";
        finder.edit(MutationKind::options, i, expr_of(decl)->span, now, std::move(sentence));
      }
    }
  }
}

void find_numbers(Finder& finder) {
  for (std::size_t i = 0; i < finder.decls().size(); ++i) {
    const Decl& decl = finder.decls()[i];
    if (!is_rule(decl.kind) || !finder.is_whole(decl) || !finder.is_played(i)) continue;
    const std::map<std::uint32_t, Bounds> bounds = bounds_in(finder, decl);
    each_rule_expr(decl, [&](const tree::Expr& expr) {
      if (expr.kind != ExprKind::number) return;
      const auto known = bounds.find(expr.span.begin);
      auto [lo, hi] = known == bounds.end() ? Bounds{} : known->second;
      if (decl.kind == DeclKind::var) {  // an initial value lies in the domain of its variable
        for (const rules::Variable& variable : finder.rules.variables)
          if (variable.name == decl.name.text && variable.type.base == Base::number)
            lo = variable.type.lo, hi = variable.type.hi;
      }
      std::set<std::int64_t> others = {expr.value - 1, expr.value + 1};
      if (expr.value >= 3) others.insert(2 * expr.value);
      if (expr.value >= 6) others.insert(expr.value / 2);
      for (const std::int64_t value : others)
        if (value >= lo && value <= hi)
          finder.edit(MutationKind::numbers, i, expr.span, std::to_string(value),
                      replaced_sentence(finder, decl, std::to_string(value), expr.span));
    });
  }
}

void find_values(Finder& finder) {
  const rules::Rules& rules = finder.rules;
  for (std::size_t i = 0; i < finder.decls().size(); ++i) {
    const Decl& decl = finder.decls()[i];
    if (!is_rule(decl.kind) || !finder.is_whole(decl) || !finder.is_played(i)) continue;
    each_rule_expr(decl, [&](const tree::Expr& expr) {
      if (expr.kind != ExprKind::name) return;
      const rules::Expr* checked = finder.checked(expr.span);
      if (checked == nullptr || checked->op != rules::Op::constant || checked->type.is_set || checked->type.subset != 0)
        return;
      std::vector<std::string> others;
      const auto ring = [&](std::size_t size, const auto& name) {  // the next ones round the ring, and the opposite
        const auto at = static_cast<std::size_t>(checked->number);
        if (at >= size || name(at) != expr.name.text) return;
        std::set<std::size_t> some = {(at + 1) % size, (at + size - 1) % size, (at + size / 2) % size};
        some.erase(at);
        for (const std::size_t one : some)
          if (!name(one).empty()) others.push_back(name(one));
      };
      switch (checked->type.base) {
        case Base::direction:
          ring(rules.lattice.directions.size(), [&](std::size_t d) { return rules.lattice.directions[d].name; });
          break;
        case Base::axis:
          ring(rules.lattice.axes.size(), [&](std::size_t a) { return rules.lattice.axes[a].name; });
          break;
        case Base::player:
          ring(rules.players.size(), [&](std::size_t p) { return rules.players[p].name; });
          break;
        case Base::enumeration: {
          const auto& values = rules.enums[checked->type.enumeration].values;
          ring(values.size(), [&](std::size_t v) { return values[v].name; });
          break;
        }
        default:
          break;
      }
      for (const std::string& other : others)
        finder.edit(MutationKind::values, i, expr.span, other, replaced_sentence(finder, decl, other, expr.span));
    });
  }
}

}  // namespace glint::lang::mutating
