#include "interpreter/cli/table/seats.hpp"

#include <algorithm>

#include "interpreter/cli/support/game.hpp"
#include "interpreter/players/player.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint::cli {

std::vector<std::string> read_seats(const Game& game, const std::vector<std::string>& texts, const std::string& absent,
                                    bool people) {
  const std::vector<std::string> players = game.players();
  std::vector<std::string> others;
  if (people) others.push_back("human");
  std::vector<std::string> names(players.size(), absent);
  for (const auto& [seat, name] : read_settings(texts, "--seat")) {
    if (!people || name != "human") {
      const Result<PlayerSpec> spec = read_player_spec(name, others);
      if (!spec) stop(kUsage, "--seat: " + spec.errors()[0].message, spec.errors()[0].help);
      if (const auto error = cannot_play(*spec, game)) stop(kUsage, "--seat: " + error->message, error->help);
    }
    const auto player = std::find(players.begin(), players.end(), seat);
    if (seat == "*") {
      std::fill(names.begin(), names.end(), name);
    } else if (player != players.end()) {
      names[static_cast<std::size_t>(player - players.begin())] = name;
    } else {
      const std::string near = lang::nearest(seat, players);
      stop(kUsage, "--seat: the game has no player `" + seat + "`", near.empty() ? "" : "did you mean `" + near + "`?");
    }
  }
  return names;
}

}  // namespace glint::cli
