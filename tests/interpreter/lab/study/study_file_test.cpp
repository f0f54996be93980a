// Study files: what they keep of games is counted as it was when they were played, and what anybody writes into one is
// refused in words, or counted.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include "interpreter/cli/report/study_report.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "interpreter/report/document.hpp"
#include "interpreter/view/svg/plots.hpp"
#include "lang/source/text.hpp"
#include "tests/fuzz/scribbles.hpp"
#include "tests/smith/load.hpp"
#include "tests/support/checked_study.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using test::must;

/// Everything that a tally counts is in it, and its file is short: light, scores, leads, picks with values, covered
/// lines, players that think, and restrictions.
const char* const kTiny = R"(game "Tiny"
use square
players a, b
type hue = {red, blue}
board grid(3, 1)
beam { colour: hue }
piece lamp of player {
  colour: hue
  emits e { beam.colour = colour }
  when beam comes -> stops
  look "{colour:1}"
}
move lay "lay {at} {hue_of}" {
  pick at in empty
  pick hue_of in hue
  put lamp(owner = me, colour = hue_of) on at
}
move pass "pass" { }
play { repeat { turn of each player { choose lay or pass else { end : score } } } }
end when count(lamp) == 2 : score
score p = count(lamp of p)
)";

Game tiny() { return test::script(kTiny); }

/// The games of a study, played and kept.
StudyPart part_of(const Game& game, StudyPlan plan) {
  StudyPart part;
  if (plan.players.empty()) plan.players.assign(game.players().size(), "random");
  part.header = header_of(game, "tiny.glint", plan);
  part.tally = StudyTally(game.program());
  StudyPlayer player(game, part.header.plan);
  for (std::uint64_t number = 0; number < plan.games; ++number) {
    const auto error = player.play(number, part.tally);
    INFO((error ? error->message : ""));
    REQUIRE_FALSE(error);
    part.games.push_back(player.said());
  }
  part.checksum = part.tally.checksum;
  return part;
}

/// Counts the games that were kept; nothing if they are not as they go.
std::optional<StudyTally> counted(const Game& game, const StudyPart& part, const StudyPlan& plan) {
  StudyTally tally(game.program());
  StudyPlayer player(game, plan);
  for (std::size_t number = 0; number < part.games.size(); ++number) {
    if (const auto error = player.play(number, tally, &part.games[number])) {
      CHECK_FALSE(error->message.empty());
      return std::nullopt;
    }
    CHECK(player.said() == part.games[number]);
  }
  return tally;
}

/// What the file of a study says is the study.
void check_kept(const Game& game, const StudyPart& part) {
  const StudyPart back = must(read_part(write_part(part), "a"));
  CHECK(back.tally.games == 0);
  CHECK(back.games == part.games);
  CHECK(back.checksum == part.checksum);
  CHECK(difference(back.header, part.header).empty());
  StudyPlan plan = back.header.plan;
  plan.without = part.header.plan.without;
  const auto tally = counted(game, back, plan);
  REQUIRE(tally.has_value());
  CHECK(*tally == part.tally);
}

StudyPlan plan_of(std::uint64_t games, int max_plies) {
  StudyPlan plan;
  plan.games = games;
  plan.max_plies = max_plies;
  return plan;
}

/// A file with one piece of its text replaced, and the checksum that it must have then.
std::string changed(std::string text, const std::string& was, const std::string& is) {
  const std::size_t at = text.find(was);
  INFO(was);
  REQUIRE(at != std::string::npos);
  REQUIRE(text.find(was, at + 1) == std::string::npos);
  return with_checksum(text.replace(at, was.size(), is));
}

}  // namespace

TEST_CASE("study file: games that were kept are counted as when they were played", "[lab][study]") {
  for (const std::string& name : Game::bundled_names()) {
    const Game game = must(Game::bundled(name));
    for (const char* player : {"random", "greedy"})
      for (const int plies : {1, 30, 500}) {
        INFO(name << ", " << player << ", " << plies);
        StudyPlan plan = plan_of(player == std::string("random") ? 6 : 1, plies);
        plan.players.assign(game.players().size(), player);
        plan.rotates = game.players().size() > 1;
        plan.without = {{Restriction::Kind::move, 0, -1}};
        plan.covered = plies < 500 ? 10 : 0;
        check_kept(game, part_of(game, plan));
      }
  }
  // Who leads by random games, and what was a guess, is said of each ply.
  const Game game = tiny();
  StudyPlan plan = plan_of(6, 9);
  plan.playouts = 2;
  plan.covered = 6;
  for (const char* player : {"random", "greedy"}) {
    plan.players.assign(2, player);
    const StudyPart part = part_of(game, plan);
    check_kept(game, part);
    CHECK(write_part(part).find("@") != std::string::npos);
    // Nobody judges again: who led is as it is said.
    StudyPlan other = plan;
    other.playouts = 1'000'000;
    CHECK(counted(game, part, other) == part.tally);
  }
  const Game told = test::script(cli::kTold);
  plan = plan_of(3, 300);
  plan.players = {"mcts:10", "random"};
  const StudyPart part = part_of(told, plan);
  check_kept(told, part);
  CHECK(part.games[0].find('?') != std::string::npos);
  CHECK(part.tally.choices.guessed_by_players[0] > 0);
}

TEST_CASE("study file: nobody thinks where games are counted again", "[lab][study]") {
  const Game game = tiny();
  StudyPlan plan = plan_of(6, 9);
  plan.players.assign(2, "greedy");
  StudyPart part = part_of(game, plan);
  int made = 0;
  plan.guest = [&](std::size_t, std::uint64_t) {
    ++made;
    return std::unique_ptr<Player>();
  };
  CHECK(counted(game, part, plan) == part.tally);
  CHECK(made == 0);
  StudyTally tally(game.program());
  REQUIRE_FALSE(StudyPlayer(game, plan).play(0, tally));
  CHECK(made == 2);
}

TEST_CASE("study file: what is not as the game goes is refused with its place", "[lab][study]") {
  const Game game = tiny();
  StudyPlan plan = plan_of(1, 9);
  const auto message = [&](const char* player, const std::string& said, std::vector<Restriction> without = {}) {
    plan.players.assign(2, player);
    plan.without = std::move(without);
    StudyTally tally(game.program());
    const auto error = StudyPlayer(game, plan).play(0, tally, &said);
    CHECK((error.has_value() == (tally == StudyTally(game.program()))));
    return error ? error->message : "";
  };
  const std::string begin = "what the study has kept of a game is not as it goes: at ply ";
  // Three cells and two colours, or a pass; it ends with two lamps.
  CHECK(message("greedy", "0 4 0") == "");
  CHECK(message("greedy", "0 7 0") == begin + "2 there is no move 7 to choose");
  CHECK(message("greedy", "0 18446744073709551615") == begin + "2 there is no move 18446744073709551615 to choose");
  CHECK(message("greedy", "0 18446744073709551616") == begin + "2 it cannot be read");
  CHECK(message("greedy", "0 4 0 0") == begin + "4 the game has ended");
  CHECK(message("greedy", "0 4") == begin + "3 the game goes on");
  CHECK(message("greedy", "") == begin + "1 the game goes on");
  for (const char* other : {"x", "-1", " 0", "0  6", "0 ", "0,6", "0?? 6", "0@ 6", "0@x", "0!"}) {
    INFO(other);
    CHECK(message("greedy", other).find(begin) == 0);
    CHECK(message("greedy", other).find("it cannot be read") != std::string::npos);
  }
  CHECK(message("greedy", "0 4 0", {{Restriction::Kind::move, 1, -1}}) == begin + "2 there is no move 4 to choose");
  // Of random games the number of plies is known.
  StudyTally tally(game.program());
  plan.players.assign(2, "random");
  plan.without.clear();
  StudyPlayer player(game, plan);
  REQUIRE_FALSE(player.play(0, tally));
  const std::uint64_t plies = tally.plies;
  REQUIRE(plies > 1);
  REQUIRE(player.said() == std::to_string(plies));
  CHECK(message("random", std::to_string(plies)) == "");
  CHECK(message("random", std::to_string(plies - 1)) == begin + std::to_string(plies) + " the game goes on");
  CHECK(message("random", std::to_string(plies + 1)) == begin + std::to_string(plies + 1) + " the game has ended");
  CHECK(message("random", "0 0") != "");
  CHECK(message("random", "") != "");
}

TEST_CASE("study file: games of a script made up at random are counted again", "[lab][study][smith]") {
  int played = 0;
  for (std::uint64_t seed = 1; seed <= test::scaled<std::uint64_t>(60); ++seed) {
    smith::Tape tape(seed);
    const Game game = test::script(smith::script(tape).game);
    for (const char* name : {"random", "greedy"}) {
      StudyPlan plan = plan_of(4, 20);
      plan.players.assign(game.players().size(), name);
      StudyPlayer player(game, plan), again(game, plan);
      for (std::uint64_t number = 0; number < plan.games; ++number) {
        INFO("seed " << seed << ", " << name << ", game " << number);
        StudyTally one(game.program()), other(game.program());
        if (player.play(number, one)) break;
        const std::string said = player.said();
        const auto error = again.play(number, other, &said);
        INFO((error ? error->message : ""));
        CHECK_FALSE(error);
        CHECK(one == other);
        ++played;
      }
    }
  }
  CHECK(played > 0);
}

TEST_CASE("study file: each changed bit of a file is noticed", "[lab][study]") {
  const std::string text = write_part(part_of(tiny(), plan_of(6, 9)));
  REQUIRE(read_part(text, "a"));
  int read = 0;
  for (std::size_t at = 0; at < text.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      if (!test::sampled(8 * at + static_cast<std::size_t>(bit))) continue;
      std::string other = text;
      other[at] = static_cast<char>(other[at] ^ (1 << bit));
      const auto part = read_part(other, "a");
      read += part.ok();
      if (!part) CHECK_FALSE(part.errors()[0].message.empty());
    }
  CHECK(read == 0);
  for (std::size_t size = 0; size < text.size(); ++size) CHECK_FALSE(read_part(text.substr(0, size), "a"));
  CHECK_FALSE(read_part(text + " ", "a"));
}

TEST_CASE("study file: each number of a file replaced is refused in words, or makes a report", "[lab][study]") {
  const Game game = tiny();
  std::size_t refused = 0, taken = 0;
  for (const char* first : {"mcts:2", "random"}) {
    StudyPlan plan = plan_of(6, 9);
    plan.players = {first, "random"};
    plan.rotates = true;
    plan.playouts = 1;
    const std::string text = write_part(part_of(game, plan));
    const auto answer = [&](const std::string& other) {
      INFO(other);
      Result<StudyPart> part = read_part(with_checksum(other), "a");
      if (part && part->header.plan.playouts > 10) part->header.plan.playouts = 10;
      const std::optional<StudyTally> tally = part ? counted(game, *part, part->header.plan) : std::nullopt;
      if (!tally) {
        ++refused;
        CHECK((part || !part.errors()[0].message.empty()));
        return;
      }
      ++taken;
      part->tally = *tally;
      CHECK_FALSE(measures_of(game, part->header.plan, part->tally).empty());
      const report::Document report = cli::study_report(game, *part, {});
      CHECK(nlohmann::json::accept(view::json_text(report::json_of(report))));
      if (taken % 5 == 0) CHECK_FALSE(report::page_of(report).empty());
    };
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::uint64_t number = 0;
    for (std::size_t at = text.find("\"bots\""); at < text.find("\"checksum\""); ++at) {
      if (!is_digit(text[at])) continue;
      std::size_t end = at;
      while (is_digit(text[end])) ++end;
      const std::uint64_t value = std::stoull(text.substr(at, end - at));
      for (const std::string& other :
           {std::to_string(value + 1), std::to_string(value - 1), std::string("0"), std::string("-1"),
            std::string("1000000000"), std::string("2147483648"), std::string("9223372036854775807"),
            std::string("-9223372036854775808"), std::string("18446744073709551615"), std::string("1e300"),
            std::string("0.5"), std::string("null"), std::string("\"x\""), std::string("[]"), std::string("{}")})
        if (test::sampled(++number)) answer(text.substr(0, at) + other + text.substr(end));
      at = end - 1;
    }
  }
  CHECK(refused > 0);
  CHECK(taken > 0);
}

TEST_CASE("cli: a study's file that was changed to do harm is refused in words", "[study][cli]") {
  const cli::Folder folder;
  const std::string script = folder.write("tiny.glint", kTiny), file = folder / "a.json", page = folder / "a.html";
  REQUIRE(cli::glint({"study", script, "--games", "6", "--max-plies", "9", "--out", file}).status == 0);
  const std::string text = cli::read_file(file);
  const auto refused = [&](const std::string& was, const std::string& is, const std::string& words) {
    folder.write("a.json", changed(text, was, is));
    for (const std::vector<std::string>& line :
         {std::vector<std::string>{"study", file, "--html", page}, {"study", file, "--show", "0"}}) {
      const cli::Answer answer = cli::glint(line);
      INFO(answer.err);
      CHECK(answer.status == 2);
      CHECK(answer.out.empty());
      CHECK(answer.err.find(words) != std::string::npos);
    }
    CHECK_FALSE(std::filesystem::exists(page));
  };
  refused(R"("bots":["random","random"])", R"("bots":[])", "`bots` has not as many elements as `seats`");
  refused(R"("bots":["random","random"])", R"("bots":["random","\u001b[31m"])", "there is no bot `\\x1b[31m`");
  refused(R"("without":[])", R"("without":["piece:lump"])", "the game has no piece `lump`");
  refused(R"("without":[])", R"("without":["move:\u001b[31m"])", "the game has no move `\\x1b[31m`");
  refused(R"("without":[])", R"("without":["move:lay@c"])", "the game has no player `c`");
  refused(R"("without":[])", R"("without":["lay"])", "takes `piece:NAME` or `move:NAME`");
  refused(R"("evaluate":0)", R"("evaluate":1000000001)", "`evaluate` is 1000000001, and can be from 0 to 1000000");
  refused(R"("evaluate":0)", R"("evaluate":"x")", "`evaluate` cannot be read");
  refused(R"("looks":1)", R"("looks":0)", "`looks` is 0, and can be from 1 to 1000");
  refused(R"("games":6,"max)", R"("games":18446744073709551615,"max)", "`games` is 18446744073709551615");
  // No file that was not asked for is read, and no input.
  folder.write("secret.txt", "the secret");
  const std::string named = "\"game\":" + nlohmann::json(script).dump();
  for (const std::string& other :
       {folder / "secret.txt", std::string("/etc/passwd"), std::string("-"), std::string(".")})
    refused(named, "\"game\":" + nlohmann::json(other).dump(),
            "the study is of `" + other + "`, which is neither a bundled game nor a path to a .glint file");
  refused(named, R"("game":"nowhere.glint")", "there is no such file here or beside the study");
  // One seat cannot rotate.
  const std::string alone = folder.write("alone.glint", R"(game "Alone"
use square
players one
board grid(2, 1)
piece stone { look "o" }
move lay "lay {at}" { pick at in empty; put stone on at }
play { repeat { turn of one { choose lay else { end : one wins } } } }
)");
  const std::string single = folder / "b.json";
  REQUIRE(cli::glint({"study", alone, "--games", "3", "--out", single}).status == 0);
  folder.write("b.json", changed(cli::read_file(single), R"("rotates":false)", R"("rotates":true)"));
  CHECK(cli::glint({"study", single}).err.find("`rotates` is true, and the game has one player") != std::string::npos);
}

TEST_CASE("study file: whoever wrote it, counting its games again ends", "[lab][study][hostile]") {
  const cli::Folder folder;
  const std::string file = folder / "a.json", page = folder / "a.html";
  const auto study = [&](const std::string& script, const char* bot) {
    std::filesystem::remove(file);
    REQUIRE(cli::glint(
                {"study", script, "--games", "6", "--max-plies", "9", "--seat", std::string("*=") + bot, "--out", file})
                .status == 0);
    return cli::read_file(file);
  };
  // The bots that it names are not asked.
  const std::string tiny = folder.write("tiny.glint", kTiny);
  folder.write("a.json", changed(study(tiny, "greedy"), R"("bots":["greedy","greedy"])",
                                 R"("bots":["mcts:999999999","alphabeta:99"])"));
  const cli::Answer answer = cli::glint({"study", file, "--html", page});
  INFO(answer.err);
  CHECK(answer.status == 0);
  CHECK(answer.out.find("a: mcts:999999999, b: alphabeta:99") != std::string::npos);
  CHECK(cli::read_file(page).find("<b>representative</b>") != std::string::npos);
  CHECK(cli::glint({"study", file, "--show", "0"}).status == 0);
  // Nor are positions judged anew.
  folder.write("a.json", changed(cli::read_file(file), R"("evaluate":0)", R"("evaluate":1000000)"));
  CHECK(cli::glint({"study", file}).status == 0);
  // Who has said more moves than there are, or random games without an end.
  const std::string endless = folder.write("endless.glint",
                                           "game \"Endless\"\nuse square\nplayers a\nboard grid(1, 1)\nmove go \"go\" "
                                           "{ }\nplay { repeat { turn of a { choose go } } }\n");
  std::string text = study(endless, "random");
  text.replace(text.find("\"max_plies\":9"), 13, "\"max_plies\":1000000000");
  const std::size_t at = text.find("\"went\":\"") + 8;
  text.replace(at, text.find('"', at) - at, "900000000;");
  folder.write("a.json", with_checksum(text));
  const cli::Answer long_one = cli::glint({"study", file});
  INFO(long_one.err);
  CHECK(long_one.status == 2);
  CHECK(long_one.err.find("they have 900,000,000 plies") != std::string::npos);
  CHECK(long_one.err.find("`--limit seconds=600`") != std::string::npos);
  CHECK(cli::glint({"study", file, "--limit", "seconds=0.2"}).status == 1);
}

TEST_CASE("cli: the report of a study's file is that of the study, to the byte", "[study][cli]") {
  const cli::Folder folder;
  const std::string tiny = folder.write("tiny.glint", kTiny);
  const std::vector<std::vector<std::string>> studies = {
      {tiny, "--games", "40"},
      {tiny, "--games", "9", "--seat", "a=mcts:20", "--rotate", "--evaluate", "playouts:3"},
      {tiny, "--games", "9", "--evaluate", "playouts:3", "--without", "move:pass@b"},
      {"laser_lawn", "--games", "12", "--seat", "*=greedy", "--seed", "5", "--max-plies", "40"},
      {"laser_lawn", "--games", "5", "--draw", "mover=sun", "--max-plies", "30"},
      {"beams_boosters_barriers", "--games", "3", "--seat", "*=greedy", "--set", "columns=5", "--max-plies", "30"}};
  for (std::size_t i = 0; i < studies.size(); ++i) {
    const std::string file = folder / (std::to_string(i) + ".json");
    const bool covers = i == 4, is_restricted = i == 2;
    const auto answer = [&](std::vector<std::string> line, const std::vector<std::string>& more) {
      line.insert(line.begin(), "study");
      line.insert(line.end(), more.begin(), more.end());
      if (covers && (more.empty() || more[0] != "--show")) line.emplace_back("--coverage");
      const cli::Answer answer = cli::glint(line);
      INFO(lang::joined(line, " ") << answer.err);
      CHECK(answer.status == 0);
      return answer.out;
    };
    const std::string saved = answer(studies[i], {"--out", file});
    CHECK(saved == answer({file}, {}));
    for (const std::vector<std::string>& form : {std::vector<std::string>{},
                                                 {"--json", "--threads", "2"},
                                                 {"--html", "-"},
                                                 {"--show", "1"},
                                                 {"--show", "2", "--json"}}) {
      // Without --out, restricted play is compared with play as it is.
      if (is_restricted && (form.empty() || form[0] != "--show")) continue;
      CHECK(answer(studies[i], form) == answer({file}, form));
    }
  }
}

TEST_CASE("cli: of bots that think by the clock, a file shows the games that were counted", "[study][cli]") {
  const cli::Folder folder;
  const std::string file = folder / "a.json";
  REQUIRE(cli::glint({"study", "laser_lawn", "--games", "1", "--seat", "*=mcts:2ms", "--max-plies", "6", "--out", file})
              .status == 0);
  const cli::Answer shown = cli::glint({"study", file, "--show", "0", "--json"});
  CHECK(shown.status == 0);
  CHECK(shown.err.empty());
  CHECK(shown.out == cli::glint({"study", file, "--show", "0", "--json"}).out);
  const std::string page = folder / "a.html";
  REQUIRE(cli::glint({"study", file, "--html", page}).status == 0);
  CHECK(cli::read_file(page).find("Not drawn") == std::string::npos);
}

TEST_CASE("cli: games of a file that go otherwise now are refused, and not written over", "[study][cli]") {
  const cli::Folder folder;
  const std::string tiny = folder.write("tiny.glint", kTiny), file = folder / "a.json";
  const std::vector<std::string> line = {"study", tiny,     "--games",  "6",     "--max-plies",
                                         "9",     "--seat", "*=greedy", "--out", file};
  REQUIRE(cli::glint(line).status == 0);
  const std::string text = cli::read_file(file);
  const auto refused = [&](const std::string& other, const std::string& what, int resumed) {
    folder.write("a.json", other);
    for (const std::vector<std::string>& again : {std::vector<std::string>{"study", file}, line}) {
      const cli::Answer answer = cli::glint(again);
      INFO(answer.err);
      CHECK(answer.status == (again == line ? resumed : 2));
      CHECK(answer.out.empty());
      CHECK(answer.err.find(what) != std::string::npos);
      CHECK(cli::read_file(file) == other);
    }
  };
  std::string other = text;
  const std::size_t at = other.find("\"result\":") + 9;
  other.replace(at, other.find(',', at) - at, "17");
  refused(with_checksum(other), "do not go as they went when it was saved", 1);
  other = text;
  other.insert(other.find("\"went\":\"") + 8, "99 ");
  refused(with_checksum(other), "at ply 1 there is no move 99 to choose", 1);
  CHECK(cli::glint({"study", file}).err.find("this is in game 0 of the study") != std::string::npos);
  CHECK(cli::glint({"study", file, "--show", "0"}).err.find("there is no move 99 to choose") != std::string::npos);
}

TEST_CASE("study: values that doubles cannot tell apart have an average", "[lab][study][hostile]") {
  const Game game = tiny();
  StudyPart part = part_of(game, plan_of(6, 9));
  constexpr std::int64_t kHigh = std::numeric_limits<std::int64_t>::max();
  part.tally.course.lengths = {{kHigh - 1, 2}, {kHigh, 3}};
  for (const Measure& measure : measures_of(game, part.header.plan, part.tally)) {
    INFO(measure.id);
    CHECK(std::isfinite(measure.value));
    CHECK(std::isfinite(measure.interval.low));
    CHECK(std::isfinite(measure.interval.high));
  }
}

TEST_CASE("study file: where a text is too deep or too long, parsing stops", "[lab][study][record]") {
  const std::string text = write_part(part_of(tiny(), plan_of(2, 9)));
  const auto message = [](const std::string& other) {
    const auto part = read_part(with_checksum(other), "a");
    return part ? "" : part.errors()[0].message;
  };
  const std::size_t end = text.size() - 2;
  const auto with = [&](const std::string& more) { return text.substr(0, end) + ",\"x\":" + more + "}\n"; };
  CHECK(message(with("[[[[0]]]]")) == "");
  CHECK(message(with(R"(["[[[[[[\"[[[[[["])")) == "");
  CHECK(message(with("[[[[[0]]]]]")) == "this is not a study file: its lists are nested too deep");
  CHECK(message(with(std::string(5'000'000, '['))) == "this is not a study file: its lists are nested too deep");
  std::string many = "[0";
  for (std::size_t i = 0; i < (std::size_t{1} << 22); ++i) many += ",0";
  CHECK(message(with(many + "]")) == "this is not a study file: it has too many values");
  CHECK(message(std::string(5'000'000, '[')) == "this is not a study file");
}

TEST_CASE("study: a histogram of values as far apart as numbers can be is drawn", "[lab][study][svg]") {
  constexpr std::int64_t kLow = std::numeric_limits<std::int64_t>::min(),
                         kHigh = std::numeric_limits<std::int64_t>::max();
  for (const Histogram& counts : {Histogram{{kLow, 1}, {kHigh, 2}}, Histogram{{kHigh - 1, 1}, {kHigh, 1}},
                                  Histogram{{kLow, 1}}, Histogram{{kHigh, 1}}, Histogram{{-1, 1}, {kHigh, 1}}}) {
    const std::string picture = view::histogram_svg(counts, "x");
    CHECK(picture.find("<svg") == 0);
    CHECK(picture.find(std::to_string(counts.begin()->first)) != std::string::npos);
  }
}

TEST_CASE("study: a histogram of sixty values has a bar for each, and one of more has bars of several",
          "[lab][study][svg]") {
  const auto bars = [](std::int64_t values) {
    Histogram counts;
    for (std::int64_t value = 1; value <= values; ++value) counts[value] = 1;
    const std::string picture = view::histogram_svg(counts, "x");
    int found = 0;
    for (std::size_t at = 0; (at = picture.find("<title>", at)) != std::string::npos; ++at) ++found;
    return found;
  };
  for (const std::int64_t values : {1, 58, 59, 60}) CHECK(bars(values) == values);
  CHECK(bars(61) == 31);
  CHECK(bars(120) == 60);
}

TEST_CASE("study file: the file from which the fuzzer begins is a study of its game", "[lab][study]") {
  const std::string text = cli::read_file(test::source_folder() + "/tests/fuzz/corpus/study/whole");
  const StudyPart part = must(read_part(with_checksum(text), "whole"));
  CHECK(part.games.size() == 3);
  CHECK(counted(fuzz::scribbles(), part, part.header.plan).has_value());
}
