"""Spaces of Gymnasium; where it cannot be imported, some with the same methods."""

from __future__ import annotations

from typing import Any, Dict as _Dict, Optional, Tuple

from ..encoding import _numpy


def following(seed: int) -> int:
    """The seed of the next game, far from those that follow from other seeds (Knuth's MMIX generator)."""
    return (6364136223846793005 * seed + 1442695040888963407) % 2**64

try:
    from gymnasium.spaces import Box, Dict, Discrete, Space
except ImportError:

    class Space:  # type: ignore[no-redef]
        """A set of values, which may be drawn from it and tested for."""

        def __init__(self, shape: Any, dtype: Any):
            self.shape, self.dtype = shape, _numpy().dtype(dtype) if dtype else None
            self._chance: Any = None

        @property
        def np_random(self) -> Any:
            if self._chance is None:
                self.seed(None)
            return self._chance

        def seed(self, seed: Optional[int] = None) -> Any:
            self._chance = _numpy().random.default_rng(seed)
            return [seed]

        def __contains__(self, value: Any) -> bool:
            return bool(self.contains(value))

        def contains(self, value: Any) -> bool:
            raise NotImplementedError

        def __eq__(self, other: object) -> bool:
            return type(self) is type(other) and repr(self) == repr(other)

        def __hash__(self) -> int:
            return hash(repr(self))

    class Discrete(Space):  # type: ignore[no-redef]
        """The numbers below n."""

        def __init__(self, n: int):
            super().__init__((), "int64")
            self.n, self.start = n, 0

        def sample(self, mask: Any = None) -> int:
            numbers = range(self.n) if mask is None else _numpy().flatnonzero(mask)
            return int(numbers[int(self.np_random.integers(len(numbers)))]) if len(numbers) else 0

        def contains(self, value: Any) -> bool:
            is_whole = isinstance(value, (int, _numpy().integer))
            return bool(is_whole and 0 <= int(value) < self.n)

        def __repr__(self) -> str:
            return f"Discrete({self.n})"

    class Box(Space):  # type: ignore[no-redef]
        """Arrays of a shape, with bounds."""

        def __init__(self, low: float, high: float, shape: Tuple[int, ...], dtype: Any):
            numpy = _numpy()
            super().__init__(tuple(shape), dtype)
            self.low, self.high = numpy.full(shape, low, dtype), numpy.full(shape, high, dtype)

        def sample(self, mask: Any = None) -> Any:
            """Where there are bounds, any value between them is as likely; else values are normal."""
            numpy = _numpy()
            if self.dtype.kind in "iu":
                return self.np_random.integers(self.low, self.high, dtype=self.dtype, endpoint=True)
            if numpy.isfinite([self.low, self.high]).all():
                return self.np_random.uniform(self.low, self.high).astype(self.dtype)
            return numpy.clip(self.np_random.normal(size=self.shape), self.low, self.high).astype(self.dtype)

        def contains(self, value: Any) -> bool:
            numpy = _numpy()
            fits = isinstance(value, numpy.ndarray) and value.shape == self.shape and numpy.can_cast(value.dtype, self.dtype)
            return bool(fits and numpy.all(value >= self.low) and numpy.all(value <= self.high))

        def __repr__(self) -> str:
            return f"Box({self.low.flat[0]}, {self.high.flat[0]}, {self.shape}, {self.dtype})"

    class Dict(Space):  # type: ignore[no-redef]
        """A value of each of several spaces, by name."""

        def __init__(self, spaces: _Dict[str, Any]):
            super().__init__(None, None)
            self.spaces = dict(spaces)

        def __getitem__(self, name: str) -> Any:
            return self.spaces[name]

        def seed(self, seed: Optional[int] = None) -> Any:
            return [each.seed(None if seed is None else seed + number) for number, each in enumerate(self.spaces.values())]

        def sample(self, mask: Any = None) -> _Dict[str, Any]:
            return {name: each.sample(mask[name] if mask else None) for name, each in self.spaces.items()}

        def contains(self, value: Any) -> bool:
            if not isinstance(value, dict) or value.keys() != self.spaces.keys():
                return False
            return all(value[name] in one for name, one in self.spaces.items())

        def __repr__(self) -> str:
            return f"Dict({self.spaces})"


__all__ = ["Box", "Dict", "Discrete", "Space"]
