"""Bots: those of Glint by name, and your own.

Wherever a bot is asked for, it may be
- a specification: "random", "greedy", "mcts:500" (iterations), "mcts:200ms", "alphabeta:3" (`bots()` lists them), or
  "best:100ms", the bot that plays a game best as far as is known;
- a `Bot`, which may also play by learned values;
- a function, or an object with a method `choose`, that takes a position and answers a legal move: its text, or its
  number in `position.moves`. In a game with secrets it is given the view of the player to move. If it has a method
  `for_game(seed)`, that makes the bot that plays a game: with random numbers of its own, games do not depend on threads.
"""

from __future__ import annotations

import copy
import operator
import os
import warnings
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _engine
from .errors import Diagnostic, GlintError
from .game import Game, _whole
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

    "learned:4" plays by `values`, a file of `glint learn`. "best:100ms" is the bot that `glint tune` has found for a game
    (GAME.best, beside the script); else `learned`, if the game has values that have passed their matches (`values`, or
    GAME.values beside the script, or those that come with a bundled game); else the bot that suits the rules.

    The same bot chooses anew each time; what plays a whole game (`play`, matches, environments) does so with a copy of it
    (`for_game`), so games follow from their seeds. Raises GlintError, when it chooses, if there is no such bot, it cannot
    play this game, or its values are of another one.
    """

    def __init__(self, spec: str, seed: int = 1, values: Union[None, str, "os.PathLike[str]"] = None):
        if not isinstance(spec, str):
            raise TypeError(f"a bot is named by a text, such as 'mcts:500'; found {spec!r}")
        self.spec, self.seed = spec, _whole("seed", seed)
        self.values = None if values is None else os.fspath(values)
        #: What it expects for the player to move, where it chose last: 0 (lost) to 1 (won); None if it does not say.
        self.value: Optional[float] = None
        #: Whether its last move was drawn at random, as it found no position that fits what its player has seen.
        self.guessed = False
        self._chosen = 0
        self._known: List[Tuple[Game, str, Optional["_engine.Learned"]]] = []  # in which game, and what it is there

    @property
    def name(self) -> str:
        """As it was named: "mcts:500"."""
        return self.spec

    def choose(self, position: Position) -> str:
        """The move that it would play. It sees no more than the player to move, but needs the whole position.

        Without the GIL; Ctrl-C ends it. Raises ValueError if there is nothing to choose.
        """
        if isinstance(position, View):
            raise TypeError("a bot of Glint takes a position, not a view: it looks at no more than its player may see")
        if position.to_move is None:
            raise ValueError("there is nothing to choose: the game is over, or waits for chance")
        return position.moves[self._number(position)]

    def _number(self, position: Position, only: Optional[Sequence[int]] = None) -> int:
        """The number of the move; `only`: of these."""
        seed = (self.seed + 0x9E3779B97F4A7C15 * self._chosen) % 2**64  # another one for each choice
        self._chosen += 1
        spec, learned = self._in(position.game)
        number, self.value, self.guessed = _engine.choose(spec, seed, position._core, learned, only)
        return number

    def _in(self, game: Game) -> Tuple[str, Optional["_engine.Learned"]]:
        """Which bot it is in this game, and what it has learnt. Files are read once, also for its copies."""
        if not self._known or self._known[0][0] is not game:
            spec, learned = _found(self.spec, self.values, game)
            _engine.check_bot(spec, game._core)
            self._known[:] = [(game, spec, learned)]
        return self._known[0][1:]

    def for_game(self, seed: int) -> "Bot":
        """A copy that plays one game: it follows from its own seed and from that of the game."""
        made = copy.copy(self)
        made.seed, made._chosen = (self.seed * 0x9E3779B97F4A7C15 + seed) % 2**64, 0
        made.value, made.guessed = None, False
        return made

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_known": []}  # it is found again

    def __copy__(self) -> "Bot":
        made = Bot.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def __repr__(self) -> str:
        return f"Bot({self.spec!r}, seed={self.seed}{'' if self.values is None else f', values={self.values!r}'})"


def _found(spec: str, values: Optional[str], game: Game, warns: bool = True) -> Tuple[str, Optional["_engine.Learned"]]:
    name, _, budget = spec.partition(":")
    if name not in ("learned", "best"):
        if values is not None:
            raise _wrong(f"`{spec}` does not play by values, and there are some", "`learned` and `best` do")
        return spec, None
    text = learned = None
    if name == "best" and values is None and "name" in game._source:  # the engine holds those of bundled games
        file = game._source["name"] + ".values"
        text = _engine.bundled_values(game._source["name"])
    else:
        file = game._beside(".values") if name == "best" and values is None else values
        if file is not None:
            with open(file, "rb") as opened:
                text = opened.read()
    if text is not None:
        try:
            learned = _engine.Learned(game._core, text)
        except GlintError as wrong:
            if values is not None:
                raise
            if warns:
                _pass_over(file, wrong.message)
    elif name == "learned":
        raise _wrong("`learned` plays by learned values, and there are none", "`glint learn GAME -o FILE`, then Bot(..., values=FILE)")
    if name == "best":
        name = _tuned(game, warns)
        if not name or (name == "learned" and learned is None):
            name = "learned" if learned is not None and learned.proven() else game._facts["fitting_bot"]
    return f"{name}:{budget or '100ms'}" if spec.startswith("best") else spec, learned if name == "learned" else None


def _tuned(game: Game, warns: bool) -> str:
    """The bot that `glint tune` has found; "": it was not asked."""
    file = game._beside(".best")
    if file is None:
        return ""
    with open(file, encoding="utf-8", errors="replace") as opened:
        text = opened.read()
    head = f"glint best 1\n{game._facts['identity']}bot "
    if not text.startswith(head):
        if warns:
            _pass_over(file, "it is of another game, of other rules or options")
        return ""
    return text[len(head) :].split("\n", 1)[0]


def _pass_over(file: str, why: str) -> None:
    """A file beside the script was made of rules that have changed since: `best` is chosen without it."""
    warnings.warn(f"`{file}` is passed over by `best`: {why}", stacklevel=2)


def _wrong(message: str, help: str = "") -> GlintError:
    return GlintError((Diagnostic("", message, help),))


def play(game: Game, bots: Seats = "random", seed: int = 1, max_plies: int = 2000, draws: Any = None) -> Position:
    """A game between bots, from its start to its end or for `max_plies`: the last position, with its `history`."""
    seed, max_plies = _whole("seed", seed), _whole("max_plies", max_plies, 1)
    made = _seated(_by_seat(game, bots), seed)
    position = game.start(seed, draws)
    while not position.over and len(position._past) < max_plies:
        bot = made[game._facts["players"].index(position.to_move)]
        position.push(bot.choose(position) if isinstance(bot, Bot) else _chosen(bot, position))
    return position


def _seated(seats: Sequence[AnyBot], seed: int) -> List[OwnBot]:
    """Those that play the game with this seed."""
    seeds = [(seed + seat) % 2**64 for seat in range(len(seats))]
    return [Bot(one, its) if isinstance(one, str) else _for_game(one, its) for one, its in zip(seats, seeds)]


def _for_game(bot: OwnBot, seed: int) -> OwnBot:
    return bot.for_game(seed) if hasattr(bot, "for_game") else bot


def _name_of(bot: AnyBot) -> str:
    if isinstance(bot, str):
        return bot
    name = getattr(bot, "name", None) or getattr(bot, "__name__", None) or type(bot).__name__
    return str(name)


def _by_seat(game: Game, bots: Seats) -> List[AnyBot]:
    if not isinstance(bots, Mapping):
        bots = {"*": bots}
    for name, bot in bots.items():
        if not isinstance(bot, str) and not callable(bot) and not hasattr(bot, "choose") and not hasattr(bot, "for_game"):
            raise TypeError(f"a bot is a text, a Bot, a function, or has `choose` or `for_game`; and bots are one for all seats, or by player; found {bot!r}")
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
    try:
        choice = operator.index(choice)
    except TypeError:
        raise TypeError(f"the bot {_name_of(bot)!r} answered {choice!r}, not a move: its text, or its number in `moves`") from None
    if not 0 <= choice < len(position.moves):
        raise ValueError(f"the bot {_name_of(bot)!r} chose move {choice} of {len(position.moves)}")
    if only is not None and choice not in only:
        raise ValueError(f"the bot {_name_of(bot)!r} chose {position.moves[choice]!r}, which this study leaves out")
    return choice
