#include "interpreter/lab/study/played_again.hpp"

#include "interpreter/lab/study/counted_game.hpp"

namespace glint {

Result<PlayedAgain> play_again(const Game& game, const std::string& name, const StudyPlan& plan, std::uint64_t number) {
  CountedGame counted(game, plan);
  counted.note_draws();
  if (auto error = counted.play(number)) return *error;
  Record record = record_of(game, name, seed_of_game(plan.seed, number));
  // In a random game chance and choices share one stream, so the record needs every draw.
  record.draws = counted.draws();
  const std::vector<std::string> seats = game.players();
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    record.seats.emplace_back(seats[seat], plan.players[plan.player_at(seat, number)]);
  StartOptions options;
  options.seed = record.seed;
  options.draws = record.draws;
  Result<Position> position = game.start(options);
  if (!position) return position.errors();
  for (const std::uint64_t move : counted.moves()) {
    Result<std::string> text = position->move(move);
    if (!text) return text.errors();
    record.moves.push_back(std::move(*text));
    if (auto error = position->play_listed(move)) return *error;
  }
  record.result = position->outcome_text();
  return PlayedAgain{std::move(record), std::move(*position), counted.tally()};
}

bool thinks_long(const StudyPlan& plan) {
  constexpr std::uint64_t kMostIterations = 5000, kMostDepth = 3;
  constexpr int kMostPlayouts = 1000;
  return plan.playouts > kMostPlayouts || std::any_of(plan.players.begin(), plan.players.end(), [](const std::string& player) {
           const Result<PlayerSpec> spec = read_player_spec(player);
           return !spec || spec->budget.seconds > 1 ||
                  spec->budget.number > (spec->name == "alphabeta" ? kMostDepth : kMostIterations);
         });
}

bool plays_by_time(const StudyPlan& plan) {
  return std::any_of(plan.players.begin(), plan.players.end(), [](const std::string& player) {
    const Result<PlayerSpec> spec = read_player_spec(player);
    return spec && spec->budget.seconds > 0;
  });
}

}  // namespace glint
