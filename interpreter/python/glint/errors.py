"""What can be wrong, with its place and what to try.

Every exception of Glint is a `GlintError`. It has what an error of the command line has: a stable code ("G0601"), a
message, help, and a place in the script if there is one. `glint explain CODE` and lang/errors/ explain each code.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, List, Mapping, Optional, Tuple

__all__ = ["Diagnostic", "GlintError", "IllegalMove", "Mend", "RuleError", "ScriptError", "Stopped"]


@dataclass(frozen=True)
class Mend:
    """An edit that may mend an error: the text between two places becomes `text`.

    Lines and columns count from 1, columns in characters; the end is exclusive. If both places are equal, `text` is
    inserted. `is_certain`: no other edit is known to fit.
    """

    title: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    is_certain: bool

    def apply(self, script: str) -> str:
        """The script after this edit."""
        begin, end = _offset(script, self.line, self.column), _offset(script, self.end_line, self.end_column)
        return script[:begin] + self.text + script[end:]


@dataclass(frozen=True)
class Diagnostic:
    """One error or warning. `str()` is a line for people.

    `line` and the rest of the place are 0 if it has no place, and `file` is then "". `rendered` is the text for a
    terminal, or "".
    """

    code: str
    message: str
    help: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    is_warning: bool = False
    mends: Tuple[Mend, ...] = ()
    rendered: str = ""

    @property
    def place(self) -> Optional[Tuple[str, int, int]]:
        """(file, line, column), or None."""
        return (self.file, self.line, self.column) if self.line else None

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: " if self.file and self.line else f"line {self.line}: " if self.line else ""
        code = f" {self.code}" if self.code else ""
        text = f"{where}{'warning' if self.is_warning else 'error'}{code}: {self.message}"
        return f"{text} ({self.help})" if self.help else text


class GlintError(Exception):
    """Something is wrong with a script, a move, a position or a request.

    `diagnostics` has all that is wrong; `code`, `message`, `help` and `place` are those of the first.
    """

    def __init__(self, diagnostics: Tuple[Diagnostic, ...]):
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    @property
    def code(self) -> str:
        """Its number in the index of errors, such as "G0601"; "" if it has none."""
        return self.diagnostics[0].code

    @property
    def message(self) -> str:
        """The error in a sentence."""
        return self.diagnostics[0].message

    @property
    def help(self) -> str:
        """A suggestion; or ""."""
        return self.diagnostics[0].help

    @property
    def place(self) -> Optional[Tuple[str, int, int]]:
        """(file, line, column) in the script, or None."""
        return self.diagnostics[0].place

    def __str__(self) -> str:
        return "\n".join(str(one) for one in self.diagnostics)


class ScriptError(GlintError, ValueError):
    """A script cannot be loaded, or an option has a wrong value (codes G01.. to G05..)."""


class IllegalMove(GlintError, ValueError):
    """A move is illegal, the game is over, or a draw is impossible (G0601, G0607, G0608)."""


class RuleError(GlintError, RuntimeError):
    """A rule of the script fails in play (the other codes G06..)."""


class Stopped(GlintError, RuntimeError):
    """Work was stopped before it was finished (G0614)."""


def made(text: str) -> GlintError:
    """The exception for errors of the engine, a JSON list. The engine calls it."""
    found = diagnostics_of(json.loads(text))
    code = found[0].code
    if code in ("G0601", "G0607", "G0608"):
        return IllegalMove(found)
    if code == "G0614":
        return Stopped(found)
    if code.startswith("G06"):
        return RuleError(found)
    if code:
        return ScriptError(found)
    return GlintError(found)


def diagnostics_of(errors: List[Mapping[str, Any]]) -> Tuple[Diagnostic, ...]:
    return tuple(
        Diagnostic(
            code=one["code"],
            message=one["message"],
            help=one["help"],
            file=one["file"],
            line=one["line"],
            column=one["column"],
            end_line=one["end_line"],
            end_column=one["end_column"],
            is_warning=one["severity"] == "warning",
            mends=tuple(
                Mend(m["title"], m["line"], m["column"], m["end_line"], m["end_column"], m["text"], m["certain"])
                for m in one.get("mends", ())
            ),
            rendered=one.get("rendered", ""),
        )
        for one in errors
    )


def found_in(text: str) -> List[Diagnostic]:
    """Diagnostics from the document of `_engine.check`, whose places are bytes."""
    document = json.loads(text)
    files = {name: body.encode() for name, body in document["files"].items()}

    def place(file: str, byte: int) -> Tuple[int, int]:
        before = files[file][:byte].decode(errors="replace")
        return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1

    found = []
    for one in document["findings"]:
        spot = {}
        if one["file"] in files:
            (line, column), (end_line, end_column) = place(one["file"], one["begin"]), place(one["file"], one["end"])
            spot = {"file": one["file"], "line": line, "column": column, "end_line": end_line, "end_column": end_column}
        mends = tuple(
            Mend(m["title"], *place(one["file"], m["begin"]), *place(one["file"], m["end"]), m["text"], m["certain"])
            for m in document["mends"]
            if m["code"] == one["code"] and m["at"] == one["begin"] and spot
        )
        found.append(
            Diagnostic(one["code"], one["message"], one["help"], is_warning=one["severity"] == "warning", mends=mends, **spot)
        )
    return found


def _offset(text: str, line: int, column: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.index("\n", at) + 1
    return at + column - 1
