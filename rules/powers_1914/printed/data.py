"""§1.1: what is printed on the board, the counters and the cards, from the files of a plan's folder.

Each plan is read once, frozen, and shared by every match that is played by it. Errors in a file name the file and,
where there are lines, the line.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.powers_1914.printed.board import Board
from rules.powers_1914.printed.names import Names
from rules.powers_1914.printed.pieces import AIRCRAFT, ARMS, GENERAL, SIDES, Piece

SETTINGS = ("classic-1", "classic-2", "austria-russia")
"""§4: the files of the scenarios, in the order of the rulebook."""


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

    @property
    def piece(self) -> Piece:
        """His counter."""
        return Piece(self.nation, GENERAL, self.id)


@dataclass(frozen=True, slots=True)
class Card:
    """§3.14: an event card; several of one ``title`` differ in ``id`` only."""

    id: str
    title: str
    section: str
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


Seating = Mapping[str, tuple[str, ...]]
"""Seat to the nations that it plays."""


@dataclass(frozen=True, slots=True)
class Setting:
    """§4.1, §4.2, §4.3: a scenario: which nations are at war, who plays which, the set-up and the deck."""

    id: str
    title: str
    summary: str
    nations: Mapping[str, tuple[str, ...]]
    """Side to nations."""
    closed: tuple[str, ...]
    money: int
    tables: Mapping[int, Seating]
    """By the number of players."""
    setup: tuple[Muster, ...]
    deck: tuple[str, ...]

    def side_of(self, nation: str) -> str:
        """The side of a nation that is at war from the start. KeyError for another."""
        return next(s for s in SIDES if nation in self.nations[s])


@dataclass(frozen=True, slots=True)
class Printed:
    """Everything from the files."""

    board: Board
    names: Names
    armies: Mapping[str, tuple[Muster, ...]]
    pieces: Mapping[str, Piece]
    """Every counter by the id of its unit."""
    counters: Mapping[str, Mapping[str, tuple[str, ...]]]
    """§1.1: of each nation the ids of its counters by kind, the generals apart."""
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
    settings: Mapping[str, Setting]

    def limit(self, nation: str, arm: str) -> int:
        """§1.1: how many counters of a kind a nation has."""
        return len(self.counters[nation].get(arm, ()))

    def general(self, unit: str) -> General:
        """§3.11: what is printed for a general's counter. KeyError for any other unit."""
        return self.generals[self.pieces[unit].label]

    def flies(self, unit: str) -> bool:
        """Aircraft, and the officer who flies with them (§3.11.3)."""
        kind = self.pieces[unit].kind
        return kind == AIRCRAFT or (kind == GENERAL and self.general(unit).helps == AIRCRAFT)

    def tables(self) -> Mapping[str, tuple[Setting, int, Seating]]:
        """§4: every scenario for every number of players, by its id."""
        return {
            setting.id if players == 2 else f"{setting.id}-{players}": (setting, players, seating)
            for setting in self.settings.values()
            for players, seating in setting.tables.items()
        }


class Files:
    """The files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _rows(self, name: str) -> list[dict[str, str]]:
        with (self._folder / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def _toml(self, name: str) -> dict[str, Any]:
        return tomllib.loads((self._folder / name).read_text(encoding="utf-8"))

    def printed(self) -> Printed:
        """All that they say."""
        units, nations, cards = self._toml("units.toml"), self._toml("nations.toml"), self._toml("cards.toml")
        by_id, titles = _cards(cards)
        settings = [_setting(self._toml(f"scenarios/{name}.toml"), titles) for name in SETTINGS]
        generals = {g: _general(g, b, units["moves"][GENERAL]) for g, b in self._toml("generals.toml").items()}
        stock = {n: _stock(n, limits) for n, limits in units["limits"].items()}
        pieces = {p.id: p for its in stock.values() for arm in its.values() for p in arm}
        pieces |= {g.piece.id: g.piece for g in generals.values()}
        board = Board(self._rows("areas.csv"), self._rows("links.csv"))
        prices = units["prices"]
        return Printed(
            board=board,
            names=Names(
                board,
                {n: b["name"] for n, b in nations.items()},
                frozenset(n for n, b in nations.items() if b.get("article")),
                {n: b["people"] for n, b in nations.items()},
                {g.id: g.name for g in generals.values()},
                pieces,
            ),
            armies={n: tuple(Muster(n, m["area"], _counts(m)) for m in b.get("army", ())) for n, b in nations.items()},
            pieces=pieces,
            counters={n: {arm: tuple(p.id for p in ps) for arm, ps in its.items()} for n, its in stock.items()},
            prices={k: v for k, v in prices.items() if k != "modernise"},
            modernise=tuple(prices["modernise"]),
            works=units["works"],
            markers=units["markers"]["modernisation"],
            moves=units["moves"],
            generals=generals,
            cards=by_id,
            tactical=cards["action"]["tactical"],
            gas=cards["action"]["gas"],
            settings={s.id: s for s in settings},
        )


def _counts(body: Mapping[str, Any]) -> dict[str, int]:
    return {arm: int(body[arm]) for arm in ARMS if arm in body}


def _stock(nation: str, limits: Mapping[str, int]) -> dict[str, tuple[Piece, ...]]:
    """§1.1: the counters of a nation by kind."""
    return {arm: tuple(Piece(nation, arm, str(n)) for n in range(1, most + 1)) for arm, most in limits.items()}


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


def _setting(body: Mapping[str, Any], titles: Mapping[str, list[str]]) -> Setting:
    counts = body.get("cards", {t: len(ids) for t, ids in titles.items()})
    return Setting(
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
