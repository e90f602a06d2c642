"""Who was likely to win a match that is over, turn by turn, and in which turns that changed (decisions/0075)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.analysis.chances import Model
from rules.kernel.gauge import Figure
from rules.kernel.messages import JsonObject

MAX_SWINGS = 3
"""The turns that changed most, which are named."""
LEAST_SWING = 5
"""Less of a hundred than this is no turn of the war."""


@dataclass(frozen=True, slots=True)
class Point:
    """How a match stood when a turn began, and the number of the line that opened it."""

    turn: int
    number: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. ``played``: by its rules, so that the end is certain; else the players agreed on it, and the
    last position says what it says. ``figures``: of that position."""

    winner: str | None
    played: bool
    figures: tuple[Figure, ...]


def outlook_json(
    model: Model, points: Sequence[Point], turns: int | None, result: Result, first_turn: int = 1
) -> JsonObject:
    """Of a hundred such matches, how many each side wins and how many are drawn: where each turn began, and at the
    end."""
    chances = [model.chances(point.figures, point.turn, turns, first_turn) for point in points]
    if result.played:
        chances.append((float(result.winner == model.sides[0]), float(result.winner == model.sides[1])))
    else:
        last = points[-1].turn if points else 0
        chances.append(model.chances(result.figures, last, turns, first_turn))
    percents = [in_hundredths(*chance) for chance in chances]
    first, second = model.sides
    return {
        "games": model.games,
        "values": {first: [p[0] for p in percents], second: [p[1] for p in percents]},
        "drawn": [p[2] for p in percents],
        "swings": [*_swings(model.sides, points, percents)],
    }


def in_hundredths(first: float, second: float) -> tuple[int, int, int]:
    """Whole parts of a hundred for both sides and a draw: the largest remainders go up, so that all is a hundred."""
    exact = [100 * first, 100 * second, 100 * max(0.0, 1 - first - second)]
    whole = [int(x) for x in exact]
    for i in sorted(range(3), key=lambda i: whole[i] - exact[i])[: 100 - sum(whole)]:
        whole[i] += 1
    return whole[0], whole[1], whole[2]


def _swings(
    sides: tuple[str, str], points: Sequence[Point], percents: Sequence[tuple[int, int, int]]
) -> list[JsonObject]:
    """The turns after which a side could expect most more than before, a draw being half a victory; the greatest
    first."""
    halves = [2 * p[0] + p[2] for p in percents]
    found = [(after - before, point) for before, after, point in zip(halves, halves[1:], points, strict=False)]
    greatest = sorted(found, key=lambda swing: (-abs(swing[0]), swing[1].turn))[:MAX_SWINGS]
    return [
        {"turn": point.turn, "number": point.number, "side": sides[0 if by > 0 else 1], "by": (abs(by) + 1) // 2}
        for by, point in greatest
        if abs(by) >= 2 * LEAST_SWING
    ]
