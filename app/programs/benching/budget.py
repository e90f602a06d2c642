"""What a measurement gives."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from rules.kernel.messages import JsonObject

REFERENCE_LOOP_MS = 0.28
"""What the fixed loop (``yardstick.plain_loop``) takes on the machine that the budgets are meant for: the one of 27
November 2026 with nothing else running, found by timing the rules of that day beside it (docs/performance.md)."""
_SLOWER, _FASTER = ("ms", "% of a core"), ("1/s",)
"""Units of which a machine of half the speed shows twice as much, or half. Others do not depend on it."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure and its budget: ``target`` is the most, or with ``at_least`` the least, that it should be, on
    the machine of the budgets. ``loop`` is what the fixed loop took beside it, in ms; None where nobody timed it."""

    name: str
    value: float
    unit: str
    target: float | None = None
    at_least: bool = False
    loop: float | None = None

    @property
    def at_reference(self) -> float:
        """What it would have been where the loop takes what it takes on the machine of the budgets."""
        if self.loop is None:
            return self.value
        if self.unit in _SLOWER:
            return self.value * REFERENCE_LOOP_MS / self.loop
        return self.value * self.loop / REFERENCE_LOOP_MS if self.unit in _FASTER else self.value

    @property
    def met(self) -> bool | None:
        """Whether the budget is met at the speed of its machine; None where there is no budget."""
        if self.target is None:
            return None
        return self.at_reference >= self.target if self.at_least else self.at_reference <= self.target

    @property
    def text(self) -> str:
        """For people: measured, at the speed of the budgets' machine, and the budget."""
        told = f"{self.name}: {self.value:.3g} {self.unit}"
        if self.at_reference != self.value:
            told += f", {self.at_reference:.3g} at the speed of the budgets"
        if self.target is None:
            return told
        return f"{told} (budget: {'≥' if self.at_least else '≤'} {self.target:g}, {'met' if self.met else 'missed'})"

    def json(self) -> JsonObject:
        """For programs."""
        return {
            "name": self.name,
            "value": round(self.value, 3),
            "unit": self.unit,
            "loop_ms": None if self.loop is None else round(self.loop, 4),
            "at_reference": round(self.at_reference, 3),
            "target": self.target,
            "met": self.met,
        }


def median(samples: Sequence[float]) -> float:
    """The median of seconds, in milliseconds."""
    return statistics.median(samples) * 1000


def percentile(samples: Sequence[float], of_hundred: int) -> float:
    """A percentile of seconds, in milliseconds."""
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, len(ordered) * of_hundred // 100)] * 1000
