"""§6.3, §6.44, §6.60 Events of the Near East that are played out of the hand in the Event Phase, when both have drawn.

The Central Powers play theirs first: the Allies may cancel an initiative that they have taken (§5.87).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.great_war.chits_played.hand import events_in_hand
from rules.great_war.position.secrecy import may_hold
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.messages import Refusal
from rules.kernel.procedure.steps import Ask

PLAYING_ORDER = (CENTRAL, ALLIED)
WHY_NOT: Mapping[str, Callable[[State, str], Refusal | None]] = {}
"""By effect: why the side cannot play it in this Event Phase (state, side); None where it can."""


def chances(state: State, side: str) -> tuple[str, ...]:
    """§6.12: the events that a side holds and can play in this step."""
    events = state.printed.chits.events
    found = [c for c in events_in_hand(state, side) if events[c].effect in WHY_NOT]
    return tuple(c for c in found if WHY_NOT[events[c].effect](state, side) is None)


def _may_play(state: State, side: str) -> bool:
    """§6.17: whether a side is asked: where hands are hidden, everyone who holds anything."""
    return bool(chances(state, side)) or may_hold(state, side)


def any_may_be_held(state: State) -> bool:
    """§6.17: whether anyone is asked, in a game with the Near East."""
    return state.printed.variant.near_east and any(_may_play(state, side) for side in PLAYING_ORDER)


def holders(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.87, §6.12: the Central Powers until they have enough, then the Allies."""
    for side in PLAYING_ORDER:
        if side not in frame.done and _may_play(state, side):
            return (Ask(side, serial=sum(state.chits[f"{side}.hand"].values())),)
    return ()
