#include "lang/check/declarations/types.hpp"

#include <algorithm>

#include "lang/check/body/body.hpp"

namespace glint::lang::checking {

namespace {

/// The type that a bare name in an expression names, if it does.
std::optional<Type> type_named_by(Context& context, const tree::Expr& expr) {
  if (expr.kind != tree::ExprKind::name) return std::nullopt;
  if (const std::optional<Type> known = type_named(expr.name.text, context.rules)) return known;
  Global* found = context.names.find(expr.name.text);
  if (found == nullptr || found->sort != Sort::type || !context.demand(expr.name.text, *found, expr.span))
    return std::nullopt;
  return found->type;
}

/// The most named types that are some of the values of another.
constexpr std::size_t kMostSubsets = 1000;

/// `SET of BASE`: adds the type, and the set of its values as a `let` without a name of its own.
std::optional<Type> add_subset(Context& context, const std::string& name, const tree::Expr& expr) {
  const std::optional<Type> base = type_named_by(context, expr.kids[1]);
  if (!base) return std::nullopt;
  const auto no_subset = [&](const std::string& message, const std::string& help) {
    return context.report.refuse(Code::G0309, expr.kids[1].span, message, {.help = help});
  };
  if (base->subset != 0) return no_subset("only a complete type can be restricted", "name the complete type after `of`");
  if (base->is_set || base->stands != 0 || base->base == Base::flag || base->base == Base::number)
    return no_subset("this type cannot be restricted",
                     base->base == Base::number ? "write a range of numbers: `2..5`" : "");
  if (context.rules.subsets.size() >= kMostSubsets)
    return context.report.refuse(Code::G0412, expr.span, "there are too many types");
  Body body(context, Place::let);
  Maybe set = body.expr_as(expr.kids[0], set_of(*base));
  if (!set) return std::nullopt;
  if (body.reads.state || body.reads.me || body.reads.beams)
    return context.report.refuse(Code::G0307, set->span, "the values of a type are constant, and this may change",
                                 {.help = "use options, the board, and values computed from them"});
  if (listed_values(*set) == std::uint64_t{0})
    return context.report.refuse(Code::G0304, set->span, "a type has at least one value");
  rules::Subset made;
  made.name = name;
  made.span = expr.span;
  Type type = *base;
  type.subset = static_cast<std::uint16_t>(context.rules.subsets.size() + 1);
  made.refusal.parts.resize(2);
  Expr& value = made.refusal.parts[0].hole.emplace();
  value.op = Op::local;
  value.type = *base;
  made.refusal.parts[0].literal = "`";
  made.refusal.parts[1].literal = "` is not in " + marked(name);
  rules::Let let;
  let.name = name;
  let.span = expr.span;
  let.type = set_of(type);
  let.body = std::move(*set);
  let.body.type.subset = type.subset;  // by definition
  let.frame = std::move(body.frame);
  made.let = add_entry(context.rules.lets, std::move(let));
  context.rules.subsets.push_back(std::move(made));
  return type;
}

/// The `SET of ...` in an expression, where it can be no kind of piece.
const tree::Expr* set_of_something(const tree::Expr& expr) {
  using tree::ExprKind;
  const bool is_set = expr.kind == ExprKind::of &&
                      (expr.kids[0].kind == ExprKind::set || expr.kids[0].kind == ExprKind::comprehension);
  if (is_set) return &expr;
  for (const tree::Expr& kid : expr.kids)
    if (const tree::Expr* found = set_of_something(kid)) return found;
  return nullptr;
}

/// Reports `SET of BASE` that is not written as one; true if it did.
bool is_wrong_subset(Context& context, const tree::Expr& expr) {
  const tree::Expr* of = set_of_something(expr);
  if (of == nullptr) return false;
  const tree::Expr& base = of->kids[1];
  if (!type_named_by(context, base)) {
    context.report.error(Code::G0208, base.span, "a complete type is needed after `of`, by its name",
                         {.help = "as in `type warm = {red, orange} of hue`; of numbers there are ranges, as `2..5`"});
    return true;
  }
  const Span set{expr.span.file, expr.span.begin, of->kids[0].span.end};
  context.report.error(Code::G0208, of->span, "this `of` applies only to the set before it",
                       {.help = "put the whole set in parentheses: " +
                                marked("(" + std::string(context.sources.text(set)) + ") of " + base.name.text)});
  return true;
}

bool add_enumeration(Context& context, const std::string& name, const std::vector<tree::EnumValue>& values,
                     const Span& span, Type& type) {
  // `{on, off}` is the type of conditions.
  if (values.size() == 2 && values[0].spellings.empty() && values[1].spellings.empty() &&
      ((values[0].name.text == "on" && values[1].name.text == "off") ||
       (values[0].name.text == "off" && values[1].name.text == "on"))) {
    type = plain(Base::flag);
    return true;
  }
  if (context.rules.enums.size() >= kMostEnumerations || values.size() > 10000)
    return context.report.deny(Code::G0412, span,
                               context.rules.enums.size() >= kMostEnumerations
                                   ? "there are too many types with lists of values"
                                   : "there are too many values in one list");
  rules::Enumeration made;
  made.name = name;
  made.span = span;
  type = plain(Base::enumeration);
  type.enumeration = static_cast<std::uint16_t>(context.rules.enums.size());
  std::map<std::string, Span> spelt;
  for (const tree::EnumValue& value : values) {
    rules::EnumValue each;
    each.name = value.name.text;
    each.spellings = value.spellings;
    if (each.spellings.empty()) each.spellings.push_back(each.name);
    const auto again = spelt.find(each.name);
    if (again != spelt.end()) {
      context.report.error(Code::G0203, value.name.span, "a second " + marked(each.name) + " in one type",
                           {.others = {{again->second, "the first is here"}}});
      continue;
    }
    spelt.emplace(each.name, value.name.span);
    context.names.add_value(each.name, {type, static_cast<std::int64_t>(made.values.size()), value.name.span});
    made.values.push_back(std::move(each));
  }
  // Every text must mean one value only.
  std::map<std::string, std::string> readings;
  for (const rules::EnumValue& value : made.values) {
    for (const std::string& spelling : value.spellings) {
      const auto [place, fresh] = readings.emplace(spelling, value.name);
      if (fresh || place->second == value.name) continue;
      context.report.error(
          Code::G0203, span,
          marked(place->second) + " and " + marked(value.name) + " are both written " + marked(spelling));
    }
  }
  context.rules.enums.push_back(std::move(made));
  return true;
}

}  // namespace

std::optional<std::uint64_t> listed_values(const Expr& expr) {
  if (expr.type.base == Base::cell || expr.type.base == Base::edge) return std::nullopt;
  if (expr.op == Op::constant && !expr.type.is_set && expr.number >= 0 && expr.number < 64)
    return std::uint64_t{1} << expr.number;
  const bool joins = expr.op == Op::set || expr.op == Op::unite;
  if (!joins) return std::nullopt;
  std::uint64_t values = 0;
  for (const Expr& kid : expr.kids) {
    const std::optional<std::uint64_t> more = listed_values(kid);
    if (!more) return std::nullopt;
    values |= *more;
  }
  return values;
}

std::optional<std::uint64_t> values_of_subset(const Type& type, const rules::Rules& rules) {
  if (type.subset == 0) return std::nullopt;
  return listed_values(entry_of(rules.lets, entry_of(rules.subsets, type.subset - 1).let).body);
}

bool is_subset(const tree::TypeExpr& type, const Context& context) {
  if (type.kind != tree::TypeKind::expr || type.expr.front().kind != tree::ExprKind::of) return false;
  const tree::Expr& base = type.expr.front().kids[1];
  if (base.kind != tree::ExprKind::name) return false;
  for (const auto& [word, known] : kTypeWords)
    if (base.name.text == word) return true;
  const auto found = context.names.globals().find(base.name.text);
  return found != context.names.globals().end() && found->second.sort == Sort::type;
}

std::string type_name(const Type& type, const rules::Rules& rules) {
  // In the order of rules::Base.
  static constexpr const char* kNames[] = {"flag", "",     "",      "player", "direction", "axis",
                                           "cell", "edge", "place", "trace",  "visit"};
  std::string name = kNames[static_cast<std::size_t>(type.base)];
  if (type.subset != 0) name = rules.subsets[type.subset - 1U].name;
  if (type.base == Base::number) name = std::to_string(type.lo) + ".." + std::to_string(type.hi);
  if (type.base == Base::enumeration && type.subset == 0)
    name = type.enumeration < rules.enums.size() ? rules.enums[type.enumeration].name : "?";
  if (type.clamped) name = "clamped " + name;
  return type.is_set ? "set of " + name : name;
}

std::string phrase(const Type& type, const rules::Rules& rules) {
  if (type.base == Base::trace) return "a trace";
  if (type.base == Base::visit) return type.is_set ? "visits" : "a visit";
  if (type.base == Base::place) return type.is_set ? "a set of pieces" : "a piece";
  if (type.base == Base::number) {
    if (type.is_set) return "a set of numbers";
    return type.lo == type.hi ? "the number " + std::to_string(type.lo) : "a number";
  }
  if (type.base == Base::flag) return type.is_set ? "a set of flags" : "a condition";
  std::string noun = type_name(element(type), rules);
  const bool declared = type.base == Base::enumeration || type.subset != 0;
  if (declared) noun = marked(noun);
  if (type.is_set) return "a set of " + (declared ? noun : noun == "axis" ? "axes" : noun + "s");
  if (declared) return "a " + noun;
  return with_article(noun);
}

std::string kinds_in(rules::KindMask kinds, const rules::Rules& rules) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < rules.kinds.size(); ++k)
    if ((kinds >> k & 1) != 0) names.push_back(rules.kinds[k].name);
  return listed(names);
}

std::vector<std::string> field_names(const rules::Kind& kind, const rules::Rules& rules) {
  std::vector<std::string> names;
  for (const int field : kind.fields) names.push_back(entry_of(rules.fields, field).name);
  return names;
}

int beam_field(const std::string& name, const rules::Rules& rules) {
  for (std::size_t i = 0; i < rules.beams.fields.size(); ++i)
    if (rules.beams.fields[i].name == name) return static_cast<int>(i);
  return -1;
}

int field_of(rules::KindMask kinds, const std::string& name, const rules::Rules& rules) {
  int common = -1;
  bool first = true;
  for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
    if ((kinds >> k & 1) == 0) continue;
    int found = -1;
    for (const int field : rules.kinds[k].fields)
      if (entry_of(rules.fields, field).name == name) found = field;
    if (found < 0 || (!first && found != common)) return -1;
    common = found;
    first = false;
  }
  return common;
}

rules::KindMask emitters(const rules::Rules& rules) {
  rules::KindMask mask = 0;
  for (std::size_t k = 0; k < rules.kinds.size(); ++k)
    if (rules.kinds[k].emits) mask |= rules::KindMask{1} << k;
  return mask;
}

std::optional<std::vector<std::string>> names_of_values(const Type& type, const rules::Rules& rules) {
  std::vector<std::string> names;
  switch (type.base) {
    case Base::player:
      names = names_of(rules.players);
      break;
    case Base::direction:
      names = names_of(rules.lattice.directions);
      break;
    case Base::axis:
      names = names_of(rules.lattice.axes);
      names.erase(std::remove(names.begin(), names.end(), ""), names.end());
      break;
    default:
      break;
  }
  if (names.empty()) return std::nullopt;
  return names;
}

std::int64_t size_of(const Type& type, const Context& context) {
  const auto directions =
      static_cast<std::int64_t>(context.has_lattice() ? context.rules.lattice.directions.size() : kMostDirections);
  const std::int64_t cells = context.most_cells().value_or(kMostCells);
  switch (type.base) {
    case Base::flag:
      return 2;
    case Base::number:
      return std::min(kMostCells, type.hi - type.lo + 1);
    case Base::enumeration:
      return static_cast<std::int64_t>(context.rules.enums[type.enumeration].values.size());
    case Base::player:
      return static_cast<std::int64_t>(context.rules.players.empty() ? kMostPlayers : context.rules.players.size());
    case Base::direction:
    case Base::axis:
      return directions;
    case Base::cell:
      return cells;
    case Base::edge:
      return cells * directions;
    case Base::place:
      return cells * (context.most_cells() ? context.rules.board.stacks : kHighestStack);
    case Base::trace:
      return 1;
    case Base::visit:
      return kMostVisits;
  }
  return 1;
}

std::optional<Type> type_named(std::string_view name, rules::Rules& rules) {
  for (const auto& [word, base] : kTypeWords) {
    if (name != word) continue;
    rules.has_edges = rules.has_edges || base == Base::edge;
    return plain(base);
  }
  return std::nullopt;
}

std::optional<Type> type_of(Context& context, const std::vector<tree::TypeExpr>& type, const std::string& owner) {
  if (type.empty()) return std::nullopt;
  return type_of(context, type.front(), owner);
}

std::optional<Type> type_of(Context& context, const tree::TypeExpr& type, const std::string& owner) {
  switch (type.kind) {
    case tree::TypeKind::set_of: {
      std::optional<Type> inner = type_of(context, type.inner, owner);
      if (!inner) return std::nullopt;
      if (inner->is_set) return context.report.refuse(Code::G0309, type.span, "the elements of a set cannot be sets");
      return set_of(*inner);
    }
    case tree::TypeKind::clamped: {
      std::optional<Type> inner = type_of(context, type.inner, owner);
      if (!inner) return std::nullopt;
      if (!is(*inner, Base::number))
        return context.report.refuse(Code::G0309, type.span, "only a range of numbers can be clamped",
                                     {.help = "as in `clamped 0..4`"});
      inner->clamped = true;
      return inner;
    }
    case tree::TypeKind::enumeration: {
      Type made;
      if (!add_enumeration(context, owner, type.values, type.span, made)) return std::nullopt;
      return made;
    }
    case tree::TypeKind::expr:
      break;
  }
  const tree::Expr& expr = type.expr.front();
  if (is_subset(type, context)) return add_subset(context, owner, expr);
  if (is_wrong_subset(context, expr)) return std::nullopt;
  if (expr.kind == tree::ExprKind::name) {
    const std::string& name = expr.name.text;
    if (const std::optional<Type> known = type_named(name, context.rules)) return known;
    Global* found = context.names.find(name);
    if (found != nullptr && found->sort == Sort::type)
      return context.demand(name, *found, expr.span) ? std::optional<Type>(found->type) : std::nullopt;
    if (found == nullptr && (!Namespace::is_builtin(name) || name == "cells" || name == "edges" || name == "around")) {
      std::vector<std::string> names = context.names.names_of({Sort::type, Sort::kind});
      for (const auto& [word, base] : kTypeWords) names.emplace_back(word);
      Diagnostic* error = context.names.unknown({name, expr.span}, "type", names);
      if (error != nullptr && (name == "int" || name == "integer" || name == "number" || name == "uint"))
        error->help = "numbers have a range: write `0..99`", error->mends = {writing(expr.span, "0..99")};
      if (error != nullptr && (name == "bool" || name == "boolean"))
        error->help = "use `flag`, with the values `on` and `off`", error->mends = {writing(expr.span, "flag")};
      if (error != nullptr && (name == "string" || name == "text"))
        error->help = "there is no text type: list the values, as in `{one, two}`";
      if (error != nullptr && name == "around") error->meant = "direction";
      return std::nullopt;
    }
    if (found == nullptr || (found->sort != Sort::kind && found->sort != Sort::let)) {
      Diagnostic& error = context.report.error(Code::G0208, expr.span, marked(name) + " is not a type");
      if (found != nullptr) error.others.push_back({found->decl->name.span, "declared here"});
      return std::nullopt;
    }
  }
  if (expr.kind == tree::ExprKind::range) {
    Body bounds(context, Place::constant);
    Maybe range = bounds.expr(expr);
    if (!range) return std::nullopt;
    return element(range->type);
  }
  // A set of cells, for the pieces that stand there. It reads the board, but the body that uses the type does not.
  Body kinds(context, Place::let);
  Maybe set = kinds.any_set(expr);
  if (!set) return std::nullopt;
  if (set->type.base != Base::cell || set->type.stands == 0)
    return context.report.refuse(
        Code::G0309, expr.span, "this is not a type",
        {.help = set->type.base == Base::cell
                     ? "only sets of pieces can be used as a type, as `a | b` of two kinds"
                     : "types are ranges `a..b`, lists `{a, b}`, named types and kinds of piece"});
  return element(set->type);
}

}  // namespace glint::lang::checking
