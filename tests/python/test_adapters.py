"""Adapters: what the tests of OpenSpiel, PettingZoo and Gymnasium ask of every game or environment, asked of ours.

Where one of these libraries can be imported, the adapters are of its classes, and the same is asked.
"""

import copy
import hashlib
import os
import pickle
import random
import unittest

import glint
from made_games import made_script
from test_batches import example
from test_play import DICE, SMALL

try:
    import numpy as np

    from glint.adapters import _spaces as spaces
    from glint.adapters import gymnasium, open_spiel, pettingzoo
    from glint.adapters.open_spiel import pyspiel
except ImportError:
    np = None

SCALE = float(os.environ.get("GLINT_TEST_SCALE", "1"))

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
        for kind in (dict(perfect_recall=True, public_info=False), dict(public_info=False, private_info=pyspiel.PrivateInfoType.NONE)):
            with self.assertRaises(ValueError):
                game.make_py_observer(pyspiel.IIGObservationType(**kind))

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


@unittest.skipIf(np is None, "without NumPy")
class PettingZoo(unittest.TestCase):
    """What PettingZoo's api_test and seed_test ask."""

    def environments(self):
        for game in (example("othello"), glint.Game("the_beam"), glint.Game.from_text(SMALL), glint.Game.from_text(CARDS),
                     glint.Game.from_text(TEAM), glint.Game.from_text(LONE), *made_games()):  # fmt: skip
            yield pettingzoo.Environment(game, max_plies=30)

    def action(self, env, seen, out):
        return None if out else env.action_space(env.agent_selection).sample(seen["action_mask"])

    def test_api(self):
        for env in self.environments():
            with self.subTest(game=env.game.title):
                env.reset(seed=1)
                self.assertIsInstance(env, pettingzoo.AECEnv)
                self.assertIs(env.unwrapped, env)
                self.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
                self.assertEqual((env.num_agents, env.max_num_agents), (len(env.agents), len(env.possible_agents)))
                self.assertGreater(env.num_agents, 0)
                self.assertIsNone(env.last(observe=False)[0])
                self.spaces(env)
                for _ in range(3):
                    self.play(env)

    def spaces(self, env):
        for agent in env.possible_agents:
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
            self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertEqual(env.observation_space(agent), env.observation_space(env.possible_agents[0]))
            self.assertIsInstance(env.action_space(agent), spaces.Discrete)
            self.assertIn(env.observe(agent), env.observation_space(agent))

    def play(self, env):
        env.reset()
        live, finished = list(env.agents), set()
        gathered = {agent: 0 for agent in env.agents}
        total = {agent: 0 for agent in env.agents}
        for agent in env.agent_iter(300):
            self.assertEqual(agent, env.agent_selection)
            seen, reward, terminated, truncated, info = env.last()
            self.assertIsInstance(info, dict)
            self.assertIsInstance(terminated, bool)
            self.assertIsInstance(truncated, bool)
            self.assertEqual((terminated, truncated), (env.terminations[agent], env.truncations[agent]))
            self.assertIn(seen, env.observation_space(agent))
            self.assertEqual((seen["observation"].dtype, seen["action_mask"].dtype), (np.float32, np.int8))
            self.assertFalse(np.isnan(seen["observation"]).any() or not seen["observation"].any())
            out = terminated or truncated
            self.assertEqual(bool(seen["action_mask"].any()), not out)
            for other in env.agents:
                if other != agent:
                    self.assertFalse(env.observe(other)["action_mask"].any())
            self.assertIsNone(env.step(self.action(env, seen, out)))
            self.assertEqual(gathered[agent], reward)
            total[agent] += reward
            gathered[agent] = 0
            for each, its in env.rewards.items():
                gathered[each] += its
            self.assertFalse(out and agent in finished)
            for table in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
                self.assertEqual(set(table), set(env.agents))
            if out:
                live.remove(agent)
                finished.add(agent)
            self.assertEqual(env.agents, live)
        self.assertEqual(finished, set(env.possible_agents))
        if env.position.over:
            self.assertEqual(total, env.encoding.rewards(env.position))
        env.reset()

    def test_numbers_of_any_kind_are_actions(self):
        env = pettingzoo.Environment(example("othello"))
        for kind in (int, np.int32, np.int64):
            env.reset()
            action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
            env.step(kind(action))
        for wrong in (None, -1, env.encoding.actions, "a"):
            with self.assertRaises(ValueError):
                env.step(wrong)

    def test_actions_of_another_game(self):
        """What was drawn before a `reset` is stepped after it: it need not be legal any more."""
        lost = 0
        for env in self.environments():
            for number in range(20):
                env.reset()
                agent, seen = env.agent_selection, env.last()[0]
                action = env.action_space(agent).sample(seen["action_mask"])
                for kind in (int, np.int32, np.int64):
                    env.reset()
                    agent = env.agent_selection
                    is_legal = env.last()[0]["action_mask"][action]
                    env.step(kind(action))
                    lost += not is_legal
                    self.assertTrue(is_legal or self.all_are_out(env, agent))
        self.assertGreater(lost, 0)

    def all_are_out(self, env, who):
        """An illegal action of `who` has ended the game."""
        self.assertEqual(env.rewards, {agent: -1 if agent == who else 0 for agent in env.possible_agents})
        self.assertEqual([agent for agent in env.agents if env.infos[agent] == {"illegal": True}], [who])
        out = set()
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            self.assertTrue(terminated and not truncated and not seen["action_mask"].any())
            self.assertEqual(reward, -1 if agent == who else 0)
            out.add(agent)
            env.step(None)
        return out == set(env.possible_agents)

    def test_illegal_actions(self):
        rng = random.Random(4)
        for env in self.environments():
            for _ in range(10):
                env.reset()
                for agent in env.agent_iter():
                    seen, _, terminated, truncated, _ = env.last()
                    if terminated or truncated:
                        break
                    mask = seen["action_mask"]
                    legal, wrong = np.flatnonzero(mask), np.flatnonzero(mask == 0)
                    if len(wrong) and rng.random() < 0.3:
                        before = str(env.position)
                        env.step(wrong[rng.randrange(len(wrong))])
                        self.assertTrue(self.all_are_out(env, agent))
                        self.assertEqual(str(env.position), before)
                        break
                    env.step(legal[rng.randrange(len(legal))])
        strict = pettingzoo.Environment(example("othello"), illegal="raise")
        strict.reset()
        with self.assertRaises(ValueError):
            strict.step(0)
        self.assertFalse(any(strict.terminations.values()))
        with self.assertRaises(ValueError):
            pettingzoo.Environment(example("othello"), illegal="perhaps")

    def hash_of(self, env, disturb):
        """All that happens in three games, as a hash, with other uses of chance in between."""
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(42 + number)
        hashed = hashlib.md5()
        for seed in range(3):
            env.reset(seed=seed)
            for _ in range(disturb):
                random.random()
                np.random.normal(size=10)
            for agent in env.agent_iter(60):
                seen, reward, terminated, truncated, _ = env.last()
                env.step(self.action(env, seen, terminated or truncated))
                hashed.update(f"{agent} {reward} {seen['observation'].tobytes()} {seen['action_mask'].tobytes()}".encode())
        return hashed.hexdigest()

    def test_seeds(self):
        for one, other in zip(self.environments(), self.environments()):
            with self.subTest(game=one.game.title):
                first = self.hash_of(one, 1)
                self.assertEqual(first, self.hash_of(one, 2))  # nothing is kept
                self.assertEqual(first, self.hash_of(other, 3))
        chancy = pettingzoo.Environment(glint.Game("the_beam"))
        texts = set()
        for _ in range(5):
            chancy.reset()
            texts.add(str(chancy.position))
        self.assertGreater(len(texts), 1)  # games without a seed differ
        self.assertNotEqual(first, self.hash_of(chancy, 0))

    def test_pictures(self):
        for mode, sign in (("ansi", "a  b  c"), ("svg", "<svg")):
            env = pettingzoo.Environment(glint.Game.from_text(SMALL), render_mode=mode)
            env.reset()
            self.assertIn(sign, env.render())
            env.close()
        with self.assertRaises(ValueError):
            pettingzoo.Environment(glint.Game.from_text(SMALL), render_mode="film")
        self.assertEqual(env.state().shape, (2, *env.observation_space("sun")["observation"].shape))


@unittest.skipIf(np is None, "without NumPy")
class Gymnasium(unittest.TestCase):
    """What Gymnasium's check_env asks."""

    def check(self, env):
        seen, info = env.reset(seed=3)
        self.assertIn(seen, env.observation_space)
        again, _ = env.reset(seed=3)
        self.assertTrue(np.array_equal(seen, again))
        env.action_space.seed(1)
        rewards = []
        for _ in range(200):
            self.assertEqual((info["action_mask"].dtype, info["action_mask"].shape), (np.int8, (env.action_space.n,)))
            action = env.action_space.sample(info["action_mask"])
            self.assertIn(action, env.action_space)
            seen, reward, terminated, truncated, info = env.step(action)
            self.assertIn(seen, env.observation_space)
            self.assertIsInstance(float(reward), float)
            self.assertIsInstance(terminated, bool)
            self.assertIsInstance(truncated, bool)
            if terminated or truncated:
                rewards.append(reward)
                self.assertFalse(info["action_mask"].any())
                with self.assertRaises(ValueError):
                    env.step(action)
                seen, info = env.reset()
            else:
                self.assertEqual(reward, 0)
        self.assertGreater(len(rewards), 0)
        return rewards

    def test_the_same_seed_is_the_same_game_with_any_bot(self):
        small = glint.Game.from_text(SMALL)
        for bot in ("random", glint.Bot("random"), glint.Bot("mcts:20", seed=5)):
            env = gymnasium.Environment(small, "sun", bot)
            played = []
            for _ in range(2):
                _, info = env.reset(seed=3)
                while not env.position.over:
                    *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
                played.append(env.position.history)
            self.assertEqual(played[0], played[1])
            games = set()
            for _ in range(6):
                _, info = env.reset()
                env.step(int(np.flatnonzero(info["action_mask"])[0]))
                games.add(tuple(env.position.history))
            self.assertGreater(len(games), 1)  # other games are others

    def test_actions_without_the_mask(self):
        """Any action of the space may be stepped: the same one, in the same game, does the same."""
        lost = 0
        small = glint.Game.from_text(SMALL)
        games = [(small, "sun"), (example("othello"), "white"), (glint.Game("the_beam"), "blue"), (glint.Game.from_text(LONE), None),
                 *((game, game.players[-1]) for game in made_games())]  # fmt: skip
        for game, player in games:
            with self.subTest(game=game.title):
                env = gymnasium.Environment(game, player if player in game.players else game.players[0], max_plies=40)
                for seed in range(20):
                    env.action_space.seed(seed)
                    action, steps = env.action_space.sample(), []
                    for _ in range(2):
                        _, info = env.reset(seed=seed)
                        is_legal = info["action_mask"][action]
                        steps.append(env.step(action))
                    (seen, *one), (again, *other) = steps
                    self.assertTrue(np.array_equal(seen, again))
                    self.assertIn(seen, env.observation_space)
                    self.assertEqual(one[:3], other[:3])
                    self.assertEqual(one[3].get("illegal", False), not is_legal)
                    if not is_legal:
                        lost += 1
                        self.assertEqual(one[:3], [-1, True, False])
                        self.assertFalse(one[3]["action_mask"].any())
                        with self.assertRaises(ValueError):
                            env.step(action)
                    env.reset()
                    self.assertTrue(env._seen()[1]["action_mask"].any())
        self.assertGreater(lost, 20)
        env = gymnasium.Environment(small, "sun", illegal="raise")
        _, info = env.reset(seed=1)
        env.step(0)
        with self.assertRaises(ValueError):
            env.step(0)
        self.assertFalse(env.position.over)

    def test_one_player(self):
        env = gymnasium.Environment(glint.Game.from_text(LONE))
        self.assertIsInstance(env, gymnasium.Env)
        self.assertGreater(len(set(self.check(env))), 1)
        self.check(gymnasium.Environment(example("mirror_maze"), max_plies=20))

    def test_bots_play_the_others(self):
        small = glint.Game.from_text(SMALL)
        own = lambda position: 0
        for player in small.players:
            for bots in ("random", {"moon": "greedy", "*": own}):
                self.check(gymnasium.Environment(small, player, bots))
        game = made_games()[0]
        self.check(gymnasium.Environment(game, game.players[-1], max_plies=40))

    def test_copies(self):
        env = gymnasium.Environment(example("othello"), "black")
        env.reset(seed=1)
        for made in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            self.assertTrue(np.array_equal(made._seen()[0], env._seen()[0]))
            before = str(env.position)
            made.step(int(np.flatnonzero(made._seen()[1]["action_mask"])[0]))
            self.assertEqual(str(env.position), before)

    def test_what_is_refused(self):
        small = glint.Game.from_text(SMALL)
        for wrong in (lambda: gymnasium.Environment(small), lambda: gymnasium.Environment(small, "nobody"),
                      lambda: gymnasium.Environment(small, "sun", render_mode="film")):  # fmt: skip
            with self.assertRaises((ValueError, KeyError)):
                wrong()
        with gymnasium.Environment(small, "sun", render_mode="ansi") as env:
            env.reset(seed=1)
            self.assertIn("a  b  c", env.render())
            with self.assertRaises(ValueError):
                env.step(99)


@unittest.skipIf(np is None, "without NumPy")
class Spaces(unittest.TestCase):
    def test_games_that_follow_from_seeds_side_by_side_are_others(self):
        def chain(seed):
            for _ in range(100):
                yield seed
                seed = spaces.following(seed)

        self.assertEqual(len({*chain(1), *chain(2), *chain(3)}), 300)

    def test_they_hold_what_they_should(self):
        numbers = spaces.Discrete(3)
        self.assertTrue(0 in numbers and np.int32(2) in numbers and 3 not in numbers and -1 not in numbers and 1.5 not in numbers)
        numbers.seed(1)
        drawn = [int(numbers.sample(np.array([0, 1, 1], dtype=np.int8))) for _ in range(20)]
        self.assertEqual(set(drawn), {1, 2})
        numbers.seed(1)
        self.assertEqual(drawn, [int(numbers.sample(np.array([0, 1, 1], dtype=np.int8))) for _ in range(20)])
        box = spaces.Box(0, 1, (2,), "int8")
        fits, too_high, too_long = (np.array(one, dtype=np.int8) for one in ([0, 1], [0, 2], [0, 0, 0]))
        self.assertTrue(fits in box and too_high not in box and too_long not in box)
        both = spaces.Dict({"a": numbers, "b": box})
        wide = spaces.Box(-float("inf"), float("inf"), (3, 2), "float32")
        for one in (box, wide, spaces.Box(2, 3, (4,), "float32"), both):
            one.seed(4)
            drawn = [one.sample() for _ in range(20)]
            self.assertTrue(all(each in one for each in drawn))
            self.assertGreater(len({repr(each) for each in drawn}), 1)
            one.seed(4)
            self.assertEqual(repr(drawn[0]), repr(one.sample()))
        self.assertEqual({int(each) for _ in range(40) for each in box.sample()}, {0, 1})
        mask = np.array([0, 0, 1], dtype=np.int8)
        self.assertEqual({both.sample({"a": mask, "b": None})["a"] for _ in range(5)}, {2})
        self.assertTrue({"a": 1, "b": fits} in both and {"a": 1} not in both and both == spaces.Dict({"a": spaces.Discrete(3), "b": box}))


if __name__ == "__main__":
    unittest.main()
