"""The adapter for OpenSpiel: what its API test asks of every game, asked of ours; of its classes, where it can be imported."""

import copy
import random
import unittest

import glint
from made_games import made_script
from test_batches import example
from test_play import DICE, SMALL

try:
    import numpy as np

    from glint.adapters import open_spiel
    from glint.adapters.open_spiel import pyspiel
except ImportError:
    np = None

#: Both lay a card in secret, at once; a hidden card is drawn; then each may guess.
CARDS = """game "Cards"
use square
players sun, moon
board grid(2, 1)
piece coin of player { look "{owner:1}" }
var hand[p: player]: 0..2 = 0 seen by p
var laid[p: player]: 0..2 = 0
var card: 1..2 = 1
move lay "lay {card_laid}" { pick card_laid in 1..2; laid[me] = card_laid }
move guess "guess {number}" { pick number in 1..2; if hand[opponent] == number { end : me wins } }
play {
  for p in player { draw card in 1..2; hand[p] = card; card = 1 }
  together { choose lay else { } }
  turn of each player { choose guess else { } }
  end : tie
}
"""
#: Sun gives a sign, which leaves nothing behind; then moon may answer it.
SIGNS = """game "Signs"
use square
players sun, moon
board grid(1, 1)
piece stone { look "o" }
move wave "wave" { }
move wink "wink" { }
move answer "answer" { put stone on a1; end : me wins }
play { turn of sun { choose wave or wink }; turn of moon { choose answer or wave }; end : tie }
"""
#: Sun sees a card, which changes; nothing else does.
PEEK = """game "Peek"
use square
players sun, moon
board grid(1, 1)
piece stone { look "o" }
var card: 1..2 = 1 seen by sun
move wait "wait" { }
play { draw card in 1..2; turn of sun { choose wait }; draw card in 1..2; turn of moon { choose wait }; end : tie }
"""
TINY = SMALL.replace("grid(3, 3)", "grid(2, 2)").replace("== 3", "== 2")
TEAM = TINY.replace("players sun, moon", "players sun, moon as team").replace("sun wins", "team wins").replace(": tie", ": team loses")
LONE = """game "Lone"
use square
players solver
board grid(2, 2)
piece lamp { look "*" }
var lit: 0..9 = 0
move place "{at}" { pick at in empty; put lamp on at; lit += 2 }
move stop "stop" { end : score }
play { repeat { turn of each player { choose place or stop } } }
score p = lit
"""


@unittest.skipIf(np is None, "without NumPy")
class OpenSpiel(unittest.TestCase):
    """The thirteen properties of the API test of OpenSpiel, on whole trees of small games and on games played at random."""

    @classmethod
    def setUpClass(cls):
        scripts = {
            "cards": CARDS,
            "dice": DICE.replace("grid(4, 1)", "grid(2, 1)"),
            "small": TINY,
            "team": TEAM,
            "lone": LONE,
        }
        cls.scripts = scripts
        cls.games = {name: open_spiel.load(glint.Game.from_text(script, f"{name}.glint")) for name, script in scripts.items()}
        cls.states = {name: list(cls.every(game.new_initial_state())) for name, game in cls.games.items()}

    @classmethod
    def every(cls, state):
        """All histories, with everything in between."""
        yield state
        for action in state.legal_actions():
            yield from cls.every(state.child(action))

    def each(self):
        for name, game in self.games.items():
            for state in self.states[name]:
                with self.subTest(game=name, history=state.history_str()):
                    yield game, state

    def test_number_of_nodes(self):
        counted = {
            name: tuple(sum(kind(state) for state in states) for kind in (
                lambda one: one.is_chance_node(), lambda one: not one.is_chance_node() and not one.is_terminal(), lambda one: one.is_terminal()))
            for name, states in self.states.items()
        }  # fmt: skip
        # cards: 1 + 2 draws; for 4 hands, 1 + 2 choices to lay, then 4 times a guess of one or two.
        self.assertEqual(counted["cards"], (3, 4 * (1 + 2 + 4 * (1 + 1)), 4 * 4 * 3))
        # dice: a draw of three before each choice, between two cells, then one; after the third draw there is nothing to choose.
        self.assertEqual(counted["dice"], (1 + 6 + 18, 3 + 18, 54))
        self.assertEqual(counted["small"], (0, 1 + 4 + 12, 24))
        self.assertEqual(counted["lone"][0], 0)

    def test_legal_actions_empty(self):
        self.assertTrue(all(any(state.is_player_node() for state in states) for states in self.states.values()))
        for game, state in self.each():
            if state.is_terminal():
                self.assertEqual(state.legal_actions(), [])
            for player in range(game.num_players()):
                if state.is_terminal() or (state.is_player_node() and player != state.current_player()):
                    self.assertEqual(state.legal_actions(player), [])
            if state.is_player_node():
                legal = state.legal_actions()
                self.assertEqual(legal, sorted(set(legal)))
                self.assertTrue(legal and 0 <= legal[0] and legal[-1] < game.num_distinct_actions())
                self.assertEqual([i for i, is_legal in enumerate(state.legal_actions_mask()) if is_legal], legal)

    def test_current_player_of_terminals(self):
        for _, state in self.each():
            self.assertEqual(state.is_terminal(), state.current_player() == pyspiel.PlayerId.TERMINAL)
            self.assertEqual(state.is_chance_node(), state.current_player() == pyspiel.PlayerId.CHANCE)
            kinds = pyspiel.StateType
            kind = kinds.TERMINAL if state.is_terminal() else kinds.CHANCE if state.is_chance_node() else kinds.DECISION
            self.assertEqual(state.get_type(), kind)

    def test_information_states_of_nobody(self):
        for _, state in self.each():
            if state.is_terminal() or state.is_chance_node():
                with self.assertRaises(RuntimeError):
                    state.information_state_string()
                with self.assertRaises(RuntimeError):
                    state.observation_string()

    def test_perfect_recall(self):
        for name, game in self.games.items():
            known = {}

            def look(state, own):
                """`own`: by player, the information states and actions so far."""
                if state.is_player_node():
                    player = state.current_player()
                    key = (player, state.information_state_string(player))
                    self.assertEqual(known.setdefault(key, own[player]), own[player], name)
                for action in state.legal_actions():
                    after = own
                    if state.is_player_node():
                        after = [list(one) for one in own]
                        after[state.current_player()].append((state.information_state_string(), action))
                    look(state.child(action), after)

            look(game.new_initial_state(), [[] for _ in range(game.num_players())])
            if name == "cards":
                # Sun knows its own card at its first choice, and what it has laid. Moon does not see what sun lays at once.
                # Then sun knows both; and moon besides that, for a guess that was wrong, which.
                self.assertEqual(len([1 for player, _ in known if player == 0]), 2 + 2 * 4)
                self.assertEqual(len([1 for player, _ in known if player == 1]), 2 + 2 * 4)

    def test_open_moves_of_others_are_known(self):
        game = open_spiel.load(glint.Game.from_text(SIGNS, "signs.glint"))
        said = {}
        for sign in (0, 1):
            state = game.new_initial_state()
            state.apply_action(state.legal_actions()[sign])
            said[sign] = state.information_state_string(1)
            self.assertNotIn("sun>", state.observation_string(1))
            public = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
            self.assertIn(f"sun> {('wave', 'wink')[sign]}\n", game.make_py_observer(public).string_from(state, 1))
        self.assertNotEqual(said[0], said[1])
        # What is chosen together is known when it is carried out, and not before.
        game = self.games["cards"]
        state = game.new_initial_state()
        while not state.is_player_node():
            state.apply_action(0)
        for sign in (0, 1):
            after = state.child(state.legal_actions()[sign])
            self.assertNotIn("sun>", after.information_state_string(1))
            self.assertIn(f"> lay {sign + 1}\n", after.information_state_string(0))
            both = after.child(after.legal_actions()[1 - sign])
            self.assertIn(f"sun> lay {sign + 1}\n", both.information_state_string(1))
            self.assertIn(f"moon> lay {2 - sign}\n", both.information_state_string(0))

    def test_constant_sum(self):
        for name, game in self.games.items():
            sums = {sum(state.returns()) for state in self.states[name] if state.is_terminal()}
            utility = game.get_type().utility
            if utility == pyspiel.GameType.Utility.ZERO_SUM:
                self.assertEqual(sums, {game.utility_sum()})
            elif utility == pyspiel.GameType.Utility.IDENTICAL:
                for state in self.states[name]:
                    self.assertEqual(len(set(state.returns())), 1)
            else:
                self.assertGreater(len(sums), 1)
            for state in self.states[name]:
                self.assertTrue(all(game.min_utility() <= one <= game.max_utility() for one in state.returns()))
                self.assertEqual(state.rewards(), state.returns() if state.is_terminal() else [0] * game.num_players())

    def test_information_sets_of_players_do_not_overlap(self):
        for name, game in self.games.items():
            sets = [set() for _ in range(game.num_players())]
            for state in self.states[name]:
                if state.is_player_node():
                    sets[state.current_player()].add(state.information_state_string())
            self.assertEqual(len(set().union(*sets)), sum(map(len, sets)))

    def test_legal_actions_are_those_of_the_information_set(self):
        for name in self.games:
            legal = {}
            for state in self.states[name]:
                if state.is_player_node():
                    key = (state.current_player(), state.information_state_string())
                    self.assertEqual(legal.setdefault(key, state.legal_actions()), state.legal_actions())

    def test_public_observations(self):
        public = pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE)
        for name, game in self.games.items():
            observer = game.make_py_observer(public)
            of_set = {}
            for state in self.states[name]:
                if state.is_chance_node():
                    continue
                open_text = observer.string_from(state, 0)
                self.assertTrue(open_text)
                self.assertEqual({observer.string_from(state, player) for player in range(game.num_players())}, {open_text})
                for player in range(game.num_players()):  # who knows an information state knows what all see
                    key = (player, state.information_state_string(player))
                    self.assertEqual(of_set.setdefault(key, open_text), open_text)

    def test_private_information(self):
        """Where all see everything, nobody has any of his own; else somebody has."""
        private = pyspiel.IIGObservationType(perfect_recall=False, public_info=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER)
        for name, game in self.games.items():
            observer = game.make_py_observer(private)
            self.assertEqual(len(observer.tensor), 0)
            texts = {observer.string_from(state, player) for state in self.states[name] for player in range(game.num_players())}
            is_hidden = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
            self.assertEqual(bool(texts - {""}), is_hidden)
            if name == "cards":
                self.assertIn("hand[sun] = 2\n", texts)
        # A line that all see elsewhere is told, too, and where it stands, if it has no name.
        own, public = "x .\n. .\nhand = 1\n", ". .\n. .\nhand = ?\n"
        self.assertEqual(open_spiel._private(own, public), "1: x .\nhand = 1\n")
        self.assertEqual(open_spiel._private(". .\nx .\n", "x .\nx .\n"), "1: . .\n")
        self.assertEqual(open_spiel._private("x .\nx .\n", "x .\n. .\n"), "2: x .\n")
        self.assertEqual(open_spiel._private("a = 1\nx .\na = 1\n", "a = 1\n"), "2: x .\na = 1\n")
        for recall in (False, True):
            with self.assertRaises(ValueError):
                game.make_py_observer(pyspiel.IIGObservationType(recall, public_info=False, private_info=pyspiel.PrivateInfoType.NONE))

    def test_private_information_with_perfect_recall(self):
        """With what all have seen it tells as much as an information state, and no more."""
        kinds = pyspiel.PrivateInfoType
        scripts = {**self.scripts, "signs": SIGNS, "peek": PEEK}
        for name, script in scripts.items():
            game = open_spiel.load(glint.Game.from_text(script, f"{name}.glint"))
            private = game.make_py_observer(pyspiel.IIGObservationType(True, public_info=False, private_info=kinds.SINGLE_PLAYER))
            public = game.make_py_observer(pyspiel.IIGObservationType(True, public_info=True, private_info=kinds.NONE))
            parts, wholes = {}, {}
            for state in self.every(game.new_initial_state()):
                if state.is_chance_node():
                    continue
                for player in range(game.num_players()):
                    part = (player, public.string_from(state, player), private.string_from(state, player))
                    whole = state.information_state_string(player)
                    self.assertEqual(parts.setdefault(part, whole), whole, name)
                    self.assertEqual(wholes.setdefault((player, whole), part), part, name)
                    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
                        self.assertEqual(part[2], "")
        self.assertEqual({part[2] for part in parts if part[0] == 1}, {""})  # moon knows nothing alone
        # Sun remembers what it saw, although there is another card now.
        self.assertTrue(any("card = 1" in part[2] and "card = 2" in part[2] for part in parts))

    def test_observations_follow_from_information_states(self):
        for name, game in self.games.items():
            of_set = {}
            for state in self.states[name]:
                if state.is_chance_node():
                    continue
                for player in range(game.num_players()):
                    seen = (state.observation_string(player), tuple(state.observation_tensor(player)))
                    self.assertEqual(len(seen[1]), game.observation_tensor_size())
                    key = (player, state.information_state_string(player))
                    self.assertEqual(of_set.setdefault(key, seen), seen)

    def test_information_states_as_tensors(self):
        """They tell the same apart as the texts, so they have perfect recall, and those of two players do not overlap."""
        for name, script in self.scripts.items():
            game = open_spiel.load(glint.Game.from_text(script, f"{name}.glint"), max_plies=8)
            self.assertTrue(game.get_type().provides_information_state_tensor)
            texts, tensors = {}, {}
            for state in self.every(game.new_initial_state()):
                if not state.is_player_node():
                    continue
                player, text = state.current_player(), state.information_state_string()
                tensor = state.information_state_tensor()
                self.assertEqual(len(tensor), game.information_state_tensor_size())
                key = tuple(tensor)
                self.assertEqual(texts.setdefault((player, text), key), key, name)
                self.assertEqual(tensors.setdefault(key, (player, text)), (player, text), name)
            self.assertGreater(len(tensors), 1)
        observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
        observer.set_from(game.new_initial_state(), 0)
        rows = observer.dict["told"]
        self.assertTrue(np.shares_memory(observer.tensor, rows))
        self.assertEqual((rows.shape[0], rows[:, 0].sum()), (17, 1))
        self.assertFalse(open_spiel.load(glint.Game("laser_lawn")).get_type().provides_information_state_tensor)
        with self.assertRaises(RuntimeError):
            open_spiel.load(glint.Game("boundary")).new_initial_state().information_state_tensor(0)

    def test_invalid_players(self):
        for game, state in self.each():
            if state.is_chance_node():
                continue
            for ask in (state.information_state_string, state.observation_string, state.observation_tensor):
                with self.assertRaisesRegex(RuntimeError, "player >= 0"):
                    ask(-1)
                with self.assertRaisesRegex(RuntimeError, "player <"):
                    ask(game.num_players() + 1)

    def test_chance(self):
        for game, state in self.each():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                self.assertAlmostEqual(sum(share for _, share in outcomes), 1)
                self.assertLessEqual(len(outcomes), game.max_chance_outcomes())
                self.assertEqual([action for action, _ in outcomes], state.legal_actions())
                self.assertEqual(state.legal_chance_outcomes(), state.legal_actions())
                self.assertRegex(state.action_to_string(outcomes[-1][0]), "(card|roll) = [23]")
            else:
                with self.assertRaises(ValueError):
                    state.chance_outcomes()

    def test_clones_and_replays(self):
        rng = random.Random(2)
        games = [*self.games.values(), open_spiel.load(glint.Game("laser_lawn"), max_plies=40)]
        games += [open_spiel.load(game, max_plies=20) for game in made_games()]
        for game in games:
            for _ in range(3):
                state = game.new_initial_state()
                while not state.is_terminal():
                    before = (str(state), state.history(), state.move_number())
                    made = state.clone()
                    made.apply_action(rng.choice(state.legal_actions()))
                    self.assertEqual((str(state), state.history(), state.move_number()), before)
                    deep = copy.deepcopy(state) if not hasattr(pyspiel, "__file__") else state.clone()
                    action = rng.choice(state.legal_actions())
                    deep.apply_action(action)
                    if state.is_player_node():
                        self.assertIsInstance(state.action_to_string(state.current_player(), action), str)
                    state.apply_action(action)
                    self.assertEqual((str(state), state.history()), (str(deep), deep.history()))
                self.assertEqual(str(game.deserialize_state(state.serialize())), str(state))

    def test_illegal_actions(self):
        for game in self.games.values():
            state = game.new_initial_state()
            before = str(state)
            for wrong in (-1, 10**6):
                with self.assertRaises(ValueError):
                    state.apply_action(wrong)
            self.assertEqual((str(state), state.history()), (before, []))
        with self.assertRaises(ValueError):
            next(state for state in self.states["small"] if state.is_terminal()).apply_action(0)

    def test_types(self):
        types = {name: game.get_type() for name, game in self.games.items()}
        self.assertEqual(types["cards"].information, pyspiel.GameType.Information.IMPERFECT_INFORMATION)
        self.assertEqual(types["small"].information, pyspiel.GameType.Information.PERFECT_INFORMATION)
        self.assertEqual(types["small"].chance_mode, pyspiel.GameType.ChanceMode.DETERMINISTIC)
        self.assertEqual(types["dice"].chance_mode, pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)
        self.assertEqual(types["lone"].utility, pyspiel.GameType.Utility.GENERAL_SUM)
        self.assertEqual(str(pyspiel.load_game("glint_small").new_initial_state()), str(self.games["small"].new_initial_state()))

    def test_observer(self):
        game = open_spiel.load(example("othello"))
        observer, state = game.make_py_observer(), game.new_initial_state()
        observer.set_from(state, 0)
        self.assertEqual((observer.dict["planes"].shape, observer.dict["planes"].sum()), ((2, 8, 8), 4))
        self.assertTrue(np.shares_memory(observer.tensor, observer.dict["planes"]))
        self.assertEqual(list(observer.tensor), state.observation_tensor(0))
        with self.assertRaises(ValueError):
            game.make_py_observer(None, {"x": 1})
        short = open_spiel.load(example("othello"), max_plies=2)
        state = short.new_initial_state()
        for _ in range(2):
            state.apply_action(state.legal_actions()[0])
        self.assertTrue(state.is_terminal())
        self.assertEqual(state.returns(), [0, 0])


def made_games():
    rng = random.Random(8)
    return [glint.Game.from_text(made_script(rng)) for _ in range(4)]


if __name__ == "__main__":
    unittest.main()
