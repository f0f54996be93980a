#include "tests/dump/plan_words.hpp"

#include <algorithm>

#include "interpreter/program/values.hpp"
#include "lang/syntax/terms.hpp"

namespace glint {

namespace {

/// How tightly an operation binds, as in lang/syntax/terms.def; what is not an operator, most tightly.
enum Binds { kFold = 0, kOr = 1, kAnd = 2, kNot = 3, kCompare = 4, kUnite = 5, kToggle = 6, kMeet = 7, kRange = 8, kAdd = 9, kTimes = 10, kMinus = 11, kMost = 12 };

struct Sign {
  Op op;
  const char* text;
  Binds binds;
};
constexpr Sign kSigns[] = {
    {Op::or_, "or", kOr}, {Op::and_, "and", kAnd}, {Op::equal, "==", kCompare}, {Op::not_equal, "!=", kCompare},
    {Op::less, "<", kCompare}, {Op::less_equal, "<=", kCompare}, {Op::in, "in", kCompare}, {Op::within, "within", kCompare},
    {Op::meets, "meets", kCompare}, {Op::unite, "|", kUnite}, {Op::toggle, "^", kToggle}, {Op::intersect, "&", kMeet},
    {Op::at_cells, "&", kMeet}, {Op::range, "..", kRange}, {Op::add, "+", kAdd}, {Op::cycle, "+", kAdd}, {Op::step, "+", kAdd},
    {Op::subtract, "-", kAdd}, {Op::subtract_set, "-", kAdd}, {Op::step_back, "-", kAdd}, {Op::off_cells, "-", kAdd}, {Op::cycle_distance, "-", kAdd},
    {Op::multiply, "*", kTimes}, {Op::divide, "/", kTimes}, {Op::modulo, "mod", kTimes},
};

struct Named {
  Op op;
  const char* text;
};
constexpr Named kCalls[] = {{Op::count, "count"}, {Op::min, "min"}, {Op::max, "max"}, {Op::odd, "odd"}, {Op::axis_of, "axis"},
                            {Op::edges, "edge"}, {Op::beside, "beside"}, {Op::ray, "ray"}, {Op::slide, "slide"}, {Op::hit, "hit"},
                            {Op::steps, "steps"}, {Op::lines_to, "lines_to"}, {Op::first_step, "first_step"},
                            {Op::first_route, "first_route"}, {Op::between, "between"}, {Op::distance, "distance"}, {Op::way_to, "way"},
                            {Op::trace, "trace"}, {Op::trace_from, "trace"}, {Op::cell_at, "cell"}};
constexpr Named kMembers[] = {{Op::owner, "owner"}, {Op::cell_of, "cell"}, {Op::level_of, "level"}, {Op::x_of, "x"}, {Op::y_of, "y"},
                              {Op::index_of, "index"}, {Op::visit_way, "way"}, {Op::visit_step, "step"}, {Op::visit_source, "source"},
                              {Op::visit_route, "route"},
                              {Op::cells_of, "cells"}, {Op::trace_cells, "cells"}, {Op::trace_hits, "hits"}, {Op::trace_sources, "sources"},
                              {Op::trace_visits, "visits"}, {Op::trace_exits, "exits"}};
constexpr Named kFolds[] = {{Op::fold_any, "any"}, {Op::fold_all, "all"}, {Op::fold_no, "no"}, {Op::fold_count, "count"},
                            {Op::fold_sum, "sum"}, {Op::fold_min, "min"}, {Op::fold_max, "max"}, {Op::fold_unite, "union"},
                            {Op::fold_reach, "reach"}};

template <class Entry, std::size_t size>
const Entry* found(const Entry (&entries)[size], Op op) {
  for (const Entry& one : entries)
    if (one.op == op) return &one;
  return nullptr;
}

class Printer {
 public:
  explicit Printer(const PlanWords& words) : words_(words), rules_(words.program.rules) {}

  std::string expr(const Expr& expr, Binds outer = kFold) const;
  std::string effect(const Stmt& stmt) const;
  void steps(const Steps& steps, std::size_t indent, std::string& text) const;
  std::string local(int ref) const;

 private:
  std::string list(const std::vector<Expr>& kids) const;
  std::string all_of(const Type& type) const;
  std::string fold(const char* word, const Expr& expr) const;
  std::string plain(const Expr& expr) const;
  std::vector<std::string> away(const Step& step) const;
  std::string line(const Step& step) const;

  const PlanWords& words_;
  const rules::Rules& rules_;
};

std::string Printer::local(int ref) const {
  const auto number = static_cast<std::size_t>(ref);
  if (number < words_.names.size() && words_.names[number]) return words_.names[number]->name;
  return "#" + std::to_string(ref);
}

std::string Printer::list(const std::vector<Expr>& kids) const {
  std::string text;
  for (const Expr& kid : kids) text += (text.empty() ? "" : ", ") + expr(element_of(kid));
  return text;
}

std::string Printer::all_of(const Type& type) const {
  switch (type.base) {
    case Base::cell: return "cells";
    case Base::enumeration: return rules_.enums[type.enumeration].name;
    case Base::player: return "player";
    case Base::direction: return "around";
    case Base::axis: return "axis";
    case Base::flag: return "flag";
    case Base::number: return std::to_string(type.lo) + ".." + std::to_string(type.hi);
    default: return "all";
  }
}

/// `word x in S where P : E`.
std::string Printer::fold(const char* word, const Expr& e) const {
  const bool has_least = e.op == Op::fold_min || e.op == Op::fold_max;
  const std::size_t kids = e.kids.size() - (has_least ? 1 : 0);
  std::string text = std::string(word) + " " + local(e.ref) + " in " + expr(e.kids[0], kCompare);
  if (kids > 2) text += " where " + expr(e.kids[2]);
  text += " : " + expr(e.kids[1]);
  return has_least ? text + " else " + expr(e.kids.back()) : text;
}

/// What is not an operator, call, member or fold.
std::string Printer::plain(const Expr& e) const {
  const auto of = [&](const std::string& name) { return e.kids.empty() ? name : name + " of " + expr(e.kids[0], kMost); };
  switch (e.op) {
    case Op::constant: return print_value(rules_, e.type, e.number);
    case Op::label: return e.text;
    case Op::all: return all_of(e.type);
    case Op::empty: return "empty";
    case Op::kind: return of(rules_.kinds[e.ref].name);
    case Op::stacked: return "stacked " + of(rules_.kinds[e.ref].name);
    case Op::option: return rules_.options[e.ref].name;
    case Op::variable: return rules_.variables[e.ref].name + (e.kids.empty() ? "" : "[" + expr(e.kids[0]) + "]");
    case Op::local: return local(e.ref);
    case Op::call: {
      const rules::Let& let = rules_.lets[e.ref];
      if (e.kids.empty()) return let.name;
      const bool is_table = let.form == rules::LetForm::table;
      return let.name + (is_table ? "[" : "(") + list(e.kids) + (is_table ? "]" : ")");
    }
    case Op::me: return words_.me >= 0 ? rules_.players[words_.me].name : "me";
    case Op::seen: return "seen";
    case Op::border: return "border";
    case Op::drawn: return "drawn \"" + e.text + "\"";
    case Op::beams: return "beams";
    case Op::set: return "{" + list(e.kids) + "}";
    case Op::comprehension: {
      std::string text;  // {x in {x in S where P} where Q} reads better as one
      const Expr* inner = &e;
      const auto is_one = [&](const Expr& set) { return set.op == Op::comprehension && set.ref == e.ref && set.kids.size() == 2; };
      for (; is_one(*inner); inner = &inner->kids[0]) {
        const bool is_alone = text.empty() && !is_one(inner->kids[0]);
        text = expr(inner->kids[1], is_alone ? kFold : kNot) + (text.empty() ? "" : " and ") + text;
      }
      if (inner->op == Op::comprehension && inner->ref == e.ref) inner = &inner->kids[0];
      return "{" + local(e.ref) + " in " + expr(*inner, kCompare) + (text.empty() ? "" : " where " + text) + "}";
    }
    case Op::can: return "can " + of(rules_.moves[e.ref].name);
    default: return "?";
  }
}

std::string Printer::expr(const Expr& e, Binds outer) const {
  if (e.op == Op::set && e.kids.size() == 1 && e.kids[0].type.is_set) return expr(e.kids[0], outer);
  Binds binds = kMost;
  std::string text;
  if (e.op == Op::add && e.kids[1].op == Op::constant && e.kids[1].number < 0) {
    binds = kAdd;
    text = expr(e.kids[0], binds) + " - " + std::to_string(-e.kids[1].number);
  } else if (const Sign* const sign = found(kSigns, e.op)) {
    binds = sign->binds;
    // Operators of one kind stand side by side; the right side of `-` does not.
    const auto right = static_cast<Binds>(binds + 1);
    text = expr(element_of(e.kids[0]), binds == kCompare ? right : binds) + (binds == kRange ? "" : " ") + sign->text +
           (binds == kRange ? "" : " ") + expr(element_of(e.kids[1]), right);
  } else if (e.op == Op::walk) {
    constexpr const char* kWalks[] = {"slide", "hit", "steps", "last"};
    std::vector<Expr> kids = e.kids;  // as they are written: the number before what is passed
    if (kids.size() > 4) std::rotate(kids.begin() + 2, kids.begin() + 4, kids.end());
    text = std::string(kWalks[e.ref]) + "(" + list(kids) + ")";
  } else if (const Named* const call = found(kCalls, e.op)) {
    text = std::string(call->text) + "(" + list(e.kids) + ")";
  } else if (const Named* const member = found(kMembers, e.op)) {
    text = expr(e.kids[0], kMost) + "." + member->text;
  } else if (const Named* const word = found(kFolds, e.op)) {
    binds = kFold;
    text = fold(word->text, e);
  } else if (e.op == Op::field) {
    text = expr(e.kids[0], kMost) + "." + rules_.fields[e.ref].name;
  } else if (e.op == Op::visit_payload) {
    text = expr(e.kids[0], kMost) + "." + rules_.beams.fields[e.ref].name;
  } else if (e.op == Op::trace_ends) {
    text = expr(e.kids[0], kMost) + "." + (e.ref < 0 ? "looped" : rules_.beams.ends[e.ref]);
  } else if (e.op == Op::not_) {
    binds = kNot;
    text = "not " + expr(e.kids[0], kNot);
  } else if (e.op == Op::negate) {
    binds = kMinus;
    text = "-" + expr(e.kids[0], kMinus);
  } else if (e.op == Op::if_) {
    binds = kFold;
    text = "if " + expr(e.kids[0]) + " then " + expr(e.kids[1]) + " else " + expr(e.kids[2]);
  } else {
    text = plain(e);
  }
  return binds < outer ? "(" + text + ")" : text;
}

std::string Printer::effect(const Stmt& stmt) const {
  const auto block = [&](const Block& inner) {
    std::string text;
    for (const Stmt& one : inner) text += (text.empty() ? "" : "; ") + effect(one);
    return "{ " + text + " }";
  };
  const std::string first = stmt.exprs.empty() ? "" : expr(element_of(stmt.exprs[0]));
  switch (stmt.kind) {
    case StmtKind::put: {
      const rules::Kind& kind = rules_.kinds[stmt.ref];
      std::string with;
      for (std::size_t i = 0; i < stmt.inits.size(); ++i)
        with += (with.empty() ? "" : ", ") + rules_.fields[kind.fields[i]].name + " = " + expr(stmt.inits[i]);
      return "put " + kind.name + (with.empty() ? "" : "(" + with + ")") + " on " + first;
    }
    case StmtKind::remove: return "remove " + first;
    case StmtKind::move: return "move " + first + " to " + expr(element_of(stmt.exprs[1]));
    case StmtKind::swap: return "swap " + first + ", " + expr(element_of(stmt.exprs[1]));
    case StmtKind::assign: {
      const std::string index = stmt.exprs.size() > 1 ? "[" + expr(stmt.exprs[1]) + "]" : "";
      return rules_.variables[stmt.ref].name + index + " " + lang::text_of(stmt.assign) + " " + first;
    }
    case StmtKind::assign_field:
      return expr(stmt.exprs[1], kMost) + "." + (stmt.ref < 0 ? "owner" : rules_.fields[stmt.ref].name) + " " +
             lang::text_of(stmt.assign) + " " + first;
    case StmtKind::call: {
      const std::string arguments = list(stmt.exprs);
      return rules_.effects[stmt.ref].name + "(" + arguments + ")";
    }
    case StmtKind::let: return "let " + local(stmt.ref) + " = " + first;
    case StmtKind::require: return "require " + first;
    case StmtKind::require_most: return "require most " + list(stmt.exprs);
    case StmtKind::offer_once: return "offer once by " + list(stmt.exprs);
    case StmtKind::if_: return "if " + first + " " + block(stmt.body) + (stmt.other.empty() ? "" : " else " + block(stmt.other));
    case StmtKind::for_: return "for " + local(stmt.ref) + " in " + first + " " + block(stmt.body);
    case StmtKind::end: return "end" + (first.empty() ? "" : " when " + first);
    default: return "?";
  }
}

/// Where the second of a pair is, a line for each set of first ones.
std::vector<std::string> Printer::away(const Step& step) const {
  std::vector<std::string> lines;
  for (const StepAway& one : step.away) {
    const std::string name = local(step.local), ways = expr(element_of(one.ways), kTimes);
    std::string to = name + " + " + ways;
    if (step.far) to = "steps(" + name + ", " + ways + ", " + expr(step.far->length) + ", " + expr(step.far->between) + ")";
    else if (one.among) to = "(" + to + ")";
    if (one.among) to += " & " + expr(*one.among, kTimes);
    lines.push_back(one.from ? to + ", for " + name + " in " + expr(*one.from) : to);
  }
  return lines;
}

std::string Printer::line(const Step& step) const {
  const std::string name = step.local < 0 ? "" : local(step.local);
  switch (step.kind) {
    case StepKind::let: return "let " + name + " = " + expr(step.value);
    case StepKind::covered: return "let " + name + " = the cells where pieces lie under others";
    case StepKind::need: return "require " + expr(step.value);
    case StepKind::fits:
      if (!step.away.empty())
        return "an error unless one more fits on each " + local(step.second) + " with " + name + " in " + expr(step.value) + " and " + local(step.second) + " in";
      return "an error unless one more fits on each of " + expr(step.value) + " besides " + expr(step.domain);
    case StepKind::make: return effect(*step.stmt);
    case StepKind::undo: return "restore the position after this:";
    case StepKind::either: return "if " + expr(step.value) + ":";
    case StepKind::again: return "the end of the round";
    case StepKind::rounds:
      return "a round, and others while " + expr(step.value) + (step.stmt->some_of ? ", or none:" : ":");
    case StepKind::offered: return "only " + name + " = " + expr(step.value) + ", within " + expr(step.domain);
    case StepKind::each: return "each " + name + " in " + expr(step.value);
    case StepKind::all: case StepKind::pairs: break;
  }
  std::string text = "all " + name + " in " + expr(step.value);
  if (step.kind == StepKind::pairs && !step.tried) {
    text = "all " + name + ", " + local(step.second) + " with " + name + " in " + expr(step.value) + " and " + local(step.second) + " in";
  } else if (step.kind == StepKind::pairs) {
    text += ", " + local(step.second) + " in " + expr(step.domain);
  }
  if (step.tried)
    text += " where the beams of `" + effect(*step.tried->put) + "` would meet " + expr(step.tried->target);
  return text;
}

void Printer::steps(const Steps& steps, std::size_t indent, std::string& text) const {
  const auto add = [&](const std::string& line) { text += std::string(indent * 2, ' ') + line + "\n"; };
  for (const Step& step : steps) {
    std::string text_of = line(step);
    const std::vector<std::string> away = this->away(step);
    if (away.size() == 1) text_of += " " + away[0];
    add(text_of);
    if (away.size() > 1)
      for (const std::string& one : away) add("  " + one + (&one == &away.back() ? "" : " |"));
    if (step.kind == StepKind::again) return;
    if (step.kind == StepKind::either || step.kind == StepKind::rounds) {
      this->steps(step.then, indent + 1, text);
      add(step.kind == StepKind::either ? "otherwise:" : "after the last one:");
      return this->steps(step.other, indent + 1, text);
    }
    if (step.kind == StepKind::each || step.kind == StepKind::undo) ++indent;
  }
  add("a legal move");
}

}  // namespace

std::string print(const Expr& expr, const PlanWords& words) { return Printer(words).expr(expr); }
std::string print(const Stmt& effect, const PlanWords& words) { return Printer(words).effect(effect); }
std::string print(const Steps& steps, const PlanWords& words) {
  std::string text;
  Printer(words).steps(steps, 1, text);
  return text;
}

}  // namespace glint
