"""§19.2, §19.3: what set-up codes ask besides a place: how many a hex, and how many north of a row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial

from rules.great_war.position.state import State
from rules.great_war.printed.board import Board
from rules.great_war.printed.nations import NAME_OF
from rules.great_war.printed.scenarios import Area
from rules.great_war.setup.areas import SetupAreas
from rules.hexes.setting_up import Quota
from rules.kernel.messages import Refusal


def areas_of(state: State, grounds: SetupAreas, unit: str) -> tuple[Area, ...]:
    """What is said of the set-up code of a unit; nothing where it has none."""
    nation = state.counter(unit).nation
    if unit not in state.groups:
        return ()
    return grounds.codes(state.card.of(nation)[state.groups[unit]])


def check_code(state: State, grounds: SetupAreas, unit: str, hex_: str) -> None:
    """§19.21: refuse a third unit with a code for two a hex, and an eleventh in the north."""
    for area in areas_of(state, grounds, unit):
        mates = _units_placed(state, area)
        for quota in _quotas(state, area, hex_, {u for u, _ in mates} | {unit}):
            too_many = quota.too_many(unit, hex_, mates)
            if too_many is not None:
                raise too_many.raised()


def _units_placed(state: State, area: Area) -> list[tuple[str, str]]:
    """The units on the map that an area is for, with their hexes."""
    return [(u, state.units[u].at) for u in alike(state, area) if state.units[u].at in state.stacks]


def _quotas(state: State, area: Area, hex_: str, units: Collection[str]) -> Iterator[Quota[str]]:
    """§19.21, §19.31: how many of some units a hex takes, and the north of the map."""
    if is_few(state, area):
        text = f"No more than {area.a_hex} of these units are set up in a hex."
        yield Quota(units.__contains__, hex_.__eq__, area.section, text, most=area.a_hex)
    if area.most_north:
        yield Quota(
            units.__contains__,
            partial(is_north, state.printed.board, area),
            area.section,
            _north(area),
            most=area.most_north,
        )


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


def is_north(board: Board, area: Area, hex_: str) -> bool:
    """Whether a hex lies north of the row from which the area counts."""
    return board.row[board.index[hex_]] > area.north_of


def why_not_by_code(state: State, grounds: SetupAreas, side: str) -> Refusal | None:
    """§19.31: at least thirty German infantry divisions are in the north."""
    for area in grounds.coded_areas:
        if not area.least_north or state.sides.get(area.nation) != side:
            continue
        quota = Quota(
            partial(counts_north, state),
            partial(is_north, state.printed.board, area),
            area.section,
            _north(area),
            least=area.least_north,
        )
        too_few = quota.too_few(_units_placed(state, area))
        if too_few is not None:
            return too_few
    return None


def counts_north(state: State, unit: str) -> bool:
    """§19.31: infantry divisions."""
    return state.counter(unit).kind == "infantry" and state.counter(unit).is_division
