"""§6.25, §6.27 Lawrence of Arabia: his raids before the Arabs rise, and how he may be captured."""

from __future__ import annotations

from rules.great_war.chits_played.hand import events_in_hand
from rules.great_war.facts.arabs import LawrenceHunted, LawrenceRaids
from rules.great_war.facts.procedure import StepEnded
from rules.great_war.play import Play, place_name
from rules.great_war.position.arabs import arabs_have_risen
from rules.great_war.position.near_east_state import SPENT
from rules.great_war.position.secrecy import may_hold
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.before_november import at_peace
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

LAWRENCE, CAPTURE_CHIT = "lawrence", "lawrence-captured"
GONE_FROM = 5
"""§6.27: from this die on he is gone for good."""


# --- the raid (§6.25) -------------------------------------------------------------------------------------------------


def rides(state: State) -> bool:
    """§6.25: whether he may raid now: once between two strategic turns, and never again once the Arabs have risen;
    §20.2 No. 8: not before Turkey is at war."""
    in_play = bool(state.chits[f"{ALLIED}.play"].get(LAWRENCE))
    return in_play and state.near_east.lawrence != SPENT and not arabs_have_risen(state) and not at_peace(state)


def who_raids(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§6.25: the Allies, as the Central Powers' Strategic Movement Phase begins."""
    return (Ask(ALLIED, serial=""),) if rides(state) and ALLIED not in frame.done else ()


def towns_to_raid(state: State) -> tuple[str, ...]:
    """§6.25: the towns of Palestine, cities aside, whoever is there."""
    board = state.printed.board
    return board.names(board.palestine & board.towns - board.cities)


NO_TOWN = Refusal("no-town", "6.25", "Lawrence raids towns in Palestine, not cities.")


def _towns(at: At[State], _: Choices) -> OneOf:
    found = towns_to_raid(at.state)
    return OneOf(found, why=lambda _: NO_TOWN, labels={h: place_name(at.state, h) for h in found})


def raid(play: Play, at: At[State], chosen: Choices) -> None:
    """§6.25: no train leaves the town or comes to it this turn."""
    play.emit(LawrenceRaids(chosen.name("hex")))
    play.emit(StepEnded(at.seat, play.state.phase.key))


RAID: Order[State] = Order(
    "raid", "Raid a town", "6.25", raid, (Slot("hex", "hex", _towns, "Which town does Lawrence raid?"),),
    help="No Central Powers train runs from, to or through that town this turn.",
)  # fmt: skip


# --- his capture (§6.27) ----------------------------------------------------------------------------------------------


def is_hunted(state: State) -> bool:
    """§6.27: whether a raid is on that the Central Powers might cancel."""
    return bool(state.near_east.raided)


def who_captures(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§6.27: the Central Powers, if they hold the event, or any that nobody else sees."""
    if CENTRAL in frame.done:
        return ()
    asked = CAPTURE_CHIT in events_in_hand(state, CENTRAL) or may_hold(state, CENTRAL)
    return (Ask(CENTRAL, serial=state.near_east.raided),) if asked else ()


def capture(play: Play, at: At[State], _: Choices) -> None:
    """§6.27: the raid is cancelled at once; on a five or six he never comes back."""
    draw, die = play.next_die()
    play.emit(LawrenceHunted(CAPTURE_CHIT, LAWRENCE, die >= GONE_FROM, draw, die))
    play.emit(StepEnded(at.seat, play.state.phase.key))


NOT_HELD = Refusal("nothing-held", "6.27", "You do not hold the event that captures Lawrence.")
CAPTURE: Order[State] = Order(
    "capture", "Play Lawrence Captured", "6.27", capture,
    when=lambda at: None if CAPTURE_CHIT in events_in_hand(at.state, at.seat) else NOT_HELD,
)  # fmt: skip
