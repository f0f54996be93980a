// Fixes that an editor offers: what they mend, and what they must not lose.
#include "tests/support/desk_script.hpp"

using namespace glint;
using namespace glint::desk;

namespace {

/// A script after each of the fixes that are offered for it.
std::vector<std::string> fixed(const std::string& script) {
  Desk desk(bundled);
  desk.open("/a.glint", script);
  REQUIRE(!desk.findings("/a.glint").empty());
  std::vector<std::string> all;
  for (const Fix& fix : desk.fixes("/a.glint", 0, 9999)) {
    std::string text = script;
    all.push_back(text.replace(fix.edit.at.begin, fix.edit.at.end - fix.edit.at.begin, fix.edit.text));
  }
  return all;
}

/// The script of these tests, with other lines in its move.
std::string with(const std::string& line) {
  std::string script = kScript;
  return script.replace(script.find("  left -= 1"), 11, line);
}

}  // namespace

TEST_CASE("desk: fixes are what an error says to write, where that mends it", "[desk]") {
  Desk desk(bundled);
  const auto mended = [&](const std::string& wrong, const std::string& right) {
    std::string script = kScript;
    script.replace(script.find("  left -= 1"), 11, wrong);
    desk.open("/a.glint", script);
    REQUIRE(!desk.findings("/a.glint").empty());
    const auto fixes = desk.fixes("/a.glint", 0, 9999);
    INFO(wrong);
    REQUIRE(!fixes.empty());
    script.replace(fixes[0].edit.at.begin, fixes[0].edit.at.end - fixes[0].edit.at.begin, fixes[0].edit.text);
    CHECK(script.find(right) != std::string::npos);
    desk.open("/a.glint", script);
    CHECK(desk.findings("/a.glint").empty());
    return fixes[0];
  };
  const Fix meant = mended("  lefd -= 1", "  left -= 1");
  CHECK(meant.title == "write `left`");
  CHECK(meant.is_preferred);
  CHECK(!mended("  left++", "  left += 1").is_preferred);
  mended("  if left = 1 { left -= 1 }", "  if left == 1 { left -= 1 }");
  mended("  left -= 1 # less", "  left -= 1 // less");
  // What is not there to be mended: nothing is offered that only moves the error.
  desk.open("/a.glint", std::string(kScript) + "let n = nowhere_near\n");
  CHECK(desk.fixes("/a.glint", 0, 9999).empty());
  CHECK(desk.fixes("/none.glint", 0, 9999).empty());
  // A line more at the end, and a part more in a declaration.
  std::string plain = kScript;
  plain.replace(plain.find("; look \"l\""), 10, "");
  desk.open("/b.glint", plain);
  const auto look = desk.fixes("/b.glint", 0, 9999);
  REQUIRE(!look.empty());
  CHECK(look[0].title == "add `look \"l\"`");
  const auto& at = look[0].edit.at;
  CHECK(std::string(plain).replace(at.begin, at.end - at.begin, look[0].edit.text) == kScript);
}

TEST_CASE("desk: a fix loses nothing that the author said", "[desk]") {
  using Texts = std::vector<std::string>;
  // The name of what is declared: the game's own option would stay as it is.
  const std::string head = "variant \"V\" of boundary\n", option = "option balance: {own, all} = all \"x\"\n";
  CHECK(fixed(head + option) == Texts{head + "replace " + option});
  // A text that is not closed, and a `not`.
  CHECK(fixed(with("  require left > 0 \"nothing is left")) == Texts{with("  require left > 0 \"nothing is left\"")});
  CHECK(fixed(with("  require a1 not in empty")) == Texts{with("  require not a1 in empty")});
}

TEST_CASE("desk: a mistake of other languages has one fix, which writes it as it is here", "[desk]") {
  const auto mended = [&](const std::string& wrong, const std::string& right) {
    INFO(wrong);
    CHECK(fixed(with("  " + wrong)) == std::vector<std::string>{with("  " + right)});
  };
  mended("left == left - 1", "left = left - 1");
  mended("require left > 1 && left < 9", "require left > 1 and left < 9");
  mended("require left > 1||left < 9", "require left > 1 or left < 9");
  mended("require !(left > 1)", "require not (left > 1)");
  mended("require (at + n) not in empty", "require not (at + n) in empty");
  mended("require at + n not in empty", "require not at + n in empty");
  mended("require left", "require left > 0");
  mended("require empty", "require empty != {}");
  mended("left -= 1 left -= 1", "left -= 1; left -= 1");
  mended("require left is 3", "require left == 3");
  mended("require left is not 3", "require left != 3");
  mended("require left === 3", "require left == 3");
  mended("require left !== 3", "require left != 3");
  mended("require left <> 3", "require left != 3");
  mended("left := 3", "left = 3");
  CHECK(fixed(with("  lamp.remove(at)")).empty());
  CHECK(fixed(with("  require true")) == std::vector<std::string>{with("  require on")});
  CHECK(fixed(with("  left = left * 2.5")).empty());
  // One edit more or less of blanks is the same edit, and none leaves a blank at the end of its line.
  std::string open = kScript;
  open.resize(open.rfind("} } } }"));
  const std::vector<std::string> closed = fixed(open + "} } }\n");
  REQUIRE(closed.size() == 1);
  CHECK(closed[0] == open + "} } }\n}");

  const std::string head = "variant \"V\" of boundary\n";
  using Texts = std::vector<std::string>;
  CHECK(fixed(head + "replace option balance = all\n") == Texts{head + "option balance = all\n"});
  CHECK(fixed(head + "replace end if count(empty) == 0 : tie\n") == Texts{head + "replace end when count(empty) == 0 : tie\n"});
  // What was meant is offered, though others still use what is removed then.
  CHECK(fixed(head + "remove move resgn\n") == Texts{head + "remove move resign\n"});
  // A move that nobody can choose, in a game and in a variant.
  std::string two = kScript;
  two.insert(two.find("play {"), "move pass \"pass\" { }\n");
  std::string chosen = two;
  chosen.insert(chosen.find("choose place") + 12, " or pass");
  CHECK(fixed(two) == Texts{chosen});
  const std::string own = head + "move pass \"pass\"";
  CHECK(fixed(own + " { }\n") == Texts{own + " beside alone { }\n"});
}

TEST_CASE("desk: what settles a conflict of variants can be added as a last line", "[desk]") {
  class Scripts : public lang::Loader {
    std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
      return bundled_loader(nullptr)->find(name, user);
    }
    std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile&) override {
      const std::string file = std::string(name) + ".glint";
      if (name == "a") return lang::SourceFile{file, std::string(kScript) + "score p = 1\n"};
      return lang::SourceFile{file, "variant \"" + std::string(name) + "\" of a\nreplace score p = " +
                                        (name == "two" ? "2" : "3") + "\n"};
    }
  };
  Desk desk([](const std::string&) { return std::make_unique<Scripts>(); });
  for (const std::string end : {"", "\n"}) {
    std::string script = "variant \"V\" of a with two, three\nlet most = 3" + end;
    desk.open("/v.glint", script);
    const std::vector<Fix> fixes = desk.fixes("/v.glint", 0, 9999);
    const auto found = std::find_if(fixes.begin(), fixes.end(), [](const Fix& one) { return one.title == "add the line `remove score`"; });
    REQUIRE(found != fixes.end());
    CHECK(found->edit.at.begin == script.size());
    script.insert(found->edit.at.begin, found->edit.text);
    CHECK(script.ends_with("let most = 3\nremove score\n"));
    desk.open("/v.glint", script);
    CHECK(desk.findings("/v.glint").empty());
  }
}

TEST_CASE("desk: a fix that was not tried to its end is not offered", "[desk]") {
  int asked = 0, allowed = 1'000'000'000;
  Limits limits;
  limits.stop = [&] { return asked++ >= allowed; };
  Desk desk(bundled, limits);
  std::string script = kScript;
  script.replace(script.find("  left -= 1"), 11, "  lefd -= 1\n  freed -= 1");
  const auto titles = [&] {
    asked = 0;
    desk.open("/a.glint", script);
    std::vector<std::string> all;
    for (const Fix& fix : desk.fixes("/a.glint", 0, 9999)) all.push_back(fix.title);
    return all;
  };
  const std::vector<std::string> whole = titles();
  REQUIRE(!whole.empty());
  const int most = asked;
  for (allowed = 0; allowed < most; allowed += 1 + allowed / 8) {
    const std::vector<std::string> some = titles();
    CHECK(some.size() <= whole.size());
    for (const std::string& title : some) CHECK(std::find(whole.begin(), whole.end(), title) != whole.end());
  }
  allowed = 1'000'000'000;
  CHECK(titles() == whole);
  // One error of syntax hides others: what brings those to light mends it all the same.
  script = kScript;
  script.replace(script.find("  left -= 1"), 11, "  left++\n  lefd -= 1");
  const std::vector<std::string> hidden = titles();
  REQUIRE(!hidden.empty());
  CHECK(hidden[0].find("left += 1") != std::string::npos);
}

TEST_CASE("desk: an after knows the picks of its move, and no fix takes the place of a statement", "[desk]") {
  Desk desk(bundled);
  const std::string header = "variant \"V\" of boundary\nextend piece pyramid { tired: flag = off }\nafter alone {\n  ";
  for (const char* rest : {"require ", "require \n}\n"}) {
    desk.open("/v.glint", header + rest);
    const auto at = static_cast<std::uint32_t>(header.size() + 8);
    CHECK(offers(desk, "/v.glint", at, "land"));
    CHECK(offers(desk, "/v.glint", at, "top"));
    CHECK(!offers(desk, "/v.glint", at, "rock"));  // of the other move
    CHECK(names_of(desk.completion("/v.glint", at)).at(1) == "top");
  }
  desk.open("/v.glint", header + "top.tired = on\n}\n");
  const auto fixes = desk.fixes("/v.glint", 0, 9999);
  REQUIRE(fixes.size() == 1);
  CHECK(fixes[0].title == "add the line `require top in pyramid`");
}
