// Searches for exact values that are ended at any moment and go on: they end as if they had not been.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/players/exact/exact_values.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/lab/diff/row_game.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/stopping.hpp"

namespace {

using namespace glint;
using namespace glint::test;

struct Killed {};

/// Outlives the searches, as files do; ends them when it has been asked so often.
struct Kept : SearchStore {
  std::uint8_t* piece(Array array, std::size_t index) override {
    auto& bytes = pieces[{array, index}];
    if (!bytes) bytes = std::make_unique<std::array<std::uint8_t, kPiece>>();
    return bytes->data();
  }
  bool is_due() override {
    if (left-- == 0) throw Killed{};
    return random.below(each) == 0;
  }
  void note() override { noted = state; }

  std::map<std::pair<int, std::size_t>, std::unique_ptr<std::array<std::uint8_t, kPiece>>> pieces;
  decltype(state) noted{};
  Random random{5};
  std::uint64_t each = 7, left = UINT64_MAX;
};

/// What is known of the start, and of positions in random games from there.
struct Known {
  std::string text;
  std::vector<std::optional<ExactValue>> values;
};

Known known_by(ExactValues& values, const Position& start) {
  Known known{must(perfect_play(values, start)).text() + ", " + std::to_string(values.positions()) + " positions", {}};
  Random random(3);
  for (int game = 0; game < 50; ++game) {
    Position position = start;
    for (int ply = 0; ply < 30 && !position.over(); ++ply) {
      REQUIRE_FALSE(position.play_listed(random.below(must(position.count_moves()))));
      known.values.push_back(values.known(position, 0));
    }
  }
  return known;
}

/// What is known when the search is over, which was ended so often on the way.
Known ended_often(const std::function<Position(const Limits&)>& start, ExactOptions options, Random& random,
                        int& ended) {
  Kept kept;
  // Notes that are seldom leave several layers to what is not noted.
  kept.each = random.below(2) == 0 ? UINT64_MAX : 1 + random.below(200);
  if (options.store == nullptr) options.store = &kept;
  const std::uint64_t few = 1 + random.below(3000);
  for (int time = 0;; ++time) {
    const auto asked = std::make_shared<Asked>();
    const Position position = start(asking(asked));
    *asked = {time < 15 && random.below(2) == 0 ? random.below(few) : UINT64_MAX, 0};
    kept.left = time < 15 && asked->stops_at == UINT64_MAX ? random.below(few) : UINT64_MAX;
    kept.state = kept.noted;
    ExactValues values(position, options);
    try {  // Killed leaves the pieces as they are, a stop of the host may come anywhere
      const auto error = values.run();
      REQUIRE_FALSE(error);
    } catch (const Killed&) {
      ++ended;
      continue;
    }
    if (values.was_stopped()) {
      ++ended;
      continue;
    }
    *asked = {UINT64_MAX, 0};
    return known_by(values, position);
  }
}

Known at_once(const Position& position, const ExactOptions& options) {
  ExactValues values(position, options);
  REQUIRE_FALSE(values.run());
  return known_by(values, position);
}

/// Tokens that step in any direction, so positions come back, and are reached after different numbers of plies.
const char* const kCrossing = R"(game "Crossing"
use square
players first, second
board square(3, 4)
piece token of player { look "{owner:1}" }
let goal(p: player): set of cell = if p == first then rank(4) else rank(1)
move step "{from}-{to}" {
  pick from in token of me
  pick to in (from + around) & empty
  move from to to
}
setup {
  put token(owner = first) on a1 | b1
  put token(owner = second) on b4 | c4
}
play { repeat { turn of each player { choose step else { end : tie } } } }
end for p in player when count(token of p & goal(p)) == 2 : p wins
)";

TEST_CASE("exact values: a search that is ended at any moment goes on, and ends as one that was not", "[exact]") {
  Random random(17);
  int ended = 0;
  for (int round = 0; round < scaled(120, 12); ++round) {
    ExactOptions options;
    options.symmetries = round % 4 == 3;
    const bool is_hex = round % 3 == 0;
    std::string text = is_hex ? cli::read_file(source_folder() + "/examples/hex.glint") : kCrossing;
    // With steps that cannot be taken back, positions that were left out are reached again by other moves.
    if (round % 3 == 2)
      text = replaced(replaced(replaced(replaced(text, "square(3, 4)", "square(4, 4)"), "a1 | b1", "a1 | a2"),
                               "b4 | c4", "a4 | b4"),
                      "from + around", "from + (ne | nw | se | sw | n)");
    const Settings settings = is_hex ? Settings{{"size", "3"}} : Settings{};
    const auto start = [&](const Limits& limits) {
      return must(must(Game::from_text(text, "game.glint", settings, nullptr, limits)).start());
    };
    INFO(round);
    const Known found = ended_often(start, options, random, ended), expected = at_once(start({}), options);
    CHECK(found.text == expected.text);
    for (std::size_t i = 0; i < found.values.size(); ++i)
      if (found.values[i] && expected.values[i]) CHECK(*found.values[i] == *expected.values[i]);
  }
  CHECK(ended > 20);
}

TEST_CASE("exact values: a search that came to its limit goes on with a higher one", "[exact]") {
  const Position start = must(script(kCrossing).start());
  Kept kept;
  ExactOptions options;
  options.store = &kept;
  for (const std::uint64_t limit : {50, 700, 1500, 3000}) {
    options.limit = limit;
    kept.state = kept.noted;
    ExactValues values(start, options);
    REQUIRE_FALSE(values.run());
    CHECK_FALSE(values.is_decided());
    CHECK(values.positions() <= limit);
    CHECK(values.positions() > limit - 30);
  }
  options.limit = 1'000'000;
  kept.state = kept.noted;
  ExactValues values(start, options);
  REQUIRE_FALSE(values.run());
  options.store = nullptr;
  CHECK(at_once(start, options).text.rfind(must(perfect_play(values, start)).text(), 0) == 0);
}

TEST_CASE("solve --work: killed on the way, the same command goes on, and nothing is left", "[exact][cli]") {
  const cli::Folder folder;
  const std::string work = folder / "work", crossing = folder.write("crossing.glint", kCrossing);
  const std::vector<std::string> command = {"solve", crossing, "--value"};
  std::vector<std::string> kept = command;
  kept.insert(kept.end(), {"--work", work});
  const std::string expected = cli::glint(command).out;

  // Ends with a line of numbers.
  const auto is_noted = [](const std::string& text) {
    const std::size_t line = text.size() < 2 ? 0 : text.rfind('\n', text.size() - 2) + 1;
    return line > 1 && text.find_first_not_of("0123456789 \n", line) == std::string::npos;
  };
  int killed = 0;
  std::string before = "none";
  for (int round = 0; round < 4; ++round) {
    const pid_t id = fork();
    if (id == 0) _exit(cli::glint(kept).status);
    int status = 0;
    pid_t over = 0;
    std::string now;
    do now = std::filesystem::exists(work + "/search") ? cli::read_file(work + "/search") : "";
    while ((!is_noted(now) || now == before) && (over = waitpid(id, &status, WNOHANG)) == 0);
    if (over != 0) break;
    before = now;
    kill(id, SIGKILL);
    waitpid(id, &status, 0);
    killed += WIFSIGNALED(status);
  }
  CHECK(killed > 0);
  if (std::filesystem::exists(work)) {
    // Another search is refused, and leaves it as it is.
    const auto refused = [&](std::vector<std::string> words) {
      words.insert(words.end(), {"--value", "--work", work});
      const cli::Answer answer = cli::glint(words);
      CHECK(answer.status == 2);
      return answer.err;
    };
    CHECK(refused({"solve", crossing, "--symmetry"}).find("a search of something else") != std::string::npos);
    CHECK(refused({"solve", crossing, "--after", "a1-a2"}).find("a search of something else") != std::string::npos);
    CHECK(refused({"solve", source_folder() + "/examples/hex.glint"}).find("a search of something else") !=
          std::string::npos);
    CHECK(cli::glint(kept).out == expected);
  }
  CHECK_FALSE(std::filesystem::exists(work));

  // At the limit it is kept, and said so.
  kept.insert(kept.end(), {"--limit", "500"});
  const cli::Answer open = cli::glint(kept);
  CHECK(open.status == 1);
  CHECK(open.out.find("the same command goes on there, with a higher `--limit`") != std::string::npos);
  std::filesystem::resize_file(work + "/search.positions", 8000);  // of 24 bytes each
  CHECK(cli::glint(kept).err.find("is damaged") != std::string::npos);
  CHECK(cli::glint({"solve", crossing, "--value", "--work", folder / ""}).err.find("other files") != std::string::npos);
  CHECK(cli::glint({"solve", crossing, "--work", work}).err.find("need --value") != std::string::npos);
}

}  // namespace
