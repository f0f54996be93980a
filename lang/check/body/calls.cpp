// Calls: `f(x)` of lets and of the functions of the language, and `t[x]` of tables and variables.
#include <algorithm>

#include "lang/check/body/expressions.hpp"
#include "lang/parse/guesses.hpp"

namespace glint::lang::checking {

/// A function with one form. What it wants: n numbers, c cells, C sets of cells, D sets of directions; and W, if walls
/// may come last.
struct Calls::Form {
  const char* name;
  const char* form;
  Op op;
  std::string_view wants;

  bool may_have_walls() const { return wants.back() == 'W'; }
  std::size_t count() const { return wants.size() - (may_have_walls() ? 1 : 0); }  // of arguments without walls
  /// Its notation, with walls as well.
  std::string written() const {
    const std::string plain = form;
    return may_have_walls() ? plain + "` or `" + plain.substr(0, plain.size() - 1) + ", WALLS)" : plain;
  }
};

constexpr Calls::Form kForms[] = {
    {"min", "min(A, B)", Op::min, "nn"},
    {"max", "max(A, B)", Op::max, "nn"},
    {"odd", "odd(NUMBER)", Op::odd, "n"},
    {"ray", "ray(CELLS, DIRECTIONS)", Op::ray, "CDW"},
    {"slide", "slide(CELLS, DIRECTIONS, THROUGH)", Op::slide, "CDCW"},
    {"hit", "hit(CELLS, DIRECTIONS, THROUGH)", Op::hit, "CDCW"},
    {"steps", "steps(CELLS, DIRECTIONS, NUMBER, THROUGH)", Op::steps, "CDnCW"},
    {"last", "last(CELLS, DIRECTIONS, THROUGH)", Op::walk, "CDCW"},  // the last cell of a slide
    {"between", "between(CELL, CELL)", Op::between, "cc"},
    {"distance", "distance(CELL, CELL)", Op::distance, "cc"},
    {"way", "way(CELL, CELL)", Op::way_to, "cc"},  // the direction in which b lies ahead of a, as a set: perhaps none
    {"cell", "cell(X, Y)", Op::cell_at, "nn"},     // an error at run time where there is none
};

std::optional<std::vector<const tree::Expr*>> Calls::unnamed(const std::vector<tree::Arg>& args) {
  std::vector<const tree::Expr*> result;
  for (const tree::Arg& arg : args) {
    if (arg.name)
      return refuse(Code::G0302, arg.name->span, "arguments are not named here",
                    {.help = "write only the values, in the order of the parameters"});
    if (arg.value.empty()) return std::nullopt;
    result.push_back(&arg.value.front());
  }
  return result;
}

std::optional<std::vector<const tree::Expr*>> Calls::plain_args(const tree::Expr& expr, std::size_t count,
                                                                const std::string& form) {
  auto args = unnamed(expr.args);
  if (!args) return std::nullopt;
  if (args->size() != count)
    return refuse(Code::G0302, expr.name.span,
                  marked(expr.name.text) + " is given " + counted_in_words(args->size(), "argument"),
                  {.help = "write " + marked(form)});
  return args;
}

std::vector<rules::Local> Calls::parameters_of(const rules::Frame& callee, std::size_t first) {
  const auto begin = callee.locals.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + callee.params};
}

bool Calls::arguments(const std::string& name, const std::vector<rules::Local>& params, const Span& declared,
                      const Span& at, const std::vector<const tree::Expr*>& args, std::vector<Expr>& result) {
  if (args.size() != params.size()) {
    const std::vector<std::string> names = names_of(params);
    const std::string given = args.empty() ? "none" : args.size() == 1 ? "one" : std::to_string(args.size());
    Diagnostic& error = context_.report.error(
        Code::G0302, at, marked(name) + " takes " + counted_in_words(params.size(), "argument") + ", and is given " + given,
        {.others = {{declared, "declared here"}}});
    if (!names.empty()) error.help = "its parameters are " + listed(names, "and");
    // Errors in the given arguments are still reported.
    for (const tree::Expr* arg : args) report_errors(*arg);
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < params.size(); ++i) good = add(expr_as(*args[i], params[i].type), result) && good;
  return good;
}

Maybe Calls::call_let(const std::string& name, Global& global, const tree::Expr& expr,
                      const std::vector<const tree::Expr*>& args) {
  // Calls below may add other lets, so no reference is held across them.
  const auto slot = static_cast<std::size_t>(global.index);
  const rules::LetForm form = rules_.lets[slot].form;
  const Span declared = rules_.lets[slot].span;
  const Span at = expr.name.text.empty() ? expr.span : expr.name.span;
  const bool called = expr.kind == tree::ExprKind::call;
  const bool indexed = expr.kind == tree::ExprKind::index;
  const auto write = [&](const std::string& what, const std::string& help) -> Maybe {
    return refuse(Code::G0302, at, marked(name) + what, {.help = help, .others = {{declared, "declared here"}}});
  };
  if (form == rules::LetForm::plain && (called || indexed))
    return write(" takes no arguments", "write " + marked(name) + " alone");
  if (form == rules::LetForm::function && !called)
    return write(indexed ? " is a function, not a table" : " is a function and needs arguments",
                 "write `" + name + "(...)`");
  if (form == rules::LetForm::table && !indexed)
    return write(called ? " is a table, not a function" : " is a table and needs an index",
                 "write `" + name + "[...]`");

  Expr result = about(global.index, node(Op::call, rules_.lets[slot].type, expr.span));
  const std::vector<rules::Local> params = parameters_of(rules_.lets[slot].frame, 0);
  if (!arguments(name, params, declared, at, args, result.kids)) return std::nullopt;
  const rules::Let& let = rules_.lets[slot];
  if (!scope_.use_flags(name, at, let.reads_me, let.reads_beams, let.reads_state)) return std::nullopt;
  return result;
}

Maybe Calls::call(const tree::Expr& expr) {
  const std::string& name = expr.name.text;
  if (!expr.kids.empty()) {
    // `x.f(...)` is parsed only for this error.
    const bool is_known = Namespace::is_builtin(name) || context_.names.find(name) != nullptr;
    context_.report.error(
        Code::G0206, expr.name.span, "nothing has a " + marked(name) + " that can be called",
        {.help = is_known ? "the function comes first: `" + name + "(x, ...)`" : parsing::help_for_name(name, parsing::Place::call)});
    return std::nullopt;
  }
  // `way` and `last` are not reserved, as picks often have these names; a pick cannot be called.
  if ((name == "way" || name == "last") && (scope_.find_local(name) != nullptr || context_.names.find(name) == nullptr))
    return builtin_call(expr);
  if (const int* slot = scope_.find_local(name)) {
    if (*slot >= 0)
      context_.report.error(Code::G0208, expr.name.span, marked(name) + " is a value and cannot be called");
    return std::nullopt;
  }
  if (context_.names.is_misdeclared(name, expr.span)) return std::nullopt;
  if (Namespace::is_builtin(name)) return builtin_call(expr);
  Global* found = context_.names.find(name);
  if (found == nullptr) {
    std::vector<std::string> names = context_.names.names_of({Sort::let});
    names.insert(names.end(), {"count", "min", "max", "odd", "ray", "slide", "hit", "steps", "between", "distance",
                               "way", "last", "trace", "edge", "cell"});
    Diagnostic* error = context_.names.unknown(expr.name, "function", names);
    if (error != nullptr)
      if (std::string help = parsing::help_for_name(name, parsing::Place::call); !help.empty()) error->help = std::move(help);
    return std::nullopt;
  }
  if (found->sort != Sort::let) {
    Diagnostic& error =
        context_.report.error(Code::G0208, expr.name.span, marked(name) + " cannot be called in an expression",
                              {.others = {{found->decl->name.span, "declared here"}}});
    if (found->sort == Sort::kind)
      error.help = "`" + name + " of p` are the pieces of a player; a piece is put by `put " + name + "(...) on CELL`";
    if (found->sort == Sort::effect) error.help = "call an effect as a statement of its own";
    if (found->sort != Sort::effect && found->sort != Sort::kind) error.help = parsing::help_for_name(name, parsing::Place::call);
    if (found->sort == Sort::variable) error.help = "write `" + name + "[...]` for a variable with an index";
    return std::nullopt;
  }
  if (!context_.demand(name, *found, expr.name.span)) return std::nullopt;
  const auto args = unnamed(expr.args);
  if (!args) return std::nullopt;
  return call_let(name, *found, expr, *args);
}

Maybe Calls::index(const tree::Expr& expr) {
  const std::string& name = expr.name.text;
  if (const int* slot = scope_.find_local(name)) {
    if (*slot >= 0) context_.report.error(Code::G0208, expr.name.span, marked(name) + " is a value and has no index");
    return std::nullopt;
  }
  if (context_.names.is_misdeclared(name, expr.span)) return std::nullopt;
  Global* found = context_.names.find(name);
  if (found == nullptr) {
    if (Namespace::is_builtin(name)) return refuse(Code::G0208, expr.name.span, marked(name) + " has no index");
    return Names(scope_).unknown(name, expr.name.span, {Sort::variable, Sort::let}, nullptr, false);
  }
  if (found->sort != Sort::variable && found->sort != Sort::let)
    return refuse(Code::G0208, expr.name.span, marked(name) + " has no index",
                  {.others = {{found->decl->name.span, "declared here"}}});
  if (!context_.demand(name, *found, expr.name.span)) return std::nullopt;
  std::vector<const tree::Expr*> args;
  for (const tree::Expr& kid : expr.kids) args.push_back(&kid);
  if (found->sort == Sort::let) return call_let(name, *found, expr, args);

  const auto slot = static_cast<std::size_t>(found->index);
  if (!scope_.read_state(expr.name.span, "the variable " + marked(name))) return std::nullopt;
  if (!rules_.variables[slot].index)
    return refuse(Code::G0302, expr.name.span, marked(name) + " is one value and has no index",
                  {.others = {{found->decl->name.span, "declared here"}}});
  if (args.size() != 1) return refuse(Code::G0302, expr.name.span, marked(name) + " has one index");
  const Type type = *rules_.variables[slot].index;
  Maybe at = expr_as(*args.front(), type);
  if (!at) return std::nullopt;
  return about(found->index, node(Op::variable, found->type, expr.span, std::move(*at)));
}

Maybe Calls::builtin_call(const tree::Expr& expr) {
  const std::string& name = expr.name.text;
  if (name == "count") {
    const auto args = plain_args(expr, 1, "count(SET)");
    if (!args) return std::nullopt;
    const tree::Expr& what = *args->front();
    if (what.kind == tree::ExprKind::name && scope_.find_local(what.name.text) == nullptr) {
      Global* found = context_.names.find(what.name.text);
      if (found != nullptr && found->sort == Sort::variable && found->decl->kind == tree::DeclKind::bag)
        return count_of_bag(what);
    }
    Maybe set = any_set(what);
    if (!set) return std::nullopt;
    const Type type = number_type(0, size_of(set->type, context_));
    return node(Op::count, type, expr.span, std::move(*set));
  }
  const auto* form =
      std::find_if(std::begin(kForms), std::end(kForms), [&](const Form& each) { return name == each.name; });
  if (form != std::end(kForms)) return form_call(expr, *form);
  if (name == "trace") return trace_call(expr);
  if (name == "edge") return edge_call(expr);
  if (name == "letter" || name == "lower") return letters_call(expr);
  if (name == "moves" && place_ == Place::test) {
    const auto args = plain_args(expr, 1, "moves(MOVE)");
    if (!args) return std::nullopt;
    if (args->front()->kind != tree::ExprKind::name)
      return refuse(Code::G0208, args->front()->span, "expected the name of a move");
    Maybe result;
    for (const int move : scope_.moves_named(args->front()->name)) {
      Expr one = about(move, node(Op::move_count, number_type(0, kMostMoves), expr.span));
      if (result) {
        const Type sum = number_type(add(interval(result->type), interval(one.type)));
        one = node(Op::add, sum, expr.span, std::move(*result), std::move(one));
      }
      result = std::move(one);
    }
    return result;
  }
  if (name == "score" && place_ == Place::test) {
    const auto args = plain_args(expr, 1, "score(PLAYER)");
    if (!args) return std::nullopt;
    if (rules_.team)
      return refuse(Code::G0417, expr.span, "the players are a team, and share one score",
                    {.help = "write `score` alone"});
    Maybe player = expr_as(*args->front(), plain(Base::player));
    if (!player) return std::nullopt;
    if (!rules_.judging.score && !scope_.score_declared())
      return refuse(Code::G0405, expr.span, "the game has no `score`");
    if (!rules_.judging.score) return std::nullopt;
    return node(Op::score, rules_.judging.score->value.type, expr.span, std::move(*player));
  }
  Diagnostic& error = context_.report.error(Code::G0208, expr.name.span, marked(name) + " cannot be called here");
  if (name == "moves" || name == "score") error.help = "it can only be used in tests";
  if (name == "empty") error.help = "it is a set: `x in empty`";
  if (name == "seen") error.help = "it is a number: `seen == 3`";
  return std::nullopt;
}

/// `count(cards)`: how many the bag holds, of all values together.
Maybe Calls::count_of_bag(const tree::Expr& expr) {
  Global* bag = scope_.declared(expr.name, {Sort::variable}, "bag");
  if (bag == nullptr || !scope_.read_state(expr.span, "the bag " + marked(expr.name.text))) return std::nullopt;
  const Type index = *entry_of(rules_.variables, bag->index).index;
  const int slot = scope_.bind_hidden(index, expr.span);
  Expr one = about(bag->index, node(Op::variable, bag->type, expr.span, scope_.local(slot, expr.span)));
  const Type type = number_type(sum_of(interval(bag->type), size_of(index, context_)));
  return checked(
      about(slot, node(Op::fold_sum, type, expr.span, node(Op::all, set_of(index), expr.span), std::move(one))));
}

/// `score` alone, in a test of a game whose players are a team.
Maybe Calls::score_of_team(const Span& span) {
  if (place_ != Place::test) return refuse(Code::G0208, span, "`score` can only be used in tests");
  if (!rules_.team && scope_.has_players())
    return refuse(Code::G0418, span, "each player has a score of their own", {.help = "write whose: `score(PLAYER)`"});
  if (!rules_.judging.score) {
    if (!scope_.score_declared()) context_.report.error(Code::G0405, span, "the game has no `score`");
    return std::nullopt;
  }
  return node(Op::score, rules_.judging.score->value.type, span, node(Op::constant, plain(Base::player), span));
}

Maybe Calls::letters_call(const tree::Expr& expr) {
  const auto args = plain_args(expr, 1, expr.name.text + "(NUMBER)");
  if (!args) return std::nullopt;
  if (place_ != Place::board)
    return refuse(Code::G0208, expr.name.span,
                  marked(expr.name.text) + " writes numbers as letters, in labels of boards only");
  Maybe value = number(*args->front());
  if (!value) return std::nullopt;
  const Type type = number_type(interval(value->type));
  if (type.hi < 1)
    return refuse(Code::G0304, value->span, "this is never 1 or more, and the letters are numbered from 1",
                  {.help = "1 is a, 26 is z, 27 is aa"});
  Expr result = node(Op::index_of, type, expr.span, std::move(*value));
  result.text = expr.name.text;
  return result;
}

Maybe Calls::form_call(const tree::Expr& expr, const Form& form) {
  const std::string_view wants = form.wants.substr(0, form.count());
  const bool has_walls = form.may_have_walls() && expr.args.size() == form.wants.size();
  const auto args = plain_args(expr, wants.size() + (has_walls ? 1 : 0), form.written());
  if (!args) return std::nullopt;
  const Type cell = plain(Base::cell), cells = set_of(cell), directions = set_of(plain(Base::direction));
  Expr result = node(form.op, cells, expr.span);
  bool good = true;
  for (std::size_t i = 0; i < wants.size(); ++i) {
    const tree::Expr& arg = *(*args)[i];
    const Type& type = wants[i] == 'c' ? cell : wants[i] == 'D' ? directions : cells;
    good = add(wants[i] == 'n' ? number(arg) : expr_as(arg, type), result.kids) && good;
  }
  Maybe walls;
  if (has_walls) {
    walls = expr_as(*args->back(), set_of(plain(Base::edge)));
    good = good && walls;
  }
  if (!good) return std::nullopt;
  if (has_walls || form.op == Op::walk) return walk(std::move(result), form.op, std::move(walls));
  const auto kid = [&](std::size_t i) { return interval(result.kids[i].type); };
  switch (form.op) {
    case Op::min:
      result.type = number_type(smaller(kid(0), kid(1)));
      break;
    case Op::max:
      result.type = number_type(larger(kid(0), kid(1)));
      break;
    case Op::odd:
      result.type = plain(Base::flag);
      break;
    case Op::distance:
      result.type = number_type(0, kMostCells);
      break;
    case Op::way_to:
      result.type = directions;
      break;
    case Op::cell_at:
      result.type = cell;
      if (const auto key = scope_.fact_key(result)) result.type.stands = scope_.facts.at(*key);
      break;
    default:
      break;
  }
  return result;
}

/// One of ray, slide, hit, steps or last, with walls or without.
Maybe Calls::walk(Expr line, Op op, Maybe walls) {
  const rules::Walk kind = op == Op::hit     ? rules::Walk::hit
                           : op == Op::steps ? rules::Walk::steps
                           : op == Op::walk  ? rules::Walk::last
                                             : rules::Walk::slide;
  if (op == Op::ray) line.kids.push_back(node(Op::all, set_of(plain(Base::cell)), line.span));
  if (op == Op::steps) std::swap(line.kids[2], line.kids[3]);
  if (walls) line.kids.insert(line.kids.begin() + 3, std::move(*walls));
  line.op = Op::walk;
  line.ref = static_cast<int>(kind);
  return line;
}

/// `edge(a1, e)` is one edge; with a set it is a set of edges.
Maybe Calls::edge_call(const tree::Expr& expr) {
  const auto args = plain_args(expr, 2, "edge(CELLS, DIRECTIONS)");
  if (!args) return std::nullopt;
  const Type cell = plain(Base::cell), direction = plain(Base::direction);
  Maybe from = this->expr(*(*args)[0], &cell);
  Maybe way = this->expr(*(*args)[1], &direction);
  if (!from || !way) return std::nullopt;
  const bool is_one = !from->type.is_set && !way->type.is_set;
  if (is_one) {
    from = convert(std::move(from), cell);
    way = convert(std::move(way), direction);
  } else {
    from = convert(std::move(from), set_of(cell));
    way = convert(std::move(way), set_of(direction));
  }
  if (!from || !way) return std::nullopt;
  const Type edge = plain(Base::edge);
  rules_.has_edges = true;
  return node(Op::edges, is_one ? edge : set_of(edge), expr.span, std::move(*from), std::move(*way));
}

Maybe Calls::trace_call(const tree::Expr& expr) {
  std::vector<const tree::Arg*> plain_ones, named_ones;
  for (const tree::Arg& arg : expr.args) (arg.name ? named_ones : plain_ones).push_back(&arg);
  const bool from_cell = plain_ones.size() == 2;
  if (plain_ones.empty() || plain_ones.size() > 2 || (!from_cell && !named_ones.empty()))
    return refuse(Code::G0302, expr.name.span, "`trace` is given " + counted_in_words(expr.args.size(), "argument"),
                  {.help = "write `trace(EMITTERS)`, or `trace(CELL, DIRECTION, field = VALUE, ...)` for a beam "
                           "without an emitter; an "
                           "edge "
                           "in the place of the cell is where it comes in"});
  const bool readable = scope_.read_beams(expr.name.span, "`trace`");
  if (!from_cell) {
    Maybe set = cells(plain_ones.front()->value.front());
    if (!set || !readable) return std::nullopt;
    return node(Op::trace, plain(Base::trace), expr.span, std::move(*set));
  }
  const Type hint = plain(Base::cell);
  Maybe cell = this->expr(plain_ones[0]->value.front(), &hint);
  if (!cell || !is(cell->type, Base::edge)) cell = convert(std::move(cell), hint);
  Maybe way = expr_as(plain_ones[1]->value.front(), plain(Base::direction));
  std::vector<Maybe> payload(rules_.beams.fields.size());
  std::vector<bool> given(payload.size(), false);
  bool good = cell && way && readable;
  for (const tree::Arg* arg : named_ones) {
    const int field = beam_field(arg->name->text, rules_);
    if (field < 0) {
      const std::vector<std::string> names = names_of(rules_.beams.fields);
      if (!context_.silence.lost("beam")) {
        Diagnostic& error =
            context_.report.error(Code::G0206, arg->name->span, "beams have no " + marked(arg->name->text),
                                  {.meant = nearest(arg->name->text, names)});
        if (!names.empty()) error.help = "they carry " + listed(names, "and");
      }
      good = false;
      continue;
    }
    const auto slot = static_cast<std::size_t>(field);
    if (given[slot]) {
      context_.report.error(Code::G0302, arg->name->span, marked(arg->name->text) + " is given twice");
      good = false;
      continue;
    }
    given[slot] = true;
    payload[slot] = expr_as(arg->value.front(), rules_.beams.fields[slot].type);
    good = good && payload[slot];
  }
  if (!good) return std::nullopt;
  Expr result = node(Op::trace_from, plain(Base::trace), expr.span, std::move(*cell), std::move(*way));
  for (std::size_t i = 0; i < payload.size(); ++i)
    result.kids.push_back(payload[i] ? std::move(*payload[i]) : rules_.beams.fields[i].initial);
  return result;
}

}  // namespace glint::lang::checking
