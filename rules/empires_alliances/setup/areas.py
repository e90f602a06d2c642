"""§1.4: where the units of a group may be set up."""

from __future__ import annotations

from rules.empires_alliances.play import place_name
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.forces import members_of
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.board import SET_UP
from rules.empires_alliances.printed.scenarios import Group
from rules.empires_alliances.restrictions.ban import printed_in
from rules.kernel.kept import kept
from rules.kernel.messages import Refused


def home_of(state: State, nation: str) -> frozenset[int]:
    """§1.4: the hexes of a country, and of those that belong to its power: Luxembourg to Germany (§18.0)."""
    power = state.printed.nations[nation].power
    countries = [n.id for n in state.printed.nations.values() if n.power == power]
    return frozenset().union(*(state.board.home.get(country, frozenset()) for country in countries))


def border_of(state: State, nation: str, other: str) -> tuple[str, ...]:
    """§2.63: the hexes of a country that touch another one over land, by number."""
    board, theirs = state.board, home_of(state, other)
    found = (
        i
        for i in home_of(state, nation)
        if any(b in theirs and not board.sea_sides[i][side] for side, b in enumerate(board.lattice.neighbours[i]))
    )
    return tuple(sorted(board.lattice.ids[i] for i in found))


def area_of(state: State, group: Group) -> tuple[str, ...]:
    """§1.4, §1.41 to §1.48: the hexes, or the box, in which the units of a group may be set up, by number."""
    places, board = state.printed.places, state.board
    if group.hexes:
        return group.hexes
    if group.box:
        return (group.box,)
    if group.city:
        city = places.cities[group.city]
        return (city.hex or city.box,)
    if group.border:
        return border_of(state, group.nation, group.border)
    if group.from_line:
        found = board.lattice.within(group.near, group.within)
        return tuple(sorted(h for h in found if _is_behind(state, group, h)))
    home = home_of(state, group.nation)
    if group.near:
        return tuple(sorted(h for h in board.lattice.within(group.near, group.within) if board.index(h) in home))
    return tuple(sorted(board.lattice.ids[i] for i in home))


def _is_behind(state: State, group: Group, hex_: str) -> bool:
    """§3.45: whether a hex is the side's own, and that many hexes from the start line at least.

    A hex beside the line is one hex from it (docs/rulings).
    """
    board, lattice, side = state.board, state.board.lattice, state.allegiance[group.nation]
    if not board.is_hex(hex_) or controller(state, hex_) != side:
        return False
    near = (h for h in lattice.within(hex_, group.from_line - 1) if board.is_hex(h))
    return all(controller(state, h) != FOE[side] for h in near)


def name_of_group(state: State, group: Group) -> str:
    """§1.4: an army by its name, others by the place where they are set up."""
    box = str(state.board.boxes[group.box]["name"]) if group.box else ""
    border = f"on the border of {state.printed.nations[group.border].in_words}" if group.border else ""
    return group.name or group.city or box or border or (group.hexes[0] if group.hexes else group.near) or "at home"


def where_of_group(state: State, group: Group) -> str:
    """§2.63: where units of a country that joins are set up, in a sentence: "in the Caucasus", "on the border"."""
    if group.border:
        return f"on the border of {state.printed.nations[group.border].in_words}"
    return f"in {place_name(state, group.box) if group.box else name_of_group(state, group)}"


def title_of(state: State, group: Group) -> str:
    """§1.4: the same with its country, since several have a 1st Army."""
    adjective, name = state.printed.nations[group.nation].adjective, name_of_group(state, group)
    return f"{adjective} {name}" if group.name else f"{adjective}, {name}"


@kept
def group_of(state: State, unit: str) -> Group:
    """§1.4: the group that a unit sets up with. Refused for a unit that does not set up."""
    for group in state.card.groups.values():
        if unit in members_of(state, group):
            return group
    raise Refused("not-set-up", printed_in(state, "1.4"), "That unit is not set up now.")


def units_waiting(state: State, side: str) -> tuple[str, ...]:
    """§1.4: the side's units that are still to be set up."""
    return state.in_box(SET_UP, side)
