"""Orders that a game lets a seat give only when others have been waited for long enough.

The rules have no clock: they name the seats and the time, and the server looks whether that time has gone by.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, Protocol, runtime_checkable

from rules.kernel.messages import Command

KINDS: Final = frozenset({"end_for_all", "lend"})
"""The orders of which any game says so: no other needs to be asked about."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Whom an order waits for, and for how many seconds the match has to stand still; None: for ever.

    Those who have left, are away or are out of time are not waited for. ``deed``: what the order does, in words, as
    "end this step for".
    """

    seats: Collection[str]
    seconds: int | None
    section: str
    deed: str


@runtime_checkable
class Waits(Protocol):
    """A game with such orders."""

    def waits(self, state: Any, seat: str, command: Command) -> Wait | None:
        """For whom an order has to wait; None if for nobody."""
        ...
