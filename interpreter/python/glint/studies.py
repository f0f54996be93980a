"""Studies and comparisons: the lab from Python, as columns.

A table is a dictionary of lists of the same length, one for each column, so that `pandas.DataFrame(study.measures)`
makes a frame of it. `document` has everything, as the command prints it with `--json`.

Games run on several threads without the GIL, one for each core unless `threads` says otherwise; the number of threads
never changes a result. Bots written in Python hold the GIL while they choose. Ctrl-C ends all of it within about 0.1 s
and raises KeyboardInterrupt.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import namedtuple
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union, cast

from . import _engine
from .bots import AnyBot, Bot, Seats, _by_seat, _chosen, _for_game, _found, _name_of
from .game import Draws, Game, _draws, _whole
from .position import Position

__all__ = ["CardColumns", "Comparison", "Estimate", "MeasureColumns", "OpeningColumns", "Study", "compare", "study"]

Table = Dict[str, List[Any]]
#: Called in the thread that asked, with how many games (or positions) are done, and of how many.
Progress = Callable[[int, int], None]

Estimate = namedtuple("Estimate", "value low high of")
Estimate.__doc__ = "A measure with its 95 % confidence interval, and the number of games (or what it counts) behind it."


class MeasureColumns(TypedDict):
    """Columns of `Study.measures`: a row for each measure. Shares are fractions of 1, others in their own units."""

    id: List[str]
    meaning: List[str]
    form: List[str]
    interval: List[str]
    value: List[float]
    low: List[float]
    high: List[float]
    of: List[int]
    text: List[str]


class CardColumns(TypedDict):
    """Columns of `Study.card`: a row for each question about the game. `next`: commands that tell more, or ""."""

    id: List[str]
    level: List[str]
    text: List[str]
    next: List[str]


class OpeningColumns(TypedDict):
    """Columns of `Study.openings`: a row for each first move. Shares are fractions of 1."""

    name: List[str]
    share: List[float]
    low: List[float]
    high: List[float]
    of: List[int]
    ahead: List[Optional[float]]
    ahead_low: List[Optional[float]]
    ahead_high: List[Optional[float]]


def _columns(rows: Sequence[Mapping[str, Any]], columns: Iterable[str] = ()) -> Table:
    names = dict.fromkeys([*columns, *(name for row in rows for name in row)])
    return {name: [row.get(name) for row in rows] for name in names}


class Study:
    """What a series of games shows. Shares are fractions of 1."""

    def __init__(self, game: Game, core: "_engine.Study"):
        self.game, self._core = game, core
        self.document: Dict[str, Any] = json.loads(core.document())

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.document["games"]

    @property
    def verdict(self) -> str:
        """The finding, in a sentence with its interval."""
        return self.document["verdict"]

    @property
    def measures(self) -> MeasureColumns:
        """Columns id, meaning, form ("share" or "mean"), interval, value, low, high, of, text: a row for each measure."""
        return cast(MeasureColumns, _columns(self.document["measures"], MeasureColumns.__annotations__))

    @property
    def card(self) -> CardColumns:
        """What is wrong with the game: columns id, level ("problem", "open", "fine", "note"), text, next."""
        return cast(CardColumns, _columns(self.document["card"], CardColumns.__annotations__))

    @property
    def strong(self) -> Optional[Dict[str, Any]]:
        """With `strong=True`: what better bots find (`bot`, `verdict`, `flips`, ...); else None."""
        return self.document["strong"]

    @property
    def luck(self) -> Optional[Estimate]:
        """How much of who wins chance alone decides; None without chance, or if other bots than random ones are not `strong`."""
        one = self.document["luck"]
        return one and Estimate(one["value"], one["low"], one["high"], one["of"])

    @property
    def openings(self) -> OpeningColumns:
        """First moves, the best one first: columns name, share (of won games that the first player won), low, high, of.

        With `openings=True` there are all of them, with ahead, ahead_low and ahead_high: how much more the first player got
        than after other first moves in games of the same seeds. Else these are None, and only first moves that came up 20
        times are there.
        """
        rows = []
        for one in self.document["openings"]:
            ahead = one.get("ahead") or {}
            beyond = {"ahead": ahead.get("value"), "ahead_low": ahead.get("low"), "ahead_high": ahead.get("high")}
            rows.append({**{name: one[name] for name in ("name", "share", "low", "high", "of")}, **beyond})
        return cast(OpeningColumns, _columns(rows, OpeningColumns.__annotations__))

    def __getitem__(self, measure: str) -> Estimate:
        """A measure by its id: `study["first_player_advantage"].high`."""
        for one in self.document["measures"]:
            if one["id"] == measure:
                return Estimate(one["value"], one["low"], one["high"], one["of"])
        raise KeyError(f"no measure {measure!r}; there are {', '.join(one['id'] for one in self.document['measures'])}")

    @property
    def moves(self) -> Table:
        """Columns name, chosen, legal (plies), games: a row for each kind of move."""
        return _columns(self.document["moves"])

    @property
    def cells(self) -> Table:
        """Columns cell, picked (times), filled and lit (shares of positions)."""
        return _columns(self.document["cells"])

    @property
    def pieces(self) -> Table:
        """Columns kind, owner, pieces (on average), positions (share that have one)."""
        return _columns(self.document["pieces"])

    @property
    def lengths(self) -> Table:
        """Columns plies, games: how many games were so long."""
        return {"plies": [row[0] for row in self.document["lengths"]], "games": [row[1] for row in self.document["lengths"]]}

    @property
    def warnings(self) -> List[str]:
        """What is odd about these games, a sentence each."""
        return self.document["warnings"]

    def replay(self, number: int) -> Position:
        """A game of the study played again, from 0: its last position, with its `history`.

        `study.document["chosen"]` names some that are worth a look.
        """
        seed, draws, moves = self._core.again(number)
        fixed: Dict[str, List[str]] = {}
        for name, value in draws:
            fixed.setdefault(name, []).append(value)
        position = self.game.start(seed, fixed)
        for move in moves:
            position.push(move)
        return position

    def __str__(self) -> str:
        """The report of `glint study`."""
        return self._core.text()

    def __repr__(self) -> str:
        return f"<Study of {self.game.title!r}: {self.verdict}>"


def study(
    game: Game,
    games: Optional[int] = None,
    bots: Seats = "random",
    *,
    rotate: bool = False,
    seed: int = 1,
    max_plies: int = 2000,
    draws: Optional[Draws] = None,
    playouts: int = 0,
    without: Union[str, Sequence[str]] = (),
    until: Optional[str] = None,
    strong: bool = False,
    openings: bool = False,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Study:
    """Plays `games` games (1000) and measures them, as `glint study` does: the same arguments give the same numbers.

    `bots`: one for all seats, or by player (see glint.bots), own ones among them. `rotate`: bots move one seat on after
    each game, and the measures `bot.1`, `bot.2` have what each wins. A Bot whose `seed` is not 1 plays otherwise than
    one that is named. Games end as unfinished after `max_plies`.
    `playouts`: that many random games from a position decide who leads there, not the script's `heuristic` or `score`.
    `without`: moves or pieces that players do without, unless nothing else can be chosen: "move:challenge", "piece:wall",
    or at one seat "move:challenge@sun". `until`: the study ends when a measure is so precise: "length within 0.5",
    "first_player_advantage within 2%"; it then has at most a million games, if `games` does not say how many. The
    intervals are wider, for its looks.
    `strong`: better bots play, too, as with `--strong`: what they find is in `Study.strong`, and `Study.card` says how much is
    skill and, of more games, how much luck. `openings`: games begin with each first move, and `Study.openings` compares these; a bot of one's own that
    would begin otherwise does so at random. `progress` counts all these games, too.
    Raises GlintError if a bot cannot play this game, `until` names no measure of it, no better bots are known, or first moves
    cannot be compared; RuleError if a rule fails in a game; KeyError if there is no such move, piece or player; ValueError if
    an argument is wrong, or `strong` is asked of bots of one's own (or of a Bot with a seed), as none is known to be better.
    """
    if until is not None:
        said = re.fullmatch(r"\s*[\w.]+\s+within\s+(\d+(?:\.\d+)?)%?\s*", until)
        if not said or float(said[1]) == 0:
            raise ValueError(f"until is a measure and the width of its interval, as 'length within 0.5' or 'drama within 2%'; found {until!r}")
    games = (1000 if until is None else 1_000_000) if games is None else games
    left_out = _restrictions(game, [without] if isinstance(without, str) else without)
    proven, learned = _best_of(game, bots) if strong else ("", None)
    begun = _begin(game, game.id, games, bots, rotate, seed, max_plies, draws, playouts, left_out, until is not None, learned)
    core, _ = begun
    if until is not None:
        core.is_known(until)  # raises what is wrong with it
    further = sum(count for _, count, _ in core.ask(strong, proven, openings))  # raises what is wrong with that
    _run([begun], games, threads, _further(progress, 0, further), until)
    found = Study(game, core)
    if not further:
        return found
    asked, played = core.ask(strong, proven, openings), found.games
    further = sum(count for _, count, _ in asked)
    for answer, count, is_random in asked:
        further -= count
        _run([(answer, _chunk(is_random, playouts))], count, threads, _further(progress, played, further))
        answer.take()
        played += count
    return Study(game, core)


def _further(progress: Optional[Progress], before: int, after: int) -> Optional[Progress]:
    """The progress of games that are played after some, and before others."""
    if progress is None:
        return None
    call = progress
    return lambda done, total: call(before + done, before + total + after)


def _best_of(game: Game, bots: Seats) -> Tuple[str, Optional["_engine.Learned"]]:
    """Learned values that have passed their matches, and the bot that has by them; ("", None) if the game has none."""
    seats = _by_seat(game, bots)
    if any(not isinstance(one, str) and not (isinstance(one, Bot) and one.seed == 1) for one in seats):
        raise ValueError("with `strong` bots are named, as 'mcts:100': what is better than one of your own is not known")
    values = next((one.values for one in seats if isinstance(one, Bot) and one.values is not None), None)
    spec, learned = _found("best", values, game, warns=False)
    proven = learned.proven() if learned is not None and spec.startswith("learned") else ""
    return proven, learned if proven else None


def _restrictions(game: Game, texts: Sequence[str]) -> List[Tuple[bool, int, int]]:
    found = []
    facts = _engine.numbering(game._core) if texts else {}
    for text in texts:
        kind, _, rest = text.partition(":")
        name, at, player = rest.partition("@")
        if kind not in ("piece", "move"):
            raise ValueError(f"without is 'move:NAME' or 'piece:NAME', with '@PLAYER' for one seat; found {text!r}")
        known = facts["kinds" if kind == "piece" else "moves"]
        found.append((kind == "piece", _index(known, name, kind), _index(game.players, player, "player") if at else -1))
    return found


def _index(known: Sequence[str], name: str, what: str) -> int:
    if name not in known:
        raise KeyError(f"the game has no {what} {name!r}; there are {', '.join(known)}")
    return known.index(name)


def _looks(games: int, chunk: int) -> List[int]:
    """After how many games `until` looks at what is known: 100, then whenever a tenth more are counted."""
    looks, at = [], 100
    while True:
        at = -(-at // chunk) * chunk
        looks.append(at)
        if at >= games:
            return looks
        at += at // 10 + 1


def _chunk(is_random: bool, playouts: int) -> int:
    return 32 if is_random and playouts == 0 else 1


def _begin(
    game: Game, label: str, games: int, bots: Seats, rotate: bool, seed: int, max_plies: int, draws: Optional[Draws],
    playouts: int, without: Sequence[Tuple[bool, int, int]] = (), is_watched: bool = False,
    learned: Optional["_engine.Learned"] = None,
) -> Tuple["_engine.Study", int]:
    games, max_plies, seed = _whole("games", games, 1), _whole("max_plies", max_plies, 1), _whole("seed", seed)
    seats = [Bot(one) if isinstance(one, str) else one for one in _by_seat(game, bots)]
    if rotate and len(seats) < 2:
        raise ValueError("rotate needs at least two seats, and this game has one")
    ours = {one: one._in(game) for one in seats if isinstance(one, Bot)}
    names = [ours[one][0] if isinstance(one, Bot) else _name_of(one) for one in seats]
    values = {one.values: learned for one, (_, learned) in ours.items() if learned is not None}
    if len(values) > 1:
        raise ValueError("all bots of a study that are `learned` play by the same values")
    # A Bot with a seed of its own plays as it does elsewhere; the command plays what is only named.
    is_own = [not isinstance(one, Bot) or one.seed != 1 for one in seats]
    guests = [_guest(game, one, bool(without)) if own else None for one, own in zip(seats, is_own)]
    # What is called `random` would be played without asking anybody.
    names = [f"{name} (own)" if own and name == "random" else name for name, own in zip(names, is_own)]
    learned = next(iter(values.values()), learned)
    chunk = _chunk(all(name == "random" for name in names), playouts)
    looks = len(_looks(games, chunk)) if is_watched else 1
    core = _engine.Study(
        label, game._core, names, guests, rotate, seed, games, max_plies, _draws(draws), playouts, learned, without, looks
    )
    return core, chunk


def _guest(game: Game, bot: AnyBot, is_strict: bool) -> Callable[[int], Callable[["_engine.Position", Optional[List[int]]], int]]:
    origin: Tuple[Optional[str], Tuple[Any, ...]] = (None, (1, [], False))

    def of_game(seed: int) -> Callable[["_engine.Position", Optional[List[int]]], int]:
        player = _for_game(bot, seed)

        def choose(core: "_engine.Position", only: Optional[List[int]]) -> int:
            position = Position(game, core, origin)
            if isinstance(player, Bot):
                return player._number(position, only)
            number = _chosen(player, position, only if is_strict else None)
            # Else it is to begin with one of these, for `openings`, and would not.
            return number if only is None or number in only else random.Random(seed).choice(only)

        return choose

    return of_game


def _run(
    begun: Sequence[Tuple["_engine.Study", int]],
    games: int,
    threads: Optional[int],
    progress: Optional[Progress],
    until: Optional[str] = None,
) -> None:
    """Plays studies on threads. What is played is counted in the order of its numbers, and looked at now and then."""
    threads = max(1, threads or os.cpu_count() or 1)
    cancel = _engine.Cancel()
    done, total = 0, games * len(begun)
    with ThreadPoolExecutor(threads) as pool:
        try:
            for core, chunk in begun:
                size = max(chunk, min(games // (4 * threads), 2000)) if chunk > 1 else 1
                looks = [look for look in _looks(games, chunk) if look < games] if until else []
                parts = _parts(games, size, [*looks, games])
                running: List["Future[_engine.Played]"] = []
                sizes: List[int] = []

                def more() -> None:
                    for begin, end in parts:
                        running.append(pool.submit(core.play, begin, end, cancel))
                        sizes.append(end - begin)
                        return

                for _ in range(3 * threads):
                    more()
                while running:
                    part = _result(running.pop(0))
                    more()
                    core.add(part)
                    done += sizes.pop(0)
                    if progress is not None:
                        progress(done, total)
                    if until and looks and done == looks[0]:
                        looks.pop(0)
                        if core.is_known(until):
                            cancel.set()
                            core.end_here()
                            return
        except BaseException:
            cancel.set()
            raise


def _parts(games: int, size: int, stops: Sequence[int]) -> Iterator[Tuple[int, int]]:
    """Games in parts of a size, which do not go on over these numbers."""
    at = 0
    for stop in stops:
        while at < stop:
            end = min(at + size, stop)
            yield at, end
            at = end


def _result(future: "Future[Any]") -> Any:
    """Its result; looks for Ctrl-C meanwhile, also where a wait without end would not."""
    while not wait([future], timeout=0.1, return_when=FIRST_COMPLETED).done:
        pass
    return future.result()


class Comparison:
    """Studies side by side, game by game; the first is the one that the others are compared with."""

    def __init__(self, labels: List[str], studies: List[Study], rows: List[Dict[str, Any]], text: str):
        self.labels, self.studies, self.document, self._text = labels, studies, rows, text

    @property
    def measures(self) -> Table:
        """A row for each measure of each study.

        Columns id, label, value, low, high, of, and of the difference from the first study: difference,
        difference_low, difference_high, smallest (that so many games would mark in 4 of 5 such studies), p,
        corrected_p (Holm), differs; None in the rows of the first.
        """
        rows = []
        for measure in self.document:
            for one in measure["values"]:
                difference = one.get("difference") or {}
                rows.append(
                    {
                        "id": measure["id"],
                        "label": one["label"],
                        **{name: one.get(name) for name in ("value", "low", "high", "of")},
                        "difference": difference.get("value"),
                        "difference_low": difference.get("low"),
                        "difference_high": difference.get("high"),
                        **{name: one.get(name) for name in ("smallest", "p", "corrected_p", "differs")},
                    }
                )
        return _columns(rows)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.labels)}>"


def compare(
    games: Union[Game, Iterable[Game], Mapping[str, Game]],
    count: int = 1000,
    bots: Union[Seats, Sequence[Seats]] = "random",
    *,
    rotate: bool = False,
    seed: int = 1,
    max_plies: int = 2000,
    draws: Optional[Draws] = None,
    playouts: int = 0,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Comparison:
    """Studies several games, or one game with several bots, side by side: `count` games of each with the same seeds.

    `games`: games (labelled by their ids), or a dictionary with labels. `bots`: as in `study`; or, with one game, a list
    of them. All else is as in `study`.
    """
    if isinstance(games, Game):
        several = bots if isinstance(bots, (list, tuple)) else [bots]
        made = [(_label(one), games, one) for one in several]
    else:
        named = games if isinstance(games, Mapping) else {one.id + "".join(f" {k}={v}" for k, v in one._settings.items()): one for one in games}
        made = [(label, game, bots) for label, game in named.items()]
    if len(made) < 2:
        raise ValueError("there is nothing to compare: one game and one bot")
    begun = [_begin(game, label, count, seats, rotate, seed, max_plies, draws, playouts) for label, game, seats in made]
    _run(begun, count, threads, progress)
    rows, text = _engine.compared([core for core, _ in begun])
    return Comparison(
        [label for label, _, _ in made], [Study(game, core) for (_, game, _), (core, _) in zip(made, begun)], json.loads(rows), text
    )


def _label(bots: Any) -> str:
    if isinstance(bots, Mapping):
        return ", ".join(f"{player}={_name_of(bot)}" for player, bot in bots.items())
    return _name_of(bots)
