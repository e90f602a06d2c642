"""§1.0, §19.8: the variants of the game, each a file of the folder ``variants`` of a plan: which fronts, nations and
files it has, and what differs in its rules.

A word such as ``track`` names code; numbers are data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rules.great_war.printed.chits import MARKS
from rules.great_war.printed.fronts import CAUCASUS, EAST, EGYPT, FRONTS, IRAQ, ITALY, WEST, Front
from rules.great_war.printed.nations import NATIONS, SIDES
from rules.hexes.counters import SOURCE, one_of
from rules.hexes.toml_tables import Key, count, each, flag, known_name, tables, word

VARIANTS = "variants"
"""The folder of their files."""
EUROPE, NEAR_EAST, COMBINED, SERBIA = "europe", "near-east", "combined", "serbia"
RAIL, SEA = "rail", "sea"
CITIES, TRACK = "cities", "track"
"""§5.42, §5.43: what brings the revolutions on: cities that are lost, or the range of the letter."""
BOXES = (
    "available", "dead", "near-east-available", "near-east-dead", "transit", "transfer", "arabia", "reserve",
)  # fmt: skip
"""§5.35, §9.13, §9.24, §9.16, §5.38: those that lie open beside the maps."""
POINTS, HEXES, TOWNS = "points", "hexes", "towns"
"""§18.1, §18.4: by what the Central Powers win. Towns are ours, for a first match on one front (SOURCES.md)."""


@dataclass(frozen=True, slots=True)
class Transport:
    """§9.1, §9.2, §9.5: who uses a capacity of the charts: a side, or of it these nations, and ``within`` which
    country, in columns beyond ``south_of`` and in the hexes ``besides``, once the chit ``after`` is in play (§9.23);
    ``left`` names what is left of it."""

    id: str
    side: str
    by: str
    title: str
    left: str = ""
    nations: tuple[str, ...] = ()
    within: str = ""
    after: str = ""
    south_of: int = 0
    besides: tuple[str, ...] = ()


@dataclass(frozen=True)
class Variant:
    """One of them. Names of files are looked for in the folder of the plan."""

    id: str
    title: str
    fronts: Mapping[str, Front]
    """§3.12: by id, in the order in which rules and tabs go through them."""
    nations: tuple[str, ...]
    """§19.11: each stands once in a scenario: on a side, neutral or eliminated."""
    owners: Mapping[str, str]
    """§7.11: the side of countries that are no nation of the game."""
    counters: tuple[str, ...]
    arrivals: tuple[str, ...]
    """§3.5: a row of a later file takes the place of an earlier one. Who is in none of them is not in the variant."""
    chits: tuple[str, ...]
    marks: tuple[str, ...]
    """§3.26: which marks of chits enter the pools."""
    charts: tuple[str, ...]
    """§3.3: the later, of the Near East, are added to the first."""
    scenarios: tuple[str, ...]
    """§21.0: in the order of their beginnings."""
    transports: tuple[Transport, ...]
    payers: Mapping[str, tuple[str, ...]]
    """§6.16: by side the nations whose points buy events."""
    draws: int
    """§6.11: chits for a point."""
    first: int
    """§18.15, §21.0: the first operational turn and the last."""
    last: int
    revolution: str
    revolution_total: int
    """§5.42: what the die and its modifiers come to."""
    stranded: int
    """§5.36: British units destroyed in the east that are not rebuilt."""
    victory: str
    pre_war: bool
    """§20.0: whether there are pre-war events."""
    boxes: tuple[str, ...]
    """§5.35, §9.13: those that everyone sees, in the order in which they are shown."""
    stay: tuple[str, ...]
    """§9.56: kinds of units that ships never carry."""
    without: frozenset[str]
    """§4.2, §4.3: keys of steps that are none of its turn; and ``emergency`` (§5.18)."""

    @cached_property
    def near_east(self) -> bool:
        """§19.7, §19.8: whether it has the fronts of the Near East."""
        return not self.fronts.keys().isdisjoint((CAUCASUS, EGYPT, IRAQ))

    @cached_property
    def combined(self) -> bool:
        """§19.12: whether it has those of both."""
        return self.near_east and self.europe

    @cached_property
    def europe(self) -> bool:
        """Whether it has those of Europe, or some of them."""
        return not self.fronts.keys() <= {CAUCASUS, EGYPT, IRAQ}

    @cached_property
    def theatres(self) -> frozenset[str]:
        """§3.13: the theatres that its fronts belong to."""
        return frozenset(front.theatre for front in self.fronts.values())

    @property
    def is_whole(self) -> bool:
        """§3.5: whether it is Europe's game with all its fronts, so that each of its units comes into play."""
        return self.fronts.keys() == {WEST, ITALY, EAST}


def read_variants(folder: Path, instead: Path) -> dict[str, Variant]:
    """The variants of a plan by their ids. A folder without any was made for Europe: its variant is that of
    ``instead``. ValueError with file and line for what cannot be."""
    files = sorted((folder / VARIANTS).glob("*.toml")) or [instead / VARIANTS / f"{EUROPE}.toml"]
    found = {}
    for file in files:
        variant = read_variant(file)
        if variant.id != file.stem:
            raise ValueError(f"{file.name}: it is called {variant.id}")
        found[variant.id] = variant
    return found


def read_variant(file: Path) -> Variant:
    """The variant of a file. ValueError with the file, and the line if one table is wrong."""
    nation, side = one_of(*NATIONS), one_of(*SIDES)
    ids = each(known_name(FRONTS, "front"))
    head: dict[str, Key] = {
        "id": word, "title": word, "fronts": lambda value: {id_: FRONTS[id_] for id_ in ids(value)},
        "nations": each(nation), "owners": lambda value: {word(k): side(v) for k, v in value.items()},
        "counters": each(word), "arrivals": each(word), "chits": each(word), "charts": each(word),
        "marks": each(one_of(*MARKS)),
        "scenarios": each(word),
        "payers": lambda value: {str(side(k)): each(nation)(v) for k, v in value.items()},
        "draws": count, "first": count, "last": count, "revolution": one_of(CITIES, TRACK),
        "revolution_total": count, "stranded": count, "victory": one_of(POINTS, HEXES, TOWNS), "pre_war": flag,
        "boxes": each(one_of(*BOXES)),
        "stay": each(one_of("hq")),
        "without": lambda value: frozenset(each(word)(value)),
    }  # fmt: skip
    transport: dict[str, Key] = {"id": word, "side": side, "by": one_of(RAIL, SEA), "title": word}
    spec = tomllib.loads(file.read_text(encoding="utf-8"))
    besides: dict[str, Key] = {"nations": each(nation), "within": word, "left": word, "after": word}
    besides |= {"south_of": count, "besides": each(word)}
    made: dict[str, Any] = {"transports": tuple(tables(file, "transports", Transport, transport, besides))}
    plain = {key: value for key, value in spec.items() if key not in (*made, *SOURCE)}
    try:
        if strange := plain.keys() ^ head.keys():
            raise ValueError(f"keys {sorted(strange)} are unknown or missing")
        made |= {key: head[key](value) for key, value in plain.items()}
        variant = Variant(**made)
        if variant.first > variant.last:
            raise ValueError(f"its turns run from {variant.first} to {variant.last}")
        if sorted(variant.payers) != sorted(SIDES):
            raise ValueError("each side has those who pay for its events")
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"{file.name}: {error}") from error
    return variant
