// What an editor offers at a place.
#include "tests/support/desk_script.hpp"

using namespace glint;
using namespace glint::desk;

TEST_CASE("desk: what is drawn from may be a bag of the script itself", "[desk]") {
  Desk desk(bundled);
  desk.open("/a.glint", "game \"A\"\nuse square\nplayers red, blue\nboard square(2)\nbag cards[number: 1..3] = 1\n"
                        "var card: 1..3 = 1\nmove go \"go\" { }\n"
                        "play { draw card from cards; repeat { turn of each player { choose go } } }\n");
  CHECK(offers(desk, "/a.glint", place(desk, "/a.glint", "from cards", 5), "cards"));
}

TEST_CASE("desk: an owner is offered for pieces that have one", "[desk]") {
  Desk desk(bundled);
  desk.open("/a.glint", "game \"A\"\nuse square\nplayers red, blue\nboard square(2, 2)\npiece rock { size: 1..3; look \"o\" }\n"
                        "piece stone of player { size: 1..3; look \"s\" }\nmove lay \"{at}\" { pick at in empty\n"
                        "put rock(size = 1) on at\nput stone(size = 2) on at }\n"
                        "play { repeat { turn of each player { choose lay } } }\n");
  const auto owners = [&](const std::string& around, std::size_t offset) {
    const std::vector<std::string> names = names_of(desk.completion("/a.glint", place(desk, "/a.glint", around, offset)));
    CHECK(std::count(names.begin(), names.end(), "size") == 1);
    return std::count(names.begin(), names.end(), "owner");
  };
  CHECK(owners("rock(size = 1", 5) == 0);
  CHECK(owners("stone(size = 2", 6) == 1);
}

TEST_CASE("desk: completion knows the place", "[desk]") {
  Desk desk(bundled);
  desk.open("/a.glint", kScript);
  const auto at = [&](const std::string& around, std::size_t offset) {
    return place(desk, "/a.glint", around, offset);
  };
  CHECK(offers(desk, "/a.glint", at("use square", 4), "light"));
  CHECK(!offers(desk, "/a.glint", at("use square", 4), "lamp"));
  CHECK(offers(desk, "/a.glint", at("put lamp", 4), "lamp"));
  CHECK(!offers(desk, "/a.glint", at("put lamp", 4), "left"));
  CHECK(offers(desk, "/a.glint", at("choose place", 7), "place"));
  CHECK(offers(desk, "/a.glint", at("  left -=", 2), "require"));
  CHECK(offers(desk, "/a.glint", at("  left -=", 2), "left"));
  CHECK(offers(desk, "/a.glint", at("on at", 3), "at"));
  CHECK(names_of(desk.completion("/a.glint", at("on at", 3))).front() == "at");
  CHECK(!offers(desk, "/a.glint", at("= empty", 2), "at"));
  CHECK(offers(desk, "/a.glint", at("= empty", 2), "lamp"));
  CHECK(offers(desk, "/a.glint", at("let free", 0), "piece"));
  CHECK(offers(desk, "/a.glint", at("emits n", 0), "look"));
  CHECK(desk.completion("/a.glint", at("A lamp.", 3)).empty());
  CHECK(offers(desk, "/a.glint", at("\"{at}\"", 2), "at"));
  CHECK(desk.completion("/a.glint", at("\"A\"", 1)).empty());
  // Also where the line cannot be read yet.
  REQUIRE(desk.change("/a.glint", at("  left -=", 0), at("  left -=", 0), "  at.\n"));
  CHECK(offers(desk, "/a.glint", at("  at.", 5), "hue"));
  desk.open("/v.glint", "variant \"V\" of \n");
  CHECK(offers(desk, "/v.glint", 15, "laser_lawn"));
}

TEST_CASE("desk: behind a dot all members are offered if it is not known what stands before it", "[desk]") {
  Desk desk(bundled);
  desk.open("/a.glint", "game \"A\"\nuse square\nplayers red, blue\nboard square(2, 2)\nbeam { tint: 0..3 }\n"
                        "piece rock { weight: 1..3; look \"o\" }\nmove lay \"{at}\" { pick at in empty\nrequire zork.x == 1\n"
                        "put rock(weight = 1) on at }\nplay { repeat { turn of each player { choose lay } } }\n");
  const auto at = place(desk, "/a.glint", "zork.x", 5);
  CHECK(offers(desk, "/a.glint", at, "weight"));
  CHECK(offers(desk, "/a.glint", at, "tint"));
  CHECK(offers(desk, "/a.glint", at, "x"));
}

TEST_CASE("desk: completion of changes, options and tests offers what can stand there", "[desk]") {
  Desk desk(bundled);
  using Names = std::vector<std::string>;
  const auto last = [&](const std::string& line) {
    const std::string text = "variant \"V\" of laser_lawn\n" + line;
    desk.open("/v.glint", text);
    return names_of(desk.completion("/v.glint", static_cast<std::uint32_t>(text.size())));
  };
  CHECK(last("replace move ") == Names{"place", "challenge", "say", "name", "withdraw", "yield"});
  CHECK(last("remove move cha") == Names{"place", "challenge", "say", "name", "withdraw", "yield"});
  CHECK(last("replace let ") == Names{"new_colour", "added", "involved", "right"});
  CHECK(last("replace do ") == Names{"fail", "judge"});
  CHECK(last("replace optic ").empty());
  CHECK(last("extend piece ") == Names{"emitter"});
  CHECK(last("extend ") == Names{"piece", "type", "beam"});
  const Names replaced = last("replace ");
  for (const char* each : {"option", "move", "play", "clock", "end"})
    CHECK(std::find(replaced.begin(), replaced.end(), each) != replaced.end());
  CHECK(std::find(replaced.begin(), replaced.end(), "optic") == replaced.end());
  CHECK(last("option ") == Names{"side", "lives", "mirror", "part"});
  CHECK(last("option lives = ") == Names{"1", "2", "3", "4", "5"});
  CHECK(last("option mirror = gu") == Names{"specular", "guide"});
  CHECK(last("test \"t\" with side = ") == Names{"2", "3", "4", "5", "6"});
  CHECK(last("after ") == Names{"move", "place", "challenge", "say", "name", "withdraw", "yield"});
  const Names top = last("re");
  for (const char* each : {"replace", "remove", "extend", "option", "test"})
    CHECK(std::find(top.begin(), top.end(), each) != top.end());
  CHECK(std::find(top.begin(), top.end(), "game") == top.end());
  const Names in_test = last("test \"t\" {\n  ");
  for (const char* each : {"expect", "play", "map", "draw", "put", "turn", "named"})
    CHECK(std::find(in_test.begin(), in_test.end(), each) != in_test.end());
  for (const char* each : {"pick", "require", "offer", "choose", "repeat", "together", "end"})
    CHECK(std::find(in_test.begin(), in_test.end(), each) == in_test.end());
  const Names in_move = last("replace move yield \"yield\" {\n  ");
  CHECK(std::find(in_move.begin(), in_move.end(), "pick") != in_move.end());
  CHECK(std::find(in_move.begin(), in_move.end(), "expect") == in_move.end());
  // Members, by type.
  CHECK(last("after place {\n  named = named.") == Names{"index"});
  const Names trace = last("let lit(at: cell, facing: direction) = trace(at, facing).");
  CHECK(trace.front() == "cells");
  CHECK(std::find(trace.begin(), trace.end(), "visits") != trace.end());
  CHECK(std::find(trace.begin(), trace.end(), "colour") == trace.end());
  CHECK(last("after place {\n  let n = newest.").empty());
  CHECK(last("after place {\n  for c in newest & emitter { life[me] = c.") == Names{"colour", "facing", "x", "y", "index"});
  // Each is told of in a line, and by its comment.
  for (const Completion& each : desk.completion("/v.glint", 27)) CHECK(each.detail.find('\n') == std::string::npos);
  last("replace move ");
  const auto moves = desk.completion("/v.glint", 39);
  REQUIRE(moves.size() == 6);
  CHECK(moves.front().doc.starts_with("Place an emitter"));
  CHECK(moves.front().detail.starts_with("move place"));
  // A file begins with its header, and only a variant has changes.
  desk.open("/e.glint", "");
  CHECK(names_of(desk.completion("/e.glint", 0)) == Names{"game", "variant", "library"});
  desk.open("/e.glint", "// mine\nva");
  CHECK(names_of(desk.completion("/e.glint", 10)) == Names{"game", "variant", "library"});
  desk.open("/a.glint", kScript);
  CHECK(!offers(desk, "/a.glint", place(desk, "/a.glint", "let free"), "replace"));
}

TEST_CASE("desk: completion offers what the grammar can read there", "[desk]") {
  Desk desk(bundled);
  // `^` is the place; what is after it is the rest of the text.
  const auto at = [&](const std::string& marked) {
    const std::size_t place = marked.find('^');
    desk.open("/b.glint", marked.substr(0, place) + marked.substr(place + 1));
    return names_of(desk.completion("/b.glint", static_cast<std::uint32_t>(place)));
  };
  const auto has = [&](const std::string& marked, std::initializer_list<const char*> wanted,
                       std::initializer_list<const char*> unwanted = {}) {
    INFO(marked);
    const auto names = at(marked);
    for (const char* each : wanted) {
      INFO(each);
      CHECK(std::find(names.begin(), names.end(), each) != names.end());
    }
    for (const char* each : unwanted) {
      INFO(each);
      CHECK(std::find(names.begin(), names.end(), each) == names.end());
    }
  };
  const std::string game = kScript, base = "variant \"V\" of boundary\n\n";
  // Tests.
  has(game + "test \"o\" { expect ^ }", {"illegal", "result", "map", "not", "if", "me", "left"}, {"pick", "because"});
  has(game + "test \"o\" { expect illegal \"x\" ^ }", {"because"}, {"me", "left"});
  has(game + "test \"o\" { expect illegl^ }", {"illegal"});
  has(base + "test \"o\" ^", {"with"}, {"balance"});
  has(base + "test ^", {}, {"balance", "with"});
  has(base + "test \"o\" with ^", {"balance"});
  // A loop in a move may end with `or stop`, players and looks may have conditions.
  has(game + "move m \"{at}\" { pick at in cells; while left == {} or ^", {"stop", "left"});
  has(game + "move m \"{at}\" { pick at in cells; while left == {} ^", {"or", "at"}, {"stop"});
  has(game + "move m \"{at}\" { pick at in cells; while ^", {"left"}, {"stop"});
  has(game + "do m { while left == {} or ^", {"left"}, {"stop"});
  has("game \"G\"\nplayers sun, moon ^", {"when", "as"}, {"look"});
  has(game + "piece p { look ^ \"o\" }", {"when"}, {"emits"});
  // After a value, and before one.
  has(game + "let a = left ^", {"and", "or", "in", "within", "meets", "mod", "of"}, {"not", "left", "pick"});
  has(game + "let a = if left ^", {"and", "then"}, {"else"});
  has(game + "let a = if on then 1 ^", {"else"}, {"then"});
  has(game + "let a = any x in empty ^", {"where"}, {"else"});
  has(game + "let a = ^", {"not", "if", "any", "count", "left"}, {"and", "of", "pick"});
  // Beams and pieces.
  has(game + "piece m { when beam ^ }", {"comes", "crosses"}, {"left", "me"});
  has(game + "when beam ^", {"enters", "crosses"}, {"comes"});
  has(game + "piece m { ^ }", {"emits", "when", "look"}, {"pick", "turn", "from"});
  has(game + "piece m { when beam comes { ^ } }", {"from", "if", "otherwise"}, {"pick", "emits"});
  has(game + "piece m { when beam comes { from ^ } }", {"behind", "ahead", "left", "right", "aside"}, {"me"});
  has(game + "piece m { when beam comes -> ^ }", {"straight", "stops", "reflects", "turns", "leaves", "to"}, {"me", "pick"});
  has(game + "piece m { emits n { ^ } }", {"beam"}, {"pick", "turn", "left"});
  has(game + "beam { ^ }", {"ends"}, {"pick", "turn", "left"});
  has(game + "clock { ^ }", {"turn", "reserve", "game", "out", "place"}, {"pick", "left"});
  // Places of one sort of name.
  has(game + "piece m { lie: ^ }", {"cell", "player", "direction", "set", "clamped"}, {"left", "me", "count"});
  has(game + "end when left == 0 : ^", {"tie", "score", "me", "red"}, {"wins"});
  has(game + "end when left == 0 : red ^", {"wins", "loses"}, {"me"});
  has(game + "move m \"m\" { pick ^ }", {}, {"left", "free", "lamp", "me"});
  has(game + "move m \"m\" { put lamp(^) }", {"hue"});
  has(game + "show \"{^}\"", {"left", "count"});
  has(game + "show \"^\"", {}, {"left"});
  has(base + "extend move ^", {}, {"alone", "pick"});
  has(base + "// ^", {}, {"option"});
}

TEST_CASE("desk: completion offers nothing that cannot be meant", "[desk]") {
  Desk desk(bundled);
  const std::string hex =
      "game \"H\"\nuse hex\nplayers a, b\nboard hexagon(3)\nbeam { }\noption clock = on\noption most: 1..9 = 3 \"m\"\n"
      "let lit = beams.cells\npiece lamp { facing: direction; emits facing; look \"{facing}\" }\n";
  const auto check = [&](const std::string& marked, std::initializer_list<const char*> wanted, std::initializer_list<const char*> unwanted) {
    const std::size_t at = marked.find('^');
    desk.open("/b.glint", marked.substr(0, at) + marked.substr(at + 1));
    const auto names = names_of(desk.completion("/b.glint", static_cast<std::uint32_t>(at)));
    const auto has = [&](const char* name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    INFO(marked.substr(at < 60 ? 0 : at - 60));
    for (const char* each : wanted) {
      INFO(each);
      CHECK(has(each));
    }
    for (const char* each : unwanted) {
      INFO(each);
      CHECK(!has(each));
    }
  };
  // Directions and axes of another lattice than the board's; what is being declared.
  check(hex + "let x = ^", {"e", "rising", "lit"}, {"sse", "nne", "s", "x"});
  // An option is no type; but a range may end at one that is a number.
  check(hex + "var n: ^", {"cell", "flag"}, {"clock", "most", "lit"});
  check(hex + "var n: 0..^", {"most"}, {"clock", "cell"});
  // What stands on the cells of a loop, at the beginning of a statement.
  check(hex + "move swing \"turn\" {\n  for spot in lamp { spot.^ }\n}\n", {"facing", "x"}, {"cells", "hits", "looped"});
  // Picks that are below their notation, which cannot be read yet.
  check(hex + "move swing \"{^}\" {\n  pick at in lamp\n  pick some others in lamp\n}\nmove b \"b\" {\n  pick of_b in lamp\n}\n",
        {"at", "others"}, {"of_b", "lamp"});
  // Only variants of the same game can be combined.
  check("variant \"V\" of laser_lawn with ^\n", {"broad_lawn", "half_silvered"}, {"boundary", "echo", "laser_lawn"});
  check("variant \"V\" of laser_lawn with broad_lawn, ^\n", {"half_silvered"}, {"broad_lawn"});
  check("variant \"V\" of ^\n", {"laser_lawn", "echo"}, {});
}

TEST_CASE("desk: a test offers the moves that are legal where it plays", "[desk]") {
  Desk desk(bundled);
  using Names = std::vector<std::string>;
  const auto at = [&](const std::string& test) {
    const std::string text = kScript + test + "\ntest \"last\" { expect left == 16 }\n";
    const std::size_t place = text.find('^');
    desk.open("/t.glint", text.substr(0, place) + text.substr(place + 1));
    return desk.completion("/t.glint", static_cast<std::uint32_t>(place));
  };
  const auto first = at("test \"t\" {\n  play \"^\"\n}");
  REQUIRE(first.size() == 16);
  CHECK(first.front().name == "a4");
  REQUIRE(first.front().replaces);
  CHECK(first.front().replaces->begin == first.front().replaces->end);
  // After other moves, on one line with the test, not closed, and as far as something is written.
  CHECK(at("test \"t\" { play \"a1\", \"^\" }").size() == 15);
  CHECK(at("test \"t\" {\n  play \"a1\", \"b1\"\n  play \"^\n}").size() == 14);
  CHECK(names_of(at("test \"t\" {\n  play \"a1\"\n  play \"a^\"\n  expect left == 1\n}")) == Names{"a4", "a3", "a2"});
  // Not where the test fails before, and in no other text.
  CHECK(at("test \"t\" {\n  expect left == 3\n  play \"^\"\n}").empty());
  CHECK(at("test \"t^\" {\n  play \"a1\"\n}").empty());
  CHECK(at("test \"t\" {\n  expect illegal \"^\"\n}").empty());
}

TEST_CASE("desk: names of the type that is wanted come first", "[desk]") {
  Desk desk(bundled);
  using Names = std::vector<std::string>;
  // The first names that are offered at `^`, in the lines of a move or after it.
  const auto first = [&](const std::string& marked, std::size_t count) {
    const std::string game =
        "game \"H\"\nuse square\nplayers ann, bob\nboard square(2, 2)\nbeam { }\noption most: 1..9 = 3 \"m\"\n"
        "let lit = beams.cells\nlet won(p: player) = count(lamp of p) > 2\n"
        "piece lamp of player { facing: direction; emits facing; when beam comes -> stops; look \"{facing}\" }\n"
        "play { repeat { turn of each player { choose m } } }\n" + marked + "\n";
    const std::size_t at = game.find('^');
    desk.open("/b.glint", game.substr(0, at) + game.substr(at + 1));
    INFO(marked);
    Names names = names_of(desk.completion("/b.glint", static_cast<std::uint32_t>(at)));
    names.resize(std::min(names.size(), count));
    return names;
  };
  const auto in_move = [&](const std::string& line, std::size_t count) {
    return first("move m \"{at}\" {\n  pick at in empty\n  " + line + "\n}", count);
  };
  // The labels of cells are those of a game that had a board.
  desk.open("/b.glint", kScript);
  CHECK(desk.findings("/b.glint").empty());
  CHECK(in_move("pick c in ^", 4) == Names{"some", "lit", "lamp", "empty"});
  CHECK(in_move("pick c in lamp of ^", 4) == Names{"ann", "bob", "me", "opponent"});
  CHECK(in_move("put lamp(facing = ^) on at", 2) == Names{"e", "n"});
  CHECK(in_move("put lamp(facing = ^", 2) == Names{"e", "n"});
  CHECK(in_move("put lamp(facing = n) on ^", 5) == Names{"at", "lit", "lamp", "empty", "cells"});
  CHECK(in_move("move ^", 4) == Names{"at", "a4", "b4", "c4"});
  CHECK(in_move("for c in ^ { }", 3) == Names{"lit", "lamp", "empty"});
  CHECK(in_move("let c = at + ^", 1) == Names{"around"});
  CHECK(in_move("require ^", 3) == Names{"most", "at", "won"});
  CHECK(first("let two = lit & ^", 3) == Names{"lit", "lamp", "empty"});
  CHECK(first("end when count(lit) == ^ : tie", 1) == Names{"most"});
  CHECK(first("test \"t\" {\n  expect count(lamp of ^) == 1\n}", 2) == Names{"ann", "bob"});
  CHECK(first("piece beacon { way: direction; emits ^; look \"b\" }", 1) == Names{"way"});
}

TEST_CASE("desk: cells are offered by their labels, those of the last board while a script has mistakes", "[desk]") {
  Desk desk(bundled);
  const std::string game = std::string(kScript) + "let corner = ", whole = game + "a1\n";
  desk.open("/c.glint", game);
  CHECK(!offers(desk, "/c.glint", static_cast<std::uint32_t>(game.size()), "d4"));  // there was no board yet
  desk.open("/c.glint", whole);
  CHECK(offers(desk, "/c.glint", static_cast<std::uint32_t>(game.size()), "d4"));
  REQUIRE(desk.change("/c.glint", static_cast<std::uint32_t>(game.size()), static_cast<std::uint32_t>(whole.size()), ""));
  CHECK(offers(desk, "/c.glint", static_cast<std::uint32_t>(game.size()), "d4"));
  // It is enough that errors were looked for.
  desk.close("/c.glint");
  desk.open("/c.glint", whole);
  CHECK(desk.findings("/c.glint").empty());
  REQUIRE(desk.change("/c.glint", static_cast<std::uint32_t>(game.size()), static_cast<std::uint32_t>(whole.size()), ""));
  CHECK(offers(desk, "/c.glint", static_cast<std::uint32_t>(game.size()), "d4"));
  desk.close("/c.glint");
  desk.open("/c.glint", game);
  CHECK(!offers(desk, "/c.glint", static_cast<std::uint32_t>(game.size()), "d4"));
}
