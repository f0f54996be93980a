"""Games as environments of PettingZoo: agents act one at a time (AEC), with action masks.

    from glint.adapters.pettingzoo import Environment
    env = Environment(glint.Game("laser_lawn"))
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

An observation is a dictionary: "observation", float32 [planes + numbers, rows, columns], in which each number fills a
plane (Encoding.stacked); and "action_mask", int8 [actions]: 1 for a legal action, all 0 for who is not to move. Agents
are the players by name. Rewards come at the end (Encoding.rewards). An action that is not legal loses, as with PettingZoo's
TerminateIllegalWrapper: all are out, and who made it has the reward -1 and `info["illegal"]`. What players choose together
they choose one after the other, and do not see each other's choices. Chance follows the seed.
"""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Tuple

from ..encoding import Encoding, _numpy
from ..game import Game
from ..position import Position
from . import _spaces as spaces

try:
    from pettingzoo import AECEnv
except ImportError:

    class AECEnv:  # type: ignore[no-redef]
        """What PettingZoo's class of this name has in common for all environments."""

        agents: List[str]
        possible_agents: List[str]
        agent_selection: str
        rewards: Dict[str, float]
        terminations: Dict[str, bool]
        truncations: Dict[str, bool]
        infos: Dict[str, Dict[str, Any]]
        _cumulative_rewards: Dict[str, float]

        @property
        def num_agents(self) -> int:
            return len(self.agents)

        @property
        def max_num_agents(self) -> int:
            return len(self.possible_agents)

        @property
        def unwrapped(self) -> Any:
            return self

        def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
            """The agent to act, again and again, until there is none; `step` after each."""
            while self.agents and max_iter > 0:
                max_iter -= 1
                yield self.agent_selection

        def last(self, observe: bool = True) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
            """Of the agent to act: its observation, its reward since it acted last, whether it is out, and information."""
            agent = self.agent_selection
            seen = self.observe(agent) if observe else None
            return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

        def observe(self, agent: str) -> Any:
            raise NotImplementedError

        def _accumulate_rewards(self) -> None:
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward

        def _was_dead_step(self, action: Any) -> None:
            if action is not None:
                raise ValueError("when an agent is out, the only action is None")
            agent = self.agent_selection
            self.agents.remove(agent)
            for table in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
                del table[agent]  # type: ignore[attr-defined]
            if self.agents:
                self.agent_selection = self.agents[0]  # here all are out at once
            for agent in self.rewards:
                self.rewards[agent] = 0.0


class Environment(AECEnv):
    """A game as an environment. `max_plies`: where a game is cut off (truncated). `limit`: how many actions there may be.

    `render_mode`: None, "ansi" (`render` answers a picture of characters), "svg" (the text of an SVG) or "human" (prints
    a picture of characters). A picture shows what the player to move sees. `illegal`: what an action does that the mask
    does not have, "lose" or "raise".
    """

    metadata = {"render_modes": ["ansi", "svg", "human"], "name": "glint_v0", "is_parallelizable": False}

    def __init__(
        self, game: Game, max_plies: int = 2000, limit: int = 1 << 21, render_mode: Optional[str] = None, illegal: str = "lose"
    ):
        super().__init__()
        self.illegal = checked_illegal(illegal)
        if render_mode not in (None, *self.metadata["render_modes"]):  # type: ignore[misc]
            raise ValueError(f"there is no render_mode {render_mode!r}")
        self.game, self.encoding, self.max_plies = game, Encoding(game, limit), max_plies
        self.metadata = {**self.metadata, "name": f"glint_{game.id}_v0"}
        self.render_mode = render_mode
        self.possible_agents = list(game.players)
        self.agents: List[str] = []
        shape = (len(self.encoding.planes) + len(self.encoding.numbers), *self.encoding.shape)
        infinity, actions = float("inf"), self.encoding.actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": spaces.Box(-infinity, infinity, shape, "float32"), "action_mask": spaces.Box(0, 1, (actions,), "int8")}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents}
        self._next_seed = 1
        self.position: Position = game.start(1)

    def observation_space(self, agent: str) -> Any:
        """Dict of "observation", a Box, and "action_mask", a Box of 0 and 1: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Discrete(actions): the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """A new game. Without a seed it is one that follows from the last; `options` are not used.

        Games that are over before anybody has a choice are left out; after 1000 of them in a row RuntimeError is raised.
        """
        for _ in range(1000):
            seed = self._next_seed if seed is None else seed
            self._next_seed = spaces.following(seed)
            self.position = self.game.start(seed)
            if not self.position.over:
                break
            seed = None
        else:
            raise RuntimeError("in 1000 games one after the other nobody had anything to choose")
        self._plies = 0
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.to_move or self.agents[0]

    def observe(self, agent: str) -> Dict[str, Any]:
        """What a player sees of the position: "observation" and "action_mask"."""
        numpy = _numpy()
        mask = numpy.zeros(self.encoding.actions, dtype="int8")
        is_out = any(self.truncations.values()) or any(self.terminations.values())
        if self.position.to_move == agent and not is_out:
            mask[self.encoding.legal(self.position)] = 1
        return {"observation": self.encoding.stacked(self.encoding.observation(self.position, agent)), "action_mask": mask}

    def step(self, action: Any) -> None:
        """The agent to act makes an action; None if it is out. One that is not legal loses, unless `illegal` is "raise".

        Raises ValueError if it is no number of an action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = listed(self.encoding, self.position, action, self.illegal)
        self._cumulative_rewards[agent] = 0.0
        if number is None:
            self.rewards = {each: -1.0 if each == agent else 0.0 for each in self.agents}
            self.infos[agent] = {"illegal": True}
        else:
            self.position.push(number)
            self._plies += 1
            self.rewards = self.encoding.rewards(self.position)
        is_over = self.position.over or number is None
        is_cut = not is_over and self._plies >= self.max_plies
        self.terminations = {agent: is_over for agent in self.agents}
        self.truncations = {agent: is_cut for agent in self.agents}
        self.agent_selection = self.agents[0] if is_over or is_cut else self.position.to_move or ""
        self._accumulate_rewards()

    def state(self) -> Any:
        """What all players see together, one after the other: float32 [players, planes + numbers, rows, columns]."""
        return _numpy().stack([self.observe(agent)["observation"] for agent in self.possible_agents])

    def render(self) -> Optional[str]:
        """What the player to move sees, in the form of `render_mode` (characters without one); printed, and None, if that is "human"."""
        view = self.position.seen_by(self.position.to_move)
        if self.render_mode == "human":
            print(view.picture())
            return None
        return view.svg() if self.render_mode == "svg" else view.picture()

    def close(self) -> None:
        """Nothing is to be closed."""


def checked_illegal(illegal: str) -> str:
    if illegal not in ("lose", "raise"):
        raise ValueError(f"illegal is 'lose' or 'raise'; found {illegal!r}")
    return illegal


def listed(encoding: Encoding, position: Position, action: Any, illegal: str) -> Optional[int]:
    """The number of the listed move that is this action; None if it is not legal, where that loses."""
    try:
        number = int(action)
    except (ValueError, TypeError):
        number = -1
    if not 0 <= number < encoding.actions:
        raise ValueError(f"action {action!r} is none of the {encoding.actions} actions")
    legal = encoding.legal(position)
    if number in legal:
        return legal.index(number)
    if illegal == "raise":
        raise ValueError(f"action {action!r} is not legal here")
    return None
