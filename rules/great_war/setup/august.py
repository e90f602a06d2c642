"""§19.2, §19.3: what set-up codes ask besides a place: how many a hex, and how many north of a row."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.position.state import State
from rules.great_war.printed.nations import NAME_OF
from rules.great_war.printed.scenarios import Area
from rules.great_war.setup.areas import SetupAreas
from rules.kernel.messages import Refusal, Refused


def areas_of(state: State, grounds: SetupAreas, unit: str) -> tuple[Area, ...]:
    """What is said of the set-up code of a unit; nothing where it has none."""
    nation = state.counter(unit).nation
    if unit not in state.groups:
        return ()
    return grounds.codes(state.card.of(nation)[state.groups[unit]])


def check_code(state: State, grounds: SetupAreas, unit: str, hex_: str) -> None:
    """§19.21: refuse a third unit with a code for two a hex, and an eleventh in the north."""
    for area in areas_of(state, grounds, unit):
        mates = [u for u in alike(state, area) if u != unit]
        if is_few(state, area) and sum(state.units[u].at == hex_ for u in mates) >= area.a_hex:
            text = f"No more than {area.a_hex} of these units are set up in a hex."
            raise Refused("too-many-there", area.section, text)
        if area.most_north and is_north(area, hex_):
            there = sum(is_north(area, state.units[u].at) for u in mates if state.units[u].at in state.stacks)
            if there >= area.most_north:
                raise Refused("too-many-there", area.section, _north(area))


def is_few(state: State, area: Area) -> bool:
    """Whether fewer units of the code may share a hex than stacking allows; headquarters count among these."""
    return area.a_hex < state.printed.charts.stacking.units


def _north(area: Area) -> str:
    many = f"No more than {area.most_north}" if area.most_north else f"At least {area.least_north}"
    what = "units" if area.most_north else "infantry divisions"
    return f"{many} of these {NAME_OF[area.nation]} {what} are set up north of row {area.north_of}."


def alike(state: State, area: Area) -> Iterable[str]:
    """The units that an area is for."""
    for n, group in enumerate(state.card.of(area.nation)):
        if group.code == area.code:
            yield from (u for u in group.units if state.groups.get(u) == n)


def is_north(area: Area, hex_: str) -> bool:
    """Whether a hex lies north of the row from which the area counts."""
    return int(hex_[1:3]) > area.north_of


def short_of_code(state: State, grounds: SetupAreas, side: str) -> Refusal | None:
    """§19.31: at least thirty German infantry divisions are in the north."""
    for area in grounds.coded_areas:
        if not area.least_north or state.sides.get(area.nation) != side:
            continue
        there = [u for u in alike(state, area) if state.units[u].at in state.stacks and counts_north(state, u)]
        if sum(is_north(area, state.units[u].at) for u in there) < area.least_north:
            return Refusal("too-few-there", area.section, _north(area))
    return None


def counts_north(state: State, unit: str) -> bool:
    """§19.31: infantry divisions."""
    return state.counter(unit).kind == "infantry" and state.counter(unit).is_division
