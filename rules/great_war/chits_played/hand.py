"""§6.12, §6.17 Events in hand that their owner plays at will."""

from __future__ import annotations

from rules.great_war.chits_played.at_will import PLAYED, WHY_NOT
from rules.great_war.facts.chits import EventPlayed
from rules.great_war.play import Play
from rules.great_war.position.secrecy import MUTINY
from rules.great_war.position.state import State
from rules.great_war.printed.chits import Chit
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

ANYTIME = (
    *("strategic", "the-tiger", "brusilov-offensive", "foch", "maude", "lawrence", "russian-amphibious-campaign"),
    *PLAYED,
)
"""§5.21, §6.25, §6.28, §6.31, §6.33, §6.34, §6.38: kinds and effects that are played by laying them down, for all that
comes later; and those of the Near East that their owner plays at will."""
MUTINIED = Refusal("mutiny", "6.47", "The French army has mutinied; your opponent learns of it when it is over.")
IN_ITS_STEP = {
    "shock-troops": Refusal("in-its-step", "15.41", "You form shock troops in your New Units Phase."),
    "near-east-trenches": Refusal("in-its-step", "6.36", "You dig these trenches with a separate order."),
    "allenby": Refusal("in-its-step", "6.32", "You place Allenby while you move in Egypt."),
    "paris-gun": Refusal("in-its-step", "6.10", "You place the Paris Gun in your New Units Phase."),
    "gallipoli": Refusal("in-its-step", "6.52", "You land at Gallipoli in your New Units Phase."),
    "salonika": Refusal("in-its-step", "6.53", "You land at Salonika in your New Units Phase."),
    "lawrence-captured": Refusal("in-its-step", "6.27", "You play it when Lawrence raids a town."),
}
"""By effect, those that an order of a step plays, and what is said of them elsewhere."""
OF_INITIATIVE = Refusal("in-its-step", "5.87", "You play this event with a separate order.")
ONLY_IN_COMBAT = Refusal("in-combat", "6.12", "You play this event during an attack.")
NOTHING_HELD = Refusal("nothing-held", "6.12", "You hold no event that you can play now.")


def events_in_hand(state: State, side: str) -> tuple[str, ...]:
    """§6.17: the events in a side's hand, each kind once."""
    hand = state.chits.get(f"{side}.hand", {})

    def find(_: object) -> tuple[str, ...]:
        return tuple(c for c in state.printed.chits.events if hand.get(c, 0))

    return state.memory.recall(("held", side), (hand,), find)


def playable(state: State, side: str) -> tuple[str, ...]:
    """§6.12: those of them that may be played whenever the owner likes, and their condition is met."""
    events = [state.printed.chits.events[c] for c in events_in_hand(state, side)]
    return tuple(e.id for e in events if (e.kind in ANYTIME or e.effect in ANYTIME) and _why_not(state, e) is None)


def _why_not(state: State, chit: Chit) -> Refusal | None:
    """§6.29, §6.61: why an event that is played at will cannot be played now."""
    check = WHY_NOT.get(chit.effect) or WHY_NOT.get(chit.kind)
    return check(state, chit) if check else None


def _elsewhere(chit: Chit) -> Refusal:
    """§6.12: where an event is played that is no affair of its owner's will alone."""
    return OF_INITIATIVE if chit.kind == "initiative" else IN_ITS_STEP.get(chit.effect, ONLY_IN_COMBAT)


def _chits(at: At[State], _: Choices) -> OneOf:
    titles = {c: at.state.printed.chits.events[c].title for c in events_in_hand(at.state, at.seat)}
    events, now = at.state.printed.chits.events, playable(at.state, at.seat)
    never = {MUTINY: MUTINIED}
    refused = {
        c: never.get(c) or _why_not(at.state, events[c]) or _elsewhere(events[c]) for c in titles if c not in now
    }
    return OneOf(now, refused=refused, labels=titles)


def play_event(play: Play, at: At[State], chosen: Choices) -> None:
    """§6.12, §5.21: the event works from now on, or does at once what it does."""
    chit = play.state.printed.chits.events[chosen.name("event")]
    played = PLAYED.get(chit.effect) or PLAYED.get(chit.kind)
    if played is None:
        play.emit(EventPlayed(at.seat, chit.id))
    else:
        played(play, at.seat, chit)


def _beside(at: At[State]) -> JsonObject | None:
    """§6.12: offered beside every question, even one put to the other side."""
    return {"any_time": True} if playable(at.state, at.seat) else None


PLAY_EVENT: Order[State] = Order(
    "play_event", "Play an event", "6.12", play_event, (Slot("event", "choice", _chits, "Which event?"),),
    when=lambda at: None if events_in_hand(at.state, at.seat) else NOTHING_HELD, hand=_beside, form=True,
)  # fmt: skip
