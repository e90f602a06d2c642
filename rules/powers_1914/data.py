"""§1.1: what is printed on the board, the counters and the cards, from the files under ``scenarios/powers-1914``.

Read once, frozen, shared by every match. Errors in a file name the file and, where there are lines, the line.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rules.kernel.wording import listing

FOLDER = Path(__file__).resolve().parents[2] / "scenarios" / "powers-1914"

CENTRAL, ENTENTE = "central", "entente"
SIDES = (CENTRAL, ENTENTE)
"""The attacking side first (§3.1.4)."""
NEUTRAL = "neutral"
CLOSED = "closed"
SIDE_NAMES = {CENTRAL: "Central Powers", ENTENTE: "Entente"}

INFANTRY, ARTILLERY, AIRCRAFT, SHIP, GENERAL = "infantry", "artillery", "aircraft", "ship", "general"
ARMS = (INFANTRY, ARTILLERY, AIRCRAFT, SHIP)
"""What can be bought and modernised."""
TROOPS = (INFANTRY, ARTILLERY)
"""Land units."""
FACTORY, SHIPYARD = "factory", "shipyard"
WORKS = (FACTORY, SHIPYARD)
FREE_LAND = "LU"
"""§3.12.3: entered without a fight."""
CLOSED_LAND = "CH"
"""§3.12.4: never attacked or crossed."""
USA = "US"


def foe(side: str) -> str:
    """The other side."""
    return ENTENTE if side == CENTRAL else CENTRAL


class Piece(NamedTuple):
    """What a unit's id says: ``GE.infantry.3``, ``GE.general.scheer``."""

    nation: str
    kind: str
    label: str


@lru_cache(maxsize=4096)
def piece(unit: str) -> Piece:
    """The nation and kind of a unit. ValueError for what is no unit's id."""
    nation, kind, label = unit.split(".")
    return Piece(nation, kind, label)


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


@dataclass(frozen=True, slots=True)
class Strait:
    """§3.3.15: a passage between two seas and the land fields from which artillery closes it."""

    name: str
    guards: tuple[str, ...]


class Board:
    """The fields and who borders on whom, by the kind of border."""

    def __init__(self, areas: Iterable[Mapping[str, str]], links: Iterable[Mapping[str, str]]) -> None:
        """Lines as the CSV files have them. ValueError that names file and line where one is wrong."""
        self.areas: dict[str, Area] = {}
        for line, r in enumerate(areas, 2):
            if r["id"] in self.areas or r["kind"] not in ("land", "sea"):
                raise ValueError(f"areas.csv:{line}: {r['id']!r} stands twice or is neither land nor sea")
            works = tuple(w for w in WORKS if r[w] == "1")
            self.areas[r["id"]] = Area(
                r["id"], r["name"], r["kind"] == "sea", r["owner"], int(r["city"]), int(r["coins"]),
                r["capital"] == "1", r["colony"] == "1", works, r["edge"] == "1",
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


@dataclass(frozen=True, slots=True)
class General:
    """§3.11: a general or officer: whom he helps, by how much, how far he moves."""

    id: str
    name: str
    nation: str
    helps: str
    bonus: int
    moves: int
    without: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """§3.14: an event card; several of one ``title`` differ in ``id`` only."""

    id: str
    title: str
    effect: str
    text: str
    price: int = 0
    units: int = 0
    rounds: int = 0
    levy: int = 0
    nation: str = ""
    area: str = ""
    against: str = ""
    nations: tuple[str, ...] = ()
    spares_aircraft: bool = False


@dataclass(frozen=True, slots=True)
class Muster:
    """Units of one nation in one field: of a set-up, or of a neutral army."""

    nation: str
    area: str
    counts: Mapping[str, int]
    general: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """§4.1, §4.2, §4.3: a scenario: who is at war, who sits where, the set-up and the deck."""

    id: str
    title: str
    summary: str
    nations: Mapping[str, tuple[str, ...]]
    """Side to nations."""
    closed: tuple[str, ...]
    money: int
    tables: Mapping[int, Mapping[str, tuple[str, ...]]]
    """Number of players to seat to nations."""
    setup: tuple[Muster, ...]
    deck: tuple[str, ...]

    def side_of(self, nation: str) -> str:
        """The side of a nation that is at war from the start. KeyError for another."""
        return next(s for s in SIDES if nation in self.nations[s])


@dataclass(frozen=True, slots=True)
class Printed:
    """Everything from the files."""

    board: Board
    names: Mapping[str, str]
    peoples: Mapping[str, str]
    armies: Mapping[str, tuple[Muster, ...]]
    limits: Mapping[str, Mapping[str, int]]
    prices: Mapping[str, int]
    modernise: tuple[int, ...]
    works: Mapping[str, int]
    markers: int
    """§1.1, §3.9: modernisation markers, one for each time that a type of a nation is modernised."""
    moves: Mapping[str, int]
    generals: Mapping[str, General]
    cards: Mapping[str, Card]
    tactical: int
    gas: int
    plans: Mapping[str, Plan]


def _rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def _counts(body: Mapping[str, Any]) -> dict[str, int]:
    return {arm: int(body[arm]) for arm in ARMS if arm in body}


def _cards(body: Mapping[str, Any]) -> tuple[dict[str, Card], dict[str, list[str]]]:
    """Cards by id, and the ids of each title in order."""
    cards: dict[str, Card] = {}
    titles: dict[str, list[str]] = {}
    for raw in body["cards"]:
        for n in range(1, int(raw["count"]) + 1):
            id_ = f"{raw['id']}-{n}"
            extra = {k: v for k, v in raw.items() if k not in ("id", "count", "nations")}
            cards[id_] = Card(id=id_, nations=tuple(raw.get("nations", ())), **extra)
            titles.setdefault(raw["id"], []).append(id_)
    return cards, titles


def _general(id_: str, body: Mapping[str, Any], moves: int) -> General:
    return General(
        id=id_,
        name=body["name"],
        nation=body["nation"],
        helps=body["helps"],
        bonus=body["bonus"],
        moves=body.get("moves", moves),
        without=tuple(body["without"]),
    )


def _plan(body: Mapping[str, Any], titles: Mapping[str, list[str]]) -> Plan:
    counts = body.get("cards", {t: len(ids) for t, ids in titles.items()})
    return Plan(
        id=body["id"],
        title=body["title"],
        summary=body["summary"],
        nations={side: tuple(body[side]) for side in SIDES},
        closed=tuple(body["closed"]),
        money=int(body["money"]),
        tables={t["players"]: {seat: tuple(n) for seat, n in t["seats"].items()} for t in body["tables"]},
        setup=tuple(Muster(s["nation"], s["area"], _counts(s), s.get("general", "")) for s in body["setup"]),
        deck=tuple(c for t, ids in titles.items() for c in ids[: counts.get(t, 0)]),
    )


@lru_cache(maxsize=1)
def printed() -> Printed:
    """The files, read once."""
    units, nations, cards = _toml("units.toml"), _toml("nations.toml"), _toml("cards.toml")
    by_id, titles = _cards(cards)
    plans = [_plan(_toml(f"scenarios/{n}.toml"), titles) for n in ("classic-1", "classic-2", "austria-russia")]
    prices = units["prices"]
    return Printed(
        board=Board(_rows("areas.csv"), _rows("links.csv")),
        names={n: b["name"] for n, b in nations.items()},
        peoples={n: b["people"] for n, b in nations.items()},
        armies={
            n: tuple(Muster(n, m["area"], _counts(m)) for m in b.get("army", ())) for n, b in nations.items()
        },
        limits=units["limits"],
        prices={k: v for k, v in prices.items() if k != "modernise"},
        modernise=tuple(prices["modernise"]),
        works=units["works"],
        markers=units["markers"]["modernisation"],
        moves=units["moves"],
        generals={g: _general(g, body, units["moves"][GENERAL]) for g, body in _toml("generals.toml").items()},
        cards=by_id,
        tactical=cards["action"]["tactical"],
        gas=cards["action"]["gas"],
        plans={p.id: p for p in plans},
    )  # fmt: skip


def board() -> Board:
    """The map."""
    return printed().board


def place_name(area: str) -> str:
    """A field by its name, as in a list."""
    return board().name(area)


WITH_ARTICLE = ("caucasus", "rhineland")
"""Land fields that a sentence names as it does the seas."""


def the_place(area: str) -> str:
    """A field within a sentence: "Champagne", "the North Sea"."""
    name = board().name(area)
    return f"the {name}" if board().areas[area].sea or area in WITH_ARTICLE else name


def nation_name(nation: str) -> str:
    """A nation by its name, as in a list."""
    return printed().names[nation]


def the_nation(nation: str) -> str:
    """A nation within a sentence: "Germany", "the Ottoman Empire"."""
    name = printed().names[nation]
    return f"the {name}" if name.endswith(("Empire", "States", "rising")) else name


def seat_title(seat: str, nations: Iterable[str]) -> str:
    """A seat as people know it: by its nations; by its side where it plays them all or none is left."""
    names = [nation_name(n) for n in nations]
    if seat in SIDES or not names:
        return SIDE_NAMES[seat.split("-")[0]]
    return listing(names)


def flies(unit: str) -> bool:
    """Aircraft, and the officer who flies with them (§3.11.3)."""
    p = piece(unit)
    return p.kind == AIRCRAFT or (p.kind == GENERAL and printed().generals[p.label].helps == AIRCRAFT)


def unit_name(unit: str) -> str:
    """A unit as sentences name it: "German infantry", "Mackensen"."""
    p = piece(unit)
    if p.kind == GENERAL:
        return printed().generals[p.label].name
    return f"{printed().peoples[p.nation]} {p.kind}"


def units_name(units: Iterable[str]) -> str:
    """Several units as sentences name them: "3 German infantry and Mackensen"."""
    counts: dict[str, int] = {}
    for unit in units:
        counts[unit_name(unit)] = counts.get(unit_name(unit), 0) + 1
    parts = [name if n == 1 else f"{n} {name}{'s' if name.endswith('ship') else ''}" for name, n in counts.items()]
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + f" and {parts[-1]}" if parts else "nobody"
