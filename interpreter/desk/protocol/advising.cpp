// The requests `glint/...` that help whoever plays or tests: the rule sheet, why a cell cannot be picked, what a bot would
// play, and what was played as a test. README.md lists their fields.
#include <string>
#include <utility>

#include "interpreter/describe/describe.hpp"
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

/// The rule sheet.
Json Server::Session::describe(const Json& params) {
  const std::string name = document(params), form = params.value("form", std::string("markdown"));
  if (form != "markdown" && form != "html")
    throw Refused{kInvalidParams, "there is no form `" + form + "`: a sheet has the form `markdown` or `html`"};
  const Settings options = settings_of(params, "options");
  const Result<Game> game = desk_.game(name, options);
  Json json = {{"version", desk_.text(name) ? versions_[name] : Json()},
               {"errors", game ? Json::array() : errors_json(game.errors(), name)}};
  if (!game) return json;
  const Result<Game> base = game->variant_of().empty() ? game : desk_.base_of(name, options);
  const bool is_page = form == "html", is_variant = !game->variant_of().empty() && base;
  const describe::Sheet sheet =
      describe::describe(*game, is_variant ? &*base : nullptr, {.characters = !is_page, .svg = is_page});
  json["title"] = sheet.title;
  json["text"] = is_page ? describe::html(sheet) : describe::markdown(sheet);
  if (is_page) json["style"] = describe::kSheetStyle;
  return json;
}

/// Why a cell cannot be picked next, for each move and pick.
Json Server::Session::why(const Json& params) {
  return with_position(params, [&](At& at, const Position& position, const Game& game) {
    const auto cell = game.find_cell(params.at("cell").get<std::string>());
    if (!cell) throw Refused{kInvalidParams, "the board has no cell `" + params["cell"].get<std::string>() + "`"};
    Json all = Json::array();
    for (const Unpicked& each : why_not(position, *cell, params.value("picked", std::vector<std::string>()))) {
      Json one = error_json(each.error, at.name);
      one["move"] = each.move;
      one["pick"] = each.pick;
      one["text"] = each.text;
      all.push_back(std::move(one));
    }
    at.json["reasons"] = std::move(all);
  });
}

/// What a program would play, and what it expects.
Json Server::Session::advice(const Json& params) {
  return with_position(params, [&](At& at, const Position& position, const Game& game) {
    if (at.reached.refused) return;
    const std::string program = params.value("bot", std::string("mcts"));
    const auto refuse = [&](const std::vector<Error>& errors) { at.json["errors"] = errors_json(errors, at.name); };
    const Result<PlayerSpec> spec = read_player_spec(program);
    if (!spec) return refuse(spec.errors());
    if (const auto error = cannot_play(*spec, game)) return refuse({*error});
    if (position.over() || position.to_move() < 0) throw Refused{kRequestFailed, "nobody is to move"};
    // Another move of the same game has another seed, so that a program is not the same twice.
    const std::uint64_t seed = params.value("bot_seed", seed_of_game(at.where.seed, at.where.moves.size()));
    Result<std::unique_ptr<Player>> player = make_player(program, seed, game);
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

/// What was played as a test of the script, which passes.
Json Server::Session::written_test(const Json& params) {
  At at = reach(params);
  if (!at.where.at.empty() || !at.where.test.empty())
    throw Refused{kInvalidParams, "a test is made from the moves since the start of the game: leave out `at` and `test`"};
  if (!at.reached.position || at.reached.refused) return std::move(at.json);
  const Position& position = *at.reached.position;
  const std::string title = params.value("title", "after " + std::to_string(at.where.moves.size()) + (at.where.moves.size() == 1 ? " move" : " moves"));
  const std::string tried = at.name + " with a test";
  // A board that is drawn does not always read back: then the number of moves is expected.
  const Result<std::uint64_t> count = position.count_moves();
  for (const std::string& expected :
       {expectations_of(position), "  expect moves == " + std::to_string(count ? *count : 0) + "\n", std::string()}) {
    const std::string text = glint::written_test(*at.reached.game, title, position.draws(), at.where.moves, expected);
    const std::vector<Tested> tested = [&] {
      const Tried document(desk_, tried, *desk_.text(at.name) + "\n" + text);
      return desk_.run_tests(tried, {title});
    }();
    lines_.clear();
    if (tested.empty() || !tested.back().passed) continue;
    at.json["test"] = text;
    break;
  }
  return std::move(at.json);
}

}  // namespace glint::desk
