// The command line without a process: what a command answers, prints and returns.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "interpreter/cli/run.hpp"

namespace glint::cli {

struct Answer {
  int status = 0;
  std::string out, err;
  /// What was printed, read as JSON. The file that calls this includes the header of nlohmann.
  nlohmann::json json() const;
};

Answer glint(const std::vector<std::string>& arguments, const std::string& input = "");

/// Runs a command as if somebody sat at a terminal of this size, which edits no lines.
Answer at_terminal(const std::vector<std::string>& arguments, const std::string& input, int columns = 80, int lines = 24);

/// A folder that lives as long as a test.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::string& path);

/// The words of a command as a shell splits them: blanks, single quotes, a comment at the end.
std::vector<std::string> words_of(const std::string& line);

/// The command with the sampled share of its games and of the effort of its bots.
std::vector<std::string> scaled_words(std::vector<std::string> words);

/// A small game with beams, chance, a guard and a clock: lamps on a row of squares.
/// From its second choice on, sun has seen something that nobody can guess.
inline const char* const kTold = R"(game "Told"
use square
players sun, moon
board grid(1, 1)
var a: 0..63 = 0 seen by {}
var b: 0..63 = 0 seen by {}
var c: 0..63 = 0 seen by {}
var told: 0..262143 = 0
move rest "rest" { told = 4096 * a + 64 * b + c }
move wait "wait" { told = 4096 * a + 64 * b + c }
play {
  draw a in 0..63
  draw b in 0..63
  draw c in 0..63
  turn of sun { choose rest or wait }
  turn of sun { choose rest or wait }
  turn of sun { choose rest or wait }
  turn of moon { choose rest or wait }
  end : tie
}
)";

inline const char* const kLamps = R"(/// Two players put lamps on a small board.
game "Lamps"
use square

players near, far

option most: 2..6 = 4   "lamps that end the game"

type hue = {red, blue}

board grid(3, 3)

beam { colour: set of hue }

piece lamp {
  colour: hue
  facing: direction
  emits facing { beam.colour = {colour} }
  when beam comes { otherwise -> stops }
  look "{colour:1}{facing}"
}

var mover: player = near

move place "{at} {facing} {hue_of}" {
  pick at in empty            "a lamp already stands on {at}"
  pick facing in direction
  pick hue_of in hue
  put lamp(colour = hue_of, facing = facing) on at
  mover += 1
}

move stop "stop" {
  offer nothing
  end : opponent wins
}

play {
  draw mover in player
  repeat { turn of mover { choose place or stop } }
}

end when count(lamp) == most : tie

clock { turn 2:00; reserve 5:00; out: opponent wins }

test "four lamps end it" {
  draw mover = near
  play "a1 e red", "b1 e red", "c1 e red"
  expect count(lamp) == 3
  play "a2 e red"
  expect result : tie
}
)";

}  // namespace glint::cli
