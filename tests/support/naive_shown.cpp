// How what play comes to is written, and what people see of it.
#include <algorithm>

#include "tests/support/naive_rules.hpp"

namespace glint::naive {

using rules::Base;
using rules::Op;
using rules::Type;

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

/// A run as a player writes it; `whole`: values in the place of parts of them.
std::string Rulebook::written(int move, const Picking& picking) const {
  std::string all;
  Env env;
  const auto print = [&](const rules::TextPart& part, const Locals& named) {
    env.locals = named;
    all += part.literal;
    if (!part.hole) return;
    const rules::Expr* const hole = &*part.hole;
    std::string value = text(hole->type, eval(*hole, env), me_);
    if (hole->type.is_set && value.front() == '{') {
      value = value.substr(1, value.size() - 2);
      value.erase(std::remove(value.begin(), value.end(), ','), value.end());
      if (value.empty()) value = "none";
    }
    all += part.width > 0 ? value.substr(0, static_cast<std::size_t>(part.width)) : value;
  };
  const std::vector<rules::TextPart>& parts = rules_.moves.at(static_cast<std::size_t>(move)).notation.parts;
  std::size_t i = 0;
  for (; i < parts.size() && !parts[i].repeated; ++i) print(parts[i], picking.named);
  const std::size_t first = i;
  while (i < parts.size() && parts[i].repeated) ++i;
  for (const Locals& round : picking.rounds)
    for (std::size_t k = first; k < i; ++k) print(parts[k], round);
  for (; i < parts.size(); ++i) print(parts[i], picking.named);
  return all;
}

/// A text with its holes filled in.
std::string Rulebook::filled(const rules::Text& text, Env& env) const {
  std::string all;
  for (const rules::TextPart& part : text.parts) {
    all += part.literal;
    if (!part.hole) continue;
    const std::string value = this->text(part.hole->type, eval(*part.hole, env));
    all += part.width > 0 ? value.substr(0, static_cast<std::size_t>(part.width)) : value;
  }
  return all;
}

/// All players, for a line `for p in player`; else -1, once.
Set Rulebook::players(int local) const { return local >= 0 ? all(plain(Base::player)) : Set{-1}; }

void Rulebook::note(const rules::Show& show, std::vector<std::pair<std::string, int>>& notes) const {
  std::vector<std::pair<std::string, int>> rows;  // of pieces, one for each player
  for (const std::int64_t each : show.each < 0 ? std::vector<std::int64_t>{-1} : show.values) {
    for (const std::int64_t player : players(show.player)) {
      Env env;
      env.locals.resize(show.frame.locals.size());
      if (player >= 0) env.locals.at(static_cast<std::size_t>(show.player)) = Value{player, {}, {}};
      if (show.each >= 0) env.locals.at(static_cast<std::size_t>(show.each)) = Value{each, {}, {}};
      if (show.when && !holds(*show.when, env)) continue;
      const std::string text = filled(show.text, env);
      const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.second == player; });
      if (show.piece && row != rows.end())
        row->first += ", " + text;
      else
        rows.emplace_back(text, static_cast<int>(player));
    }
  }
  if (show.piece)
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  notes.insert(notes.end(), rows.begin(), rows.end());
}

void Rulebook::mark(const rules::Ground& ground,
                    std::vector<std::tuple<std::string, int, std::set<int>>>& grounds) const {
  for (const std::int64_t player : players(ground.player)) {
    Env env;
    env.locals.resize(ground.frame.locals.size());
    if (player >= 0) env.locals.at(static_cast<std::size_t>(ground.player)) = Value{player, {}, {}};
    if (ground.when && !holds(*ground.when, env)) continue;
    std::set<int> found;
    for (const std::int64_t one : set(ground.cells, env)) found.insert(static_cast<int>(one));
    const int owner = ground.owner ? static_cast<int>(number(*ground.owner, env)) : -1;
    grounds.emplace_back(filled(ground.name, env), owner, found);
  }
}

Light Rulebook::light_of(const Trace& trace) const {
  Light light;
  for (const auto& [source, path] : trace)
    for (const Visit& visit : path.visits) light.emplace(visit.cell, visit.way, payload_text(visit.payload));
  return light;
}

void Rulebook::follow(const rules::Show& show, Light& light) const {
  for (const std::int64_t player : players(show.player)) {
    Env env;
    env.locals.resize(show.frame.locals.size());
    if (player >= 0) env.locals.at(static_cast<std::size_t>(show.player)) = Value{player, {}, {}};
    if (show.when && !holds(*show.when, env)) continue;
    Trace trace;
    followed_ = &trace;
    try {
      eval(*show.beams, env);
    } catch (const Mistake&) {
      followed_ = nullptr;
      if (!show.is_default) throw;
      trace.clear();
    }
    followed_ = nullptr;
    light.merge(light_of(trace));
  }
}

/// Whether this player sees each entry of a variable.
std::vector<bool> Rulebook::seen_by(int player) const {
  std::vector<bool> found;
  for (std::size_t i = 0; i < rules_.variables.size(); ++i)
    for (const auto& [index, value] : world_.variables.at(i)) {
      const rules::Variable& variable = rules_.variables[i];
      Env env;
      env.locals.resize(variable.seen_frame.locals.size() + 1);
      env.locals[0] = Value{index, {}, {}};
      found.push_back(!variable.seen_by || set(*variable.seen_by, env).count(player) != 0);
    }
  return found;
}

Shown Rulebook::shown() {
  Shown shown;
  for (std::size_t cell = 0; cell < world_.stacks.size(); ++cell) {
    shown.looks.emplace_back();
    // Each piece of a stack is asked how it looks when it is the top one.
    std::vector<Piece> above;
    for (auto& stack = world_.stacks[cell]; !stack.empty(); stack.pop_back()) {
      const rules::Kind& kind = rules_.kinds.at(static_cast<std::size_t>(stack.back().kind));
      Env env;
      env.locals.resize(kind.look_frame.locals.size() + 1);
      env.locals[0] = Value{static_cast<std::int64_t>(cell), {}, {}};
      const rules::Text* look = &kind.look;
      for (auto each = kind.looks.rbegin(); each != kind.looks.rend(); ++each)
        if (number(each->first, env) != 0) look = &each->second;
      shown.looks.back().insert(shown.looks.back().begin(), filled(*look, env));
      above.insert(above.begin(), stack.back());
    }
    world_.stacks[cell] = above;
  }
  for (std::size_t i = 0; i < rules_.variables.size(); ++i) {
    const rules::Variable& variable = rules_.variables[i];
    for (const auto& [index, value] : world_.variables.at(i))
      shown.variables.emplace_back(variable.name + (variable.index ? "[" + text(*variable.index, {index, {}, {}}) + "]" : ""),
                                   text(variable.type, value));
  }
  for (const std::int64_t player : all(plain(Base::player))) {
    shown.sees.push_back(seen_by(static_cast<int>(player)));
    const rules::Judging& judging = rules_.judging;
    const auto& estimate = judging.heuristic ? judging.heuristic : judging.score;
    for (auto [value, found] : {std::pair(&judging.score, &shown.scores), std::pair(&estimate, &shown.estimates)}) {
      found->emplace_back();
      try {
        if (*value) found->back() = per_player(**value, static_cast<int>(player));
      } catch (const Mistake&) {
      }
    }
  }
  try {
    std::vector<std::pair<std::string, int>> notes;
    for (const rules::Show& show : rules_.pictures.shows)
      if (!show.beams && !show.no_beams) note(show, notes);
    shown.notes = notes;
  } catch (const Mistake&) {
  }
  try {
    Light light;
    for (const rules::Show& show : rules_.pictures.shows)
      if (show.beams) follow(show, light);
    shown.followed = light;
  } catch (const Mistake&) {
  }
  const auto cells_of = [&](const rules::Frame& frame, const rules::Expr& expr) {
    Env env;
    env.locals.resize(frame.locals.size());
    std::set<int> found;
    for (const std::int64_t one : set(expr, env)) found.insert(static_cast<int>(one));
    return found;
  };
  try {
    std::vector<std::tuple<std::string, int, std::set<int>>> grounds;
    for (const rules::Ground& ground : rules_.pictures.grounds) mark(ground, grounds);
    shown.grounds = grounds;
  } catch (const Mistake&) {
  }
  for (const rules::Terrain& terrain : rules_.beams.terrain)
    (terrain.is_crossing ? shown.acting_edges : shown.acting_cells).merge(cells_of(terrain.frame, terrain.where));
  try {
    shown.light = light_of(beams(all(plain(Base::cell))));
  } catch (const Mistake&) {
  }
  return shown;
}

}  // namespace glint::naive
