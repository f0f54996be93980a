// The counts of a study: whole numbers, which can be added up over threads. Every measure of a
// report follows from them (lab/study/measures.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/lab/study/histogram.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// The game with the smallest (or largest) value; if several have it, the one with the smallest (largest) `then`; among
/// these, the first.
struct Extreme {
  std::int64_t value = 0, then = 0;
  std::uint64_t game = 0;
  bool is_set = false;
  bool operator==(const Extreme&) const = default;
};

/// The end of one game, used to choose the representative game (lab/study/played_again.hpp).
struct GameEnd {
  std::uint64_t game = 0;
  std::int64_t plies = 0;
  std::uint64_t ending = 0;  // an index of `endings_of`
  std::vector<std::int64_t> scores;
  bool operator==(const GameEnd&) const = default;
};

struct StudyTally {
  /// Shares are kept in parts of this.
  static constexpr double kShare = 10'000;

  StudyTally() = default;
  explicit StudyTally(const Program& program);

  std::uint64_t games = 0, plies = 0;
  /// As BenchTally::checksum.
  std::uint64_t checksum = 0;

  struct Endings {
    std::vector<std::uint64_t> wins;  // by seat, also wins by score; a team or a lone player counts at the first seat
    std::vector<std::uint64_t> wins_of_players;  // by index in StudyPlan::players
    std::uint64_t ties = 0, losses = 0, unfinished = 0;
    std::uint64_t scored = 0;       // ended with the score of a team or a lone player
    std::uint64_t begun = 0;        // won games in which one player had the first choice
    std::uint64_t begun_won = 0;    // of these, won by that player
    std::vector<Histogram> scores;  // at the end, by seat; a team's at the first seat
    /// The games among the first kKept numbers that ended, in order: a good sample, and the same for any division.
    std::vector<GameEnd> ends;
    bool operator==(const Endings&) const = default;
  };
  static constexpr std::uint64_t kKept = 1000;
  Endings endings;

  /// The course of games.
  struct Course {
    Histogram lengths;                      // plies of games that ended
    Extreme shortest, longest;              // by plies, of games that ended
    Extreme dramatic;                       // the game with the most lead changes, then the greatest drama
    Extreme turning;                        // the game with the latest lead for good, then the same
    Histogram branching;                    // by game: the average number of moves at a ply, in thousandths
    std::vector<std::uint64_t> reached_at;  // by ply: games with a choice there
    std::vector<std::uint64_t> choices_at;  // by ply: moves to choose from, in all these games
    Histogram lead_changes;                 // by game
    Histogram behind, settled;              // by won game, in units of 1 / kShare: see LeadJudge::count
    /// After a quarter, a half and three quarters of the plies of games that ended: those with a leader, and those that
    /// the leader won.
    std::vector<std::uint64_t> led = std::vector<std::uint64_t>(3), led_won = led;
    Histogram permanence, response, killer;  // by game that ended, in units of 1 / kShare: see LeadJudge::count_swings
    Histogram forced;     // by game: the share of plies with a single move, in units of 1 / kShare
    Histogram effective;  // by game: the geometric average of the number of moves, in thousandths
    Histogram tree;       // by game that ended: the decimal logarithm of their product, in thousandths
    bool operator==(const Course&) const = default;
  };
  Course course;

  /// The choices of players.
  struct Choices {
    std::vector<std::uint64_t> moves_played, moves_possible;  // by move: plies at which it was chosen, or could be
    std::vector<std::uint64_t> moves_games;                   // by move: games in which it was chosen
    std::vector<std::vector<std::uint64_t>> values;  // by entry of `picks_with_values`, then by value
    std::vector<std::uint64_t> cells_picked;
    Histogram opened, opened_won;  // by `opening_of`: won games that began so, and of these, won by the first player
    /// For each move, the won games in which one player chose it more often than each other player within the first
    /// plies that all players had; and the games among them that this player won.
    std::vector<std::uint64_t> used, used_won;
    std::vector<std::int64_t> worth;  // `add_worth` of these numbers
    std::uint64_t forced = 0;  // plies at which restrictions left no choice
    // For each index in StudyPlan::players: the moves that the player chose, and the guesses among them
    // (Player::guessed). Nothing is counted if all players are `random`.
    std::vector<std::uint64_t> chosen_by_players, guessed_by_players;
    bool operator==(const Choices&) const = default;
  };
  Choices choices;

  /// All games have the same weight, however many positions were drawn from them: each of its k positions has kWeight /
  /// k.
  static constexpr int kDrawn = 8, kWeight = 840, kPiece = 30;
  /// Pieces and light, in positions drawn from each game (BoardSampler).
  struct Positions {
    std::uint64_t samples = 0;                           // positions
    std::uint64_t weight = 0;                            // of all of them
    std::vector<std::uint64_t> cells_filled, cells_lit;  // weights
    std::vector<std::uint64_t> pieces, pieces_seen;  // by kind and owner (see `pieces_at`): weights of each piece, and
                                                     // of the positions that have one
    /// For each kind, games won by one player in which one had more of them than each other; those won by that one.
    std::vector<std::uint64_t> had, had_won;
    std::vector<std::int64_t> worth;  // `add_worth` of these; a piece on the board all the time is kPiece
    Histogram filled, emitters, lit;  // by game, in thousandths: average numbers of cells with pieces, emitters, lit
                                      // cells
    bool operator==(const Positions&) const = default;
  };
  Positions positions;

  // -- which rules ran, in the games that record it
  std::uint64_t covered = 0;
  std::vector<std::uint64_t> rules;  // by rule line: how often it ran

  void add(const StudyTally& other);
  bool operator==(const StudyTally&) const = default;
};

/// The number of games with each end: won by each seat, tied, lost (by a team or a lone player), and with a score
/// (those of a team or lone player).
std::vector<std::uint64_t> endings_of(const StudyTally& tally);

/// The plies that `reached_at` counts one by one.
inline constexpr std::size_t kMostPliesApart = 400;

/// A pick that is counted by value: it has few values, and these are not places of the board.
struct ValuedPick {
  int move = 0, pick = 0;  // in MoveCode::picks
  std::int64_t first = 0, values = 0;
};
std::vector<ValuedPick> picks_with_values(const Program& program);

/// The key of a first move in `Choices::opened`: the move and its first pick; kNoPick if it picks nothing or a set, or
/// if the pick has too many values to count.
inline constexpr std::int64_t kNoPick = 0xffff;
inline constexpr std::int64_t opening_of(std::int64_t move, std::int64_t pick) { return move << 16 | pick; }

/// The index in `pieces` of this kind and owner (-1: nobody).
inline std::size_t pieces_at(const Program& program, int kind, int owner) {
  return static_cast<std::size_t>(kind) * (program.rules.players.size() + 1) + static_cast<std::size_t>(owner + 1);
}

}  // namespace glint
