#include "interpreter/game/position/shown.hpp"

#include <algorithm>

#include "interpreter/game/notation/notation.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "lang/rules/walk.hpp"

namespace glint {
namespace {

/// True if a move has such a statement.
bool has_stmt(const Program& program, int move, const auto& is) {
  bool found = false;
  rules::for_each_stmt(program.rules.moves[static_cast<std::size_t>(move)].body,
                       [&](const rules::Stmt& stmt) { found = found || is(stmt); });
  return found;
}

bool is_unseen(const Program& program, int move) {
  return has_stmt(program, move, [](const auto& stmt) { return stmt.kind == rules::StmtKind::offer && stmt.some_of; });
}

/// True if a move is of words alone that no list has: `offer nothing`.
bool is_word(const Program& program, int move) {
  const auto never = [](const rules::Stmt& stmt) { return stmt.kind == rules::StmtKind::offer && stmt.exprs.empty(); };
  return program.moves[static_cast<std::size_t>(move)].picks.empty() && has_stmt(program, move, never);
}

}  // namespace

bool binds(const Game& game, std::string_view move) {
  const std::vector<rules::Move>& moves = game.program().rules.moves;
  const auto named = std::find_if(moves.begin(), moves.end(), [&](const rules::Move& one) { return one.name == move; });
  if (named == moves.end()) return false;
  const int number = static_cast<int>(named - moves.begin());
  return is_unseen(game.program(), number) || (is_word(game.program(), number) && !unseen_notations(game).empty());
}

std::vector<std::string> unseen_notations(const Game& game) {
  std::vector<std::string> all;
  const Program& program = game.program();
  for (int move = 0; move < static_cast<int>(program.rules.moves.size()); ++move)
    if (is_unseen(program, move)) all.push_back(notation_of(program, move));
  return all;
}

bool may_be_unlisted(const Program& program, int move) {
  return has_stmt(program, move, [](const rules::Stmt& stmt) {
    return stmt.kind == rules::StmtKind::offer || stmt.kind == rules::StmtKind::offer_once;
  });
}

std::vector<std::string> said_moves(const Position& position, bool all) {
  std::vector<std::string> said;
  if (position.over() || !position.count_moves()) return said;
  const Machine& machine = PositionView(position).machine();
  const Program& program = machine.program();
  std::vector<std::uint64_t> listed(program.rules.moves.size());
  machine.last_listed().count_by_move(listed);
  for (const int move : std::vector<int>(machine.node().moves)) {
    const auto number = static_cast<std::size_t>(move);
    if (!program.moves[number].picks.empty() || (!all && is_unseen(program, move))) continue;
    const std::string words = notation_of(program, move);
    Position tried = position;
    if (listed[number] > 0 || (may_be_unlisted(program, move) && !tried.play(words))) said.push_back(words);
  }
  return said;
}

bool must_find(const Position& position) {
  const Result<bool> hides = position.hides_beams();  // an error: nobody knows
  return !position.over() && (!hides || *hides || !unseen_notations(position.game()).empty());
}

Result<std::vector<std::pair<std::uint64_t, std::uint64_t>>> shown_runs(const Position& position, bool all) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
  const Result<std::uint64_t> count = position.count_moves();
  if (!count) return count.errors();
  Machine& machine = PositionView(position).machine();
  std::vector<std::uint64_t> runs(machine.program().rules.moves.size());
  if (all || *count == 0 || unseen_notations(position.game()).empty()) {
    found.emplace_back(0, *count);
    return found;
  }
  machine.last_listed().count_by_move(runs);
  std::uint64_t first = 0;  // the first of a move's runs, which are listed in the order of the choice
  for (const int move : machine.node().moves) {
    const std::uint64_t listed = runs[static_cast<std::size_t>(move)];
    if (!is_unseen(machine.program(), move)) found.emplace_back(first, listed);
    first += listed;
  }
  return found;
}

Result<std::vector<std::string>> shown_moves(const Position& position, bool all) {
  const auto runs = shown_runs(position, all);
  if (!runs) return runs.errors();
  std::vector<std::uint64_t> numbers;
  for (const auto& [first, count] : *runs)
    for (std::uint64_t k = first; k < first + count; ++k) numbers.push_back(k);
  return PositionView(position).moves(numbers);
}

std::vector<int> found_cells(const Position& position, std::string_view text) {
  const Machine& machine = PositionView(position).machine();
  const Program& program = machine.program();
  std::vector<int> cells;
  for (const auto& [move, choices] : read_moves(program, machine.node().moves, machine.to_move(), text)) {
    if (!is_unseen(program, move) || !cells.empty()) continue;
    for (std::size_t i = 0; i < choices.size(); ++i)
      if (program.moves[static_cast<std::size_t>(move)].picks[i].type.base == rules::Base::cell &&
          choices[i].mode == Choice::Mode::value)
        cells.push_back(static_cast<int>(choices[i].number));
  }
  return cells;
}

bool tells_players_apart(const Game& game) {
  const Program& program = game.program();
  const std::size_t players = program.rules.players.size();
  const Word all = players >= 64 ? ~Word{0} : (Word{1} << players) - 1;
  for (const std::vector<Word>& seen : program.layout.seen)
    for (const Word seers : seen)
      if ((seers & all) != 0 && (seers & all) != all) return true;
  return false;
}

bool keeps_apart(const Position& position) {
  return tells_players_apart(position.game()) || !position.chosen().empty();
}

}  // namespace glint
