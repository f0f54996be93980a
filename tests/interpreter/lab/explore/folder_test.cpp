// The folder of an exploration, and what others may have put there.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/cli/support/games_file.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/lab/explore/stones.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
namespace fs = std::filesystem;

/// A short exploration of a script.
std::vector<std::string> short_line(const std::string& script, const std::vector<std::string>& more = {}) {
  std::vector<std::string> line = {"explore", script, "--want", "length 6..7", "--budget", "1000", "--candidates", "12", "--keep",
                                   "1", "--bot", "random", "--stronger", "greedy", "--stronger-games", "0", "--threads", "1"};
  line.insert(line.end(), more.begin(), more.end());
  return line;
}

std::map<std::string, std::string> entries_of(const std::string& text, std::size_t& end) {
  std::map<std::string, std::string> entries;
  end = cli::read_entries(text, [&](std::string key, std::string found) { entries[key] = found; });
  return entries;
}

}  // namespace

TEST_CASE("explore folder: damaged entries are skipped, a cut-off entry is found, and all others are read") {
  const std::string a = cli::entry_text("a", "first\n@ not an entry 3\n"), b = cli::entry_text("b b", ""),
                    c = cli::entry_text("c", "third");
  std::size_t end = 0;
  const auto whole = entries_of(a + b + c, end);
  CHECK(whole.size() == 3);
  CHECK(whole.at("a") == "first\n@ not an entry 3\n");
  CHECK(end == (a + b + c).size());
  // A byte of a line before games costs these, and nothing after them.
  for (const std::string broken : {"# b b 0\n\n", "@ b b -1\n\n", "@ b b 7\n\n", "@ b b 99999999999999999999\n\n", "@ b b 0\r\n\n", "\n", "my notes\n"}) {
    INFO(broken);
    const auto others = entries_of(a + broken + c, end);
    CHECK(others.size() == 2);
    CHECK(others.at("c") == "third");
    CHECK(end == (a + broken + c).size());
  }
  // Whatever a process that died had written of an entry.
  for (std::size_t size = 1; size < c.size(); ++size) {
    CHECK(entries_of(a + c.substr(0, size), end).size() == 1);
    CHECK(end == a.size());
  }
  // No process of ours had begun to write these.
  for (const std::string notes : {"my notes", "@ ask Ann\nsoon", "@\nmy notes"}) {
    CHECK(entries_of(a + notes, end).size() == 1);
    CHECK(end == a.size() + notes.size());
  }
  for (const char* none : {"@", "@ ", "@ a", "@ 1\n", "@ a 1", "@ a \n", ""}) CHECK(entries_of(none, end).empty());
}

TEST_CASE("explore folder: games stay beside what somebody has written into their file") {
  const cli::Folder folder;
  const std::string file = folder.write("games.txt", cli::entry_text("a", "1") + "my notes");
  cli::GamesFile(file).add("b", "2");
  CHECK(cli::read_file(file) == cli::entry_text("a", "1") + "my notes\n" + cli::entry_text("b", "2"));
  const cli::GamesFile again(file);
  REQUIRE(again.find("a") != nullptr);
  REQUIRE(again.find("b") != nullptr);
  CHECK(*again.find("b") == "2");
}

TEST_CASE("explore folder: nothing that was not made there is changed, followed or quoted") {
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", test::kStones), secret = folder.write("secret.txt", "SECRET\n"),
                    out = folder / "out", whole = folder / "whole";
  REQUIRE(cli::glint(short_line(script, {"--out", whole})).status == 0);
  const auto refused = [&](const std::vector<std::string>& more, const std::string& what) {
    const cli::Answer answer = cli::glint(short_line(script, more));
    INFO(answer.err);
    CHECK(answer.status == cli::kUsage);
    CHECK(answer.err.find(what) != std::string::npos);
    CHECK(answer.err.find("SECRET") == std::string::npos);
    CHECK(cli::read_file(secret) == "SECRET\n");
  };
  const auto anew = [&] {
    fs::remove_all(out);
    fs::create_directory(out);
  };
  // A plan that leads elsewhere, or is none.
  anew();
  fs::create_symlink(secret, out + "/plan.txt");
  refused({"--out", out}, "out/plan.txt` already exists, and is not the plan of an exploration");
  fs::copy_file(whole + "/games.txt", out + "/games.txt");
  refused({"--out", folder / "merged", "--merge", out}, "out/plan.txt` already exists, and is not the plan of an exploration");
  // Notes that begin as games do.
  anew();
  folder.write("out/games.txt", "@ magnus 2839\n@ hikaru 2780\n");
  refused({"--out", out}, "out/games.txt` already exists, and does not hold explored games");
  CHECK(cli::read_file(out + "/games.txt") == "@ magnus 2839\n@ hikaru 2780\n");
  anew();
  folder.write("out/so_far.txt", "how far I am");
  refused({"--out", out}, "out/so_far.txt` already exists, and is not a list of scripts");
  anew();
  fs::resize_file(folder.write("out/games.txt", "@ a 1\n1\n"), cli::GamesFile::kMostInFile + 1);
  refused({"--out", out}, "out/games.txt` is larger than 512 MB");
  // Shards must be some.
  anew();
  folder.write("out/games.txt", "this is my shopping list");
  refused({"--out", folder / "merged", "--merge", out}, "out/plan.txt` is missing");
  fs::copy_file(whole + "/plan.txt", out + "/plan.txt");
  refused({"--out", folder / "merged", "--merge", out}, "out/games.txt` does not hold explored games");
  fs::remove(out + "/games.txt");
  fs::create_symlink(secret, out + "/games.txt");
  refused({"--out", folder / "merged", "--merge", out}, "out/games.txt` already exists, and is not a regular file");
  // What is refused leaves nothing behind.
  fs::remove_all(folder / "merged");
  refused({"--out", folder / "merged", "--merge", out}, "out/games.txt`");
  CHECK((!fs::exists(folder / "merged") || fs::is_empty(folder / "merged")));
  // A script of a name that was found, and a link to nothing there.
  anew();
  fs::create_symlink(folder / "nothing", out + "/stones.glint");
  refused({"--out", out}, "out/stones.glint` already exists, and is another script");
  CHECK_FALSE(fs::exists(folder / "nothing"));
  // A plan that differs, in a line of its own.
  refused({"--out", whole, "--fix", "board"}, "whole` holds another exploration: `fix board` here");
}

TEST_CASE("explore folder: what a list names is removed in the folder alone, and only if nobody has changed it") {
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", test::kStones), out = folder / "out";
  REQUIRE(cli::glint(short_line(script, {"--out", out})).status == 0);
  folder.write("mine.glint", "mine");
  folder.write("out/other.glint", "changed");
  folder.write("out/stale.glint", "stale");
  folder.write("out/so_far.txt", cli::entry_text("../mine", "mine") + cli::entry_text("other", "found") +
                                     cli::entry_text("stale", "stale"));
  CHECK(cli::glint(short_line(script, {"--out", out})).status == 0);
  CHECK(cli::read_file(folder / "mine.glint") == "mine");
  CHECK(cli::read_file(folder / "out/other.glint") == "changed");
  CHECK_FALSE(fs::exists(folder / "out/stale.glint"));
  CHECK_FALSE(fs::exists(folder / "out/so_far.txt"));
}

TEST_CASE("explore folder: variants find the libraries of their game, in folders, too") {
  const cli::Folder folder;
  folder.write("lib/rows.glint", "library rows\nlet row_length = 9\n");
  std::string text = test::kStones;
  text.replace(text.find("use square"), 10, "use square, \"lib/rows\"");
  text.replace(text.find("grid(9, 1)"), 10, "grid(row_length, 1)");
  const std::string script = folder.write("stones.glint", text), out = folder / "out";
  const cli::Answer explored = cli::glint(short_line(script, {"--out", out}));
  INFO(explored.err);
  REQUIRE(explored.status == 0);
  CHECK(fs::exists(out + "/lib/rows.glint"));
  int variants = 0;
  for (const auto& entry : fs::directory_iterator(out)) {
    if (entry.path().extension() != ".glint") continue;
    const cli::Answer checked = cli::glint({"check", entry.path().string()});
    INFO(checked.err);
    CHECK(checked.status == 0);
    ++variants;
  }
  CHECK(variants > 1);
  // A folder there that leads elsewhere is not gone into.
  const std::string other = folder / "other";
  fs::create_directory(other);
  fs::create_directory(folder / "elsewhere");
  fs::create_directory_symlink(folder / "elsewhere", other + "/lib");
  const cli::Answer led = cli::glint(short_line(script, {"--out", other}));
  CHECK(led.status == cli::kUsage);
  CHECK(led.err.find("/other/lib/rows.glint` leads out of the folder") != std::string::npos);
  CHECK(fs::is_empty(folder / "elsewhere"));
  fs::remove(other + "/lib");
  CHECK(fs::is_empty(other));
}

TEST_CASE("explore folder: games that cannot be of these games are played again, once") {
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", test::kStones), out = folder / "out";
  const cli::Answer first = cli::glint(short_line(script, {"--out", out}));
  REQUIRE(first.status == 0);
  const std::string games = cli::read_file(out + "/games.txt");
  // All that was written is read again: nothing is played, so nothing is added.
  CHECK(cli::glint(short_line(script, {"--out", out})).out == first.out);
  CHECK(cli::read_file(out + "/games.txt") == games);

  std::vector<std::pair<std::string, std::string>> entries;
  (void)cli::read_entries(games, [&](std::string key, std::string text) { entries.emplace_back(key, text); });
  // Where a rule failed the entry is an error, of any text.
  const auto is_error = [](const std::string& text) { return text.rfind("error ", 0) == 0; };
  std::string played;
  for (const auto& [key, text] : entries)
    if (!is_error(text)) played += cli::entry_text(key, text);
  REQUIRE(played.size() < games.size());
  const auto with = [&](const std::function<std::string(const std::string&)>& changed) {
    std::string all;
    for (const auto& [key, text] : entries) all += cli::entry_text(key, is_error(text) ? text : changed(text));
    return all;
  };
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  using Change = std::function<std::string(const std::string&)>;
  for (const Change& change :
       {Change([&](const std::string& text) { return replaced(text, "\"wins\":[", "\"wins\":[0,0,0,"); }),
        Change([&](const std::string& text) { return replaced(text, "\"scores\":[", "\"scores\":[[],"); }),
        Change([&](const std::string& text) { return replaced(text, "\"games\":", "\"games\":1"); }),
        Change([](const std::string&) { return std::string("{}"); }),
        Change([](const std::string&) { return std::string(); })}) {
    const std::string broken = with([&](const std::string& text) {
      const std::string other = change(text);
      return other.size() > 2 ? with_checksum(other) : other;
    });
    folder.write("out/games.txt", broken);
    for (int round = 0; round < 2; ++round) {
      const cli::Answer again = cli::glint(short_line(script, {"--out", out}));
      INFO(broken.substr(0, 500) << again.err);
      CHECK(again.status == 0);
      CHECK(again.out == first.out);
      CHECK(cli::read_file(out + "/games.txt") == broken + played);
    }
  }
  // Errors have a checksum, too, and nothing that is too long or has line breaks is one.
  const auto error =
      std::find_if(entries.begin(), entries.end(), [&](const auto& each) { return is_error(each.second); });
  REQUIRE(error != entries.end());
  const std::string honest = cli::entry_text(error->first, error->second);
  for (const std::string& forged :
       {replaced(error->second, "chosen", "CHOSEN"), std::string("error "), std::string("error G0603 EVIL"),
        error->second + "\nThe best variants", error->second + std::string(5000, 'x')}) {
    folder.write("out/games.txt", replaced(games, honest, cli::entry_text(error->first, forged)));
    CHECK(cli::glint(short_line(script, {"--out", out})).out == first.out);
    CHECK(cli::read_file(out + "/games.txt").ends_with(honest));
  }
}

TEST_CASE("explore folder: a script with the name of a bundled game is refused, as its variants would be of that one") {
  const cli::Folder folder;
  const std::string script = folder.write("the_beam.glint", test::kStones);
  const cli::Answer answer = cli::glint(short_line(script));
  CHECK(answer.status == cli::kUsage);
  CHECK(answer.err.find("a variant of `the_beam` is one of the bundled game, not of `" + script + "`") != std::string::npos);
  // The bundled text itself is that game.
  const std::string same = folder.write("laser_lawn.glint", cli::read_file(test::source_folder() + "/games/laser_lawn.glint"));
  const cli::Answer played =
      cli::glint({"explore", same, "--want", "length 6..7", "--budget", "500", "--candidates", "1", "--keep", "1",
                  "--bot", "random", "--stronger", "random", "--stronger-games", "0", "--max-plies", "4"});
  INFO(played.err);
  CHECK(played.status == 0);
}
