// The requests `glint/...` of players, and the common parts of answers about a position. README.md lists their
// fields.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/desk/playing.hpp"
#include "interpreter/desk/protocol/documents.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::desk {

/// The position that a request means, and the answer so far.
struct At {
  std::string name;  // of the document
  Where where;
  Reached reached;
  nlohmann::ordered_json json;
};
At reach(Documents& in, const nlohmann::ordered_json& params);

/// The answer to a request about a position. If there is none, it says why, and `fill` is not called.
nlohmann::ordered_json with_position(Documents& in, const nlohmann::ordered_json& params, auto fill) {
  At at = reach(in, params);
  if (at.reached.position) fill(at, *at.reached.position, *at.reached.game);
  return std::move(at.json);
}

inline constexpr std::size_t kMostDrawn = 20'000;  // the cells of a drawn board

/// The player named by "as", or nobody; -1 (everything) without "as", and after the end.
int viewer_of(const nlohmann::ordered_json& params, const Position& position);
nlohmann::ordered_json board(const Position& position, int viewer, bool has_picture, view::Asked asked);
/// The members of `glint/moves`, "errors" apart; `params` has "first", "most" and "light".
nlohmann::ordered_json moves_json(const Position& position, int viewer, const nlohmann::ordered_json& params,
                                  std::vector<Error>& errors);
/// For a move that people must find, made in this position: the things to find, and the reasons for them. Else null.
nlohmann::ordered_json found_json(const Position& before, const std::string& move, int viewer, bool has_picture);
/// The rule by which a game is over, and the comment in front of it; null if a move or `play` has ended it.
nlohmann::ordered_json ending_json(const Position& position);
/// The replacement for a board that is not drawn, for this reason.
nlohmann::ordered_json undrawn(const Position& position, int viewer, const std::string& reason);

/// Answers to requests, which throw Refused.
namespace answer {

using Json = nlohmann::ordered_json;

Json show(Documents& in, const Json& params);
Json moves(Documents& in, const Json& params);
Json play(Documents& in, const Json& params);
Json trace(Documents& in, const Json& params);
Json eval(Documents& in, const Json& params);

// ---- help for players (advising.cpp)
Json why(Documents& in, const Json& params);
Json advice(Documents& in, const Json& params);

}  // namespace answer
}  // namespace glint::desk
