#include "interpreter/report/study_words.hpp"

#include <algorithm>
#include <cstdio>

namespace glint::report {

std::string players_text(const Game& game, const StudyPlan& plan) {
  const bool same = std::all_of(plan.players.begin(), plan.players.end(),
                                [&](const std::string& one) { return one == plan.players[0]; });
  if (same) return (plan.players.size() == 1 ? "bot: " : "all seats: ") + plan.players[0];
  std::string text;
  const std::vector<std::string> seats = game.players();
  for (std::size_t i = 0; i < seats.size(); ++i)
    text += (i == 0 ? "" : ", ") + (plan.rotates ? "bot " + std::to_string(i + 1) : seats[i]) + ": " + plan.players[i];
  return text + (plan.rotates ? ", rotating seats" : "");
}

std::string looks_text(const StudyPlan& plan) { return plan.looks > 1 ? ", widened for the checks of --until" : ""; }

std::string percent(std::uint64_t part, std::uint64_t all) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%",
                all == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(all));
  return text;
}

std::string average_text(std::uint64_t sum, std::uint64_t count) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", count == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(count));
  return text;
}

}  // namespace glint::report
