"""What selfplay notes down of a game for the tables of docs/balance.md: when cities fell, how far the armies came."""

from __future__ import annotations

from rules.kernel.game import Milestone
from rules.schlieffens_war.events import Event
from rules.schlieffens_war.events.movement import HexesTaken
from rules.schlieffens_war.events.procedure import PhaseBegan
from rules.schlieffens_war.events.victory import MatchEnded
from rules.schlieffens_war.sides import GERMAN
from rules.schlieffens_war.state import State, corps_among


def milestone(before: State, event: Event, after: State) -> Milestone | None:
    """A city taken or lost (``city``, its hex; several with commas between), or the ``state`` at the end of a turn."""
    match event:
        case HexesTaken():
            cities = [h for h in event.hexes if h in after.printed.board.cities]
            return Milestone(before.turn, "city", ",".join(cities), event.side) if cities else None
        case PhaseBegan() if event.turn > before.turn:
            return Milestone(before.turn, "state", standing(before), GERMAN)
        case MatchEnded():
            return Milestone(before.turn, "state", standing(before), GERMAN)
        case _:
            return None


def standing(state: State) -> str:
    """``vp=7 paris=4 xvii=5``: German points, hexes from the foremost German corps to Paris, attacks of Plan XVII."""
    corps = [state.units[u].at for u in corps_among(state, state.on_map(GERMAN))]
    far = min((state.printed.board.lattice.distance(h, p) for h in corps for p in state.printed.board.paris), default=0)
    return f"vp={state.vp} paris={far} xvii={state.plan_xvii}"
