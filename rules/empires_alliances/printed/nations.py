"""§3.2, §18: the countries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.empires_alliances.printed.places import Places
from rules.empires_alliances.printed.sides import SIDES
from rules.hexes.counters import one_of
from rules.hexes.toml_tables import Key, count, each, flag, known_name, tables, word

ALL, NAMED, MAJORS, NEVER = "all", "cities", "majors", "never"
"""§18.2: ways in which a country is conquered: all its cities, those named, that many major ones, not at all."""


@dataclass(frozen=True, slots=True)
class Nation:
    """A country. ``side`` is empty where a declaration of war decides it, ``enters`` where no date does (§18.1)."""

    id: str
    name: str
    adjective: str
    colour: str
    side: str
    enters: str
    conquest: str
    of: str = ""
    purse: str = ""
    cities: tuple[str, ...] = ()
    majors: int = 0
    spared: tuple[str, ...] = ()
    garrisons: tuple[str, ...] = ()
    fronts: tuple[str, ...] = ()
    elsewhere_but: tuple[str, ...] = ()
    article: bool = False
    """Whether a sentence names it with an article."""

    def __post_init__(self) -> None:
        """§18.2: refuse a condition without its figures."""
        if bool(self.cities) != (self.conquest in (NAMED, MAJORS)) or bool(self.majors) != (self.conquest == MAJORS):
            raise ValueError(f"{self.id}: {self.conquest} does not fit what is named with it")

    @property
    def in_words(self) -> str:
        """The country within a sentence: "France", "the Netherlands"."""
        return f"the {self.name}" if self.article else self.name

    @property
    def power(self) -> str:
        """§3.2, §18.43: the country whose capacities and sectors these forces share."""
        return self.of or self.id

    @property
    def points(self) -> str:
        """§3.52: where its replacement points lie: the Commonwealth's lie together, apart from Britain's."""
        return self.purse or self.id


def read_nations(file: Path, places: Places, turns: Iterable[str]) -> Mapping[str, Nation]:
    """The countries of a file, in order."""
    needed: dict[str, Key] = {
        "id": word,
        "name": word,
        "adjective": word,
        "colour": str,
        "side": one_of("", *SIDES),
        "enters": one_of("", *turns),
        "conquest": one_of(ALL, NAMED, MAJORS, NEVER),
    }
    optional: dict[str, Key] = {
        "of": word,
        "purse": word,
        "cities": each(places.city),
        "majors": count,
        "spared": each(places.city),
        "garrisons": each(places.city),
        "fronts": each(word),
        "elsewhere_but": each(word),
        "article": flag,
    }
    found = {nation.id: nation for nation in tables(file, "nations", Nation, needed, optional)}
    for nation in found.values():
        if nation.of:
            known_name(found, "country")(nation.of)
    return found
