#include "interpreter/cli/watch/round.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/game/first_look.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint::cli {
namespace {

bool was_stopped(const Error& error) { return error.code == lang::code_name(lang::Code::G0614); }

void count(RandomGames& games, const Playout& playout, const Game& game) {
  ++games.played;
  const Outcome& outcome = playout.outcome;
  if (outcome.kind == OutcomeKind::unfinished) {
    ++games.unfinished;
    return;
  }
  games.least = games.finished() == 1 ? playout.plies : std::min<std::int64_t>(games.least, playout.plies);
  games.most = std::max<std::int64_t>(games.most, playout.plies);
  games.moves += static_cast<std::uint64_t>(playout.plies);
  const bool alone = game.is_team() || game.players().size() == 1;
  if (alone && outcome.scores.size() == 1) {
    games.has_score = true;
    games.score += outcome.scores[0];
  }
  if (alone) {
    if (outcome.kind == OutcomeKind::win) ++games.wins[0];
    return;
  }
  const int victor = outcome.victor();
  if (victor < 0)
    ++games.ties;
  else
    ++games.wins[static_cast<std::size_t>(victor)];
}

/// Random games from the seeds of the series, until something stops them.
RandomGames play_games(const Game& game, const Limits& limits, const RoundOptions& options, bool& is_cut) {
  RandomGames games;
  games.asked = options.games;
  games.wins.resize(game.is_team() ? 1 : game.players().size());
  for (std::uint64_t i = 0; i < options.games; ++i) {
    if (limits.stop && limits.stop()) {
      is_cut = true;
      break;
    }
    Random random(seed_of_game(options.seed, i));
    StartOptions start;
    start.seed = random.next();
    Result<Position> position = game.start(start);
    const auto fails = [&](const auto& result) {
      if (result) return false;
      const Error& error = result.errors().front();
      is_cut = was_stopped(error);
      if (!is_cut) games.error = error;
      return true;
    };
    if (fails(position)) break;
    const Result<Playout> playout = glint::playout(*position, random, options.max_plies);
    if (fails(playout)) break;
    count(games, *playout, game);
  }
  return games;
}

}  // namespace

std::size_t Round::wrong() const {
  return static_cast<std::size_t>(
      std::count_if(errors.begin(), errors.end(), [](const Error& error) { return !error.is_warning; }));
}

std::size_t Round::failed_tests() const {
  return static_cast<std::size_t>(
      std::count_if(tests.begin(), tests.end(), [](const TestReport& test) { return !test.passed; }));
}

Round examine(const std::string& text, const std::string& name, lang::Loader& loader, const Limits& limits,
              const RoundOptions& options, const Round* before) {
  Round round;
  round.text = text;
  Result<Game> game = Game::from_text(text, name, options.settings, &loader, limits);
  if (!game) {
    round.errors = game.errors();
    round.is_cut = std::any_of(round.errors.begin(), round.errors.end(), was_stopped);
    return round;
  }
  round.game = std::move(*game);
  round.errors = wrong_at_start(*round.game, name);
  const std::vector<Error> warnings = round.game->warnings();
  round.errors.insert(round.errors.end(), warnings.begin(), warnings.end());
  round.tests = run_tests(*round.game);
  if (limits.stop && limits.stop()) {
    // A test that was stopped is reported as one that fails.
    round.is_cut = true;
    std::erase_if(round.errors, was_stopped);
    std::erase_if(round.tests, [](const TestReport& test) {
      return test.failure.find(lang::code_name(lang::Code::G0614)) != std::string::npos;
    });
    return round;
  }
  round.games = play_games(*round.game, limits, options, round.is_cut);
  if (!before || !before->game || round.is_cut) return round;
  round.changed = diff_text(*before->game, *round.game);
  if (round.changed->is_identical || round.games->error) return round;
  DiffOptions quick;
  quick.limit = 8'000;
  quick.games = 50;
  quick.game_positions = 5'000;
  quick.unlisted = 2'000;
  quick.text = &*round.changed;
  if (Result<PlayDiff> play = diff_play(*before->game, *round.game, quick)) round.play = std::move(*play);
  round.is_cut = limits.stop && limits.stop();
  if (round.is_cut) round.play.reset();
  return round;
}

}  // namespace glint::cli
