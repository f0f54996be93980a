#include "lang/check/script/mentions.hpp"

#include <algorithm>
#include <set>

namespace glint::lang::checking {
namespace {

class Collector {
 public:
  std::vector<std::string> names;

  void add(const std::string& name) {
    if (!name.empty() && seen_.insert(name).second) names.push_back(name);
  }
  void add(const tree::Expr& expr) {
    add(expr.name.text);
    add(expr.kids);
    add(expr.args);
  }
  void add(const std::vector<tree::Expr>& exprs) {
    for (const tree::Expr& expr : exprs) add(expr);
  }
  void add(const std::vector<tree::Arg>& args) {
    for (const tree::Arg& arg : args) add(arg.value);
  }
  void add(const std::vector<tree::TypeExpr>& types) {
    for (const tree::TypeExpr& type : types) {
      add(type.expr);
      add(type.inner);
    }
  }
  void add(const tree::Text& text) {
    for (const tree::TextPart& part : text.parts) add(part.hole);
  }
  void add(const tree::Block& block) {
    for (const tree::Stmt& stmt : block) {
      add(stmt.name.text);
      add(stmt.exprs);
      add(stmt.args);
      if (stmt.message) add(*stmt.message);
      for (const tree::Name& name : stmt.names) add(name.text);
      add(stmt.type);
      if (stmt.result) add(stmt.result->player);
      add(stmt.body);
      add(stmt.other);
    }
  }
  void add(const tree::Decl& decl) {
    add(decl.exprs);
    add(decl.seen);
    add(decl.type);
    add(decl.index);
    for (const tree::Param& param : decl.params) add(param.type);
    for (const tree::FieldDecl& field : decl.fields) {
      add(field.type);
      add(field.initial);
    }
    if (decl.emits) {
      add(decl.emits->directions);
      add(decl.emits->updates);
    }
    add(decl.sides);
    add(decl.cases);
    add(decl.sides_cases);
    if (decl.text) add(*decl.text);
    add(decl.body);
  }
  void add(const std::vector<tree::Case>& cases) {
    for (const tree::Case& each : cases) {
      add(each.relative_to);
      add(each.condition);
      for (const tree::Outcome& outcome : each.outcomes) {
        add(outcome.exprs);
        add(outcome.optic.text);
        add(outcome.args);
        add(outcome.updates);
      }
    }
  }

 private:
  std::set<std::string> seen_;
};

}  // namespace

std::vector<std::string> mentions(const tree::Decl& decl) {
  Collector collector;
  collector.add(decl);
  return std::move(collector.names);
}

bool mentions(const tree::Expr& expr, const std::string& name) {
  const auto in = [&](const std::vector<tree::Expr>& exprs) {
    return std::any_of(exprs.begin(), exprs.end(), [&](const tree::Expr& each) { return mentions(each, name); });
  };
  return expr.name.text == name || in(expr.kids) ||
         std::any_of(expr.args.begin(), expr.args.end(), [&](const tree::Arg& arg) { return in(arg.value); });
}

}  // namespace glint::lang::checking
