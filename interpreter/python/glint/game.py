"""Games: rules that were loaded, ready to be played."""

from __future__ import annotations

import json
import operator
import os
from collections import namedtuple
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _engine
from .errors import Diagnostic, diagnostics_of, found_in
from .position import Position

if TYPE_CHECKING:
    from .batches import Batch
    from .encoding import Encoding

__all__ = ["Cell", "Game", "Option", "bundled_games", "bundled_variants", "check"]

Cell = namedtuple("Cell", "label x y")
Cell.__doc__ = "A cell: its label, and the board's own coordinates."
Option = namedtuple("Option", "name value default domain text doc")
Option.__doc__ = "An option: its value in this game, its default, its domain as the script writes it, and what it means."

#: A draw of chance may be fixed to a value, or its successive draws to a list of them.
Draws = Mapping[str, Union[str, int, Sequence[Union[str, int]]]]


def bundled_games() -> List[str]:
    """The names of the games that come with Glint, for `Game(name)`."""
    return _engine.bundled_games()


def bundled_variants() -> List[str]:
    """The names of the bundled variants of these."""
    return _engine.bundled_variants()


def check(text: str, file: str = "script.glint", path: Sequence[str] = ()) -> List[Diagnostic]:
    """All errors and warnings of a script, as `glint check` finds them; an empty list if it is clean.

    The game is also built with other values of its options, and a short look at play finds rules that fail. Each
    diagnostic has `mends`: edits after which the script is better, the likeliest first. `file` is its name in errors;
    libraries and base games are found beside it, then in the folders of `path`, if they are not bundled.
    """
    return found_in(_engine.check(_text("a script", text), file, _Folders(path)))


class Game:
    """The rules of a game with values for its options. It never changes, and may be shared between threads.

    >>> game = Game("laser_lawn", side=5)
    >>> game.title, game.players
    ('Laser Lawn', ['sun', 'moon'])

    `name` is a bundled game or variant (`bundled_games()`); options follow by name. `True` and `False` stand for `on`
    and `off`. Raises ScriptError if there is no such game, or an option has no such value.
    """

    def __init__(self, name: str, **options: Union[str, int, bool]):
        self._load({"name": _text("the name of a game", name)}, options)

    @classmethod
    def from_text(
        cls,
        text: str,
        file: str = "script.glint",
        files: Optional[Mapping[str, str]] = None,
        **options: Union[str, int, bool],
    ) -> "Game":
        """A game from the text of its script. `file` is its name in errors.

        `files` has scripts that it may `use` or be a variant of, by the name that it calls them. Bundled ones are found
        without. Raises ScriptError with all that is wrong.
        """
        game = cls.__new__(cls)
        game._load({"text": _text("a script", text), "file": _text("file", file), "files": dict(files or {})}, options)
        return game

    @classmethod
    def from_file(cls, file: Union[str, "os.PathLike[str]"], path: Sequence[str] = (), **options: Union[str, int, bool]) -> "Game":
        """A game from a file. Libraries and base games are found beside it, then in the folders of `path`.

        Raises OSError if the file cannot be read, ScriptError with all that is wrong.
        """
        file = os.fspath(file)
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
        folders = _Folders(path)
        game = cls.__new__(cls)
        game._load({"text": text, "file": file, "files": {}}, options, folders)
        game._source.update(files=folders.found, path=file)  # so that a pickle needs no files
        return game

    def _load(self, source: Dict[str, Any], options: Mapping[str, Any], finds: Optional["_Finds"] = None) -> None:
        settings = [(name, _setting(value)) for name, value in options.items()]
        self._source, self._settings = source, dict(settings)
        if "name" in source:
            self._core = _engine.Game.bundled(source["name"], settings)
        else:
            self._core = _engine.Game.from_text(source["text"], source["file"], settings, finds or _given(source["files"]))
        self._facts = self._core.facts()

    # -- what is known of it

    @property
    def title(self) -> str:
        """The title in the script: "Laser Lawn"."""
        return self._facts["title"]

    @property
    def doc(self) -> str:
        """The doc comment of the script."""
        return self._facts["doc"]

    @property
    def id(self) -> str:
        """Its bundled name, or its file's name without folder and ending."""
        return self._facts["id"]

    @property
    def variant_of(self) -> str:
        """The `id` of the game that it is a variant of, or ""."""
        return self._facts["variant_of"]

    @property
    def players(self) -> List[str]:
        """The players, in the order of their seats."""
        return list(self._facts["players"])

    @property
    def is_team(self) -> bool:
        """True if all players win and lose together."""
        return self._facts["is_team"]

    @property
    def has_secrets(self) -> bool:
        """True if something is hidden from some player."""
        return self._facts["has_secrets"]

    @property
    def has_beams(self) -> bool:
        """True if the script has a `beam`."""
        return self._facts["has_beams"]

    @property
    def options(self) -> Dict[str, Option]:
        """By name."""
        return {one[0]: Option(*one) for one in self._facts["options"]}

    @property
    def cells(self) -> List[Cell]:
        """In the order of the board."""
        return [Cell(*one[:3]) for one in self._facts["cells"]]

    @property
    def directions(self) -> List[str]:
        """Names of the directions of the board: ["e", "ne", ...]."""
        return list(self._facts["directions"])

    @property
    def warnings(self) -> Tuple[Diagnostic, ...]:
        """Warnings for the script's author."""
        return diagnostics_of(json.loads(self._facts["warnings"]))

    # -- play

    def start(self, seed: int = 1, draws: Optional[Draws] = None, wait_at_draws: bool = False) -> Position:
        """The position of the first choice.

        `seed` decides all draws of chance, but for those that `draws` fixes: `{"mover": "sun"}`, or a list for
        successive draws. With `wait_at_draws` play stops at each draw that is not fixed (`Position.at_draw`). The same
        arguments give the same game on every machine.
        """
        arguments = (_whole("seed", seed), _draws(draws), wait_at_draws)
        return Position(self, self._core.start(*arguments), (None, arguments))

    def read(self, text: str, seed: int = 1, draws: Optional[Draws] = None, wait_at_draws: bool = False) -> Position:
        """The position of this text, as `str(position)` or a drawn board has it.

        Whatever the text leaves out is as at the start. Raises a GlintError with its place in the text.
        """
        arguments = (_whole("seed", seed), _draws(draws), wait_at_draws)
        return Position(self, self._core.read(_text("a position", text), *arguments), (text, arguments))

    # -- for programs that learn

    def encoding(self, limit: int = 1 << 21) -> "Encoding":
        """Numbers for moves, and for what players see: see glint.encoding. Raises GlintError if there are too many moves."""
        from .encoding import Encoding

        return Encoding(self, limit)

    def batch(
        self, n: int, seed: int = 1, *, max_plies: int = 2000, limit: int = 1 << 21, threads: Optional[int] = None
    ) -> "Batch":
        """`n` games side by side, in arrays of NumPy: see glint.batches. `limit`: how many actions there may be."""
        from .batches import Batch

        return Batch(self.encoding(limit), n, seed, max_plies, threads)

    # -- as a value

    def _beside(self, ending: str) -> Optional[str]:
        """The file of this ending beside the game's own, if there is one."""
        file = os.path.splitext(self._source.get("path", ""))[0] + ending
        return file if "path" in self._source and os.path.isfile(file) else None

    def _key(self) -> Tuple[Any, ...]:
        return (self._facts["rules_hash"], tuple(one[:2] for one in self._facts["options"]))

    def __eq__(self, other: object) -> bool:
        """Whether the rules and all options are the same."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self._settings.items())
        return f"<Game {self.title!r}{options}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return _loaded, (self._source, self._settings)


def _loaded(source: Dict[str, Any], options: Dict[str, str]) -> Game:
    game = Game.__new__(Game)
    game._load(source, options)
    return game


def _setting(value: Union[str, int, bool]) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _text(name: str, text: Any) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{name} is a text, found {text!r}")
    return text


def _whole(name: str, number: Any, least: int = 0) -> int:
    """A whole number that the engine takes. Raises TypeError, or ValueError if it is too small or too large."""
    try:
        whole = operator.index(number)
    except TypeError:
        raise TypeError(f"{name} is a whole number, found {number!r}") from None
    if not least <= whole < 2**64:
        raise ValueError(f"{name} is at least {least}, and below 2**64; found {number!r}")
    return whole


def _draws(draws: Optional[Draws]) -> List[Tuple[str, str]]:
    fixed = []
    for name, values in (draws or {}).items():
        for value in values if isinstance(values, (list, tuple)) else [values]:
            fixed.append((name, _setting(value)))
    return fixed


#: Finds a script for the one whose path is `user`: `finds(name, user)` answers (path, text) or None.
_Finds = Callable[[str, str], Optional[Tuple[str, str]]]


def _given(files: Mapping[str, str]) -> _Finds:
    def find(name: str, user: str) -> Optional[Tuple[str, str]]:
        return (name if name.endswith(".glint") else f"{name}.glint", files[name]) if name in files else None

    return find


class _Folders:
    """Finds scripts beside the one that asks, then in folders; and remembers them."""

    def __init__(self, path: Sequence[str]):
        self.path = list(path)
        self.found: Dict[str, str] = {}

    def __call__(self, name: str, user: str) -> Optional[Tuple[str, str]]:
        for folder in [os.path.dirname(user), *self.path]:
            file = os.path.join(folder, name if name.endswith(".glint") else f"{name}.glint")
            if os.path.isfile(file):
                with open(file, encoding="utf-8") as opened:
                    self.found[name] = opened.read()
                return file, self.found[name]
        return None
