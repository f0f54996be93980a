"""Bots: those of Glint by name, and your own.

Wherever a bot is asked for, it may be
- a specification: "random", "greedy", "mcts:500" (iterations), "mcts:200ms", "alphabeta:3" (`bots()` lists them);
- a function, or an object with a method `choose`, that takes a position and answers a legal move: its text, or its
  number in `position.moves`. In a game with secrets it is given the view of the player to move. If it has a method
  `for_game(seed)`, that makes the bot that plays a game: with random numbers of its own, games do not depend on threads.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

from . import _engine
from .game import Game
from .position import Position, View

__all__ = ["AnyBot", "Bot", "bots", "play"]

#: A bot of one's own: a function, or an object with `choose`.
OwnBot = Union[Callable[[Any], Union[str, int]], Any]
AnyBot = Union[str, "Bot", OwnBot]
#: One bot for all seats; or by player, where "*" is for all that are not named ("random" without it).
Seats = Union[AnyBot, Mapping[str, AnyBot]]


def bots() -> Dict[str, str]:
    """By name: what each bot of Glint does, in a line."""
    return {name: f"{summary} ({forms})" for name, forms, summary in _engine.bots()}


class Bot:
    """A bot of Glint. The same seed gives the same moves, unless its budget is a time.

    >>> Bot("mcts:500", seed=1).choose(position)    # doctest: +SKIP
    'C4 ne blue'

    The same bot chooses anew each time. Raises GlintError, when it chooses, if there is no such bot or it cannot play this game.
    """

    def __init__(self, spec: str, seed: int = 1):
        self.spec, self.seed = spec, seed
        #: What it expects for the player to move, where it chose last: 0 (lost) to 1 (won); None if it does not say.
        self.value: Optional[float] = None
        #: Whether its last move was drawn at random, as it found no position that fits what its player has seen.
        self.guessed = False
        self._chosen = 0

    @property
    def name(self) -> str:
        return self.spec

    def choose(self, position: Position) -> str:
        """The move that it would play. It sees no more than the player to move, but needs the whole position.

        Without the GIL; Ctrl-C ends it. Raises ValueError if there is nothing to choose.
        """
        if isinstance(position, View):
            raise TypeError("a bot of Glint takes a position, not a view: it looks at no more than its player may see")
        if position.to_move is None:
            raise ValueError("there is nothing to choose: the game is over, or waits for chance")
        seed = (self.seed + 0x9E3779B97F4A7C15 * self._chosen) % 2**64  # another one for each choice
        self._chosen += 1
        number, self.value, self.guessed = _engine.choose(self.spec, seed, position._core)
        return position.moves[number]

    def __repr__(self) -> str:
        return f"Bot({self.spec!r}, seed={self.seed})"


def play(game: Game, bots: Seats = "random", seed: int = 1, max_plies: int = 2000, draws: Any = None) -> Position:
    """A game between bots, from its start to its end or for `max_plies`: the last position, with its `history`."""
    seats = _by_seat(game, bots)
    made = [Bot(one, seed + seat) if isinstance(one, str) else _for_game(one, seed + seat) for seat, one in enumerate(seats)]
    position = game.start(seed, draws)
    while not position.over and len(position._past) < max_plies:
        bot = made[game._facts["players"].index(position.to_move)]
        position.push(bot.choose(position) if isinstance(bot, Bot) else _chosen(bot, position))
    return position


def _for_game(bot: OwnBot, seed: int) -> OwnBot:
    return bot.for_game(seed) if hasattr(bot, "for_game") else bot


def _name_of(bot: AnyBot) -> str:
    if isinstance(bot, str):
        return bot
    name = getattr(bot, "name", None) or getattr(bot, "__name__", None) or type(bot).__name__
    return str(name)


def _by_seat(game: Game, bots: Seats) -> List[AnyBot]:
    if not isinstance(bots, Mapping):
        return [bots] * len(game.players)
    for name in bots:
        if name != "*" and name not in game.players:
            raise KeyError(f"the game has no player {name!r}; its players are {', '.join(game.players)}")
    return [bots.get(player, bots.get("*", "random")) for player in game.players]


def _chosen(bot: OwnBot, position: Position, only: Optional[Sequence[int]] = None) -> int:
    """The number of the move that a bot of one's own takes."""
    shown: Union[Position, View] = position
    if position.game.has_secrets:
        shown = position.seen_by(position.to_move)
    choice = (bot.choose if hasattr(bot, "choose") else bot)(shown)
    if isinstance(choice, str):
        try:
            choice = position.moves.index(choice)
        except ValueError:
            why = position.why(choice)
            reason = why.message if why else "it is not in the list of moves"
            raise ValueError(f"the bot {_name_of(bot)!r} chose {choice!r}: {reason}") from None
    if not isinstance(choice, int):
        raise TypeError(f"the bot {_name_of(bot)!r} answered {choice!r}, not a move: its text, or its number in `moves`")
    if not 0 <= choice < len(position.moves):
        raise ValueError(f"the bot {_name_of(bot)!r} chose move {choice} of {len(position.moves)}")
    if only is not None and choice not in only:
        raise ValueError(f"the bot {_name_of(bot)!r} chose {position.moves[choice]!r}, which this study leaves out")
    return choice
