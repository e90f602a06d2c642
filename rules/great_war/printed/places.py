"""Places, areas and edges of the boards that rules name: which hexes they are, from ``places.toml`` of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from rules.hexes.toml_tables import Key, each, tables, word

FILE = "places.toml"
Rows = Mapping[str, Mapping[str, str]]
"""The rows of the boards' tables by the ids of their hexes."""


@dataclass(frozen=True, eq=False)
class NamedHexes:
    """The tables ``[[places]]``: one hex each."""

    antwerp: str
    """§11.52, §19.56: where Belgians hold out."""
    berlin: str
    bucharest: str
    budapest: str
    calais: str
    cape_hellas: str
    """§6.52: a landing hex."""
    constantinople: str
    danzig: str
    dunkirk: str
    gallipoli: str
    """§16.6: the fort, with which Turkey falls."""
    gallipoli_heights: str
    """§6.52: the hex from which the beaches are attacked."""
    kiev: str
    konigsberg: str
    le_havre: str
    odessa: str
    petrograd: str
    ploesti: str
    pomerania: str
    """§20.2 No. 7: where the British land."""
    rouen: str
    salonika: str
    scutari: str
    sofia: str
    stettin: str
    suvla_bay: str
    """§6.52: the other landing hex."""
    trent: str
    trieste: str
    valona: str
    venice: str
    vienna: str


@dataclass(frozen=True, eq=False)
class NamedAreas:
    """The tables ``[[areas]]``: several hexes each."""

    adriatic_ports: tuple[str, ...]
    """§11.43."""
    baltic_ports: tuple[str, ...]
    """§11.41."""
    black_sea_ports: tuple[str, ...]
    """§11.42."""
    channel_coast: tuple[str, ...]
    """§20.2 No. 5: Ostend, Dunkirk, Calais and Boulogne."""
    north_end: tuple[str, ...]
    """§5.84: hexes on the Channel where the board ends before the sea."""
    paris: tuple[str, ...]
    """§16.2."""
    ruhr: tuple[str, ...]
    """§18.3."""
    way_to_danzig: tuple[str, ...]
    """§20.2 No. 7: the hexes by which a port reaches the sea."""
    way_to_stettin: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class NamedRegions:
    """The tables ``[[regions]]``: words in the column ``region`` of the boards."""

    russian_poland: str
    """§5.46: what is printed as Russia's and is not Russia proper."""


@dataclass(frozen=True, eq=False)
class Places(NamedHexes, NamedAreas, NamedRegions):
    """All that rules name. ``far_banks`` are, by river, the hexes that carry it on to the edge of the map, all of them
    on its farther bank (§19.21)."""

    far_banks: Mapping[str, tuple[str, ...]]

    @cached_property
    def beaches(self) -> tuple[str, str]:
        """§6.52: Cape Hellas and Suvla Bay, which the Central Powers never enter."""
        return self.cape_hellas, self.suvla_bay

    @cached_property
    def depots(self) -> tuple[str, ...]:
        """§5.16, §15.42, §15.55: Berlin and the Ruhr, from which Germany's lines run."""
        return self.berlin, *self.ruhr

    @cached_property
    def ways_to_sea(self) -> Mapping[str, tuple[str, ...]]:
        """§20.2 No. 7: by inland port of the Baltic the hexes by which it reaches the sea."""
        return {self.danzig: self.way_to_danzig, self.stettin: self.way_to_stettin}

    @cached_property
    def marked_ways(self) -> Mapping[str, tuple[str, ...]]:
        """§11.44: by inland port of the Channel what is marked on the hexes that it needs to reach the sea."""
        return {self.rouen: ("R",), self.antwerp: ("A", "A+")}


def read_places(file: Path, hexes: Rows) -> Places:
    """The places of a file. ValueError with file and line for a hex, river or region that no board has, and with the
    file for a place that is missing or that no rule names."""
    found = read_named(file, hexes, NamedHexes, NamedAreas, NamedRegions)
    found["far_banks"] = dict(_pairs(file, "far_banks", "hexes", each(_hex_among(hexes))))
    return Places(**found)


def _hex_among(hexes: Rows) -> Key:
    def hex_(value: Any) -> str:
        if value not in hexes:
            raise ValueError(f"{value} is no hex of the European fronts")
        return word(value)

    return hex_


def read_named(file: Path, hexes: Rows, places: type, areas: type, named_regions: type | None = None) -> dict[str, Any]:
    """What a file has for the fields of these dataclasses: a hex each, several each, and words for regions. ValueError
    as for ``read_places``."""
    regions = {row.get("region", "") for row in hexes.values()} - {""}
    hex_ = _hex_among(hexes)

    def region(value: Any) -> str:
        if value not in regions:
            raise ValueError(f"no hex is in a region called {value!r}")
        return word(value)

    kinds: tuple[tuple[str, str, Key, type], ...] = (
        ("places", "hex", hex_, places),
        ("areas", "hexes", each(hex_), areas),
        *((("regions", "name", region, named_regions),) if named_regions is not None else ()),
    )
    found: dict[str, Any] = {}
    for table, key, read, named in kinds:
        made = dict(_pairs(file, table, key, read))
        names = {field.name for field in fields(named)}
        if strange := names ^ made.keys():
            raise ValueError(f"{file.name}: {sorted(strange)} are unknown or missing in {table}")
        found |= made
    return found


def _pairs(file: Path, table: str, key: str, read: Key) -> Any:
    """The id of every table and what it has under the key."""
    yield from tables(file, table, lambda **row: (row["id"], row[key]), {"id": word, key: read}, {"section": word})
