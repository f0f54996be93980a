#include "interpreter/cli/table/human.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/game/position/shown.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

constexpr std::uint64_t kMostListed = 1'000'000;
constexpr std::uint64_t kMostCompleted = 50'000;  // moves: listing them must not be felt

constexpr const char* kCommands[] = {"branches", "eval", "go",   "help", "hint", "light", "moves",
                                     "note",     "quit", "save", "show", "undo", "why"};

/// The first word, and the rest.
std::pair<std::string, std::string> split_word(const std::string& line) {
  const std::size_t space = line.find(' ');
  if (space == std::string::npos) return {line, ""};
  return {line.substr(0, space), std::string(lang::trimmed(line.substr(space)))};
}

/// The command that a word is nearly, or "".
std::string nearest_command(const std::string& word) {
  return lang::nearest(word, {std::begin(kCommands), std::end(kCommands)});
}

/// The cell of this name, which may be the mover's own name for it.
std::optional<int> cell_of(const Position& position, const std::string& name) {
  const auto found = position.game().find_cell(name);
  const std::vector<CellInfo>& cells = position.game().cells();
  const auto own = std::find_if(cells.begin(), cells.end(), [&](const CellInfo& cell) {
    return cell.player >= 0 && cell.player == position.to_move() && cell.own_label == name;
  });
  return found || own == cells.end() ? found : static_cast<int>(own - cells.begin());
}

/// True if moves are written with this word first: then it is not a command in front of other words.
bool begins_moves(const Position& position, const std::string& word) {
  if (position.over()) return false;
  const std::vector<std::string> notations = position.notations();
  return std::any_of(notations.begin(), notations.end(),
                     [&](const std::string& notation) { return split_word(notation).first == word; });
}

// ---- what a program that thinks would play

/// The bot that is asked if the person names none.
constexpr const char* kAdviser = "mcts:1s";

struct Advice {
  std::uint64_t move = 0;
  std::optional<double> value;
  bool guessed = false;
};

Result<Advice> ask(const Position& position, const std::string& program, std::uint64_t seed, const Workers& workers) {
  Result<std::unique_ptr<Player>> player = make_player(program, seed, position.game(), workers);
  if (!player) return player.errors();
  const Result<std::uint64_t> choice = (*player)->choose(position);
  if (!choice) return choice.errors();
  return Advice{*choice, (*player)->value(), (*player)->guessed()};
}

std::string percent(double value) { return std::to_string(std::lround(100 * value)) + " %"; }

constexpr const char* kGuessed = "it found no position consistent with what this player has seen";

/// "e2 e4 (63 %)": the move of this program for the player to move. It knows only what this player may know.
Result<std::string> hint(const Position& position, const std::string& program, std::uint64_t seed,
                         const Workers& workers) {
  const Result<Advice> advice = ask(position, program, seed, workers);
  if (!advice) return advice.errors();
  const Result<std::string> move = position.move(advice->move);
  if (!move) return move.errors();
  if (advice->guessed) return *move + "  (at random: " + kGuessed + ")";
  return *move + (advice->value ? "  (" + percent(*advice->value) + ")" : "");
}

/// The program's expectation for the player to move, and the scores, in lines.
Result<std::string> evaluation(const Position& position, const std::string& program, std::uint64_t seed,
                               const Workers& workers) {
  const std::vector<std::string> players = position.game().players();
  std::string text;
  if (const int mover = position.to_move(); mover >= 0) {
    const Result<Advice> advice = ask(position, program, seed, workers);
    if (!advice) return advice.errors();
    const std::string& player = players[static_cast<std::size_t>(mover)];
    if (advice->guessed) {
      text = program + " cannot say: " + kGuessed + "\n";
    } else if (advice->value) {
      text = program + " expects " + percent(*advice->value) + " for " + player + " (0 %: a loss, 100 %: a win)\n";
    } else {
      const bool estimates = program.rfind("mcts", 0) == 0 || program.rfind("alphabeta", 0) == 0;
      text = program + (estimates ? " has no estimate of this position\n"
                                  : " does not estimate positions; use mcts or alphabeta\n");
    }
  } else {
    text = position.outcome_text() + "\n";
  }
  const std::string scores = scores_of(position);
  return scores.empty() ? text : text + scores + "\n";
}

}  // namespace

std::vector<std::string> completions(const Position& position, const std::string& begun, bool all) {
  const std::string moves_of = "moves ";
  const bool lists = begun.starts_with(moves_of);  // the text after it is the beginning of a move, too
  const std::string move_begun = lists ? begun.substr(moves_of.size()) : begun;
  std::vector<std::string> found;
  for (const char* command : kCommands)
    if (!lists && std::string_view(command).starts_with(begun)) found.emplace_back(command);
  if (position.over()) return found;
  const Result<std::uint64_t> count = position.count_moves();
  if (!count || *count > kMostCompleted) return found;
  const Result<std::vector<std::string>> moves = shown_moves(position, all);
  if (!moves) return found;
  for (const std::string& move : *moves) {
    if (!move.starts_with(move_begun)) continue;
    const std::size_t end = move.find(' ', move_begun.size());  // the blank shows that more words follow
    std::string word = move.substr(0, end == std::string::npos ? end : end + 1);
    found.push_back((lists ? moves_of : "") + std::move(word));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

Human::Human(Console& console, std::ostream& talk, Aids aids) : console_(console), talk_(talk), aids_(std::move(aids)) {
  lines_ = make_lines(console, talk, [this](const std::string& begun) {
    return session_ ? completions(session_->position(), begun, aids_.asked.light) : std::vector<std::string>();
  });
}

bool Human::must_find(const Position& position) const { return !aids_.asked.light && glint::must_find(position); }

bool Human::stands(const Session& session, int left) const {
  const int bound = session.bound();
  if (aids_.asked.light || left >= bound) return false;
  talk_ << "  `" << session.move(bound) << "` was said, and stands; who has asked for the `light` can take it back.\n";
  return true;
}

std::string Human::prompt(const Session& session, double taken) const {
  const int player = session.position().to_move();
  if (player < 0) return "the game is over> ";
  const std::string time_left = session.time_left(player, taken);
  return session.position().game().players()[static_cast<std::size_t>(player)] +
         (time_left.empty() ? "" : " (" + time_left + ")") + "> ";
}

std::optional<std::string> Human::next_line(const Session& session, const std::function<double()>& taken) {
  if (typed_ahead_) return std::exchange(typed_ahead_, std::nullopt);
  Lines::Asking asking{[&] { return prompt(session, taken()); }};
  if (session.has_clock() && !session.over())
    asking.is_late = [&] { return session.is_late(session.position().to_move(), taken()); };
  return lines_->read(asking);
}

void Human::say(const std::string& text) {
  constexpr std::size_t kIndent = 2;
  const auto columns = static_cast<std::size_t>(console_.style.columns);
  if (!console_.in_is_terminal || columns <= kIndent || view::width_of(text) + kIndent <= columns) {
    talk_ << "  " << text << '\n';
    return;
  }
  for (const std::string& line : broken(text, columns - kIndent)) talk_ << "  " << line << '\n';
}

Human::Answer Human::decide(Session& session, int viewer, const std::function<double()>& taken) {
  if (!greeted_) {
    talk_ << (session.over() ? "Type `help` for a list of commands.\n" : "Type a move, or `help`.\n");
    greeted_ = true;
  }
  refusal_.reset();
  session_ = &session;
  while (const auto typed = next_line(session, taken)) {
    const std::string line(lang::trimmed(*typed));
    if (line.empty()) continue;
    const auto [word, rest] = split_word(line);
    const bool is_command = std::find(std::begin(kCommands), std::end(kCommands), word) != std::end(kCommands);
    if (is_command && !aids_.keeps_secrets) lines_->remember(line);
    if (line == "quit" || line == "exit") return Answer::quit;
    if (line == "undo") return Answer::undo;
    const bool is_move = !rest.empty() && begins_moves(session.position(), word);
    if (!is_move && word == "go") {
      if (go(session, rest)) return Answer::changed;
    } else if (!is_move && word == "note") {
      session.set_note(rest);
      return Answer::annotated;
    } else if (!is_move && answer(session, word, rest, viewer)) {
      continue;
    } else if (session.over()) {
      talk_ << "  The game is over; go back into it with `undo` or `go N`.\n";
    } else if (auto error = session.play(line)) {
      say(error->message);
      const std::string near = nearest_command(word);
      if (!near.empty() && !begins_moves(session.position(), word)) {
        talk_ << "  did you mean the command `" << near << "`?\n";
      } else if (!error->help.empty()) {
        say(error->help);
      }
      tell_how_to_go_on(session.position(), line);
      refusal_ = std::move(error);
      if (!aids_.keeps_secrets) lines_->remember(line);
    } else {
      if (!aids_.keeps_secrets && session.position().chosen().empty()) lines_->remember(line);
      return Answer::moved;
    }
  }
  const int player = session.position().to_move();
  return player >= 0 && session.is_late(player, taken()) ? Answer::late : Answer::end_of_input;
}

bool Human::take_seat(const std::string& player) {
  session_ = nullptr;  // no completion: it knows what the player knows
  while (const auto typed = lines_->read("Hand over to " + player + ", then press Enter. ")) {
    const std::string line(lang::trimmed(*typed));
    if (line == "quit" || line == "exit") typed_ahead_ = line;
    if (line.empty() || typed_ahead_) return line.empty();
  }
  typed_ahead_ = "quit";  // Ctrl-D is another way to say it, and the seat is not taken
  return false;
}

bool Human::answer(const Session& session, const std::string& word, const std::string& rest, int viewer) {
  const Position& position = session.position();
  if ((word == "help" || word == "?") && rest.empty()) {
    help(position);
  } else if (word == "moves") {
    list_moves(position, rest);
  } else if (word == "show" && rest.empty()) {
    print_board(talk_, position, console_.style, viewer, aids_.asked);
    if (!session.note().empty()) talk_ << "note: " << lang::escaped(session.note()) << '\n';
  } else if (word == "light" && rest.empty()) {
    show_light(position, viewer);
  } else if (word == "why") {
    why(position, rest, viewer);
  } else if (word == "save") {
    save(session, rest);
  } else if (word == "branches" && rest.empty()) {
    list_branches(session);
  } else if (word == "hint") {
    advise(position, rest, false);
  } else if (word == "eval") {
    advise(position, rest, true);
  } else {
    return false;
  }
  return true;
}

void Human::help(const Position& position) {
  if (!position.over()) {
    talk_ << "Moves are written:\n";
    const std::vector<std::string> notations = position.notations();
    const Result<std::vector<std::string>> examples = PositionView(position).examples();
    const std::vector<std::string> unseen =
        aids_.asked.light ? std::vector<std::string>() : unseen_notations(position.game());
    std::size_t widest = 0;
    for (const std::string& notation : notations) widest = std::max(widest, view::width_of(notation));
    for (std::size_t i = 0; i < notations.size(); ++i) {
      const bool is_unseen = std::find(unseen.begin(), unseen.end(), notations[i]) != unseen.end();
      const bool shows = examples && !(*examples)[i].empty() && (*examples)[i] != notations[i] && !is_unseen;
      const std::string blanks(widest - view::width_of(notations[i]), ' ');
      talk_ << "  " << notations[i] << (shows ? blanks + "   such as " + (*examples)[i] : "") << '\n';
    }
  }
  talk_ << "Commands:\n"
           "  moves [BEGINNING]  the legal moves, or those with this beginning\n"
           "  hint [BOT]         a move that a bot would play (mcts:1s)\n"
           "  eval [BOT]         its estimated result, and the score\n"
           "  show               the board and everything about the position\n";
  if (position.game().has_beams() || position.game().shows_followed_beams())
    talk_ << "  why CELL           what lights this cell\n";
  if (aids_.asked.light || must_find(position))
    talk_ << "  light              show what is yours to find, beams and moves; and hide it again\n";
  talk_ << "  why                the rule that forbids the move just refused\n"
           "  undo               take back to the last choice of a person\n"
           "  branches           lines that were taken back; `go N` goes to one\n"
           "  note TEXT          add a note on this position to the record\n"
           "  save FILE          save a copy of the record in a new file\n"
           "  quit\n";
}

void Human::print_pages(const std::vector<std::string>& lines) {
  const std::size_t page =
      console_.in_is_terminal && console_.lines > 2 ? static_cast<std::size_t>(console_.lines) - 1 : lines.size();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0 && i % page == 0) {
      const auto typed = lines_->read("-- " + std::to_string(lines.size() - i) + " more lines: Enter, or q> ");
      if (!typed) return;
      const std::string_view asked = lang::trimmed(*typed);
      if (asked == "q" || asked == "quit") return;
      if (!asked.empty()) {
        typed_ahead_ = std::string(asked);
        return;
      }
    }
    talk_ << lines[i] << '\n';
  }
}

void Human::list_moves(const Position& position, const std::string& beginning) {
  const Result<std::uint64_t> count = position.over() ? Result<std::uint64_t>(0) : position.count_moves();
  if (count && *count > kMostListed) {
    talk_ << "There are " << *count << " moves, too many to list.\n";
    return;
  }
  const Result<std::vector<std::string>> moves = position.over()
                                                     ? Result<std::vector<std::string>>(std::vector<std::string>())
                                                     : shown_moves(position, aids_.asked.light);
  if (!moves) return tell_errors(moves.errors());
  std::vector<std::string> shown;
  for (const std::string& move : *moves)
    if (move.starts_with(beginning)) shown.push_back(move);
  std::vector<std::string> lines = in_columns(shown, console_.style.columns);
  lines.push_back(lang::counted(shown.size(), "move") +
                  (beginning.empty() ? "" : " of " + std::to_string(moves->size())) +
                  (must_find(position) && !unseen_notations(position.game()).empty() ? "; others are yours to find" : ""));
  print_pages(lines);
}

void Human::tell_how_to_go_on(const Position& position, const std::string& begun) {
  const Result<std::uint64_t> count = position.count_moves();
  if (!count || *count > kMostCompleted) return;
  const Result<std::vector<std::string>> moves = shown_moves(position, aids_.asked.light);
  if (!moves) return;
  constexpr std::size_t kMostShown = 4;
  std::vector<std::string> longer;
  for (const std::string& move : *moves)
    if (move.starts_with(begun)) longer.push_back(move);
  if (longer.empty()) return;
  const std::size_t all = longer.size();
  longer.resize(std::min(all, kMostShown));
  say("moves that begin so: " + lang::joined(longer, ", ", lang::marked) +
      (all > kMostShown ? "; `moves " + begun + "` lists all " + std::to_string(all) : ""));
}

void Human::why(const Position& position, const std::string& cell, int viewer) {
  if (cell.empty()) {
    if (!refusal_) {
      const bool has_light = position.game().has_beams();
      talk_ << "No move has been refused in this turn." << (has_light ? " `why CELL` explains a cell's light." : "") << '\n';
    } else {
      talk_ << (refusal_->rendered.empty() ? one_line(*refusal_) + "\n" : refusal_->rendered);
    }
    return;
  }
  const auto found = cell_of(position, cell);
  if (!found) {
    talk_ << lang::presentable("The board has no cell `" + cell + "`.") << '\n';
    return;
  }
  if (must_find(position)) return tell_of_light();
  const view::Scene scene = view::scene_of(position, viewer, {.light = true});
  for (const std::string& line : view::explain_light(*found, scene)) talk_ << line << '\n';
}

void Human::tell_of_light() { talk_ << "This is yours to find; `light` shows it to all who look.\n"; }

void Human::show_light(const Position& position, int viewer) {
  aids_.asked.light = !aids_.asked.light;
  print_board(talk_, position, console_.style, viewer, aids_.asked);
}

void Human::save(const Session& session, const std::string& file) {
  const bool is_saved = aids_.saved != nullptr && aids_.saved->is_saved();
  if (file.empty() || (is_saved && file == aids_.saved->path())) {
    if (is_saved)
      talk_ << "The game is saved in " << lang::escaped(aids_.saved->path())
            << " after every move; `save FILE` makes a copy.\n";
    else
      talk_ << "Save where? `save FILE`.\n";
    return;
  }
  try {
    create_file(file, write_record(session.record()));
    talk_ << "Saved in " << lang::escaped(file) << ".\n";
  } catch (const Stop& stopped) {  // a wrong file name must not end the game
    tell_errors(stopped.errors);
  }
}

void Human::tell_errors(const std::vector<Error>& errors) {
  for (const Error& error : errors) {
    talk_ << "  " << one_line(error) << '\n';
    if (!error.help.empty()) talk_ << "  " << error.help << '\n';
  }
}

void Human::list_branches(const Session& session) {
  const std::vector<Session::Line> lines = session.lines();
  if (lines.size() == 1) {
    talk_ << "There are no branches: no move was taken back.\n";
    return;
  }
  std::vector<std::string> shown;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const Session::Line& line = lines[i];
    std::vector<std::string> moves = line.moves;
    // Choices that were made together are not for others until all have chosen.
    for (std::size_t last = 0; last < moves.size() && static_cast<int>(last) < line.hidden; ++last)
      moves[moves.size() - 1 - last] = "...";
    constexpr std::size_t kMostMoves = 6;
    const bool is_long = moves.size() > kMostMoves;
    if (is_long) moves.resize(kMostMoves);
    shown.push_back("  " + std::to_string(i) + "  " +
                    (line.from == 0 ? "" : "of branch " + std::to_string(line.from) + ", ") + "after " +
                    lang::counted(line.at, "move") + ": " + lang::joined(moves, "; ") +
                    (is_long ? "; and " + std::to_string(line.moves.size() - kMostMoves) + " more" : "") +
                    (line.note.empty() ? "" : "  (" + lang::escaped(line.note) + ")"));
  }
  shown.push_back("`go N` goes to the end of branch N.");
  print_pages(shown);
}

bool Human::go(Session& session, const std::string& number) {
  const std::optional<std::uint64_t> line = whole_number(number);
  const auto last = session.lines().size() - 1;
  if (line && *line >= 1 && *line <= last) {
    if (stands(session, session.shared_with(static_cast<int>(*line)))) return false;
    session.go(static_cast<int>(*line));
    return true;
  }
  talk_ << "  `go N` goes to the end of a branch; "
        << (last == 0 ? "there are none" : "`branches` lists them, 1 to " + std::to_string(last)) << ".\n";
  return false;
}

void Human::advise(const Position& position, const std::string& program, bool evaluates) {
  const std::string adviser = program.empty() ? kAdviser : program;
  if (position.over() && !evaluates) {
    talk_ << "The game is over.\n";
    return;
  }
  if (must_find(position)) return tell_of_light();
  const Result<std::string> advice = evaluates ? evaluation(position, adviser, aids_.seed, aids_.workers)
                                               : hint(position, adviser, aids_.seed, aids_.workers);
  if (advice) {
    talk_ << *advice << (evaluates ? "" : "\n");
    return;
  }
  tell_errors(advice.errors());
}

}  // namespace glint::cli
