#include "tests/support/dump_rules.hpp"

#include <cstddef>

#include "lang/check/declarations/types.hpp"

namespace glint::rules {
namespace {

using lang::checking::type_name;

const char* text_of(Op op) {
  static constexpr const char* kTexts[] = {
#define GLINT_RULES_OP(name, text) text,
#include "lang/rules/ops.def"
  };
  return kTexts[static_cast<std::size_t>(op)];
}

/// The name of entry `ref` of a list, or `?` where there is none.
template <class List>
std::string entry(const List& list, int ref) {
  if (ref < 0 || static_cast<std::size_t>(ref) >= list.size()) return "?";
  return list[static_cast<std::size_t>(ref)].name;
}

/// A value by its name in the script: `red`, `ne`, `on`, `3`.
std::string value_name(const Type& type, std::int64_t value, const Rules& rules) {
  const int ref = value < 0 || value > 1'000'000 ? -1 : static_cast<int>(value);
  switch (type.base) {
    case Base::flag:
      return value != 0 ? "on" : "off";
    case Base::enumeration:
      if (type.enumeration >= rules.enums.size()) return "?";
      return entry(rules.enums[type.enumeration].values, ref);
    case Base::player:
      return entry(rules.players, ref);
    case Base::direction:
      return entry(rules.lattice.directions, ref);
    case Base::axis: {
      const std::string name = entry(rules.lattice.axes, ref);
      return name.empty() ? "axis " + std::to_string(value) : name;
    }
    default:
      return std::to_string(value);
  }
}

class Dumper {
 public:
  Dumper(const Rules& rules, const Frame& frame) : rules_(rules), frame_(frame) {}

  std::string local(int ref) const {
    const std::string name = entry(frame_.locals, ref);
    return name.empty() ? "#" + std::to_string(ref) : name;
  }

  std::string subject(const Expr& expr) const {
    switch (expr.op) {
      case Op::constant:
        return value_name(expr.type, expr.number, rules_);
      case Op::label:
        return expr.text;
      case Op::all: {
        Type element = expr.type;
        element.is_set = false;
        return type_name(element, rules_);
      }
      case Op::kind:
      case Op::stacked:
        return entry(rules_.kinds, expr.ref);
      case Op::option:
        return entry(rules_.options, expr.ref);
      case Op::variable:
        return entry(rules_.variables, expr.ref);
      case Op::local:
      case Op::comprehension:
      case Op::fold_any:
      case Op::fold_all:
      case Op::fold_no:
      case Op::fold_count:
      case Op::fold_sum:
      case Op::fold_min:
      case Op::fold_max:
      case Op::fold_unite:
      case Op::fold_reach:
        return local(expr.ref);
      case Op::call:
        return entry(rules_.lets, expr.ref);
      case Op::payload:
      case Op::visit_payload:
        return entry(rules_.beams.fields, expr.ref);
      case Op::field:
        return entry(rules_.fields, expr.ref);
      case Op::can:
        return entry(rules_.moves, expr.ref);
      case Op::move_count:
        return expr.ref < 0 ? std::string() : entry(rules_.moves, expr.ref);
      default:
        return expr.text;
    }
  }

  std::string expr(const Expr& expr) const {
    const std::string about = subject(expr);
    // What is plain enough stands without its operator.
    if (expr.kids.empty() && (expr.op == Op::constant || expr.op == Op::label || expr.op == Op::local)) return about;
    if (expr.kids.empty() && about.empty()) return expr.op == Op::set ? "(set)" : text_of(expr.op);
    std::string text = "(" + std::string(text_of(expr.op));
    if (!about.empty()) text += " " + about;
    for (const Expr& kid : expr.kids) text += " " + this->expr(kid);
    return text + ")";
  }

  std::string text(const Text& text) const {
    std::string all = "\"";
    for (const TextPart& part : text.parts) {
      all += part.literal;
      if (!part.hole) continue;
      all += "{" + expr(*part.hole);
      if (part.width > 0) all += ":" + std::to_string(part.width);
      all += "}";
    }
    return all + "\"";
  }

  std::string result(const Result& result) const {
    const std::string kind = text_of(result.kind);
    if (result.kind == ResultKind::tie || result.kind == ResultKind::score) return kind;
    return (result.player ? expr(*result.player) : "team") + " " + kind;
  }

  std::string block(const Block& block, int indent) const {
    std::string text;
    for (const Stmt& stmt : block) text += std::string(static_cast<std::size_t>(indent) * 2, ' ') + line(stmt, indent);
    return text;
  }

 private:
  std::string exprs(const Stmt& stmt) const {
    std::string text;
    for (const Expr& each : stmt.exprs) text += " " + expr(each);
    return text;
  }

  std::string braces(const Block& body, int indent) const {
    return " {\n" + block(body, indent + 1) + std::string(static_cast<std::size_t>(indent) * 2, ' ') + "}";
  }

  std::string line(const Stmt& stmt, int indent) const {
    const std::string message = stmt.message.empty() ? std::string() : " " + text(stmt.message);
    switch (stmt.kind) {
      case StmtKind::pick:
        return "pick " + local(stmt.ref) + (stmt.some_of ? " some of" : "") + exprs(stmt) + message + "\n";
      case StmtKind::require:
        return "require" + exprs(stmt) + message + "\n";
      case StmtKind::offer:
        return "offer" + (stmt.some_of ? " unseen" : stmt.exprs.empty() ? " nothing" : exprs(stmt)) + "\n";
      case StmtKind::require_most:
        return "require_most" + exprs(stmt) + message + "\n";
      case StmtKind::offer_once:
        return "offer_once" + exprs(stmt) + "\n";
      case StmtKind::let:
        return "let " + local(stmt.ref) + exprs(stmt) + "\n";
      case StmtKind::assign:
        return "assign " + entry(rules_.variables, stmt.ref) + " " + text_of(stmt.assign) + exprs(stmt) + "\n";
      case StmtKind::assign_field:
        return "assign_field " + (stmt.ref < 0 ? std::string("owner") : entry(rules_.fields, stmt.ref)) + " " +
               text_of(stmt.assign) + exprs(stmt) + "\n";
      case StmtKind::put: {
        std::string all = "put " + entry(rules_.kinds, stmt.ref) + exprs(stmt);
        for (const Expr& init : stmt.inits) all += " = " + expr(init);
        return all + "\n";
      }
      case StmtKind::remove:
        return "remove" + exprs(stmt) + "\n";
      case StmtKind::move:
        return "move" + exprs(stmt) + "\n";
      case StmtKind::swap:
        return "swap" + exprs(stmt) + "\n";
      case StmtKind::if_:
        return "if" + exprs(stmt) + braces(stmt.body, indent) +
               (stmt.other.empty() ? std::string() : " else" + braces(stmt.other, indent)) + "\n";
      case StmtKind::for_:
        return "for " + local(stmt.ref) + exprs(stmt) + braces(stmt.body, indent) + "\n";
      case StmtKind::end:
        return "end" + exprs(stmt) + " : " + (stmt.result ? result(*stmt.result) : "?") + "\n";
      case StmtKind::call:
        return "call " + entry(rules_.effects, stmt.ref) + exprs(stmt) + "\n";
      case StmtKind::draw:
        return "draw " + (stmt.number == 1 ? local(stmt.ref) : entry(rules_.variables, stmt.ref)) + exprs(stmt) +
               (stmt.bag < 0 ? "" : " from " + entry(rules_.variables, stmt.bag)) + "\n";
      case StmtKind::turn:
        return "turn" + std::string(stmt.each ? " each" : "") + exprs(stmt) + braces(stmt.body, indent) + "\n";
      case StmtKind::choose:
      case StmtKind::together: {
        std::string all = stmt.kind == StmtKind::choose ? "choose" : "together choose";
        for (const int move : stmt.moves) all += " " + entry(rules_.moves, move);
        if (stmt.has_else) all += " else" + braces(stmt.other, indent);
        return all + "\n";
      }
      case StmtKind::rounds: {
        std::string carried;
        for (const auto& [before, now] : stmt.carried) carried += " " + local(before) + " <- " + local(now);
        return "rounds" + exprs(stmt) + (stmt.some_of ? " or stop" : "") + carried + braces(stmt.body, indent) + "\n";
      }
      case StmtKind::repeat:
        return "repeat" + exprs(stmt) + braces(stmt.body, indent) + "\n";
      case StmtKind::play:
      case StmtKind::expect_illegal:
      case StmtKind::map:
      case StmtKind::expect_map:
      case StmtKind::to_move:
      case StmtKind::expect_perft:
      case StmtKind::fix_draw: {
        std::string all = stmt.kind == StmtKind::play             ? "play"
                          : stmt.kind == StmtKind::expect_illegal ? "expect_illegal"
                          : stmt.kind == StmtKind::map            ? "map"
                          : stmt.kind == StmtKind::expect_map     ? "expect_map"
                          : stmt.kind == StmtKind::expect_perft   ? "expect_perft"
                          : stmt.kind == StmtKind::to_move        ? "to_move"
                                                                  : "fix_draw";
        for (const std::string& each : stmt.texts) all += " \"" + each + "\"";
        return all + exprs(stmt) + "\n";
      }
      case StmtKind::expect:
        return "expect" + exprs(stmt) + "\n";
      case StmtKind::expect_result:
        return "expect_result " + (stmt.result ? result(*stmt.result) : "?") + "\n";
    }
    return "?\n";
  }

  const Rules& rules_;
  const Frame& frame_;
};

std::string updates(const std::vector<PayloadUpdate>& updates, const Dumper& dumper, const Rules& rules) {
  std::string text;
  for (const PayloadUpdate& each : updates)
    text += " beam." + entry(rules.beams.fields, each.field) + " " + text_of(each.op) + " " + dumper.expr(each.value);
  return text;
}

std::string params(const Frame& frame, const Rules& rules, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < first + static_cast<std::size_t>(frame.params) && i < frame.locals.size(); ++i)
    text += (text.empty() ? "" : ", ") + frame.locals[i].name + ": " + type_name(frame.locals[i].type, rules);
  return text.empty() ? text : "(" + text + ")";
}

}  // namespace

std::string dump(const Expr& expr, const Frame& frame, const Rules& rules) { return Dumper(rules, frame).expr(expr); }

std::string dump(const Block& block, const Frame& frame, const Rules& rules) {
  return Dumper(rules, frame).block(block, 0);
}

std::string dump(const Rules& rules) {
  std::string text = (rules.is_library ? "library " : "game ") + rules.name + "\n";
  if (!rules.players.empty()) {
    text += "players";
    for (const Player& player : rules.players) text += " " + player.name;
    text += rules.team ? " as team\n" : "\n";
  }
  for (const Option& option : rules.options) {
    text += "option " + option.name + ":";
    for (const std::int64_t value : option.values) text += " " + value_name(option.type, value, rules);
    text += " = " + value_name(option.type, option.initial, rules) + "\n";
  }
  for (const Enumeration& each : rules.enums) {
    text += "type " + each.name + ":";
    for (const EnumValue& value : each.values) text += " " + value.name;
    text += "\n";
  }
  for (const BeamField& field : rules.beams.fields)
    text += "beam " + field.name + ": " + type_name(field.type, rules) + "\n";
  for (const Kind& kind : rules.kinds) {
    text += "piece " + kind.name + (kind.owned ? " of player" : "") + "\n";
    for (const int field : kind.fields) {
      const PieceField& each = rules.fields[static_cast<std::size_t>(field)];
      text += "  " + each.name + ": " + type_name(each.type, rules) + "\n";
    }
    if (kind.emits) {
      const Dumper dumper(rules, kind.emits_frame);
      text += "  emits " + dumper.expr(kind.emits_directions) + updates(kind.emits_updates, dumper, rules) + "\n";
    }
    if (kind.reaction >= 0) text += "  reaction " + std::to_string(kind.reaction) + "\n";
    if (kind.sides)
      text += "  sides " + dump(*kind.sides, kind.sides_frame, rules) + " reaction " +
              std::to_string(kind.sides_reaction) + "\n";
  }
  for (const Terrain& terrain : rules.beams.terrain)
    text += std::string(terrain.is_crossing ? "crosses " : "enters ") + dump(terrain.where, terrain.frame, rules) +
            " reaction " + std::to_string(terrain.reaction) + "\n";
  for (std::size_t i = 0; i < rules.beams.optics.size(); ++i) {
    const Optic& optic = rules.beams.optics[i];
    const Dumper dumper(rules, optic.frame);
    text += "optic " + std::to_string(i) +
            (optic.name.empty() ? "" : " " + optic.name + params(optic.frame, rules, 1)) + "\n";
    for (const Case& each : optic.cases) {
      text += std::string("  ") + text_of(each.from);
      if (each.relative_to) text += " " + dumper.expr(*each.relative_to);
      if (each.condition) text += " if " + dumper.expr(*each.condition);
      text += " ->";
      for (const Outcome& outcome : each.outcomes) {
        text += std::string(" ") + text_of(outcome.way);
        if (outcome.way == Way::optic) text += " " + entry(rules.beams.optics, outcome.ref);
        for (const Expr& expr : outcome.exprs) text += " " + dumper.expr(expr);
        text += updates(outcome.updates, dumper, rules) + ";";
      }
      text += "\n";
    }
  }
  for (const Variable& variable : rules.variables) {
    text += (variable.is_bag ? "bag " : "var ") + variable.name +
            (variable.index ? "[" + type_name(*variable.index, rules) + "]" : "") + ": " +
            type_name(variable.type, rules) + " = " + dump(variable.initial, variable.frame, rules) +
            (variable.seen_by ? " seen by " + dump(*variable.seen_by, variable.seen_frame, rules) : "") +
            (variable.is_uncounted ? " uncounted" : "") +
            (variable.label.empty() ? "" : " \"" + variable.label_of_one + (variable.label_of_one.empty() ? "" : "|") + variable.label + "\"") +
            "\n";
  }
  for (const Let& let : rules.lets) {
    text += "let " + let.name + params(let.frame, rules, 0) + ": " + type_name(let.type, rules) +
            (let.reads_me ? " me" : "") + (let.reads_beams ? " beams" : "") + (let.reads_state ? " state" : "") +
            " = " + dump(let.body, let.frame, rules) + "\n";
  }
  for (const Effect& effect : rules.effects)
    text +=
        "do " + effect.name + params(effect.frame, rules, 0) + "\n" + Dumper(rules, effect.frame).block(effect.body, 1);
  for (const Move& move : rules.moves) {
    const Dumper dumper(rules, move.frame);
    text += "move " + move.name + " " + dumper.text(move.notation) + "\n" + dumper.block(move.body, 1);
  }
  if (!rules.setup.body.empty()) text += "setup\n" + Dumper(rules, rules.setup.frame).block(rules.setup.body, 1);
  if (!rules.play.body.empty()) text += "play\n" + Dumper(rules, rules.play.frame).block(rules.play.body, 1);
  const Judging& judging = rules.judging;
  for (const EndRule& rule : judging.ends) {
    const Dumper dumper(rules, rule.frame);
    text += "end when " + dumper.expr(rule.when) + " : " + dumper.result(rule.result) + "\n";
  }
  if (const auto& score = judging.score) text += "score " + dump(score->value, score->frame, rules) + "\n";
  if (const auto& each = judging.heuristic) text += "heuristic " + dump(each->value, each->frame, rules) + "\n";
  for (const Invariant& each : rules.invariants) text += "invariant " + dump(each.condition, each.frame, rules) + "\n";
  for (const Show& show : rules.pictures.shows) {
    const Dumper dumper(rules, show.frame);
    text += std::string("show") + (show.player < 0 ? "" : " for each player") +
            (show.each < 0 ? "" : " for each of " + std::to_string(show.values.size())) +
            (show.when ? " when " + dumper.expr(*show.when) : "") + " " +
            (show.no_beams ? "no beams" : show.beams ? "beams " + dumper.expr(*show.beams) : dumper.text(show.text)) + "\n";
    if (show.piece) text += "as" + dumper.block({*show.piece}, 1);
  }
  for (const Test& test : rules.tests)
    text += "test \"" + test.title + "\"\n" + Dumper(rules, test.frame).block(test.body, 1);
  return text;
}

}  // namespace glint::rules
