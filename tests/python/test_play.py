"""Games and positions, as somebody who knows python-chess uses them."""

import copy
import os
import pickle
import random
import tempfile
import threading
import unittest

import glint

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

#: Chance after each move, and a hidden number.
DICE = """game "Dice"
use square
players sun, moon
board grid(4, 1)
piece lamp of player { look "{owner:1}" }
var points[player]: 0..99 = 0
var roll: 1..3 = 1
move place "{at}" { pick at in empty; put lamp on at }
play { repeat { turn of each player { draw roll in 1..3; points[me] += roll; choose place else { end : score } } } }
score p = points[p]
"""

SMALL = """game "Small"
use square
players sun, moon
board grid(3, 3)
piece stone of player { look "{owner:1}" }
move place "{at}" { pick at in empty   "a stone already lies there"; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
end when count(stone of sun) == 3 : sun wins
"""


class Games(unittest.TestCase):
    def test_bundled(self):
        self.assertIn("laser_lawn", glint.bundled_games())
        self.assertIn("steady_light", glint.bundled_variants())
        game = glint.Game("laser_lawn", side=5)
        self.assertEqual((game.title, game.players, game.id), ("Laser Lawn", ["sun", "moon"], "laser_lawn"))
        self.assertEqual(len(game.cells), 61)
        self.assertEqual(game.options["side"].value, "5")
        self.assertEqual(game.options["side"].default, "4")
        self.assertTrue(game.has_beams)
        self.assertFalse(game.has_secrets)
        self.assertEqual(glint.Game("steady_light").variant_of, "laser_lawn")

    def test_every_bundled_game_starts(self):
        for name in glint.bundled_games() + glint.bundled_variants():
            self.assertGreater(len(glint.Game(name).start().moves), 0, name)

    def test_errors_have_code_place_and_help(self):
        with self.assertRaises(glint.ScriptError) as caught:
            glint.Game.from_text(SMALL.replace("put stone", "put ston"), "small.glint")
        error = caught.exception
        self.assertEqual((error.code, error.place), ("G0201", ("small.glint", 6, 74)))
        self.assertEqual(error.help, "there is `stone`")
        self.assertIn("small.glint:6:74: error G0201: unknown kind of piece `ston`", str(error))
        self.assertIsInstance(error, ValueError)
        self.assertEqual(pickle.loads(pickle.dumps(error)).code, "G0201")
        with self.assertRaises(glint.ScriptError) as caught:
            glint.Game("laser_lawn", side=99)
        self.assertEqual(caught.exception.code, "G0502")
        with self.assertRaises(glint.ScriptError):
            glint.Game("laser_lawn", size=4)
        with self.assertRaises(glint.GlintError):
            glint.Game("no such game")

    def test_check_has_mends(self):
        self.assertEqual(glint.check(SMALL), [])
        broken = "// ä\n" + SMALL.replace("put stone", "put ston")
        (found,) = [one for one in glint.check(broken, "small.glint") if not one.is_warning]
        self.assertEqual((found.code, found.place), ("G0201", ("small.glint", 7, 74)))
        self.assertEqual(found.mends[0].apply(broken), "// ä\n" + SMALL)
        self.assertTrue(found.mends[0].is_certain)
        self.assertEqual([one.code for one in glint.check("library lamps\nlet x = y\n")], ["G0201"])
        # A rule that fails only in play is found, too.
        failing = SMALL.replace("put stone on at", "put stone on at; require false") + "var n: 0..1 = 0\n"
        self.assertTrue(glint.check(failing))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "small.glint"), "w", encoding="utf-8") as file:
                file.write(SMALL.replace("use square", "use square, corners"))
            with open(os.path.join(folder, "corners.glint"), "w", encoding="utf-8") as file:
                file.write("library corners\nlet corner = { c in cells where count(c + around) == 2 }\n")
            with open(os.path.join(folder, "wide.glint"), "w", encoding="utf-8") as file:
                file.write('variant "Wide" of small\nreplace board grid(5, 3)\n')
            wide = glint.Game.from_file(os.path.join(folder, "wide.glint"))
            with open(os.path.join(folder, "small.glint"), encoding="utf-8") as file:
                self.assertEqual(glint.check(file.read(), file.name), [])
        self.assertEqual(len(wide.cells), 15)
        again = pickle.loads(pickle.dumps(wide))  # the files are gone
        self.assertEqual(again, wide)
        self.assertEqual(len(again.start().moves), 15)
        given = glint.Game.from_text('variant "Wide" of small\nreplace board grid(4, 3)\n', files={"small": SMALL})
        self.assertEqual(len(given.cells), 12)
        with self.assertRaises(OSError):
            glint.Game.from_file(os.path.join(folder, "wide.glint"))

    def test_as_values(self):
        self.assertEqual(glint.Game("laser_lawn"), glint.Game("laser_lawn", side=4))
        self.assertNotEqual(glint.Game("laser_lawn"), glint.Game("laser_lawn", side=5))
        self.assertEqual(len({glint.Game("boundary"), glint.Game("boundary")}), 1)
        self.assertEqual(pickle.loads(pickle.dumps(glint.Game("laser_lawn", side=5))), glint.Game("laser_lawn", side=5))

    def test_a_function_that_fails_while_a_game_is_loaded(self):
        class Files(dict):
            def __contains__(self, name):
                raise RuntimeError("no disk")

        with self.assertRaisesRegex(RuntimeError, "no disk"):
            glint.game._engine.Game.from_text('variant "W" of small\n', "w", [], lambda *_: Files().__contains__(""))


class Play(unittest.TestCase):
    def setUp(self):
        self.game = glint.Game("laser_lawn")
        self.position = self.game.start(draws={"mover": "sun"})

    def test_moves(self):
        moves = self.position.moves
        self.assertEqual(len(moves), 540)
        self.assertEqual(list(moves)[7], moves[7])
        self.assertEqual(moves[:3], list(moves)[:3])
        self.assertEqual(moves[-1], list(moves)[-1])
        self.assertEqual(moves.index(moves[9]), 9)
        self.assertIn("C4 ne blue", moves)
        self.assertNotIn("Z9", moves)
        self.assertNotIn(5, moves)
        self.assertEqual(list(self.position), list(moves))
        with self.assertRaises(IndexError):
            moves[540]
        self.assertIn("540 moves", repr(moves))
        self.assertEqual(self.position.notations, ["{at} {facing} {next}", "challenge {at} by {emitters}", "challenge", "yield"])

    def test_push_and_pop(self):
        before = self.position.copy()
        self.position.push("C4 ne blue")
        self.assertEqual((self.position.to_move, self.position.history), ("moon", ["C4 ne blue"]))
        self.assertNotEqual(self.position, before)
        number = self.position.moves.index("D5 w red")
        self.position.push(number)
        self.assertEqual(self.position.history[-1], "D5 w red")
        self.assertEqual(self.position.pop(), "D5 w red")
        self.assertEqual(self.position.pop(), "C4 ne blue")
        self.assertEqual(self.position, before)
        with self.assertRaises(IndexError):
            self.position.pop()

    def test_illegal(self):
        self.position.push("C4 ne blue")
        self.position.push("D5 w red")
        before = self.position.copy()
        why = self.position.why("C4 e red")
        self.assertEqual((why.code, why.message), ("G0601", before.why("C4 e red").message))
        self.assertIsNone(self.position.why("A1 e red" if "A1 e red" in self.position.moves else self.position.moves[0]))
        with self.assertRaises(glint.IllegalMove) as caught:
            self.position.push("C4 e red")
        self.assertEqual(caught.exception.message, why.message)
        self.assertEqual(self.position, before)
        self.assertEqual(self.position.history, before.history)
        with self.assertRaises(IndexError):
            self.position.push(10**6)

    def test_a_game_to_its_end(self):
        position = glint.Game.from_text(SMALL).start()
        for move in ("a1", "a2", "b1", "b2", "c1"):
            self.assertIsNone(position.outcome)
            position.push(move)
        self.assertTrue(position.over)
        self.assertEqual((position.outcome.kind, position.outcome.winner, str(position.outcome)), ("win", "sun", "sun wins"))
        self.assertIsNone(position.to_move)
        self.assertEqual(len(position.moves), 0)
        with self.assertRaises(glint.IllegalMove) as caught:
            position.push("c3")
        self.assertEqual(caught.exception.code, "G0607")

    def test_chance(self):
        game = glint.Game.from_text(DICE)
        self.assertEqual(str(game.start(seed=4)), str(game.start(seed=4)))
        fixed = game.start(draws={"roll": [3, 2, 1]})
        fixed.push("a1")
        self.assertEqual(fixed.draws, [("roll", "3"), ("roll", "2")])
        self.assertEqual(fixed.score, {"sun": 3, "moon": 2})
        waiting = game.start(wait_at_draws=True)
        self.assertEqual(waiting.at_draw, "roll")
        self.assertEqual({value: str(chance) for value, chance in waiting.outcomes.items()}, {"1": "1/3", "2": "1/3", "3": "1/3"})
        with self.assertRaises(glint.IllegalMove):
            waiting.draw(4)
        with self.assertRaises(glint.GlintError):
            waiting.push("a1")
        waiting.draw(2)
        self.assertEqual((waiting.at_draw, waiting.score["sun"]), (None, 2))
        waiting.push("b1")
        again = pickle.loads(pickle.dumps(waiting))
        self.assertEqual((again, again.at_draw, again.history), (waiting, "roll", ["b1"]))
        waiting.pop()
        waiting.pop()
        self.assertEqual(waiting.at_draw, "roll")
        self.assertEqual(again.pop(), "b1")

    def test_as_values(self):
        for move in ("C4 ne blue", "D5 w red"):
            self.position.push(move)
        for made in (self.position.copy(), copy.copy(self.position), copy.deepcopy(self.position), pickle.loads(pickle.dumps(self.position))):
            self.assertEqual(made, self.position)
            self.assertEqual(hash(made), hash(self.position))
            self.assertEqual(made.history, self.position.history)
            made.push(made.moves[0])
            self.assertNotEqual(made, self.position)
        other = self.game.start(draws={"mover": "sun"})
        self.assertNotEqual(other, self.position)
        self.assertNotEqual(other, glint.Game("laser_lawn", lives=1).start(draws={"mover": "sun"}))
        self.assertEqual(self.game.read(str(self.position)), self.position)
        self.assertEqual(len({self.position, self.position.copy(), other}), 2)
        self.assertNotEqual(self.position, "a text")

    def test_pickled_games_go_on_alike(self):
        rng = random.Random(2)
        for name in ("boundary", "the_beam", "beams_boosters_barriers"):
            position = glint.Game(name).start(seed=3)
            for _ in range(12):
                if position.over:
                    break
                position.push(rng.randrange(len(position.moves)))
            again = pickle.loads(pickle.dumps(position))
            for _ in range(6):
                if position.over:
                    break
                number = rng.randrange(len(position.moves))
                position.push(number)
                again.push(number)
                self.assertEqual(str(position), str(again))

    def test_the_sight_of_it(self):
        for move in ("C4 ne blue", "D5 w red"):
            self.position.push(move)
        self.assertEqual({cell: pieces[0].fields["colour"] for cell, pieces in self.position.pieces.items()}.keys(), {"C4", "D5"})
        self.assertEqual(self.position.pieces["C4"][0].kind, "emitter")
        beam = next(one for one in self.position.beams if one.source == "C4")
        self.assertEqual((beam.cells, beam.end), (["C4", "B4", "A4"], "left"))
        self.assertEqual(str(beam), "C4: " + str(beam).split(": ", 1)[1])
        self.assertEqual(beam.path[0].way, "ne")
        trace = self.position.trace("C4")
        self.assertIn("C4", trace.why[0])
        self.assertEqual(trace.light, self.position.light["C4"])
        with self.assertRaises(KeyError):
            self.position.trace("Z9")
        self.assertEqual(self.position.eval("count(empty)"), 35)
        self.assertIs(self.position.eval("C4 in empty"), False)
        self.assertEqual(sorted(self.position.eval("emitter")), ["C4", "D5"])
        with self.assertRaises(glint.GlintError) as caught:
            self.position.eval("cont(empty)")
        self.assertTrue(caught.exception.place)
        self.assertIn("life[sun]", self.position.variables)
        self.assertTrue(self.position.svg().startswith("<svg"))
        self.assertEqual(self.position._repr_svg_(), self.position.svg())
        self.assertLessEqual(max(map(len, self.position.picture(width=60).splitlines())), 100)

    def test_pictures_are_those_of_the_command(self):
        moves = (
            "C2 sw green; G2 ne blue; F1 se blue; F2 w blue; B3 w red; E6 w blue; E3 w red; D1 ne blue; B2 nw blue; D6 w red; "
            "G4 nw blue; A1 e green; D4 ne red"
        )
        for move in moves.split("; "):
            self.position.push(move)
        with open(os.path.join(ROOT, "examples/gallery/laser_lawn.svg"), encoding="utf-8") as file:
            self.assertEqual(self.position.svg(light=True), file.read())

    def test_playouts(self):
        played = self.position.playout(seed=3)
        self.assertEqual(played, self.position.playout(seed=3))
        self.assertIn(played.outcome.kind, ("win", "tie", "score"))
        self.assertEqual(self.position.history, [])
        self.assertIsNone(self.position.playout(max_plies=2).outcome)

    def test_threads_with_copies(self):
        lengths = [[] for _ in range(4)]

        def work(into, position):
            for seed in range(20):
                into.append(position.playout(seed).plies)
                position.push(0)
                position.pop()

        threads = [threading.Thread(target=work, args=(into, self.position)) for into in lengths]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(lengths[0]), 20)
        self.assertTrue(all(one == lengths[0] for one in lengths))


class Index:
    """A whole number that is no `int`, as those of NumPy are."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


class Bots(unittest.TestCase):
    def test_of_glint(self):
        self.assertEqual(list(glint.bots())[:2], ["random", "greedy"])
        position = glint.Game.from_text(SMALL).start()
        for move in ("a1", "a2", "b1", "b2"):
            position.push(move)
        bot = glint.Bot("alphabeta:1")
        self.assertIn(bot.choose(position), position.moves)
        self.assertEqual(bot.value, 1)
        first, second = (glint.Bot("mcts:50", seed=7).choose(position) for _ in range(2))
        self.assertEqual(first, second)
        with self.assertRaises(glint.GlintError):
            glint.Bot("nobody").choose(position)
        position.push("c1")
        with self.assertRaises(ValueError):
            bot.choose(position)

    def test_play(self):
        game = glint.Game.from_text(SMALL)
        end = glint.play(game, {"sun": lambda position: "a1" if "a1" in position.moves else position.moves[-1], "*": "random"}, seed=2)
        self.assertTrue(end.over)
        self.assertEqual(end.history[0], "a1")
        self.assertEqual(glint.play(game, "greedy", seed=2), glint.play(game, "greedy", seed=2))
        self.assertEqual(len(glint.play(game, max_plies=2).history), 2)
        with self.assertRaises(KeyError):
            glint.play(game, {"nobody": "random"})
        self.assertEqual(glint.play(game, lambda position: Index(0), max_plies=2).history, ["a3", "b3"])

    def test_a_game_follows_from_its_seed_whatever_a_bot_played_before(self):
        game = glint.Game.from_text(SMALL)
        bot = glint.Bot("random", seed=4)
        first = glint.play(game, bot, seed=2).history
        self.assertEqual(glint.play(game, bot, seed=2).history, first)
        self.assertNotEqual(glint.play(game, bot, seed=3).history, first)
        self.assertNotEqual(glint.play(game, glint.Bot("random", seed=5), seed=2).history, first)
        again = pickle.loads(pickle.dumps(bot))
        self.assertEqual(glint.play(game, again, seed=2).history, first)
        # By itself it chooses anew each time.
        start = game.start()
        self.assertGreater(len({bot.choose(start) for _ in range(20)}), 1)

    def test_numbers_that_are_none(self):
        game = glint.Game.from_text(SMALL)
        nan = float("nan")
        for wrong in (lambda: game.start(seed=1.5), lambda: game.start(seed=nan), lambda: game.start().push(1.5), lambda: game.start().push(nan),
                      lambda: glint.Bot("random", seed="1"), lambda: glint.Bot(3), lambda: glint.study(game, nan), lambda: glint.play(game, max_plies=2.5),
                      lambda: glint.solve(game, limit=1e9), lambda: glint.diff(game, game, seed=0.5), lambda: game.read(str(game.start()), seed=None)):  # fmt: skip
            with self.assertRaisesRegex(TypeError, "whole number|a move is a text|named by a text"):
                wrong()
        for wrong in (lambda: glint.Game(3), lambda: glint.Game.from_text(None), lambda: game.start().why(3), lambda: game.start().eval(None), lambda: glint.check(3),
                      lambda: glint.play(game, 3), lambda: glint.play(game, ["random", "random"]), lambda: glint.study(game, 2, 3), lambda: game.read(3)):  # fmt: skip
            with self.assertRaisesRegex(TypeError, "is a text"):
                wrong()
        with self.assertRaisesRegex(glint.GlintError, "^line 1: error G0701"):
            game.read("nonsense")
        for wrong in (lambda: game.start(seed=-1), lambda: game.start(seed=2**64), lambda: glint.play(game, max_plies=0), lambda: glint.Bot("random", seed=-1),
                      lambda: glint.study(game, 0), lambda: glint.study(game, 2, seed=-1)):  # fmt: skip
            with self.assertRaisesRegex(ValueError, "at least"):
                wrong()
        position = game.start(seed=Index(3))
        position.push(Index(1))
        self.assertEqual(position.history, [game.start().moves[1]])

    def test_wrong_choices(self):
        game = glint.Game.from_text(SMALL)
        for choice, message in (("z9", "z9"), (99, "99 of 9"), (None, "None")):
            with self.assertRaisesRegex((ValueError, TypeError), message):
                glint.play(game, lambda position, choice=choice: choice)


if __name__ == "__main__":
    unittest.main()
