"""Two bots play a match through `glint serve`: a program in any language can do this.

python3 examples/serve/match.py [GLINT [GAME [FIRST SECOND [GAMES]]]]
"""

import json
import subprocess
import sys

usual = ["build/release/glint", "examples/breakthrough.glint", "mcts:200", "random", "4"]
glint, game, *bots, games = sys.argv[1:] + usual[len(sys.argv) - 1 :]
server = subprocess.Popen([glint, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def ask(request, **fields):
    server.stdin.write(json.dumps({"id": 1, "method": "glint/" + request, "params": {"game": game, **fields}}) + "\n")
    answer = json.loads(server.stdout.readline())
    return answer["result"] if "result" in answer else sys.exit(f"{answer['error']}")


points = [0.0, 0.0]
for seed in range(1, int(games) + 1):
    moves = []
    while not (board := ask("show", seed=seed, moves=moves, picture=False)["board"])["outcome"]:
        seat = (board["players"].index(board["to_move"]) + seed) % 2  # they change seats after each game
        moves.append(ask("advice", seed=seed, moves=moves, bot=bots[seat])["move"])
    winner = board["outcome"]["winner"]
    for bot in range(2):
        points[bot] += 0.5 if winner is None else (board["players"].index(winner) + seed) % 2 == bot
print(f"{bots[0]} {points[0]:g} : {points[1]:g} {bots[1]}")
