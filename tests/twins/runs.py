"""Runs of a random game that come to the same for a viewer on a position and on its twin."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from rules.kernel.game import Game
from tests.contract import hooks
from tests.contract.table import Decision, viewers
from tests.contract.twins import LOOKS_AHEAD

AHEAD = 12
"""Commands of a run at most."""


@dataclass(frozen=True)
class Run:
    """Commands of a random game that come to the same for a viewer on a position and on its twin."""

    viewer: str
    kind: str
    commands: Sequence[Decision]
    twin: Any
    names: Mapping[str, str]


def runs(
    played: Game[Any, Any], scenario: str, game: Sequence[Decision], rng: random.Random, each: int
) -> Iterator[Run]:
    """Some runs for every viewer: hidden things in each other's places, and hidden things of another kind."""
    fog = hooks.hidden(played.id)
    for viewer in viewers(played, scenario):
        for kind, find in (("of the same kind", _alike), ("of another kind", _otherwise)):
            yield from islice(find(fog, game, viewer, kind, rng), each)


def _alike(fog: hooks.Hidden, game: Sequence[Decision], viewer: str, kind: str, rng: random.Random) -> Iterator[Run]:
    starts = [*range(0, len(game), AHEAD)]
    rng.shuffle(starts)
    for start in starts:
        for ahead in (n for n in LOOKS_AHEAD if n <= AHEAD):
            run = game[start : start + ahead]
            names = fog.renaming([s for d in run for s in d.states], viewer, rng)
            twin = fog.shuffled(fog.renamed(run[0].before, names), rng)
            if names and twin != run[0].before:
                yield Run(viewer, kind, run, twin, names)
                break


def _otherwise(
    fog: hooks.Hidden, game: Sequence[Decision], viewer: str, kind: str, rng: random.Random
) -> Iterator[Run]:
    together = [[*run][:AHEAD] for may, run in groupby(game, lambda d: fog.comparable(d.before, d.seat, viewer)) if may]
    rng.shuffle(together)
    for run in together:
        states = [s for d in run for s in d.states]
        twin = fog.disguise(run[0].before, viewer, rng, fog.involved(states, viewer))
        if twin is not None:
            yield Run(viewer, kind, run, twin, {})
