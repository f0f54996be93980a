// How strong one player is against another: games in which they change seats after each, and the share that the first
// one wins, with Wilson's interval (95 %). A game that is stopped after MAX_PLIES is won by whoever the script's
// `heuristic` puts ahead. For a team or a single player: the score of each, with the standard error. Then, of each that
// counts it: how far it looked ahead, and how many positions it searched a second of its time on the processor.
//
//     glint_bench_players GAME FIRST SECOND [GAMES] [MAX_PLIES] [OPTION=VALUE...]
//     glint_bench_players laser_lawn mcts:1000 mcts:100 100
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "interpreter/players/player.hpp"

namespace {

using namespace glint;

[[noreturn]] void fail(const std::vector<Error>& errors) {
  for (const Error& error : errors) std::fprintf(stderr, "%s\n%s\n", error.message.c_str(), error.help.c_str());
  std::exit(1);
}

template <class T>
T must(Result<T> result) {
  if (!result) fail(result.errors());
  return std::move(*result);
}

/// What the players of one specification have done.
struct Spent {
  Effort effort;
  double seconds = 0;

  void print(const std::string& spec) const {
    if (effort.searches == 0) return;
    const auto searches = static_cast<double>(effort.searches);
    std::printf("%s: %.2f plies ahead, %.0f positions a move, %.0f a second\n", spec.c_str(),
                static_cast<double>(effort.depths) / searches, static_cast<double>(effort.nodes) / searches,
                static_cast<double>(effort.nodes) / seconds);
  }
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Where a game ended that these have played, seat by seat.
Position game_of(const Game& game, const std::vector<std::string>& seats, std::uint64_t seed, int max_plies,
                 std::map<std::string, Spent>& spent) {
  Random seeds(seed);
  StartOptions options;
  options.seed = seeds.next();
  Position position = must(game.start(options));
  std::vector<std::unique_ptr<Player>> players;
  for (const std::string& seat : seats) players.push_back(must(make_player(seat, seeds.next(), game)));
  for (int ply = 0; ply < max_plies && !position.over(); ++ply) {
    const auto seat = static_cast<std::size_t>(position.to_move());
    Player& player = *players[seat];
    const double begin = processor_seconds();
    const std::uint64_t move = must(player.choose(position));
    spent[seats[seat]].seconds += processor_seconds() - begin;
    if (auto error = position.play_listed(move)) fail({*error});
  }
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    Effort& all = spent[seats[seat]].effort;
    const Effort its = players[seat]->effort();
    all = {all.nodes + its.nodes, all.searches + its.searches, all.depths + its.depths};
  }
  return position;
}

/// Who has won, or is ahead where the game was stopped; -1: nobody.
int victor_of(const Position& position) {
  if (position.over()) return position.outcome().victor();
  const std::size_t players = position.game().players().size();
  std::vector<std::int64_t> values;
  for (std::size_t p = 0; p < players; ++p) values.push_back(position.heuristic(static_cast<int>(p)).value_or(0));
  const auto best = std::max_element(values.begin(), values.end());
  return std::count(values.begin(), values.end(), *best) > 1 ? -1 : static_cast<int>(best - values.begin());
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    std::fprintf(stderr, "usage: %s GAME FIRST SECOND [GAMES] [MAX_PLIES] [OPTION=VALUE...]\n", arguments[0]);
    return 2;
  }
  const std::string name = arguments[1];
  const std::vector<std::string> specs = {arguments[2], arguments[3]};
  const int games = count > 4 ? std::atoi(arguments[4]) : 100, max_plies = count > 5 ? std::atoi(arguments[5]) : 300;
  Settings settings;
  for (int i = 6; i < count; ++i) {
    const std::string setting = arguments[i];
    settings.emplace_back(setting.substr(0, setting.find('=')), setting.substr(setting.find('=') + 1));
  }
  std::ifstream file(name);
  const Game game =
      file ? must(Game::from_text(std::string(std::istreambuf_iterator<char>(file), {}), name, settings))
           : must(Game::bundled(name, settings));
  const std::size_t seats = game.players().size();
  std::map<std::string, Spent> spent;
  if (seats == 1 || game.is_team()) {
    for (const std::string& spec : specs) {
      double sum = 0, squares = 0;
      for (int g = 0; g < games; ++g) {
        const Outcome outcome =
            game_of(game, std::vector<std::string>(seats, spec), static_cast<std::uint64_t>(g), max_plies, spent)
                .outcome();
        const double score = outcome.kind == OutcomeKind::win ? 1
                             : outcome.scores.empty()         ? 0
                                                              : static_cast<double>(outcome.scores[0]);
        sum += score;
        squares += score * score;
      }
      const double mean = sum / games;
      std::printf("%s: mean score %.2f +- %.2f\n", spec.c_str(), mean,
                  std::sqrt(std::max(0.0, squares / games - mean * mean) / games));
    }
    return 0;
  }
  double points = 0;
  int wins = 0, losses = 0, unfinished = 0;
  for (int g = 0; g < games; ++g) {
    // The first one sits on one seat, the second one on all others.
    const auto seat = static_cast<std::size_t>(g) % seats;
    std::vector<std::string> at(seats, specs[1]);
    at[seat] = specs[0];
    const Position end = game_of(game, at, static_cast<std::uint64_t>(g) / seats, max_plies, spent);
    unfinished += !end.over();
    const int winner = victor_of(end);
    wins += winner == static_cast<int>(seat);
    losses += winner >= 0 && winner != static_cast<int>(seat);
  }
  points = wins + 0.5 * (games - wins - losses);
  const double n = games, p = points / n, z = 1.96, centre = (p + z * z / (2 * n)) / (1 + z * z / n),
               half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  std::printf("%s against %s in %s: %d won, %d lost of %d (%d stopped): %.1f %% of the points, %.1f..%.1f\n",
              specs[0].c_str(), specs[1].c_str(), name.c_str(), wins, losses, games, unfinished, 100 * p,
              100 * (centre - half), 100 * (centre + half));
  for (const auto& [spec, each] : spent) each.print(spec);
}
