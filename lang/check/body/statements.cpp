// Statements: where they may stand, and those that bind, test and branch. Effects, and the statements of `play` and
// tests, have files of their own.
#include <algorithm>
#include <utility>

#include "lang/check/allowed.hpp"
#include "lang/check/body/body.hpp"

namespace glint::lang::checking {

namespace {

/// Statements that may stand in the same places.
enum class Group { pick, offer, require, runs, end, play, map, test, anywhere };

constexpr Group kGroups[] = {
#define GLINT_STMT(name, text, word, group) Group::group,
#include "lang/syntax/terms.def"
};
Group group_of(tree::StmtKind kind) { return kGroups[static_cast<std::size_t>(kind)]; }

bool can_hold(Place place, Group group) {
  switch (group) {
    case Group::pick:
    case Group::offer:
    case Group::runs:
      return place == Place::move;
    case Group::require:
      return place == Place::move || place == Place::effect;
    case Group::end:
      return place == Place::move || place == Place::effect || place == Place::play;
    case Group::play:
      return place == Place::play;
    case Group::map:
      return place == Place::test || place == Place::setup;
    case Group::test:
      return place == Place::test;
    case Group::anywhere:
      return true;
  }
  return true;
}

bool has_waiting(const tree::Block& block) {
  return std::any_of(block.begin(), block.end(), [](const tree::Stmt& stmt) {
    return group_of(stmt.kind) == Group::play || has_waiting(stmt.body) || has_waiting(stmt.other);
  });
}

bool has_pick(const tree::Block& block) {
  return std::any_of(block.begin(), block.end(),
                     [](const tree::Stmt& stmt) { return stmt.kind == tree::StmtKind::pick; });
}

/// `pick c in S and c.x > 0`: the condition on each element belongs after `where`.
void ask_of_each(Context& context, const tree::Stmt& stmt, std::size_t reported) {
  const tree::Expr* whole = &stmt.exprs.front();
  const auto is_and = [](const tree::Expr& each) {
    return each.kind == tree::ExprKind::binary && each.op == tree::BinaryOp::and_;
  };
  if (!is_and(*whole)) return;
  while (is_and(whole->kids[0])) whole = &whole->kids[0];
  const Span &set = whole->kids[0].span, &asked = whole->kids[1].span;
  if (context.sources.text(asked).find(stmt.name.text) == std::string_view::npos) return;
  const Mend where{"write `where`", {set.file, set.end, asked.begin}, " where "};
  context.report.amend(reported, [&](Diagnostic& each) { each.mends = {where}; });
}

}  // namespace

bool can_hold(Place place, tree::StmtKind kind) { return can_hold(place, group_of(kind)); }

Span word_at(const tree::Stmt& stmt) {
  return {stmt.span.file, stmt.span.begin, stmt.span.begin + static_cast<std::uint32_t>(word_of(stmt.kind).size())};
}

bool Statements::may_stand(const tree::Stmt& stmt) {
  using tree::StmtKind;
  std::string where;
  const Group group = group_of(stmt.kind);
  bool good = can_hold(place_, group);
  switch (group) {
    case Group::pick:
      good = good && nesting_ == (in_rounds_ ? 2 : 1) && !in_after_;
      where = in_after_ ? "`after` adds requirements and effects to moves; put picks into the move itself"
              : place_ == Place::move
                  ? "put picks into the move itself, or into a `while` there, not into `if` or `for`"
                  : "only moves have picks";
      break;
    case Group::offer:
      where = "only moves have `offer`";
      break;
    case Group::runs:
      good = good && nesting_ == 1;
      where = place_ == Place::move ? "it is about the whole move: put it behind the loop or `if`" : "only moves have it";
      break;
    case Group::require:
      where = "only moves, and effects that they call, have `require`";
      break;
    case Group::end:
      where = "a game ends in `play`, in a move, or by a rule `end when` at the top level";
      break;
    case Group::play:
      where = stmt.kind == StmtKind::turn && place_ == Place::test
                  ? "in a test `turn of p`, without braces, says who is to move, and `play` makes moves"
              : stmt.kind == StmtKind::draw ? "only `play` draws: draw there before the first turn, and put the pieces there"
                                          : "players choose only in `play`: put it there";
      if (!good) break;
      where = stmt.kind == StmtKind::together && scope_.in_turn
                  ? "in a `together` every player chooses; a turn belongs to one player"
              : stmt.kind == StmtKind::turn && scope_.in_turn ? "turns cannot be nested"
              : stmt.kind == StmtKind::choose && !scope_.in_turn
                  ? "write `turn of ... { choose ... }` to say who chooses"
                  : "";
      good = where.empty();
      break;
    case Group::map:
      good = good && (nesting_ == 1 || place_ == Place::setup);
      where = place_ == Place::test ? "draw the whole position at once"
                                    : "a board is drawn in `setup`, or in a test";
      break;
    case Group::test:
      good = good && nesting_ == 1;
      where = place_ == Place::test ? "write one condition for all, as in `expect all x in ... : ...`"
              : stmt.kind == StmtKind::to_move
                  ? "only in a test has `turn of p` no braces; in `play` write `turn of p { choose ... }`"
                  : "it is allowed only in tests";
      break;
    case Group::anywhere:
      break;
  }
  if (good) return true;
  return context_.report.deny(
      Code::G0402,
      word_at(stmt),
      marked(word_of(stmt.kind)) + " is not allowed " +
          (in_after_                                                          ? "in an `after`"
           : (place_ == Place::move || place_ == Place::test) && nesting_ > 1 ? "inside another statement"
                                                                              : "in " + name_of(place_)) +
          (place_ == Place::play && stmt.kind == StmtKind::to_move    ? " without a block"
           : place_ == Place::play && stmt.kind == StmtKind::choose     ? " outside of a turn"
           : place_ == Place::play && stmt.kind == StmtKind::together ? " inside a turn"
                                                                      : ""),
      {.help = where});
}

void Statements::block(const tree::Block& block, rules::Block& result) {
  const std::size_t scope = scope_.mark();
  ++nesting_;
  lines(block, result);
  --nesting_;
  scope_.leave(scope);
}

void Statements::lines(const tree::Block& block, rules::Block& result) {
  for (const tree::Stmt& stmt : block) {
    MaybeStmt made = statement(stmt);
    if (!made) {
      ++refused_;
      continue;
    }
    made->span = stmt.span;
    result.push_back(std::move(*made));
  }
}

void Statements::move_lines(const tree::Decl& move, const std::vector<const tree::Decl*>& afters,
                            rules::Block& result) {
  const std::size_t scope = scope_.mark();
  ++nesting_;
  lines(body_of(move), result);
  in_after_ = true;
  for (const tree::Decl* after : afters) {
    const std::size_t own = scope_.mark();
    const std::size_t errors = context_.report.list().size();
    lines(body_of(*after), result);
    scope_.leave(own);
    context_.report.amend(errors, [&](Diagnostic& error) {
      if (inside(error.primary.span, after->span)) error.others.push_back({move.name.span, "as a line of this move"});
    });
  }
  in_after_ = false;
  --nesting_;
  scope_.leave(scope);
}

MaybeStmt Statements::statement(const tree::Stmt& stmt) {
  context_.stop.after();
  using tree::StmtKind;
  if (!may_stand(stmt)) {
    // Errors about the name that it would bind are silent.
    if (stmt.kind == StmtKind::pick || (stmt.kind == StmtKind::draw && context_.names.find(stmt.name.text) == nullptr))
      scope_.show(stmt.name.text, -1);
    return std::nullopt;
  }
  switch (stmt.kind) {
#define GLINT_STMT(name, ...) \
  case StmtKind::name:               \
    return name(stmt);
#include "lang/syntax/terms.def"
  }
  return std::nullopt;
}

bool Statements::message(const tree::Stmt& stmt, rules::Stmt& result) {
  if (!stmt.message) return true;
  auto message = text(*stmt.message);
  if (message) result.message = std::move(*message);
  return message.has_value();
}

MaybeStmt Statements::pick(const tree::Stmt& stmt) {
  const std::size_t reported = context_.report.list().size();
  Maybe from = any_set(stmt.exprs.front());
  if (!from) ask_of_each(context_, stmt, reported);
  rules::Stmt result = statement_of(rules::StmtKind::pick);
  result.some_of = stmt.some_of;
  std::optional<Type> type;
  if (from) {
    type = stmt.some_of ? from->type : element(from->type);
    if (type->base == Base::place) {
      context_.report.error(
          Code::G0309, from->span, "a pick cannot be a piece inside a stack",
          {.help = "pick the cell: `pick " + stmt.name.text + " in K & ...` takes the pieces on top"});
      type = std::nullopt;
    }
  }
  const bool is_anew = picked_anew(stmt.name);
  result.ref = scope_.bind(stmt.name, type);
  if (result.ref >= 0)
    scope_.picks.push_back({stmt.name.text, result.ref, *type, stmt.name.span, stmt.some_of, in_rounds_});
  if (in_rounds_ && stmt.some_of && result.ref >= 0)
    return refuse(Code::G0402, stmt.span, "`some of` is not allowed in a loop",
                  {.help = "pick one value in each round"});
  // The message is about a value that is not in the set, so nothing is known about it.
  Facts before = std::exchange(scope_.facts, Facts());
  const bool good = message(stmt, result);
  scope_.facts = std::move(before);
  if (is_anew && result.ref >= 0 && !carries(stmt.name, result.ref)) return std::nullopt;
  if (!from || result.ref < 0 || !good) return std::nullopt;
  result.exprs.push_back(std::move(*from));
  return result;
}

MaybeStmt Statements::require(const tree::Stmt& stmt) {
  Maybe test = flag(stmt.exprs.front());
  rules::Stmt result = statement_of(rules::StmtKind::require);
  const bool good = message(stmt, result);
  scope_.unsure = scope_.unsure || !test;
  if (!test) return std::nullopt;
  scope_.learn(*test, true);
  if (!good) return std::nullopt;
  result.exprs.push_back(std::move(*test));
  return result;
}

MaybeStmt Statements::offer(const tree::Stmt& stmt) {
  if (stmt.some_of) {  // `offer unseen`: for people, whose lists leave these moves out
    rules::Stmt unseen = statement_of(rules::StmtKind::offer, node(Op::constant, plain(Base::flag), stmt.span));
    unseen.exprs.front().number = 1;
    unseen.some_of = true;
    return unseen;
  }
  if (stmt.exprs.empty()) return statement_of(rules::StmtKind::offer);
  Maybe test = flag(stmt.exprs.front());
  if (!test) return std::nullopt;
  // A run continues even if this test fails, so it teaches no facts.
  return statement_of(rules::StmtKind::offer, std::move(*test));
}

MaybeStmt Statements::require_most(const tree::Stmt& stmt) { return compared(stmt, rules::StmtKind::require_most, most_); }
MaybeStmt Statements::offer_once(const tree::Stmt& stmt) { return compared(stmt, rules::StmtKind::offer_once, once_); }

/// A statement about all runs of a move. `first`: the one before it.
MaybeStmt Statements::compared(const tree::Stmt& stmt, rules::StmtKind kind, std::optional<Span>& first) {
  if (first)
    return refuse(Code::G0402, stmt.span, "a second " + marked(word_of(stmt.kind)) + " is not allowed in a move",
                  {.help = "write all values into one line, separated by commas",
                   .others = {{*first, "the first is here"}}});
  first = stmt.span;
  rules::Stmt result = statement_of(kind);
  for (const tree::Expr& each : stmt.exprs) {
    Maybe value = kind == rules::StmtKind::require_most ? number(each) : expr(each);
    if (value && (value->type.base == Base::trace || value->type.base == Base::visit))
      value = refuse(Code::G0309, value->span, "beams cannot be compared: compare cells or numbers");
    if (value) result.exprs.push_back(std::move(*value));
  }
  scope_.unsure = scope_.unsure || result.exprs.size() < stmt.exprs.size();
  if (!message(stmt, result) || result.exprs.size() < stmt.exprs.size()) return std::nullopt;
  return result;
}

MaybeStmt Statements::let(const tree::Stmt& stmt) {
  rules::Stmt result = statement_of(rules::StmtKind::let);
  std::optional<Type> type;
  Maybe value;
  if (!stmt.type.empty()) {
    type = type_of(context_, stmt.type, stmt.name.text);
    if (type) value = expr_as(stmt.exprs.front(), *type);
    if (type && value && type->stands == 0) type->stands = value->type.stands;
  } else {
    value = expr(stmt.exprs.front());
    if (value) type = value->type;
    if (value && type->base == Base::visit) {
      context_.report.error(Code::G0309, value->span, "visits can only be used in a loop or a fold",
                            {.help = "as in `count v in VISITS : v.cell == c`, `no v in VISITS where ... : ...`"});
      type = std::nullopt;
    }
  }
  result.ref = scope_.bind(stmt.name, type);
  if (!value || result.ref < 0) return std::nullopt;
  result.exprs.push_back(std::move(*value));
  return result;
}

MaybeStmt Statements::if_(const tree::Stmt& stmt) {
  rules::Stmt result = statement_of(rules::StmtKind::if_);
  result.has_else = stmt.has_else || !stmt.other.empty();
  Maybe test = flag(stmt.exprs.front());
  const Facts before = scope_.facts;
  if (test)
    scope_.learn(*test, true);
  else
    ++scope_.wrong_tests;
  block(stmt.body, result.body);
  Facts after = std::move(scope_.facts);
  scope_.facts = before;
  if (test) scope_.learn(*test, false);
  block(stmt.other, result.other);
  if (!test) --scope_.wrong_tests;
  after.join(scope_.facts);
  scope_.facts = std::move(after);
  if (!test) return std::nullopt;
  result.exprs.push_back(std::move(*test));
  return result;
}

MaybeStmt Statements::for_(const tree::Stmt& stmt) {
  rules::Stmt result = statement_of(rules::StmtKind::for_);
  const bool read_before = scope_.reads.state;
  scope_.reads.state = false;
  const tree::Expr& written = stmt.exprs.front();
  // `for x in S where C` has a comprehension without braces.
  const bool has_where = written.kind == tree::ExprKind::comprehension && written.kids.size() > 1 &&
                         written.span.begin == written.kids[0].span.begin;
  Maybe over = domain(has_where ? written.kids[0] : written, nullptr, true);
  // Visits make no set of some of them: each round asks whether it is one of these.
  const bool asks = has_where && over && over->type.base == Base::visit;
  if (has_where && !asks) over = filtered(written, std::move(over));
  const bool over_reads = scope_.reads.state;
  scope_.reads.state = scope_.reads.state || read_before;
  std::optional<Type> type;
  if (over) type = element(over->type);
  const std::size_t scope = scope_.mark();
  const Facts before = scope_.facts;
  // An earlier round may have changed the board for a later one.
  BoardChanges any = 0, others = 0;
  const tree::Stmt* changes_any = changing(context_, stmt.body, {}, any);
  const tree::Stmt* changes_others = changing(context_, stmt.body, stmt.name.text, others);
  if (changes_any != nullptr) scope_.facts.forget(changes_any->span, any);
  result.ref = scope_.bind(stmt.name, type);
  if (result.ref >= 0 && changes_others != nullptr) scope_.facts.forget(changes_others->span, others);
  Maybe where, goes_on;
  if (asks) {
    where = flag(written.kids[1]);
    if (!where) over = std::nullopt;
    if (where) scope_.learn(*where, true);
  }
  if (stmt.exprs.size() > 1) {
    goes_on = flag(stmt.exprs[1]);
    if (goes_on) scope_.learn(*goes_on, true);
  }
  block(stmt.body, result.body);
  scope_.leave(scope);
  if (where) {
    const Type flag_type = plain(Base::flag);
    if (goes_on)
      goes_on = node(Op::or_, flag_type, goes_on->span, node(Op::not_, flag_type, where->span, *where), *goes_on);
    rules::Stmt test = statement_of(rules::StmtKind::if_, std::move(*where));
    test.span = written.kids[1].span;
    test.body = std::exchange(result.body, {});
    result.body.push_back(std::move(test));
  }
  if (changes_any == nullptr)
    scope_.facts = before;
  else
    scope_.facts.forget(changes_any->span, any);
  if (place_ == Place::play && over && over_reads && has_waiting(stmt.body))
    return refuse(Code::G0307, over->span, "a loop that contains a choice must run over something that never changes",
                  {.help = "loop over a range, a type or `player`"});
  if (!over || result.ref < 0 || (stmt.exprs.size() > 1 && !goes_on)) return std::nullopt;
  result.exprs.push_back(std::move(*over));
  if (goes_on) result.exprs.push_back(std::move(*goes_on));
  return result;
}

/// It becomes a `for` through the numbers of its rounds, which have no name.
MaybeStmt Statements::while_(const tree::Stmt& stmt) {
  if (place_ == Place::move && nesting_ == 1 && !in_after_ && has_pick(stmt.body)) return rounds(stmt);
  if (stmt.exprs.size() == 1 && has_pick(stmt.body)) {  // the picks tell what is wrong
    rules::Block refused;
    block(stmt.body, refused);
    return std::nullopt;
  }
  if (stmt.exprs.size() == 1)
    return refuse(Code::G0422, word_at(stmt),
                  "this loop has no limit", {.help = "every loop has one: `while COND at most 20 { ... }`"});
  rules::Stmt result = statement_of(rules::StmtKind::for_);
  // The largest number of rounds is asked once, before the first.
  const tree::Expr& bound = stmt.exprs[1];
  Maybe most = number(bound);
  if (most && most->type.hi < 1)
    most = refuse(Code::G0304, bound.span, "this is never 1 or more, so the loop never runs");
  const Facts before = scope_.facts;
  BoardChanges all = 0;
  const tree::Stmt* changes = changing(context_, stmt.body, {}, all);
  if (changes != nullptr) scope_.facts.forget(changes->span, all);
  Maybe goes_on = flag(stmt.exprs[0]);
  if (goes_on) scope_.learn(*goes_on, true);
  block(stmt.body, result.body);
  if (changes == nullptr)
    scope_.facts = before;
  else
    scope_.facts.forget(changes->span, all);
  if (place_ == Place::play && has_waiting(stmt.body))
    return refuse(Code::G0402, word_at(stmt),
                  "a `while` contains effects, not choices", {.help = "use `repeat` for a loop with choices"});
  if (!most || !goes_on) return std::nullopt;
  const Type rounds = number_type(1, most->type.hi);
  const Span span = bound.span;
  result.ref = scope_.bind_hidden(rounds, span);
  Expr first = constant(1, number_type(1, 1), span);
  result.exprs.push_back(node(Op::range, set_of(rounds), span, std::move(first), std::move(*most)));
  result.exprs.push_back(std::move(*goes_on));
  return result;
}

MaybeStmt Statements::end(const tree::Stmt& stmt) {
  rules::Stmt made = statement_of(rules::StmtKind::end);
  const bool good = stmt.exprs.empty() || add(flag(stmt.exprs.front()), made.exprs);
  if (stmt.result) made.result = result(*stmt.result);
  if (!good || !made.result) return std::nullopt;
  return made;
}

std::optional<rules::Result> Statements::result(const tree::Result& result) {
  rules::Result made;
  made.span = result.span;
  made.kind = result.kind;
  if (result.kind == rules::ResultKind::tie) return made;
  if (result.kind == rules::ResultKind::score) {
    if (scope_.score_declared()) return made;
    return refuse(Code::G0405, result.span, "the game has no `score` to end by",
                  {.help = rules_.team ? "add a score: `score team = ...`" : "add a score: `score p = ...`"});
  }
  if (result.player.empty()) return std::nullopt;
  const bool loses = made.kind == rules::ResultKind::loses;
  const std::size_t players = rules_.players.size();
  const tree::Expr& who = result.player.front();
  const bool of_team = who.kind == tree::ExprKind::name && who.name.text == "team" &&
                       scope_.find_local("team") == nullptr && context_.names.find("team") == nullptr;
  if (rules_.team) {
    if (of_team) return made;
    return refuse(Code::G0417, result.span,
                  std::string("the players are a team, so none of them ") + (loses ? "loses" : "wins") + " alone",
                  {.help = "a result is `team wins`, `team loses`, `tie` or `score`"});
  }
  if (of_team && !scope_.has_players()) return made;  // a library leaves the players to its game
  if (of_team && !context_.silence.lost("team")) {
    const bool alone = players == 1;
    return refuse(Code::G0418, result.span,
                  alone ? "there is only one player, so there is no team" : "`team` needs players who are a team, and these play against each other",
                  {.help = alone ? "say who: `" + rules_.players[0].name + (loses ? " loses`" : " wins`")
                                 : "a result is `p wins`, `tie` or `score`; `players ... as team` makes them a team"});
  }
  if (loses && players > 2)
    return refuse(
        Code::G0419, result.span,
        "with " + std::to_string(players) + " players, `loses` does not say who wins",
        {.help = "a result is `p wins`, `tie` or `score`; `p loses` is for games of one or two players"});
  Maybe player = expr_as(result.player.front(), plain(Base::player));
  if (!player) return std::nullopt;
  made.player = std::move(*player);
  return made;
}

MaybeStmt Statements::call(const tree::Stmt& stmt) {
  rules::Stmt result = statement_of(rules::StmtKind::call);
  if (Namespace::is_builtin(stmt.name.text)) {
    if (context_.silence.lost(stmt.name.text)) return std::nullopt;
    return refuse(Code::G0208, stmt.name.span, marked(stmt.name.text) + " is a value, not a statement");
  }
  Global* effect = scope_.declared(stmt.name, {Sort::effect}, "named effect");
  if (effect == nullptr) return std::nullopt;
  Calls calls(scope_);
  const auto args = calls.unnamed(stmt.args);
  if (!args) return std::nullopt;
  const rules::Effect& called = entry_of(rules_.effects, effect->index);
  const bool good = calls.arguments(stmt.name.text, Calls::parameters_of(called.frame, 0), Span(called.span),
                                    stmt.name.span, *args, result.exprs);
  if (!scope_.use_flags(stmt.name.text, stmt.name.span, effect->reads_me, false, true)) return std::nullopt;
  std::vector<std::optional<FactKey>> keys;
  for (const Expr& argument : result.exprs) keys.push_back(scope_.fact_key(argument));
  if (effect->changes != 0) scope_.changed(stmt.span, effect->changes);
  if (!good) return std::nullopt;
  for (std::size_t i = 0; i < keys.size() && i < effect->leaves.size(); ++i)
    if (keys[i]) scope_.facts.narrow(*keys[i], effect->leaves[i]);
  result.ref = effect->index;
  return result;
}

}  // namespace glint::lang::checking
