"""§1.4: the orders of the set-up."""

from __future__ import annotations

from rules.empires_alliances.facts.setup import Dealt, Placed, TakenBack
from rules.empires_alliances.play import Play, name_of, one_of, own
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import SET_UP
from rules.empires_alliances.setup.areas import group_of, name_of_group, places_for, units_waiting
from rules.empires_alliances.setup.dealing import deal
from rules.empires_alliances.stacking import has_room, too_many
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot


def check_sets_up(state: State, unit: str) -> None:
    """§1.4: refuse a unit that is not set up in this scenario."""
    group_of(state, unit)


def check_place(state: State, unit: str, place: object) -> None:
    """§1.4, §6.1: refuse a place where a unit may not be set up."""
    if not isinstance(place, str) or place not in places_for(state, unit):
        raise Refused("wrong-place", "1.4", f"{name_of(state, unit)} may not be set up there.")
    if place == state.units[unit].at:
        raise Refused("there-already", "1.4", f"{name_of(state, unit)} stands there.")
    if place in state.board.boxes:
        return
    others = tuple(u for u in state.stacks.get(place, ()) if u != unit)
    refusal = too_many(state, place, (*others, unit))
    if refusal is not None:
        raise refusal.raised()


def _mine(at: At[State], _: Choices) -> OneOf:
    """§1.4: the units that the side sets up."""

    def listed() -> list[str]:
        units = [u for g in at.state.card.groups.values() for u in g.units if at.state.side_of(u) == at.seat]
        return sorted(units, key=lambda u: (at.state.units[u].at != SET_UP, units.index(u)))

    return one_of(listed, own(at, check_sets_up))


def _places(at: At[State], chosen: Choices) -> OneOf:
    """§1.4, §6.1: where the unit may go."""
    state, unit = at.state, chosen.name("unit")
    board = state.board

    def fit() -> list[str]:
        open_ = (p for p in places_for(state, unit) if p != state.units[unit].at)
        return [p for p in open_ if p in board.boxes or has_room(state, p, (unit,))]

    return one_of(fit, refused_by(lambda place: check_place(state, unit, place)))


def _placed(at: At[State], _: Choices) -> OneOf:
    """§1.4: the units that have been set up."""
    state = at.state

    def check(state: State, unit: str) -> None:
        check_sets_up(state, unit)
        if state.units[unit].at == SET_UP:
            raise Refused("not-placed", "1.4", f"{name_of(state, unit)} has not been set up.")

    units = [u for g in state.card.groups.values() for u in g.units if state.side_of(u) == at.seat]
    return one_of(lambda: [u for u in units if state.units[u].at != SET_UP], own(at, check))


def place_unit(play: Play, _: At[State], chosen: Choices) -> None:
    """§1.4: a unit is set up."""
    play.emit(Placed(chosen.name("unit"), chosen.name("place")))


def take_back(play: Play, _: At[State], chosen: Choices) -> None:
    """§1.4: a unit goes back to those that are still to be set up."""
    play.emit(TakenBack(chosen.name("unit")))


def set_up_all(play: Play, at: At[State], _: Choices) -> None:
    """§1.4: all that is left is set up; units that you have placed stay where they are."""
    play.emit(Dealt(deal(play.state, at.seat)))


def nothing_waits(at: At[State]) -> Refusal | None:
    """§1.4: why there is nothing to set up in one click."""
    return None if units_waiting(at.state, at.seat) else Refusal("all-placed", "1.4", "All your units are set up.")


def armies(at: At[State]) -> JsonObject:
    """§1.4: the side's units by groups, each with those that are still to be set up; who is in a box stands too."""
    parts: list[Json] = []
    for group in at.state.card.groups.values():
        units: list[Json] = [u for u in group.units if at.state.side_of(u) == at.seat]
        if units:
            waiting: list[Json] = [u for u in group.units if u in units and at.state.units[u].at == SET_UP]
            adjective, name = at.state.printed.nations[group.nation].adjective, name_of_group(at.state, group)
            title = f"{adjective} {name}" if group.name else f"{adjective}, {name}"
            parts.append({"title": title, "units": units, "waiting": waiting})
    return {"groups": parts}


PLACE: Order[State] = Order(
    "place", "Set up a unit", "1.4", place_unit,
    (Slot("unit", "unit", _mine, "Choose a unit to set up"), Slot("place", "hex", _places, "Choose where it stands")),
    hand=armies, form=True, weight=2,
)  # fmt: skip
TAKE_BACK: Order[State] = Order(
    "take_back", "Take a unit back", "1.4", take_back, (Slot("unit", "unit", _placed, "Choose a unit to take back"),),
)  # fmt: skip
SET_UP_ALL: Order[State] = Order(
    "set_up_all", "Set up for me", "1.4", set_up_all, when=nothing_waits, greyed=True, weight=200,
)  # fmt: skip
