#include "interpreter/cli/host/referee.hpp"

#include <memory>
#include <utility>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/game/position/shown.hpp"
#include "interpreter/players/methods.hpp"
#include "interpreter/program/program.hpp"

namespace glint::cli {

constexpr std::chrono::seconds kLongestAnswer{10};

Referee::Referee(Game game, std::string name, Settings options, const std::vector<std::string>& paths,
                 Patience& patience)
    : game_(std::move(game)),
      name_(std::move(name)),
      options_(std::move(options)),
      is_secret_(game_.has_secrets() || play_facts(game_.program()).has_together),
      patience_(patience),
      desk_(desk::Server::for_play(
          [paths](const std::string& document) { return std::make_unique<FolderLoader>(document, paths); },
          [this](const std::string& message) { said_ = message; }, game_.program().limits)) {
  desk_.receive(R"({"id": 0, "method": "initialize", "params": {}})");
}

std::unique_lock<std::mutex> Referee::begin() {
  std::unique_lock lock(mutex_);
  patience_.begin(kLongestAnswer);
  return lock;
}

Result<Position> Referee::start(std::uint64_t seed) {
  const auto lock = begin();
  return game_.start({.seed = seed});
}

Result<Position> Referee::after(const Position& position, const std::string& move) {
  const auto lock = begin();
  Position next = position;
  if (std::optional<Error> error = next.play(move)) return *std::move(error);
  return next;
}

bool Referee::must_find(const Position& position) {
  const auto lock = begin();
  return glint::must_find(position);
}

bool Referee::is_found(const Position& position, const std::string& move) {
  const auto lock = begin();
  return glint::must_find(position) && !found_cells(position, move).empty();
}

bool Referee::stands(const Position& before, const Position& after) {
  const auto lock = begin();
  return before.draws() != after.draws() || binds(game_, after.last_move());
}

Json Referee::ask(const std::string& method, Json params, std::uint64_t seed, const std::vector<std::string>& moves,
                  int viewer) {
  const auto lock = begin();
  Json options = Json::object();
  for (const auto& [option, value] : options_) options[option] = value;
  const std::vector<std::string> players = game_.players();
  params.update({{"game", name_},
                 {"options", options},
                 {"seed", seed},
                 {"moves", moves},
                 {"as", viewer < static_cast<int>(players.size()) ? players[static_cast<std::size_t>(viewer)] : ""}});
  said_.clear();
  desk_.receive(view::json_line(Json{{"id", 1}, {"method", method}, {"params", std::move(params)}}));
  const Json said = Json::parse(said_, nullptr, false);
  if (!said.is_object() || !said.contains("result"))
    return {
        {"error", said.is_object() && said.contains("error") ? said["error"]["message"] : Json("there is no answer")}};
  Json result = said["result"];
  for (const char* key : {"plies", "version", "unfit_bots"}) result.erase(key);
  for (const char* key : {"errors", "reasons"})
    if (result.contains(key))
      for (Json& each : result[key]) each.erase("location");
  return result;
}

}  // namespace glint::cli
