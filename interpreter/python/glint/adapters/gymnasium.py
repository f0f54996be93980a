"""Games as environments of Gymnasium, for one player; bots play the others.

    from glint.adapters.gymnasium import Environment
    env = Environment(glint.Game("laser_lawn"), player="sun", bots="greedy")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

An observation is float32 [planes + numbers, rows, columns], in which each number fills a plane (Encoding.stacked).
`info["action_mask"]` is int8 [actions]. Rewards come at the end (Encoding.rewards). An action that is not legal loses: the
game is over for the player, with the reward -1 and `info["illegal"]`. Chance follows the seed.
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from ..bots import Bot, Seats, _by_seat, _chosen, _seated
from ..encoding import Encoding, _numpy
from ..game import Game
from ..position import Position
from . import _spaces as spaces
from .pettingzoo import checked_illegal, listed

try:
    from gymnasium import Env
except ImportError:

    class Env:  # type: ignore[no-redef]
        """What Gymnasium's class of this name has in common for all environments."""

        metadata: Dict[str, Any] = {"render_modes": []}
        render_mode: Optional[str] = None

        @property
        def unwrapped(self) -> Any:
            return self

        def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Any:
            return None

        def close(self) -> None:
            pass

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: Any) -> None:
            self.close()


class Environment(Env):
    """A game as an environment for `player`, who need not be named if there is only one.

    `bots`: who plays the others, as in `glint.play`. `max_plies`: where a game is cut off (truncated), with the others'.
    `limit`: how many actions there may be. `render_mode`: None, "ansi", "svg" or "human". `illegal`: what an action does
    that the mask does not have, "lose" or "raise".
    """

    metadata = {"render_modes": ["ansi", "svg", "human"]}

    def __init__(
        self,
        game: Game,
        player: Optional[str] = None,
        bots: Seats = "random",
        max_plies: int = 2000,
        limit: int = 1 << 21,
        render_mode: Optional[str] = None,
        illegal: str = "lose",
    ):
        if player is None and len(game.players) > 1:
            raise ValueError(f"the game has several players, {', '.join(game.players)}: which of them is to learn?")
        if player is not None and player not in game.players:
            raise KeyError(f"the game has no player {player!r}; its players are {', '.join(game.players)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render_mode {render_mode!r}")
        self.illegal, self._has_lost = checked_illegal(illegal), False
        self.game, self.encoding, self.max_plies = game, Encoding(game, limit), max_plies
        self.player, self.render_mode = player or game.players[0], render_mode
        self._seats = _by_seat(game, bots)
        infinity = float("inf")
        shape = (len(self.encoding.planes) + len(self.encoding.numbers), *self.encoding.shape)
        self.observation_space = spaces.Box(-infinity, infinity, shape, "float32")
        self.action_space = spaces.Discrete(self.encoding.actions)
        self._next_seed = 1
        self.position: Position = game.start(1)

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        """A new game, up to the player's first choice. Without a seed it is one that follows from the last; `options` are not used."""
        super().reset(seed=seed)
        most_empty = 1000
        for _ in range(most_empty):  # games that end before the player has a choice
            seed = self._next_seed if seed is None else seed
            self._next_seed = spaces.following(seed)
            self.position, self._plies, self._has_lost = self.game.start(seed), 0, False
            self._others = _seated(self._seats, seed)
            self._let_others_play()
            if self.position.to_move == self.player and self._plies < self.max_plies:
                return self._seen()
            seed = None
        raise RuntimeError(f"in {most_empty} games {self.player} had nothing to choose")

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """The player makes an action, then the others play; one that is not legal loses, unless `illegal` is "raise".

        Raises ValueError if the game is over, or `action` is no number of an action.
        """
        if self.position.over or self._has_lost or self._plies >= self.max_plies:
            raise ValueError("the game is over: reset begins another one")
        number = listed(self.encoding, self.position, action, self.illegal)
        if number is None:
            self._has_lost = True
            observation, info = self._seen()
            return observation, -1.0, True, False, {**info, "illegal": True}
        self.position.push(number)
        self._plies += 1
        self._let_others_play()
        observation, info = self._seen()
        reward = self.encoding.rewards(self.position)[self.player]
        return observation, reward, self.position.over, not self.position.over and self._plies >= self.max_plies, info

    def _let_others_play(self) -> None:
        while not self.position.over and self.position.to_move != self.player and self._plies < self.max_plies:
            bot = self._others[self.game.players.index(self.position.to_move or "")]
            self.position.push(bot.choose(self.position) if isinstance(bot, Bot) else _chosen(bot, self.position))
            self._plies += 1

    def _seen(self) -> Tuple[Any, Dict[str, Any]]:
        mask = _numpy().zeros(self.encoding.actions, dtype="int8")
        if self.position.to_move == self.player and not self._has_lost:
            mask[self.encoding.legal(self.position)] = 1
        return self.encoding.stacked(self.encoding.observation(self.position, self.player)), {"action_mask": mask}

    def render(self) -> Optional[str]:
        """What the player sees, in the form of `render_mode` (characters without one); printed, and None, if that is "human"."""
        view = self.position.seen_by(self.player)
        if self.render_mode == "human":
            print(view.picture())
            return None
        return view.svg() if self.render_mode == "svg" else view.picture()
