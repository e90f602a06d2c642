"""What can be taken back: the last seat's commands since the last bar (decisions/0014).

The server and ``greatwar verify`` go by this same rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from app.matches.facts import Numbers

STEPS_KEPT = 500
"""Commands that can be taken back at most, so that a snapshot is never kept waiting for ever."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command that its seat can still take back: the event before it and the state there."""

    seat: str
    before: int
    state: Any
    text: str = ""
    numbers: Numbers = field(default_factory=dict)
    """How much each viewpoint had been told before it."""


class Steps:
    """The commands that can be taken back now, the last one last."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    def __len__(self) -> int:
        return len(self._steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps)

    @property
    def earliest(self) -> Step | None:
        """The first of them."""
        return self._steps[0] if self._steps else None

    def of(self, seat: str) -> Step | None:
        """The command that this seat can take back now."""
        return self._steps[-1] if self._steps and self._steps[-1].seat == seat else None

    def remember(self, step: Step, barred: bool) -> None:
        """A command was carried out; ``barred`` when nothing up to its end can be taken back any more."""
        if barred or (self._steps and self._steps[-1].seat != step.seat):
            self._steps.clear()
        if not barred:
            self._steps.append(step)
            del self._steps[:-STEPS_KEPT]

    def pop(self) -> Step:
        """The last command was taken back. IndexError when there is none."""
        return self._steps.pop()

    def clear(self) -> None:
        """Nothing can be taken back any more."""
        self._steps.clear()
