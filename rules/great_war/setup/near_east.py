"""§21.23, §21.25: the ground of both sides on the fronts of the Near East when a scenario begins."""

from __future__ import annotations

from rules.great_war.printed.board import Board
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.printed.scenarios import Ground, Scenario

OPEN = ("PN", "KW")
"""§7.12: countries that are the Allies' where no line is drawn through them (decisions/0053, ruling 3)."""


def allied_on(board: Board, card: Scenario, front: str) -> frozenset[int]:
    """§21.23, §7.12: the hexes of a front that are the Allies': those that the scenario describes, and what is open in
    countries that it does not name; but no hex in which it sets up the Central Powers."""
    ground = card.allied_ground[front]
    named = {piece.country for piece in ground}
    open_ = {i for country in OPEN if country not in named for i in board.by_country[country]}
    open_ -= {i for i, side in board.printed_sides.items() if side == CENTRAL}
    theirs = {board.index[h] for g in card.groups if g.to == "hexes" and g.nation in card.central for h in g.hexes}
    described = {i for i in board.by_front[front] if any(_holds(board, piece, i) for piece in ground)}
    return frozenset((described | open_ & board.by_front[front]) - theirs)


def _holds(board: Board, piece: Ground, i: int) -> bool:
    """§21.23: whether a hex is one of a piece of ground: all that is given holds."""
    return (
        piece.country in ("", board.country[i])
        and piece.region in ("", board.region[i])
        and piece.rows[0] <= board.row[i] <= piece.rows[1]
        and piece.columns[0] <= board.column[i] <= piece.columns[1]
        and board.ids[i] not in piece.without
    )


def beside(board: Board, hexes: frozenset[int], countries: tuple[str, ...]) -> frozenset[int]:
    """§21.25: what lies beside those of some hexes that are in these countries."""
    return frozenset(b for i in hexes if board.country[i] in countries for b in board.neighbours[i])
