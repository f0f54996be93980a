#include "interpreter/learn/match.hpp"

#include <algorithm>

#include "interpreter/game/loading/errors.hpp"

namespace glint {

bool MatchPlan::is_over(const Match& match) const {
  const std::uint64_t lost = match.games - match.won - match.drawn;
  const bool is_sure =
      lead > 0 && match.games % seats.size() == 0 && std::max(match.won, lost) - std::min(match.won, lost) >= lead;
  return is_sure || match.games >= games;
}

Result<Match> play_match(const Game& game, const JudgeMaker& judge, const MatchPlan& plan,
                         const std::function<bool(const Match&)>& goes_on) {
  const auto player = [&](const std::string& bot, std::uint64_t seed) {
    return make_player(bot, seed, game, {}, is_learned(bot) ? judge : JudgeMaker{});
  };
  Match match{plan.learned, plan.other, 0, 0, 0};
  const std::uint64_t seats = plan.seats.size();
  for (bool again = true; again && !plan.is_over(match);) {
    const int seat = plan.seats[match.games % seats];
    Random random(seed_of_game(plan.seed, match.games / seats));
    StartOptions options;
    options.seed = random.next();
    Result<Position> position = game.start(options);
    if (!position) return position.errors();
    const std::uint64_t seed = random.next(), other_seed = random.next();
    const Result<std::unique_ptr<Player>> one = player(plan.learned, seed);
    const Result<std::unique_ptr<Player>> two = player(plan.opponent ? "random" : plan.other, other_seed);
    if (!one) return one.errors();
    if (!two) return two.errors();
    Player* const second = plan.opponent ? plan.opponent : two->get();
    bool resigns = false;
    for (int ply = 0; ply < plan.most_plies && !position->over(); ++ply) {
      Result<std::uint64_t> move = position->count_moves();
      if (move && ply < plan.opening)
        move = random.below(*move);
      else if (move)
        move = (position->to_move() == seat ? one->get() : second)->choose(*position);
      if (!move) return move.errors();
      resigns = *move == kResigns;
      if (resigns) break;
      if (plan.hears) {
        const Result<std::string> text = position->move(*move);
        if (!text) return text.errors();
        plan.hears(match.games, options.seed, position->to_move(), *text);
      }
      if (auto error = position->play_listed(*move)) return *error;
    }
    const int victor = resigns ? seat : position->over() ? position->outcome().victor() : -1;
    match.won += victor == seat;
    match.drawn += victor < 0;
    ++match.games;
    again = !goes_on || goes_on(match);
  }
  return match;
}

std::vector<MatchPlan> gate_of(const std::string& budget, double branching, std::uint64_t games, std::uint64_t seed) {
  std::string plies = budget, iterations = budget;
  if (budget.empty()) {
    constexpr double kPositions = 1'000'000;  // lines that the plies may have; some thousands are looked at
    int depth = 1;
    for (double lines = branching * branching; depth < 5 && lines <= kPositions; lines *= branching) ++depth;
    plies = std::to_string(depth);
    iterations = "1000";
  }
  const std::string learned = "learned:" + plies;
  return {{learned, "alphabeta:" + plies, games, seed}, {learned, "mcts:" + iterations, games, seed + 1}};
}

}  // namespace glint
