#include "interpreter/desk/protocol/playing.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

#include <glint/evaluate.hpp>

#include "interpreter/desk/protocol/requests.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/game/position/shown.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"
#include "interpreter/view/json/json.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/stop.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostListed = 100'000;  // moves in one answer,
constexpr std::size_t kMostParts = 40'000;       // and of all their picks, cells and edges
constexpr std::size_t kMostValues = 200;        // values of an option, to be listed

double rounded(double value) { return std::round(value * 10) / 10; }
Json point_json(view::Point point) { return {rounded(point.x), rounded(point.y)}; }

Json options_json(const Game& game) {
  const rules::Rules& rules = game.program().rules;
  const std::vector<OptionInfo> options = game.options();
  Json all = Json::array();
  for (std::size_t i = 0; i < options.size(); ++i) {
    const OptionInfo& option = options[i];
    all.push_back({{"name", option.name},
                   {"domain", option.domain},
                   {"initial", option.initial},
                   {"value", option.value},
                   {"text", option.text},
                   {"doc", option.doc}});
    if (rules.options[i].values.size() <= kMostValues) all.back()["values"] = option_values(rules, rules.options[i]);
  }
  return all;
}

/// The bots that cannot play a game, with the reasons.
Json unfit_bots(const Game& game) {
  Json unfit = Json::object();
  for (const PlayerInfo& bot : player_infos())
    if (const auto error = cannot_play({bot.name, {}}, game)) unfit[bot.name] = error->message;
  return unfit;
}

/// The game's clock, in seconds; null if it has none.
Json clock_json(const Game& game) {
  const auto clock = game.clock();
  if (!clock) return nullptr;
  const auto seconds = [](const std::optional<std::int64_t>& given) { return given ? Json(*given) : Json(); };
  Json adds = Json::object();
  for (const auto& [move, added] : clock->adds) adds[move] = added;
  return {{"turn", seconds(clock->turn)},
          {"reserve", seconds(clock->reserve)},
          {"game", seconds(clock->whole_game)},
          {"adds", std::move(adds)}};
}

/// The part that every answer about a position has: how far it was played, and why not further. Only its player is told
/// a choice that waits for others or, in games with secrets, why a move is illegal: a reason may name something that
/// only this player sees.
Json reached_json(Documents& in, const Reached& reached, const Where& where, const std::string& document, int viewer) {
  Json json = {{"version", in.version_of(document)},
               {"played", reached.played},
               {"errors", in.errors(reached.errors, document)}};
  const auto is_told = [&](int mover) { return viewer == -1 || viewer == mover; };
  const std::size_t waiting = reached.position ? reached.position->chosen().size() : 0;
  for (std::size_t i = 0; reached.game && i < reached.plies.size(); ++i) {
    const auto& [mover, name] = reached.plies[i];
    const bool tells = i + waiting < reached.plies.size() || is_told(mover);
    json["plies"].push_back(
        {{"player", mover < 0 ? Json() : Json(reached.game->players()[mover])}, {"name", tells ? name : "?"}});
    if (tells && binds(*reached.game, name)) json["plies"].back()["stands"] = true;
  }
  if (!reached.refused) return json;
  const Layout& layout = reached.game->program().layout;
  const bool has_none = !reached.game->has_secrets() && layout.pending_stride == 0;
  const bool tells = has_none || is_told(reached.position->to_move());
  Json refused = in.error(tells ? *reached.refused : plain_error(lang::Code::G0601, "this move is illegal"), document);
  refused["number"] = reached.played;
  refused["move"] = tells ? where.moves[reached.played] : "?";
  json["refused"] = std::move(refused);
  return json;
}

/// The request for parts that the script leaves out.
view::Asked asked_of(const Json& params) { return {params.value("vars", false), params.value("light", false)}; }

/// The parts of a game, by their names in the script, with the comments of its moves.
Json parts_json(const rules::Rules& rules) {
  Json pieces = Json::array(), moves = Json::object();
  for (const rules::Kind& kind : rules.kinds) pieces.push_back(kind.name);
  for (const rules::Move& move : rules.moves) moves[move.name] = move.doc;
  return {{"pieces", std::move(pieces)}, {"moves", std::move(moves)}};
}

/// The end of a game; null while it goes on.
Json outcome_json(const Position& position) {
  constexpr const char* kKinds[] = {"none", "win", "tie", "score", "unfinished", "loss"};
  if (!position.over()) return nullptr;
  const Outcome outcome = position.outcome();
  const int winner = outcome.victor();
  return {{"kind", kKinds[static_cast<std::size_t>(outcome.kind)]},
          {"winner", winner < 0 ? Json() : Json(position.game().players()[static_cast<std::size_t>(winner)])},
          {"scores", outcome.scores}};
}

}  // namespace

int viewer_of(const Json& params, const Position& position) {
  if (!params.contains("as") || params["as"].is_null()) return -1;
  if (params["as"] == "") return position.over() ? -1 : kNobody;
  const Game game = position.game();
  const std::vector<std::string> players = game.players();
  const std::string wanted = params["as"];
  const auto found = std::find(players.begin(), players.end(), wanted);
  if (found == players.end())
    throw Refused{kInvalidParams, "the game has no player `" + wanted + "`; its players are " + lang::joined(players)};
  return position.over() ? -1 : static_cast<int>(found - players.begin());
}

// ---- parts of answers

Json ending_json(const Position& position) {
  const Game game = position.game();
  const Program& program = game.program();
  if (!position.over() || !program.sources || !program.script) return nullptr;
  for (const rules::EndRule& rule : program.rules.judging.ends) {
    const lang::Span& at = rule.when.span;
    std::string asked(program.sources->text(at));
    if (rule.player >= 0) {
      // `for p in player when CONDITION`: one of them is enough.
      const std::string head(program.sources->text({at.file, rule.span.begin, at.begin}));
      const std::size_t from = head.find("for "), to = head.rfind("when");
      if (from == std::string::npos || to == std::string::npos || to < from) continue;
      asked = "any " + head.substr(from + 4, to - from - 4) + ": (" + asked + ")";
    }
    const auto read = Expression::read(game, asked);
    const auto holds = read ? read->value(position) : Result<Value>(read.errors());
    if (!holds || holds->number == 0) continue;
    for (const tree::Decl& decl : program.script->decls)
      if (decl.span.file == rule.span.file && decl.span.begin == rule.span.begin)
        return {{"rule", program.sources->text(decl.span)}, {"doc", decl.doc}};
  }
  return nullptr;
}

Json undrawn(const Position& position, int viewer, const std::string& reason) {
  const Game game = position.game();
  if (const std::optional<Error> error = view::text_too_long(position))
    return {{"game", game.id()}, {"title", game.title()}, {"position", nullptr}, {"left_out", error->message}};
  return {{"game", game.id()}, {"title", game.title()}, {"position", position.text_for(viewer)}, {"left_out", reason}};
}

Json board(const Position& position, int viewer, bool has_picture, view::Asked asked) {
  const Game game = position.game();
  if (game.cells().size() > kMostDrawn)
    return undrawn(position, viewer, "a board of " + std::to_string(game.cells().size()) +
                                         " cells is not drawn: at most " + std::to_string(kMostDrawn) + " are");
  if (view::text_too_long(position)) return undrawn(position, viewer, "");
  const view::Scene scene = view::scene_of(position, viewer, asked);
  Json board = view::json_of(position, scene, viewer);
  board["outcome"] = outcome_json(position);
  board["status"] = scene.status;
  board["players"] = scene.players;
  board["secrets"] = game.has_secrets();
  board["apart"] = !position.over() && keeps_apart(position);
  board["clock"] = clock_json(game);
  board["chosen"] = position.chosen().size();
  board["must_find"] = must_find(position);
  Json beams = Json::array();
  for (const Beam& beam : scene.beams) beams.push_back(view::json_of(beam, scene));
  board["beams"] = std::move(beams);
  // They may contain things that only some players see.
  board["draws"] = view::json_of(viewer >= 0 && game.has_secrets() ? Settings() : position.draws());
  if (viewer < 0 && position.at_draw()) board["at_draw"] = position.draw_name();
  if (!scene.errors.empty()) board["left_out"] = scene.errors.front().message;
  if (!has_picture) return board;
  for (std::size_t i = 0; i < scene.notes.size(); ++i)
    if (const std::string rows = view::note_rows(scene, scene.notes[i]); !rows.empty()) board["notes"][i]["svg"] = rows;
  const view::Picture picture = view::picture_of(scene);
  for (std::size_t cell = 0; cell < picture.middles.size(); ++cell)
    board["cells"][cell]["at"] = point_json(picture.middles[cell]);
  Json outline = Json::array();
  for (const view::Point& corner : picture.outline) outline.push_back(point_json(corner));
  Json directions = Json::object();
  for (std::size_t way = 0; way < picture.steps.size(); ++way)
    directions[game.directions()[way].name] = point_json(picture.steps[way]);
  board["directions"] = std::move(directions);
  board["picture"] = {{"svg", picture.svg},
                      {"width", rounded(picture.width)},
                      {"height", rounded(picture.height)},
                      {"outline", std::move(outline)}};
  return board;
}

Json found_json(const Position& before, const std::string& move, int viewer, bool has_picture) {
  const std::vector<int> cells = found_cells(before, move);
  const std::vector<CellInfo>& all = before.game().cells();
  if (cells.empty() || all.size() > kMostDrawn) return nullptr;
  const view::Scene scene = view::scene_of(before, viewer, {.light = true});
  Json names = Json::array(), why = Json::array();
  for (const int cell : cells) {
    names.push_back(all[static_cast<std::size_t>(cell)].label);
    for (std::string& line : view::explain_light(cell, scene)) why.push_back(std::move(line));
  }
  return {{"cells", std::move(names)}, {"why", std::move(why)}, {"board", board(before, viewer, has_picture, {.light = true})}};
}

At reach(Documents& in, const Json& params) {
  At at{in.name(params), where_of(params), {}, {}};
  at.reached = desk::reach(in.desk(), at.name, at.where);
  const int viewer = at.reached.position ? viewer_of(params, *at.reached.position) : -1;
  at.json = reached_json(in, at.reached, at.where, at.name, viewer);
  return at;
}

// ---- requests

Json answer::show(Documents& in, const Json& params) {
  At at = reach(in, params);
  if (at.reached.game) {
    at.json["options"] = options_json(*at.reached.game);
    at.json["unfit_bots"] = unfit_bots(*at.reached.game);
    at.json["parts"] = parts_json(at.reached.game->program().rules);
    at.json["team"] = at.reached.game->is_team();
    at.json["about"] = {{"doc", at.reached.game->doc()},
                        {"variant_of", at.reached.game->variant_of()},
                        {"has_beams", at.reached.game->has_beams()}};
  }
  if (!at.reached.position) return std::move(at.json);
  if (params.value("late", false) && !at.reached.refused) {
    // Once it is over, nobody can.
    const std::optional<Error> error = at.reached.position->over()
                                           ? plain_error(lang::Code::G0607, "the game is over")
                                           : at.reached.position->forfeit();
    if (error) at.json["not_late"] = in.error(*error, at.name);
  }
  const int viewer = viewer_of(params, *at.reached.position);
  at.json["ending"] = ending_json(*at.reached.position);
  const bool has_picture = params.value("picture", true);
  view::Asked asked = asked_of(params);
  asked.light = asked.light || at.reached.position->over();
  if (params.contains("columns"))
    at.json["characters"] = view::picture(view::scene_of(*at.reached.position, viewer, asked),
                                          {.utf8 = params.value("utf8", true), .columns = params["columns"]});
  if (viewer == -1 && params.value("heuristic", false))  // it may read hidden things
    for (int seat = 0; const std::string& player : at.reached.game->players())
      if (const auto value = at.reached.position->heuristic(seat++)) at.json["heuristic"][player] = *value;
  at.json["board"] = board(*at.reached.position, viewer, has_picture, asked);
  const Reached& reached = at.reached;
  const bool has_move = reached.before && !reached.refused && reached.position->chosen().empty();
  if (Json found = has_move ? found_json(*reached.before, at.where.moves.back(), viewer, has_picture) : Json(); !found.is_null())
    at.json["found"] = std::move(found);
  return std::move(at.json);
}

Json moves_json(const Position& position, int viewer, const Json& params, std::vector<Error>& errors) {
  const Game game = position.game();
  Json json = {{"to_move", position.to_move() < 0 ? Json() : Json(game.players()[static_cast<std::size_t>(position.to_move())])}};
  if (viewer >= 0 && viewer != position.to_move()) {
    json.update({{"notations", Json::array()}, {"said", Json::array()}, {"count", 0}, {"moves", Json::array()}});
    return json;
  }
  const auto fail = [&](const std::vector<Error>& why) {
    errors = why;
    return json;
  };
  if (position.at_draw()) {
    const auto outcomes = position.outcomes();
    if (!outcomes) return fail(outcomes.errors());
    for (const ChanceOutcome& one : *outcomes) json["outcomes"][one.value] = {one.weight, one.total};
    json.update({{"notations", Json::array()}, {"count", 0}, {"moves", Json::array()}});
    return json;
  }
  json["notations"] = position.notations();
  const bool light = asked_of(params).light;
  json["said"] = said_moves(position, light);
  if (!light) json["unseen"] = unseen_notations(game);
  const auto runs = shown_runs(position, light);
  std::uint64_t count = 0;
  for (std::size_t i = 0; runs && i < runs->size(); ++i) count += (*runs)[i].second;
  json["count"] = count;
  if (!runs) return fail(runs.errors());
  const std::uint64_t most = std::min(params.value("most", kMostListed), kMostListed);
  std::vector<MoveParts> listed;
  std::uint64_t skipped = params.value("first", std::uint64_t{0});
  for (const auto& [begin, length] : *runs) {
    const std::uint64_t skips = std::min(skipped, length);
    auto parts = PositionView(position).parts(begin + skips, std::min(length - skips, most - listed.size()));
    if (!parts) return fail(parts.errors());
    std::move(parts->begin(), parts->end(), std::back_inserter(listed));
    skipped -= skips;
  }
  const std::vector<CellInfo>& cells = game.cells();
  const std::vector<DirectionInfo>& directions = game.directions();
  Json all = Json::array();
  std::size_t left = kMostParts;
  for (const MoveParts& move : listed) {
    std::size_t size = move.picks.size();
    for (const MoveParts::Pick& pick : move.picks) size += pick.cells.size() + pick.edges.size();
    if (size > left && !all.empty()) break;
    left -= std::min(left, size);
    Json picks = Json::array();
    for (const MoveParts::Pick& pick : move.picks) {
      Json one = {{"pick", pick.name}, {"value", pick.value}};
      for (const int cell : pick.cells) one["cells"].push_back(cells[static_cast<std::size_t>(cell)].label);
      for (const auto& [cell, way] : pick.edges)
        one["edges"].push_back(cells[static_cast<std::size_t>(cell)].label + "." + directions[static_cast<std::size_t>(way)].name);
      picks.push_back(std::move(one));
    }
    all.push_back({{"move", move.text}, {"name", move.name}, {"picks", std::move(picks)}});
  }
  json["moves"] = std::move(all);
  return json;
}

Json answer::moves(Documents& in, const Json& params) {
  return with_position(in, params, [&](At& at, const Position& position, const Game&) {
    std::vector<Error> errors;
    at.json.update(moves_json(position, viewer_of(params, position), params, errors));
    if (!errors.empty()) at.json["errors"] = in.errors(errors, at.name);
  });
}

Json answer::play(Documents& in, const Json& params) {
  Json with = params;
  if (!with.contains("moves") || with["moves"].is_null()) with["moves"] = Json::array();
  with["moves"].push_back(field_of(params, "move"));
  return show(in, with);
}

Json answer::trace(Documents& in, const Json& params) {
  return with_position(in, params, [&](At& at, const Position& position, const Game& game) {
    const int viewer = viewer_of(params, position);
    if (game.cells().size() > kMostDrawn) throw Refused{kRequestFailed, "the board is too large to list its beams"};
    view::Scene scene = view::scene_of(position, viewer, {.light = true});
    const auto cell_of = [&](const char* key) -> std::optional<int> {
      if (!params.contains(key) || params[key].is_null()) return std::nullopt;
      const auto cell = game.find_cell(params[key].get<std::string>());
      if (!cell) throw Refused{kInvalidParams, "the board has no cell `" + params[key].get<std::string>() + "`"};
      return cell;
    };
    const auto source = cell_of("source"), cell = cell_of("cell");
    if (source) std::erase_if(scene.beams, [&](const Beam& beam) { return beam.source != *source; });
    if (cell) {
      at.json["why"] = view::explain_light(*cell, scene);
      view::Scene alone = scene;
      std::erase_if(scene.beams, [&](const Beam& beam) {
        alone.beams = {beam};
        return view::approaches_to(*cell, alone).empty();
      });
    }
    Json beams = Json::array(), steps = Json::array();
    for (const Beam& beam : scene.beams) {
      beams.push_back(view::json_of(beam, scene));
      steps.push_back(view::steps_of(beam, scene));
    }
    at.json["beams"] = std::move(beams);
    at.json["steps"] = std::move(steps);
    at.json["light"] = view::light_json(scene);
  });
}

Json answer::eval(Documents& in, const Json& params) {
  return with_position(in, params, [&](At& at, const Position& position, const Game& game) {
    const std::unique_ptr<lang::Loader> files = in.desk().files_of(at.name);
    const auto read = Expression::read(game, field_of(params, "expression").get_ref<const std::string&>(), files.get());
    const Result<Value> value =
        read ? read->value(position, viewer_of(params, position)) : Result<Value>(read.errors());
    if (!value) {
      at.json["errors"] = in.errors(value.errors(), at.name);
      return;
    }
    at.json["text"] = value->text;
    at.json["value"] = value->kind == Value::Kind::flag     ? Json(value->number != 0)
                       : value->kind == Value::Kind::number ? Json(value->number)
                       : value->kind == Value::Kind::set    ? Json(value->elements)
                                                            : Json(value->text);
  });
}

}  // namespace glint::desk
