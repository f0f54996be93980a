// The requests `glint/...` that help whoever plays: why a cell cannot be picked, and what a bot would play. README.md lists
// their fields.
#include <algorithm>
#include <string>
#include <utility>

#include "interpreter/desk/protocol/playing.hpp"
#include "interpreter/desk/protocol/refused.hpp"
#include "interpreter/desk/unpicked.hpp"
#include "interpreter/game/position/shown.hpp"
#include "interpreter/players/player.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::int64_t kMostSeconds = 86'400;  // for one move

}  // namespace

/// For which moves and picks a cell can be picked next, and why it cannot for others.
Json answer::why(Documents& in, const Json& params) {
  return with_position(in, params, [&](At& at, const Position& position, const Game& game) {
    const auto cell = game.find_cell(params.at("cell").get<std::string>());
    if (!cell) throw Refused{kInvalidParams, "the board has no cell `" + params["cell"].get<std::string>() + "`"};
    Json legal = Json::array(), reasons = Json::array();
    for (const Picked& each : why_not(position, *cell, params.value("picked", std::vector<std::string>()))) {
      if (is_unseen(game, each.move) && !params.value("light", false)) continue;
      Json one = each.error ? in.error(*each.error, at.name) : Json::object();
      one["move"] = each.move;
      one["pick"] = each.pick;
      one["text"] = each.text;
      (each.error ? reasons : legal).push_back(std::move(one));
    }
    at.json["legal"] = std::move(legal);
    at.json["reasons"] = std::move(reasons);
  });
}

/// What a program would play, and what it expects.
Json answer::advice(Documents& in, const Json& params) {
  return with_position(in, params, [&](At& at, const Position& position, const Game& game) {
    if (at.reached.refused) return;
    const std::string program = params.value("bot", std::string("mcts"));
    const auto refuse = [&](const std::vector<Error>& errors) { at.json["errors"] = in.errors(errors, at.name); };
    Result<PlayerSpec> spec = read_player_spec(program);
    if (!spec) return refuse(spec.errors());
    if (const auto error = cannot_play(*spec, game)) return refuse({*error});
    if (params.contains("seconds")) {
      const auto most = params["seconds"].get<std::int64_t>();
      if (most < 1 || most > kMostSeconds)
        throw Refused{kInvalidParams, "`seconds` takes 1.." + std::to_string(kMostSeconds)};
      double& seconds = spec->budget.seconds;
      seconds = seconds > 0 ? std::min(seconds, static_cast<double>(most)) : static_cast<double>(most);
    }
    if (position.over() || position.to_move() < 0) throw Refused{kRequestFailed, "nobody is to move"};
    // Another move of the same game has another seed, so that a program is not the same twice.
    const std::uint64_t seed = params.value("bot_seed", seed_of_game(at.where.seed, at.where.moves.size()));
    Result<std::unique_ptr<Player>> player = make_player(*spec, seed, game);
    if (!player) return refuse(player.errors());
    const Result<std::uint64_t> choice = (*player)->choose(position);
    if (!choice) return refuse(choice.errors());
    const Result<std::string> move = position.move(*choice);
    if (!move) return refuse(move.errors());
    at.json["move"] = *move;
    if (const auto value = (*player)->value()) at.json["value"] = *value;
    at.json["guessed"] = (*player)->guessed();
  });
}

}  // namespace glint::desk
