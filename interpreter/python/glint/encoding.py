"""Positions as numbers: a fixed number for each move, and what a player sees as planes and numbers.

>>> encoding = Encoding(game)                                   # doctest: +SKIP
>>> encoding.actions, encoding.text(0)                          # doctest: +SKIP
(65, 'place a8')
>>> encoding.planes                                             # doctest: +SKIP
['disc of black', 'disc of white']

An *action* is a move with what is picked: the moves of the script in their order, for each all ways to make its picks, of
which the last changes fastest. So the same move has the same number in every position. A subset that the script offers is
not numbered, as there is one of them in a position; a pick of a loop may be left out. There may be more actions than can
ever be legal, and if there are more than `limit`, the game is refused.

An *observation* holds what one player may see, and nothing else: the board, which is open, and of all else what
`position.seen_by(player)` shows. It consists of planes, [rows, columns] of the board, and of numbers beside it. All are
float32, and 0 where there is nothing or something hidden. The planes:

- for each kind of piece (and owner): where one lies on top: 1;
- for each field of pieces: where the top piece has this value ("facing = ne", "colour has red"): 1; a number as it is;
- the same for pieces below the top of stacks, level by level ("1 below the top: ...");
- "light has red": cells that such a beam leaves ("light", if beams carry no set), for players who may see what beams depend on;
- for each variable that is a cell, or a set of cells: a plane; for one with a value for each cell: planes of these values.

The numbers:

- for each other variable (and index): a number as it is, or a 1 for its value ("turn = e"), for each element ("hand[sun] has 3");
- who looks ("sun looks"), who is to move ("sun moves"), who has chosen already what all choose together ("sun has chosen");
- between which moves ("choice 1"), as `choice` in the text of a position: one for those that look alike to players.
"""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Tuple

from . import _engine
from .errors import Diagnostic, GlintError
from .game import Game
from .position import Position

__all__ = ["Encoding"]

#: The largest observation, in numbers.
_MOST_SEEN = 1 << 24


class _Type(NamedTuple):
    """What values are: the numbers of the values begin at `low`. Cells may have levels."""

    of_numbers: bool
    is_cells: bool
    is_set: bool
    words: int
    low: int
    values: int
    names: List[str]

    @property
    def is_number(self) -> bool:
        return self.of_numbers and not self.is_set

    def name(self, value: int) -> str:
        return self.names[value] if self.names else str(self.low + value)

    def parts(self, name: str, row: int) -> List[str]:
        """Names of the planes, or numbers, that a value takes."""
        if self.is_cells:
            return [name] + [f"{name} at level {level + 1}" for level in range(1, self.values // row)]
        if self.is_number:
            return [name]
        return [f"{name} {'has' if self.is_set else '='} {self.name(value)}" for value in range(self.values)]


class Encoding:
    """Numbers for the moves of a game, and for what players see; the same for all of its positions.

    `limit`: how many actions there may be. Raises GlintError if there are more, as in games where a loop of picks makes a
    move. It never changes, and may be shared between threads.
    """

    def __init__(self, game: Game, limit: int = 1 << 21):
        self.game, self.limit = game, limit
        facts: Dict[str, Any] = _engine.numbering(game._core)
        self._players = game.players
        self._number_moves(facts, limit)
        #: The names of planes and of numbers, in order.
        self.planes: List[str] = []
        self.numbers: List[str] = []
        #: By the label of a cell: its row and column in a plane. Rows are as the board is drawn, the first on top.
        self.places: Dict[str, Tuple[int, int]] = {}
        self._place_cells()
        row: int = facts["row"]
        area = self.shape[0] * self.shape[1]
        pieces, level = self._plane_pieces(facts, row, area)
        light, lit_field = len(self.planes), -1
        if game.has_beams:
            sets = [number for number, (_, type_) in enumerate(facts["beams"]) if _Type(*type_).is_set]
            lit_field = sets[0] if sets and row <= 1024 else -1
            self.planes += _elements("light", _Type(*facts["beams"][lit_field][1])) if lit_field >= 0 else ["light"]
        parts = self._place_variables(facts, row, area)
        turns = len(self.planes) * area + len(self.numbers)
        self.numbers += [f"{player} {what}" for what in ("looks", "moves", "has chosen") for player in self._players]
        groups: List[int] = []
        first: Dict[str, int] = {}
        for number, node in enumerate(facts["nodes"]):
            if repr(node) not in first:
                first[repr(node)] = len(first)
                self.numbers.append(f"choice {number + 1}")
            groups.append(first[repr(node)])
        self._draws = [(is_some, _Type(*type_)) for is_some, type_ in facts["draws"]]
        #: Whether players choose something together, so that they do not see what others have chosen.
        self.has_joint_choices = any(together for _, together in facts["nodes"])
        if self.size > _MOST_SEEN:
            raise _refusal(f"an observation of this game has {self.size} numbers", "choose a smaller board")
        moves = [(begin, [(step, low) for step, low, *_ in picks]) for begin, picks in self._moves]
        places = [line * self.shape[1] + column for line, column in self.places.values()]
        self._core = _engine.Encoder(
            game._core, moves, self.size, area, level * area, light * area, turns, places, pieces, parts, lit_field, groups
        )

    @property
    def most_outcomes(self) -> int:
        """The most outcomes that a draw of chance can have; 0 if there is no draw."""
        return max((2 ** min(one.values, 30) if is_some else one.values for is_some, one in self._draws), default=0)

    @property
    def size(self) -> int:
        """The count of all numbers of an observation, planes included."""
        return len(self.planes) * self.shape[0] * self.shape[1] + len(self.numbers)

    # -- moves

    def _number_moves(self, facts: Dict[str, Any], limit: int) -> None:
        #: How many actions there are: they are numbered from 0.
        self.actions = 0
        self._moves: List[Tuple[int, List[Tuple[int, int, _Type, bool]]]] = []
        self._names: List[str] = []
        self._used = used = {move for moves, _ in facts["nodes"] for move in moves}
        for number, (name, picks) in enumerate(zip(facts["moves"], facts["picks"])):
            ways, steps = 1, []
            for type_, is_some, round_ in reversed(picks):
                one, may_be_left_out = _Type(*type_), int(round_ > 0)
                counted = number in used and not is_some
                steps.append((ways if counted else 0, one.low - may_be_left_out, one, round_ > 0))
                ways *= one.values + may_be_left_out if counted else 1
            if number in used and self.actions + ways > limit:
                loop = ", as its loop multiplies what can be picked" if any(pick[2] for pick in picks) else ""
                raise _refusal(
                    f"the moves of this game have no fixed numbers: `{name}` could be made in {_rounded(ways)} ways{loop},"
                    f" and all together in at most {limit}",
                    "a larger `limit` allows more; a smaller board, or other options, need less",
                )
            self._moves.append((self.actions, steps[::-1]))
            self._names.append(name)
            self.actions += ways if number in used else 0

    def text(self, action: int) -> str:
        """What an action is: the name of the move, and what is picked. Raises IndexError."""
        if not 0 <= action < self.actions:
            raise IndexError(f"there are {self.actions} actions")
        number = max(n for n in self._used if self._moves[n][0] <= action)
        rest, words = action - self._moves[number][0], [self._names[number]]
        for step, low, type_, may_be_left_out in self._moves[number][1]:
            if step == 0:
                continue
            value, rest = divmod(rest, step)
            if may_be_left_out and value == 0:
                continue
            words.append(type_.name(value - may_be_left_out))
        return " ".join(words)

    def legal(self, position: Position) -> List[int]:
        """The actions that are legal in a position: those of `position.moves`, in their order."""
        return self._core.actions_of(position._core)

    # -- observations

    def _place_cells(self) -> None:
        cells = self.game.cells
        left, low = min(cell.x for cell in cells), min(cell.y for cell in cells)
        columns, rows = max(cell.x for cell in cells) - left + 1, max(cell.y for cell in cells) - low + 1
        #: The rows and columns of a plane: the board by its coordinates; one row of all cells if that were mostly holes.
        self.shape: Tuple[int, int] = (rows, columns) if rows * columns <= 4 * len(cells) else (1, len(cells))
        middle = low + (rows - 1) / 2
        goes_down = sum((cell.y - middle) * drawn for cell, (*_, drawn) in zip(cells, self.game._facts["cells"])) >= 0
        for number, cell in enumerate(cells):
            row = cell.y - low if goes_down else rows - 1 - (cell.y - low)
            self.places[cell.label] = (row, cell.x - left) if self.shape == (rows, columns) else (0, number)

    def _plane_pieces(self, facts: Dict[str, Any], row: int, area: int) -> Tuple[List[List[Tuple[int, float]]], int]:
        """By key: where its planes begin, and what they have; and how many planes a level has."""
        owned = [facts["keys"][key][:2] for key in facts["sets"]]
        names = [facts["kinds"][kind] + (f" of {self._players[owner]}" if owner >= 0 else "") for kind, owner in owned]
        fields: List[Tuple[int, _Type]] = []
        for name, type_ in facts["fields"]:
            fields.append((len(names), _Type(*type_)))
            names += fields[-1][1].parts(name, row)
        pieces = []
        for _, _, piece_set, its_fields, values in facts["keys"]:
            planes: List[Tuple[int, float]] = [(piece_set * area, 1.0)] if piece_set >= 0 else []
            for field, value in zip(its_fields, values):
                begin, one = fields[field]
                if one.is_number:
                    planes.append((begin * area, float(value)))
                else:
                    elements = [bit for bit in range(64) if value >> bit & 1] if one.is_set else [value]
                    planes += [((begin + element - one.low) * area, 1.0) for element in elements]
            pieces.append(planes)
        for below in range(facts["levels"]):
            self.planes += [f"{below} below the top: {name}" if below else name for name in names]
        return pieces, len(names)

    def _place_variables(self, facts: Dict[str, Any], row: int, area: int) -> List[Tuple[int, int, int, int, int, int, int]]:
        found = []
        cells = list(self.places.values())
        begin = 0
        for name, variable, cell, type_, slot, seen in facts["variables"]:
            one = _Type(*type_)
            form = 0 if one.is_number else 2 if one.is_set else 1
            step, in_planes = 1, True
            if one.is_cells:
                at, step = len(self.planes) * area, 0
                self.planes += one.parts(name, row)
            elif cell >= 0:
                if cell == 0:
                    begin = len(self.planes)
                    self.planes += one.parts(variable, row)
                at, step = begin * area + cells[cell][0] * self.shape[1] + cells[cell][1], area
            else:
                at, in_planes = len(self.numbers), False
                self.numbers += one.parts(name, row)
            found.append((in_planes, (form, slot, one.words, seen, one.low, at, step)))
        after = len(self.planes) * area
        return [(*part[:5], part[5] + (0 if in_planes else after), part[6]) for in_planes, part in found]

    def observation(self, position: Position, player: str) -> Any:
        """What a player sees, as a flat array of `size` float32: all planes, then the numbers. It needs NumPy.

        `split` makes planes and numbers of it.
        """
        array = _numpy().zeros(self.size, dtype="float32")
        self._core.observe(position._core, position._player(player), array)
        return array

    def split(self, array: Any) -> Tuple[Any, Any]:
        """Planes [..., planes, rows, columns] and numbers [..., numbers] of flat observations, without a copy."""
        planes = len(self.planes) * self.shape[0] * self.shape[1]
        return array[..., :planes].reshape(*array.shape[:-1], len(self.planes), *self.shape), array[..., planes:]

    def stacked(self, array: Any) -> Any:
        """Flat observations as [..., planes + numbers, rows, columns]: each number fills a plane. A copy."""
        numpy = _numpy()
        planes, numbers = self.split(array)
        filled = numpy.broadcast_to(numbers[..., None, None], (*numbers.shape, *self.shape))
        return numpy.concatenate([planes, filled], axis=-3)

    def rewards(self, position: Position) -> Dict[str, float]:
        """By player: 1 for who wins (also by score), and -1 shared by those who lose; 0 for a tie and before the end.

        A team, or a single player, has 1 or -1, or its score if the game ends by score.
        """
        return dict(zip(self._players, self._core.rewards_of(position._core) if position.over else [0.0] * len(self._players)))

    def __deepcopy__(self, memo: Any) -> "Encoding":
        return self  # it never changes

    def __reduce__(self) -> Tuple[Any, ...]:
        return Encoding, (self.game, self.limit)

    def __repr__(self) -> str:
        return f"<Encoding of {self.game.title!r}: {self.actions} actions, {len(self.planes)} planes, {len(self.numbers)} numbers>"


def _elements(name: str, type_: _Type) -> List[str]:
    """A name for each bit of a small set, whose elements are bits by their numbers."""
    return [f"{name} has {value}" if not type_.names else f"{name} has {type_.names[value]}" for value in range(type_.low + type_.values)]


def _refusal(message: str, help: str) -> GlintError:
    return GlintError((Diagnostic("", message, help),))


def _rounded(number: int) -> str:
    return str(number) if number < 10**9 else f"some 10^{len(str(number)) - 1}"


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise ImportError("this needs NumPy, as arrays are its own (Debian: python3-numpy; else `pip install numpy`)") from None
    return numpy
