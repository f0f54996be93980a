// Rounds of `glint watch`: what is found after a save, what is different from the round before, and the page of it.
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/watch/round.hpp"
#include "interpreter/cli/watch/watched_files.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "lang/parse/limits.hpp"
#include "lang/source/text.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {
namespace {

const char* const kStart = R"(game "Race"
use square
players red, blue
board grid(5, 2)
piece stone of player { look "{owner:1}" }
setup { put stone(owner = red) on a1; put stone(owner = blue) on a2 }
move step "{from}-{to}" {
  pick from in stone of me   "not yours"
  pick to in (from + e) & empty
  move from to to
}
play { repeat { turn of each player { choose step else { end : opponent wins } } } }
end for p in player when stone of p meets e1 | e2 : p wins
test "red begins" { expect me == red }
test "four steps win" { move a1 to d1; play "d1-e1"; expect result : red wins }
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

Round look(const std::string& text, const Round* before = nullptr, const Limits& limits = {}) {
  FolderLoader loader("race.glint", {});
  RoundOptions options;
  options.games = 20;
  return examine(text, "race.glint", loader, limits, options, before);
}

std::string page(const Round& round, const Round* before = nullptr) {
  const std::vector<std::string> lines = page_of(round, before, "race.glint", "12:00:00", 80, 24);
  CHECK(lines.size() <= 24);
  for (const std::string& line : lines) CHECK(view::width_of(line) <= 80);
  return lang::joined(lines, "\n");
}

bool has(const std::string& text, const std::string& words) {
  INFO(text);
  INFO(words);
  const bool found = text.find(words) != std::string::npos;
  CHECK(found);
  return found;
}

}  // namespace

TEST_CASE("watch: a script that is right is checked, tested and played") {
  const Round round = look(kStart);
  REQUIRE(round.game);
  const std::string text = page(round);
  has(text, "Race   race.glint   12:00:00");
  has(text, "check    ok");
  has(text, "tests    2 passed");
  has(text, "games    20 at random");
  has(text, "ended  red 100 %, blue 0 %");
  has(text, "moves  mean 7.0, 7 to 7");
  CHECK(text.find("since") == std::string::npos);
}

TEST_CASE("watch: what changed since the round before") {
  const Round before = look(kStart);
  // Blue begins two steps ahead, and the tests know nothing of it.
  const Round now = look(replaced(kStart, "put stone(owner = blue) on a2", "put stone(owner = blue) on c2"), &before);
  const std::string text = page(now, &before);
  has(text, "ended  red 0 %, blue 100 %");
  has(text, "before red 100 %, blue 0 %");
  has(text, "moves  mean 4.0, 4 to 4");
  has(text, "since    changed setup");
  has(text, "play     differs from the start");
  has(text, "\n2  ·  ·  b  ·  ·\n1  r  ·  ·  ·  ·\n   a  b  c  d  e");
  // It is left out where lines are few.
  CHECK(lang::joined(page_of(now, &before, "race.glint", "", 80, 17), "\n").find("·") == std::string::npos);
  const Round broken = look(replaced(kStart, "meets e1 | e2", "meets d1 | d2"), &before);
  CHECK(broken.failed_tests() == 1);
  const std::string tests = page(broken, &before);
  has(tests, "tests    1 of 2 failed (1 newly failing)");
  has(tests, "four steps win");
  // With the statement and what was found, as there is room.
  has(tests, "  15: four steps win\n    expect result : red wins\n    the game goes on\n");
  const Round mended = look(kStart, &broken);
  has(page(mended, &broken), "tests    2 passed (1 newly passing)");
}

TEST_CASE("watch: a difference that chance may have made, and what an option was, are told") {
  const std::string coin =
      replaced(kStart, "play { repeat",
               "var first: player = red\noption ends: {sooner, later} = later\nplay { draw first in player; repeat");
  const std::string drawn = replaced(coin, "turn of each player {", "turn of first { first = first + 1;");
  RoundOptions few;
  few.games = 30;
  FolderLoader loader("race.glint", {});
  const Round before = examine(drawn, "race.glint", loader, {}, few, nullptr);
  few.games = 20;
  const Round now = examine(replaced(drawn, "= later", "= sooner"), "race.glint", loader, {}, few, &before);
  const std::string text = page(now, &before);
  has(text, "(can be chance)");
  has(text, "since    option ends is sooner, was later");
  const Round start = look(kStart);
  has(page(look(coin, &start), &start), "since    changed play; new: ");
  const Round sure = look(replaced(kStart, "put stone(owner = blue) on a2", "put stone(owner = blue) on c2"), &start);
  CHECK(page(sure, &start).find("chance") == std::string::npos);
}

TEST_CASE("watch: a comment changes no rule") {
  const Round before = look(kStart);
  const Round now = look(std::string("// a comment\n") + kStart, &before);
  has(page(now, &before), "since    the same rules as before");
  CHECK_FALSE(now.play.has_value());
}

TEST_CASE("watch: errors are shown, and the next round is compared with the last that could be played") {
  const Round before = look(kStart);
  const Round broken = look(replaced(kStart, "stone of me", "ston of me"), &before);
  CHECK_FALSE(broken.game.has_value());
  const std::string text = page(broken, &before);
  has(text, "check    1 error");
  has(text, "race.glint:8:");
  CHECK(text.find("tests") == std::string::npos);
  // An error that is not in the script itself is shown with its file.
  Round two = broken;
  for (const std::string file : {"race.glint", "mine.glint"}) {
    Error& more = two.errors.emplace_back();
    more.file = file;
    more.line = 2;
    more.message = "this is wrong in " + file;
  }
  has(page(two, &before), "\n2: this is wrong in race.glint\nmine.glint:2: this is wrong in mine.glint");
  // Half of a file, as an editor may write it.
  const Round half = look(std::string(kStart).substr(0, 200), &before);
  CHECK_FALSE(half.game.has_value());
  has(page(half, &before), "check    ");
  has(page(look(kStart, &before), &before), "since    the same rules as before");
}

TEST_CASE("watch: a rule that fails in play, or never ends, is told and bounded") {
  const std::string fails = replaced(kStart, "move from to to\n", "move from to to\n  taken += 1\n");
  const Round round = look(replaced(fails, "setup {", "var taken: 0..3 = 0\nsetup {"));
  REQUIRE(round.games);
  CHECK(round.games->error.has_value());
  has(page(round), "a rule fails in game 1 of 20");
  // Whoever waits no longer gets what there is.
  Limits limits;
  int asked = 0;
  limits.stop = [&asked] { return ++asked > 3; };
  const Round cut = look(kStart, nullptr, limits);
  CHECK(cut.is_cut);
  has(page(cut), "stopped, because it took too long");
  Round changed = cut;
  changed.cut_by = Round::Cut::change;
  has(page(changed), "stopped, because a file has changed");
}

TEST_CASE("watch: whenever a round is stopped, no rule and no test is said to fail") {
  // A game that is long to begin, and one that is long to test.
  const std::string slow = replaced(kStart, "play { repeat", "play { for c in cells { for d in cells { energy = 1 } }\n  repeat");
  const std::string script = replaced(slow, "setup {", "var energy: 0..3 = 0\nsetup {");
  for (int last = 1; last < 400; last += 1 + last / 8) {
    Limits limits;
    int asked = 0;
    limits.stop = [&asked, last] { return ++asked > last; };
    const Round round = look(script, nullptr, limits);
    INFO(last);
    CHECK(round.failed_tests() == 0);
    CHECK_FALSE((round.games && round.games->error));
    if (!round.game || asked > last) CHECK(round.is_cut);
  }
}

TEST_CASE("watch: libraries and base games are watched, also while the script has errors") {
  const Folder folder;
  const std::string file = folder.write("race.glint", "game \"R\"\nuse square\nuse lamps\nuse gone\nlet a = wrogn\n");
  folder.write("lamps.glint", "library lamps\nlet one = 1\n");
  WatchedFiles files(file, {});
  CHECK(files.look());
  CHECK(files.script().has_value());
  const Round round = examine(*files.script(), file, files, {}, {}, nullptr);
  CHECK_FALSE(round.game.has_value());
  CHECK_FALSE(files.differ());
  folder.write("lamps.glint", "library lamps\nlet one = 2\n");
  CHECK(files.differ());
  CHECK(files.look());
  CHECK_FALSE(files.look());
  // One that was not there is looked for until it is.
  folder.write("gone.glint", "library gone\n");
  CHECK(files.differ());
  CHECK(files.look());
  CHECK_FALSE(files.look());
  // And the game of which a script is a variant.
  const std::string variant = folder.write("v.glint", "variant \"V\" of \"race\"\nlet a = wrogn\n");
  WatchedFiles of_variant(variant, {});
  of_variant.look();
  examine(*of_variant.script(), variant, of_variant, {}, {}, nullptr);
  CHECK_FALSE(of_variant.look());
  folder.write("race.glint", kStart);
  CHECK(of_variant.look());
}

TEST_CASE("watch: nobody waits for a pipe, or reads a device, in the place of a script") {
  const Folder folder;
  const std::string file = folder.write("game.glint", "game \"A\"\n");
  WatchedFiles files(file, {});
  CHECK(files.look());
  const std::string endless = folder / "endless";
  std::filesystem::create_symlink("/dev/zero", endless);
  for (const std::string& other : {folder / "pipe", endless}) {
    if (other != endless) REQUIRE(mkfifo(other.c_str(), 0600) == 0);
    std::filesystem::rename(other, file);
    CHECK(files.look());
    CHECK_FALSE(files.script());
    std::filesystem::remove(file);
    folder.write("game.glint", "game \"B\"\n");
    CHECK(files.look());
    CHECK(files.script() == "game \"B\"\n");
  }
  // Of a file that is too large, enough is read for the checker to say so.
  std::filesystem::resize_file(file, std::uintmax_t{1} << 34);
  CHECK(files.look());
  CHECK(files.script()->size() == lang::kMaxScriptBytes + 1);
}

TEST_CASE("watch: the command looks once, and says what is wrong with its arguments") {
  const Folder folder;
  const std::string file = folder.write("race.glint", kStart);
  const Answer good = glint({"watch", file, "--once", "--games", "5"});
  CHECK(good.status == 0);
  has(good.out, "games    5 at random");
  folder.write("race.glint", replaced(kStart, "stone of me", "ston of me"));
  CHECK(glint({"watch", file, "--once"}).status == 1);
  // What fails at the start of each game is an error of the script, as `check` says, without any game.
  folder.write("race.glint", kStart);
  const Answer no_steps = glint({"watch", file, "--once", "--games", "0", "--limit", "steps=0"});
  CHECK(no_steps.status == 1);
  has(no_steps.out, "check    1 error\nerror[G0605]: one decision takes more than 0 steps to compute");
  CHECK(glint({"watch", "laser_lawn"}).status == 2);
  CHECK(glint({"watch", folder / "nothing.glint"}).status == 2);
  REQUIRE(mkfifo((folder / "pipe.glint").c_str(), 0600) == 0);
  for (const std::string& path : {folder / "", folder / "pipe.glint"}) {
    const Answer none = glint({"watch", path, "--once"});
    CHECK(none.status == 2);
    CHECK(none.out == "");
    has(none.err, path == folder / "" ? "is a folder, not a file" : "is not a regular file");
  }
  CHECK(glint({"watch", file, "--json"}).status == 2);
  CHECK(glint({"watch", "--help"}).out.find("--json") == std::string::npos);
}

}  // namespace glint::cli
