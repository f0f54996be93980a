// Effects: statements that change variables, fields and the board.
#include "lang/check/body/body.hpp"

namespace glint::lang::checking {

namespace {

/// The changes of the board by one statement, without its blocks.
BoardChanges changes_of(Context& context, const tree::Stmt& stmt) {
  using tree::StmtKind;
  Global* named = context.names.find(stmt.name.text);
  switch (stmt.kind) {
    case StmtKind::put:
      return named != nullptr && named->sort == Sort::kind && named->index >= 0 ? BoardChanges{1} << named->index
                                                                                : kAnyChange;
    case StmtKind::remove:
    case StmtKind::move:
    case StmtKind::swap:
    case StmtKind::choose:
    case StmtKind::together:
    case StmtKind::play:
    case StmtKind::map:
      return kAnyChange;
    case StmtKind::call:
      if (named == nullptr || named->sort != Sort::effect) return 0;
      // An effect that has errors, or is still being checked, may do anything.
      return context.demand(stmt.name.text, *named, stmt.name.span) ? named->changes : kAnyChange;
    default:
      return 0;
  }
}

/// The arguments of a `put`: values for the kind's fields, in their order, and an owner.
class Given : public Expressions {
 public:
  Given(Scope& scope, const rules::Kind& of)
      : Expressions(scope), kind(of), inits(of.fields.size()), fields(of.fields.size()) {}

  /// One argument.
  bool give(const tree::Arg& arg);
  /// Fills in what the `put` leaves out: first values of fields, and `me` as the owner. `good`: no error so far;
  /// returns whether that is still true.
  bool give_rest(const tree::Stmt& stmt, bool good);

  const rules::Kind& kind;
  std::vector<Maybe> inits;
  std::vector<bool> fields;  // fields that were given, correct or not
  Maybe owner;
  bool has_owner = false;
};

bool Given::give(const tree::Arg& arg) {
  if (!arg.name) {
    if (arg.value.empty()) return false;
    const Span& at = arg.value.front().span;
    std::vector<std::string> names = field_names(kind, rules_);
    if (kind.owned) names.insert(names.begin(), "owner");
    std::vector<Mend> mends;
    for (const std::string& name : names) mends.push_back(inserting(at.file, at.begin, name + " = "));
    return context_.report.deny(
        Code::G0302, at, "expected the name of a field before the value",
        {.help = "as in `put " + kind.name + "(field = value) on ...`", .mends = std::move(mends)});
  }
  const std::string& name = arg.name->text;
  if (name == "owner") {
    if (kind.owner_from)
      return context_.report.deny(Code::G0206, arg.name->span, "the owner of " + marked(kind.name) + " follows from its fields",
                                  {.help = "leave `owner` out", .others = {{kind.span, "declared here"}}});
    if (!kind.owned)
      return context_.report.deny(Code::G0206, arg.name->span, marked(kind.name) + " is not given an owner",
                                  {.others = {{kind.span, "declared here, without `of player`"}}});
    const bool good = !has_owner || context_.report.deny(Code::G0302, arg.name->span, "`owner` is given twice");
    has_owner = true;
    owner = expr_as(arg.value.front(), plain(Base::player));
    return good && owner;
  }
  std::size_t slot = 0;
  while (slot < kind.fields.size() && entry_of(rules_.fields, kind.fields[slot]).name != name) ++slot;
  if (slot == kind.fields.size()) {
    if (context_.silence.lost(name)) return false;
    std::vector<std::string> names = field_names(kind, rules_);
    if (kind.owned) names.push_back("owner");
    return context_.report.deny(Code::G0206, arg.name->span, marked(kind.name) + " has no field " + marked(name),
                                {.meant = nearest(name, names),
                                 .help = names.empty() ? "" : "it has " + listed(names, "and"),
                                 .others = {{kind.span, "declared here"}}});
  }
  if (fields[slot]) return context_.report.deny(Code::G0302, arg.name->span, marked(name) + " is given twice");
  fields[slot] = true;
  const Type type = entry_of(rules_.fields, kind.fields[slot]).type;
  inits[slot] = expr_as(arg.value.front(), type);
  return inits[slot].has_value();
}

bool Given::give_rest(const tree::Stmt& stmt, bool good) {
  const bool is_drawn = stmt.exprs.empty();  // `show "..." as KIND(...)`
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i]) continue;
    inits[i] = kind.firsts[i];
    const Type& type = entry_of(rules_.fields, kind.fields[i]).type;
    // A piece that is only drawn needs no direction.
    if (!inits[i] && is_drawn && is(type, Base::direction)) inits[i] = node(Op::constant, type, stmt.span);
    if (!inits[i]) missing.push_back(entry_of(rules_.fields, kind.fields[i]).name);
  }
  // A wrong name may stand for a missing one: one mistake, one error.
  if (!missing.empty() && good)
    good = context_.report.deny(Code::G0302, stmt.name.span, marked(kind.name) + " needs " + listed(missing, "and"),
                                {.help = (is_drawn ? "write `as " : "write `put ") + kind.name + "(" + missing.front() +
                                         " = ...)" + (is_drawn ? "`" : " on CELL`"),
                                 .others = {{kind.span, "declared here"}}});
  if (!kind.owned || has_owner) return good;
  if (is_drawn || place_ == Place::setup || place_ == Place::test || (place_ == Place::play && !scope_.in_turn))
    return context_.report.deny(Code::G0302, stmt.name.span, marked(kind.name) + " needs an owner here",
                                {.help = "write `owner = ...`; only in moves and turns it is `me` unless given"});
  owner = Names(scope_).me(stmt.name.span, "me");
  return good && owner;
}

/// A set of at most one cell: a step from one cell in one direction, or the first cell hit that way.
bool is_one_or_none(const rules::Expr& expr) {
  if (!expr.type.is_set) return true;
  switch (expr.op) {
    case rules::Op::set:
      return expr.kids.empty() || (expr.kids.size() == 1 && is_one_or_none(expr.kids[0]));
    case rules::Op::step:
    case rules::Op::hit:
    case rules::Op::steps:
      return is_one_or_none(expr.kids[0]) && is_one_or_none(expr.kids[1]);
    case rules::Op::walk:
      return expr.ref != static_cast<int>(rules::Walk::slide) && is_one_or_none(expr.kids[0]) &&
             is_one_or_none(expr.kids[1]);
    default:
      return false;
  }
}

/// The start or end of a piece's move: a cell, or a set that may be empty off the board, and then nothing happens.
Maybe cell_or_none(Expressions& expressions, const tree::Expr& tree) {
  const Type cell = plain(Base::cell);
  Maybe value = expressions.expr(tree, &cell);
  if (value && value->type.base == Base::cell && is_one_or_none(*value)) return value;
  return expressions.convert(std::move(value), cell);
}

}  // namespace

void Scope::changed(const Span& span, BoardChanges by) {
  changes |= by;
  facts.forget(span, by);
}

const tree::Stmt* changing(Context& context, const tree::Block& block, const std::string& own, BoardChanges& changes) {
  using tree::StmtKind;
  const tree::Stmt* first = nullptr;
  for (const tree::Stmt& stmt : block) {
    // A loop visits each cell once, so a change at its own cell does not affect the others.
    const bool is_own = !own.empty() && (stmt.kind == StmtKind::put || stmt.kind == StmtKind::remove) &&
                        stmt.exprs.front().kind == tree::ExprKind::name && stmt.exprs.front().name.text == own;
    const BoardChanges its = is_own ? 0 : changes_of(context, stmt);
    if (its != 0 && first == nullptr) first = &stmt;
    changes |= its;
    for (const tree::Block* inner : {&stmt.body, &stmt.other}) {
      const tree::Stmt* found = changing(context, *inner, own, changes);
      if (first == nullptr) first = found;
    }
  }
  return first;
}

// ---- variables and fields ----

bool Statements::assigned(const tree::Stmt& stmt, const Type& type, rules::Stmt& result, const std::string& name,
                          const Maybe& target) {
  using tree::AssignOp;
  const tree::Expr& source = stmt.exprs[1];
  const auto cannot_change = [&](const std::string& help) {
    return context_.report.deny(
        Code::G0303, stmt.exprs[0].span,
        marked(text_of(stmt.assign)) + " cannot change " + marked(name) + ", which is " + phrase(type, rules_),
        {.help = help});
  };
  result.assign = stmt.assign;
  const bool adds = stmt.assign == AssignOp::add || stmt.assign == AssignOp::subtract;
  const bool joins =
      stmt.assign == AssignOp::unite || stmt.assign == AssignOp::intersect || stmt.assign == AssignOp::toggle;
  if (joins && !type.is_set) return cannot_change("it is for sets");
  if (type.is_set && stmt.assign == AssignOp::add) return cannot_change("`|=` adds to a set");
  if (!adds || type.is_set) {
    Maybe value = expr_as(source, type);
    if (!value) return false;
    result.exprs.insert(result.exprs.begin(), std::move(*value));
    return true;
  }
  // += and -= of numbers and of cyclic types.
  const bool goes_round = cyclic(type);
  if (type.base != Base::number && !goes_round)
    return cannot_change("`+=` and `-=` work on numbers, players, directions and axes");
  Maybe value = number(source);
  if (!value) return false;
  if (goes_round) {
    if (!target) return false;
    Expr by = stmt.assign == AssignOp::add ? std::move(*value) : negative(std::move(*value));
    result.assign = rules::AssignOp::set;
    result.exprs.insert(result.exprs.begin(), node(Op::cycle, plain(type.base), stmt.span, *target, std::move(by)));
    return true;
  }
  const Interval by = interval(value->type);
  const Interval after = stmt.assign == AssignOp::add ? add(interval(type), by) : subtract(interval(type), by);
  if (!type.clamped && apart(after, interval(type)))
    return context_.report.deny(Code::G0304, source.span,
                                marked(name) + " is always outside " + marked(type_name(type, rules_)));
  result.exprs.insert(result.exprs.begin(), std::move(*value));
  return true;
}

MaybeStmt Statements::assign(const tree::Stmt& stmt) {
  const tree::Expr& target = stmt.exprs[0];
  if (target.kind == tree::ExprKind::member) return assign_field(stmt);
  const std::string& name = target.name.text;
  const auto no_variable = [&](const std::string& message) -> MaybeStmt {
    const Global* const global = context_.names.find(name);
    const std::string variable = "`var " + name + ": TYPE = VALUE`";
    const std::string help =
        global && global->sort == Sort::let      ? "a `let` is computed from the position: for a value that moves change, declare " + variable
        : global && global->sort == Sort::option ? "an option is fixed before the game: for a value that moves change, declare a `var`"
                                                 : "only variables and fields of pieces can be assigned";
    Diagnostic& error = context_.report.error(Code::G0415, target.span, message, {.help = help});
    if (global) error.others.push_back({global->decl->name.span, "declared here"});
    return std::nullopt;
  };
  if (target.kind != tree::ExprKind::name && target.kind != tree::ExprKind::index)
    return no_variable("this cannot be assigned to");
  if (const int* slot = scope_.find_local(name)) {
    if (*slot < 0) return std::nullopt;
    return refuse(Code::G0415, target.span, marked(name) + " is a name for a value, not a variable",
                  {.help = "only variables and fields of pieces can be assigned",
                   .others = {{entry_of(scope_.frame.locals, *slot).span, "bound here"}}});
  }
  if (context_.names.is_misdeclared(name, target.span)) return std::nullopt;
  Global* variable = context_.names.find(name);
  if (variable == nullptr) {
    if (Namespace::is_builtin(name)) return no_variable(marked(name) + " is a word of the language, not a variable");
    if (context_.names.labels().looks_like(name) && target.kind == tree::ExprKind::name)
      return refuse(Code::G0415, target.span, "a cell cannot be assigned to",
                    {.help = "write `put KIND on " + name + "`, or `remove " + name + "`"});
    Names(scope_).unknown(name, target.kind == tree::ExprKind::index ? target.name.span : target.span, {Sort::variable},
                          nullptr, false);
    report_errors(stmt.exprs[1]);
    return std::nullopt;
  }
  if (variable->sort != Sort::variable) return no_variable(marked(name) + " is not a variable");
  // Checks the index, too.
  Maybe read = expr(target);
  if (!read) {
    report_errors(stmt.exprs[1]);
    return std::nullopt;
  }
  rules::Stmt result = statement_of(rules::StmtKind::assign);
  result.ref = variable->index;
  if (!assigned(stmt, variable->type, result, name, read)) return std::nullopt;
  if (!read->kids.empty()) result.exprs.push_back(std::move(read->kids.front()));
  return result;
}

MaybeStmt Statements::assign_field(const tree::Stmt& stmt) {
  const tree::Expr& target = stmt.exprs[0];
  rules::Stmt result = statement_of(rules::StmtKind::assign_field);
  Maybe read = expr(target);
  if (!read) return std::nullopt;
  const bool of_place = !read->kids.empty() && read->kids.front().type.base == Base::place;
  if (read->op == Op::owner && !of_place) {
    const rules::KindMask stands = read->kids.front().type.stands;
    for (std::size_t k = 0; k < rules_.kinds.size(); ++k) {
      const tree::Decl& kind = context_.names.decl_of(rules_.kinds[k]);
      const tree::Expr* owner = expr_of(kind);
      if ((stands >> k & 1) == 0 || owner == nullptr) continue;
      return refuse(Code::G0415, target.span, "the owner of " + marked(kind.name.text) + " follows from its fields, so it cannot be assigned",
                    {.help = "assign to the field", .others = {{owner->span, "the owner is computed here"}}});
    }
    if (!assigned(stmt, plain(Base::player), result, "owner", read)) return std::nullopt;
    result.exprs.push_back(std::move(read->kids.front()));
    return result;
  }
  if (read->op != Op::field || of_place)
    return refuse(
        Code::G0415, target.span,
        of_place ? "a piece inside a stack cannot be changed" : marked(target.name.text) + " cannot be assigned to",
        {.help = "only variables and fields of pieces can be assigned"});
  result.ref = read->ref;
  const Type type = entry_of(rules_.fields, read->ref).type;
  if (!assigned(stmt, type, result, target.name.text, read)) return std::nullopt;
  result.exprs.push_back(std::move(read->kids.front()));
  return result;
}

// ---- the board ----

MaybeStmt Statements::put(const tree::Stmt& stmt) {
  // A kind, or the kinds that a value may be called after.
  std::vector<std::pair<std::int64_t, int>> kinds;
  Maybe value;
  if (const std::optional<Type> type = scope_.type_of_value(stmt.name); type && is(*type, Base::enumeration)) {
    tree::Expr name;
    name.kind = tree::ExprKind::name;
    name.name = stmt.name;
    name.span = stmt.name.span;
    value = expr(name);
    if (value) kinds = kinds_called(value->type, name.span);
    if (value && kinds.empty())
      context_.report.error(Code::G0208, name.span, marked(stmt.name.text) + " is not a kind of piece",
                            {.help = kKinds});
  } else if (const Global* global = scope_.declared(stmt.name, {Sort::kind}, "kind of piece")) {
    kinds.emplace_back(0, global->index);
  }
  Maybe on = cells(stmt.exprs.front());
  std::optional<FactKey> key;
  if (on) key = scope_.fact_key(*on);
  rules::KindMask put = 0;
  MaybeStmt result;
  bool good = true;
  for (auto each = kinds.rbegin(); each != kinds.rend() && good; ++each) {
    rules::Stmt one = on ? statement_of(rules::StmtKind::put, *on) : statement_of(rules::StmtKind::put);
    one.ref = each->second;
    one.span = stmt.span;
    good = given(stmt, one);
    put |= rules::KindMask{1} << each->second;
    if (result) {
      rules::Stmt choice = statement_of(rules::StmtKind::if_, equals(*value, each->first));
      choice.span = stmt.span;
      choice.has_else = true;
      choice.body.push_back(std::move(one));
      choice.other.push_back(std::move(*result));
      one = std::move(choice);
    }
    result = std::move(one);
  }
  if (on || !kinds.empty()) scope_.changed(stmt.span, put != 0 ? BoardChanges{put} : kAnyChange);
  if (key && put != 0) scope_.facts.set(*key, put);
  return good && on ? result : std::nullopt;
}

MaybeStmt Statements::drawn(const tree::Stmt& stmt) {
  const Global* const global = scope_.declared(stmt.name, {Sort::kind}, "kind of piece");
  if (global == nullptr) return std::nullopt;
  rules::Stmt piece = statement_of(rules::StmtKind::put, node(Op::constant, number_type(0, 0), stmt.span));
  piece.ref = global->index;
  piece.span = stmt.span;
  if (!given(stmt, piece)) return std::nullopt;
  return piece;
}

/// Adds the owner and the fields of the piece that is put.
bool Statements::given(const tree::Stmt& stmt, rules::Stmt& put) {
  rules::Kind kind = entry_of(rules_.kinds, put.ref);  // a copy, because the list may grow below
  const bool owner_follows = expr_of(context_.names.decl_of(kind)) != nullptr && !kind.owner_from;
  // An owner that follows from the fields is not written.
  kind.owned = kind.owned && !kind.owner_from;
  Given given(scope_, kind);
  bool good = true;
  for (const tree::Arg& arg : stmt.args) good = given.give(arg) && good;
  // After an error there it is not known whether it has one that follows.
  given.has_owner = given.has_owner || owner_follows;
  if (!given.give_rest(stmt, good)) return false;
  if (given.owner) put.exprs.push_back(std::move(*given.owner));
  for (Maybe& init : given.inits) put.inits.push_back(std::move(*init));
  return true;
}

MaybeStmt Statements::remove(const tree::Stmt& stmt) {
  const Type cells = set_of(plain(Base::cell));
  Maybe what = expr(stmt.exprs.front(), &cells);
  const Type wanted = what && what->type.base == Base::place ? set_of(what->type) : cells;
  what = convert(std::move(what), wanted);
  scope_.changed(stmt.span);
  if (!what) return std::nullopt;
  return statement_of(rules::StmtKind::remove, std::move(*what));
}

MaybeStmt Statements::move(const tree::Stmt& stmt) {
  Maybe from = cell_or_none(*this, stmt.exprs[0]);
  Maybe to = cell_or_none(*this, stmt.exprs[1]);
  const rules::KindMask moved = from ? from->type.stands : 0;
  std::optional<FactKey> key;
  if (to) key = scope_.fact_key(*to);
  scope_.changed(stmt.span);
  if (key) scope_.facts.set(*key, moved);
  if (!from || !to) return std::nullopt;
  return statement_of(rules::StmtKind::move, std::move(*from), std::move(*to));
}

MaybeStmt Statements::swap(const tree::Stmt& stmt) {
  Maybe one = cell_or_none(*this, stmt.exprs[0]);
  Maybe other = cell_or_none(*this, stmt.exprs[1]);
  scope_.changed(stmt.span);
  if (!one || !other) return std::nullopt;
  return statement_of(rules::StmtKind::swap, std::move(*one), std::move(*other));
}

}  // namespace glint::lang::checking
