// Plays a game of a study and counts it: joins the game's player and its watchers, which count into one tally.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/lab/study/game_player.hpp"
#include "interpreter/lab/study/watchers.hpp"

namespace glint {

/// The listed moves that a study's restrictions (StudyPlan::without) allow.
class Restrictor {
 public:
  /// Program and restrictions must outlive it.
  Restrictor(const Program& program, const std::vector<Restriction>& without);

  /// True if there is a restriction for this seat.
  bool restricts(int seat) const;
  /// The numbers of the allowed ones of the `count` moves listed in the machine, in rising order; valid until the next
  /// call.
  const std::vector<std::uint64_t>& allowed(Machine& machine, std::uint64_t count);

 private:
  bool allows(Machine& machine, std::uint64_t move);
  std::uint64_t pieces_after(int kind) const;

  const Program& program_;
  const std::vector<Restriction>& without_;
  std::optional<Machine> after_;  // where moves are tried
  std::vector<Word> state_;       // the position
  std::vector<std::uint64_t> allowed_;
};

class CountedGame {
 public:
  /// Game and plan must outlive it. A profile records the code that games run, without the code of the watchers.
  CountedGame(const Game& game, const StudyPlan& plan, Profile* profile = nullptr);

  /// Plays the game of this number. `before`: the result of `said` for it; if given, the game is only replayed and
  /// counted. After an error (of the script, of a player, or of what was said) the tally must not be used.
  std::optional<Error> play(std::uint64_t number, const std::string* before = nullptr);
  /// Plays it in parts: `begin`, then `ply` as long as `is_playing`, then `end`.
  std::optional<Error> begin(std::uint64_t number, const std::string* before = nullptr);
  bool is_playing();
  std::optional<Error> ply();
  void end();

  // -- the game played last
  /// The facts that decided the game, beside rules, plan and number. For random players, with leads by the script's own
  /// measure, the seed decides everything else, and this is the number of plies: "61". Else each ply, "12 5? 0@1": the
  /// number of the move as listed, `?` if it was a guess, and the seat that led before it, if random games judge.
  std::string said() const;
  const StudyTally& tally() const { return tally_; }
  /// The moves by number, as listed.
  const std::vector<std::uint64_t>& moves() const { return moves_; }
  bool is_random() const { return player_.is_random(); }
  /// The draws of chance in it, if `note_draws` was called before it.
  Settings draws() const { return player_.draws(); }
  void note_draws() { player_.note_draws(); }

 private:
  /// The facts recorded about a ply.
  struct Said {
    std::uint64_t move = 0;
    bool guessed = false;
    int leader = -1;
  };
  /// Takes the recorded facts of the next ply.
  std::optional<Error> listen();
  /// Reads the next move of the record: its number in Rules::moves, and its picks; -1: it is illegal.
  int read_recorded(const std::string& text);
  /// The error for a game that differs from its record.
  Error unlike(const std::string& what) const;
  Result<std::uint64_t> choose(std::uint64_t count);
  void count_choice(int seat);
  void count_outcome(const Outcome& outcome);
  void count_winner(int winner);

  const Program& program_;
  const StudyPlan& plan_;
  GamePlayer player_;
  Restrictor restrictor_;
  LeadJudge judge_;
  BoardSampler sampler_;
  MoveCounter counter_;
  const StudyTally empty_tally_;
  StudyTally tally_;
  std::uint64_t number_ = 0;
  int first_ = -1;  // the player with the first choice; -1: the first choice is simultaneous
  std::uint64_t choices_ = 0;  // the moves to choose from at this ply, without those that restrictions leave out
  std::vector<std::uint64_t> moves_;
  std::vector<Choice> picked_;              // the move that is about to be played
  std::vector<Word> state_;                 // the position while recorded moves are tried
  std::vector<bool> guesses_;               // by ply; empty in random games
  const bool is_seeded_;                    // the seed decides all choices
  std::optional<std::string_view> before_;  // recorded facts of the plies to come
  Said said_;
};

/// The keys of the first moves of the first game (`opening_of`), in rising order; none if all choose together.
Result<std::vector<std::int64_t>> first_moves_of(const Game& game, const StudyPlan& plan);

}  // namespace glint
