// Who sits where: what `--seat P=PLAYER` says.
#pragma once

#include <string>
#include <vector>

#include <glint/glint.hpp>

namespace glint::cli {

/// By seat, what `make_player` takes; `absent` where nothing is said. `*` is all seats. With `people`, `human` is
/// right, too. Wrong names, budgets and seats, and players who cannot play this game, are wrong usage.
std::vector<std::string> read_seats(const Game& game, const std::vector<std::string>& texts, const std::string& absent,
                                    bool people);

}  // namespace glint::cli
