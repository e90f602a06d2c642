"""Fits the chances of winning to games that programs played: an ordered logit, by gradient, in plain Python.

The outcomes are ordered (the second side, a draw, the first side), so one lead speaks for all three, and draws are a
gap around zero. Every turn counts the same: what is asked is how often a match was won *that had come so far*, and a
game that was over sooner says nothing of its later turns. Weights are drawn to zero a little, so that a figure that
says nothing counts for nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analysis.chances import Model, Weight, logistic

STEPS, RATE = 600, 0.05
RIDGE = 0.005
"""How strongly weights are drawn to zero, against the mean of a game's logarithms."""
MOMENTUM, SQUARES, TINY = 0.9, 0.999, 1e-8
"""Of Adam (Kingma and Ba, 2015)."""
LEAST = 1e-9
FOLDS = 5


@dataclass(frozen=True, slots=True)
class Sample:
    """A turn of a game: ``leads`` by title, how much of the match was over, and whether the first side won (1), the
    second (-1), or nobody (0)."""

    game: int
    leads: Mapping[str, float]
    part: float
    result: int


@dataclass(frozen=True, slots=True)
class Fit:
    """A model, and how well such models did on games that they were not fitted to. ``loss``: the mean of the
    logarithm of the chance given to what happened, less is better; ``plain``: the same for always saying how often
    each happens. ``calibration``: for each tenth of the chance given to the first side, how many turns there were, the
    mean of what was said, and how many were won."""

    model: Model
    loss: float
    plain: float
    calibration: tuple[tuple[int, float, float], ...]


def fit(samples: Sequence[Sample], scenarios: Sequence[str], sides: tuple[str, str]) -> Fit:
    """Fit a model to all games, and try it by leaving out a fifth of them at a time. ValueError for too few."""
    games = sorted({s.game for s in samples})
    if len(games) < 2 * FOLDS:
        raise ValueError(f"{len(games)} games are too few to fit and try chances; {2 * FOLDS} are the least")
    said: list[tuple[Sample, tuple[float, float]]] = []
    loss = plain = 0.0
    for fold in range(FOLDS):
        left_out = set(games[fold::FOLDS])
        known = [s for s in samples if s.game not in left_out]
        model, usual = _fit_model(known, scenarios, sides), _shares(known)
        for sample in (s for s in samples if s.game in left_out):
            chances = model.chances_of(sample.leads, sample.part)
            said.append((sample, chances))
            loss -= math.log(max(LEAST, _of_result(chances, sample.result)))
            plain -= math.log(max(LEAST, usual[sample.result]))
    return Fit(_fit_model(samples, scenarios, sides), loss / len(samples), plain / len(samples), _calibration(said))


def _shares(samples: Sequence[Sample]) -> dict[int, float]:
    """How often turns were of games with each result, counted once more each, so that nothing is impossible."""
    return {r: (sum(s.result == r for s in samples) + 1) / (len(samples) + 3) for r in (-1, 0, 1)}


def _calibration(said: Sequence[tuple[Sample, tuple[float, float]]]) -> tuple[tuple[int, float, float], ...]:
    found = []
    for tenth in range(10):
        here = [(s, c[0]) for s, c in said if min(9, int(c[0] * 10)) == tenth]
        if here:
            n = len(here)
            found.append((n, sum(c for _, c in here) / n, sum(s.result == 1 for s, _ in here) / n))
    return tuple(found)


def _of_result(chances: tuple[float, float], result: int) -> float:
    first, second = chances
    return first if result == 1 else second if result == -1 else 1 - first - second


def _fit_model(samples: Sequence[Sample], scenarios: Sequence[str], sides: tuple[str, str]) -> Model:
    titles = sorted({title for s in samples for title in s.leads})
    scales = {t: _spread([s.leads.get(t, 0.0) for s in samples]) for t in titles}
    titles = [t for t in titles if scales[t] > 0]
    rows = [_features(s, titles, scales) for s in samples]
    draws = any(s.result == 0 for s in samples)
    width = 2 + 2 * len(titles)
    found = _ascend(rows, samples, width, draws=draws)
    weights = {
        t: Weight(round(scales[t], 4), round(found[2 + 2 * i], 4), round(found[3 + 2 * i], 4))
        for i, t in enumerate(titles)
    }
    apart = (round(found[width], 4), round(found[width + 1], 4)) if draws else None
    games = len({s.game for s in samples})
    return Model(tuple(scenarios), sides, games, weights, (round(found[0], 4), round(found[1], 4)), apart)


def _spread(values: Sequence[float]) -> float:
    return math.sqrt(sum(v * v for v in values) / len(values)) if values else 0.0


def _features(sample: Sample, titles: Sequence[str], scales: Mapping[str, float]) -> list[float]:
    row = [1.0, sample.part]
    for title in titles:
        amount = sample.leads.get(title, 0.0) / scales[title]
        row += [amount, amount * sample.part]
    return row


def _ascend(rows: Sequence[list[float]], samples: Sequence[Sample], width: int, *, draws: bool) -> list[float]:
    """Weights, then the gap of draws at the beginning and what the end adds to it: Adam, from nothing."""
    found = [0.0] * (width + 2)
    first, second = [0.0] * (width + 2), [0.0] * (width + 2)
    for step in range(1, STEPS + 1):
        slope = [0.0] * (width + 2)
        for row, sample in zip(rows, samples, strict=True):
            lead = sum(w * x for w, x in zip(found, row, strict=False))
            gap = math.exp(min(5.0, found[width] + found[width + 1] * sample.part)) if draws else 0.0
            by_lead, by_gap = _slopes(lead, gap, sample.result)
            pull = by_lead / len(samples)
            for i, x in enumerate(row):
                slope[i] += pull * x
            if draws:
                wider = by_gap * gap / len(samples)
                slope[width] += wider
                slope[width + 1] += wider * sample.part
        for i in range(width + 2):
            # What all games have in common is free; what a figure is worth must show.
            pulled = slope[i] - (RIDGE * found[i] if i >= 2 else 0.0)
            first[i] = MOMENTUM * first[i] + (1 - MOMENTUM) * pulled
            second[i] = SQUARES * second[i] + (1 - SQUARES) * pulled * pulled
            lifted = first[i] / (1 - MOMENTUM**step)
            found[i] += RATE * lifted / (math.sqrt(second[i] / (1 - SQUARES**step)) + TINY)
    return found


def _slopes(lead: float, gap: float, result: int) -> tuple[float, float]:
    """How the logarithm of the chance of what happened changes with the lead and with the gap."""
    if result == 1:
        missing = 1 - logistic(lead - gap)
        return missing, -missing
    if result == -1:
        missing = 1 - logistic(-lead - gap)
        return -missing, -missing
    high, low = logistic(lead + gap), logistic(lead - gap)
    steep_high, steep_low = high * (1 - high), low * (1 - low)
    chance = max(LEAST, high - low)
    return (steep_high - steep_low) / chance, (steep_high + steep_low) / chance
