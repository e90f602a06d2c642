"""§4.0 How to win."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.endings import MatchEnded
from rules.kernel.wording import quantity
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.phases import LAST_TURN, PLAN_XVII_TURN
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN

PLAN_XVII_ATTACKS = 7
VP_TO_WIN = 13
VP_TO_DRAW = 11


def end_of_turn_verdict(state: State) -> MatchEnded | None:
    """§5.6: whether the turn that ends now ends the game, and for whom."""
    if state.turn < LAST_TURN:
        return paris_falls(state) or german_city_falls(state) or plan_xvii_fails(state)
    return verdict_on_points(state)


def paris_falls(state: State) -> MatchEnded | None:
    """§4.2: at the end of a turn before the last the Germans control a hex of Paris."""
    if any(state.controller(h) == GERMAN for h in state.printed.board.paris):
        return MatchEnded(GERMAN, "German troops hold Paris.", "4.2")
    return None


def german_city_falls(state: State) -> MatchEnded | None:
    """§4.3: at the end of a turn before the last the Entente controls a German city."""
    city = next((h for h in sorted(state.printed.board.german_cities) if state.controller(h) == ENTENTE), None)
    if city is not None:
        return MatchEnded(ENTENTE, f"The Entente holds a German city, {state.printed.board.label(city)}.", "4.3")
    return None


def plan_xvii_fails(state: State) -> MatchEnded | None:
    """§4.4: by the end of turn 7 the French have not made seven attacks into Germany."""
    if state.turn == PLAN_XVII_TURN and state.plan_xvii < PLAN_XVII_ATTACKS:
        made = f"only {state.plan_xvii}" if state.plan_xvii else "none"
        return MatchEnded(GERMAN, f"France made {made} of the seven attacks that Plan XVII demands.", "4.4")
    return None


def verdict_on_points(state: State) -> MatchEnded:
    """§4.6, §4.7, §4.1: the German points at the end of turn 10; without Paris endangered no German victory."""
    points = state.vp
    held = f"The Germans hold {quantity(points, 'city', 'cities')}"
    if points < VP_TO_DRAW:
        return MatchEnded(ENTENTE, f"{held}; with ten or fewer they lose.", "4.7")
    if points < VP_TO_WIN:
        return MatchEnded("", f"{held}: a draw.", "4.7")
    if not state.paris_endangered:
        return MatchEnded("", f"{held} but never endangered Paris: a draw.", "4.1")
    return MatchEnded(GERMAN, f"{held} and have endangered Paris.", "4.7")


def points_for(side: str, hexes: Iterable[str], state: State) -> int:
    """§4.6: what taking these hexes changes the German points by."""
    cities = sum(1 for h in hexes if h in state.printed.board.victory_cities and state.controller(h) != side)
    return cities if side == GERMAN else -cities
