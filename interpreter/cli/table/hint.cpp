#include "interpreter/cli/table/hint.hpp"

#include <cmath>
#include <memory>

#include "interpreter/cli/table/board.hpp"

namespace glint::cli {
namespace {

struct Advice {
  std::uint64_t move = 0;
  std::optional<double> value;
  bool guessed = false;
};

Result<Advice> ask(const Position& position, const std::string& program, std::uint64_t seed, const Workers& workers) {
  const Result<PlayerSpec> spec = read_player_spec(program);
  if (!spec) return spec.errors();
  if (const auto error = cannot_play(*spec, position.game())) return *error;
  Result<std::unique_ptr<Player>> player = make_player(program, seed, position.game(), workers);
  if (!player) return player.errors();
  const Result<std::uint64_t> choice = (*player)->choose(position);
  if (!choice) return choice.errors();
  return Advice{*choice, (*player)->value(), (*player)->guessed()};
}

std::string percent(double value) { return std::to_string(std::lround(100 * value)) + " %"; }

constexpr const char* kGuessed = "it found no position consistent with what this player has seen";

}  // namespace

Result<std::string> hint(const Position& position, const std::string& program, std::uint64_t seed,
                         const Workers& workers) {
  const Result<Advice> advice = ask(position, program, seed, workers);
  if (!advice) return advice.errors();
  const Result<std::string> move = position.move(advice->move);
  if (!move) return move.errors();
  if (advice->guessed) return *move + "  (at random: " + kGuessed + ")";
  return *move + (advice->value ? "  (" + percent(*advice->value) + ")" : "");
}

Result<std::string> evaluation(const Position& position, const std::string& program, std::uint64_t seed,
                               const Workers& workers) {
  const std::vector<std::string> players = position.game().players();
  std::string text;
  if (const int mover = position.to_move(); mover >= 0) {
    const Result<Advice> advice = ask(position, program, seed, workers);
    if (!advice) return advice.errors();
    const std::string& player = players[static_cast<std::size_t>(mover)];
    if (advice->guessed) {
      text = program + " cannot say: " + kGuessed + "\n";
    } else if (advice->value) {
      text = program + " expects " + percent(*advice->value) + " for " + player + " (0 %: a loss, 100 %: a win)\n";
    } else {
      const bool estimates = program.rfind("mcts", 0) == 0 || program.rfind("alphabeta", 0) == 0;
      text = program + (estimates ? " has no estimate of this position\n"
                                  : " does not estimate positions; use mcts or alphabeta\n");
    }
  } else {
    text = position.outcome_text() + "\n";
  }
  const std::string scores = scores_of(position);
  return scores.empty() ? text : text + scores + "\n";
}

}  // namespace glint::cli
