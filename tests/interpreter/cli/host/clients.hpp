// Clients of HTTP that are no browsers, at tables of `glint host`, for its tests.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <httplib.h>
#include <nlohmann/json.hpp>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/host/server.hpp"
#include "interpreter/cli/http/door.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {

using Answered = nlohmann::json;

/// Hands that others do not see, a deck that nobody sees, and bids that wait for each other.
inline const char* const kSealed = R"(game "Sealed"
use square
players a, b
board grid(1, 1)
var deck: 0..63 = 0 seen by {}
var hand[p: player]: 0..3 = 0 seen by p
var total: 0..99 = 0
move bid "bid {k}" { pick k in 0..3; require k <= hand[me] "so much is not in hand"; total += k }
play {
  draw deck in 0..63
  for p in player { draw card in 0..3; hand[p] = card }
  together { choose bid }
  if hand[b] > 1 { draw deck in 0..63 }
  together { choose bid }
  end : tie
}
)";

/// Of all pairs of choices that players may make together, one cannot be carried out.
inline const char* const kFails = R"(game "Fails"
use square
players a, b
board grid(1, 1)
var total: 0..5 = 0
move bid "bid {k}" { pick k in 0..3; total += k }
play {
  together { choose bid }
  end : tie
}
)";

/// Two players put dots on a row; who fills it wins.
inline const char* const kDots = R"(game "Dots"
use square
players x, y
board grid(6, 4)
piece dot of player { look "{owner:1}" }
move go "{at}" { pick at in empty "there is a dot already"; put dot(owner = me) on at }
play { repeat { turn of x { choose go }; turn of y { choose go } } }
end when empty == {} : tie
)";

inline std::atomic<bool> bots_end = false;  // as when the command is told to end

inline Game game_of(const std::string& game) {
  Limits limits;
  limits.stop = also_late([] { return bots_end.load(); });
  const bool is_file = game.ends_with(".glint");
  return *(is_file ? Game::from_text(read_file(game), game, {}, nullptr, limits) : Game::bundled(game, {}, limits));
}

/// A server of a game, whose tables are in a folder.
struct HostedGame {
  std::vector<std::string> warned;
  std::unique_ptr<HostServer> server;

  HostedGame(const std::string& game, const std::string& folder, int tables = 1, const std::string& undo = "last",
             const Settings& bots = {}, const std::function<void(HostPlan&)>& also = nullptr) {
    HostPlan plan{game_of(game), game, folder, folder + "/records", tables, undo, bots, {"Again?", "Else?"}};
    plan.warn = [this](const std::string& words) { warned.push_back(words); };
    if (also) also(plan);
    server = std::make_unique<HostServer>(std::move(plan));
    REQUIRE(server->door().listen("127.0.0.1", 0));
  }
  HostedTable& table(std::size_t number = 0) const { return *server->tables().at(number); }
};

/// Somebody who has a link.
struct Person {
  std::string host, key;

  explicit Person(const std::string& link) {
    const std::size_t begin = link.find("://") + 3;
    host = link.substr(begin, link.find('/', begin) - begin);
    key = link.substr(link.find('#') + 3);
  }
  Person(const HostedGame& game, const std::string& whom, std::size_t table = 0)
      : Person([&] {
          for (const HostedTable::Key& key : game.table(table).keys())
            if (key.words == whom) return game.server->link(key);
          return std::string("://#k=");
        }()) {}

  httplib::Client client() const {
    httplib::Client one("127.0.0.1", std::stoi(host.substr(host.find(':') + 1)));
    one.set_read_timeout(20);
    return one;
  }
  httplib::Headers headers() const { return {{"Authorization", "Bearer " + key}}; }
  /// The status, and the bytes.
  std::pair<int, std::string> get(const std::string& path) const {
    const auto answer = client().Get(path.c_str(), headers());
    return answer ? std::pair(answer->status, answer->body) : std::pair(0, std::string());
  }
  std::pair<int, std::string> post(const std::string& path, const Answered& body) const {
    const auto answer = client().Post(path.c_str(), headers(), body.dump(), "application/json");
    return answer ? std::pair(answer->status, answer->body) : std::pair(0, std::string());
  }
  Answered table() const { return Answered::parse(get("/api/table").second); }
  /// The status of a move; `turn` 0: in the position as it is.
  int move(const std::string& text, const std::string& id, std::size_t turn = 0) const {
    const Answered at = turn == 0 ? table()["turn"] : Answered(turn);
    return post("/api/move", {{"id", id}, {"turn", at}, {"text", text}}).first;
  }
};

inline std::string table_file(const HostedGame& game, const std::string& folder) {
  return folder + "/" + game.table().id() + ".table";
}

inline const char* const kHostWords = "the host";
inline const char* const kWatchWords = "who watches";

/// Whether that comes true before long.
inline bool comes(const std::function<bool()>& what) {
  for (int i = 0; i < 2000; ++i, std::this_thread::sleep_for(std::chrono::milliseconds(10)))
    if (what()) return true;
  return false;
}

}  // namespace glint::cli
