// Where a change of rules changes what perfect play brings about: against plain minimax, and as the command says it.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/lab/diff/value_diff.hpp"
#include "tests/interpreter/lab/diff/row_game.hpp"
#include "tests/interpreter/players/exact/small_games.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace glint;
using glint::test::in_a_row;
using glint::test::kRow;
using glint::test::must;
using glint::test::replaced;
using glint::test::script;

/// Plain minimax, by the texts of positions. Of games that do not come back.
class PlainValues {
 public:
  /// To the first of the players.
  ExactValue of(const Position& position) {
    if (position.over()) {
      const Outcome outcome = position.outcome();
      if (outcome.kind == OutcomeKind::win) return {outcome.winner == 0 ? ExactValue::kWin : -ExactValue::kWin, 0};
      if (outcome.kind == OutcomeKind::score)
        return {static_cast<std::int32_t>(outcome.scores[0] - outcome.scores[1]), 0};
      return {0, 0};
    }
    const auto known = values_.find(position.text());
    if (known != values_.end()) return known->second;
    const int mover = position.to_move();
    ExactValue best;
    for (const std::string& move : must(position.moves())) {
      Position next = position;
      REQUIRE_FALSE(next.play(move));
      const ExactValue after = of(next);
      const ExactValue mine{mover == 0 ? after.value : -after.value, after.plies + 1};
      if (best.plies == ExactValue::kNever || mine.is_better_than(best)) best = mine;
    }
    if (mover != 0) best.value = -best.value;
    values_[position.text()] = best;
    return best;
  }

 private:
  std::map<std::string, ExactValue> values_;
};

struct PlainDiff {
  std::uint64_t positions = 0, other_value = 0, other_plies = 0;
  std::optional<std::size_t> nearest;  // moves to it
};

PlainDiff plain_diff(const Game& before, const Game& now) {
  PlainDiff diff;
  PlainValues old_values, new_values;
  std::vector<std::pair<Position, Position>> layer = {{must(before.start()), must(now.start())}};
  std::set<std::string> seen;
  for (std::size_t depth = 0; !layer.empty(); ++depth) {
    std::vector<std::pair<Position, Position>> next;
    for (const auto& [here, there] : layer) {
      if (!seen.insert(here.text() + here.outcome_text() + "|" + there.text() + there.outcome_text()).second) continue;
      if (here.over() && there.over()) continue;
      ++diff.positions;
      const ExactValue was = old_values.of(here), is = new_values.of(there);
      diff.other_plies += was.value == is.value && was.plies != is.plies;
      diff.other_value += was.value != is.value;
      if (was.value != is.value && !diff.nearest) diff.nearest = depth;
      if (here.over() || there.over()) continue;
      const auto others = must(there.moves());
      for (const std::string& move : must(here.moves())) {
        if (std::find(others.begin(), others.end(), move) == others.end()) continue;
        std::pair<Position, Position> both{here, there};
        REQUIRE_FALSE(both.first.play(move));
        REQUIRE_FALSE(both.second.play(move));
        next.push_back(both);
      }
    }
    layer = std::move(next);
  }
  return diff;
}

void check_as_plain(const Game& before, const Game& now) {
  const PlainDiff plain = plain_diff(before, now);
  const ValueDiff diff = must(diff_values(before, now, 1, 1'000'000));
  REQUIRE(diff.is_decided());
  CHECK(diff.positions == plain.positions);
  CHECK(diff.other_value == plain.other_value);
  CHECK(diff.other_plies == plain.other_plies);
  REQUIRE(diff.moves.has_value() == plain.nearest.has_value());
  CHECK((diff.other_value > 0) == plain.nearest.has_value());
  if (!diff.moves) return;
  CHECK(diff.moves->size() == *plain.nearest);
  CHECK((diff.there_before.winner != diff.there_now.winner || diff.there_before.by != diff.there_now.by));
}

TEST_CASE("diff values: as plain minimax counts them", "[diff]") {
  const Game three = in_a_row(3, 3, 3, false);
  check_as_plain(three, in_a_row(3, 3, 2, false));  // the first player wins at once
  check_as_plain(three, in_a_row(3, 3, 3, true));   // other moves
  check_as_plain(three, three);
  const std::string row = replaced(kRow, "turns == 5", "turns == 4");
  for (const auto& [part, other] :
       {std::pair("count(stone of p)", "count(stone of p) + (if turns >= 3 and a2 in stone of p then 1 else 0)"),
        std::pair("turns == 4 : score", "turns == 3 : sun wins"), std::pair("turns == 4 : score", "turns == 3 : score"),
        std::pair("pick at in empty\n", "pick at in empty\n  require turns < 2 or at != c2\n")}) {
    INFO(other);
    check_as_plain(script(row), script(replaced(row, part, other)));
  }
}

TEST_CASE("diff command: --value says where perfect play ends otherwise, and writes it down", "[diff]") {
  const cli::Folder folder;
  const std::string hex = glint::test::source_folder() + "/examples/hex.glint", record = folder / "line.record";
  const std::vector<std::string> words = {
      "diff", hex, hex, "--set", "size=2", "--new-set", "pie=off"};
  std::vector<std::string> more = words;
  more.insert(more.end(), {"--value", "-o", record});
  const cli::Answer answer = cli::glint(more);
  INFO(answer.out << answer.err);
  CHECK(answer.status == 1);
  CHECK(answer.out.find("\nValue: perfect play ends otherwise\n  old: blue wins with perfect play, in ") !=
        std::string::npos);
  CHECK(answer.out.find("\n  new: red wins with perfect play, in 3 plies: ") != std::string::npos);
  const cli::Answer replay = cli::glint({"replay", record});
  CHECK(replay.status == 0);
  CHECK(replay.out.find("red wins") != std::string::npos);
  // Of a small game it is said unasked, and in JSON; of a larger one only if it was asked for.
  more = words;
  more.push_back("--json");
  const auto json = cli::glint(more).json()["value"];
  CHECK(json["old"]["winner"] == "blue");
  CHECK(json["new"]["winner"] == "red");
  CHECK(json["moves"].empty());
  CHECK(json["there"]["new"] == json["new"]);
  more[4] = "size=4";
  CHECK(cli::glint(more).json()["value"].is_null());
  more.insert(more.end(), {"--value", "--limit", "100"});
  CHECK(cli::glint(more).json()["value"]["old"]["decided"] == false);
  CHECK(cli::glint({"diff", "the_beam", "glass", "--value", "--limit", "10"}).status == 2);  // chance decides later
}

}  // namespace
