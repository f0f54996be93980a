"""Small games with secrets, made up at random, for tests of what players see."""

import os
import random
from typing import List

HANDS = """game "Hands"
use square
players {players}
board grid({width}, {height})
beam {{ }}
piece coin of player {{ emits {way}; look "{{owner:1}}" }}
var hand[p: player]: set of 1..9 = {{}} seen by p
var deck: set of 1..9 = {{1, 2, 3, 4, 5, 6, 7, 8, 9}} seen by {{}}
var mark[c: cell]: 0..3 = 0 seen by {mark_seen}
var behind[p: player]: 0..9 = 0 seen by player - {{p}}
var top: 0..9 = 0
var dealt: 1..9 = 1 seen by {{}}
let best(p: player) = max c in hand[p] : c else 0
move lay "lay {{card}}" {{
  pick card in hand[me]     "you have no {{card}}"
  require card + {slack} > top   "too low, {{best(me)}} is your best"
  top = card
  hand[me] -= {{card}}
  behind[me] = count(hand[me + 1])
}}
move place "{{at}} {{marked}}" {{
  pick at in empty
  pick marked in 0..{marks}
  require best(me) > {least} or hand[me] == {{}}   "your hand is too weak"
  put coin on at
  mark[at] = marked
}}
move peek "peek" {{ require top > 1; if 9 in hand[me + 1] {{ top -= 1 }} else {{ top = 1 }} }}
play {{
  for p in player {{
    draw dealt in deck; hand[p] |= {{dealt}}; deck -= {{dealt}}
    draw dealt in deck; hand[p] |= {{dealt}}; deck -= {{dealt}}
  }}
  repeat {{
    turn of each player {{ choose {first} else {{ end : score }} }}
    together {{ choose lay or place or peek else {{ }} }}
  }}
}}
score p = count(hand[p])
heuristic p = best(p) + sum c in coin of p : 1
end when {end} : tie
"""

MINES = """game "Mines"
use square
players sun, moon
board grid({width}, {height})
beam {{ strength: 1..3 = 1 }}
var mines: set of cell = {{}} seen by {mines_seen}
var tips[p: player]: 0..{most} = 0 seen by {tips_seen}
piece lamp {{
  emits {emits} {{ beam.strength = if mines == {{}} then 1 else {strength} }}
  when beam crosses {sides} {{ otherwise -> stops }}
  look "*"
}}
when beam enters c in mines {{ otherwise -> {mined} }}
move place "{{at}}" {{
  pick at in empty
  put lamp on at
  tips[me] = count(trace(at).cells)
}}
play {{
  draw mines in {number} of cells
  repeat {{ turn of each player {{ choose place else {{ end : score }} }} }}
}}
score p = tips[p]
end when tips[sun] > {enough} : score
"""


def made_script(random: random.Random) -> str:
    """The script of a game that checks, with something hidden from somebody."""
    pick = random.choice
    width, height = pick([2, 3, 4]), pick([2, 3])
    if random.random() < 0.5:
        return HANDS.format(
            players=pick(["sun, moon", "sun, moon, star"]),
            width=width,
            height=height,
            way=pick(["e", "n", "{e, s}"]),
            mark_seen=pick(["{sun}", "{moon}", "{}"]),
            slack=pick([1, 4, 9]),
            marks=pick([1, 3]),
            least=pick([0, 2, 5]),
            first=pick(["lay or place or peek", "lay or place", "place or peek"]),
            end=pick(["empty == {}", "hand[sun] == {}", "count(empty) < 3"]),
        )
    return MINES.format(
        width=width,
        height=height,
        most=width * height,
        mines_seen=pick(["{sun}", "{}", "{moon}"]),
        tips_seen=pick(["p", "player - {p}", "{}"]),
        emits=pick(["e", "if here + n meets mines then {e, n} else {e}", "if count(mines) > 1 and a1 in mines then {s} else {n, e}"]),
        strength=pick([2, 3]),
        sides=pick(["{n}", "if mines meets here + s then {w} else {}"]),
        mined=pick(["turns 1", "stops", "straight, turns 2"]),
        number=pick([1, 2]),
        enough=pick([2, 4]),
    )


def smith_scripts() -> List[str]:
    """Scripts over the whole language, with secrets, as the smith of the tests in C++ makes them."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with open(os.path.join(folder, "golden", "made_games.txt"), encoding="utf-8") as file:
        return file.read().split("//\n")[1:]
