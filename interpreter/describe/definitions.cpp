// What the rules remember, and the terms that they define.
#include <algorithm>
#include <map>
#include <utility>

#include "interpreter/describe/exprs.hpp"
#include "interpreter/describe/parts.hpp"
#include "interpreter/program/values.hpp"
#include "lang/rules/walk.hpp"

namespace glint::describe {

using rules::Base;
using rules::Expr;
using rules::Op;

namespace {

class Definitions {
 public:
  Definitions(const Program& program, Speech& speech) : rules_(program.rules), speech_(speech) {
    find_set_first(rules_.setup.body) || find_set_first(rules_.play.body);
  }

  /// Values, and definitions, in the order of the script; those that no sentence names are left out.
  void tell(RuleParts& parts) {
    std::vector<std::pair<lang::Span, Entry>> state, terms;
    std::vector<bool> told_lets(rules_.lets.size()), told_variables(rules_.variables.size());
    for (bool more = true; more;) {
      more = false;
      const std::vector<bool> lets = speech_.mentions().lets, variables = speech_.mentions().variables;
      for (std::size_t i = 0; i < variables.size(); ++i)
        if (variables[i] && !told_variables[i]) {
          told_variables[i] = true;
          state.emplace_back(rules_.variables[i].span, variable(rules_.variables[i]));
          more = true;
        }
      for (std::size_t i = 0; i < lets.size(); ++i)
        if (lets[i] && !told_lets[i]) {
          told_lets[i] = true;
          terms.emplace_back(rules_.lets[i].span, definition(i));
          more = true;
        }
    }
    const auto in_order = [](std::vector<std::pair<lang::Span, Entry>>& entries, std::vector<Entry>& all) {
      std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
        return std::pair(a.first.file, a.first.begin) < std::pair(b.first.file, b.first.begin);
      });
      for (auto& [span, one] : entries) all.push_back(std::move(one));
    };
    in_order(state, parts.state);
    in_order(terms, parts.terms);
  }

 private:
  /// Finds the variables that are set before anybody chooses. True: a choice was reached.
  bool find_set_first(const rules::Block& block, int depth = 0) {
    constexpr int kDeepest = 8;  // effects that call effects
    for (const rules::Stmt& stmt : block) {
      const auto ref = static_cast<std::size_t>(stmt.ref);
      switch (stmt.kind) {
        case rules::StmtKind::choose:
        case rules::StmtKind::together:
          return true;
        case rules::StmtKind::draw:
          if (stmt.number != 1) set_first_[ref] = true;
          break;
        case rules::StmtKind::assign:
          if (stmt.assign == lang::AssignOp::set) set_first_.try_emplace(ref, false);
          break;
        case rules::StmtKind::call:
          if (depth < kDeepest && find_set_first(rules_.effects[ref].body, depth + 1)) return true;
          break;
        case rules::StmtKind::if_: {
          const auto known = constant_of(speech_.scope().fold(stmt.exprs[0]));
          const bool first = (!known || *known) && find_set_first(stmt.body, depth);
          const bool second = (!known || !*known) && find_set_first(stmt.other, depth);
          if (known ? first || second : first && second) return true;
          break;
        }
        default:
          if (find_set_first(stmt.body, depth)) return true;
          break;
      }
    }
    return false;
  }

  Entry variable(const rules::Variable& variable) {
    Entry one = made_entry("var", variable.name, variable.doc);
    std::string words = variable.is_bag ? "a bag" : any_value(rules_, variable.type);
    if (variable.index) {
      rules::Type index = *variable.index;
      words += variable.is_bag ? " of " + (index.base == Base::number ? "numbers" + any_value(rules_, index).substr(8)
                                                                      : any_value(rules_, index))
                               : ", for each " + (index.base == Base::player ? "player"
                                                  : index.base == Base::cell ? "cell"
                                                                             : any_value(rules_, index));
    }
    if (!variable.label.empty()) words = variable.label + ": " + words;
    words += at_start(variable);
    words += seen_by(variable);
    if (variable.is_uncounted) words += "; positions that differ in it alone are the same";
    add(one, 0, words);
    return one;
  }

  std::string at_start(const rules::Variable& variable) {
    const Telling body(speech_.scope(), variable.frame);
    const Expr initial = speech_.scope().fold(variable.initial);
    const std::string first = is_empty_set(initial) ? "none"
                              : initial.type.is_set ? speech_.place(initial)
                                                    : speech_.noun(initial);
    const auto set = std::find_if(set_first_.begin(), set_first_.end(),
                                  [&](const auto& each) { return rules_.variables[each.first].name == variable.name; });
    if (set != set_first_.end()) return set->second ? "; chance sets it at the start" : "; set before the first choice";
    return variable.is_bag ? "; of each it holds " + first + " at the start" : "; at the start " + first;
  }

  std::string seen_by(const rules::Variable& variable) {
    if (!variable.seen_by) return "";
    const Telling body(speech_.scope(), variable.seen_frame);
    const Expr seers = speech_.scope().fold(*variable.seen_by);
    return is_empty_set(seers) ? ". Nobody sees it" : ". Only seen by " + speech_.noun(seers);
  }

  Entry definition(std::size_t number) {
    const rules::Let& let = rules_.lets[number];
    Entry one = made_entry("let", let.name, let.doc);
    const Telling body(speech_.scope(), let.frame);
    std::vector<std::string> params;
    for (int i = 0; i < let.frame.params; ++i) params.push_back(speech_.scope().local(i));
    if (!params.empty()) one.of = (one.name.ends_with(" of") ? "" : "of ") + listed(params);
    if (!tell_values(let, one)) add(one, 0, defined(let, speech_.scope().fold(let.body)));
    return one;
  }

  std::string defined(const rules::Let& let, const Expr& body) {
    if (let.type.base == Base::flag && !let.type.is_set) {
      if (const auto known = constant_of(body)) return *known ? "always holds" : "never holds";
      return "holds if " + speech_.clause(body);
    }
    if (let.type.is_set && (let.type.base == Base::cell || let.type.base == Base::place)) {
      const std::string all = speech_.place(body);
      return all;
    }
    return speech_.noun(body);
  }

  /// A definition in which a parameter of few values decides, as a list of them: "red: a1". False: it is no such.
  bool tell_values(const rules::Let& let, Entry& one) {
    for (int param = 0; param < let.frame.params; ++param)
      if (tell_values(let, param, one)) return true;
    return false;
  }
  bool tell_values(const rules::Let& let, int param, Entry& one) {
    constexpr std::int64_t kMost = 8;
    const rules::Type& type = let.frame.locals[static_cast<std::size_t>(param)].type;
    if (type.is_set || is_of_board(type) || type.base == Base::trace || type.base == Base::visit) return false;
    const std::int64_t size = type.base == Base::number ? type.hi - type.lo + 1 : domain_size(rules_, type);
    if (size < 2 || size > kMost) return false;
    const Expr open = speech_.scope().fold(let.body);
    bool decides = asks(open, Op::if_);
    rules::walk(open, [&](const Expr& each) {
      decides = decides || (each.op == Op::index_of && each.kids[0].op == Op::local && each.kids[0].ref == param);
    });
    const std::int64_t first = type.base == Base::number ? type.lo : domain_first(type);
    std::vector<std::string> names, results;
    const std::string name = speech_.scope().local(param);
    for (std::int64_t i = 0; i < size; ++i) {
      const Expr value = constant(type, first + i);
      speech_.scope().know(param, &value);
      const Expr result = speech_.scope().fold(let.body);
      const bool is_told = !asks(result, Op::if_) && (decides || is_known(result));
      if (is_told) {
        speech_.scope().name_local(param, value_words(rules_, type, first + i));
        names.push_back(value_words(rules_, type, first + i));
        // A player's name may be that of a colour, too.
        const bool is_player = let.type.base == Base::player && !let.type.is_set && constant_of(result);
        results.push_back(sentence((is_player ? "player " : "") + defined(let, result)));
      }
      speech_.scope().know(param, nullptr);
      speech_.scope().name_local(param, name);
      if (!is_told) return false;
    }
    if (std::all_of(results.begin(), results.end(), [&](const std::string& each) { return each == results[0]; })) {
      add(one, 0, results[0]);
      return true;
    }
    const std::string of = type.base == Base::player && let.frame.params == 1 ? "player" : name;
    for (std::size_t i = 0; i < names.size(); ++i) add(one, 0, of + " " + names[i] + ": " + results[i]);
    return true;
  }

  const rules::Rules& rules_;
  Speech& speech_;
  std::map<std::size_t, bool> set_first_;  // variables that are set before anybody chooses: whether chance does it
};

}  // namespace

void add_definitions(RuleParts& parts, const Program& program, Speech& speech) {
  Definitions(program, speech).tell(parts);
}

}  // namespace glint::describe
