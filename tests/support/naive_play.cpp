// How play goes on, from its first statement, through the decisions of a line.
#include <algorithm>

#include "tests/support/naive_rules.hpp"

namespace glint::naive {

using rules::Base;
using rules::ResultKind;
using rules::Stmt;
using rules::Type;

// ---- from choice to choice ----

void Rulebook::begin() {
  world_.stacks.assign(cells_.size(), {});
  for (const rules::Variable& variable : rules_.variables) {
    world_.variables.emplace_back();
    for (const std::int64_t index : variable.index ? all(*variable.index) : Set{0}) {
      Env env;
      env.locals.resize(variable.frame.locals.size() + 1);
      if (variable.frame.params > 0) env.locals[0] = Value{index, {}, {}};
      Value first = eval(variable.initial, env);
      if (variable.type.is_set && !variable.initial.type.is_set) first = {0, {first.one}, {}};
      world_.variables.back()[index] = suited(variable.type, first);
    }
  }
}

Standing Rulebook::after(const std::vector<Decision>& line) {
  Rulebook walk = *this;
  Course course;
  course.line = &line;
  walk.course_ = &course;
  Standing& standing = course.standing;
  try {
    try {
      walk.begin();
      Env setup, play;
      setup.locals.resize(rules_.setup.frame.locals.size());
      walk.block(rules_.setup.body, setup);
      course.way.clear();
      play.locals.resize(rules_.play.frame.locals.size());
      walk.block(rules_.play.body, play);
      walk.test_ends();
      throw Ended{OutcomeKind::tie, -1};
    } catch (const Ended& ended) {
      walk.test_invariants();
      standing.ended = ended;
    } catch (const Waits&) {
    }
    walk.picking_ = nullptr;
    standing.shown = walk.shown();
  } catch (const Mistake& mistake) {
    standing.mistake = mistake.what();
  }
  standing.world = walk.world_;
  standing.me = walk.me_;
  return standing;
}

/// What comes next in the line; where nothing does, play waits, for one of these.
const Decision& Rulebook::decided(std::vector<Run> runs, std::vector<Drawable> draws, std::int64_t outcomes) {
  if (!is_at_end()) return (*course_->line)[course_->at++];
  course_->standing.runs = std::move(runs);
  course_->standing.draws = std::move(draws);
  course_->standing.outcomes = outcomes;
  throw Waits();
}

/// Play has come to a choice.
void Rulebook::arrive(const Env& env) {
  std::string here = std::to_string(me_);
  for (const std::string& step : course_->way) here += "/" + step;
  const auto tell = [&](const Value& value) {
    here += ";" + std::to_string(value.one);
    for (const std::int64_t one : value.all) here += " " + std::to_string(one);
  };
  for (const auto& local : env.locals) local ? tell(*local) : void(here += ";-");
  for (std::size_t i = 0; i < rules_.variables.size(); ++i)
    for (const auto& [index, value] : world_.variables.at(i))
      if (!rules_.variables[i].is_uncounted) tell(value);
  for (const auto& stack : world_.stacks) {
    here += "|";
    for (const Piece& piece : stack) {
      here += std::to_string(piece.kind) + "," + std::to_string(piece.owner);
      for (const std::int64_t field : piece.fields) here += "," + std::to_string(field);
    }
  }
  seen_ = ++course_->counts[here];
  test_ends();
  test_invariants();
}

void Rulebook::test_ends() {
  for (const rules::EndRule& rule : rules_.judging.ends)
    for (const std::int64_t player : rule.player < 0 ? Set{0} : all(plain(Base::player))) {
      Env env;
      env.locals.resize(rule.frame.locals.size());
      if (rule.player >= 0) env.locals[static_cast<std::size_t>(rule.player)] = Value{player, {}, {}};
      if (holds(rule.when, env)) end(rule.result, env);
    }
}

void Rulebook::test_invariants() {
  for (const rules::Invariant& invariant : rules_.invariants) {
    Env env;
    env.locals.resize(invariant.frame.locals.size());
    if (!holds(invariant.condition, env)) throw Mistake("an invariant");
  }
}

std::int64_t Rulebook::per_player(const rules::PerPlayer& value, int player) const {
  Env env;
  env.locals.resize(value.frame.locals.size() + 1);
  env.locals[0] = Value{player, {}, {}};
  return number(value.value, env);
}

void Rulebook::end(const rules::Result& result, Env& env) {
  Ended ended;
  const int player = result.player ? static_cast<int>(number(*result.player, env)) : -1;
  switch (result.kind) {
    case ResultKind::wins:
      ended = {OutcomeKind::win, player};
      break;
    case ResultKind::loses:
      ended = {OutcomeKind::loss, -1};
      if (rules_.players.size() == 2 && !rules_.team) ended = {OutcomeKind::win, 1 - player};
      break;
    case ResultKind::tie:
      ended = {OutcomeKind::tie, -1};
      break;
    case ResultKind::score:
      ended = {OutcomeKind::score, -1};
      for (std::size_t one = 0; one < (rules_.team ? 1 : rules_.players.size()); ++one)
        ended.scores.push_back(per_player(*rules_.judging.score, static_cast<int>(one)));
      break;
  }
  throw ended;
}

void Rulebook::turn(const Stmt& stmt, Env& env) {
  const int outside = me_;
  for (const std::int64_t player : stmt.each ? all(plain(Base::player)) : Set{number(stmt.exprs[0], env)}) {
    me_ = static_cast<int>(player);
    if (stmt.ref >= 0) env.locals.at(static_cast<std::size_t>(stmt.ref)) = Value{player, {}, {}};
    block(stmt.body, env);
  }
  if (stmt.ref >= 0) env.locals.at(static_cast<std::size_t>(stmt.ref)).reset();
  me_ = outside;
}

/// What can be chosen, as far as that is asked for: all of it at the end of the line, and before only whether there is
/// something, where there is an `else`.
std::vector<Run> Rulebook::choices(const Stmt& stmt) const {
  std::vector<Run> found;
  if (stmt.has_else) {
    for (const int move : stmt.moves) runs_of(move, {}, found, true);
    if (std::any_of(found.begin(), found.end(), [](const Run& run) { return run.is_endless; })) throw Endless();
    if (!is_at_end()) return found;
    found.clear();
  }
  if (is_at_end())
    for (const int move : stmt.moves) runs_of(move, {}, found, false);
  return found;
}

void Rulebook::choose(const Stmt& stmt, Env& env) {
  arrive(env);
  const std::vector<Run> possible = choices(stmt);
  if (stmt.has_else && !is_any_offered(possible)) return block(stmt.other, env);
  make(*decided(possible, {}, 0).run, false);
}

void Rulebook::together(const Stmt& stmt, Env& env) {
  arrive(env);
  std::vector<std::pair<int, Run>> chosen;
  for (int player = 0; player < static_cast<int>(rules_.players.size()); ++player) {
    me_ = player;
    const std::vector<Run> possible = choices(stmt);
    if (stmt.has_else && !is_any_offered(possible)) continue;
    chosen.emplace_back(player, *decided(possible, {}, 0).run);
  }
  for (const auto& [player, run] : chosen) {
    me_ = player;
    make(run, true);
  }
  me_ = -1;
}

namespace {

/// A draw of more subsets than these is tried with some of them.
constexpr std::int64_t kMostSubsets = 1'000;

/// Every subset of that size, in the order of its elements; each has all of `chosen`.
std::vector<Set> subsets(Set::const_iterator at, Set::const_iterator end, std::int64_t size, Set chosen) {
  if (static_cast<std::int64_t>(chosen.size()) == size) return {chosen};
  std::vector<Set> found;
  for (; at != end; ++at) {
    Set more = chosen;
    more.insert(*at);
    for (Set& subset : subsets(std::next(at), end, size, more)) found.push_back(std::move(subset));
  }
  return found;
}

/// Some of them: those of elements that follow each other.
std::vector<Set> some_subsets(const Set& from, std::int64_t size) {
  const std::vector<std::int64_t> elements(from.begin(), from.end());
  std::vector<Set> found;
  for (auto first = elements.begin(); elements.end() - first >= size; ++first) found.emplace_back(first, first + size);
  return found;
}

std::int64_t number_of_subsets(std::int64_t elements, std::int64_t size) {
  std::int64_t number = 1;
  for (std::int64_t i = 0; i < std::min(size, elements - size); ++i) number = number * (elements - i) / (i + 1);
  return number;
}

}  // namespace

void Rulebook::draw(const Stmt& stmt, Env& env) {
  std::vector<Drawable> possible;
  std::int64_t outcomes = 0;
  const bool is_local = stmt.number == 1;
  const auto ref = static_cast<std::size_t>(stmt.ref);
  if (stmt.bag >= 0) {
    const rules::Variable& bag = rules_.variables.at(static_cast<std::size_t>(stmt.bag));
    for (const auto& [value, left] : world_.variables.at(static_cast<std::size_t>(stmt.bag)))
      if (left.one > 0) possible.push_back({{value, {}, {}}, text(*bag.index, {value, {}, {}}), left.one});
  } else {
    const Set from = set(stmt.exprs[0], env);
    Type type = stmt.exprs[0].type;
    type.is_set = stmt.exprs.size() > 1;
    if (!type.is_set) {
      for (const std::int64_t one : from) possible.push_back({{one, {}, {}}, text(type, {one, {}, {}})});
    } else {
      const std::int64_t size = number(stmt.exprs[1], env);
      if (size < 0 || size > static_cast<std::int64_t>(from.size())) throw Mistake("too few to draw");
      outcomes = number_of_subsets(static_cast<std::int64_t>(from.size()), size);
      for (const Set& subset : outcomes > kMostSubsets ? some_subsets(from, size) : subsets(from.begin(), from.end(), size, {})) {
        const Value value{0, subset, {}};
        possible.push_back({value, text(type, value)});
      }
    }
  }
  if (possible.empty()) throw Mistake("nothing to draw from");
  const auto listed = static_cast<std::int64_t>(possible.size());
  const Value drawn = decided({}, std::move(possible), std::max(outcomes, listed)).drawn;
  if (stmt.bag >= 0) --world_.variables.at(static_cast<std::size_t>(stmt.bag)).at(drawn.one).one;
  if (is_local) {
    if (env.locals.size() <= ref) env.locals.resize(ref + 1);
    env.locals[ref] = drawn;
  } else {
    world_.variables.at(ref)[0] = suited(rules_.variables.at(ref).type, drawn);
  }
}

}  // namespace glint::naive
