// Records of play: all that decides a game (script, options, seed, draws, moves), as one JSON object.
//
//     {"glint": 1, "game": "chess", "options": {"castling": "on"}, "rules": "9f3c...", "seed": 1,
//      "draws": [{"draw": "first", "value": "white"}], "moves": ["e2 e4", ...], "result": "white wins"}
//
// A game with a clock also keeps the seconds of each move, and the player who ran out of time:
//
//      "times": [12.5, 61.031, ...], "out_of_time": "black"
//
// A replay fails only if a move is illegal. A different hash of the rules is a warning.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/glint.hpp>

namespace glint {

struct Record {
  std::string game;  // a bundled name, or a script's path
  Settings options;
  std::string rules;  // hash of the checked rules, in hexadecimal; may be empty
  std::uint64_t seed = 1;
  Settings draws;
  std::string position;  // where it began, when that was not the start; else empty
  std::vector<std::string> moves;
  /// With a clock, the seconds of each move; nothing for moves of programs and for moves before the clock ran. If a
  /// player ran out of time, the seconds that this player waited come last. Empty without a clock.
  std::vector<std::optional<double>> times;
  std::string out_of_time;  // the player who ran out of time, to move after the last move; else empty
  std::string result;       // as Position::outcome_text; empty: not finished
};

/// Reads a record. Errors name `file_name` and the place, and what is missing or of the wrong kind.
Result<Record> read_record(std::string_view json, std::string_view file_name);
std::string write_record(const Record& record);

/// The record of a game before its first move, with its options and its hash.
Record record_of(const Game& game, std::string name, std::uint64_t seed);

struct Replayed {
  Position position;            // after the last legal move
  int plies = 0;                // legal moves, in order
  std::optional<Error> error;   // why the move after these is illegal
  std::vector<Error> warnings;  // the rules are not those recorded, ...
  bool legal() const { return !error; }
  bool finished() const { return legal() && position.over(); }
};

/// Plays a record's moves one by one. Fails only if the game cannot begin as the record says.
Result<Replayed> replay(const Game& game, const Record& record);

}  // namespace glint
