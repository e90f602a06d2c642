"""§1.1 to §1.4, §3.1 to §3.4: the position before anyone has set up a unit."""

from __future__ import annotations

from collections.abc import Mapping

from rules.empires_alliances.position.forces import forces_of
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.start_line import control_at_start, rails_at_start
from rules.empires_alliances.position.state import VERSION, Points, Spirit, State, UnitState, War
from rules.empires_alliances.printed.data import PLANS, Printed
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL


def _since(printed: Printed, nation: str, first: int) -> int:
    """§21.1: since when a country has been at war when the scenario begins."""
    return min(first, printed.turns[printed.nations[nation].enters].number)


def opening_position(scenario: str, plan: str, options: Mapping[str, str], step: str) -> State:
    """The position of a scenario in which nothing is set up yet: countries at war, forts, railheads, points."""
    printed = PLANS[plan]
    card = printed.scenarios[scenario]
    first = printed.turns[card.first].number
    forces = forces_of(plan, scenario)
    units = {id_: UnitState(forces.bin_of(id_)) for id_ in printed.units}
    at_war = {CENTRAL: card.central, ALLIED: card.allied}
    wars = {nation: War(side, _since(printed, nation, first)) for side, nations in at_war.items() for nation in nations}
    return State(
        version=VERSION,
        scenario=scenario,
        turn=first,
        cursor=(PhaseFrame(step),),
        units=units,
        stacks={},
        wars=wars,
        options=options,
        control=control_at_start(plan, scenario),
        central_rails=rails_at_start(plan, scenario),
        forts=frozenset(card.forts),
        spirits={nation: Spirit(worn) for nation, worn in card.weariness.items()},
        purses={purse: Points(points) for purse, points in card.points.items()},
        plan=plan,
    )
