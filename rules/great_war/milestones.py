"""What selfplay notes down of a game for docs/balance-great-war.md: the front, the points, the dead, who collapsed."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.changes import PARIS
from rules.great_war.control import controlled, fighting
from rules.great_war.events import Event
from rules.great_war.events.combat import DefendersEliminated, StepLost
from rules.great_war.events.procedure import TurnBegan
from rules.great_war.events.revolutions import NationCollapsed
from rules.great_war.events.strategic import MatchEnded
from rules.great_war.events.supply import UnsuppliedEliminated
from rules.great_war.fronts import WEST
from rules.great_war.nations import ALLIED, CENTRAL
from rules.great_war.state import State
from rules.great_war.strategic.resource_hexes import RUHR
from rules.great_war.strategic.victory import held_hexes, points
from rules.kernel.game import Milestone


def milestone(before: State, event: Event, after: State) -> Milestone | None:
    """Steps that nations ``lost`` (a nation for each step), a nation ``collapsed``, the ``state`` at a turn's end."""
    match event:
        case StepLost():
            return _lost(before, [event.unit])
        case DefendersEliminated() | UnsuppliedEliminated():
            return _lost(before, event.units)
        case NationCollapsed():
            # §6.55: Bulgaria may collapse before it has entered on a side.
            return Milestone(before.turn, "collapsed", event.nation, before.sides.get(event.nation, ""))
        case TurnBegan() | MatchEnded():
            return Milestone(before.turn, "state", standing(before), CENTRAL)
        case _:
            return None


def _lost(state: State, units: Iterable[str]) -> Milestone | None:
    nations = [state.counter(u).nation for u in units if state.counter(u).is_combat]
    return Milestone(state.turn, "lost", ",".join(nations), state.sides[nations[0]]) if nations else None


def standing(state: State) -> str:
    """``vp=5 held=6 ground=289 paris=7 ruhr=9``: points, victory hexes and hexes of France and Belgium of the Central
    Powers, and how far from Paris and from the Ruhr the foremost enemies of these stand.
    """
    board = state.printed.board
    ground = (board.by_country["FR"] | board.by_country["BE"]) & controlled(state, CENTRAL)
    paris, ruhr = _nearest(state, CENTRAL, PARIS), _nearest(state, ALLIED, RUHR)
    return f"vp={points(state)} held={len(held_hexes(state))} ground={len(ground)} paris={paris} ruhr={ruhr}"


def _nearest(state: State, side: str, places: Iterable[str]) -> int:
    board = state.printed.board
    hexes = [board.ids[i] for i in fighting(state, side) & board.by_front[WEST]]
    return min((board.lattice.distance(h, p) for h in hexes for p in places), default=0)
