"""§21.0: scenarios from their files, each read against everything else that is printed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from rules.great_war.printed.armies import read_armies
from rules.great_war.printed.arrivals import EUROPE, MAPS, START, STRATEGIC, Arrival
from rules.great_war.printed.charts import Charts
from rules.great_war.printed.chits import POOLS, Chits
from rules.great_war.printed.counters import COMBAT, TURNED, Counter, Face
from rules.great_war.printed.joining import Count, joined_groups, joined_spec
from rules.great_war.printed.nations import NATIONS, SIDES
from rules.great_war.printed.near_east_places import AREAS
from rules.great_war.printed.scenarios import (
    EARNED,
    PLACES,
    AlliedArea,
    Area,
    Group,
    Limit,
    Pool,
    Scenario,
    SetupCode,
    deal,
    forces,
)
from rules.great_war.printed.setup_lines import hexes_of, straight_row
from rules.great_war.printed.variants import TOWNS, Variant
from rules.hexes.counters import SOURCE, one_of
from rules.hexes.toml_tables import Key, count, each, flag, known_name, tables, whole, word

K = TypeVar("K")
V = TypeVar("V")

PREFIXES = {"west": "W", "italy": "W", "east": "E", "salonika": "E"}
"""§21.11: the letter before the hexes of each line."""


def read_scenario(
    file: Path,
    variant: Variant,
    units: Mapping[str, Counter],
    arrivals: Mapping[str, Arrival],
    chits: Chits,
    charts: Charts,
    hexes: Mapping[str, Mapping[str, str]],
) -> Scenario:
    """§21.0, §21.21 to §21.28, §21.31 to §21.38, §21.41 to §21.48, §21.51 to §21.58, §21.21N to §21.28N,
    §21.33N to §21.38N, §21.43N to §21.48N, §21.61 to §21.67: the scenario of a file, read against all else that is
    printed."""
    spec, *joins = _specs(file)

    def hex_(value: Any) -> str:
        if value not in hexes:
            raise ValueError(f"{value} is no hex of the European fronts")
        return word(value)

    nation = one_of(*NATIONS)
    countries = one_of(*{row["country"] for row in hexes.values()})
    regions = one_of(*{row.get("region", "") for row in hexes.values()})
    letter = one_of(*STRATEGIC)
    chit = known_name(chits.events, "chit")
    places, ids = each(hex_), each(known_name(units, "unit"))
    head: dict[str, Key] = {
        "id": word, "title": word, "section": word, "turn": count, "begins": one_of("events", "new-units"),
        "through": one_of(START, *STRATEGIC), "boxes_after": letter, "waiting": each(letter), "west": one_of(*SIDES),
        "marker": one_of("OHL", "OberOst", ""), "central": each(nation), "allied": each(nation),
        "neutral": each(nation), "just_entered": each(nation),
        "eliminated": each(nation), "collapsed": each(nation), "us_entry": letter,
        "us_entered": flag, "victory_points": count, "allied_cities": count, "retaken": count, "czar_fallen": flag,
        "bolsheviks": letter, "hindenburg": places, "devastated": places, "destroyed": places, "shock_troops": flag,
        "may_dismount": flag, "french_apart": flag, "variant": one_of(variant.id), "surrender": count, "reserve": count,
        "pipeline": hex_, "earned": each(one_of(*EARNED)),
        "tried": _mapping(known_name(units, "unit"), _strength),
        "allied_ground": _mapping(known_name(variant.fronts, "front"), _read_areas(countries, regions, hex_)),
        "draw": flag, "play": each(chit), "hand": each(chit), "fallen": each(chit), "lasting": _mapping(chit, count),
        "lines": _mapping(one_of(*PREFIXES), word),
        "held": _mapping(one_of(*SIDES), each(one_of(*PREFIXES))),
        "trenches": _mapping(known_name(charts.trenches, "trench"), whole),
        "resources": _mapping(nation, count), "active_from": _mapping(hex_, letter),
        "pools": _mapping(one_of(*SIDES), _pool(chit)), "towns": places, "towns_needed": count,
    }  # fmt: skip
    group: dict[str, Key] = {
        "units": ids, "count": count, "most": count, "least": count, "rest": flag, "headquarters": flag,
        "staffs": flag,
        "kinds": each(one_of(*COMBAT)), "face": Face.read, "turned": one_of(*TURNED), "hexes": places, "within": count,
        "rows": _rows, "reduced": flag, "depleted": flag, "lot": flag, "defence": count, "dealt": count,
        "deal_in": one_of("west", "italy", "east"), "without": ids, "may_wait": flag, "apart": nation,
        "countries": each(countries), "columns": _rows, "towns": flag, "off_canal": flag, "code": word,
        "map": one_of(*MAPS),
    }  # fmt: skip
    area: dict[str, Key] = {
        "hexes": places, "around": places, "within": count, "near": _setup_code, "over": each(countries),
        "countries": each(countries), "borders": each(countries), "between": places, "west_of": word,
        "without": places, "forts": one_of("any", "heavy"), "a_hex": count, "front": one_of("west", "east"),
        "north_of": count, "most_north": count, "least_north": count,
        "posts": _mapping(hex_, count),
    }  # fmt: skip
    named: dict[str, Key] = {"nation": nation, "section": word}
    limit: dict[str, Key] = {**named, "front": one_of(*variant.fronts), "most": count}
    limits: dict[str, Key] = {
        "rows": _rows, "kinds": each(one_of(*COMBAT)), "besides": ids, "countries": each(countries), "around": hex_,
        "within": count,
    }  # fmt: skip

    def read_tables(of: Path) -> dict[str, Any]:
        areas = tuple(tables(of, "areas", Area, {**named, "code": str}, area))
        groups = tuple(tables(of, "groups", Group, {**named, "to": one_of(*PLACES)}, group))
        listed = groups or _code_groups(areas, units, arrivals)
        return {
            "groups": tuple(_with_code(g, units, arrivals) for g in listed),
            "limits": tuple(tables(of, "limits", Limit, limit, limits)),
            "areas": areas,
        }

    tabled = read_tables(file)
    stood = file
    try:
        if joins:
            stood = file.with_name(f"{spec['joins'][0]}.toml")
            counts: dict[str, Key] = {**named, "to": one_of(*PLACES), "face": Face.read, "count": count}
            europe, there = (read_tables(file.with_name(f"{name}.toml")) for name in spec["joins"])
            changed = tuple(tables(file, "counts", Count, counts, {}))
            groups = joined_groups(tabled["groups"], changed, europe["groups"], there["groups"], units, arrivals)
            tabled = {key: (*tabled[key], *europe[key], *there[key]) for key in tabled} | {"groups": groups}
            spec = joined_spec(spec, joins[0], joins[1], chits)
        plain = {key: value for key, value in spec.items() if key not in (*tabled, *SOURCE)}
        blank: dict[str, Any] = {key: {} for key in ("lines", "held", "resources", "active_from", "pools")}
        if not variant.europe:
            blank |= _NOT_EUROPE
        strange = plain.keys() - head.keys()
        if strange:
            raise ValueError(f"keys {sorted(strange)} are unknown")
        read: dict[str, Any] = {**blank, **{key: head[key](value) for key, value in plain.items()}}
        read.pop("variant", None)
        if not variant.europe:
            read["trenches"] = dict.fromkeys(charts.trenches, 0)
        read["lines"] = {front: _line(front, line, hexes) for front, line in read["lines"].items()}
        armies = read_armies(stood.with_suffix(".csv"), PLACES, chits.pre_war, units, hexes)
        made = Scenario(**read, **tabled, armies=armies)
        _check(made, variant, units, arrivals, chits, charts)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{file.name}: {error}") from error
    return made


def _specs(file: Path) -> tuple[dict[str, Any], ...]:
    """§21.0: what a scenario's file says, and then what is said in the two that it joins, Europe's first."""
    spec = tomllib.loads(file.read_text(encoding="utf-8"))
    joins = spec.get("joins", [])
    if joins and len(joins) != 2:
        raise ValueError(f"{file.name}: it joins a scenario of Europe and one of the Near East")
    found = (file.with_name(f"{name}.toml").read_text(encoding="utf-8") for name in joins)
    return spec, *(tomllib.loads(text) for text in found)


def _check(
    scenario: Scenario,
    variant: Variant,
    units: Mapping[str, Counter],
    arrivals: Mapping[str, Arrival],
    chits: Chits,
    charts: Charts,
) -> None:
    """§21.0: nations on one side each, all units placed, pools of chits that there are, a turn that is on the track."""
    apart = (*scenario.central, *scenario.allied, *scenario.neutral, *scenario.eliminated)
    if sorted(apart) != sorted(variant.nations):
        raise ValueError(
            f"{sorted(set(variant.nations).symmetric_difference(apart)) or sorted(apart)}: each nation stands once"
        )
    if scenario.trenches.keys() != charts.trenches.keys():
        raise ValueError("the trenches of some group are missing")
    if not variant.first <= scenario.turn <= variant.last:
        raise ValueError(f"there is no turn {scenario.turn}")
    if (variant.victory == TOWNS) != (0 < scenario.towns_needed <= len({*scenario.towns})):
        raise ValueError(f"{scenario.towns_needed} of {len({*scenario.towns})} towns cannot decide it")
    for side, pool in scenario.pools.items():
        for id_, number in pool.chits(side, chits, scenario.id).items():
            chit = chits.events[id_]
            if chit.side != side or not 0 < number <= chit.count:
                raise ValueError(f"the {side} pool cannot hold {number} of {id_}")
    if scenario.areas:
        there = {(area.nation, area.code) for area in scenario.areas}
        for id_, arrival in arrivals.items():
            of_areas = arrival.map == EUROPE and arrival.turn == START
            if of_areas and (units[id_].nation, arrival.setup) not in there:
                raise ValueError(f"{id_} has no area to begin in")
    for nation in variant.nations if scenario.groups else ():
        deal(scenario.of(nation), forces(scenario, nation, units, arrivals, chits), scenario.stood)


def _code_groups(
    areas: tuple[Area, ...], units: Mapping[str, Counter], arrivals: Mapping[str, Arrival]
) -> tuple[Group, ...]:
    """§19.2, §19.3: a group for each set-up code, of all units that begin with it."""
    found = []
    for nation, code, section in dict.fromkeys((area.nation, area.code, area.section) for area in areas):
        found.append(Group(nation, "area", section, units=_begin(nation, code, units, arrivals), code=code))
    return tuple(found)


def _begin(nation: str, code: str, units: Mapping[str, Counter], arrivals: Mapping[str, Arrival]) -> tuple[str, ...]:
    """§19.2, §19.3: the units of a nation that begin with a set-up code. ValueError where there are none."""
    found = tuple(
        id_ for id_, unit in units.items()
        if unit.nation == nation and arrivals[id_].turn == START and arrivals[id_].setup == code
    )  # fmt: skip
    if not found:
        raise ValueError(f"{nation} has no units with the code {code!r}")
    return found


def _with_code(group: Group, units: Mapping[str, Counter], arrivals: Mapping[str, Arrival]) -> Group:
    """§19.2, §19.3: a group of a set-up code with the units that begin with it; others as they are."""
    if not group.code or group.units:
        return group
    begin = _begin(group.nation, group.code, units, arrivals)
    return replace(group, units=tuple(id_ for id_ in begin if id_ not in group.without))


_NOT_EUROPE: Mapping[str, Any] = {
    "marker": "", "neutral": (), "us_entry": "", "us_entered": False, "victory_points": 0, "allied_cities": 0,
    "retaken": 0,
}  # fmt: skip
"""§19.8: what a scenario of the Near East alone has no tracks for."""


def _strength(value: Any) -> str:
    """§15.82: figures as they are printed."""
    Face.read(word(value))
    return word(value)


def _read_areas(
    country: Callable[[str], object], region: Callable[[str], object], hex_: Callable[[Any], str]
) -> Callable[[Any], tuple[AlliedArea, ...]]:
    """§21.23: a list of conditions."""
    keys: dict[str, Key] = {
        "country": country, "region": region, "rows": _rows, "columns": _rows, "without": each(hex_),
        "hexes": each(hex_), "area": one_of(*AREAS), "east_of": _row(hex_), "behind": each(hex_),
    }  # fmt: skip

    def read(value: Any) -> AlliedArea:
        if not value or value.keys() - keys.keys():
            raise ValueError(f"keys {sorted(value.keys() - keys.keys())} are unknown in a piece of ground")
        made: dict[str, Any] = {key: keys[key](found) for key, found in value.items()}
        return AlliedArea(**made)

    return each(read)


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


def _line(front: str, line: str, hexes: Mapping[str, Mapping[str, str]]) -> tuple[str, ...]:
    found = tuple(PREFIXES[front] + hex_ for hex_ in hexes_of(line))
    for hex_ in found:
        if hex_ not in hexes:
            raise ValueError(f"{hex_} of the {front} line is no hex of the European fronts")
    return found


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
