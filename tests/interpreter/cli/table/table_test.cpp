// The table at a terminal: what fits on it, what Tab offers, and what programs advise.
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <sstream>

#include "interpreter/cli/table/board.hpp"
#include "interpreter/cli/table/human.hpp"
#include "interpreter/game/position/shown.hpp"
#include "interpreter/view/terminal/terminal.hpp"

namespace glint::cli {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST_CASE("table: the bundled games fit in 80 columns and 24 lines", "[table]") {
  for (const std::string& name : Game::bundled_names()) {
    INFO(name);
    Position position = test::must(test::must(Game::bundled(name)).start({.seed = 5}));
    Random random(5);
    for (int ply = 0; ply < 12 && !position.over(); ++ply) {
      std::istringstream in;
      std::ostringstream out, err;
      Console console{in, out, err};
      console.style.columns = 80;
      console.style.utf8 = true;
      console.lines = 24;
      print_table(out, position, console, -1);
      INFO(out.str());
      const std::vector<std::string> lines = lines_of(out.str());
      CHECK(lines.size() <= 22);  // with the last move and the prompt
      for (const std::string& line : lines) CHECK(view::width_of(line) <= 80);
      CHECK(out.str().find(" to move") != std::string::npos);
      CHECK((out.str().find("score") != std::string::npos) == position.score(0).has_value());
      const bool is_allocated = out.str().find("beam: column") != std::string::npos;
      if (name == "the_beam" && is_allocated)  // its beam, upright or level
        CHECK((out.str().find("\u2502") != std::string::npos || out.str().find("\u2500") != std::string::npos));
      for (const Position::Note& note : test::must(position.notes()))  // its first word, as it may be wrapped
        CHECK(out.str().find(note.text.substr(0, note.text.find(' '))) != std::string::npos);
      const std::uint64_t count = test::must(position.count_moves());
      REQUIRE_FALSE(position.play_listed(random.below(count)));
    }
  }
}

TEST_CASE("table: the positions that can be taken back are limited all together", "[table][budget]") {
  Folder folder;
  const std::string path = folder.write(
      "wide.glint", "game \"Wide\"\nuse square\nplayers sun\nboard grid(10, 10)\nvar paint[c: cell]: 0..9 = 0\n"
                    "piece stone { look \"o\" }\nmove wait \"wait\" { }\nplay { repeat { turn of sun { choose wait } } }\n");
  const auto play = [&](const char* words) {
    return glint({"play", path, "--seat", "*=random", "--unsaved", "--quiet", "--max-plies", "80", "--limit", words});
  };
  CHECK(play("words=2000").status == kDone);
  const Answer kept = play("words=300");
  CHECK(kept.status == kNo);
  CHECK(kept.err.find("error[G0504]: the positions of this game, which are kept to take moves back, have more than 4800 words") !=
        std::string::npos);
  CHECK(kept.out.find("\n20. sun: wait") != std::string::npos);
}

TEST_CASE("table: one board for each choice of a person", "[table]") {
  const Answer game =
      at_terminal({"play", "boundary", "--unsaved", "--seed", "1", "--seat", "green=random"}, "(c3-a3)(a1-c3)\nquit\n");
  INFO(game.out);
  std::size_t boards = 0;
  for (std::size_t at = 0; (at = game.out.find("     a     b", at)) != std::string::npos; ++at) ++boards;
  CHECK(boards == 2);
}

TEST_CASE("table: a text of the script that is broken goes on indented", "[table]") {
  const Answer game = at_terminal({"play", "beams_boosters_barriers", "--unsaved"}, "P M1 A2 12\n\nP S C4\nquit\n");
  INFO(game.out);
  CHECK(game.out.find("   score so far: south 1,\n") != std::string::npos);
  CHECK(game.out.find("     north 0\n") != std::string::npos);
  // Rows of pieces go on below the first piece.
  CHECK(game.out.find("   south: sM1n 2   sM2Vn 1\n") != std::string::npos);
  CHECK(game.out.find("          sM2Yn 1   sM3n 1\n") != std::string::npos);
}

TEST_CASE("table: what is said of a move is broken between its words", "[table]") {
  const Answer game = at_terminal({"play", "beams_boosters_barriers", "--unsaved", "--quiet"}, "5 mirror\nquit\n");
  INFO(game.out);
  CHECK(game.out.find("  moves are written as `P {form} {at} {clock_hand}`, `P S {at}`, `R {at}\n"
                      "    {way}`, `pass`; `form` is one of `M1`, `M2V`, `M2Y`, `M3`, `R1`, `R2V`,\n") !=
        std::string::npos);
}

TEST_CASE("table: moves that are written alike are listed once by help", "[table]") {
  const std::string out = glint({"play", "beams_boosters_barriers", "--quiet", "--unsaved"}, "help\nquit\n").out;
  INFO(out);
  const std::string notation = "  P {form} {at} {clock_hand} ";
  CHECK(out.find(notation) != std::string::npos);
  CHECK(out.find(notation) == out.rfind(notation));
}

TEST_CASE("table: help shows a move for each notation, where one is possible", "[table]") {
  const std::string moves = "P M1 A2 12\nP S C4\n";
  const std::string out =
      glint({"play", "beams_boosters_barriers", "--quiet", "--unsaved"}, moves + "help\nquit\n").out;
  INFO(out);
  CHECK(out.find("  P {form} {at} {clock_hand}   such as P M1 A4 12\n"
                 "  P S {at}                     such as P S A4\n"
                 "  R {at} {way}                 such as R A2 L\n"
                 "  pass\n"
                 "Commands:\n") != std::string::npos);
}

TEST_CASE("table: a command typed where a list goes on is carried out", "[table]") {
  const Answer game = at_terminal({"play", "laser_lawn", "--unsaved", "--quiet"}, "moves\nhelp\nmoves\nq\nquit\n");
  INFO(game.out);
  CHECK(game.out.find("Moves are written:") != std::string::npos);
  CHECK(game.status == 0);
}

TEST_CASE("table: long lists come in pages and in columns that fit", "[table]") {
  const Answer listed = at_terminal({"play", "laser_lawn", "--unsaved", "--quiet"}, "moves\n\nq\nquit\n");
  INFO(listed.out);
  CHECK(listed.out.find(" more lines: Enter, or q> ") != std::string::npos);
  for (const std::string& line : lines_of(listed.out))
    CHECK((view::width_of(line) <= 80 || line.find("> ") != std::string::npos));  // what is typed does not show here
  CHECK(at_terminal({"play", "boundary", "--unsaved", "--quiet"}, "moves (a1\nquit\n").out.find("more lines") ==
        std::string::npos);
  CHECK(in_columns({"a", "bb", "c", "d", "e"}, 10) == std::vector<std::string>{"a   bb  c", "d   e"});
}

TEST_CASE("table: what Tab offers", "[table]") {
  Position position = test::must(test::script(kLamps).start({.draws = {{"mover", "near"}}}));
  CHECK(completions(position, "mo") == std::vector<std::string>{"moves"});
  CHECK(completions(position, "a1 s") == std::vector<std::string>{"a1 s "});
  CHECK(completions(position, "a1 s ") == std::vector<std::string>{"a1 s blue", "a1 s red"});
  CHECK(completions(position, "a1") == std::vector<std::string>{"a1 "});
  CHECK(completions(position, "s") == std::vector<std::string>{"save", "show"});  // `stop` is never listed
  CHECK(completions(position, "moves a1 w r") == std::vector<std::string>{"moves a1 w red"});
  CHECK(completions(position, "zz").empty());
  CHECK(common_beginning({"a1 s blue", "a1 s red"}) == "a1 s ");
  REQUIRE_FALSE(position.play("a1 e red"));
  CHECK(completions(position, "a1 ").empty());  // a lamp stands there
}

TEST_CASE("table: light is for people to find, until a claim is judged", "[table]") {
  const std::string placed = "D1 e green\nA1 se blue\nG1 ne red\n";
  const std::vector<std::string> words = {"play", "laser_lawn", "--unsaved", "--draw", "mover=sun"};
  const std::string asked = placed + "moves challenge\nhint\neval\nwhy D4\nhelp\n";
  const std::string hidden = at_terminal(words, asked + "quit\n").out;
  INFO(hidden);
  CHECK(hidden.find("light  green") == std::string::npos);
  CHECK(hidden.find("challenge D4") == std::string::npos);
  CHECK(hidden.find("D1 G1") == std::string::npos);
  CHECK(hidden.find("; others are yours to find") != std::string::npos);
  CHECK(hidden.find("emitter, or say `challenge` if G1 made white") != std::string::npos);
  CHECK(hidden.find("  challenge {at} by {emitters}\n") != std::string::npos);
  std::size_t refusals = 0;
  for (std::size_t at = 0; (at = hidden.find("This is yours to find", at)) != std::string::npos; ++at) ++refusals;
  CHECK(refusals == 3);
  // Once it is said there is no way back. The light is shown as it was, and why.
  const std::string judged = at_terminal(words, placed + "challenge\nB1 e red\nD4 by D1 A1 G1\nquit\n").out;
  INFO(judged);
  CHECK(judged.find("is a move, but cannot be chosen now") != std::string::npos);
  CHECK(judged.find("5. moon: D4 by D1 A1 G1") < judged.find("light  green"));
  CHECK(judged.find("D4 shows") != std::string::npos);
  CHECK(judged.find("sun: 2 lives") != std::string::npos);
  // Hosts see all, from the beginning or from now on.
  std::vector<std::string> host = words;
  host.push_back("--light");
  CHECK(at_terminal(host, placed + "moves challenge\nquit\n").out.find("challenge D4 by A1 D1 G1") != std::string::npos);
  CHECK(at_terminal(words, placed + "light\nmoves challenge\nquit\n").out.find("challenge D4 by A1 D1 G1") !=
        std::string::npos);
}

TEST_CASE("table: what was said or claimed is not taken back, but where all see the light", "[table]") {
  const std::vector<std::string> words = {"play", "laser_lawn", "--unsaved", "--draw", "mover=sun"};
  const std::string placed = "D1 e green\nA1 se red\nundo\nA1 se blue\nG1 ne red\nchallenge\n";
  const std::string stands = "  `challenge` was said, and stands;", apart = "  `D4 by D1 A1` was said, and stands;";
  // Neither step by step nor by a branch that leaves the line before.
  const std::string said = at_terminal(words, placed + "undo\ngo 1\nD4 by D1 A1\nundo\nB1 e red\nundo\nundo\nquit\n").out;
  INFO(said);
  std::size_t refused = 0, back = 0;
  for (std::size_t at = 0; (at = said.find(stands, at)) != std::string::npos; ++at) ++refused;
  for (std::size_t at = 0; (at = said.find(apart, at)) != std::string::npos; ++at) ++back;
  CHECK(refused == 2);
  CHECK(back == 2);  // the placement after it was taken back
  CHECK(said.find("5. moon: D4 by D1 A1") != std::string::npos);
  CHECK(said.find("6. moon: B1 e red") != std::string::npos);
  // The host may; so may all once they look at the light, and then it is theirs to find again.
  std::vector<std::string> host = words;
  host.push_back("--light");
  CHECK(at_terminal(host, placed + "undo\nB1 e red\nquit\n").out.find("4. moon: B1 e red") != std::string::npos);
  CHECK(at_terminal(words, placed + "light\nundo\nlight\nB1 e red\nquit\n").out.find("4. moon: B1 e red") != std::string::npos);
  // With a program at the table, `undo` goes back over its moves, but not to before a claim.
  std::vector<std::string> against = words;
  against.insert(against.end(), {"--seat", "moon=random"});
  const std::string alone = at_terminal(against, "A1 e red\nchallenge\nwithdraw\nundo\nundo\nquit\n").out;
  INFO(alone);
  CHECK(alone.find(stands) != std::string::npos);
  // Words that nobody must find can be taken back: there is nothing to claim in the game.
  CHECK_FALSE(binds(test::must(Game::bundled("boundary")), "resign"));
}

TEST_CASE("table: where a rule fails while a program tries moves, that is said", "[table]") {
  Folder folder;
  const std::string fails = folder.write("fails.glint", R"(game "Fails"
use square
players sun, moon
board square(4, 4)
piece stone { look "o" }
var count_of: 0..5 = 0
move place "{at}" { pick at in empty; put stone on at; count_of += 1 }
play { repeat { turn of each player { choose place else { end : tie } } } }
)");
  const Answer game = glint({"play", fails, "--seat", "moon=mcts:50"}, "a1\nquit\n");
  INFO(game.out << game.err);
  CHECK(game.status == kNo);
  CHECK(game.err.find("error[G0602]") != std::string::npos);
  CHECK(game.err.find(
            "`mcts:50`, which plays moon, met this while it tried moves; `--seat moon=human` plays without it") !=
        std::string::npos);
}

TEST_CASE("table: hints and evaluations come from a program, which keeps secrets", "[table][secrets]") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps);
  const Answer game = glint({"play", lamps, "--seed", "3"},
                            "hint mcts:50\neval mcts:50\nhint random\neval random\nhint genius\nhint mcts:50\nquit\n");
  INFO(game.out << game.err);
  CHECK(game.out.find(" %)\n") != std::string::npos);
  CHECK(game.out.find("mcts:50 expects ") != std::string::npos);
  CHECK(game.out.find("random does not estimate positions") != std::string::npos);
  CHECK(game.out.find("genius") != std::string::npos);
  const Answer lawn = glint({"play", "laser_lawn", "--quiet", "--light"}, "eval mcts:5\nquit\n");
  CHECK(lawn.out.find("score: sun ") != std::string::npos);
  // Nothing of a secret: the hint is the same whatever the other player has chosen.
  const std::string bids = folder.write("bids.glint", R"(game "Bids"
use square
players sun, moon
board grid(1, 1)
var bid[p: player]: 0..5 = 0 seen by p
move offer "bid {size}" { pick size in 0..5
  bid[me] = size }
play { together { choose offer }
  end : score }
score p = if p == moon and bid[sun] == bid[moon] then 1 else 0
)");
  const auto advice = [&](const std::string& first) {
    const Answer two = glint({"play", bids, "--seed", "2", "--quiet"}, first + "\nhint mcts:40\neval mcts:40\nquit\n");
    INFO(two.out << two.err);
    const std::size_t begin = two.out.find("moon> ");
    REQUIRE(begin != std::string::npos);
    return two.out.substr(begin);
  };
  CHECK(advice("bid 0") == advice("bid 5"));
}

TEST_CASE("table: a command that is nearly typed is named", "[table]") {
  const std::string out = glint({"play", "laser_lawn", "--quiet", "--unsaved"}, "hlep\nhelpp me\nyeild\nquit\n").out;
  INFO(out);
  CHECK(out.find("did you mean the command `help`?") != std::string::npos);
  CHECK(out.find("did you mean the command", out.find("`yeild`")) == std::string::npos);
}

TEST_CASE("table: after a move that is too short stand those that begin so", "[table]") {
  const std::string examples = test::source_folder() + "/examples/";
  const auto lines = [](const std::string& path, const std::string& typed) {
    return glint({"play", path, "--quiet", "--unsaved"}, typed + "quit\n").out;
  };
  const std::string out = lines(examples + "draughts.glint", "12\nx\n12-\n");
  INFO(out);
  CHECK(out.find("moves that begin so: `12-16`\n") != std::string::npos);
  CHECK(out.find("begin so", out.find("`x`")) > out.find("`12-`"));  // none begin with x
  // Many are counted.
  const std::string many = lines(examples + "amazons.glint", "d1\n");
  INFO(many);
  CHECK(many.find("`moves d1` lists all ") != std::string::npos);
  // Nothing of what people must find, unless they have asked for it.
  Folder folder;
  const std::string path = folder.write("found.glint", R"(game "Found"
use square
players sun, moon
board grid(2, 2)
piece stone { look "o" }
setup { put stone on a1 }
move place "{at}" { pick at in empty; put stone on at }
move find "find {at}" { pick at in stone; offer unseen; end : me wins }
play { repeat { turn of each player { choose place or find else { end : tie } } } }
)");
  CHECK(lines(path, "find\n").find("begin so") == std::string::npos);
  CHECK(lines(path, "light\nfind\n").find("moves that begin so: `find a1`") != std::string::npos);
}

TEST_CASE("table: a cell may be called as the player to move calls it", "[table]") {
  const std::string out =
      glint({"play", "beams_boosters_barriers", "--quiet", "--unsaved"}, "why south H3\nwhy H3\nwhy H99\nquit\n").out;
  INFO(out);
  const std::string unlit = "No beam reaches south H3: there are no beams.\n";
  const std::size_t first = out.find(unlit);
  REQUIRE(first != std::string::npos);
  CHECK(out.find(unlit, first + 1) != std::string::npos);
  CHECK(out.find("The board has no cell `H99`.") != std::string::npos);
}

TEST_CASE("table: a move may begin with a command's word", "[table]") {
  Folder folder;
  const std::string path = folder.write("steps.glint", R"(game "Steps"
use square
players a, b
board grid(2, 1)
piece stone { look "o" }
move walk "go {at}" { pick at in empty
  put stone on at }
play { repeat { turn of a { choose walk } } }
end when empty == {} : tie
)");
  const Answer game = glint({"play", path}, "go a1\ngo b1\n");
  INFO(game.out << game.err);
  CHECK(game.status == 0);
  CHECK(game.out.find("The game is over: tie.") != std::string::npos);
}

}  // namespace
}  // namespace glint::cli
