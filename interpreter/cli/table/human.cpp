#include "interpreter/cli/table/human.hpp"

#include <istream>
#include <ostream>

#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/view/scene/explain.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

constexpr std::uint64_t kMostListed = 1'000'000;

/// The first word, and the rest.
std::pair<std::string, std::string> split_word(const std::string& line) {
  const std::size_t space = line.find(' ');
  if (space == std::string::npos) return {line, ""};
  return {line.substr(0, space), std::string(lang::trimmed(line.substr(space)))};
}

}  // namespace

Human::Answer Human::decide(Session& session, int viewer) {
  const Position& position = session.position();
  const std::string time_left = session.time_left(position.to_move());
  if (!greeted_) {
    talk_ << "Type a move, or `help`.\n";
    greeted_ = true;
  }
  refusal_.reset();
  std::string line;
  while (true) {
    talk_ << position.game().players()[static_cast<std::size_t>(position.to_move())]
          << (time_left.empty() ? "" : " (" + time_left + ")") << "> " << std::flush;
    if (!std::getline(console_.in, line)) {
      talk_ << '\n';
      return Answer::end_of_input;
    }
    line = std::string(lang::trimmed(line));
    const auto [word, rest] = split_word(line);
    if (line.empty()) continue;
    if (line == "quit" || line == "exit") return Answer::quit;
    if (line == "undo") return Answer::undo;
    if (line == "help" || line == "?") {
      help(position);
    } else if (word == "moves") {
      list_moves(position, rest);
    } else if (line == "show") {
      print_board(talk_, position, console_.style, viewer);
    } else if (word == "why") {
      why(position, rest, viewer);
    } else if (word == "save") {
      save(session, rest);
    } else if (auto error = session.play(line)) {
      talk_ << "  " << error->message << '\n';
      if (!error->help.empty()) talk_ << "  " << error->help << '\n';
      refusal_ = std::move(error);
    } else {
      return Answer::moved;
    }
  }
}

void Human::help(const Position& position) {
  talk_ << "Moves are written:\n";
  for (const std::string& notation : position.notations()) talk_ << "  " << notation << '\n';
  const Result<std::string> first = position.move(0);
  if (first) talk_ << "for example: " << *first << '\n';
  talk_ << "Besides:\n"
           "  moves [BEGINNING]  the legal moves, or those that begin so\n"
           "  show               the board\n";
  if (position.game().has_beams()) talk_ << "  why CELL           what lights this cell\n";
  talk_ << "  why                the rule that forbade the last move, and where it stands in the script\n"
           "  undo               take back, to where a person last had to move\n"
           "  save FILE          write the record so far; `glint replay FILE` checks it\n"
           "  quit\n";
}

void Human::list_moves(const Position& position, const std::string& beginning) {
  const Result<std::uint64_t> count = position.count_moves();
  if (count && *count > kMostListed) {
    talk_ << "There are " << *count << " moves, too many to list.\n";
    return;
  }
  const Result<std::vector<std::string>> moves = position.moves();
  if (!moves) {
    for (const Error& error : moves.errors()) talk_ << one_line(error) << '\n';
    return;
  }
  std::vector<std::string> shown;
  for (const std::string& move : *moves) {
    if (move.compare(0, beginning.size(), beginning) == 0) shown.push_back(move);
  }
  print_columns(talk_, shown);
  talk_ << shown.size() << (shown.size() == 1 ? " move" : " moves");
  if (!beginning.empty()) talk_ << " of " << moves->size();
  talk_ << '\n';
}

void Human::why(const Position& position, const std::string& cell, int viewer) {
  if (cell.empty()) {
    if (!refusal_) {
      talk_ << "No move has been refused since it is your turn. `why CELL` explains a cell's light.\n";
    } else {
      talk_ << (refusal_->rendered.empty() ? one_line(*refusal_) + "\n" : refusal_->rendered);
    }
    return;
  }
  const auto found = position.game().find_cell(cell);
  if (!found) {
    talk_ << lang::presentable("The board has no cell `" + cell + "`.") << '\n';
    return;
  }
  for (const std::string& line : view::explain_light(*found, view::scene_of(position, viewer))) talk_ << line << '\n';
}

void Human::save(const Session& session, const std::string& file) {
  if (file.empty()) {
    talk_ << "Save where? `save FILE`.\n";
    return;
  }
  try {
    write_output(file, write_record(session.record()), console_);
    talk_ << "Saved in " << lang::escaped(file) << ".\n";
  } catch (const Stop& stopped) {  // a wrong file name must not end the game
    for (const Error& error : stopped.errors) talk_ << one_line(error) << '\n';
  }
}

}  // namespace glint::cli
