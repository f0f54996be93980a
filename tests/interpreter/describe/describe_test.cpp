// Rule sheets: the four games and a variant as golden Markdown, sentences for statements and expressions, and that
// every script that comes with Glint has a sheet.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/describe/describe.hpp"
#include "interpreter/describe/phrase.hpp"
#include "interpreter/program/program.hpp"
#include "tests/catch.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace glint::describe {
namespace {

namespace fs = std::filesystem;

Sheet sheet_of(const Game& game) {
  const std::optional<Game> base = base_of(game);
  CHECK(base.has_value() == !game.variant_of().empty());
  return describe(game, base ? &*base : nullptr);
}

/// The sheet of a small script, as Markdown.
std::string described(const std::string& script) { return markdown(sheet_of(test::script(script))); }

/// Whether the text has this line, wherever it stands in a list.
bool has_line(const std::string& text, const std::string& line) {
  std::istringstream in(text);
  for (std::string each; std::getline(in, each);) {
    const std::size_t begin = each.find_first_not_of(" -0123456789.");
    if (begin != std::string::npos && each.substr(begin) == line) return true;
  }
  return false;
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("describe: golden sheets of the four games and of a variant") {
  // GLINT_REWRITE_GOLDEN=1 rewrites them; read the difference before you commit it.
  const fs::path folder = fs::path(test::source_folder()) / "tests/golden/sheets";
  for (const std::string name : {"boundary", "laser_lawn", "the_beam", "beams_boosters_barriers", "low_trees"}) {
    INFO(name);
    const Result<Game> game = Game::bundled(name);
    REQUIRE(game);
    const std::string text = markdown(sheet_of(*game));
    const fs::path path = folder / (name + ".md");
    if (std::getenv("GLINT_REWRITE_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
    CHECK(text == read(path));
  }
}

TEST_CASE("describe: each bundled script and example has a sheet, with a sentence for each move") {
  std::size_t sheets = 0, number = 0;
  for (const char* const folder :
       {"games", "games/variants", "games/found", "examples", "examples/variants", "examples/puzzles"}) {
    for (const auto& file : fs::directory_iterator(fs::path(test::source_folder()) / folder)) {
      if (file.path().extension() != ".glint" || !test::sampled(number++)) continue;
      INFO(file.path().string());
      cli::FolderLoader loader(file.path().string(), {});
      const Result<Game> loaded = Game::from_text(read(file.path()), file.path().string(), {}, &loader);
      REQUIRE(loaded);
      const Game& game = *loaded;
      const Sheet sheet = describe(game, nullptr, {.characters = false, .svg = false});
      ++sheets;
      const auto moves =
          std::find_if(sheet.sections.begin(), sheet.sections.end(), [](const Section& s) { return s.id == "moves"; });
      REQUIRE(moves != sheet.sections.end());
      CHECK(moves->entries.size() == game.program().rules.moves.size());
      for (const Entry& entry : moves->entries) CHECK_FALSE(entry.lines.empty());
      // Marks are closed, and nothing is left of them.
      const std::string text = markdown(sheet);
      CHECK(std::none_of(text.begin(), text.end(), [](char c) { return c == '\x01' || c == '\x02'; }));
    }
  }
  if (test::scale() == 1) CHECK(sheets > 40);
}

TEST_CASE("describe: sums, differences and products are written with their signs") {
  const std::string text = described(R"(
    game "Signs"
    use square
    players red, blue
    board square(3, 3)
    piece stone of player { look "{owner:1}" }
    move put_one "{at}" { pick at in empty; put stone on at }
    play { repeat { turn of each player { choose put_one else { end : score } } } }
    score p = (count(stone of p) + 2) * 3 - count(empty) * 4
  )");
  INFO(text);
  CHECK(text.find("+ 2") != std::string::npos);
  CHECK(text.find("× 3") != std::string::npos);
  CHECK(text.find("− ") != std::string::npos);
  CHECK(text.find("× 4") != std::string::npos);
}

TEST_CASE("describe: statements and expressions become sentences") {
  const std::string text = described(R"(
    /// A game of stones.
    ///
    /// With a second paragraph.
    game "Stones"
    use square
    players red, blue
    option easy: {no, yes} = no   "whether it is easy"
    option width: 3..5 = 4   "how wide the board is"
    board square(4, 4) stacks of 2
    type mood = {calm, wild}
    /// It lies about.
    piece stone of player { size: 1..2; mood: mood; look "{owner:1}{size}" }
    /// How often a player moved.
    var moved[player]: 0..9 = 0
    var last: set of cell = {}
    let middle = b2 | b3 | c2 | c3
    let worth(how: mood) = if how == calm then 1 else 4
    let many(p: player): flag = count(stone of p) >= 3
    let upper(p: player): flag = any part in stacked stone of p : part.level > 0
    move put_one "{at} {size}" {
      pick at in (empty & middle) - last   "not there"
      pick size in 1..2
      require easy == yes or not (at + around meets stone of me)   "too near"
      put stone(size = size, mood = wild) on at
      last = at
      moved[me] += 1
      if many(me) { end when moved[opponent] == 0 : me wins } else { last = {} }
    }
    move shift "{from}-{to} {by}" {
      pick from in stone of me
      let far = from.size + 1
      pick to in slide(from, around, empty) & steps(from, {n, e}, far, empty)
      pick by in steps(to, {w}, 1, empty)
      move from to to
      for each in stone of opponent { remove each }
      require all each in stone of me : each.size <= 2 and each.mood == wild   "all must be wild"
      require upper(me) or moved[me] < 8   "too flat"
    }
    play { repeat { turn of each player { choose put_one or shift else { end : tie } } } }
    end for p in player when any each in stone of p : each in middle and moved[p] > 8 : p loses
  )");
  const std::vector<std::string> lines = {
      "Two players: red and blue.",
      "Red moves first.",
      "It belongs to a player.",
      "Its mood: calm or wild.",
      "If none is possible, the game is a tie.",
      "Choose *at*: an empty cell in *middle* and outside *last*.",
      "Choose *size*: a number from 1 to 2.",
      "Only allowed if you have no stone next to *at* (if not: “too near”).",
      "Put one of your stones with size *size* and mood wild on *at*.",
      "Your *moved* goes up by 1.",
      "If *many* holds for you:",
      "The game ends if your opponent's *moved* is 0: you win.",
      "Otherwise: *last* becomes empty.",
      "Choose *from*: one of your stones.",
      "Let *far* be *from*'s size + 1.",
      "Move the stone on *from* to *to*.",
      "Choose *to*: a cell in a straight line from *from* in any direction, reached only over empty cells, and also "
      "exactly "
      "*far* steps in a straight line from *from* toward n or e, with only empty cells on the way.",
      "Choose *by*: a cell exactly 1 step in a straight line from *to* toward w, with only empty cells on the way.",
      "For each of your opponent's stones *each*: remove the stone on *each*.",
      "Only allowed if *each*'s size is at most 2 and *each*'s mood is wild for each of your stones *each* (if not: "
      "“all must "
      "be wild”).",
      "For each player *p*: as soon as *each* is in *middle* and *p*'s *moved* is more than 8 for one of *p*'s stones "
      "*each*, "
      "*p* loses.",
      "`b2`, `b3`, `c2` and `c3`.",
      "Holds if *p* has at least 3 stones.",
      "Holds if *part*'s level is more than 0 for one of *p*'s stones *part* at any height of a stack.",
      "A number from 0 to 9, for each player; at the start 0.",
      "With `yes`:",
  };
  INFO(text);
  for (const std::string& line : lines) {
    INFO(line);
    CHECK(has_line(text, line));
  }
  CHECK(text.find("A game of stones.\n\nWith a second paragraph.\n") != std::string::npos);
  CHECK(text.find("### many of *p*") != std::string::npos);
  CHECK(text.find("`if ") == std::string::npos);  // nothing had to be told as code
}

TEST_CASE("describe: what follows a certain end is not told, and an option may decide that") {
  const std::string script = R"(
    game "Stuck"
    use square
    players red, blue
    option stuck: {loses, passes} = loses   "what happens to a player without a move"
    board grid(2, 2)
    piece stone { look "o" }
    var secret: 0..3 = 0 seen by {}
    move lay "{at}" { pick at in empty | b2; put stone on at | a1; secret = 1 }
    move pass "pass" { }
    play {
      repeat {
        turn of each player {
          choose lay else {
            if stuck == loses { end : opponent wins }
            choose pass
          }
        }
      }
    }
  )";
  const std::string text = described(script);
  INFO(text);
  CHECK(has_line(text, "If none is possible, your opponent wins."));
  CHECK(has_line(text, "**the course of play**: If none is possible, make the move *pass*."));
  CHECK(has_line(text, "Choose *at*: an empty cell, or a cell on `b2`."));
  CHECK(has_line(text, "Put a stone on *at* and `a1`."));
  CHECK(has_line(text, "A number from 0 to 3; at the start 0. Nobody sees it."));
  CHECK(has_line(text, "Nothing changes."));
}

TEST_CASE("describe: an end that holds always is told, one that never does is not") {
  const auto sheet = [](const std::string& when) {
    return described("game \"Over\"\nuse square\nplayers sun, moon\noption quick: flag = on\nboard grid(2, 1)\n"
                     "piece stone { look \"o\" }\nmove drop \"{at}\" { pick at in empty; put stone on at }\n"
                     "play { repeat { turn of each player { choose drop } } }\nend when " + when + " : tie\n");
  };
  CHECK(sheet("quick").find("- As soon as always, the game is a tie.") != std::string::npos);
  CHECK(sheet("not quick").find("- As soon as") == std::string::npos);
}

TEST_CASE("describe: an option's other value and a variant are told by what they change") {
  const Result<Game> base = Game::bundled("boundary"), changed = Game::bundled("open_boundary");
  REQUIRE(base);
  REQUIRE(changed);
  const std::string before = markdown(sheet_of(*base)), after = markdown(sheet_of(*changed));
  CHECK(before.find("What is different") == std::string::npos);
  CHECK(before.find("- With `all`:") != std::string::npos);
  const std::size_t difference = after.find("## What is different from Boundary");
  REQUIRE(difference != std::string::npos);
  CHECK(difference < after.find("## Players"));
  CHECK(after.find("is `all` instead of `own`") != std::string::npos);
  CHECK(after.find("As soon as this position has come up at least 3 times, the game is a tie.") != std::string::npos);
}

TEST_CASE("describe: what does not count, what is one at most, and what chance decides first") {
  const std::string text = described(R"(
    game "Last Stone"
    use square
    players red, green
    board grid(3, 3)
    beam { colour: set of player }
    piece stone of player { emits e { beam.colour = {owner} }; look "{owner:1}" }
    var first: player = red
    var latest: set of cell = {}
    var taken: set of cell = {}
    let home(p: player): cell = if p == red then a1 else c3
    let heir(p: player): player = if p == red then green else red
    let lit[c: cell]: set of player = union v in beams.visits where v.cell == c : v.colour
    move lay "{at}" { pick at in empty - home(me); put stone on at; latest = at; taken |= at }
    move undo "undo" {
      require latest != {} and lit[home(me)] != {}   "nothing to undo"
      for each in latest & stone { first = heir(first) }
      for each in taken & stone while count(empty) < 5 { remove each }
      latest = {}
    }
    move resign "resign" { offer nothing; end : opponent wins }
    play { draw first in player; repeat { turn of first { choose lay or undo or resign else { end : tie } } } }
  )");
  const std::vector<std::string> lines = {
      "If neither *lay* nor *undo* is possible, the game is a tie.",
      "If there is a stone *each* in *latest*: *first* becomes *first*'s *heir*.",
      "A player; chance sets it at the start.",
      "A set of cells; at the start none.",
      "Player red: `a1`.",
      "Player red: player green.",
      "Every colour that any beam has when it leaves *c*.",
      "The game ends: your opponent wins.",
  };
  INFO(text);
  for (const std::string& line : lines) {
    INFO(line);
    CHECK(has_line(text, line));
  }
  const std::size_t loop = text.find("For each stone *each* in *taken*, as long as ");
  REQUIRE(loop != std::string::npos);
  INFO(text.substr(loop, 100));
  CHECK(text.substr(loop, text.find(':', loop) - loop).find("5") != std::string::npos);
  CHECK(text.find("This move is in no list of moves, and bots do not choose it.") != std::string::npos);
  CHECK(text.find("visit") == std::string::npos);  // the word is not used, so it is not defined
}

TEST_CASE("describe: a move that differs in several ways is told once, and a message is no rule") {
  const auto game = [](const std::string& move) {
    return test::script("game \"Lay\"\nuse square\nplayers red, green\nboard grid(3, 3)\npiece stone { look \"o\" }\n" +
                        move + "\nplay { repeat { turn of each player { choose lay else { end : tie } } } }\n");
  };
  const Game base = game(R"(move lay "{at}" { pick at in cells; require at in empty "taken"; put stone on at })");
  const auto differences = [&](const Game& other) {
    const std::string text = markdown(describe(other, &base));
    const std::size_t begin = text.find("## What is different");
    return text.substr(begin, text.find("###", begin) - begin);
  };
  const std::string message =
      differences(game(R"(move lay "{at}" { pick at in cells; require at in empty "not there"; put stone on at })"));
  INFO(message);
  CHECK(message.find("**lay**: The message for an illegal move is “not there” instead of “taken”.") != std::string::npos);
  CHECK(message.find("Only allowed") == std::string::npos);
  const std::string several =
      differences(game(R"(move lay "on {at}" { pick at in cells; require at in a1 | b1 "taken"; put stone on at })"));
  INFO(several);
  CHECK(several.find("**lay**") != std::string::npos);
  CHECK(several.find("**lay**") == several.rfind("**lay**"));
  CHECK(several.find("Written **on** *at*") != std::string::npos);
}

TEST_CASE("describe: conditions in conditions say both and either, however deep they go") {
  const auto with_rule = [](const std::string& rule) {
    return described("game \"T\"\nuse square\nplayers red, blue\nboard square(3, 3)\npiece disc { look \"o\" }\n"
                     "beam { energy: 0..3 }\nvar x: 0..3 = 0\nvar y: 0..3 = 0\n" +
                     rule + "\nplay { repeat { turn of each player { choose put_one } } }\n");
  };
  const std::string text = with_rule(
      "move put_one \"{at}\" { pick at in empty\nrequire x == 1 and not (x == 2 or y == 1)\n"
      "require x == 3 or not (x == 2 and y == 2)\nput disc on at }");
  INFO(text);
  CHECK(text.find("x* is 1, and both *x* is not 2 and *y* is not 1") != std::string::npos);
  CHECK(text.find("x* is 3, or either *x* is not 2 or *y* is not 2") != std::string::npos);
  std::string deep = "empty";
  for (int i = 0; i < 30; ++i)
    deep = "{w" + std::to_string(i) + " in cells where count(empty) == count(" + deep + ")}";
  CHECK(with_rule("let few = " + deep + "\nmove put_one \"{at}\" { pick at in few & empty\nput disc on at }").size() < 10'000'000);
}

TEST_CASE("describe: a loop over the values of a type is told for each of them, if it asks for their numbers") {
  const std::string text = described(
      "game \"T\"\nuse square\nplayers red, blue\ntype tone = {low, mid, high}\ntype hue = {a, b, c, d, e, f}\n"
      "type tint = {g, h, i, j, k, l, m}\nboard square(3, 3)\npiece disc { look \"o\" }\nvar x: 0..9 = 0\n"
      "move lay \"{at}\" {\npick at in empty\nfor t in tone { x = t.index }\nfor t in {low, high} { x = t.index }\n"
      "for p in player { x = p.index }\nfor t in tone { x += 1 }\nfor t in hue { x = t.index }\nfor t in tint { x = t.index }\n"
      "put disc on at\n}\nplay { repeat { turn of each player { choose lay } } }\n");
  INFO(text);
  for (const char* const line : {"2. For low: *x* becomes 0.", "3. For mid: *x* becomes 1.", "4. For high: *x* becomes 2.",
                                 "5. For each of low and high (*t*): *x* becomes *t*'s number.",
                                 "6. For each player *p*: *x* becomes *p*'s number.",
                                 "7. For each of low, mid and high (*t*): *x* goes up by 1.", "13. For f: *x* becomes 5.",
                                 "14. For each of g, h, i, j, k, l and m (*t*): *x* becomes *t*'s number.",
                                 "15. Put a disc on *at*."})
    CHECK(text.find("\n" + std::string(line) + "\n") != std::string::npos);
}

TEST_CASE("describe: no text of a script becomes a heading, a list or a fence of the Markdown") {
  const std::string text = described(R"(game "Sharp #"
use square
players red, blue
board square(3, 3)
/// # Not a heading.
///
/// > Not a quotation.
///
/// - Not a list.
///
/// 12. Not a step. 12.5 is a number, and &lt; stays as it is.
///
/// ~~~
///
///     o ```
///     ```
///     o
piece disc { look "o" }
move place "{at}" { pick at in empty "taken"
put disc on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)");
  INFO(text);
  for (const std::string line : {"# Sharp \\#", "\\# Not a heading.", "\\> Not a quotation.", "\\- Not a list.",
                                 "12\\. Not a step. 12.5 is a number, and \\&lt; stays as it is.", "\\~~~",
                                 "````text\no ```\n```\no\n````"})
    CHECK(("\n" + text).find("\n" + line + "\n") != std::string::npos);
}

TEST_CASE("describe: the option that the game has decides what is told") {
  const Result<Game> mirrors = Game::bundled("laser_lawn"), guides = Game::bundled("laser_lawn", {{"mirror", "guide"}});
  REQUIRE(mirrors);
  REQUIRE(guides);
  const std::string told = "From the side: it leaves in the direction the emitter faces";
  const auto rules = [&](const Game& game) {
    const std::string text = markdown(sheet_of(game));
    return text.substr(0, text.find("## Options"));
  };
  CHECK(rules(*mirrors).find(told) == std::string::npos);
  CHECK(rules(*guides).find(told) != std::string::npos);
}

TEST_CASE("describe: what a piece does to beams is found out by the engine") {
  const std::string text = described(R"(
    game "Shutter"
    use square
    players sun, moon
    board grid(5, 5)
    beam { power: 0..3 = 2 }
    piece lamp { facing: direction; emits facing; look "L{facing}" }
    piece shutter {
      line: axis
      when beam comes {
        from behind n -> straight { beam.power -= 1 }
        from ahead n  -> stops
        otherwise     -> straight, turns 1
      }
      look "{line}"
    }
    move place "{at}" { pick at in empty; put shutter(line = rising) on at }
    move shine "{at} {way}" { pick at in empty; pick way in direction; put lamp(facing = way) on at }
    play { repeat { turn of each player { choose place or shine else { end : tie } } } }
  )");
  INFO(text);
  CHECK(has_line(text, "`/`, going **n**: goes straight on and power falls from 2 to 1."));
  CHECK(has_line(text, "`/`, going **s**: is stopped."));
  CHECK(has_line(text, "`/`, going **e**: is split: one branch goes straight on, another one turns right by 1 notch."));
  CHECK(has_line(text, "Going toward n: it goes straight on, and its power goes down by 1."));
}

TEST_CASE("describe: optics are shown with beams as lamps send them out") {
  const std::string text = described(R"(
    game "Shutter"
    use square
    players sun, moon
    board grid(5, 5)
    beam { power: 0..3 = 2 }
    piece lamp { facing: direction; emits facing { beam.power = 3 }; look "L{facing}" }
    piece shutter { when beam comes { from behind n -> straight { beam.power -= 1 }; otherwise -> stops }; look "s" }
    move shine "{at} {way}" { pick at in empty; pick way in direction; put lamp(facing = way) on at }
    move place "{at}" { pick at in empty; put shutter on at }
    play { repeat { turn of each player { choose place or shine else { end : tie } } } }
  )");
  INFO(text);
  CHECK(has_line(text, "Going **n**: goes straight on and power falls from 2 to 1 or power falls from 3 to 2."));
}

/// Every element is closed in its order, and every attribute is quoted: enough of XML for the page's body.
std::string first_mistake(const std::string& page) {
  std::vector<std::string> open;
  const std::vector<std::string> alone = {"meta", "!DOCTYPE"};
  for (std::size_t i = page.find('<'); i != std::string::npos; i = page.find('<', i + 1)) {
    const std::size_t end = page.find('>', i);
    if (end == std::string::npos) return "no end: " + page.substr(i, 40);
    const std::string tag = page.substr(i + 1, end - i - 1);
    const std::string name = tag.substr(tag[0] == '/' ? 1 : 0, tag.find_first_of(" />", 1) - (tag[0] == '/' ? 1 : 0));
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return "quotes: " + tag;
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return "closed: " + tag;
      open.pop_back();
    } else if (!tag.ends_with('/') && std::find(alone.begin(), alone.end(), name) == alone.end()) {
      open.push_back(name);
    }
  }
  return open.empty() ? "" : "open: " + open.back();
}

TEST_CASE("describe: the page is well-formed, links to what it has, and needs no network") {
  for (const std::string name : {"laser_lawn", "glass"}) {
    INFO(name);
    const Result<Game> game = Game::bundled(name);
    REQUIRE(game);
    const std::string page = html(sheet_of(*game));
    CHECK(first_mistake(page) == "");
    CHECK(page.find("<svg") != std::string::npos);
    // A name is given once, however many pictures there are.
    std::vector<std::string> names;
    for (std::size_t i = page.find(" id=\""); i != std::string::npos; i = page.find(" id=\"", i + 1))
      names.push_back(page.substr(i + 5, page.find('"', i + 5) - i - 5));
    std::sort(names.begin(), names.end());
    CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
    for (const char* const outside : {"<script", "src=", "<link", "@import", "url(http"})
      CHECK(page.find(outside) == std::string::npos);
    // The only addresses are those of the page itself, and of the names of XML.
    for (std::size_t i = page.find("href=\""); i != std::string::npos; i = page.find("href=\"", i + 1)) {
      const std::string address = page.substr(i + 6, page.find('"', i + 6) - i - 6);
      INFO(address);
      REQUIRE(address.starts_with("#"));
      CHECK(page.find("id=\"" + address.substr(1) + "\"") != std::string::npos);
    }
    for (std::size_t i = page.find("http"); i != std::string::npos; i = page.find("http", i + 1))
      CHECK(page.substr(i).starts_with("http://www.w3.org/2000/svg\""));
  }
}

TEST_CASE("describe: games made up at random have a sheet and a page", "[smith]") {
  Random random(2026);
  for (int i = 0; i < test::scaled(40); ++i) {
    smith::Tape tape(random.next());
    const smith::Script made = smith::script(tape);
    INFO(made.game);
    const Result<Game> game = Game::from_text(made.game, "smith.glint");
    if (!game) continue;
    const Sheet sheet = describe(*game);
    CHECK(first_mistake(html(sheet)) == "");
    CHECK(markdown(sheet).find("## Moves") != std::string::npos);
  }
}

TEST_CASE("describe: the command writes a page and data") {
  const cli::Answer data = cli::glint({"describe", "the_beam", "--json"});
  CHECK(data.status == 0);
  CHECK(data.out.find("\"heading\": \"Moves\"") != std::string::npos);
  const cli::Answer page = cli::glint({"describe", "low_trees", "--html", "-"});
  CHECK(page.status == 0);
  CHECK(page.out.starts_with("<!DOCTYPE html>"));
  CHECK(first_mistake(page.out) == "");
  CHECK(page.out.find("main.sheet {") < page.out.find("</head>"));
  CHECK(cli::glint({"describe", "low_trees", "--html", "-", "--json"}).status == 2);
}

TEST_CASE("describe: words") {
  CHECK(listed({"a", "b", "c"}) == "a, b and c");
  CHECK(plural("box") == "boxes");
  CHECK(plural("ray") == "rays");
  CHECK(plural("city") == "cities");
  CHECK(plural("man") == "men");
  CHECK(plural("craftsman") == "craftsmen");
  CHECK(plural("human") == "humans");
  CHECK(plural("talisman") == "talismans");
  CHECK(with_article("empty cell") == "an empty cell");
  CHECK(sentence("done") == "done.");
  CHECK(unmarked(from_comment("see `x` here")) == "see x here");
  CHECK(runs(from_comment("see `x` here")).size() == 3);
}

}  // namespace glint::describe
