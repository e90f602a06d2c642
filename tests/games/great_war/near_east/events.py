"""Event Phases of the Near East: chits in pools, points to buy them, and what is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.great_war.facts import Event
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES, foe
from rules.great_war.printed.phases import DECLARE_EVENTS
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import told, told_with
from tests.games.great_war.near_east.kit import set_up

PLACES = ("pool", "hand", "play")


def lots(**named: str) -> Mapping[str, Mapping[str, int]]:
    """Chits by place: ``allied_hand="maude townshend"``. All other places are empty."""
    words = {name.replace("_", "."): chits.split() for name, chits in named.items()}
    places = [f"{side}.{place}" for side in SIDES for place in PLACES]
    assert words.keys() <= {*places}
    return {place: {c: words.get(place, []).count(c) for c in words.get(place, [])} for place in places}


def phase(key: str = DECLARE_EVENTS, start: State | None = None, fields: Mapping[str, Any] | None = None,
          **chits: str) -> State:  # fmt: skip
    """May 1915 after its set-up as if it began with events: three points a side, and chits as ``lots`` has them."""
    given = {"points": {"BR": 3, "RU": 3, "TU": 3}, "cursor": (PhaseFrame(key),), "chits": lots(**chits)}
    return replace(start or set_up(), **{**given, **(fields or {})})


def bought(state: State, side: str, *dice: int) -> tuple[State, Sequence[Event]]:
    """A side draws and the other does not."""
    if foe(side) in state.chit_state.declared or foe(side) not in _buyers(state):
        return told_with(state, side, "buy_event", Dice(dice), nation=_payer(side))
    return told_with(told(state, foe(side), "end_phase"), side, "buy_event", Dice(dice), nation=_payer(side))


def _buyers(state: State) -> tuple[str, ...]:
    return tuple(side for side in SIDES if state.chits[f"{side}.pool"] and state.points.get(_payer(side)))


def _payer(side: str) -> str:
    return "BR" if side == ALLIED else "TU"


def drawn(side: str, chit: str, *dice: int, **given: Any) -> State:
    """After a side has drawn this chit, the only one in its pool. ``dice``: what its effect rolls."""
    return bought(phase(**{f"{side}_pool": chit}, **given), side, 1, *dice)[0]


def where(state: State, chit: str) -> str:
    """The place of a chit, empty when it is out of the game."""
    return next((place for place, lot in state.chits.items() if lot.get(chit)), "")


__all__ = ["ALLIED", "CENTRAL", "bought", "drawn", "lots", "phase", "where"]
