#include "interpreter/desk/unpicked.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "interpreter/game/access.hpp"
#include "interpreter/game/notation.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/stop.hpp"

namespace glint::desk {
namespace {

constexpr std::uint64_t kMostListed = 2000;  // moves in which the cell is tried, and of these
constexpr std::size_t kMostTried = 24;       // for each move and pick; and as many of moves that begin in another way

/// The place of an error and its reason: for a refused move, what its message says after the text of the move.
std::string place_and_reason(const Error& error, const std::string& text) {
  const std::size_t at = error.message.find(text);
  return error.file + ":" + std::to_string(error.line) + ":" + std::to_string(error.column) + " " +
         error.message.substr(at == std::string::npos ? 0 : at + text.size());
}

/// The lines of the picks that come after this many others.
std::set<std::pair<std::string, int>> lines_of_later_picks(const Program& program, int move, std::size_t others) {
  std::set<std::pair<std::string, int>> lines;
  std::size_t number = 0;
  const auto collect = [&](const auto& self, const rules::Block& block) -> void {
    for (const rules::Stmt& stmt : block) {
      if (stmt.kind == rules::StmtKind::pick && number++ > others)
        lines.emplace(program.sources->file(stmt.span.file).name,
                      static_cast<int>(program.sources->locate(stmt.span.file, stmt.span.begin).line));
      self(self, stmt.body);
      self(self, stmt.other);
    }
  };
  collect(collect, program.rules.moves[static_cast<std::size_t>(move)].body);
  return lines;
}

/// What is tried of a move, and the values of the picks that were made.
struct Tries {
  std::string pick;  // its name
  std::vector<std::vector<Word>> picked;
  std::vector<std::string> texts;

  void add(std::string text, std::size_t most) {
    if (texts.size() < most && std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
};

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
  std::map<int, Tries> tries;  // by the move's number
  Machine& machine = PositionAccess::machine(position);
  try {
    if (!PositionAccess::list(machine)) return {};
    for (std::uint64_t k = 0; k < parts->size(); ++k) {
      if (!begins_so((*parts)[k])) continue;
      ListedRun run = listed_run(machine, position.state(), k);
      const rules::Type& type = program.moves[static_cast<std::size_t>(run.move)].picks[depth].type;
      if (type.base != rules::Base::cell || type.is_set) continue;
      run.picks[depth] = {static_cast<Word>(cell)};
      Tries& mine = tries[run.move];
      mine.add(print_move(machine, run.move, run.picks, true), kMostTried);
      mine.pick = (*parts)[k].picks[depth].name;
      mine.picked.assign(run.picks.begin(), run.picks.begin() + static_cast<std::ptrdiff_t>(depth + 1));
    }
    // What is picked later may not go with this cell; it may in a move that begins in another way.
    const auto is_full = [](const auto& each) { return each.second.texts.size() >= 2 * kMostTried; };
    for (std::uint64_t k = 0; k < parts->size() && !std::all_of(tries.begin(), tries.end(), is_full); ++k) {
      if (begins_so((*parts)[k]) || (*parts)[k].picks.size() <= depth + 1) continue;
      ListedRun run = listed_run(machine, position.state(), k);
      const auto known = tries.find(run.move);
      if (known == tries.end()) continue;
      std::copy(known->second.picked.begin(), known->second.picked.end(), run.picks.begin());
      known->second.add(print_move(machine, run.move, run.picks, true), 2 * kMostTried);
    }
  } catch (const lang::Stopped&) {
    return {};
  }
  std::vector<Unpicked> reasons;
  for (const auto& [move, tried] : tries) {
    struct Found {
      int times = 0;
      bool is_later = false;  // a later pick is refused, which says less about this cell
      std::optional<Unpicked> first;
    };
    std::map<std::string, Found> found;
    const auto later = lines_of_later_picks(program, move, depth);
    for (const std::string& text : tried.texts) {
      Position copy = position;
      const auto error = copy.play(text);
      if (!error) continue;
      Found& one = found[place_and_reason(*error, text)];
      ++one.times;
      one.is_later = later.contains({error->file, error->line});
      if (!one.first) one.first = Unpicked{program.rules.moves[static_cast<std::size_t>(move)].name, tried.pick, text, *error};
    }
    const auto best = std::max_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
      return std::pair(!a.second.is_later, a.second.times) < std::pair(!b.second.is_later, b.second.times);
    });
    if (best != found.end()) reasons.push_back(*best->second.first);
  }
  return reasons;
}

}  // namespace glint::desk
