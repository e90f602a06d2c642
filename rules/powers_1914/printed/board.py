"""§1.1: the board: its fields, and which border on which by the kind of border."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.powers_1914.printed.pieces import WORKS

GIBRALTAR, ATLANTIC = "gibraltar", "atlantic"
"""The two fields that rules and programs name: no artillery is at the one, Americans land from the other."""


@dataclass(frozen=True, slots=True)
class Area:
    """A field of the board. ``owner`` is the country it belongs to at the start, empty at sea."""

    id: str
    name: str
    sea: bool
    owner: str
    city: int
    coins: int
    capital: bool
    colony: bool
    works: tuple[str, ...]
    edge: bool
    article: bool
    """A land field that a sentence names as it does the seas: "the Rhineland"."""


@dataclass(frozen=True, slots=True)
class Strait:
    """§3.3.15: a passage between two seas and the land fields from which artillery closes it."""

    name: str
    guards: tuple[str, ...]


class Board:
    """The fields and which border on which, by the kind of border."""

    def __init__(self, areas: Iterable[Mapping[str, str]], links: Iterable[Mapping[str, str]]) -> None:
        """Lines as the CSV files have them. ValueError that names file and line where one is wrong."""
        self.areas: dict[str, Area] = {}
        for line, r in enumerate(areas, 2):
            if r["id"] in self.areas or r["kind"] not in ("land", "sea"):
                raise ValueError(f"areas.csv:{line}: {r['id']!r} stands twice or is neither land nor sea")
            works = tuple(w for w in WORKS if r[w] == "1")
            self.areas[r["id"]] = Area(
                r["id"], r["name"], r["kind"] == "sea", r["owner"], int(r["city"]), int(r["coins"]),
                r["capital"] == "1", r["colony"] == "1", works, r["edge"] == "1", r["article"] == "1",
            )  # fmt: skip
        self.land: dict[str, list[str]] = {a: [] for a in self.areas}
        """Land fields next to a land field; the bridge over the Bosphorus is one such border (§3.2.8)."""
        self.coast: dict[str, list[str]] = {a: [] for a in self.areas}
        """Seas of a land field, shores of a sea."""
        self.seas: dict[str, list[str]] = {a: [] for a in self.areas}
        """Seas next to a sea, straits among them."""
        self.straits: dict[frozenset[str], Strait] = {}
        for line, r in enumerate(links, 2):
            a, b, kind = r["a"], r["b"], r["kind"]
            if a not in self.areas or b not in self.areas:
                raise ValueError(f"links.csv:{line}: {a!r} or {b!r} is no field")
            water = self.areas[a].sea + self.areas[b].sea
            if water != {"land": 0, "bridge": 0, "coast": 1, "sea": 2, "strait": 2}.get(kind):
                raise ValueError(f"links.csv:{line}: {kind!r} does not join {a} and {b}")
            net = self.land if water == 0 else self.coast if water == 1 else self.seas
            net[a].append(b)
            net[b].append(a)
            if kind == "strait":
                self.straits[frozenset((a, b))] = Strait(r["name"], tuple(r["guards"].split(";")))
        self.near: dict[str, tuple[str, ...]] = {
            a: tuple(sorted((*self.land[a], *self.coast[a], *self.seas[a]))) for a in self.areas
        }
        self.homes: dict[str, tuple[str, ...]] = {}
        """The fields of a country itself, colonies aside."""
        self.belongs: dict[str, tuple[str, ...]] = {}
        """All fields of a country at the start."""
        self.capitals: dict[str, tuple[str, ...]] = {}
        for area in self.areas.values():
            if not area.sea:
                self.belongs[area.owner] = (*self.belongs.get(area.owner, ()), area.id)
                if not area.colony:
                    self.homes[area.owner] = (*self.homes.get(area.owner, ()), area.id)
                if area.capital:
                    self.capitals[area.owner] = (*self.capitals.get(area.owner, ()), area.id)
        self.shores: frozenset[str] = frozenset(a for a in self.areas if self.coast[a] and not self.areas[a].sea)

        self.steps: dict[str, Mapping[str, int]] = {a: self._steps_to(a) for a in self.areas}
        """Steps to a field from every other over any border: the least that any move needs."""

    def _steps_to(self, area: str) -> dict[str, int]:
        found = {area: 0}
        queue = [area]
        for here in queue:
            for there in self.near[here]:
                if there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    def name(self, area: str) -> str:
        """The field's name for people."""
        return self.areas[area].name

    def is_sea(self, area: str) -> bool:
        """Whether it is a sea field."""
        return self.areas[area].sea
