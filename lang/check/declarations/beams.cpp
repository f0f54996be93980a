// Beams: their payloads, the pieces that emit and act on them, terrain, and named tables of reactions (optics).
#include "lang/check/declarations/declarations.hpp"

#include <algorithm>

#include "lang/check/body/body.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang::checking {
namespace {

bool check_update(Context& context, const tree::Stmt& update, Body& body, rules::PayloadUpdate& result) {
  result.span = update.span;
  const bool of_beam = update.kind == tree::StmtKind::assign && update.exprs.size() > 1 &&
                       update.exprs[0].kind == tree::ExprKind::member &&
                       update.exprs[0].kids.front().kind == tree::ExprKind::name &&
                       update.exprs[0].kids.front().name.text == "beam";
  if (!of_beam)
    return context.report.deny(Code::G0402, update.exprs.empty() ? update.span : update.exprs[0].span,
                               "only the fields of the beam can change here", {.help = "as in `beam.power -= 1`"});
  Maybe target = body.expr(update.exprs[0]);
  if (!target) return false;
  if (target->op != Op::payload)
    return context.report.deny(Code::G0415, update.exprs[0].span, "a beam's direction is not assigned",
                               {.help = "write how the beam continues: `turns 1`, `leaves facing`, `reflects across line`"});
  result.field = target->ref;
  const rules::BeamField& field = entry_of(context.rules.beams.fields, target->ref);
  rules::Stmt stmt;
  if (!body.assigned(update, field.type, stmt, "beam." + field.name, target)) return false;
  result.op = stmt.assign;
  result.value = std::move(stmt.exprs.front());
  return true;
}

/// Adds the correct updates; false if one is wrong.
bool check_updates(Context& context, const tree::Block& updates, Body& body,
                   std::vector<rules::PayloadUpdate>& result) {
  bool good = true;
  for (const tree::Stmt& update : updates) {
    rules::PayloadUpdate made;
    const bool right = check_update(context, update, body, made);
    if (right) result.push_back(std::move(made));
    good = good && right;
  }
  return good;
}

/// The number of the end with this name; -1, after a report, if there is none.
int end_named(Context& context, const tree::Name& name) {
  const std::vector<std::string>& ends = context.rules.beams.ends;
  const auto found = std::find(ends.begin(), ends.end(), name.text);
  if (found != ends.end()) return static_cast<int>(found - ends.begin());
  if (!context.silence.lost(name.text))
    context.report.error(Code::G0201, name.span, "beams have no end " + marked(name.text),
                         {.meant = nearest(name.text, ends),
                          .help = ends.empty() ? "name their ends in `beam { ends {" + name.text + "} }`"
                                               : "their ends are " + listed(ends, "and")});
  return -1;
}

bool check_outcome(Context& context, const tree::Outcome& outcome, Body& body, rules::Outcome& result) {
  const auto add = [&](Maybe value) { return checking::add(std::move(value), result.exprs); };
  const Type direction = plain(Base::direction);
  bool good = true;
  result.way = outcome.way;
  switch (outcome.way) {
    case tree::Way::straight:
      break;
    case tree::Way::stops:
      if (outcome.end) result.ref = end_named(context, *outcome.end);
      good = !outcome.end || result.ref >= 0;
      break;
    case tree::Way::reflects: {
      const Type axis = plain(Base::axis);
      Maybe across = body.expr(outcome.exprs.front(), &axis);
      if (across && is(across->type, Base::direction))
        across = node(Op::axis_of, axis, Span(across->span), std::move(*across));
      good = add(body.convert(std::move(across), axis));
      break;
    }
    case tree::Way::turns:
      good = add(body.number(outcome.exprs.front()));
      break;
    case tree::Way::leaves:
      good = add(body.expr_as(outcome.exprs.front(), direction));
      break;
    case tree::Way::to:
      good = add(body.expr_as(outcome.exprs.front(), plain(Base::cell)));
      if (outcome.exprs.size() > 1) good = add(body.expr_as(outcome.exprs[1], direction)) && good;
      break;
    case tree::Way::optic: {
      static const std::set<std::string> kWays{"straight", "stops", "reflects", "turns", "leaves", "to"};
      if (kWays.count(outcome.optic.text) != 0 && context.names.find(outcome.optic.text) == nullptr)
        return context.report.deny(
            Code::G0201, outcome.optic.span, marked(outcome.optic.text) + " takes no parentheses",
            {.help = "write `straight`, `stops`, `reflects across A`, `turns N`, `leaves D` or `to C`"});
      const Global* optic = body.declared(outcome.optic, {Sort::optic}, "optic");
      if (optic == nullptr) return false;
      const rules::Optic& named = entry_of(context.rules.beams.optics, optic->index);
      const std::vector<rules::Local> params = Calls::parameters_of(named.frame, 1);  // after `here`
      const auto args = Calls(body).unnamed(outcome.args);
      good = args && Calls(body).arguments(outcome.optic.text, params, Span(named.span), outcome.optic.span, *args,
                                           result.exprs);
      result.ref = optic->index;
      if (outcome.updates.empty()) return good;
      return context.report.deny(Code::G0402, outcome.updates.front().span,
                                 "a named optic has its own changes of the beam");
    }
  }
  return check_updates(context, outcome.updates, body, result.updates) && good;
}

void check_cases(Context& context, const std::vector<tree::Case>& source, Body& body, std::vector<rules::Case>& cases) {
  const tree::Case* last = nullptr;  // the one that fits every beam
  for (const tree::Case& each : source) {
    if (last != nullptr) {
      context.report.error(Code::G0413, each.span, "this case is never reached",
                           {.help = "put it before the case that always matches",
                            .others = {{last->span, "this case always matches"}}});
      break;
    }
    if (each.from == tree::CaseFrom::any && each.condition.empty()) last = &each;
    rules::Case made;
    made.span = each.span;
    made.from = each.from;
    bool good = true;
    if (!each.relative_to.empty()) {
      made.relative_to = body.expr_as(each.relative_to.front(), plain(Base::direction));
      good = made.relative_to.has_value();
    } else if (each.from != tree::CaseFrom::any) {
      const int facing = body.piece >= 0 ? field_of(rules::KindMask{1} << body.piece, "facing", context.rules) : -1;
      if (facing >= 0 && is(entry_of(context.rules.fields, facing).type, Base::direction)) {
        made.relative_to = about(facing, node(Op::field, plain(Base::direction), each.span, body.local(0, each.span)));
      } else {
        good = false;
        if (!context.silence.lost("facing")) {
          context.report.error(
              Code::G0405, each.span, "the front for `from` is not known",
              {.help = body.piece >= 0
                           ? "give the piece a field `facing: direction`, or write the direction: `from behind e`"
                           : "write the direction, as in `from behind front`"});
        }
      }
    }
    const Facts before = body.facts;
    if (!each.condition.empty()) {
      made.condition = body.flag(each.condition.front());
      good = good && made.condition.has_value();
      if (made.condition) body.learn(*made.condition, true);
    }
    for (const tree::Outcome& outcome : each.outcomes) {
      rules::Outcome result;
      result.span = outcome.span;
      if (check_outcome(context, outcome, body, result))
        made.outcomes.push_back(std::move(result));
      else
        good = false;
    }
    body.facts = before;
    if (good) cases.push_back(std::move(made));
  }
}

/// A table of cases, declared at `span`.
rules::Optic table_of(Context& context, const std::vector<tree::Case>& cases, Span span, Body& body) {
  body.has_payload = true;
  rules::Optic table;
  table.span = span;
  check_cases(context, cases, body, table.cases);
  table.frame = std::move(body.frame);
  return table;
}

}  // namespace

void check_beam(Context& context) {
  for (const tree::Decl* decl : context.parts.beams) {
    for (const tree::FieldDecl& field : fields_of(*decl)) {
      const std::string& name = field.name.text;
      if (const int first = beam_field(name, context.rules); first >= 0) {
        context.report.error(Code::G0203, field.name.span, "a second " + marked(name) + " of beams",
                             {.others = {{entry_of(context.rules.beams.fields, first).span, "declared here"}}});
        continue;
      }
      if (context.rules.beams.fields.size() >= kMostFields)
        return context.report.say(Code::G0412, field.name.span, "beams have too many fields");
      if (std::find(kVisitMembers.begin(), kVisitMembers.end(), name) != kVisitMembers.end()) {
        context.report.error(Code::G0203, field.name.span, marked(name) + " is already a member of every beam",
                             {.help = "choose another name"});
        continue;
      }
      Body body(context, Place::constant);
      const std::optional<Type> type = type_of(context, field.type, name);
      if (!type) {
        context.silence.lose("beam");
        continue;
      }
      if (type->stands != 0) {
        context.report.error(Code::G0309, field.type.front().span, "a beam cannot carry a kind of piece");
        continue;
      }
      rules::BeamField made;
      made.name = name;
      made.type = *type;
      made.span = field.name.span;
      if (!field.initial.empty()) {
        Maybe initial = body.expr_as(field.initial.front(), *type);
        if (initial) made.initial = std::move(*initial);
      } else if (type->is_set) {
        made.initial = node(Op::set, set_of(*type), field.name.span);
      } else {
        made.initial = node(Op::constant, *type, field.name.span);
        made.initial.number = type->base == Base::number ? type->lo : 0;
        if (type->base == Base::number) made.initial.type = number_type(type->lo, type->lo);
        if (type->base == Base::cell || type->base == Base::edge) {
          context.report.error(Code::G0405, field.name.span,
                               marked(name) + " needs an initial value, as cells have no first one");
        }
      }
      context.rules.beams.fields.push_back(std::move(made));
    }
    std::vector<std::string>& ends = context.rules.beams.ends;
    for (const tree::Name& end : names_of(*decl)) {
      if (std::find(ends.begin(), ends.end(), end.text) != ends.end()) {
        context.report.error(Code::G0203, end.span, "a second end " + marked(end.text));
        continue;
      }
      if (std::find(kTraceMembers.begin(), kTraceMembers.end(), end.text) != kTraceMembers.end()) {
        context.report.error(Code::G0203, end.span, marked(end.text) + " is already a member of every trace",
                             {.help = "choose another name: `trace(...).NAME` is the set of cells where beams ended like that"});
        continue;
      }
      if (ends.size() >= kMostFields)
        return context.report.say(Code::G0412, end.span, "beams have too many ends");
      ends.push_back(end.text);
    }
  }
}

// ---- pieces ----

/// `owner: player`
bool is_owner(const tree::FieldDecl& field) {
  if (field.name.text != "owner" || field.type.empty()) return false;
  const tree::TypeExpr& type = field.type.front();
  return type.kind == tree::TypeKind::expr && type.expr.front().kind == tree::ExprKind::name &&
         type.expr.front().name.text == "player";
}

void check_kind(Context& context, Global& global) {
  const tree::Decl& decl = *global.decl;
  const auto& piece = decl.as<tree::PieceDecl>();
  if (context.rules.kinds.size() >= kMostKinds)
    return context.report.say(Code::G0412, decl.name.span,
                              "more than " + std::to_string(kMostKinds) + " kinds of piece are too many");
  rules::Kind kind;
  kind.name = decl.name.text;
  if (piece.label) kind.label = plain_text(*piece.label);
  kind.owned = piece.owned;
  kind.emits = piece.emits.has_value();
  kind.span = decl.name.span;
  Body body(context, Place::constant);
  static const std::set<std::string> kTaken{"owner", "x", "y", "cell", "level", "index", "here", "beam"};
  std::map<std::string, Span> seen;
  for (const tree::FieldDecl& field : piece.fields) {
    const std::string& name = field.name.text;
    if (kind.fields.size() >= kMostFields) {
      context.report.error(Code::G0412, field.name.span,
                           marked(kind.name) + " has more than " + std::to_string(kMostFields) + " fields");
      break;
    }
    if (const auto [first, fresh] = seen.emplace(name, field.name.span); !fresh) {
      context.report.error(Code::G0203, field.name.span, "a second field " + marked(name) + " in " + marked(kind.name),
                           {.others = {{first->second, "declared here"}}});
      continue;
    }
    if (is_owner(field)) {
      context.report.error(Code::G0203, field.name.span, "the owner of a piece is no field",
                           {.help = kind.owned ? "`of player` says it: leave this out"
                                               : "write `piece " + kind.name + " of player { ... }`, without this field"});
      kind.owned = true;
      continue;
    }
    if (kTaken.count(name) != 0) {
      // It still becomes a field, so that its uses are not errors, too.
      context.report.error(Code::G0203, field.name.span, marked(name) + " is already a member of every piece or cell",
                           {.help = "choose another name"});
    }
    for (const Value& value : context.names.values_of(name)) {
      if (value.type.base == Base::direction)
        context.report.error(Code::G0204, field.name.span, marked(name) + " is a direction of the board",
                             {.help = "choose another name"});
    }
    const std::optional<Type> type = type_of(context, field.type, name);
    if (!type) {
      context.silence.lose(name);
      context.silence.lose_pieces();
      continue;
    }
    if (type->stands != 0 || (type->is_set && type->base == Base::number)) {
      context.report.error(
          Code::G0309, field.type.front().span,
          type->stands != 0 ? "a field cannot be a kind of piece" : "a field cannot be a set of numbers");
      context.silence.lose(name);
      continue;
    }
    // Kinds that have a field of one name and type share it.
    std::vector<rules::PieceField>& all = context.rules.fields;
    const auto shared =
        std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name && each.type == *type; });
    kind.fields.push_back(shared != all.end() ? static_cast<int>(shared - all.begin())
                                              : add_entry(all, {name, *type, field.name.span}));
    kind.firsts.emplace_back();
    if (!field.initial.empty()) {
      const std::size_t bound = body.frame.locals.size();
      Maybe first = body.expr_as(field.initial.front(), *type);
      // It is copied to every `put` of such a piece, so it may not bind a name.
      if (first && body.frame.locals.size() != bound)
        first = context.report.refuse(Code::G0307, first->span,
                                      "the initial value of a field is written with numbers, names and options",
                                      {.help = "give a computed value when the piece is put: `put " +
                                               decl.name.text + "(" + name + " = ...)`"});
      kind.firsts.back() = std::move(first);
    }
  }
  global.index = add_entry(context.rules.kinds, std::move(kind));
  global.type = set_of(plain(Base::cell));
  global.type.stands = rules::KindMask{1} << global.index;
  context.demand.later(global);
}

void check_kind_body(Context& context, Global& global) {
  const tree::Decl& decl = *global.decl;
  const auto& piece = decl.as<tree::PieceDecl>();
  const auto slot = static_cast<std::size_t>(global.index);
  if (piece.owner) {
    Body body(context, Place::look, global.index);
    // While the expression of its owner is checked, a piece has none.
    context.rules.kinds[slot].owned = false;
    Maybe owner = body.expr_as(*piece.owner, plain(Base::player));
    context.rules.kinds[slot].owned = true;
    if (owner) context.rules.kinds[slot].owner_from = std::move(*owner);
  }
  if (piece.emits) {
    Body body(context, Place::beams, global.index);
    Maybe directions = body.expr_as(piece.emits->directions.front(), set_of(plain(Base::direction)));
    body.has_payload = true;
    std::vector<rules::PayloadUpdate> updates;
    check_updates(context, piece.emits->updates, body, updates);
    rules::Kind& kind = context.rules.kinds[slot];
    if (directions) kind.emits_directions = std::move(*directions);
    kind.emits_updates = std::move(updates);
    kind.emits_frame = std::move(body.frame);
  }
  if (piece.comes) {
    Body body(context, Place::beams, global.index);
    context.rules.kinds[slot].reaction =
        add_entry(context.rules.beams.optics, table_of(context, piece.comes->cases, piece.comes->span, body));
  }
  if (piece.sides) {
    Body where(context, Place::beams, global.index);
    Maybe sides = where.expr_as(*piece.sides, set_of(plain(Base::direction)));
    rules::Kind& kind = context.rules.kinds[slot];
    kind.sides_frame = std::move(where.frame);
    if (sides) kind.sides = std::move(*sides);
    Body body(context, Place::beams, global.index);
    context.rules.kinds[slot].sides_reaction =
        add_entry(context.rules.beams.optics, table_of(context, piece.crosses.cases, piece.crosses.span, body));
  }
  if (!piece.look && !piece.looks.empty())
    context.report.error(Code::G0405, decl.head, marked(decl.name.text) + " has no `look` for when no condition holds",
                         {.help = "add `look \"...\"` after those with `when`"});
  if (piece.look) {
    Body body(context, Place::look, global.index);
    for (const auto& [condition, text] : piece.looks) {
      Maybe when = body.flag(condition);
      auto look = body.text(text);
      if (when && look) context.rules.kinds[slot].looks.emplace_back(std::move(*when), std::move(*look));
    }
    if (auto look = body.text(*piece.look)) context.rules.kinds[slot].look = std::move(*look);
    context.rules.kinds[slot].look_frame = std::move(body.frame);
  }
}

// ---- terrain ----

void check_terrain(Context& context, const tree::Decl& decl) {
  const auto& parts = decl.as<tree::TerrainDecl>();
  rules::Terrain terrain;
  terrain.span = decl.head;
  terrain.is_crossing = decl.kind == tree::DeclKind::crosses;
  context.rules.has_edges = context.rules.has_edges || terrain.is_crossing;
  const Type element = plain(terrain.is_crossing ? Base::edge : Base::cell);
  Body where(context, Place::beams);
  Maybe set = where.expr_as(parts.cells, set_of(element));
  terrain.frame = std::move(where.frame);
  Body body(context, Place::beams, -1);
  // A cell is `here` itself; an edge has a local of its own.
  if (terrain.is_crossing) {
    if (body.bind(decl.name, element) < 0) body.bind_hidden(element, decl.name.span);
  } else {
    body.call_here(decl.name, set ? set->type.stands : 0);
  }
  rules::Optic table = table_of(context, parts.reaction.cases, parts.reaction.span, body);
  if (terrain.is_crossing) table.frame.params = 1;
  if (!set) return;
  terrain.where = std::move(*set);
  terrain.reaction = add_entry(context.rules.beams.optics, std::move(table));
  context.rules.beams.terrain.push_back(std::move(terrain));
}

void check_optic(Context& context, Global& global) {
  const tree::Decl& decl = *global.decl;
  const auto& optic = decl.as<tree::OpticDecl>();
  Body body(context, Place::beams, -1);
  const bool callable = body.parameters(optic.params);
  rules::Optic table = table_of(context, optic.reaction.cases, decl.name.span, body);
  table.name = decl.name.text;
  if (callable) global.index = add_entry(context.rules.beams.optics, std::move(table));
}

}  // namespace glint::lang::checking
