#include "interpreter/lab/json/diff_json.hpp"

namespace glint {
namespace {

using view::Json;
using view::list_of;

/// One thing as it is in the old game, and as it is in the new one.
Json both_json(Json before, Json now) { return {{"old", std::move(before)}, {"new", std::move(now)}}; }
Json both_json(const BothSay& both) { return both_json(both.before, both.now); }

Json error_json(const std::optional<Error>& error) { return error ? view::json_of(*error) : Json(); }

Json text_json(const ScriptText& text) {
  if (text.text.empty()) return {};
  return {{"text", text.text}, {"file", text.file}, {"line", text.line}, {"end_line", text.end_line}};
}

Json declaration_json(const DeclarationChange& change) {
  Json json = {{"kind", change.kind}, {"name", change.name}};
  if (!change.library.empty()) json["library"] = change.library;
  json["old"] = text_json(change.before);
  json["new"] = text_json(change.now);
  json["parts"] = list_of(
      change.parts, [](const PartChange& part) { return both_json(text_json(part.before), text_json(part.now)); });
  return json;
}

Json move_json(const OnlyOne& one) {
  Json json = Json::object();
  json["move"] = one.move;
  if (one.refusal) json["refusal"] = view::json_of(*one.refusal);
  return json;
}

Json rule_json(const RuleLine& rule) {
  constexpr const char* kSides[] = {"both", "old", "new"};
  return {{"side", kSides[static_cast<int>(rule.side)]}, {"file", rule.file}, {"line", rule.line}, {"text", rule.text}};
}

Json by_name(const std::vector<std::pair<std::string, BothSay>>& all) {
  Json json = Json::object();
  for (const auto& [name, both] : all) json[name] = both_json(both);
  return json;
}

Json moves_json(const Difference& difference) {
  Json moves = both_json(difference.moves_before, difference.moves_now);
  moves["only_old_count"] = difference.only_before_count;
  moves["only_new_count"] = difference.only_now_count;
  moves["only_old"] = list_of(difference.only_before, move_json);
  moves["only_new"] = list_of(difference.only_now, move_json);
  if (!difference.weights.empty()) moves["weights"] = by_name(difference.weights);
  return moves;
}

Json difference_json(const Difference& difference, const PlayDiff& play) {
  Json json = Json::object();
  json["kinds"] = difference.kinds();
  const auto say = [&json](const char* key, const BothSay& both) {
    if (both.differs()) json[key] = both_json(both);
  };
  say("players", difference.players);
  if (!difference.board.empty()) json["board"] = difference.board;
  if (!difference.sees.empty() || difference.choosing.differs()) {
    json["sees"] = by_name(difference.sees);
    if (difference.choosing.differs()) json["sees"]["choices"] = both_json(difference.choosing);
  }
  say("to_move", difference.to_move);
  say("result", difference.result);
  if (!difference.scores.empty()) json["score"] = by_name(difference.scores);
  for (const LightChange& change : difference.light) json["light"][change.cell] = both_json(change.light);
  if (difference.moves_differ || difference.chance_differs)
    json[difference.chance_differs ? "chance" : "moves"] = moves_json(difference);
  if (difference.error_before.has_value() != difference.error_now.has_value())
    json["error"] = both_json(error_json(difference.error_before), error_json(difference.error_now));
  const auto text = [](const std::optional<Position>& position) { return position ? Json(position->text()) : Json(); };
  json["positions"] = both_json(text(play.before), text(play.now));
  json["rules"] = list_of(difference.rules, rule_json);
  return json;
}

}  // namespace

Json json_of(const TextDiff& text) {
  const auto option = [](const OptionChange& one) {
    return Json{{"name", one.name}, {"old", one.before}, {"new", one.now}};
  };
  return {{"added", list_of(text.added, declaration_json)},
          {"removed", list_of(text.removed, declaration_json)},
          {"changed", list_of(text.changed, declaration_json)},
          {"options", list_of(text.options, option)}};
}

Json json_of(const PlayDiff& play) {
  return {{"same", play.same},
          {"witness", play.witness},
          {"moves", play.same ? Json() : Json(play.moves)},
          {"shortest", play.same ? Json() : Json(play.shortest)},
          {"positions", play.positions},
          {"depth", view::json_of(play.depth)},
          {"complete", play.complete},
          {"games", play.games},
          {"plies", play.plies},
          {"leaves_unlisted", play.leaves_unlisted},
          {"difference", play.difference ? difference_json(*play.difference, play) : Json()}};
}

Json json_of(const PerfectPlay& play) {
  return {{"decided", play.is_decided},
          {"winner", play.winner.empty() ? Json() : Json(play.winner)},
          {"by", view::json_of(play.by)},
          {"plies", view::json_of(play.plies)},
          {"line", play.moves}};
}

Json json_of(const ValueDiff& values) {
  Json there;
  if (values.moves) there = both_json(json_of(values.there_before), json_of(values.there_now));
  return {{"old", json_of(values.before)},
          {"new", json_of(values.now)},
          {"positions", values.positions},
          {"other_value", values.other_value},
          {"other_plies", values.other_plies},
          {"moves", values.moves ? Json(*values.moves) : Json()},
          {"there", there}};
}

}  // namespace glint
