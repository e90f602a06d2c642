"""What selfplay notes down of a game for docs/balance-great-war.md: the front, the points, the dead, who collapsed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.great_war.facts import Event
from rules.great_war.facts.combat import DefendersEliminated, StepLost
from rules.great_war.facts.procedure import TurnBegan
from rules.great_war.facts.revolutions import GermansStranded, NationCollapsed
from rules.great_war.facts.supply import UnsuppliedEliminated
from rules.great_war.position.control import combat_hexes, controlled_hexes
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.victory import held_hexes, points
from rules.kernel.endings import MatchEnded
from rules.kernel.game import Milestone


def milestone(before: State, event: Event, after: State) -> Milestone | None:
    """Steps that nations ``lost`` (figures by nation), a nation ``collapsed``, the ``state`` when a turn ends."""
    match event:
        case StepLost():
            return _count_losses(before, [event.unit])
        case DefendersEliminated() | UnsuppliedEliminated() | GermansStranded():
            return _count_losses(before, event.units)
        case NationCollapsed():
            # §6.55: Bulgaria may collapse before it has entered on a side.
            return Milestone(before.turn, "collapsed", event.nation, before.sides.get(event.nation, ""))
        case TurnBegan() | MatchEnded():
            return Milestone(before.turn, "state", "", CENTRAL, figures=summary(before))
        case _:
            return None


def _count_losses(state: State, units: Iterable[str]) -> Milestone | None:
    nations = [state.counter(u).nation for u in units if state.counter(u).is_combat]
    if not nations:
        return None
    return Milestone(state.turn, "lost", "", state.sides[nations[0]], figures={**Counter(nations)})


def summary(state: State) -> dict[str, int]:
    """``vp``, ``held`` and ``ground``: points, victory hexes and hexes of France and Belgium of the Central Powers;
    ``paris`` and ``ruhr``: how far from these the foremost enemies are.
    """
    board = state.printed.board
    ground = (board.by_country["FR"] | board.by_country["BE"]) & controlled_hexes(state, CENTRAL)
    paris, ruhr = _nearest(state, CENTRAL, board.places.paris), _nearest(state, ALLIED, board.places.ruhr)
    held = len(held_hexes(state))
    return {"vp": points(state), "held": held, "ground": len(ground), "paris": paris, "ruhr": ruhr}


def _nearest(state: State, side: str, places: Iterable[str]) -> int:
    board = state.printed.board
    hexes = [board.ids[i] for i in combat_hexes(state, side) & board.by_front[WEST]]
    return min((board.lattice.distance(h, p) for h in hexes for p in places), default=0)
