"""§5.12, §8.32, §9.12, §12.12: the charts of the Near East, laid over those of the game they are added to."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.charts import WEATHER, Capacity, Charts, Surrender, Terrain, Turn, by_weather
from rules.great_war.printed.counters import UNTRIED, Face
from rules.great_war.printed.fronts import CAUCASUS, SOUTH
from rules.great_war.printed.nations import NATIONS
from rules.hexes.counters import one_of
from rules.hexes.toml_tables import Key, count, each, figures, known_name, one, row_of, tables, word

LATER = ("bolsheviks",)
"""§5.44: tables that come with the chapters that read them (docs/decisions/0053)."""
READ = (
    *("terrain", "resources", "capacity", "weather", "fall_of_the_czar", "reserve", "surrender", "major_effort"),
    *("untried", *LATER),
)


def add_charts(file: Path, charts: Charts, fronts: Mapping[str, object], *, alone: bool) -> Charts:
    """The charts with those of a file added: ground, capacities, the weather of its zones, points. ``alone``: no other
    points count (§19.8), and none of Europe's resource hexes. ValueError with file and line for what cannot be."""
    spec = tomllib.loads(file.read_text(encoding="utf-8"))
    if strange := spec.keys() - {*READ}:
        raise ValueError(f"{file.name}: tables {sorted(strange)} are unknown")
    terrain = tables(file, "terrain", Terrain, {"name": word, "mp": by_weather, "shift": by_weather}, {})
    nation = one_of(*NATIONS)
    capacity: dict[str, Key] = {
        "id": word, "units": count, "fronts": each(known_name(fronts, "front")), "home": each(nation),
    }  # fmt: skip
    points = one(file, spec, "resources", _points)
    if not alone:
        known = charts.resources
        points = {n: _sum(points.get(n), known.get(n)) for n in dict.fromkeys((*known, *points))}
    return replace(
        charts,
        terrain={**charts.terrain, **{ground.name: ground for ground in terrain}},
        capacity={**charts.capacity, **{c.id: c for c in tables(file, "capacity", Capacity, capacity, {})}},
        turns=_with_weather(file, charts.turns),
        resources=points,
        resource_hexes=() if alone else charts.resource_hexes,
        fall_of_the_czar=one(file, spec, "fall_of_the_czar", _by_letter),
        untried=one(file, spec, "untried", _strengths),
        major_effort=one(file, spec, "major_effort", _units),
        reserve_dice=one(file, spec, "reserve", _by_letter),
        surrender=one(file, spec, "surrender", figures(Surrender, first=one_of(*STRATEGIC))),
    )


def _points(entry: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    row, nation = row_of(count, len(STRATEGIC)), one_of(*NATIONS)
    return {nation_: row(points) for nation_, points in entry.items() if nation(nation_)}


def _units(entry: Mapping[str, Any]) -> tuple[str, ...]:
    return each(word)(entry["units"])


def _by_letter(entry: Mapping[str, Any]) -> dict[str, int]:
    letter = one_of(*STRATEGIC)
    return {str(letter(turn)): count(least) for turn, least in entry.items()}


def _strengths(entry: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """§15.82: faces of counters by kind, each of which can attack and defend."""
    kind = one_of(*UNTRIED)
    found = {str(kind(name)): each(word)(lines) for name, lines in entry.items()}
    if missing := {*UNTRIED} - found.keys():
        raise ValueError(f"no strengths for {min(missing)}")
    for line in (line for lines in found.values() for line in lines):
        if not (Face.read(line).attack and Face.read(line).defence):
            raise ValueError(f"{line} is no strength of a unit that fights")
    return found


def _sum(one_row: tuple[int, ...] | None, other: tuple[int, ...] | None) -> tuple[int, ...]:
    """§5.15: a nation has the points of both charts."""
    blank = (0,) * len(STRATEGIC)
    return tuple(a + b for a, b in zip(one_row or blank, other or blank, strict=True))


def _with_weather(file: Path, turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """§12.12: the turns with the weather of the zones from when their maps are open."""
    kind = one_of(*WEATHER)
    needed: dict[str, Key] = {"number": count, SOUTH: kind, CAUCASUS: kind}
    rows: Iterator[dict[str, Any]] = tables(file, "weather", dict, needed, {})
    track = {row["number"]: row for row in rows}
    if not track or [*track] != [turn.number for turn in turns if turn.number >= min(track)]:
        raise ValueError(f"{file.name}: the turns of the weather track do not follow one another to the last")
    return tuple(
        replace(turn, further={zone: track[turn.number][zone] for zone in (SOUTH, CAUCASUS)})
        if turn.number in track
        else turn
        for turn in turns
    )
