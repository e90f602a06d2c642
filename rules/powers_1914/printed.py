"""§1.1: what is printed on the board, the counters and the cards, from the files under ``scenarios/powers-1914``.

Read once, frozen, shared by every match. Errors in a file name the file and, where there are lines, the line.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules.powers_1914.board import Board
from rules.powers_1914.pieces import AIRCRAFT, ARMS, GENERAL, SIDES, piece

FOLDER = Path(__file__).resolve().parents[2] / "scenarios" / "powers-1914"


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


def flies(unit: str) -> bool:
    """Aircraft, and the officer who flies with them (§3.11.3)."""
    p = piece(unit)
    return p.kind == AIRCRAFT or (p.kind == GENERAL and printed().generals[p.label].helps == AIRCRAFT)
