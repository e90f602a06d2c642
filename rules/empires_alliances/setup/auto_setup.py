"""§1.4: a set-up in one click: each army along the border of its area, guns among the corps, within stacking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import RANKS
from rules.empires_alliances.setup.areas import area_of, group_of, units_waiting
from rules.empires_alliances.setup.mobilisation import (
    hexes_of_front,
    is_flexible,
    places_of,
    post_on_border,
    preferred_hexes,
)
from rules.empires_alliances.setup.quotas import pinned_places
from rules.empires_alliances.stacking import why_too_many
from rules.hexes.auto_setup import DealtUnits
from rules.kernel.floods import spread
from rules.kernel.kept import kept


@kept
def distances_to(state: State, side: str) -> Mapping[int, int]:
    """Hexes to the nearest land of a side, over land."""
    board = state.board
    theirs = [i for i in board.land if controller(state, board.lattice.ids[i]) == side]

    def passes(a: int, b: int) -> bool:
        return board.passable[a][board.lattice.neighbours[a].index(b)]

    return spread(board.lattice.neighbours, theirs, passes)


def deal(state: State, side: str) -> dict[str, str]:
    """§1.4, §6.1: a place for each of the side's units that are still to be set up; those already placed stay there.

    Units that find no room beside these are left out.
    """
    table = _Dealt(state)
    by_group: dict[str, list[str]] = {}
    for unit in units_waiting(state, side):
        by_group.setdefault(group_of(state, unit).id, []).append(unit)
    # Who can stand in fewest hexes goes first, so that a neighbour never takes their room.
    areas = {id_: _by_front(state, side, _area(state, units[0])) for id_, units in by_group.items()}
    pins = _put_pinned(state, by_group, table)
    left: list[str] = []
    for id_ in sorted(by_group, key=lambda g: (len(areas[g]), g)):
        # Corps in the order of the sheet, guns after them.
        for unit in sorted(
            (u for u in by_group[id_] if u not in pins), key=lambda u: state.counter(u).kind not in RANKS
        ):
            place = _thinnest(state, _open_to(state, unit, areas[id_]), table, unit)
            if place is None:
                left.append(unit)
            else:
                table.put(unit, place)
    waiting = {
        unit: _wider(state, unit, areas[id_]) for id_, units in by_group.items() for unit in units if unit not in pins
    }
    table.settle(waiting, left)
    return {unit: place for unit, place in table.places.items() if unit in waiting or unit in pins}


def _put_pinned(state: State, by_group: Mapping[str, Sequence[str]], table: _Dealt) -> dict[str, str]:
    """§3.44, §3.63, §22.1: units that must stand in one place, put there before all others while it has room."""
    groups = [state.card.groups[id_] for id_ in by_group]
    wanted = [pair for group in groups for pair in pinned_places(state, group).items()]
    for nation in dict.fromkeys(group.nation for group in groups):
        wanted += post_on_border(state, nation).items()
    found: dict[str, str] = {}
    for unit, place in wanted:
        if table.has_room(unit, place):
            table.put(unit, place)
            found[unit] = place
    return found


def _area(state: State, unit: str) -> tuple[str, ...]:
    """§1.4, §22.1: where the units of a group go."""
    group = group_of(state, unit)
    return preferred_hexes(state, unit) if is_flexible(state, group) else area_of(state, group)


def _open_to(state: State, unit: str, area: tuple[str, ...]) -> tuple[str, ...]:
    """§22.1: the hexes of its group's area in which this unit may stand; if there are none, all where it may."""
    if not is_flexible(state, group_of(state, unit)):
        return area
    allowed = places_of(state, unit)
    return tuple(hex_ for hex_ in area if hex_ in allowed) or allowed


class _Dealt(DealtUnits[str]):
    """§6.1: all units of the map, and those that are dealt."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state
        for hex_, units in state.stacks.items():
            for unit in units:
                self.put(unit, hex_)

    def has_room(self, unit: str, hex_: str) -> bool:
        """§6.1: whether one more may stay there; boxes hold any number."""
        return hex_ in self.state.board.boxes or why_too_many(self.state, hex_, (*self.at.get(hex_, ()), unit)) is None


def _wider(state: State, unit: str, area: tuple[str, ...]) -> tuple[str, ...]:
    """§22.1: where a unit may go if its group's area is full: anywhere on the same front."""
    group = group_of(state, unit)
    return hexes_of_front(state, unit) if is_flexible(state, group) else area


def _by_front(state: State, side: str, area: Sequence[str]) -> tuple[str, ...]:
    """The places of an area, those nearest to the enemy first."""
    if len(area) == 1:
        return tuple(area)
    near = distances_to(state, FOE[side])
    return tuple(sorted(area, key=lambda h: (near.get(state.board.index(h), len(near)), h)))


def _thinnest(state: State, area: Sequence[str], table: _Dealt, unit: str) -> str | None:
    """The place nearest to the enemy in which one more may stay, of equal ones the emptiest; None where none has room.

    A hex behind the border is used when those on it are full.
    """
    fits = [place for place in area if table.has_room(unit, place)]
    boxes = [place for place in fits if place in state.board.boxes]
    if boxes or not fits:
        return boxes[0] if boxes else None
    near = distances_to(state, FOE[state.side_of(unit)])
    return min(fits, key=lambda h: (near.get(state.board.index(h), 99), table.number[h], h))
