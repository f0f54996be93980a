// A game in progress: its position, the moves that led there, and those that were taken back. They form a tree: the
// line to the present position is the one being played, and the others are its branches.
#pragma once

#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/game/record/record.hpp"

namespace glint::cli {

class Session {
 public:
  /// `record`: how the game began. Its moves lead to `position` and cannot be taken back.
  Session(Position position, Record record);
  /// Continues at the end of a record that `replay` has found legal. Keeps the legal parts of its branches; a warning
  /// says what is left out.
  static Result<Session> resume(const Game& game, const Record& record, std::vector<Error>& warnings);

  const Position& position() const { return forfeited_ ? *forfeited_ : here().position; }
  /// The plies that can be taken back.
  int plies() const { return static_cast<int>(path_to(at_).size()); }
  bool over() const { return position().over(); }
  /// The player of the ply with this number, from 1, and its move.
  int mover(int ply) const { return node_of(ply).player; }
  const std::string& move(int ply) const { return node_of(ply).move; }
  /// The position in which the last ply was chosen.
  const Position& before() const { return nodes_[here().parent].position; }

  /// Plays a move; after an error nothing has changed.
  std::optional<Error> play(const std::string& move);
  std::optional<Error> play_listed(std::uint64_t index);
  /// Takes over the position after this move, which was played elsewhere.
  std::optional<Error> go_on(Position after, const std::string& move) {
    return enter(std::move(after), move, !has_clock());  // with a clock, the same move takes its own time again
  }
  /// Takes back one ply and its time; false at the beginning. It stays as a branch.
  bool undo();

  /// A line of the tree.
  struct Line {
    int from = 0, at = 0;  // as in Branch, with `at` counted from the plies of this session
    std::vector<std::string> moves;
    int hidden = 0;    // the last moves that were chosen together with others that are still missing
    std::string note;  // at its end
    int end = 0;       // its last node
  };
  /// The line being played, then its branches.
  std::vector<Line> lines() const;
  /// Goes to the end of a line, by its number in `lines`.
  void go(int line);
  /// The number of plies up to here that the line shares.
  int shared_with(int line) const;
  /// The number of plies up to the last one that cannot be taken back (game/position/shown.hpp:binds); 0: none.
  int bound() const;
  /// A text about the present position; empty: none. The notes of players who had seats stay beside it.
  void set_note(const std::string& text);
  std::string note() const { return notes_of(here()); }

  // -- the clock
  void start_clock(const Game::ClockInfo& info);
  bool has_clock() const { return here().clock.has_value(); }
  const std::optional<PlayClock>& clock() const { return here().clock; }
  /// "turn 2:00, reserve 4:31" after so many seconds of this decision; empty without a clock.
  std::string time_left(int player, double seconds) const {
    return has_clock() ? here().clock->remaining(player, seconds) : "";
  }
  bool is_late(int player, double seconds) const { return has_clock() && here().clock->is_up(player, seconds); }
  /// Counts the time of the last move, made by a person. False if the move came too late: it is taken back; call
  /// `out_of_time`.
  bool spend(int player, double seconds);
  /// `seconds`: how long the player waited without a move. `player`: its name, where it is not the one to move, but
  /// chooses at the same time.
  std::optional<Error> out_of_time(std::optional<double> seconds = std::nullopt, const std::string& player = "");

  /// Whose time is over; empty: nobody's.
  const std::string& late() const { return record_.out_of_time; }

  /// The record so far, without choices that were made together with others that are still missing. `unfinished`: the
  /// game was stopped at its limit of plies.
  Record record(bool unfinished = false) const;

 private:
  /// A position, and the move that led to it from its parent.
  struct Node {
    Position position;
    std::optional<PlayClock> clock;
    std::string move = {};
    std::optional<double> time = {};
    std::vector<Note> notes = {};  // one, and those that players of a playtest have written, who had seats
    std::size_t parent = 0;
    int player = -1;
  };

  const Node& here() const { return nodes_[at_]; }
  static std::string notes_of(const Node& node);
  /// The nodes after the root on the way to this one.
  std::vector<std::size_t> path_to(std::size_t node) const;
  const Node& node_of(int ply) const { return nodes_[path_to(at_)[static_cast<std::size_t>(ply) - 1]]; }
  /// Goes to the node to which this move leads; `again`: reuses an existing node. An error if all positions together
  /// are too large.
  std::optional<Error> enter(Position position, const std::string& move, bool again);
  /// Plays the legal part of a record's line from the beginning, reusing existing nodes; returns the nodes.
  std::vector<std::size_t> add_line(Position begin, const std::vector<std::string>& moves,
                                    const std::vector<std::optional<double>>& times);

  std::vector<Node> nodes_;  // parents come before their children; the first is the beginning
  std::multimap<std::pair<std::size_t, std::string>, std::size_t> after_;  // by node and move: where that leads
  std::size_t at_ = 0, words_ = 0;                                         // the present node; words of all positions
  Record record_;                                                          // how the game began
  std::optional<Position> forfeited_;  // the present position after a player's time ran out
  double late_ = 0;                    // seconds of the move that came too late
};

// A game that is saved after every move, so that it survives any end of the program.

class SavedGame {
 public:
  SavedGame() = default;  // is not saved
  /// A new file, made with the first move. Stops if the file exists.
  static SavedGame in_new_file(const std::string& path);
  /// A new file whose name begins like this: NAME.json, NAME-2.json, and so on: the first that is free.
  static SavedGame in_free_file(const std::string& beginning);
  /// The file of a continued record. Stops if it cannot be written.
  static SavedGame in_place(const std::string& path);

  bool is_saved() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  /// True if the file now holds the game.
  bool is_written() const { return is_written_; }

  /// The command that continues the game also looks for its script in these folders.
  void look_in(const std::vector<std::string>& folders);
  /// Saves the game as it is now. If that fails, says so on `talk` the first time: the game goes on.
  void write(const Record& record, std::ostream& talk);
  /// The reason why the latest state of the game is not in the file; empty if it is, or should not be.
  const std::vector<Error>& failure() const { return failure_; }
  /// "The game is saved in x.json; `glint play x.json` continues it." (after the end: shows); empty if not.
  std::string farewell() const;

 private:
  void create(const std::string& text);

  std::string path_, beginning_;  // `beginning_`: the name may get another number
  std::string folders_;           // " --path x", for the command that continues the game
  bool is_written_ = false, is_over_ = false;
  std::vector<Error> failure_;
};

}  // namespace glint::cli
