// The requests `glint/...` that help whoever plays or tests: why a cell cannot be picked, what a bot would play, and what
// was played as a test. README.md lists their fields.
#include <string>
#include <utility>

#include "interpreter/desk/protocol/requests.hpp"
#include "interpreter/desk/protocol/session.hpp"
#include "interpreter/desk/unpicked.hpp"
#include "interpreter/lab/search/written_test.hpp"
#include "interpreter/players/player.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

namespace {

/// A document that is open as long as this lives, also if something is thrown meanwhile.
class Tried {
 public:
  Tried(Desk& desk, const std::string& name, std::string text) : desk_(desk), name_(name) {
    desk_.open(name_, std::move(text));
  }
  ~Tried() { desk_.close(name_); }
  Tried(const Tried&) = delete;
  Tried& operator=(const Tried&) = delete;

 private:
  Desk& desk_;
  const std::string name_;
};

}  // namespace

/// Why a cell cannot be picked next, for each move and pick.
Json Server::Session::why(const Json& params) {
  const std::string name = document(params);
  const Where where = where_of(params);
  const Reached reached = desk_.reach(name, where);
  Json json = reached_json(reached, where, name);
  if (!reached.position) return json;
  const auto cell = reached.game->find_cell(params.at("cell").get<std::string>());
  if (!cell) throw Refused{kInvalidParams, "the board has no cell `" + params["cell"].get<std::string>() + "`"};
  Json all = Json::array();
  for (const Unpicked& each : why_not(*reached.position, *cell, params.value("picked", std::vector<std::string>()))) {
    Json one = error_json(each.error, name);
    one["move"] = each.move;
    one["pick"] = each.pick;
    one["text"] = each.text;
    all.push_back(std::move(one));
  }
  json["reasons"] = std::move(all);
  return json;
}

/// What a program would play, and what it expects.
Json Server::Session::advice(const Json& params) {
  const std::string name = document(params);
  const Where where = where_of(params);
  const Reached reached = desk_.reach(name, where);
  Json json = reached_json(reached, where, name);
  if (!reached.position || reached.refused) return json;
  const Position& position = *reached.position;
  const std::string program = params.value("bot", std::string("mcts"));
  const auto refuse = [&](const std::vector<Error>& errors) -> Json {
    json["errors"] = errors_json(errors, name);
    return json;
  };
  const Result<PlayerSpec> spec = read_player_spec(program);
  if (!spec) return refuse(spec.errors());
  if (const auto error = cannot_play(*spec, *reached.game)) return refuse({*error});
  if (position.over() || position.to_move() < 0) throw Refused{kRequestFailed, "nobody is to move"};
  // Another move of the same game has another seed, so that a program is not the same twice.
  const std::uint64_t seed = params.value("bot_seed", seed_of_game(where.seed, where.moves.size()));
  Result<std::unique_ptr<Player>> player = make_player(program, seed, *reached.game);
  if (!player) return refuse(player.errors());
  const Result<std::uint64_t> choice = (*player)->choose(position);
  if (!choice) return refuse(choice.errors());
  const Result<std::string> move = position.move(*choice);
  if (!move) return refuse(move.errors());
  json["move"] = *move;
  if (const auto value = (*player)->value()) json["value"] = *value;
  json["guessed"] = (*player)->guessed();
  return json;
}

/// What was played as a test of the script, which passes.
Json Server::Session::written_test(const Json& params) {
  const std::string name = document(params);
  const Where where = where_of(params);
  const Reached reached = desk_.reach(name, where);
  Json json = reached_json(reached, where, name);
  if (!where.at.empty() || !where.test.empty())
    throw Refused{kInvalidParams, "a test is written of moves from the start of the game: leave `at` and `test` out"};
  if (!reached.position || reached.refused) return json;
  const Position& position = *reached.position;
  const std::string title = params.value("title", "after " + std::to_string(where.moves.size()) + (where.moves.size() == 1 ? " move" : " moves"));
  const std::string tried = name + " with a test";
  // A board that is drawn does not always read back: then the number of moves is expected.
  const Result<std::uint64_t> count = position.count_moves();
  for (const std::string& expected :
       {expectations_of(position), "  expect moves == " + std::to_string(count ? *count : 0) + "\n", std::string()}) {
    const std::string text = glint::written_test(*reached.game, title, position.draws(), where.moves, expected);
    const std::vector<Tested> tested = [&] {
      const Tried document(desk_, tried, *desk_.text(name) + "\n" + text);
      return desk_.run_tests(tried, {title});
    }();
    lines_.clear();
    if (tested.empty() || !tested.back().passed) continue;
    json["test"] = text;
    break;
  }
  return json;
}

}  // namespace glint::desk
