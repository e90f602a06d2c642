"""§6.8, §6.9 Armenians: the massacre, after which they rise in Van, and the republic."""

from __future__ import annotations

from rules.great_war.chits_played.answers import end_answer, wait_for, why_not
from rules.great_war.chits_played.massacre import attack_rising, fighters_in, rise
from rules.great_war.play import Play, place_name
from rules.great_war.position.control import blocked_hexes, occupied_hexes
from rules.great_war.position.state import LATER, State
from rules.great_war.printed.chits import Chit
from rules.great_war.printed.counters import ARMENIAN
from rules.great_war.printed.fronts import CAUCASUS
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.units.untried import is_untried
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

MASSACRES, REPUBLIC = "armenian-massacres", "armenian-republic"


def next_armenian(state: State) -> str:
    """§6.8, §6.9: the next unit that has never been in play, whose strength nobody knows; empty when there is none."""
    units = (u for u, c in state.printed.counters.items() if c.untried == ARMENIAN)
    return next((u for u in units if state.units[u].at == LATER and is_untried(state, u)), "")


# --- Van (§6.8) -------------------------------------------------------------------------------------------------------


def massacre(play: Play, chit: Chit) -> None:
    """§6.8: a unit rises in Van; where units of the Central Powers fight there, they must attack it first."""
    van = van_of(play.state)
    if fighters_in(play.state, van):
        wait_for(play, chit, CENTRAL)
    else:
        rise(play, next_armenian(play.state), van)


def van_of(state: State) -> str:
    """§6.8: the hex. ValueError in a game without the Near East, which has no such event."""
    places = state.printed.near_east
    if places is None:
        raise ValueError("there is no Van in this game")
    return places.van


def attack_in_van(play: Play, _: At[State], __: Choices) -> None:
    """§6.8: all of them, at once."""
    end_answer(play)
    attack_rising(play, next_armenian(play.state), van_of(play.state))


ATTACK_IN_VAN: Order[State] = Order(
    "attack_in_van", "Attack the Armenians in Van", "6.8", attack_in_van,
    when=lambda at: why_not(at, MASSACRES),
    help="All your units in Van attack the Armenian unit that rises there, until one side is destroyed.",
)  # fmt: skip


# --- the republic (§6.9) ----------------------------------------------------------------------------------------------


def towns_of_the_republic(state: State) -> tuple[str, ...]:
    """§6.9: the towns of Russia on the Caucasus map, cities aside, in which nobody is."""
    board = state.printed.board
    held = occupied_hexes(state, ALLIED) | blocked_hexes(state, ALLIED)
    towns = board.towns - board.cities
    return board.names(towns & board.by_country["RU"] & board.by_front[CAUCASUS] - held)


def may_found(state: State) -> bool:
    """§6.9: whether the republic comes into being: after the Bolshevik Revolution, where there is a town for it."""
    return bool(state.strategic_state.bolsheviks and next_armenian(state) and towns_of_the_republic(state))


def republic(play: Play, chit: Chit) -> None:
    """§6.9: the Allies say where."""
    wait_for(play, chit, ALLIED)


NOT_THERE = Refusal("no-town", "6.9", "The republic begins in a Russian town of the Caucasus with no units in it.")


def _towns(at: At[State], _: Choices) -> OneOf:
    found = towns_of_the_republic(at.state)
    return OneOf(found, why=lambda _: NOT_THERE, labels={h: place_name(at.state, h) for h in found})


def found_republic(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.9: a unit comes into play there, untried."""
    rise(play, next_armenian(play.state), chosen.name("hex"))
    end_answer(play)


FOUND: Order[State] = Order(
    "armenian_republic", "Found the Armenian Republic", "6.9", found_republic,
    (Slot("hex", "hex", _towns, "Where does the republic begin?"),), when=lambda at: why_not(at, REPUBLIC),
)  # fmt: skip
