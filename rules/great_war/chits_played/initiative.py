"""§5.87, §6.60 Initiative events, which in the Near East alone take the place of the declaration of §5.82.

They are played at any time (§6.12) but while units move and fight: until the next Event Phase that would change nothing
(§4.2).
"""

from __future__ import annotations

from rules.great_war.chits_played.hand import events_in_hand
from rules.great_war.facts.near_east_events import InitiativePlayed
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import EAST, THEATRES, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.great_war.printed.phases import COMBAT, MOVEMENTS
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import listing

KIND = "initiative"
SETTLED = Refusal("settled", "5.87", "The Allies have settled the initiative for the rest of the match.")
UNDER_WAY = Refusal("not-now", "5.87", "You play this before units move or after all have fought.")
NONE_HELD = Refusal("nothing-held", "6.60", "You hold no initiative event.")


def initiative_events(state: State, side: str) -> tuple[str, ...]:
    """§6.60: those that a side holds."""
    return tuple(c for c in events_in_hand(state, side) if state.printed.chits.events[c].kind == KIND)


def why_no_initiative(state: State, side: str) -> Refusal | None:
    """§5.87: why a side cannot change the initiative now: it holds no event, the Allies have settled it, or units move
    and fight by the initiative as it is."""
    if not initiative_events(state, side):
        return NONE_HELD
    if side == CENTRAL and state.near_east.settled:
        return SETTLED
    return UNDER_WAY if state.phase.key in (*MOVEMENTS, *COMBAT) else None


def _theatres(at: At[State], _: Choices) -> OneOf:
    fronts = at.state.printed.board.fronts.values()
    where = {theatre: listing(f.title for f in fronts if f.theatre == theatre) for theatre in THEATRES}
    mine = WEST if at.state.west == at.seat else EAST
    return OneOf(THEATRES, labels={t: f"{name}{' (as now)' if t == mine else ''}" for t, name in where.items()})


def play_initiative(play: Play, at: At[State], chosen: Choices) -> None:
    """§5.87: the side has it in one theatre, the other side in the other. What the Allies decide holds for good."""
    west = at.seat if chosen.name("theatre") == WEST else foe(at.seat)
    chit = initiative_events(play.state, at.seat)[0]
    play.emit(InitiativePlayed(at.seat, chit, west, at.seat == ALLIED))


PLAY_INITIATIVE: Order[State] = Order(
    "play_initiative", "Play an initiative event", "5.87", play_initiative,
    (Slot("theatre", "choice", _theatres, "Where will you move and attack first?"),),
    when=lambda at: why_no_initiative(at.state, at.seat), hand=lambda _: {"any_time": True}, form=True,
    help="You have the initiative in one theatre, the other side in the other. It stays so until another such event"
    " is played; after one of the Allies it stays so for the rest of the match.",
)  # fmt: skip
