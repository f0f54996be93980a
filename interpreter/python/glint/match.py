"""Matches: how strong a bot is against another one, or against a program that speaks UCI or GTP.

    from glint.match import Engine, play_match
    with Engine("fairy-stockfish", "examples/engines/breakthrough.uci", go="depth 6") as engine:
        print(play_match(game, "best:100ms", engine, games=40))

Each opening, a few random plies, is played once in each seat. The command `glint match` plays them without a script.

The game is ours: an engine hears the moves, in its own notation, and is asked for its own. What is no legal move here,
silence, and nonsense are errors. A table, a small file, says how the engine is to be spoken to:

    # Breakthrough, as Fairy-Stockfish calls it
    protocol uci
    send setoption name UCI_Variant value breakthrough     once, when it has started; any number of these
    go depth 6                                             uci: how it is asked
    replace -                                              in moves: b2-b3 is b2b3; the word after it goes in its place
    skip pass                                              one of our moves that the program neither receives nor makes

and for gtp, where moves are of colours:

    protocol gtp
    send boardsize 8
    colours black white                                    of the players, in their order
"""

from __future__ import annotations

import os
import queue
import random
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _engine
from .bots import AnyBot, Bot, _chosen, _for_game, _name_of
from .errors import Diagnostic, GlintError
from .game import Game, _whole
from .position import Position, View

__all__ = ["Engine", "EngineError", "Match", "Table", "play_match"]


class EngineError(GlintError):
    """A program does not do what is asked of it, or its table is wrong."""

    def __init__(self, message: str, help: str = ""):
        super().__init__((Diagnostic("", message, help),))


@dataclass
class Table:
    """How a program is to be spoken to; the docstring of this module says what each line means."""

    protocol: str
    sends: List[str] = field(default_factory=list)
    go: str = "movetime 100"
    colours: Tuple[str, str] = ("black", "white")
    replaced: List[Tuple[str, str]] = field(default_factory=list)
    skipped: str = ""

    @classmethod
    def read(cls, text: str, name: str = "table") -> "Table":
        """The table of this text. Raises EngineError with the line; `name` is the file's there."""
        table = cls("")
        for number, line in enumerate(text.splitlines(), 1):

            def wrong(what: str) -> EngineError:
                known = "lines begin with: protocol, send, go, colours, replace, skip, or # for a comment"
                return EngineError(f"`{name}`, line {number}: {what}", known)

            word, _, rest = line.strip().partition(" ")
            rest, words = rest.strip(), rest.split()
            if not word or word.startswith("#"):
                continue
            if not words:
                raise wrong(f"nothing comes after `{word}`")
            if word == "protocol":
                if rest not in ("uci", "gtp"):
                    raise wrong(f"protocols are uci and gtp, found `{rest}`")
                table.protocol = rest
            elif word == "send":
                table.sends.append(rest)
            elif word == "go":
                table.go = rest
            elif word == "colours":
                if len(words) != 2:
                    raise wrong("two colours are needed")
                table.colours = (words[0], words[1])
            elif word == "replace":
                table.replaced.append((words[0], " ".join(words[1:])))
            elif word == "skip":
                table.skipped = rest
            else:
                raise wrong(f"`{word}` is not known")
        if not table.protocol:
            raise EngineError(f"`{name}` does not say which protocol", "a line `protocol uci`, or gtp")
        return table

    def written(self, move: str) -> str:
        """A move of ours in the program's notation."""
        for old, new in self.replaced:
            move = move.replace(old, new)
        return move


class Engine:
    """A program that plays one game, as a bot: wherever a bot of one's own may be, but in one game at a time.

    `command` is one of the shell; `table` the path of a table, or one. `go`: what a UCI engine may spend on a move;
    `patience`: seconds that it may take to answer. It runs until `close`, or the end of `with`. Raises EngineError if it
    does not start, and later if it answers what is no legal move, nothing in time, or nonsense.

    It must see everything, and games from their beginning (not those of `study`, which have no history).
    """

    def __init__(self, command: str, table: Union[str, Table], go: Optional[str] = None, patience: float = 60):
        if not isinstance(table, Table):
            with open(table, encoding="utf-8") as opened:
                table = Table.read(opened.read(), table)
        self.name, self.table, self.patience = command, table, patience
        self.go = table.go if go is None else go
        self._told: Optional[List[str]] = None  # the moves that it knows of this game; None: no game has begun
        self._is_closed = False
        self._process = subprocess.Popen(
            command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True  # Ctrl-C is for us
        )
        self._heard: "queue.Queue[Optional[bytes]]" = queue.Queue(10_000)
        threading.Thread(target=self._listen, args=(self._process.stdout, self._heard), daemon=True).start()
        try:
            self._ask("protocol_version" if self._is_gtp else "uci", "uciok")
            for line in table.sends:
                self._ask(line)
            if not self._is_gtp:
                self._ask("isready", "readyok")
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Ends it."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)  # and what it has started
            else:
                self._process.kill()
        except ProcessLookupError:
            pass
        self._process.wait()
        try:
            if self._process.stdin is not None:
                self._process.stdin.close()
        except OSError:
            pass

    # -- as a bot

    def for_game(self, seed: int) -> "Engine":
        """A new game begins."""
        self._told = None
        return self

    def choose(self, position: Position) -> str:
        """The move that it answers here."""
        if isinstance(position, View) or (not position._past and position != position.game.start(*position._origin[1])):
            raise ValueError("an engine needs the whole game from its beginning: a position with its history")
        moves = list(position.moves)
        if moves == [self.table.skipped]:
            return moves[0]
        history = [
            (before.seen(-1).to_move(), move)
            for move, (_, _, before) in zip(position.history, [one for one in position._past if one[0] in ("move", "number")])
        ]
        self._tell(history)
        asked = f"genmove {self._colour(position._seen.to_move())}" if self._is_gtp else f"go {self.go}"
        answer = self._ask(asked, "bestmove")
        words = answer.split()[0 if self._is_gtp else 1 :]
        for move in moves:
            if words and self.table.written(move).lower() == words[0].lower():
                self._told = [*(one for _, one in history), move]
                return move
        played = " ".join(self.table.written(move) for _, move in history) or "the beginning"
        raise self._failure(asked, f"its answer `{answer}` is no legal move after {played}")

    def _tell(self, history: Sequence[Tuple[int, str]]) -> None:
        """Says which moves have been made, since it was told last."""
        moves = [move for _, move in history]
        if self._told is None or moves[: len(self._told)] != self._told:
            self._ask("clear_board" if self._is_gtp else "ucinewgame")
            if not self._is_gtp:
                self._ask("isready", "readyok")
            self._told = []
        if not self._is_gtp:
            spoken = [self.table.written(move) for move in moves if move != self.table.skipped]
            self._ask(" ".join(["position startpos", *(["moves", *spoken] if spoken else [])]))
        for seat, move in history[len(self._told) :] if self._is_gtp else []:
            if move != self.table.skipped:
                self._ask(f"play {self._colour(seat)} {self.table.written(move)}")

    def _colour(self, seat: int) -> str:
        return self.table.colours[seat]

    # -- lines

    @property
    def _is_gtp(self) -> bool:
        return self.table.protocol == "gtp"

    @staticmethod
    def _listen(output: Any, heard: "queue.Queue[Optional[bytes]]") -> None:
        longest = 1 << 20
        with output:
            while True:
                line = output.readline(longest)
                heard.put(line or None)
                if not line:
                    return

    def _ask(self, line: str, until: str = "") -> str:
        """Says something, and waits for the answer: of UCI the line that begins with `until`, of GTP what is after `=`.

        A UCI engine is told without `until`, and answers nothing.
        """
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._failure(line, self._end()) from None
        parts: List[str] = []
        due = time.monotonic() + self.patience
        while until or self._is_gtp:
            try:
                raw = self._heard.get(timeout=max(0.0, due - time.monotonic()))
            except queue.Empty:
                raise self._failure(line, "it has not answered in time") from None
            if raw is None:
                self._heard.put(None)
                raise self._failure(line, self._end())
            text = raw.decode(errors="replace").strip()
            if not self._is_gtp:
                if text.split(" ", 1)[0] == until:
                    return text
            elif text:
                parts.append(text)
            elif parts:  # an answer of GTP goes on to an empty line
                answer = " ".join(parts)
                if answer.startswith("="):
                    return answer[1:].strip()
                raise self._failure(line, f"its answer is `{answer}`")
        return ""

    def _end(self) -> str:
        """Why it says nothing, in words."""
        try:
            status = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        not_found = 127
        if status < 0:
            return f"it was ended by signal {-status}"
        return "there is no such program" if status == not_found else f"it ended with status {status}"

    def _failure(self, asked: str, what: str) -> EngineError:
        return EngineError(f"the engine `{self.name}` failed at `{asked}`: {what}")


@dataclass(frozen=True)
class Match:
    """What a match has come to, for the first bot. `str()` is a line for people."""

    bot: str
    against: str
    games: int
    won: int
    drawn: int

    @property
    def interval(self) -> Tuple[float, float]:
        """Wilson's interval, 95 %, of the share of points; a draw is half a point (rounded down)."""
        n, z = self.games, 1.959963984540054
        if n == 0:
            return 0.0, 1.0
        p, zz = (self.won + self.drawn // 2) / n, z * z
        middle, reach = p + zz / (2 * n), z * (p * (1 - p) / n + zz / (4 * n * n)) ** 0.5
        return max(0.0, (middle - reach) / (1 + zz / n)), min(1.0, (middle + reach) / (1 + zz / n))

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.bot} against {self.against}: {self.won} won, {self.drawn} drawn of {self.games} ({low:.0%} .. {high:.0%})"


def play_match(
    game: Game,
    bot: Union[AnyBot, Mapping[str, AnyBot]],
    against: AnyBot,
    games: int = 40,
    *,
    seed: int = 1,
    opening: int = 4,
    max_plies: int = 400,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Match:
    """Plays `games` games of two opponents, one after the other.

    `bot`: in both seats by turns, or by player, then in their seats only. `against`: a bot, or an `Engine`. Each opening of
    so many random plies is played in each of these seats. A game of `max_plies` is a draw. The same seed gives the same
    games, unless a budget is a time. Raises ValueError if the game is not one of two opponents, GlintError if a bot cannot
    play it, EngineError if an engine fails.
    """
    games, seed, opening = _whole("games", games, 1), _whole("seed", seed), _whole("opening", opening)
    _check(game, bot, against)
    seats = bot if isinstance(bot, Mapping) else {player: bot for player in game.players}
    players = [player for player in game.players if player in seats]
    ours = {player: Bot(one) if isinstance(one, str) else one for player, one in seats.items()}
    other = Bot(against) if isinstance(against, str) else against
    won = drawn = 0
    for number in range(games):
        player = players[number % len(players)]
        chance = random.Random(seed * 1_000_003 + number // len(players))
        position = game.start(chance.getrandbits(63))
        seeds = chance.getrandbits(63), chance.getrandbits(63)
        mine, theirs = _for_game(ours[player], seeds[0]), _for_game(other, seeds[1])
        while not position.over and len(position._past) < max_plies:
            if len(position._past) < opening:
                position.push(chance.randrange(len(position.moves)))
                continue
            mover = mine if position.to_move == player else theirs
            position.push(mover.choose(position) if isinstance(mover, Bot) else _chosen(mover, position))
        winner = position.outcome.winner if position.outcome else None
        won += winner == player
        drawn += winner is None
        if progress is not None:
            progress(number + 1, games)
    names = dict.fromkeys(_shown(ours[player], game) for player in players)
    return Match(", ".join(names), _shown(other, game), games, won, drawn)


def _check(game: Game, bot: Union[AnyBot, Mapping[str, AnyBot]], against: AnyBot) -> None:
    """Finds what is wrong before anything is played."""
    if len(game.players) != 2 or game.is_team:
        raise ValueError("a match needs a game of two opponents")
    seats: Dict[str, AnyBot] = dict(bot) if isinstance(bot, Mapping) else {"": bot}
    for player in seats:
        if player and player not in game.players:
            raise KeyError(f"the game has no player {player!r}; its players are {', '.join(game.players)}")
    for one in [*seats.values(), against]:
        if isinstance(one, str):
            one = Bot(one)
        if isinstance(one, Bot):
            one._in(game)
        if isinstance(one, Engine):
            try:
                _engine.check_bot("alphabeta:1", game._core)
            except GlintError:
                what = "engines play games whose players take turns and see everything, without chance after the first choice"
                raise ValueError(what) from None


def _shown(bot: AnyBot, game: Game) -> str:
    return bot._in(game)[0] if isinstance(bot, Bot) else _name_of(bot)
