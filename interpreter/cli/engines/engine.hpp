// Programs that play one game and speak UCI or GTP, as opponents: what they say is checked, and they decide nothing.
//
// The game is ours: an engine hears the moves, in its own notation, and is asked for its own. A move that is not legal
// here, silence, and nonsense are errors. A table, a small file, says how the engine is to be spoken to:
//
//     # Breakthrough, as Fairy-Stockfish calls it
//     protocol uci
//     send setoption name UCI_Variant value breakthrough     once, when it has started; any number of these
//     go depth 6                                             uci: how it is asked; `--go` says it otherwise
//     replace -                                              in moves: b2-b3 is b2b3; the word after it goes in its place
//     skip pass                                              a move of ours that it neither hears nor makes
//
// and for gtp, where moves are of colours:
//
//     protocol gtp
//     send boardsize 8
//     colours black white                                    of the players, in their order
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/cli/engines/process.hpp"
#include "interpreter/players/player.hpp"

namespace glint::cli {

struct EngineTable {
  bool is_gtp = false;
  std::vector<std::string> sends, colours;
  std::string go = "movetime 100", skipped;
  std::vector<std::pair<std::string, std::string>> replaced;

  /// A move of ours in the engine's notation.
  std::string written(std::string move) const;
};
/// Reads a table. What is wrong in it is wrong usage; `path` is for errors.
EngineTable read_engine_table(std::string_view text, const std::string& path);

/// An engine that runs. Errors of starting it are wrong usage (Stop).
class Engine {
 public:
  /// `patience`: seconds that it may take to answer.
  Engine(const std::string& command, EngineTable table, double patience, const lang::Stop& stop);

  /// A player for one more game, at this seat; the engine outlives it, and plays one game at a time.
  Result<std::unique_ptr<Player>> begin(int seat);

 private:
  class Seat;
  /// Says something and waits for the answer: for UCI the line that begins with `until`, for GTP what comes after `=`.
  Result<std::string> ask(const std::string& line, std::string_view until);
  Result<std::string> ask_gtp(const std::string& line);
  Error failure(const std::string& asked, const std::string& what);

  const std::string command_;
  const EngineTable table_;
  const double patience_;
  const lang::Stop stop_;
  Process process_;
};

}  // namespace glint::cli
