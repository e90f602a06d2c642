"""§18.1, §4.3 Victory Check Phase: the Central Powers' points, and what they come to."""

from __future__ import annotations

from functools import lru_cache

from rules.great_war.play import Play
from rules.great_war.position.control import controlled_hexes, home_side
from rules.great_war.position.letters import since
from rules.great_war.position.pre_war_state import MOLTKE
from rules.great_war.position.state import State
from rules.great_war.pre_war.terms import ALBERT, ROOSEVELT
from rules.great_war.printed.board import LUXEMBOURG, Board
from rules.great_war.printed.fronts import EAST, THREE
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.variants import HEXES, POINTS
from rules.great_war.strategic import near_east_victory
from rules.great_war.strategic.surrender_modifiers import is_islams
from rules.kernel.endings import MatchEnded
from rules.kernel.kept import kept
from rules.kernel.wording import quantity

CENTRAL_COUNTRIES = ("GE", "AH", "BU", LUXEMBOURG, "TU")
"""§18.13: countries whose cities cost points in Allied hands."""
RUHR_HEXES = 2
"""§18.3: hexes of the Ruhr by which Germany is beaten."""
DIVISIONS, HEADQUARTERS = 3, 4
"""§5.47: German divisions in each victory hex of Russia proper, and headquarters in it, after the treaty."""
NINTH = 9
"""§20.2 No. 10."""
MOLTKE_POINTS = 8
"""§20.3 No. 10: victory points for which Moltke's plan wins, with peace in the east."""
LAST, LAST_POINTS, LAST_AIMS = "1918", 14, 2
"""§21.59: the scenario with a victory of its own: points, and how many of three aims."""


@kept
def held_hexes(state: State) -> tuple[str, ...]:
    """§18.11, §18.12, §6.45: the victory hexes that the Central Powers hold, edges in France among them, as all can
    see: whether Turks are alone in Baku is told by the unit on top."""
    held = _controlled_cities(state)
    return _without_baku(state, held) if is_islams(state, seen=True) else held


def _without_baku(state: State, held: tuple[str, ...]) -> tuple[str, ...]:
    places = state.printed.near_east
    return tuple(h for h in held if places is None or h != places.baku)


def _controlled_cities(state: State) -> tuple[str, ...]:
    board, place = state.printed.board, state.places.scutari
    scutari = board.index[place]
    mine, stands = controlled_hexes(state, CENTRAL), state.holder(place) == CENTRAL

    def find(_: object) -> tuple[str, ...]:
        held = (board.victory & mine) - {board.index[h] for h in state.devastated}
        # Albania belongs to no side: its hexes are with the side that is in them.
        if stands:
            held |= {scutari}
        if "AH" in state.strategic_state.collapsed:
            held -= {scutari}
        return board.names(held)

    return state.memory.recall("held hexes", (mine, stands, state.devastated, state.strategic_state.collapsed), find)


@kept
def victory_hexes(state: State) -> tuple[str, ...]:
    """§18.11, §5.47, §6.45: those that give a point each. What stands in hexes of Russia may not be seen by all."""
    held = _controlled_cities(state)
    held = _without_baku(state, held) if is_islams(state) else held
    return tuple(h for h in held if _is_garrisoned(state, h))


def _is_garrisoned(state: State, hex_: str) -> bool:
    """§5.47: after the treaty, hexes of Russia proper count only while German divisions stand in them."""
    board = state.printed.board
    here = board.index[hex_]
    if not state.strategic_state.treaty or not russia_proper(state, here):
        return True
    divisions = [u for u in state.stacks.get(hex_, ()) if _german(state, u) and state.counter(u).is_division]
    hqs = [
        u
        for u in state.on_map()
        if _german(state, u) and state.counter(u).kind == "hq" and russia_proper(state, board.index[state.units[u].at])
    ]
    return len(divisions) >= DIVISIONS and len(hqs) >= HEADQUARTERS


def russia_proper(state: State, here: int) -> bool:
    """§5.46: Russia without Russian Poland."""
    board = state.printed.board
    return board.country[here] == "RU" and here not in board.russian_poland


def _german(state: State, unit: str) -> bool:
    return state.counter(unit).nation == "GE"


@kept
def lost_cities(state: State) -> tuple[str, ...]:
    """§18.13, §18.14: the cities of the Central Powers that the Allies control, and German hexes at the maps' edges."""
    board, theirs = state.printed.board, controlled_hexes(state, ALLIED)

    def find(_: object) -> tuple[str, ...]:
        return board.names(may_be_lost(state) & theirs)

    return state.memory.recall("lost cities", (theirs, state.sides, state.balkans), find)


def may_be_lost(state: State) -> frozenset[int]:
    """§18.13, §18.14: the places of the Central Powers that cost them a point in Allied hands."""
    board, mine = state.printed.board, {c for c in CENTRAL_COUNTRIES if home_side(state, c) == CENTRAL}
    return frozenset(i for i in _to_lose(board) if board.country[i] in mine)


@lru_cache(maxsize=8)
def _to_lose(board: Board) -> frozenset[int]:
    """§18.13, §18.14: all cities, and German hexes at the maps' edges. With Europe's maps those of the Near East do not
    count: the tracks of all starts on six fronts leave them out."""
    found = board.cities | board.edges & board.by_country["GE"]
    return frozenset(i for i in found if board.front[i] not in THREE) if EAST in board.fronts else found


def points(state: State) -> int:
    """§18.11, §18.13, §5.18, §18.26, §6.10, §6.50: the Central Powers' victory points."""
    chit_state = state.chit_state
    hexes = len(victory_hexes(state)) - len(lost_cities(state)) + bool(chit_state.gun)
    return hexes + state.strategic_state.emergencies + chit_state.victory


def winning_points(state: State) -> int:
    """§20.3 No. 6: those that count for a win: of a Belgium that gave in its cities do not."""
    total = points(state)
    if state.pre_war.has(ALBERT):
        board = state.printed.board
        total -= sum(board.country[board.index[h]] == "BE" for h in victory_hexes(state))
    return total


def is_forfeited(state: State) -> bool:
    """§20.2 No. 10: whether the Allies have had nine strategic turns since Roosevelt's America came in."""
    strategic_state = state.strategic_state
    return (
        state.pre_war.has(ROOSEVELT)
        and bool(strategic_state.us_since)
        and since(strategic_state.turn, strategic_state.us_since) >= NINTH
    )


def check_victory(play: Play, _: object) -> None:
    """§18.11, §18.14, §18.15: from strategic turn C on; at the last of them neither side has won. §20.3 No. 10: not
    while Moltke's plan has a victory of its own."""
    state = play.state
    chart, letter = state.printed.charts.victory, state.strategic_state.turn
    if state.printed.variant.victory == HEXES:
        near_east_victory.count_hexes(play)
        return
    if state.printed.variant.victory != POINTS or letter < chart.first_check or state.pre_war.has(MOLTKE):
        return
    total, winning = points(state), winning_points(state)
    if winning >= chart.points:
        play.emit(MatchEnded(CENTRAL, f"The Central Powers have {winning} victory points.", "18.11"))
    elif total < 0:
        play.emit(MatchEnded(ALLIED, "The Central Powers have fewer than zero victory points.", "18.14"))
    elif is_forfeited(state):
        play.emit(MatchEnded(CENTRAL, "The Allies have not won nine turns after the United States came in.", "20.2"))
    elif state.scenario == LAST and total >= LAST_POINTS and _aims(state) >= LAST_AIMS:
        play.emit(MatchEnded(CENTRAL, f"The Central Powers have {total} points and two of their three aims.", "21.59"))
    elif letter == chart.last_check:
        if state.card.draw:
            play.emit(MatchEnded("", "Nobody has won by June 1919.", "18.15"))
        else:
            play.emit(MatchEnded(ALLIED, "The Central Powers have not won by June 1919.", "21.59"))


def judge_plan(play: Play) -> None:
    """§20.3 No. 10: when the United States join the war, Moltke's plan has been worth it or has failed."""
    state = play.state
    if not state.pre_war.has(MOLTKE) or state.ended is not None:
        return
    total = points(state)
    if not state.strategic_state.treaty:
        reason = "The United States come in, and there is no peace with Russia."
        play.emit(MatchEnded(ALLIED, reason, "20.3"))
    elif total < MOLTKE_POINTS:
        reason = f"The United States come in, and the Central Powers have only {quantity(total, 'victory point')}."
        play.emit(MatchEnded(ALLIED, reason, "20.3"))
    else:
        reason = f"The Central Powers have {total} victory points and peace with Russia when the United States come in."
        play.emit(MatchEnded(CENTRAL, reason, "20.3"))


def sudden_death(state: State) -> MatchEnded | None:
    """§18.3: the Allies win the instant that they control Berlin or two hexes of the Ruhr; §20.3 No. 10: not under
    Moltke's plan."""
    if state.pre_war.has(MOLTKE):
        return None
    if state.places.berlin in state.taken:
        return MatchEnded(ALLIED, "Berlin has fallen.", "18.3")
    if sum(hex_ in state.taken for hex_ in state.places.ruhr) >= RUHR_HEXES:
        return MatchEnded(ALLIED, "The Ruhr has fallen.", "18.3")
    return None


def _aims(state: State) -> int:
    """§21.59: Venice, Salonika, and every city of Russia and Russian Poland."""
    board, mine = state.printed.board, controlled_hexes(state, CENTRAL)
    russian = board.cities & board.by_country["RU"]
    venice, salonika = board.index[board.places.venice], board.index[board.places.salonika]
    return (venice in mine) + (salonika in mine) + (russian <= mine)
