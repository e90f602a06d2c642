"""§17: when each counter comes into play and goes out of it: the order of battle and of appearance."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.empires_alliances.printed.counters import Counter, Spec
from rules.empires_alliances.printed.ladders import known_to, ladder, or_none
from rules.empires_alliances.printed.places import Places
from rules.hexes.counters import Column, entries, list_of, number, one_of

START, ENTRY, ARRIVE, ADD = "start", "entry", "arrive", "add"
UPGRADE, WEAKER, BREAKDOWN = "upgrade", "weaker", "breakdown"
ACTS = (START, ENTRY, ARRIVE, ADD, UPGRADE, WEAKER, BREAKDOWN)
"""Set up in August 1914; with its country's entry (§2.63); a reinforcement (§17.1); into the Replacement Pool (§17.41);
in place of a stronger or weaker unit (§17.43, §17.35); when a corps breaks down (§22.8)."""
PORTS = ("british-port", "british-or-french-port", "us-port")
"""§17.31: ports at which units and points of countries that are not on the board arrive."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """When, how and where a counter comes into play.

    ``place`` is a city, a box or one of ``PORTS``, empty where §17.12 lets the player choose. ``replaces`` is the unit
    that it comes back for (§17.35), or what the unit is that it takes the place of (§17.43). ``cost`` is in artillery
    points (§17.42).
    """

    id: str
    turn: str
    act: str
    place: str
    replaces: str
    cost: int

    def __post_init__(self) -> None:
        """Refuse a turn, or something replaced, where there can be none."""
        if (self.turn == "") != (self.act in (ENTRY, BREAKDOWN)):
            raise ValueError(f"{self.id}: {self.act} and the turn {self.turn!r} do not go together")
        if (self.replaces == "") != (self.act not in (UPGRADE, WEAKER)):
            raise ValueError(f"{self.id}: {self.act} and {self.replaces!r} do not go together")

    @property
    def takes(self) -> Spec:
        """§17.43: what is removed for it."""
        return Spec.read(self.replaces)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """§17.44: units that are removed."""

    id: str
    nation: str
    turn: str
    what: Spec
    count: int


@dataclass(frozen=True, slots=True)
class Release:
    """§17.45, §17.46: a unit that stays in garrison or reserve until a turn, or until an enemy comes that near."""

    id: str
    turn: str
    enemy: str
    within: int
    of: str


@dataclass(frozen=True, slots=True)
class Breakdown:
    """§22.81: what a corps breaks down into."""

    what: Spec
    into: tuple[Spec, ...]


def read_appearances(
    file: Path, units: Mapping[str, Counter], places: Places, turns: Collection[str]
) -> Mapping[str, Appearance]:
    """§17.11: the order of a file: a row a counter, in the order of the counters."""

    def place(cell: str) -> str:
        if cell and cell not in PORTS and cell not in places.boxes:
            return places.city(cell)
        return cell

    columns: dict[str, Column] = {
        "id": known_to(units, "unit"),
        "turn": or_none(known_to(turns, "turn")),
        "act": one_of(*ACTS),
        "place": place,
        "replaces": _read_replaced(units),
        "cost": number,
    }
    found = ladder(file, Appearance, columns, units)
    for line, entry in enumerate(found.values(), 2):
        try:
            _check(entry, units)
        except ValueError as error:
            raise ValueError(f"{file.name}:{line}: {error}") from error
    return found


def _read_replaced(units: Collection[str]) -> Column:
    def read(cell: str) -> str:
        if cell and cell not in units:
            Spec.read(cell)
        return cell

    return read


def _check(entry: Appearance, units: Mapping[str, Counter]) -> None:
    if entry.act != WEAKER:
        return
    if entry.replaces not in units:
        raise ValueError(f"{entry.id} is weaker than {entry.replaces!r}, which is no unit")
    mine, strong = units[entry.id], units[entry.replaces]
    if (mine.nation, mine.kind, mine.label) != (strong.nation, strong.kind, strong.label):
        raise ValueError(f"{entry.id} is another unit than {strong.id}")
    if mine.figures.attack >= strong.figures.attack:
        raise ValueError(f"{entry.id} is no weaker than {strong.id}")


def read_withdrawals(file: Path, nations: Collection[str], turns: Collection[str]) -> Mapping[str, Withdrawal]:
    """§17.44: the withdrawals of a file."""
    columns: dict[str, Column] = {
        "id": str,
        "nation": known_to(nations, "country"),
        "turn": known_to(turns, "turn"),
        "what": Spec.read,
        "count": number,
    }
    return entries(file, Withdrawal, columns)


def read_releases(
    file: Path, units: Collection[str], nations: Collection[str], places: Places, turns: Collection[str]
) -> Mapping[str, Release]:
    """§17.45: the releases of a file, by unit."""
    columns: dict[str, Column] = {
        "id": known_to(units, "unit"),
        "turn": known_to(turns, "turn"),
        "enemy": known_to(nations, "country"),
        "within": number,
        "of": places.city,
    }
    return entries(file, Release, columns)


def read_breakdowns(file: Path) -> tuple[Breakdown, ...]:
    """§22.81: the breakdowns of a file."""

    def make(id: str, into: tuple[Spec, ...]) -> Breakdown:
        what = Spec.read(id)
        parts = [_strength(spec) for spec in into]
        if tuple(map(sum, zip(*parts, strict=True))) != _strength(what):
            raise ValueError(f"{id} does not break down into these")
        return Breakdown(what, into)

    return tuple(entries(file, make, {"id": str, "into": list_of(Spec.read)}).values())


def _strength(spec: Spec) -> tuple[int, int]:
    attack, defence, _ = spec.figures.split("-")
    return int(attack), int(defence)
