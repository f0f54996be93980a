// Expressions that somebody asks about a position: what they are, where their errors point, and what they keep secret.
#include <glint/evaluate.hpp>

#include "lang/source/source.hpp"
#include "tests/catch.hpp"
#include "tests/support/loading.hpp"

namespace glint {
namespace {

const char* const kDuel = R"(game "Duel"
use square, "few"
players sun, moon
option side: 3..5 = 3
board square(side, side) stacks of 2
type hue = {red "R", green, blue}
beam { colour: set of hue }
piece lamp of player {
  colour: hue = green
  emits e { beam.colour = {colour} }
  look "{owner:1}"
}
var hand[p: player]: 0..9 = 4 seen by p
var told: set of 0..9 = {2, 7}
var unasked: 0..3 = 0
let lit = beams.cells
let twice(k: 0..9) = k + k
move place "{at}" {
  pick at in empty
  put lamp(owner = me) on at
  hand[me] -= 1
}
move wait "wait" { require hand[me] > 4 }
play { repeat { turn of each player { choose place or wait } } }
score p = hand[p]
test "this one is wrong" { expect no_such_name }
)";

class Few : public lang::Loader {
 public:
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile&) override {
    if (name != "few") return std::nullopt;
    return lang::SourceFile{"few.glint", "library few\nlet thrice(k: 0..9) = 3 * k\nlet faulty = nothing_at_all\n"};
  }
};

struct Asked {
  Few few;
  Game game;
  Position position;

  explicit Asked(const Settings& options = {}) : game(load(few, options)), position(*game.start()) {}
  static Game load(Few& few, const Settings& options) {
    Result<Game> game = Game::from_text(kDuel, "duel.glint", options, &few);
    INFO(game.error_text());
    REQUIRE(game);
    return *game;
  }

  Result<Value> ask(std::string_view text, int viewer = -1) {
    const Result<Expression> expression = Expression::read(game, text, &few);
    if (!expression) return expression.errors();
    return expression->value(position, viewer);
  }
  std::string text(std::string_view expression, int viewer = -1) {
    const Result<Value> value = ask(expression, viewer);
    return value ? value->text : value.errors()[0].code + ": " + value.errors()[0].message;
  }
};

TEST_CASE("eval: values of every type print as anywhere else") {
  Asked asked;
  REQUIRE_FALSE(asked.position.play("a2"));
  CHECK(asked.text("count(cells)") == "9");
  CHECK(asked.text("-3 * 2") == "-6");
  CHECK(asked.text("me") == "moon");
  CHECK(asked.text("lit") == "a2 b2 c2");
  CHECK(asked.text("b2") == "b2");
  CHECK(asked.text("empty & lamp") == "none");
  CHECK(asked.text("a2 in lamp of sun and 1 > 2") == "off");
  CHECK(asked.text("a2 in lamp and a2.colour == green") == "on");
  CHECK(asked.text("{c in cells where c.y == 3}") == "a3 b3 c3");
  CHECK(asked.text("told") == "{2, 7}");
  CHECK(asked.text("hue - {red}") == "{green, blue}");
  CHECK(asked.text("edge(b2, n)") == asked.text("edge(b3, s)"));
  CHECK(asked.text("stacked lamp") == "a2");
  CHECK(asked.text("ne + 1") == "e");
  CHECK(asked.text("hand[sun]") == "3");
  CHECK(asked.text("twice(4) + thrice(2)") == "14");
  CHECK(asked.text("moves") == "8");
  CHECK(asked.text("moves(wait)") == "0");
  CHECK(asked.text("can place") == "on");
  CHECK(asked.text("score(sun)") == "3");
  CHECK(asked.text("sum c in cells :\n  c.x") == "18");
}

TEST_CASE("eval: a value in parts") {
  Asked asked;
  REQUIRE_FALSE(asked.position.play("a2"));
  const Value lit = *asked.ask("lit");
  CHECK(lit.kind == Value::Kind::set);
  CHECK(lit.elements == std::vector<std::string>{"a2", "b2", "c2"});
  CHECK(lit.of_cells);
  CHECK(draw_cells(asked.game, lit.cells) == ". . .\n# # #\n. . .\n");
  const Value cell = *asked.ask("c1");
  CHECK(cell.of_cells);
  CHECK(draw_cells(asked.game, cell.cells) == ". . .\n. . .\n. . #\n");
  const Value numbers = *asked.ask("told");
  CHECK(numbers.of_numbers);
  CHECK(numbers.elements == std::vector<std::string>{"2", "7"});
  CHECK_FALSE(numbers.of_cells);
  CHECK(asked.ask("1 < 2")->kind == Value::Kind::flag);
  CHECK(asked.ask("3 - 5")->number == -2);
  CHECK(asked.ask("red + 0 == red").ok() == false);
}

TEST_CASE("eval: options, and positions that are read or over, are those of the game") {
  Asked asked(Settings{{"side", "5"}});
  CHECK(asked.text("count(cells)") == "25");
  asked.position = *asked.game.read(asked.position.text());
  CHECK(asked.text("count(empty)") == "25");
  CHECK(asked.text("c5") == "c5");
}

TEST_CASE("eval: errors point into the expression, whatever is wrong with tests of the script") {
  Asked asked;
  const auto error = [&](std::string_view text) { return asked.ask(text).errors().at(0); };
  const Error unknown = error("count(lampp)");
  CHECK(unknown.code == "G0201");
  CHECK(unknown.file == "<expression>");
  CHECK(unknown.line == 1);
  CHECK(unknown.column == 7);
  CHECK(unknown.rendered.find("did you mean `lamp`?") != std::string::npos);
  CHECK(error("").code == "G0101");
  CHECK(error("3 +").code == "G0101");
  CHECK(error("lit cells").message == "expected an operator or the end of the expression after `lit`, found `cells`");
  CHECK(error("lit; cells").column == 4);
  CHECK(error("count((cells").code == "G0102");
  CHECK(error("(((" + std::string(2000, '(')).code == "G0103");
  CHECK(error("beams").code == "G0309");
  CHECK(error("beams.visits").code == "G0309");
  CHECK(error("zz9").code == "G0201");
  CHECK(error("99999999999999999999").code == "G0105");
  CHECK(error("a2.colour").code == "G0306");
  CHECK(error("seen").code == "G0403");
  CHECK(error("told + 1").file == "<expression>");
  // A part of a library that the game does not use is read only now; the error says where it is used.
  CHECK(error("faulty").rendered.find("<expression>:1:1") != std::string::npos);
  CHECK(error("a9").code == "G0505");
  CHECK(error("a9").file == "<expression>");
  CHECK(asked.ask("a9").errors().size() == 1);
  // What fails only when it is computed points there, too.
  CHECK(error("cell(7, 7)").file == "<expression>");
}

TEST_CASE("eval: a player learns nothing of what is hidden") {
  Asked asked;  // sun is to move
  const int sun = 0, moon = 1;
  CHECK(asked.text("hand[me]", sun) == "4");
  CHECK(asked.text("hand[me + 1]", sun) == "G0420: this reads `hand`, which sun may not see");
  CHECK(asked.text("hand[me]", moon) == "G0420: this reads `hand`, which moon may not see");
  CHECK(asked.text("hand[opponent]", moon) == "4");
  CHECK(asked.text("hand[opponent]", sun).rfind("G0420", 0) == 0);
  CHECK(asked.text("hand[moon]", moon) == "4");
  CHECK(asked.text("count(cells)", moon) == "9");
  CHECK(asked.text("sum p in player : hand[p]", moon).rfind("G0420", 0) == 0);
  CHECK(asked.text("score(moon)", moon) == "4");
  CHECK(asked.text("score(sun)", moon).rfind("G0420", 0) == 0);
  // What can be chosen may tell of what is hidden.
  CHECK(asked.text("moves", sun) == "9");
  CHECK(asked.text("moves", moon).rfind("G0420", 0) == 0);
  CHECK(asked.text("can wait", sun) == "off");
  CHECK(asked.text("can wait of sun", moon).rfind("G0420", 0) == 0);
  CHECK(asked.text("can wait of moon", moon) == "off");
}

TEST_CASE("eval: `seen` counts where the game's rules ask for it") {
  const Result<Game> game = Game::from_text(R"(game "To and fro"
use square
players one
board grid(2, 1)
piece dot { look "o" }
setup { put dot on a1 }
move hop "{to}" { pick to in empty; for at in dot { move at to to } }
play { repeat { turn of one { choose hop } } }
end when seen == 3 : tie
)",
                                            "hop.glint");
  INFO(game.error_text());
  REQUIRE(game);
  Position position = *game->start();
  const Result<Expression> seen = Expression::read(*game, "seen");
  REQUIRE(seen);
  CHECK(seen->value(position)->text == "1");
  REQUIRE_FALSE(position.play("b1"));
  REQUIRE_FALSE(position.play("a1"));
  CHECK(seen->value(position)->text == "2");
}

}  // namespace
}  // namespace glint
