"""§3.0: units, forts and markers as they are printed.

No unit has steps: a weaker one is a counter of its own (§17.35).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.empires_alliances.printed.ladders import known_to
from rules.empires_alliances.printed.places import Places
from rules.hexes.counters import Column, entries, number, one_of

INFANTRY, STOSSTRUPPEN, CAVALRY = "infantry", "stosstruppen", "cavalry"
FIELD, SIEGE, TANK, AIR = "field-artillery", "siege-artillery", "tank", "air"
KINDS = (INFANTRY, STOSSTRUPPEN, CAVALRY, FIELD, SIEGE, TANK, AIR)
"""§3.13: types of unit."""
FOOT = (INFANTRY, STOSSTRUPPEN)
"""§3.13, §16.1: infantry, unless a rule says otherwise."""
RANKS = frozenset((*FOOT, CAVALRY))
"""§6.1, §13.652: infantry and cavalry, of which three may stack and one is in every attack."""
ARTILLERY = frozenset((FIELD, SIEGE))
"""§13.62: field and siege artillery."""
GUNS = ARTILLERY | {TANK}
"""§13.652, §13.72: artillery and tanks."""
CORPS, DIVISION = "XXX", "XX"
"""§3.11: sizes. Tanks and aircraft have none."""
FIGURES_FROM = ("origin", "figures_origin")
"""Where the unit, and where its figures come from: for people and for the tests of the files."""
SHEETS = 896
"""§1.2: counters in all."""


@dataclass(frozen=True, slots=True)
class Figures:
    """§3.14 to §3.16: attack, defence and movement; the last is an aircraft's range (§3.13)."""

    attack: int
    defence: int
    movement: int

    @classmethod
    def read(cls, cell: str) -> Figures:
        """``6-8-4``."""
        parts = cell.split("-")
        if len(parts) != 3:
            raise ValueError(f"{cell!r} is not attack-defence-movement")
        return cls(*(number(part) for part in parts))

    def __str__(self) -> str:
        """``6-8-4``."""
        return f"{self.attack}-{self.defence}-{self.movement}"


@dataclass(frozen=True, slots=True, eq=False)
class Counter:
    """A printed unit: one object for all matches."""

    id: str
    nation: str
    kind: str
    size: str
    label: str
    figures: Figures

    def __post_init__(self) -> None:
        """§3.11, §3.13: refuse a counter that could not be printed so."""
        if (self.size == "") != (self.kind in (TANK, AIR)):
            raise ValueError(f"{self.id}: tanks and aircraft have no size, and all others have one")
        if (self.figures.defence == 0) != (self.kind == AIR):
            raise ValueError(f"{self.id}: aircraft have no defence, and all others have one")

    @property
    def half(self) -> bool:
        """§9.5, §11.6, §14.4: whether it counts half: a division that is not American, artillery of one factor."""
        return (self.size == DIVISION and self.nation != "US") or (self.kind == FIELD and self.figures.attack == 1)

    @property
    def paired(self) -> bool:
        """§17.12, §17.25, §18.31: whether two of it count as one unit: a division, American ones too, which these
        sections do not except; artillery of one factor."""
        return self.half or self.size == DIVISION


@dataclass(frozen=True, slots=True)
class Spec:
    """Units by what is printed on them: ``infantry XXX 4-6-4``, ``cavalry XX``, ``air``."""

    kind: str
    size: str = ""
    figures: str = ""

    @classmethod
    def read(cls, text: object) -> Spec:
        """A kind, and size and figures where they matter."""
        parts = text.split() if isinstance(text, str) else []
        if not parts or parts[0] not in KINDS:
            raise ValueError(f"{text!r} names no kind of unit")
        size = parts[1] if len(parts) > 1 and parts[1] in (CORPS, DIVISION) else ""
        rest = parts[2:] if size else parts[1:]
        if len(rest) > 1 or (rest and str(Figures.read(rest[0])) != rest[0]):
            raise ValueError(f"{text!r} is not kind, size and figures")
        return cls(parts[0], size, rest[0] if rest else "")

    def fits(self, unit: Counter) -> bool:
        """Whether a counter is of this description."""
        return (
            unit.kind == self.kind
            and self.size in ("", unit.size)
            and (not self.figures or self.figures == str(unit.figures))
        )


@dataclass(frozen=True, slots=True)
class Fort:
    """§15.11: a fort counter and the hex in which its country has it."""

    id: str
    nation: str
    hex: str
    level: int


@dataclass(frozen=True, slots=True)
class Marker:
    """§3.32, §3.4: a kind of marker, its two sides, and how many there are."""

    id: str
    name: str
    count: int
    front: str
    back: str


def read_units(file: Path, nations: Collection[str]) -> Mapping[str, Counter]:
    """§3.1: the units of a file by their ids."""
    columns: dict[str, Column] = {
        "id": str,
        "nation": known_to(nations, "country"),
        "kind": one_of(*KINDS),
        "size": one_of("", CORPS, DIVISION),
        "label": str,
        "figures": Figures.read,
    }
    return entries(file, Counter, columns, apart=FIGURES_FROM)


def read_forts(file: Path, nations: Collection[str], places: Places) -> Mapping[str, Fort]:
    """§3.31: the forts of a file by their ids."""
    columns: dict[str, Column] = {
        "id": str,
        "nation": known_to(nations, "country"),
        "hex": places.hex,
        "level": one_to_two,
    }
    return entries(file, Fort, columns)


def read_markers(file: Path) -> Mapping[str, Marker]:
    """§3.32, §3.4: the markers of a file by their ids."""
    return entries(file, Marker, {"id": str, "name": str, "count": number, "front": str, "back": str})


def one_to_two(cell: str) -> int:
    """§15.12: the level of a fort."""
    one_of("1", "2")(cell)
    return int(cell)
