"""§3.2, §3.22, §3.23, §15.32, §15.62: units and headquarters as they are printed, on both faces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rules.great_war.printed.nations import NATIONS, PEOPLES
from rules.hexes.counters import Column, entries, number, one_of
from rules.hexes.sheet import rows

COMBAT = ("infantry", "mountain", "cavalry", "tank", "anti-tank")
"""§3.25: kinds of combat units. Headquarters are none (§15.63)."""
ARAB, ARMENIAN = "arab", "armenian"
UNTRIED = (ARAB, ARMENIAN)
"""§15.82: who has a strength that nobody knows."""
PERSIANS = "PN"
"""§3.26: the people of Cossacks, Gendarmes and Rifles, each of which fights for another side or nation."""
ALPINE_CORPS = "ge-ak"
"""§15.46: shock troops always on the Eastern Front map, and everywhere once an event has been played."""
TURNED = {
    "shock": ("infantry", "mountain"),
    "reduced": ("infantry",),
    "infantry": ("cavalry",),
    "provisional": ("infantry", "cavalry"),
    "later": ("infantry",),
    "depleted": ("hq",),
}
"""What the back of a counter stands for, and which kinds can have such a back: a German division made shock troops
(§15.4), a step lost (§3.26), cavalry on foot (§15.55), a Russian unit after the Czar (§15.92), the Turkish 19th from
turn N on (§17.31), a headquarters that has given support (§10.46)."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a counter. A headquarters has support and no strength, every other unit the reverse."""

    attack: int
    defence: int
    ma: int
    support: int = 0

    @property
    def weak(self) -> Face:
        """§16.11: what is left of it when its nation has collapsed."""
        return Face(min(1, self.attack), min(1, self.defence), self.ma, self.support)

    @classmethod
    def read(cls, cell: str) -> Face:
        """``3-4-4`` for a combat unit, ``1-3`` (support and movement) for a headquarters."""
        figures = [number(figure) for figure in cell.split("-")]
        if len(figures) == 3:
            return cls(*figures)
        if len(figures) == 2:
            return cls(0, 0, figures[1], figures[0])
        raise ValueError(f"{cell!r} is no face of a counter")


@dataclass(frozen=True, slots=True, eq=False)
class Counter:
    """A printed unit: one object for all matches.

    ``turned`` says what the back is, empty where there is none. ``drm`` is a tank's (§15.23). ``dots`` names the faces
    that cannot be replaced (§5.32). ``limits`` is the reminder in the corner (§3.26): ``Eu`` never leaves Europe,
    ``Vr`` comes back on any front (§5.36), and may come in Egypt too; the others name fronts of the Near East.
    ``people`` is who is printed on it, its nation where the file does not say. ``untried`` names the strengths of which
    it has one (§15.82), empty where its own is printed.
    """

    id: str
    nation: str
    kind: str
    size: str
    label: str
    name: str
    front: Face
    back: Face | None
    turned: str
    dots: str
    drm: int
    limits: str
    people: str = ""
    untried: str = ""

    def __post_init__(self) -> None:
        """§3.2: refuse a counter that could not be printed so."""
        object.__setattr__(self, "people", self.people or self.nation)
        if (self.back is None) != (self.turned == ""):
            raise ValueError(f"{self.id} has a back without a meaning, or a meaning without a back")
        if self.turned and self.kind not in TURNED[self.turned]:
            raise ValueError(f"{self.id} is {self.kind} and cannot turn {self.turned}")
        if self.kind != "hq" and any(face.support for face in self.faces):
            raise ValueError(f"{self.id} is no headquarters and cannot support")
        if self.kind == "hq" and any(face.defence for face in self.faces):
            raise ValueError(f"{self.id} is a headquarters and has no strength")
        if self.kind != "hq" and not self.untried and not all(face.defence for face in self.faces):
            raise ValueError(f"{self.id} could not defend itself")
        if self.untried and any(face.attack or face.defence for face in self.faces):
            raise ValueError(f"{self.id} is untried and shows a strength")
        if bool(self.drm) != (self.kind == "tank"):
            raise ValueError(f"{self.id}: tanks have a modifier, and no other unit has")
        if self.dots == "back" and self.back is None:
            raise ValueError(f"{self.id} has a dot on a face that it has not got")

    @property
    def faces(self) -> tuple[Face, ...]:
        """What is printed on it, the front first."""
        return (self.front,) if self.back is None else (self.front, self.back)

    def face_of(self, line: str) -> Face:
        """§15.82: of an untried unit the face with the strength that it has shown; without one what is printed."""
        return Face.read(line) if line else self.front

    @property
    def nationality(self) -> str:
        """§3.26, §15.81, §17.4: whose a unit is: Armenians are Russians in all, Persians are nobody's but their own, be
        they paid and supplied by Russia, Britain or Turkey (§5.35, §7.24, §11.33)."""
        return self.people if self.people == PERSIANS else self.nation

    @property
    def is_combat(self) -> bool:
        """§15.63: everything but a headquarters."""
        return self.kind != "hq"

    @property
    def is_division(self) -> bool:
        """§3.6: of divisional size; only other sizes are printed. A cavalry corps is one unit as a division is."""
        return self.is_combat and self.size in ("", "CRP")

    @property
    def steps(self) -> int:
        """§3.26: two where the back is a reduced strength, otherwise one."""
        return 2 if self.turned == "reduced" else 1

    def replaced(self, face: str) -> bool:
        """§5.32, §15.26: whether resource points bring this face (``front``, ``back``) back."""
        return self.dots != face


def _face_or_none(cell: str) -> Face | None:
    return Face.read(cell) if cell else None


COUNTER_COLUMNS: dict[str, Column] = {
    "id": str,
    "nation": one_of(*NATIONS),
    "kind": one_of("hq", *COMBAT),
    "size": one_of("", "BN", "RGT", "BD", "CO", "CRP"),
    "label": str,
    "name": str,
    "front": Face.read,
    "back": _face_or_none,
    "turned": one_of("", *TURNED),
    "dots": one_of("", "front", "back"),
    "drm": number,
    "limits": one_of("", "Eu", "Vr"),
}
"""§3.26: what is printed on a counter of Europe's."""
FURTHER_COLUMNS: dict[str, Column] = {
    **COUNTER_COLUMNS,
    "limits": one_of("", "NE", "Vr", "C", "C/P", "E", "E/I", "E/O", "I/P"),
    "people": one_of(*PEOPLES),
    "untried": one_of("", *UNTRIED),
}
"""§3.26, §15.8: what is printed on one of the Near East's."""


def read_counters(files: Iterable[Path]) -> dict[str, Counter]:
    """The counters of some files, in their order. ValueError with file and line, or for a unit that is in two."""
    found: dict[str, Counter] = {}
    for file in files:
        further = any("people" in row for _, row in islice(rows(file), 1))
        made = entries(file, Counter, FURTHER_COLUMNS if further else COUNTER_COLUMNS)
        if twice := made.keys() & found.keys():
            raise ValueError(f"{file.name}: {min(twice)} is in a file before it")
        found |= made
    return found
