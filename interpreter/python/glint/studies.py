"""Studies, comparisons, searches: the lab from Python, as columns.

A table is a dictionary of lists of the same length, one for each column, so that `pandas.DataFrame(study.measures)`
makes a frame of it. `document` has everything, as the command prints it with `--json`.

Games run on several threads without the GIL, one for each core unless `threads` says otherwise; the number of threads
never changes a result. Bots written in Python hold the GIL while they choose. Ctrl-C ends all of it within about 0.1 s
and raises KeyboardInterrupt.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections import namedtuple
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple, Union, overload

from . import _engine
from .bots import AnyBot, Bot, Seats, _by_seat, _chosen, _for_game, _name_of
from .errors import Diagnostic, GlintError
from .game import Draws, Game, _draws, _given
from .position import Position

__all__ = [
    "Comparison", "Diff", "Estimate", "Exploration", "Ladder", "Solved", "Study", "Value", "compare", "diff", "explore", "ladder",
    "solve", "study",
]  # fmt: skip

Table = Dict[str, List[Any]]
#: Called in the thread that asked, with how many games (or positions) are done, and of how many.
Progress = Callable[[int, int], None]

Estimate = namedtuple("Estimate", "value low high of")
Estimate.__doc__ = "A measure with its 95 % confidence interval, and the number of games (or what it counts) behind it."


def _columns(rows: Sequence[Mapping[str, Any]]) -> Table:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


class Study:
    """What a series of games shows. Shares are fractions of 1."""

    def __init__(self, game: Game, core: "_engine.Study"):
        self.game, self._core = game, core
        self.document: Dict[str, Any] = json.loads(core.document())

    @property
    def games(self) -> int:
        return self.document["games"]

    @property
    def verdict(self) -> str:
        """The finding, in a sentence with its interval."""
        return self.document["verdict"]

    @property
    def measures(self) -> Table:
        """Columns id, meaning, form ("share" or "mean"), value, low, high, of, ...: a row for each measure."""
        return _columns(self.document["measures"])

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
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Study:
    """Plays `games` games (1000) and measures them, as `glint study` does: the same arguments give the same numbers.

    `bots`: one for all seats, or by player (see glint.bots), own ones among them. `rotate`: bots move one seat on after
    each game, and the measures `bot.1`, `bot.2` have what each wins. Games end as unfinished after `max_plies`.
    `playouts`: that many random games from a position decide who leads there, not the script's `heuristic` or `score`.
    `without`: moves or pieces that players do without, unless nothing else can be chosen: "move:challenge", "piece:wall",
    or at one seat "move:challenge@sun". `until`: the study ends when a measure is so precise: "length within 0.5",
    "first_player_advantage within 2%"; it then has at most a million games, if `games` does not say how many. The
    intervals are wider, for its looks.
    Raises GlintError if a bot cannot play this game, RuleError if a rule fails in a game, KeyError if there is no such
    move, piece, player or measure.
    """
    wanted = None if until is None else _until(until)
    games = (1_000_000 if wanted else 1000) if games is None else games
    left_out = _restrictions(game, [without] if isinstance(without, str) else without)
    begun = _begin(game, game.id, games, bots, rotate, seed, max_plies, draws, playouts, left_out, wanted is not None)
    _run([begun], games, threads, progress, wanted)
    return Study(game, begun[0])


def _until(text: str) -> Tuple[str, float]:
    found = re.fullmatch(r"\s*([\w.]+)\s+within\s+(\d+(?:\.\d+)?)\s*(%?)\s*", text)
    if not found or float(found[2]) == 0:
        raise ValueError(f"until is a measure and the width of its interval, as 'length within 0.5' or 'drama within 2%'; found {text!r}")
    return found[1], float(found[2]) / (100 if found[3] else 1)


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
) -> Tuple["_engine.Study", int]:
    if games < 1 or max_plies < 1:
        raise ValueError("games and max_plies are at least 1")
    seats = [Bot(one) if isinstance(one, str) else one for one in _by_seat(game, bots)]
    if rotate and len(seats) < 2:
        raise ValueError("rotate needs at least two seats, and this game has one")
    ours = {one: one._in(game) for one in seats if isinstance(one, Bot)}
    names = [ours[one][0] if isinstance(one, Bot) else _name_of(one) for one in seats]
    values = {one.values: learned for one, (_, learned) in ours.items() if learned is not None}
    if len(values) > 1:
        raise ValueError("all bots of a study that are `learned` play by the same values")
    guests = [None if isinstance(one, Bot) else _guest(game, one) for one in seats]
    learned = next(iter(values.values()), None)
    chunk = _chunk(all(isinstance(one, Bot) and one.spec == "random" for one in seats), playouts)
    looks = len(_looks(games, chunk)) if is_watched else 1
    core = _engine.Study(
        label, game._core, names, guests, rotate, seed, games, max_plies, _draws(draws), playouts, learned, without, looks
    )
    return core, chunk


def _guest(game: Game, bot: AnyBot) -> Callable[[int], Callable[["_engine.Position", Optional[List[int]]], int]]:
    origin: Tuple[Optional[str], Tuple[Any, ...]] = (None, (1, [], False))

    def of_game(seed: int) -> Callable[["_engine.Position", Optional[List[int]]], int]:
        player = _for_game(bot, seed)
        return lambda core, only: _chosen(player, Position(game, core, origin), only)

    return of_game


def _run(
    begun: Sequence[Tuple["_engine.Study", int]],
    games: int,
    threads: Optional[int],
    progress: Optional[Progress],
    until: Optional[Tuple[str, float]] = None,
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
                        if _is_known(core, *until):
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


def _is_known(core: "_engine.Study", measure: str, width: float) -> bool:
    measures = json.loads(core.document())["measures"]
    for one in measures:
        if one["id"] == measure:
            return bool((one["high"] - one["low"]) / 2 <= width)
    raise KeyError(f"no measure {measure!r}; there are {', '.join(one['id'] for one in measures)}")


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


class Diff:
    """What differs between two games: `text`, by declarations, and `play`, the first position that differs.

    Both are as `glint diff --json` has them; `play` is None if the rules are the same, word by word.
    """

    def __init__(self, document: Dict[str, Any]):
        self.is_identical: bool = document["identical"]
        self.text: Dict[str, Any] = document["text"]
        self.play: Optional[Dict[str, Any]] = document["play"]

    @property
    def same(self) -> bool:
        """Whether no difference in play was found; `play["complete"]` says whether that is certain."""
        return self.play is None or self.play["same"]

    @property
    def witness(self) -> List[str]:
        """Moves and draws after which play differs; empty if it does not, or differs from the start."""
        return [] if self.play is None else self.play["witness"]

    @property
    def changes(self) -> Table:
        """Columns change ("added", "removed", "changed"), kind, name: declarations."""
        return _columns(
            [
                {"change": change, "kind": one.get("kind"), "name": one.get("name")}
                for change in ("added", "removed", "changed")
                for one in self.text[change]
            ]
        )

    def __repr__(self) -> str:
        if self.is_identical:
            return "<Diff: the rules are the same>"
        return "<Diff: no difference found in play>" if self.same else f"<Diff: play differs after {self.witness}>"


def diff(
    before: Game,
    now: Game,
    limit: int = 60_000,
    games: int = 200,
    max_plies: int = 300,
    seed: int = 1,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Diff:
    """Compares two games: their texts, then play, in up to `limit` pairs of positions and `games` random games.

    One thread, without the GIL. `progress` is called with the positions and games so far.
    """
    return Diff(json.loads(_engine.diff(before._core, now._core, limit, games, max_plies, seed, progress or _quiet)))


class Solved:
    """The solutions of a puzzle: lists of moves, those with the fewest first, one for each final position.

    `count` of them all; `best`, the highest score, if no game can be won and some end by score; `complete`: whether all
    `positions` that can be reached were searched.
    """

    def __init__(self, solutions: List[List[str]], count: int, best: Optional[int], complete: bool, positions: int, plies: int):
        self.solutions, self.count, self.best = solutions, count, best
        self.complete, self.positions, self.plies = complete, positions, plies

    def __iter__(self) -> Iterator[List[str]]:
        return iter(self.solutions)

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"<Solved: {self.count} solutions in {self.positions} positions{'' if self.complete else ', not complete'}>"


@dataclass(frozen=True)
class Value:
    """What a position is worth with perfect play of both players.

    `decided`: whether it is known. `winner`: a player; None if nobody can force a win. `by`: the difference of scores, if
    the winner wins by score. `plies`: in how many it ends, None if never or not known. `line`: perfect play. `positions`
    that were searched: all lines of `depth` plies.
    """

    decided: bool
    winner: Optional[str]
    by: Optional[int]
    plies: Optional[int]
    line: Tuple[str, ...]
    positions: int
    depth: int


@overload
def solve(puzzle: Union[Game, Position], limit: int = ..., max_solutions: int = ..., returned: int = ..., *, value: Literal[False] = ...) -> Solved: ...
@overload
def solve(puzzle: Union[Game, Position], limit: int = ..., *, value: Literal[True], symmetry: bool = ...) -> Value: ...
def solve(
    puzzle: Union[Game, Position],
    limit: int = 5_000_000,
    max_solutions: int = 2**63,
    returned: int = 1000,
    *,
    value: bool = False,
    symmetry: bool = False,
) -> Union[Solved, Value]:
    """Searches all positions that a single player, or a team, can reach, nearest first.

    At most `limit` positions, about 35 bytes each. It stops at `max_solutions` (2 show whether one is the only one), and
    answers with the moves of at most `returned`. One thread, without the GIL. Raises RuleError (G0613) for a game of
    several sides, with secrets, or with chance after the first choice.

    With `value`, of a game of two players who move in turn and see everything: who wins with perfect play, as a `Value`.
    `symmetry`: a position and its images count as one, which takes less memory and is not proved.
    """
    position = puzzle if isinstance(puzzle, Position) else puzzle.start()
    if value:
        return _value(position, limit, symmetry)
    return Solved(*_engine.solve(position._core, limit, max_solutions, returned))


def _value(position: Position, limit: int, symmetry: bool) -> Value:
    decided, worth, plies, line, positions, depth = _engine.value(position._core, limit, symmetry)
    win, never = 1 << 30, 0xFFFF
    mover = position._seen.to_move()
    winner = position.game.players[mover if worth > 0 else 1 - mover] if decided and worth else None
    by = abs(worth) if winner and abs(worth) != win else None
    return Value(decided, winner, by, plies if decided and plies != never else None, tuple(line), positions, depth)


class Ladder:
    """How deep a game is: how many doublings of effort, one after the other, still win three games in four.

    `rungs` has a row for each. `doublings`: as measured; `low` and `high`: with 95 % confidence; `high` is None, and
    `is_open` says so of `doublings`, if there may be more than were tried. `against_random`: what the lowest effort wins.
    """

    def __init__(self, game: Game, games: int, lowest: Estimate, rows: Sequence[Dict[str, Any]]):
        self.game, self.games, self.against_random = game, games, lowest
        #: Columns bot, against, seed, games, won, lost, undecided, share (of points), low, high, wins_three_in_four ("yes",
        #: "no", "perhaps"), length and first_player_advantage (None if no game was decisive).
        self.rungs: Table = _columns(rows)
        self.doublings = _in_a_row(row["share"] >= _RUNG_SHARE for row in rows)
        self.low = _in_a_row(row["low"] >= _RUNG_SHARE for row in rows)
        high = _in_a_row(row["high"] >= _RUNG_SHARE for row in rows)
        self.high: Optional[int] = high if high < len(rows) else None
        self.is_open = self.doublings == len(rows)

    def __repr__(self) -> str:
        reach = f"{self.low} to {self.high}" if self.high is not None else f"{self.low} or more"
        return f"<Ladder of {self.game.title!r}: {self.doublings} doublings ({reach})>"


_RUNG_SHARE = 0.75


def ladder(
    game: Game,
    games: int = 200,
    effort: int = 16,
    doublings: int = 8,
    *,
    seed: int = 1,
    max_plies: int = 2000,
    draws: Optional[Draws] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Ladder:
    """Does thinking longer help? `mcts` plays itself with half the effort, then both double, as in `glint study --ladder`.

    `games` on each of at most `doublings` rungs, from `effort` iterations on; it ends when a rung surely wins less than
    three games in four, but not before the third. `progress` is called with the games done of a rung. Raises GlintError
    if the game is not one of two opponents.
    """
    if game.is_team or len(game.players) != 2:
        raise GlintError((Diagnostic("", f"{game.title} has no ladder: it needs two opponents", "studies of `mcts:16`, `mcts:32` and so on show more"),))
    rows: List[Dict[str, Any]] = []
    lowest = Estimate(0.0, 0.0, 1.0, 0)
    fewest = 3
    for number in range(doublings + 1):
        bots = [f"mcts:{effort << number}", f"mcts:{effort << number - 1}" if number else "random"]
        its_seed = _mixed(seed + number * 0x9E3779B97F4A7C15)
        core, chunk = _begin(game, game.id, games, dict(zip(game.players, bots)), True, its_seed, max_plies, draws, 0)
        _run([(core, chunk)], games, threads, progress)
        played = Study(game, core)
        won, lost = (round(played[bot].value * games) for bot in ("bot.1", "bot.2"))
        undecided = games - won - lost
        low, high = _clopper_pearson(won + undecided // 2, games)[0], _clopper_pearson(won + (undecided + 1) // 2, games)[1]
        share = (won + undecided / 2) / games
        if number == 0:
            lowest = Estimate(share, low, high, games)
            continue
        holds = "yes" if low >= _RUNG_SHARE else "no" if high < _RUNG_SHARE else "perhaps"
        measures = {name: played[name] if name in played.measures["id"] else None for name in ("length", "first_player_advantage")}
        rows.append(
            {"bot": bots[0], "against": bots[1], "seed": its_seed, "games": games, "won": won, "lost": lost, "undecided": undecided,
             "share": share, "low": low, "high": high, "wins_three_in_four": holds, **measures}
        )  # fmt: skip
        if number >= fewest and any(row["high"] < _RUNG_SHARE for row in rows):
            break
    return Ladder(game, games, lowest, rows)


def _in_a_row(holds: Iterable[bool]) -> int:
    count = 0
    for one in holds:
        if not one:
            break
        count += 1
    return count


def _mixed(number: int) -> int:
    """The first number of SplitMix64 with this seed, from which Glint has the seeds of a series."""
    z = (number + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


def _clopper_pearson(hits: int, trials: int, alpha: float = 0.05) -> Tuple[float, float]:
    """The interval of a share of so many hits: C. Clopper and E. Pearson, 1934."""

    def at_least(count: int, share: float) -> float:
        """How likely so many hits, or more, are."""
        logs = math.log(share), math.log1p(-share)
        ways = [math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1) + k * logs[0] + (trials - k) * logs[1] for k in range(count, trials + 1)]
        return sum(map(math.exp, ways))

    def found(count: int, wanted: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if at_least(count, middle) < wanted else (low, middle)
        return (low + high) / 2

    return 0.0 if hits == 0 else found(hits, alpha / 2), 1.0 if hits == trials else found(hits + 1, 1 - alpha / 2)


class Exploration:
    """Variants of a game, and those that come closest to what was wanted."""

    def __init__(self, game: Game, document: Dict[str, Any]):
        self.game, self.document = game, document

    @property
    def found(self) -> Table:
        """The finalists, the best first, and the game itself, with rank 0.

        Columns rank, name, what (changes), loss with its interval (0 is as wanted), race_rank, and for each measure that
        was wanted its value, low and high ("length", "length_low", "length_high").
        """
        rows = []
        for number, rank, race_rank, loss, low, high, measures in self.document["finalists"]:
            name, _, what, *_ = self.document["candidates"][number]
            row = {"rank": rank, "name": name, "what": what, "loss": loss, "loss_low": low, "loss_high": high, "race_rank": race_rank}
            for measure, estimate in measures.items():
                row.update({measure: estimate["value"], f"{measure}_low": estimate["low"], f"{measure}_high": estimate["high"]})
            rows.append(row)
        return _columns(rows)

    @property
    def left_out(self) -> Table:
        """Columns name, what, left_at (the stage), reason."""
        rows = self.document["candidates"]
        return _columns(
            [{"name": row[0], "what": row[2], "left_at": row[4], "reason": row[5]} for row in rows if row[5] is not None]
        )

    @property
    def stages(self) -> Table:
        """Columns stage, came, left (how many variants came to it, and were still in after it), games."""
        return _columns([dict(zip(("stage", "came", "left", "games"), row)) for row in self.document["stages"]])

    @property
    def scripts(self) -> Dict[str, str]:
        """By name: the script of each variant that was made."""
        return {name: script for name, _, _, script, *_ in self.document["candidates"][1:]}

    def load(self, name: str) -> Game:
        """A variant as a game."""
        return Game.from_text(self.scripts[name], f"{name}.glint", _files_of(self.game))

    def __repr__(self) -> str:
        return f"<Exploration of {self.game.title!r}: {len(self.document['candidates']) - 1} variants>"


def explore(
    game: Game,
    wants: Sequence[str],
    budget: int = 10_000,
    *,
    vary: Sequence[str] = (),
    fix: Sequence[str] = (),
    candidates: int = 0,
    keep: int = 0,
    bot: str = "greedy",
    max_plies: int = 400,
    seed: int = 1,
    threads: Optional[int] = None,
    progress: Optional[Callable[[str], None]] = None,
) -> Exploration:
    """Makes variants of a game, and finds those that are most as wanted, in `budget` games, as `glint explore` does.

    `wants`: "first_player_advantage within 3%", "length 20..60", "drama at least 10% weight 2". `vary`, `fix`: what may
    change and what must not ("optics", "move place"). `candidates`, `keep`: how many variants and finalists (0: as the
    budget allows). `progress` is called with what is being done.
    """
    threads = max(1, threads or os.cpu_count() or 1)
    cancel = _engine.Cancel()
    with ThreadPoolExecutor(threads) as pool:

        def each(count: int, work: Callable[[int, "_engine.Cancel"], None]) -> None:
            try:
                for future in [pool.submit(work, number, cancel) for number in range(count)]:
                    _result(future)
            except BaseException:
                cancel.set()
                raise

        settings = list(game._settings.items())
        document = _engine.explore(
            game._core, settings, list(wants), list(vary), list(fix), seed, budget, candidates, keep, bot, max_plies,
            _given(_files_of(game)), each, progress or _quiet,
        )  # fmt: skip
    return Exploration(game, json.loads(document))


def _quiet(*_: Any) -> None:
    pass


def _files_of(game: Game) -> Dict[str, str]:
    """What its variants find: the game under its id, and what it has found itself."""
    if "text" not in game._source:
        return {}
    return {**game._source["files"], game.id: game._source["text"]}
