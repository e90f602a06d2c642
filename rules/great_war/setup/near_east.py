"""§21.23, §21.25: the ground of both sides on the fronts of the Near East when a scenario begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rules.great_war.position.state import State
from rules.great_war.printed.board import Board
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.printed.scenarios import AlliedArea, Group, Scenario
from rules.great_war.printed.setup_lines import GRAIN, straight_row
from rules.great_war.supply.tracing import supplied_hexes

PALESTINE = "Palestine"
OPEN = ("PN", "KW")
"""§7.12: countries that are the Allies' where no line is drawn through them (decisions/0053, ruling 3)."""


def allied_on(board: Board, card: Scenario, front: str) -> frozenset[int]:
    """§21.23, §7.12: the hexes of a front that are the Allies': those that the scenario describes, and what is open in
    countries that it does not name, unless it draws a line through all of them; but no hex in which it sets up the
    Central Powers."""
    ground = card.allied_ground[front]
    named = {piece.country for piece in ground}
    if any(piece.east_of for piece in ground):
        named |= {*OPEN}
    open_ = {i for country in OPEN if country not in named for i in board.by_country[country]}
    open_ -= {i for i, side in board.printed_sides.items() if side == CENTRAL}
    theirs = {board.index[h] for g in card.groups if g.to == "hexes" and g.nation in card.central for h in g.hexes}
    described = {i for i in board.by_front[front] if any(_holds(board, piece, i) for piece in ground)}
    return frozenset((described | open_ & board.by_front[front]) - theirs)


def _holds(board: Board, piece: AlliedArea, i: int) -> bool:
    """§21.23: whether a hex is one of a piece of ground: all that is given holds."""
    return (
        piece.country in ("", board.country[i])
        and piece.region in ("", board.region[i])
        and piece.rows[0] <= board.row[i] <= piece.rows[1]
        and piece.columns[0] <= board.column[i] <= piece.columns[1]
        and board.ids[i] not in piece.without
        and (not piece.hexes or board.ids[i] in piece.hexes)
        and (not piece.area or board.ids[i] in getattr(board.near_east, piece.area))
        and (not piece.east_of or _is_east(board, piece.east_of, i))
        and (not piece.behind or _is_behind(board, piece.behind, i))
    )


def _is_east(board: Board, row: tuple[str, ...], i: int) -> bool:
    """§21.33, §21.43: whether a hex lies beyond the straight row through two others, which itself does not count."""
    (xa, ya), (xb, yb) = (_spot(board, board.index[hex_]) for hex_ in row)
    x, y = _spot(board, i)
    return (x - xa) * abs(yb - ya) > (y - ya) * (xb - xa) * (1 if yb > ya else -1)


def _is_behind(board: Board, line: tuple[str, ...], i: int) -> bool:
    """§21.62: whether a hex lies behind a line of hexes, or in it; in rows that it does not cross all do."""
    x, y = _spot(board, i)
    ends = [_spot(board, board.index[hex_]) for hex_ in _hexes_of(board, line)]
    return x <= max((xl for xl, yl in ends if yl == y), default=x)


def _hexes_of(board: Board, line: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes of a line that is told by its corners."""
    prefix = line[0][:2]
    return tuple(prefix + hex_ for a, b in pairwise(line) for hex_ in straight_row(a[2:], b[2:]))


def _spot(board: Board, i: int) -> tuple[int, int]:
    """A hex by twice its distance along the row, and its row."""
    return GRAIN.doubled_x(board.row[i], board.column[i]), board.row[i]


def beside(board: Board, hexes: frozenset[int], countries: tuple[str, ...]) -> frozenset[int]:
    """§21.25: what lies beside those of some hexes that are in these countries."""
    return frozenset(b for i in hexes if board.country[i] in countries for b in board.neighbours[i])


def palestine(board: Board) -> frozenset[int]:
    """§21.45, §21.63, §21.64: the hexes of Palestine."""
    return frozenset(i for i, region in enumerate(board.region) if region == PALESTINE)


def along_the_canal(board: Board) -> frozenset[int]:
    """§21.35: what lies east of the Suez Canal and beside it."""
    west = board.west_of_the_canal
    return frozenset(b for i in west for b in board.neighbours[i]) - west


def near_british(state: State, group: Group, stacks: Mapping[str, Sequence[str]]) -> frozenset[int]:
    """§21.63: the hexes within some of a British unit in supply, as stacks stand or are to stand."""
    board = state.printed.board
    fed = supplied_hexes(state, "BR", False)
    british = (h for h, units in stacks.items() if units and state.counter(units[0]).nation == "BR")
    near = {h for at in british if board.index[at] in fed for h in board.lattice.within(at, group.within)}
    return frozenset(board.index[h] for h in near if h in board.index)
