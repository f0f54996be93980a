#include "interpreter/cli/clock.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "interpreter/build/program.hpp"

namespace glint::cli {

PlayClock::PlayClock(const Game::ClockInfo& info, std::size_t players)
    : info_(info),
      reserve_(players, static_cast<double>(info.reserve.value_or(0))),
      game_(static_cast<double>(info.whole_game.value_or(0))) {}

bool PlayClock::spend(int player, double seconds, std::int64_t added) {
  bool in_time = true;
  if (info_.whole_game) {
    game_ -= seconds;
    in_time = game_ >= 0;
  }
  if (info_.turn || info_.reserve) {
    double& reserve = reserve_[static_cast<std::size_t>(player)];
    reserve += static_cast<double>(added);
    reserve -= std::max(0.0, seconds - static_cast<double>(info_.turn.value_or(0)));
    in_time = in_time && reserve >= 0;
  }
  return in_time;
}

std::string PlayClock::remaining(int player) const {
  std::string text;
  auto add = [&](const char* name, double seconds) {
    text += (text.empty() ? "" : ", ") + std::string(name) + " " + minutes(seconds);
  };
  if (info_.turn) add("turn", static_cast<double>(*info_.turn));
  if (info_.reserve) add("reserve", reserve_[static_cast<std::size_t>(player)]);
  if (info_.whole_game) add("game", game_);
  return text;
}

std::int64_t added_by(const Game& game, std::string_view move) {
  const auto clock = game.clock();
  if (!clock) return 0;
  for (const auto& [name, seconds] : clock->adds) {
    for (const rules::Move& rule : game.program().rules.moves) {
      if (rule.name != name || rule.notation.parts.empty()) continue;
      const std::string& begin = rule.notation.parts.front().literal;
      if (!begin.empty() && move.substr(0, begin.size()) == begin) return seconds;
    }
  }
  return 0;
}

std::string minutes(double seconds) {
  const long long whole = std::llround(std::max(0.0, std::floor(seconds)));
  char text[32];
  std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
  return text;
}

}  // namespace glint::cli
