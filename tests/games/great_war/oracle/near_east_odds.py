"""§10.4, §10.5, §12.2, §14.2, §14.5, §15.0: strengths, column and modifiers of an attack in the Near East."""

from __future__ import annotations

from collections.abc import Sequence

from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from tests.games.great_war.oracle.ground import barrier, other
from tests.games.great_war.oracle.near_east_positions import KUT
from tests.games.great_war.oracle.odds import LAST, WORST, Feeding, Odds, column, heavy, strength, surrounded

TERRAIN = {"rough": 1, "marsh": 1, "difficult": 1, "alpine": 1}
OPEN_FORTS = ("NE2913", "NE2711")
"""§10.53: Gaza and Beersheba."""
SMALL = ("BN", "BD")


def peoples(state: State, units: Sequence[str]) -> int:
    """§7.24: how many nationalities stand apart: the French of Palestine join British, small German units Turks."""
    counters = [state.counter(u) for u in units]
    british, turks = any(c.nation == "BR" for c in counters), any(c.people == "TU" for c in counters)
    found = set[str]()
    for counter in counters:
        if counter.nation == "FR" and british:
            continue
        if counter.nation == "GE" and counter.size in SMALL and turks:
            continue
        canadian = counter.nation == "BR" and counter.label.endswith("CND") and state.strategic >= "F"
        found.add("CND" if canadian else counter.nation)
    return len(found)


def shifts(state: State, side: str, units: Sequence[str], target: str, fighters: Sequence[str]) -> int:
    """§10.42 to §10.45, §12.2, §14.12, §14.21: ground, city, fort, rivers, and nations that fight together."""
    board = state.printed.board
    i = board.index[target]
    sky = state.weather["caucasus"] if board.front[i] == "caucasus" else "fair"
    bad, terrain, found = sky in ("wet", "snow"), board.terrain[i], 0
    if terrain in ("mountain", "mountain pass"):
        found -= 2 if bad else 1
    elif terrain == "forest":
        found -= bad
    elif terrain == "flood plain":
        found -= sky == "wet"
    else:
        found -= TERRAIN.get(terrain, 0)
    found -= heavy(state, target, other(side)) or in_kut(state, side, target)
    found -= i in board.cities
    rivers = barrier(board, "river")
    origins = {board.index[state.units[u].at] for u in units}
    found -= all(rivers[a][board.neighbours[a].index(i)] for a in origins)
    return found - (peoples(state, units) > 1) + (peoples(state, fighters) > 1)


def in_kut(state: State, side: str, target: str) -> int:
    """§14.21: its fort, which is there for Allied units once they have been in it."""
    return int(target == KUT and side == CENTRAL and state.near_east.kut)


def die(state: State, side: str, units: Sequence[str], target: str, fighters: Sequence[str]) -> int:
    """§10.53, §12.2, §6.25, §6.26, §6.64, §14.53, §15.44: all that is added to the die, before columns beyond."""
    board, plus, minus = state.printed.board, 0, 0
    front, lasting = board.front[board.index[target]], state.chit_state.lasting
    attackers = [state.counter(u) for u in units]
    fort = heavy(state, target, other(side)) or in_kut(state, side, target)
    if target in OPEN_FORTS or not fort:
        plus += surrounded(state, units, target)
    if any(c.nation == "AB" for c in attackers):
        plus += bool(state.chits["allied.play"].get("lawrence")) + (lasting.get("turkish-atrocity") == state.turn)
    shock = sum(_is_shock(state, u) for u in units)
    plus += 2 if shock >= 4 else bool(shock)
    if front == "caucasus":
        russians = lasting.get("russian-winter-offensive") == state.turn and all(
            c.people in ("RU", "AM") for c in attackers
        )
        minus -= 2 * (state.weather["caucasus"] == "snow" and not russians)
    else:
        minus -= 2 * (state.weather["south"] == "hot")
        british = any(c.nation == "BR" for c in attackers)
        minus -= 2 * (british and lasting.get("kaiserschlacht-near-east") == state.turn)
    if fighters and side == ALLIED and target in state.near_east.trenches:
        minus -= not any(state.counter(u).kind == "cavalry" for u in fighters)
    return plus + max(WORST, minus)


def _is_shock(state: State, unit: str) -> bool:
    """§15.41, §15.46: divisions on their back; the Alpine Corps once there have been any."""
    if unit == "ge-ak":
        return state.units[unit].back or state.chit_state.shock > 0
    return state.counter(unit).turned == "shock" and state.units[unit].back


def odds(state: State, side: str, units: Sequence[str], target: str, defenders: Sequence[str], fed: Feeding) -> Odds:
    """§10.4: what an attack comes to: columns beyond the last become modifiers."""
    fighters = [unit for unit in defenders if state.counter(unit).kind != "hq"]
    fort = bool(heavy(state, target, other(side)))
    mine = strength(state, units, fed, attacking=True)
    theirs = strength(state, fighters, fed, attacking=False) + fort
    at = column(mine, theirs) + shifts(state, side, units, target, fighters)
    drm = die(state, side, units, target, fighters) + max(0, at - LAST)
    return Odds(mine, theirs, at, drm, len(fighters) + fort)
