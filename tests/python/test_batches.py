"""Batches and encodings: actions, observations, masks, rewards and ends are those of positions, looked up slowly."""

import os
import pickle
import random
import subprocess
import sys
import threading
import unittest

import glint
from made_games import made_script
from test_play import DICE, SMALL

try:
    import numpy as np
except ImportError:
    np = None

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCALE = float(os.environ.get("GLINT_TEST_SCALE", "1"))

#: Fields of all forms, a stack, values by cell, edges, a subset that is offered, and a rule that looks at the past.
MANY = """game "Many"
use square
players sun, moon
board grid(3, 2) stacks of 3
type hue = {red, blue}
beam { colours: set of hue = {}; power: 1..3 = 1 }
piece lamp of player {
  colours: set of hue
  facing: direction
  size: 1..3
  emits facing { beam.colours = colours }
  look "{owner:1}{facing}{size}"
}
var last: cell = a1
var marked: set of cell = {}
var walls: set of edge = {}
var depth[c: cell]: 0..9 = 0
var tint[c: cell]: set of hue = {}
var mood: hue = red
var kept[p: player]: set of 2..5 = {3}
var is_on: flag = off
move place "{at} {facing} {size} {tone}" {
  pick at in cells
  pick facing in {e, n}
  pick size in 1..3
  pick tone in hue
  put lamp(colours = {tone}, facing = facing, size = size) on at
  last = at
  marked |= at
  depth[at] += 1
  tint[at] |= tone
  mood = tone
  kept[me] |= size + 2
  is_on = facing == e
}
play { repeat { turn of each player { choose place else { end : tie } } } }
end when depth[last] == 3 : score
score p = count(lamp of p)
"""


def examples():
    for name in sorted(os.listdir(os.path.join(ROOT, "examples"))):
        if name.endswith(".glint"):
            yield glint.Game.from_file(os.path.join(ROOT, "examples", name))
    for name in glint.bundled_games():
        yield glint.Game(name)


def example(name, **options):
    return glint.Game.from_file(os.path.join(ROOT, "examples", f"{name}.glint"), **options)


def has(text, element):
    """Whether a printed set has an element."""
    return element in (text[1:-1].split(", ") if text.startswith("{") else text.split())


def value_of(text):
    return {"on": 1.0, "off": 0.0}.get(text) if text in ("on", "off") else float(text)


def slow_observation(encoding, position, player):
    """An observation made of what a view says, name by name."""
    view = position.seen_by(player)
    pieces, light, variables = view.pieces, {}, view.variables
    if any(name.startswith("light") for name in encoding.planes):
        try:
            light = view.light
        except glint.GlintError:
            light = {}
    kinds = {f"{piece.kind} of {piece.owner}" if piece.owner else piece.kind for stack in pieces.values() for piece in stack}
    planes = np.zeros((len(encoding.planes), *encoding.shape), dtype=np.float32)
    for number, name in enumerate(encoding.planes):
        for label, place in encoding.places.items():
            below, _, rest = name.rpartition(" below the top: ")
            stack = pieces.get(label, [])
            at = len(stack) - 1 - int(below or 0)
            piece = stack[at] if at >= 0 else None
            first, _, value = rest.partition(" has ") if " has " in rest else rest.partition(" = ")
            found = 0.0
            if rest in kinds:
                found = float(piece is not None and rest == (f"{piece.kind} of {piece.owner}" if piece.owner else piece.kind))
            elif first == "light":
                beams = light.get(label)
                found = float(beams is not None and (not value or any(value in each for each in beams.values() if isinstance(each, list))))
            elif rest in variables:  # a cell, or cells
                found = float(label in variables[rest].split())
            elif f"{first}[{label}]" in variables:
                text = variables[f"{first}[{label}]"]
                if text != "?":
                    found = value_of(text) if not value else float(has(text, value) if " has " in rest else text == value)
            elif piece is not None and first in piece.fields:
                text = piece.fields[first]
                found = value_of(text) if not value else float(has(text, value) if " has " in rest else text == value)
            planes[(number, *place)] = found
    numbers = np.zeros(len(encoding.numbers), dtype=np.float32)
    text = str(view)
    lines = dict(line.split(" = ", 1) for line in text.splitlines() if " = " in line)
    choices = sum(name.startswith("choice ") for name in encoding.numbers)
    for number, name in enumerate(encoding.numbers):
        who, _, what = name.partition(" ")
        first, _, value = name.partition(" has ") if " has " in name else name.partition(" = ")
        if who in position.game.players and what in ("looks", "moves", "has chosen"):
            found = {"looks": who == player, "moves": who == position.to_move, "has chosen": f"chosen by {who}" in lines}[what]
        elif name.startswith("choice "):
            found = not position.over and (choices == 1 or lines["choice"] == what)
        elif variables[first] == "?":
            found = 0
        elif not value:
            found = value_of(variables[first])
        else:
            found = has(variables[first], value) if " has " in name else variables[first] == value
        numbers[number] = found
    return planes, numbers


@unittest.skipIf(np is None, "without NumPy")
class Encodings(unittest.TestCase):
    def test_the_same_move_has_the_same_number(self):
        for game in (example("othello"), example("breakthrough"), example("chess"), glint.Game("laser_lawn"), glint.Game.from_text(SMALL)):
            encoding, rng = game.encoding(), random.Random(3)
            number_of, move_of = {}, {}
            for seed in range(max(2, int(20 * SCALE))):
                position = game.start(seed)
                while not position.over and len(position.history) < 60:
                    legal = encoding.legal(position)
                    self.assertEqual(len(set(legal)), len(position.moves))
                    for move, action in zip(position.moves, legal):
                        self.assertEqual(number_of.setdefault(move, action), action)
                        if " by " not in move:  # with a subset that is offered
                            self.assertEqual(move_of.setdefault(action, move), move)
                    position.push(rng.randrange(len(legal)))

    def test_what_actions_are(self):
        othello = example("othello").encoding()
        self.assertEqual((othello.actions, othello.text(0), othello.text(63), othello.text(64)), (65, "place a8", "place h1", "pass"))
        lawn = glint.Game("laser_lawn").encoding()
        start = lawn.game.start(draws={"mover": "sun"})
        self.assertEqual(lawn.text(lawn.legal(start)[0]), "place A1 e red")
        for action in lawn.legal(start):
            self.assertEqual(lawn.text(action), f"place {start.moves[lawn.legal(start).index(action)]}")
        with self.assertRaises(IndexError):
            othello.text(65)
        self.assertEqual(lawn.legal(glint.Game("laser_lawn").start(wait_at_draws=True)), [])

    def test_loops_of_picks(self):
        vines = example("vines").encoding(limit=10**7)
        position = vines.game.start()
        for action, move in zip(vines.legal(position), position.moves):
            cells = [word for word in vines.text(action).split()[1:] if word in vines.places]
            self.assertTrue(all(cell in move for cell in cells), (vines.text(action), move))
        self.assertEqual(len(set(vines.legal(position))), len(position.moves))

    def test_too_many_actions(self):
        with self.assertRaisesRegex(glint.GlintError, "`take` could be made in some 10.* ways, as its loop multiplies") as caught:
            example("draughts").batch(1)
        self.assertIn("limit", caught.exception.help)
        with self.assertRaisesRegex(glint.GlintError, "`place`.* at most 63"):
            example("othello").batch(1, limit=63)
        self.assertEqual(example("othello").encoding(limit=65).actions, 65)

    def test_observations_are_what_a_view_says(self):
        rng = random.Random(4)
        games = [glint.Game.from_text(MANY), glint.Game.from_text(DICE), glint.Game("laser_lawn"), glint.Game("the_beam"), example("einstein"),
                 example("laser_chess"), example("black_box"), glint.Game("beams_boosters_barriers")]  # fmt: skip
        games += [glint.Game.from_text(made_script(rng)) for _ in range(max(4, int(40 * SCALE)))]
        filled = set()
        for game in games:
            encoding = game.encoding()
            for seed in range(2):
                position = game.start(seed + 1)
                for _ in range(rng.randrange(2, 12)):
                    if position.over:
                        break
                    position.push(rng.randrange(len(position.moves)))
                    for player in game.players:
                        array = encoding.observation(position, player)
                        planes, numbers = encoding.split(array)
                        slowly = slow_observation(encoding, position, player)
                        for mine, slow, names in zip((planes, numbers), slowly, (encoding.planes, encoding.numbers)):
                            if not np.array_equal(mine, slow):
                                wrong = [name for name, a, b in zip(names, mine, slow) if not np.array_equal(a, b)]
                                self.fail(f"{game.title}, {player}: {wrong}\n{position}\n{position.seen_by(player).variables}")
                            filled |= {(game.title, name) for name, a in zip(names, mine) if np.any(a)}
        for name in ("colours has red", "facing = n", "size", "1 below the top: size", "light has blue", "last", "marked", "depth",
                     "tint has red", "mood = blue", "kept[sun] has 3", "is_on", "moon moves", "lamp of sun"):  # fmt: skip
            self.assertIn(("Many", name), filled)

    def test_shapes(self):
        hexes = glint.Game("laser_lawn").encoding()
        self.assertEqual(hexes.shape, (7, 7))
        self.assertEqual(len(set(hexes.places.values())), len(hexes.game.cells))
        for game in (hexes.game, example("hex"), example("breakthrough"), glint.Game("the_beam"), glint.Game("boundary")):
            encoding, rows = game.encoding(), {}
            if encoding.shape[0] > 1:  # rows go down, as the drawn board's; and there a row is a line
                for line, text in enumerate(str(game.start()).splitlines()[: encoding.shape[0]]):
                    rows[line] = len(text.split())
                found = [row for row, _ in encoding.places.values()]
                self.assertEqual([found.count(row) for row in range(encoding.shape[0])], list(rows.values()), game.title)
        lawn = hexes.game.start(draws={"mover": "sun"})
        lawn.push("A1 e red")
        self.assertEqual((hexes.places["A1"][0], str(lawn).splitlines()[0].split()[0]), (0, "re"))
        othello = example("othello").encoding()
        self.assertEqual((othello.places["a8"], othello.places["h1"], othello.planes), ((0, 0), (7, 7), ["disc of black", "disc of white"]))
        start = othello.game.start()
        array = othello.observation(start, "black")
        stacked = othello.stacked(array)
        self.assertEqual(stacked.shape, (2 + len(othello.numbers), 8, 8))
        self.assertTrue(np.all(stacked[2 + othello.numbers.index("black moves")] == 1))
        self.assertEqual(othello.split(np.stack([array, array]))[0].shape, (2, 2, 8, 8))
        self.assertTrue(np.array_equal(pickle.loads(pickle.dumps(othello)).observation(start, "black"), array))


@unittest.skipIf(np is None, "without NumPy")
class Batches(unittest.TestCase):
    def check(self, batch, i):
        """Game i's arrays are those of its position."""
        position, encoding = batch.position(i), batch.encoding
        mover = encoding.game.players[batch.to_move[i]]
        self.assertEqual(position.to_move, mover)
        self.assertEqual(sorted(encoding.legal(position)), list(np.flatnonzero(batch.masks[i])))
        self.assertTrue(np.array_equal(batch.flat[i], encoding.observation(position, mover)))

    def check_final(self, batch, i, position, viewer):
        """The last game of place i ended, or was cut off, in this position, as this player sees it."""
        self.assertEqual(batch.encoding.game.players[batch.final_looks[i]], viewer)
        self.assertTrue(np.array_equal(batch.final_flat[i], batch.encoding.observation(position, viewer)))
        planes, numbers = batch.encoding.split(batch.final_flat)
        self.assertTrue(np.array_equal(batch.final_observations[i], planes[i]) and np.array_equal(batch.final_numbers[i], numbers[i]))

    def test_all_games(self):
        refused = []
        for game in examples():
            try:
                encoding = game.encoding()
            except glint.GlintError:
                refused.append(game.title)
                continue
            batch = glint.Batch(encoding, 3, seed=5, max_plies=30)
            for _ in range(max(4, int(40 * SCALE))):
                batch.step(batch.sample())
                self.check(batch, 1)
        self.assertEqual(refused, ["Draughts", "Vines"])

    def test_games_are_those_of_positions(self):
        for game in (example("othello"), example("breakthrough"), example("konane"), example("mirror_maze"), glint.Game.from_text(MANY)):
            encoding = game.encoding()
            batch = glint.Batch(encoding, 8, seed=2)
            played = [game.start(seed=1) for _ in range(8)]
            ended = 0
            if game.title == "Mirror Maze":
                played = [batch.position(i) for i in range(8)]
            for _ in range(max(80, int(400 * SCALE))):
                actions = batch.sample()
                movers = [position.to_move for position in played]
                for position, action in zip(played, actions):
                    position.push(encoding.legal(position).index(action))
                batch.step(actions)
                for i, position in enumerate(played):
                    self.assertEqual(bool(batch.ends[i]), position.over)
                    self.assertEqual(list(batch.rewards[i]), list(encoding.rewards(position).values()))
                    if position.over:
                        self.check_final(batch, i, position, movers[i])
                        ended += 1
                        played[i] = batch.position(i) if game.title == "Mirror Maze" else game.start(seed=1)
                    self.assertEqual(batch.position(i), played[i])
                    self.check(batch, i)
            self.assertGreater(ended, 0, game.title)

    def test_rewards(self):
        def rewards(script, play=glint.play):
            game = glint.Game.from_text(script)
            return game.encoding().rewards(play(game))

        self.assertEqual(rewards(SMALL), {"sun": 1, "moon": -1})
        three = SMALL.replace("sun, moon", "sun, moon, star")
        self.assertEqual(rewards(three), {"sun": 1, "moon": -0.5, "star": -0.5})
        tied = SMALL.replace("sun wins", "tie")
        self.assertEqual(rewards(tied), {"sun": 0, "moon": 0})
        lone = SMALL.replace("sun, moon", "sun").replace(": sun wins", ": score") + "score p = 7\n"
        self.assertEqual(rewards(lone), {"sun": 7})
        lost = SMALL.replace("sun, moon", "sun").replace("sun wins", "sun loses")
        self.assertEqual(rewards(lost), {"sun": -1})
        self.assertEqual(rewards(SMALL, glint.Game.start), {"sun": 0, "moon": 0})

    def test_threads_and_seeds(self):
        def run(threads, seed, game=glint.Game("the_beam")):
            batch = game.batch(200, seed, threads=threads)
            seen = []
            for _ in range(30):
                batch.step(batch.sample())
                seen.append([one.tobytes() for one in (batch.flat, batch.masks, batch.rewards, batch.ends, batch.to_move)])
            return seen

        self.assertEqual(run(1, 1), run(4, 1))
        self.assertNotEqual(run(1, 1), run(1, 2))

    def test_in_place(self):
        batch = example("othello").batch(4)
        arrays = (batch.observations, batch.numbers, batch.masks, batch.to_move, batch.rewards, batch.ends)
        places = [array.__array_interface__["data"] for array in arrays]
        before = batch.observations.copy()
        batch.step(batch.sample())
        self.assertFalse(np.array_equal(before, batch.observations))
        arrays = (batch.observations, batch.numbers, batch.masks, batch.to_move, batch.rewards, batch.ends)
        self.assertEqual([array.__array_interface__["data"] for array in arrays], places)
        self.assertTrue(np.shares_memory(batch.flat, batch.observations) and np.shares_memory(batch.flat, batch.numbers))
        for array in arrays:
            with self.assertRaises(ValueError):
                array[0] = 0
        kept = batch.masks
        del batch
        self.assertEqual(kept.sum(), kept.copy().sum())  # the memory lives as long as somebody has it

    def test_one_thread_at_a_time(self):
        batch = example("chess").batch(600, threads=1)
        refused, done = [], threading.Event()

        def use():
            while not done.is_set():
                try:
                    batch.reset()
                except RuntimeError as error:
                    refused.append(str(error))

        other = threading.Thread(target=use)
        other.start()
        try:
            for _ in range(10000):
                try:
                    batch.reset()
                except RuntimeError as error:
                    refused.append(str(error))
                if refused:
                    break
        finally:
            done.set()
            other.join()
        self.assertEqual(set(refused), {"another thread uses this batch"})

    def test_what_is_refused(self):
        batch = example("othello").batch(4)
        before = batch.flat.copy()
        legal = batch.sample()
        for wrong in (np.array([*legal[:3], 0]), np.array([*legal[:3], -1]), np.array([*legal[:3], 65])):
            with self.assertRaisesRegex(ValueError, "not legal in game 3"):
                batch.step(wrong)
        for wrong in (legal[:3], legal.astype(float), np.stack([legal, legal]), 3):
            with self.assertRaisesRegex(ValueError, "4 integers"):
                batch.step(wrong)
        self.assertTrue(np.array_equal(before, batch.flat))
        batch.step(list(legal))
        batch.step(batch.sample().astype(np.int16))
        for wrong in (lambda: batch.encoding.game.batch(0), lambda: batch.encoding.game.batch(1, max_plies=0), lambda: batch.encoding.game.batch(1, -1)):
            with self.assertRaises(ValueError):
                wrong()
        with self.assertRaises(IndexError):
            batch.position(4)
        self.assertEqual(len(batch), 4)
        self.assertIn("4 games of 'Othello'", repr(batch))

    def test_ends_and_cuts(self):
        batch = example("othello").batch(2, max_plies=3)
        ends = []
        for _ in range(7):
            batch.step(batch.sample())
            ends.append(list(batch.ends))
        self.assertEqual(ends, [[0, 0], [0, 0], [2, 2], [0, 0], [0, 0], [2, 2], [0, 0]])
        batch.reset()
        self.assertEqual(batch.position(0), example("othello").start())
        # Where a game is cut off, who would be to move sees it.
        position = example("othello").start()
        for _ in range(3):
            actions = batch.sample()
            actions[1] = actions[0] = batch.encoding.legal(position)[0]
            position.push(0)
            batch.step(actions)
        self.assertEqual(list(batch.ends), [2, 2])
        self.check_final(batch, 1, position, position.to_move)

    def test_games_without_a_choice_are_left_out(self):
        # Half of these are over at their start, as chance has it; the others after one move.
        coin = SMALL.replace("play {", "var side: 0..1 = 0\nplay {\n  draw side in 0..1\n  end when side == 1 : tie\n  ").replace("== 3", "== 1")
        game = glint.Game.from_text(coin)
        over = [game.start(seed=seed).over for seed in range(40)]
        self.assertTrue(any(over) and not all(over))
        batch = game.batch(64, seed=3)
        for _ in range(20):
            self.assertTrue((batch.to_move >= 0).all() and batch.masks.any(axis=1).all())
            batch.step(batch.sample())
        self.assertEqual(batch.ends.sum(), 64)
        never = glint.Game.from_text(coin.replace("  draw side in 0..1\n  end when side == 1", "  end when side == 0"))
        with self.assertRaisesRegex(RuntimeError, "nobody had anything to choose"):
            never.batch(3)

    def test_nothing_is_left_of_a_step_after_reset(self):
        batch = glint.Game.from_text(SMALL.replace("== 3", "== 1")).batch(3)
        batch.step(batch.sample())
        self.assertTrue(batch.ends.all() and batch.rewards.any())
        batch.reset()
        self.assertFalse(batch.ends.any() or batch.rewards.any())

    def test_a_rule_that_fails(self):
        failing = SMALL.replace("put stone on at", "put stone on at; number += 1") + "var number: 0..2 = 0\n"
        batch = glint.Game.from_text(failing, "small.glint").batch(3)
        batch.step(batch.sample())
        batch.step(batch.sample())
        with self.assertRaises(glint.RuleError) as caught:
            batch.step(batch.sample())
        self.assertEqual(caught.exception.place[0], "small.glint")
        self.assertFalse(batch.masks.any())
        with self.assertRaises(ValueError):
            batch.step(batch.sample())
        batch.reset()
        batch.step(batch.sample())


class Without(unittest.TestCase):
    def test_numpy_is_needed_for_arrays_alone(self):
        script = (
            "import sys; sys.modules['numpy'] = None\n"
            "import glint\n"
            "game = glint.Game('the_beam')\n"
            "print(game.encoding().legal(game.start())[:1])\n"
            "try:\n    game.batch(1)\nexcept ImportError as error:\n    print(error)\n"
        )
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                             env={**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(glint.__file__))})  # fmt: skip
        self.assertEqual(ran.stderr, "")
        self.assertIn("needs NumPy", ran.stdout)


if __name__ == "__main__":
    unittest.main()
