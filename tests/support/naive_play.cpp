// How play goes on, from its first statement, through the decisions of a line; and how what it comes to is written.
#include <algorithm>

#include "tests/support/naive_rules.hpp"

namespace glint::naive {

using rules::Base;
using rules::Op;
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
      if (variable.is_bag) env.locals[0] = Value{index, {}, {}};
      Value first = eval(variable.initial, env);
      if (variable.type.is_set && !variable.initial.type.is_set) first = {0, {first.one}, {}};
      world_.variables.back()[index] = suited(variable.type, first);
    }
  }
}

Standing Rulebook::after(const std::vector<Decision>& line) {
  Rulebook walk = *this;
  walk.line_ = &line;
  try {
    try {
      walk.begin();
      Env setup, play;
      setup.locals.resize(rules_.setup_frame.locals.size());
      walk.block(rules_.setup, setup);
      walk.way_.clear();
      play.locals.resize(rules_.play_frame.locals.size());
      walk.block(rules_.play, play);
      walk.test_ends();
      throw Ended{OutcomeKind::tie, -1};
    } catch (const Ended& ended) {
      walk.test_invariants();
      walk.standing_.ended = ended;
    } catch (const Waits&) {
    }
    walk.picking_ = nullptr;
    for (const auto& [source, path] : walk.beams(all(plain(Base::cell))))
      for (const Visit& visit : path.visits) walk.standing_.lit.insert(visit.cell);
  } catch (const Mistake& mistake) {
    walk.standing_.mistake = mistake.what();
  }
  walk.standing_.world = walk.world_;
  walk.standing_.me = walk.me_;
  return walk.standing_;
}

/// What comes next in the line; where nothing does, play waits, for one of these.
const Decision& Rulebook::decided(std::vector<Run> runs, std::vector<Drawable> draws) {
  if (at_ < line_->size()) return (*line_)[at_++];
  standing_.runs = std::move(runs);
  standing_.draws = std::move(draws);
  throw Waits();
}

/// Play has come to a choice.
void Rulebook::arrive(const Env& env) {
  std::string here = std::to_string(me_);
  for (const std::string& step : way_) here += "/" + step;
  const auto tell = [&](const Value& value) {
    here += ";" + std::to_string(value.one);
    for (const std::int64_t one : value.all) here += " " + std::to_string(one);
  };
  for (const auto& local : env.locals) local ? tell(*local) : void(here += ";-");
  for (const auto& variable : world_.variables)
    for (const auto& [index, value] : variable) tell(value);
  for (const auto& stack : world_.stacks) {
    here += "|";
    for (const Piece& piece : stack) {
      here += std::to_string(piece.kind) + "," + std::to_string(piece.owner);
      for (const std::int64_t field : piece.fields) here += "," + std::to_string(field);
    }
  }
  seen_ = ++counts_[here];
  test_ends();
  test_invariants();
}

void Rulebook::test_ends() {
  for (const rules::EndRule& rule : rules_.ends)
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

std::int64_t Rulebook::score(int player) {
  Env env;
  env.locals.resize(rules_.score->frame.locals.size() + 1);
  env.locals[0] = Value{player, {}, {}};
  return number(rules_.score->value, env);
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
        ended.scores.push_back(score(static_cast<int>(one)));
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

void Rulebook::choose(const Stmt& stmt, Env& env) {
  arrive(env);
  // What can be chosen is worked out only where it is asked for: at the end of the line, or where there is an `else`.
  std::vector<Run> possible;
  if (at_ == line_->size() || stmt.has_else) possible = runs(stmt.moves);
  if (stmt.has_else && std::none_of(possible.begin(), possible.end(), [](const Run& run) { return run.is_offered; }))
    return block(stmt.other, env);
  make(*decided(std::move(possible), {}).run, false);
}

void Rulebook::together(const Stmt& stmt, Env& env) {
  arrive(env);
  std::vector<std::pair<int, Run>> chosen;
  for (int player = 0; player < static_cast<int>(rules_.players.size()); ++player) {
    me_ = player;
    std::vector<Run> possible;
    if (at_ == line_->size() || stmt.has_else) possible = runs(stmt.moves);
    if (stmt.has_else && std::none_of(possible.begin(), possible.end(), [](const Run& run) { return run.is_offered; }))
      continue;
    chosen.emplace_back(player, *decided(std::move(possible), {}).run);
  }
  for (const auto& [player, run] : chosen) {
    me_ = player;
    make(run, true);
  }
  me_ = -1;
}

void Rulebook::draw(const Stmt& stmt, Env& env) {
  std::vector<Drawable> possible;
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
      if (from.size() > 16) throw Unknown("subsets of so large a set");
      const std::vector<std::int64_t> elements(from.begin(), from.end());
      // Every subset of that size, in the order of its elements.
      std::set<std::vector<std::int64_t>> subsets;
      for (std::uint64_t bits = 0; bits < std::uint64_t{1} << elements.size(); ++bits) {
        std::vector<std::int64_t> subset;
        for (std::size_t i = 0; i < elements.size(); ++i)
          if (bits >> i & 1) subset.push_back(elements[i]);
        if (static_cast<std::int64_t>(subset.size()) == size) subsets.insert(subset);
      }
      for (const auto& subset : subsets) {
        const Value value{0, {subset.begin(), subset.end()}, {}};
        possible.push_back({value, text(type, value)});
      }
    }
  }
  if (possible.empty()) throw Mistake("nothing to draw from");
  const Value drawn = decided({}, std::move(possible)).drawn;
  if (stmt.bag >= 0) --world_.variables.at(static_cast<std::size_t>(stmt.bag)).at(drawn.one).one;
  if (is_local) {
    if (env.locals.size() <= ref) env.locals.resize(ref + 1);
    env.locals[ref] = drawn;
  } else {
    world_.variables.at(ref)[0] = suited(rules_.variables.at(ref).type, drawn);
  }
}

// ---- as text ----

std::string Rulebook::text(const Type& type, const Value& value, int speaker) const {
  const bool are_places = type.base == Base::cell || type.base == Base::edge || type.base == Base::place;
  if (type.is_set) {
    Type one = type;
    one.is_set = false;
    std::string all;
    for (const std::int64_t each : value.all) all += (all.empty() ? "" : are_places ? " " : ", ") + text(one, {each, {}, {}}, speaker);
    return are_places ? all.empty() ? "none" : all : "{" + all + "}";
  }
  const auto at = static_cast<std::size_t>(value.one);
  const auto cell = [&](std::size_t number) {
    const CellInfo& info = cells_.at(number);
    return info.player >= 0 && info.player == speaker ? info.own_label : info.label;
  };
  switch (type.base) {
    case Base::flag:
      return value.one != 0 ? "on" : "off";
    case Base::enumeration: {
      const rules::EnumValue& entry = rules_.enums.at(type.enumeration).values.at(at);
      return entry.spellings.empty() ? entry.name : entry.spellings.front();
    }
    case Base::player:
      return rules_.players.at(at).name;
    case Base::direction:
      return rules_.lattice.directions.at(at).name;
    case Base::axis:
      return rules_.lattice.axes.at(at).spelling.empty() ? rules_.lattice.axes.at(at).name : rules_.lattice.axes.at(at).spelling;
    case Base::cell:
      return cell(at);
    case Base::place:
      return cell(at / kLevels);
    case Base::edge:
      return cell(at / rules_.lattice.directions.size()) + "." + rules_.lattice.directions.at(at % rules_.lattice.directions.size()).name;
    default:
      return std::to_string(value.one);
  }
}

std::vector<std::pair<std::string, std::string>> Rulebook::variables_of(const World& world) const {
  std::vector<std::pair<std::string, std::string>> found;
  for (std::size_t i = 0; i < rules_.variables.size(); ++i) {
    const rules::Variable& variable = rules_.variables[i];
    for (const auto& [index, value] : world.variables.at(i))
      found.emplace_back(variable.name + (variable.index ? "[" + text(*variable.index, {index, {}, {}}) + "]" : ""),
                         text(variable.type, value));
  }
  return found;
}

/// A run as a player writes it; `whole`: values in the place of parts of them.
std::string Rulebook::written(int move, const Locals& picked, bool whole) const {
  std::string all;
  Env env;
  env.locals = picked;
  for (const rules::TextPart& part : rules_.moves.at(static_cast<std::size_t>(move)).notation.parts) {
    all += part.literal;
    if (!part.hole) continue;
    const rules::Expr* hole = &*part.hole;
    while (whole && hole->op != Op::local) hole = &hole->kids[0];
    std::string value = text(hole->type, eval(*hole, env), me_);
    if (hole->type.is_set && value.front() == '{') {
      value = value.substr(1, value.size() - 2);
      value.erase(std::remove(value.begin(), value.end(), ','), value.end());
      if (value.empty()) value = "none";
    }
    all += part.width > 0 ? value.substr(0, static_cast<std::size_t>(part.width)) : value;
  }
  return all;
}

}  // namespace glint::naive
