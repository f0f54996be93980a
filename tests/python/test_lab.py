"""Studies and searches: their numbers, their columns, and how they end."""

import gc
import os
import random
import signal
import threading
import time
import unittest
import warnings

import glint
from test_batches import example
from test_play import DICE, SMALL

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PUZZLE = """game "Lights out"
use square
players solver
board grid(2, 2)
piece lamp { look "*" }
move place "{at}" { pick at in empty; put lamp on at }
play { repeat { turn of each player { choose place else { end : solver loses } } } }
end when a1 in lamp and b2 in lamp : solver wins
"""


class FirstMove:
    name = "first"

    def choose(self, position):
        return position.moves[0]


class Studies(unittest.TestCase):
    def test_bots_with_seeds(self):
        game = glint.Game.from_text(SMALL)

        def chosen(bots, **more):
            studied = glint.study(game, 30, bots, **more)
            return studied.document["measures"], [studied.replay(number).history for number in range(3)]

        for spec in ("random", "mcts:5"):
            named, seeded = chosen(spec), chosen(glint.Bot(spec, seed=5))
            self.assertEqual(chosen(glint.Bot(spec)), named)
            self.assertNotEqual(seeded[1], named[1])
            self.assertNotEqual(seeded[1], chosen(glint.Bot(spec, seed=6))[1])
            self.assertEqual(chosen(glint.Bot(spec, seed=5), threads=1), seeded)
        # What does without a piece or a move: a bot with a seed, too.
        two = glint.Game.from_text(SMALL.replace("choose place", "choose place or leave") + 'move leave "leave" { }\n')
        for bot in ("greedy", glint.Bot("greedy", seed=5)):
            moves = glint.study(two, 20, bot, without="move:place").moves
            self.assertEqual(dict(zip(moves["name"], moves["chosen"]))["place"], 0)

    def test_an_own_bot_called_random(self):
        def random(position):
            return 0

        game = glint.Game.from_text(SMALL)
        moves = glint.study(game, 3, random).replay(0).history
        self.assertEqual(moves, glint.play(game, random).history)
        self.assertEqual(moves, glint.study(game, 3, random).replay(2).history)

    def test_numbers(self):
        game = glint.Game("laser_lawn")
        study = glint.study(game, 200)
        self.assertEqual((study.games, study.document["plan"]["seed"]), (200, 1))
        # What the guide to the lab has of `glint study laser_lawn --games 200`.
        self.assertEqual((round(100 * study["wins.sun"].value, 1), round(study["length"].value, 1)), (49.5, 38.2))
        self.assertEqual(study.document, glint.study(game, 200, threads=1).document)
        self.assertNotEqual(study.document, glint.study(game, 200, seed=2).document)
        measures = study.measures
        self.assertEqual({len(column) for column in measures.values()}, {len(measures["id"])})
        for low, value, high in zip(measures["low"], measures["value"], measures["high"]):
            self.assertTrue(low <= value <= high)
        self.assertEqual(sum(study.lengths["games"]), 200)
        self.assertEqual(len(study.cells["cell"]), 37)
        self.assertIn("emitter", study.pieces["kind"])
        self.assertIn("place", study.moves["name"])
        self.assertIn("Laser Lawn", str(study))
        self.assertIn(study.verdict, repr(study))
        with self.assertRaisesRegex(KeyError, "first_player_advantage"):
            study["beauty"]

    def test_own_bots_take_part(self):
        game = glint.Game.from_text(SMALL)
        own = glint.study(game, 30, {"sun": FirstMove(), "moon": "random"}, threads=2)
        self.assertEqual(own.document["plan"]["seats"], [{"seat": "sun", "bot": "first"}, {"seat": "moon", "bot": "random"}])
        self.assertEqual(own.document, glint.study(game, 30, {"sun": FirstMove(), "moon": "random"}, threads=1).document)
        self.assertEqual(own.replay(3).history[0], game.start().moves[0])
        both = glint.study(game, 20, {"sun": FirstMove(), "moon": "random"}, rotate=True)
        self.assertAlmostEqual(both["bot.1"].value + both["bot.2"].value + both["ties"].value, 1)

    def test_own_bots_with_chance_of_their_own(self):
        class Chancy:
            def for_game(self, seed):
                rng = random.Random(seed)
                return lambda position: rng.randrange(len(position.moves))

        game = glint.Game.from_text(SMALL)
        documents = [glint.study(game, 40, Chancy(), threads=threads).document for threads in (1, 3)]
        self.assertEqual(documents[0], documents[1])
        self.assertEqual(glint.play(game, Chancy(), seed=3).history, glint.play(game, Chancy(), seed=3).history)

    def test_a_bot_that_raises(self):
        def bot(position):
            raise ZeroDivisionError("oh")

        with self.assertRaisesRegex(ZeroDivisionError, "oh"):
            glint.study(glint.Game.from_text(SMALL), 50, bot)
        with self.assertRaisesRegex(ValueError, "z9"):
            glint.study(glint.Game.from_text(SMALL), 5, lambda position: "z9")

    def test_what_is_refused(self):
        game = glint.Game.from_text(SMALL)
        for wrong in (lambda: glint.study(game, 0), lambda: glint.study(game, 1, "nobody"), lambda: glint.study(game, 1, {"nobody": "random"}),
                      lambda: glint.study(glint.Game.from_text(DICE), 1, "alphabeta:2"), lambda: glint.compare(game)):  # fmt: skip
            with self.assertRaises((glint.GlintError, ValueError, KeyError)):
                wrong()

    def test_a_rule_that_fails(self):
        failing = SMALL.replace("put stone on at", "put stone on at; number += 1") + "var number: 0..2 = 0\n"
        with self.assertRaises(glint.RuleError) as caught:
            glint.study(glint.Game.from_text(failing, "small.glint"), 20)
        self.assertEqual(caught.exception.place[0], "small.glint")

    def test_progress(self):
        seen = []
        glint.study(glint.Game.from_text(SMALL), 100, progress=lambda done, total: seen.append((done, total)), threads=2)
        self.assertEqual(seen[-1], (100, 100))
        self.assertEqual(seen, sorted(seen))
        with self.assertRaisesRegex(RuntimeError, "enough"):
            glint.study(glint.Game.from_text(SMALL), 100, progress=lambda done, total: (_ for _ in ()).throw(RuntimeError("enough")))

    def test_replay(self):
        study = glint.study(glint.Game.from_text(DICE), 20)
        for number in (0, 7):
            end = study.replay(number)
            self.assertTrue(end.over)
        self.assertEqual(len(study.replay(study.document["chosen"]["shortest"]["game"]).history), study.document["chosen"]["shortest"]["plies"])

    def test_compare(self):
        compared = glint.compare([glint.Game("laser_lawn"), glint.Game("steady_light")], 50)
        rows = compared.measures
        self.assertEqual(compared.labels, ["laser_lawn", "steady_light"])
        self.assertEqual({len(column) for column in rows.values()}, {len(rows["id"])})
        second = rows["label"].index("steady_light")
        self.assertTrue(rows["difference_low"][second] <= rows["difference"][second] <= rows["difference_high"][second])
        self.assertIsNone(rows["difference"][rows["label"].index("laser_lawn")])
        self.assertIn("Side by side", str(compared))
        self.assertEqual(compared.studies[0].document["measures"], glint.study(glint.Game("laser_lawn"), 50).document["measures"])
        by = glint.compare(glint.Game.from_text(SMALL), 20, ["random", FirstMove()])
        self.assertEqual(by.labels, ["random", "first"])


    def test_without(self):
        # The same as `glint study laser_lawn --games 100 --without move:challenge@sun` has.
        game = glint.Game("laser_lawn")
        found = glint.study(game, 100, without="move:challenge@sun")
        self.assertEqual((found["wins.sun"].value, round(found["wins.sun"].low, 6)), (0.06, 0.022335))
        self.assertNotEqual(found.document["measures"], glint.study(game, 100).document["measures"])
        chosen = [  # only where there is no other move
            dict(zip(one.moves["name"], one.moves["chosen"]))["challenge"]
            for one in (glint.study(game, 50, without=["move:challenge", "piece:emitter@moon"]), glint.study(game, 50))
        ]
        self.assertLess(chosen[0], chosen[1])
        for wrong in ("move:dance", "piece:dance", "move:challenge@nobody"):
            with self.assertRaisesRegex(KeyError, "there are"):
                glint.study(game, 1, without=wrong)
        with self.assertRaisesRegex(ValueError, "move:NAME"):
            glint.study(game, 1, without="challenge")

    def test_until(self):
        # As many games as `glint study examples/hex.glint --set size=3 --until ...` plays.
        game = example("hex", size=3)
        found = glint.study(game, until="first_player_advantage within 5%")
        self.assertEqual((found.games, found.document["plan"]["looks"]), (928, 87))
        self.assertEqual(found.document, glint.study(game, until="first_player_advantage within 5%", threads=1).document)
        advantage = found["first_player_advantage"]
        self.assertLessEqual(advantage.high - advantage.low, 0.1)
        self.assertEqual(glint.study(game, bots="greedy", until="length within 0.1").games, 1390)
        self.assertEqual(glint.study(game, 150, until="length within 0.0001").games, 150)
        for wrong in ("length", "length within", "length within 0", "within 3"):
            with self.assertRaises(ValueError):
                glint.study(game, until=wrong)
        for wrong in ("beauty within 3%", "length within 3%", "first_player_advantage within 3"):
            with self.assertRaisesRegex(glint.GlintError, "beauty|percentage"):
                glint.study(game, until=wrong)

    def test_better_bots_and_first_moves(self):
        # What `glint study examples/hex.glint --set size=3 --games 60 --strong --openings` has.
        game = example("hex", size=3)
        plain = glint.study(game, 60)
        self.assertIsNone(plain.strong)
        counts = []
        found = glint.study(game, 60, strong=True, openings=True, progress=lambda done, total: counts.append((done, total)))
        self.assertEqual(found.document, glint.study(game, 60, strong=True, openings=True, threads=1).document)
        self.assertEqual(found["length"], plain["length"])
        self.assertEqual((found.strong["bot"], found.strong["doubled"]), ("mcts:100", "mcts:200"))
        self.assertGreater(found.strong["match"]["low"], 0.5)
        self.assertIn("skill", found.card["id"])
        self.assertNotIn("skill", plain.card["id"])
        self.assertEqual(set(found.card), {"id", "level", "text", "next"})
        openings = found.openings
        self.assertEqual((len(openings["name"]), set(openings["of"])), (9, {60}))
        self.assertEqual(openings["ahead"], sorted(openings["ahead"], reverse=True))
        self.assertLess(openings["ahead_low"][0], openings["ahead"][0])
        self.assertEqual(set(plain.openings), set(openings))
        # One count of all games, from the first to the last.
        totals = {total for _, total in counts}
        self.assertEqual(len(totals), 1)
        self.assertEqual([done for done, _ in counts], sorted({done for done, _ in counts}))
        self.assertEqual(counts[-1], (totals.pop(),) * 2)
        self.assertGreater(counts[-1][0], 60 + 9 * 60)
        self.assertIn("mcts:100", str(found))

    def test_openings_of_own_bots(self):
        # The answers outlive what was asked, and bots of Python play them.
        asked = [0]

        def own(position):
            asked[0] += 1
            return len(position.moves) - 1

        found = glint.study(example("hex", size=3), 8, own, openings=True, threads=2)
        self.assertEqual(len(found.openings["name"]), 9)
        self.assertGreater(asked[0], 8 * 9)
        core = glint.study(example("hex", size=3), 5)._core
        questions = core.ask(False, "", True)
        del core
        gc.collect()
        answer, games, is_random = questions[3]
        self.assertEqual((games, is_random), (5, True))
        del questions
        gc.collect()
        answer.add(answer.play(0, 5, glint._engine.Cancel()))
        self.assertIn('"games":5', answer.document().replace(" ", ""))

    def test_better_bots_by_learned_values(self):
        # As the command: values that have passed their matches play, beside the script or of a bundled game.
        values = os.path.join(ROOT, "examples", "breakthrough.values")
        found = glint.study(example("breakthrough"), 4, strong=True, max_plies=30)
        self.assertTrue(found.strong["bot"].startswith("learned:"), found.strong["bot"])
        self.assertEqual(glint.study(example("breakthrough"), 4, glint.Bot("learned:1", values=values), strong=True, max_plies=30).strong["bot"], found.strong["bot"])
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # nobody has named `best`
            other = glint.study(example("breakthrough", size=5) if "size" in example("breakthrough").options else example("hex", size=3), 4, strong=True)
        self.assertTrue(other.strong["bot"].startswith("mcts:"))

    def test_what_cannot_be_asked(self):
        small, played = glint.Game.from_text(SMALL), []
        note = lambda *at: played.append(at)
        for own in (lambda position: 0, glint.Bot("random", seed=4)):
            with self.assertRaisesRegex(ValueError, "one of your own"):
                glint.study(small, 1, own, strong=True, progress=note)
        with self.assertRaisesRegex(glint.GlintError, "not a time"):
            glint.study(small, 1, "mcts:1ms", strong=True, progress=note)
        with self.assertRaisesRegex(glint.GlintError, "2 to 200"):
            glint.study(glint.Game.from_text(SMALL.replace("grid(3, 3)", "grid(1, 1)").replace("== 3", "== 1")), 1, openings=True, progress=note)
        self.assertEqual(played, [])  # it was said before any game

    def test_until_of_what_never_varies(self):
        # All games have five plies. `glint study FILE --until 'length within 0.5'` plays so many games, too.
        found = glint.study(glint.Game.from_text(SMALL), until="length within 0.5")
        self.assertEqual((found["length"].value, found.games), (5, 160))

    def test_ladder(self):
        # What `glint study examples/hex.glint --set size=3 --ladder --doublings 2 --games 40` has.
        found = glint.ladder(example("hex", size=3), 40, doublings=2)
        rungs = found.rungs
        self.assertEqual((rungs["bot"], rungs["against"]), (["mcts:32", "mcts:64"], ["mcts:16", "mcts:32"]))
        self.assertEqual((rungs["won"], rungs["lost"], rungs["undecided"]), ([27, 28], [13, 12], [0, 0]))
        self.assertEqual(rungs["seed"], [13757245211066428519, 17911839290282890590])
        for row, (low, high) in enumerate([(0.5087051245215516, 0.8142710332366502), (0.5346837147458766, 0.8343727956067645)]):
            self.assertAlmostEqual(rungs["low"][row], low, 9)
            self.assertAlmostEqual(rungs["high"][row], high, 9)
        self.assertAlmostEqual(rungs["length"][0].value, 7.775)
        self.assertEqual(found.against_random[0], 0.875)
        self.assertEqual((found.doublings, found.low, found.high, found.is_open), (0, 0, None, False))
        self.assertEqual(rungs["wins_three_in_four"], ["perhaps", "perhaps"])
        self.assertIn("0 doublings (0 or more)", repr(found))
        with self.assertRaisesRegex(glint.GlintError, "two opponents"):
            glint.ladder(glint.Game("the_beam"))


class Searches(unittest.TestCase):
    def test_value(self):
        found = glint.solve(example("hex", size=3), value=True)
        self.assertEqual((found.decided, found.winner, found.by, found.plies, found.positions, found.depth), (True, "blue", None, 10, 7457, 10))
        position = example("hex", size=3).start()
        for move in found.line:
            position.push(move)
        self.assertEqual((len(found.line), position.outcome.winner), (10, "blue"))
        cut = glint.solve(example("othello"), 1000, value=True)
        self.assertEqual((cut.decided, cut.winner, cut.plies, cut.positions), (False, None, None, 1000))
        scored = glint.Game.from_text(SMALL.replace("grid(3, 3)", "grid(2, 1)").replace("== 3 : sun wins", "== 1 : score") + "score p = count(stone of p)\n")
        by_score = glint.solve(scored, value=True)
        self.assertEqual((by_score.winner, by_score.by, by_score.plies), ("sun", 1, 1))
        turned = glint.solve(scored.start(), value=True, symmetry=True)
        self.assertEqual((turned.winner, turned.by), ("sun", 1))
        for wrong in (glint.Game("the_beam"), glint.Game.from_text(PUZZLE)):
            with self.assertRaises(glint.GlintError):
                glint.solve(wrong, value=True)

    def test_solve(self):
        solved = glint.solve(glint.Game.from_text(PUZZLE))
        self.assertEqual((solved.count, solved.complete, len(solved.solutions[0])), (4, True, 2))
        self.assertEqual(sorted(solved.solutions[0]), ["a1", "b2"])
        self.assertEqual(glint.solve(glint.Game.from_text(PUZZLE), max_solutions=1).count, 1)
        self.assertEqual(len(glint.solve(glint.Game.from_text(PUZZLE), returned=1).solutions), 1)
        with self.assertRaises(glint.GlintError) as caught:
            glint.solve(glint.Game.from_text(SMALL))
        self.assertEqual(caught.exception.code, "G0613")

    def test_progress_of_solve(self):
        large = PUZZLE.replace("grid(2, 2)", "grid(4, 3)").replace("when a1 in lamp and b2 in lamp", "when count(lamp) == 7 and a1 in lamp")
        tried, found = [], []
        puzzle = glint.Game.from_text(large)
        self.assertEqual(glint.solve(puzzle, progress=tried.append).positions, glint.solve(puzzle).positions)
        self.assertTrue(tried)
        self.assertEqual(tried, sorted(set(tried)))
        searched = glint.solve(example("hex", size=3), value=True, progress=found.append)
        self.assertTrue(found)
        self.assertEqual(found, sorted(found))
        self.assertLessEqual(found[-1], searched.positions)

        def enough(_):
            raise RuntimeError("enough")

        for work in (lambda: glint.solve(puzzle, progress=enough), lambda: glint.solve(example("hex", size=3), value=True, progress=enough)):
            with self.assertRaisesRegex(RuntimeError, "enough"):
                work()

    def test_diff(self):
        seen = []
        found = glint.diff(glint.Game("the_beam"), glint.Game("glass"), limit=5000, progress=lambda *at: seen.append(at))
        self.assertFalse(found.same)
        self.assertEqual((len(found.witness), found.play["moves"]), (12, 4))
        self.assertEqual((found.changes["change"], found.changes["kind"], found.changes["name"]), (["changed"], ["piece"], ["mirror"]))
        self.assertTrue(seen)
        same = glint.diff(glint.Game.from_text(SMALL), glint.Game.from_text("// a comment\n" + SMALL))
        self.assertTrue(same.is_identical and same.same)
        with self.assertRaisesRegex(RuntimeError, "enough"):
            glint.diff(glint.Game("the_beam"), glint.Game("glass"), progress=lambda *at: (_ for _ in ()).throw(RuntimeError("enough")))

    def test_explore(self):
        stages = []
        found = glint.explore(glint.Game.from_text(SMALL, "small.glint"), ["length 5..7"], 500, candidates=3, keep=2, progress=stages.append)
        self.assertEqual(set(found.found["rank"]), set(range(len(found.found["rank"]))))
        self.assertIn("length", found.found)
        self.assertTrue(stages)
        self.assertEqual(len(found.scripts), 3)
        for name in found.scripts:
            self.assertEqual(found.load(name).variant_of, "small")
        self.assertEqual(len(found.left_out["reason"]) + len(found.found["rank"]), 4)
        again = glint.explore(glint.Game.from_text(SMALL, "small.glint"), ["length 5..7"], 500, candidates=3, keep=2, threads=1)
        self.assertEqual(found.document, again.document)
        self.assertEqual(glint.explore(glint.Game.from_text(SMALL, "small.glint"), "length 5..7", 500, candidates=3, keep=2).document, again.document)
        for wants, budget in ((["beauty at least 3"], 500), (["length 5..7"], 10)):
            with self.assertRaises(glint.GlintError):
                glint.explore(glint.Game.from_text(SMALL), wants, budget)
        with self.assertRaisesRegex(ValueError, "length 20..60"):
            glint.explore(glint.Game.from_text(SMALL), [])
        fair = glint.explore(glint.Game.from_text(SMALL, "small.glint"), budget=500, candidates=3, keep=2)
        self.assertIn("first_player_advantage", fair.found)


class Interrupts(unittest.TestCase):
    """Ctrl-C ends what would take very long, soon."""

    def interrupted(self, work):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        began = time.monotonic()
        try:
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                work()
        finally:
            timer.cancel()
            timer.join()
            signal.signal(signal.SIGINT, before)
        self.assertLess(time.monotonic() - began, 30)  # without the signal: hours

    def test_all(self):
        lawn = glint.Game("laser_lawn")
        self.interrupted(lambda: glint.study(lawn, 10**7))
        self.interrupted(lambda: glint.study(lawn, 10**6, "mcts:1000"))
        self.interrupted(lambda: glint.study(lawn, 10**6, FirstMove()))
        self.interrupted(lambda: glint.Bot("mcts:100000000").choose(lawn.start()))
        self.interrupted(lambda: glint.study(lawn, 10**6, glint.Bot("mcts:100000000", seed=2)))
        large = SMALL.replace("grid(3, 3)", "grid(5, 5)")
        alike = [glint.Game.from_text(text) for text in (large, large + "let unused = 3\n")]
        self.interrupted(lambda: glint.diff(*alike, limit=10**9, games=10**7))
        self.interrupted(lambda: glint.explore(lawn, ["drama at least 10%"], 10**6))
        self.interrupted(lambda: glint.compare([lawn, glint.Game("steady_light")], 10**7))
        self.interrupted(lambda: glint.ladder(lawn, 10**6))
        self.interrupted(lambda: glint.study(lawn, 100, "mcts:1", strong=True, playouts=10**6))
        self.interrupted(lambda: glint.solve(example("othello"), 10**8, value=True))
        puzzle = PUZZLE.replace("grid(2, 2)", "grid(8, 8)").replace("when a1 in lamp and b2 in lamp", "when count(lamp) == 50")
        self.interrupted(lambda: glint.solve(glint.Game.from_text(puzzle), 10**8))
        self.assertEqual(lawn.start().playout(seed=1), lawn.start().playout(seed=1))  # all goes on

    def test_an_exploration_waits_for_its_threads(self):
        lawn, kept = glint.Game("laser_lawn"), []

        def each(count, work):  # as when Ctrl-C breaks the wait of a caller whose threads are at work, or have yet to begin
            kept.append(work)
            kept.append(threading.Thread(target=work, args=(0, glint._engine.Cancel())))
            kept[1].start()
            time.sleep(0.05)
            raise KeyboardInterrupt

        files = glint.game._given(glint.searches._files_of(lawn))
        with self.assertRaises(KeyboardInterrupt):
            glint._engine.explore(
                lawn._core, [], ["length 20..60"], [], [], 1, 2000, 3, 2, "greedy", 400, files, each, lambda *_: None
            )
        kept[0](1, glint._engine.Cancel())  # nothing is left to be done
        kept[1].join()


if __name__ == "__main__":
    unittest.main()
