// The Beam in the engine against the same game played naively: whose decision it is, what is listed, and for every
// action that a player could take what the beam then collects; and the beams from below all six columns, step by step.
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/oracles/the_beam.hpp"
#include "tests/support/judging.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using oracle::sorted;
using oracle::SplitMix;
using test::both_judge;
using test::must;
namespace beam = oracle::the_beam;

/// The game, with notes that tell each column's beam: the squares that it leaves upward, to the right, down, to the left,
/// and how often it leaves the board.
const char* const kTold = R"(variant "Told" of the_beam
let left(column: 1..6, toward: direction): set of cell =
  {c in cells where any v in shot(column).visits : v.cell == c and v.way == toward}
let out(column: 1..6) = count x in shot(column).exits : x.edge in border
remove show
show "{left(1, n)} / {left(1, e)} / {left(1, s)} / {left(1, w)} / {out(1)}"
show "{left(2, n)} / {left(2, e)} / {left(2, s)} / {left(2, w)} / {out(2)}"
show "{left(3, n)} / {left(3, e)} / {left(3, s)} / {left(3, w)} / {out(3)}"
show "{left(4, n)} / {left(4, e)} / {left(4, s)} / {left(4, w)} / {out(4)}"
show "{left(5, n)} / {left(5, e)} / {left(5, s)} / {left(5, w)} / {out(5)}"
show "{left(6, n)} / {left(6, e)} / {left(6, s)} / {left(6, w)} / {out(6)}"
)";

const Game& the_game() {
  static const Game game = must(Game::from_text(kTold, "told.glint"));
  return game;
}

/// All beams, whichever column is chosen.
void same_beams(const Position& position, const beam::Position& naive) {
  const std::vector<Position::Note> notes = must(position.notes());
  REQUIRE(notes.size() == beam::kSize);
  for (int column = 1; column <= beam::kSize; ++column) {
    std::vector<std::set<std::string>> found(1), wanted(4);
    std::istringstream words(notes[static_cast<std::size_t>(column - 1)].text);
    for (std::string word; words >> word;) {
      if (word == "/") found.emplace_back();
      else if (word != "none") found.back().insert(word);
    }
    const beam::Beam shot = beam::trace(naive, column);
    for (const beam::Leaving& leaving : shot.path)
      wanted[static_cast<std::size_t>(leaving.way)].insert(beam::label(leaving.square));
    wanted.push_back({shot.end == beam::End::edge ? "1" : "0"});
    INFO("column " << column << ": " << notes[static_cast<std::size_t>(column - 1)].text);
    REQUIRE(found == wanted);
  }
}

/// The squares with a piece, and its kind.
std::map<std::string, std::string> standing(const Position& position) {
  std::map<std::string, std::string> found;
  const std::vector<CellInfo>& cells = the_game().cells();
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    const std::vector<PieceInfo> pieces = position.pieces(static_cast<int>(cell));
    REQUIRE(pieces.size() <= 1);
    if (!pieces.empty()) found[cells[cell].label] = pieces[0].kind;
  }
  return found;
}

/// The setup drawn by chance: the only pieces at the start are discs, and their rows give their colours.
beam::Columns drawn_columns(const Position& position) {
  beam::Columns columns;
  const std::map<std::string, std::string> start = standing(position);
  for (const beam::Disc disc : {beam::Disc::yellow, beam::Disc::blue, beam::Disc::green, beam::Disc::red})
    for (int column = 1; column <= beam::kSize; ++column)
      if (start.count(beam::label({column, beam::home_row(disc)})) != 0) columns[disc].insert(column);
  REQUIRE(start.size() == 12);
  for (const auto& [disc, chosen] : columns) REQUIRE(chosen.size() == 3);
  return columns;
}

/// Tells the naive game the two cards that the engine drew last.
void take_cards(const Position& position, beam::Position& naive) {
  if (naive.step != beam::Step::reveal) return;
  const Settings& draws = position.draws();
  REQUIRE(draws.size() >= 2);
  const int left = std::stoi(draws[draws.size() - 2].second), right = std::stoi(draws.back().second);
  INFO("cards " << left << " " << right);
  REQUIRE_FALSE(beam::reveal(naive, left, right));
}

void same_position(const Position& position, const beam::Position& naive, const std::string& disc_kind) {
  same_beams(position, naive);
  REQUIRE(position.over() == beam::over(naive));
  REQUIRE(position.score(0) == naive.points);
  std::set<std::string> discs, mirrors, wanted_discs, wanted_mirrors;
  for (const auto& [square, kind] : standing(position)) (kind == disc_kind ? discs : mirrors).insert(square);
  for (const auto& [square, disc] : naive.discs) wanted_discs.insert(beam::label(square));
  for (const auto& [square, mirror] : naive.mirrors) wanted_mirrors.insert(beam::label(square));
  REQUIRE(discs == wanted_discs);
  REQUIRE(mirrors == wanted_mirrors);
  if (position.over()) {
    REQUIRE(position.outcome().kind == OutcomeKind::score);
    REQUIRE(position.outcome_text() == "score " + std::to_string(naive.points));
    REQUIRE(must(position.moves()).empty());
    return;
  }
  REQUIRE(position.to_move() == beam::to_move(naive));
  REQUIRE(sorted(must(position.moves())) == sorted(beam::moves(naive)));
}

/// A text in the notation, mostly not legal.
std::string some_text(SplitMix& random) {
  const std::string number = std::to_string(random.below(8));
  const std::vector<std::string> texts = {"mirror " + number,        "place " + number + " /", "turn " + number,
                                          "place " + number + " \\", "remove " + number,       "pass"};
  return random.one_of(texts);
}

/// Returns how many positions were compared.
int random_game(std::uint64_t seed) {
  SplitMix random(seed);
  StartOptions options;
  options.seed = random.next();
  Position position = must(the_game().start(options));
  beam::Position naive = beam::start(drawn_columns(position));
  const std::string disc_kind = standing(position).begin()->second;
  take_cards(position, naive);
  const auto same = [&disc_kind](const Position& engine, beam::Position& other) {
    take_cards(engine, other);
    same_position(engine, other, disc_kind);
  };
  int compared = 0;
  while (true) {
    INFO(position.text());
    same_position(position, naive, disc_kind);
    ++compared;
    if (position.over()) return compared;
    const std::vector<std::string> listed = must(position.moves());
    // Every action fires a beam.
    for (const std::string& move : listed) both_judge(position, naive, move, same);
    both_judge(position, naive, some_text(random), same);
    const std::string move = random.one_of(listed);
    INFO(move);
    const auto error = position.play(move);
    REQUIRE_FALSE((error ? error->message : "") != "");
    REQUIRE_FALSE(beam::play(naive, move));
    take_cards(position, naive);
  }
}

void random_games(std::uint64_t first_seed, int positions) {
  for (std::uint64_t seed = first_seed; positions > 0; ++seed) {
    INFO("seed " << seed);
    const int compared = random_game(seed);
    REQUIRE(compared == 2 * beam::kRounds + 1);
    positions -= compared;
  }
}

}  // namespace

TEST_CASE("the beam: 1,000 positions of random games as the oracle plays them", "[the_beam]") {
  random_games(1, test::scaled(1'000));
}

TEST_CASE("the beam: 10,000 positions of random games", "[.slow][the_beam]") { random_games(1'000, 10'000); }
