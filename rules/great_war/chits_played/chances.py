"""§6.3, §6.44, §6.60 Events of the Near East that are played out of the hand in the Event Phase.

When both sides have drawn, each is asked for them: the Central Powers first, since the Allies may cancel an initiative
that they have taken (§5.87). If they take it later, while new units come in, the Allies are asked once more.
"""

from __future__ import annotations

from rules.great_war.chits_played.at_will import IN_EVENT_PHASE
from rules.great_war.chits_played.hand import playable
from rules.great_war.chits_played.initiative import initiative_events, why_no_initiative
from rules.great_war.position.secrecy import may_hold
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.procedure.steps import Ask

PLAYING_ORDER = (CENTRAL, ALLIED)


def chances(state: State, side: str) -> tuple[str, ...]:
    """§6.12: the events that a side holds and can play in this step and not later in the turn."""
    events = state.printed.chits.events
    found = tuple(c for c in playable(state, side) if events[c].effect in IN_EVENT_PHASE)
    return found if why_no_initiative(state, side) else (*found, *initiative_events(state, side))


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


def may_be_cancelled(state: State) -> bool:
    """§5.87: whether the Central Powers have taken the initiative since the Event Phase of this turn, and it
    has not been settled."""
    return state.near_east.disputed == state.turn and not state.near_east.settled


def who_cancels(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.87, §6.17: the Allies, if they hold an initiative event, or any that nobody else sees."""
    asked = why_no_initiative(state, ALLIED) is None or may_hold(state, ALLIED)
    return (Ask(ALLIED, serial=""),) if asked and ALLIED not in frame.done else ()
