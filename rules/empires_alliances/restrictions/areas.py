"""Stretches of the board that restrictions speak of. They depend on what is printed, and are found once."""

from __future__ import annotations

from functools import cache

from rules.empires_alliances.printed.board import Board
from rules.empires_alliances.printed.data import Printed
from rules.kernel.floods import spread
from rules.kernel.lattice import OFF_BOARD

Area = frozenset[int]
NOWHERE: Area = frozenset()
WESTERN_FRONT = "western"
"""§22.3: the id of the front that §22.4 and §22.52 speak of too."""


@cache
def north_of(board: Board, row: int) -> Area:
    """The hexes of rows north of one."""
    return frozenset(i for i in board.land if board.row[i] < row)


@cache
def south_of(board: Board, row: int) -> Area:
    """The hexes of rows south of one."""
    return frozenset(i for i in board.land if board.row[i] > row)


@cache
def home_of(board: Board, *countries: str) -> Area:
    """§4.1: the hexes of these countries."""
    return frozenset().union(*(board.home.get(country, NOWHERE) for country in countries))


@cache
def outside(board: Board, *countries: str) -> Area:
    """§3.61: the land that is not at home in any of these countries."""
    return board.land - home_of(board, *countries)


@cache
def near(board: Board, countries: tuple[str, ...], within: int) -> Area:
    """§1.66, §22.3: the hexes of these countries, and those at most that many hexes from one, over land alone."""
    steps = spread(board.lattice.neighbours, home_of(board, *countries), lambda _, b: b in board.land)
    return frozenset(i for i, distance in steps.items() if distance <= within)


@cache
def west_of_rhine(printed: Printed) -> Area:
    """§18.4: Germany west of the Rhine."""
    return frozenset(printed.board.index(hex_) for hex_ in printed.charts.allies_apart.west_of_rhine)


@cache
def apart(printed: Printed) -> Area:
    """§18.41, §18.42: where British and French units neither stack nor fight as one."""
    return home_of(printed.board, *printed.charts.allies_apart.countries) | west_of_rhine(printed)


@cache
def border_of(board: Board, country: str) -> Area:
    """§18.33: the hexes on the border of a country, and those next to them."""
    theirs = home_of(board, country)
    first = {b for a in theirs for b in board.lattice.neighbours[a] if b != OFF_BOARD and b in board.land - theirs}
    second = {b for a in first for b in board.lattice.neighbours[a] if b != OFF_BOARD and b in board.land - theirs}
    return frozenset(first | second)


@cache
def front(printed: Printed, id_: str) -> Area:
    """§22.3: the hexes of a front."""
    found = printed.optional_rules.fronts[id_]
    return near(printed.board, found.countries, found.within) if found.countries else NOWHERE


@cache
def fronts_of(printed: Printed, nation: str) -> Area:
    """§22.3: the hexes in which a country may be: its fronts, its own land (docs/rulings), and for some all else but
    what other fronts hold."""
    country = printed.nations[nation]
    own = home_of(printed.board, nation).union(*(front(printed, id_) for id_ in country.fronts))
    if not country.elsewhere_but:
        return own
    return own | (printed.board.land - NOWHERE.union(*(front(printed, id_) for id_ in country.elsewhere_but)))


@cache
def western_front(printed: Printed) -> Area:
    """§22.4: the Western Front of the Schlieffen Plan."""
    countries = printed.optional_rules.fronts[WESTERN_FRONT].countries
    return near(printed.board, countries, printed.optional_rules.schlieffen_plan.front)


@cache
def far_from_germany(board: Board, most: int) -> Area:
    """§1.66: land that lies further than that from Germany, whatever lies between."""
    steps = spread(board.lattice.neighbours, home_of(board, "GE"), lambda _, __: True)
    return frozenset(i for i in board.land if steps[i] > most)


@cache
def far_in_austria(board: Board, most: int) -> Area:
    """§1.66: hexes of Austria-Hungary that lie further than that from Germany."""
    return far_from_germany(board, most) & home_of(board, "AH")
