"""§21.44, §21.54, §21.55 Set-up: units that may begin on one front or another, or wait in the Available Units Box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.great_war.facts.setup import UnitAssigned
from rules.great_war.play import Play, own
from rules.great_war.position.near_east_state import OUT_IN_PERSIA
from rules.great_war.position.state import POOL, State
from rules.great_war.pre_war.terms import EASTERN, WESTERN, armies, raised_early, still_westward, turned_east
from rules.great_war.printed.fronts import EAST, ITALY, WEST
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.printed.scenarios import Group
from rules.great_war.setup.opening import AT_ONCE
from rules.great_war.setup.orders import in_groups, may_stand
from rules.hexes.choosing import one_of
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.kernel.messages import Refused
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import quantity

BOX = "box"
NAMES = {
    WEST: "Western Front", ITALY: "Italian Front", EAST: "Eastern Front", "salonika": "Salonika Front",
    BOX: "Available Units Box", "central-fronts": "Any other front", "balkans": "Balkans", "home": "At home",
}  # fmt: skip
CODES = {WESTERN: NAMES[WEST], EASTERN: NAMES[EAST]}
"""Where a group goes, as players are asked for it. §20.3 Nos. 2 and 10: or to which army of August 1914."""


@kept
def _tally(state: State) -> Mapping[tuple[str, int], int]:
    return Counter((state.counter(u).nation, n) for u, n in state.groups.items())


def members(state: State, nation: str, number: int) -> int:
    """How many units a group of a nation has now."""
    return _tally(state).get((nation, number), 0)


def may_leave(state: State, unit: str, to: Group) -> bool:
    """§21.45: units leave a group that has no fixed number; for the box (§21.44) those of a front, but of Salonika."""
    nation, number = state.counter(unit).nation, state.groups[unit]
    group = state.card.of(nation)[number]
    if group.units or group.to in AT_ONCE:
        return group.to == BOX and not group.units
    if group.least is not None:
        return members(state, nation, number) > group.least
    return group.count is None or (to.to == BOX and group.to in (WEST, EAST, ITALY))


def has_place(state: State, nation: str, number: int) -> bool:
    """§21.54, §21.55: whether a group takes one more."""
    group = state.card.of(nation)[number]
    most = group.most if group.most is not None else group.count
    return most is None or members(state, nation, number) < most


def other_groups(state: State, unit: str) -> tuple[str, ...]:
    """The numbers of the groups that a unit may be sent to."""
    if unit not in state.groups:
        return ()
    nation, own_group = state.counter(unit).nation, state.groups[unit]
    if raised_early(state, unit) or turned_east(state, unit):
        return tuple(str(n) for n in armies(state).values() if n != own_group)
    return tuple(
        str(n)
        for n, group in enumerate(state.card.of(nation))
        if n != own_group
        and group.to in NAMES
        and not group.units
        and not group.lot
        and group.fits(state.counter(unit))
        and may_stand(state, unit, group)
        and has_place(state, nation, n)
        and may_leave(state, unit, group)
    )


def _assignable(at: At[State], _: Choices) -> OneOf:
    def check(state: State, unit: str) -> None:
        if not other_groups(state, unit):
            raise Refused("fixed", "21.12", "The scenario says where this unit begins.")

    return one_of(lambda: _movable(at.state, at.seat), own(at, check))


def _movable(state: State, side: str) -> tuple[str, ...]:
    """The units of a side that may be sent to another group. Where they stand makes no difference, so most commands of
    a set-up change nothing of it."""

    def find(_: Previous[tuple[Any, ...], tuple[str, ...]] | None) -> tuple[str, ...]:
        return tuple(u for u in in_groups(state, side) if other_groups(state, u))

    # §17.4: of the expedition to Persia it does.
    where = state.units if state.near_east.expedition == OUT_IN_PERSIA else None
    sources = (state.groups, state.sides, state.pre_war, state.near_east, state.turkey, state.turn, where)
    return state.memory.recall(("movable", side), sources, find)


def _places(at: At[State], chosen: Choices) -> OneOf:
    unit = chosen.name("unit")
    listed = at.state.card.of(at.state.counter(unit).nation)
    found = other_groups(at.state, unit)
    return OneOf(found, labels={n: CODES.get(listed[int(n)].code) or NAMES[listed[int(n)].to] for n in found})


def _more_eastward(at: At[State]) -> str:
    """§20.3 No. 10: what Moltke's plan still asks of Germany's armies in the west."""
    more = still_westward(at.state) if at.seat == CENTRAL else 0
    return f"{quantity(more, 'attack factor')} more to the east" if more else ""


def assign(play: Play, _: At[State], chosen: Choices) -> None:
    """§21.54: a unit goes to another front, to be set up there, or into the box."""
    unit, number = chosen.name("unit"), int(chosen.name("to"))
    to = play.state.card.of(play.state.counter(unit).nation)[number].to
    play.emit(UnitAssigned(unit, number, AT_ONCE.get(to, POOL)))


ASSIGN: Order[State] = Order(
    "assign", "Send to another front", "21.12", assign,
    (Slot("unit", "unit", _assignable, "Choose a unit", asked=True),
     Slot("to", "choice", _places, "Where does it begin?")),
    note=_more_eastward,
)  # fmt: skip
