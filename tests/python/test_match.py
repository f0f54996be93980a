"""Matches: bots by learned values, and programs: what they are told, what they may answer, what is said of those that fail."""

import os
import pickle
import tempfile
import unittest

import glint
from glint.match import Engine, EngineError, Match, Table, play_match

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BREAKTHROUGH = os.path.join(ROOT, "examples", "breakthrough.glint")

#: Who takes the last of the matches loses. Whoever leaves 1, 4, 7 or 10 wins.
TAKING = """game "Taking"
use square
players sun, moon
board grid(1, 1)
var left: 0..12 = 12
move take "take-{size}" {
  pick size in 1..2
  require size <= left
  left -= size
  if left == 0 { end : opponent wins }
}
play { repeat { turn of each player { choose take } } }
"""

#: An engine that always takes one, in the protocol of its first argument, and writes what it hears into its second.
ENGINE = r"""
while read -r line; do
  echo "$line" >> "$2"
  case "$1 $line" in
    "uci uci") echo "id name One"; echo uciok ;;
    "uci isready") echo readyok ;;
    "uci go"*) echo "info depth 1"; echo "bestmove TAKE1 ponder take2" ;;
    "lost go"*) echo "bestmove take9" ;;
    "lost uci") echo uciok ;;
    "lost isready") echo readyok ;;
    "mute uci") sleep 60 ;;
    "gtp genmove"*) printf '= Take1\n\n' ;;
    "gtp nonsense"*) printf '? unknown command\n\n' ;;
    "gtp"*) printf '= \n\n' ;;
  esac
done
"""


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.game, self.program = self.write("taking.glint", TAKING), self.write("engine.sh", ENGINE)
        self.log = os.path.join(self.folder, "heard.txt")
        self.uci = self.write("one.uci", "# taking\nprotocol uci\nsend setoption name Matches value 6\ngo depth 3\nreplace -\n")
        self.gtp = self.write("one.gtp", "protocol gtp\ncolours yellow blue\nreplace -\n")

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def engine(self, protocol):
        return f"sh '{self.program}' {protocol} '{self.log}'"

    def heard(self):
        with open(self.log, encoding="utf-8") as file:
            return file.read()

    def match(self, command, table, **more):
        with Engine(command, table, **more) as engine:
            return play_match(glint.Game.from_file(self.game), "alphabeta:12", engine, 4, opening=1)

    def test_uci(self):
        match = self.match(self.engine("uci"), self.uci)
        self.assertEqual(match.games, 4)
        heard = self.heard()
        self.assertTrue(heard.startswith("uci\nsetoption name Matches value 6\nisready\nucinewgame\nisready\nposition startpos moves take"))
        self.assertEqual(heard.count("ucinewgame"), 4)
        self.assertIn("\ngo depth 3\n", heard)
        self.assertIn(" take1", heard)
        self.assertNotIn("take-", heard)
        # The same seed, the same games; what it may spend can be said otherwise.
        self.assertEqual(self.match(self.engine("uci"), self.uci, go="nodes 5"), match)
        self.assertIn("\ngo nodes 5\n", self.heard())

    def test_gtp(self):
        match = self.match(self.engine("gtp"), self.gtp)
        self.assertIn("alphabeta:12 against sh ", str(match))
        self.assertIn(" drawn of 4 (", str(match))
        heard = self.heard()
        self.assertTrue(heard.startswith("protocol_version\nclear_board\nplay yellow take"))
        self.assertIn("\ngenmove blue\n", heard)
        self.assertIn("\ngenmove yellow\n", heard)
        self.assertEqual(heard.count("clear_board"), 4)
        # In each game the first move is of the opening, and then they move in turns: nobody is told his own.
        self.assertNotIn("genmove blue\nplay blue", heard)
        self.assertNotIn("genmove yellow\nplay yellow", heard)

    def test_programs_that_fail(self):
        for command, table, more, said in (
            ("no_such_engine_here 2>/dev/null", self.uci, {}, "failed at `uci`: there is no such program"),
            ("exit 3", self.uci, {}, "it ended with status 3"),
            ("kill -9 $$", self.uci, {}, "it was ended by signal 9"),
            (self.engine("lost"), self.uci, {}, "failed at `go depth 3`: its answer `bestmove take9` is no legal move after take"),
            (self.engine("mute"), self.uci, {"patience": 0.2}, "failed at `uci`: it has not answered in time"),
            (self.engine("gtp"), self.write("refuses.gtp", "protocol gtp\nsend nonsense\n"), {}, "its answer is `? unknown command`"),
        ):
            with self.assertRaises(EngineError) as raised:
                self.match(command, table, **more)
            self.assertIn(said, str(raised.exception))
            self.assertIn(f"the engine `{command}` failed at", str(raised.exception))

    def test_tables(self):
        for text, said in (
            ("go depth 1\n", "does not say which protocol"),
            ("protocol chess\n", "line 1: protocols are uci and gtp, found `chess`"),
            ("# x\n\nmoves a b\n", "line 3: `moves` is not known"),
            ("protocol\n", "line 1: nothing comes after `protocol`"),
            ("protocol gtp\ncolours black\n", "two colours are needed"),
        ):
            with self.assertRaises(EngineError) as raised:
                Table.read(text)
            self.assertIn(said, raised.exception.message)
        folder = os.path.join(ROOT, "examples", "engines")
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                self.assertEqual(Table.read(file.read(), name).protocol, name.split(".")[1])

    def test_wrong_usage(self):
        game = glint.Game.from_file(self.game)
        with self.assertRaisesRegex(glint.GlintError, "there is no bot `nobody`"):
            play_match(game, "random", "nobody", 2)
        with self.assertRaisesRegex(KeyError, "no player 'star'"):
            play_match(game, {"star": "random"}, "random", 2)
        with self.assertRaisesRegex(ValueError, "needs a game of two opponents"):
            play_match(glint.Game("the_beam"), "random", "random", 2)
        with Engine(self.engine("uci"), self.uci) as engine, self.assertRaisesRegex(ValueError, "engines play games whose players"):
            play_match(glint.Game("beams_boosters_barriers"), "random", engine, 2)

    def test_in_a_script(self):
        game = glint.Game.from_file(self.game)
        with Engine(self.engine("gtp"), self.gtp) as engine:
            end = glint.play(game, {"sun": engine, "moon": "alphabeta:12"})
            self.assertTrue(end.over)
            self.assertEqual(set(end.history[::2]), {"take-1"})
            with self.assertRaises(ValueError):  # how it came to this position is not known
                engine.choose(game.read(str(play_some(game))))
            process = engine._process
        self.assertIsNotNone(process.returncode)

    def test_an_engine_that_is_asked_twice_is_told_again(self):
        position = play_some(glint.Game.from_file(self.game))
        with Engine(self.engine("gtp"), self.gtp) as engine:
            self.assertEqual([engine.choose(position), engine.choose(position)], ["take-1", "take-1"])
        self.assertEqual(self.heard().count("clear_board\nplay yellow take2\ngenmove blue\n"), 2)

    def test_both_seats_or_one(self):
        game = glint.Game.from_file(self.game)
        # Whoever takes first loses, if the other one plays well.
        for bot, won in (("alphabeta:12", 3), ({"sun": "alphabeta:12"}, 6), ({"moon": "alphabeta:12"}, 0)):
            match = play_match(game, bot, "alphabeta:12", 6, opening=0)
            self.assertEqual((match.won, match.drawn, match.games), (won, 0, 6))

    def test_openings_are_played_in_both_seats(self):
        game, begun = glint.Game.from_file(BREAKTHROUGH), []

        def noting(position):
            if len(position.history) in (4, 5):
                begun.append(position.history[:4])
            return position.moves[0]

        play_match(game, noting, "random", 4)
        self.assertEqual(begun[0], begun[1])
        self.assertEqual(begun[2], begun[3])
        self.assertNotEqual(begun[0], begun[2])
        self.assertEqual(play_match(game, "greedy", "random", 2, max_plies=3).drawn, 2)

    def test_interval(self):
        low, high = Match("a", "b", 20, 9, 0).interval
        self.assertEqual((round(low, 3), round(high, 3)), (0.258, 0.658))
        self.assertEqual(str(Match("a", "b", 20, 20, 0)), "a against b: 20 won, 0 drawn of 20 (84% .. 100%)")
        self.assertEqual(Match("a", "b", 4, 1, 2).interval, Match("a", "b", 4, 2, 0).interval)


class Values(unittest.TestCase):
    VALUES = os.path.splitext(BREAKTHROUGH)[0] + ".values"

    def test_learned_and_best(self):
        game = glint.Game.from_file(BREAKTHROUGH)
        position = game.start()
        learned = glint.Bot("learned:2", values=self.VALUES)
        self.assertIn(learned.choose(position), position.moves)
        # Its values have passed their matches, and so they are what `best` plays by.
        self.assertEqual(glint.Bot("best:2")._in(game)[0], "learned:2")
        self.assertEqual(glint.Bot("best:2").choose(position), glint.Bot("learned:2", values=self.VALUES).choose(position))
        match = play_match(game, "best:2", "greedy", 6)
        self.assertEqual((match.bot, match.won), ("learned:2", 6))
        study = glint.study(game, 4, learned, max_plies=4)
        self.assertEqual(study.games, 4)
        with self.assertRaisesRegex(glint.GlintError, "there are none"):
            glint.Bot("learned:2").choose(position)
        with self.assertRaisesRegex(glint.GlintError, "does not play by values"):
            glint.Bot("mcts:9", values=self.VALUES).choose(position)
        with self.assertRaisesRegex(glint.GlintError, "do not fit"):
            glint.Bot("learned:2", values=self.VALUES).choose(glint.Game.from_file(os.path.join(ROOT, "examples", "othello.glint")).start())

    def test_best_of_a_bundled_game(self):
        # As the command plays it: by the values that come with the engine.
        game = glint.Game("boundary_in_rounds")
        self.assertEqual(glint.Bot("best:2")._in(game)[0], "learned:2")
        self.assertIn(glint.Bot("best:2").choose(game.start()), game.start().moves)
        self.assertEqual(pickle.loads(pickle.dumps(glint.Bot("best:2")))._in(game)[0], "learned:2")
        with self.assertWarnsRegex(UserWarning, "boundary_in_rounds.values` is passed over by `best`: these values do not fit"):
            self.assertEqual(glint.Bot("best:3")._in(glint.Game("boundary_in_rounds", rounds=20))[0], "alphabeta:3")

    def test_best_without_values(self):
        self.assertEqual(glint.Bot("best")._in(glint.Game("laser_lawn"))[0].split(":")[1], "100ms")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "taking.glint")
            with open(path, "w", encoding="utf-8") as file:
                file.write(TAKING)
            game = glint.Game.from_file(path)
            self.assertEqual(glint.Bot("best:3")._in(game)[0], "mcts:3")  # as the rules are: no heuristic
            with open(os.path.join(folder, "taking.best"), "w", encoding="utf-8") as file:
                file.write(f"glint best 1\n{game._facts['identity']}bot alphabeta\n")
            self.assertEqual(glint.Bot("best:3")._in(game)[0], "alphabeta:3")
            with open(os.path.join(folder, "taking.best"), "w", encoding="utf-8") as file:
                file.write("glint best 1\ngame other\n")
            with self.assertWarnsRegex(UserWarning, "taking.best` is passed over by `best`: it is of another game"):
                self.assertEqual(glint.Bot("best:3")._in(game)[0], "mcts:3")
            with open(self.VALUES, "rb") as values, open(os.path.join(folder, "taking.values"), "wb") as file:
                file.write(values.read())
            with self.assertWarnsRegex(UserWarning, "taking.values` is passed over by `best`: these values do not fit"):
                self.assertEqual(glint.Bot("best:3")._in(game)[0], "mcts:3")
            with self.assertRaisesRegex(glint.GlintError, "these values do not fit"):
                glint.Bot("best:3", values=self.VALUES)._in(game)


def play_some(game):
    position = game.start()
    position.push("take-2")
    return position


if __name__ == "__main__":
    unittest.main()
