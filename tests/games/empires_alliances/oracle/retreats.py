"""§13.8: everywhere that units may retreat together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.empires_alliances.position.state import State
from rules.empires_alliances.supply.feeding import fed_shores
from tests.games.empires_alliances.oracle.after_combat import fits
from tests.games.empires_alliances.oracle.ground import FOES, around, fights_on, held_against, weather, zone_of
from tests.games.empires_alliances.oracle.supply import OVERLAND, enemies, supplies

LONGEST = 20
"""Hexes over land beyond which nobody speaks of a line of supply."""
BRITISH, FRENCH = {"GB", "CA", "AU", "IN"}, {"FR", "US"}


def lines(state: State, side: str, ends: Iterable[int], on_rails: set[int]) -> dict[int, int]:
    """§13.82, §14.2: by hex the hexes over land to the nearest of these ends, or to a line that leads to one of
    ``on_rails``."""
    board, zone, foes = state.board, zone_of(state, FOES[side]), enemies(state, side)
    mine = {
        board.index(h) for h, us in state.stacks.items()
        if state.side_of(us[0]) == side and any(state.counter(u).kind != "air" for u in us)
    }  # fmt: skip
    net = supplies(state, side).net
    good = {net[i] for i in on_rails if i in net}
    far = dict.fromkeys((*ends, *(i for i, number in net.items() if number in good)), 0)
    row = [*far]
    for j in row:
        # A path enters the hex that it came from last: j, on its way from i.
        if far[j] == LONGEST or j not in board.land or j in foes or (j in zone and j not in mine):
            continue
        for _, i in around(state, j):
            k = board.lattice.neighbours[i].index(j)
            frozen = not board.lake_sides[i][k] or weather(state, j) == "snow"
            if i not in far and board.passable[i][k] and frozen and fights_on(state, j):
                far[i] = far[j] + 1
                row.append(i)
    return far


def line_for(state: State, side: str, i: int) -> dict[int, int]:
    """§13.82 (docs/rulings): the lengths of lines over land, unless only the one by sea is short enough."""
    found = supplies(state, side)
    sources = found.full | {*found.limited}
    land = lines(state, side, sources, sources)
    shores = {*fed_shores(state, side)}
    sea = lines(state, side, shores, shores & state.board.ports)
    longest = max(OVERLAND[word] for word in state.weather)
    if land.get(i, LONGEST + 1) <= longest:
        return land
    return sea if sea.get(i, LONGEST + 1) <= longest or i not in land else land


def _is_open(state: State, side: str, i: int, j: int, k: int) -> bool:
    """§13.83: whether nobody is eliminated who retreats over that side into a hex."""
    board = state.board
    if j not in board.land or board.sea_sides[i][k] or not board.passable[i][k] or not fights_on(state, j):
        return False
    if board.lake_sides[i][k] and weather(state, j) != "snow":
        return False
    fort = any(
        fort.hex == board.lattice.ids[j] and id_ in state.forts and state.allegiance.get(fort.nation) == FOES[side]
        for id_, fort in state.printed.forts.items()
    )
    return j not in zone_of(state, FOES[side]) and j not in held_against(state, side) and not fort


def beside(state: State, side: str, hex_: str) -> list[str]:
    """§13.83: the hexes beside one that are open to retreats."""
    i = state.board.index(hex_)
    return [state.board.lattice.ids[j] for k, j in around(state, i) if _is_open(state, side, i, j, k)]


def _is_closed(state: State, unit: str, hex_: str) -> bool:
    """§18.43, §18.51: land where a nation does not go of itself."""
    board, nation = state.board, state.counter(unit).nation
    i = board.index(hex_)
    row, country = board.row[i], board.country[i]
    west = hex_ in state.printed.charts.allies_apart.west_of_rhine
    if nation in BRITISH:
        paris = hex_ == state.printed.places.cities["Paris"].hex
        return paris or ((country == "FR" or west) and row > 27)
    if nation == "US":
        return country not in ("FR", "BE", "LU", "GE") or row < 25
    return False


def _is_mixed(state: State, units: Iterable[str], hex_: str) -> bool:
    """§18.41: whether these would bring British and French together in the west."""
    nations = {state.counter(unit).nation for unit in (*units, *state.stacks.get(hex_, ()))}
    west = hex_ in state.printed.charts.allies_apart.west_of_rhine
    there = west or state.board.country[state.board.index(hex_)] in ("FR", "BE", "LU", "NL")
    return there and bool(nations & BRITISH) and bool(nations & FRENCH)


def _preferred(state: State, unit: str, hexes: Sequence[str], line: dict[int, int]) -> set[str]:
    """§13.82, §18.41, §18.43 (docs/rulings): of hexes those of land that is open to the unit, of these those without
    the other ally, of these those with a line that is no longer."""
    open_ = [h for h in hexes if not _is_closed(state, unit, h)] or [*hexes]
    apart = [h for h in open_ if not _is_mixed(state, (unit,), h)] or open_
    now = line.get(state.board.index(state.units[unit].at))
    if now is None:
        return {*apart}
    return {h for h in apart if line.get(state.board.index(h), now + 1) <= now} or {*apart}


def ends_of(state: State, units: Sequence[str]) -> set[tuple[str, ...]]:
    """§13.81 to §13.84: the ways of units of one hex that retreat together, the hexes that they enter in turn."""
    here, side = state.units[units[0]].at, state.side_of(units[0])
    line = line_for(state, side, state.board.index(here))

    def room(hex_: str, some: Sequence[str]) -> bool:
        return fits(state, hex_, [*(u for u in state.stacks.get(hex_, ()) if u not in some), *some])

    def wanted(hexes: Sequence[str]) -> set[str]:
        return set(hexes).intersection(*(_preferred(state, unit, hexes, line) for unit in units))

    near = beside(state, side, here)
    roomy = [h for h in near if all(room(h, (unit,)) for unit in units)]
    if roomy:
        return {(h,) for h in wanted(roomy) if room(h, units)}
    ways = {(over, on) for over in wanted(near) for on in beside(state, side, over) if on != here and room(on, units)}
    ends = wanted(sorted({on for _, on in ways}))
    return {way for way in ways if way[1] in ends}
