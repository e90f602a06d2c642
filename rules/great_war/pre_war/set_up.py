"""§20.2, §20.3: what some events have a side decide while it sets up: British units that come later, German ones that
were never raised or leave the game, and armies that are sent east."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rules.great_war.facts.pre_war import EmbarkedLater, ForcesReduced, UnitDisbanded
from rules.great_war.facts.setup import UnitAssigned
from rules.great_war.play import Play, own
from rules.great_war.position.pre_war_state import MOLTKE
from rules.great_war.position.state import POOL, State
from rules.great_war.pre_war.terms import (
    EASTERN,
    FIRST,
    HIGH_SEAS_FLEET,
    OTHER_PORTS,
    SECOND,
    WESTERN,
    armies,
    expeditionary,
    still_westward,
    turned_east,
)
from rules.great_war.printed.arrivals import START
from rules.hexes.choosing import one_of, some_of
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import quantity

WEST_OR_EAST = ("W", "E")
BEST = 8
"""Our own: attack and defence of Germany's active divisions and its Guard, together."""


# --- the British (§20.2 No. 5, §20.3 No. 7) ---------------------------------------------------------------------------


def at_home(state: State) -> tuple[str, ...]:
    """The British units that may still be sent on strategic turn A."""
    before = state.pre_war
    if before.has(HIGH_SEAS_FLEET):
        return tuple(u for u, letter in before.due.items() if letter == SECOND and u in expeditionary(state))
    if before.has(OTHER_PORTS):
        return tuple(u for u in expeditionary(state) if state.units[u].at == POOL or state.units[u].at in state.stacks)
    return ()


def _sailing(at: At[State], _: Choices) -> SomeOf:
    def check(state: State, unit: str) -> None:
        if unit not in at_home(state):
            raise Refused("not-waiting", "20.2", "This unit is not waiting in Britain.")

    why = own(at, check)
    return some_of(lambda: at_home(at.state), why)


def send(play: Play, _: At[State], chosen: Choices) -> None:
    """§20.2, §20.3: they come on strategic turn A."""
    play.emit(EmbarkedLater(chosen.names("units"), FIRST))


NOBODY_WAITS = Refusal("nobody", "20.2", "No British units wait for strategic turn A.")
SEND: Order[State] = Order(
    "send_later", "Send on strategic turn A", "20.2", send,
    (Slot("units", "units", _sailing, "Choose British units that come on strategic turn A"),),
    when=lambda at: None if at_home(at.state) else NOBODY_WAITS,
)  # fmt: skip


# --- the Germans (§20.3 No. 3) ----------------------------------------------------------------------------------------


def units_to_give_up(state: State) -> tuple[str, ...]:
    """§20.3: the German W and E units that can be given up for the attack factors still owed."""
    return _worth(state, WEST_OR_EAST, state.pre_war.owed)


def _worth(state: State, codes: Collection[str], owed: int) -> tuple[str, ...]:
    arrivals = state.printed.arrivals
    return tuple(
        u
        for u, now in state.units.items()
        if state.counter(u).nation == "GE"
        and arrivals[u].turn == START
        and arrivals[u].setup in codes
        and state.counter(u).is_combat
        and 0 < state.face(u).attack <= owed
        and (now.at == POOL or now.at in state.stacks)
    )


def _among(
    found: Callable[[State], tuple[str, ...]], wrong: Callable[[State], str]
) -> Callable[[At[State], Choices], OneOf]:
    """One of the units that can be taken for what is still due; ``wrong`` says why another cannot be."""

    def options(at: At[State], _: Choices) -> OneOf:
        def check(state: State, unit: str) -> None:
            if unit not in found(state):
                raise Refused("not-spare", "20.3", wrong(state))

        why = own(at, check)
        return one_of(lambda: found(at.state), why)

    return options


def give_up(play: Play, unit: str) -> None:
    """§20.3: a unit begins in the dead pile."""
    play.emit(ForcesReduced((unit,), play.state.face(unit).attack))


def reduce_to_terms(play: Play) -> None:
    """§20.3: what is still owed, for a set-up in one click."""
    while play.state.pre_war.disbanded and (left := spare(play.state)):
        disband(play, _dispensable(play.state, left))
    while play.state.pre_war.owed and (left := units_to_give_up(play.state)):
        give_up(play, _dispensable(play.state, left))


def _dispensable(state: State, units: Collection[str]) -> str:
    """Our own: which units Germany parts with. None of the best, the Guard among them, while there are others; then W
    units, the highest attack, so that few go, and of these the last on the counter sheet."""
    order = {u: n for n, u in enumerate(state.units)}
    armies_ = state.printed.arrivals

    def worth(unit: str) -> tuple[bool, bool, int, int, int]:
        face = state.counter(unit).front
        is_best = face.attack + face.defence >= BEST
        return not is_best, armies_[unit].setup == WESTERN, face.attack, face.defence, order[unit]

    return max(units, key=worth)


def _still_to_give(state: State) -> str:
    return f"Germany gives up {quantity(state.pre_war.owed, 'attack factor')} more of its W and E units."


NOTHING_OWED = Refusal("nothing-owed", "20.3", "Germany gives up no units.")
REDUCE: Order[State] = Order(
    "not_raised", "A unit that was never raised", "20.3",
    lambda play, _, chosen: give_up(play, chosen.name("unit")),
    (
        Slot(
            "unit", "unit", _among(units_to_give_up, _still_to_give),
            "Choose a W or E unit that begins in the dead pile",
        ),
    ),
    when=lambda at: None if at.state.pre_war.owed else NOTHING_OWED,
    note=lambda at: f"{quantity(at.state.pre_war.owed, 'attack factor')} to give up",
    help="A larger navy costs the army 16 attack factors. They can be bought back like other losses.", weight=30,
)  # fmt: skip


# --- the invasion of Holland (§20.3 No. 5) ----------------------------------------------------------------------------


def spare(state: State) -> tuple[str, ...]:
    """§20.3 No. 5: the W units that can be removed for the attack factors still due."""
    return _worth(state, ("W",), state.pre_war.disbanded)


def _still_to_remove(state: State) -> str:
    return f"Germany removes {quantity(state.pre_war.disbanded, 'attack factor')} more of its W units."


def disband(play: Play, unit: str) -> None:
    """§20.3 No. 5: a unit leaves the game."""
    play.emit(UnitDisbanded(unit, play.state.face(unit).attack))


DISBAND: Order[State] = Order(
    "disband", "Remove a unit from the game", "20.3",
    lambda play, _, chosen: disband(play, chosen.name("unit")),
    (Slot("unit", "unit", _among(spare, _still_to_remove), "Choose a W unit that leaves the game"),),
    when=lambda at: None if at.state.pre_war.disbanded else NOTHING_OWED,
    note=lambda at: f"{quantity(at.state.pre_war.disbanded, 'attack factor')} to remove",
    help="The march through Holland costs 12 attack factors of your W units, which never come back.", weight=30,
)  # fmt: skip


# --- Moltke's plan (§20.3 No. 10) -------------------------------------------------------------------------------------


def turn_east(play: Play) -> None:
    """§20.3 No. 10: the armies that the files send east, with their headquarters, until the plan has its due; then
    others."""
    if not still_westward(play.state):
        return
    east = armies(play.state)[EASTERN]

    def west() -> list[str]:
        return [u for u, group in play.state.groups.items() if group != east and turned_east(play.state, u)]

    left = {*west()}
    for army in (a for a in play.state.card.armies if a.event == MOLTKE and any(h[0] == "E" for h in a.hexes)):
        for unit in (u for u in army.units if u in left and still_westward(play.state)):
            play.emit(UnitAssigned(unit, east, POOL))
    while still_westward(play.state):
        fighters = [u for u in west() if play.state.counter(u).is_combat]
        play.emit(UnitAssigned(_dispensable(play.state, fighters), east, POOL))
