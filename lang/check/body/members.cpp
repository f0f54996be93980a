// Members: `x.field`, `c.x`, `v.cell`, `beam.colour`.
#include <algorithm>

#include "lang/check/allowed.hpp"
#include "lang/check/body/expressions.hpp"
#include "lang/parse/guesses.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::checking {
namespace {

/// `require CELL in KIND`, as a line before that of the error; not where that line is in the braces of a condition.
void add_requirement(const Context& context, Diagnostic& error, const std::string& condition) {
  const Span at = error.primary.span;
  const std::string_view text = context.sources.file(at.file).text;
  const std::size_t line = line_begin(text, at.begin), first = text.find_first_not_of(" \t", line);
  if (text.substr(line, at.begin - line).find('{') != std::string_view::npos) return;
  const auto place = static_cast<std::uint32_t>(line);
  error.mends.push_back({"add the line `require " + condition + "`",
                         {at.file, place, place},
                         std::string(text.substr(line, first - line)) + "require " + condition + "\n"});
}

}  // namespace

Maybe Members::member(const tree::Expr& expr, const Type* hint) {
  hint_ = hint;
  const tree::Expr& of = expr.kids.front();
  if (of.kind == tree::ExprKind::name && of.name.text == "beam" && scope_.find_local("beam") == nullptr)
    return payload(expr);
  Maybe label;
  if (own_label(expr, label)) return label;
  Maybe value = this->expr(of);
  if (!value) return std::nullopt;
  return member(std::move(*value), expr.name, expr.span);
}

bool Members::own_label(const tree::Expr& expr, Maybe& result) {
  const tree::Expr& of = expr.kids.front();
  if (of.kind != tree::ExprKind::name || scope_.find_local(of.name.text) != nullptr) return false;
  if (context_.names.value_for(of.name.text, plain(Base::player)) == nullptr) return false;
  if (!context_.names.labels().looks_like(expr.name.text)) return false;
  result = scope_.label(of.name.text + " " + expr.name.text, expr.span);
  return true;
}

Maybe Members::payload(const tree::Expr& expr) {
  const std::string& name = expr.name.text;
  if (!scope_.has_payload)
    return refuse(Code::G0208, expr.kids.front().span, "`beam` has a meaning only inside pieces and optics");
  if (name == "way") return node(Op::way, plain(Base::direction), expr.span);
  const int field = beam_field(name, rules_);
  if (field >= 0)
    return about(field, node(Op::payload, unclamped(entry_of(rules_.beams.fields, field).type), expr.span));
  if (context_.silence.lost("beam")) return std::nullopt;
  if (context_.names.report_needed("beam." + name, expr.span)) return std::nullopt;
  std::vector<std::string> names = names_of(rules_.beams.fields);
  names.insert(names.begin(), "way");
  note_members(context_, expr.name, names);
  return refuse(Code::G0206, expr.name.span, "beams have no " + marked(name),
                {.meant = nearest(name, names), .help = there_are(names)});
}

bool Members::is_indexed_by(const Global& global, const Type& type) const {
  if (global.progress != Progress::done || type.is_set) return false;
  if (global.sort == Sort::variable) {
    const auto& index = entry_of(rules_.variables, global.index).index;
    return index && same_base(*index, type);
  }
  const rules::Let& let = entry_of(rules_.lets, global.index);
  return let.form == rules::LetForm::table && let.frame.params == 1 && same_base(let.frame.locals.front().type, type);
}

Maybe Members::unknown_member(const Expr& of, const tree::Name& name, const std::vector<std::string>& names) {
  note_members(context_, name, names);
  Diagnostic& error =
      context_.report.error(Code::G0206, name.span, phrase(of.type, rules_) + " has no " + marked(name.text),
                            {.meant = nearest(name.text, names)});
  if (!names.empty()) error.help = there_are(names);
  const std::string seen(context_.sources.text(of.span));
  const auto write_instead = [&](const std::string& text) {
    error.help = "write " + marked(text);
    error.mends = {writing({of.span.file, of.span.begin, name.span.end}, text)};
  };
  // A variable or table with a value for each of these.
  if (const Global* global = context_.names.find(name.text);
      global != nullptr && (global->sort == Sort::variable || global->sort == Sort::let) &&
      is_indexed_by(*global, of.type))
    write_instead(name.text + "[" + seen + "]");
  else if (global != nullptr && global->sort == Sort::kind && is(of.type, Base::player))
    write_instead(name.text + " of " + seen);
  else if (name.text == "score" && is(of.type, Base::player))
    error.help = "the score of a player is `score(" + std::string(context_.sources.text(of.span)) + ")`, in tests";
  // An edge, as positions and moves write it.
  if (of.type.base == Base::cell && !of.type.is_set &&
      context_.names.value_for(name.text, plain(Base::direction)) != nullptr)
    error.help = "its side there is `edge(" + std::string(context_.sources.text(of.span)) + ", " + name.text + ")`";
  return std::nullopt;
}

Maybe Members::member(Expr of, const tree::Name& name, const Span& span) {
  const Type type = of.type;
  const std::string& text = name.text;
  if (type.is_set) {
    if (type.base == Base::place && text == "cells")
      return node(Op::cells_of, set_of(plain(Base::cell)), span, std::move(of));
    using Guessed = parsing::Place;
    const Guessed cells = type.base == Base::cell ? Guessed::member_of_cells : Guessed::any;
    if (std::string help = parsing::help_for_name(text, Guessed::member_of_set | cells); !help.empty())
      return refuse(Code::G0206, name.span, phrase(type, rules_) + " has no " + marked(text),
                    {.help = std::move(help)});
    if (type.base == Base::cell && context_.names.value_for(text, plain(Base::player)) != nullptr)
      return refuse(Code::G0206, name.span, phrase(type, rules_) + " has no " + marked(text),
                    {.help = "the pieces of a player are `KIND of " + text + "`"});
    note_members(context_, name, {});
    return refuse(Code::G0206, name.span,
                  phrase(type, rules_) + " has no " + marked(text) + ", only each of its elements may",
                  {.help = "loop over it: `for x in ... { }`, `any x in ... : x." + text + " ...`"});
  }
  switch (type.base) {
    case Base::trace:
      return trace_member(std::move(of), name, span);
    case Base::visit:
      return visit_member(std::move(of), name, span);
    case Base::edge:
      if (text == "cells") return node(Op::beside, set_of(plain(Base::cell)), span, std::move(of));
      return unknown_member(of, name, {"cells"});
    case Base::cell:
    case Base::place:
      return piece_member(std::move(of), name, span);
    case Base::number:
      return unknown_member(of, name, {});
    default:
      break;
  }
  if (text == "index") {
    const Type number = number_type(0, size_of(type, context_) - 1);
    return node(Op::index_of, number, span, std::move(of));
  }
  return unknown_member(of, name, {"index"});
}

Maybe Members::trace_member(Expr of, const tree::Name& name, const Span& span) {
  const Type cells = set_of(plain(Base::cell));
  if (name.text == "cells") return node(Op::trace_cells, cells, span, std::move(of));
  if (name.text == "hits") return node(Op::trace_hits, cells, span, std::move(of));
  if (name.text == "source") {
    Type sources = cells;
    // Beams of emitters start at emitters; `trace(c, d)` may start anywhere.
    if (of.op == Op::beams || of.op == Op::trace) sources.stands = emitters(rules_);
    return node(Op::trace_sources, sources, span, std::move(of));
  }
  if (name.text == "visits") return node(Op::trace_visits, set_of(plain(Base::visit)), span, std::move(of));
  if (name.text == "exits") return node(Op::trace_exits, set_of(plain(Base::visit)), span, std::move(of));
  if (name.text == "looped") return about(-1, node(Op::trace_ends, cells, span, std::move(of)));
  const auto& ends = rules_.beams.ends;
  const auto end = std::find(ends.begin(), ends.end(), name.text);
  if (end != ends.end())
    return about(static_cast<int>(end - ends.begin()), node(Op::trace_ends, cells, span, std::move(of)));
  std::vector<std::string> names(kTraceMembers.begin(), kTraceMembers.end());
  names.insert(names.end(), ends.begin(), ends.end());
  return unknown_member(of, name, names);
}

Maybe Members::visit_member(Expr of, const tree::Name& name, const Span& span) {
  if (name.text == "cell") return node(Op::cell_of, plain(Base::cell), span, std::move(of));
  if (name.text == "way") return node(Op::visit_way, plain(Base::direction), span, std::move(of));
  if (name.text == "edge") {
    // The side by which it leaves.
    rules_.has_edges = true;
    Expr cell = node(Op::cell_of, plain(Base::cell), span, of);
    Expr way = node(Op::visit_way, plain(Base::direction), span, std::move(of));
    return node(Op::edges, plain(Base::edge), span, std::move(cell), std::move(way));
  }
  if (name.text == "source") return node(Op::visit_source, plain(Base::cell), span, std::move(of));
  if (name.text == "route") return node(Op::visit_route, set_of(plain(Base::cell)), span, std::move(of));
  if (name.text == "step") return node(Op::visit_step, number_type(0, kMostVisits), span, std::move(of));
  const int field = beam_field(name.text, rules_);
  if (field >= 0)
    return about(field,
                 node(Op::visit_payload, unclamped(entry_of(rules_.beams.fields, field).type), span, std::move(of)));
  if (context_.silence.lost("beam")) return std::nullopt;
  if (context_.names.report_needed("beam." + name.text, span)) return std::nullopt;
  std::vector<std::string> names(kVisitMembers.begin(), kVisitMembers.end());
  for (const auto& each : rules_.beams.fields) names.push_back(each.name);
  return unknown_member(of, name, names);
}

Maybe Members::piece_member(Expr of, const tree::Name& name, const Span& span) {
  const Type type = of.type;
  const std::string& text = name.text;
  if (type.base == Base::place) {
    if (text == "cell") return node(Op::cell_of, plain(Base::cell), span, std::move(of));
    if (text == "level") return node(Op::level_of, number_type(0, kHighestStack - 1), span, std::move(of));
  } else {
    const Type coordinate = number_type(-kMostCells, kMostCells);
    if (text == "x") return node(Op::x_of, coordinate, span, std::move(of));
    if (text == "y") return node(Op::y_of, coordinate, span, std::move(of));
    if (text == "index") return node(Op::index_of, number_type(0, kMostCells), span, std::move(of));
  }
  // All other members are those of the piece on the cell.
  const auto& kinds = rules_.kinds;
  std::vector<std::string> names;
  if (type.base == Base::place)
    names.assign(kPlaceMembers.begin(), kPlaceMembers.end());
  else
    names.assign(kCellMembers.begin(), kCellMembers.end());
  bool anywhere = text == "owner" || text == "kind";
  for (const auto& kind : kinds) {
    for (const std::string& each : field_names(kind, rules_)) {
      anywhere = anywhere || each == text;
      names.push_back(each);
    }
    if (kind.owned) names.push_back("owner");
  }
  // Reactions know only their own piece.
  const bool own = scope_.has_here && of.op == Op::local && of.ref == 0 && scope_.piece >= 0;
  if (!anywhere && type.stands == 0 && !own) {
    if (!types_of_kinds(span).empty()) names.emplace_back("kind");
    std::vector<std::string> distinct;
    for (const std::string& each : names)
      if (std::find(distinct.begin(), distinct.end(), each) == distinct.end()) distinct.push_back(each);
    return unknown_member(of, name, distinct);
  }
  const rules::KindMask stands = own ? rules::KindMask{1} << scope_.piece : type.stands;
  if (stands == 0) return nothing_known(of, name, span);
  if (!own && !scope_.read_state(span, "the piece on a cell")) return std::nullopt;
  if (text == "owner") {
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      if ((stands >> k & 1) == 0 || kinds[k].owned) continue;
      return refuse(Code::G0206, name.span, marked(kinds[k].name) + " has no owner",
                    {.others = {{kinds[k].span, "declared here, without `of player`"}}});
    }
    return node(Op::owner, plain(Base::player), span, std::move(of));
  }
  const bool is_field = std::any_of(rules_.fields.begin(), rules_.fields.end(),
                                    [&](const auto& each) { return each.name == text; });
  if (text == "kind" && !is_field) return kind_of(std::move(of), stands, name, span);
  const int field = field_of(stands, text, rules_);
  if (field >= 0)
    return about(field, node(Op::field, unclamped(entry_of(rules_.fields, field).type), span, std::move(of)));
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if ((stands >> k & 1) == 0 || field_of(rules::KindMask{1} << k, text, rules_) >= 0) continue;
    const std::vector<std::string> own_names = field_names(kinds[k], rules_);
    const bool is_sure = (stands & (stands - 1)) == 0;
    if (is_sure) {
      std::vector<std::string> members = own_names;
      members.insert(members.end(), kCellMembers.begin(), kCellMembers.end());
      if (!types_of_kinds(span).empty()) members.emplace_back("kind");
      note_members(context_, name, std::move(members));
    }
    if (context_.silence.lost(text)) return std::nullopt;
    Diagnostic& error =
        context_.report.error(Code::G0206, name.span, marked(kinds[k].name) + " has no field " + marked(text),
                              {.meant = nearest(text, own_names), .others = {{kinds[k].span, "declared here"}}});
    if (!own_names.empty()) error.help = "it has " + listed(own_names, "and");
    if (!is_sure)
      error.help = "this may be " + kinds_in(stands, rules_) + ": test which, as in `if x in " + kinds[k].name + "`";
    return std::nullopt;
  }
  return refuse(Code::G0206, name.span, marked(text) + " has different types in " + kinds_in(stands, rules_));
}

std::vector<Type> Members::types_of_kinds(const Span& span) {
  std::vector<Type> types;
  for (const std::string& each : context_.names.names_of({Sort::type})) {
    Global* type = context_.names.find(each);
    if (context_.demand(each, *type, span) && type->type.subset == 0 && !kinds_called(type->type, span).empty())
      types.push_back(type->type);
  }
  return types;
}

/// `x.kind`: of the type that is expected, or of the smallest that has all kinds which may stand there.
Maybe Members::kind_of(Expr of, rules::KindMask stands, const tree::Name& name, const Span& span) {
  std::vector<Type> types = types_of_kinds(span);
  if (hint_ != nullptr && !kinds_called(*hint_, span).empty()) types = {element(*hint_)};
  std::erase_if(types, [&](const Type& type) {
    rules::KindMask covered = 0;
    for (const auto& [value, kind] : kinds_called(type, span)) covered |= rules::KindMask{1} << kind;
    return (stands & ~covered) != 0;
  });
  const auto size_of = [&](const Type& type) { return kinds_called(type, span).size(); };
  std::size_t least = ~std::size_t{0};
  for (const Type& type : types) least = std::min(least, size_of(type));
  std::erase_if(types, [&](const Type& type) { return size_of(type) > least; });
  if (types.size() != 1)
    return refuse(Code::G0207, name.span,
                  types.empty() ? "no type here has values for " + kinds_in(stands, rules_)
                                : "several types have values for " + kinds_in(stands, rules_),
                  {.help = types.empty()
                               ? kKinds
                               : "give the type, as in `let k: " + type_name(types.front(), rules_) + " = ...`"});
  Maybe result;
  for (const auto& [value, kind] : kinds_called(types.front(), span)) {
    if ((stands >> kind & 1) == 0) continue;
    Expr one = constant(value, types.front(), span);
    if (result) {
      Maybe cells = kind_cells(kind, span, nullptr, of.type.base == Base::place);
      if (!cells) return std::nullopt;
      Expr test = node(Op::in, plain(Base::flag), span, of, std::move(*cells));
      one = node(Op::if_, types.front(), span, std::move(test), std::move(one), std::move(*result));
    }
    result = std::move(one);
  }
  return result;
}

Maybe Members::nothing_known(const Expr& of, const tree::Name& name, const Span& span) {
  std::vector<std::string> kinds;
  for (std::size_t k = 0; k < rules_.kinds.size(); ++k) {
    const auto& kind = rules_.kinds[k];
    const bool has = name.text == "owner" ? kind.owned : field_of(rules::KindMask{1} << k, name.text, rules_) >= 0;
    if (has) kinds.push_back(kind.name);
  }
  if (scope_.unsure || scope_.wrong_tests > 0) return std::nullopt;
  const std::string seen(context_.sources.text(of.span));
  Diagnostic& error =
      context_.report.error(Code::G0306, span, marked(name.text) + " is read where the piece is not known");
  const std::string kind = kinds.empty() ? "..." : kinds.front();
  if (const auto key = scope_.fact_key(of)) {
    scope_.add_loss(error, *key);
    if (kinds.size() == 1 && (place_ == Place::move || place_ == Place::effect))
      add_requirement(context_, error, seen + " in " + kind);
    if (place_ == Place::test)
      error.help = "test it first: `expect " + seen + " in " + kind + " and ...`, or a line `expect " + seen + " in " +
                   kind + "` before";
    else if (place_ != Place::move && place_ != Place::effect)
      error.help =
          "test it first, as in `if " + seen + " in " + kind + " ...` or `" + seen + " in " + kind + " and ...`";
    else
      error.help = "test it first, as in `require " + seen + " in " + kind + "`, `if " + seen + " in " + kind +
                   " { ... }` or `" + seen + " in " + kind + " and ...`";
  } else {
    error.help = "give the cell a name where it is known: `for x in ... & " + kind + " { ... }`";
  }
  return std::nullopt;
}

}  // namespace glint::lang::checking
