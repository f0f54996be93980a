// The findings of a study, in a sentence and as a card. The card has the questions that designers ask, each with a
// sentence and its figures as the answer, and advice on what to try next. They all come from the counts of the study,
// and from those of better bots if these were asked (`--strong`).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/lab/study/ladder.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "interpreter/lab/study/measures.hpp"

namespace glint {

inline constexpr const char* kFirstPlayer = "The first player";

/// Somebody who wins more or less often than an even share.
struct Lean {
  std::string who;  // kFirstPlayer, or a seat
  Measure measure;  // share of decisive games, minus an even share
  /// Several are tested at once, so each must be certain with the error divided by their number (Bonferroni).
  bool is_sure = false;
  std::string always = {};  // the seat that is the first player in all games
};
/// The first player and each seat among the decisive games, the clearest advantage first.
std::vector<Lean> leans_of(const std::vector<Measure>& measures, const StudyTally& tally, double apart = 1);

/// The first fact that a designer must know: most games do not end, or have no winner. Else: who wins more than an even
/// share (the clearest of the first player and the seats), and in how many games; else the score. Always: the length of
/// games. Empty without games. `apart`: see `measure_of`.
std::string study_verdict(const std::vector<Measure>& measures, const StudyTally& tally, double apart = 1);

/// The findings of better bots about a game.
struct Stronger {
  std::string bot, means, doubled;      // "mcts:100", its method, and the same with twice the effort
  std::optional<Rung> match, doubling;  // it against the study's bots; the doubled one against it
  StudyTally tally;                     // it in all seats
  std::vector<Measure> measures;        // of that
};

/// True if better bots contradict the study: they favour another seat, or one where the study favoured none, or none
/// where it favoured one; or most games have no winner or no end. The most certain finding of one must be certainly
/// smaller in the other. `apart`: see `measure_of`.
bool flips(const std::vector<Measure>& measures, const StudyTally& tally, const Stronger& stronger, double apart = 1);

struct CardLine {
  enum class Level : std::uint8_t { problem, open, fine, note };
  std::string id;  // "fair"
  Level level = Level::note;
  std::string text, next;  // a sentence; a command that shows more, or empty
};
const char* name_of(CardLine::Level level);

/// A share of won games: those won by the first player, or by the player who had more of something. The intervals of a
/// list hold together.
struct Group {
  std::string name;  // "`place` with at = c3", "`challenge`"
  std::string of;    // the move or kind of piece, "challenge"; empty for openings
  std::size_t number;  // of that
  Measure measure;
  std::optional<Measure> ahead = {};  // for openings that were compared game by game: the difference from all others
  std::optional<Measure> each = {};   // for moves and pieces: the advantage of one more of each (`worth_of`)
};

/// Further findings of a study, if the user asks for them.
struct Asked {
  std::optional<Stronger> stronger = {};
  std::optional<Measure> luck = {};  // `luck_of`, of the bots of the study
  std::vector<Group> openings = {};  // as `compared_openings` has them
};
/// Adds the lines about skill, or luck. All bots are random, or a seat wins nearly always. `study`: the command to ask further.
using StudyCommand = std::function<std::string(const std::string& options)>;
void add_skill(std::vector<CardLine>& lines, const Game& game, const Asked& asked, bool is_random, bool is_gross, const StudyCommand& study);
void add_luck(std::vector<CardLine>& lines, const Game& game, const Asked& asked, bool is_random, const StudyCommand& study);
/// Problems first. `measures`: of the tally.
std::vector<CardLine> card_of(const Game& game, const StudyHeader& header, const StudyTally& tally,
                              const std::vector<Measure>& measures, const Asked& asked = {});

/// Won games by their first move and its first pick; by the player who chose a move more often; by the player with more
/// pieces of a kind. The largest share comes first; each has at least kFewestOfGroup games.
enum class Grouping : std::uint8_t { openings, moves, pieces };
std::vector<Group> groups_of(const Game& game, const StudyTally& tally, Grouping by, double apart = 1);
inline constexpr std::uint64_t kFewestOfGroup = 20;

/// First moves, each at the beginning of as many games, with the same seeds: the first player's result in each game, 1
/// for a win and 1/2 where nobody won. The intervals hold together.
std::vector<Group> compared_openings(const Game& game, const std::vector<std::int64_t>& openings,
                                     const std::vector<std::vector<double>>& results);

/// The share of who wins that chance explains at least (Cohen's kappa). `results`: who won, as a number; games 2k and 2k + 1
/// have the same chance and other choices. Nothing if all are the same.
std::optional<Measure> luck_of(const std::vector<double>& results);

}  // namespace glint
