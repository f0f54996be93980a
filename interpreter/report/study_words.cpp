#include "interpreter/report/study_words.hpp"

#include <algorithm>
#include <cstdio>

#include "interpreter/program/print.hpp"

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

std::vector<PickedValues> picked_values(const Game& game, const StudyTally& tally) {
  const Program& program = game.program();
  std::vector<PickedValues> all;
  const std::vector<ValuedPick> picks = picks_with_values(program);
  for (std::size_t v = 0; v < picks.size(); ++v) {
    const auto move = static_cast<std::size_t>(picks[v].move);
    const PickInfo& pick = program.moves[move].picks[static_cast<std::size_t>(picks[v].pick)];
    PickedValues one;
    one.move = program.rules.moves[move].name;
    one.pick = program.rules.moves[move].frame.locals[static_cast<std::size_t>(pick.local)].name;
    for (std::size_t i = 0; i < tally.choices.values[v].size(); ++i) {
      const Word value = static_cast<Word>(picks[v].first + static_cast<std::int64_t>(i));
      one.values.emplace_back(print_slots(program, pick.type, &value), tally.choices.values[v][i]);
      one.all += tally.choices.values[v][i];
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<StandingPieces> standing_pieces(const Game& game, const StudyTally& tally) {
  const Program& program = game.program();
  std::vector<StandingPieces> all;
  for (std::size_t kind = 0; kind < program.rules.kinds.size(); ++kind) {
    const bool owned = program.pieces.first_key[kind].size() > 1;
    for (int owner = -1; owner < static_cast<int>(program.rules.players.size()); ++owner) {
      const std::size_t at = pieces_at(program, static_cast<int>(kind), owner);
      if (tally.positions.pieces_seen[at] == 0 && owned == (owner < 0)) continue;
      all.push_back({program.rules.kinds[kind].name,
                     owner < 0 ? "" : program.rules.players[static_cast<std::size_t>(owner)].name,
                     tally.positions.pieces[at], tally.positions.pieces_seen[at]});
    }
  }
  return all;
}

}  // namespace glint::report
