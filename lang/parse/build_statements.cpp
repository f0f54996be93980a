// Statements, and the cases of a beam's course.
#include "lang/parse/builder.hpp"
#include "lang/source/each.hpp"

namespace glint::lang::parsing {
namespace {

using tree::Stmt;
using tree::StmtKind;

StmtKind statement_kind(Kind node) {
  switch (node) {
#define GLINT_STATEMENT(rule, kind) \
  case Kind::rule:                  \
    return StmtKind::kind;
#define GLINT_NAMED_STATEMENT(nothing, rule) GLINT_STATEMENT(rule, rule)
#define GLINT_STATEMENTS(...) GLINT_EACH(GLINT_NAMED_STATEMENT, , __VA_ARGS__)
#include "lang/parse/nodes.def"
    default:
      assert(false && "no statement");
      return {};
  }
}

tree::Way way_named(Kind node) {
  switch (node) {
#define GLINT_WAY_NODE(rule, way) \
  case Kind::rule:                \
    return tree::Way::way;
#include "lang/parse/nodes.def"
    default:
      assert(false && "no way on");
      return {};
  }
}

/// The set `{x in S where C}` of `for x in S where C`, or of such a `pick`.
tree::Expr where_expression(const tree::Name& name, tree::Expr set, tree::Expr condition, std::uint32_t end) {
  tree::Expr made;
  made.kind = tree::ExprKind::comprehension;
  made.span = {set.span.file, set.span.begin, end};
  made.name = name;
  made.kids.push_back(std::move(set));
  made.kids.push_back(std::move(condition));
  return made;
}

}  // namespace

tree::Stmt StatementBuilder::statement(Cursor at) {
  stop_.after(2);
  const Deeper deeper(*this, 1, span(at.node()));
  Stmt statement;
  statement.kind = statement_kind(at.node().kind);
  statement.span = span(at.node());
  switch (statement.kind) {
    case StmtKind::assign:
      assignment_parts(statement, at.below());
      break;
    case StmtKind::if_:
      if_parts(statement, at.below());
      break;
    case StmtKind::turn:
      statement.kind = StmtKind::to_move;  // without a block
      for (const Cursor part : at.below())
        if (part.is(Kind::body)) statement.kind = StmtKind::turn;
      statement_parts(statement, at.below());
      break;
    default:
      statement_parts(statement, at.below());
      break;
  }
  return statement;
}

/// Reads the parts that statements of several kinds have, in their order.
void StatementBuilder::statement_parts(Stmt& statement, Cursor parts) {
  for (const Cursor part : parts) {
    switch (part.node().kind) {
      case Kind::name:
        if (statement.kind == StmtKind::choose)
          statement.names.push_back(name(part));
        else
          statement.name = name(part);
        break;
      case Kind::arguments:
        statement.args = arguments(part);
        break;
      case Kind::expression:
        statement.exprs.push_back(expression(part));
        break;
      case Kind::annotation:
        statement.type.push_back(type(part.below()));
        break;
      case Kind::some_of:
      case Kind::unseen_word:
        statement.some_of = true;
        break;
      case Kind::each_player:
        statement.each = true;
        break;
      case Kind::text:
        statement.message = text(part);
        break;
      case Kind::where_clause:
        statement.exprs.back() = where_expression(statement.name, std::move(statement.exprs.back()),
                                                  expression(part.below()), part.node().end);
        break;
      case Kind::while_clause:
      case Kind::until_clause:
      case Kind::when_clause:
        statement.exprs.push_back(expression(part.below()));
        break;
      case Kind::result:
        statement.result = result(part);
        break;
      case Kind::body: {
        // The block of `choose a or b else { ... }` is its `else`.
        const bool otherwise = statement.kind == StmtKind::choose;
        (otherwise ? statement.other : statement.body) = block(part);
        statement.has_else = otherwise;
        break;
      }
      case Kind::draw_fixed:
        statement.kind = StmtKind::fix_draw;
        for (const Cursor value : part.below()) statement.exprs.push_back(expression(value));
        break;
      case Kind::draw_from:
        statement.names.push_back(name(part.below()));
        break;
      case Kind::plain_text:
      case Kind::raw_text:
        statement.texts.push_back(plain_text(part));
        break;
      case Kind::because:
        statement_parts(statement, part.below());
        break;
      case Kind::expect_illegal:
      case Kind::expect_map:
      case Kind::expect_perft:
      case Kind::expect_result:
        statement.kind = statement_kind(part.node().kind);
        statement_parts(statement, part.below());
        break;
      default:
        assert(false && "no part of a statement");
    }
  }
}

void StatementBuilder::if_parts(Stmt& statement, Cursor parts) {
  statement.exprs.push_back(expression(parts.take()));
  statement.body = block(parts.take());
  if (parts.empty()) return;
  statement.has_else = true;
  const Cursor other = parts.take().below();
  if (other.is(Kind::body))
    statement.other = block(other);
  else
    statement.other.push_back(this->statement(other));
}

void StatementBuilder::assignment_parts(Stmt& statement, Cursor parts) {
  statement.exprs.push_back(target(parts.take()));
  statement.assign = lang::named<tree::AssignOp>(words(parts.take().node()));
  statement.exprs.push_back(expression(parts.take()));
}

tree::Expr StatementBuilder::target(Cursor at) {
  Cursor parts = at.below();
  tree::Expr expr;
  expr.kind = tree::ExprKind::name;
  expr.span = span(parts.node());
  expr.name = name(parts.take());
  if (parts.is(Kind::subscript)) {
    expr.kind = tree::ExprKind::index;
    expr.span = join(expr.span, span(parts.node()));
    expr.kids.push_back(expression(parts.take().below()));
  }
  return with_members(std::move(expr), parts);
}

tree::Result StatementBuilder::result(Cursor at) {
  tree::Result result;
  result.span = span(at.node());
  Cursor form = at.below();
  if (form.is(Kind::tie_word)) {
    result.kind = tree::ResultKind::tie;
  } else if (form.is(Kind::score_word)) {
    result.kind = tree::ResultKind::score;
  } else {
    result.player.push_back(expression(form.take()));
    result.kind = form.is(Kind::loses_word) ? tree::ResultKind::loses : tree::ResultKind::wins;
  }
  return result;
}

// ---- beams ----

tree::Case StatementBuilder::beam_case(Cursor at) {
  tree::Case beam_case;
  beam_case.span = span(at.node());
  for (const Cursor part : at.below()) {
    switch (part.node().kind) {
      case Kind::side:
        beam_case.from = lang::named<tree::CaseFrom>(words(part.node()));
        break;
      case Kind::relative_to:
        beam_case.relative_to.push_back(expression(part.below()));
        break;
      case Kind::case_if:
        beam_case.condition.push_back(expression(part.below()));
        break;
      case Kind::otherwise:
        beam_case.otherwise = true;
        break;
      default:
        beam_case.outcomes.push_back(outcome(part));
        break;
    }
  }
  // `when beam comes -> stops`
  if (beam_case.from == tree::CaseFrom::any && beam_case.condition.empty()) beam_case.otherwise = true;
  return beam_case;
}

tree::Outcome StatementBuilder::outcome(Cursor at) {
  Cursor parts = at.below();
  tree::Outcome outcome;
  outcome.span = span(at.node());
  outcome.way = way_named(parts.node().kind);
  for (const Cursor part : parts.take().below()) {
    if (part.is(Kind::expression)) outcome.exprs.push_back(expression(part));
    if (part.is(Kind::arguments)) outcome.args = arguments(part);
    if (part.is(Kind::name) && outcome.way == tree::Way::optic) outcome.optic = name(part);
    if (part.is(Kind::name) && outcome.way == tree::Way::stops) outcome.end = name(part);
  }
  if (!parts.empty()) outcome.updates = block(parts.take());
  return outcome;
}

}  // namespace glint::lang::parsing
