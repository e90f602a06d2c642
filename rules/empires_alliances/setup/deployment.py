"""§2.63, §2.65, §18.11: the side that a country has joined deploys its forces."""

from __future__ import annotations

from rules.empires_alliances.facts.politics import Deployed
from rules.empires_alliances.facts.setup import Dealt, TakenBack
from rules.empires_alliances.play import Play, name_of, own
from rules.empires_alliances.position.frames import NationFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import SET_UP
from rules.empires_alliances.printed.filling import Counts
from rules.empires_alliances.setup.areas import name_of_group
from rules.empires_alliances.setup.placing import place_unit, take_back
from rules.empires_alliances.setup.stations import (
    groups_of,
    in_words,
    places_for,
    propose,
    section_of,
    to_watch,
    units_in_place,
    units_to_deploy,
    why_not_beside,
    why_not_done,
)
from rules.hexes.setting_up import SettingUp
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.wording import capital


def nation_of(state: State) -> str:
    """§2.63: the country whose forces are being deployed. TypeError in any other step."""
    if not isinstance(state.top, NationFrame):
        raise TypeError(f"{state.top} is no deployment")
    return state.top.nation


def asks(state: State, frame: NationFrame) -> tuple[Ask, ...]:
    """§2.63, §18.11: the side that the country has joined, whoever's phase it is."""
    return (Ask(state.allegiance[frame.nation], serial=frame.nation),)


def words(at: At[State]) -> tuple[str, str]:
    """§2.63: whose forces they are, and what must stand where."""
    state, nation = at.state, nation_of(at.state)
    parts = []
    for group in groups_of(state, nation):
        if group.counts:
            where = ", ".join(group.hexes) if group.hexes else name_of_group(state, group)
            counts = " or ".join(_counts_in_words(way) for way in (group.counts, group.alternative) if way)
            least = "at least " if group.at_least else ""
            parts.append(f"{capital(where)}: {least}{counts}{' each' if group.each else ''}")
    if to_watch(state, nation):
        parts.append("All of the border with the enemy is held or watched")
    return f"Deploy the forces of {state.printed.nations[nation].in_words}", f"{'; '.join(parts)}."


def _counts_in_words(counts: Counts) -> str:
    return ", ".join(f"{number} {in_words(spec, number)}" for spec, number in counts)


def check_unit(state: State, unit: str) -> None:
    """§2.63: refuse a unit that is not deployed now."""
    nation = nation_of(state)
    if unit not in units_to_deploy(state, nation):
        raise Refused("not-set-up", section_of(nation), f"{name_of(state, unit)} is not deployed now.")


def check_place(state: State, unit: str, place: object) -> None:
    """§2.63, §6.1: refuse a place in which a unit may not be deployed."""
    nation, name = nation_of(state), name_of(state, unit)
    if not isinstance(place, str) or place not in places_for(state, nation, unit):
        raise Refused("wrong-place", section_of(nation), f"{name} may not be deployed there.")
    if place == state.units[unit].at:
        raise Refused("there-already", section_of(nation), f"{name} is already there.")
    there = tuple(u for u, at in units_in_place(state, nation).items() if at == place and u != unit)
    refusal = why_not_beside(state, nation, place, (*there, unit))
    if refusal is not None:
        raise refusal.raised()


def _waiting(state: State, _: str) -> tuple[str, ...]:
    return tuple(u for u in units_to_deploy(state, nation_of(state)) if state.units[u].at == SET_UP)


def _open(state: State, unit: str) -> list[str]:
    """§2.63, §6.1: where the unit may go."""
    found = []
    for place in places_for(state, nation_of(state), unit):
        try:
            check_place(state, unit, place)
        except Refused:
            continue
        found.append(place)
    return found


DEPLOYING: SettingUp[State] = SettingUp(
    "2.63",
    own,
    name_of,
    units=lambda state, _: sorted(units_to_deploy(state, nation_of(state)), key=lambda u: state.units[u].at != SET_UP),
    waiting=_waiting,
    standing=lambda state, _: [*units_in_place(state, nation_of(state))],
    check_unit=check_unit,
    hexes=_open,
    check=check_place,
    fit=True,
)


def deploy_all(play: Play, _: At[State], __: Choices) -> None:
    """§2.63: all that is left is deployed; what stands already moves only where nothing lawful came of it."""
    state = play.state
    found, there = propose(state, nation_of(state)), units_in_place(state, nation_of(state))
    for unit, place in there.items():
        if found.get(unit) != place:
            play.emit(TakenBack(unit))
    play.emit(Dealt({u: place for u, place in found.items() if there.get(u) != place}))


def why_not_auto_deploy(at: At[State]) -> Refusal | None:
    """§2.63: why there is nothing to deploy in one click."""
    nation = nation_of(at.state)
    if why_not_done(at.state, nation, units_in_place(at.state, nation)) is None:
        return Refusal("all-placed", section_of(nation), "All units are where they must be.")
    return None


def why_not_end_deployment(at: At[State]) -> Refusal | None:
    """§2.63: why the deployment cannot be ended."""
    nation = nation_of(at.state)
    return why_not_done(at.state, nation, units_in_place(at.state, nation))


def end(play: Play, _: At[State], __: Choices) -> None:
    """§2.63: the forces stay where they are."""
    play.emit(Deployed(nation_of(play.state)))


def forces(at: At[State]) -> JsonObject:
    """§2.63: the country's units, and those of them that wait."""
    state, nation = at.state, nation_of(at.state)
    units: list[Json] = [*units_to_deploy(state, nation)]
    waiting: list[Json] = [*_waiting(state, at.seat)]
    return {"groups": [{"title": state.printed.nations[nation].name, "units": units, "waiting": waiting}]}


def _section(at: At[State]) -> str:
    return section_of(nation_of(at.state)) if isinstance(at.state.top, NationFrame) else "2.63"


PLACE: Order[State] = Order(
    "place", "Deploy a unit", _section, place_unit,
    (Slot("unit", "unit", DEPLOYING.unit, "Choose a unit to deploy"),
     Slot("place", "hex", DEPLOYING.hex, "Choose where to place it")),
    hand=forces, form=True, weight=2,
)  # fmt: skip
TAKE_BACK: Order[State] = Order(
    "take_back", "Take a unit back", _section, take_back,
    (Slot("unit", "unit", DEPLOYING.placed, "Choose a unit to take back"),),
)  # fmt: skip
DEPLOY_ALL: Order[State] = Order(
    "set_up_all", "Set up for me", _section, deploy_all, when=why_not_auto_deploy, greyed=True, weight=200,
)  # fmt: skip
END_DEPLOYMENT: Order[State] = Order(
    "end_deployment", "Done setting up", _section, end, when=why_not_end_deployment, greyed=True, weight=200,
)  # fmt: skip
