"""Batches: many games that step together, in arrays of NumPy that the engine fills in place.

    batch = game.batch(1024, seed=1)
    while learning:
        actions = policy(batch.observations, batch.numbers, batch.masks)
        batch.step(actions)                      # the arrays now show the next positions
        learn(batch.rewards, batch.ends)
"""

from __future__ import annotations

import contextlib
import os
import threading
from typing import Any, Iterator, Optional

from . import _engine
from .encoding import Encoding, _numpy
from .game import _whole
from .position import Position

__all__ = ["Batch"]


class Batch:
    """`n` games side by side. `game.batch(n)` makes one; `batch.encoding` says what planes, numbers and actions are.

    All arrays belong to the batch. They are changed in place by each `step`, cannot be written to, and stay the same
    objects; copy what is to be kept. What is seen is what the player to move sees.

    - `observations`: float32 [n, planes, rows, columns]; `numbers`: float32 [n, numbers]; `flat`: both in one row,
      float32 [n, encoding.size]
    - `masks`: bool [n, actions], the legal moves
    - `to_move`: int32 [n], the number of the player to move
    - `rewards`: float32 [n, players], of the last step: not 0 only where a game ended
    - `ends`: uint8 [n], of the last step: 1 where a game ended, 2 where it was cut off after `max_plies`
    - `final_observations`, `final_numbers`, `final_flat`: where `ends` is not 0, how that game stood at last. `final_looks`:
      int32 [n], who sees it so: the player to move where it was cut off, and where it ended who made the last move

    Where a game has ended, the next one of its place has begun: `observations`, `masks` and `to_move` are of it already. Games
    that are over before anybody has a choice are left out; after 1000 of them in a row RuntimeError is raised.
    After `reset` no game has ended: `rewards` and `ends` are 0.
    Game k of place i follows from the seed, i, k and n alone, whatever the number of threads. A batch is for one thread at
    a time (another one gets a RuntimeError), and makes its own for a `step`; it cannot be pickled.
    """

    def __init__(self, encoding: Encoding, n: int, seed: int = 1, max_plies: int = 2000, threads: Optional[int] = None):
        n, max_plies, seed = _whole("n", n, 1), _whole("max_plies", max_plies, 1), _whole("seed", seed)
        numpy = _numpy()
        self.encoding, self.n = encoding, n
        #: How many threads a step may use; small batches use fewer.
        self.threads = max(1, threads or os.cpu_count() or 1)
        flat = numpy.zeros((n, encoding.size), dtype=numpy.float32)
        masks = numpy.zeros((n, encoding.actions), dtype=numpy.bool_)
        rewards = numpy.zeros((n, len(encoding.game.players)), dtype=numpy.float32)
        ends = numpy.zeros(n, dtype=numpy.uint8)
        to_move = numpy.zeros(n, dtype=numpy.int32)
        final_flat, final_looks = numpy.zeros_like(flat), numpy.zeros_like(to_move)
        arrays = [flat, masks, rewards, ends, to_move, final_flat, final_looks]
        self._core = _engine.Batch(encoding._core, seed, max_plies, arrays)
        self._of_step = rewards, ends
        self.flat, self.masks, self.rewards, self.ends, self.to_move, self.final_flat, self.final_looks = map(_locked, arrays)
        self.observations, self.numbers = encoding.split(self.flat)
        self.final_observations, self.final_numbers = encoding.split(self.final_flat)
        self._in_use = threading.Lock()
        self.reset()

    def step(self, actions: Any) -> None:
        """Makes an action in each game: integers [n]. The GIL is released.

        Raises ValueError if one is not legal; then no game has changed. Raises RuleError if a rule of the script fails:
        that game then has no legal action until `reset`.
        """
        numpy = _numpy()
        given = numpy.ascontiguousarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions are {self.n} integers, found {given.dtype} {list(given.shape)}")
        with self._alone():
            self._core.step(given.astype(numpy.int64, copy=False), self.threads)
            self._look()

    def sample(self) -> Any:
        """A legal action of each game, drawn at random: int64 [n], a new array. It follows the seed."""
        drawn = _numpy().empty(self.n, dtype="int64")
        with self._alone():
            self._core.sample(drawn)
        return drawn

    def reset(self) -> None:
        """Begins the next game at each place."""
        with self._alone():
            for one in self._of_step:
                one[...] = 0
            self._core.reset(self.threads)
            self._look()

    def _look(self) -> None:
        """Looks whether somebody is to move everywhere."""
        if (self.to_move < 0).any():
            raise RuntimeError("in 1000 games one after the other nobody had anything to choose")

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._in_use.acquire(blocking=False):
            raise RuntimeError("another thread uses this batch")
        try:
            yield
        finally:
            self._in_use.release()

    def position(self, i: int) -> Position:
        """Game i as a position, which may be looked at and played on, with everything that is hidden. Without its history."""
        if not -self.n <= i < self.n:
            raise IndexError(f"there are {self.n} games")
        with self._alone():
            core = self._core.position(i % self.n)
        return Position(self.encoding.game, core, (core.seen(-1).text(), (1, [], False)))

    def __len__(self) -> int:
        return self.n

    def __reduce__(self) -> Any:
        raise TypeError("a batch cannot be pickled; make one with the same seed")

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.encoding.game.title!r}>"


def _locked(array: Any) -> Any:
    """The same memory, which cannot be written to by this array."""
    view = array.view()
    view.flags.writeable = False
    return view
