"""Studies, comparisons, searches: the lab from Python, as columns.

A table is a dictionary of lists of the same length, one for each column, so that `pandas.DataFrame(study.measures)`
makes a frame of it. `document` has everything, as the command prints it with `--json`.

Games run on several threads without the GIL, one for each core unless `threads` says otherwise; the number of threads
never changes a result. Bots written in Python hold the GIL while they choose. Ctrl-C ends all of it within about 0.1 s
and raises KeyboardInterrupt.
"""

from __future__ import annotations

import json
import os
from collections import namedtuple
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _engine
from .bots import AnyBot, Bot, Seats, _by_seat, _chosen, _for_game, _name_of
from .game import Draws, Game, _draws, _given
from .position import Position

__all__ = ["Comparison", "Diff", "Estimate", "Exploration", "Solved", "Study", "compare", "diff", "explore", "solve", "study"]

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
    games: int = 1000,
    bots: Seats = "random",
    *,
    rotate: bool = False,
    seed: int = 1,
    max_plies: int = 2000,
    draws: Optional[Draws] = None,
    playouts: int = 0,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Study:
    """Plays `games` games and measures them, as `glint study` does: the same arguments give the same numbers.

    `bots`: one for all seats, or by player (see glint.bots), own ones among them. `rotate`: bots move one seat on after
    each game, and the measures `bot.1`, `bot.2` have what each wins. Games end as unfinished after `max_plies`.
    `playouts`: that many random games from a position decide who leads there, not the script's `heuristic` or `score`.
    Raises GlintError if a bot cannot play this game, RuleError if a rule fails in a game.
    """
    begun = _begin(game, game.id, games, bots, rotate, seed, max_plies, draws, playouts)
    _run([begun], games, threads, progress)
    return Study(game, begun[0])


def _begin(
    game: Game, label: str, games: int, bots: Seats, rotate: bool, seed: int, max_plies: int, draws: Optional[Draws], playouts: int
) -> Tuple["_engine.Study", bool]:
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
    core = _engine.Study(label, game._core, names, guests, rotate, seed, games, max_plies, _draws(draws), playouts, learned)
    return core, all(isinstance(one, Bot) and one.spec == "random" for one in seats)


def _guest(game: Game, bot: AnyBot) -> Callable[[int], Callable[["_engine.Position", Optional[List[int]]], int]]:
    origin: Tuple[Optional[str], Tuple[Any, ...]] = (None, (1, [], False))

    def of_game(seed: int) -> Callable[["_engine.Position", Optional[List[int]]], int]:
        player = _for_game(bot, seed)
        return lambda core, only: _chosen(player, Position(game, core, origin), only)

    return of_game


def _run(begun: Sequence[Tuple["_engine.Study", bool]], games: int, threads: Optional[int], progress: Optional[Progress]) -> None:
    """Plays studies on threads. What is played is counted in the order of its numbers."""
    threads = max(1, threads or os.cpu_count() or 1)
    cancel = _engine.Cancel()
    done, total = 0, games * len(begun)
    with ThreadPoolExecutor(threads) as pool:
        try:
            for core, is_random in begun:
                size = max(32, min(games // (4 * threads), 2000)) if is_random else 1
                parts = iter([(at, min(at + size, games)) for at in range(0, games, size)])
                running: List["Future[_engine.Played]"] = []

                def more() -> None:
                    for begin, end in parts:
                        running.append(pool.submit(core.play, begin, end, cancel))
                        return

                for _ in range(3 * threads):
                    more()
                while running:
                    part = _result(running.pop(0))
                    more()
                    core.add(part)
                    done += min(size, games - done % games)
                    if progress is not None:
                        progress(done, total)
        except BaseException:
            cancel.set()
            raise


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


def solve(puzzle: Union[Game, Position], limit: int = 5_000_000, max_solutions: int = 2**63, returned: int = 1000) -> Solved:
    """Searches all positions that a single player, or a team, can reach, nearest first.

    At most `limit` positions, about 35 bytes each. It stops at `max_solutions` (2 show whether one is the only one), and
    answers with the moves of at most `returned`. One thread, without the GIL. Raises RuleError (G0613) for a game of
    several sides, with secrets, or with chance after the first choice.
    """
    position = puzzle if isinstance(puzzle, Position) else puzzle.start()
    return Solved(*_engine.solve(position._core, limit, max_solutions, returned))


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
