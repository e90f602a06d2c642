"""§7.1: who controls a hex, and who may enter it at all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.great_war.position.state import State
from rules.great_war.printed.board import ALBANIA
from rules.great_war.printed.fronts import CAUCASUS, EAST, EGYPT, IRAQ
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.hexes.positions import beside_any, hexes_standing_in
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept

NEAR_EASTERN = (CAUCASUS, EGYPT, IRAQ)
OPENED = (ALBANIA, "GK")
"""§17.4, §6.53: countries that both sides may enter once the Allies are at Salonika, though Greece may be neutral.
Their hexes count as the Allies' until the Central Powers enter them (docs/rulings)."""


def home_side(state: State, country: str) -> str | None:
    """§7.11, §7.14: the side that holds a country's hexes unless they are taken; None for neutrals."""
    if country in state.pre_war.neutral:
        return None
    side = state.sides.get(country) or state.printed.variant.owners.get(country)
    return ALLIED if side is None and state.balkans and country in OPENED else side


def printed_side(state: State, i: int) -> str | None:
    """§7.11, §7.12: the side that holds a hex unless it is taken: the one printed for it, else its country's."""
    board = state.printed.board
    return board.printed_sides.get(i) or home_side(state, board.country[i])


def controller(state: State, hex_: str) -> str | None:
    """§7.1: the side that controls a hex, None for one in a neutral country."""
    side = printed_side(state, state.printed.board.index[hex_])
    if hex_ in state.taken:
        return foe(side) if side else None
    return side


@kept
def controlled_hexes(state: State, side: str) -> frozenset[int]:
    """§7.1: the hexes that a side controls."""
    board = state.printed.board

    def find(earlier: Previous[tuple[Any, ...], frozenset[int]] | None) -> frozenset[int]:
        if earlier is not None and earlier.source[1] is state.sides and earlier.source[2] == state.balkans:
            # The few come first: they are the ones that are gone through.
            return _not_neutral(state, handed_over(state, earlier.source[0])) ^ earlier.value
        countries = [hexes for country, hexes in board.by_country.items() if home_side(state, country) == side]
        home = frozenset().union(*countries)
        if board.printed_sides:
            mine = frozenset(i for i, printed in board.printed_sides.items() if printed == side)
            home = home.difference(board.printed_sides) | mine
        return home ^ _not_neutral(state, state.taken)

    source: tuple[Any, ...] = (state.taken, state.sides, state.balkans)
    return state.memory.recall(("controlled", side), source, find)


def handed_over(state: State, before: frozenset[str]) -> frozenset[str]:
    """The hexes that have been taken, or taken back, since these were the ``taken`` ones."""
    return state.memory.recall("changed hands", (before, state.taken), lambda _: before ^ state.taken)


def _not_neutral(state: State, hexes: Iterable[str]) -> frozenset[int]:
    """Those of some hexes that are in no neutral country."""
    index = state.printed.board.index
    return frozenset(i for i in map(index.__getitem__, hexes) if printed_side(state, i) is not None)


@kept
def barred_hexes(state: State, side: str) -> frozenset[int]:
    """§17.11, §5.46, §20.2: land into which no unit of a side moves now: what is shut to it, after the treaty what lies
    beside Russians, and hexes at the edge of Germany."""
    found = shut_hexes(state, side)
    if state.pre_war.baltic and side == ALLIED:
        found |= _edges_of_germany(state)
    # Without anything to add it stays the same object: readers see at a glance that it is.
    russians = barred_by_peace(state, side)
    return found | russians if russians else found


def barred_by_peace(state: State, side: str) -> frozenset[int]:
    """§5.46: what lies beside Russians after the treaty; on the fronts of the Near East it is not barred to all of the
    Central Powers, for Turks go on fighting there (``restrictions.near_east``)."""
    found, board = beside_russians(state), state.printed.board
    if side != CENTRAL or not state.printed.variant.near_east:
        return found
    return frozenset(i for i in found if board.theatre[i] and board.front[i] not in NEAR_EASTERN)


@kept
def shut_hexes(state: State, side: str) -> frozenset[int]:
    """§17.11, §17.31, §17.4, §6.52: land in which no unit of a side may be now: neutral countries, new belligerents',
    Albania, and the landing hexes for the Central Powers.

    Turkey in Europe is shut to the Central Powers until the Turks of Europe are set up, and to both sides while it is
    neutral, as the rest of the Ottoman Empire is to the Allies. Who may go there later is asked of the unit
    (``restrictions.near_east``) and of the turn (``restrictions.before_november``).
    """

    def find(_: object) -> frozenset[int]:
        found = set[int]()
        for country, hexes in state.printed.board.by_country.items():
            neutral = home_side(state, country) is None
            if neutral or country in state.frozen:
                found |= hexes
            elif country == "TU" and ((side == CENTRAL and not state.turkey) or state.near_east.neutral):
                found |= hexes & state.printed.board.by_front[EAST]
            if country == "TU" and state.near_east.neutral and side == ALLIED:
                found |= _neutral_hexes(state, hexes)
        if side == CENTRAL:
            found |= {state.printed.board.index[h] for h in state.places.beaches}
        return frozenset(found)

    source = (state.sides, state.frozen, state.turkey, state.balkans, state.near_east.neutral)
    return state.memory.recall(("shut", side), source, find)


def _neutral_hexes(state: State, hexes: frozenset[int]) -> frozenset[int]:
    """§7.1, §20.2 No. 8: of the Ottoman Empire on the maps of the Near East what is no ground of the Allies' from the
    first (§7.12)."""
    board = state.printed.board
    return frozenset(i for i in hexes if board.front[i] in NEAR_EASTERN and board.printed_sides.get(i) != ALLIED)


def _edges_of_germany(state: State) -> frozenset[int]:
    """§20.2 No. 7: the hexes at the edge of the eastern map that the Allies attack into, and never enter."""
    board = state.printed.board
    return board.edges & board.by_front[EAST] & board.by_country["GE"]


@kept
def beside_russians(state: State) -> frozenset[int]:
    """§5.46, §14.11: after the treaty, Russian units in Russia proper, those of intact forts among them, and what lies
    beside them, be it in another country."""
    board = state.printed.board
    if not state.strategic_state.treaty:
        return frozenset()

    def find(_: object) -> frozenset[int]:
        proper = board.by_country["RU"] - board.russian_poland
        russians = {
            board.index[h]
            for h in state.hexes
            if board.index[h] in proper and any(state.counter(u).nationality == "RU" for u in state.stacks[h])
        }
        russians |= proper & forts(state, ALLIED)
        return frozenset(russians | {b for a in russians for b in board.lines[a]})

    return state.memory.recall("beside-russians", (state.stacks, state.destroyed), find)


# --- who stands where -------------------------------------------------------------------------------------------------


@kept
def occupied_hexes(state: State, side: str) -> frozenset[int]:
    """The hexes in which a side has units, headquarters among them."""
    index = state.printed.board.index
    return hexes_standing_in(state, index, ("occupied", side), lambda us: state.side(us[0]) == side, (state.sides,))


@kept
def combat_hexes(state: State, side: str) -> frozenset[int]:
    """§8.22: the hexes in which a side has combat units. A headquarters on top lies on nothing but others."""

    def fits(units: tuple[str, ...]) -> bool:
        return state.side(units[0]) == side and state.counter(units[0]).is_combat

    return hexes_standing_in(state, state.printed.board.index, ("fighting", side), fits, (state.sides,))


@kept
def forts(state: State, side: str) -> frozenset[int]:
    """§14.11: the hexes with an intact fort of a side. The Hindenburg Line is one while it stands (§14.31)."""

    def find(_: object) -> frozenset[int]:
        board = state.printed.board
        gone = {board.index[h] for h in state.destroyed}
        found = {i for i in board.forts if i not in gone and home_side(state, board.country[i]) == side}
        return frozenset(found | ({board.index[h] for h in state.hindenburg} if side == CENTRAL else set()))

    return state.memory.recall(("forts", side), (state.destroyed, state.hindenburg, state.sides), find)


def nation_of_fort(state: State, i: int, side: str) -> str:
    """§14.11: whose the unit is that an intact fort of a side in a hex has of its own: its country's, and Germany's in
    the Hindenburg Line; empty where there is none."""
    if i not in forts(state, side):
        return ""
    board = state.printed.board
    return "GE" if board.ids[i] in state.hindenburg else board.country[i]


@kept
def closed_hexes(state: State, side: str) -> frozenset[int]:
    """§8.22: the hexes that units of a side may not enter for the enemy in them: combat units and intact forts."""

    def find(_: object) -> frozenset[int]:
        return combat_hexes(state, foe(side)) | forts(state, foe(side))

    return state.memory.recall(("closed", side), (combat_hexes(state, foe(side)), forts(state, foe(side))), find)


@kept
def blocked_hexes(state: State, side: str) -> frozenset[int]:
    """§11.6: the hexes that no line of supply of a side runs into: enemy units of any kind, and intact forts."""

    def find(_: object) -> frozenset[int]:
        return occupied_hexes(state, foe(side)) | forts(state, foe(side))

    return state.memory.recall(("blocked", side), (occupied_hexes(state, foe(side)), forts(state, foe(side))), find)


@kept
def beside_enemy(state: State, side: str) -> frozenset[int]:
    """§8.14, §10.11: the hexes that lie beside an enemy combat unit, over a hexside that can be crossed."""
    walks, enemy = state.printed.board.walks, combat_hexes(state, foe(side))

    def find(earlier: Previous[tuple[frozenset[int]], frozenset[int]] | None) -> frozenset[int]:
        return beside_any(walks, enemy) if earlier is None else beside_any(walks, enemy, *earlier.source, earlier.value)

    return state.memory.recall(("beside", side), (enemy,), find)
