"""§21.0: what the keys of a scenario's file are read by, table for table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from rules.great_war.printed.arrivals import MAPS, START, STRATEGIC
from rules.great_war.printed.charts import Charts
from rules.great_war.printed.chits import POOLS, Chits
from rules.great_war.printed.counters import COMBAT, TURNED, Counter, Face
from rules.great_war.printed.nations import NATIONS, SIDES
from rules.great_war.printed.near_east_places import AREAS
from rules.great_war.printed.scenarios import EARNED, PLACES, AlliedArea, Pool, SetupCode
from rules.great_war.printed.setup_lines import straight_row
from rules.great_war.printed.variants import Variant
from rules.hexes.counters import one_of
from rules.hexes.toml_tables import Key, count, each, flag, known_name, whole, word

K = TypeVar("K")
V = TypeVar("V")

PREFIXES = {"west": "W", "italy": "W", "east": "E", "salonika": "E"}
"""§21.11: the letter before the hexes of each line."""
NAMED: Mapping[str, Key] = {"nation": one_of(*NATIONS), "section": word}
"""What every group, area and limit says."""
COUNTS: Mapping[str, Key] = {**NAMED, "to": one_of(*PLACES), "face": Face.read, "count": count}
"""§19.8: counts of a scenario that joins two, where they differ from theirs."""


@dataclass(frozen=True)
class ScenarioKeys:
    """The keys of each table, with what may stand there: names of what is printed elsewhere, above all."""

    variant: Variant
    units: Mapping[str, Counter]
    chits: Chits
    charts: Charts
    hexes: Mapping[str, Mapping[str, str]]

    def hex(self, value: Any) -> str:
        """A hex of the fronts. ValueError."""
        if value not in self.hexes:
            raise ValueError(f"{value} is no hex of the European fronts")
        return word(value)

    def hex_list(self, value: Any) -> tuple[str, ...]:
        """Several of them."""
        return each(self.hex)(value)

    @cached_property
    def country(self) -> Key:
        """A country in which hexes lie."""
        return one_of(*{row["country"] for row in self.hexes.values()})

    @cached_property
    def region(self) -> Key:
        """A region of hexes."""
        return one_of(*{row.get("region", "") for row in self.hexes.values()})

    @cached_property
    def unit(self) -> Callable[[Any], str]:
        """A counter's name."""
        return known_name(self.units, "unit")

    def of_scenario(self) -> dict[str, Key]:
        """§21.0: what stands before the tables: names, the turn, who fights, and the tracks."""
        nation, letter = one_of(*NATIONS), one_of(*STRATEGIC)
        chit = known_name(self.chits.events, "chit")
        return {
            "id": word, "title": word, "section": word, "variant": one_of(self.variant.id), "turn": count,
            "begins": one_of("events", "new-units"), "through": one_of(START, *STRATEGIC), "boxes_after": letter,
            "waiting": each(letter), "west": one_of(*SIDES), "marker": one_of("OHL", "OberOst", ""),
            "central": each(nation), "allied": each(nation), "neutral": each(nation), "just_entered": each(nation),
            "eliminated": each(nation), "collapsed": each(nation), "us_entry": letter, "us_entered": flag,
            "victory_points": count, "allied_cities": count, "retaken": count, "czar_fallen": flag,
            "bolsheviks": letter, "surrender": count, "reserve": count, "earned": each(one_of(*EARNED)),
            "towns": self.hex_list, "towns_needed": count, "shock_troops": flag, "may_dismount": flag,
            "french_apart": flag, "tried": _mapping(self.unit, _strength),
            "draw": flag, "play": each(chit), "hand": each(chit), "fallen": each(chit),
            "lasting": _mapping(chit, count), "pools": _mapping(one_of(*SIDES), _pool(chit)),
            "resources": _mapping(nation, count), **self._of_the_ground(letter),
        }  # fmt: skip

    def _of_the_ground(self, letter: Key) -> dict[str, Key]:
        """§21.11, §21.23: lines, trenches, and what else is marked on hexes."""
        return {
            "hindenburg": self.hex_list, "devastated": self.hex_list, "destroyed": self.hex_list, "pipeline": self.hex,
            "active_from": _mapping(self.hex, letter), "lines": _mapping(one_of(*PREFIXES), word),
            "held": _mapping(one_of(*SIDES), each(one_of(*PREFIXES))),
            "trenches": _mapping(known_name(self.charts.trenches, "trench"), whole),
            "allied_ground": _mapping(known_name(self.variant.fronts, "front"), self._allied_areas()),
        }  # fmt: skip

    def of_group(self) -> dict[str, Key]:
        """§21.12: which units a group has, and where they are set up."""
        return {
            "units": each(self.unit), "count": count, "most": count, "least": count, "rest": flag,
            "headquarters": flag, "staffs": flag, "kinds": each(one_of(*COMBAT)), "face": Face.read,
            "turned": one_of(*TURNED), "hexes": self.hex_list, "within": count, "rows": _rows, "reduced": flag,
            "depleted": flag, "lot": flag, "defence": count, "dealt": count,
            "deal_in": one_of("west", "italy", "east"), "without": each(self.unit), "may_wait": flag,
            "apart": one_of(*NATIONS), "countries": each(self.country), "columns": _rows, "towns": flag,
            "off_canal": flag, "code": word, "map": one_of(*MAPS),
        }  # fmt: skip

    def of_area(self) -> dict[str, Key]:
        """§19.2, §19.3: where the units of a set-up code may be."""
        return {
            "hexes": self.hex_list, "around": self.hex_list, "within": count, "near": _setup_code,
            "over": each(self.country), "countries": each(self.country), "borders": each(self.country),
            "between": self.hex_list, "west_of": word, "without": self.hex_list, "forts": one_of("any", "heavy"),
            "a_hex": count, "front": one_of("west", "east"), "north_of": count, "most_north": count,
            "least_north": count, "posts": _mapping(self.hex, count),
        }  # fmt: skip

    def of_limit(self) -> tuple[dict[str, Key], dict[str, Key]]:
        """§21.15: what each limit of a front says, and what some say."""
        always: dict[str, Key] = {**NAMED, "front": one_of(*self.variant.fronts), "most": count}
        return always, {
            "rows": _rows, "kinds": each(one_of(*COMBAT)), "besides": each(self.unit), "countries": each(self.country),
            "around": self.hex, "within": count,
        }  # fmt: skip

    def _allied_areas(self) -> Callable[[Any], tuple[AlliedArea, ...]]:
        """§21.23: a list of conditions."""
        keys: dict[str, Key] = {
            "country": self.country, "region": self.region, "rows": _rows, "columns": _rows, "without": self.hex_list,
            "hexes": self.hex_list, "area": one_of(*AREAS), "east_of": _row(self.hex), "behind": self.hex_list,
        }  # fmt: skip

        def read(value: Any) -> AlliedArea:
            if not value or value.keys() - keys.keys():
                raise ValueError(f"keys {sorted(value.keys() - keys.keys())} are unknown in a piece of ground")
            made: dict[str, Any] = {key: keys[key](found) for key, found in value.items()}
            return AlliedArea(**made)

        return each(read)


def _strength(value: Any) -> str:
    """§15.82: figures as they are printed."""
    Face.read(word(value))
    return word(value)


def _row(hex_: Callable[[Any], str]) -> Callable[[Any], tuple[str, ...]]:
    """§21.33: two hexes of one straight row."""

    def read(value: Any) -> tuple[str, ...]:
        ends = each(hex_)(value)
        if len(ends) != 2:
            raise ValueError(f"{value!r} is no pair of hexes")
        straight_row(*(end[2:] for end in ends))
        return ends

    return read


def _setup_code(value: Any) -> SetupCode:
    """§19.2: a nation and a code, as ``RU S``."""
    nation, _, code = word(value).partition(" ")
    if nation not in NATIONS or not code:
        raise ValueError(f"{value!r} is no nation with a set-up code")
    return SetupCode(nation, code)


def _rows(value: Any) -> tuple[int, int]:
    low, high = each(count)(value)
    return low, high


def _mapping(key: Callable[[Any], K], read: Callable[[Any], V]) -> Callable[[Any], dict[K, V]]:
    """A table whose keys and values are each of a kind."""

    def values(value: Any) -> dict[K, V]:
        if not isinstance(value, dict):
            raise ValueError(f"{value!r} is no table")
        return {key(k): read(v) for k, v in value.items()}

    return values


def _pool(chit: Callable[[Any], str]) -> Callable[[Any], Pool]:
    def read(value: Any) -> Pool:
        keys: dict[str, Key] = {
            "entering": each(one_of(*POOLS)), "without": _mapping(chit, count), "also": _mapping(chit, count),
        }  # fmt: skip
        if value.keys() - keys.keys():
            raise ValueError(f"keys {sorted(value.keys() - keys.keys())} are unknown in a pool")
        made: dict[str, Any] = {key: keys[key](found) for key, found in value.items()}
        return Pool(**made)

    return read
