"""Environments: what the tests of PettingZoo and Gymnasium ask of every environment, asked of ours.

Where one of these libraries can be imported, the adapters are of its classes, and the same is asked.
"""

import copy
import hashlib
import pickle
import random
import unittest

import glint
from test_adapters import CARDS, LONE, TEAM, made_games
from test_batches import example
from test_play import SMALL

try:
    import numpy as np

    from glint.adapters import _spaces as spaces
    from glint.adapters import gymnasium, pettingzoo
except ImportError:
    np = None


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

    def test_games_without_a_choice_are_left_out(self):
        coin = SMALL.replace("play {", "var side: 0..1 = 0\nplay {\n  draw side in 0..1\n  end when side == 1 : tie\n  ")
        env = pettingzoo.Environment(glint.Game.from_text(coin))
        for seed in range(20):
            env.reset(seed=seed)
            self.assertFalse(any(env.terminations.values()))
            self.assertTrue(env.last()[0]["action_mask"].any())
        never = coin.replace("  draw side in 0..1\n  end when side == 1", "  end when side == 0")
        with self.assertRaisesRegex(RuntimeError, "nobody had anything to choose"):
            pettingzoo.Environment(glint.Game.from_text(never)).reset()

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
