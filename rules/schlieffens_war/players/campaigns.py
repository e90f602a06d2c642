"""The plans of the programs by the hexes of the map, from ``campaigns.toml`` beside this file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Falling:
    """The way back to the Marne. ``lines``: from which turn on each army holds which hexes."""

    lines: Mapping[str, tuple[tuple[int, tuple[str, ...]], ...]]
    given_up: frozenset[str]
    frontier_forts: tuple[str, ...]
    nancy: str
    maubeuge: str
    antwerp: str
    paris: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wheeling:
    """The right wing. ``routes``: where each army goes in turn, and not before which turn: the centre waits for the
    wing to come round. ``sieges`` are hexes with what they are worth."""

    routes: Mapping[str, tuple[tuple[int, str], ...]]
    raids: tuple[str, ...]
    antwerp: str
    brussels: str
    sieges: Mapping[str, float]


def _by_army(rows: list[dict[str, Any]], key: str) -> dict[str, tuple[tuple[int, Any], ...]]:
    found: dict[str, tuple[tuple[int, Any], ...]] = {}
    for row in rows:
        what = tuple(row[key]) if isinstance(row[key], list) else row[key]
        found[row["army"]] = (*found.get(row["army"], ()), (row["from"], what))
    return found


_SPEC = tomllib.loads((Path(__file__).parent / "campaigns.toml").read_text(encoding="utf-8"))
_MARNE, _WHEEL = _SPEC["marne"], _SPEC["wheel"]
MARNE = Falling(
    lines=_by_army(_MARNE["lines"], "hexes"),
    given_up=frozenset(_MARNE["given_up"]),
    frontier_forts=tuple(_MARNE["frontier_forts"]),
    nancy=_MARNE["nancy"],
    maubeuge=_MARNE["maubeuge"],
    antwerp=_MARNE["antwerp"],
    paris=tuple(_MARNE["paris"]),
)


def _wheeling(spec: Mapping[str, Any]) -> Wheeling:
    """A plan for the right wing: what it does not say itself is as in the first."""
    return Wheeling(
        routes={**_by_army(_WHEEL["routes"], "hex"), **_by_army(spec["routes"], "hex")},
        raids=tuple(_WHEEL["raids"]),
        antwerp=_WHEEL["antwerp"],
        brussels=_WHEEL["brussels"],
        sieges=spec["sieges"],
    )


WHEEL, DRIVE = _wheeling(_WHEEL), _wheeling(_SPEC["drive"])
HARD = frozenset(_SPEC["steady"]["hard"])
"""Girdle fortresses, which the plain program attacks only when they stand in its way."""
