// Games of a study by their number: played again they are the same; which games are chosen to be shown.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "interpreter/game/record/record.hpp"
#include "interpreter/lab/study/played_again.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "tests/support/checked_study.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

StudyPlan plan_of(const Game& game, const std::string& player, int max_plies) {
  StudyPlan plan;
  plan.players.assign(game.players().size(), player);
  plan.max_plies = max_plies;
  plan.seed = 7;
  plan.covered = 0;
  return plan;
}

/// The tally of each game by itself.
std::vector<StudyTally> games_of(const Game& game, const StudyPlan& plan, std::uint64_t games) {
  StudyPlayer player(game, plan);
  std::vector<StudyTally> all;
  for (std::uint64_t number = 0; number < games; ++number) {
    all.emplace_back(game.program());
    REQUIRE_FALSE(player.play(number, all.back()));
  }
  return all;
}

const ChosenGame* find(const std::vector<ChosenGame>& games, const std::string& name) {
  const auto found = std::find_if(games.begin(), games.end(), [&](const ChosenGame& one) { return one.name == name; });
  return found == games.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("a game by its number is the one that the study played, and its record replays", "[lab][study]") {
  struct Sample {
    std::string game, player;
    std::uint64_t games;
    int max_plies;
  };
  for (const Sample& sample : {Sample{"laser_lawn", "random", 12, 300}, Sample{"laser_lawn", "mcts:8", 2, 300},
                               Sample{"beams_boosters_barriers", "random", 6, 300},
                               Sample{"beams_boosters_barriers", "greedy", 2, 20}, Sample{"the_beam", "random", 6, 300},
                               Sample{"boundary_in_rounds", "mcts:3", 2, 300}, Sample{"boundary", "random", 3, 40}}) {
    INFO(sample.game << ' ' << sample.player);
    const Game game = must(Game::bundled(sample.game));
    StudyPlan plan = plan_of(game, sample.player, sample.max_plies);
    if (sample.player != "random" && plan.players.size() > 1) {
      plan.players[0] = "greedy";
      plan.rotates = true;
    }
    if (sample.game == "laser_lawn" && sample.player == "random")
      plan.without = {{Restriction::Kind::move, 1, 0}};  // restricted choices draw from the same stream
    const std::vector<StudyTally> games = games_of(game, plan, sample.games);
    for (std::uint64_t number = sample.games; number-- > 0;) {
      const PlayedAgain again = must(play_again(game, sample.game, plan, number));
      CHECK(again.tally == games[number]);
      const Record record = must(read_record(write_record(again.record), "record"));
      CHECK(record.moves.size() == games[number].plies);
      for (const auto& [seat, program] : record.seats) {
        const std::vector<std::string> seats = game.players();
        const auto at = static_cast<std::size_t>(std::find(seats.begin(), seats.end(), seat) - seats.begin());
        CHECK(program == plan.players[plan.player_at(at, number)]);
      }
      const Replayed replayed = must(replay(game, record));
      INFO((replayed.error ? replayed.error->message : ""));
      CHECK(replayed.legal());
      CHECK(replayed.warnings.empty());
      CHECK(replayed.position.over() == (games[number].endings.unfinished == 0));
      CHECK(replayed.position.outcome_text() == record.result);
      CHECK(replayed.position.text() == again.end.text());
      CHECK(replayed.position.hash() == again.end.hash());
      // How it ended, as the study counted it.
      const int winner = replayed.position.outcome().victor();
      if (winner >= 0 && !game.is_team()) CHECK(games[number].endings.wins[static_cast<std::size_t>(winner)] == 1);
    }
  }
}

TEST_CASE("chosen games: a twin that looks at every game chooses the same, in any division", "[lab][study]") {
  const Game game = must(Game::bundled("laser_lawn"));
  const StudyPlan plan = plan_of(game, "random", 300);
  constexpr std::uint64_t kGames = 60;
  const std::vector<StudyTally> games = games_of(game, plan, kGames);
  StudyTally whole(game.program()), backwards(game.program());
  for (std::uint64_t number = 0; number < kGames; ++number) {
    whole.add(games[number]);
    backwards.add(games[kGames - 1 - number]);
  }
  CHECK(whole == backwards);
  CHECK(whole.endings.ends.size() == kGames);

  const auto best = [&](auto key) {
    std::uint64_t found = 0;
    for (std::uint64_t number = 1; number < kGames; ++number)
      if (key(games[number]) > key(games[found])) found = number;
    return found;
  };
  using Key = std::pair<std::int64_t, std::int64_t>;
  const auto sum = [](const Histogram& one) { return one.empty() ? 0 : one.begin()->first; };
  const std::vector<ChosenGame> chosen = chosen_games(whole);
  REQUIRE(chosen.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) CHECK(chosen[i].name == names_of_chosen_games()[i]);
  CHECK(chosen[1].game ==
        best([&](const StudyTally& one) { return Key(sum(one.course.lead_changes), sum(one.course.behind)); }));
  CHECK(chosen[2].game ==
        best([&](const StudyTally& one) { return Key(sum(one.course.settled), sum(one.course.behind)); }));
  CHECK(chosen[3].game == best([&](const StudyTally& one) { return Key(-static_cast<std::int64_t>(one.plies), 0); }));
  CHECK(chosen[4].game == best([&](const StudyTally& one) { return Key(static_cast<std::int64_t>(one.plies), 0); }));

  // The representative one: of those that the usual winner won, the one whose ranks are nearest to the middle.
  const std::size_t usual = whole.endings.wins[1] > whole.endings.wins[0] ? 1 : 0;
  REQUIRE(whole.endings.ties <= whole.endings.wins[usual]);
  const auto off_middle = [&](auto value_of, std::uint64_t number) {
    std::int64_t balance = 0;
    for (const StudyTally& one : games) {
      balance += value_of(one) < value_of(games[number]);
      balance -= value_of(one) > value_of(games[number]);
    }
    return std::abs(balance);
  };
  const auto distance = [&](std::uint64_t number) {
    std::int64_t all = off_middle([](const StudyTally& one) { return one.course.lengths.begin()->first; }, number);
    for (std::size_t seat = 0; seat < 2; ++seat)
      all += off_middle([&](const StudyTally& one) { return one.endings.scores[seat].begin()->first; }, number);
    return all;
  };
  std::optional<std::uint64_t> nearest;
  for (std::uint64_t number = 0; number < kGames; ++number)
    if (games[number].endings.wins[usual] == 1 && (!nearest || distance(number) < distance(*nearest))) nearest = number;
  CHECK(chosen[0].game == nearest);
  // It is not simply the first one.
  std::uint64_t first = 0;
  while (games[first].endings.wins[usual] != 1) ++first;
  CHECK(nearest != first);
}

TEST_CASE("chosen games: none without games that end, no dramatic one without leads", "[lab][study]") {
  const Game game = test::example("breakthrough");
  StudyPlan plan = plan_of(game, "random", 2);
  StudyTally tally(game.program());
  for (const StudyTally& one : games_of(game, plan, 2)) tally.add(one);
  CHECK(tally.endings.unfinished == 2);
  CHECK(chosen_games(tally).empty());
  CHECK_FALSE(representative(tally));
  plan.max_plies = 300;
  for (const StudyTally& one : games_of(game, plan, 2)) tally.add(one);
  CHECK(find(chosen_games(tally), "representative"));
  CHECK_FALSE(find(chosen_games(tally), "dramatic"));
  CHECK_FALSE(find(chosen_games(tally), "turning"));
}

TEST_CASE("chosen games: of games past the first thousand none is representative, but any may be the longest",
          "[lab][study]") {
  const Game game = must(Game::bundled("laser_lawn"));
  const StudyPlan plan = plan_of(game, "random", 300);
  StudyPlayer player(game, plan);
  StudyTally tally(game.program());
  for (const std::uint64_t number : {StudyTally::kKept - 1, StudyTally::kKept, StudyTally::kKept + 1})
    REQUIRE_FALSE(player.play(number, tally));
  REQUIRE(tally.endings.ends.size() == 1);
  CHECK(tally.endings.ends[0].game == StudyTally::kKept - 1);
}

TEST_CASE("cli: study --show", "[study][cli]") {
  const cli::Folder folder;
  const std::vector<std::string> study = {"study", "laser_lawn", "--set", "side=3", "--games", "20", "--seed", "7"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = study;
    all.insert(all.end(), more.begin(), more.end());
    return cli::glint(all);
  };
  const auto report = with({"--json", "--threads", "1"}).json();
  CHECK(with({"--json", "--threads", "3"}).json() == report);

  // Its record goes on to replay; the file of the study and the study itself know the same games.
  const std::string file = folder / "lawn.json", saved = folder / "game.json";
  REQUIRE(with({"--out", file}).status == 0);
  for (const std::string& name : names_of_chosen_games()) {
    INFO(name);
    const std::string number = std::to_string(report["chosen"][name]["game"].get<int>());
    const cli::Answer one = with({"--show", number, "--json"});
    INFO(one.err);
    REQUIRE(one.status == 0);
    CHECK(with({"--show", name, "--json"}).out == one.out);
    CHECK(cli::glint({"study", file, "--show", name, "--json"}).out == one.out);
    CHECK(cli::glint({"replay", "-", "--quiet"}, one.out).status == 0);
    if (report["chosen"][name].contains("plies"))
      CHECK(one.json()["moves"].size() == report["chosen"][name]["plies"].get<std::size_t>());
  }
  const cli::Answer shown = with({"--show", "13", "--save", saved});
  INFO(shown.err);
  REQUIRE(shown.status == 0);
  CHECK(shown.out.find("Laser Lawn: game 13 of the study with seed 7\nsun: random, moon: random\n\n   1. ") == 0);
  CHECK(shown.out.find(cli::glint({"replay", saved}).out.substr(12, 200)) != std::string::npos);
  CHECK(with({"--show", "13", "--json"}).out == cli::read_file(saved));

  // One that was stopped can be gone on with, by the same programs.
  const std::string stopped = folder / "stopped.json";
  REQUIRE(with({"--max-plies", "5", "--show", "0", "--save", stopped}).status == 0);
  CHECK(cli::glint({"replay", stopped, "--quiet"}).out == "Laser Lawn\n5 legal moves, unfinished\n");
  CHECK(cli::glint({"play", stopped, "--quiet"}).status == 0);

  const auto wrong = [&](const cli::Answer& answer, const std::string& what, int status = 2) {
    INFO(answer.err);
    CHECK(answer.status == status);
    CHECK(answer.out.empty());
    CHECK(answer.err.find(what) != std::string::npos);
  };
  wrong(with({"--show", "20"}), "its games are 0 to 19");
  wrong(with({"--show", "turnign"}), "did you mean `turning`?");
  wrong(with({"--show", "-1"}), "takes a game number, or one of representative, ");
  wrong(with({"--save", saved}), "--save needs --show");
  wrong(with({"--show", "1", "--save", saved}), "already exists");
  wrong(with({"--show", "1", "--out", saved}), "--show shows one game");
  wrong(with({"--show", "1", "--sweep", "lives"}), "--show takes one study, and this makes 5");
  wrong(with({"--max-plies", "3", "--show", "longest"}), "the study has no `longest` game", 1);
  wrong(cli::glint({"study", file, "--games", "9"}), "a study file says what was played");
  wrong(cli::glint({"study", file, "--show", "1", "--seed", "3"}), "a study file says what was played");
  wrong(cli::glint({"study", saved, "--show", "1"}), "this is not a study file");
  // A file that was changed is not played.
  const std::string text = cli::read_file(file);
  for (const char* plan : {R"("bots":[])", R"("bots":["random"])", R"("without":["move:nothing"])",
                           R"("without":["piece:emitter@west"])", R"("max_plies":-5)"}) {
    const std::string key = std::string(plan).substr(0, std::string(plan).find(':') + 1);
    std::string other = text;
    const std::size_t at = other.find(key), end = other.find(",\"", at);
    other.replace(at, (key == "\"bots\":" ? other.find(']', at) + 1 : end) - at, plan);
    folder.write("other.json", with_checksum(other));
    INFO(plan);
    wrong(cli::glint({"study", folder / "other.json", "--show", "1"}), "");
    wrong(cli::glint({"study", folder / "other.json"}), "");
  }
  CHECK(cli::glint({"study", file, "--show", "13", "--json"}).out == cli::read_file(saved));
}

TEST_CASE("cli: a study's page leads with the verdict, a board, and the games to click through",
          "[study][cli]") {
  const cli::Folder folder;
  REQUIRE(cli::glint({"study", "laser_lawn", "--games", "30", "--html", folder / "a.html"}).status == 0);
  const std::string page = cli::read_file(folder / "a.html");
  std::size_t at = 0;
  for (const char* part : {"<p class=\"verdict\">", " of wins", "95 % confidence interval", "<svg", "<h2>Games worth watching",
                           "<b>representative</b>", " wins</p>", "<svg", "<h2>Heat maps", "never to", "<h2>How games end",
                           "<h2>Measures"}) {
    INFO(part);
    at = page.find(part, at);
    REQUIRE(at != std::string::npos);
  }
  CHECK(page.find("<div class=\"board\"></div>") == std::string::npos);
  CHECK(page.find("prefers-color-scheme: dark") != std::string::npos);
  CHECK(page.find("@media print") != std::string::npos);
  // Each game is a panel with a button, and in it each board; one of each group is seen at first.
  const auto times = [&](const std::string& text) {
    int count = 0;
    for (std::size_t i = page.find(text); i != std::string::npos; i = page.find(text, i + 1)) ++count;
    return count;
  };
  const int games = times("name=\"game\"");
  CHECK(games >= 3);
  CHECK(times("<div class=\"panel game-") == games);
  for (int i = 0; i < games; ++i) {
    const std::string name = "g" + std::to_string(i);
    CHECK(times("name=\"" + name + "\"") >= 6);
    CHECK(times("<div class=\"panel " + name + "-") == times("name=\"" + name + "\""));
  }
  CHECK(times(" checked>") == 1 + games);
  CHECK(times("<svg xmlns=") >= 6 * games);
  // Of players that think by the clock a game may take another course: they are named, not drawn.
  const cli::Answer timed = cli::glint(
      {"study", "laser_lawn", "--games", "1", "--seat", "*=alphabeta:1ms", "--max-plies", "2", "--show", "0"});
  CHECK(timed.err.find("note: a bot in this study has a time budget") == 0);
}

TEST_CASE("cli: reports of several studies lead with what differs, then boards, games, heat maps and tables",
          "[study][cli]") {
  const cli::Folder folder;
  const auto in_order = [](const std::string& text, const std::vector<std::string>& parts) {
    std::size_t at = 0;
    for (const std::string& part : parts) {
      INFO(part);
      at = text.find(part, at);
      REQUIRE(at != std::string::npos);
      at += part.size();
    }
  };
  const cli::Answer sweep =
      cli::glint({"study", "laser_lawn", "--sweep", "side=3,4", "--games", "30", "--html", folder / "a.html"});
  REQUIRE(sweep.status == 0);
  in_order(sweep.out, {"Laser Lawn, seed 1", "\n\n`side=3` differs from `side=4` in 30 games each: ",
                       " (95 % confidence interval ", ".\n\n", "\n  length "});
  in_order(cli::read_file(folder / "a.html"),
           {"<p class=\"verdict\"><code>side=3</code> differs from <code>side=4</code>", "<h3>side=3</h3>", "<svg",
            "<h3>side=4</h3>", "<svg", "<h2>Games worth watching", "<b>representative</b>", "<b>representative</b>",
            "<h2>Heat maps", "never to", "never to", "<h2>Side by side", "<h2>Plots", "<h2>How this was played", "rules "});
  // Nothing is marked with so few games; the same moves make the same games.
  in_order(cli::glint({"compare", "laser_lawn", "steady_light", "--games", "3"}).out,
           {"`steady_light` may differ from `laser_lawn`, or not: 3 games are too few to say.\n"});
  in_order(cli::glint({"study", "laser_lawn", "--games", "5", "--max-plies", "3"}).out,
           {"\n\nNo game ended: 100.0 % are unfinished (95 % confidence interval ", " in 5 games.\n"});
  in_order(cli::glint({"study", "laser_lawn", "--games", "30"}).out,
           {" of wins (95 % confidence interval ", "in 30 games of ",
            "\nGames worth watching", "\nCells picked", "\nMeasures", "\nMoves", "\nPieces"});
}
