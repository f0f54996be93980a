// Statements of `play` and tests only: draws, turns, choices, loops; playing and expecting.
#include <algorithm>
#include <set>

#include "lang/check/body/body.hpp"
#include "lang/rules/walk.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang::checking {
namespace {

/// True if a loop over this has at least one round. For a set that never changes this is asked again when the game is
/// built, when options and players are known.
bool has_some(const Expr& over, const rules::Rules& rules) {
  if (over.type.base == Base::cell) return false;
  if (over.op == Op::call && over.kids.empty()) {
    const rules::Let& let = entry_of(rules.lets, over.ref);
    return !let.reads_state && !let.reads_me && !let.reads_beams;
  }
  return over.op == Op::all || (over.op == Op::range && over.kids[0].type.hi <= over.kids[1].type.lo) ||
         (over.op == Op::set && !over.kids.empty());
}

rules::Stmt with_texts(rules::StmtKind kind, const tree::Stmt& stmt) {
  rules::Stmt made = statement_of(kind);
  for (const tree::Text& text : stmt.texts) {
    made.texts.push_back(plain_text(text));
    made.text_spans.push_back(text.span);
  }
  return made;
}

/// True if these are pieces that may have an owner: kinds, groups of them, or the kinds that a value names.
bool is_kind(const Scope& scope, const tree::Expr& expr) {
  if (expr.kind == tree::ExprKind::of) return true;
  if (expr.kind == tree::ExprKind::binary && expr.op == tree::BinaryOp::unite)
    return is_kind(scope, expr.kids[0]) && is_kind(scope, expr.kids[1]);
  if (expr.kind != tree::ExprKind::name) return false;
  const Global* found = scope.context.names.find(expr.name.text);
  return (found != nullptr && found->sort == Sort::kind) || scope.names_pieces(expr.name);
}

/// `N of S`, which was parsed as `K of p`: takes N out and leaves S.
std::optional<tree::Expr> number_drawn(const Scope& scope, tree::Expr& from) {
  // N is the leftmost part, outside of parentheses (an expression in parentheses begins before its first part).
  tree::Expr* at = &from;
  while ((at->kind == tree::ExprKind::binary || at->kind == tree::ExprKind::range) &&
         at->span.begin == at->kids[0].span.begin)
    at = &at->kids[0];
  if (at->kind != tree::ExprKind::of || at->span.begin != at->kids[0].span.begin || is_kind(scope, at->kids[0]))
    return std::nullopt;
  tree::Expr number = std::move(at->kids[0]);
  tree::Expr rest = std::move(at->kids[1]);
  *at = std::move(rest);
  return number;
}

}  // namespace

bool Scope::score_declared() const {
  return context.script.is_library || (context.parts.score != nullptr || context.silence.lost("score"));
}

MaybeStmt Statements::draw(const tree::Stmt& stmt) {
  if (!stmt.names.empty()) return draw_from_bag(stmt);
  rules::Stmt result = statement_of(rules::StmtKind::draw);
  tree::Expr source = stmt.exprs.front();
  const std::optional<tree::Expr> several = number_drawn(scope_, source);
  Maybe number = several ? this->number(*several) : std::nullopt;
  if (number && number->type.hi < 0)
    number = refuse(Code::G0304, number->span, "a negative number of values cannot be drawn");
  Global* variable = context_.names.find(stmt.name.text);
  if (variable != nullptr && variable->sort == Sort::variable) {
    if (!context_.demand(stmt.name.text, *variable, stmt.name.span)) return std::nullopt;
    if (entry_of(rules_.variables, variable->index).index)
      return refuse(Code::G0302, stmt.name.span, marked(stmt.name.text) + " has an index, and a draw sets one value");
    const Type type = variable->type;
    if (type.is_set != several.has_value())
      return refuse(Code::G0309, stmt.name.span,
                    (several ? "several values are drawn, and " : "one value is drawn, and ") + marked(stmt.name.text) +
                        " is " + phrase(type, rules_),
                    {.help = several ? "a `set of` them keeps several" : "`draw x in N of SET` draws several",
                     .others = {{variable->decl->name.span, "declared here"}}});
    Maybe from = expr_as(source, set_of(type));
    if (!from || several.has_value() != number.has_value()) return std::nullopt;
    context_.draws.add(stmt.name.text, {type, variable->index, -1});
    result.ref = variable->index;
    add(std::move(from), result.exprs);
    add(std::move(number), result.exprs);
    return result;
  }
  Maybe from = any_set(source);
  std::optional<Type> type;
  if (from && from->type.base == Base::place)
    context_.report.error(Code::G0309, from->span, "a draw cannot be a piece inside a stack");
  else if (from)
    type = several ? set_of(from->type) : element(from->type);
  result.number = 1;
  result.ref = scope_.bind(stmt.name, type);
  if (!from || result.ref < 0 || several.has_value() != number.has_value()) return std::nullopt;
  context_.draws.add(stmt.name.text, {*type, -1, result.ref});
  add(std::move(from), result.exprs);
  add(std::move(number), result.exprs);
  return result;
}

MaybeStmt Statements::draw_from_bag(const tree::Stmt& stmt) {
  rules::Stmt result = statement_of(rules::StmtKind::draw);
  const tree::Name& name = stmt.names.front();
  if (context_.names.find(name.text) == nullptr) {
    context_.names.unknown(name, "bag", context_.names.names_of_bags());
    scope_.show(stmt.name.text, -1);
    return std::nullopt;
  }
  const Global* bag = scope_.declared(name, {Sort::variable}, "bag");
  std::optional<Type> type;
  if (bag != nullptr && bag->decl->kind != tree::DeclKind::bag) {
    context_.report.error(
        Code::G0208, name.span, marked(name.text) + " is not a bag",
        {.help = "a bag has a number of each element: `bag NAME[x: TYPE] = NUMBER`; `draw x in SET` draws from a set",
         .others = {{bag->decl->name.span, "declared here"}}});
  } else if (bag != nullptr) {
    type = entry_of(rules_.variables, bag->index).index;
  }
  Global* variable = context_.names.find(stmt.name.text);
  if (variable == nullptr || variable->sort != Sort::variable) {
    result.number = 1;
    result.ref = scope_.bind(stmt.name, type);
    if (!type || result.ref < 0) return std::nullopt;
    context_.draws.add(stmt.name.text, {*type, -1, result.ref});
    result.bag = bag->index;
    return result;
  }
  if (!context_.demand(stmt.name.text, *variable, stmt.name.span) || !type) return std::nullopt;
  if (entry_of(rules_.variables, variable->index).index || variable->type.is_set)
    return refuse(Code::G0309, stmt.name.span,
                  "one value is drawn from a bag, and " + marked(stmt.name.text) + " holds several",
                  {.others = {{variable->decl->name.span, "declared here"}}});
  // The drawn value is stored there, so it must have its type.
  if (!convert(node(Op::local, *type, name.span), variable->type)) return std::nullopt;
  context_.draws.add(stmt.name.text, {variable->type, variable->index, -1});
  result.ref = variable->index;
  result.bag = bag->index;
  return result;
}

MaybeStmt Statements::turn(const tree::Stmt& stmt) {
  rules::Stmt result = statement_of(rules::StmtKind::turn);
  result.each = stmt.each;
  const bool good =
      stmt.each || stmt.exprs.empty() || add(expr_as(stmt.exprs.front(), plain(Base::player)), result.exprs);
  result.ref = scope_.bind_hidden(plain(Base::player), stmt.span);
  scope_.facts.forget(stmt.span);
  scope_.in_turn = true;
  block(stmt.body, result.body);
  scope_.in_turn = false;
  scope_.facts.forget(stmt.span);
  if (!good) return std::nullopt;
  return result;
}

MaybeStmt Statements::choose(const tree::Stmt& stmt) {
  rules::Stmt result = statement_of(rules::StmtKind::choose);
  result.has_else = stmt.has_else;
  bool good = true;
  std::set<std::string> names;
  for (const tree::Name& name : stmt.names) {
    const std::vector<int> moves = scope_.moves_chosen(name);
    good = good && !moves.empty();
    if (!names.insert(name.text).second && !moves.empty()) {
      context_.report.error(Code::G0404, name.span, marked(name.text) + " is in this choice twice");
      good = false;
      continue;
    }
    for (const int move : moves)
      if (std::find(result.moves.begin(), result.moves.end(), move) == result.moves.end()) result.moves.push_back(move);
  }
  scope_.changed(stmt.span);
  block(stmt.other, result.other);
  scope_.facts.forget(stmt.span);
  if (!good) return std::nullopt;
  return result;
}

MaybeStmt Statements::repeat(const tree::Stmt& stmt) {
  rules::Stmt result = statement_of(rules::StmtKind::repeat);
  scope_.facts.forget(stmt.span);
  const bool good = stmt.exprs.empty() || add(flag(stmt.exprs.front()), result.exprs);
  const int refused = refused_;
  block(stmt.body, result.body);
  scope_.facts.forget(stmt.span);
  // Only if no statement was refused, as that may have been the choice.
  if (refused_ == refused &&
      !rules::passes_choice(result.body, [&](const Expr& over) { return has_some(over, rules_); })) {
    const std::uint32_t word = stmt.span.begin + 6;
    return refuse(
        Code::G0406, {stmt.span.file, stmt.span.begin, word}, "this `repeat` can loop without a choice or an end",
        {.help = "each round must come to a `choose` in a turn, or to an `end`; if the `choose` has an `else`, so "
                 "must the `else`; a `together` with an `else` is not enough"});
  }
  if (!good) return std::nullopt;
  return result;
}

/// One choice that every player makes.
MaybeStmt Statements::together(const tree::Stmt& stmt) {
  const tree::Stmt* choice = stmt.body.size() == 1 ? &stmt.body.front() : nullptr;
  if (choice == nullptr || choice->kind != tree::StmtKind::choose) {
    const tree::Stmt* other = nullptr;
    for (const tree::Stmt& each : stmt.body)
      if (other == nullptr && each.kind != tree::StmtKind::choose) other = &each;
    if (other == nullptr && stmt.body.size() > 1) other = &stmt.body[1];
    const Span word = {stmt.span.file, stmt.span.begin, stmt.span.begin + 8};
    return refuse(Code::G0421, other ? other->span : word, "a `together` holds one `choose` and nothing else",
                  {.help = "write `together { choose a or b }`, and put everything else after it"});
  }
  if (!choice->other.empty())
    return refuse(Code::G0421, choice->other.front().span, "the `else` in a `together` must be empty",
                  {.help = "`else { }` skips players without a move"});
  MaybeStmt result = choose(*choice);
  if (result) result->kind = rules::StmtKind::together;
  return result;
}

MaybeStmt Statements::play(const tree::Stmt& stmt) {
  if (!played_) played_ = stmt.span;
  scope_.changed(stmt.span);
  return with_texts(rules::StmtKind::play, stmt);
}

MaybeStmt Statements::map(const tree::Stmt& stmt) {
  scope_.changed(stmt.span);
  return with_texts(rules::StmtKind::map, stmt);
}

MaybeStmt Statements::expect_illegal(const tree::Stmt& stmt) {
  return with_texts(rules::StmtKind::expect_illegal, stmt);
}

MaybeStmt Statements::expect_map(const tree::Stmt& stmt) { return with_texts(rules::StmtKind::expect_map, stmt); }

MaybeStmt Statements::expect_perft(const tree::Stmt& stmt) {
  rules::Stmt made = statement_of(rules::StmtKind::expect_perft);
  Type plies = plain(Base::number), count = plain(Base::number);
  plies.lo = 1, plies.hi = rules::kMostPerftPlies;
  count.lo = 0, count.hi = std::int64_t{1} << 53;
  const bool good = add(expr_as(stmt.exprs[0], plies), made.exprs);
  if (!add(expr_as(stmt.exprs[1], count), made.exprs) || !good) return std::nullopt;
  return made;
}

MaybeStmt Statements::to_move(const tree::Stmt& stmt) {
  scope_.changed(stmt.span);
  Maybe player = expr_as(stmt.exprs.front(), plain(Base::player));
  if (!player) return std::nullopt;
  return statement_of(rules::StmtKind::to_move, std::move(*player));
}

MaybeStmt Statements::expect_result(const tree::Stmt& stmt) {
  rules::Stmt made = statement_of(rules::StmtKind::expect_result);
  if (stmt.result) made.result = result(*stmt.result);
  if (!made.result) return std::nullopt;
  return made;
}

MaybeStmt Statements::expect(const tree::Stmt& stmt) {
  Maybe test = flag(stmt.exprs.front());
  scope_.unsure = scope_.unsure || !test;
  if (!test) return std::nullopt;
  // A test that fails ends here, so the expectation holds after it.
  scope_.learn(*test, true);
  return statement_of(rules::StmtKind::expect, std::move(*test));
}

MaybeStmt Statements::fix_draw(const tree::Stmt& stmt) {
  rules::Stmt result = statement_of(rules::StmtKind::fix_draw);
  const std::string& name = stmt.name.text;
  if (played_)
    return refuse(Code::G0402, stmt.name.span, "fix draws before the first `play`",
                  {.others = {{*played_, "the first `play` is here"}}});
  const Drawn* drawn = context_.draws.find(name);
  if (drawn == nullptr) {
    if (context_.parts.play == nullptr || context_.silence.lost(name)) return std::nullopt;
    // The draw may be a line of `play` that a syntax error swallowed.
    if (context_.silence.is_broken(context_.parts.play->span)) return std::nullopt;
    const std::vector<std::string> names = context_.draws.names();
    Diagnostic& error = context_.report.error(Code::G0201, stmt.name.span, "`play` draws no " + marked(name),
                                              {.meant = nearest(name, names)});
    if (!names.empty() && names.size() <= 8) error.help = "it draws " + listed(names, "and");
    return std::nullopt;
  }
  Type type = drawn->type;
  type.stands = 0;  // whether there is such a piece is found out when it is drawn
  for (const tree::Expr& each : stmt.exprs) add(expr_as(each, type), result.exprs);
  if (result.exprs.size() != stmt.exprs.size()) return std::nullopt;
  result.texts.push_back(name);
  result.text_spans.push_back(stmt.name.span);
  result.ref = drawn->variable >= 0 ? drawn->variable : drawn->local;
  result.number = drawn->variable >= 0 ? 0 : 1;
  return result;
}

}  // namespace glint::lang::checking
