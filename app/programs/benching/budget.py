"""What a measurement gives."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from rules.kernel.messages import JsonObject


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure and its budget: ``target`` is the most, or with ``at_least`` the least, that it should be."""

    name: str
    value: float
    unit: str
    target: float | None = None
    at_least: bool = False

    def json(self) -> JsonObject:
        """For programs."""
        met = None
        if self.target is not None:
            met = self.value >= self.target if self.at_least else self.value <= self.target
        return {"name": self.name, "value": round(self.value, 3), "unit": self.unit, "target": self.target, "met": met}


def median(samples: Sequence[float]) -> float:
    """The median of seconds, in milliseconds."""
    return statistics.median(samples) * 1000


def percentile(samples: Sequence[float], of_hundred: int) -> float:
    """A percentile of seconds, in milliseconds."""
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, len(ordered) * of_hundred // 100)] * 1000
