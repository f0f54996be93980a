// The contents of a scene as JSON: the same form of cells, pieces, beams and light for the command line and for
// editors. Objects keep the order of their keys.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <glint/glint.hpp>
#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

using Json = nlohmann::ordered_json;

/// A list of the results of `of_each`.
Json list_of(const auto& range, auto of_each) {
  Json all = Json::array();
  for (const auto& each : range) all.push_back(of_each(each));
  return all;
}

/// null if there is no value.
template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

/// JSON as text that does no harm to a terminal. Invalid UTF-8 is replaced.
std::string json_line(const Json& json);
/// JSON as from `json_line`, but indented, with one value on a line, and a line break at the end.
std::string json_text(const Json& json);

/// {"code", "severity", "message", "file", "line", "column", "end_line", "end_column", "help"}
Json json_of(const Error& error);
/// {"colour": ["red", "blue"], "power": 3}: sets are lists, numbers numbers, other values texts.
Json json_of(const Payload& payload, const Scene& scene);
/// {"source", ["name", "entry",] "path": [{"cell", "way", "payload"}], "branches": [...], "end": {"kind", "at", ["name",
/// "way", "payload"]}}
Json json_of(const Beam& beam, const Scene& scene);
/// The list of all beams.
Json beams_json(const Scene& scene);
/// {"kind", "owner", "glyph", "fields": {...}, ["emits": [{"way", "payload"}]], ["sides": [way]]}
Json json_of(const PieceInfo& piece, const Scene& scene);
/// {CELL: PAYLOAD}, for lit cells.
Json light_json(const Scene& scene);
/// {NAME: VALUE}
Json json_of(const Settings& settings);
/// A position: {"game", "title", "position", "to_move", "result", "score", "variables", "cells": [{"cell", ["player", "own",]
/// "x", "y", "pieces"}], "light", "acting": {"cells": [CELL], "edges": ["CELL.WAY"]}, "zones": [{"name", "sign", "cells",
/// "edges" or "lines"}], "notes": [{"player", "text", ["pieces": [{"piece", "text"}]]}]}. The scene must be this
/// viewer's.
Json json_of(const Position& position, const Scene& scene, int viewer);
/// null, a number for a team, or {PLAYER: NUMBER}. For a viewer it is null while scores may reveal something hidden:
/// until the game has ended by score.
Json score_json(const Position& position, int viewer = -1);

}  // namespace glint::view
