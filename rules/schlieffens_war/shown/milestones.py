"""What selfplay notes down of a game for the tables of docs/balance.md: when cities fell, how far the armies came."""

from __future__ import annotations

from rules.kernel.endings import MatchEnded
from rules.kernel.game import Milestone
from rules.schlieffens_war.facts import Event
from rules.schlieffens_war.facts.movement import HexesTaken
from rules.schlieffens_war.facts.procedure import PhaseBegan
from rules.schlieffens_war.position.state import State, corps_among
from rules.schlieffens_war.printed.sides import GERMAN


def milestone(before: State, event: Event, after: State) -> Milestone | None:
    """Cities taken or lost (``city``, the hexes as names), or the ``state`` at the end of a turn (figures)."""
    match event:
        case HexesTaken():
            cities = [h for h in event.hexes if h in after.printed.board.cities]
            return Milestone(before.turn, "city", "", event.side, names=tuple(cities)) if cities else None
        case PhaseBegan() if event.turn > before.turn:
            return Milestone(before.turn, "state", "", GERMAN, figures=summary(before))
        case MatchEnded():
            return Milestone(before.turn, "state", "", GERMAN, figures=summary(before))
        case _:
            return None


def summary(state: State) -> dict[str, int]:
    """``vp``, ``paris`` and ``xvii``: German points, hexes from the foremost German corps to Paris, attacks of Plan
    XVII."""
    corps = [state.units[u].at for u in corps_among(state, state.on_map(GERMAN))]
    far = min((state.printed.board.lattice.distance(h, p) for h in corps for p in state.printed.board.paris), default=0)
    return {"vp": state.vp, "paris": far, "xvii": state.plan_xvii}
