// A round of `glint watch`: all that is found out about a script after it was saved. Nothing here reads a clock or
// waits; a round ends early when Limits::stop says so, with what it has.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <glint/diff.hpp>
#include <glint/glint.hpp>

namespace glint::cli {

/// What random games came to.
struct RandomGames {
  std::uint64_t asked = 0, played = 0;
  std::vector<std::uint64_t> wins;  // by player; of a team or a single player: one
  std::uint64_t ties = 0, unfinished = 0;
  std::int64_t least = 0, most = 0;  // moves of the finished games
  std::uint64_t moves = 0;           // of all finished games together
  std::int64_t score = 0;            // of a team or a single player, over all finished games
  bool has_score = false;
  std::optional<Error> error;  // a rule that failed in one, which ended them

  std::uint64_t finished() const { return played - unfinished; }
  double mean() const { return finished() == 0 ? 0 : static_cast<double>(moves) / static_cast<double>(finished()); }
};

struct Round {
  std::string text;           // of the script
  std::optional<Game> game;   // none: it has errors
  std::vector<Error> errors;  // and warnings; with a game: what is wrong at its start, then warnings
  std::vector<TestReport> tests;
  std::optional<RandomGames> games;
  std::optional<TextDiff> changed;  // since the round before
  std::optional<PlayDiff> play;     // how play differs since then, if rules changed
  bool is_cut = false;              // stopped before its end
  /// What stops a round: its length, a file that changes, or its user.
  enum class Cut { time, change, user };
  Cut cut_by = Cut::time;

  std::size_t wrong() const;  // errors without the warnings
  std::size_t failed_tests() const;
};

struct RoundOptions {
  std::uint64_t games = 200, seed = 1;
  int max_plies = 500;
  Settings settings;
};

/// Checks, tests and plays a script. `name`: its path. `before`: a round whose game could be played, or null.
Round examine(const std::string& text, const std::string& name, lang::Loader& loader, const Limits& limits,
              const RoundOptions& options, const Round* before);

/// The round as a page of that width and height; where it differs from the round `before`, both are shown. `note`: the
/// last line of its head, such as the time of the save.
std::vector<std::string> page_of(const Round& round, const Round* before, const std::string& name,
                                 const std::string& note, std::size_t columns, std::size_t lines);

}  // namespace glint::cli
