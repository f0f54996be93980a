// Beams that rules follow by themselves, as pictures show and explain them: which ones, under what name, and to whom.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

using namespace glint;
using test::must;

namespace {

/// A mirror on c1 turns what comes in at a1.
std::string shots(const std::string& rules) {
  return R"(game "Shots"
use square
players sun, moon
board grid(5, 4)
beam { power: 0..9 = 3 }
piece mirror { line: axis; when beam comes -> reflects across line { beam.power -= 1 }; look "{line}" }
piece lamp { facing: direction; emits facing; look "L" }
setup { put mirror(line = rising) on c1; put mirror(line = falling) on a3 }
)" + rules + R"(
move place "{at}" { pick at in empty; put mirror(line = rising) on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";
}

/// "shot a1 5": name, first cell, cells left; one line for each beam.
std::string told(const Position& position, int player = -1) {
  std::string text;
  for (const Beam& beam : must(position.followed_beams(player)))
    text += beam.name + " " + position.game().cells()[static_cast<std::size_t>(beam.source)].label + " " +
            std::to_string(beam.path.size()) + "\n";
  return text;
}
std::string told(const std::string& rules) { return told(must(test::script(shots(rules)).start())); }

}  // namespace

TEST_CASE("followed beams: those of every let without parameters, where the script names none", "[followed]") {
  CHECK(told("").empty());
  CHECK(told("let shot = trace(edge(a1, w), e)") == "shot a1 6\n");
  CHECK(told("let lit = trace(edge(a1, w), e).cells | trace(e4, s).cells") == "lit a1 6\nlit e4 4\n");
  // One that another let follows too is shown once; functions and tables, and what depends on who is to move, are not.
  CHECK(told("let shot = trace(edge(a1, w), e)\nlet same = shot\nlet long = count(same.cells)") == "shot a1 6\n");
  CHECK(told("let from(c: cell) = trace(c, n)\nlet of_all[c: cell] = count(from(c).cells)").empty());
  CHECK(told("let home(p: player): cell = if p == sun then a1 else b1\nlet mine = trace(home(me), n)").empty());
  CHECK(told("let from(c: cell) = trace(c, n)\nlet two = count(from(b1).cells) + count(from(d1).cells)") ==
        "two b1 4\ntwo d1 4\n");
  // Nor what a fold or comprehension tries out, from here or by calls; a function that is told from where is followed.
  CHECK(told("let far = {c in cells where count(trace(c, n).cells) > 2}").empty());
  CHECK(told("let from(c: cell) = trace(c, n)\nlet all = union c in cells : from(c).cells\nlet same = all").empty());
  CHECK(told("let from(c: cell) = trace(c, n)\nlet of_all[c: cell] = count(from(c).cells)\nlet one = of_all[b1]").empty());
  CHECK(told("let from(c: cell) = trace(c, n)\nlet again(c: cell) = from(c)\nlet one = count(again(b1).cells)") == "one b1 4\n");
  // Those of emitters are no followed ones.
  CHECK(told("let all = beams.cells\nlet some = trace(lamp).cells").empty());
}

TEST_CASE("followed beams: `show beams` names which", "[followed]") {
  const std::string lets = "let shot = trace(edge(a1, w), e)\nlet from(c: cell) = trace(c, n)\n"
                           "let of_all[c: cell] = count(from(c).cells)\nlet home(p: player): cell = if p == sun then b1 else d1\n";
  CHECK(told(lets + "show beams from(d1)") == "from(d1) d1 4\n");
  CHECK(told(lets + "show beams from(d1)\nshow beams shot") == "from(d1) d1 4\nshot a1 6\n");
  CHECK(told(lets + "show when mirror == {} beams shot").empty());
  CHECK(told(lets + "show when mirror != {} beams shot") == "shot a1 6\n");
  CHECK(told(lets + "show for p in player beams from(home(p))") == "from(home(p)) of sun b1 4\nfrom(home(p)) of moon d1 4\n");
  CHECK(told(lets + "show beams of_all[b1]") == "of_all[b1] b1 4\n");  // this entry, though the table has 20
  CHECK(told(lets + "show beams trace(e2, w)") == "trace(e2, w) e2 5\n");
  // From where it is told, it goes as anywhere.
  const Position position = must(test::script(shots(lets + "show beams shot")).start());
  const std::vector<Beam> beams = must(position.followed_beams());
  REQUIRE(beams.size() == 1);
  CHECK(beams[0].entry_way == 0);
  CHECK(beams[0].end == BeamEnd::left);
  CHECK(beams[0].left_with == std::vector<std::string>{"2"});
  CHECK(must(position.beams()).empty());
  CHECK(test::code_of(shots("let few = 3\nshow beams few")) == "G0309");
  CHECK(test::code_of(shots("show beams trace(lamp).cells")) == "G0309");
  CHECK(test::code_of(shots("show beams ")) == "G0101");
}

TEST_CASE("followed beams: a change of the position changes them, whatever was asked before", "[followed]") {
  Position position = must(test::script(shots("let shot = trace(edge(a1, w), e)\nvar seen_cells: 0..99 = 0\n"
                                              "invariant count(shot.cells) > 0")).start());
  CHECK(told(position) == "shot a1 6\n");
  CHECK(told(position) == "shot a1 6\n");
  test::play(position, "b1");
  CHECK(told(position) == "shot a1 5\n");
}

TEST_CASE("followed beams: what is hidden stays hidden", "[followed][secrets]") {
  const std::string hidden = "var gate: edge = edge(a1, w) seen by sun\nlet shot = trace(gate, e)\nlet open = trace(e4, s)\n";
  const Position position = must(test::script(shots(hidden)).start());
  CHECK(told(position) == "shot a1 6\nopen e4 4\n");
  CHECK(told(position, 0) == "open e4 4\n");
  CHECK(told(position, kNobody) == "open e4 4\n");
  CHECK(test::code_of(shots(hidden + "show beams shot")) == "G0420");
  CHECK(test::code_of(shots(hidden + "show beams open")).empty());
  // Beams that depend on what is hidden.
  const std::string mines = "var mine: set of cell = e2 seen by sun\nwhen beam enters c in mine -> stops\nlet open = trace(e4, s)\n";
  const Position mined = must(test::script(shots(mines)).start());
  CHECK(told(mined) == "open e4 2\n");
  CHECK(told(mined, 0) == "open e4 2\n");
  CHECK(told(mined, 1).empty());
  CHECK(view::scene_of(mined, 1).beams.empty());
  CHECK(test::code_of(shots(mines + "show beams open")).empty());
}

TEST_CASE("followed beams: pictures draw them, and say where light comes from", "[followed]") {
  const Position position = must(test::script(shots("let shot = trace(edge(a1, w), e)")).start());
  const view::Scene scene = view::scene_of(position);
  REQUIRE(scene.beams.size() == 1);
  CHECK(view::steps_of(scene.beams[0], scene) ==
        "shot: (power 3) -e-> a1 -e-> b1 -e-> (power 2) c1 -n-> c2 -n-> c3 -n-> c4 -n-> off the board\n");
  std::string why;
  for (const std::string& line : view::explain_light(scene.beams[0].path[3].cell, scene)) why += line + "\n";
  CHECK(why ==
        "c2 shows power 2, by the beam of shot.\n\n  shot, which the rules follow:\n    comes to a1 going e, with power 3\n"
        "    goes a1 -e-> b1 -e-> c1\n    at c1, a mirror with line /: turns from e to n, power falls from 3 to 2\n"
        "    goes c1 -n-> c2\n    gives c2 power 2\n");
  const std::string drawn = view::picture(scene, {.utf8 = false});
  CHECK(drawn.find('-') != std::string::npos);
  const std::string svg = view::svg(scene);
  CHECK(svg.find("stroke-opacity=\"0.16\"") != std::string::npos);
}

TEST_CASE("followed beams: the commands know them", "[followed]") {
  cli::Folder folder;
  const std::string game = folder.write("shots.glint", shots("let shot = trace(edge(a1, w), e)"));
  CHECK(cli::glint({"trace", game}).out.rfind("shot: (power 3) -e-> a1", 0) == 0);
  CHECK(cli::glint({"trace", game, "--why", "c3"}).out.find("by the beam of shot") != std::string::npos);
  CHECK(cli::glint({"trace", game, "--source", "a1"}).status == 0);
  const auto json = cli::glint({"trace", game, "--json"}).json();
  REQUIRE(json["beams"].size() == 1);
  CHECK(json["beams"][0]["name"] == "shot");
  CHECK(json["beams"][0]["entry"] == "e");
  CHECK(json["light"].size() == 6);
  CHECK(cli::glint({"show", game}).out.find("light  power") != std::string::npos);
  const std::string dark = folder.write("dark.glint", shots(""));
  CHECK(cli::glint({"trace", dark}).out == "there are no beams\n");
}

TEST_CASE("followed beams: an error of the script is told, with its place, and the command fails", "[followed]") {
  cli::Folder folder;
  const std::string far = "var far: 0..9 = 9\nlet shot = trace(cell(far, 1), e)\nlet fine = trace(a4, e)\n";
  const std::string game = folder.write("bad.glint", shots(far + "show beams shot\nshow beams fine"));
  const cli::Answer shown = cli::glint({"show", game});
  CHECK(shown.status == 1);
  CHECK(shown.out.find("the beams are not shown") != std::string::npos);
  CHECK(shown.err.find("let shot = trace(cell(far, 1), e)") != std::string::npos);
  CHECK(cli::glint({"show", game, "--svg", folder / "bad.svg"}).status == 1);
  CHECK(cli::glint({"show", game, "--text"}).status == 0);
  CHECK(cli::glint({"trace", game}).status == 1);
  const cli::Answer checked = cli::glint({"check", game});
  CHECK(checked.status == 1);
  CHECK(checked.err.find("let shot = trace(cell(far, 1), e)") != std::string::npos);
  const std::string many = folder.write(
      "many.glint", "game \"Many\"\nuse square\nplayers sun\nboard grid(60, 60)\nbeam { }\n"
                    "show beams count(union c in cells : trace(c, e).cells)\nmove pass \"pass\" { }\n"
                    "play { repeat { turn of sun { choose pass } } }\n");
  const cli::Answer too_many = cli::glint({"trace", many});
  CHECK(too_many.status == 1);
  CHECK(too_many.err.find("more than 2000 beams are followed for one picture") != std::string::npos);
}

TEST_CASE("followed beams: a `let` that fails where the rules do not ask for it spoils no picture", "[followed]") {
  cli::Folder folder;
  const std::string far = "var far: 0..9 = 9\nlet shot = trace(cell(far, 1), e)\nlet fine = trace(a4, e)\n";
  CHECK(told(far) == "fine a4 5\n");
  const std::string game = folder.write("far.glint", shots(far));
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"check", game}, {"show", game}, {"show", game, "--json"}, {"show", game, "--svg", folder / "far.svg"},
                                             {"trace", game}, {"bench", game, "--seconds", "0.01"}}) {
    CAPTURE(command[0]);
    const cli::Answer answer = cli::glint(command);
    CAPTURE(answer.out, answer.err);
    CHECK(answer.status == 0);
    CHECK(answer.out.find("not shown") == std::string::npos);
  }
}

TEST_CASE("show: a `show cells` that fails is told as beams are that fail", "[followed]") {
  cli::Folder folder;
  const std::string game = folder.write("wet.glint", shots("var far: 0..9 = 9\nshow cells cell(far, 1) as \"~\""));
  for (const char* command : {"show", "check"}) {
    CAPTURE(command);
    const cli::Answer answer = cli::glint({command, game});
    CHECK(answer.status == 1);
    CHECK(answer.err.find("show cells cell(far, 1)") != std::string::npos);
  }
}
