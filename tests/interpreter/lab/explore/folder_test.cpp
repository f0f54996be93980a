// The folder of an exploration, and what others may have put there.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/cli/studies/games_file.hpp"
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
  std::vector<std::string> line = {"explore",      script, "--want", "length 6..7", "--budget", "1000",
                                   "--candidates", "12",   "--keep", "1",           "--bot",    "random",
                                   "--threads",    "1"};
  line.insert(line.end(), more.begin(), more.end());
  return line;
}

using KeptEntries = std::vector<std::pair<std::string, std::string>>;

/// What was played, and the games.
KeptEntries entries_of(const std::string& text) {
  KeptEntries entries;
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    const std::size_t tab = text.find('\t', at);
    if (tab < end) entries.emplace_back(text.substr(at, tab - at), text.substr(tab + 1, end - tab - 1));
  }
  return entries;
}
std::string entry_text(const std::string& key, const std::string& text) { return key + '\t' + text + '\n'; }

}  // namespace

TEST_CASE("explore folder: games stay beside other lines, and a last line that was cut off is dropped") {
  const cli::Folder folder;
  const std::string kept = "a\t1\nmy notes\n\n";
  const std::string file = folder.write("games.txt", kept + "c\tcut o");
  cli::GamesFile games(file);
  CHECK(games.find("c") == nullptr);
  games.add("b", "2");
  games.add("a", "other");
  CHECK(cli::read_file(file) == kept + "b\t2\n");
  const cli::GamesFile again(file);
  REQUIRE(again.find("a") != nullptr);
  CHECK(*again.find("a") == "1");
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
  // Games without a plan, or too many.
  anew();
  folder.write("out/games.txt", "my\tnotes\n");
  refused({"--out", out}, "out/games.txt` already exists, and there is no plan that it belongs to");
  CHECK(cli::read_file(out + "/games.txt") == "my\tnotes\n");
  anew();
  fs::resize_file(folder.write("out/games.txt", "a\t1\n"), cli::GamesFile::kMostInFile + 1);
  refused({"--out", out}, "out/games.txt` is larger than 512 MB");
  anew();
  fs::create_symlink(secret, out + "/games.txt");
  refused({"--out", out}, "out/games.txt` already exists, and is not a regular file");
  // A script of a name that was found, and a link to nothing there.
  anew();
  fs::create_symlink(folder / "nothing", out + "/stones.glint");
  refused({"--out", out}, "out/stones.glint` already exists, and is another script");
  CHECK_FALSE(fs::exists(folder / "nothing"));
  // A plan that differs, in a line of its own.
  refused({"--out", whole, "--fix", "board"}, "whole` holds another exploration: `fix board` here");
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

  const KeptEntries entries = entries_of(games);
  // Where a rule failed the entry is an error, of any text.
  const auto is_error = [](const std::string& text) { return text.rfind("error ", 0) == 0; };
  std::string played;
  for (const auto& [key, text] : entries)
    if (!is_error(text)) played += entry_text(key, text);
  REQUIRE(played.size() < games.size());
  const auto with = [&](const std::function<std::string(const std::string&)>& changed) {
    std::string all;
    for (const auto& [key, text] : entries) all += entry_text(key, is_error(text) ? text : changed(text));
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
      return other.size() > 2 ? with_checksum(other + '\n').substr(0, other.size()) : other;
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
  // Errors have a checksum, too, and nothing that is too long or would change the terminal is one.
  const auto error =
      std::find_if(entries.begin(), entries.end(), [&](const auto& each) { return is_error(each.second); });
  REQUIRE(error != entries.end());
  const std::string honest = entry_text(error->first, error->second);
  for (const std::string& forged :
       {replaced(error->second, "chosen", "CHOSEN"), std::string("error "), std::string("error G0603 EVIL"),
        error->second + "\x1b[2J", error->second + std::string(5000, 'x')}) {
    folder.write("out/games.txt", replaced(games, honest, entry_text(error->first, forged)));
    CHECK(cli::glint(short_line(script, {"--out", out})).out == first.out);
    CHECK(cli::read_file(out + "/games.txt").ends_with(honest));
  }
  // Another line behind an error is none of its text.
  const std::string noted = replaced(games, honest, honest + "The best variants\n");
  folder.write("out/games.txt", noted);
  CHECK(cli::glint(short_line(script, {"--out", out})).out == first.out);
  CHECK(cli::read_file(out + "/games.txt") == noted);
}

TEST_CASE("explore folder: an error whose text has lines is kept in one, and is read again") {
  const cli::Folder folder;
  std::string text = test::kStones;
  text.replace(text.find("end when seen > 9"), 0, "invariant count(stone) > 0 \"a stone is left:\\nthe last\"\n");
  const std::vector<std::string> line = short_line(folder.write("stones.glint", text), {"--out", folder / "out"});
  const cli::Answer first = cli::glint(line);
  INFO(first.out + first.err);
  REQUIRE(first.status == 0);
  CHECK(first.out.find("a stone is left:\\nthe last") != std::string::npos);
  const std::string games = cli::read_file(folder / "out/games.txt");
  CHECK(games.find("a stone is left:\\nthe last") != std::string::npos);
  CHECK(cli::glint(line).out == first.out);
  CHECK(cli::read_file(folder / "out/games.txt") == games);
}

TEST_CASE("explore folder: a script with the name of a bundled game is refused, as its variants would be of that one") {
  const cli::Folder folder;
  const std::string script = folder.write("the_beam.glint", test::kStones);
  const cli::Answer answer = cli::glint(short_line(script));
  CHECK(answer.status == cli::kUsage);
  CHECK(answer.err.find("a variant of `the_beam` is one of the bundled game, not of `" + script + "`") != std::string::npos);
  // The bundled text itself is that game.
  const std::string same = folder.write("laser_lawn.glint", cli::read_file(test::source_folder() + "/games/laser_lawn.glint"));
  const cli::Answer played = cli::glint({"explore", same, "--want", "length 6..7", "--budget", "500", "--candidates",
                                         "1", "--keep", "1", "--bot", "random", "--max-plies", "4"});
  INFO(played.err);
  CHECK(played.status == 0);
}
