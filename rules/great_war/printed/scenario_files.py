"""§21.0: scenarios from their files, each read against everything else that is printed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.great_war.printed.armies import read_armies
from rules.great_war.printed.arrivals import EUROPE, START, Arrival
from rules.great_war.printed.charts import Charts
from rules.great_war.printed.chits import Chits
from rules.great_war.printed.counters import Counter
from rules.great_war.printed.joining import Count, joined_groups, joined_spec
from rules.great_war.printed.scenario_keys import COUNTS, NAMED, PREFIXES, ScenarioKeys
from rules.great_war.printed.scenarios import PLACES, Area, Group, Limit, Scenario, deal, forces
from rules.great_war.printed.setup_lines import hexes_of
from rules.great_war.printed.variants import TOWNS, Variant
from rules.hexes.counters import SOURCE, one_of
from rules.hexes.toml_tables import tables


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
    keys = ScenarioKeys(variant, units, chits, charts, hexes)
    listed = _read_tables(file, keys, arrivals)
    set_up_by = file.with_name(f"{spec['joins'][0]}.toml") if joins else file
    try:
        if joins:
            listed = _joined_tables(file, spec["joins"], listed, keys, arrivals)
            spec = joined_spec(spec, joins[0], joins[1], chits)
        head = _read_head({key: value for key, value in spec.items() if key not in (*listed, *SOURCE)}, keys)
        armies = read_armies(set_up_by.with_suffix(".csv"), PLACES, chits.pre_war, units, hexes)
        made = Scenario(**head, **listed, armies=armies)
        _check(made, variant, units, arrivals, chits, charts)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{file.name}: {error}") from error
    return made


def _read_head(said: Mapping[str, Any], keys: ScenarioKeys) -> dict[str, Any]:
    """§21.0: all that is no table, and none of what its maps have no tracks for."""
    known = keys.of_scenario()
    strange = said.keys() - known.keys()
    if strange:
        raise ValueError(f"keys {sorted(strange)} are unknown")
    head: dict[str, Any] = {key: {} for key in ("lines", "held", "resources", "active_from", "pools")}
    if not keys.variant.europe:
        head |= _NOT_EUROPE
    head |= {key: known[key](value) for key, value in said.items()}
    head.pop("variant", None)
    if not keys.variant.europe:
        head["trenches"] = dict.fromkeys(keys.charts.trenches, 0)
    head["lines"] = {front: _line(front, line, keys.hexes) for front, line in head["lines"].items()}
    return head


def _read_tables(file: Path, keys: ScenarioKeys, arrivals: Mapping[str, Arrival]) -> dict[str, Any]:
    """§21.12, §21.15, §19.2: groups, limits and areas of a file. Where it lists no groups, its set-up codes are."""
    areas = tuple(tables(file, "areas", Area, {**NAMED, "code": str}, keys.of_area()))
    groups = tuple(tables(file, "groups", Group, {**NAMED, "to": one_of(*PLACES)}, keys.of_group()))
    groups = groups or _code_groups(areas, keys.units, arrivals)
    return {
        "groups": tuple(_with_code(group, keys.units, arrivals) for group in groups),
        "limits": tuple(tables(file, "limits", Limit, *keys.of_limit())),
        "areas": areas,
    }


def _joined_tables(
    file: Path, joins: Sequence[str], own: Mapping[str, Any], keys: ScenarioKeys, arrivals: Mapping[str, Arrival]
) -> dict[str, Any]:
    """§19.8: those of a scenario on six fronts: its own, and those of the two that it joins, Europe's first."""
    europe, there = (_read_tables(file.with_name(f"{name}.toml"), keys, arrivals) for name in joins)
    changed = tuple(tables(file, "counts", Count, COUNTS, {}))
    groups = joined_groups(own["groups"], changed, europe["groups"], there["groups"], keys.units, arrivals)
    return {key: (*own[key], *europe[key], *there[key]) for key in own} | {"groups": groups}


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


def _line(front: str, line: str, hexes: Mapping[str, Mapping[str, str]]) -> tuple[str, ...]:
    found = tuple(PREFIXES[front] + hex_ for hex_ in hexes_of(line))
    for hex_ in found:
        if hex_ not in hexes:
            raise ValueError(f"{hex_} of the {front} line is no hex of the European fronts")
    return found
