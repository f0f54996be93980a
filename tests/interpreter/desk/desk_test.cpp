// The desk: what an editor shows of a script while it is written, and that it is the same however the text came about.
#include "interpreter/desk/desk.hpp"
#include "interpreter/desk/playing.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/game/loading/load.hpp"
#include "lang/index/words.hpp"
#include "tests/catch.hpp"
#include "tests/support/desk_script.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using namespace glint::desk;

std::string read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(test::source_folder() + path).rdbuf();
  return text.str();
}

/// All that the desk says of a document, as text.
std::string everything(Desk& desk, const std::string& document) {
  std::ostringstream all;
  for (const Finding& finding : desk.findings(document))
    all << finding.code << ' ' << finding.at.begin << '-' << finding.at.end << ' ' << finding.message << ' '
        << finding.help << '\n';
  for (const NamedPlace& name : desk.names(document))
    all << name.at.begin << ' ' << static_cast<int>(name.kind) << '\n';
  for (const Outline& outline : desk.outline(document)) all << outline.name << ' ' << outline.whole.begin << '\n';
  return all.str();
}

}  // namespace

TEST_CASE("desk: what is wrong is said while it is written, and where", "[desk]") {
  Desk desk(bundled);
  desk.open("/a.glint", kScript);
  CHECK(desk.findings("/a.glint").empty());
  const std::uint32_t at = place(desk, "/a.glint", "free\n  put", 0);
  REQUIRE(desk.change("/a.glint", at, at + 4, "fre"));
  const auto findings = desk.findings("/a.glint");
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].code == "G0201");
  CHECK(findings[0].at == Range{"/a.glint", at, at + 3});
  CHECK(findings[0].replacement == "free");
  REQUIRE(desk.change("/a.glint", at, at + 3, "free"));
  CHECK(desk.findings("/a.glint").empty());
  // What only shows when the game is built.
  REQUIRE(desk.change("/a.glint", at + 4, at + 4, " & z9"));
  REQUIRE(desk.findings("/a.glint").size() == 1);
  CHECK(desk.findings("/a.glint")[0].at == Range{"/a.glint", at + 7, at + 9});
  CHECK(!desk.change("/a.glint", 5, 4, ""));
  CHECK(!desk.change("/a.glint", 0, 99999, ""));
  CHECK(!desk.change("/b.glint", 0, 0, ""));
  desk.close("/a.glint");
  CHECK(desk.findings("/a.glint").empty());
}

TEST_CASE("desk: slower checks find what is wrong with other values of options", "[desk]") {
  Desk desk(bundled);
  std::string script = kScript;
  script.replace(script.find("board square(4, 4)"), 18, "option side: 3..5 = 4 \"side\"\nboard square(side, side)\nlet corner = {d4}");
  desk.open("/a.glint", script);
  CHECK(desk.findings("/a.glint").empty());
  bool has_found = false;
  while (desk.has_more_checks("/a.glint")) has_found = desk.check_further("/a.glint") || has_found;
  CHECK(has_found);
  const auto findings = desk.findings("/a.glint");
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].at.begin == place(desk, "/a.glint", "{d4}", 1));
  CHECK(findings[0].help.find("this happens with `--set side=3`") != std::string::npos);
  // Not of a script with errors, nor of a library.
  desk.open("/a.glint", script + "let wrong = wrogn\n");
  CHECK(!desk.has_more_checks("/a.glint"));
  desk.open("/a.glint", "library a\nlet one = 1\n");
  CHECK(!desk.has_more_checks("/a.glint"));
  CHECK(!desk.check_further("/a.glint"));
  CHECK(!desk.has_more_checks("/none.glint"));
}

TEST_CASE("desk: a rule that fails in play is found by slower checks, with the moves that lead there, as by glint check", "[desk]") {
  bool stops = false;
  Limits limits;
  limits.stop = [&] { return stops; };
  Desk desk(bundled, limits);
  std::string script = kScript;
  script.replace(script.find("0..16 = 16"), 10, "0..2 = 2");
  desk.open("/a.glint", script);
  CHECK(desk.findings("/a.glint").empty());
  // A part that is stopped is started again later.
  REQUIRE(desk.has_more_checks("/a.glint"));
  stops = true;
  CHECK(!desk.check_further("/a.glint"));
  stops = false;
  CHECK(desk.findings("/a.glint").empty());
  int found = 0;
  while (desk.has_more_checks("/a.glint")) found += desk.check_further("/a.glint");
  CHECK(found == 1);
  const auto findings = desk.findings("/a.glint");
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].is_warning);
  CHECK(findings[0].code == "G0602");
  CHECK(findings[0].at.begin == place(desk, "/a.glint", "left -= 1"));
  CHECK(findings[0].help.find("the moves that lead here: ") != std::string::npos);
  // Play is not looked at if the game does not even begin.
  script.replace(script.find("end : tie } } } }"), 17, "end : tie } } } }\ninvariant left == 1 \"never\"");
  desk.open("/a.glint", script);
  CHECK(!desk.findings("/a.glint").empty());
  CHECK(!desk.has_more_checks("/a.glint"));
}

TEST_CASE("desk: hover explains a word by what it is part of", "[desk]") {
  Desk desk(bundled);
  desk.open("/a.glint", std::string(kScript) + "piece moth of player { when beam comes -> stops; look \"m\" }\nlet mine(p: player) = moth of p\n");
  const auto form = [&](const std::string& around, std::size_t offset = 0) {
    const auto hover = desk.hover("/a.glint", place(desk, "/a.glint", around, offset));
    REQUIRE(hover);
    return hover->meanings[0].declaration;
  };
  CHECK(form("of player {") == "piece NAME of PLAYER, turn of PLAYER");
  CHECK(form("of each") == "piece NAME of PLAYER, turn of PLAYER");
  CHECK(form("of p\n") == "KIND of PLAYER");
  CHECK(form("beam comes") == "when beam comes { ... }");
  CHECK(form("beam { }") == "beam { FIELD: TYPE }");
  CHECK(form("on at") == "put KIND on CELLS");
}

TEST_CASE("desk: a test that cannot be run says what is wrong in it", "[desk]") {
  Desk desk(bundled);
  desk.open("/a.glint", std::string(kScript) + "test \"wrong\" { expect nowhere == 1 }\ntest \"right\" { expect left == 16 }\n");
  const auto tested = glint::desk::run_tests(desk, "/a.glint");
  REQUIRE(tested.size() == 2);
  CHECK(!tested[0].passed);
  REQUIRE(tested[0].errors.size() == 1);
  CHECK(tested[0].errors[0].message == "unknown name `nowhere`");
  CHECK(tested[1].passed);
  CHECK(tested[1].errors.empty());
}

TEST_CASE("desk: hover shows the declaration, its comment, and what a word means", "[desk]") {
  Desk desk(bundled);
  desk.open("/a.glint", kScript);
  const auto lamp = desk.hover("/a.glint", place(desk, "/a.glint", "put lamp", 5));
  REQUIRE(lamp);
  REQUIRE(lamp->meanings.size() == 1);
  CHECK(lamp->meanings[0].declaration == "piece lamp { hue: {warm, cold}; emits n; look \"l\" }");
  CHECK(lamp->meanings[0].kind == "piece");
  CHECK(lamp->meanings[0].doc == "A lamp.");
  const auto word = desk.hover("/a.glint", place(desk, "/a.glint", "= empty", 4));
  REQUIRE(word);
  CHECK(word->meanings[0].doc == "The cells without a piece.");
  const auto between = desk.hover("/a.glint", place(desk, "/a.glint", "at in free", 3));
  REQUIRE(between);
  CHECK(between->meanings[0].declaration == "x in SET");
  CHECK(!desk.hover("/a.glint", place(desk, "/a.glint", "6 = 16", 1)));
  // Of a name with several meanings each is told.
  std::string script = kScript;
  script.replace(script.find("{warm, cold}"), 12, "{red, blue}");
  script.replace(script.find("hue = warm"), 10, "hue = red");
  desk.open("/b.glint", script);
  CHECK(desk.findings("/b.glint").empty());
  const auto red = desk.hover("/b.glint", place(desk, "/b.glint", "= red", 3));
  REQUIRE(red);
  REQUIRE(red->meanings.size() == 2);
  CHECK(red->meanings[0].kind == "player");
  CHECK(red->meanings[1].kind == "value");
  // Of a library.
  desk.open("/v.glint", "variant \"V\" of laser_lawn\nlet w = count(white)\n");
  const auto white = desk.hover("/v.glint", place(desk, "/v.glint", "white", 1));
  REQUIRE(white);
  CHECK(white->meanings[0].declaration.starts_with("let white"));
  CHECK(desk.definition("/v.glint", place(desk, "/v.glint", "white", 1)).front().file == "<std>/light.glint");
}

TEST_CASE("desk: values and pictures that the text does not say", "[desk]") {
  Desk desk(bundled);
  std::string script = kScript;
  script.insert(script.find("var left"), "option side: 2..6 = 4 \"side\"\nlet rim = cells - {b2, b3, c2, c3}\nlet far = side - 1\n");
  desk.open("/a.glint", script);
  CHECK(desk.findings("/a.glint").empty());
  const auto at = [&](const std::string& around, std::size_t offset) { return place(desk, "/a.glint", around, offset); };
  const auto rim = desk.hover("/a.glint", at("let rim", 5));
  REQUIRE(rim);
  CHECK(rim->meanings[0].value == "12 cells");
  CHECK(rim->meanings[0].picture == "# # # #\n# . . #\n# . . #\n# # # #\n");
  CHECK(desk.hover("/a.glint", at("side - 1", 1))->meanings[0].value == "= 4");
  CHECK(desk.hover("/a.glint", at("put lamp", 5))->meanings[0].picture == "l");
  CHECK(desk.hover("/a.glint", at("let free", 5))->meanings[0].value == "");
  // The header names the file of the game.
  desk.open("/v.glint", "variant \"V\" of laser_lawn\noption side = 3\n");
  const auto base = desk.hover("/v.glint", place(desk, "/v.glint", "laser_lawn", 2));
  REQUIRE(base);
  CHECK(base->meanings[0].declaration.starts_with("game \"Laser Lawn\""));
  CHECK(base->meanings[0].doc.starts_with("Two players"));
  CHECK(desk.definition("/v.glint", place(desk, "/v.glint", "laser_lawn", 2)).front().file == "games/laser_lawn.glint");
  CHECK(desk.rename("/v.glint", place(desk, "/v.glint", "laser_lawn", 2), "lawn").refusal == "this is the name of a file");
}

TEST_CASE("desk: what is stopped says so at the first line, and is computed when there is time again", "[desk]") {
  int asked = 0, allowed = 0;
  Limits limits;
  limits.stop = [&] { return asked++ >= allowed; };
  Desk desk(bundled, limits);
  // Stopped at any time: while it is read, checked, built or indexed.
  for (allowed = 0; allowed < 12; ++allowed) {
    asked = 0;
    desk.open("/a.glint", kScript);
    const auto findings = desk.findings("/a.glint");
    desk.hover("/a.glint", 10);
    desk.outline("/a.glint");
    glint::desk::reach(desk, "/a.glint", {});
    glint::desk::run_tests(desk, "/a.glint");
    if (findings.empty()) continue;  // it was quick enough
    CHECK(findings[0].code == "G0614");
    CHECK(findings[0].at == Range{"/a.glint", 0, 8});
  }
  allowed = 1'000'000'000;
  desk.forget_stopped();
  CHECK(desk.findings("/a.glint").empty());
  CHECK(glint::desk::reach(desk, "/a.glint", {}).position.has_value());
}

TEST_CASE("desk: a name of a library is found and renamed in all open scripts that use it", "[desk]") {
  // The host finds what is open, and no other files.
  class Opened : public lang::Loader {
   public:
    explicit Opened(const Desk*& all) : desk(all) {}
    std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
      const std::string file = "/" + std::string(name) + ".glint";
      if (const std::string* text = desk->text(file)) return lang::SourceFile{file, *text};
      return bundled_loader(nullptr)->find(name, user);
    }
    std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile& user) override {
      return find(name, user);
    }
    const Desk*& desk;
  };
  const Desk* opened = nullptr;
  Desk desk([&](const std::string&) { return std::make_unique<Opened>(opened); });
  opened = &desk;
  std::string user = kScript;
  user.replace(user.find("use square"), 10, "use square\nuse mine");
  user.replace(user.find("let free = empty\n"), 17, "");
  desk.open("/mine.glint", "library mine\nlet free = empty\n");
  desk.open("/a.glint", user);
  desk.open("/v.glint", "variant \"V\" of a\nlet few = count(free)\n");
  desk.open("/other.glint", kScript);
  for (const std::string& each : desk.documents()) CHECK(desk.findings(each).empty());
  const std::uint32_t declared = place(desk, "/mine.glint", "free", 1);
  const auto places = desk.references("/mine.glint", declared);
  std::vector<std::string> files;
  for (const Range& each : places) files.push_back(each.file);
  CHECK(files == std::vector<std::string>{"/mine.glint", "/a.glint", "/v.glint"});
  CHECK(desk.references("/a.glint", place(desk, "/a.glint", "in free", 4)).size() == 3);
  const Renamed renamed = desk.rename("/mine.glint", declared, "open");
  CHECK(renamed.refusal.empty());
  CHECK(renamed.edits.size() == 3);
  // `left` is free in the library, and taken in a script that uses it.
  CHECK(desk.rename("/mine.glint", declared, "left").refusal.find("in /a.glint, or is taken") != std::string::npos);
  // The libraries and games beside a script are offered.
  desk.open("/new.glint", "game \"N\"\nuse \n");
  CHECK(offers(desk, "/new.glint", 13, "mine"));
  CHECK(!offers(desk, "/new.glint", 13, "a"));
  desk.open("/new.glint", "variant \"N\" of \n");
  CHECK(offers(desk, "/new.glint", 15, "a"));
  CHECK(!offers(desk, "/new.glint", 15, "mine"));
}

TEST_CASE("desk: only what uses a changed file is checked again", "[desk]") {
  class Two : public lang::Loader {
   public:
    std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
      if (name == "mine.glint" && exists) return lang::SourceFile{"/mine.glint", "library mine\nlet mine = empty\n"};
      return bundled_loader(nullptr)->find(name, user);
    }
    explicit Two(const bool& has_file) : exists(has_file) {}
    const bool& exists;
  };
  bool exists = false;
  Desk desk([&](const std::string&) { return std::make_unique<Two>(exists); });
  using Names = std::vector<std::string>;
  std::string user = kScript;
  user.replace(user.find("use square"), 10, "use square, \"mine.glint\"");
  user.replace(user.find("in free"), 7, "in mine");
  desk.open("/a.glint", kScript);
  desk.open("/u.glint", user);
  CHECK(desk.take_changed() == Names{"/a.glint", "/u.glint"});
  CHECK(desk.findings("/a.glint").empty());
  CHECK(!desk.findings("/u.glint").empty());
  // The file appears.
  exists = true;
  desk.forget("/mine.glint");
  CHECK(desk.take_changed() == Names{"/u.glint"});
  CHECK(desk.findings("/u.glint").empty());
  // It is opened and changed.
  desk.open("/mine.glint", "library mine\nlet mine = emty\n");
  CHECK(desk.take_changed() == Names{"/mine.glint", "/u.glint"});
  CHECK(!desk.findings("/u.glint").empty());
  CHECK(!desk.findings("/mine.glint").empty());
  REQUIRE(desk.change("/a.glint", 0, 0, "\n"));
  CHECK(desk.take_changed() == Names{"/a.glint"});
  CHECK(desk.findings("/a.glint").empty());
  desk.close("/mine.glint");
  CHECK(desk.take_changed() == Names{"/u.glint"});
  CHECK(desk.findings("/u.glint").empty());
}

TEST_CASE("desk: what a variant makes wrong in its game is told once, and where the variant makes it", "[desk]") {
  Desk desk(bundled);
  const std::string head = "variant \"V\" of boundary\n";
  desk.open("/v.glint", head + "option balance = all\nextend setup {\n  remove c3\n}\n");
  const std::vector<Finding> lost = desk.findings("/v.glint");
  REQUIRE(lost.size() == 1);
  CHECK(lost[0].code == "G0604");
  CHECK(lost[0].at == Range{"/v.glint", place(desk, "/v.glint", "extend"), place(desk, "/v.glint", " {")});
  CHECK(lost[0].related.back().text == "the variant changes the `setup` here");
  // Two calls in the game, and one cause.
  desk.open("/v.glint", head + "replace do settle(top: pyramid) {\n  move top to c3\n}\n");
  const std::vector<Finding> calls = desk.findings("/v.glint");
  REQUIRE(calls.size() == 1);
  CHECK(std::count_if(calls[0].related.begin(), calls[0].related.end(),
                      [](const Related& one) { return one.at.file == "games/boundary.glint"; }) == 2);
}

TEST_CASE("desk: definitions, references and renaming, also over files", "[desk]") {
  Desk desk(bundled);
  desk.open("/a.glint", kScript);
  const std::uint32_t use = place(desk, "/a.glint", "in free", 4);
  CHECK(desk.definition("/a.glint", use) ==
        std::vector<Range>{{"/a.glint", place(desk, "/a.glint", "free = "), place(desk, "/a.glint", " = empty")}});
  CHECK(desk.references("/a.glint", use).size() == 2);
  const Renamed renamed = desk.rename("/a.glint", use, "open");
  CHECK(renamed.refusal == "");
  CHECK(renamed.edits.size() == 2);
  CHECK(desk.rename("/a.glint", use, "left").refusal.find("taken") != std::string::npos);
  CHECK(desk.rename("/a.glint", use, "me").refusal != "");
  CHECK(desk.rename("/a.glint", use, "9a").refusal.find("is not a name") != std::string::npos);
  CHECK(desk.rename("/a.glint", use, "a b").refusal != "");
  for (const char* word : {"move", "pick", "end", "put", "any", "and"})
    CHECK(desk.rename("/a.glint", use, word).refusal == "`" + std::string(word) + "` is a word of the language: choose another name");
  CHECK(desk.renamable("/a.glint", use).refusal.empty());
  CHECK(desk.renamable("/a.glint", use).at == Range{"/a.glint", use - 1, use + 3});
  CHECK(desk.rename("/a.glint", place(desk, "/a.glint", "= empty", 4), "nothing").refusal != "");
  desk.open("/v.glint", "variant \"V\" of laser_lawn\nlet w = count(white)\n");
  CHECK(desk.rename("/v.glint", place(desk, "/v.glint", "white", 1), "bright").refusal.find("comes with Glint") !=
        std::string::npos);
}

TEST_CASE("desk: what is wrong in a base game is shown at its cause", "[desk]") {
  Desk desk(bundled);
  const auto only = [&](const std::string& text) {
    desk.open("/v.glint", text);
    const auto findings = desk.findings("/v.glint");
    REQUIRE(findings.size() == 1);
    return findings[0];
  };
  // It shows when the game begins.
  const std::string replaced = "variant \"T\" of laser_lawn\nreplace option lives: 1..9 = 9 \"lives\"\n";
  const Finding start = only(replaced);
  CHECK(start.code == "G0602");
  CHECK(start.message.find("outside its range 0..5") != std::string::npos);
  CHECK(start.at.begin >= place(desk, "/v.glint", "replace option"));
  CHECK(start.at.end <= place(desk, "/v.glint", ": 1..9"));
  REQUIRE(!start.related.empty());
  CHECK(start.related[0].at.file == "games/laser_lawn.glint");
  // A library has the name.
  const Finding twice = only("variant \"T\" of laser_lawn\nlet white = empty\n");
  CHECK(twice.code == "G0203");
  CHECK(twice.at.begin >= place(desk, "/v.glint", "let white"));
  // A test with an error does not keep the others from running.
  desk.open("/w.glint", std::string(kScript) + "test \"t\" { pick x in cells }\n");
  REQUIRE(errors_of(desk, "/w.glint").size() == 1);
  CHECK(errors_of(desk, "/w.glint")[0].code == "G0402");
}

TEST_CASE("desk: a declaration that replaces another leads to it", "[desk]") {
  Desk desk(bundled);
  desk.open("/v.glint", "variant \"V\" of laser_lawn\nreplace move yield \"pass\" { end : tie }\n");
  const std::uint32_t at = place(desk, "/v.glint", "yield", 1);
  CHECK(desk.definition("/v.glint", at).front().file == "games/laser_lawn.glint");
  const auto hover = desk.hover("/v.glint", at);
  REQUIRE(hover);
  CHECK(hover->meanings[0].declaration.starts_with("move yield \"yield\" {\n  require not can place"));
  CHECK(hover->meanings[0].doc.find("the game is over") != std::string::npos);
  const auto outline = desk.outline("/v.glint");
  REQUIRE(outline.size() == 2);
  CHECK(outline[0].name == "V");
  CHECK(outline[0].kind == "variant");
}

TEST_CASE("desk: an edit formats a last line without an end, too", "[desk]") {
  Desk desk(bundled);
  std::string text = kScript;
  REQUIRE(text.ends_with("}\n"));
  text.pop_back();
  desk.open("/a.glint", text);
  for (const Edit& edit : desk.format("/a.glint")) text.replace(edit.at.begin, edit.at.end - edit.at.begin, edit.text);
  CHECK(text == kScript);
}

TEST_CASE("desk: an edit formats what differs", "[desk]") {
  Desk desk(bundled);
  desk.open("/a.glint", "game \"A\"\nlet   a=1\nlet b = 2\n");
  const auto edits = desk.format("/a.glint");
  REQUIRE(edits.size() == 1);
  CHECK(edits[0].at == Range{"/a.glint", 13, 17});
  CHECK(edits[0].text == "a = ");
  CHECK(desk.format("/a.glint", {3, 3}).empty());
}

// After every key the answers are those of a desk that was just opened.
TEST_CASE("desk: Laser Lawn typed key by key, with mistakes", "[desk]") {
  const std::string text = read("/games/laser_lawn.glint").substr(0, 1800);
  Desk desk(bundled);
  desk.open("/a.glint", "");
  std::uint32_t at = 0;
  std::uint64_t keys = 0;
  for (const char c : text) {
    REQUIRE(desk.change("/a.glint", at, at, std::string(1, c)));
    ++at;
    if (++keys % 97 == 0) {  // a slip, and the key that takes it back
      REQUIRE(desk.change("/a.glint", at / 2, at / 2, "}\""));
      everything(desk, "/a.glint");
      REQUIRE(desk.change("/a.glint", at / 2, at / 2 + 2, ""));
    }
    if (!test::sampled(keys) || keys % 7 != 0) continue;
    Desk fresh(bundled);
    fresh.open("/a.glint", text.substr(0, at));
    REQUIRE(everything(desk, "/a.glint") == everything(fresh, "/a.glint"));
    for (const std::uint32_t place : {at, at / 2}) {
      desk.completion("/a.glint", place);
      desk.hover("/a.glint", place);
      desk.references("/a.glint", place);
    }
  }
}

TEST_CASE("desk: bundled scripts have nothing wrong, and every place of them an answer", "[desk]") {
  for (const char* name : {"/games/laser_lawn.glint", "/games/variants/half_silvered.glint", "/examples/othello.glint",
                           "/stdlib/light.glint"}) {
    Desk desk(bundled);
    desk.open(name, read(name));
    for (const Finding& finding : desk.findings(name)) FAIL_CHECK(finding.message);
    for (std::uint32_t at = 0; at < desk.text(name)->size(); at += 13) {
      if (!test::sampled(at)) continue;
      desk.completion(name, at);
      desk.hover(name, at);
      for (const Range& range : desk.definition(name, at)) {
        const auto text = desk.text_of(name, range.file);
        REQUIRE(text);
        REQUIRE(range.end <= text->size());
      }
    }
    CHECK(!desk.outline(name).empty());
  }
}

TEST_CASE("desk: editors colour every word of the language", "[desk]") {
  // Both files are made by examples/editors/vscode/grammar.mjs.
  const std::string kate = read("/examples/editors/glint.xml"), code = read("/examples/editors/vscode/syntaxes/glint.tmLanguage.json");
  for (const lang::Word& word : lang::words()) {
    if (word.place == lang::WordPlace::member) continue;  // whatever stands behind a dot has their colour
    const std::string name(word.name);
    INFO(name);
    CHECK(kate.find("<item>" + name + "</item>") != std::string::npos);
    CHECK((code.find("|" + name + "|") != std::string::npos || code.find("|" + name + ")") != std::string::npos ||
           code.find("(?:" + name + "|") != std::string::npos));
  }
}
