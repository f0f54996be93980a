// Games of people, from their records: counted as a study of the same games counts them, and what is left out.
#include <filesystem>
#include <map>

#include <nlohmann/json.hpp>

#include "interpreter/lab/study/people.hpp"
#include "interpreter/lab/study/played_again.hpp"
#include "interpreter/lab/study/study.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

constexpr const char* kOption = "most", *kDraw = "mover";

/// What a study of these records counts.
StudyTally counted_of(const Game& game, const PeoplesGames& people) {
  StudyPlan bots;
  bots.players.assign(game.players().size(), "random");
  StudyPlan plan = people.plan(bots);
  plan.covered = 0;  // lines of the rules are not counted
  StudyPlayer player(game, plan);
  StudyTally tally(game.program());
  for (std::uint64_t number = 0; number < plan.games; ++number) {
    const auto error = player.play(number, tally);
    INFO((error ? error->message : ""));
    REQUIRE_FALSE(error);
  }
  return tally;
}

Record lamps(std::vector<std::string> moves) {
  Record record = record_of(must(Game::from_text(cli::kLamps, "lamps.glint")), "lamps.glint", 1);
  record.draws = {{kDraw, "near"}};
  record.moves = std::move(moves);
  return record;
}

}  // namespace

TEST_CASE("people: records of the games of a study are counted to the last number as that study counts them") {
  for (const std::string name : {"laser_lawn", "boundary", "the_beam", "beams_boosters_barriers"}) {
    INFO(name);
    const Game game = must(Game::bundled(name));
    StudyPlan plan;
    plan.players.assign(game.players().size(), "random");
    plan.seed = 7;
    plan.covered = 0;
    plan.max_plies = 50;  // some games are left before their end
    StudyPlayer player(game, plan);
    StudyTally tally(game.program());
    PeoplesGames people;
    for (std::uint64_t number = 0; number < 3; ++number) {
      REQUIRE_FALSE(player.play(number, tally));
      people.add(game, std::to_string(number), write_record(must(play_again(game, name, plan, number)).record));
    }
    CHECK(people.left_out.empty());
    CHECK(counted_of(game, people) == tally);
  }
}

TEST_CASE("people: a move that is not listed, and time that is up, count as they do in the game") {
  const Game game = must(Game::from_text(cli::kLamps, "lamps.glint"));
  PeoplesGames people;
  people.add(game, "stop", write_record(lamps({"a1 e red", "b1 e red", "stop"})));
  Record late = lamps({"a1 e red"});
  late.times = {1.0, 500.0};
  late.out_of_time = "far";
  people.add(game, "late", write_record(late));
  people.add(game, "left", write_record(lamps({"c1 e red"})));
  CHECK(people.left_out.empty());
  const StudyTally tally = counted_of(game, people);
  CHECK(tally.games == 3);
  CHECK(tally.endings.wins == std::vector<std::uint64_t>{1, 1});  // far stopped near's game; far was late
  CHECK(tally.endings.unfinished == 1);
  CHECK(tally.choices.moves_played == std::vector<std::uint64_t>{4, 1});
  CHECK(tally.choices.moves_possible == std::vector<std::uint64_t>{5, 0});
}

TEST_CASE("people: `study --records` stands beside bots, names what it leaves out, and says what people said") {
  const cli::Folder folder;
  const std::string script = folder.write("lamps.glint", cli::kLamps), records = folder / "games";
  std::filesystem::create_directory(records);
  const auto save = [&](const std::string& name, const Record& record) {
    folder.write("games/" + name + ".json", write_record(record));
  };
  const auto refused = cli::glint({"study", script, "--records", records});
  CHECK(refused.status == 1);
  CHECK(refused.err.find("no record (*.json)") != std::string::npos);
  const std::vector<std::string> cells = {"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"};
  for (std::size_t i = 0; i < 12; ++i) {  // all of them short: surely not as long as those of bots
    Record record = lamps({cells[i % 9] + " e " + (i < 9 ? "red" : "blue"), "stop"});
    record.names = {{"near", "Ann"}, {"far", "<b>Bob</b>"}};
    record.thought = {2.0, i == 5 ? 60.5 : 4.0};
    record.notes = {{0, 1, "why `stop`?\n<script>", "far"}};
    record.answers = {{"near", "Again?", i < 4 ? "no" : "yes"}};
    save("game" + std::to_string(i), record);
  }
  Record other = lamps({"a1 e red"});
  save("unlike", other);
  other.rules = "1";
  save("old", other);
  other.game = "chess";
  save("chess", other);
  other.game = "big_lamps";
  save("big", other);
  other = lamps({"a1 e red"});
  other.options = {{kOption, "3"}};
  save("options", other);
  save("twice", lamps({"a1 e red"}));
  save("illegal", lamps({"a1 e red", "a1 e red"}));
  save("empty", lamps({}));
  folder.write("games/broken.json", "{\"glint\": 1,\n\"game\" \"lamps\"}");
  folder.write("games/deep.json", std::string(100'000, '['));
  folder.write("games/large.json", std::string(9'000'000, ' '));
  folder.write("games/wrong.json", R"({"glint": 1, "game": "lamps", "moves": ["a1 e red", 7]})");
  folder.write("games/answers.json", R"({"glint": 1, "game": "lamps", "moves": [], "answers": [{"answer": 3}]})");
  std::filesystem::create_directory(records + "/folder.json");
  folder.write("games/ignored.txt", "");
  const std::string page = folder / "evening.html";
  const cli::Answer answer =
      cli::glint({"study", script, "--games", "200", "--records", records, "--json", "--html", page});
  INFO(answer.err);
  REQUIRE(answer.status == 0);
  const nlohmann::json json = answer.json();
  CHECK(json["records"].size() == 13);
  std::map<std::string, std::string> why;
  for (const auto& one : json["left_out"]) why[one["file"]] = one["why"];
  CHECK(why.size() == 13);
  CHECK(why["old.json"] == "of another version of the script");
  CHECK(why["chess.json"] == "of another game, `chess`");
  CHECK(why["big.json"] == "of another game, `big_lamps`");
  CHECK(why["options.json"] == "with other options: most = 3");
  CHECK(why["unlike.json"] == "the same game as twice.json");
  CHECK(why["illegal.json"] == "move 2, `a1 e red`: `a1 e red` is not legal: a lamp already stands on a1");
  CHECK(why["empty.json"] == "no move was made");
  CHECK(why["broken.json"] == "2:14: the record is not JSON");
  CHECK(why["deep.json"].find("nested too deep") != std::string::npos);
  CHECK(why["large.json"].find("larger than 8 MB") != std::string::npos);
  CHECK(why["wrong.json"] == "move 2 of the record is not a text");
  CHECK(why["answers.json"] == "the record has no `question`");
  CHECK(why["folder.json"].find("is a folder") != std::string::npos);
  CHECK(json["people"][0].get<std::string>().find("`people`: 13 games of 2 people, 1 unfinished") == 0);
  CHECK(json["verdict"][0].get<std::string>().find("`people` differs from `bots` in 13 and 200 games") == 0);
  CHECK(json["studies"][1]["study"]["games"] == 13);
  for (const auto& one : json["comparison"])
    if (one["id"] == "length") CHECK(one["values"][1]["paired"] == false);
  const auto& answers = json["answers"];
  REQUIRE(answers.size() == 2);
  CHECK(answers[0] == nlohmann::json::parse(R"j({"question": "Again?", "answer": "no", "times": 4,
    "who": ["Ann (near)", "Ann (near)", "Ann (near)", "Ann (near)"]})j"));
  CHECK(answers[1]["times"] == 8);
  CHECK(json["notes"].size() == 12);
  CHECK(json["notes"][0]["text"] == "why `stop`?\n<script>");
  CHECK(json["notes"][0]["who"] == "<b>Bob</b> (far)");
  CHECK(json["thinking"] == nlohmann::json::parse(R"([
    {"quarter": 1, "median": 2.0, "of": 12, "longest": 2.0, "file": "game9.json", "ply": 1},
    {"quarter": 3, "median": 4.0, "of": 12, "longest": 60.5, "file": "game5.json", "ply": 2}])"));
  const std::string html = cli::read_file(page);
  CHECK(html.find("<script") == std::string::npos);
  CHECK(html.find("<b>Bob") == std::string::npos);
  CHECK(html.find("&lt;b&gt;Bob&lt;/b&gt; (far)") != std::string::npos);
  for (const std::string more : {"--show", "--out", "--without", "--until", "--sweep"})
    CHECK(cli::glint({"study", script, "--records", records, more, "0"}).status == 2);
}

TEST_CASE("people: fewer than ten games are called too few, and the parts of a playtest in a record are kept") {
  const cli::Folder folder;
  const std::string script = folder.write("lamps.glint", cli::kLamps);
  Record record = lamps({"a1 e red", "b1 e red"});
  record.game = script;
  record.names = {{"near", "Ann"}};
  record.thought = {2.0, std::nullopt};
  record.notes = {{0, 1, "one", "near"}, {0, 1, "two", "far"}};
  record.answers = {{"far", "Again?", "yes"}};
  const std::string text = write_record(record), file = folder.write("a.json", text);
  CHECK(write_record(must(read_record(text, "a.json"))) == text);
  const cli::Answer study = cli::glint({"study", script, "--games", "20", "--records", folder / ""});
  CHECK(study.out.find("1 game is too few") != std::string::npos);
  // Who goes on with it keeps what was said, and loses the times.
  const cli::Answer played = cli::glint({"play", file, "--save", folder / "b.json"}, "c1 e red\nquit\n");
  INFO(played.out << played.err);
  const Record after = must(read_record(cli::read_file(folder / "b.json"), "b.json"));
  CHECK(after.moves.size() == 3);
  CHECK(after.names == record.names);
  CHECK(after.answers.size() == 1);
  CHECK(after.thought.empty());
  REQUIRE(after.notes.size() == 2);
  CHECK(after.notes[0].text == "one");
  CHECK(after.notes[0].seat == "near");
  CHECK(after.notes[1].text == "two");
  CHECK(after.notes[1].seat == "far");
}
