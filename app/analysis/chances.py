"""How likely each side was to win: how often programs won from positions that measured the same (decisions/0075).

A model is a handful of weights on the figures of a game's gauge, fitted to games that programs played against each
other (``fitting.py``). So it says what these games say, and no more: ``games`` tells how many there were.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from rules.kernel.gauge import Figure

FOLDER = Path(__file__).parent / "chances"
"""A file a game: its models."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What a figure is worth: by how much the first side's is above the second's, in units of ``scale``, counts
    ``early`` at the beginning of a match, and ``late`` more at its end."""

    scale: float
    early: float
    late: float


@dataclass(frozen=True, slots=True)
class Model:
    """The chances of the scenarios that it is for. ``sides``: the first is whom all weights speak for.

    ``lean``: what speaks for the first side where nothing else does, at the beginning and what the end adds.
    ``apart``: how far the two sides' victories lie from each other, likewise, as logarithms; None where no game was
    a draw.
    """

    scenarios: tuple[str, ...]
    sides: tuple[str, str]
    games: int
    weights: Mapping[str, Weight]
    lean: tuple[float, float]
    apart: tuple[float, float] | None

    def chances(self, figures: Sequence[Figure], turn: int, turns: int | None, first: int = 1) -> tuple[float, float]:
        """The chances of the two sides where these figures stand; what is left to one is a draw's."""
        return self.chances_of(leads(figures, self.sides), share_elapsed(turn, turns, first))

    def chances_of(self, ahead: Mapping[str, float], part: float) -> tuple[float, float]:
        """The same by how far the first side is ahead in each figure, and how much of the match is over."""
        lead = self.lean[0] + self.lean[1] * part
        for title, weight in self.weights.items():
            lead += (weight.early + weight.late * part) * ahead.get(title, 0.0) / weight.scale
        gap = math.exp(self.apart[0] + self.apart[1] * part) if self.apart else 0.0
        return logistic(lead - gap), logistic(-lead - gap)


def share_elapsed(turn: int, turns: int | None, first: int = 1) -> float:
    """How much of a match is over: from 0 to 1. ``first`` and ``turns``: the numbers of its first and last turn."""
    if not turns:
        return 0.0
    over = first - 1
    return max(0.0, min(1.0, (turn - over) / (turns - over)))


def leads(figures: Sequence[Figure], sides: tuple[str, str]) -> dict[str, float]:
    """By how much the first side's figure is above the second's, by the figures' titles."""
    first, second = sides
    return {f.title: float(f.values.get(first, 0) - f.values.get(second, 0)) for f in figures}


def logistic(x: float) -> float:
    """Between 0 and 1, without overflow."""
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


def read_models(file: Path) -> tuple[Model, ...]:
    """The models of a file. KeyError or TypeError for one that is made of something else."""
    rows: Any = orjson.loads(file.read_bytes())["models"]
    return tuple(
        Model(
            tuple(row["scenarios"]),
            (row["sides"][0], row["sides"][1]),
            row["games"],
            {title: Weight(**weight) for title, weight in row["weights"].items()},
            (row["lean"][0], row["lean"][1]),
            None if row["apart"] is None else (row["apart"][0], row["apart"][1]),
        )
        for row in rows
    )


@cache
def models_of(game: str) -> tuple[Model, ...]:
    """The models of a game; none where nothing was fitted."""
    file = FOLDER / f"{game}.json"
    return read_models(file) if file.is_file() else ()


def model_for(game: str, scenario: str) -> Model | None:
    """The model of a scenario, or None where none was fitted for it."""
    return next((model for model in models_of(game) if scenario in model.scenarios), None)
