"""A learner with a table, written here, learns a small beam game from scratch and then beats `random`.

    python3 examples/python/learner.py

It plays against itself, and keeps for each position after a move how often the mover of that move went on to win: a
Monte Carlo estimate, in a dictionary whose keys are positions' hashes.
"""

import random

import glint

SCRIPT = """
/// Who lights more? A lamp shines until another lamp stops its beam, and its player scores the cells that it lights.
game "Long light"
use square
players sun, moon
board grid(3, 2)
beam { }
piece lamp of player {
  facing: direction
  emits facing
  when beam comes -> stops
  look "{owner:1}{facing}"
}
var points[player]: 0..99 = 0
move place "{at} {facing}" {
  pick at in empty
  pick facing in direction
  put lamp(facing = facing) on at
  points[me] += count(trace(at).cells)
}
play { repeat { turn of each player { choose place else { end : score } } } }
end when count(empty) < 3 : score
score p = points[p]
"""


class Learner:
    name = "learner"

    def __init__(self, curiosity):
        self.table = {}  # by the hash of a position: [results of whoever moved there, added up; how many]
        self.curiosity = curiosity

    def value(self, position):
        total, count = self.table.get(hash(position), (0, 0))
        return total / count if count else 0.5

    def choose(self, position):
        moves = list(position.moves)
        random.shuffle(moves)
        if random.random() < self.curiosity:
            return moves[0]
        best = {}
        for move in moves:
            position.push(move)
            best[move] = self.value(position)
            position.pop()
        return max(moves, key=best.__getitem__)

    def learn(self, game, games):
        for seed in range(games):
            position, seen = game.start(seed), []
            while not position.over:
                mover = position.to_move
                position.push(self.choose(position))
                seen.append((hash(position), mover))
            winner = position.outcome.winner
            for key, mover in seen:
                entry = self.table.setdefault(key, [0, 0])
                entry[0] += 1 if winner == mover else 0.5 if winner is None else 0
                entry[1] += 1


def main(games=1500, rounds=200):
    random.seed(1)
    game = glint.Game.from_text(SCRIPT, "long_light.glint")
    learner = Learner(curiosity=0.2)
    learner.learn(game, games)
    learner.curiosity = 0
    study = glint.study(game, rounds, {"sun": learner, "moon": "random"}, rotate=True)
    won, lost = study["bot.1"], study["bot.2"]
    print(f"After {games} games against itself, {len(learner.table)} positions in the table:")
    print(f"the learner wins {won.value:.0%} of {rounds} games ({won.low:.0%} to {won.high:.0%}), random {lost.value:.0%}.")
    return won.low, lost.high


if __name__ == "__main__":
    main()
