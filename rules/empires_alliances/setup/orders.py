"""§1.4: the orders of the set-up."""

from __future__ import annotations

from collections.abc import Sequence

from rules.empires_alliances.facts.setup import Dealt
from rules.empires_alliances.play import Play, name_of, own
from rules.empires_alliances.position.forces import members_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import SET_UP
from rules.empires_alliances.restrictions.ban import printed_in
from rules.empires_alliances.setup.areas import group_of, title_of, units_waiting
from rules.empires_alliances.setup.auto_setup import deal
from rules.empires_alliances.setup.placing import place_unit, places_for, take_back, why_full
from rules.empires_alliances.stacking import has_room, why_too_many
from rules.hexes.setting_up import SettingUp
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.orders import At, Choices, Order, Slot


def check_sets_up(state: State, unit: str) -> None:
    """§1.4: refuse a unit that is not set up in this scenario."""
    group_of(state, unit)


def check_place(state: State, unit: str, place: object) -> None:
    """§1.4, §6.1: refuse a place where a unit may not be set up."""
    if not isinstance(place, str) or place not in places_for(state, unit):
        raise Refused("wrong-place", printed_in(state, "1.4"), f"{name_of(state, unit)} may not be set up there.")
    if place == state.units[unit].at:
        raise Refused("there-already", printed_in(state, "1.4"), f"{name_of(state, unit)} is already there.")
    if place in state.board.boxes:
        return
    full = why_full(state, unit, place)
    if full is not None:
        raise full.raised()
    others = tuple(u for u in state.stacks.get(place, ()) if u != unit)
    refusal = why_too_many(state, place, (*others, unit))
    if refusal is not None:
        raise refusal.raised()


def _mine(state: State, side: str) -> list[str]:
    """§1.4: the units that the side sets up, those that wait first."""
    units = _units_of(state, side)
    return sorted(units, key=lambda u: (state.units[u].at != SET_UP, units.index(u)))


def _units_of(state: State, side: str) -> list[str]:
    return [u for g in state.card.groups.values() for u in members_of(state, g) if state.side_of(u) == side]


def _open(state: State, unit: str) -> list[str]:
    """§1.4, §6.1: where the unit may go."""
    places = (p for p in places_for(state, unit) if p != state.units[unit].at)
    return [
        p
        for p in places
        if p in state.board.boxes or (has_room(state, p, (unit,)) and why_full(state, unit, p) is None)
    ]


SETTING_UP: SettingUp[State] = SettingUp(
    "1.4",
    own,
    name_of,
    units=_mine,
    waiting=units_waiting,
    standing=lambda state, side: [u for u in _units_of(state, side) if state.units[u].at != SET_UP],
    check_unit=check_sets_up,
    hexes=_open,
    check=check_place,
    fit=True,
)


def set_up_all(play: Play, at: At[State], _: Choices) -> None:
    """§1.4: all that is left is set up; units that you have placed stay where they are."""
    play.emit(Dealt(deal(play.state, at.seat)))


def why_not_auto_set_up(at: At[State]) -> Refusal | None:
    """§1.4, §6.1: why there is nothing to set up in one click."""
    return why_none_of(at.state, units_waiting(at.state, at.seat))


def why_none_of(state: State, waiting: Sequence[str]) -> Refusal | None:
    """§1.4, §6.1: the same of some of the units that wait."""
    if not waiting:
        return Refusal("all-placed", printed_in(state, "1.4"), "All your units are set up.")
    # Whoever has room is dealt it, so one is enough.
    if not any(_open(state, unit) for unit in waiting):
        return Refusal("no-room", "6.1", "The units that you have placed leave no room for the rest.")
    return None


def armies(at: At[State]) -> JsonObject:
    """§1.4: the side's units by groups, each with those that are still to be set up; who is in a box stands too."""
    parts: list[Json] = []
    for group in at.state.card.groups.values():
        members = members_of(at.state, group)
        units: list[Json] = [u for u in members if at.state.side_of(u) == at.seat]
        if units:
            waiting: list[Json] = [u for u in members if u in units and at.state.units[u].at == SET_UP]
            parts.append({"title": title_of(at.state, group), "units": units, "waiting": waiting})
    return {"groups": parts}


PLACE: Order[State] = Order(
    "place", "Set up a unit", "1.4", place_unit,
    (Slot("unit", "unit", SETTING_UP.unit, "Choose a unit to set up"),
     Slot("place", "hex", SETTING_UP.hex, "Choose where to place it")),
    hand=armies, form=True, weight=2,
)  # fmt: skip
TAKE_BACK: Order[State] = Order(
    "take_back", "Take a unit back", "1.4", take_back,
    (Slot("unit", "unit", SETTING_UP.placed, "Choose a unit to take back"),),
)  # fmt: skip
SET_UP_ALL: Order[State] = Order(
    "set_up_all", "Set up for me", "1.4", set_up_all, when=why_not_auto_set_up, greyed=True, weight=200,
)  # fmt: skip
