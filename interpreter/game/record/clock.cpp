#include "interpreter/game/record/clock.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace glint {
namespace {

constexpr double kLongest = 1e9;  // seconds of one decision: a record may hold any number

std::int64_t milliseconds(double seconds) { return seconds > 0 ? std::llround(std::min(seconds, kLongest) * 1000) : 0; }

/// "4:31"
std::string minutes(std::int64_t milliseconds) {
  const long long whole = std::max<std::int64_t>(0, milliseconds) / 1000;
  char text[32];
  std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
  return text;
}

}  // namespace

double counted_seconds(double seconds) { return static_cast<double>(milliseconds(seconds)) / 1000; }

PlayClock::PlayClock(const Game::ClockInfo& info, std::size_t players)
    : info_(info), reserve_(players, 1000 * info.reserve.value_or(0)), game_(1000 * info.whole_game.value_or(0)) {}

bool PlayClock::spend(int player, double seconds, std::int64_t added) {
  begin(player);
  const std::int64_t spent = milliseconds(seconds);
  bool in_time = true;
  if (info_.whole_game) {
    game_ -= spent;
    in_time = game_ >= 0;
  }
  if (info_.turn || info_.reserve) {
    std::int64_t& reserve = reserve_[player];
    reserve += 1000 * added;
    const std::int64_t left = turn_left(player);
    reserve -= std::max<std::int64_t>(0, spent - left);
    in_time = in_time && reserve >= 0;
    used_ = std::min(spent, left) + (player == lengthened_ ? used_ : 0);
    lengthened_ = added > 0 || player == lengthened_ ? player : -1;
  }
  return in_time;
}

std::int64_t PlayClock::added_by(std::string_view move) const {
  std::int64_t added = 0;
  for (const auto& one : info_.adds)
    if (one.first == move) added += one.second;
  return added;
}

std::string PlayClock::remaining(int player, double seconds) const {
  PlayClock after = *this;
  after.spend(player, seconds);
  std::string text;
  const auto add = [&](const char* name, std::int64_t left) {
    text += (text.empty() ? "" : ", ") + std::string(name) + " " + minutes(left);
  };
  if (info_.turn) add("turn", turn_left(player) - milliseconds(seconds));
  if (info_.reserve) add("reserve", after.reserve_[player]);
  if (info_.whole_game) add("game", after.game_);
  return text;
}

}  // namespace glint
