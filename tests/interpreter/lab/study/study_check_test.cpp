// Study files from anybody: what was changed in one is noticed, and what it says is checked before it is used.
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "interpreter/cli/report/study_report.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/lab/study/study_check.hpp"
#include "interpreter/report/page.hpp"
#include "interpreter/view/svg/plots.hpp"
#include "tests/fuzz/scribbles.hpp"
#include "tests/smith/load.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
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

StudyPart part_of(const Game& game, StudyPlan plan) {
  StudyPart part;
  if (plan.players.empty()) plan.players.assign(game.players().size(), "random");
  part.header = header_of(game, "tiny.glint", plan);
  part.tally = StudyTally(game.program());
  StudyPlayer player(game, part.header.plan);
  for (; part.done < plan.games; ++part.done) {
    const auto error = player.play(part.done, part.tally);
    INFO((error ? error->message : ""));
    REQUIRE_FALSE(error);
  }
  return part;
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

TEST_CASE("study check: what is played fits the game", "[lab][study]") {
  for (const std::string& name : Game::bundled_names()) {
    const Game game = must(Game::bundled(name));
    for (const char* player : {"random", "greedy"})
      for (const int plies : {1, 30, 500}) {
        INFO(name << ", " << player << ", " << plies);
        StudyPlan plan = plan_of(player == std::string("random") ? 6 : 1, plies);
        plan.players.assign(game.players().size(), player);
        plan.rotates = game.players().size() > 1;
        plan.without = {{Restriction::Kind::move, 0, -1}};
        const StudyPart part = part_of(game, plan);
        CHECK(misfit_of(part, game).empty());
        CHECK(misfit_of(must(read_part(write_part(part), "a")), game).empty());
      }
  }
  const Game game = tiny();
  StudyPlan plan = plan_of(6, 9);
  plan.playouts = 2;
  plan.covered = 6;
  CHECK(misfit_of(part_of(game, plan), game).empty());
}

TEST_CASE("study check: a study of a game made up at random fits it", "[lab][study][smith]") {
  int played = 0;
  for (std::uint64_t seed = 1; seed <= test::scaled<std::uint64_t>(60); ++seed) {
    smith::Tape tape(seed);
    const Game game = test::script(smith::script(tape).game);
    StudyPlan plan = plan_of(4, 20);
    plan.players.assign(game.players().size(), "random");
    StudyPart part;
    part.header = header_of(game, "made", plan);
    part.tally = StudyTally(game.program());
    StudyPlayer player(game, part.header.plan);
    for (bool fine = true; fine && part.done < part.header.plan.games; part.done += fine)
      fine = !player.play(part.done, part.tally);
    INFO("seed " << seed);
    CHECK(misfit_of(part, game) == "");
    played += part.done > 0;
  }
  CHECK(played > 0);
}

TEST_CASE("study check: each changed bit of a file is noticed", "[lab][study]") {
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

TEST_CASE("study check: each number of a file replaced is refused in words, or makes a report", "[lab][study]") {
  const Game game = tiny();
  StudyPlan plan = plan_of(6, 9);
  plan.players = {"mcts:2", "random"};
  plan.rotates = true;
  plan.without = {{Restriction::Kind::move, 1, 0}};
  const StudyPart whole = part_of(game, plan);
  const std::string text = write_part(whole);
  const std::vector<CoveredLine> lines = coverage_of(game, whole.tally);
  REQUIRE_FALSE(lines.empty());
  std::size_t refused = 0, taken = 0;
  const auto answer = [&](const std::string& other) {
    INFO(other);
    const Result<StudyPart> part = read_part(with_checksum(other), "a");
    if (!part || !misfit_of(*part, game).empty()) {
      ++refused;
      CHECK((part || !part.errors()[0].message.empty()));
      return;
    }
    ++taken;
    CHECK_FALSE(measures_of(game, part->header.plan, part->tally).empty());
    const report::Document report = cli::study_report(game, *part, {});
    CHECK(nlohmann::json::accept(view::json_text(report::json_of(report))));
    if (taken % 5 == 0) CHECK_FALSE(report::page_of(report).empty());
  };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  bool in_text = false;
  std::uint64_t number = 0;
  for (std::size_t at = text.find("\"rotates\""); at < text.size(); ++at) {
    in_text ^= text[at] == '"';
    if (in_text || !is_digit(text[at])) continue;
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
  refused(R"("bots":["random","random"])", R"("bots":[])", "the number of elements of `bots` is 0, and must be 2");
  refused(R"("bots":["random","random"])", R"("bots":["random","\u001b[31m"])", "there is no bot `\\x1b[31m`");
  refused(R"("without":[])", R"("without":[["piece",99999,-1]])",
          "`without[0], the number of a piece` is 99999, and can be from 0 to 0");
  refused(R"("without":[])", R"("without":[["move",-5,-1]])", "is -5, and can be from 0 to 1");
  refused(R"("without":[])", R"("without":[["move",0,99999]])", "the number of a seat` is 99999, and can be from -1 to 1");
  refused(R"("evaluate":0)", R"("evaluate":1000000001)", "`evaluate` is 1000000001, and can be from 0 to 1000000");
  refused(R"("evaluate":0)", R"("evaluate":"x")", "`evaluate` cannot be read");
  refused(R"("looks":1)", R"("looks":0)", "`looks` is 0, and can be from 1 to 1000");
  refused(R"("games":6,"max)", R"("games":18446744073709551615,"max)", "`games` is 18446744073709551615");
  // No file that was not asked for is read, and no input.
  folder.write("secret.txt", "the secret");
  const std::string named = "\"game\":" + nlohmann::json(script).dump();
  for (const std::string& other : {folder / "secret.txt", std::string("/etc/passwd"), std::string("-"), std::string(".")})
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

TEST_CASE("study check: bots that think for minutes are asked only for as long as the user says", "[lab][study][hostile]") {
  const cli::Folder folder;
  const std::string script = folder.write("tiny.glint", kTiny), file = folder / "a.json", page = folder / "a.html";
  REQUIRE(cli::glint({"study", script, "--games", "6", "--max-plies", "9", "--out", file}).status == 0);
  const std::string text = cli::read_file(file), bots = R"("bots":["random","random"])";
  for (const std::string& other : {changed(text, bots, R"("bots":["mcts:999999999","alphabeta:99"])"),
                                   changed(text, bots, R"("bots":["mcts:9999s","random"])"),
                                   changed(text, R"("evaluate":0)", R"("evaluate":1000000)")}) {
    folder.write("a.json", other);
    CHECK(cli::glint({"study", file, "--html", page}).status == 2);
    const cli::Answer shown = cli::glint({"study", file, "--show", "0"});
    CHECK(shown.status == 2);
    CHECK(shown.err.find("say how long they may: `--limit seconds=60`") != std::string::npos);
    const int status = cli::glint({"study", file, "--show", "0", "--limit", "seconds=0.2"}).status;
    CHECK((status == 0 || status == 1));
  }
}

TEST_CASE("study check: shares of more than the whole, and counts of no games, are refused", "[lab][study][hostile]") {
  const Game game = tiny();
  const StudyPart whole = part_of(game, plan_of(6, 9));
  const auto wrong = [&](const auto& change) {
    StudyPart part = whole;
    change(part.tally);
    return misfit_of(part, game);
  };
  CHECK(wrong([](StudyTally&) {}) == "");
  CHECK(wrong([](StudyTally& tally) { tally.endings.ties += 7; }).find("`endings` is ") == 0);
  CHECK(wrong([](StudyTally& tally) { tally.endings.begun_won = tally.endings.begun + 1; }).find("`begun_won` is ") == 0);
  CHECK(wrong([](StudyTally& tally) { tally.course.reached_at[0] = 0; }) == "`reached_at` is 0, and can be from 1 to 6");
  CHECK(wrong([](StudyTally& tally) { tally.course.lengths = {{3, 0}}; }) == "`the games in lengths` is 0, and can be from 1 to 6");
  CHECK(wrong([](StudyTally& tally) { tally.endings.scores[1] = {{3, 7}}; }) == "`the games in scores` is 7, and can be from 1 to 6");
  CHECK(wrong([](StudyTally& tally) { tally.endings.ends[0].scores.clear(); }).find("the number of elements of `ends[0], its scores`") == 0);
}

TEST_CASE("study check: values that doubles cannot tell apart have an average", "[lab][study][hostile]") {
  const Game game = tiny();
  StudyPart part = part_of(game, plan_of(6, 9));
  constexpr std::int64_t kHigh = std::numeric_limits<std::int64_t>::max();
  part.tally.course.lengths = {{kHigh - 1, 2}, {kHigh, 3}};
  REQUIRE(misfit_of(part, game) == "");
  for (const Measure& measure : measures_of(game, part.header.plan, part.tally)) {
    INFO(measure.id);
    CHECK(std::isfinite(measure.value));
    CHECK(std::isfinite(measure.interval.low));
    CHECK(std::isfinite(measure.interval.high));
  }
}

TEST_CASE("study check: where a text is too deep or too long, parsing stops", "[lab][study][record]") {
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

TEST_CASE("study check: a histogram of values as far apart as numbers can be is drawn", "[lab][study][svg]") {
  constexpr std::int64_t kLow = std::numeric_limits<std::int64_t>::min(), kHigh = std::numeric_limits<std::int64_t>::max();
  for (const Histogram& counts : {Histogram{{kLow, 1}, {kHigh, 2}}, Histogram{{kHigh - 1, 1}, {kHigh, 1}},
                                  Histogram{{kLow, 1}}, Histogram{{kHigh, 1}}, Histogram{{-1, 1}, {kHigh, 1}}}) {
    const std::string picture = view::histogram_svg(counts, "x");
    CHECK(picture.find("<svg") == 0);
    CHECK(picture.find(std::to_string(counts.begin()->first)) != std::string::npos);
  }
}

TEST_CASE("study: a histogram of sixty values has a bar for each, and one of more has bars of several", "[lab][study][svg]") {
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

TEST_CASE("study check: the files from which the fuzzer begins are studies of its game", "[lab][study]") {
  const std::string text = cli::read_file(test::source_folder() + "/tests/fuzz/corpus/study/whole");
  CHECK(misfit_of(must(read_part(with_checksum(text), "whole")), fuzz::scribbles()) == "");
}
