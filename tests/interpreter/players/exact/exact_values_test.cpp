// Exact values: published ones, plain minimax on random small games, limits, what is refused, the command and the bot.
#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/players/exact/exact_values.hpp"
#include "interpreter/players/exact/proof.hpp"
#include "interpreter/players/player.hpp"
#include "tests/interpreter/lab/diff/row_game.hpp"
#include "tests/interpreter/players/exact/small_games.hpp"
#include "tests/smith/load.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/stopping.hpp"

namespace {

using namespace glint;
using namespace glint::test;

constexpr std::int32_t kWon = ExactValue::kWin;

std::unique_ptr<ExactValues> solved(const Position& start, const ExactOptions& options = {}) {
  const auto refused = ExactValues::refusal(start, "the test");
  INFO((refused ? refused->message : ""));
  REQUIRE_FALSE(refused);
  auto values = std::make_unique<ExactValues>(start, options);
  const auto error = values->run();
  INFO((error ? error->rendered : ""));
  REQUIRE_FALSE(error);
  return values;
}

ExactValue value_of(const Game& game, bool symmetries = false) {
  ExactOptions options;
  options.limit = 200'000'000;
  options.symmetries = symmetries;
  const auto values = solved(must(game.start()), options);
  REQUIRE(values->is_decided());
  return values->value();
}

Game small_hex(int size, const std::string& pie) {
  return must(built_with(example("hex"), {{"size", std::to_string(size)}, {"pie", pie}}));
}

/// Breakthrough on four by four squares.
std::string small_breakthrough() {
  std::string text = cli::read_file(source_folder() + "/examples/breakthrough.glint");
  text = replaced(text.substr(0, text.find("\ntest ")), "rank(7) | rank(8)", "rank(3) | rank(4)");
  return replaced(replaced(text, "square(8, 8)", "square(4, 4)"), "rank(8)", "rank(4)");
}

TEST_CASE("exact values: published ones", "[exact]") {
  CHECK(value_of(in_a_row(3, 3, 3, false)).value == 0);  // tic-tac-toe: a tie
  CHECK(value_of(in_a_row(4, 4, 4, true)).value == 0);   // J. Tromp: Connect Four on four by four, a tie
  CHECK(value_of(small_othello(), true).value == -8);    // Othello 4 x 4: the second player wins by 8
  CHECK(value_of(small_hex(3, "off")).value == kWon);    // Hex: the first player wins, and with the pie rule the second
  CHECK(value_of(small_hex(3, "on")).value == -kWon);
}

TEST_CASE("proof: published winners, with fewer positions than there are", "[exact]") {
  const auto proved = [](const Game& game, std::uint64_t limit) {
    ExactOptions options;
    options.limit = limit;
    return must(prove_winner(must(game.start()), options));
  };
  const auto winner = [&](const Game& game, std::uint64_t limit = 1'000'000) {
    const Proved found = proved(game, limit);
    REQUIRE(found.is_decided);
    return found.winner;
  };
  CHECK(winner(in_a_row(3, 3, 3, false)) == std::nullopt);
  CHECK(winner(small_othello()) == 1);
  CHECK(winner(small_hex(3, "off")) == 0);
  CHECK(winner(small_hex(3, "on")) == 1);
  CHECK(winner(script(small_breakthrough()), 15'000) == 1);  // of 27,787 positions
  const Proved open = proved(small_hex(4, "off"), 1000);
  CHECK_FALSE(open.is_decided);
  CHECK(open.positions == 1000);
  CHECK_FALSE(open.was_stopped);
}

TEST_CASE("exact values: published ones of games that take longer", "[exact][.slow]") {
  CHECK(value_of(in_a_row(4, 5, 4, true), true).value == 0);  // J. Tromp: Connect Four on these boards is a tie
  CHECK(value_of(in_a_row(5, 4, 4, true), true).value == 0);
  CHECK(value_of(in_a_row(5, 5, 4, true), true).value == 0);
  CHECK(value_of(small_hex(4, "off"), true).value == kWon);
}

TEST_CASE("exact values: stopped before they have a position, they know of none", "[exact]") {
  const auto asked = std::make_shared<Asked>();
  const Position start = must(must(Game::from_text(kSlow, "slow.glint", {}, nullptr, asking(asked))).start());
  asked->stops_at = asked->times;
  ExactOptions options;
  options.symmetries = true;
  ExactValues values(start, options);
  CHECK_FALSE(values.run());
  CHECK(values.was_stopped());
  CHECK(values.positions() == 0);
  CHECK_FALSE(values.is_decided());
  CHECK(values.value().plies == ExactValue::kNever);
  CHECK_FALSE(values.known(start, 0));
}

// ---- plain minimax

std::int32_t value_at_end(const Position& position, int player) {
  const Outcome outcome = position.outcome();
  if (outcome.kind == OutcomeKind::win) return outcome.winner == player ? kWon : -kWon;
  if (outcome.kind == OutcomeKind::score) return static_cast<std::int32_t>(outcome.scores[0] - outcome.scores[1]) * (player == 0 ? 1 : -1);
  return 0;
}

/// All positions by their texts, and what each is worth to the first player if play stops after so many plies, with nothing to
/// either. When that changes no more, it is the value.
class Plain {
 public:
  Plain(const Position& start, std::size_t most) {
    std::deque<Position> waiting{start};
    number_[start.text()] = 0;
    for (std::size_t i = 0; !waiting.empty(); ++i) {
      const Position position = waiting.front();
      waiting.pop_front();
      positions.push_back(position);
      Node& node = nodes_.emplace_back();
      node.mover = position.to_move();
      if (position.over()) {
        node.value = value_at_end(position, 0);
        continue;
      }
      const auto moves = position.count_moves();
      for (std::uint64_t move = 0; moves && move < *moves; ++move) {
        Position next = position;
        if (next.play_listed(move)) return;
        const auto [known, is_new] = number_.emplace(next.text() + (next.over() ? next.outcome_text() : ""), number_.size());
        nodes_[i].after.push_back(known->second);
        if (is_new) waiting.push_back(next);
        if (number_.size() > most) return;
      }
      if (!moves) return;  // the script fails there
    }
    is_whole = true;
    for (std::size_t ply = 1; ply < 2 * nodes_.size() + 2; ++ply) {
      const std::vector<Node> before = nodes_;
      for (Node& node : nodes_) {
        if (node.after.empty()) continue;
        std::int32_t best = node.mover == 0 ? -kWon - 1 : kWon + 1;
        for (const std::size_t each : node.after)
          best = node.mover == 0 ? std::max(best, before[each].value) : std::min(best, before[each].value);
        if (best != node.value) node.plies = ply;
        node.value = best;
      }
    }
  }

  std::vector<Position> positions;
  bool is_whole = false;
  std::int32_t value(std::size_t i) const { return nodes_[i].mover == 0 ? nodes_[i].value : -nodes_[i].value; }
  std::size_t plies(std::size_t i) const { return nodes_[i].plies; }

 private:
  struct Node {
    int mover = 0;
    std::int32_t value = 0;
    std::size_t plies = 0;
    std::vector<std::size_t> after;
  };
  std::map<std::string, std::size_t> number_;
  std::vector<Node> nodes_;
};

/// Plays the best moves from there; answers the value at the end for the player who moves first, and in how many plies.
ExactValue played(ExactValues& values, Position position) {
  const int player = position.to_move();
  std::uint32_t plies = 0;
  while (!position.over() && plies < 1000) {
    const auto best = must(values.best(position));
    REQUIRE(best);
    REQUIRE_FALSE(position.play_listed(best->move));
    ++plies;
  }
  return {position.over() ? value_at_end(position, player) : 0, position.over() ? plies : ExactValue::kNever};
}

int proofs = 0;  // that decided, of all that `compare` asked for

/// Holds all values that are known against plain minimax; answers how many there were.
int compare(const Position& start, std::size_t most, bool symmetries = false) {
  const Plain plain(start, most);
  if (!plain.is_whole || start.over()) return 0;
  ExactOptions options;
  options.symmetries = symmetries;
  const auto kept = solved(start, options);
  ExactValues& values = *kept;
  REQUIRE(values.is_decided());
  CHECK(values.known(start, start.to_move()));
  int compared = 0;
  for (std::size_t i = 0; i < plain.positions.size(); ++i) {
    const Position& position = plain.positions[i];
    if (position.over() || !values.known(position, position.to_move())) continue;
    const auto best = must(values.best(position));
    INFO(position.text());
    REQUIRE(best);
    CHECK(best->value.value == plain.value(i));
    if (std::abs(plain.value(i)) == kWon) CHECK(best->value.plies == plain.plies(i));
    if (best->value.plies != ExactValue::kNever) CHECK(played(values, position) == best->value);
    ++compared;
  }
  CHECK(values.value().value == plain.value(0));
  // A proof says the same. Where play can come back to a position, it may be open whether nobody can win.
  const Proved proved = must(prove_winner(start, options));
  const int mover = start.to_move();
  if (plain.value(0) != 0) CHECK(proved.winner == (plain.value(0) > 0 ? mover : 1 - mover));
  if (plain.value(0) == 0) CHECK_FALSE(proved.winner);
  CHECK(proved.best.has_value() == (plain.value(0) > 0));
  if (proved.best) {
    Position after = start;
    REQUIRE_FALSE(after.play_listed(*proved.best));
    if (after.over()) CHECK(value_at_end(after, mover) > 0);
    if (!after.over()) CHECK(values.known(after, mover)->value > 0);
  }
  proofs += proved.is_decided;
  return compared;
}

TEST_CASE("exact values: as plain minimax has them in games made up at random", "[exact]") {
  using Some = smith::Wishes::Some;
  int games = 0, positions = 0;
  proofs = 0;
  for (std::uint64_t seed = 1; seed <= scaled(2000u, 200u); ++seed) {
    smith::Tape tape(seed);
    smith::Wishes wishes;
    wishes.together = wishes.secrets = wishes.chance = Some::never;
    const std::string text = smith::script(tape, wishes).game;
    const auto game = Game::from_text(text, "smith.glint");
    if (!game) continue;
    const auto start = game->start();
    if (!start || start->over() || ExactValues::refusal(*start, "the test")) continue;
    INFO("seed " << seed << "\n" << text);
    const int compared = compare(*start, 150);
    games += compared > 0;
    positions += compared;
  }
  CHECK(games >= 3);
  CHECK(positions >= 30);
  CHECK(proofs > 0);  // most of these games are ties, and a proof does not say so where play can come back
}

/// A token goes along arrows between a few squares; some squares end the game, and where no arrow leads on, a player passes,
/// or loses. Such games go round.
std::string walk(Random& random, int cells, const std::string& rest) {
  std::string exits = "{}", ends;
  for (int cell = 0; cell < cells; ++cell) {
    const std::string at(1, static_cast<char>('a' + cell));
    std::string to = "{}";
    const std::uint64_t arrows = random.below(3);
    for (std::uint64_t i = 0; i < arrows; ++i)
      to += " | " + std::string(1, static_cast<char>('a' + random.below(static_cast<std::uint64_t>(cells)))) + "1";
    exits += " | (if token meets " + at + "1 then " + to + " else {})";
    const std::uint64_t kind = cell == 0 ? 9 : random.below(8);
    if (kind < 2) ends += "end when token meets " + at + "1 : " + (kind == 0 ? "ann" : "ben") + " wins\n";
    if (kind == 2) ends += "end when token meets " + at + "1 : tie\n";
    if (kind == 3) ends += "end when token meets " + at + "1 : score\n";
  }
  const std::string otherwise = random.below(2) == 0 ? "{ }" : "{ end : opponent wins }";
  return "game \"Walk\"\nuse square\nplayers ann, ben\nboard square(" + std::to_string(cells) +
         ", 1)\npiece token { look \"o\" }\nvar last: 0..9 = 0\nlet exits: set of cell = " + exits +
         "\nmove go \"{to}\" {\n  pick to in exits - token\n  remove token\n  put token on to\n  last = to.x\n}\nmove pass \"pass\" { }\n"
         "setup { put token on a1 }\nplay { repeat { turn of each player { choose go else " +
         (otherwise == "{ }" ? "{ choose pass }" : otherwise) + " } } }\n" + ends + rest +
         "score p = if p == ann then last else 4\n";
}

TEST_CASE("exact values: as plain minimax has them in games that go round", "[exact]") {
  int never = 0, positions = 0;
  for (std::uint64_t seed = 0; seed < scaled(400u, 60u); ++seed) {
    Random random(seed);
    const std::string text = walk(random, 7, "");
    INFO("seed " << seed << "\n" << text);
    const Position start = must(script(text).start());
    if (start.over()) continue;
    positions += compare(start, 1000);
    never += solved(start)->value() == ExactValue{0, ExactValue::kNever};
  }
  CHECK(positions > 100);
  CHECK(never > 0);
}

/// Plain minimax with the whole past: every line to its end.
std::int32_t minimax(const Position& position) {
  if (position.over()) return value_at_end(position, 0);
  std::int32_t best = position.to_move() == 0 ? -kWon : kWon;
  for (std::uint64_t move = 0; move < must(position.count_moves()); ++move) {
    Position next = position;
    REQUIRE_FALSE(next.play_listed(move));
    best = position.to_move() == 0 ? std::max(best, minimax(next)) : std::min(best, minimax(next));
  }
  return best;
}

TEST_CASE("exact values: a tie by repetition is what never to end is worth", "[exact]") {
  std::map<std::int32_t, int> found;
  for (std::uint64_t seed = 0; seed < scaled(400u, 60u); ++seed) {
    Random random(seed);
    const std::string text = walk(random, 4, "end when seen == 2 : tie\n");
    INFO("seed " << seed << "\n" << text);
    const Position start = must(script(text).start());
    if (start.over()) continue;
    const std::int32_t value = minimax(start);
    CHECK(solved(start)->value().value == (start.to_move() == 0 ? value : -value));
    ++found[value];
  }
  CHECK(found.size() >= 3);
}

TEST_CASE("exact values: images of positions count as one, and the values stay", "[exact]") {
  ExactOptions images;
  images.symmetries = true;
  const Position start = must(in_a_row(3, 3, 3, false).start());
  const auto all = solved(start), some = solved(start, images);
  CHECK(some->symmetries() == 16);
  CHECK(all->value() == some->value());
  CHECK(some->positions() * 5 < all->positions());
  CHECK(compare(must(in_a_row(3, 2, 3, false).start()), 1000, true) > 100);
}

TEST_CASE("exact values: what only looked like a symmetry is found out", "[exact]") {
  // Random games hardly ever come to the sixth step, where left and right differ, and so take the mirror for a symmetry.
  const std::string text = R"(game "Steps"
use square
players ann, ben
board square(3, 1)
var paces: 0..6 = 0
var last: cell = b1
move go "{to}{k}" {
  pick to in cells
  pick k in 1..9
  paces = if k == 9 then paces + 1 else 6
  last = if k == 9 then to else b1
}
play { repeat { turn of each player { choose go } } }
end when paces == 6 and last == a1 : ann wins
end when paces == 6 : tie
)";
  const Position start = must(script(text).start());
  const std::vector<Symmetry> found = find_symmetries(start.game().program());
  REQUIRE(found.size() > 1);
  CHECK(is_group(found));
  CHECK_FALSE(is_group({found[1]}));
  ExactOptions images;
  images.symmetries = true;
  const auto error = ExactValues(start, images).run();
  REQUIRE(error);
  CHECK(error->message == "what looked like a symmetry of this game is none");
  // Where it is one, the check holds.
  const Position even = must(script(replaced(text, "last == a1 : ann wins", "last == b1 : tie")).start());
  const auto values = solved(even, images);
  CHECK(values->symmetries() > 1);
  CHECK(values->value() == solved(even)->value());
}

TEST_CASE("exact values: a limit leaves what is not known open", "[exact]") {
  const Position start = must(in_a_row(3, 3, 3, false).start());
  for (const std::uint64_t limit : {1, 2, 10, 100, 1000}) {
    INFO(limit);
    ExactOptions options;
    options.limit = limit;
    const auto values = solved(start, options);
    CHECK_FALSE(values->is_decided());
    CHECK(values->positions() == limit);
    CHECK(values->depth() < 9);
  }
  // A win that is near is found long before all positions are.
  const auto early = solved(must(in_a_row(4, 4, 3, false).start()));
  CHECK(early->value() == ExactValue{kWon, 5});
  CHECK(early->positions() < 60'000);  // of some millions
}

TEST_CASE("exact values: what cannot be solved is refused in words", "[exact]") {
  const auto refused = [](const std::string& rest) {
    const std::string head = "game \"G\"\nuse square\nboard square(2, 1)\npiece stone of player { look \"{owner:1}\" }\n";
    const auto error = ExactValues::refusal(must(script(head + rest).start()), "solve --value");
    return error ? error->message : "";
  };
  const std::string place = "move place \"{at}\" {\n  pick at in empty\n  put stone on at\n}\n";
  const std::string play = "play { repeat { turn of each player { choose place else { end : tie } } } }\n";
  CHECK(refused("players a, b\n" + place + play).empty());
  CHECK(refused("players a, b, c\n" + place + play).find("has 3 players") != std::string::npos);
  CHECK(refused("players a\n" + place + play).find("has one side") != std::string::npos);
  CHECK(refused("players a, b\nvar x: 0..1 = 0 seen by a\n" + place + play).find("has secrets") != std::string::npos);
  CHECK(refused("players a, b\n" + place + play + "end when seen == 3 : tie\n").empty());
  CHECK(refused("players a, b\n" + place + play + "end when seen == 3 : a wins\n").find("use `seen`") != std::string::npos);
  CHECK(refused("players a, b\nvar x: 0..1 = 0 uncounted\n" + place + play + "end when seen == 3 : tie\n").find("use `seen`") !=
        std::string::npos);
  const Game together = must(Game::bundled("beams_boosters_barriers"));
  CHECK(ExactValues::refusal(must(together.start()), "solve --value")->message.find("simultaneously") != std::string::npos);
}

// ---- the bot and the command

TEST_CASE("exact values: the perfect bot never loses what is a tie, and takes what is offered", "[exact]") {
  const Game game = in_a_row(3, 3, 3, false);
  int won = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    std::unique_ptr<Player> perfect = must(make_player("perfect", seed, game)), other = must(make_player("random", seed, game));
    Position position = must(game.start());
    const int seat = static_cast<int>(seed % 2);
    while (!position.over()) REQUIRE_FALSE(position.play_listed(must((position.to_move() == seat ? perfect : other)->choose(position))));
    CHECK(position.outcome().winner != 1 - seat);
    won += position.outcome().winner == seat;
  }
  CHECK(won >= 3);
  const auto too_large = must(make_player("perfect:50", 1, game))->choose(must(game.start()));
  REQUIRE_FALSE(too_large);
  CHECK(too_large.errors()[0].message == "`perfect` has not solved this position within 50 positions");
  CHECK(make_player("perfect:5s", 1, game).errors()[0].help == "write `perfect:5000000` (positions, up to 4000000000)");
}

TEST_CASE("solve --value: the value, a table of values, and a game of perfect play", "[exact]") {
  const cli::Folder folder;
  const std::string hex = source_folder() + "/examples/hex.glint";
  const cli::Answer one = cli::glint({"solve", hex, "--set", "size=2", "--set", "pie=off", "--value", "--out", folder / "line.json"});
  CHECK(one.status == 0);
  CHECK(one.out.substr(0, one.out.find(" (")) == "red wins with perfect play, in 3 plies");
  CHECK(cli::glint({"replay", folder / "line.json"}).out.find("red wins") != std::string::npos);

  const cli::Answer table = cli::glint({"solve", hex, "--set", "pie=off", "--value", "--sweep", "size=2..3"});
  CHECK(table.out.find("size 2: red wins with perfect play, in 3 plies (") == 0);
  CHECK(table.out.find("\nsize 3: red wins with perfect play, in 5 plies (") != std::string::npos);

  const nlohmann::json told = cli::glint({"solve", hex, "--set", "size=2", "--value", "--json"}).json();
  CHECK(told["winner"] == "blue");  // who takes the first stone over, or need not
  CHECK(told["decided"] == true);
  CHECK(told["line"].size() == told["plies"]);

  const cli::Answer open = cli::glint({"solve", hex, "--set", "size=4", "--value", "--limit", "500"});
  CHECK(open.status == 1);
  CHECK(open.out.find("not decided: nobody can force a win in 2 plies (500 positions") == 0);
  const std::string small = folder.write("small.glint", small_breakthrough());
  const cli::Answer proof = cli::glint({"solve", small, "--value", "--limit", "20000", "--out", folder / "none.json"});
  CHECK(proof.status == 0);
  CHECK(proof.out.find("black wins with perfect play, in how many plies is not known (proved with ") == 0);
  CHECK(proof.err.find("--out has written nothing") != std::string::npos);
  const nlohmann::json proved = cli::glint({"solve", small, "--value", "--limit", "20000", "--json"}).json();
  CHECK(proved["winner"] == "black");
  CHECK(proved["plies"].is_null());
  CHECK(proved["proved"] > 10'000);
  CHECK(proved["best"].is_null());  // white moves first
  CHECK(cli::glint({"solve", hex, "--value", "--all"}).status == 2);
  CHECK(cli::glint({"solve", hex, "--sweep", "size"}).err.find("need --value") != std::string::npos);
}

}  // namespace
