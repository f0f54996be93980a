#include "tests/interpreter/lab/diff/plain_search.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "tests/support/loading.hpp"

namespace glint::test {

PlayDiff play_of(const Game& before, const Game& now, const DiffOptions& options) {
  return must(diff_play(before, now, options));
}

namespace {

using Both = std::pair<Position, Position>;

void settle(Position& position) {
  while (position.at_draw() && must(position.count_outcomes()) == 1) REQUIRE_FALSE(position.draw(std::uint64_t{0}));
}

Position begun(const Game& game) {
  StartOptions options;
  options.wait_at_draws = true;
  Position position = must(game.start(options));
  settle(position);
  return position;
}

}  // namespace

std::string seen(const Position& position) {
  std::ostringstream out;
  if (position.at_draw()) {
    std::set<std::string> outcomes;
    for (const auto& outcome : must(position.outcomes())) {
      const std::uint64_t most = std::max<std::uint64_t>(outcome.total, 1);
      std::uint64_t a = outcome.weight, b = most;
      while (b != 0) a = std::exchange(b, a % b);
      outcomes.insert(outcome.value + "*" + std::to_string(outcome.weight / a) + "/" + std::to_string(most / a));
    }
    for (const std::string& each : outcomes) out << each << ' ';
  } else {
    std::vector<std::string> moves = must(position.moves());
    std::sort(moves.begin(), moves.end());
    for (const std::string& move : moves) out << move << ';';
  }
  out << '|' << position.to_move() << '|' << position.over() << position.outcome_text() << '|';
  for (int p = 0; p < static_cast<int>(position.game().players().size()); ++p)
    out << (position.score(p) ? std::to_string(*position.score(p)) : "none") << ' ';
  std::set<std::string> light;
  std::vector<Beam> beams = must(position.beams());
  while (!beams.empty()) {
    const Beam beam = beams.back();
    beams.pop_back();
    beams.insert(beams.end(), beam.branches.begin(), beam.branches.end());
    for (const auto& step : beam.path) {
      std::string text = position.game().cells()[static_cast<std::size_t>(step.cell)].label;
      for (std::string field : step.payload) {
        std::sort(field.begin(), field.end());  // sets print in the order of their type
        text += "," + field;
      }
      light.insert(text);
    }
  }
  out << '|';
  for (const std::string& each : light) out << each << ' ';
  return out.str();
}

std::optional<int> naive_difference(const Game& before, const Game& now, int depth) {
  std::vector<Both> layer{{begun(before), begun(now)}};
  for (int plies = 0; plies <= depth; ++plies) {
    std::vector<Both> next;
    for (std::size_t i = 0; i < layer.size(); ++i) {
      const Both both = layer[i];
      if (seen(both.first) != seen(both.second)) return plies;
      if (both.first.over()) continue;
      const bool draws = both.first.at_draw();
      std::vector<std::string> steps;
      if (draws) {
        for (const auto& outcome : must(both.first.outcomes())) steps.push_back(outcome.value);
      } else {
        steps = must(both.first.moves());
      }
      for (const std::string& step : steps) {
        Both after = both;
        for (Position* position : {&after.first, &after.second}) {
          const auto error = draws ? position->draw(step) : position->play(step);
          REQUIRE_FALSE(error);
          settle(*position);
        }
        (draws ? layer : next).push_back(std::move(after));
      }
    }
    layer = std::move(next);
  }
  return std::nullopt;
}

int check_witness(const Game& before, const Game& now, const PlayDiff& play) {
  Both both{begun(before), begun(now)};
  int moves = 0;
  for (const std::string& step : play.witness) {
    INFO(step);
    const bool draws = both.first.at_draw();
    if (!draws && step.rfind("draw ", 0) == 0) continue;  // a draw of only one outcome, which was made
    CHECK(seen(both.first) == seen(both.second));
    moves += !draws;
    const std::string text = draws ? step.substr(step.find(" = ") + 3) : step;
    for (Position* position : {&both.first, &both.second}) {
      const auto error = draws ? position->draw(text) : position->play(text);
      REQUIRE_FALSE(error);
      settle(*position);
    }
  }
  CHECK(seen(both.first) != seen(both.second));
  return moves;
}

void check_soonest(const std::string& before_text, const std::string& now_text, int depth) {
  INFO(before_text << "\n---\n" << now_text);
  const Game before = script(before_text), now = script(now_text);
  const auto expected = naive_difference(before, now, depth);
  const PlayDiff play = play_of(before, now);
  REQUIRE(expected.has_value() == !play.same);
  if (!expected) return;
  CHECK(play.shortest);
  CHECK(check_witness(before, now, play) == *expected);
  REQUIRE(play.difference);
  CHECK_FALSE(play.difference->kinds().empty());
}

}  // namespace glint::test
