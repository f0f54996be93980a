// Moves: the program, the notation that names its runs, and whether two moves could share a text.
#include <algorithm>

#include "lang/check/body.hpp"
#include "lang/check/checker.hpp"
#include "lang/check/mentions.hpp"

namespace glint::lang::checking {
namespace {

/// Does a later statement of the move say which one subset is listed: `offer x == E`?
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

/// The names of all picks, wherever they stand.
void picked(const tree::Block& block, std::set<std::string>& names) {
  for (const tree::Stmt& stmt : block) {
    if (stmt.kind == tree::StmtKind::pick) names.insert(stmt.name.text);
    picked(stmt.body, names);
    picked(stmt.other, names);
  }
}

}  // namespace

/// A move has its number before it is checked: `can` in others, and its own order in the script, need no more.
void Checker::reserve_move(const std::string& name, Global& global) {
  if (global.index >= 0) return;
  global.index = static_cast<int>(rules.moves.size());
  rules.moves.emplace_back();
  rules.moves.back().name = name;
  rules.moves.back().span = global.decl->name.span;
}

void Checker::check_move(const std::string& name, Global& global) {
  reserve_move(name, global);
  const tree::Decl& decl = *global.decl;
  rules::Move move;
  move.name = name;
  move.doc = decl.doc;
  move.span = decl.name.span;
  Body body(*this, Place::move, global.file);
  body.block(decl.body, move.body);
  check_notation(decl, body, move);
  std::size_t shown = 0;
  for (const rules::TextPart& part : move.notation.parts) shown += part.hole ? 1 : 0;
  std::set<std::string> all_picks;
  picked(decl.body, all_picks);
  if (shown != all_picks.size()) unclear_moves_.insert(global.index);
  for (const Body::Pick& pick : body.picks) {
    if (!pick.some_of || offers_one(decl.body, pick.name)) continue;
    report.error(Code::G0410, pick.span, "nothing says which subsets to list for " + quote(pick.name)).help =
        "list one of the many: `offer " + pick.name + " == ...` behind the pick; all others are accepted as written";
  }
  move.frame = std::move(body.frame);
  if (unclear_moves_.count(global.index) == 0 && !lost_space_) check_separable(move);
  rules.moves[static_cast<std::size_t>(global.index)] = std::move(move);
}

/// A name for several moves; groups in it are taken apart.
void Checker::check_group(Global& global) {
  Body body(*this, Place::play, global.file);
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

void Checker::check_notation(const tree::Decl& decl, Body& body, rules::Move& move) {
  if (!decl.text) return;
  move.notation.span = decl.text->span;
  std::map<std::string, Span> shown;
  std::vector<std::string> names;
  for (const Body::Pick& pick : body.picks) names.push_back(pick.name);
  bool wrong_hole = false;
  std::set<std::string> wrong_names;  // picks that were refused, so that nothing is said of them here
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
      const auto pick = std::find_if(body.picks.begin(), body.picks.end(), [&](const Body::Pick& each) {
        return inner.kind == tree::ExprKind::name && each.name == inner.name.text;
      });
      if (pick == body.picks.end()) {
        if (inner.kind == tree::ExprKind::name && wrong_names.count(inner.name.text) != 0) continue;
        wrong_hole = true;
        if (inner.kind == tree::ExprKind::name && lost(inner.name.text)) continue;
        Diagnostic& error = report.error(
            Code::G0409, hole.span,
            inner.kind == tree::ExprKind::name ? quote(inner.name.text) + " is no pick of this move"
                                               : "a hole in a notation is a pick, or a coordinate or field of one",
            inner.kind == tree::ExprKind::name ? did_you_mean(inner.name.text, names) : "");
        if (!names.empty()) error.help = "it picks " + listed(names, "and");
        continue;
      }
      Expr read = node(Op::local, pick->type, inner.span);
      read.ref = pick->local;
      const auto [place, first] = shown.emplace(pick->name, hole.span);
      if (!first) {
        report.error(Code::G0408, hole.span, quote(pick->name) + " is in the notation twice")
            .others.push_back({place->second, "first here"});
        continue;
      }
      if (part.width > 0) {
        report.error(Code::G0409, part.span, "a notation shows its picks whole, so that they can be read back");
        continue;
      }
      Maybe value = std::move(read);
      if (member) value = body.member(std::move(*value), hole.name, hole.span);
      if (!value) continue;
      const bool readable = !member || value->op == Op::x_of || value->op == Op::y_of || value->op == Op::field;
      if (!readable) {
        report.error(Code::G0409, hole.span, "only a coordinate or a field of a pick can be in a notation");
        continue;
      }
      made.hole = std::move(value);
    }
    move.notation.parts.push_back(std::move(made));
  }
  for (const Body::Pick& pick : body.picks) {
    // A wrong hole may be meant for it: one mistake, one message.
    if (shown.count(pick.name) != 0 || wrong_hole) continue;
    Diagnostic& error = report.error(Code::G0408, pick.span, quote(pick.name) + " is not in the notation");
    error.others.push_back({decl.text->span, "the notation"});
    error.help = "a text must name one run: add `{" + pick.name + "}`, or a coordinate or field of it";
  }
}

/// Two moves of one choice whose texts have the same words around holes of the same types.
void Checker::check_choices_differ(const rules::Block& block) {
  for (const rules::Stmt& stmt : block) {
    check_choices_differ(stmt.body);
    check_choices_differ(stmt.other);
    // Equal shapes have equal keys.
    std::map<std::string, int> shapes;
    for (const int index : stmt.moves) {
      if (unclear_moves_.count(index) != 0) continue;
      const rules::Move& move = rules.moves[static_cast<std::size_t>(index)];
      std::string key;
      for (const rules::TextPart& part : move.notation.parts) {
        key += part.literal;
        key += '\0';
        if (part.hole)
          key += std::to_string(static_cast<int>(part.hole->type.base)) + "." +
                 std::to_string(part.hole->type.enumeration);
      }
      const auto [place, fresh] = shapes.emplace(key, index);
      if (fresh) continue;
      const rules::Move& other = rules.moves[static_cast<std::size_t>(place->second)];
      if (!differing_told_.insert({place->second, index}).second) continue;
      Diagnostic& error =
          report.error(Code::G0411, move.notation.span,
                       quote(move.name) + " and " + quote(other.name) + " are written alike, and one choice has both");
      error.others.push_back({other.notation.span, "the notation of " + quote(other.name)});
      error.help = "put a word into one of them, so that a text names one move";
    }
  }
}

}  // namespace glint::lang::checking
