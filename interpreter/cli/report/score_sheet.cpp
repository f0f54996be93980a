#include "interpreter/cli/report/score_sheet.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <ostream>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {

void print_moves(const Game& game, const Record& record, int plies, std::ostream& out) {
  Record part = record;
  part.moves.clear();
  part.times.clear();
  part.out_of_time.clear();
  Result<Replayed> begin = replay(game, part);
  if (!begin) return;
  const std::vector<std::string> players = game.players();
  for (int i = 0; i < plies; ++i) {
    const int player = begin->position.to_move();
    const std::string& move = record.moves[static_cast<std::size_t>(i)];
    char number[16];
    std::snprintf(number, sizeof number, "%4d. ", i + 1);
    out << number << (player >= 0 ? players[static_cast<std::size_t>(player)] : "") << "  " << move << '\n';
    begin->position.play(move);
  }
}

void print_score(const Game& game, const Record& record, std::ostream& out) {
  const std::size_t players = game.players().size(), moves = record.moves.size();
  Result<Position> position = game.start({.seed = record.seed});
  for (std::size_t i = 0; position && i < moves && position->to_move() == static_cast<int>(i % players); ++i)
    if (position->play(record.moves[i])) break;
  const std::vector<OptionInfo> options = game.options();
  const bool is_plain = std::all_of(options.begin(), options.end(),
                                    [](const OptionInfo& option) { return option.value == option.initial; });
  const bool is_told = is_plain && record.draws.empty() && record.position.empty();
  const bool is_in_turn = position && (moves == 0 || position->over() ||
                                       position->to_move() == static_cast<int>(moves % players));
  if (!is_told || !is_in_turn)
    stop(kUsage, "a score sheet has only moves, of all players in turn, in a game with its options as they are",
         "leave out --score");
  const std::size_t rounds = (moves + players - 1) / players, rows = (rounds + 1) / 2;
  std::vector<std::vector<std::string>> lines(rows + 1);
  for (std::size_t half = 0; half < 2; ++half)
    for (std::string player : game.players()) {
      player[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(player[0])));
      lines[0].push_back(player);
    }
  for (std::size_t i = 0; i < moves; ++i) {
    const std::size_t round = i / players;
    lines[1 + round % rows].push_back((i % players == 0 ? std::to_string(round + 1) + ". " : "") + record.moves[i]);
  }
  std::size_t widest = 0;
  for (const auto& line : lines)
    for (const std::string& cell : line) widest = std::max(widest, view::width_of(cell));
  const bool has_title = !record.notes.empty() && record.notes[0].line == 0 && record.notes[0].at == 0;
  out << (has_title ? record.notes[0].text : game.title()) << '\n';
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i)
      out << line[i] << (i + 1 == line.size() ? "" : std::string(widest + 2 - view::width_of(line[i]), ' '));
    out << '\n';
  }
}

Record read_score(std::string_view text) {
  Record record;
  std::map<int, std::vector<std::string>> rounds;
  for (const std::string_view each : lang::lines_of(text)) {
    const std::string_view line = lang::trimmed(each);
    int round = 0;
    for (std::size_t at = 0, end = 0; at < line.size(); at = end + 1) {
      end = std::min({line.find('\t', at), line.find("  ", at), line.size()});
      std::string_view move = lang::trimmed(line.substr(at, end - at));
      const std::size_t digits = move.find_first_not_of("0123456789");
      if (digits > 0 && digits < 7 && move[digits] == '.') {
        round = std::stoi(std::string(move.substr(0, digits)));
        move = lang::trimmed(move.substr(digits + 1));
      }
      if (round > 0 && !move.empty()) rounds[round].emplace_back(move);
    }
    if (record.notes.empty() && rounds.empty() && !line.empty()) record.notes.push_back({0, 0, std::string(line)});
  }
  for (const auto& [number, round] : rounds) {
    const bool is_whole = round.size() == rounds.begin()->second.size() || number == rounds.rbegin()->first;
    if (!is_whole) return {};  // it is not known whose move is missing
    record.moves.insert(record.moves.end(), round.begin(), round.end());
  }
  std::string title = record.notes.empty() ? "" : record.notes[0].text;
  for (char& c : title) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const std::string& name : Game::bundled_names()) {
    std::size_t at = 0;  // behind the words of the name so far: others may stand between them
    for (const std::string_view word : lang::split(name, "_"))
      if (at = title.find(word, at); at == std::string::npos) break;
    if (at != std::string::npos && name.size() > record.game.size()) record.game = name;
  }
  return record;
}

}  // namespace glint::cli
