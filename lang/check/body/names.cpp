// The meaning of a bare name, in this order: a local, a field of the piece, a value of the expected type, a word of the
// language, a declared name, a value that only one type has, the label of a cell.
#include <algorithm>
#include <cctype>
#include <set>

#include "lang/check/body/expressions.hpp"
#include "lang/parse/guesses.hpp"

namespace glint::lang::checking {
namespace {

/// `true` and `false` are `on` and `off` here.
std::vector<Mend> flag_meant(std::string_view name, const Span& span) {
  if (name == "true" || name == "True") return {writing(span, "on")};
  return name == "false" || name == "False" ? std::vector{writing(span, "off")} : std::vector<Mend>();
}

/// Help for a value of other languages where any value is expected, or one of this type; empty: it is none.
std::string help_for_value(std::string_view name, const Type* wanted) {
  using Guessed = parsing::Place;
  Guessed places = Guessed::value;
  if (wanted == nullptr || wanted->base == Base::flag) places = places | Guessed::flag;
  if (wanted != nullptr && wanted->base == Base::direction) places = places | Guessed::direction;
  if (wanted != nullptr && wanted->base == Base::player) places = places | Guessed::player;
  return parsing::help_for_name(name, places);
}

/// Help for a name that nothing here has; empty: there is none.
std::string help_for_unknown(std::string_view name, Place place) {
  using Guessed = parsing::Place;
  const Guessed here = place == Place::test    ? Guessed::in_test
                       : place == Place::beams ? Guessed::in_piece
                                               : Guessed::in_rule;
  return parsing::help_for_name(name, here | Guessed::unknown);
}

}  // namespace

Maybe Names::name(const tree::Expr& expr, const Type* hint) {
  const std::string& name = expr.name.text;
  if (hint != nullptr && is_asked_about(context_, expr)) note_wanted(scope_, hint, expr.span);
  if (const int* slot = scope_.find_local(name)) {
    if (*slot < 0) return std::nullopt;
    return scope_.local(*slot, expr.span);
  }
  if (scope_.piece >= 0) {
    const int field = field_of(rules::KindMask{1} << scope_.piece, name, rules_);
    if (field >= 0)
      return about(field, node(Op::field, entry_of(rules_.fields, field).type, expr.span, scope_.local(0, expr.span)));
    if (name == "owner" && entry_of(rules_.kinds, scope_.piece).owned)
      return node(Op::owner, plain(Base::player), expr.span, scope_.local(0, expr.span));
  }
  if (hint != nullptr) {
    if (const Value* value = context_.names.value_for(name, *hint))
      return constant(value->index, value->type, expr.span);
  }
  if (context_.names.is_misdeclared(name, expr.span)) return std::nullopt;
  Maybe result;
  if (builtin(name, expr.span, result)) return result;
  // A word of the language cannot be declared; this was reported at its declaration.
  if (Namespace::is_builtin(name) && context_.silence.lost(name)) return std::nullopt;
  if (Namespace::is_builtin(name))
    return refuse(Code::G0208, expr.span, marked(name) + " is called with arguments: " + marked(name + "(...)"));
  if (Global* found = context_.names.find(name)) return global(name, *found, expr);
  return value(name, hint, expr.span);
}

Maybe Names::value(const std::string& name, const Type* hint, const Span& span) {
  const bool label = context_.names.labels().looks_like(name);
  if (label && hint != nullptr && hint->base == Base::cell) return scope_.label(name, span);
  if (hint != nullptr && hint->base == Base::enumeration && !label && !context_.silence.lost(name)) {
    // The place decides which values are possible, so other types with this value do not count.
    const std::vector<std::string> names = names_of(rules_.enums[hint->enumeration].values);
    const std::string near = nearest(name, names);
    const bool is_other =
        near.empty() && context_.names.values_of(name).empty() && !nearest(name, names_of_named()).empty();
    if (!is_other && (!near.empty() || !context_.names.values_of(name).empty() || names.size() <= 8)) {
      Diagnostic& error = context_.report.error(
          Code::G0201, span, marked(name) + " is not a value of " + marked(type_name(element(*hint), rules_)),
          {.meant = near});
      if (names.size() <= 8) error.help = "its values are " + listed(names, "and");
      return std::nullopt;
    }
  }
  // It may be a value of a type that a syntax error swallowed.
  if (context_.silence.lost(name) && !(label && hint == nullptr)) return std::nullopt;
  if (hint != nullptr && !label && context_.names.values_of(name).empty()) {
    if (std::optional<std::vector<std::string>> wanted = names_of_values(element(*hint), rules_)) {
      std::vector<std::string> known = *wanted;
      if (hint->base == Base::player && scope_.knows_me()) known.emplace_back("me");
      if (hint->base == Base::player && scope_.has_opponent()) known.emplace_back("opponent");
      const std::string player = hint->base == Base::player ? parsing::help_for_name(name, parsing::Place::player_name) : "";
      const bool is_player = std::find(known.begin(), known.end(), player) != known.end();
      const std::string near = is_player ? std::string(player) : nearest(name, known);
      const std::vector<std::string> others = names_of_named();
      // A variable may be meant instead; that is reported below.
      if (!near.empty() || nearest(name, others).empty()) {
        // A direction or axis may be one of a board that is wrong.
        if (context_.silence.lost(name) || (hint->base != Base::player && context_.silence.space_is_lost()))
          return std::nullopt;
        if (!scope_.reported.insert(name).second) return std::nullopt;
        Diagnostic& error = context_.report.error(
            Code::G0201, span, marked(name) + " is not " + with_article(type_name(element(*hint), rules_)),
            {.meant = near});
        std::vector<std::string> known;  // a wrong script may name a player twice
        for (const std::string& one : *wanted)
          if (std::find(known.begin(), known.end(), one) == known.end()) known.push_back(one);
        if (known.size() <= 8) error.help = there_are(known);
        if (name == "players" && place_ == Place::play) error.help = "`turn of each player { ... }` gives every player a turn";
        if (scope_.piece >= 0 && place_ == Place::look && (name == "players" || name == "owner"))
          error.help = "write `of player`: each such piece has a player as its owner";
        if (std::string help = help_for_value(name, hint); !help.empty()) {
          error.meant.clear();
          error.help = std::move(help);
          error.mends = flag_meant(name, span);
        } else if (help = help_for_unknown(name, place_); near.empty() && !help.empty()) {
          error.help = std::move(help);
        }
        return std::nullopt;
      }
    }
  }
  const auto& values = context_.names.values_of(name);
  if (values.size() == 1) return constant(values.front().index, values.front().type, span);
  if (values.size() > 1) {
    std::vector<std::string> types;
    for (const Value& value : values) types.push_back(type_name(value.type, rules_));
    if (hint != nullptr && hint->base == Base::number)
      return refuse(Code::G0301, span, "expected a number, found " + marked(name) + ", a value of " + listed(types, "and of"));
    return refuse(Code::G0207, span, marked(name) + " is a value of " + listed(types, "and of"),
                  {.label = "which one?",
                   .help = "give the type, as in `let x: " + types.front() + " = " + name + "`"});
  }
  if (label) return scope_.label(name, span);
  return unknown(name, span, {Sort::option, Sort::type, Sort::kind, Sort::variable, Sort::let}, hint, true);
}

/// Names of things with a value of any type: options, variables, lets, locals, the fields of the piece.
std::vector<std::string> Names::names_of_named() const {
  std::vector<std::string> names = context_.names.names_of({Sort::option, Sort::variable, Sort::let});
  names.insert(names.end(), scope_.bound.begin(), scope_.bound.end());
  if (scope_.piece >= 0) {
    const std::vector<std::string> fields = field_names(entry_of(rules_.kinds, scope_.piece), rules_);
    names.insert(names.end(), fields.begin(), fields.end());
  }
  return names;
}

bool Names::may_be(const std::string& name, const Type& wanted) {
  if (wanted.is_set || (wanted.base != Base::number && wanted.base != Base::flag)) return true;
  if (scope_.find_local(name) != nullptr) return true;
  if (const Global* global = context_.names.find(name)) {
    const bool is_value = global->sort == Sort::option || global->sort == Sort::variable || global->sort == Sort::let;
    const bool is_typed = global->progress == Progress::done;
    return is_value && (!is_typed || !params_of(*global->decl).empty() || same_base(global->type, wanted));
  }
  const std::vector<Value>& values = context_.names.values_of(name);
  if (!values.empty()) return context_.names.value_for(name, wanted) != nullptr;
  return !Namespace::is_builtin(name);
}

/// Reports an unknown name once in each declaration: further uses are the same mistake.
Maybe Names::unknown(const std::string& name, const Span& span, const std::set<Sort>& sorts, const Type* hint,
                     bool values) {
  if (context_.silence.lost(name) || !scope_.reported.insert(name).second) return std::nullopt;
  // It may be a direction or a cell of a board that is wrong, which was reported.
  const bool digits = name.find_first_of("0123456789") != std::string::npos;
  if (values && context_.silence.space_is_lost() && (name.size() <= 3 || digits)) return std::nullopt;
  std::vector<std::string> names = context_.names.names_of(sorts);
  if (values) {
    names.insert(names.end(), scope_.bound.begin(), scope_.bound.end());
    const auto add = [&](const std::vector<std::string>& more) { names.insert(names.end(), more.begin(), more.end()); };
    if (scope_.piece >= 0) add(field_names(entry_of(rules_.kinds, scope_.piece), rules_));
    add({"me", "opponent", "cells", "edges", "border", "around", "empty", "here", "beams", "player", "cell",
         "direction", "axis", "on", "off"});
    add(context_.names.names_of({}));
    if (hint != nullptr) std::erase_if(names, [&](const std::string& each) { return !may_be(each, *hint); });
    // Labels of cells are written as they are shown: `A1`, not `a1`.
    for (const bool upper : {true, false}) {
      std::string label = name;
      for (char& c : label) c = static_cast<char>(upper ? std::toupper(static_cast<unsigned char>(c)) : std::tolower(static_cast<unsigned char>(c)));
      if (label != name && context_.names.labels().could_be(label)) names.push_back(std::move(label));
    }
  }
  Diagnostic* error = context_.names.unknown({name, span}, "name", names);
  if (error && values) {
    if (std::string help = help_for_value(name, nullptr); !help.empty()) {
      error->meant.clear();
      error->help = std::move(help);
      error->mends = flag_meant(name, span);
    } else if (help = help_for_unknown(name, place_); !help.empty()) {
      error->help = std::move(help);
    } else if (std::any_of(rules_.fields.begin(), rules_.fields.end(), [&](const auto& each) { return each.name == name; })) {
      error->help = "it is a field of pieces: `CELL." + name + "`";
    }
  }
  const bool is_assigned = !values && sorts == std::set<Sort>{Sort::variable};
  if (error && is_assigned && error->help.empty())
    error->help = "`let " + name +
                  " = ...` names a value for the rest of the block; declare a variable of the game with `var`";
  return std::nullopt;
}

Expr Scope::label(std::string text, const Span& span) {
  Expr result = node(Op::label, plain(Base::cell), span);
  result.text = std::move(text);
  result.type.stands = facts.at(*fact_key(result));
  return result;
}

Maybe Names::all_of(const Type& type, const Span& span) {
  if (type.is_set || type.stands != 0)
    return refuse(Code::G0309, span, marked(type_name(type, rules_)) + " has no list of values");
  return node(Op::all, set_of(type), span);
}

Maybe Names::me(const Span& span, const std::string& what) {
  if (!scope_.read_me(span, what)) return std::nullopt;
  Expr player = node(Op::me, plain(Base::player), span);
  if (what == "me") return player;
  const std::size_t players = rules_.players.size();
  if (scope_.has_players() && !scope_.has_opponent()) {
    const bool alone = players == 1;
    return refuse(Code::G0303, span,
                  std::string("`opponent` needs two players, and this game has ") +
                      (rules::has_absent_players(rules_) ? "up to " : "") + (alone ? "one" : std::to_string(players)),
                  {.help = alone ? "a single player wins or loses: `me loses`" : "`me + 1` is the next seat"});
  }
  return node(Op::cycle, plain(Base::player), span, std::move(player), constant(1, number_type(1, 1), span));
}

bool Names::builtin(const std::string& name, const Span& span, Maybe& result) {
  const auto refuse = [&](const std::string& message, const std::string& help = {}) {
    context_.report.error(Code::G0208, span, message, {.help = help});
    return true;
  };
  if (name == "me" || name == "opponent") {
    result = me(span, name);
  } else if (const auto type = type_named(name == "cells"    ? "cell"
                                          : name == "edges"  ? "edge"
                                          : name == "around" ? "direction"
                                                             : name,
                                          rules_)) {
    result = all_of(*type, span);
  } else if (name == "border") {
    rules_.has_edges = true;
    result = node(Op::border, set_of(plain(Base::edge)), span);
  } else if (name == "empty") {
    if (scope_.read_state(span, "where pieces stand")) result = node(Op::empty, set_of(plain(Base::cell)), span);
  } else if (name == "beams") {
    if (scope_.read_beams(span, "`beams`")) result = node(Op::beams, plain(Base::trace), span);
  } else if (name == "seen") {
    if (place_ == Place::beams) {
      context_.report.error(Code::G0407, span, "beams may not depend on earlier positions");
      return true;
    }
    // In the middle of a move there is no position that could have come up before.
    if ((place_ == Place::move || place_ == Place::effect) && scope_.changes != 0) {
      context_.report.error(Code::G0403, span,
                            "`seen` compares positions between moves, and here a move is half done",
                            {.help = "use it in an `end` rule, which is tested after the move"});
      return true;
    }
    scope_.reads.beams = true;  // so that no beam depends on its readers
    if (scope_.read_state(span, "`seen`")) result = node(Op::seen, number_type(0, kMostCells), span);
  } else if (name == "here") {
    if (!scope_.has_here) return refuse("`here` has a meaning only inside pieces and optics");
    result = scope_.local(0, span);
  } else if (name == "beam") {
    if (scope_.has_payload) return refuse("`beam` is not a value; write one of its fields, such as `beam.way`");
    return refuse("`beam` has a meaning only inside pieces and optics", "`beams` are the beams of all emitters");
  } else if (name == "moves") {
    if (place_ != Place::test) return refuse("`moves` can only be used in tests", "`can m` is whether a move is legal");
    result = node(Op::move_count, number_type(0, kMostMoves), span);
  } else if (name == "score") {
    result = Calls(scope_).score_of_team(span);
  } else {
    return false;
  }
  return true;
}

Maybe Names::global(const std::string& name, Global& found, const tree::Expr& expr) {
  if (!context_.demand(name, found, expr.span)) return std::nullopt;
  const auto not_a_value = [&](const std::string& what, const std::string& help) -> Maybe {
    return refuse(Code::G0208, expr.span, marked(name) + " is " + with_article(what) + ", not a value", {.help = help});
  };
  switch (found.sort) {
    case Sort::option:
      return about(found.index, node(Op::option, found.type, expr.span));
    case Sort::type:
      if (found.type.subset == 0) return all_of(found.type, expr.span);
      return about(entry_of(rules_.subsets, found.type.subset - 1).let, node(Op::call, set_of(found.type), expr.span));
    case Sort::kind:
      return kind_cells(found.index, expr.span, nullptr, false);
    case Sort::variable: {
      if (!scope_.read_state(expr.span, "the variable " + marked(name))) return std::nullopt;
      const auto& variable = entry_of(rules_.variables, found.index);
      if (variable.index)
        return refuse(Code::G0302, expr.span,
                      marked(name) + " has a value for each " + marked(type_name(*variable.index, rules_)),
                      {.help = "write which: `" + name + "[...]`" +
                               (variable.is_bag ? "; `draw x from " + name + "` takes one, `count(" + name +
                                                      ")` is the number left in it"
                                                : "")});
      return about(found.index, node(Op::variable, found.type, expr.span));
    }
    case Sort::let:
      return Calls(scope_).call_let(name, found, expr, {});
    case Sort::lattice:
      return not_a_value("lattice", "");
    case Sort::board:
      return not_a_value("board", "");
    case Sort::optic:
      return not_a_value("optic", "optics are used after an arrow");
    case Sort::effect:
      return not_a_value("named effect", "call it as a statement: `" + name + "(...)`");
    case Sort::move:
      return not_a_value("move", "`can " + name + "` is whether it is legal");
    case Sort::group:
      return not_a_value("group of moves", "`can " + name + "` is whether one of them is legal");
  }
  return std::nullopt;
}

Global* Scope::declared(const tree::Name& name, const std::set<Sort>& sorts, const std::string& what) {
  Global* found = context.names.find(name.text);
  if (found == nullptr) {
    if (reported.insert(name.text).second) context.names.unknown(name, what, context.names.names_of(sorts));
    return nullptr;
  }
  if (sorts.count(found->sort) == 0) {
    const std::vector<std::string> names = context.names.names_of(sorts);
    context.report.error(Code::G0208, name.span, marked(name.text) + " is not " + with_article(what),
                         {.help = names.empty() ? "this script declares no " + what + " yet" : there_are(names),
                          .others = {{found->decl->name.span, "declared here"}}});
    return nullptr;
  }
  return context.demand(name.text, *found, name.span) ? found : nullptr;
}

std::vector<int> Scope::moves_named(const tree::Name& name) {
  const Global* found = declared(name, {Sort::move, Sort::group}, "move");
  if (found == nullptr) return {};
  return found->sort == Sort::group ? found->moves : std::vector<int>{found->index};
}

std::vector<int> Scope::moves_chosen(const tree::Name& name) {
  std::vector<int> moves = moves_named(name);
  if (!moves.empty() && !context.work.is_out()) add_beside(name.text, moves);
  constexpr std::int64_t kOfMove = 4;
  const std::int64_t units = kOfMove * static_cast<std::int64_t>(moves.size());
  const bool is_fine = context.spend(name.span, units, "the choices list too many moves in total");
  // After that error one is enough to go on with.
  if (!is_fine && moves.size() > 1) moves.resize(1);
  return moves;
}

void Scope::add_beside(const std::string& name, std::vector<int>& moves) {
  std::vector<std::string> names{name};  // grows during the loop
  std::set<std::string> known{name};
  std::set<int> listed(moves.begin(), moves.end());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = context.parts.beside.find(names[i]);
    if (found == context.parts.beside.end()) continue;
    for (const tree::Decl* beside : found->second) {
      if (!known.insert(beside->name.text).second) continue;
      names.push_back(beside->name.text);
      for (const int move : moves_named(beside->name))
        if (listed.insert(move).second) moves.push_back(move);
    }
  }
}

std::optional<Type> Expressions::common_type(const std::vector<tree::Expr>& names) {
  std::optional<Type> common;
  if (names.empty() || names.front().kind != tree::ExprKind::name) return common;
  for (const Value& first : context_.names.values_of(names.front().name.text)) {
    const bool all = std::all_of(names.begin(), names.end(), [&](const tree::Expr& each) {
      return each.kind == tree::ExprKind::name && scope_.find_local(each.name.text) == nullptr &&
             context_.names.value_for(each.name.text, first.type) != nullptr;
    });
    if (!all) continue;
    if (common) return std::nullopt;
    common = first.type;
  }
  return common;
}

void Expressions::report_errors(const tree::Expr& expr) {
  if (!weak(expr)) {
    this->expr(expr);
    return;
  }
  if (expr.kind == tree::ExprKind::name) {
    const std::string& name = expr.name.text;
    if (context_.names.values_of(name).empty() && !context_.names.labels().looks_like(name))
      Names(scope_).value(name, nullptr, expr.span);
    return;
  }
  for (std::size_t i = 0; i < expr.kids.size(); ++i) {
    if (expr.kind == tree::ExprKind::if_ && i == 0)
      this->expr(expr.kids[i]);
    else
      report_errors(expr.kids[i]);
  }
}

bool Expressions::weak(const tree::Expr& expr) {
  switch (expr.kind) {
    case tree::ExprKind::name: {
      const std::string& name = expr.name.text;
      if (scope_.find_local(name) != nullptr) return false;
      if (scope_.piece >= 0 && field_of(rules::KindMask{1} << scope_.piece, name, rules_) >= 0) return false;
      return !context_.names.values_of(name).empty() || context_.names.labels().looks_like(name) ||
             (!Namespace::is_builtin(name) && context_.names.find(name) == nullptr);
    }
    case tree::ExprKind::set:
      return std::all_of(expr.kids.begin(), expr.kids.end(), [&](auto& kid) { return weak(kid); });
    case tree::ExprKind::if_:
      return weak(expr.kids[1]) && weak(expr.kids[2]);
    case tree::ExprKind::binary:
      switch (expr.op) {
        case tree::BinaryOp::unite:
        case tree::BinaryOp::toggle:
        case tree::BinaryOp::intersect:
          return weak(expr.kids[0]) && weak(expr.kids[1]);
        default:
          return false;
      }
    default:
      return false;
  }
}

}  // namespace glint::lang::checking
