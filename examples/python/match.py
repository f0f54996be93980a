"""A match of two bots, one of them written here: 20 games of Breakthrough, changing seats, and an interval.

    python3 examples/python/match.py
"""

import os
import random

import glint

HERE = os.path.dirname(os.path.abspath(__file__))


class Sampler:
    """Tries some moves, plays random games after each, and takes the one after which it wins most of them."""

    name = "sampler"

    def __init__(self, seed=1):
        self.random = random.Random(seed)

    def for_game(self, seed):
        return Sampler(seed)  # so that a game is the same on any thread

    def choose(self, position):
        player, best = position.to_move, {}
        for move in self.random.sample(range(len(position.moves)), min(12, len(position.moves))):
            position.push(move)
            won = 0
            for _ in range(1 if position.over else 6):
                outcome = position.outcome or position.playout(seed=self.random.randrange(1 << 30)).outcome
                won += 6 if position.over and outcome.winner == player else outcome is not None and outcome.winner == player
            best[move] = won
            position.pop()
        return max(best, key=best.__getitem__)


def main():
    game = glint.Game.from_file(os.path.join(HERE, "..", "breakthrough.glint"))
    white, black = game.players
    study = glint.study(game, games=20, bots={white: Sampler(), black: "random"}, rotate=True)
    share = study["bot.1"]
    print(f"{game.title}, {study.games} games: sampler wins {share.value:.0%} against random")
    print(f"(95 % confidence interval {share.low:.0%} to {share.high:.0%}), in {study['length'].value:.0f} plies on average.")
    end = study.replay(0)
    print(f"The first game ends like this ({end.outcome}):")
    print(end.picture())


if __name__ == "__main__":
    main()
