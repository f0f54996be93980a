// Open documents come before the files that they are.
#include "interpreter/desk/analysis.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "interpreter/desk/desk.hpp"
#include "interpreter/desk/playing.hpp"
#include "interpreter/game/loading/load.hpp"
#include "tests/catch.hpp"
#include "tests/support/desk_script.hpp"
#include "tests/support/paths.hpp"

using namespace glint;
using namespace glint::desk;

TEST_CASE("desk: open documents come before files", "[desk]") {
  class One : public lang::Loader {
   public:
    std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
      if (name == "mine.glint") return lang::SourceFile{"/mine.glint", "library mine\nlet mine = empty\n"};
      return bundled_loader(nullptr)->find(name, user);
    }
  };
  Desk desk([](const std::string&) { return std::make_unique<One>(); });
  std::string script = kScript;
  script.replace(script.find("use square"), 10, "use square, \"mine.glint\"");
  script.replace(script.find("in free"), 7, "in mine");
  desk.open("/a.glint", script);
  const auto unknown = [&] {
    const auto findings = desk.findings("/a.glint");
    return std::any_of(findings.begin(), findings.end(), [](const Finding& each) { return each.code == "G0201"; });
  };
  CHECK(!unknown());
  desk.open("/mine.glint", "library mine\nlet other = empty\n");
  CHECK(unknown());
  desk.close("/mine.glint");
  CHECK(!unknown());
}

TEST_CASE("desk: an open document that is no file yet is found by those beside it", "[desk]") {
  Desk desk(bundled);
  std::string script = kScript;
  script.replace(script.find("use square"), 10, "use square, mine");
  script.replace(script.find("in free"), 7, "in lit_up");
  desk.open("/one/a.glint", script);
  desk.take_changed();
  CHECK(!desk.findings("/one/a.glint").empty());
  desk.open("/two/mine.glint", "library mine\nlet lit_up = empty\n");  // in another folder
  CHECK(!desk.findings("/one/a.glint").empty());
  desk.open("/one/mine.glint", "library mine\nlet lit_up = empty\n");
  CHECK(desk.take_changed() == std::vector<std::string>{"/one/a.glint", "/one/mine.glint", "/two/mine.glint"});
  CHECK(desk.findings("/one/a.glint").empty());
  // A variant of a game that is only open.
  desk.open("/one/v.glint", "variant \"V\" of a\nreplace var left: 0..16 = 12\n");
  CHECK(desk.findings("/one/v.glint").empty());
  CHECK(game_of(desk, "/one/v.glint"));
  desk.close("/one/mine.glint");
  CHECK(!desk.findings("/one/a.glint").empty());
  CHECK(!desk.findings("/one/v.glint").empty());
}

TEST_CASE("desk: files as an editor sees them, open documents first", "[desk]") {
  class Disk : public lang::Loader {
   public:
    std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile&) override {
      return name == "saved" ? std::optional(lang::SourceFile{"/d/saved.glint", "on disk"}) : std::nullopt;
    }
    std::vector<std::string> names() const override { return {"saved"}; }
    std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile& user) override { return find(name, user); }
    std::vector<std::string> game_names() const override { return {"saved"}; }
  };
  std::map<std::string, std::string> texts;
  OpenFirst files(texts, std::make_unique<Disk>());
  const lang::SourceFile user{"/d/user.glint", {}}, other{"/e/user.glint", {}}, bare{"user.glint", {}};
  const auto both = [&](std::string_view name, const lang::SourceFile& by) {
    const auto found = files.find(name, by), game = files.find_game(name, by);
    CHECK(found.has_value() == game.has_value());
    if (found && game) CHECK(found->text == game->text);
    return found ? found->name + ": " + found->text : "";
  };
  CHECK(both("saved", user) == "/d/saved.glint: on disk");
  CHECK(both("new", user) == "");
  texts = {{"/d/saved.glint", "open"}, {"/d/new.glint", "not saved"}, {"/d/user.glint", "self"}, {"bare.glint", "no folder"}};
  CHECK(both("saved", user) == "/d/saved.glint: open");
  CHECK(both("saved", other) == "/d/saved.glint: open");
  CHECK(both("new", user) == "/d/new.glint: not saved");
  CHECK(both("new", other) == "");
  CHECK(both("user", user) == "");  // nothing uses itself
  CHECK(both("bare", bare) == "bare.glint: no folder");
  CHECK(files.names() == std::vector<std::string>{"saved"});
  CHECK(files.game_names() == std::vector<std::string>{"saved"});
}
