#include "lang/syntax/mentions.hpp"

#include <algorithm>
#include <set>

#include "lang/source/text.hpp"
#include "lang/syntax/walk.hpp"

namespace glint::tree {

namespace {

class Mentioned {
 public:
  std::vector<std::string> names;

  void operator()(const Expr& expr) {
    add(expr.name);
    each_part(expr, *this);
  }
  void operator()(const Stmt& stmt) {
    add(stmt.name);
    for (const Name& name : stmt.names) add(name);
    each_part(stmt, *this);
  }
  void operator()(const Outcome& outcome) {
    add(outcome.optic);
    each_part(outcome, *this);
  }
  void operator()(const auto& node) { each_part(node, *this); }

 private:
  void add(const Name& name) {
    if (!name.text.empty() && seen_.insert(name.text).second) names.push_back(name.text);
  }

  std::set<std::string> seen_;
};

}  // namespace

std::vector<std::string> mentions(const Decl& decl) {
  Mentioned collector;
  collector(decl);
  return std::move(collector.names);
}

bool mentions(const Expr& expr, const std::string& name) {
  const auto in = [&](const std::vector<Expr>& exprs) {
    return std::any_of(exprs.begin(), exprs.end(), [&](const Expr& each) { return mentions(each, name); });
  };
  return expr.name.text == name || in(expr.kids) ||
         std::any_of(expr.args.begin(), expr.args.end(), [&](const Arg& arg) { return in(arg.value); });
}

bool has_name(const Decl& decl) {
  if (const auto* board = decl.get_if<BoardDecl>()) return !board->is_inline;
  return lang::equals_any(
      decl.kind, {DeclKind::option, DeclKind::type, DeclKind::lattice, DeclKind::piece, DeclKind::optic, DeclKind::var,
                  DeclKind::let, DeclKind::effect, DeclKind::move, DeclKind::group, DeclKind::bag});
}

bool is_listed(DeclKind kind) {
  return lang::equals_any(
      kind, {DeclKind::end, DeclKind::enters, DeclKind::crosses, DeclKind::invariant, DeclKind::after, DeclKind::show,
             DeclKind::show_beams, DeclKind::ground, DeclKind::show_edges, DeclKind::use, DeclKind::test});
}

std::string plain_text(const Text& text) {
  std::string all;
  for (const TextPart& part : text.parts) all += part.literal;
  return all;
}

}  // namespace glint::tree
