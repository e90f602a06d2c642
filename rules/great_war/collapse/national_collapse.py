"""§16.0 National collapse: what brings each nation down, the instant that it does; and the surrender of Turkey."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from rules.great_war.facts.revolutions import FranceStood, NationCollapsed, NationSurrendered
from rules.great_war.play import Play
from rules.great_war.position.control import controlled_hexes, controller
from rules.great_war.position.state import State
from rules.great_war.printed.board import Board
from rules.great_war.printed.fronts import EAST, ITALY
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.revolutions import russian_held
from rules.great_war.strategic.turkish_surrender import hand_over_towns
from rules.great_war.strategic.us_entry import full_divisions
from rules.great_war.supply.tracing import UNSUPPLIED, supply_of

BEACHHEAD_UNITS = 3
"""§16.5: supplied Allied units in one hex at the edge of the Italian Front map."""


def fall(play: Play) -> None:
    """§16.0, §16.61, §5.63: every nation that has come down, each at once; one may bring another down."""
    while (fact := _next(play.state)) is not None:
        play.emit(fact)
        if isinstance(fact, NationSurrendered):
            hand_over_towns(play)


def _next(state: State) -> NationCollapsed | NationSurrendered | FranceStood | None:
    if _quiet(state):
        return None
    return _find_collapse(state)


def _quiet(state: State) -> bool:
    """Whether no nation falls by what each side holds, and no unit is where it would bring one down.

    Nearly every fact leaves this as it was, so it is kept for as long as nothing changes hands.
    """
    places = state.places
    if ALLIED in (state.holder(places.gallipoli), state.holder(places.constantinople)) or any(_over_the_edge(state)):
        return False
    return state.memory.recall(
        "nobody falls",
        (state.taken, state.sides, state.balkans, state.pre_war, state.strategic_state),
        lambda _: not paris_taken(state) and _find_collapse(state) is None,
    )


def _find_collapse(state: State) -> NationCollapsed | NationSurrendered | FranceStood | None:
    if _stands(state, "TU") and _is_held(state, state.places.constantinople):
        return NationSurrendered("TU", "5.63")
    for nation, (section, falls) in FALLS.items():
        if _stands(state, nation) and nation not in state.strategic_state.collapsed and falls(state):
            return NationCollapsed(nation, section)
    if (
        _stands(state, "FR")
        and "FR" not in state.strategic_state.collapsed
        and not state.strategic_state.paris
        and paris_taken(state)
    ):
        return FranceStood()
    return None


def _stands(state: State, nation: str) -> bool:
    return nation in state.sides and nation not in state.strategic_state.surrendered


def _is_held(state: State, hex_: str) -> bool:
    """Whether the Allies control a hex of the Central Powers, or are in it."""
    return controller(state, hex_) == ALLIED or state.holder(hex_) == ALLIED


def paris_taken(state: State) -> bool:
    """§16.2: whether all of Paris is with the Central Powers."""
    return all(controller(state, h) == CENTRAL for h in state.places.paris)


def _france(state: State) -> bool:
    """§16.2: judged once, the instant that Paris falls."""
    if state.strategic_state.paris or not paris_taken(state):
        return False
    americans = len(full_divisions(state)) >= state.printed.charts.victory.us_divisions
    return not americans and not _russians_in_germany(state)


def _russians_in_germany(state: State) -> bool:
    """§16.2: a city or fort of Germany that Russia controls: one in the east that does not hold other Allies alone."""
    board = state.printed.board
    strong = (board.cities | frozenset(board.forts)) & board.by_country["GE"] & board.by_front[EAST]
    return any(russian_held(state, board.ids[i]) for i in strong & controlled_hexes(state, ALLIED))


def _belgium(state: State) -> bool:
    """§16.4."""
    return state.printed.board.by_country["BE"] <= controlled_hexes(state, CENTRAL)


def _austria(state: State) -> bool:
    """§16.5: any of the four."""
    gone, strategic_state, places = {*state.strategic_state.collapsed}, state.strategic_state, state.places
    return (
        controller(state, places.vienna) == ALLIED
        or controller(state, places.budapest) == ALLIED
        or (controller(state, places.trent) == ALLIED and controller(state, places.trieste) == ALLIED)
        or ("BU" in gone and ("TU" in gone or "TU" in strategic_state.surrendered))
        or _at_the_edge(state)
    )


def _at_the_edge(state: State) -> bool:
    """§16.5: three supplied Allied units in one hex of Austria-Hungary at the edge of the Italian Front map."""
    return any(_count_supplied(state, state.stacks[hex_]) >= BEACHHEAD_UNITS for hex_ in _over_the_edge(state))


def _over_the_edge(state: State) -> Iterator[str]:
    """§16.5: the hexes there that the Allies control and occupy with enough units, if these are in supply; in any
    order."""
    for hex_ in state.stacks.keys() & _edge(state.printed.board):
        if len(state.stacks[hex_]) >= BEACHHEAD_UNITS and state.holder(hex_) == ALLIED == controller(state, hex_):
            yield hex_


@lru_cache(maxsize=8)
def _edge(board: Board) -> frozenset[str]:
    """The hexes of Austria-Hungary at the edge of the Italian Front map."""
    return frozenset(board.names((board.edges & board.by_front[ITALY] & board.by_country["AH"]) - board.alpine))


def _count_supplied(state: State, units: Iterable[str]) -> int:
    return sum(supply_of(state, u) != UNSUPPLIED for u in units)


def _turkey(state: State) -> bool:
    """§16.6: once Allied units have been in the hex, though they went on from there."""
    return _is_held(state, state.places.gallipoli)


def _bulgaria(state: State) -> bool:
    """§16.7; the event that does the same is played as a chit."""
    return controller(state, state.places.sofia) == ALLIED


def _romania(state: State) -> bool:
    """§16.8: on the side of the Allies only on turns after the fall of the Czar."""
    strategic_state = state.strategic_state
    if state.sides["RO"] == ALLIED:
        return (
            bool(strategic_state.czar)
            and strategic_state.turn != strategic_state.czar
            and controller(state, state.places.bucharest) == CENTRAL
        )
    return controller(state, state.places.bucharest) == ALLIED or bool({"AH", "BU"} & {*strategic_state.collapsed})


FALLS: Mapping[str, tuple[str, Callable[[State], bool]]] = {
    "FR": ("16.2", _france),
    "BE": ("16.4", _belgium),
    "TU": ("16.6", _turkey),
    "BU": ("16.7", _bulgaria),
    "AH": ("16.5", _austria),
    "RO": ("16.8", _romania),
}
"""§16.2 to §16.8, by nation. Russia falls with the Bolshevik Revolution (§16.3, ``strategic.revolutions``)."""
