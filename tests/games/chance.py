"""Dice for the tests of any game's rules."""

from __future__ import annotations

from collections.abc import Sequence


class Dice:
    """A chance port with its results given beforehand; it refuses to be asked for more."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)
        """Those not rolled yet."""

    def __call__(self, draw: int, sides: int) -> int:
        """The next of the given dice."""
        if not self.left:
            raise AssertionError(f"die {draw} was rolled, and none was expected")
        return self.left.pop(0)
