"""§6.0, §20.0: the event chits of both sides, pool by pool, and the pre-war events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.great_war.printed.counters import Counter
from rules.great_war.printed.nations import NATIONS, SIDES
from rules.hexes.counters import one_of
from rules.hexes.toml_tables import Key, count, each, flag, known_name, tables, whole, word

POOLS = ("C", "G", "K", "O")
"""§6.0: the strategic turns on which chits enter a pool."""
KINDS = (
    "none",
    "entry",
    "landing",
    "units",
    "conversion",
    "air",
    "ace",
    "tactics",
    "gas",
    "attack",
    "defence",
    "reaction",
    "offensive",
    "command",
    "strategic",
    "morale",
    "points",
    "collapse",
    "removal",
    "air-attack",
    "arabs",
    "armenians",
    "initiative",
    "resources",
    "withdrawal",
    "works",
)
"""§6.21: what a chit is about; the rules ask for aircraft, gas and combat chits as groups (§10.71, §15.13)."""
MARKS = ("", "NE", "NE*")
"""§3.26: what is printed on chits of Europe, of the Near East, and of the Near East alone."""
OUT, STAYS, POOL = "out", "stays", "pool"
"""Where a chit goes when it has been played (§6.15): out of the game, in play or in hand, back to its pool."""
BRUSILOV = "brusilov-offensive"
"""§6.28: the event that lasts until Russia falls."""


@dataclass(frozen=True, slots=True)
class Chit:
    """§3.24: an event as its counter has it, ``count`` times in its side's pool.

    ``after`` says what becomes of it once it is played. ``drm`` is what it adds to a die in combat. ``maps`` are the
    fronts where it works, all where there is none. ``killed`` are an ace's numbers (§15.15). ``only`` names the
    scenarios that use it, all where there is none. ``mark``: NE for both games with the Near East, NE* for that alone
    (§3.26); ``everywhere``: whatever its mark, used in all games. ``points``: how many its nation gets (§6.61).
    ``south_of``: it works in columns beyond that one (§6.37).
    """

    id: str
    title: str
    side: str
    pool: str
    section: str
    kind: str
    count: int = 1
    mandatory: bool = False
    after: str = OUT
    nation: str = ""
    maps: tuple[str, ...] = ()
    drm: int = 0
    gas: str = ""
    units: tuple[str, ...] = ()
    killed: tuple[int, ...] = ()
    only: tuple[str, ...] = ()
    mark: str = ""
    points: int = 0
    everywhere: bool = False
    south_of: int = 0

    def __post_init__(self) -> None:
        """§6.1, §15.15: refuse a chit that could not be played."""
        if (self.kind == "ace") != bool(self.killed) or not all(1 <= die <= 6 for die in self.killed):
            raise ValueError(f"{self.id}: an ace, and no other chit, has numbers of a die on which it falls")
        if (self.kind == "gas") != bool(self.gas):
            raise ValueError(f"{self.id}: gas has a type, and nothing else has")
        if (self.after == POOL) != (self.kind == "none"):
            raise ValueError(f"{self.id}: no event goes back to its pool, and nothing else does")
        if self.kind in ("units", "removal") and not self.units:
            raise ValueError(f"{self.id} brings or takes no unit")
        if not self.count:
            raise ValueError(f"{self.id} is printed no time")

    @property
    def effect(self) -> str:
        """The name of what it does: chits of two pools that do the same end in the letter of their pool."""
        return self.id.removesuffix(f"-{self.pool.lower()}")


@dataclass(frozen=True, slots=True)
class PreWarEvent:
    """§20.1: a pre-war event. It cannot be played beside those it ``bars``; it undoes those that it ``cancels``."""

    id: str
    side: str
    number: int
    title: str
    text: str
    section: str
    announced: bool = False
    bars: tuple[str, ...] = ()
    cancels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chits:
    """All of them, in the order of the files. ``marks``: those of chits that enter pools in this variant (§3.26)."""

    events: Mapping[str, Chit]
    pre_war: Mapping[str, PreWarEvent]
    marks: tuple[str, ...] = MARKS[:1]

    def entering(self, side: str, pool: str, scenario: str = "campaign") -> dict[str, int]:
        """§5.12: the chits that a side puts into its pool on that strategic turn, with how many of each."""
        return {
            chit.id: chit.count
            for chit in self.events.values()
            if chit.side == side
            and chit.pool == pool
            and self.enters(chit)
            and (not chit.only or scenario in chit.only)
        }

    def enters(self, chit: Chit) -> bool:
        """§3.26: whether a chit is used in this variant, as its mark says."""
        return chit.mark in self.marks or chit.everywhere


def read_all_chits(
    files: Iterable[Path], marks: tuple[str, ...], units: Mapping[str, Counter], maps: Mapping[str, object]
) -> Chits:
    """§6.0: the chits of some files, in their order. ValueError as for ``read_chits``, and for one that is in two."""
    events: dict[str, Chit] = {}
    pre_war: dict[str, PreWarEvent] = {}
    for file in files:
        found = read_chits(file, units, maps)
        if twice := found.events.keys() & events.keys():
            raise ValueError(f"{file.name}: {min(twice)} is in a file before it")
        events |= found.events
        pre_war |= found.pre_war
    return Chits(events, pre_war, marks)


def read_chits(file: Path, units: Mapping[str, Counter], maps: Mapping[str, object]) -> Chits:
    """§6.0: the chits of a file, read against the units and the fronts there are."""
    needed: dict[str, Key] = {
        "id": word,
        "title": word,
        "side": one_of(*SIDES),
        "pool": one_of(*POOLS),
        "section": word,
        "kind": one_of(*KINDS),
    }
    optional: dict[str, Key] = {
        "count": count,
        "mandatory": flag,
        "after": one_of(OUT, STAYS, POOL),
        "nation": one_of(*NATIONS),
        "maps": each(known_name(maps, "front")),
        "drm": whole,
        "gas": one_of("chlorine", "phosgene", "mustard"),
        "units": each(known_name(units, "unit")),
        "killed": each(count),
        "only": each(word),
        "mark": one_of(*MARKS),
        "points": count,
        "everywhere": flag,
        "south_of": count,
    }
    events = {chit.id: chit for chit in tables(file, "chits", Chit, needed, optional)}
    before_needed: dict[str, Key] = {
        "id": word, "side": one_of(*SIDES), "number": count, "title": word, "text": word, "section": word,
    }  # fmt: skip
    before_optional: dict[str, Key] = {"announced": flag, "bars": each(word), "cancels": each(word)}
    before = {event.id: event for event in tables(file, "pre_war", PreWarEvent, before_needed, before_optional)}
    for event in before.values():
        for other in (*event.bars, *event.cancels):
            if other not in before:
                raise ValueError(f"{file.name}: {event.id} names {other}, which is no pre-war event")
    return Chits(events, before)
