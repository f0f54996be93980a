"""Searches: what a change of rules changes, puzzles and exact values, and variants that are as somebody wants them.

Tables are columns, and threads and Ctrl-C are as in glint.studies.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Literal, Optional, Sequence, Tuple, Union, overload

from . import _engine
from .game import Game, _given, _whole
from .position import Position
from .studies import Table, _columns, _result

__all__ = ["Diff", "Exploration", "Solved", "Value", "diff", "explore", "solve"]


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
    limit, games, max_plies, seed = map(_whole, ("limit", "games", "max_plies", "seed"), (limit, games, max_plies, seed))
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
def solve(
    puzzle: Union[Game, Position], limit: int = ..., max_solutions: int = ..., returned: int = ..., *, value: Literal[False] = ...,
    progress: Optional[Callable[[int], None]] = ...,
) -> Solved: ...
@overload
def solve(
    puzzle: Union[Game, Position], limit: int = ..., *, value: Literal[True], symmetry: bool = ...,
    progress: Optional[Callable[[int], None]] = ...,
) -> Value: ...
def solve(
    puzzle: Union[Game, Position],
    limit: int = 5_000_000,
    max_solutions: int = 2**63,
    returned: int = 1000,
    *,
    value: bool = False,
    symmetry: bool = False,
    progress: Optional[Callable[[int], None]] = None,
) -> Union[Solved, Value]:
    """Searches all positions that a single player, or a team, can reach, nearest first.

    At most `limit` positions, about 35 bytes each. It stops at `max_solutions` (2 show whether one is the only one), and
    answers with the moves of at most `returned`. One thread, without the GIL. Raises RuleError (G0613) for a game of
    several sides, with secrets, or with chance after the first choice.

    With `value`, of a game of two players who move in turn and see everything: who wins with perfect play, as a `Value`.
    `symmetry`: a position and its images, all of them checked, count as one, which takes less memory.

    `progress` is called now and then with how many moves were tried so far; with `value`, how many positions were searched.
    """
    position = puzzle if isinstance(puzzle, Position) else puzzle.start()
    limit = _whole("limit", limit)
    if value:
        return _value(position, limit, symmetry, progress or _quiet)
    return Solved(*_engine.solve(position._core, limit, max_solutions, returned, progress or _quiet))


def _value(position: Position, limit: int, symmetry: bool, progress: Callable[[int], None]) -> Value:
    decided, worth, plies, line, positions, depth = _engine.value(position._core, limit, symmetry, progress)
    win, never = 1 << 30, 0xFFFF
    mover = position._seen.to_move()
    winner = position.game.players[mover if worth > 0 else 1 - mover] if decided and worth else None
    by = abs(worth) if winner and abs(worth) != win else None
    return Value(decided, winner, by, plies if decided and plies != never else None, tuple(line), positions, depth)


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
    wants: Union[str, Sequence[str]] = "first_player_advantage within 3%",
    budget: int = 10_000,
    *,
    vary: Union[str, Sequence[str]] = (),
    fix: Union[str, Sequence[str]] = (),
    candidates: int = 0,
    keep: int = 0,
    bot: str = "greedy",
    max_plies: int = 400,
    seed: int = 1,
    threads: Optional[int] = None,
    progress: Optional[Callable[[str], None]] = None,
) -> Exploration:
    """Makes variants of a game, and finds those that are most as wanted, in `budget` games, as `glint explore` does.

    `wants`: "length 20..60", "drama at least 10% weight 2"; a fair game, if nothing else is said. `vary`, `fix`: what may
    change and what must not ("optics", "move place"). `candidates`, `keep`: how many variants and finalists (0: as the
    budget allows). `progress` is called with what is being done.
    """
    if not wants:
        raise ValueError("wants says what a good game is, as in 'length 20..60'; without it that is a fair one")
    seed, budget, max_plies = _whole("seed", seed), _whole("budget", budget), _whole("max_plies", max_plies, 1)
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
            game._core, settings, _listed(wants), _listed(vary), _listed(fix), seed, budget, candidates, keep, bot, max_plies,
            _given(_files_of(game)), each, progress or _quiet,
        )  # fmt: skip
    return Exploration(game, json.loads(document))


def _listed(texts: Union[str, Sequence[str]]) -> List[str]:
    return [texts] if isinstance(texts, str) else list(texts)


def _quiet(*_: Any) -> None:
    pass


def _files_of(game: Game) -> Dict[str, str]:
    """What its variants find: the game under its id, and what it has found itself."""
    if "text" not in game._source:
        return {}
    return {**game._source["files"], game.id: game._source["text"]}
