"""§6.7, §6.26, §15.83 The Arab Northern Army: where it rises, and what the Turks have roused."""

from __future__ import annotations

from rules.great_war.chits_played.answers import end_answer, wait_for, waiting_effect, why_not
from rules.great_war.facts.arabs import ArabsRaised
from rules.great_war.play import Play, place_name
from rules.great_war.position.arabs import NORTHERN_ARMY, arab_army
from rules.great_war.position.control import blocked_hexes
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.chits import Chit
from rules.great_war.printed.fronts import EGYPT
from rules.great_war.printed.nations import ALLIED
from rules.great_war.stacking import why_too_many
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask


def rising_hexes(state: State) -> tuple[str, ...]:
    """§6.7, §15.83: desert in Palestine, where no enemy is and the hex has room."""
    board, unit = state.printed.board, arab_army(state)
    free = board.desert.get(EGYPT, frozenset()) & board.palestine - blocked_hexes(state, ALLIED)
    return tuple(h for h in board.names(free) if why_too_many(state, (unit, *state.stacks.get(h, ()))) is None)


def arabs_rise(state: State) -> bool:
    """§15.83: whether a fallen Arab army is replaced in this Replacement Phase."""
    return state.near_east.arabs_due


def first_rising(play: Play, chit: Chit) -> None:
    """§6.7: the Allies say where the army comes into play."""
    wait_for(play, chit, ALLIED)


def who_raises(state: State, _: PhaseFrame) -> tuple[Ask, ...]:
    """§6.7, §15.83: the Allies, as long as an army waits for its hex."""
    return (Ask(ALLIED, serial=""),) if arabs_rise(state) else ()


NOT_THERE = Refusal("not-desert", "6.7", "The Arabs rise in a desert hex of Palestine without enemies.")


def _hexes(at: At[State], _: Choices) -> OneOf:
    found = rising_hexes(at.state)
    return OneOf(found, why=lambda _: NOT_THERE, labels={h: place_name(at.state, h) for h in found})


def raise_arabs(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.7, §15.83, §7.13: the army comes into play untried, at no cost, and holds its hex while it is there."""
    unit, hex_ = arab_army(play.state), chosen.name("hex")
    play.emit(ArabsRaised(unit, hex_))
    play.take([hex_], ALLIED, [unit])
    if waiting_effect(play.state) == NORTHERN_ARMY:
        end_answer(play)


RAISE: Order[State] = Order(
    "raise_arabs", "Raise the Arab army", "6.7", raise_arabs, (Slot("hex", "hex", _hexes, "Where do the Arabs rise?"),),
    when=lambda at: None if arabs_rise(at.state) else why_not(at, NORTHERN_ARMY),
)  # fmt: skip
