// Rule sheets: the four games and a variant as golden Markdown, where the author's words stand, that what is quoted is
// the script's own, and that every script that comes with Glint has a sheet.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/describe/describe.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/view/scene/scene.hpp"
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

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The text without what a sheet leaves out of comments, and what it adds to the text of an option: slashes, backquotes,
/// ends of lines; a capital and a full stop.
std::string plain(const std::string& text) {
  std::string words;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    std::erase_if(word, [](char c) { return c == '`' || c == '.' || c == '"'; });
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (word != "///") words += word + " ";
  }
  return words;
}

/// What a sheet says that its scripts do not have: a paragraph that is in no comment, or a quoted line.
std::string first_without_source(const Sheet& sheet, const std::string& scripts) {
  const std::string words = plain(scripts);
  const auto missing = [&](const std::vector<Line>& lines) -> std::string {
    for (const Line& line : lines)
      if (words.find(plain(unmarked(line.text))) == std::string::npos) return unmarked(line.text);
    return "";
  };
  if (const std::string found = missing(sheet.doc); !found.empty()) return found;
  for (const Section& section : sheet.sections)
    for (const Entry& entry : section.entries) {
      if (const std::string found = missing(entry.doc); !found.empty()) return found;
      std::istringstream in(entry.script);
      for (std::string line; std::getline(in, line);)
        if (scripts.find(line) == std::string::npos) return line;
    }
  return "";
}

const Entry& entry_of(const Sheet& sheet, const std::string& id) {
  for (const Section& section : sheet.sections)
    for (const Entry& entry : section.entries)
      if (entry.id == id) return entry;
  FAIL("no entry " << id);
  static const Entry kNone;
  return kNone;
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

TEST_CASE("describe: each bundled script and example has a sheet, which says nothing but what the script has") {
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
      const std::optional<Game> base = base_of(game, &loader);
      const Sheet sheet = describe(game, base ? &*base : nullptr, {.characters = false, .svg = false});
      ++sheets;
      std::string scripts;
      const lang::Sources& sources = *game.program().sources;
      for (std::uint32_t i = 0; i < sources.size(); ++i) scripts += sources.file(i).text + "\n";
      CHECK(first_without_source(sheet, scripts) == "");
      // Each rule has the author's words or its own lines.
      for (const rules::Move& move : game.program().rules.moves) {
        const Entry& entry = entry_of(sheet, "move " + move.name);
        CHECK((!entry.doc.empty() || !entry.script.empty()));
      }
      CHECK_FALSE((entry_of(sheet, "play").doc.empty() && entry_of(sheet, "play").script.empty()));
      // Marks are closed, and nothing is left of them.
      const std::string text = markdown(sheet);
      CHECK(std::none_of(text.begin(), text.end(), [](char c) { return c == '\x01' || c == '\x02'; }));
    }
  }
  if (test::scale() == 1) CHECK(sheets > 40);
}

TEST_CASE("describe: the author's words lead in the order of the game, rules without any are quoted there") {
  const Sheet sheet = sheet_of(test::script(R"(/// Be the last.
    game "Stones"
    use square
    players red, blue
    /// A small board.
    board square(4, 4)
    /// Nobody begins with any.
    setup { moved[red] = 0 }
    /// It lies about.
    piece stone of player { size: 1..2; look "{owner:1}{size}" }
    /// How often a player moved.
    var moved[player]: 0..9 = 0
    // Not for the sheet.
    do count_one(p: player) { moved[p] += 1 }
    /// Put one down.
    move put_one "put {at} {size}" {
      pick at in empty   "not there"
      pick size in 1..2
      put stone(size = size) on at
      count_one(me)
    }
    move wait "wait" { require moved[me] < 3   "no more" }
    play { repeat { turn of each player { choose put_one or wait else { end : score } } } }
    /// Nine stones are enough.
    end when count(stone) == 9 : tie
    score p = count(stone of p)
    invariant count(stone) < 17   "too many"
    test "one" { expect count(stone) == 0 }
  )"));
  std::vector<std::string> ids;
  for (const Section& section : sheet.sections)
    for (const Entry& entry : section.entries) ids.push_back(section.id + ": " + entry.id);
  CHECK(ids == std::vector<std::string>{"board: board", "board: setup", "board: start", "pieces: piece stone",
                                        "play: play", "moves: move put_one", "moves: move wait", "end: end",
                                        "end: score", "script: script"});
  CHECK(sheet.doc.front().text == "Be the last.");
  CHECK(entry_of(sheet, "board").doc.front().text == "A small board.");
  CHECK(entry_of(sheet, "play").script ==
        "play { repeat { turn of each player { choose put_one or wait else { end : score } } } }\n");
  const Entry& move = entry_of(sheet, "move put_one");
  CHECK(move.doc.front().text == "Put one down.");
  CHECK(move.script.empty());
  CHECK(unmarked(move.note) == "written put at size, for example put b2 1, where at is b2 and size is 1");
  CHECK(entry_of(sheet, "move wait").script == "move wait \"wait\" { require moved[me] < 3   \"no more\" }\n");
  CHECK(entry_of(sheet, "score").script == "score p = count(stone of p)\n");
  // The rest, with the comments that stand nowhere else; no tests, and nothing twice.
  const std::string& rest = entry_of(sheet, "script").script;
  CHECK(rest.find("/// How often a player moved.\nvar moved[player]: 0..9 = 0\n") != std::string::npos);
  CHECK(rest.find("do count_one(p: player) { moved[p] += 1 }\n") != std::string::npos);
  CHECK(rest.find("move put_one") != std::string::npos);
  for (const char* const absent : {"Put one down", "move wait", "score p", "invariant", "test", "Not for"})
    CHECK(rest.find(absent) == std::string::npos);
}

TEST_CASE("describe: a variant shows its own lines first") {
  const Result<Game> changed = Game::bundled("open_boundary"), low = Game::bundled("low_trees");
  REQUIRE(changed);
  REQUIRE(low);
  const Sheet open = sheet_of(*changed);
  const Entry& options = entry_of(open, "differences");
  REQUIRE(options.lines.size() == 3);
  CHECK(unmarked(options.lines[0]).starts_with("The option balance ("));
  CHECK(unmarked(options.lines[0]).ends_with(") is all instead of own."));
  CHECK(options.script.empty());
  const Sheet sheet = sheet_of(*low);
  CHECK(sheet.sections.front().id == "differences");
  const Entry& trees = entry_of(sheet, "differences");
  for (const char* const line : {"/// With two of four pyramids in each world", "\nremove option balance\n",
                                 "\nreplace let height = 2\n", "\nremove end\n"})
    CHECK(trees.script.find(line) != std::string::npos);
  CHECK(trees.script.find("test \"") == std::string::npos);
  CHECK(entry_of(sheet, "base").name == "Boundary");
}

TEST_CASE("describe: what people call a kind, how many there are, and a board in a comment") {
  const std::string script = R"(game "Stock"
use square, optics
players sun, moon
board grid(3, 1)
beam { }
piece wall "barrier" of player { facing: direction; look "{owner:1}{facing}" }
show for p in player "{3 - count(wall of p)}" as wall(owner = p)
/// Put one on the board.
///
///     . sn .
move place "{at}" { pick at in empty; put wall(facing = n) on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";
  const Sheet sheet = sheet_of(test::script(script));
  const Entry& wall = entry_of(sheet, "piece wall");
  CHECK(wall.name == "barrier");
  REQUIRE(wall.looks.size() == 1);  // both players have as many
  CHECK(wall.looks[0].caption.find("3 × ") == 0);
  CHECK(wall.looks[0].caption.find("a barrier of sun") != std::string::npos);
  const Entry& place = entry_of(sheet, "move place");
  CHECK(place.board.find("<title>a barrier of sun facing n</title>") != std::string::npos);
  std::string other = script;
  other.replace(other.find(". sn ."), 6, ". xx .");  // no board of this game
  CHECK(entry_of(sheet_of(test::script(other)), "move place").board.empty());
}

TEST_CASE("describe: comments have paragraphs, lists and drawings, and are no other Markdown") {
  const Comment comment = read_comment(
      "First\nline.\n\n- one,\n  which goes on\n- two\n1. step\n2. step\n7. goes on\n\nAs of\n2007. No item.\n"
      "\n    o `x`\n    .\n");
  std::vector<std::string> lines;
  for (const Line& line : comment.lines) lines.push_back(line.sign + "|" + line.text);
  CHECK(lines == std::vector<std::string>{"|First line.", "-|one, which goes on", "-|two", "1.|step",
                                          "2.|step 7. goes on", "|As of 2007. No item."});
  CHECK(comment.drawing == "o `x`\n.");
  CHECK(read_comment("").lines.empty());

  const Sheet sheet = sheet_of(test::script(R"(game "Sharp #"
use square
players red, blue
board square(3, 3)
/// # Not a heading.
///
/// > Not a quotation.
///
/// - A list, and 1 < 2.
/// - Two.
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
)"));
  const std::string text = markdown(sheet);
  INFO(text);
  for (const std::string line : {"# Sharp \\#", "\\# Not a heading.", "\\> Not a quotation.",
                                 "- A list, and 1 \\< 2.\n- Two.",
                                 "12\\. Not a step. 12.5 is a number, and \\&lt; stays as it is.", "\\~~~",
                                 "````text\no ```\n```\no\n````"})
    CHECK(("\n" + text).find("\n" + line + "\n") != std::string::npos);
  CHECK(html(sheet).find("<ul>\n<li>A list, and 1 &lt; 2.</li>\n<li>Two.</li>\n</ul>\n") != std::string::npos);
}

TEST_CASE("describe: the option that the game has decides what is measured") {
  const Result<Game> mirrors = Game::bundled("laser_lawn"), guides = Game::bundled("laser_lawn", {{"mirror", "guide"}});
  REQUIRE(mirrors);
  REQUIRE(guides);
  const auto captions = [](const Game& game) {
    const Sheet sheet = sheet_of(game);
    std::string text;
    for (const Figure& figure : entry_of(sheet, "piece emitter").optics) text += figure.caption + "\n";
    return text;
  };
  CHECK(captions(*mirrors).find("turns") != std::string::npos);
  CHECK(captions(*mirrors) != captions(*guides));
}

TEST_CASE("describe: what a piece does to beams is found out by the engine") {
  const Sheet sheet = sheet_of(test::script(R"(
    game "Shutter"
    use square
    players sun, moon
    board grid(5, 5)
    beam { power: 0..3 = 2 }
    piece lamp { facing: direction; emits facing { beam.power = 3 }; look "L{facing}" }
    piece shutter {
      line: axis
      when beam comes {
        from behind n -> straight { beam.power -= 1 }
        from ahead n  -> stops
        otherwise     -> straight, turns 1
      }
      look "{line}"
    }
    piece gate {
      when beam crosses n {
        if beam.power > 2 -> straight { beam.power -= 1 }
        from behind n     -> stops
        otherwise         -> turns 2
      }
      look "g"
    }
    move place "{at}" { pick at in empty; put shutter(line = rising) on at }
    move lock "gate {at}" { pick at in empty; put gate on at }
    move shine "{at} {way}" { pick at in empty; pick way in direction; put lamp(facing = way) on at }
    play { repeat { turn of each player { choose place or lock or shine else { end : tie } } } }
  )"));
  const auto captions = [&](const char* piece) {
    std::vector<std::string> all;
    for (const Figure& figure : entry_of(sheet, piece).optics) all.push_back(unmarked(figure.caption));
    return all;
  };
  CHECK(captions("piece shutter") == std::vector<std::string>{
                        "/, going to the right: is split: one branch goes straight on, another one turns right by 1 notch",
                        "/, going down: is stopped",
                        "/, going to the left: is split: one branch goes straight on, another one turns right by 1 notch",
                        "/, going up: goes straight on and power falls from 2 to 1 or power falls from 3 to 2"});
  // Also on its way out of the cell.
  CHECK(captions("piece gate") ==
        std::vector<std::string>{"going to the right: goes straight on",
                                 "going down: goes straight on and power falls from 3 to 2 or goes back the way it came",
                                 "going to the left: goes straight on",
                                 "going up: goes straight on and power falls from 3 to 2 or is stopped"});
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
    CHECK(markdown(sheet).find("\n## Moves\n") != std::string::npos);
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
  CHECK(view::list_words({"a", "b", "c"}) == "a, b and c");
  CHECK(view::list_words({"a", "b", "c"}, "or") == "a, b or c");
  CHECK(sentence("done") == "done.");
  CHECK(unmarked(from_comment("see `x` here")) == "see x here");
  CHECK(runs(from_comment("see `x` here")).size() == 3);
}

}  // namespace glint::describe
