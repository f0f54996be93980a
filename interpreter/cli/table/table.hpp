// People and programs at one board: one game while it is played.
#pragma once

#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/table/human.hpp"
#include "interpreter/cli/table/session.hpp"
#include "interpreter/players/player.hpp"

namespace glint::cli {

class Table {
 public:
  /// The bots' means of search, and the things that people ask to see.
  struct Search {
    std::uint64_t seed = 1;
    int threads = 1;
    view::Asked asked = {};
    JudgeMaker learned = {};  // judges for `learned`
  };

  /// `names`, by player: "human", or the specification of a program. `talk`: the stream for messages to people.
  Table(Console& console, std::ostream& talk, Session session, std::vector<std::string> names, SavedGame saved,
        Search search);
  Table(const Table&) = delete;

  /// Plays until the game ends, after `max_plies` decisions, or until a person wants to stop; returns the exit status.
  /// `json`: prints the record.
  int play(int max_plies, bool json);

  bool draws_boards = true;

 private:
  static Workers workers(int threads);

  /// False if it was stopped.
  bool let_program_move(int player);
  std::string note_of(const Player& program) const;
  void print_guesses() const;
  void print_efforts() const;
  /// False if the person leaves the game.
  bool let_person_move(int player, int& status);
  /// The player's time ran out after these seconds, or with the move just made.
  void run_out(int player, std::optional<double> seconds);
  /// Commands after the end of a continued game; false if the person leaves.
  bool let_person_look(int& status);
  bool carry_out(Human::Answer answer, int& status);
  void take_back();
  void announce(int player, const std::string& note = "");
  void explain_found();
  bool hand_over();
  int secret_plies() const;
  std::string ply_text(int ply) const;
  int viewer() const;
  bool is_program(int player) const { return player >= 0 && programs_[static_cast<std::size_t>(player)] != nullptr; }
  /// Draws the board, unless a program is to move: it moves at once, so people see one board a turn.
  void draw();
  void save();
  Record record(bool unfinished) const;

  Console& console_;
  std::ostream& talk_;
  Session session_;
  std::vector<std::string> names_, players_;
  std::vector<std::unique_ptr<Player>> programs_;  // by player; null for a person
  SavedGame saved_;
  Human human_;
  std::map<int, std::string> remarks_;  // by ply, after a program's move
  struct Choices {
    int all = 0, guessed = 0;
    double seconds = 0;  // that they took
  };
  std::vector<Choices> choices_;  // by player: the searches of programs
  int people_ = 0;
  double thought_ = 0;  // seconds that a person spent before on this move, for example writing a note
  int unshown_ = 0;     // how many of the last plies are still secret
  int seer_ = -1;       // the person who looks at the terminal; kNobody: all do
  std::string news_;    // the plies since this person's last turn
};

}  // namespace glint::cli
