"""§1.1 to §1.4, §3.1 to §3.4: the position before anyone has set up a unit."""

from __future__ import annotations

from collections.abc import Mapping

from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import VERSION, Points, Spirit, State, UnitState, War
from rules.empires_alliances.printed.board import LATER, SET_UP
from rules.empires_alliances.printed.data import PLANS, Printed
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL


def _entered(printed: Printed, nation: str, first: int) -> int:
    """§21.1: since when a country has been at war when the scenario begins."""
    entry = printed.nations[nation].enters
    return min(first, printed.turns[entry].number) if entry else first


def opening(scenario: str, plan: str, options: Mapping[str, str], step: str) -> State:
    """The position of a scenario in which nothing is set up yet: countries at war, forts, railheads, points."""
    printed = PLANS[plan]
    card = printed.scenarios[scenario]
    first = printed.turns[card.first].number
    groups = [group for group in card.groups.values() if card.side_of(group.nation)]
    named = {unit for group in groups for unit in group.units}
    units = {id_: UnitState(SET_UP if id_ in named else LATER) for id_ in printed.units}
    at_war = {CENTRAL: card.central, ALLIED: card.allied}
    wars = {
        nation: War(side, _entered(printed, nation, first)) for side, nations in at_war.items() for nation in nations
    }
    return State(
        version=VERSION,
        scenario=scenario,
        turn=first,
        cursor=(PhaseFrame(step),),
        units=units,
        stacks={},
        wars=wars,
        options={**dict.fromkeys(card.compulsory, "on"), **options},
        forts=frozenset(card.forts),
        spirits={nation: Spirit(worn) for nation, worn in card.weariness.items()},
        purses={purse: Points(points) for purse, points in card.points.items()},
        plan=plan,
    )
