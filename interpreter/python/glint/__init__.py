"""Glint: games of beams and mirrors, and other board games, written as rules in a text.

>>> import glint
>>> game = glint.Game("laser_lawn", side=5)
>>> position = game.start(draws={"mover": "sun"})
>>> position.push("C4 ne blue")
>>> position.why("C4 e red").message
'`C4 e red` is not legal: an emitter already stands on C4'

`Game` loads rules; `Game.start` answers a `Position`, which lists, makes and takes back moves, and shows beams, light and
pictures. `play` and `Bot` are for bots; `study`, `compare`, `ladder`, `diff`, `solve` and `explore` are the lab. `Game.batch`
plays many games side by side in arrays of NumPy; `glint.adapters` has the interfaces of PettingZoo, Gymnasium and
OpenSpiel. Matches, also against other programs, are in `glint.match`. Whatever is wrong is a `GlintError`.
interpreter/python/README.md is a guide.
"""

from ._engine import __version__
from .batches import Batch
from .bots import Bot, bots, play
from .encoding import Encoding
from .errors import Diagnostic, GlintError, IllegalMove, Mend, RuleError, ScriptError, Stopped
from .game import Cell, Game, Option, bundled_games, bundled_variants, check
from .ladders import Ladder, ladder
from .position import Beam, BeamStep, Moves, Outcome, Piece, Playout, Position, Trace, View
from .searches import Diff, Exploration, Solved, Value, diff, explore, solve
from .studies import CardColumns, Comparison, Estimate, MeasureColumns, OpeningColumns, Study, compare, study

__all__ = [
    "Batch", "Beam", "BeamStep", "Bot", "CardColumns", "Cell", "Comparison", "Diagnostic", "Diff", "Encoding", "Estimate", "Exploration",
    "Game", "GlintError", "IllegalMove", "Ladder", "MeasureColumns", "Mend", "Moves", "OpeningColumns", "Option", "Outcome", "Piece", "Playout", "Position", "RuleError", "ScriptError", "Solved",
    "Stopped", "Study", "Trace", "Value", "View", "bots", "bundled_games", "bundled_variants", "check", "compare", "diff", "explore",
    "ladder", "play", "solve", "study",
]  # fmt: skip
