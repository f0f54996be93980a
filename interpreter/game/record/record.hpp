// Records of play: everything that decides a game (script, options, seed, draws, moves), as one JSON object.
//
//     {"glint": 1, "game": "chess", "options": {"castling": "on"}, "rules": "9f3c...", "seed": 1,
//      "draws": [{"draw": "first", "value": "white"}], "moves": ["e2 e4", ...], "result": "white wins"}
//
// A game with a clock also keeps the seconds of each move, and the player who ran out of time:
//
//      "times": [12.5, 61.031, ...], "out_of_time": "black"
//
// A game that people play may have branches and notes; programs are named by their seats:
//
//      "branches": [{"from": 0, "at": 4, "moves": ["g1 f3"]}, ...],
//      "notes": [{"line": 0, "at": 4, "text": "better: g1 f3"}], "seats": {"black": "greedy"}
//
// A playtest may also keep who played, how many seconds each move took where no clock ran, who wrote a note, and what
// players answered to questions after the game; `glint study --records` reports these:
//
//      "names": {"white": "Ann"}, "thought": [3.2, null, ...],
//      "notes": [{"line": 0, "at": 4, "seat": "white", "text": "why can I not castle?"}],
//      "answers": [{"seat": "white", "question": "Would you play again?", "answer": "yes"}]
//
// Lines are numbered: 0 is `moves`, 1 the first branch, and so on. A branch leaves the line `from` after `at` moves,
// counted from the beginning of the record; `from` is a smaller number than its own. A note stands at the position of
// its line after `at` moves. A branch has `times` and `draws` of its own: the times of its moves, and all draws of
// chance from the beginning to its end, if they differ from those of `moves`.
//
// A replay plays line 0. It fails only if a move is illegal. A different hash of the rules is a warning.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/glint.hpp>

namespace glint {

// Time for play between people. The caller measures wall time; here the time is only counted, in milliseconds, so a
// replay of the record gives the same result.

/// Each decision has the time of a turn; more time is taken from the player's reserve. The whole game may have a limit
/// that all share. A move that `adds` time first puts it into its player's reserve. The player's next decision belongs
/// to the same turn, until somebody else decides. In a simultaneous choice, each player's own decision counts. Only
/// people use time.
class PlayClock {
 public:
  PlayClock(const Game::ClockInfo& info, std::size_t players);

  /// This player decides, perhaps without using time, as a bot does: the turn of another player is over.
  void begin(int player) {
    if (player != lengthened_) lengthened_ = -1;
  }
  /// Counts the seconds of a decision, and the seconds `added` by its move. False if the player is out of time.
  bool spend(int player, double seconds, std::int64_t added = 0);
  /// Seconds that the move of this name adds.
  std::int64_t added_by(std::string_view move) const;
  /// True if the player is out of time after this many seconds.
  bool is_up(int player, double seconds) const { return !PlayClock(*this).spend(player, seconds); }
  /// Milliseconds that are left after this many seconds, of `turn`, `reserve` and `game`: those that the clock has.
  std::vector<std::pair<std::string, std::int64_t>> left(int player, double seconds) const;
  /// "turn 2:00, reserve 4:31", after this many seconds.
  std::string remaining(int player, double seconds = 0) const;

 private:
  /// The time left for this player's turn.
  std::int64_t turn_left(int player) const {
    return 1000 * info_.turn.value_or(0) - (player == lengthened_ ? used_ : 0);
  }

  Game::ClockInfo info_;
  std::vector<std::int64_t> reserve_;  // milliseconds
  std::int64_t game_ = 0;
  int lengthened_ = -1;    // the player whose move added time, and who has been the only one to decide since
  std::int64_t used_ = 0;  // time added by the moves of that turn
};

/// Seconds, rounded as the clock counts them.
double counted_seconds(double seconds);

/// All moves of other lines with which branches may begin: to continue a record, they are played again.
inline constexpr std::int64_t kMostRepeated = 2'000'000;

/// Moves that were taken back, or played instead of others.
struct Branch {
  int from = 0, at = 0;  // the line that it leaves, and after how many of its moves
  std::vector<std::string> moves;
  std::vector<std::optional<double>> times;  // as Record::times, without the last one of a game lost on time
  std::optional<Settings> draws;             // nothing: the draws of the record
};

/// A note that somebody has written about a position.
struct Note {
  int line = 0, at = 0;
  std::string text;
  std::string seat = {};  // the player who wrote it; empty: not known
};

/// A player's answer to a question after the game.
struct Answered {
  std::string seat, question, answer;  // the seat may be empty
};

struct Record {
  std::string game;  // a bundled name, or a script's path
  Settings options;
  std::string rules;  // hash of the checked rules, in hexadecimal; may be empty
  std::uint64_t seed = 1;
  Settings draws;
  std::string position;  // the position where it began, if that was not the start; else empty
  std::vector<std::string> moves;
  /// With a clock, the seconds of each move; nothing for moves of programs and for moves before the clock ran. If a
  /// player ran out of time, the seconds that this player waited come last. Empty without a clock.
  std::vector<std::optional<double>> times;
  std::string out_of_time;  // the player who ran out of time, asked after the last move; else empty
  std::string result;       // as Position::outcome_text; empty: not finished
  std::vector<Branch> branches;
  std::vector<Note> notes;
  Settings seats;  // the programs that play, by the player's name; people are not included
  // -- of a playtest
  Settings names;                              // names of the people, by the player's name
  std::vector<std::optional<double>> thought;  // like `times`, for moves made without a clock; may be empty
  std::vector<Answered> answers;
};

/// Reads a record. Errors name `file_name` and the place, and what is missing or of the wrong kind.
Result<Record> read_record(std::string_view json, std::string_view file_name);
std::string write_record(const Record& record);

/// The position in which this player decides: of those who choose at the same time, one decides after the others, and
/// what these choose makes no difference. Without such a choice the position as it is.
Position asked_as(const Position& position, const std::string& player);

/// The record of a game before its first move, with its options and its hash.
Record record_of(const Game& game, std::string name, std::uint64_t seed);

struct Replayed {
  Position position;            // after the last legal move
  int plies = 0;                // legal moves, in order
  std::optional<Error> error;   // why the move after these is illegal
  std::vector<Error> warnings;  // for example, the rules differ from those recorded
  bool legal() const { return !error; }
  bool finished() const { return legal() && position.over(); }
};

/// Plays a record's moves one by one. Fails only if the game cannot begin as the record says.
Result<Replayed> replay(const Game& game, const Record& record);

}  // namespace glint
