"""§10.4, §10.5, §14.0, §15.0: strengths, column and die roll modifiers of an attack in Europe, before any event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.great_war.position.state import State
from rules.great_war.printed.nations import CENTRAL
from tests.games.great_war.oracle.ground import barrier, home, other, word
from tests.games.great_war.oracle.supply import IN, UNSUPPLIED

EVEN, LAST = 1, 5
"""The columns of 1:1 and 5:1; that of 1:2 is 0."""
TERRAIN = {"rough": 1, "marsh": 1, "difficult": 1, "alpine": 1}
MOUNTAINS = ("mountain", "mountain pass")
EARLY = (("B", 0), ("D", -1), ("Z", -2))
DUG_IN = {"GE": EARLY, "BR": EARLY, "BE": EARLY, "FR": (("C", 0), ("D", -1), ("Z", -2))}
"""§14.41: what trenches subtract before a strategic turn, by nation."""
OTHERS = (("F", 0), ("Z", -1))
WORST = -3
"""§10.52: what defenders subtract at most."""


Feeding = Callable[[State, str], str]
"""How a unit is supplied, which is compared by itself: in supply, in a fortress, or out."""


class Odds(NamedTuple):
    """What an attack comes to, before its die."""

    attack: int
    defence: int
    column: int
    drm: int
    defenders: int


def strength(state: State, units: Sequence[str], fed: Feeding, *, attacking: bool) -> int:
    """§11.82, §11.83: the sum; those out of supply have half in all, rounded up, and one each at least."""
    full = half = several = 0
    for unit in units:
        figures, how = state.face(unit), fed(state, unit)
        value = figures.attack if attacking else figures.defence
        if how == UNSUPPLIED or (attacking and how != IN):
            half, several = half + value, several + bool(value)
        else:
            full += value
    return full + max(several, (half + 1) // 2)


def column(attack: int, defence: int) -> int:
    """§10.41: the odds, rounded in the defender's favour."""
    return attack // defence if attack >= defence else EVEN - (-(-defence // attack) - 1)


def heavy(state: State, target: str, side: str) -> int:
    """§14.11, §14.31: 2 for a heavy fortress or the Hindenburg Line of a side, 1 for another fort, 0 for none."""
    board = state.printed.board
    i = board.index[target]
    if target in state.hindenburg:
        return 2 if side == CENTRAL else 0
    if not word(state, "fortress", i) or target in state.destroyed or state.sides.get(board.country[i]) is None:
        return 0
    return min(2, board.forts[i]) if home(state, board.country[i]) == side else 0


def with_germans(state: State, unit: str) -> bool:
    """§15.67: Central units in the hex of the Army of the South, or beside it, count as Germans."""
    board, at = state.printed.board, state.units["ge-hq-sud"].at
    return at in board.index and (state.units[unit].at == at or at in board.lattice.around(state.units[unit].at))


def nations(state: State, units: Sequence[str]) -> set[str]:
    """§7.24: which nations count apart: no American divisions before their army, Canadians from strategic turn F on,
    with the tank corps on the side of either."""
    found = set[str]()
    for unit in units:
        counter, nation = state.counter(unit), state.counter(unit).nation
        if nation == "GE" and with_germans(state, unit):
            nation = ""
        if nation == "US" and counter.kind != "tank" and state.units["us-hq-1"].at in ("later", "pool", "out"):
            nation = ""
        if nation == "BR" and state.strategic >= "F":
            nation = "" if unit == "br-rtc" else "CND" if counter.label.endswith("CND") else nation
        if nation:
            found.add(nation)
    if "br-rtc" in units and not found & {"BR", "CND"}:
        found.add("BR")
    return found


def shifts(state: State, side: str, units: Sequence[str], target: str, fighters: Sequence[str]) -> int:
    """§10.43: terrain, weather, cities, forts, rivers, waste, and nations that fight together."""
    board = state.printed.board
    i = board.index[target]
    sky = state.weather["east" if board.front[i] == "east" else "west"]
    terrain, found = board.terrain[i], 0
    if terrain in MOUNTAINS:
        found -= 1 if sky == "fair" else 2
    elif terrain == "forest":
        found -= sky != "fair"
    elif terrain == "flood plain":
        found -= sky == "wet"
    else:
        found -= TERRAIN.get(terrain, 0)
    fort = heavy(state, target, other(side))
    found -= fort
    if i in board.cities and target not in state.devastated:
        found -= 1
    rivers, haffs = barrier(board, "river"), barrier(board, "haff")
    origins = {state.units[unit].at for unit in units}

    def over_river(hex_: str) -> bool:
        a = board.index[hex_]
        k = board.neighbours[a].index(i)
        return bool(rivers[a][k]) and not haffs[a][k]

    found -= all(map(over_river, origins))
    found -= any(hex_ in state.devastated for hex_ in origins)
    found -= len(nations(state, units)) > 1
    found += len(nations(state, fighters)) > 1
    return found


def surrounded(state: State, units: Sequence[str], target: str) -> bool:
    """§10.51: attacked over four hexsides, over two that lie opposite, or over three with one between each."""
    board = state.printed.board
    sides = board.neighbours[board.index[target]]
    open_ = {sides.index(board.index[state.units[unit].at]) for unit in units}
    opposite = any((k + 3) % 6 in open_ for k in open_)
    return len(open_) >= 4 or opposite or open_ >= {0, 2, 4} or open_ >= {1, 3, 5}


def dug_in(state: State, nation: str) -> int:
    """§14.41: what a nation's trenches subtract."""
    return next(drm for before, drm in DUG_IN.get(nation, OTHERS) if state.strategic < before)


def is_shock(state: State, unit: str) -> bool:
    """§15.41, §15.44: shock troops; the Alpine Corps in the east, on its back, or once others have them."""
    now, counter, board = state.units[unit], state.counter(unit), state.printed.board
    if unit == "ge-ak":
        return now.back or state.chit_state.shock > 0 or board.front[board.index[now.at]] == "east"
    return counter.turned == "shock" and now.back


def rides(state: State, unit: str) -> bool:
    """§15.54: cavalry that uses no trenches; the British do before strategic turn D."""
    counter = state.counter(unit)
    mounted = counter.kind == "cavalry" and not (counter.turned == "infantry" and state.units[unit].back)
    return mounted and not (counter.nation == "BR" and state.strategic < "D")


def behind_trenches(state: State, side: str, target: str, fighters: Sequence[str]) -> int:
    """§14.4: the weakest trenches of those who defend, none beside cavalry; an empty fort has those of its country."""
    if not fighters:
        nation = "GE" if target in state.hindenburg else state.printed.board.country[state.printed.board.index[target]]
        return dug_in(state, nation)
    if any(rides(state, unit) for unit in fighters):
        return 0

    def of(unit: str) -> str:
        nation = state.counter(unit).nation
        return "GE" if side == CENTRAL and with_germans(state, unit) else nation

    return max(dug_in(state, of(unit)) for unit in fighters)


def die(state: State, side: str, units: Sequence[str], target: str, fighters: Sequence[str], fed: Feeding) -> int:
    """§10.5, §15.2, §15.4: surrounded defenders, tanks, shock troops, and trenches."""
    found = 0
    if not heavy(state, target, other(side)):
        found += surrounded(state, units, target)
    guns = any(state.counter(u).kind == "anti-tank" and fed(state, u) != UNSUPPLIED for u in fighters)
    if not guns:
        found += max((state.counter(u).drm for u in units if state.counter(u).drm and fed(state, u) == IN), default=0)
    shock = sum(is_shock(state, unit) for unit in units)
    found += 2 if shock >= 4 else 1 if shock else 0
    return found + max(WORST, behind_trenches(state, other(side), target, fighters))


def odds(state: State, side: str, units: Sequence[str], target: str, defenders: Sequence[str], fed: Feeding) -> Odds:
    """§10.4: what an attack comes to: columns beyond the last become modifiers."""
    fighters = [unit for unit in defenders if state.counter(unit).kind != "hq"]
    fort = bool(heavy(state, target, other(side)))
    mine = strength(state, units, fed, attacking=True)
    theirs = strength(state, fighters, fed, attacking=False) + fort
    at = column(mine, theirs) + shifts(state, side, units, target, fighters)
    drm = die(state, side, units, target, fighters, fed) + max(0, at - LAST)
    return Odds(mine, theirs, at, drm, len(fighters) + fort)
