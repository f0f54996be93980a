// Games played to be counted. A study is a series of games, each told by its number alone: it is the same game whoever
// plays it, on whatever thread or machine, and before or after whichever others.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/lab/study/tally.hpp"
#include "interpreter/machine/playout.hpp"
#include "interpreter/players/player.hpp"

namespace glint {

/// A piece or move that is left out of play, by everybody or at one seat: no move of this name is chosen, no move
/// behind which more of these pieces stand than before. Where nothing else can be chosen, it may be.
struct Restriction {
  enum class Kind : std::uint8_t { piece, move };
  Kind kind = Kind::move;
  int number = 0;  // in Rules::kinds or Rules::moves
  int seat = -1;   // -1: everybody
};

/// All that decides which games are played, but for the rules.
struct StudyPlan {
  std::vector<std::string> players;  // what `make_player` takes, by seat
  /// In each game everybody sits one seat further on than in the game before.
  bool rotates = false;
  std::uint64_t seed = 1, games = 1000;
  int max_plies = 2000;
  Settings draws;  // that are fixed
  /// Who leads a position is what so many random games from it say; 0: what the script's `heuristic` or `score` says.
  int judge = 0;
  std::vector<Restriction> without;
  /// The first so many games are played by code that tells which lines of the rules it runs. That takes longer; nothing
  /// else in them is different.
  std::uint64_t covered = 10;
};

/// Does everybody take any move, each as likely?
bool all_random(const StudyPlan& plan);

/// Can it be said who leads? Not alone, not in a team; by rules without `heuristic` and `score` only with a judge.
bool tells_leads(const Program& program, const StudyPlan& plan);

class StudyPlayer {
 public:
  /// Game and plan must stay. With a profile, what is run in random games themselves (and not in looking at them) is
  /// told there.
  StudyPlayer(const Game& game, const StudyPlan& plan, Profile* profile = nullptr);
  ~StudyPlayer();

  /// Plays the game of this number and adds it to the tally; where that fails, the tally is as before.
  std::optional<Error> play(std::uint64_t number, StudyTally& tally);
  /// Where the game that was played last stands.
  std::optional<Position> position() const;

 private:
  struct Covering;

  bool begin_covering();
  void add_covered();
  bool play_covered(std::uint64_t number);
  std::optional<Error> play_game(std::uint64_t number, bool is_covered);
  std::optional<Error> begin(std::uint64_t seed, bool is_covered);
  std::optional<Error> step(std::uint64_t move);
  void look();
  int leader();
  std::optional<std::uint64_t> choose_at_random(std::uint64_t count);
  Result<std::uint64_t> choose(std::uint64_t count);
  bool is_restricted(int seat) const;
  bool is_allowed(std::uint64_t move);
  std::uint64_t stand(int kind) const;
  std::size_t player_at(std::size_t seat) const;
  void count_choice(int seat);
  void take_note(std::uint64_t move);
  void finish(std::uint64_t number);
  void tell_lead(int winner);
  Error failure() const;

  const Game game_;
  const Program& program_;
  const StudyPlan& plan_;
  Profile* const profile_;
  std::unique_ptr<Covering> covering_;
  bool was_covered_ = false;  // the last game: it was played there
  const bool is_random_;  // all players are: then nobody needs a Position
  const bool leads_;
  const std::vector<ValuedPick> picks_;
  Machine machine_;
  std::unique_ptr<Machine> second_;  // tries restricted moves and plays for the judge, where there are any
  Random random_;                    // of this game
  std::unique_ptr<Chance> chance_;
  std::vector<std::uint64_t> history_;
  std::optional<Position> position_;
  std::vector<std::unique_ptr<Player>> seats_;
  std::vector<Word> state_;
  std::vector<std::uint64_t> counts_, allowed_;
  std::vector<bool> is_move_seen_;
  std::vector<int> leaders_;  // by position
  int ply_ = 0, first_ = -1;
  Trail trail_;
  std::uint64_t seed_ = 0, number_ = 0;
  std::uint64_t choices_ = 0;
  std::int64_t filled_ = 0, beams_ = 0, lit_ = 0;  // in all sampled positions
  const StudyTally empty_tally_;
  StudyTally game_tally_;  // of this game
};

}  // namespace glint
