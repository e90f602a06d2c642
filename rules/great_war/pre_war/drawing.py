"""§20.1, §20.11: three pre-war events a side, one or two of them played, both choices revealed together."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.facts.pre_war import PreWarAnnounced, PreWarChosen, PreWarDrawn, PreWarRevealed
from rules.great_war.facts.procedure import StepEnded
from rules.great_war.play import Play
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.pre_war.gambit import force_the_baltic
from rules.great_war.pre_war.terms import set_terms
from rules.great_war.printed.chits import PreWarEvent
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.wording import listing

DRAWN_EVENTS = 3
ORDER = (ALLIED, CENTRAL)
NONE = "none"


def has_pre_war_events(state: State) -> bool:
    """§20.0: whether the match is played with them."""
    return state.pre_war.wanted


def pool(state: State, side: str) -> tuple[PreWarEvent, ...]:
    """§20.1: the events that a side can still draw."""
    mine = state.pre_war.drawn.get(side, ())
    events = state.printed.chits.pre_war.values()
    return tuple(e for e in events if e.side == side and e.id not in mine)


# --- drawing ----------------------------------------------------------------------------------------------------------


def who_draws(state: State, _: PhaseFrame) -> tuple[Ask, ...]:
    """§20.1: the Allied player draws for both sides; each sees its own."""
    return () if state.pre_war.drawn else (Ask(ALLIED, serial=""),)


def draw(play: Play, _: At[State], __: Choices) -> None:
    """§20.1: three for each side."""
    for side in ORDER:
        for _n in range(DRAWN_EVENTS):
            lot = pool(play.state, side)
            number, die = play.next_die(len(lot))
            play.emit(PreWarDrawn(side, lot[die - 1].id, number, die, len(lot)))


DRAW: Order[State] = Order(
    "draw_pre_war", "Draw pre-war events", "20.1", draw, help="Three for each side. Neither side sees the other's."
)


# --- announcing (§20.3) -----------------------------------------------------------------------------------------------


def who_announces(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§20.3: the Central Powers, whatever they have drawn: being asked tells nothing."""
    return () if CENTRAL in frame.done else (Ask(CENTRAL, serial=""),)


def _mine(state: State, side: str) -> tuple[PreWarEvent, ...]:
    return tuple(state.printed.chits.pre_war[e] for e in state.pre_war.drawn.get(side, ()))


def _announceable(at: At[State], _: Choices) -> OneOf:
    mine = _mine(at.state, CENTRAL)
    early = [e for e in mine if e.announced]
    # Who has drawn nothing else must play one of them (§20.1).
    names = [*(e.id for e in early), *([NONE] if len(early) < len(mine) else [])]
    return OneOf(names, labels={NONE: "None of these", **{e.id: event_in_words(e) for e in early}})


def announce(play: Play, at: At[State], chosen: Choices) -> None:
    """§20.3: naval plans are known before the war."""
    named = chosen.name("event")
    play.emit(PreWarAnnounced("" if named == NONE else named))
    play.emit(StepEnded(at.seat, play.state.phase.key))


ANNOUNCE: Order[State] = Order(
    "announce_pre_war", "Announce a naval plan", "20.3", announce,
    (Slot("event", "choice", _announceable, "Which naval plan will you play?"),),
    help="The Allies learn of it before they choose. A plan that you do not announce now cannot be played.",
)  # fmt: skip


def announcing_words(at: At[State]) -> tuple[str, str]:
    """§20.3: what has been drawn, and what it means to announce a plan."""
    mine = _mine(at.state, CENTRAL)
    drawn, title = f"You have drawn {listing(e.title for e in mine)}.", "Announce a naval plan?"
    if not any(e.announced for e in mine):
        return title, f"{drawn} None of them is a naval plan."
    return title, f"{drawn} The Allies learn of a plan before they choose. A plan that you keep back cannot be played."


# --- choosing (§20.1) -------------------------------------------------------------------------------------------------


def who_chooses(state: State, _: PhaseFrame) -> tuple[Ask, ...]:
    """§20.1: both sides at once, each for itself."""
    return tuple(Ask(side, serial="") for side in ORDER if side not in state.pre_war.chosen)


def playable(state: State, side: str) -> tuple[PreWarEvent, ...]:
    """§20.1, §20.3: what a side may choose from; of the naval plans only the one that was announced."""
    announced = state.pre_war.announced
    return tuple(e for e in _mine(state, side) if not e.announced or e.id == announced)


def _firsts(at: At[State], _: Choices) -> OneOf:
    found, announced = playable(at.state, at.seat), at.state.pre_war.announced
    must = [e for e in found if e.id == announced]
    return _choice_of(must or found)


def _seconds(at: At[State], chosen: Choices) -> OneOf:
    first = at.state.printed.chits.pre_war[chosen.name("first")]
    found = [e for e in playable(at.state, at.seat) if e.id != first.id and not exclude_each_other(first, e)]
    return _choice_of(found, NONE)


def _choice_of(events: Iterable[PreWarEvent], *others: str) -> OneOf:
    labels = {e.id: event_in_words(e) for e in events}
    return OneOf((*others, *labels), labels={NONE: "No other", **labels})


def event_in_words(event: PreWarEvent) -> str:
    """An event as it is offered: its title and what it comes to."""
    return f"{event.title}: {event.text}"


def exclude_each_other(one: PreWarEvent, other: PreWarEvent) -> bool:
    """§20.11: whether two events cannot be played together."""
    return other.id in one.bars or one.id in other.bars


def choose(play: Play, at: At[State], chosen: Choices) -> None:
    """§20.1: one or two; neither is told before both have chosen."""
    events = (chosen.name("first"), *(e for e in (chosen.name("second"),) if e != NONE))
    play.emit(PreWarChosen(at.seat, events))


CHOOSE: Order[State] = Order(
    "choose_pre_war", "Choose pre-war events", "20.1", choose,
    (Slot("first", "choice", _firsts, "Which one do you play?"),
     Slot("second", "choice", _seconds, "And a second one?")),
    help="One or two. Both choices are shown when both sides have chosen.",
)  # fmt: skip


def choosing_words(at: At[State]) -> tuple[str, str]:
    """§20.1, §20.3: that both sides choose in secret, and what has been announced."""
    announced = at.state.printed.chits.pre_war.get(at.state.pre_war.announced)
    known = f"The Central Powers have announced {announced.title}. " if announced else ""
    title = "Choose one or two of your pre-war events"
    return title, f"{known}Your choice stays hidden until both sides have chosen."


def reveal(play: Play, _: PhaseFrame) -> None:
    """§20.1, §20.11: both choices are shown; what another undoes has no effect."""
    chosen, events = play.state.pre_war.chosen, play.state.printed.chits.pre_war
    all_ = [events[e] for side in ORDER for e in chosen[side]]
    played = tuple(e.id for e in all_ if not any(e.id in other.cancels for other in all_))
    play.emit(PreWarRevealed(chosen, played))
    set_terms(play)
    force_the_baltic(play)
