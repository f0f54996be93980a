#include "interpreter/desk/unpicked.hpp"

#include <algorithm>
#include <map>

#include "interpreter/game/access.hpp"
#include "interpreter/game/notation.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/stop.hpp"

namespace glint::desk {
namespace {

constexpr std::uint64_t kMostListed = 2000;  // moves in which the cell is tried, and of these
constexpr std::size_t kMostTried = 24;       // for each move and pick

}  // namespace

std::vector<Unpicked> why_not(const Position& position, int cell, const std::vector<std::string>& picked) {
  const Program& program = position.game().program();
  const Result<std::vector<MoveParts>> parts = PositionAccess::parts(position, 0, kMostListed);
  if (!parts) return {};
  const std::size_t depth = picked.size();
  const auto begins_so = [&](const MoveParts& move) {
    return move.picks.size() > depth && std::equal(picked.begin(), picked.end(), move.picks.begin(),
                                                   [](const std::string& value, const MoveParts::Pick& pick) { return value == pick.value; });
  };
  // By the move's number: the texts with the cell in the pick's place.
  std::map<int, std::vector<std::string>> texts;
  std::map<int, std::string> names;
  Machine& machine = PositionAccess::machine(position);
  try {
    if (!PositionAccess::list(machine)) return {};
    for (std::uint64_t k = 0; k < parts->size(); ++k) {
      if (!begins_so((*parts)[k])) continue;
      ListedRun run = listed_run(machine, position.state(), k);
      const rules::Type& type = program.moves[static_cast<std::size_t>(run.move)].picks[depth].type;
      if (type.base != rules::Base::cell || type.is_set) continue;
      run.picks[depth] = {static_cast<Word>(cell)};
      std::string text = print_move(machine, run.move, run.picks, true);
      std::vector<std::string>& mine = texts[run.move];
      if (mine.size() < kMostTried && std::find(mine.begin(), mine.end(), text) == mine.end()) mine.push_back(std::move(text));
      names[run.move] = (*parts)[k].picks[depth].name;
    }
  } catch (const lang::Stopped&) {
    return {};
  }
  std::vector<Unpicked> reasons;
  for (const auto& [move, tried] : texts) {
    std::map<std::string, int> times;
    std::map<std::string, Unpicked> by_message;
    for (const std::string& text : tried) {
      Position copy = position;
      const auto error = copy.play(text);
      if (!error) continue;
      ++times[error->message];
      by_message.try_emplace(error->message, Unpicked{program.rules.moves[static_cast<std::size_t>(move)].name, names[move], text, *error});
    }
    const auto most = std::max_element(times.begin(), times.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most != times.end()) reasons.push_back(by_message.at(most->first));
  }
  return reasons;
}

}  // namespace glint::desk
