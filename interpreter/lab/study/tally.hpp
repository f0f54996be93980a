// What a study counts. All of it are whole numbers that add up over any division of the games: over threads, over
// shards, over machines. Every measure of a report follows from them (lab/study/measures.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/lab/study/moments.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// The game with the least (or largest) number of plies; of several the first.
struct Extreme {
  std::int64_t value = 0;
  std::uint64_t game = 0;
  bool is_set = false;
  bool operator==(const Extreme&) const = default;
};

struct StudyTally {
  StudyTally() = default;
  explicit StudyTally(const Program& program);

  std::uint64_t games = 0, plies = 0;
  /// As BenchTally::checksum: equal for equal games.
  std::uint64_t checksum = 0;

  // -- how games end
  std::vector<std::uint64_t> wins;  // by seat, those by score too; a team's, and of who plays alone, the first
  std::vector<std::uint64_t> wins_of_players;  // by the place in StudyPlan::players of who sat there
  std::uint64_t ties = 0, losses = 0, capped = 0;
  std::uint64_t scored = 0;       // ended by score where there is nobody to compare it with
  std::uint64_t begun = 0;        // that somebody won, and one player alone had the first choice
  std::uint64_t begun_won = 0;    // of these, that player won
  std::vector<Histogram> scores;  // at the end, by seat; a team's is the first

  // -- how they go
  Histogram lengths;  // plies of games that ended
  Extreme shortest, longest;
  Moments branching;                      // of each game the average number of moves at a ply, in thousandths
  std::vector<std::uint64_t> reached_at;  // by ply: games in which something was chosen there
  std::vector<std::uint64_t> choices_at;  // and out of how many moves altogether
  Moments lead_changes;                   // of each game
  Moments behind, settled;                // of each game that somebody won, in millionths: see measures.cpp

  // -- what is used
  std::vector<std::uint64_t> moves_played, moves_possible;  // by move: plies at which it was chosen, or could have been
  std::vector<std::uint64_t> moves_games;                   // games in which it was
  std::vector<std::vector<std::uint64_t>> values;           // by `picks_with_values`: how often each value was picked
  std::vector<std::uint64_t> cells_picked;
  std::uint64_t forced = 0;  // plies at which only what was to be left out could be chosen
  // By the place in StudyPlan::players: moves that the player chose, and of these those that it drew at random for want
  // of a position that fits what it sees (Player::guessed). Nothing is counted where all players are `random`.
  std::vector<std::uint64_t> chosen_by_players, guessed_by_players;

  // -- what stands, and what is lit, in every kSampled-th position
  static constexpr int kSampled = 8;
  std::uint64_t samples = 0;
  std::vector<std::uint64_t> cells_filled, cells_lit;
  std::vector<std::uint64_t> pieces,
      pieces_seen;             // by kind and owner (see `pieces_at`): how many, in how many positions
  Moments filled, beams, lit;  // of each game the average number of cells where something stands, of pieces that send
                               // out beams, and of cells that a beam leaves, in thousandths

  // -- which rules ran, in games that were played once more for that
  std::uint64_t covered = 0;
  std::vector<std::uint64_t> rules;  // by rule line: how often it ran

  void add(const StudyTally& other);
  /// Does it have the same numbers of seats, moves, cells and so on as this program? (One that was read from a file may
  /// not.)
  bool fits(const Program& program) const;
  bool operator==(const StudyTally&) const = default;
};

/// Plies are counted one by one up to here by `reached_at`.
inline constexpr std::size_t kMostPliesApart = 400;

/// A pick of a move whose values are few and no places of the board.
struct ValuedPick {
  int move = 0, pick = 0;  // in MoveCode::picks
  std::int64_t first = 0, values = 0;
};
std::vector<ValuedPick> picks_with_values(const Program& program);

/// Where `pieces` has those of this kind and owner (-1: nobody's).
inline std::size_t pieces_at(const Program& program, int kind, int owner) {
  return static_cast<std::size_t>(kind) * (program.rules.players.size() + 1) + static_cast<std::size_t>(owner + 1);
}

/// Calls with the name and value of each part: for adding up, writing and reading.
template <class Tally, class Visit>
void each_part(Tally& tally, Visit&& visit) {
  visit("games", tally.games);
  visit("plies", tally.plies);
  visit("checksum", tally.checksum);
  visit("wins", tally.wins);
  visit("wins_of_players", tally.wins_of_players);
  visit("ties", tally.ties);
  visit("losses", tally.losses);
  visit("capped", tally.capped);
  visit("scored", tally.scored);
  visit("begun", tally.begun);
  visit("begun_won", tally.begun_won);
  visit("scores", tally.scores);
  visit("lengths", tally.lengths);
  visit("shortest", tally.shortest);
  visit("longest", tally.longest);
  visit("branching", tally.branching);
  visit("reached_at", tally.reached_at);
  visit("choices_at", tally.choices_at);
  visit("lead_changes", tally.lead_changes);
  visit("behind", tally.behind);
  visit("settled", tally.settled);
  visit("moves_played", tally.moves_played);
  visit("moves_possible", tally.moves_possible);
  visit("moves_games", tally.moves_games);
  visit("values", tally.values);
  visit("cells_picked", tally.cells_picked);
  visit("forced", tally.forced);
  visit("chosen_by_players", tally.chosen_by_players);
  visit("guessed_by_players", tally.guessed_by_players);
  visit("samples", tally.samples);
  visit("cells_filled", tally.cells_filled);
  visit("cells_lit", tally.cells_lit);
  visit("pieces", tally.pieces);
  visit("pieces_seen", tally.pieces_seen);
  visit("filled", tally.filled);
  visit("beams", tally.beams);
  visit("lit", tally.lit);
  visit("covered", tally.covered);
  visit("rules", tally.rules);
}

}  // namespace glint
