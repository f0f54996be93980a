"""Ladders: how deep a game is, by bots that think longer and longer."""

from __future__ import annotations

import math
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from .errors import Diagnostic, GlintError
from .game import Draws, Game
from .studies import Estimate, Progress, Study, Table, _begin, _columns, _run

__all__ = ["Ladder", "ladder"]


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
        help = "studies with `mcts:16`, `mcts:32` and so on show how scores and lengths change with effort"
        raise GlintError((Diagnostic("", f"{game.title} has no ladder: it needs two opponents", help),))
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
        log_of_hit, log_of_miss = math.log(share), math.log1p(-share)

        def log_of(k: int) -> float:
            ways = math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
            return ways + k * log_of_hit + (trials - k) * log_of_miss

        return sum(math.exp(log_of(k)) for k in range(count, trials + 1))

    def found(count: int, wanted: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if at_least(count, middle) < wanted else (low, middle)
        return (low + high) / 2

    return 0.0 if hits == 0 else found(hits, alpha / 2), 1.0 if hits == trials else found(hits + 1, 1 - alpha / 2)
