"""Places and areas of the Near East that rules name, from ``places-near-east.toml`` of a plan."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from rules.great_war.printed.places import Rows, read_named

FILE = "places-near-east.toml"


@dataclass(frozen=True, eq=False)
class NearEastHexes:
    """The tables ``[[places]]``: one hex each."""

    abadan: str
    """§9.23: the town in Persia to which Iraq's trains run."""
    baghdad: str
    """§5.62: once lost in 1915, it is remembered."""
    baku: str
    """§5.62, §6.45."""
    basra: str
    """§7.12, §13.28."""
    beersheba: str
    """§11.22, §14.12."""
    damascus: str
    gaza: str
    """§11.22, §14.12."""
    hamadan: str
    """§17.21: where the expedition to Persia is supplied."""
    jerusalem: str
    """§5.62: once lost before 1918, it is remembered."""
    kut: str
    """§14.21: the fort without units of its own."""
    tabriz: str
    """§17.21."""
    trebizond: str
    """§6.38: Russians land east of it."""
    van: str
    """§6.8: where the Armenians rise."""


@dataclass(frozen=True, eq=False)
class NearEastAreas:
    """The tables ``[[areas]]``: several hexes each."""

    sinai_coast: tuple[str, ...]
    """§11.53: the towns of the pipeline, from west to east."""
    stations: tuple[str, ...]
    """§3.13: the Pipeline Station and Bitter Lake, which are towns for supply and for new units alone."""
    siege_of_kut: tuple[str, ...]
    """§14.22: the hexes from which it is besieged."""
    gaza_line: tuple[str, ...]
    """§6.35."""
    allied_ring: tuple[str, ...]
    """§7.12: Basra and Abadan, and what lies round them: Allied, whatever the country."""
    persian_towns: tuple[str, ...]
    """§7.12: those of the Central Powers."""


AREAS = tuple(field.name for field in fields(NearEastAreas))
"""Their names."""


@dataclass(frozen=True, eq=False)
class NearEastPlaces(NearEastHexes, NearEastAreas):
    """All of them."""


def read_near_east_places(file: Path, hexes: Rows) -> NearEastPlaces:
    """The places of a file. ValueError as for ``read_places``."""
    return NearEastPlaces(**read_named(file, hexes, NearEastHexes, NearEastAreas))
