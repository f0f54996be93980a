"""Positions: what can be played, what is to be seen, and why a move is illegal."""

from __future__ import annotations

import json
import operator
from collections import namedtuple
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union, overload

from . import _engine
from .errors import Diagnostic, diagnostics_of

if TYPE_CHECKING:
    from .game import Game

__all__ = ["Beam", "BeamStep", "Moves", "Outcome", "Piece", "Playout", "Position", "Trace", "View"]

#: What a beam carries, by field: a list for a set ("colour": ["red", "blue"]), a number, or a name.
Payload = Dict[str, Any]

#: A score: of each player, of the team, or None if the game has none (or hides it).
Score = Union[None, int, Dict[str, int]]


@dataclass(frozen=True)
class Outcome:
    """How a game ended. `kind`: "win", "tie", "score" or "loss" (of a team or a single player).

    `winner` is a player, also by score, or None; a team's win has none. `scores` are in the order of players, empty
    without a score. `str()` is the outcome in words.
    """

    kind: str
    winner: Optional[str]
    scores: Tuple[int, ...]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Playout:
    """A random game: its outcome (None if it was stopped), and its length in plies."""

    outcome: Optional[Outcome]
    plies: int


@dataclass(frozen=True)
class Piece:
    """A piece: its kind, the player who owns it (or None), the script's sign for it, and its fields as texts."""

    kind: str
    owner: Optional[str]
    glyph: str
    fields: Dict[str, str]


BeamStep = namedtuple("BeamStep", "cell way payload")
BeamStep.__doc__ = "A cell that a beam leaves: the direction in which it does, and what it carries then."


@dataclass(frozen=True)
class Beam:
    """A beam: the cells that it leaves, in order, and how it ends.

    `end` is "left" (the board), "stopped", "looped" or "split" (then `branches` go on from `end_cell`). `name` is set
    for beams that rules follow without an emitter. `text` describes it in a line.
    """

    source: str
    path: Tuple[BeamStep, ...]
    end: str
    end_cell: str
    end_name: str
    branches: Tuple["Beam", ...]
    name: str
    text: str

    @property
    def cells(self) -> List[str]:
        """The cells that it leaves, in order."""
        return [step.cell for step in self.path]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Trace:
    """The beams that reach a cell, its light (None if no beam leaves it), and where that comes from, in lines."""

    cell: str
    beams: Tuple[Beam, ...]
    light: Optional[Payload]
    why: Tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.why)


class Moves(Sequence[str]):
    """The legal moves of a position, as texts in listed order. A text is made when it is asked for.

    `len(moves)`, `moves[i]`, slices (lists), iteration. `text in moves` asks whether this may be played, also if it is
    written in another way than in the list.
    """

    def __init__(self, seen: "_engine.Seen"):
        self._seen = seen
        self._count: Optional[int] = None
        self._all: Optional[List[str]] = None

    def __len__(self) -> int:
        if self._count is None:
            self._count = self._seen.count_moves()
        return self._count

    def _texts(self) -> List[str]:
        if self._all is None:
            self._all = self._seen.moves()
        return self._all

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> List[str]: ...
    def __getitem__(self, number: Union[int, slice]) -> Union[str, List[str]]:
        if self._all is not None:
            return self._all[number]
        if isinstance(number, slice):
            return [self._seen.move(i) for i in range(*number.indices(len(self)))]
        size = len(self)
        if not -size <= number < size:
            raise IndexError(f"there are {size} moves")
        return self._seen.move(number % size)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and len(self) > 0 and self._seen.why(move) is None

    def index(self, move: Any, *bounds: int) -> int:
        """The number of a move by its listed text, as of a list. Raises ValueError if it is not listed."""
        return self._texts().index(move, *bounds)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Moves, list, tuple)):
            return list(self) == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3]))
        return f"<{len(self)} moves: {shown}{', ...' if len(self) > 3 else ''}>"


class _Shown:
    """What positions and views have in common: everything that is to be seen."""

    def __init__(self, game: "Game"):
        self.game = game

    _seen: "_engine.Seen"

    def _document(self) -> Dict[str, Any]:
        return json.loads(self._seen.document())

    @property
    def to_move(self) -> Optional[str]:
        """The player to move; None if the game is over or waits for chance."""
        mover = self._seen.to_move()
        return self.game._facts["players"][mover] if mover >= 0 else None

    @property
    def moves(self) -> Moves:
        """The legal moves. A view has those of its own player, when it is that player's turn."""
        return Moves(self._seen)

    @property
    def notations(self) -> List[str]:
        """The notations of the moves of this choice: ["{at} {facing} {next}"]."""
        return self._seen.notations()

    def why(self, move: str) -> Optional[Diagnostic]:
        """The reason why a move is illegal, in the author's words; None if it is legal."""
        if not isinstance(move, str):
            raise TypeError(f"a move is a text, found {move!r}")
        found = self._seen.why(move)
        return None if found is None else diagnostics_of(json.loads(found))[0]

    @property
    def pieces(self) -> Dict[str, List[Piece]]:
        """The pieces of each cell by its label, from bottom to top. Empty cells are left out."""
        return {
            cell["cell"]: [Piece(p["kind"], p["owner"], p["glyph"], p["fields"]) for p in cell["pieces"]]
            for cell in self._document()["cells"]
            if cell["pieces"]
        }

    @property
    def variables(self) -> Dict[str, str]:
        """The printed value of each variable by its printed name ("lives[north]"); "?" if it is hidden."""
        return self._document()["variables"]

    @property
    def notes(self) -> List[str]:
        """The texts that the script shows below the board."""
        return [note["text"] for note in self._document()["notes"]]

    @property
    def score(self) -> Score:
        """By player; a number for a team; None if the game has no score, or if it might reveal what is hidden."""
        return self._document()["score"]

    @property
    def light(self) -> Dict[str, Payload]:
        """The payloads of the beams that leave each lit cell, by its label."""
        return json.loads(self._seen.beams(None))["light"]

    @property
    def beams(self) -> List[Beam]:
        """All beams, by source. Raises RuleError if a rule about beams fails."""
        document = json.loads(self._seen.beams(None))
        return [_beam(one, text) for one, text in zip(document["beams"], document["steps"])]

    def trace(self, cell: str) -> Trace:
        """The beams that reach a cell, and what lights it. Raises KeyError if there is no such cell."""
        document = json.loads(self._seen.beams(self._cell(cell)))
        beams = tuple(_beam(one, text) for one, text in zip(document["beams"], document["steps"]))
        return Trace(cell, beams, document["light"].get(cell), tuple(document["why"]))

    def _cell(self, label: str) -> int:
        for number, cell in enumerate(self.game._facts["cells"]):
            if cell[0] == label:
                return number
        raise KeyError(f"the board has no cell {label!r}")

    def eval(self, expression: str) -> Union[bool, int, str, List[str]]:
        """The value of an expression of the language here: `eval("count(white)")`.

        A bool, an int, a name, or the elements of a set as texts. Raises a GlintError with a place in the expression, or
        (G0420) if the value depends on something hidden.
        """
        if not isinstance(expression, str):
            raise TypeError(f"an expression is a text, found {expression!r}")
        kind, text, number, elements = self._seen.value(expression)
        return (bool(number), number, text, elements)[kind]

    def svg(self, light: bool = False) -> str:
        """A picture, as the text of an SVG. `light`: also with beams that the game leaves to its players to find."""
        return self._seen.svg(light)

    def _repr_svg_(self) -> str:
        return self.svg()

    def picture(self, width: int = 100, utf8: bool = True, light: bool = False) -> str:
        """A picture made of characters, at most `width` wide if it can be."""
        return self._seen.picture(width, utf8, light)

    def __str__(self) -> str:
        """The whole position as text: the board, and a line for everything that it does not show."""
        return self._seen.text()

    def __iter__(self) -> Iterator[str]:
        return iter(self.moves)


class View(_Shown):
    """What one player sees of a position: nothing in it depends on what is hidden from that player.

    Two positions that the player cannot tell apart have views that are equal, and give the same answers. It has no
    `push`, as the result of a move may reveal something. It cannot be pickled; keep its texts.
    """

    def __init__(self, game: "Game", seen: "_engine.Seen", player: Optional[str], over: bool):
        super().__init__(game)
        self._seen = seen
        self.player = player
        self.over = over

    def _key(self) -> Tuple[Any, ...]:
        return (self.game, self.player, str(self), self.to_move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"<View of {self.game.title!r} by {self.player or 'nobody'}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("a view cannot be pickled; pickle its texts, such as str(view)")


class Position(_Shown):
    """A position of a game. `push` makes a move, `pop` takes it back.

    It is equal to another one if the same game stands in the same way, whatever led there, and hashes so: a position
    that is a key of a dictionary must not be moved on. It can be copied and pickled, with its moves. Use a position in
    one thread at a time.
    """

    def __init__(self, game: "Game", core: "_engine.Position", origin: Tuple[Optional[str], Tuple[Any, ...]]):
        super().__init__(game)
        self._origin = origin
        self._core = core
        #: "move", "draw" or "forfeit", its text, the position before; "number" is a move by its number.
        self._past: List[Tuple[str, str, "_engine.Position"]] = []
        self._moves: Optional[Moves] = None

    @property
    def _seen(self) -> "_engine.Seen":  # type: ignore[override]
        return self._core.seen(-1)

    def _go(self, kind: str, text: str, core: "_engine.Position") -> None:
        self._past.append((kind, text, self._core))
        self._core, self._moves = core, None

    # -- play

    @property
    def moves(self) -> Moves:
        """The legal moves: `len`, index, slice, iterate, `in`."""
        if self._moves is None:
            self._moves = Moves(self._seen)
        return self._moves

    def push(self, move: Union[str, int]) -> None:
        """Plays a move: its text, or its number in `moves`. Raises IllegalMove with the author's words, or RuleError.

        After an error the position is as before.
        """
        if isinstance(move, str):
            self._go("move", move, self._core.play(move))
            return
        try:
            number = operator.index(move)
        except TypeError:
            raise TypeError(f"a move is a text, or its number in `moves`; found {move!r}") from None
        size = len(self.moves)
        if not -size <= number < size:
            raise IndexError(f"there are {size} moves")
        self._go("number", str(number % size), self._core.play_listed(number % size))

    def pop(self) -> str:
        """Takes the last move or draw back, and answers its text. Raises IndexError at the beginning."""
        if not self._past:
            raise IndexError("no move was made")
        kind, text, self._core = self._past.pop()
        self._moves = None
        return self._core.seen(-1).move(int(text)) if kind == "number" else text

    @property
    def history(self) -> List[str]:
        """The moves since the beginning."""
        for at, (kind, text, before) in enumerate(self._past):
            if kind == "number":  # a text is made when it is asked for
                self._past[at] = ("move", before.seen(-1).move(int(text)), before)
        return [text for kind, text, _ in self._past if kind == "move"]

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self._core.over()

    @property
    def outcome(self) -> Optional[Outcome]:
        """The end of the game; None while it goes on."""
        return _outcome(self.game, self._core.outcome()) if self.over else None

    @property
    def last_move(self) -> str:
        """The script's name for the last move; "" at the beginning."""
        return self._core.last_move()

    def forfeit(self) -> None:
        """The player to move is out of time, in a game with a clock."""
        self._go("forfeit", "", self._core.forfeit())

    def playout(self, seed: int = 1, max_plies: int = 2000) -> Playout:
        """A random game from here, which does not change the position. Without the GIL."""
        outcome, plies = self._core.playout(operator.index(seed), operator.index(max_plies))
        return Playout(_outcome(self.game, outcome), plies)

    def heuristic(self, player: str) -> Optional[int]:
        """The script's `heuristic` for a player (else the score); None if the game has neither."""
        return self._core.heuristic(self._player(player))

    # -- chance

    @property
    def at_draw(self) -> Optional[str]:
        """The name of the draw that play waits for, if it was started with `wait_at_draws`; else None."""
        return self._core.draw_name() or None

    @property
    def outcomes(self) -> Dict[str, Fraction]:
        """At a draw: the probability of each value. Raises IllegalMove elsewhere (`at_draw` is None)."""
        return {value: Fraction(weight, total) for value, weight, total in self._core.outcomes()}

    def draw(self, value: Union[str, int]) -> None:
        """Decides the draw. Raises IllegalMove if it cannot have this value. `pop` takes it back."""
        self._go("draw", str(value), self._core.draw(str(value)))

    @property
    def draws(self) -> List[Tuple[str, str]]:
        """The draws of chance so far: [("mover", "sun")]."""
        return self._core.draws()

    # -- views

    def seen_by(self, player: Optional[str]) -> View:
        """What this player may see; None: what everybody may see."""
        number = 64 if player is None else self._player(player)
        return View(self.game, self._core.seen(number), player, self.over)

    def _player(self, name: str) -> int:
        if name not in self.game._facts["players"]:
            raise KeyError(f"the game has no player {name!r}; its players are {', '.join(self.game.players)}")
        return self.game._facts["players"].index(name)

    # -- as a value

    def copy(self) -> "Position":
        """A copy with its moves, which another thread may use."""
        made = Position(self.game, self._core.detach(), self._origin)
        made._past = [(kind, text, core.detach()) for kind, text, core in self._past]
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._core.same(other._core)

    def __hash__(self) -> int:
        return self._core.hash()

    def __repr__(self) -> str:
        if self.over:
            status = str(self.outcome)
        else:
            status = f"{self.to_move} to move" if self.to_move else f"draws {self.at_draw}"
        return f"<Position of {self.game.title!r}: {status}, {len(self._past)} plies>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return _replayed, (self.game, self._origin, [(kind, text) for kind, text, _ in self._past])


def _replayed(game: "Game", origin: Tuple[Optional[str], Tuple[Any, ...]], past: List[Tuple[str, str]]) -> Position:
    text, arguments = origin
    core = game._core.start(*arguments) if text is None else game._core.read(text, *arguments)
    position = Position(game, core, origin)
    for kind, text in past:
        if kind == "move":
            position.push(text)
        elif kind == "number":
            position.push(int(text))
        elif kind == "draw":
            position.draw(text)
        else:
            position.forfeit()
    return position


def _outcome(game: "Game", raw: Tuple[int, int, List[int], str]) -> Optional[Outcome]:
    number, winner, scores, text = raw
    kind = ("none", "win", "tie", "score", "unfinished", "loss")[number]
    if kind in ("none", "unfinished"):
        return None
    return Outcome(kind, game._facts["players"][winner] if winner >= 0 else None, tuple(scores), text)


def _beam(one: Dict[str, Any], text: str = "") -> Beam:
    end = one["end"]
    return Beam(
        source=one["source"],
        path=tuple(BeamStep(step["cell"], step["way"], step["payload"]) for step in one["path"]),
        end=end["kind"],
        end_cell=end["at"],
        end_name=end.get("name", ""),
        branches=tuple(_beam(branch) for branch in one["branches"]),
        name=one.get("name", ""),
        text=text.rstrip("\n"),
    )
