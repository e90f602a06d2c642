"""§2.0: the hexes, the cities and the places beside the hexes, as far as other files name them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.hexes.sheet import HEXES, rows

MAJOR, MINOR = "major", "minor"
"""§14.41, §14.42: kinds of city. Towns are only drawn."""


@dataclass(frozen=True, slots=True)
class City:
    """A city and where it lies: in a hex, or in a box (§2.3 to §2.5)."""

    name: str
    kind: str
    hex: str
    box: str
    country: str


@dataclass(frozen=True, eq=False)
class Places:
    """All of them. ``countries`` says whose each land hex is."""

    countries: Mapping[str, str]
    cities: Mapping[str, City]
    boxes: Mapping[str, Mapping[str, object]]

    @classmethod
    def read(cls, folder: Path) -> Places:
        """The places of a board's folder."""
        hexes = {row["hex"]: row for _, row in rows(folder / HEXES)}
        countries = {id_: row["country"] for id_, row in hexes.items() if row["surface"] == "land"}
        towns = {
            row["name"]: City(row["name"], hexes[row["hex"]]["city"], row["hex"], "", countries.get(row["hex"], ""))
            for _, row in rows(folder / "towns.csv")
        }
        boxes = {box["id"]: box for box in tomllib.loads((folder / "boxes.toml").read_text("utf-8"))["boxes"]}
        beside = {
            name: City(name, MAJOR, "", box["id"], box["country"]) for box in boxes.values() for name in box["cities"]
        }
        return cls(countries, {**towns, **beside}, boxes)

    def of(self, country: str, kind: str = "") -> tuple[City, ...]:
        """§18.2: the cities of a country, all or those of one kind."""
        return tuple(c for c in self.cities.values() if c.kind and c.country == country and kind in ("", c.kind))

    def hex(self, value: object) -> str:
        """A land hex of the board. ValueError otherwise."""
        if not isinstance(value, str) or value not in self.countries:
            raise ValueError(f"{value!r} is no land hex of the board")
        return value

    def city(self, value: object) -> str:
        """A town or city, by its name. ValueError otherwise."""
        if not isinstance(value, str) or value not in self.cities:
            raise ValueError(f"no city is called {value!r}")
        return value

    def box(self, value: object) -> str:
        """§2.3 to §2.5: a place beside the hexes, by its id. ValueError otherwise."""
        if not isinstance(value, str) or value not in self.boxes:
            raise ValueError(f"no box is called {value!r}")
        return value
