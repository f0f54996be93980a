// Moves: their statements, and the notation that names their runs.
#include "lang/check/declarations/declarations.hpp"

#include <algorithm>

#include "lang/check/body/body.hpp"
#include "lang/check/script/mentions.hpp"

namespace glint::lang::checking {
namespace {

/// Whether a later statement of the move, `offer x == E`, decides which one subset is listed.
bool offers_one(const tree::Block& block, const std::string& name) {
  bool after = false;
  for (const tree::Stmt& stmt : block) {
    if (stmt.kind == tree::StmtKind::pick && stmt.name.text == name) after = true;
    if (!after || stmt.kind != tree::StmtKind::offer || stmt.exprs.empty()) continue;
    const tree::Expr& test = stmt.exprs.front();
    if (test.kind != tree::ExprKind::binary || test.op != tree::BinaryOp::eq) continue;
    for (const std::size_t side : {0U, 1U}) {
      const tree::Expr& one = test.kids[side];
      if (one.kind == tree::ExprKind::name && one.name.text == name && !mentions(test.kids[1 - side], name))
        return true;
    }
  }
  return false;
}

/// Collects the names of all picks.
void picked(const tree::Block& block, std::set<std::string>& names) {
  for (const tree::Stmt& stmt : block) {
    if (stmt.kind == tree::StmtKind::pick) names.insert(stmt.name.text);
    picked(stmt.body, names);
    picked(stmt.other, names);
  }
}

void check_notation(Context& context, const tree::Decl& decl, Body& body, rules::Move& move) {
  if (!decl.text) return;
  move.notation.span = decl.text->span;
  std::map<std::string, Span> shown;
  const std::vector<std::string> names = names_of(body.picks());
  bool wrong_hole = false;
  std::set<std::string> wrong_names;  // picks that were refused, about which nothing more is reported
  picked(decl.body, wrong_names);
  for (const std::string& name : names) wrong_names.erase(name);
  for (const tree::TextPart& part : decl.text->parts) {
    rules::TextPart made;
    made.literal = part.literal;
    made.width = part.width;
    if (!part.hole.empty()) {
      const tree::Expr& hole = part.hole.front();
      const bool member = hole.kind == tree::ExprKind::member;
      const tree::Expr& inner = member ? hole.kids.front() : hole;
      const auto pick = std::find_if(body.picks().begin(), body.picks().end(), [&](const Body::Pick& each) {
        return inner.kind == tree::ExprKind::name && each.name == inner.name.text;
      });
      if (pick == body.picks().end()) {
        if (inner.kind == tree::ExprKind::name && wrong_names.count(inner.name.text) != 0) continue;
        wrong_hole = true;
        if (inner.kind == tree::ExprKind::name && context.silence.lost(inner.name.text)) continue;
        Diagnostic& error = context.report.error(
            Code::G0409, hole.span,
            inner.kind == tree::ExprKind::name ? quote(inner.name.text) + " is no pick of this move"
                                               : "a hole in a notation is a pick, or a coordinate or field of one",
            {.label = inner.kind == tree::ExprKind::name ? did_you_mean(inner.name.text, names) : ""});
        if (!names.empty()) error.help = "it picks " + listed(names, "and");
        continue;
      }
      const auto [place, first] = shown.emplace(pick->name, hole.span);
      if (!first) {
        context.report.error(Code::G0408, hole.span, quote(pick->name) + " is in the notation twice",
                             {.others = {{place->second, "first here"}}});
        continue;
      }
      if (part.width > 0) {
        context.report.error(Code::G0409, part.span, "a notation shows its picks whole, so that they can be read back");
        continue;
      }
      Maybe value = about(pick->local, node(Op::local, pick->type, inner.span));
      if (member) value = body.member(std::move(*value), hole.name, hole.span);
      if (!value) continue;
      const bool readable = !member || value->op == Op::x_of || value->op == Op::y_of || value->op == Op::field;
      if (!readable) {
        context.report.error(Code::G0409, hole.span, "only a coordinate or a field of a pick can be in a notation");
        continue;
      }
      made.hole = std::move(value);
    }
    move.notation.parts.push_back(std::move(made));
  }
  for (const Body::Pick& pick : body.picks()) {
    // A wrong hole may be meant for this pick, and was reported.
    if (shown.count(pick.name) != 0 || wrong_hole) continue;
    context.report.error(Code::G0408, pick.span, quote(pick.name) + " is not in the notation",
                         {.help = "a text must name one run: add `{" + pick.name + "}`, or a coordinate or field of it",
                          .others = {{decl.text->span, "the notation"}}});
  }
}

/// The words of a notation with the types of its holes. Moves that can have the same text have the same shape.
std::string shape_of(const rules::Text& notation) {
  std::string shape;
  for (const rules::TextPart& part : notation.parts) {
    shape += part.literal;
    shape += '\0';
    if (part.hole)
      shape +=
          std::to_string(static_cast<int>(part.hole->type.base)) + "." + std::to_string(part.hole->type.enumeration);
  }
  return shape;
}

/// `reported`: pairs of moves that were reported already.
void check_choices_differ(Context& context, const rules::Block& block, std::set<std::pair<int, int>>& reported) {
  for (const rules::Stmt& stmt : block) {
    check_choices_differ(context, stmt.body, reported);
    check_choices_differ(context, stmt.other, reported);
    std::map<std::string, int> shapes;
    for (const int index : stmt.moves) {
      const rules::Move& move = entry_of(context.rules.moves, index);
      if (context.names.find(move.name)->is_unclear) continue;
      const auto [place, fresh] = shapes.emplace(shape_of(move.notation), index);
      if (fresh || !reported.insert({place->second, index}).second) continue;
      const rules::Move& other = entry_of(context.rules.moves, place->second);
      context.report.error(
          Code::G0411, move.notation.span,
          quote(move.name) + " and " + quote(other.name) + " are written alike, and one choice has both",
          {.help = "put a word into one of them, so that a text names one move",
           .others = {{other.notation.span, "the notation of " + quote(other.name)}}});
    }
  }
}

}  // namespace

void reserve_move(Context& context, Global& global) {
  if (global.index >= 0) return;
  global.index = add_entry(context.rules.moves, {});
  context.rules.moves.back().name = global.decl->name.text;
  context.rules.moves.back().span = global.decl->name.span;
}

void check_move(Context& context, Global& global) {
  reserve_move(context, global);
  const tree::Decl& decl = *global.decl;
  rules::Move move;
  move.name = decl.name.text;
  move.doc = decl.doc;
  move.span = decl.name.span;
  Body body(context, Place::move);
  body.block(decl.body, move.body);
  check_notation(context, decl, body, move);
  std::size_t shown = 0;
  for (const rules::TextPart& part : move.notation.parts) shown += part.hole ? 1 : 0;
  std::set<std::string> all_picks;
  picked(decl.body, all_picks);
  if (shown != all_picks.size()) global.is_unclear = true;
  for (const Body::Pick& pick : body.picks()) {
    if (!pick.some_of || offers_one(decl.body, pick.name)) continue;
    context.report.error(Code::G0410, pick.span, "nothing says which subsets to list for " + quote(pick.name),
                         {.help = "list one of the many: `offer " + pick.name +
                                  " == ...` behind the pick; all others are accepted as written"});
  }
  move.frame = body.take_frame();
  if (!global.is_unclear && !context.silence.space_is_lost())
    check_separable(move, context.rules, context.names.labels(), context.report);
  entry_of(context.rules.moves, global.index) = std::move(move);
}

void check_group(Context& context, Global& global) {
  Body body(context, Place::play);
  std::vector<int> all;
  bool good = true;
  for (const tree::Name& name : global.decl->names) {
    const std::vector<int> moves = body.moves_named(name);
    good = good && !moves.empty();
    for (const int move : moves)
      if (std::find(all.begin(), all.end(), move) == all.end()) all.push_back(move);
  }
  if (!good) return;
  global.moves = std::move(all);
  global.index = 0;
}

void check_choices_differ(Context& context, const rules::Block& play) {
  std::set<std::pair<int, int>> reported;
  check_choices_differ(context, play, reported);
}

}  // namespace glint::lang::checking
