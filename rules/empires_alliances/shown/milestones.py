"""What selfplay notes down of a game: cities that change hands, countries that fall, losses, how the table stands."""

from __future__ import annotations

from rules.empires_alliances.facts import Event
from rules.empires_alliances.facts.politics import Conquered
from rules.empires_alliances.facts.procedure import StepBegan
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.shown.told import cities_taken, lost_units
from rules.empires_alliances.victory import final_count, score
from rules.kernel.endings import MatchEnded
from rules.kernel.game import Milestone


def milestone(before: State, event: Event, after: State) -> Milestone | None:
    """A ``city`` that changes hands (the new holder, the hexes as names), a country ``conquered``, units ``lost`` (by
    country), the ``state`` when a turn ends (figures).
    """
    match event:
        case Conquered():
            return Milestone(before.turn, "conquered", event.nation, before.wars[event.nation].side)
        case StepBegan() if event.turn > before.turn:
            return Milestone(before.turn, "state", "", CENTRAL, figures=summary(before))
        case MatchEnded():
            return Milestone(before.turn, "state", "", CENTRAL, figures=summary(before))
    if cities := cities_taken(before, after):
        hexes = tuple(cities.values())
        return Milestone(before.turn, "city", "", controller(after, hexes[0]), names=hexes)
    if toll := lost_units(before, event, after):
        return Milestone(before.turn, "lost", "", before.allegiance[next(iter(toll))], figures=toll)
    return None


def summary(state: State) -> dict[str, int]:
    """§1.7, §4.2: ``halves``: points in halves; ``central``, ``allied``: the hexes that each side has taken."""
    held = [*state.control.values()]
    halves = score(state, final_count(state))
    return {"halves": halves, CENTRAL: held.count(CENTRAL), ALLIED: held.count(ALLIED)}
